//! Checks of texts with several instances.

use super::{Checked, Setting};
use crate::page::Page;
use crate::panel::Panel;

const FIRST: &str = "#######\n#@ $ .#\n#######\n";
const SECOND: &str = "########\n#@ $  .#\n########\n";
const MAP: &str = "type octile\nheight 2\nwidth 3\nmap\n...\n...\nversion 1\n\
    0 a.map 3 2 0 0 2 0 2\n0 a.map 3 2 2 1 0 1 2\n0 a.map 3 2 0 1 2 1 2\n";
const RIGHT: &str = "\u{e014}";

fn levels<'a>(setting: &Setting<'a>) -> Result<Panel<'a>, Box<dyn std::error::Error>> {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sokoban")?;
    panel.paste(&format!("{FIRST}Title: One\n\n{SECOND}Title: Two\n"))?;
    Ok(panel)
}

pub(super) fn a_move_keeps_the_other_levels(setting: &Setting<'_>) -> Checked {
    let panel = levels(setting)?;
    panel.press(RIGHT)?;
    assert!(panel.exists("next-part")?, "the second level is lost: {:?}", panel.text()?);
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
