//! Tests of `cpf` on graphs with arcs.

use cpf::cpf_core::directed::DirectedInstance;
use cpf::formats::PlanText;
use cpf::{AnyScheduler, AnySolver, MotionModel, Schedule};
use motion_puzzles::BAD_INPUT;

use crate::call;
use crate::cpf::{Folder, run};

/// Two robots exchange their positions on a directed square with an arc across.
const SQUARE: &str = "c one way\np arc 4 5\na 1 2\na 2 3\na 3 4\na 4 1\na 3 1 1\nr 1 2\nr 2 1\n";

/// Every solver of plans runs on a strongly bi-connected graph; those that do not require it also
/// on another graph.
#[test]
fn solvers_of_plans_move_robots_along_arcs() {
    let bow = "p arc 5 6\na 1 2\na 2 3\na 3 1\na 3 4\na 4 5\na 5 3\nr 1 4\nr 4 2\n";
    let full = "p arc 4 6\na 1 2\na 2 3\na 3 4\na 4 1\na 3 1\na 1 3\nr 1 2\nr 2 3\nr 3 1\n";
    let mut solved = [0, 0, 0];
    for solver in AnySolver::all() {
        for (text, solved) in [SQUARE, bow, full].into_iter().zip(&mut solved) {
            for more in [&[][..], &["--improve", "redundancy", "--model", "train"]] {
                let name = solver.name();
                let answer = run(&[&["--graph", "-", "--json", "--algorithm", name], more].concat(), text);
                if answer.status() == BAD_INPUT {
                    assert!(answer.message().starts_with(&format!("{name} does not support this")), "{name}");
                    continue;
                }
                assert_eq!(answer.status(), 0, "{name}: {}", answer.message());
                let line = &answer.json()[0];
                let instance: DirectedInstance = text.parse().expect("an instance");
                let PlanText::<Schedule>(schedule) =
                    line["solution"].as_str().expect("a plan").parse().expect("a plan");
                let verified = instance.underlying().verify_schedule(&schedule, MotionModel::Train);
                assert_eq!(verified.map(|metrics| metrics.moves.into()), Ok(line["moves"].clone()), "{name}");
                let mut moves = schedule.moves().iter();
                assert!(moves.all(|action| instance.graph().has_arc(action.from, action.to)), "{name}");
                assert_eq!(line["arcs"], instance.graph().arc_count());
                *solved += 1;
            }
        }
    }
    assert!(solved.iter().all(|&count| count >= 20), "{solved:?}");
    let auto = |text: &str| run(&["--graph", "-", "--json"], text).json().remove(0)["algorithm"].clone();
    assert_eq!((auto(SQUARE), auto(bow)), ("ears".into(), "auto".into()));
    let feasible = run(&["--graph", "-", "--feasibility-only"], SQUARE);
    assert!(feasible.status() == 0 && feasible.output.contains("solvable"));
    let cycle = "p arc 3 3\na 1 2\na 2 3\na 3 1\nr 1 2\nr 2 1\nr 3 3\n";
    let answer = run(&["--graph", "-"], cycle);
    assert!(answer.status() == 1 && answer.output.contains("unsolvable: "), "{}", answer.output);
}

#[test]
fn what_does_not_take_arcs_is_refused_by_name() {
    let refused = |more: &[&str], message: &str| {
        let answer = run(&[&["--graph", "-"], more].concat(), SQUARE);
        assert_eq!((answer.status(), answer.output.as_str()), (BAD_INPUT, ""), "{more:?}");
        assert!(answer.message().contains(message), "{more:?}: {}", answer.message());
    };
    for scheduler in AnyScheduler::all() {
        let name = scheduler.name();
        let message = format!("{name} does not take graphs with arcs; these do: auto, ears, ears-beam, ");
        refused(&["--algorithm", name], &message);
    }
    let svg = Folder::with(&[]);
    let svg = svg.path("a.svg");
    for (option, more) in [
        ("--objective sum-of-costs or makespan", &["--objective", "makespan"][..]),
        ("--model standard", &["--model", "standard"]),
        ("--improve full", &["--improve", "full"]),
        ("--known", &["--known", "no/such/file"]),
        ("--curve", &["--curve", &svg]),
        ("--count-only", &["--count-only"]),
        ("--colour delay", &["--colour", "delay", "--svg", &svg]),
        ("--write-instance with a name that ends in .cpf", &["--write-instance", "a.cpf"]),
    ] {
        refused(more, &format!("{option} does not go with graphs with arcs"));
    }
    let folder = Folder::with(&[("arcs.txt", SQUARE)]);
    let path = folder.path("arcs.txt");
    let explored = call("explore", &["cpf", &path, "--directory", &svg], b"");
    assert_eq!(
        explored.message(),
        format!("{path}: this graph has arcs: only placements on graphs with edges are counted")
    );
}

#[test]
fn bad_arcs_and_lengths_are_refused_with_line_and_column() {
    for (text, message) in [
        (
            "p edge 3 2\ne 1 2 5\ne 2 3 2\nr 1 3\n",
            "line 2, column 7: this edge has the length 5; \
            only graphs whose edges have the length 1 are read",
        ),
        (
            "p arc 3 3\na 1 2\na 2 3 7\na 3 1\n",
            "line 3, column 7: this arc has the length 7; \
            only graphs whose arcs have the length 1 are read",
        ),
        (
            "p arc 3 3\na 1 2\na 2 1\na 2 3\n",
            "line 4, column 3: this arc lies on no directed cycle, so that no robot comes back along it",
        ),
        (
            "p arc 2 2\na 1 2\ne 1 2\n",
            "line 3, column 1: this graph has arcs; an edge among them is two arcs",
        ),
    ] {
        let answer = run(&["--graph", "-"], text);
        assert_eq!(answer.status(), BAD_INPUT);
        assert_eq!(answer.message(), format!("standard input: {message}"));
    }
}

#[test]
fn graphs_with_arcs_are_written_back_and_drawn() {
    let folder = Folder::with(&[]);
    let [written, again, svg, html] = ["a.txt", "b.txt", "a.svg", "a.html"].map(|name| folder.path(name));
    let more = ["--svg", &svg, "--html", &html, "--write-instance", &written];
    assert_eq!(run(&[&["--graph", "-"], &more[..]].concat(), SQUARE).status(), 0);
    let instance: DirectedInstance = SQUARE.parse().expect("an instance");
    assert_eq!(folder.text("a.txt").parse(), Ok(instance));
    assert_eq!(run(&["--graph", &written, "--write-instance", &again], "").status(), 0);
    assert_eq!(folder.text("a.txt"), folder.text("b.txt"));
    assert!(folder.text("a.svg").starts_with("<svg"));
}
