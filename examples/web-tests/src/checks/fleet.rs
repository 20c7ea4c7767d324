//! Checks of fleets, which run until they are stopped.

use std::error::Error;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Checked, Setting};
use crate::gestures::Place;
use crate::keys::{ENTER, ESCAPE, RIGHT};
use crate::page::Page;
use crate::panel::Panel;

/// The family that has fleets, and an instance in which nothing stands in any robot's way.
const FAMILY: &str = "robots";
const SAMPLE: &str = "Two rooms and a door, 5 robots";

/// The time in which a fast fleet makes steps.
const PAUSE: Duration = Duration::from_millis(150);

/// Begins a fleet, makes it fast, and pauses it.
fn begin(panel: &Panel<'_>) -> Checked {
    panel.open_sample(SAMPLE)?;
    panel.click("mode-fleet")?;
    panel.settle()?;
    assert_eq!(mode(panel)?, "fleet", "{}", panel.words("message")?);
    panel.press_where_focus_is("+++ ")?;
    is_paused(panel)
}

fn mode(panel: &Panel<'_>) -> Result<String, Box<dyn Error>> {
    Ok(panel.driver.text(&format!("document.getElementById('panel-{}').dataset.mode", panel.family))?)
}

/// Waits until the fleet pauses, and until the last step is drawn.
fn is_paused(panel: &Panel<'_>) -> Checked {
    panel.wait("play", "!part.classList.contains('playing')", 3)?;
    sleep(PAUSE);
    panel.wait("board", "document.getAnimations().length === 0", 2)?;
    Ok(())
}

/// Returns the number of steps and of visited goals.
fn counts(panel: &Panel<'_>) -> Result<[u64; 2], Box<dyn Error>> {
    let facts = panel.pairs("fleet-facts")?;
    let count =
        |name: &str| facts.iter().find(|(label, _)| label == name).ok_or_else(|| format!("no {name}"));
    Ok([count("Steps")?.1.parse()?, count("Goals visited")?.1.parse()?])
}

/// Returns the places to which the fleet has moved tokens or the marks of their goals.
fn moved(panel: &Panel<'_>, class: &str) -> Result<Vec<Place>, Box<dyn Error>> {
    let places = format!(
        "Array.from({}.querySelectorAll('{class}'),
            (each) => each.style.transform.match(/-?[\\d.]+/g).map(Number))",
        panel.element("board")
    );
    Ok(serde_json::from_value(panel.driver.value(&places)?)?)
}

/// Returns the numbers of closed places and of selected robots.
fn marked(panel: &Panel<'_>) -> Result<Value, Box<dyn Error>> {
    let count = |class| format!("{}.querySelectorAll('{class}').length", panel.element("board"));
    Ok(panel.driver.value(&format!("[{}, {}]", count(".overlay .closed"), count(".m-token.selected")))?)
}

pub(super) fn a_fleet_runs_until_it_is_stopped(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    assert!(!page.panel("sliding")?.is_shown("mode-fleet")?, "a family without fleets has the button");
    let panel = page.panel(FAMILY)?;
    begin(&panel)?;
    let (text, [begun, _]) = (panel.text()?, counts(&panel)?);
    panel.press_where_focus_is(" ")?;
    let steps = "parseInt(part.querySelector('dd').textContent.replace(',', ''))";
    panel.wait("fleet-facts", &format!("{steps} >= {}", begun + 30), 20)?;
    panel.press_where_focus_is(" ")?;
    is_paused(&panel)?;
    let [steps, visited] = counts(&panel)?;
    assert!(visited > 3, "{visited} goals in {steps} steps");
    let told = panel.words("fleet-words")?;
    assert_eq!(told.split(',').next(), Some(format!("Paused; steps: {steps}").as_str()));

    panel.click("play")?;
    page.panel("sliding")?;
    sleep(PAUSE);
    let panel = page.panel(FAMILY)?;
    is_paused(&panel)?;
    let stopped = counts(&panel)?;
    sleep(PAUSE);
    assert_eq!(counts(&panel)?, stopped, "a fleet that nobody sees runs");

    panel.click("play")?;
    panel.click("mode-play")?;
    panel.settle()?;
    sleep(PAUSE);
    assert!(panel.pairs("fleet-facts")?.is_empty(), "a fleet runs in another mode");
    assert_eq!(panel.text()?, text);
    panel.is_consistent()?;
    begin(&panel)?;
    panel.solve(&text, 10)?;
    panel.settle()?;
    assert_eq!(mode(&panel)?, "watch");
    panel.is_consistent()?;
    begin(&panel)?;
    let panel = page.reload()?.visible()?;
    assert_eq!(mode(&panel)?, "play", "a fleet is kept");
    panel.is_consistent()
}

pub(super) fn a_click_closes_a_cell_and_sends_a_robot(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel(FAMILY)?;
    begin(&panel)?;
    let text = panel.text()?;
    let view: Value = serde_json::from_str(&motion_web::read(FAMILY, &text))?;
    let points: Vec<Place> = serde_json::from_value(view["points"].clone())?;
    let robots = moved(&panel, ".m-token")?;
    let vacant = points.iter().find(|point| !robots.contains(point)).ok_or("no vacant place")?;
    panel.click_board(vacant[0], vacant[1])?;
    assert_eq!(marked(&panel)?, json!([1, 0]), "a click closes");
    // The cursor is where the click was.
    panel.press_where_focus_is(RIGHT)?;
    panel.press_where_focus_is(ENTER)?;
    assert_eq!(marked(&panel)?, json!([0, 0]), "Enter opens");

    panel.click_board(robots[0][0], robots[0][1])?;
    assert_eq!(marked(&panel)?, json!([0, 1]), "a click selects a robot");
    panel.click_board(vacant[0], vacant[1])?;
    assert_eq!(moved(&panel, ".m-mark")?.first(), Some(vacant), "the goal of the robot that was sent");
    assert_eq!(marked(&panel)?, json!([0, 1]));
    panel.press_where_focus_is(" ")?;
    // A goal that is visited is followed by another.
    let goal = json!(format!("translate({}px, {}px)", vacant[0], vacant[1]));
    panel.wait("board", &format!("part.querySelector('.m-mark').style.transform !== {goal}"), 20)?;
    panel.press_where_focus_is(ESCAPE)?;
    assert_eq!(marked(&panel)?, json!([0, 0]), "Escape unselects the robot");
    assert_eq!(panel.text()?, text);

    setting.driver.run("document.getElementById('abandon').click();", &[])?;
    panel.wait("message", "part.textContent.startsWith('The fleet has ended: ')", 5)?;
    panel.settle()?;
    assert_eq!(mode(&panel)?, "play");
    panel.is_consistent()
}
