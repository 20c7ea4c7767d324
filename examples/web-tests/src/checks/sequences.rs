//! Sequences of actions, after each of which everything shown belongs to one instance.

use std::error::Error;
use std::fmt;

use families::{ALL, family};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use super::{Checked, Setting};
use crate::gestures::Place;
use crate::page::Page;
use crate::panel::Panel;

/// The number of actions of a random sequence.
const LENGTH: usize = 10;
/// How often an action is looked for that is possible.
const TRIES: usize = 40;
/// The number of failures after which no further sequences are tried.
const MOST_FAILURES: usize = 10;

/// An action of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Sample,
    Make,
    Paste,
    Edit,
    Solve,
    Cancel,
    Play,
    Undo,
    Tab,
    Reload,
    Back,
}

const ACTIONS: [Action; 11] = [
    Action::Sample,
    Action::Make,
    Action::Paste,
    Action::Edit,
    Action::Solve,
    Action::Cancel,
    Action::Play,
    Action::Undo,
    Action::Tab,
    Action::Reload,
    Action::Back,
];

/// A session with the page: a user whose actions the generator chooses.
struct Session<'a> {
    page: Page<'a>,
    generator: Xoshiro256PlusPlus,
    /// The actions until now, in words.
    done: Vec<String>,
}

impl fmt::Display for Session<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.done.join(" → "))
    }
}

impl<'a> Session<'a> {
    fn begin(setting: &Setting<'a>, family: usize, seed: u64) -> Result<Self, Box<dyn Error>> {
        let page = Page::open(setting.driver, setting.site.address())?;
        let family = ALL[family % ALL.len()].name();
        page.panel(family)?;
        let generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(Self { page, generator, done: vec![family.to_owned()] })
    }

    fn is_heads(&mut self) -> bool {
        self.generator.random_bool(0.5)
    }

    /// Does an action, and checks everything that is shown afterwards.
    fn act(&mut self, action: Action) -> Checked {
        self.done.push(format!("{action:?}"));
        let panel = self.page.visible()?;
        let words = self.carry_out(action, &panel)?;
        if let Some(done) = self.done.last_mut() {
            *done = format!("{action:?}{words}");
        }
        self.page.visible()?.is_consistent()
    }

    /// Ends the session: a run ends, and the address holds the instance.
    fn end(&mut self) -> Checked {
        self.done.push("end".to_owned());
        let panel = self.page.visible()?;
        wait_for_run(&panel)?;
        panel.is_consistent()?;
        panel.await_address()
    }

    /// Returns a description of the choices.
    fn carry_out(&mut self, action: Action, panel: &Panel<'_>) -> Result<String, Box<dyn Error>> {
        match action {
            Action::Sample => self.choose_sample(panel),
            Action::Make => {
                panel.open_details("random-details")?;
                panel.click("random-next")?;
                panel.after_gesture()?;
                Ok(String::new())
            }
            Action::Paste => {
                let text = self.some_text(panel.family)?;
                panel.paste(&text)?;
                Ok(format!(" {text:?}"))
            }
            Action::Edit => self.edit(panel),
            Action::Solve => self.solve(panel),
            Action::Cancel => cancel(panel).map(|()| String::new()),
            Action::Play => self.play(panel),
            Action::Undo => {
                let buttons = ["undo", "redo", "restart"].map(|part| panel.element(part));
                let script = format!("[{}].find((button) => !button.disabled)?.click()", buttons.join(", "));
                panel.driver.value(&script)?;
                panel.after_gesture()?;
                Ok(String::new())
            }
            Action::Tab => self.change_tab(panel.family),
            Action::Reload => {
                let text = panel.text()?;
                self.page = self.page.reload()?;
                let now = self.page.visible()?.text()?;
                (now == text).then(String::new).ok_or_else(|| format!("{now:?} instead of {text:?}").into())
            }
            Action::Back => Ok(if self.page.back()? { "" } else { " (nothing)" }.to_owned()),
        }
    }

    fn choose_sample(&mut self, panel: &Panel<'_>) -> Result<String, Box<dyn Error>> {
        let samples = description(panel.family)?["samples"].take();
        let names: Vec<&str> =
            samples.as_array().into_iter().flatten().filter_map(|sample| sample["name"].as_str()).collect();
        let name = names.choose(&mut self.generator).ok_or("there are no samples")?;
        panel.open_sample(name)?;
        Ok(format!(" {name:?}"))
    }

    /// Returns a sample, a random instance, or a text that is wrong.
    fn some_text(&mut self, name: &str) -> Result<String, Box<dyn Error>> {
        let samples = family(name).ok_or("there is no such family")?.description().samples;
        let kind = self.generator.random_range(0..4);
        if kind == 0 {
            return Ok("?!\n".to_owned());
        }
        let seed: u32 = self.generator.random();
        let made: Value =
            serde_json::from_str(&motion_web::random(name, &json!({ "seed": seed }).to_string()))?;
        let sample = samples.choose(&mut self.generator).ok_or("there are no samples")?;
        let made = made["text"].as_str().filter(|_| kind == 1).unwrap_or(sample.text);
        Ok(made.to_owned())
    }

    fn solve(&mut self, panel: &Panel<'_>) -> Result<String, Box<dyn Error>> {
        wait_for_run(panel)?;
        panel.start(None, 1, 256)?;
        if self.is_heads() {
            panel.settle()?;
            return Ok(" (running)".to_owned());
        }
        wait_for_run(panel)?;
        Ok(String::new())
    }

    /// Goes to the next tab, and perhaps back.
    fn change_tab(&mut self, family: &str) -> Result<String, Box<dyn Error>> {
        let at = ALL.iter().position(|other| other.name() == family).unwrap_or_default();
        let next = ALL[(at + 1) % ALL.len()].name();
        self.page.panel(next)?.is_consistent()?;
        if self.is_heads() {
            return Ok(format!(" {next}"));
        }
        self.page.panel(ALL[at].name())?;
        Ok(format!(" {next} and back"))
    }

    fn edit(&mut self, panel: &Panel<'_>) -> Result<String, Box<dyn Error>> {
        let tools = description(panel.family)?["tools"].take();
        let tools: Vec<&Value> = tools.as_array().into_iter().flatten().collect();
        let (text, points) = instance(panel)?;
        for _ in 0..TRIES {
            let (Some(&tool), Some(&place), Some(&from)) = (
                tools.choose(&mut self.generator),
                points.choose(&mut self.generator),
                points.choose(&mut self.generator),
            ) else {
                break;
            };
            let places = if tool["places"] == 2 { vec![from, place] } else { vec![place] };
            let mut action = json!({ "tool": tool["tool"], "x": place[0], "y": place[1] });
            if places.len() == 2 {
                action["from"] = json!(from);
            }
            let edited = answer(&motion_web::edit(panel.family, &text, &action.to_string()))?;
            if edited["text"].as_str().is_some_and(|edited| edited != text) {
                panel.click("mode-edit")?;
                panel.choose_tool(tool["tool"].as_str().unwrap_or_default())?;
                click(panel, &places)?;
                return Ok(format!(" {action}"));
            }
        }
        Ok(" (nothing)".to_owned())
    }

    fn play(&mut self, panel: &Panel<'_>) -> Result<String, Box<dyn Error>> {
        let (text, points) = instance(panel)?;
        let played = |action: Value| answer(&motion_web::play(panel.family, &text, &action.to_string()));
        for _ in 0..TRIES {
            let Some(&from) = points.choose(&mut self.generator) else { break };
            let first = played(json!({ "x": from[0], "y": from[1], "from": null }))?;
            let mut places = vec![from];
            if let (true, Some(&to)) = (first["selected"].is_array(), points.choose(&mut self.generator)) {
                let second = played(json!({ "x": to[0], "y": to[1], "from": first["selected"] }))?;
                places.push(to);
                if second["text"].is_null() {
                    continue;
                }
            } else if first["text"].is_null() {
                continue;
            }
            panel.click("mode-play")?;
            click(panel, &places)?;
            return Ok(format!(" {places:?}"));
        }
        Ok(" (nothing)".to_owned())
    }
}

fn click(panel: &Panel<'_>, places: &[Place]) -> Checked {
    for [x, y] in places {
        panel.click_board(*x, *y)?;
    }
    Ok(())
}

fn cancel(panel: &Panel<'_>) -> Checked {
    if panel.data("solve-state", "state")? != "running" {
        panel.start(None, 10, 256)?;
    }
    let script = format!("{}.click()", panel.element("cancel"));
    panel.driver.value(&script)?;
    panel.end(10)?;
    panel.after_gesture()?;
    Ok(())
}

/// Waits until no run is on.
fn wait_for_run(panel: &Panel<'_>) -> Checked {
    panel.wait("solve-state", "part.dataset.state !== 'running'", 20)?;
    panel.settle()?;
    Ok(())
}

/// Returns the visible text and its places.
fn instance(panel: &Panel<'_>) -> Result<(String, Vec<Place>), Box<dyn Error>> {
    let text = panel.text()?;
    let points = answer(&motion_web::read(panel.family, &text))?["points"].take();
    Ok((text, serde_json::from_value(points)?))
}

fn answer(json: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(json)
}

fn description(name: &str) -> Result<Value, Box<dyn Error>> {
    let mut all = answer(&motion_web::describe())?;
    let own = all.as_array_mut().into_iter().flatten().find(|family| family["name"] == name);
    Ok(own.ok_or("there is no such family")?.take())
}

/// Runs sequences. Tells those after which something belongs to another instance.
fn run_all(setting: &Setting<'_>, sequences: impl Iterator<Item = (u64, Vec<Action>)>) -> Checked {
    let (mut count, mut failures) = (0, 0);
    for (seed, actions) in sequences {
        let family = usize::try_from(seed)?;
        let mut session = Session::begin(setting, family, seed)?;
        let result = actions.iter().try_for_each(|&action| session.act(action)).and_then(|()| session.end());
        count += 1;
        if let Err(why) = result {
            failures += 1;
            println!("   seed {seed}: {session}: {why}");
        }
        if failures == MOST_FAILURES {
            break;
        }
    }
    println!("   {count} sequences");
    if failures == 0 { Ok(()) } else { Err(format!("{failures} of {count} sequences").into()) }
}

pub(super) fn pairs_leave_one_instance(setting: &Setting<'_>) -> Checked {
    let pairs = ACTIONS.iter().flat_map(|&first| ACTIONS.map(|second| vec![first, second]));
    run_all(setting, (setting.seed..).zip(pairs))
}

pub(super) fn random_sequences_leave_one_instance(setting: &Setting<'_>) -> Checked {
    let actions = |seed| {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..LENGTH).filter_map(|_| ACTIONS.choose(&mut generator).copied()).collect()
    };
    run_all(setting, (setting.seed..).take(setting.sequences).map(|seed| (seed, actions(seed))))
}
