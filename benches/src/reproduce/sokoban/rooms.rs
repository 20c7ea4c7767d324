//! Power Plan: abstract states of rooms as a test for deadlocks and as a planner.

use std::ops::ControlFlow;

use motion_core::search::explore;
use motion_core::{Budget, Control};
use sokoban::analysis::{BoxTables, DeadlockSearch, Deadlocks, PrunedPushes, RoomGraph, Structure};
use sokoban::board::{BoardSearch, SearchBoard};
use sokoban::search::{MoveGenerator, Position};

use super::{Attempt, Puzzle, attempt, level_sets};
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;
use crate::thread_time::timed;

/// The planner, and a search without rooms.
const SOLVERS: [&str; 2] = ["rooms", "BFS+SD"];

/// Breadth-first searches without and with room deadlocks.
const PAIRS: [[&str; 2]; 2] = [["BFS+SD", "BFS+SD+RD"], ["BFS+SD+PI+tables", "BFS+SD+PI+tables+RD"]];

/// Counts of pushes.
#[derive(Clone, Copy, Default)]
struct Found {
    pushes: u64,
    by_rules: u64,
    by_rooms: u64,
    /// Of those found by rooms, those that the rules do not find, nor tables, nor small searches.
    beyond: [u64; 3],
    /// The seconds in which the states were found, and those of the tables.
    seconds: [f64; 2],
}

impl Found {
    fn plus(mut self, other: &Self) -> Self {
        self.pushes += other.pushes;
        self.by_rules += other.by_rules;
        self.by_rooms += other.by_rooms;
        (0..3).for_each(|kind| self.beyond[kind] += other.beyond[kind]);
        (0..2).for_each(|kind| self.seconds[kind] += other.seconds[kind]);
        self
    }
}

/// The pushes from the positions that breadth-first search reaches within some nodes, pruned by the
/// rules.
struct CountPushes(u64);

impl BoardSearch for CountPushes {
    type Output = Found;

    fn run<const W: usize>(self, board: &SearchBoard) -> Found {
        let mut found = Found::default();
        let Some(start) = Position::<W>::start(board) else { return found };
        let (structure, unlimited) = (Structure::new(board), &mut Control::unlimited());
        let (rooms, rooms_time) = timed(|| RoomGraph::<W>::new(board, &structure, unlimited));
        let (tables, tables_time) = timed(|| BoxTables::<W>::for_pushes(board, &mut Control::unlimited()));
        let (Ok(rooms), Ok(tables)) = (rooms, tables) else { return found };
        found.seconds = [rooms_time, tables_time].map(|time| time.as_secs_f64());
        let (mut reach, mut rules) = (rooms.scratch(), Deadlocks::new(board));
        let (mut generator, mut search) = (MoveGenerator::new(board), DeadlockSearch::new(board));
        let space = PrunedPushes::new(board).with_corrals(false);
        let count = |position: &Position<W>, _| {
            generator.enter(position);
            let pushes: Vec<_> = generator.pushes(&position.boxes).collect();
            found.pushes += pushes.len() as u64;
            for push in pushes {
                let after = generator.after_push(&position.boxes, push);
                let by_rules = rules.after_push(&after.boxes, push).is_some();
                found.by_rules += u64::from(by_rules);
                let is_illegal = |room| {
                    rooms.state(&mut reach, room, &after.boxes, after.player) == Some(RoomGraph::<W>::ILLEGAL)
                };
                if (0..structure.rooms().len()).any(is_illegal) {
                    found.by_rooms += 1;
                    let to = board.step(push.from, push.direction);
                    let by_tables =
                        by_rules || tables.is_lost_at(&after.boxes, to, push.direction.opposite());
                    let by_search = by_tables || search.is_lost(&after, None, unlimited) == Ok(true);
                    for (beyond, by) in found.beyond.iter_mut().zip([by_rules, by_tables, by_search]) {
                        *beyond += u64::from(!by);
                    }
                }
            }
            ControlFlow::Continue(())
        };
        // It stops at its limit, or when everything has been seen.
        let _ = explore(&space, [start], &mut Control::new(Budget::new().with_nodes(self.0)), count);
        found
    }
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let (count, nodes) = runner.size((100, [200_000, 20_000, 20_000]), (10, [500; 3]));
    let (pushes_nodes, pair_nodes) = runner.size((300, 5_000), (50, 200));
    let sets = level_sets(runner, count)?;
    let (mut plans, mut deadlocks, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    for ((set, puzzles), nodes) in sets.iter().zip(nodes) {
        let attempts = |solver: &'static str, nodes| {
            let budget = Budget::new().with_nodes(nodes);
            runner.map("levels", puzzles.iter().collect(), |puzzle: &Puzzle| {
                attempt(solver, &puzzle.level, &budget)
            })
        };
        plans.extend(SOLVERS.map(|solver| plan_row(set, solver, puzzles, &attempts(solver, nodes), nodes)));
        let found = runner.map("levels", puzzles.iter().collect(), |puzzle: &Puzzle| {
            SearchBoard::new(&puzzle.level).with_width(CountPushes(pushes_nodes)).unwrap_or_default()
        });
        deadlocks.push(deadlock_row(set, found.iter().fold(Found::default(), Found::plus)));
        for pair in PAIRS {
            pairs.push(pair_row(set, pair, &pair.map(|solver| attempts(solver, pair_nodes))));
        }
    }
    let plan_columns = [
        "levels",
        "solver",
        "of",
        "solved",
        "searched to the end in vain",
        "thousand nodes",
        "seconds",
        "solved levels",
    ];
    let deadlock_columns = [
        "levels",
        "pushes",
        "lost by the rules",
        "with an illegal room",
        "not by the rules",
        "nor by tables",
        "nor by small searches",
        "seconds for rooms",
        "seconds for tables",
    ];
    let pair_columns = [
        "levels",
        "solver",
        "solved without",
        "solved with",
        "thousand nodes without",
        "thousand nodes with",
        "seconds without",
        "seconds with",
    ];
    Ok(Findings {
        tables: vec![
            Table::new("", "The planner", plan_columns, plans),
            Table::new("deadlocks", "Deadlocks", deadlock_columns, deadlocks),
            Table::new("pairs", "Breadth-first search with room deadlocks", pair_columns, pairs),
        ],
        figures: vec![
            ("most_nodes", nodes[0].to_string()),
            ("other_nodes", nodes[1].to_string()),
            ("pair_nodes", pair_nodes.to_string()),
            ("pushes_nodes", pushes_nodes.to_string()),
        ],
        ..Findings::default()
    })
}

fn plan_row(set: &str, solver: &str, puzzles: &[Puzzle], attempts: &[Attempt], limit: u64) -> Vec<Cell> {
    let solved: Vec<&str> = (puzzles.iter().zip(attempts))
        .filter(|(_, attempt)| attempt.solved.is_some())
        .map(|(puzzle, _)| puzzle.name.as_str())
        .collect();
    let in_vain = attempts.iter().filter(|it| it.solved.is_none() && it.nodes < limit).count();
    vec![
        set.into(),
        solver.into(),
        Cell::Count(attempts.len() as u64),
        Cell::Count(solved.len() as u64),
        Cell::Count(in_vain as u64),
        Cell::Number(attempts.iter().map(|attempt| attempt.nodes).sum::<u64>() as f64 / 1e3, 1),
        Cell::Number(attempts.iter().map(|attempt| attempt.seconds).sum(), 1),
        if set == "XSokoban" { solved.join(" ").into() } else { Cell::None },
    ]
}

fn deadlock_row(set: &str, found: Found) -> Vec<Cell> {
    let [rules, tables, search] = found.beyond;
    let counts = [found.pushes, found.by_rules, found.by_rooms, rules, tables, search];
    let seconds = found.seconds.map(|seconds| Cell::Number(seconds, 1));
    std::iter::once(set.into()).chain(counts.map(Cell::Count)).chain(seconds).collect()
}

fn pair_row(set: &str, [without, _]: [&str; 2], attempts: &[Vec<Attempt>; 2]) -> Vec<Cell> {
    let solved = attempts.each_ref().map(|attempts| attempts.iter().filter(|it| it.solved.is_some()).count());
    let [without_rooms, with_rooms] = attempts.each_ref();
    let both: Vec<_> = without_rooms
        .iter()
        .zip(with_rooms)
        .filter(|(one, other)| one.solved.is_some() && other.solved.is_some())
        .collect();
    let nodes = [both.iter().map(|(it, _)| it.nodes).sum::<u64>(), both.iter().map(|(_, it)| it.nodes).sum()];
    let seconds =
        [both.iter().map(|(it, _)| it.seconds).sum::<f64>(), both.iter().map(|(_, it)| it.seconds).sum()];
    let solved = solved.map(|count| Cell::Count(count as u64));
    let nodes = nodes.map(|nodes| Cell::Number(nodes as f64 / 1e3, 1));
    let seconds = seconds.map(|seconds| Cell::Number(seconds, 2));
    [set.into(), without.into()].into_iter().chain(solved).chain(nodes).chain(seconds).collect()
}
