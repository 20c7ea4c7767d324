//! Checks of inputs of all kinds that an engine may describe.

use serde_json::json;

use super::{Checked, Setting};
use crate::page::Page;
use crate::samples::BOARD;

/// A script that returns the initial values, the values after wrong and right ones were set, and
/// those after files were chosen; then the displayed range.
const SCRIPT: &str = "
    const { Inputs } = await import(new URL('inputs.js', document.baseURI).href);
    const [described, right] = arguments;
    const container = document.body.appendChild(document.createElement('div'));
    const seen = [];
    const inputs = new Inputs(container, described, 'checked');
    seen.push(inputs.values());
    inputs.set({ integer: 'x', flag: 'x', text: 1, texts: [1], choice: 'x', set: 'x', unknown: 1 });
    seen.push(inputs.values());
    inputs.set(right);
    seen.push(inputs.values());
    const files = new DataTransfer();
    files.items.add(new File(['one'], 'one.txt'));
    files.items.add(new File(['two'], 'two.txt'));
    const field = container.querySelector('[type=file]');
    field.files = files.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    for (let wait = 0; inputs.values().texts.length < 2 && wait < 100; wait++) {
        await new Promise((later) => setTimeout(later, 20));
    }
    const help = (key) => document.getElementById(`checked-${key}`).getAttribute('aria-describedby');
    const helps = ['integer', 'flag', 'text', 'texts'].map((key) => document.getElementById(help(key)).textContent);
    return [...seen, inputs.values(), container.querySelector('[type=number]').title, helps];";

pub(super) fn inputs_keep_their_values(setting: &Setting<'_>) -> Checked {
    Page::open(setting.driver, setting.site.address())?;
    let choices = json!([{ "name": "a", "help": "" }, { "name": "b", "help": "" }]);
    let first = json!({ "integer": 4, "flag": false, "text": "", "texts": [], "choice": "a", "set": ["a"] });
    let described: Vec<_> = first
        .as_object()
        .into_iter()
        .flatten()
        .map(|(kind, default)| {
            json!({ "key": kind, "label": kind, "kind": kind, "default": default, "least": 2, "most": 6000,
                "choices": choices, "help": format!("about {kind}") })
        })
        .collect();
    let right =
        json!({ "integer": 5, "flag": true, "text": "x y", "texts": ["old"], "choice": "b", "set": ["b"] });
    let mut chosen = right.clone();
    chosen["texts"] = json!(["one", "two"]);
    let seen = setting.driver.run(SCRIPT, &[json!(described), right.clone()])?;
    let helps = ["integer", "flag", "text", "texts"].map(|kind| json!(format!("about {kind}")));
    assert_eq!(seen, json!([first, first, right, chosen, "2 to 6,000", helps]));
    Ok(())
}

pub(super) fn unused_inputs_block_nothing(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sliding")?;
    panel.write(BOARD)?;
    panel.choose("solver", "snake")?;
    panel.choose_option("snake-length", "9999")?;
    panel.choose("solver", "optimal")?;
    panel.solve(BOARD, 10).map(drop)
}
