//! Windowed re-solving: pieces of a plan are replaced by the shortest ones with the same effect.
//!
//! A window is a piece of the plan that touches few vertices; with one vacant vertex, it is a piece
//! of the blank's walk. Every second pass skips moves that touch no vertex of the window, and makes
//! them after it. This brings moves in one place together if a plan alternates between places.
//! These passes also let the new moves touch neighbouring vertices, which pays only on wide graphs
//! with many vacant vertices.
//!
//! A window that cannot be shortened is replaced by another shortest one, which may let overlapping
//! windows be shortened. In measurements this saves an eighth to a quarter more moves.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Move, Plan, Stop, Vertex};

use super::region::{CAPACITY, Region};
use super::window_search::WindowSearch;
use crate::instance::Instance;

/// The largest number of nodes for a window in the first pass.
const FIRST_NODES: u64 = 10_000;

/// The largest number of vertices that the moves of a window touch.
const TOUCHED: usize = 40;

const _: () = assert!(TOUCHED <= CAPACITY);

/// The largest number of moves of a window; more moves on few vertices are beyond any search.
const MOVES: u32 = 1000;

/// The sizes of windows, in which pieces of a plan are solved again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    moves: u32,
    nodes: u64,
}

impl Default for Windows {
    /// Windows of 24 moves, because shorter pieces of good plans can seldom be improved, and at
    /// most 1,000,000 nodes for each.
    fn default() -> Self {
        Self { moves: 24, nodes: 1_000_000 }
    }
}

impl Windows {
    /// Sets the number of moves of a window in the first pass, 2 to 1,000. In each later pass,
    /// windows are longer by one move.
    pub const fn with_moves(mut self, moves: u32) -> Self {
        self.moves = moves;
        self
    }

    /// Sets the largest number of nodes for one window. The first pass takes 10,000, each later one
    /// a seventh more; the pass that may take this many is the last. The default makes 35 passes
    /// and, without another limit, takes about 15 seconds for a plan of 2,000 moves of one blank.
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }
}

/// Slides windows of growing length over the plan.
///
/// Every window and every state expanded is a node. The plan must be legal; it remains legal at all
/// times, and ends in the same configuration.
pub(super) fn resolve(
    windows: Windows,
    instance: &Instance,
    plan: &mut Vec<Move>,
    control: &mut Control,
) -> Result<(), Stop> {
    let bytes = WindowSearch::BYTES + 13 * instance.graph().vertex_count() as u64;
    control.hold(bytes)?;
    let result = WindowSlider::new(instance, plan).repeat(windows, control);
    control.release(bytes);
    result
}

/// The size of windows in one pass.
#[derive(Clone, Copy)]
struct WindowSize {
    moves: usize,
    /// The number of moves that may be skipped in between; if it is 0, new moves also keep to the
    /// vertices of the old ones.
    skipped: usize,
    nodes: u64,
}

/// A plan in two parts, with the configuration between them. The gap grows with each move saved.
struct WindowSlider<'a> {
    graph: &'a Graph,
    /// The first part up to `done`, the second from `ahead` on, and unused entries in between.
    plan: &'a mut Vec<Move>,
    done: usize,
    ahead: usize,
    configuration: Configuration,
    window: Window,
    search: WindowSearch,
}

/// The moves ahead that may be replaced.
struct Window {
    region: Region,
    picked: Vec<Move>,
    /// The moves skipped between and after them.
    skipped: Vec<Move>,
    /// For each vertex, the number of the last window that skipped a move on it.
    foreign: Vec<u64>,
    number: u64,
}

impl<'a> WindowSlider<'a> {
    fn new(instance: &'a Instance, plan: &'a mut Vec<Move>) -> Self {
        let graph = instance.graph();
        let window = Window {
            region: Region::new(graph),
            picked: Vec::new(),
            skipped: Vec::new(),
            foreign: alloc::vec![0; graph.vertex_count()],
            number: 0,
        };
        let configuration = instance.start().clone();
        Self { graph, plan, done: 0, ahead: 0, configuration, window, search: WindowSearch::new() }
    }

    fn repeat(&mut self, windows: Windows, control: &mut Control) -> Result<(), Stop> {
        let mut size = WindowSize {
            moves: windows.moves.clamp(2, MOVES) as usize,
            skipped: 0,
            nodes: windows.nodes.min(FIRST_NODES),
        };
        loop {
            let result = self.pass(size, control);
            // Do this after the last pass also, to close the gap.
            self.rewind();
            let exhausted = result? && size.skipped == 0 && size.moves >= self.plan.len();
            if size.nodes >= windows.nodes || exhausted {
                return Ok(());
            }
            self.search.turn();
            size.moves = (size.moves + 1).min(MOVES as usize);
            size.skipped = if size.skipped == 0 { 2 * size.moves } else { 0 };
            size.nodes += (size.nodes / 7).clamp(1, windows.nodes - size.nodes);
        }
    }

    /// Slides the window from here to the end; returns whether all searches were exhaustive.
    fn pass(&mut self, size: WindowSize, control: &mut Control) -> Result<bool, Stop> {
        let mut exhausted = true;
        while self.ahead < self.plan.len() {
            control.spend(1)?;
            let before = self.len();
            self.window.pick(self.graph, &self.plan[self.ahead..], size);
            exhausted &= self.replace(size, control)?;
            if self.len() < before {
                // Windows before this one may now have become improvable.
                (0..size.moves).for_each(|_| self.step_back());
                control.improved(self.len() as u64, || self.plan_so_far())?;
            } else {
                (0..self.window.picked.len().div_ceil(4)).for_each(|_| self.step());
            }
        }
        Ok(exhausted)
    }

    /// Replaces the window by the fewest moves with the same effect; returns whether they were
    /// found.
    fn replace(&mut self, size: WindowSize, control: &mut Control) -> Result<bool, Stop> {
        let Window { region, picked, skipped, .. } = &mut self.window;
        region.connect(self.graph);
        self.search.load(region, &self.configuration, picked.iter().copied());
        let found = self.search.run(region, picked.len() as u16, size.nodes, control)?;
        if found {
            let fewest = self.search.moves(region, &self.configuration);
            self.ahead += picked.len() - fewest.len();
            let moves = fewest.iter().chain(&*skipped);
            for (slot, &action) in self.plan[self.ahead..].iter_mut().zip(moves) {
                *slot = action;
            }
        }
        Ok(found)
    }

    /// The whole plan, without the gap.
    fn plan_so_far(&self) -> Plan {
        self.plan[..self.done].iter().chain(&self.plan[self.ahead..]).copied().collect()
    }

    const fn len(&self) -> usize {
        self.done + self.plan.len() - self.ahead
    }

    fn step(&mut self) {
        if let Some(&action) = self.plan.get(self.ahead) {
            self.configuration.relocate(action.token, action.to);
            self.plan[self.done] = action;
            self.done += 1;
            self.ahead += 1;
        }
    }

    fn step_back(&mut self) {
        if self.done > 0 {
            self.done -= 1;
            self.ahead -= 1;
            let action = self.plan[self.done];
            self.configuration.relocate(action.token, action.from);
            self.plan[self.ahead] = action;
        }
    }

    fn rewind(&mut self) {
        while self.done > 0 {
            self.step_back();
        }
        self.plan.drain(..self.ahead);
        self.ahead = 0;
    }
}

impl Window {
    /// Chooses the moves of a window of this size among those ahead.
    fn pick(&mut self, graph: &Graph, ahead: &[Move], size: WindowSize) {
        self.region.clear();
        self.picked.clear();
        self.skipped.clear();
        self.number += 1;
        for &action in ahead {
            if self.picked.len() == size.moves {
                break;
            }
            let ends = [action.from, action.to];
            let apart = !ends.iter().any(|&end| self.region.contains(end));
            if !apart || self.picked.is_empty() || size.skipped == 0 {
                let foreign = |&end: &Vertex| self.foreign[end.index()] == self.number;
                if ends.iter().any(foreign) || self.region.vertices().len() + 2 > TOUCHED {
                    break;
                }
                for end in ends {
                    self.region.add(end);
                }
                self.picked.push(action);
            } else if self.skipped.len() < size.skipped {
                for end in ends {
                    self.foreign[end.index()] = self.number;
                }
                self.skipped.push(action);
            } else {
                break;
            }
        }
        if size.skipped > 0 {
            for number in 0..self.region.vertices().len() {
                for &neighbour in graph.neighbours(self.region.vertices()[number]) {
                    if self.foreign[neighbour.index()] != self.number {
                        self.region.add(neighbour);
                    }
                }
            }
        }
    }
}
