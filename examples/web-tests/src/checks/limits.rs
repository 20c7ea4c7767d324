//! Checks of runs that are ended by the user, by memory or by time.

use super::{Checked, Setting};
use crate::page::{Page, begin_ticks, ticks};
use crate::panel::Panel;

/// A level that cannot be solved by the fewest pushes within seconds.
const HARD_LEVEL: &str = "\
#############
##   ###    #
## #  $     #
#...   $$$$ #
#...  $ #   #
#...# $   $ #
# #   $ # @ #
##     # #  #
#############
";

/// Records when the state of a run changes, and when it is to be cancelled, in milliseconds.
fn begin_times(setting: &Setting<'_>, panel: &Panel<'_>) -> Checked {
    let script = format!(
        "window.times = {{}}; const state = {};
        new MutationObserver(() => {{ window.times[state.dataset.state] ??= performance.now(); }})
            .observe(state, {{ attributes: true }});
        {}.addEventListener('click', () => {{ window.times.click = performance.now(); }}, true);",
        panel.element("solve-state"),
        panel.element("cancel"),
    );
    setting.driver.run(&script, &[])?;
    Ok(())
}

/// Returns the milliseconds between two times.
fn between(setting: &Setting<'_>, first: &str, last: &str) -> Result<f64, Box<dyn std::error::Error>> {
    let difference = setting.driver.value(&format!("window.times.{last} - window.times.{first}"))?;
    difference.as_f64().ok_or_else(|| format!("there are no times {first} and {last}").into())
}

/// Makes a board of 10×10 with the page's own form.
fn random_board(setting: &Setting<'_>, panel: &Panel<'_>) -> Result<String, Box<dyn std::error::Error>> {
    for (key, value) in [("rows", 10), ("columns", 10)] {
        let script = format!("document.getElementById('sliding-random-{key}').value = {value};");
        setting.driver.run(&script, &[])?;
    }
    panel.click("random")?;
    panel.wait("facts", "part.textContent.includes('10 × 10')", 10)?;
    panel.settle()?;
    Ok(panel.text()?)
}

pub(super) fn cancelling_keeps_the_best(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sliding")?;
    let text = random_board(setting, &panel)?;
    begin_times(setting, &panel)?;
    begin_ticks(setting.driver)?;
    panel.start(Some("short"), 120, 1024)?;
    panel.wait("progress", "part.textContent.includes('Best so far')", 60)?;
    std::thread::sleep(std::time::Duration::from_secs(3));
    let (count, greatest) = ticks(setting.driver)?;
    panel.click("cancel")?;
    let (state, _) = panel.end(5)?;
    let milliseconds = between(setting, "click", "cancelled")?;
    println!("   cancelled after {milliseconds:.0} ms; {count} ticks, the greatest gap is {greatest:.0} ms");
    assert_eq!(state, "cancelled");
    assert!(milliseconds <= 200.0 * setting.patience, "{milliseconds} ms");
    assert!(
        count > 50 && greatest <= 200.0 * setting.patience,
        "{count} ticks, the greatest gap is {greatest} ms"
    );
    assert!(panel.words("solve-state")?.contains("best solution so far stays"));
    let moves = panel.verify(&text)?;
    println!("   {moves} moves are kept");
    panel.start(Some("snake"), 20, 1024)?;
    assert_eq!(panel.end(20)?.1, "solved");
    Ok(())
}

pub(super) fn memory_is_limited(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sokoban")?;
    panel.write(HARD_LEVEL)?;
    panel.start(Some("BFS"), 60, 32)?;
    assert_eq!(panel.end(70)?, ("finished".into(), "stopped".into()));
    let words = panel.words("solve-state")?;
    println!("   {words}");
    assert!(words.contains("memory"), "{words}");
    Ok(())
}

pub(super) fn time_is_limited(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    for (family, text, solvers) in
        [("sokoban", Some(HARD_LEVEL), &["BFS", "A*"][..]), ("sliding", None, &["short", "optimal"])]
    {
        let panel = page.panel(family)?;
        match text {
            Some(text) => panel.write(text)?,
            None => drop(random_board(setting, &panel)?),
        }
        for &solver in solvers {
            begin_times(setting, &panel)?;
            panel.start(Some(solver), 2, 2048)?;
            let (state, outcome) = panel.end(10)?;
            let seconds = between(setting, "running", &state)? / 1000.0;
            println!("   {family}, {solver}: {outcome} after {seconds:.2} s");
            // A solver that improves solutions until its time limit has solved the instance.
            assert_eq!(state, "finished", "{family}, {solver}");
            assert!(
                outcome == "stopped" || solver == "short" && outcome == "solved",
                "{family}, {solver}: {outcome}"
            );
            let late = 0.3 * setting.patience;
            assert!((1.7..=2.0 + late).contains(&seconds), "{family}, {solver}: {seconds} s instead of 2");
        }
    }
    Ok(())
}
