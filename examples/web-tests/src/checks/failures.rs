//! Checks of a worker that traps.

use super::{Checked, Setting};
use crate::page::Page;
use crate::samples::{BOARD, first_sample};
use crate::workers::replaced_workers;

/// A solver that runs an unreachable instruction, and so traps as WebAssembly does when its memory
/// cannot grow.
const TRAPPING_SOLVER: &str = "
    const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0,
        10, 5, 1, 3, 0, 0, 11];
    const trap = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code))).exports.f;
    wasm_bindgen.solve = () => trap();";

pub(super) fn a_crash_is_told(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sliding")?;
    panel.write(BOARD)?;
    setting.driver.run(&replaced_workers(TRAPPING_SOLVER), &[])?;
    panel.solve(BOARD, 10)?;
    setting.driver.run("window.Worker = window.SoundWorker;", &[])?;
    panel.start(None, 10, 1024)?;
    assert_eq!(panel.end(15)?.0, "crashed");
    let words = panel.words("solve-state")?;
    println!("   {words}");
    assert!(words.contains("crashed") && words.contains("unreachable"), "{words}");
    panel.write("1 2 3\n4 5 6\n0 7 8\n")?;
    assert_eq!(panel.solve("1 2 3\n4 5 6\n0 7 8\n", 10)?, 2);
    Ok(())
}

pub(super) fn an_error_while_drawing_is_told(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sliding")?;
    let script = "SVGElement.prototype.append = () => {
            delete SVGElement.prototype.append;
            throw new Error('a trial');
        };";
    setting.driver.run(script, &[])?;
    panel.write(BOARD)?;
    assert_eq!(panel.words("message")?, "This cannot be shown: a trial.");
    panel.open_sample(first_sample("sliding").name)?;
    panel.is_consistent()
}
