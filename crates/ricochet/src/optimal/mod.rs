//! Solutions of the fewest moves.
//!
//! Games are solved by A* (`a_star`), with a bound that depends on all robots (`blocker_bound`,
//! `blocker_distance_bound`). Games for which memory is not granted are solved by iterative
//! deepening (`depth_first`) with a transposition table. When a deeper search hardly reaches new
//! positions, `motion_core`'s A* takes over (`generic_a_star`). `shortest` selects the search.

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
mod positions;
mod search_robots;
mod shortest;
mod transposition_table;
mod two_sided_moves;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use motion_core::{Control, Outcome, Quality, Solver};

pub use positions::{Position, PositionMove, Positions};

use crate::instance::Instance;
use crate::moves::Moves;
use search_robots::RobotMove;
use shortest::{ALL_ROBOTS, RobotSet, ShortestSearch, moves_of};

/// The choice among the shortest solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preference {
    /// Any.
    #[default]
    Any,
    /// A solution in which the fewest robots move.
    FewestRobots,
}

/// Finds a solution of the fewest moves, or proves that there is none.
///
/// Games are solved by A*. Its bound depends on all robots: if the target robot stops without a
/// wall, another robot must stand behind that cell; if it is not there yet, it must come, which may
/// take several moves. Diagonals bend the lines along which this is computed. Of two moves that do
/// not affect each other, only one order is tried. The [threads of the
/// budget](motion_core::Budget::with_threads) search long games (feature `std`).
///
/// Games for which memory is not granted are solved by iterative deepening. Its bound is the fewest
/// moves of a robot that may stop anywhere. With few moves left, it tries only moves that can still
/// matter. A transposition table, in which equivalent robots are interchangeable, grows up to half
/// a gibibyte or to the memory limit. It then replaces the entries that are quickest to search
/// again. When a deeper search hardly reaches new positions, `motion_core`'s A* takes over.
///
/// # Guarantees
/// Complete and optimal for every game. [`Outcome::Unsolvable`] is a proof: the target is
/// unreachable, or all positions have been searched. The `lower_bound` of [`Outcome::Stopped`] is
/// proved. The same game under the same limits of nodes and memory gives the same moves; if the
/// memory is not limited, with any number of threads. A node is an expanded position.
///
/// # Complexity
/// Exponential in the moves beyond the bound. Memory is about 80 bytes per node. A memory limit is
/// kept but costs time.
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

    /// Passes every shortest solution to `visit` until that breaks; returns the number of solutions
    /// passed. The preference has no effect. Solutions of more than 250 moves are not enumerated:
    /// the result is [`Stop::Unsupported`](motion_core::Stop::Unsupported).
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

/// Finds a shortest solution in which the fewest robots move, given a shortest solution: it looks
/// for the smallest set of robots that has a solution of this length.
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
