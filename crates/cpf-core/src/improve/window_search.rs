//! The search that solves a window again: depth-first with increasing bounds, for the robots of a
//! region.
//!
//! It has its own loop, because states that are changed in place and hashed incrementally are
//! cheap. On walks of a blank it expands 22 million states a second, `a_star` with the same bound 3
//! million.

use alloc::vec::Vec;

use motion_core::internal::splitmix64;
use motion_core::{Configuration, Control, Move, Stop};

use super::region::{CAPACITY, Region, bits};

/// Marks a vertex without a robot.
const VACANT: u8 = u8::MAX;

/// The binary logarithm of the number of entries in the table of states: its half mebibyte fits a
/// processor's cache.
const TABLE_BITS: u32 = 15;

/// A move, by numbers of vertices of the region.
#[derive(Clone, Copy, Debug)]
struct WindowMove {
    from: u8,
    to: u8,
    /// The number of moves before it.
    depth: u16,
    /// The sum of distances after it.
    rest: u16,
}

/// The reason why an iteration ended early.
enum SearchEnd {
    Solved,
    GaveUp,
    Stopped(Stop),
}

/// Iterative deepening A*, with the sum of distances as bound and a table of states seen in this
/// iteration.
///
/// # References
/// Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985; Reinefeld &
/// Marsland, *Enhanced iterative-deepening search*, 1994, for the table. States are identified by
/// 64 bits of Zobrist hashing: a collision could hide a solution, but never make a wrong one.
#[derive(Debug)]
pub(super) struct WindowSearch {
    /// The robot on each vertex; robots are numbered by the vertex they start on.
    robot_at: [u8; CAPACITY],
    goal_of: [u8; CAPACITY],
    vacant: u64,
    hash: u64,
    path: Vec<WindowMove>,
    /// Moves to be tried, the next one last.
    open: Vec<WindowMove>,
    /// A random word for each pair of robot and vertex.
    keys: Vec<[u64; CAPACITY]>,
    /// For each slot, a state and its stamp: the iteration, and the number of moves that led to the
    /// state (fewer moves give a larger stamp).
    table: Vec<(u64, u64)>,
    iteration: u64,
    /// The sum of distances at the start.
    sum: u16,
    /// The number of the vertex whose moves are tried last.
    turn: u32,
}

impl WindowSearch {
    /// The memory of a search, in bytes.
    pub(super) const BYTES: u64 =
        ((size_of::<(u64, u64)>() << TABLE_BITS) + size_of::<[[u64; CAPACITY]; CAPACITY]>()) as u64;

    /// Allocates memory for searches.
    pub(super) fn new() -> Self {
        let mut keys = alloc::vec![[0; CAPACITY]; CAPACITY];
        for (key, number) in keys.iter_mut().flatten().zip(0u64..) {
            // The outputs of SplitMix64 with seed 0.
            *key = splitmix64(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
        Self {
            robot_at: [VACANT; CAPACITY],
            goal_of: [0; CAPACITY],
            vacant: 0,
            hash: 0,
            path: Vec::new(),
            open: Vec::new(),
            keys,
            table: alloc::vec![(0, 0); 1 << TABLE_BITS],
            iteration: 0,
            sum: 0,
            turn: 0,
        }
    }

    /// Sets the start to this configuration, and the goal to the result of `moves`, which are all
    /// inside the region.
    pub(super) fn load(
        &mut self,
        region: &Region,
        configuration: &Configuration,
        moves: impl Iterator<Item = Move>,
    ) {
        self.vacant = 0;
        for (number, &vertex) in region.vertices().iter().enumerate() {
            let occupied = configuration.token_at(vertex).is_some();
            self.robot_at[number] = if occupied { number as u8 } else { VACANT };
            self.vacant |= u64::from(!occupied) << number;
        }
        let mut end = self.robot_at;
        for action in moves {
            end.swap(region.number(action.from), region.number(action.to));
        }
        self.sum = 0;
        for (vertex, &robot) in end[..region.vertices().len()].iter().enumerate() {
            if robot != VACANT {
                self.goal_of[usize::from(robot)] = vertex as u8;
                self.sum += u16::from(region.distances(vertex)[usize::from(robot)]);
            }
        }
    }

    /// Changes the order in which moves are tried, and thus which of several shortest solutions is
    /// found.
    pub(super) const fn turn(&mut self) {
        self.turn = (self.turn + 23) % u64::BITS;
    }

    /// Searches for the fewest moves from the start to the goal, if they are at most `most`, with
    /// at most `nodes` nodes. Returns whether they were found; [`moves`](WindowSearch::moves)
    /// returns them.
    ///
    /// # Errors
    /// [`Stop`] if the budget ends; every state expanded is a node.
    pub(super) fn run(
        &mut self,
        region: &Region,
        most: u16,
        mut nodes: u64,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        self.path.clear();
        let mut bound = self.sum;
        while bound > 0 {
            if bound > most {
                return Ok(false);
            }
            self.iteration += 1;
            match self.deepen(region, bound, &mut nodes, control) {
                Ok(next) => bound = next,
                Err(SearchEnd::Solved) => break,
                Err(SearchEnd::GaveUp) => return Ok(false),
                Err(SearchEnd::Stopped(why)) => return Err(why),
            }
        }
        Ok(true)
    }

    /// Searches all paths on which the moves made plus the distances left never exceed the bound;
    /// returns the next bound.
    fn deepen(
        &mut self,
        region: &Region,
        bound: u16,
        nodes: &mut u64,
        control: &mut Control,
    ) -> Result<u16, SearchEnd> {
        let mut next = u16::MAX;
        self.open.clear();
        self.hash = 0;
        self.expand(region, self.sum, bound, &mut next);
        while let Some(step) = self.open.pop() {
            self.go_back(step.depth);
            self.shift(step.from, step.to);
            self.path.push(step);
            if step.rest == 0 {
                return Err(SearchEnd::Solved);
            }
            if self.seen(step.depth) {
                continue;
            }
            *nodes = nodes.checked_sub(1).ok_or(SearchEnd::GaveUp)?;
            control.spend(1).map_err(SearchEnd::Stopped)?;
            self.expand(region, step.rest, bound, &mut next);
        }
        self.go_back(0);
        Ok(next)
    }

    /// Whether this iteration has already reached this state by no more moves; stores the state if
    /// not.
    fn seen(&mut self, depth: u16) -> bool {
        let slot = &mut self.table[(self.hash >> (u64::BITS - TABLE_BITS)) as usize];
        let stamp = (self.iteration << u16::BITS) | u64::from(u16::MAX - depth);
        let seen = slot.0 == self.hash && slot.1 >= stamp;
        if !seen {
            *slot = (self.hash, stamp);
        }
        seen
    }

    /// Adds the moves within the bound, so that moves towards the goal are tried first.
    fn expand(&mut self, region: &Region, rest: u16, bound: u16, next: &mut u16) {
        let depth = self.path.len() as u16;
        let back = self.path.last().map(|step| (step.from, step.to));
        let mut nearer = self.open.len();
        for to in bits(self.vacant, self.turn) {
            for from in bits(region.neighbours(to) & !self.vacant, self.turn) {
                if back == Some((to as u8, from as u8)) {
                    continue;
                }
                let robot = usize::from(self.robot_at[from]);
                let distances = region.distances(usize::from(self.goal_of[robot]));
                let rest_after = rest + u16::from(distances[to]) - u16::from(distances[from]);
                let total = depth + 1 + rest_after;
                if total > bound {
                    *next = total.min(*next);
                    continue;
                }
                self.open.push(WindowMove { from: from as u8, to: to as u8, depth, rest: rest_after });
                if rest_after >= rest {
                    let last = self.open.len() - 1;
                    self.open.swap(nearer, last);
                    nearer += 1;
                }
            }
        }
    }

    fn go_back(&mut self, depth: u16) {
        while self.path.len() > usize::from(depth)
            && let Some(step) = self.path.pop()
        {
            self.shift(step.to, step.from);
        }
    }

    fn shift(&mut self, from: u8, to: u8) {
        let (from, to) = (usize::from(from), usize::from(to));
        self.robot_at.swap(from, to);
        self.vacant ^= (1 << from) | (1 << to);
        let keys = &self.keys[usize::from(self.robot_at[to])];
        self.hash ^= keys[from] ^ keys[to];
    }

    /// The moves found, from the configuration that was loaded.
    pub(super) fn moves(&self, region: &Region, configuration: &Configuration) -> Vec<Move> {
        let mut at = [None; CAPACITY];
        for (token, &vertex) in at.iter_mut().zip(region.vertices()) {
            *token = configuration.token_at(vertex);
        }
        let replay = |step: &WindowMove| {
            let (from, to) = (usize::from(step.from), usize::from(step.to));
            let token = at[from].expect("invariant: the search moves robots only");
            at.swap(from, to);
            Move { token, from: region.vertices()[from], to: region.vertices()[to] }
        };
        self.path.iter().map(replay).collect()
    }
}
