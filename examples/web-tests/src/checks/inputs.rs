//! Checks of inputs of all kinds that an engine may describe.

use serde_json::json;

use super::{Checked, Setting};
use crate::page::Page;

/// A script that returns the initial values, the values after wrong and right ones were set, and
/// those after files were chosen; then the displayed range.
const SCRIPT: &str = "
    const { Inputs } = await import(new URL('inputs.js', document.baseURI).href);
    const [described, right] = arguments;
    const container = document.body.appendChild(document.createElement('div'));
    const seen = [];
    const inputs = new Inputs(container, described, 'checked', () => seen.push(inputs.values()));
    seen.push(inputs.values());
    inputs.set({ integer: 'x', flag: 'x', text: 1, texts: [1], choice: 'x', unknown: 1 });
    seen.push(inputs.values());
    inputs.set(right);
    seen.push(inputs.values());
    const files = new DataTransfer();
    files.items.add(new File(['one'], 'one.txt'));
    files.items.add(new File(['two'], 'two.txt'));
    const field = container.querySelector('[type=file]');
    field.files = files.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    for (let wait = 0; seen.length < 4 && wait < 100; wait++) {
        await new Promise((later) => setTimeout(later, 20));
    }
    return [...seen, container.querySelector('[type=number]').title];";

pub(super) fn inputs_keep_their_values(setting: &Setting<'_>) -> Checked {
    Page::open(setting.driver, setting.site.address())?;
    let choices = json!([{ "name": "a", "help": "" }, { "name": "b", "help": "" }]);
    let first = json!({ "integer": 4, "flag": false, "text": "", "texts": [], "choice": "a", "set": [] });
    let described: Vec<_> = first
        .as_object()
        .into_iter()
        .flatten()
        .map(|(kind, default)| {
            json!({ "key": kind, "label": kind, "kind": kind, "default": default, "least": 2, "most": 6000,
                "choices": choices })
        })
        .collect();
    let right =
        json!({ "integer": 5, "flag": true, "text": "x y", "texts": ["old"], "choice": "b", "set": ["b"] });
    let mut chosen = right.clone();
    chosen["texts"] = json!(["one", "two"]);
    let seen = setting.driver.run(SCRIPT, &[json!(described), right.clone()])?;
    assert_eq!(seen, json!([first, first, right, chosen, "2 to 6,000"]));
    Ok(())
}
