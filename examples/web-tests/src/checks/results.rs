//! Checks that results belong to the visible instance, and are shown.

use std::error::Error;
use std::thread::sleep;
use std::time::Duration;

use families::{ALL, Family, Sample};
use serde_json::json;

use super::{Checked, Setting};
use crate::page::Page;
use crate::panel::Panel;
use crate::samples::{BOARD, first_sample, open_samples};
use crate::workers::replaced_workers;

const OTHER_BOARD: &str = "1 2 3\n4 5 6\n0 7 8\n";
const ONE_MOVE: &str = "1 2 3\n4 5 6\n7 0 8\n";
const SOLVED: &str = "1 2 3\n4 5 6\n7 8 0\n";
const UNSOLVABLE: &str = "2 1 3\n4 5 6\n7 8 0\n";
/// How often solving is followed by solving another instance.
const ROUNDS: usize = 6;
/// A solver that reports the shortest solution, and at last returns a longer one.
const WORSENING_SOLVER: &str = "wasm_bindgen.solve = (family, text, request, report) => {
        report(JSON.stringify({ improved: { cost: 2, solution: 'UL', seconds: 0 } }));
        const begun = Date.now();
        while (Date.now() - begun < 1500) { /* searches */ }
        return JSON.stringify({ outcome: 'solved', solution: 'UDUL', cost: 4, moves: 4, quality: 'feasible' });
    };";
/// A solver that reports a solution, and after a while a better one.
const IMPROVING_SOLVER: &str = "wasm_bindgen.solve = (family, text, request, report) => {
        report(JSON.stringify({ improved: { cost: 4, solution: 'UDUL', seconds: 0 } }));
        const begun = Date.now();
        while (Date.now() - begun < 1500) { /* searches */ }
        return JSON.stringify({ outcome: 'solved', solution: 'UL', cost: 2, moves: 2, quality: 'optimal' });
    };";
const GRAPH: &str = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 3\nr 3 1\n";
const SCHEDULERS: [&str; 7] =
    ["lacam", "path-shifts", "collision-repair", "conflict-search", "joint", "cost-tree", "sat"];
const TWO_BOXES: &str = "########\n#      #\n# $  $ #\n# @#.. #\n########\n";

fn board_panel<'a>(setting: &Setting<'a>) -> Result<Panel<'a>, Box<dyn Error>> {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sliding")?;
    panel.write(BOARD)?;
    Ok(panel)
}

pub(super) fn every_solution_is_played(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sliding")?;
    for text in [BOARD, OTHER_BOARD].into_iter().cycle().take(ROUNDS) {
        panel.paste(text)?;
        panel.solve(text, 20)?;
        let before = panel.tokens()?;
        let steps = panel.step_to_end()?;
        assert!(steps > 0);
        let moved = format!("JSON.stringify({}) !== {}", panel.tokens_expression(), json!(before));
        setting.driver.wait(&moved, 3)?;
    }
    Ok(())
}

pub(super) fn results_go_with_their_instance(setting: &Setting<'_>) -> Checked {
    let panel = board_panel(setting)?;
    panel.solve(BOARD, 10)?;
    for text in [OTHER_BOARD, UNSOLVABLE] {
        panel.paste(text)?;
        panel.is_consistent()?;
        let state = panel.data("solve-state", "state")?;
        assert_eq!(state, "idle", "{text:?}: {}", panel.words("solve-state")?);
    }
    panel.paste(BOARD)?;
    panel.is_consistent()
}

pub(super) fn a_pasted_text_replaces_the_solution(setting: &Setting<'_>) -> Checked {
    let panel = board_panel(setting)?;
    panel.solve(BOARD, 10)?;
    panel.paste(OTHER_BOARD)?;
    assert!(panel.is_shown("board")?, "the solution of the text before is still shown");
    panel.is_consistent()
}

pub(super) fn solving_again_shows_the_solution(setting: &Setting<'_>) -> Checked {
    let panel = board_panel(setting)?;
    panel.solve(BOARD, 10)?;
    panel.click("mode-play")?;
    panel.solve(BOARD, 10)?;
    panel.wait("mode-watch", "part.getAttribute('aria-pressed') === 'true'", 3)?;
    panel.is_consistent()
}

/// Returns a panel whose next run is that of this solver.
fn panel_with_solver<'a>(setting: &Setting<'a>, solver: &str) -> Result<Panel<'a>, Box<dyn Error>> {
    let panel = board_panel(setting)?;
    setting.driver.run(&replaced_workers(solver), &[])?;
    panel.write(ONE_MOVE)?;
    panel.solve(ONE_MOVE, 10)?;
    setting.driver.run("window.Worker = window.SoundWorker;", &[])?;
    panel.write(BOARD)?;
    Ok(panel)
}

/// Watches the first of several solutions of a run until its end.
fn watch_first(panel: &Panel<'_>, steps: u32) -> Checked {
    panel.start(None, 10, 256)?;
    let is_listed = format!("part.dataset.steps === '{steps}' && part.querySelector('[data-step=\"1\"]')");
    panel.wait("steps", &is_listed, 5)?;
    sleep(Duration::from_millis(50));
    panel.driver.click(&format!("{} [data-step=\"1\"]", panel.selector("steps")))?;
    panel.end(10)?;
    Ok(panel.settle()?)
}

pub(super) fn a_better_solution_is_shown_once(setting: &Setting<'_>) -> Checked {
    let panel = panel_with_solver(setting, IMPROVING_SOLVER)?;
    watch_first(&panel, 4)?;
    assert!(panel.is_shown("better")?, "no better solution is offered");
    let button = panel.element("better-go");
    setting.driver.run(&format!("{button}.click(); {button}.click();"), &[])?;
    panel.is_consistent()?;
    assert_eq!(panel.verify(BOARD)?, 2);
    Ok(())
}

pub(super) fn a_step_to_be_shown_goes_with_its_solution(setting: &Setting<'_>) -> Checked {
    let panel = board_panel(setting)?;
    panel.solve(BOARD, 10)?;
    panel.click("mode-play")?;
    panel.settle()?;
    let script = format!(
        "{}.querySelector('[data-step=\"2\"]').click(); const list = {};
        list.value = '0'; list.dispatchEvent(new Event('change', {{ bubbles: true }}));",
        panel.element("steps"),
        panel.element("sample"),
    );
    setting.driver.run(&script, &[])?;
    panel.settle()?;
    panel.solve(first_sample("sliding").text, 10)?;
    panel.settle()?;
    assert_eq!(panel.data("steps", "step")?, "0");
    Ok(())
}

pub(super) fn a_worse_solution_is_not_called_better(setting: &Setting<'_>) -> Checked {
    let panel = panel_with_solver(setting, WORSENING_SOLVER)?;
    watch_first(&panel, 2)?;
    let offered = panel.words("better-text")?;
    assert!(!panel.is_shown("better")?, "{offered}");
    assert_eq!(panel.verify(BOARD)?, 2);
    Ok(())
}

pub(super) fn a_solved_instance_has_an_empty_solution(setting: &Setting<'_>) -> Checked {
    let panel = board_panel(setting)?;
    panel.write(SOLVED)?;
    assert_eq!(panel.solve(SOLVED, 10)?, 0);
    panel.is_consistent()
}

pub(super) fn schedulers_need_no_objective(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("robots")?;
    panel.write(GRAPH)?;
    let mut failed = Vec::new();
    for scheduler in SCHEDULERS {
        panel.start(Some(scheduler), 2, 256)?;
        if panel.end(10)?.1 == "error" {
            failed.push(format!("{scheduler}: {}", panel.words("solve-state")?));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("; "));
    Ok(())
}

pub(super) fn optimal_is_said_with_its_unit(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    for (family, text) in [("sokoban", TWO_BOXES), ("sliding", BOARD)] {
        let panel = page.panel(family)?;
        panel.write(text)?;
        panel.solve(text, 10)?;
        let words = panel.words("solve-state")?;
        println!("   {family}: {words}");
        assert!(["push", "step", "move"].iter().any(|unit| words.contains(unit)), "{family}: {words}");
        let facts = panel.pairs("progress")?;
        let bound = facts.iter().find(|(label, _)| label == "Lower bound");
        let is_reached =
            |bound: &str| facts.iter().any(|(label, value)| label != "Lower bound" && value == bound);
        if let Some((_, bound)) = bound.filter(|_| words.contains("no solution")) {
            assert!(is_reached(bound), "{family}: {words} {facts:?}");
        }
    }
    Ok(())
}

pub(super) fn an_own_solution_is_judged(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let cases = [("sliding", BOARD, "UL", "UUUU"), ("sokoban", "#######\n#@ $ .#\n#######\n", "rRR", "rrl")];
    for (family, text, legal, illegal) in cases {
        let panel = page.panel(family)?;
        panel.write(text)?;
        panel.check_own(illegal)?;
        let words = panel.words("own-error")?;
        println!("   {family}, {illegal}: {words}");
        assert!(panel.is_shown("own-error")? && words.len() > 15, "{family}: {words}");
        panel.check_own(legal)?;
        assert!(!panel.is_shown("own-error")?, "{family}: {}", panel.words("own-error")?);
        panel.is_consistent()?;
        panel.verify(text)?;
    }
    Ok(())
}

pub(super) fn every_open_sample_is_consistent(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    for family in ALL.map(Family::name) {
        let panel = page.panel(family)?;
        for Sample { name, .. } in open_samples(family) {
            panel.open_sample(name)?;
            panel.start(None, 2, 512)?;
            panel.end(10)?;
            panel.is_consistent().map_err(|why| format!("{family}, {name}: {why}"))?;
        }
    }
    Ok(())
}
