//! Tests of the samples: whether their names are true, and whether those in files are copies of the
//! libraries' files, because a package holds only its own files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use families::{ALL, Answer, Choices, Ending, Family, Request, Status, View, now};
use motion_core::{Budget, Control};
use serde_json::Map;

fn read(family: &dyn Family, text: &str) -> View {
    family.read(text, &mut Control::unlimited())
}

/// Returns the answer of a solver, by default the first, within a limit of nodes.
fn solve(family: &dyn Family, text: &str, solver: Option<&str>, nodes: u64) -> Answer {
    let description = family.description();
    let mut request = Request {
        solver: solver.map_or_else(|| description.solvers[0].name.clone(), str::to_owned),
        options: Choices::new(&description.options, &Map::new()).expect("defaults"),
        budget: Budget::new().with_nodes(nodes).with_bytes(1 << 30),
        seed: 1,
        clock: now,
        report: &mut |_| {},
    };
    family.solve(text, &mut request).expect("a run").completed()
}

/// Returns the numbers of a name that stand before this word.
fn numbers_before(name: &str, word: &str) -> Vec<u64> {
    let words: Vec<_> = name.split([' ', ',', ':']).collect();
    let pairs = words.windows(2).filter(|pair| pair[1] == word);
    pairs.filter_map(|pair| pair[0].parse().ok()).collect()
}

#[test]
fn samples_without_solutions_are_called_so() {
    for family in ALL {
        for sample in family.description().samples {
            let (name, status) = (sample.name, read(family, sample.text).status);
            let expected = match (name.contains("unsolvable"), name.starts_with("Lost")) {
                (true, _) => Status::Unsolvable,
                (_, true) => Status::Lost,
                _ => Status::Open,
            };
            assert_eq!(status, expected, "{name}");
            let outcome = solve(family, sample.text, None, 20_000).outcome;
            assert_eq!(outcome == Ending::Unsolvable, expected != Status::Open, "{name}");
        }
    }
}

#[test]
fn the_numbers_in_names_are_true() {
    let mut counted = 0;
    for family in ALL {
        for sample in family.description().samples {
            let (name, view) = (sample.name, read(family, sample.text));
            for word in ["robots", "boxes", "blanks"] {
                let fact = view.facts.iter().find(|(fact, _)| *fact == word);
                for number in numbers_before(name, word) {
                    let (_, fact) = fact.unwrap_or_else(|| panic!("{name}: there are no {word}"));
                    assert_eq!(fact.split(',').next(), Some(number.to_string().as_str()), "{name}");
                    counted += 1;
                }
            }
            for number in numbers_before(name, "moves") {
                let answer = solve(family, sample.text, Some("optimal"), 200_000);
                assert_eq!((answer.moves, answer.quality), (Some(number), Some("optimal")), "{name}");
                counted += 1;
            }
            if let Some((size, _)) = name.split_once(',').filter(|(size, _)| size.contains('×')) {
                let facts: BTreeSet<_> = view.facts.into_iter().collect();
                assert!(facts.contains(&("size", size.replace('×', " × "))), "{name}");
            }
        }
    }
    assert!(counted >= 15, "{counted} numbers");
}

/// The first sample of a family is shown as it is written, is solved soon, and is no trifle.
#[test]
fn first_samples_are_solved_soon() {
    for family in ALL {
        let sample = family.description().samples.swap_remove(0);
        assert_eq!(read(family, sample.text).text.trim_end(), sample.text.trim_end());
        let answer = solve(family, sample.text, None, 100_000);
        assert_eq!(answer.outcome, Ending::Solved, "{}: {answer:?}", sample.name);
        assert!(answer.moves >= Some(9), "{}", sample.name);
    }
}

/// In the first sample of a family, no goal lies under a token that stands there at the start.
#[test]
fn goals_of_first_samples_are_visible() {
    let [_, robots, ricochet, sokoban] = ALL.map(|family| family.description().samples[0].text);
    let (_, scenario) = robots.split_once("version").expect("a map and a scenario");
    let cells = |first: usize| -> BTreeSet<_> {
        let rows = scenario.lines().skip(1).map(|line| line.split_whitespace().collect::<Vec<_>>());
        rows.map(|row| (row[first], row[first + 1])).collect()
    };
    assert!(cells(4).len() >= 20 && cells(4).is_disjoint(&cells(6)));
    let is_token = |letter: u8| letter.is_ascii_lowercase();
    let is_target = |letter: u8| letter.is_ascii_uppercase() || letter == b'*';
    let is_hidden = |pair: &[u8]| is_token(pair[0]) && is_target(pair[1]);
    assert!(!ricochet.as_bytes().windows(2).any(is_hidden) && ricochet.bytes().any(is_target));
    assert!(!sokoban.contains(['*', '+']));
}

#[test]
fn samples_are_those_of_the_libraries() {
    let crates = Path::new("..");
    for (folder, names) in
        [("ricochet", &["longest.txt"][..]), ("sokoban", &["crossing.xsb", "hall.xsb", "warehouse.xsb"])]
    {
        for name in names {
            let read = |path: &Path| fs::read_to_string(path).expect("a file of the workspace");
            let own = read(&Path::new("samples").join(name));
            assert_eq!(own, read(&crates.join(folder).join("testdata").join(name)), "{name}");
        }
    }
}
