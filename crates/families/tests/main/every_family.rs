//! Tests of every family through its trait.

use std::collections::BTreeSet;

use families::{ALL, Choices, Ending, Request, family, now};
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
            assert_eq!(family.read(&text, &mut Control::unlimited()).error, None, "{family:?}: {text}");
            let control = &mut Control::new(Budget::new().with_nodes(1000));
            let space =
                family.with_space(&problem.space_text(), &mut |space| states = Some(space.count(control)));
            space.is_ok() && matches!(states, Some(Ok(_)))
        });
        assert_eq!(counted.count() > 0, family.space().is_some(), "{family:?}");
    }
}
