//! Solutions of the fewest moves.
//!
//! Games are solved by A* (`a_star`), under a bound that regards all robots (`blocker_bound`,
//! `blocker_distance_bound`). Those that memory is not granted for are solved by iterative
//! deepening (`depth_first`) with a transposition table. When a deeper search hardly
//! reaches new positions, A* of `motion_core` goes on (`generic_a_star`). `shortest` chooses
//! between them.

mod a_star;
mod a_star_node;
mod blocker_bound;
mod blocker_counts;
mod blocker_distance_bound;
mod depth_first;
mod expansion;
mod extra_costs;
mod general_expansion;
mod generic_a_star;
mod line_blockers;
mod packed_position;
#[cfg(feature = "std")]
mod parallel_expansion;
mod path_costs;
mod positions;
mod search_robots;
mod shortest;
mod transposition_table;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use motion_core::{Control, Outcome, Quality, Solver};

pub use positions::{Position, PositionMove, Positions};

use crate::instance::Instance;
use crate::moves::Moves;
use search_robots::RobotMove;
use shortest::{ALL_ROBOTS, RobotSet, ShortestSearch, moves_of};

/// Which of the shortest solutions is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preference {
    /// Any.
    #[default]
    Any,
    /// One in which the fewest robots move.
    FewestRobots,
}

/// Finds a solution of the fewest moves, or proves that there is none.
///
/// Games are solved by A*. Its bound regards all robots: where the target robot stops without a
/// wall, another robot has to stand behind it, and to come if it is not there, which may take
/// several moves. Diagonals bend the lines along which that is computed. Of two moves that do not
/// affect each other, one order is tried. Long games are searched by the
/// [threads of the budget](motion_core::Budget::with_threads) (feature `std`).
///
/// Games whose memory is not granted are solved by iterative deepening, under the fewest moves of a
/// robot that may stop anywhere. With few moves left, only moves that can still matter are tried. A
/// transposition table, in which robots that are alike are interchangeable, grows up to half a
/// gibibyte, or to what the memory limit grants, and then replaces the entries that are quickest to
/// search again. When a deeper search hardly reaches new positions, A* of `motion_core` goes on.
///
/// # Guarantees
/// Complete and optimal for every game. [`Outcome::Unsolvable`] is a proof: the target is out of
/// reach, or all positions have been seen. `lower_bound` of [`Outcome::Stopped`] holds. The same
/// game under the same limits of nodes and memory gives the same moves, with any number of threads
/// if the memory is not limited. A node is a position that is expanded.
///
/// # Complexity
/// Exponential in the moves beyond the bound. Memory: about 80 bytes for each node.
/// A memory limit is kept, and costs time.
///
/// # References
/// The bound of robots that may stop anywhere is *Graph v2* of "Graph-DP for Ricochet Robots".
/// Hart, Nilsson, Raphael, *A formal basis for the heuristic determination of minimum cost paths*,
/// 1968; Korf, *Depth-first iterative-deepening*, 1985.
///
/// # Examples
/// ```
/// use motion_core::{Control, Outcome, Quality, Solver};
/// use ricochet::{Instance, Optimal};
///
/// let game: Instance = "
/// +---+---+---+
/// | r     |   |
/// +   +   +---+
/// |       | bR|
/// +   +   +   +
/// |           |
/// +---+---+---+".parse()?;
/// match Optimal::default().solve(&game, &mut Control::unlimited()) {
///     Outcome::Solved { plan, quality } => {
///         assert_eq!((game.verify(&plan)?.moves, quality), (6, Quality::Optimal));
///     }
///     outcome => panic!("there is a solution: {outcome:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Optimal {
    preference: Preference,
}

impl Optimal {
    /// Sets which of the shortest solutions is found.
    #[doc(hidden)]
    pub const fn with_preference(mut self, preference: Preference) -> Self {
        self.preference = preference;
        self
    }

    /// Shows every shortest solution to `visit`, until that breaks; returns the number of solutions
    /// shown. The preference makes no difference. Solutions of more than 250 moves are not
    /// enumerated: the answer is [`Stop::Unsupported`](motion_core::Stop::Unsupported).
    ///
    /// # Examples
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use motion_core::Control;
    /// use ricochet::{Instance, Optimal};
    ///
    /// let game: Instance = "
    /// +---+---+---+
    /// | r         |
    /// +   +   +   +
    /// |           |
    /// +   +   +   +
    /// |         R |
    /// +---+---+---+".parse()?;
    /// let mut solutions = Vec::new();
    /// let outcome = Optimal::default().all(&game, &mut Control::unlimited(), |moves| {
    ///     solutions.push(moves.to_string());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!((outcome.plan(), solutions.join(", ")), (Some(2), "rR rD, rD rR".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all(
        &self,
        instance: &Instance,
        control: &mut Control,
        mut visit: impl FnMut(Moves) -> ControlFlow<()>,
    ) -> Outcome<u64> {
        let mut count = 0;
        let outcome = control.scope(|control| {
            let mut search = match ShortestSearch::new(instance, control) {
                Ok(search) => search,
                Err(why) => return Outcome::stopped(why),
            };
            let moves = match search.shortest(ALL_ROBOTS, None, control) {
                Outcome::Solved { plan, .. } => plan.len() as u16,
                outcome => return outcome.map(|_| ()),
            };
            search.all(moves, control, &mut |solution| {
                count += 1;
                visit(moves_of(instance, solution))
            })
        });
        outcome.map(|()| count)
    }

    fn search(self, instance: &Instance, control: &mut Control) -> Outcome<Moves> {
        let mut search = match ShortestSearch::new(instance, control) {
            Ok(search) => search,
            Err(why) => return Outcome::stopped(why),
        };
        match search.shortest(ALL_ROBOTS, None, control) {
            Outcome::Solved { plan, .. } if self.preference == Preference::FewestRobots => {
                fewest_robots(&mut search, plan, control)
            }
            outcome => outcome,
        }
        .map(|solution| moves_of(instance, &solution))
    }
}

impl Solver<Instance> for Optimal {
    type Solution = Moves;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Moves> {
        control.scope(|control| self.search(instance, control))
    }
}

/// A shortest solution in which the fewest robots move, given one of the shortest solutions: the
/// smallest set of robots that has a solution of this length.
fn fewest_robots(
    search: &mut ShortestSearch,
    shortest: Vec<RobotMove>,
    control: &mut Control,
) -> Outcome<Vec<RobotMove>> {
    let moves = shortest.len() as u16;
    let used = shortest.iter().fold(0, |used: RobotSet, &(number, _)| used | 1 << number).count_ones();
    let mut smaller: Vec<RobotSet> = search.robot_sets().filter(|set| set.count_ones() < used).collect();
    smaller.sort_by_key(|set| set.count_ones());
    for set in smaller {
        match search.shortest(set, Some(moves), control) {
            Outcome::Unsolvable => {}
            Outcome::Stopped { why, .. } => {
                let lower_bound = Some(u64::from(moves));
                return Outcome::Stopped { why, best: Some(shortest), lower_bound };
            }
            solved @ Outcome::Solved { .. } => return solved,
        }
    }
    Outcome::Solved { plan: shortest, quality: Quality::Optimal }
}
