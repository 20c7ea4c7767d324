//! Power Plan, which uses abstract states of rooms as a test for deadlocks and as a planner.

use std::ops::ControlFlow;

use motion_core::search::explore;
use motion_core::{Budget, Control};
use sokoban::analysis::{BoxTables, DeadlockSearch, Deadlocks, PrunedPushes, RoomGraph, Structure};
use sokoban::board::{BoardSearch, SearchBoard};
use sokoban::search::{MoveGenerator, Position};

use super::{Attempt, Puzzle, attempt, count, level_sets, names, nodes, seconds, solved};
use crate::reproduce::findings::{Cell, Findings, Rows};
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
    /// Those found by rooms but not by the rules; not by tables either; and not by small searches
    /// either.
    beyond: [u64; 3],
    /// The seconds for finding the states of rooms, and for the tables.
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

/// A count of the pushes from the positions that breadth-first search reaches within some nodes,
/// pruned by the rules.
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
        // The search stops at its limit, or when it has visited everything.
        let _ = explore(&space, [start], &mut Control::new(Budget::new().with_nodes(self.0)), count);
        found
    }
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let (levels, limits) = runner.size((100, [200_000, 20_000, 20_000]), (10, [500; 3]));
    let (pushes_nodes, pair_nodes) = runner.size((300, 5_000), (50, 200));
    let sets = level_sets(runner, levels)?;
    let (mut plans, mut deadlocks, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    for ((set, puzzles), limit) in sets.iter().zip(limits) {
        let attempts = |solver: &'static str, nodes| {
            let budget = Budget::new().with_nodes(nodes);
            runner.map("levels", puzzles.iter().collect(), |puzzle: &Puzzle| {
                attempt(solver, &puzzle.level, &budget)
            })
        };
        plans.extend(SOLVERS.map(|solver| (*set, solver, puzzles, attempts(solver, limit), limit)));
        let found = runner.map("levels", puzzles.iter().collect(), |puzzle: &Puzzle| {
            SearchBoard::new(&puzzle.level).with_width(CountPushes(pushes_nodes)).unwrap_or_default()
        });
        deadlocks.push((*set, found.iter().fold(Found::default(), Found::plus)));
        for pair in PAIRS {
            let [without, with] = pair.map(|solver| attempts(solver, pair_nodes));
            pairs.push(Pair { set, solver: pair[0], without, with });
        }
    }
    let plans = Rows::of(&plans)
        .column("levels", |row| row.0)
        .column("solver", |row| row.1)
        .column("of", |row| row.3.len())
        .column("solved", |row| solved(&row.3))
        .column("searched to the end in vain", |row| count(&row.3, |it| !it.is_solved() && it.nodes < row.4))
        .number("thousand nodes", 1, |row| nodes(&row.3) as f64 / 1e3)
        .number("seconds", 1, |row| seconds(&row.3))
        .column("solved levels", |(set, _, puzzles, attempts, _)| {
            let solved = puzzles.iter().zip(attempts).filter(|(_, attempt)| attempt.is_solved());
            if *set == "XSokoban" { names(solved.map(|(puzzle, _)| puzzle)) } else { Cell::None }
        })
        .shown("", "The planner");
    let deadlocks = Rows::of(deadlocks)
        .column("levels", |row| row.0)
        .column("pushes", |row| row.1.pushes)
        .column("lost by the rules", |row| row.1.by_rules)
        .column("with an illegal room", |row| row.1.by_rooms)
        .column("not by the rules", |row| row.1.beyond[0])
        .column("nor by tables", |row| row.1.beyond[1])
        .column("nor by small searches", |row| row.1.beyond[2])
        .number("seconds for rooms", 1, |row| row.1.seconds[0])
        .number("seconds for tables", 1, |row| row.1.seconds[1])
        .shown("deadlocks", "Deadlocks");
    let pairs = Rows::of(&pairs)
        .column("levels", |row| row.set)
        .column("solver", |row| row.solver)
        .column("solved without", |row| solved(&row.without))
        .column("solved with", |row| solved(&row.with))
        .number("thousand nodes without", 1, |row| nodes(row.both().map(|pair| pair.0)) as f64 / 1e3)
        .number("thousand nodes with", 1, |row| nodes(row.both().map(|pair| pair.1)) as f64 / 1e3)
        .number("seconds without", 2, |row| seconds(row.both().map(|pair| pair.0)))
        .number("seconds with", 2, |row| seconds(row.both().map(|pair| pair.1)))
        .shown("pairs", "Breadth-first search with room deadlocks");
    Ok(Findings::of([plans, deadlocks, pairs])
        .with_figure("most_nodes", limits[0])
        .with_figure("other_nodes", limits[1])
        .with_figure("pair_nodes", pair_nodes)
        .with_figure("pushes_nodes", pushes_nodes))
}

/// The attempts of a search on a set of levels without and with room deadlocks.
struct Pair {
    set: &'static str,
    solver: &'static str,
    without: Vec<Attempt>,
    with: Vec<Attempt>,
}

impl Pair {
    /// Returns the attempts on the levels that both have solved.
    fn both(&self) -> impl Iterator<Item = (&Attempt, &Attempt)> {
        self.without.iter().zip(&self.with).filter(|(one, other)| one.is_solved() && other.is_solved())
    }
}
