//! Exploration of all states of spaces, on disk and in memory.

use std::net::{SocketAddr, TcpListener};
use std::num::NonZero;
use std::thread;

use cpf::Instance;
use cpf::cpf_core::internal::Placements;
use grid_puzzle::internal::RankedBoards;
use grid_puzzle::{Board, MoveMetric};
use motion_core::internal::explore_ranked;
use motion_core::search::PackedSpace;
use motion_core::{Budget, Control};
use motion_distributed::{Cluster, Explorer};
use ricochet::internal::Positions;
use serde::{Deserialize, Serialize};
use sokoban::Level;
use sokoban::board::{BoardSearch, SearchBoard};
use sokoban::search::{Position, Pushes};

use super::cost::{Cost, with_load, with_speed};
use crate::reproduce::findings::{Axis, Curve, Plot, Rows, Table};
use crate::reproduce::runner::Runner;
use crate::states_by_depth::states_by_depth;

/// The storage of states.
#[derive(Clone, Copy, PartialEq)]
enum Engine {
    /// Sorted files, by this many workers.
    Disk(usize),
    /// Sorted files, by this many processes of one worker each.
    Processes(usize),
    /// A table of all states.
    Memory,
    /// Two bits a state.
    Ranks,
}

/// The counts of all states of a space.
#[derive(Serialize, Deserialize)]
struct Explored {
    /// The number of states at each depth.
    states: Vec<u64>,
    bytes_written: Option<u64>,
    cost: Cost,
}

impl Explored {
    fn total(&self) -> u64 {
        self.states.iter().sum()
    }
}

struct Run {
    engine: Engine,
    explored: Explored,
}

/// The runs over a space, all of which count the same states.
struct SpaceRuns {
    space: String,
    runs: Vec<Run>,
}

/// Explorations of one space after another.
pub(super) struct Explorations<'r> {
    runner: &'r Runner<'r>,
    mebibytes: u64,
    spaces: Vec<SpaceRuns>,
}

impl<'r> Explorations<'r> {
    /// Creates explorations; searches on disk have this limit of memory.
    pub(super) const fn new(runner: &'r Runner<'r>, mebibytes: u64) -> Self {
        Self { runner, mebibytes, spaces: Vec::new() }
    }

    /// Explores boards of sliding tiles, from the solved one.
    pub(super) fn boards(&mut self, rows: u32, columns: u32) {
        let solved = Board::solved(rows, columns).expect("invariant: a legal size");
        let space = RankedBoards::new(solved, MoveMetric::SingleTile).expect("invariant: few cells");
        let start = space.goal_rank();
        self.space(format!("sliding {rows}×{columns}"), &space, &start, true);
        let ranked = || explore_ranked(&space, [start], &mut Control::unlimited(), |_, _| {});
        self.run(Engine::Ranks, || (ranked().expect("invariant: no limit"), None));
    }

    /// Explores positions of a level, by pushes; if they are too many for memory, only with two
    /// workers.
    pub(super) fn positions(&mut self, name: &str, level: &Level, is_small: bool) {
        let search = Search { explorations: self, name, is_small };
        SearchBoard::new(level).with_packed_width(search).expect("invariant: few squares");
    }

    /// Explores positions of a game, by slides.
    pub(super) fn game(&mut self, name: &str, game: &ricochet::Instance) {
        let space = Positions::new(game, &mut Control::unlimited()).expect("invariant: no limit");
        match space.words() {
            1 => self.space::<_, 1>(name.to_owned(), &space, &space.start(), true),
            _ => self.space::<_, 2>(name.to_owned(), &space, &space.start(), true),
        }
    }

    /// Explores placements of few robots, by moves.
    pub(super) fn placements(&mut self, name: &str, instance: &Instance) {
        let space = Placements::<1>::new(instance).expect("invariant: few robots");
        self.space(name.to_owned(), &space, &space.start(), true);
    }

    fn space<S: PackedSpace<N>, const N: usize>(
        &mut self,
        name: String,
        space: &S,
        start: &S::State,
        is_small: bool,
    ) {
        self.spaces.push(SpaceRuns { space: name, runs: Vec::new() });
        for workers in if is_small { 1..=2 } else { 2..=2 } {
            let mebibytes = self.mebibytes;
            self.run(Engine::Disk(workers), || on_disk(space, start, workers, mebibytes));
        }
        if is_small {
            let mebibytes = self.mebibytes;
            self.run(Engine::Processes(2), || in_processes(space, start, 2, mebibytes));
            self.run(Engine::Memory, || (states_by_depth(space, start), None));
        }
    }

    /// Makes a run over the latest space.
    fn run(&mut self, engine: Engine, explore: impl FnOnce() -> (Vec<u64>, Option<u64>)) {
        let latest = self.spaces.last_mut().expect("invariant: a space is being explored");
        let measurement = format!("{}, {}, {} MiB", latest.space, engine.name(), self.mebibytes);
        let explored = self.runner.kept(measurement, || {
            let ((states, bytes_written), cost) = Cost::of(explore);
            Explored { states, bytes_written, cost }
        });
        if let Some(first) = latest.runs.first() {
            assert_eq!(explored.states, first.explored.states, "{}, {}", latest.space, engine.name());
        }
        latest.runs.push(Run { engine, explored });
    }

    pub(super) fn table(&self) -> Table {
        let rows = self.spaces.iter().flat_map(|space| space.runs.iter().map(move |run| (space, run)));
        let rows = Rows::of(rows)
            .column("space", |(space, _)| space.space.as_str())
            .column("engine", |(_, run)| run.engine.kind())
            .column("workers", |(_, run)| run.engine.workers())
            .column("states", |(_, run)| run.explored.total())
            .column("greatest depth", |(_, run)| run.explored.states.len().saturating_sub(1));
        let rows = with_speed(rows, |(_, run)| (run.explored.total(), &run.explored.cost))
            .number("work added, %", 1, |(space, run)| {
                Some(100.0 * (run.explored.cost.seconds / space.alone(run)?.seconds - 1.0))
            })
            .number("bytes written a state", 2, |(_, run)| {
                Some(run.explored.bytes_written? as f64 / run.explored.total() as f64)
            })
            .column("peak MiB", |(_, run)| run.explored.cost.peak_mebibytes())
            .number("wall seconds", 2, |(_, run)| run.explored.cost.wall_seconds)
            .number("wall efficiency", 2, |(space, run)| {
                let all = run.engine.workers() as f64 * run.explored.cost.wall_seconds;
                Some(space.alone(run)?.wall_seconds / all)
            });
        with_load(rows, |(_, run)| &run.explored.cost).shown("", "All states")
    }

    pub(super) fn levels(&self) -> Table {
        let levels = self.spaces.iter().flat_map(|it| {
            it.states().iter().enumerate().map(move |(depth, &states)| (it.space.as_str(), depth, states))
        });
        Rows::of(levels)
            .column("space", |level| level.0)
            .column("depth", |level| level.1)
            .column("states", |level| level.2)
            .in_a_file("levels", "States by depth")
    }

    pub(super) fn plot(&self) -> Plot {
        let curve = |it: &SpaceRuns| {
            let levels = it.states().iter().enumerate();
            Curve::ours(it.space.as_str(), levels.map(|(depth, &states)| (depth as f64, states as f64)))
        };
        let axes = [Axis::linear("depth"), Axis::logarithmic("states")];
        Plot::new("depths", "States by depth", axes, self.spaces.iter().map(curve))
    }
}

impl Engine {
    const fn workers(self) -> usize {
        match self {
            Self::Disk(workers) | Self::Processes(workers) => workers,
            Self::Memory | Self::Ranks => 1,
        }
    }

    const fn kind(self) -> &'static str {
        match self {
            Self::Disk(_) => "disk",
            Self::Processes(_) => "processes",
            Self::Memory => "memory",
            Self::Ranks => "ranks",
        }
    }

    fn name(self) -> String {
        match self {
            Self::Disk(1) => "disk, one worker".to_owned(),
            Self::Disk(workers) => format!("disk, {workers} workers"),
            Self::Processes(count) => format!("disk, {count} processes"),
            Self::Memory | Self::Ranks => self.kind().to_owned(),
        }
    }
}

impl SpaceRuns {
    fn states(&self) -> &[u64] {
        self.runs.first().map_or(&[], |run| &run.explored.states)
    }

    /// Returns the cost of the run on disk by one worker, if the given run has more workers.
    fn alone(&self, run: &Run) -> Option<&Cost> {
        let alone = self.runs.iter().find(|run| run.engine == Engine::Disk(1));
        alone.filter(|_| run.engine.workers() > 1).map(|alone| &alone.explored.cost)
    }
}

struct Search<'s, 'r> {
    explorations: &'s mut Explorations<'r>,
    name: &'s str,
    is_small: bool,
}

impl BoardSearch for Search<'_, '_> {
    type Output = ();

    fn run<const W: usize>(self, board: &SearchBoard) {
        let start = Position::<W>::start(board).expect("invariant: no box is on a dead square");
        let space = Pushes::<W>::new(board);
        self.explorations.space(self.name.to_owned(), &space, &start, self.is_small);
    }
}

/// Explores on disk; returns the number of states at each depth, and the bytes written.
fn on_disk<S: PackedSpace<N>, const N: usize>(
    space: &S,
    start: &S::State,
    workers: usize,
    mebibytes: u64,
) -> (Vec<u64>, Option<u64>) {
    let folder = tempfile::tempdir().expect("a folder for the states can be made");
    let mut control = Control::new(Budget::new().with_threads(some(workers)).with_bytes(mebibytes << 20));
    let explored = Explorer::new(folder.path()).explore(space, [start.clone()], &mut control);
    let explored = explored.unwrap_or_else(|why| panic!("the states cannot be kept: {why}"));
    (explored.states, Some(explored.bytes_written))
}

/// Does the same by processes over loopback. They are threads of this process, so that their costs
/// are counted together, and they share the memory.
fn in_processes<S: PackedSpace<N>, const N: usize>(
    space: &S,
    start: &S::State,
    count: usize,
    mebibytes: u64,
) -> (Vec<u64>, Option<u64>) {
    let folder = tempfile::tempdir().expect("a folder for the states can be made");
    let listeners: Result<Vec<_>, _> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect();
    let addresses = listeners.and_then(|them| them.iter().map(TcpListener::local_addr).collect());
    let addresses: Vec<SocketAddr> = addresses.expect("free ports");
    let start = space.pack(start);
    let explore = |number| {
        let cluster = Cluster::new(addresses.iter().map(SocketAddr::to_string), number);
        let cluster = cluster.expect("invariant: an address for each number");
        let mut control = Control::new(Budget::new().with_bytes((mebibytes << 20) / count as u64));
        let explorer = Explorer::new(folder.path());
        let explored = explorer.explore_together(&cluster, space, [space.unpack(&start)], &mut control);
        let explored = explored.unwrap_or_else(|why| panic!("the states cannot be kept: {why}"));
        (explored.states, Some(explored.bytes_written))
    };
    let mut all = thread::scope(|scope| {
        let processes: Vec<_> = (0..count).map(|number| scope.spawn(move || explore(number))).collect();
        let all = processes.into_iter().map(|process| process.join().expect("invariant: no panic"));
        all.collect::<Vec<_>>()
    });
    let first = all.swap_remove(0);
    assert!(all.iter().all(|other| *other == first), "all have the same answer");
    first
}

/// Converts a number of threads, which must not be 0.
fn some(threads: usize) -> NonZero<usize> {
    NonZero::new(threads).expect("invariant: a thread")
}
