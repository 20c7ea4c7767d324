//! The successors of a position in A*, and the pruning of moves.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::a_star_node::{AStarNode, OpenList};
use super::blocker_bound::BlockerBound;
use super::general_expansion::GeneralGame;
use super::packed_position::{PackedPosition, PackedWithout};
use super::search_robots::{CellMove, SearchRobots};
use crate::free_stop_bound::FreeStopBound;
use crate::instance::MAX_ROBOTS;
use crate::line_costs::UNREACHABLE;
use crate::slide_table::{CellIndex, SlideTable};

/// The data for expanding positions of a game.
#[derive(Clone)]
pub(super) struct Expander<'s> {
    pub(super) slides: &'s SlideTable,
    /// The target, in plain games.
    target: CellIndex,
    /// The bounds by class and targets of target robots; a single one in plain games.
    pub(super) bounds: Vec<BlockerBound>,
    /// The additional data of games that are not plain.
    pub(super) general: Option<GeneralGame<'s>>,
    /// The start: the target robots, then the other robots that move, then those that do not.
    /// Interchangeable robots are in ascending order.
    pub(super) cells: [CellIndex; MAX_ROBOTS],
    movers: usize,
    robots: usize,
    bits: u32,
}

/// The last move, used to prune moves that need not follow it.
#[derive(Clone, Copy)]
pub(super) struct LastMove {
    pub(super) from: CellIndex,
    pub(super) to: CellIndex,
    pub(super) direction: u8,
    /// The lower end of its path, the length of the path, and the bits that are zero in distances
    /// along it.
    low: CellIndex,
    span: u16,
    across: u16,
    /// The cell behind its end.
    beyond: CellIndex,
}

/// A set of directions, as bits.
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

    /// Returns one if a cell is on the path, including its ends, otherwise zero. There are no
    /// branches, because they would mispredict.
    #[inline]
    fn passes(self, cell: CellIndex) -> DirectionSet {
        let offset = cell.wrapping_sub(self.low);
        DirectionSet::from(offset <= self.span) & DirectionSet::from(offset & self.across == 0)
    }
}

impl<'s> Expander<'s> {
    pub(super) fn new(
        slides: &'s SlideTable,
        free_stop: &'s [FreeStopBound],
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
        let (mut bounds, mut numbers) = (Vec::new(), Vec::new());
        for robot in &robots.list[..robots.target_robots] {
            if robot.bound.is_some_and(|number| !numbers.contains(&number)) {
                bounds.push(BlockerBound::new(slides, robot.bound(free_stop), robots.len - 1, control)?);
                numbers.extend(robot.bound);
            }
        }
        let general = (!is_plain).then(|| GeneralGame::new(slides, free_stop, robots, &numbers));
        let target = bounds[0].targets()[0];
        let (movers, robots, bits) = (robots.movers, robots.len, slides.bits());
        Ok(Self { slides, target, bounds, general, cells, movers, robots, bits })
    }

    /// Returns the bound of the start, and its key.
    pub(super) fn start<K: PackedPosition>(&mut self, control: &mut Control) -> (u16, K) {
        let start = self.cells;
        if let Some(general) = &self.general {
            return (general.moves(&mut self.bounds, self.slides, &start, control), general.key(&start));
        }
        let others = &start[1..self.robots];
        (self.bounds[0].moves(self.slides, start[0], others, control), self.key())
    }

    /// Adds the successors of a position, whose number is `parent`, to the open list. Returns the
    /// move that reaches the target if the solution then has `moves` moves.
    #[inline]
    pub(super) fn expand<K: PackedPosition>(
        &mut self,
        node: (&AStarNode<K>, u32),
        moves: u16,
        open: &mut impl OpenList<K>,
        control: &mut Control,
    ) -> Option<CellMove> {
        match self.general.take() {
            None => self.expand_plain(node, moves, open, control),
            Some(general) => {
                let last = self.expand_general(&general, node, moves, open, control);
                self.general = Some(general);
                last
            }
        }
    }

    /// Computes everything that the bounds otherwise compute on first use, so that their clones
    /// agree.
    pub(super) fn complete(&mut self, control: &mut Control) {
        for bound in &mut self.bounds {
            bound.complete(self.slides, control);
        }
    }

    /// The number of bytes of a clone.
    #[cfg(feature = "std")]
    pub(super) fn bytes(&self) -> u64 {
        self.bounds.iter().map(BlockerBound::bytes).sum()
    }

    /// Adds the bounds by distances, for the classes of the robots other than the target robot.
    pub(super) fn add_distances(&mut self, control: &mut Control) {
        for (index, bound) in self.bounds.iter_mut().enumerate() {
            let classes = match &self.general {
                Some(general) => general.other_classes(index),
                None => [0].into_iter().collect(),
            };
            bound.add_distances(self.slides, &classes, control);
        }
    }

    /// Adds the successors of a position to the open list. Returns the move that reaches the target
    /// if the solution then has `moves` moves.
    #[inline]
    fn expand_plain<K: PackedPosition>(
        &mut self,
        (node, parent): (&AStarNode<K>, u32),
        moves: u16,
        open: &mut impl OpenList<K>,
        control: &mut Control,
    ) -> Option<CellMove> {
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
                let key = self.target_robot_at::<K>(to) | rest;
                let node = AStarNode::new(key, parent, (target_robot, to), after);
                open.push(moves.max(after + least), node, control);
            }
        }

        // The other robots: the bound and the key are computed once without the robot, then with
        // the robot on each of its new cells.
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
                    open.push(
                        moves.max(after + least),
                        AStarNode::new(key, parent, (from, to), after),
                        control,
                    );
                }
            }
        }
        None
    }

    /// Returns the directions to be tried for a robot: those in which it moves, except those that
    /// lead to nothing new.
    ///
    /// A robot that has just moved need not go back, since it could have gone there at once. If two
    /// robots can move in either order, one order is enough: a move that would be the first in the
    /// other order (`is_other_order`) is left out. This is sound in any order of positions. The
    /// other order leads to the same position in as many moves; if its last move is left out as
    /// well, this is because of a later move in this order, and such a chain ends.
    ///
    /// Moves deflected by a diagonal (`bent`) are never left out because of the other order.
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

    /// Returns the directions in which a move certainly commutes with the last move: each has the
    /// same result before and after the other.
    #[inline]
    fn commuting(&self, from: CellIndex, ends: [CellIndex; 4], last: LastMove) -> DirectionSet {
        if last.beyond == from {
            // This robot stopped the last one.
            return 0;
        }
        let blocking =
            (0..4).fold(0, |blocking, direction| blocking | last.passes(ends[direction]) << direction);
        let mut commuting = ALL_DIRECTIONS & !blocking;
        // The last robot must neither be on the path of this one nor stop it, both before and after
        // its own move.
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

    /// The number of bits of all robots except the target robot.
    #[inline]
    const fn others_bits(&self) -> u32 {
        self.bits * (self.movers as u32 - 1)
    }

    /// Returns the cell of the target robot, above the bits of the others. If only one robot moves,
    /// there is one more bit, so that no key is zero.
    #[inline]
    fn target_robot_at<K: PackedPosition>(&self, cell: CellIndex) -> K {
        K::from(u16::from(self.movers == 1)).push(self.bits, cell) << self.others_bits()
    }

    /// The key of the start.
    fn key<K: PackedPosition>(&self) -> K {
        let others = &self.cells[1..self.movers];
        self.target_robot_at::<K>(self.cells[0])
            | others.iter().fold(K::default(), |key, &cell| key.push(self.bits, cell))
    }

    #[inline]
    fn cells_of<K: PackedPosition>(&self, mut key: K) -> [CellIndex; MAX_ROBOTS] {
        let mut cells = self.cells;
        for cell in cells[..self.movers].iter_mut().rev() {
            (key, *cell) = key.pop(self.bits);
        }
        cells
    }
}

/// Removes and returns the first direction.
#[inline]
pub(super) const fn take_first(directions: &mut DirectionSet) -> Option<u8> {
    if *directions == 0 {
        return None;
    }
    let direction = directions.trailing_zeros() as u8;
    *directions &= *directions - 1;
    Some(direction)
}
