//! Random levels, solved under node limits.

use motion_core::Budget;
use sokoban::board::SearchBoard;
use sokoban::{GoalPlacement, Level, RandomLevel};

use super::{Attempt, attempt, solved};
use crate::reproduce::findings::{Findings, Rows};
use crate::reproduce::runner::Runner;

const SOLVERS: [&str; 3] = ["auto", "FESS", "FESS+sinks+efficient"];

/// The fewest and the most boxes.
const FEWEST: usize = 6;
const MOST: usize = 20;

/// Both placements of goals, with their names.
const PLACEMENTS: [(GoalPlacement, &str); 2] =
    [(GoalPlacement::Block, "block"), (GoalPlacement::Scattered, "scattered")];

/// A random level.
pub(super) struct Puzzle {
    boxes: usize,
    goals: &'static str,
    pub(super) level: Level,
}

impl Puzzle {
    /// Generates the level with this number. All numbers of boxes take turns, and so do goals in a
    /// block and scattered goals.
    pub(super) fn random(number: usize, runner: &Runner) -> Self {
        let counts = MOST + 1 - FEWEST;
        let boxes = FEWEST + number % counts;
        let (placement, goals) = PLACEMENTS[number / counts % PLACEMENTS.len()];
        let name = u32::try_from(number).expect("invariant: far fewer levels");
        let level = RandomLevel::default()
            .with_boxes(boxes)
            .with_goals(placement)
            .generate(&mut runner.seed().generator([name]))
            .expect("invariant: a legal number of boxes");
        Self { boxes, goals, level }
    }
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let (count, nodes) = runner.size((500, 50_000), (20, 500));
    let budget = Budget::new().with_nodes(nodes);
    let puzzles: Vec<_> = (0..count).map(|number| Puzzle::random(number, runner)).collect();
    let attempts = runner
        .map_pairs("levels", &puzzles, &SOLVERS, |puzzle, solver| attempt(solver, &puzzle.level, &budget));
    let best = attempts.iter().filter(|it| solved(*it) > 0).count();
    let of = |belongs: &dyn Fn(&Puzzle) -> bool| -> Vec<&[Attempt]> {
        let those = puzzles.iter().zip(&attempts).filter(|(puzzle, _)| belongs(puzzle));
        those.map(|(_, attempts)| &attempts[..]).collect()
    };
    let by_boxes = (FEWEST..=MOST).map(|boxes| (boxes.to_string(), of(&|it| it.boxes == boxes)));
    let by_boxes = by_boxes.chain([("all".to_owned(), of(&|_| true))]);
    let by_goals = PLACEMENTS.map(|(_, goals)| (goals.to_owned(), of(&|it| it.goals == goals)));
    let levels = Rows::of((1_u64..).zip(&puzzles).zip(&attempts))
        .column("level", |((number, _), _)| *number)
        .column("boxes", |((_, puzzle), _)| puzzle.boxes)
        .column("goals", |((_, puzzle), _)| puzzle.goals)
        .column("live squares", |((_, puzzle), _)| SearchBoard::new(&puzzle.level).live_square_count())
        .for_each(SOLVERS.iter().enumerate(), |rows, (solver, name)| {
            rows.column(format!("pushes by {name}"), |(_, attempts)| attempts[solver].pushes())
                .column(format!("nodes of {name}"), |(_, attempts)| attempts[solver].nodes)
        })
        .in_a_file("levels", "Level by level");
    let by_boxes = solved_by("boxes", by_boxes).shown("", "By boxes");
    Findings::of([by_boxes, solved_by("goals", by_goals).shown("goals", "By goals"), levels])
        .with_figure("nodes", nodes)
        .with_figure("best", best)
        .with_figure("count", count)
}

/// Names of kinds of levels, and the attempts on the levels of each.
type Kind<'a> = (String, Vec<&'a [Attempt]>);

/// Tabulates the number of levels of each kind that every solver solves.
fn solved_by<'a>(kinds: &str, rows: impl IntoIterator<Item = Kind<'a>>) -> Rows<Kind<'a>> {
    Rows::of(rows).column(kinds, |row| row.0.clone()).column("levels", |row| row.1.len()).for_each(
        SOLVERS.iter().enumerate(),
        |rows, (number, solver)| {
            rows.column(format!("solved by {solver}"), |row| solved(row.1.iter().map(|it| &it[number])))
        },
    )
}
