//! Tests of every family through its trait.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use families::{ALL, Choices, Ending, Report, Request, family, now};
use motion_core::{Budget, Control};
use serde_json::Map;

#[test]
fn names_find_families_and_are_distinct() {
    let names: BTreeSet<_> = ALL.iter().map(|family| family.name()).collect();
    assert_eq!(names.len(), ALL.len());
    for known in ALL {
        assert_eq!(
            family(known.name()).map(|found| found.description().title),
            Some(known.description().title)
        );
    }
    assert!(family("chess").is_none());
}

/// A random instance of the default sizes is read as printed and solved by the default solver, and
/// its solution is replayed.
#[test]
fn random_instances_are_solved_and_replayed() {
    for family in ALL {
        let description = family.description();
        let defaults = |inputs| Choices::new(inputs, &Map::new()).expect("defaults");
        let random = defaults(&description.random);
        let text = family.random(&random, &mut random.rng()).expect("an instance");
        let view = family.read(&text, &mut Control::unlimited());
        assert_eq!((view.error, view.text.trim()), (None, text.trim()), "{family:?}");
        let mut request = Request {
            solver: description.solvers[0].name.clone(),
            options: defaults(&description.options),
            budget: Budget::new().with_nodes(1_000_000).with_bytes(1 << 30),
            seed: 1,
            clock: now,
            report: &mut |_| {},
        };
        let answer = family.solve(&text, &mut request).expect("a run");
        assert_eq!(answer.outcome, Ending::Solved, "{family:?}: {answer:?}");
        let replay = family.replay(&text, &answer.solution.expect("a solution")).expect("legal");
        assert!(!replay.steps.is_empty() && replay.player().is_ok());
    }
}

/// Returns a time a minute after that of the call before, so that no report comes too soon.
fn minutes() -> Duration {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    Duration::from_secs(60 * CALLS.fetch_add(1, Ordering::Relaxed))
}

/// The cost of an answer is at most that of every solution reported during the run.
#[test]
fn answers_are_never_worse_than_reports() {
    let improved = |key: &str, value: &str| Map::from_iter([(key.to_owned(), value.into())]);
    let mut reports = 0;
    for (family, solver, options, sample) in [
        ("sliding", "short", Map::new(), "6×6, in reverse order"),
        ("robots", "ears-beam", improved("objective", "makespan"), "A crowded grid, 20 robots"),
        ("robots", "ears-beam", improved("objective", "sum-of-costs"), "A crowded grid, 20 robots"),
        ("sokoban", "auto", improved("improve", "moves"), "Storehouse, 8 boxes"),
    ] {
        let family = self::family(family).expect("a family");
        let samples = family.description().samples;
        let text = samples.iter().find(|known| known.name == sample).expect("a sample").text;
        let mut least = u64::MAX;
        let mut request = Request {
            solver: solver.to_owned(),
            options: Choices::new(&family.description().options, &options).expect("options"),
            budget: Budget::new().with_nodes(60_000),
            seed: 1,
            clock: minutes,
            report: &mut |report| {
                if let Report::Improved(improved) = report {
                    (least, reports) = (least.min(improved.cost), reports + 1);
                }
            },
        };
        let answer = family.solve(text, &mut request).expect("a run");
        assert!(answer.cost().is_some_and(|cost| cost <= least), "{family:?}, {solver}: {least}, {answer:?}");
    }
    assert!(reports >= 10, "{reports} reports");
}

/// A text is divided into instances that can be read, and a text without an instance is refused.
#[test]
fn texts_are_divided_into_instances() {
    for family in ALL {
        let wrong = family.instances("no instance");
        assert!(wrong.map_or(true, |all| all.iter().all(Result::is_err)), "{family:?}");
        for sample in family.description().samples {
            let instances = family.instances(sample.text).expect(sample.name);
            assert!(instances.iter().all(Result::is_ok) && !instances.is_empty(), "{}", sample.name);
        }
    }
}

/// The text of a problem is read as an instance, and all states of some problems are counted.
#[cfg(feature = "soak")]
#[test]
fn texts_of_random_problems_are_read() {
    for family in ALL {
        let mut rng = Choices::new(&[], &Map::new()).expect("nothing to choose").rng();
        let problems = (0..30).map(|_| family.random_problem(families::soak::Scale::Small, &mut rng));
        let counted = problems.filter(|problem| {
            let (text, mut states) = (problem.text(), None);
            let error = family.read(&text, &mut Control::unlimited()).error;
            // The page reads no graphs with arcs, but the program does.
            let has_arcs = families::robots::Problem::read(&text).is_ok_and(|it| it.arcs().is_some());
            assert!(error.is_none() || has_arcs, "{family:?}: {error:?}: {text}");
            let control = &mut Control::new(Budget::new().with_nodes(1000));
            let space =
                family.with_space(&problem.space_text(), &mut |space| states = Some(space.count(control)));
            space.is_ok() && matches!(states, Some(Ok(_)))
        });
        assert_eq!(counted.count() > 0, family.space().is_some(), "{family:?}");
    }
}
