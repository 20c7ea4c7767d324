//! Checks of what is visible at first, on screens of several sizes.

use families::{ALL, Family};

use super::screen::Screen;
use super::{Checked, Setting};
use crate::page::Page;

/// The sizes at which the button is visible without scrolling.
const SCREENS: [(u32, u32); 3] = [(1366, 768), (768, 1024), (1024, 768)];
const PHONE: (u32, u32) = (390, 844);

pub(super) fn solve_is_above_the_fold(setting: &Setting<'_>) -> Checked {
    let mut below = Vec::new();
    for (width, height) in SCREENS {
        let _screen = Screen::imitate(setting.driver, width, height)?;
        let page = Page::open(setting.driver, setting.site.address())?;
        for family in ALL.map(Family::name) {
            let panel = page.panel(family)?;
            setting.driver.run("scrollTo(0, 0);", &[])?;
            let bottom = panel.number("solve", "part.getBoundingClientRect().bottom")?;
            if bottom > f64::from(height) {
                below.push(format!("{family}, {width}×{height}: {bottom:.0}"));
            }
        }
    }
    assert!(below.is_empty(), "the button ends below the fold: {}", below.join("; "));
    Ok(())
}

pub(super) fn a_phone_shows_board_and_solve_first(setting: &Setting<'_>) -> Checked {
    let _screen = Screen::imitate(setting.driver, PHONE.0, PHONE.1)?;
    let page = Page::open(setting.driver, setting.site.address())?;
    let mut later = Vec::new();
    for family in ALL.map(Family::name) {
        let panel = page.panel(family)?;
        let top = |part: &str| panel.number(part, "part.getBoundingClientRect().top");
        let (board, solve) = (top("board")?, top("solve")?);
        for part in ["sample", "text", "solver", "download-instance"] {
            if board > top(part)? || solve > top(part)? {
                later.push(format!("{family}: {part} stands before the board or the button"));
            }
        }
        let width = setting.driver.value("document.documentElement.scrollWidth")?;
        if width.as_u64() > Some(u64::from(PHONE.0)) {
            later.push(format!("{family}: the page is {width} pixels wide"));
        }
    }
    assert!(later.is_empty(), "{}", later.join("; "));
    Ok(())
}
