//! Checks of texts with several instances.

use super::{Checked, Setting};
use crate::keys::RIGHT;
use crate::page::Page;
use crate::panel::Panel;

const FIRST: &str = "#######\n#@ $ .#\n#######\n";
const SECOND: &str = "########\n#@ $  .#\n########\n";
const THIRD: &str = "#########\n#@ $   .#\n#########\n";
const MAP: &str = "type octile\nheight 2\nwidth 3\nmap\n...\n...\nversion 1\n\
    0 a.map 3 2 0 0 2 0 2\n0 a.map 3 2 2 1 0 1 2\n0 a.map 3 2 0 1 2 1 2\n";

/// Returns a panel with three levels.
pub(super) fn levels<'a>(setting: &Setting<'a>) -> Result<Panel<'a>, Box<dyn std::error::Error>> {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sokoban")?;
    panel.paste(&format!("{FIRST}Title: One\n\n{SECOND}Title: Two\n\n{THIRD}Title: Three\n"))?;
    Ok(panel)
}

pub(super) fn a_move_keeps_the_other_levels(setting: &Setting<'_>) -> Checked {
    let panel = levels(setting)?;
    panel.press(RIGHT)?;
    assert!(panel.is_shown("next-part")?, "the second level is lost: {:?}", panel.text()?);
    panel.is_consistent()?;
    panel.click("next-part")?;
    panel.after_gesture()?;
    assert_eq!(panel.text()?.trim_end(), SECOND.trim_end());
    panel.is_consistent()?;
    panel.click("previous-part")?;
    panel.after_gesture()?;
    assert_eq!(panel.text()?.trim_end(), FIRST.trim_end());
    panel.is_consistent()
}

pub(super) fn solved_levels_are_marked(setting: &Setting<'_>) -> Checked {
    let panel = levels(setting)?;
    assert!(panel.is_shown("collection")?, "the levels are not listed");
    let listed = || panel.words("part-list");
    assert!(!listed()?.contains('✓'), "{}", listed()?);
    panel.press(&RIGHT.repeat(3))?;
    assert_eq!(panel.data("badge", "status")?, "solved");
    assert_eq!(listed()?.matches('✓').count(), 1, "{}", listed()?);
    panel.click("next-part")?;
    panel.after_gesture()?;
    panel.solve(SECOND, 10)?;
    panel.settle()?;
    assert_eq!(listed()?.matches('✓').count(), 2, "{}", listed()?);
    assert!(listed()?.contains("Two"), "{}", listed()?);
    Ok(())
}

pub(super) fn levels_are_chosen_by_number_and_buttons(setting: &Setting<'_>) -> Checked {
    let panel = levels(setting)?;
    let is_shown = |text: &str| -> Checked {
        panel.after_gesture()?;
        assert_eq!(panel.text()?.trim_end(), text.trim_end());
        Ok(())
    };
    for (wrong, next) in [("9", SECOND), ("", THIRD)] {
        panel.choose("part", wrong)?;
        is_shown(if next == SECOND { FIRST } else { SECOND })?;
        panel.click("next-part")?;
        is_shown(next)?;
    }
    let previous = panel.element("previous-part");
    setting.driver.run(&format!("{previous}.click(); {previous}.click();"), &[])?;
    is_shown(FIRST)
}

pub(super) fn an_altered_level_is_not_marked(setting: &Setting<'_>) -> Checked {
    let panel = levels(setting)?;
    let is_unmarked = |text: &str| -> Checked {
        panel.solve(text, 10)?;
        panel.settle()?;
        assert!(!panel.words("part-list")?.contains('✓'), "{text:?}: {}", panel.words("part-list")?);
        Ok(())
    };
    panel.click("mode-edit")?;
    panel.choose_tool("add-column")?;
    panel.click_board(250.0, 150.0)?;
    is_unmarked(&panel.text()?)?;
    let typed = "######\n#@$ .#\n######\n";
    panel.write(typed)?;
    is_unmarked(typed)
}

pub(super) fn the_first_robots_of_a_scenario(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("robots")?;
    panel.paste(MAP)?;
    assert!(panel.is_shown("collection")?, "the number of robots cannot be chosen");
    for robots in [1, 2, 3] {
        panel.choose("part", &robots.to_string())?;
        panel.after_gesture()?;
        let text = panel.text()?;
        assert_eq!(text.lines().filter(|line| line.contains(".map\t")).count(), robots, "{text}");
        panel.is_consistent()?;
    }
    Ok(())
}
