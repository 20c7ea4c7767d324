//! Tests of `cpf` with objectives and motion models: schedules, their bounds and pictures,
//! instances without robots, and scenarios with buckets.

use cpf::cpf_core::Parallelised;
use cpf::formats::moving_ai::Scenario;
use cpf::formats::{PathsText, PlanText};
use cpf::solvers::ByEars;
use cpf::solvers::bibox::EarBeam;
use cpf::{AnySolver, Budget, Control, Instance, MotionModel, Objective, Schedule, Setup, Solver};
use motion_core::Grid;
use motion_puzzles::BAD_INPUT;
use serde_json::Value;

use crate::call;
use crate::cpf::{CHORD, Folder, MAP, PATH, run};

/// Three robots on a triangle rotate, all at once.
pub(crate) const TRIANGLE: &str = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\nr 2 3\nr 3 1\n";

/// Two buckets on [`MAP`]; within each, starts and goals are distinct.
const BUCKETS: &str = "version 1\n0\ta.map\t3\t3\t0\t0\t1\t0\t1.0\n0\ta.map\t3\t3\t2\t1\t2\t0\t1.0\n\
    2\ta.map\t3\t3\t2\t0\t0\t1\t3.0\n2\ta.map\t3\t3\t0\t0\t2\t1\t3.0\n";

fn schedule_of(line: &Value) -> Schedule {
    let PlanText(schedule) = line["solution"].as_str().expect("a plan").parse().expect("a plan");
    schedule
}

#[test]
fn every_objective_and_model_has_its_costs_bound_and_gap() {
    let instance = CHORD.parse::<Instance>().expect("an instance");
    for (objective, model) in
        Objective::ALL.iter().flat_map(|&objective| MotionModel::ALL.map(|model| (objective, model)))
    {
        for level in ["none", "redundancy", "full"] {
            let names = ["--objective", objective.name(), "--model", model.name(), "--improve", level];
            let answer = run(&[&["--graph", "-", "--json"][..], &names].concat(), CHORD);
            assert_eq!(answer.status(), 0);
            let line = &answer.json()[0];
            assert_eq!(
                (&line["objective"], &line["model"]),
                (&objective.name().into(), &model.name().into())
            );
            let metrics = instance.verify_schedule(&schedule_of(line), model).expect("a solution");
            assert_eq!(
                [&line["moves"], &line["sum_of_costs"], &line["makespan"]],
                [metrics.moves, metrics.sum_of_costs, metrics.makespan].map(Value::from).each_ref()
            );
            let (cost, bound) = (metrics.cost(objective), line["lower_bound"].as_u64().expect("a bound"));
            assert!(instance.lower_bound(objective, model) <= Some(bound) && bound <= cost, "{line}");
            assert_eq!(line["gap"], (cost - bound) as f64 / bound as f64);
            assert_eq!(line["quality"] == "optimal", cost == bound, "{line}");
            let before = line.get("solver_cost").and_then(Value::as_u64);
            assert_eq!(before.is_some(), level != "none" && objective != Objective::Moves);
            let moves_before = line.get("solver_moves").map(|moves| moves.as_u64().expect("a number"));
            assert_eq!(moves_before.is_some(), level != "none");
            assert!(moves_before.is_none_or(|before| before >= cost || objective != Objective::Moves));
            assert_eq!(line["improve"], level);
            assert!(before.is_none_or(|before| cost <= before));
        }
    }
}

#[test]
fn the_model_is_that_of_the_field_unless_it_is_chosen() {
    for (more, model) in [
        (&[][..], "pebble"),
        (&["--objective", "moves"], "pebble"),
        (&["--objective", "sum-of-costs"], "standard"),
        (&["--objective", "makespan"], "standard"),
        (&["--objective", "makespan", "--model", "train"], "train"),
    ] {
        let answer = run(&[&["--graph", "-", "--json"], more].concat(), CHORD);
        assert_eq!(answer.json()[0]["model"], model, "{more:?}");
    }
}

/// If the objective is not moves, `auto` is the scheduler that chooses.
#[test]
fn auto_chooses_among_schedulers_under_an_objective_of_time() {
    for (objective, least) in [("sum-of-costs", 3), ("makespan", 2)] {
        let line = run(&["--graph", "-", "--json", "--objective", objective], CHORD).json().remove(0);
        assert_eq!((&line["algorithm"], &line["quality"]), (&"auto".into(), &"optimal".into()), "{line}");
        assert_eq!(line["lower_bound"], least);
    }
    let cost = |algorithm: &str| {
        let grid = ["--grid", "6x6", "--blanks", "4", "--objective", "makespan", "--algorithm", algorithm];
        let line = run(&[&grid[..], &["--node-limit", "50000", "--json"]].concat(), "").json().remove(0);
        line["makespan"].as_u64().expect("a cost")
    };
    assert!(cost("auto") < cost("elimination"));
}

/// Every scheduler is called with every objective that it supports, in every model.
#[test]
fn schedulers_are_called_by_their_names() {
    let costs = |name: &str, objective: Objective| {
        MotionModel::ALL.map(|model| {
            let arguments = ["--graph", "-", "--json", "--algorithm", name, "--model", model.name()];
            let answer = run(&[&arguments[..], &["--objective", objective.name()]].concat(), CHORD);
            let line = answer.json().remove(0);
            assert_eq!((answer.status(), &line["algorithm"]), (0, &name.into()), "{line}");
            assert_eq!((&line["quality"], &line["gap"]), (&"optimal".into(), &0.0.into()));
            let instance = CHORD.parse::<Instance>().expect("an instance");
            let metrics = instance.verify_schedule(&schedule_of(&line), model).expect("a solution");
            metrics.cost(objective)
        })
    };
    for name in ["conflict-search", "joint", "cost-tree", "sat"] {
        assert_eq!(costs(name, Objective::SumOfCosts), [4, 3, 3], "{name}");
        assert_eq!(costs(name, Objective::Makespan), [2; 3], "{name}");
        let line = run(&["--graph", "-", "--json", "--algorithm", name], CHORD).json().remove(0);
        assert_eq!((&line["objective"], &line["model"]), (&"sum-of-costs".into(), &"standard".into()));
        // Only rotations solve this instance.
        let line = run(&["--graph", "-", "--json", "--algorithm", name], TRIANGLE).json().remove(0);
        assert_eq!((&line["outcome"], &line["makespan"]), (&"solved".into(), &1.into()), "{name}");
        let refused = run(&["--graph", "-", "--algorithm", name, "--count-only"], CHORD);
        let message = format!("--count-only is for plans, and {name} finds schedules");
        assert!(refused.status() == BAD_INPUT && refused.message().contains(&message));
        if name != "joint" {
            let refused = run(&["--graph", "-", "--algorithm", name, "--objective", "moves"], CHORD);
            let message = format!("{name} takes sum-of-costs and makespan as --objective, not moves");
            assert!(refused.status() == BAD_INPUT && refused.message().contains(&message));
        }
    }
    assert_eq!(costs("joint", Objective::Moves), [3; 3]);
}

/// Some schedulers prove nothing or use all of their limits; they also receive the seed.
#[test]
fn schedulers_without_a_promise_are_called_by_their_names() {
    let instance = CHORD.parse::<Instance>().expect("an instance");
    for name in ["lacam", "path-shifts", "collision-repair"] {
        for objective in [Objective::SumOfCosts, Objective::Makespan] {
            for model in [MotionModel::Train, MotionModel::Standard] {
                let arguments = ["--graph", "-", "--json", "--algorithm", name, "--model", model.name()];
                let more = ["--objective", objective.name(), "--node-limit", "20000", "--seed", "7"];
                let line = run(&[&arguments[..], &more].concat(), CHORD).json().remove(0);
                assert_eq!(
                    (&line["outcome"], &line["algorithm"]),
                    (&"solved".into(), &name.into()),
                    "{line}"
                );
                let metrics = instance.verify_schedule(&schedule_of(&line), model).expect("a solution");
                let least = if objective == Objective::Makespan { 2 } else { 3 };
                assert!(
                    metrics.cost(objective) >= least && line["lower_bound"].as_u64() <= Some(least),
                    "{line}"
                );
            }
        }
    }
}

#[test]
fn text_says_what_is_proved_of_the_objective() {
    let text = |more: &[&str], input: &str| run(&[&["--graph", "-"], more].concat(), input).output;
    let far = "p edge 3 2\ne 1 2\ne 2 3\nr 1 3\n";
    assert!(text(&[], far).contains("2 moves in 2 steps, sum of costs 2, optimal; solved in"));
    for (objective, least) in [("sum-of-costs", "the least sum of costs"), ("makespan", "the least makespan")]
    {
        let output = text(&["--objective", objective], far);
        assert!(output.contains(&format!("2 moves in 2 steps, sum of costs 2, {least}; ")), "{output}");
    }
    let open = text(&["--objective", "makespan", "--algorithm", "ears"], CHORD);
    assert!(open.contains(", makespan at least 1 (gap 1.000); solved in"), "{open}");
    let stopped = text(&["--objective", "sum-of-costs", "--node-limit", "0"], CHORD);
    assert!(stopped.contains("; the sum of costs of any solution is at least 2\n"), "{stopped}");
    let several = ["--grid", "3x3", "--blanks", "2", "--count", "2", "--objective", "makespan"];
    let several = run(&several, "").output;
    assert!(several.contains("2 of 2 solved: makespan "), "{several}");
}

/// A plan with few moves at the end may cost more than an earlier one.
#[test]
fn solutions_found_on_the_way_are_kept_if_they_cost_less() {
    let mut cheaper = 0;
    for (seed, (objective, key)) in ["1", "2", "3"].iter().flat_map(|&seed| {
        [(Objective::Makespan, "makespan"), (Objective::SumOfCosts, "sum_of_costs")]
            .map(|objective| (seed, objective))
    }) {
        let arguments =
            ["--grid", "6x6", "--blanks", "4", "--seed", seed, "--node-limit", "100000", "--json"];
        let more = ["--objective", objective.name(), "--model", "train", "--algorithm", "ears-beam"];
        let line = run(&[&arguments[..], &more].concat(), "").json().remove(0);
        let text = line["start"].as_str().expect("the instance");
        // The text has no grid, but the solver had one.
        let robots = text.parse::<Setup>().expect("an instance").robots;
        let grid = Grid::new(6, 6).expect("a grid");
        let instance = Setup::on_grid(grid, robots).instance().expect("the same graph");
        let last = Parallelised::new(ByEars::new(EarBeam::default())).with_model(MotionModel::Train);
        let last = last.solve(&instance, &mut Control::new(Budget::new().with_nodes(100_000))).plan();
        let last = instance.verify_schedule(&last.expect("a plan"), MotionModel::Train).expect("a solution");
        let cost = line[key].as_u64().expect("a cost");
        assert!(cost <= last.cost(objective), "{cost} {last:?}");
        cheaper += u32::from(cost < last.cost(objective));
    }
    assert!(cheaper > 0, "otherwise nothing is tested");
}

#[test]
fn what_only_rotations_solve_is_not_called_unsolvable() {
    let reason = "a schedule has to turn robots around a cycle, as no plan does: robot 1 is not at its goal, \
        and no vertex that it could reach is vacant";
    let json = |more: &[&str]| {
        let answer = run(&[&["--graph", "-", "--json"], more].concat(), TRIANGLE);
        (answer.status(), answer.json().remove(0))
    };
    for model in ["pebble", "train"] {
        for more in [&["--feasibility-only"][..], &["--objective", "makespan"]] {
            let (status, line) = json(&[&["--model", model], more].concat());
            assert_eq!((status, &line["outcome"]), (1, &"unsolvable".into()), "{line}");
        }
    }
    let (status, line) = json(&["--feasibility-only", "--model", "standard"]);
    assert_eq!((status, &line["outcome"], line.get("reason")), (0, &"solvable".into(), None));
    let (status, line) = json(&["--objective", "makespan"]);
    assert_eq!((status, &line["outcome"], &line["makespan"]), (0, &"solved".into(), &1.into()));
    let (status, line) = json(&["--objective", "moves", "--model", "standard"]);
    assert_eq!((status, &line["outcome"], &line["moves"]), (0, &"solved".into(), &3.into()));
    assert_eq!((&line["algorithm"], &line["quality"]), (&"auto".into(), &"optimal".into()));
    let (status, line) = json(&["--objective", "makespan", "--algorithm", "elimination"]);
    assert_eq!((status, &line["outcome"], &line["reason"]), (2, &"stopped".into(), &reason.into()));
    assert_eq!((&line["why"], &line["lower_bound"]), (&"unsupported".into(), &1.into()));
    for more in [&["--feasibility-only"][..], &[], &["--algorithm", "joint"]] {
        let answer = run(&[&["--graph", "-", "--model", "standard"], more].concat(), PATH);
        assert!(answer.status() == 1 && answer.output.contains(": unsolvable: robots 1 and 2 would have"));
    }
}

/// The cost exceeds the least cost by the ratio at most, and the bound shows by how much.
#[test]
fn ratios_are_for_conflict_search() {
    let with = |ratio: &str| {
        let search = ["--grid", "4x4", "--blanks", "10", "--algorithm", "conflict-search", "--ratio", ratio];
        run(&[&search[..], &["--json"]].concat(), "")
    };
    let line = |ratio| with(ratio).json().remove(0);
    let [least, near] = ["1", "1.5"].map(line);
    assert_eq!(least["quality"], "optimal");
    let number = |line: &Value, key: &str| line[key].as_u64().expect("a number");
    assert!(number(&near, "sum_of_costs") * 2 <= number(&least, "sum_of_costs") * 3);
    assert!(
        number(&near, "lower_bound") <= number(&least, "sum_of_costs") && near["gap"].as_f64() <= Some(0.5)
    );
    for wrong in ["0.9", "-1", "1.0001", "1,5", "2000", "", "."] {
        let message = with(wrong).message();
        assert!(
            message.contains("expected a number from 1 to 1000 with at most three decimals"),
            "{wrong}: {message}"
        );
    }
    let refused = run(&["--graph", "-", "--algorithm", "joint", "--ratio", "1.1"], CHORD);
    assert!(
        refused.status() == BAD_INPUT
            && refused.message().contains("--ratio goes with --algorithm conflict-search")
    );
}

/// `--improve full` finds cheaper paths for some robots at a time, within the part of the limits
/// that plans leave.
#[test]
fn schedules_are_improved_under_their_objective() {
    for (objective, key) in [("sum-of-costs", "sum_of_costs"), ("makespan", "makespan")] {
        let cost = |level: &str| {
            let grid = ["--grid", "8x8", "--blanks", "50", "--objective", objective, "--improve", level];
            let more = ["--algorithm", "elimination", "--node-limit", "300000", "--json"];
            let line = run(&[&grid[..], &more].concat(), "").json().remove(0);
            (line[key].as_u64().expect("a cost"), line.get("solver_cost").and_then(Value::as_u64))
        };
        let ((plain, none), (improved, before)) = (cost("none"), cost("full"));
        assert!(improved < plain && none.is_none(), "{objective}: {plain}, {improved}");
        assert!(before.is_some_and(|before| improved < before), "{objective}: {before:?}, {improved}");
    }
}

#[test]
fn instances_without_robots_are_solved() {
    let empty = "p edge 3 2\ne 1 2\ne 2 3\n";
    let cpf = "V =\n(0:-1)[0:0:0]\nE =\n";
    let folder = Folder::with(&[("a.map", MAP), ("a.scen", "version 1\n"), ("b.scen", BUCKETS)]);
    let [map, none, some, plan, svg, html, curve] =
        ["a.map", "a.scen", "b.scen", "plan", "p.svg", "p.html", "c.svg"].map(|name| folder.path(name));
    let solved = |arguments: &[&str], input: &str| {
        let answer = run(&[arguments, &["--json"]].concat(), input);
        assert_eq!(answer.status(), 0, "{arguments:?}: {}", answer.output);
        let line = answer.json().remove(0);
        assert_eq!(
            (&line["moves"], &line["robots"], &line["quality"]),
            (&0.into(), &0.into(), &"optimal".into())
        );
        assert_eq!(
            (&line["makespan"], &line["sum_of_costs"], &line["gap"]),
            (&0.into(), &0.into(), &0.0.into())
        );
        assert_eq!(
            line["solution"].as_str().map(str::trim),
            Some(if arguments.contains(&"steps") { "0:" } else { "" })
        );
    };
    for input in [empty, cpf, "p edge 0 0\n"] {
        solved(&["--graph", "-"], input);
        solved(&["--graph", "-", "--objective", "makespan", "--improve", "full"], input);
    }
    for format in ["moves", "steps", "paths"] {
        let format = ["--plan-format", format];
        solved(&[&["--map", &map, "--scen", &none][..], &format].concat(), "");
        solved(&[&["--map", &map, "--scen", &some, "--robots", "0"][..], &format].concat(), "");
    }
    solved(&["--grid", "2x3", "--blanks", "6"], "");
    let files = ["--plan", &plan, "--svg", &svg, "--html", &html, "--curve", &curve, "--colour", "delay"];
    solved(&[&["--graph", "-"][..], &files].concat(), empty);
    assert!(folder.text("p.svg").starts_with("<svg") && folder.text("c.svg").starts_with("<svg"));
    // No solver supports a triangle beside an isolated vertex; most support a triangle.
    let triangle = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n";
    for solver in AnySolver::all() {
        let answer = run(&["--graph", "-", "--algorithm", solver.name()], triangle);
        let needs_one_blank = ["blocks", "sliding"].contains(&solver.name());
        let expected = if needs_one_blank { BAD_INPUT } else { 0 };
        assert_eq!(answer.status(), expected, "{solver}");
    }
}

#[test]
fn buckets_are_read_in_order_or_one_alone() {
    let folder = Folder::with(&[("a.map", MAP), ("a.scen", BUCKETS)]);
    let [map, scenario] = ["a.map", "a.scen"].map(|name| folder.path(name));
    let on_map = |more: &[&str]| run(&[&["--map", &map, "--scen", &scenario, "--json"], more].concat(), "");
    let first = on_map(&["--robots", "3"]).json().remove(0);
    assert_eq!((&first["robots"], &first["instance"]), (&3.into(), &format!("{scenario}, 3 robots").into()));
    assert_eq!(
        on_map(&[]).message(),
        format!("{scenario}: line 5, column 13: the robot at line 2, column 13 starts on the same vertex")
    );
    let last = on_map(&["--bucket", "2"]).json().remove(0);
    assert_eq!(
        (&last["robots"], &last["instance"]),
        (&2.into(), &format!("{scenario}, bucket 2, 2 robots").into())
    );
    assert_eq!(on_map(&["--bucket", "2", "--robots", "1"]).json()[0]["robots"], 1);
    assert_eq!(
        on_map(&["--bucket", "2", "--robots", "3"]).message(),
        format!("{scenario}: line 6, column 1: 3 robots are wanted, but there are 2")
    );
    assert_eq!(
        on_map(&["--bucket", "1"]).message(),
        format!("{scenario}: line 6, column 1: no robot is in bucket 1")
    );
}

#[test]
fn paths_are_written_for_grids() {
    let folder = Folder::with(&[("a.map", MAP), ("a.scen", BUCKETS)]);
    let [map, scenario, plan] = ["a.map", "a.scen", "plan"].map(|name| folder.path(name));
    let arguments =
        ["--map", &map, "--scen", &scenario, "--bucket", "2", "--plan", &plan, "--plan-format", "paths"];
    let answer = run(&[&arguments[..], &["--objective", "sum-of-costs", "--json"]].concat(), "");
    assert_eq!(answer.status(), 0);
    let scenario: Scenario = BUCKETS.parse().expect("a scenario");
    let bucket = scenario.bucket(2).expect("two robots");
    let instance =
        bucket.instance(MAP.parse::<cpf::formats::moving_ai::Map>().expect("a map"), 2).expect("an instance");
    let text = folder.text("plan");
    assert!(text.starts_with("Agent 0: (0,2)->(") && text.lines().count() == 2, "{text}");
    let schedule = PathsText::read(&text, &instance).expect("what was written");
    let metrics = instance.verify_schedule(&schedule, MotionModel::Standard).expect("a solution");
    let line = &answer.json()[0];
    assert_eq!(line["sum_of_costs"], metrics.sum_of_costs);
    assert_eq!(line["solution"], text);
}

#[test]
fn curves_show_the_costs_on_the_way() {
    let folder = Folder::with(&[]);
    let [curve, other] = ["c.svg", "d.svg"].map(|name| folder.path(name));
    let draw = |curve: &str, more: &[&str]| {
        let grid = ["--grid", "6x6", "--blanks", "4", "--curve", curve];
        let answer = run(&[&grid[..], more].concat(), "");
        assert_eq!(answer.status(), 0, "{more:?}");
    };
    for (objective, name) in [("moves", "moves"), ("sum-of-costs", "sum of costs"), ("makespan", "makespan")]
    {
        draw(&curve, &["--objective", objective, "--node-limit", "60000"]);
        let text = folder.text("c.svg");
        for part in [
            "<title>grid 6x6, 4 blanks, seed 1, instance 1</title>",
            ">nodes</text>",
            ">best so far</text>",
            ">lower bound</text>",
        ] {
            assert!(text.contains(part), "{part}");
        }
        assert!(text.contains(&format!(">{name}</text>")));
        // The curve of the best cost has one or several steps downwards.
        let course = text.lines().find(|line| line.starts_with("<path class=\"c-line c-line-0\""));
        let course = course.expect("a line");
        assert!(course.contains('V'), "{course}");
        draw(&other, &["--objective", objective, "--node-limit", "60000", "--time-limit", "inf"]);
        assert_eq!(folder.text("d.svg"), text, "by nodes it is the same every time");
    }
    draw(&curve, &[]);
    assert!(folder.text("c.svg").contains(">seconds</text>"));
    draw(&curve, &["--node-limit", "60000", "--time-limit", "60"]);
    assert!(folder.text("c.svg").contains(">seconds</text>"));
    let nothing = folder.path("none.svg");
    let answer = run(&["--graph", "-", "--curve", &nothing], PATH);
    assert_eq!(
        (answer.status(), answer.messages),
        (1, format!("{nothing}: not written, as there is no solution to show\n"))
    );
}

#[test]
fn pictures_show_delays() {
    let folder = Folder::with(&[]);
    let [svg, html] = ["p.svg", "p.html"].map(|name| folder.path(name));
    for model in MotionModel::ALL.map(MotionModel::name) {
        let grid = ["--grid", "3x3", "--blanks", "3", "--objective", "makespan", "--model", model];
        let answer = run(&[&grid[..], &["--colour", "delay", "--svg", &svg, "--html", &html]].concat(), "");
        assert_eq!(answer.status(), 0);
        for file in ["p.svg", "p.html"] {
            let text = folder.text(file);
            assert!(text.contains(">delay in steps</text>") && text.contains("class=\"m-swatch\""), "{file}");
        }
        assert!(folder.text("p.svg").contains("<animate attributeName=\"fill\" calcMode=\"discrete\""));
    }
    run(&["--grid", "3x3", "--blanks", "3", "--svg", &svg], "");
    assert!(!folder.text("p.svg").contains("m-legend"));
}

#[test]
fn messages_name_vertices_as_the_file_does() {
    // A square of four cells, and a wider map with an odd permutation, which a single blank cannot
    // solve.
    let square = "type octile\nheight 2\nwidth 3\nmap\n@..\n@..\n";
    let entry =
        |from: (u32, u32), to: (u32, u32)| format!("0 a.map 3 2 {} {} {} {} 1\n", from.0, from.1, to.0, to.1);
    let wide = "type octile\nheight 2\nwidth 4\nmap\n@...\n@...\n";
    let wide_entry = |from: (u32, u32), to: (u32, u32)| entry(from, to).replace(" 3 2 ", " 4 2 ");
    let odd = [((1, 0), (2, 0)), ((2, 0), (1, 0)), ((3, 0), (3, 0)), ((1, 1), (1, 1)), ((2, 1), (2, 1))];
    let scenario =
        odd.iter().fold("version 1\n".to_owned(), |text, &(from, to)| text + &wide_entry(from, to));
    let folder = Folder::with(&[("square.map", square), ("wide.map", wide), ("odd.scen", &scenario)]);
    let [map, scenario] = ["wide.map", "odd.scen"].map(|name| folder.path(name));
    let answer = run(&["--map", &map, "--scen", &scenario, "--json"], "");
    let because =
        |block: &str| format!("an odd permutation on the bipartite block of {block} with a single blank");
    assert_eq!((answer.status(), &answer.json()[0]["reason"]), (1, &because("(1, 0) and (2, 0)").into()));
    let graph =
        "p edge 6 7\ne 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\nr 1 2\nr 2 1\nr 3 3\nr 4 4\nr 5 5\n";
    let instance = graph.parse::<Instance>().expect("an instance");
    assert_eq!(run(&["--graph", "-", "--json"], graph).json()[0]["reason"], because("vertices 1 and 2"));
    let theirs = cpf::formats::CpfText(&instance).to_string();
    for more in [&["--json"][..], &["--json", "--feasibility-only"]] {
        let answer = run(&[&["--graph", "-"], more].concat(), &theirs);
        assert_eq!(answer.json()[0]["reason"], because("vertices 0 and 1"));
    }
    let path = cpf::formats::CpfText(PATH.parse::<Instance>().expect("an instance")).to_string();
    let message = run(&["--graph", "-", "--algorithm", "bibox"], &path).message();
    assert_eq!(message, "bibox does not support this instance: without vertex 1 the graph falls into pieces");
}

#[test]
fn infinite_limits_are_none_in_every_subcommand() {
    let folder = Folder::with(&[("a.xsb", "#####\n#@$.#\n#####\n"), ("a.txt", "1 2 3\n4 0 6\n7 5 8\n")]);
    let limits = ["--time-limit", "inf", "--node-limit", "inf", "--memory-limit", "Infinity"];
    let [level, board] = ["a.xsb", "a.txt"].map(|name| folder.path(name));
    for (subcommand, arguments) in [
        ("cpf", &["--grid", "3x3", "--blanks", "2"][..]),
        ("sliding", &[&board]),
        ("sokoban", &[&level]),
        ("ricochet", &["--random"]),
    ] {
        let answer = call(subcommand, &[arguments, &limits].concat(), b"");
        assert_eq!(answer.status(), 0, "{subcommand}: {}", answer.output);
        for limit in ["-inf", "nan", "", "1e999", "many"] {
            for option in ["--time-limit", "--node-limit", "--memory-limit"] {
                let answer = call(subcommand, &[arguments, &[option, limit]].concat(), b"");
                let message = answer.message();
                assert!(
                    answer.status() == BAD_INPUT && message.contains("or `inf` for no limit"),
                    "{message}"
                );
            }
        }
    }
}
