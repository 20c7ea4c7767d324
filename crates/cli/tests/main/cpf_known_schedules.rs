//! Tests of `cpf --known`, with plans and schedules that are verified and from which a search
//! begins.

use cpf::Instance;
use cpf::formats::CpfText;
use motion_puzzles::BAD_INPUT;
use serde_json::Value;

use crate::cpf::{Folder, run};
use crate::cpf_schedules::TRIANGLE;

/// Every form of a plan is tried, with the scheduler that chooses and with others.
#[test]
fn known_schedules_are_verified_and_made_cheaper() {
    let grid = ["--grid", "6x6", "--blanks", "20", "--objective", "sum-of-costs", "--json"];
    let known = |file: &str, more: &[&str]| {
        let answer = run(&[&grid[..], &["--known", file], more].concat(), "");
        (answer.status(), answer.json().remove(0))
    };
    let folder = Folder::with(&[]);
    let mut costs = Vec::new();
    for form in ["moves", "steps", "paths"] {
        let file = folder.path(form);
        let first = ["--algorithm", "elimination", "--plan", &file, "--plan-format", form];
        let first = run(&[&grid[..], &first].concat(), "").json().remove(0);
        let cost = |line: &Value| line["sum_of_costs"].as_u64().expect("a cost");
        // Without nodes the plan is verified, and stays as it is.
        let (status, line) = known(&file, &["--node-limit", "0"]);
        assert_eq!((status, &line["outcome"], cost(&line)), (0, &"solved".into(), cost(&first)), "{form}");
        let lines =
            ["auto", "joint"].map(|name| known(&file, &["--algorithm", name, "--node-limit", "20000"]).1);
        assert!(cost(&lines[0]) < cost(&first) && cost(&lines[1]) <= cost(&first), "{lines:?}");
        costs.push((cost(&first), cost(&lines[0])));
    }
    assert!(costs.windows(2).all(|pair| pair[0] == pair[1]), "{costs:?}");
}

#[test]
fn known_schedules_that_are_illegal_are_refused_with_step_and_robot() {
    let rotation = "1 1 1 2\n1 2 2 3\n1 3 3 1\n";
    let folder = Folder::with(&[
        ("rotation", rotation),
        ("short", "c one robot (1)\n1 1 1 2\n"),
        ("twice", "1 1 1 2\n1 2 2 3\n1 3 3 1\n2 1 1 2\n"),
        ("torn", "1 1 1\n"),
        ("steps", "0:(0,0),(1,0),(2,0)\n"),
    ]);
    let refused = |file: &str, model: &str, message: &str| {
        let path = folder.path(file);
        let answer = run(&["--graph", "-", "--known", &path, "--model", model], TRIANGLE);
        assert_eq!(answer.status(), BAD_INPUT, "{file}");
        assert!(answer.message().contains(message), "{file}: {}", answer.message());
    };
    refused("rotation", "pebble", "robot 1 follows robot 2 to vertex 2 in step 1, as the model pebble");
    refused("rotation", "train", "in step 1 on a cycle that 3 robots turn around, as the model train");
    refused("short", "standard", "robots 1 and 2 are both on vertex 2 after step 1");
    refused("twice", "standard", "robot 1 is on vertex 2 before step 2, not on vertex 1");
    refused("torn", "standard", "line 1");
    refused("steps", "standard", "grid");
    // The instance numbers vertices from 0, plans from 1.
    let theirs = CpfText(TRIANGLE.parse::<Instance>().expect("an instance")).to_string();
    let answer = run(&["--graph", "-", "--known", &folder.path("short"), "--model", "standard"], &theirs);
    assert!(answer.message().ends_with(": robots 1 and 2 are both on vertex 1 after step 1"));
    let path = folder.path("rotation");
    let answer = run(&["--graph", "-", "--known", &path, "--model", "standard", "--json"], TRIANGLE);
    assert_eq!((answer.status(), &answer.json()[0]["moves"]), (0, &3.into()));
}
