//! Checks of the picture of an instance: its visible part and its places.

use super::{Checked, Setting};
use crate::keys::{BACKSPACE, CTRL, RIGHT, SHIFT};
use crate::page::Page;
use crate::panel::Panel;
use crate::samples::{BOARD, first_sample};

/// Returns the width of the visible part, in units of the picture.
fn width(panel: &Panel<'_>) -> Result<f64, crate::driver::DriverError> {
    panel.number("board", "part.querySelector('svg').viewBox.baseVal.width")
}

pub(super) fn the_board_is_zoomed(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sliding")?;
    panel.write(BOARD)?;
    assert!(panel.is_shown("zoom-in")?, "the board cannot be zoomed");
    let whole = width(&panel)?;
    panel.click("zoom-in")?;
    let part = width(&panel)?;
    assert!(part < whole, "{part} of {whole}");
    let left = "part.querySelector('svg').viewBox.baseVal.x";
    let before = panel.number("board", left)?;
    setting.driver.scroll_at(panel.place([150.0, 150.0])?, [400, 0])?;
    assert!(panel.number("board", left)? > before, "the wheel does not pan");
    panel.click_board(150.0, 250.0)?;
    assert_eq!(panel.text()?.trim_end(), "1 2 3\n4 5 6\n7 0 8", "a click on a part of the board");
    assert!(width(&panel)? < whole, "a move shows the whole board again");
    panel.click("zoom-fit")?;
    assert!((width(&panel)? - whole).abs() < 1.0);
    panel.is_consistent()
}

pub(super) fn the_pointer_has_coordinates(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sliding")?;
    panel.write(BOARD)?;
    setting.driver.point_at(panel.place([250.0, 150.0])?)?;
    panel.wait("place", "part.textContent !== ''", 2)?;
    let place = panel.words("place")?;
    assert!(place.contains("row 2") && place.contains("column 3"), "{place}");
    Ok(())
}

pub(super) fn the_cursor_goes_with_its_picture(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sliding")?;
    panel.write("?!\n")?;
    panel.open_sample(first_sample("sliding").name)?;
    setting.driver.type_into(&panel.selector("board"), &format!("{SHIFT}{RIGHT}"))?;
    panel.press(BACKSPACE)?;
    setting.driver.type_into(&panel.selector("board"), &format!("{CTRL}y"))?;
    panel.after_gesture()?;
    panel.is_consistent()
}
