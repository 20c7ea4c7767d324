//! Checks of what the browser keeps, and of its history.

use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use super::links::link;
use super::{Checked, Setting};
use crate::driver::DriverError;
use crate::keys::UP;
use crate::page::Page;
use crate::panel::Panel;
use crate::samples::{BOARD, first_sample};
use crate::workers::replaced_workers;

const LEVEL: &str = "#######\n#@ $ .#\n#######\n";
const OTHER_BOARDS: [&str; 2] = ["1 2 3\n4 5 6\n0 7 8\n", "1 2 3\n4 5 6\n7 0 8\n"];
/// A solver whose solution is too long to be kept.
const LONG_SOLVER: &str = "wasm_bindgen.solve = () =>
    JSON.stringify({ outcome: 'solved', solution: 'UL' + 'RL'.repeat(800000), cost: 1600002 });";
/// How late a slow stream ends, in milliseconds.
const LATE: u64 = 600;

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
    let linked = link("sliding", "1 2 3\n4 5 6\n7 0 8");
    let page = Page::visit(setting.driver, &format!("{}{linked}", setting.site.address()))?;
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

/// Loads the page in a browser that has kept this of the first tab.
fn visit_kept<'a>(setting: &Setting<'a>, kept: &Value) -> Result<Panel<'a>, Box<dyn std::error::Error>> {
    setting.driver.load(&format!("{}style.css", setting.site.address()))?;
    let script = "localStorage.clear(); sessionStorage.clear();
        localStorage.setItem('motion-puzzles/tab', '\"sliding\"');
        localStorage.setItem('motion-puzzles/sliding', JSON.stringify(arguments[0]));";
    setting.driver.run(script, std::slice::from_ref(kept))?;
    Page::visit(setting.driver, setting.site.address())?.visible()
}

pub(super) fn what_was_kept_is_checked(setting: &Setting<'_>) -> Checked {
    let entry = json!({ "text": BOARD, "move": null, "isTyped": false, "collection": -1, "part": 0 });
    let mut kept = json!({
        "history": { "index": 7, "collections": [], "entries": [entry] },
        "request": {},
        "mode": "watch",
        "step": 1,
        "result": {
            "state": { "state": "finished", "outcome": "solved", "words": "Solved.", "facts": [], "fraction": null },
            "solution": "UUUU",
        },
    });
    let panel = visit_kept(setting, &kept)?;
    assert_eq!(panel.text()?.trim_end(), first_sample("sliding").text.trim_end());
    panel.is_consistent()?;
    kept["history"]["index"] = json!(0);
    let panel = visit_kept(setting, &kept)?;
    assert_eq!(panel.text()?, BOARD);
    panel.is_consistent()
}

pub(super) fn an_address_restores_what_was_not_kept(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sliding")?;
    panel.paste(BOARD)?;
    panel.await_address()?;
    let full = "const keep = Storage.prototype.setItem;
        Storage.prototype.setItem = function (name, value) {
            if (name.endsWith('/sliding')) { throw new Error('the storage is full'); }
            keep.call(this, name, value);
        };";
    setting.driver.run(full, &[])?;
    assert_eq!(page.reload()?.visible()?.text()?, BOARD);
    Ok(())
}

pub(super) fn texts_are_kept_without_a_long_solution(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sliding")?;
    setting.driver.run(&replaced_workers(LONG_SOLVER), &[])?;
    panel.paste(OTHER_BOARDS[1])?;
    panel.solve(OTHER_BOARDS[1], 10)?;
    panel.paste(BOARD)?;
    panel.start(None, 10, 256)?;
    panel.wait("solution", "!part.hidden", 60)?;
    panel.settle()?;
    let panel = page.reload()?.visible()?;
    assert_eq!(panel.text()?, BOARD);
    panel.click("undo")?;
    panel.after_gesture()?;
    assert_eq!(panel.text()?, OTHER_BOARDS[1]);
    Ok(())
}

/// Makes the first streams of a class end late, by these times in milliseconds.
fn slow_streams(setting: &Setting<'_>, class: &str, late: &[u64]) -> Result<(), DriverError> {
    let script = "const [name, late] = arguments; const Sound = window[name];
        window[name] = class {
            constructor(format) {
                const sound = new Sound(format);
                const milliseconds = late.shift() ?? 0;
                const flush = () => new Promise((later) => setTimeout(later, milliseconds));
                this.writable = sound.writable;
                this.readable = sound.readable.pipeThrough(new TransformStream({ flush }));
            }
        };";
    setting.driver.run(script, &[json!(class), json!(late)]).map(drop)
}

pub(super) fn going_back_outruns_a_write(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sliding")?;
    for text in [BOARD, OTHER_BOARDS[0]] {
        panel.paste(text)?;
        panel.await_address()?;
    }
    slow_streams(setting, "CompressionStream", &[LATE])?;
    panel.paste(OTHER_BOARDS[1])?;
    go_back(&page, BOARD)?;
    sleep(Duration::from_millis(2 * LATE));
    panel.await_address()?;
    assert_eq!(setting.driver.text("navigation.canGoForward")?, "true", "an entry is lost");
    Ok(())
}

pub(super) fn going_back_twice_shows_the_last_address(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sliding")?;
    for text in [BOARD, OTHER_BOARDS[0], OTHER_BOARDS[1]] {
        panel.paste(text)?;
        panel.await_address()?;
    }
    slow_streams(setting, "DecompressionStream", &[LATE])?;
    let script = "history.back();
        await new Promise((later) => addEventListener('popstate', later, { once: true }));
        history.back();";
    setting.driver.run(script, &[])?;
    sleep(Duration::from_millis(2 * LATE));
    panel.settle()?;
    assert_eq!(panel.text()?, BOARD);
    panel.await_address()
}
