//! Push and Swap, in the simplified form that the paper on snakes compares with.

use super::GoalOrder;
use super::path_rule::PathRule;
use super::placement_run::{PlacementRun, PlacingRules, placing_solver};

/// Push and Swap: each robot goes directly to its goal, by pushing others aside or swapping with
/// them.
///
/// A robot that has arrived is finished, and is not pushed any more. With a robot ahead that is
/// finished, or cannot be pushed, the robot *swaps* at a vertex with three neighbours. Finished
/// robots that were moved by that return as soon as the robot has arrived; robots on their goals by
/// then are placed next.
///
/// This is a baseline: [`PushAndRotate`](crate::PushAndRotate) solves every instance, and
/// [`Elimination`](crate::Elimination) makes shorter plans.
///
/// # Guarantees
/// Plans are correct, and [`Outcome::Unsolvable`](motion_core::Outcome::Unsolvable) is proved, by
/// [`Instance::feasibility`](cpf_core::Instance::feasibility). Not complete: if a swap fails
/// because the robots have been placed in a bad order, or because the graph is a cycle, the outcome
/// is [`Outcome::Stopped`](motion_core::Outcome::Stopped) with
/// [`Stop::GaveUp`](motion_core::Stop::GaveUp). On bi-connected graphs other than cycles that has
/// never been seen. Deterministic. Moves are written robot by robot.
///
/// # Complexity
/// A search for the path of each robot, and one for the hubs of each swap, at most over the whole
/// graph. Memory is linear in vertices and robots, and in the moves for one robot; by [weighted
/// routes](cpf_core::board::BlankRoute::Weighted), two bytes for each vertex and robot in addition,
/// unless the graph is an open grid.
///
/// # References
/// R. Luna and K. Bekris, *Push and swap: fast cooperative path-finding with completeness
/// guarantees*, IJCAI 2011; P. Surynek and P. Michalík, *The joint movement of pebbles in solving
/// the (n²−1)-puzzle suboptimally and its applications in rule-based cooperative path-finding*,
/// appendix C, algorithm 4, for the simplification.
///
/// Departures: swaps try all hubs, and all four ways to clear one. Of several ways of two robots
/// the paper takes the one with the fewest moves, which is an [option](crate::SnakeCost).
///
/// What the paper leaves open: from where the breadth-first search orders the goals, and in which
/// direction – here the farthest from a [blank of the goal](crate::Root::GoalBlank) come first;
/// from a corner far from these blanks, finished robots shut blanks in –; which of the shortest
/// paths a robot takes – here one with the [fewest finished robots](PathRule::FewestFinished),
/// since it has to swap with each of them –; how displaced robots return – here as in Push and
/// Rotate, but a robot that would close a cycle with the paths of those before it goes back along
/// these, so that every swap brings one of them to its goal.
///
/// # Examples
/// ```
/// use cpf_core::generate;
/// use motion_core::{Control, Solver};
/// use push_swap::{PushAndSwap, PushInstance};
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
///
/// let instance =
///     generate::permutation_on_grid(8, 8, 3, &mut Xoshiro256PlusPlus::seed_from_u64(1))?;
/// let problem = PushInstance::new(&instance)?;
/// let plan =
///     PushAndSwap::default().solve(&problem, &mut Control::unlimited()).plan().expect("a grid");
/// assert!(instance.verify(&plan).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushAndSwap {
    pub(super) run: PlacementRun,
}

impl Default for PushAndSwap {
    fn default() -> Self {
        let (order, path_rule) = (GoalOrder::BREADTH_FIRST, PathRule::default());
        Self { run: PlacementRun::new(order, path_rule, PlacingRules::PUSH_AND_SWAP) }
    }
}

placing_solver! {
    PushAndSwap,
    /// Sets the order in which robots are placed; by default the goals farthest from a blank of the
    /// goal first, breadth-first.
    with_order,
    /// Sets which paths robots take; by default shortest ones with the fewest finished robots.
    with_path_rule,
    /// On n×n grids with three blanks, the last three cells at the goal, snakes save 8.1, 8.1,
    /// 8.7 and 8.6 % of the moves at n = 10, 16, 20 and 30 (40 instances), with goals anywhere
    /// 6.7, 12.3 and 25.2 % at n = 10, 16 and 20, and take five to eight times as long.
    with_snakes
}
