//! Comparison of everything that a panel shows with the native engine.

use std::error::Error;

use families::{Sample, family};
use serde_json::{Value, json};

use crate::panel::{CATCH_FILES, Panel};

/// A script that returns, in one turn of the page, all that a panel shows and would save.
const SEEN: &str = "
    const [name] = arguments;
    const panel = document.getElementById(`panel-${name}`);
    const part = (name) => panel.querySelector(`[data-part=${name}]`);
    const isShown = (element) => Boolean(element?.offsetParent);
    const list = (element) => Array.from(element.children,
        (pair) => [pair.querySelector('dt').textContent, pair.querySelector('dd').textContent]);
    const hasCard = isShown(part('solution'));
    part('download-instance').click();
    if (hasCard) { part('download-solution').click(); }
    const seen = {
        text: part('text').value,
        isCut: part('text').readOnly,
        status: part('badge').dataset.status,
        message: part('message').textContent,
        error: part('text-error').hidden ? null : part('text-error-message').textContent,
        facts: list(part('facts')),
        sample: part('sample').selectedOptions[0]?.text ?? null,
        board: isShown(part('board')),
        card: hasCard ? { metrics: list(part('metrics')), steps: Number(part('steps').dataset.steps) } : null,
        step: Number(part('steps').dataset.step ?? 0),
        watchable: !part('mode-watch').disabled,
        watched: part('mode-watch').getAttribute('aria-pressed') === 'true',
        run: [part('solve-state').dataset.state, part('solve-state').dataset.outcome ?? ''],
        saves: isShown(part('download-solution')),
    };
    for (let wait = 0; wait < 300 && window.files.length < (hasCard ? 2 : 1); wait++) {
        await new Promise((later) => setTimeout(later, 10));
    }
    const saved = (isSolution) =>
        window.files.find(({ name }) => name.includes('-solution') === isSolution)?.text ?? null;
    return { ...seen, instance: saved(false), solution: saved(true) };";

/// A script that compares the board with a picture. It returns the first difference, or null.
const COMPARE_PICTURE: &str = "
    const [selector, native] = arguments;
    const board = document.querySelector(selector);
    const shown = board.querySelector('svg');
    if (native === null || !shown) {
        const isRight = native === null && !shown && board.querySelector('.placeholder');
        return isRight ? null : `the board has ${shown ? 'a' : 'no'} picture`;
    }
    const plain = (svg) => {
        const copy = svg.cloneNode(true);
        copy.querySelectorAll('.overlay, script, foreignObject, image, use, a').forEach((part) => part.remove());
        copy.querySelectorAll('.m-token, .m-token *').forEach((part) => part.removeAttribute('style'));
        return copy.innerHTML;
    };
    const parsed = new DOMParser().parseFromString(native, 'image/svg+xml').documentElement;
    const [one, other] = [plain(shown), plain(document.importNode(parsed, true))];
    let at = 0;
    while (at < one.length && one[at] === other[at]) { at++; }
    return one === other ? null
        : `the board has …${one.slice(at - 40, at + 60)}…, natively …${other.slice(at - 40, at + 60)}…`;";

/// A script that waits until the address holds what the panel shows. It returns the difference that
/// remains, or null.
const COMPARE_ADDRESS: &str = "
    const [name] = arguments;
    const area = document.querySelector(`#panel-${name} [data-part=text]`);
    const decode = async () => {
        const [, family, kind, data] = /^#([\\w-]+)(?:\\/([zp])\\.([\\w-]*))?$/.exec(location.hash) ?? [];
        if (!kind) { return { family, text: null }; }
        const bytes = Uint8Array.from(atob(data.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
        const packed = new Blob([bytes]).stream();
        const plain = kind === 'z' ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed;
        return { family, text: JSON.parse(await new Response(plain).text()).text };
    };
    let linked = null;
    for (let wait = 0; wait < 80; wait++) {
        linked = await decode();
        const isTooLong = area.readOnly || linked.text === null && area.value.length > 10000;
        if (linked.family === name && (linked.text === area.value || isTooLong)) { return null; }
        await new Promise((later) => setTimeout(later, 25));
    }
    return `the address holds, for ${linked.family}: ${linked.text}`;";

/// Returns a number or a text as the page shows it, but without separators of thousands.
fn shown(value: &Value) -> String {
    match value {
        Value::Number(number) if number.is_f64() => {
            let rounded = format!("{:.2}", number.as_f64().unwrap_or_default());
            rounded.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        Value::String(text) => text.replace(',', ""),
        other => other.to_string(),
    }
}

/// Returns pairs of a label and a value in one form.
fn pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a Value)>) -> Vec<(String, String)> {
    let pair = |(label, value)| (str::to_lowercase(label).replace('_', " "), shown(value));
    pairs.into_iter().map(pair).filter(|(_, value)| !value.is_empty() && value != "null").collect()
}

/// Returns the pairs of a JSON array.
fn pairs_of(list: &Value) -> Vec<(String, String)> {
    let list = list.as_array().into_iter().flatten();
    pairs(list.map(|pair| (pair[0].as_str().unwrap_or_default(), &pair[1])))
}

/// Everything that a panel shows, with the native view of its text.
struct Comparison<'a> {
    family: &'a str,
    text: &'a str,
    seen: &'a Value,
    view: &'a Value,
}

/// A difference, or nothing.
type Difference = Option<String>;

fn unless(equal: bool, difference: impl FnOnce() -> String) -> Difference {
    (!equal).then(difference)
}

impl Comparison<'_> {
    fn first(&self) -> Difference {
        self.status()
            .or_else(|| self.facts())
            .or_else(|| self.sample())
            .or_else(|| self.instance())
            .or_else(|| self.solution())
            .or_else(|| self.run())
    }

    fn status(&self) -> Difference {
        let Self { seen, view, .. } = self;
        let message = seen["message"].as_str().unwrap_or_default();
        let reason = view["reason"].as_str().unwrap_or_default();
        let is_verdict = ["Unsolvable: ", "Lost: "].iter().any(|word| message.starts_with(word));
        let told = seen["error"].as_str();
        let error = view["error"]["message"].as_str();
        unless(seen["status"] == view["status"], || {
            format!("the badge says {}, natively {}", seen["status"], view["status"])
        })
        .or_else(|| {
            unless(!is_verdict || !reason.is_empty() && message.ends_with(reason), || {
                format!("the message is {message:?}, the native reason {reason:?}")
            })
        })
        .or_else(|| {
            unless(
                told.is_some() == error.is_some()
                    && told.unwrap_or_default().ends_with(error.unwrap_or_default()),
                || format!("the error is {told:?}, natively {error:?}"),
            )
        })
    }

    fn facts(&self) -> Difference {
        let (seen, native) = (pairs_of(&self.seen["facts"]), pairs_of(&self.view["facts"]));
        unless(seen == native, || format!("the facts are {seen:?}, natively {native:?}"))
    }

    fn sample(&self) -> Difference {
        let samples = family(self.family).map(|family| family.description().samples).unwrap_or_default();
        let name = samples.iter().find(|sample| sample.text == self.text);
        let name = name.map_or("(another)", |Sample { name, .. }| name);
        unless(self.seen["sample"] == name, || format!("the sample is {}, not {name:?}", self.seen["sample"]))
    }

    /// The saved file of the instance may be canonical.
    fn instance(&self) -> Difference {
        let saved = self.seen["instance"].as_str().unwrap_or_default();
        let is_same = saved == self.text || read(self.family, saved)["text"] == self.view["text"];
        unless(is_same, || format!("the saved instance is {saved:?}"))
    }

    fn solution(&self) -> Difference {
        let Self { seen, .. } = self;
        let Some(solution) = seen["solution"].as_str() else {
            let is_none = seen["card"].is_null() && seen["watchable"] == false && seen["saves"] == false;
            return unless(is_none, || "a solution is offered that cannot be saved".to_owned());
        };
        let native = parsed(&motion_web::show(self.family, self.text, solution));
        let Some(metrics) = native["metrics"].as_object() else {
            return Some(format!("the solution is one of another text: {}", native["error"]["message"]));
        };
        let metrics = pairs(metrics.iter().map(|(key, value)| (key.as_str(), value)));
        let shown = pairs_of(&seen["card"]["metrics"]);
        let steps = native["steps"].as_array().map_or(0, Vec::len);
        let has_player = native["error"].is_null();
        unless(shown == metrics, || format!("the solution's metrics are {shown:?}, natively {metrics:?}"))
            .or_else(|| {
                unless(seen["card"]["steps"] == steps, || {
                    format!("the solution has {} steps, natively {steps}", seen["card"]["steps"])
                })
            })
            .or_else(|| {
                unless(seen["watchable"] == has_player, || "the solution cannot be watched".to_owned())
            })
    }

    fn run(&self) -> Difference {
        let outcome = (self.seen["run"][0] == "finished").then(|| self.seen["run"][1].as_str()).flatten();
        let contradicts = match outcome {
            Some("solved") => self.seen["card"].is_null() || self.view["status"] == "unsolvable",
            Some("unsolvable") => !self.seen["card"].is_null(),
            _ => false,
        };
        unless(!contradicts, || {
            format!("the run's outcome is {outcome:?}, the status {}", self.view["status"])
        })
    }
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_default()
}

fn read(family: &str, text: &str) -> Value {
    parsed(&motion_web::read(family, text))
}

impl Panel<'_> {
    /// Returns a difference between what is shown and what the native engine makes of the visible
    /// text; `None` if everything belongs to this text.
    ///
    /// # Errors
    ///
    /// If the page no longer exists.
    pub fn difference(&self) -> Result<Option<String>, Box<dyn Error>> {
        self.settle()?;
        let seen =
            self.driver.run(&format!("(() => {{ {CATCH_FILES} }})(); {SEEN}"), &[json!(self.family)])?;
        if seen["isCut"] == true {
            return Ok(None);
        }
        let text = seen["text"].as_str().unwrap_or_default();
        let view = read(self.family, text);
        let comparison = Comparison { family: self.family, text, seen: &seen, view: &view };
        let found =
            comparison.first().or_else(|| unless(seen["board"] == true, || "the board is hidden".to_owned()));
        let is_moved = seen["watched"] == true && seen["step"] != 0;
        if found.is_some() || is_moved {
            return Ok(found);
        }
        let picture =
            self.driver.run(COMPARE_PICTURE, &[json!(self.selector("board")), view["svg"].clone()])?;
        Ok(picture.as_str().map(str::to_owned))
    }

    /// Waits until the address of the page holds the visible text.
    ///
    /// # Errors
    ///
    /// If it does not soon, or the page no longer exists.
    pub fn await_address(&self) -> Result<(), Box<dyn Error>> {
        let difference = self.driver.run(COMPARE_ADDRESS, &[json!(self.family)])?;
        difference.as_str().map_or(Ok(()), |difference| Err(difference.into()))
    }

    /// Asserts that everything that is shown belongs to one instance.
    ///
    /// # Errors
    ///
    /// If it does not, or the page no longer exists.
    pub fn is_consistent(&self) -> Result<(), Box<dyn Error>> {
        self.difference()?.map_or(Ok(()), |difference| Err(difference.into()))
    }
}
