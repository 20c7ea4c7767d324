//! Single instances solved on disk, compared with the fewest actions that other solvers find.

use std::num::NonZero;
use std::ops::RangeInclusive;

use cpf::Instance;
use cpf::cpf_core::internal::Placements;
use grid_puzzle::internal::RankedBoards;
use grid_puzzle::{Board, MoveMetric};
use motion_core::search::{Heuristic, PackedSpace, a_star};
use motion_core::{Budget, Control, Outcome, Quality, Solver as _};
use motion_distributed::DiskSolver;
use ricochet::internal::Positions;
use serde::{Deserialize, Serialize};
use sokoban::Level;
use sokoban::board::{BoardSearch, SearchBoard};
use sokoban::bound::LowerBounds;
use sokoban::search::{Position, Pushes};

use super::cost::{Cost, with_load, with_speed};
use crate::reproduce::findings::{Rows, Table};
use crate::reproduce::runner::Runner;

const WORKERS: NonZero<usize> = NonZero::new(2).expect("not zero");

/// An instance that was solved.
#[derive(Serialize, Deserialize)]
struct Solved {
    actions: u64,
    /// The number of states expanded.
    nodes: u64,
    cost: Cost,
}

/// Solutions of one instance after another.
pub(super) struct Solutions<'r> {
    runner: &'r Runner<'r>,
    mebibytes: u64,
    /// The instances, with the solvers that find equally few actions in memory.
    solved: Vec<(String, &'static str, Solved)>,
}

impl<'r> Solutions<'r> {
    /// Creates solutions; searches have this limit of memory.
    pub(super) const fn new(runner: &'r Runner<'r>, mebibytes: u64) -> Self {
        Self { runner, mebibytes, solved: Vec::new() }
    }

    /// Solves this many random boards whose shortest solutions have lengths in the range.
    pub(super) fn boards(&mut self, side: u32, count: usize, lengths: &RangeInclusive<u64>) {
        let solved = Board::solved(side, side).expect("invariant: a legal size");
        let space = RankedBoards::new(solved.clone(), MoveMetric::SingleTile).expect("invariant: few cells");
        let (solver, mut found) = (grid_puzzle::Optimal::default(), 0);
        for number in 0.. {
            let mut generator = self.runner.seed().generator([side, number]);
            let instance = grid_puzzle::Instance::random(solved.clone(), &mut generator);
            let fewest = self.runner.kept(format!("{side}×{side}, number {number}, in memory"), || {
                let walk = solver.solve(&instance, &mut Control::unlimited()).plan();
                walk.expect("invariant: random instances are solvable").len() as u64
            });
            if lengths.contains(&fewest) {
                found += 1;
                let start = space.rank(instance.start()).expect("invariant: it can be solved");
                let bound = || |&rank: &u64| Some(space.lower_bound(rank));
                let name = format!("sliding {side}×{side}, number {}", number + 1);
                self.solve(&name, &space, bound, &start, fewest, "optimal");
            }
            if found == count {
                break;
            }
        }
    }

    /// Solves a level by pushes, whose fewest number is known.
    pub(super) fn level(&mut self, name: &str, level: &Level, fewest: u64) {
        let search = Search { solutions: self, name, fewest };
        SearchBoard::new(level).with_packed_width(search).expect("invariant: few squares");
    }

    /// Solves a game, by slides.
    pub(super) fn game(&mut self, name: &str, game: &ricochet::Instance) {
        let space = Positions::new(game, &mut Control::unlimited()).expect("invariant: no limit");
        let moves = ricochet::Optimal::default().solve(game, &mut Control::unlimited()).plan();
        let fewest = moves.expect("invariant: the game can be solved").len() as u64;
        let bound = || |position: &ricochet::internal::Position| space.lower_bound(position);
        match space.words() {
            1 => self.solve::<_, _, 1>(name, &space, bound, &space.start(), fewest, "optimal"),
            _ => self.solve::<_, _, 2>(name, &space, bound, &space.start(), fewest, "optimal"),
        }
    }

    /// Solves an instance of robots, by moves.
    pub(super) fn placements(&mut self, name: &str, instance: &Instance) {
        let space = Placements::<1>::new(instance).expect("invariant: few robots");
        let bound = || |placement: &[u64; 1]| space.lower_bound(placement);
        let path = a_star(&space, bound(), space.start(), &mut Control::unlimited()).plan();
        let fewest = path.expect("invariant: the instance can be solved").cost;
        self.solve(name, &space, bound, &space.start(), fewest, "A*");
    }

    fn solve<S: PackedSpace<N>, H: Heuristic<S>, const N: usize>(
        &mut self,
        name: &str,
        space: &S,
        heuristic: impl Fn() -> H + Sync,
        start: &S::State,
        fewest: u64,
        by: &'static str,
    ) {
        let mebibytes = self.mebibytes;
        let measurement = format!("{name}, solved on disk, {mebibytes} MiB");
        let solved = self.runner.kept(measurement, || {
            let folder = tempfile::tempdir().expect("a folder for the states can be made");
            let budget = Budget::new().with_threads(WORKERS).with_bytes(mebibytes << 20);
            let mut control = Control::new(budget);
            let solver = DiskSolver::new(folder.path());
            let (outcome, cost) = Cost::of(|| solver.solve(space, heuristic, start, &mut control));
            let Ok(Outcome::Solved { plan, quality: Quality::Optimal }) = outcome else {
                panic!("{name} is not solved on disk");
            };
            Solved { actions: plan.cost, nodes: control.stats().nodes, cost }
        });
        assert_eq!(solved.actions, fewest, "{name}: the fewest actions");
        self.solved.push((name.to_owned(), by, solved));
    }

    pub(super) fn table(&self) -> Table {
        let rows = Rows::of(&self.solved)
            .column("instance", |row| &*row.0)
            .column("actions", |row| row.2.actions)
            .column("as few by", |row| row.1)
            .column("states expanded", |row| row.2.nodes);
        let rows = with_speed(rows, |row| (row.2.nodes, &row.2.cost))
            .column("peak MiB", |row| row.2.cost.peak_mebibytes())
            .number("wall seconds", 2, |row| row.2.cost.wall_seconds);
        with_load(rows, |row| &row.2.cost).shown("solved", "Single instances")
    }
}

struct Search<'s, 'r> {
    solutions: &'s mut Solutions<'r>,
    name: &'s str,
    fewest: u64,
}

impl BoardSearch for Search<'_, '_> {
    type Output = ();

    fn run<const W: usize>(self, board: &SearchBoard) {
        let start = Position::<W>::start(board).expect("invariant: no box is on a dead square");
        let (space, bounds) = (Pushes::<W>::new(board), LowerBounds::new(board));
        let bound = || |position: &Position<W>| bounds.matching(position);
        self.solutions.solve(self.name, &space, bound, &start, self.fewest, "auto+optimal");
    }
}
