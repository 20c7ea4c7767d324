//! The traits of solvers and of problems that check solutions.

use crate::control::Control;
use crate::outcome::Outcome;
use crate::sink::Sink;

/// A method that solves problems of one kind: a small configuration value.
///
/// `P` is the type of the problems, usually an `Instance` of the field. An instance is always
/// valid, so solvers have no input errors. A problem that a solver does not handle ends in
/// [`Stop::Unsupported`](crate::Stop::Unsupported). For one `P` and one solution type the trait is
/// object-safe: solvers of a field can be listed as `&dyn Solver<Instance, Solution = Plan>`.
///
/// # Guarantees
/// A solution passes the problem's own check, [`Verify`]. The same solver, problem and node limit
/// give the same solution on every platform. [`Outcome`] defines what the answers mean. When a run
/// ends, it releases the memory that it accounted for in `control`.
///
/// # Examples
/// ```
/// use motion_core::{Control, Outcome, Quality, Solver};
///
/// /// Writes a number as a sum of coins, the greatest first.
/// struct Greedy(Vec<u64>);
///
/// impl Solver<u64> for Greedy {
///     type Solution = Vec<u64>;
///
///     fn solve(&self, &sum: &u64, control: &mut Control) -> Outcome<Vec<u64>> {
///         let (mut rest, mut coins) = (sum, Vec::new());
///         while rest > 0 {
///             if let Err(why) = control.spend(1) {
///                 return Outcome::stopped(why);
///             }
///             let Some(&coin) = self.0.iter().find(|&&coin| coin <= rest) else {
///                 return Outcome::stopped(motion_core::Stop::GaveUp);
///             };
///             rest -= coin;
///             coins.push(coin);
///         }
///         Outcome::Solved { plan: coins, quality: Quality::Feasible }
///     }
/// }
///
/// let solvers: [&dyn Solver<u64, Solution = Vec<u64>>; 2] =
///     [&Greedy(vec![5, 1]), &Greedy(vec![1])];
/// let coins = solvers.map(|solver| solver.solve(&7, &mut Control::unlimited()).plan());
/// assert_eq!(coins.map(|coins| coins.map(|coins| coins.len())), [Some(3), Some(7)]);
/// ```
pub trait Solver<P: ?Sized> {
    /// A solution: a plan, a walk, or whatever the field calls it.
    type Solution;

    /// Solves a problem within the limits of `control`.
    fn solve(&self, problem: &P, control: &mut Control) -> Outcome<Self::Solution>;
}

/// A [`Solver`] that writes its moves into a [`Sink`] while it works, so that counting or streaming
/// a long solution needs no memory for it.
///
/// Every streaming solver is a [`Solver`], whose solution is the collected moves.
///
/// # Examples
/// ```
/// use motion_core::sink::{Count, Sink, StreamingSolver};
/// use motion_core::{Control, Outcome, Quality, Solver};
///
/// /// Goes down to zero in steps of one.
/// struct Countdown;
///
/// impl StreamingSolver<u32> for Countdown {
///     type Move = u32;
///     type Solution = Vec<u32>;
///
///     fn solve_into(
///         &self,
///         &from: &u32,
///         sink: &mut dyn Sink<u32>,
///         _: &mut Control,
///     ) -> Outcome<()> {
///         (0..from).rev().for_each(|next| sink.accept(next));
///         Outcome::Solved { plan: (), quality: Quality::Optimal }
///     }
/// }
///
/// assert_eq!(Countdown.solve(&3, &mut Control::unlimited()).plan(), Some(vec![2, 1, 0]));
/// let mut count = Count::default();
/// assert!(Countdown.solve_into(&1_000_000, &mut count, &mut Control::unlimited()).is_solved());
/// assert_eq!(count.get(), 1_000_000);
/// ```
pub trait StreamingSolver<P: ?Sized> {
    /// A move.
    type Move;
    /// The collection of the moves.
    type Solution: Default + Sink<Self::Move>;

    /// Writes the moves from the start to the goal into `sink`, one after another.
    ///
    /// When the run is stopped without a `best`, the moves written so far are the beginning of a
    /// solution.
    fn solve_into(&self, problem: &P, sink: &mut dyn Sink<Self::Move>, control: &mut Control) -> Outcome<()>;
}

impl<P: ?Sized, S: StreamingSolver<P> + ?Sized> Solver<P> for S {
    type Solution = S::Solution;

    fn solve(&self, problem: &P, control: &mut Control) -> Outcome<S::Solution> {
        let mut solution = S::Solution::default();
        self.solve_into(problem, &mut solution, control).map(|()| solution)
    }
}

/// A problem that checks its solutions with code that no solver uses.
///
/// Instances also have methods of their own, such as `verify`; this trait is for generic code.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver, Verify};
///
/// /// Solves a problem and returns the number of moves of a solution that passes its check.
/// fn checked<P: Verify<S>, S>(
///     solver: &dyn Solver<P, Solution = S>,
///     problem: &P,
/// ) -> Result<u64, Box<dyn std::error::Error>>
/// where
///     P::Error: 'static,
/// {
///     let solution = solver.solve(problem, &mut Control::unlimited()).into_result()?;
///     Ok(P::moves(&problem.verify(&solution)?))
/// }
/// ```
pub trait Verify<S: ?Sized> {
    /// The cost of a legal solution.
    type Metrics;
    /// The first error of a solution.
    type Error: core::error::Error;

    /// Replays a solution and returns its cost.
    ///
    /// # Errors
    /// The first error of the solution.
    fn verify(&self, solution: &S) -> Result<Self::Metrics, Self::Error>;

    /// The number of moves among the metrics: steps of single tokens, slides, or pushes.
    fn moves(metrics: &Self::Metrics) -> u64;
}
