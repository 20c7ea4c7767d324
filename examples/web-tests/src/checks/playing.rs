//! Checks of moves by hand.

use super::screen::Screen;
use super::{Checked, Setting};
use crate::keys::{BACKSPACE, DOWN, LEFT, RIGHT, UP};
use crate::page::Page;
use crate::panel::Panel;
use crate::samples::{BOARD, open_samples};

/// Two boards of Ricochet Robots, on which the red robot stands in the first corner.
const ROBOTS: [&str; 2] = [
    "+---+---+---+\n| r     |   |\n+   +   +---+\n|       | bR|\n+   +   +   +\n|           |\n+---+---+---+\n",
    "+---+---+---+\n| r       b |\n+   +   +---+\n|       |  R|\n+   +   +   +\n|           |\n+---+---+---+\n",
];

pub(super) fn keys_move_and_undo(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sliding")?;
    panel.write(BOARD)?;
    panel.press(UP)?;
    assert_eq!(panel.text()?.trim_end(), "1 2 3\n4 5 6\n7 0 8");
    assert!(panel.words("move-count")?.starts_with("1 move"), "{}", panel.words("move-count")?);
    panel.press(BACKSPACE)?;
    assert_eq!(panel.text()?.trim_end(), BOARD.trim_end());
    panel.press("?")?;
    panel.wait("message", "part.textContent.startsWith('Hint: ')", 15)?;
    panel.press("q")?; // moves nothing, and leaves the hint
    assert_eq!(panel.words("message")?, "Hint: 5 U");
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

/// Presses arrows where the focus is, until one moves. Returns the text before and after.
fn move_by_arrows(panel: &Panel<'_>) -> Result<[String; 2], Box<dyn std::error::Error>> {
    let before = panel.text()?;
    for key in [DOWN, UP, LEFT, RIGHT] {
        panel.press_where_focus_is(key)?;
        let after = panel.text()?;
        if after != before {
            return Ok([before, after]);
        }
    }
    Err(format!("arrows do nothing on {before:?}").into())
}

pub(super) fn arrows_are_moves_after_buttons(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sliding")?;
    panel.open_details("random-details")?;
    for button in ["random", "undo"] {
        panel.click(button)?;
        panel.after_gesture()?;
        let words = |why| format!("after {button}: {why}");
        let moved = move_by_arrows(&panel).map_err(words)?;
        panel.click("undo")?;
        panel.after_gesture()?;
        assert_eq!(panel.text()?, moved[0], "undo after {button}");
        move_by_arrows(&panel).map_err(words)?;
    }
    let list = panel.element("sample");
    let pressed = "new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' })";
    setting.driver.run(&format!("{list}.focus(); {list}.dispatchEvent({pressed});"), &[])?;
    panel.open_sample(open_samples("sliding").pop().ok_or("there is no sample")?.name)?;
    move_by_arrows(&panel)?;
    let chosen = setting.driver.text(&format!("{list}.selectedOptions[0].text"))?;
    assert_eq!(chosen, "(another)", "an arrow chooses another sample");
    Ok(())
}

pub(super) fn a_distant_box_is_moved(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sokoban")?;
    let level = "########\n#      #\n# $  . #\n#     @#\n########\n";
    let has_box =
        |text: &str, column: usize| text.lines().nth(2).is_some_and(|row| row[column..].starts_with('$'));
    panel.write(level)?;
    panel.click_board(250.0, 250.0)?;
    panel.click_board(350.0, 250.0)?;
    assert!(has_box(&panel.text()?, 3), "two clicks: {:?}", panel.text()?);
    panel.is_consistent()?;
    panel.drag_board(&[[350.0, 250.0], [400.0, 250.0], [450.0, 250.0]])?;
    assert!(has_box(&panel.text()?, 4), "a drag: {:?}", panel.text()?);
    panel.is_consistent()
}

pub(super) fn stops_are_marked(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("ricochet")?;
    panel.write(ROBOTS[0])?;
    panel.click_board(50.0, 50.0)?;
    let marks = panel.number("board", "part.querySelectorAll('.overlay > *').length")?;
    // The robot itself, a stop to the right and one below, and what follows from there.
    assert!(marks >= 4.0, "{marks} marks");
    panel.click_board(50.0, 250.0)?;
    assert!(panel.text()?.lines().nth(5).is_some_and(|row| row.contains('r')), "{}", panel.text()?);
    panel.is_consistent()
}

pub(super) fn marks_go_with_their_instance(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("ricochet")?;
    for text in ROBOTS {
        panel.paste(text)?;
        panel.await_address()?;
    }
    panel.click_board(50.0, 50.0)?;
    let marks = || panel.number("board", "part.querySelectorAll('.overlay > *').length");
    assert!(marks()? > 0.0, "nothing is selected");
    assert!(page.back()?, "going back leaves the page");
    assert_eq!((panel.text()?.trim_end(), marks()?), (ROBOTS[0].trim_end(), 0.0));
    Ok(())
}

pub(super) fn a_finger_moves(setting: &Setting<'_>) -> Checked {
    let _screen = Screen::imitate(setting.driver, 390, 844)?;
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sliding")?;
    panel.write(BOARD)?;
    let buttons = panel.is_shown("directions")?;
    let [from, to] = [panel.place([150.0, 250.0])?, panel.place([150.0, 50.0])?];
    setting.driver.swipe(&[from, to])?;
    panel.after_gesture()?;
    let swiped = panel.text()?;
    if buttons {
        setting.driver.click(&format!("{} [data-direction=ArrowLeft]", panel.selector("directions")))?;
        panel.after_gesture()?;
    }
    let left = panel.text()?;
    assert_eq!(swiped.trim_end(), "1 2 3\n4 5 6\n7 0 8", "a swipe upwards");
    assert!(buttons, "there are no buttons for directions");
    assert_eq!(left.trim_end(), "1 2 3\n4 5 6\n7 8 0");
    Ok(())
}
