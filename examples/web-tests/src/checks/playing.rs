//! Checks of moves by hand.

use super::{Checked, Setting};
use crate::page::Page;

/// Keys in the form that the driver accepts.
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";
const LEFT: &str = "\u{e012}";
const BACKSPACE: &str = "\u{e003}";

pub(super) fn keys_move_and_undo(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sliding")?;
    panel.write("1 2 3\n4 0 6\n7 5 8\n")?;
    panel.press(UP)?;
    assert_eq!(panel.text()?.trim_end(), "1 2 3\n4 5 6\n7 0 8");
    assert!(panel.words("move-count")?.starts_with("1 move"), "{}", panel.words("move-count")?);
    panel.press(BACKSPACE)?;
    assert_eq!(panel.text()?.trim_end(), "1 2 3\n4 0 6\n7 5 8");
    panel.press("?")?;
    panel.wait("message", "part.textContent.startsWith('Hint: ')", 15)?;
    let hint = panel.words("message")?;
    assert!(["Hint: 5 U"].contains(&hint.as_str()), "{hint}");
    let arrows = format!("{}.querySelector('.overlay').childElementCount > 0", panel.element("board"));
    setting.driver.wait(&arrows, 2)?;
    panel.press(UP)?;
    panel.press(LEFT)?;
    assert_eq!(panel.data("badge", "status")?, "solved");
    assert!(panel.words("message")?.starts_with("Solved by hand: 2 moves"), "{}", panel.words("message")?);
    Ok(())
}

pub(super) fn a_lost_level_is_told(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sokoban")?;
    panel.write("#######\n#     #\n# @$. #\n#     #\n#######\n")?;
    assert_eq!(panel.data("badge", "status")?, "open");
    for key in [DOWN, RIGHT, UP] {
        panel.press(key)?;
    }
    assert_eq!(panel.data("badge", "status")?, "lost", "{}", panel.text()?);
    let message = panel.words("message")?;
    println!("   {message}");
    assert!(message.starts_with("Lost: ") && message.len() > 15, "{message}");
    panel.press(BACKSPACE)?;
    assert_eq!(panel.data("badge", "status")?, "open");
    Ok(())
}

pub(super) fn an_unsolvable_board_is_told(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sliding")?;
    panel.write("2 1 3\n4 5 6\n7 8 0\n")?;
    assert_eq!(panel.data("badge", "status")?, "unsolvable");
    let message = panel.words("message")?;
    println!("   {message}");
    assert!(message.starts_with("Unsolvable: ") && message.len() > 20, "{message}");
    panel.start(None, 10, 1024)?;
    assert_eq!(panel.end(15)?, ("finished".into(), "unsolvable".into()));
    Ok(())
}
