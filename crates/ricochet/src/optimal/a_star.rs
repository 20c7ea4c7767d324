//! A* over the positions of all robots.
//!
//! The open list is ordered by the moves of a solution at least ([`BlockerBound`]), the latest
//! position first among equals. A position is looked up in the closed list only when it is
//! expanded: half of them never are. Once a search takes long, the bound by distances of blockers
//! is added. A position that is reached again by fewer moves is expanded again, so that the bound
//! need not be consistent.
//!
//! Plain games – no diagonals, one robot that has to reach the target, a free approach – have an
//! expansion of their own, which is faster; `general_expansion` has that of all others.
//!
//! A specialised loop: 0.2 ms a game, where A* of `motion_core` with the free-stop bound takes 12
//! ms (twenty random standard games).

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::blocker_bound::BlockerBound;
use super::depth_first::MAX_DEPTH;
use super::general_expansion::GeneralGame;
use super::packed_position::{PackedPosition, PackedWithout};
use super::search_robots::{CellMove, SearchRobots};
use crate::free_stop_bound::FreeStopBound;
use crate::instance::MAX_ROBOTS;
use crate::line_costs::UNREACHABLE;
use crate::slide_table::{CellIndex, SlideTable};

/// A position, with the move that led to it.
#[derive(Clone, Copy)]
pub(super) struct AStarNode<K> {
    pub(super) key: K,
    /// The number of the position before, or [`NO_PARENT`].
    pub(super) parent: u32,
    /// The ends of the last move, twelve bits each, equal where it forbids no move after it; then the number of moves so far, eight bits.
    packed_move: u32,
}

pub(super) const NO_PARENT: u32 = u32::MAX;

/// Positions that are looked up together, so that waits for memory overlap.
const BATCH: usize = 32;

/// Slots of an empty closed list.
const INITIAL_SLOTS: usize = 1 << 10;

/// The bound by distances is added after this share of the pairs of cells has been expanded:
/// computing it takes about as long as the search so far.
const PAIRS_PER_NODE: usize = 16;

pub(super) struct AStarSearch<'s, K> {
    pub(super) slides: &'s SlideTable,
    pub(super) target: CellIndex,
    /// By class of the target robot; in plain games only one.
    pub(super) bounds: Vec<BlockerBound>,
    /// Where the game is not plain.
    pub(super) general: Option<GeneralGame<'s>>,
    /// The start: the target robots, the others that move, those that do not move. Those that are
    /// alike are in ascending order. In general games, turn states are above the cells.
    pub(super) cells: [CellIndex; MAX_ROBOTS],
    pub(super) movers: usize,
    pub(super) robots: usize,
    bits: u32,
    /// A hash table of the positions that were expanded, and the moves to each.
    closed: Vec<K>,
    closed_depths: Vec<u8>,
    pub(super) nodes: Vec<AStarNode<K>>,
    /// By the moves of a solution at least.
    open: Vec<Vec<AStarNode<K>>>,
    /// The number of nodes at which the bound by distances is added.
    distances_at: usize,
    /// Why a position could not be added to the open list.
    stop: Option<Stop>,
}

/// The last move, for the rules which moves need not follow it.
#[derive(Clone, Copy)]
pub(super) struct LastMove {
    pub(super) from: CellIndex,
    pub(super) to: CellIndex,
    pub(super) direction: u8,
    /// The lower end of its path, its length, and the bits that are zero in distances along it.
    low: CellIndex,
    span: u16,
    across: u16,
    /// The cell behind its end.
    beyond: CellIndex,
}

/// Directions as bits.
pub(super) type DirectionSet = u8;

const ALL_DIRECTIONS: DirectionSet = 0b1111;

impl LastMove {
    #[inline]
    pub(super) fn new(slides: &SlideTable, from: CellIndex, to: CellIndex) -> Self {
        let direction = slides.direction(from, to);
        let (low, span) = if from < to { (from, to - from) } else { (to, from - to) };
        let (across, beyond) = (slides.stride(direction) - 1, slides.ahead(to, direction, 1));
        Self { from, to, direction, low, span, across, beyond }
    }

    /// One if a cell is on the path, its ends included, else zero. Computed without branches,
    /// because they mispredict.
    #[inline]
    fn passes(self, cell: CellIndex) -> DirectionSet {
        let offset = cell.wrapping_sub(self.low);
        DirectionSet::from(offset <= self.span) & DirectionSet::from(offset & self.across == 0)
    }
}

impl<K: PackedPosition> AStarNode<K> {
    #[inline]
    pub(super) const fn new(key: K, parent: u32, (from, to): (CellIndex, CellIndex), depth: u16) -> Self {
        Self { key, parent, packed_move: (from as u32) << 20 | (to as u32) << 8 | depth as u32 }
    }

    #[inline]
    pub(super) const fn depth(&self) -> u8 {
        self.packed_move as u8
    }

    /// The ends of the last move; the same cell twice if there is none, or it forbids nothing.
    #[inline]
    pub(super) const fn ends(&self) -> (CellIndex, CellIndex) {
        ((self.packed_move >> 20) as CellIndex, (self.packed_move >> 8) as CellIndex & 0xfff)
    }
}

impl<'s, K: PackedPosition> AStarSearch<'s, K> {
    pub(super) fn new(
        slides: &'s SlideTable,
        free_stop: &'s [Option<FreeStopBound>],
        target: CellIndex,
        robots: &SearchRobots,
        is_plain: bool,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let mut cells = [0; MAX_ROBOTS];
        for (cell, robot) in cells.iter_mut().zip(&robots.list[..robots.len]) {
            *cell = robot.cell;
        }
        for &(first, end) in &robots.groups() {
            cells[first..end].sort_unstable();
        }
        let mut bounds: Vec<BlockerBound> = Vec::new();
        for robot in &robots.list[..robots.target_robots] {
            let is_new = bounds.iter().all(|bound| bound.class() != robot.class);
            if let Some(free_stop) = &free_stop[usize::from(robot.class)]
                && is_new
            {
                let others = robots.len - 1;
                bounds.push(BlockerBound::new(slides, robot.class, free_stop, target, others, control)?);
            }
        }
        let general = (!is_plain).then(|| GeneralGame::new(slides, free_stop, robots, &bounds));
        control.hold(Self::closed_bytes(INITIAL_SLOTS))?;
        Ok(Self {
            slides,
            target,
            bounds,
            general,
            cells,
            movers: robots.movers,
            robots: robots.len,
            bits: slides.bits(),
            closed: alloc::vec![K::default(); INITIAL_SLOTS],
            closed_depths: alloc::vec![0; INITIAL_SLOTS],
            nodes: Vec::new(),
            open: Vec::new(),
            distances_at: slides.size().pow(2) / PAIRS_PER_NODE,
            stop: None,
        })
    }

    /// A shortest solution of at most `last` moves, given that none has fewer than `first`; `None`
    /// if there is no solution at all.
    ///
    /// # Errors
    /// [`Stop::Unsupported`] if every solution is longer than `last`, or the limit that stopped the
    /// search; with the moves that a solution has at least.
    pub(super) fn search(
        &mut self,
        first: u16,
        last: u16,
        control: &mut Control,
    ) -> Result<Option<Vec<CellMove>>, (Stop, u16)> {
        let last = last.min(MAX_DEPTH);
        let start = self.cells;
        let (least, key) = match &self.general {
            Some(general) => {
                (general.moves(&mut self.bounds, self.slides, &start, control), general.key(&start))
            }
            None => {
                let others = &start[1..self.robots];
                (self.bounds[0].moves(self.slides, start[0], others, control), self.key())
            }
        };
        if least == UNREACHABLE {
            return Ok(None);
        }
        let first = first.max(least);
        self.push_open(first, AStarNode::new(key, NO_PARENT, (0, 0), 0), control);
        let mut moves = first;
        while usize::from(moves) < self.open.len() {
            if moves > last {
                return Err((Stop::Unsupported, moves));
            }
            if self.open[usize::from(moves)].is_empty() {
                moves += 1;
                continue;
            }
            match self.expand_batch(moves, control) {
                Ok(None) => {}
                Ok(path) => return Ok(path),
                Err(why) => return Err((why, moves)),
            }
        }
        Ok(None)
    }

    /// Expands the latest open positions of solutions of `moves` moves at least.
    fn expand_batch(&mut self, moves: u16, control: &mut Control) -> Result<Option<Vec<CellMove>>, Stop> {
        self.make_room(control)?;
        if self.nodes.len() >= self.distances_at {
            self.distances_at = usize::MAX;
            self.add_distances(control);
        }
        let open = &mut self.open[usize::from(moves)];
        let rest = open.len().saturating_sub(BATCH);
        let mut batch = [AStarNode::new(K::default(), NO_PARENT, (0, 0), 0); BATCH];
        let batch = &mut batch[..open.len() - rest];
        batch.copy_from_slice(&open[rest..]);
        open.truncate(rest);

        // Look-ups of all positions that do not depend on each other: the waits for memory overlap.
        // Only the first slot is read, so that some known positions are found below.
        let mut is_known = [false; BATCH];
        for (is_known, node) in is_known.iter_mut().zip(&*batch) {
            let slot = self.first_slot(node.key);
            *is_known = self.closed[slot] == node.key && self.closed_depths[slot] <= node.depth();
        }

        for (_, node) in is_known.iter().zip(&*batch).filter(|&(&is_known, _)| !is_known) {
            if !self.close(node) {
                continue;
            }
            control.spend(1)?;
            self.nodes.push(*node);
            let path = if self.general.is_some() {
                self.expand_general(node, moves, control)
            } else {
                self.expand(node, moves, control).map(|last| self.path(last))
            };
            if path.is_some() {
                return Ok(path);
            }
            if let Some(why) = self.stop {
                return Err(why);
            }
        }
        Ok(None)
    }

    /// Adds the bounds by distances, for the classes of the robots that are not the target robot.
    fn add_distances(&mut self, control: &mut Control) {
        for (index, bound) in self.bounds.iter_mut().enumerate() {
            let classes = match &self.general {
                Some(general) => general.other_classes(index),
                None => [0].into_iter().collect(),
            };
            bound.add_distances(self.slides, self.target, &classes, control);
        }
    }

    /// The slot at which the look-up of a key begins.
    #[inline]
    fn first_slot(&self, key: K) -> usize {
        (key.hash() >> (64 - self.closed.len().trailing_zeros())) as usize & (self.closed.len() - 1)
    }

    /// The slot of a key, or the empty one where it belongs.
    #[inline]
    fn slot(&self, key: K) -> usize {
        let mut slot = self.first_slot(key);
        while self.closed[slot] != key && self.closed[slot] != K::default() {
            slot = (slot + 1) & (self.closed.len() - 1);
        }
        slot
    }

    /// Adds a position to the closed list. Returns whether it is new there, or reached by fewer
    /// moves.
    #[inline]
    fn close(&mut self, node: &AStarNode<K>) -> bool {
        let slot = self.slot(node.key);
        if self.closed[slot] == node.key && self.closed_depths[slot] <= node.depth() {
            return false;
        }
        self.closed[slot] = node.key;
        self.closed_depths[slot] = node.depth();
        true
    }

    /// Adds the successors of a position to the open list. Returns the move that reaches the
    /// target, if the solution then has `moves` moves.
    #[inline]
    fn expand(&mut self, node: &AStarNode<K>, moves: u16, control: &mut Control) -> Option<CellMove> {
        let parent = self.nodes.len() as u32 - 1;
        let cells = self.cells_of(node.key);
        let after = u16::from(node.depth()) + 1;
        let ends = self.slides.slide_ends(&cells, self.movers, self.robots);
        let (from, to) = node.ends();
        let last = LastMove::new(self.slides, from, to);
        let others = &cells[1..self.robots];

        // The target robot: each move changes the whole bound.
        let target_robot = cells[0];
        let (_, rest) = node.key.split(self.others_bits());
        let is_other_order = last.to != target_robot;
        let mut directions = self.directions(target_robot, ends[0], 0, last, is_other_order);
        while let Some(direction) = take_first(&mut directions) {
            let to = ends[0][usize::from(direction)];
            if to == self.target && after == moves {
                return Some((target_robot, direction));
            }
            let least = self.bounds[0].moves(self.slides, to, others, control);
            if least != UNREACHABLE {
                let key = self.target_robot_at(to) | rest;
                let node = AStarNode::new(key, parent, (target_robot, to), after);
                self.push_open(moves.max(after + least), node, control);
            }
        }

        // The other robots: the bound and the key are computed once without the robot, then with it
        // on each of its new cells.
        let bound = self.bounds[0].partial(self.slides, target_robot, others, control);
        for index in 1..self.movers {
            let (from, ends) = (cells[index], ends[index]);
            let is_other_order = last.to != target_robot && from < last.from;
            let mut directions = self.directions(from, ends, 0, last, is_other_order);
            if directions == 0 {
                continue;
            }
            let bound = self.bounds[0].without(bound, others, index - 1);
            let without = PackedWithout::new(node.key, &cells, index, self.movers, self.bits);
            while let Some(direction) = take_first(&mut directions) {
                let to = ends[usize::from(direction)];
                let least = self.bounds[0].moves_with(bound, to);
                if least != UNREACHABLE {
                    let key = without.with(to, self.movers, self.bits);
                    self.push_open(
                        moves.max(after + least),
                        AStarNode::new(key, parent, (from, to), after),
                        control,
                    );
                }
            }
        }
        None
    }

    /// The directions of a robot that need be tried: those in which it moves, less those that lead
    /// to nothing new.
    ///
    /// A robot that has just moved need not go back, since it could have gone there at once. And
    /// where two robots can move in either order, one order is enough: if this move would be the
    /// first one in the other order (`is_other_order`), it is left out. That is sound in any order
    /// of positions: the other order leads here by as many moves, and if its last move is left out
    /// as well, then for a move that is later in the order of the two, which comes to an end.
    ///
    /// Moves that a diagonal deflects (`bent`) are never left out for the other order.
    #[inline]
    pub(super) fn directions(
        &self,
        from: CellIndex,
        ends: [CellIndex; 4],
        bent: DirectionSet,
        last: LastMove,
        is_other_order: bool,
    ) -> DirectionSet {
        let moving = (0..4)
            .fold(0, |moving, direction| moving | DirectionSet::from(ends[direction] != from) << direction);
        if last.from == last.to {
            moving
        } else if from == last.to {
            moving & !(1 << (last.direction ^ 2))
        } else if is_other_order {
            moving & !(self.commuting(from, ends, last) & !bent)
        } else {
            moving
        }
    }

    /// The directions in which a move certainly has the same result before and after the last move,
    /// and the last move before and after it.
    #[inline]
    fn commuting(&self, from: CellIndex, ends: [CellIndex; 4], last: LastMove) -> DirectionSet {
        if last.beyond == from {
            // This robot stopped the last one.
            return 0;
        }
        let blocking =
            (0..4).fold(0, |blocking, direction| blocking | last.passes(ends[direction]) << direction);
        let mut commuting = ALL_DIRECTIONS & !blocking;
        // The last robot must neither be on the path of this one nor stop it, before and after its
        // move.
        for other in [last.from, last.to] {
            if self.slides.is_on_line(from, other) {
                let direction = self.slides.direction(from, other);
                let reach = from.abs_diff(ends[usize::from(direction)]) + self.slides.stride(direction);
                if from.abs_diff(other) <= reach {
                    commuting &= !(1 << direction);
                }
            }
        }
        commuting
    }

    #[inline]
    pub(super) fn push_open(&mut self, moves: u16, node: AStarNode<K>, control: &mut Control) {
        let moves = usize::from(moves);
        match self.open.get_mut(moves) {
            Some(open) if open.len() < open.capacity() => open.push(node),
            _ => self.grow_open(moves, node, control),
        }
    }

    #[cold]
    fn grow_open(&mut self, moves: usize, node: AStarNode<K>, control: &mut Control) {
        if self.open.len() <= moves {
            self.open.resize_with(moves + 1, Vec::new);
        }
        match double(&mut self.open[moves], control) {
            Ok(()) => self.open[moves].push(node),
            Err(why) => self.stop = Some(why),
        }
    }

    const fn closed_bytes(slots: usize) -> u64 {
        (slots * (size_of::<K>() + 1)) as u64
    }

    /// Makes room for a batch of nodes.
    #[inline]
    fn make_room(&mut self, control: &mut Control) -> Result<(), Stop> {
        if self.nodes.capacity() - self.nodes.len() < BATCH {
            if self.nodes.len() >= NO_PARENT as usize / 2 {
                return Err(Stop::Memory);
            }
            double(&mut self.nodes, control)?;
        }
        // At most five eighths of the slots are used.
        if (self.nodes.len() + BATCH) * 8 > self.closed.len() * 5 {
            self.grow_closed(control)
        } else {
            Ok(())
        }
    }

    #[cold]
    fn grow_closed(&mut self, control: &mut Control) -> Result<(), Stop> {
        let (old, slots) = (self.closed.len(), 2 * self.closed.len());
        control.hold(Self::closed_bytes(slots))?;
        let (mut closed, mut depths) = (Vec::new(), Vec::new());
        if closed.try_reserve_exact(slots).is_err() || depths.try_reserve_exact(slots).is_err() {
            control.release(Self::closed_bytes(slots));
            return Err(Stop::Memory);
        }
        closed.resize(slots, K::default());
        depths.resize(slots, 0);
        let closed = core::mem::replace(&mut self.closed, closed);
        let depths = core::mem::replace(&mut self.closed_depths, depths);
        for (key, depth) in closed.into_iter().zip(depths).filter(|&(key, _)| key != K::default()) {
            let slot = self.slot(key);
            (self.closed[slot], self.closed_depths[slot]) = (key, depth);
        }
        control.release(Self::closed_bytes(old));
        Ok(())
    }

    /// Bits of all robots but the target robot.
    #[inline]
    const fn others_bits(&self) -> u32 {
        self.bits * (self.movers as u32 - 1)
    }

    /// The cell of the target robot, above the bits of the others. A robot without others has one
    /// more bit, so that no key is zero.
    #[inline]
    fn target_robot_at(&self, cell: CellIndex) -> K {
        K::from(u16::from(self.movers == 1)).push(self.bits, cell) << self.others_bits()
    }

    /// The key of the start.
    fn key(&self) -> K {
        let others = &self.cells[1..self.movers];
        self.target_robot_at(self.cells[0])
            | others.iter().fold(K::default(), |key, &cell| key.push(self.bits, cell))
    }

    #[inline]
    fn cells_of(&self, mut key: K) -> [CellIndex; MAX_ROBOTS] {
        let mut cells = self.cells;
        for cell in cells[..self.movers].iter_mut().rev() {
            (key, *cell) = key.pop(self.bits);
        }
        cells
    }

    /// The moves to the latest node, and one more.
    fn path(&self, last: CellMove) -> Vec<CellMove> {
        let mut path = alloc::vec![last];
        let mut node = self.nodes.last();
        while let Some(reached) = node.filter(|node| node.parent != NO_PARENT) {
            let (from, to) = reached.ends();
            path.push((from, self.slides.direction(from, to)));
            node = self.nodes.get(reached.parent as usize);
        }
        path.reverse();
        path
    }
}

/// Removes the first direction.
#[inline]
pub(super) const fn take_first(directions: &mut DirectionSet) -> Option<u8> {
    if *directions == 0 {
        return None;
    }
    let direction = directions.trailing_zeros() as u8;
    *directions &= *directions - 1;
    Some(direction)
}

/// Doubles the capacity of a list.
fn double<T>(list: &mut Vec<T>, control: &mut Control) -> Result<(), Stop> {
    let capacity = list.capacity();
    control.reserve(list, capacity + capacity.max(2 * BATCH)).map(|_| ())
}
