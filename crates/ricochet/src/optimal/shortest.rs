//! Selection of the search that solves a game, and of its keys.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use motion_core::{Control, Direction, Outcome, Quality, Stop};

use super::a_star::AStarSearch;
use super::depth_first::{DepthFirstSearch, DepthResult, MAX_DEPTH, SolutionVisitor};
use super::expansion::Expander;
use super::general_expansion::GeneralGame;
use super::packed_position::PackedPosition;
use super::search_robots::{RobotMove, SearchRobot, SearchRobots, robot_moves};
use super::{generic_a_star, transposition_table};
use crate::free_stop_bound::FreeStopBound;
use crate::instance::{Approach, Instance, MAX_ROBOTS};
use crate::line_costs::UNREACHABLE;
use crate::moves::{Moves, Slide};
use crate::slide_table::SlideTable;

/// The robots that may move, as bits by number.
pub(super) type RobotSet = u8;

pub(super) const ALL_ROBOTS: RobotSet = RobotSet::MAX;

/// A game prepared for searches.
pub(super) struct ShortestSearch<'i> {
    instance: &'i Instance,
    pub(super) slides: SlideTable,
    pub(super) bounds: Vec<FreeStopBound>,
    /// The number of the bound of each robot that may reach a target.
    bound_numbers: [Option<u8>; MAX_ROBOTS],
}

/// A solution; `None` if there is none; or the reason why this is unknown, with a lower bound on
/// the moves.
type SearchResult = Result<Option<Vec<RobotMove>>, (Stop, u16)>;

/// The result of iterative deepening.
enum DeepeningEnd {
    Found(Vec<RobotMove>),
    Exhausted,
    /// No solution has fewer moves than this, and a deeper search would hardly reach new positions.
    Slow(u16),
}

/// The growth of an iteration is tested only if it exceeds this many nodes.
const GROWTH_TEST_NODES: u64 = 20_000;

impl<'i> ShortestSearch<'i> {
    pub(super) fn new(instance: &'i Instance, control: &mut Control) -> Result<Self, Stop> {
        let slides = SlideTable::new(instance, control)?;
        let (mut bounds, mut bound_numbers) = (Vec::new(), [None; MAX_ROBOTS]);
        for (robot, &(colour, _)) in instance.robots().iter().enumerate() {
            if !instance.may_reach_target(colour) {
                continue;
            }
            let is_known = |bound: &FreeStopBound| bound.is_of(&slides, instance, robot);
            let known = bounds.iter().position(is_known);
            bound_numbers[robot] = Some(known.unwrap_or(bounds.len()) as u8);
            if known.is_none() {
                bounds.push(FreeStopBound::new(&slides, instance, robot, control)?);
            }
        }
        Ok(Self { instance, slides, bounds, bound_numbers })
    }

    /// All nonempty sets of robots of the game.
    pub(super) fn robot_sets(&self) -> impl Iterator<Item = RobotSet> {
        1..=ALL_ROBOTS >> (MAX_ROBOTS - self.instance.robots().len())
    }

    /// Returns the robots in the order of a search in which only `movers` move.
    pub(super) fn search_robots(&self, movers: RobotSet) -> SearchRobots {
        let robots = self.instance.robots();
        let moves = |number: usize| movers >> number & 1 != 0;
        let bound = |number: usize| self.bound_numbers[number].filter(|_| moves(number));
        let is_target_robot = |number: usize| bound(number).is_some();
        let mut numbers: Vec<usize> = (0..robots.len()).collect();
        let place = |&number: &usize| {
            (!is_target_robot(number), !moves(number), self.slides.class(number), bound(number))
        };
        numbers.sort_by_key(place);
        let mut list = [SearchRobot::default(); MAX_ROBOTS];
        for (robot, &number) in list.iter_mut().zip(&numbers) {
            *robot = SearchRobot {
                cell: self.slides.index(robots[number].1),
                turn_state: 0,
                class: self.slides.class(number),
                bound: bound(number),
                number: number as u8,
            };
        }
        let count = |is: &dyn Fn(usize) -> bool| (0..robots.len()).filter(|&number| is(number)).count();
        let (target_robots, movers) = (count(&is_target_robot), count(&moves));
        SearchRobots { list, len: robots.len(), target_robots, movers }
    }

    /// Finds a shortest solution in which only `movers` move. With `only`, it is known that none is
    /// shorter than that, and longer ones are not searched for: the result is then
    /// [`Outcome::Unsolvable`].
    pub(super) fn shortest(
        &mut self,
        movers: RobotSet,
        only: Option<u16>,
        control: &mut Control,
    ) -> Outcome<Vec<RobotMove>> {
        let robots = self.search_robots(movers);
        let least = self.least(&robots);
        if least == 0 {
            return Outcome::Solved { plan: Vec::new(), quality: Quality::Optimal };
        }
        if least == UNREACHABLE {
            return Outcome::Unsolvable;
        }
        let (first, last) = (least.max(only.unwrap_or(0)), only.unwrap_or(u16::MAX));
        let mut result = control.scope(|control| self.search_a_star(&robots, (first, last), control));
        // There is too little memory, or the solution has more moves than A* can count.
        if let Err((Stop::Memory | Stop::Unsupported, first)) = result
            && first <= last
        {
            self.keep_relevant(control);
            result = control.scope(|control| self.deepen(&robots, (first, last), control));
        }
        match result {
            Ok(Some(plan)) => Outcome::Solved { plan, quality: Quality::Optimal },
            Ok(None) => Outcome::Unsolvable,
            Err((Stop::Unsupported, moves)) if moves > last => Outcome::Unsolvable,
            Err((why, moves)) => Outcome::Stopped { why, best: None, lower_bound: Some(u64::from(moves)) },
        }
    }

    /// Passes all solutions of this many moves to `visit`, given that none is shorter.
    pub(super) fn all(&mut self, moves: u16, control: &mut Control, visit: SolutionVisitor) -> Outcome<()> {
        let robots = self.search_robots(ALL_ROBOTS);
        self.keep_relevant(control);
        let result = match moves {
            0 => {
                let _ = visit(&[]);
                Ok(())
            }
            1..=MAX_DEPTH => {
                if self.fits_u64(&robots) {
                    self.all_by::<u64>(robots, moves, control, visit)
                } else {
                    self.all_by::<u128>(robots, moves, control, visit)
                }
            }
            _ => Err(Stop::Unsupported),
        };
        match result {
            Ok(()) => Outcome::Solved { plan: (), quality: Quality::Optimal },
            Err(why) => Outcome::Stopped { why, best: None, lower_bound: Some(u64::from(moves)) },
        }
    }

    fn all_by<K: PackedPosition>(
        &mut self,
        robots: SearchRobots,
        moves: u16,
        control: &mut Control,
        visit: SolutionVisitor,
    ) -> Result<(), Stop> {
        let bits = self.target_robot_bits();
        let game = (&self.slides, &mut self.bounds[..]);
        let mut search = DepthFirstSearch::<K>::new(game, robots, bits, false, visit, control)?;
        search.search_depth(moves, control).map(|_| ())
    }

    fn keep_relevant(&mut self, control: &mut Control) {
        for bound in &mut self.bounds {
            bound.keep_relevant(control);
        }
    }

    /// The bound of the start.
    fn least(&self, robots: &SearchRobots) -> u16 {
        let least = robots.list[..robots.target_robots].iter().map(|robot| {
            let bound = robot.bound(&self.bounds);
            bound.moves(bound.entry(robot.turn_state, robot.cell))
        });
        least.min().unwrap_or(UNREACHABLE)
    }

    /// Returns whether the faster expansion of A* handles the game.
    fn is_plain(&self, robots: &SearchRobots) -> bool {
        robots.target_robots == 1
            && robots.list[0].bound(&self.bounds).targets().len() == 1
            && !self.is_turning()
            && !self.slides.has_diagonals()
    }

    fn is_turning(&self) -> bool {
        self.instance.approach() == Approach::Turning
    }

    fn search_a_star(
        &self,
        robots: &SearchRobots,
        (first, last): (u16, u16),
        control: &mut Control,
    ) -> SearchResult {
        let bits = GeneralGame::key_bits(&self.slides, robots, self.is_turning());
        // If only one robot moves, the key has one more bit.
        if bits <= u32::BITS && robots.movers > 1 {
            self.search_a_star_by::<u32>(robots, (first, last), control)
        } else if bits < u64::BITS {
            self.search_a_star_by::<u64>(robots, (first, last), control)
        } else {
            self.search_a_star_by::<u128>(robots, (first, last), control)
        }
    }

    fn search_a_star_by<K: PackedPosition>(
        &self,
        robots: &SearchRobots,
        (first, last): (u16, u16),
        control: &mut Control,
    ) -> SearchResult {
        let is_plain = self.is_plain(robots);
        let expander = Expander::new(&self.slides, &self.bounds, robots, is_plain, control);
        let mut search = expander
            .and_then(|expander| AStarSearch::<K>::new(expander, control))
            .map_err(|why| (why, first))?;
        let moves = search.search(first, last, control)?;
        Ok(moves.map(|moves| robot_moves(&self.slides, robots, &moves)))
    }

    /// Searches by iterative deepening, which needs little memory. When a deeper search would
    /// hardly reach new positions, `motion_core`'s A* takes over if its memory is granted; it
    /// expands each position once.
    fn deepen(
        &mut self,
        robots: &SearchRobots,
        (first, last): (u16, u16),
        control: &mut Control,
    ) -> SearchResult {
        let mut moves = first;
        let mut test_growth = true;
        loop {
            let end = control.scope(|control| {
                if self.fits_u64(robots) {
                    self.deepen_by::<u64>(robots, (moves, last), test_growth, control)
                } else {
                    self.deepen_by::<u128>(robots, (moves, last), test_growth, control)
                }
            });
            moves = match end? {
                DeepeningEnd::Found(path) => return Ok(Some(path)),
                DeepeningEnd::Exhausted => return Ok(None),
                DeepeningEnd::Slow(moves) => moves,
            };
            match generic_a_star::search(&self.slides, &self.bounds, robots, control) {
                Outcome::Solved { plan, .. } if plan.len() <= usize::from(last) => return Ok(Some(plan)),
                Outcome::Solved { plan, .. } => return Err((Stop::Unsupported, plan.len() as u16)),
                Outcome::Unsolvable => return Ok(None),
                Outcome::Stopped { why: Stop::Memory, .. } if moves <= MAX_DEPTH => test_growth = false,
                Outcome::Stopped { why, lower_bound, .. } => {
                    return Err((why, moves.max(lower_bound.unwrap_or(0) as u16)));
                }
            }
        }
    }

    fn deepen_by<K: PackedPosition>(
        &mut self,
        robots: &SearchRobots,
        (first, last): (u16, u16),
        test_growth: bool,
        control: &mut Control,
    ) -> Result<DeepeningEnd, (Stop, u16)> {
        let mut path = Vec::new();
        let mut visit = |moves: &[RobotMove]| {
            path = moves.to_vec();
            ControlFlow::Break(())
        };
        let bits = self.target_robot_bits();
        let game = (&self.slides, &mut self.bounds[..]);
        let mut search = DepthFirstSearch::<K>::new(game, robots.clone(), bits, true, &mut visit, control)
            .map_err(|why| (why, first))?;
        let mut previous = 0;
        for moves in first..=last.min(MAX_DEPTH) {
            let before = control.stats().nodes;
            match search.search_depth(moves, control).map_err(|why| (why, moves))? {
                DepthResult::Found => return Ok(DeepeningEnd::Found(path)),
                DepthResult::Exhausted => return Ok(DeepeningEnd::Exhausted),
                DepthResult::Cut => {}
            }
            let nodes = control.stats().nodes - before;
            if test_growth && nodes > GROWTH_TEST_NODES && nodes < previous + previous / 2 {
                return Ok(DeepeningEnd::Slow(moves + 1));
            }
            previous = nodes;
        }
        if last > MAX_DEPTH {
            Ok(DeepeningEnd::Slow(MAX_DEPTH + 1))
        } else {
            Err((Stop::Unsupported, last + 1))
        }
    }

    /// The number of bits of a target robot in the keys of depth-first search.
    fn target_robot_bits(&self) -> u32 {
        // The turn state takes two bits above the twelve bits of the cell.
        if self.is_turning() { 14 } else { self.slides.bits() }
    }

    /// Returns whether 64 bits hold a position and a number of moves.
    fn fits_u64(&self, robots: &SearchRobots) -> bool {
        let others = (robots.movers - robots.target_robots) as u32;
        let bits = robots.target_robots as u32 * self.target_robot_bits() + others * self.slides.bits();
        bits + transposition_table::MOVES_LEFT_BITS <= u64::BITS
    }
}

/// Converts moves to colours and directions.
pub(super) fn moves_of(instance: &Instance, moves: &[RobotMove]) -> Moves {
    let slide = |&(number, direction): &RobotMove| Slide {
        robot: instance.robots()[usize::from(number)].0,
        direction: Direction::from_index(direction),
    };
    moves.iter().map(slide).collect()
}

#[cfg(all(test, feature = "rand"))]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::quadrants::{QuadrantSet, RandomGame};
    use crate::{Target, TargetRobot};
    use motion_core::Cell;

    /// Iterative deepening is for games whose memory is not granted, so it is called directly here.
    #[test]
    fn both_searches_find_solutions_of_the_same_length() {
        let (mut rng, set) = (Xoshiro256PlusPlus::seed_from_u64(3), QuadrantSet::standard());
        for number in 0..40 {
            let sides = if number % 2 == 0 { "D" } else { "AB" };
            let game = RandomGame::default().with_sides(sides).with_any_robot_targets(true);
            let game = game.generate(&set, &mut rng).expect("a game");
            // Every fourth game has a second target, for one of the robots or for any.
            let other = [TargetRobot::Any, TargetRobot::Only(game.robots()[number % 4].0)][number / 4 % 2];
            let more = Target { cell: Cell(17 * (number as u32 % 10)), robot: other };
            let two = Instance::new(game.board().clone(), game.robots(), &[game.targets()[0], more]);
            let game = two.ok().filter(|_| number % 4 == 3).unwrap_or(game);
            let approach = if number % 3 == 0 { Approach::Turning } else { Approach::Free };
            let game = game.with_approach(approach);
            let mut control = Control::unlimited();
            let mut search = ShortestSearch::new(&game, &mut control).expect("no limit");
            search.keep_relevant(&mut control);
            let robots = search.search_robots(ALL_ROBOTS);
            let least = search.least(&robots);
            if least == 0 || least == UNREACHABLE {
                continue;
            }
            let by_a_star = search.search_a_star(&robots, (least, MAX_DEPTH), &mut control);
            let length = |found: SearchResult| found.expect("no limit").map(|moves| moves.len());
            let by_a_star = length(by_a_star);
            if by_a_star.is_some_and(|moves| moves <= 9) {
                let by_depth = length(search.deepen(&robots, (least, MAX_DEPTH), &mut control));
                assert_eq!(by_a_star, by_depth, "{game}");
            }
        }
    }
}
