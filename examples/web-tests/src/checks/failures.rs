//! Checks of a worker that traps.

use super::{Checked, Setting};
use crate::page::Page;
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
    panel.write("1 2 3\n4 0 6\n7 5 8\n")?;
    setting.driver.run(&replaced_workers(TRAPPING_SOLVER), &[])?;
    panel.solve("1 2 3\n4 0 6\n7 5 8\n", 10)?;
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
