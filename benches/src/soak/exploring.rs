//! All states of small spaces of every family, counted on disk: by any number of workers, in little
//! memory, stopped and resumed at random. The states at each depth are to be those of the search in
//! memory.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::Duration;

use cpf_core::Placements;
use grid_puzzle::{Board, MoveMetric, RankedBoards};
use motion_core::search::{PackedSpace, explore};
use motion_core::{Budget, Control, Outcome, Quality, Stop};
use motion_distributed::{DiskError, Explorer, Interrupted};
use rand::{Rng, RngExt};
use ricochet::Positions;
use sokoban::board::{BoardSearch, SearchBoard};
use sokoban::search::{Position, Pushes};

use super::cooperative::{self, Cooperative};
use super::ricochet::{self as games, Ricochet};
use super::scale::Scale;
use super::sokoban::{self as levels, Sokoban};
use super::task::{Check, Costs, Problem, Task};

/// A space of more states is explored in part only.
const NODES: u64 = 20_000;

/// The measure of an exploration; both searches find the same.
const STATES: &str = "states";

pub(super) struct Exploring {
    puzzle: Puzzle,
    commit_interval: Duration,
    /// The last one has enough nodes for all spaces of at most [`NODES`] states.
    runs: Vec<DiskRun>,
}

/// A run on disk, which goes on where the one before was stopped.
struct DiskRun {
    workers: NonZero<usize>,
    /// The memory of all workers.
    mebibytes: u64,
    nodes: u64,
}

impl DiskRun {
    fn draw(nodes: u64, rng: &mut impl Rng) -> Self {
        let workers = rng.random_range(1..=4);
        let mebibytes = workers as u64 * rng.random_range(1..=3);
        Self { workers: NonZero::new(workers).expect("invariant: at least one"), mebibytes, nodes }
    }
}

/// A puzzle with a space.
enum Puzzle {
    Boards(RankedBoards),
    Level(Sokoban),
    Game(Ricochet),
    Robots(Cooperative),
}

pub(super) fn draw(rng: &mut impl Rng) -> Exploring {
    let mut limits: Vec<_> = (0..rng.random_range(0..4)).map(|_| rng.random_range(1..NODES / 10)).collect();
    limits.push(NODES);
    Exploring {
        puzzle: Puzzle::draw(rng),
        commit_interval: if rng.random_bool(0.5) { Duration::ZERO } else { Duration::from_secs(1) },
        runs: limits.into_iter().map(|nodes| DiskRun::draw(nodes, rng)).collect(),
    }
}

impl Puzzle {
    fn draw(rng: &mut impl Rng) -> Self {
        /// A puzzle of few states.
        fn small<T>(draw: impl FnMut() -> T, is_small: impl Fn(&T) -> bool) -> T {
            std::iter::repeat_with(draw).find(|it| is_small(it)).expect("invariant: they do not end")
        }
        match rng.random_range(0..4) {
            0 => {
                let (rows, columns) = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)][rng.random_range(0..5_usize)];
                let metric =
                    if rng.random_bool(0.5) { MoveMetric::SingleTile } else { MoveMetric::MultiTile };
                let solved = Board::solved(rows, columns).expect("invariant: a legal size");
                Self::Boards(RankedBoards::new(solved, metric).expect("invariant: few cells"))
            }
            1 => Self::Level(small(
                || levels::draw(Scale::Small, rng),
                |level| {
                    let board = SearchBoard::new(level.level());
                    board.with_packed_width(HasSpace) == Some(true)
                },
            )),
            2 => Self::Game(small(
                || games::draw(Scale::Small, rng),
                |game| game.instance().robots().len() <= 2,
            )),
            _ => Self::Robots(small(
                || cooperative::draw(Scale::Small, rng),
                |robots| robots.instance().placement_words() == 1 && robots.instance().robot_count() > 0,
            )),
        }
    }

    /// Does some work on the space.
    fn work<W: Work>(&self, work: W) -> W::Output {
        match self {
            Self::Boards(space) => work.run(space, space.goal_rank()),
            Self::Level(level) => {
                let board = SearchBoard::new(level.level());
                board.with_packed_width(OnLevel(work)).expect("invariant: few squares")
            }
            Self::Game(game) => {
                let space = Positions::new(game.instance(), &mut Control::unlimited());
                let space = space.expect("invariant: no limit");
                work.run::<_, 1>(&space, space.start())
            }
            Self::Robots(robots) => {
                let space = Placements::<1>::new(robots.instance()).expect("invariant: one word");
                work.run(&space, space.start())
            }
        }
    }
}

/// Work on a space of any family.
trait Work {
    type Output;

    fn run<S: PackedSpace<N>, const N: usize>(self, space: &S, start: S::State) -> Self::Output;
}

struct OnLevel<W>(W);

impl<V: Work> BoardSearch for OnLevel<V> {
    type Output = V::Output;

    fn run<const W: usize>(self, board: &SearchBoard) -> V::Output {
        let start = Position::<W>::start(board).expect("invariant: no box is on a dead square");
        self.0.run(&Pushes::<W>::new(board), start)
    }
}

/// Whether no box is on a dead square.
struct HasSpace;

impl BoardSearch for HasSpace {
    type Output = bool;

    fn run<const W: usize>(self, board: &SearchBoard) -> bool {
        Position::<W>::start(board).is_some()
    }
}

/// The states at each depth.
type Counts = Result<Vec<u64>, Stop>;

struct InMemory;

impl Work for InMemory {
    type Output = Counts;

    fn run<S: PackedSpace<N>, const N: usize>(self, space: &S, start: S::State) -> Counts {
        let mut states: Vec<u64> = Vec::new();
        let mut control = Control::new(Budget::new().with_nodes(NODES));
        explore(space, [start], &mut control, |_, depth| {
            states.resize(depth as usize + 1, 0);
            states[depth as usize] += 1;
            ControlFlow::Continue(())
        })?;
        Ok(states)
    }
}

struct OnDisk<'e>(&'e Exploring);

impl Work for OnDisk<'_> {
    type Output = Counts;

    fn run<S: PackedSpace<N>, const N: usize>(self, space: &S, start: S::State) -> Counts {
        let Self(exploring) = self;
        let folder = tempfile::tempdir().expect("a folder for the states can be made");
        let explorer = Explorer::new(folder.path()).with_commit_interval(exploring.commit_interval);
        for (number, run) in exploring.runs.iter().enumerate() {
            let budget = Budget::new().with_threads(run.workers).with_bytes(run.mebibytes << 20);
            let mut control = Control::new(budget.with_nodes(run.nodes));
            let explorer = explorer.clone().with_resume(number > 0);
            match explorer.explore(space, [start.clone()], &mut control) {
                Ok(explored) => return Ok(explored.states),
                Err(Interrupted { error: DiskError::Stopped(Stop::Nodes), .. }) => {}
                Err(why) => panic!("{why}"),
            }
        }
        Err(Stop::Nodes)
    }
}

impl Problem for Exploring {
    fn text(&self) -> String {
        match &self.puzzle {
            Puzzle::Boards(space) => format!("sliding {}x{}", space.goal().rows(), space.goal().columns()),
            Puzzle::Level(level) => level.text(),
            Puzzle::Game(game) => game.text(),
            Puzzle::Robots(robots) => robots.text(),
        }
    }

    fn is_solvable(&self) -> Option<bool> {
        None
    }

    fn tasks(&self) -> Vec<Task<'_>> {
        vec![
            self.task("in memory", || self.puzzle.work(InMemory)),
            self.task("on disk", || self.puzzle.work(OnDisk(self))),
        ]
    }
}

impl Exploring {
    fn task<'p>(&'p self, name: &str, count: impl Fn() -> Counts + 'p) -> Task<'p> {
        let solve = move |control: &mut Control| {
            // Each state is a node.
            let spend = |states: Vec<u64>| control.spend(states.iter().sum()).map(|()| states);
            count().and_then(spend).map_or_else(Outcome::stopped, |states| solved(self, states))
        };
        Task::new(name, NODES, solve).measured_in(STATES)
    }
}

/// What was counted, compared with the search in memory when it is checked.
fn solved(exploring: &Exploring, states: Vec<u64>) -> Outcome<Check<'_>> {
    let check = move || {
        let expected = exploring.puzzle.work(InMemory);
        if expected.as_ref() != Ok(&states) {
            return Err(format!("counted {states:?} instead of {expected:?}"));
        }
        Ok(Costs::from([(STATES, states.iter().sum())]))
    };
    Outcome::Solved { plan: Box::new(check), quality: Quality::Optimal }
}
