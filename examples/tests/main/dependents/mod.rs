//! Nine programs of projects that depend on the crates, each as short as the crates allow.
//!
//! The lines of a program are those between its markers `// begin` and `// end`, without empty
//! lines. A test checks the last column. *Before* is the number of lines of the same program when
//! each field had its own solver trait, its own conversions and its own readers.
//!
//! | program | before | now |
//! |---|---|---|
//! | `sokoban_with_limit` | 8 | 4 |
//! | `count_moves` | 4 | 4 |
//! | `mapf_schedule` | 13 | 5 |
//! | `optimal_ricochet` | 4 | 3 |
//! | `own_cpf_solver` | 20 | 19 |
//! | `own_sliding_solver` | 29 | 27 |
//! | `own_space` | 24 | 31 |
//! | `own_sokoban_search` | 34 | 8 |
//! | `verify_and_draw` | 25 | 25 |
//!
//! `count_moves` now also verifies the moves; `own_space` is now [`Sync`].

mod count_moves;
mod mapf_schedule;
mod optimal_ricochet;
mod own_cpf_solver;
mod own_sliding_solver;
mod own_sokoban_search;
mod own_space;
mod sokoban_with_limit;
mod verify_and_draw;

/// The result of a program.
type Done = Result<(), Box<dyn std::error::Error>>;

/// Names, programs and their sources.
macro_rules! programs {
    ($($name:ident)*) => {
        const SOURCES: &[(&str, &str)] =
            &[$((stringify!($name), include_str!(concat!(stringify!($name), ".rs")))),*];

        mod runs {
            $(
                #[test]
                fn $name() -> super::Done {
                    super::$name::program()
                }
            )*
        }
    };
}

programs! {
    sokoban_with_limit
    count_moves
    mapf_schedule
    optimal_ricochet
    own_cpf_solver
    own_sliding_solver
    own_space
    own_sokoban_search
    verify_and_draw
}

/// Counts the lines of a program between its markers.
fn line_count(source: &str) -> usize {
    let is_marker = |line: &&str, marker: &str| line.trim() == marker;
    let lines = source.lines().skip_while(|line| !is_marker(line, "// begin")).skip(1);
    lines.take_while(|line| !is_marker(line, "// end")).filter(|line| !line.trim().is_empty()).count()
}

#[test]
fn programs_have_the_lines_of_the_table() {
    let table = include_str!("mod.rs").lines().filter_map(|line| line.strip_prefix("//! | `"));
    let rows: Vec<_> = table
        .map(|row| {
            let (name, numbers) = row.split_once("` | ").expect("a row of the table");
            let now = numbers.split(" | ").nth(1).and_then(|now| now.trim_end_matches(" |").parse().ok());
            (name, now.expect("a number of lines"))
        })
        .collect();
    let counted: Vec<_> = SOURCES.iter().map(|&(name, source)| (name, line_count(source))).collect();
    assert_eq!(counted, rows);
    let lines = |program| rows.iter().find(|(name, _)| *name == program).map(|row| row.1);
    assert!(lines("sokoban_with_limit") <= Some(10) && lines("mapf_schedule") <= Some(8));
    let own_search = SOURCES.iter().find(|(name, _)| *name == "own_sokoban_search");
    assert!(own_search.is_some_and(|(_, source)| !source.contains("macro_rules")));
}
