//! The expansion of positions for games that are not plain: with diagonals, with several targets or
//! robots that may reach them, or with robots that must turn.
//!
//! The bound is the least over the robots that may reach the target. For each, it is derived from
//! the blockers that it needs and, if it must turn, also from the free-stop bound. Moves that are
//! deflected by a diagonal or count as part of a turn forbid no next move.

use motion_core::Control;
use smallvec::SmallVec;

use super::a_star_node::{AStarNode, OpenList};
use super::blocker_bound::BlockerBound;
use super::expansion::{Expander, LastMove, take_first};
use super::generic_a_star::{CELL_BITS, CELL_MASK, RobotStates};
use super::packed_position::PackedPosition;
use super::search_robots::{CellMove, RobotGroups, SearchRobots};
use crate::free_stop_bound::FreeStopBound;
use crate::instance::MAX_ROBOTS;
use crate::line_costs::UNREACHABLE;
use crate::slide_table::{CellIndex, RobotClass, SlideEnd, SlideTable};

/// The composition of the positions of a game.
#[derive(Clone)]
pub(super) struct GeneralGame<'s> {
    /// The free-stop bounds, for robots that must turn.
    free_stop: &'s [FreeStopBound],
    classes: [RobotClass; MAX_ROBOTS],
    /// For each target robot, the numbers of its bound by blockers and of its free-stop bound.
    bounds: [u8; MAX_ROBOTS],
    free_stop_bounds: [u8; MAX_ROBOTS],
    groups: RobotGroups,
    target_robots: usize,
    movers: usize,
    robots: usize,
    /// The number of bits of a cell, and of the turn state above it for target robots.
    bits: u32,
    turn_bits: u32,
}

impl<'s> GeneralGame<'s> {
    /// Creates the game. `blocker_bounds` are the numbers of the free-stop bounds that have a bound
    /// by blockers.
    pub(super) fn new(
        slides: &SlideTable,
        free_stop: &'s [FreeStopBound],
        robots: &SearchRobots,
        blocker_bounds: &[u8],
    ) -> Self {
        let [mut classes, mut bounds, mut free_stop_bounds] = [[0; MAX_ROBOTS]; 3];
        for (index, robot) in robots.list[..robots.len].iter().enumerate() {
            classes[index] = robot.class;
            if let Some(number) = robot.bound {
                let place = blocker_bounds.iter().position(|&of| of == number);
                (bounds[index], free_stop_bounds[index]) = (place.unwrap_or(0) as u8, number);
            }
        }
        let turning = free_stop.iter().any(FreeStopBound::is_turning);
        Self {
            free_stop,
            classes,
            bounds,
            free_stop_bounds,
            groups: robots.groups(),
            target_robots: robots.target_robots,
            movers: robots.movers,
            robots: robots.len,
            bits: slides.bits(),
            turn_bits: if turning { 2 } else { 0 },
        }
    }

    /// Returns the number of bits in the key of a position.
    pub(super) fn key_bits(slides: &SlideTable, robots: &SearchRobots, turning: bool) -> u32 {
        let turn_bits = if turning { 2 * robots.target_robots as u32 } else { 0 };
        slides.bits() * robots.movers as u32 + turn_bits
    }

    fn free_stop(&self, target_robot: usize) -> &FreeStopBound {
        &self.free_stop[usize::from(self.free_stop_bounds[target_robot])]
    }

    /// Returns the classes of the robots that can be blockers for the target robots of a bound.
    pub(super) fn other_classes(&self, bound: usize) -> SmallVec<[RobotClass; MAX_ROBOTS]> {
        let mut classes = SmallVec::new();
        for target_robot in (0..self.target_robots).filter(|&robot| usize::from(self.bounds[robot]) == bound)
        {
            for other in (0..self.robots).filter(|&other| other != target_robot) {
                if !classes.contains(&self.classes[other]) {
                    classes.push(self.classes[other]);
                }
            }
        }
        classes
    }

    /// Returns the bound of a position; [`UNREACHABLE`] if there is no solution.
    #[inline]
    pub(super) fn moves(
        &self,
        bounds: &mut [BlockerBound],
        slides: &SlideTable,
        states: &RobotStates,
        control: &mut Control,
    ) -> u16 {
        let mut least = UNREACHABLE;
        for target_robot in 0..self.target_robots {
            let moves = self.free_stop_moves(target_robot, states[target_robot]);
            if moves < least {
                let bound = &mut bounds[usize::from(self.bounds[target_robot])];
                let (cells, classes, count) = self.others(target_robot, states);
                let others = (&cells[..count], &classes[..count]);
                let cell = states[target_robot] & CELL_MASK;
                least = least.min(moves.max(bound.moves_of_classes(slides, cell, others, control)));
            }
        }
        least
    }

    /// Returns the free-stop bound of a target robot that must turn, otherwise zero.
    #[inline]
    fn free_stop_moves(&self, target_robot: usize, state: u16) -> u16 {
        if self.turn_bits == 0 {
            return 0;
        }
        let free_stop = self.free_stop(target_robot);
        free_stop.moves(free_stop.entry((state >> CELL_BITS) as u8, state & CELL_MASK))
    }

    /// Returns the cells and classes of all robots but one, and their number.
    #[inline]
    fn others(
        &self,
        robot: usize,
        states: &RobotStates,
    ) -> ([CellIndex; MAX_ROBOTS], [RobotClass; MAX_ROBOTS], usize) {
        let (mut cells, mut classes) = ([0; MAX_ROBOTS], [0; MAX_ROBOTS]);
        let mut count = 0;
        for (other, (state, &class)) in states[..self.robots].iter().zip(&self.classes).enumerate() {
            if other != robot {
                (cells[count], classes[count]) = (state & CELL_MASK, class);
                count += 1;
            }
        }
        (cells, classes, count)
    }

    /// Returns the key of a position. If only one robot moves, there is one more bit, so that no
    /// key is zero.
    #[inline]
    pub(super) fn key<K: PackedPosition>(&self, states: &RobotStates) -> K {
        let mut key = K::from(u16::from(self.movers == 1));
        for (index, &state) in states[..self.movers].iter().enumerate() {
            key = key.push(self.bits, state & CELL_MASK);
            if index < self.target_robots && self.turn_bits > 0 {
                key = key.push(self.turn_bits, state >> CELL_BITS);
            }
        }
        key
    }

    /// Returns the states of a key; `start` has those of the robots that do not move.
    #[inline]
    fn states<K: PackedPosition>(&self, mut key: K, start: &RobotStates) -> RobotStates {
        let mut states = *start;
        for index in (0..self.movers).rev() {
            let mut turn_state = 0;
            if index < self.target_robots && self.turn_bits > 0 {
                (key, turn_state) = key.pop(self.turn_bits);
            }
            (key, states[index]) = key.pop(self.bits);
            states[index] |= turn_state << CELL_BITS;
        }
        states
    }

    /// Returns the state of a robot after a slide, and whether the slide forbids next moves: it was
    /// not deflected and is not part of a turn.
    #[inline]
    fn state_after(&self, index: usize, state: u16, direction: u8, slide: SlideEnd) -> (u16, bool) {
        if index >= self.target_robots || self.turn_bits == 0 {
            return (slide.end, !slide.deflected);
        }
        let before = (state >> CELL_BITS) as u8;
        let turn_state = self.free_stop(index).state_after(before, direction, slide.deflected);
        (u16::from(turn_state) << CELL_BITS | slide.end, !slide.deflected && turn_state == before)
    }

    /// Returns the states with one changed; interchangeable robots stay in ascending order.
    #[inline]
    fn with(&self, states: &RobotStates, index: usize, state: u16) -> RobotStates {
        let mut next = *states;
        let group = self.groups.iter().find(|group| (group.0..group.1).contains(&index));
        let (first, end) = group.copied().unwrap_or((index, index + 1));
        let mut place = index;
        while place > first && next[place - 1] > state {
            next[place] = next[place - 1];
            place -= 1;
        }
        while place + 1 < end && next[place + 1] < state {
            next[place] = next[place + 1];
            place += 1;
        }
        next[place] = state;
        next
    }
}

impl Expander<'_> {
    /// Does the same as [`expand`](Self::expand) for games that are not plain.
    pub(super) fn expand_general<K: PackedPosition>(
        &mut self,
        general: &GeneralGame,
        (node, parent): (&AStarNode<K>, u32),
        moves: u16,
        open: &mut impl OpenList<K>,
        control: &mut Control,
    ) -> Option<CellMove> {
        let states = general.states(node.key, &self.cells);
        let after = u16::from(node.depth()) + 1;
        let (from, to) = node.ends();
        let last = LastMove::new(self.slides, from, to);
        let cells = states.map(|state| state & CELL_MASK);
        let slides = self.slides.slides(&cells, general.classes, general.movers, general.robots);
        // With one target robot, the bound is computed once without each other robot, then with
        // that robot on each of its new cells.
        let (others, classes, count) = general.others(0, &states);
        let others = (&others[..count], &classes[..count]);
        let is_single = general.target_robots == 1;
        let partial =
            is_single.then(|| self.bounds[0].partial_of_classes(self.slides, cells[0], others, control));
        let free_stop_moves = general.free_stop_moves(0, states[0]);
        for index in 0..general.movers {
            let cell = cells[index];
            let bent = (0..4)
                .fold(0, |bent, direction| bent | u8::from(slides[index][direction].deflected) << direction);
            let ends = slides[index].map(|slide| slide.end);
            let mut directions = self.directions(cell, ends, bent, last, cell < last.from);
            if directions == 0 {
                continue;
            }
            let without = partial.filter(|_| index > 0);
            let without =
                without.map(|partial| self.bounds[0].without_of_classes(partial, others, index - 1));
            while let Some(direction) = take_first(&mut directions) {
                let slide = slides[index][usize::from(direction)];
                let (state, forbids) = general.state_after(index, states[index], direction, slide);
                let next = general.with(&states, index, state);
                let least = match without {
                    Some(without) => {
                        let class = general.classes[index];
                        free_stop_moves.max(self.bounds[0].moves_with_class(without, slide.end, class))
                    }
                    None => general.moves(&mut self.bounds, self.slides, &next, control),
                };
                if least == 0 && after == moves {
                    return Some((cell, direction));
                }
                if least != UNREACHABLE {
                    let ends = if forbids { (cell, slide.end) } else { (slide.end, slide.end) };
                    let node = AStarNode::new(general.key(&next), parent, ends, after);
                    open.push(moves.max(after + least), node, control);
                }
            }
        }
        None
    }

    /// Returns the move that leads from a position to the next one.
    pub(super) fn move_between<K: PackedPosition>(&self, before: K, after: &AStarNode<K>) -> CellMove {
        let Some(general) = &self.general else {
            let (from, to) = after.ends();
            return (from, self.slides.direction(from, to));
        };
        let states = general.states(before, &self.cells);
        let cells = states.map(|state| state & CELL_MASK);
        let slides = self.slides.slides(&cells, general.classes, general.movers, general.robots);
        let all = (0..general.movers).flat_map(|index| (0..4).map(move |direction| (index, direction)));
        let leads_there = |&(index, direction): &(usize, u8)| {
            let slide = slides[index][usize::from(direction)];
            let (state, _) = general.state_after(index, states[index], direction, slide);
            slide.end != cells[index] && general.key::<K>(&general.with(&states, index, state)) == after.key
        };
        let (index, direction) =
            { all }.find(leads_there).expect("invariant: a move leads from each position to the next");
        (states[index] & CELL_MASK, direction)
    }
}
