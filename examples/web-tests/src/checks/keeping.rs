//! Checks of what the browser keeps, and of its history.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::json;

use super::{Checked, Setting};
use crate::page::Page;
use crate::panel::Panel;

const BOARD: &str = "1 2 3\n4 0 6\n7 5 8\n";
const LEVEL: &str = "#######\n#@ $ .#\n#######\n";
const UP: &str = "\u{e013}";

/// Plays on a board, solves what follows, and edits a level in another tab.
fn work(page: &Page<'_>) -> Result<String, Box<dyn std::error::Error>> {
    page.panel("sokoban")?.write(LEVEL)?;
    let panel = page.panel("sliding")?;
    panel.write(BOARD)?;
    panel.press(UP)?;
    let text = panel.text()?;
    panel.solve(&text, 10)?;
    panel.settle()?;
    panel.await_address()?;
    Ok(text)
}

/// Asserts that a page shows this work.
fn is_kept(page: &Page<'_>, text: &str) -> Checked {
    let panel = page.visible()?;
    assert_eq!((panel.family, panel.text()?.trim_end()), ("sliding", text.trim_end()));
    assert!(panel.is_enabled("undo")?, "nothing can be undone");
    panel.is_consistent()?;
    panel.verify(text)?;
    panel.click("mode-play")?;
    panel.click("undo")?;
    panel.after_gesture()?;
    assert_eq!(panel.text()?.trim_end(), BOARD.trim_end());
    assert_eq!(page.panel("sokoban")?.text()?.trim_end(), LEVEL.trim_end(), "the edit of another tab");
    Ok(())
}

pub(super) fn a_reload_keeps_everything(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let text = work(&page)?;
    is_kept(&page.reload()?, &text)
}

pub(super) fn a_new_tab_begins_with_it(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let text = work(&page)?;
    setting.driver.open_tab()?;
    is_kept(&Page::visit(setting.driver, setting.site.address())?, &text)?;
    setting.driver.open_tab()?;
    let linked = BASE64_URL_SAFE_NO_PAD.encode(json!({ "text": "1 2 3\n4 5 6\n7 0 8" }).to_string());
    let page = Page::visit(setting.driver, &format!("{}#sliding/p.{linked}", setting.site.address()))?;
    assert_eq!(page.visible()?.text()?, "1 2 3\n4 5 6\n7 0 8");
    Ok(())
}

fn go_back(page: &Page<'_>, text: &str) -> Checked {
    assert!(page.back()?, "going back leaves the page");
    let panel: Panel<'_> = page.visible()?;
    assert_eq!(panel.text()?.trim_end(), text.trim_end());
    panel.is_consistent()
}

pub(super) fn back_stays_within_the_page(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sokoban")?;
    panel.await_address()?;
    let first = panel.text()?;
    panel.paste(LEVEL)?;
    panel.await_address()?;
    page.panel("ricochet")?.await_address()?;
    go_back(&page, LEVEL)?;
    go_back(&page, &first)
}
