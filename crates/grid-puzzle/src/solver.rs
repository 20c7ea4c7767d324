//! What every solver of this crate can do.

use motion_core::{Control, Direction, Outcome, Sink, Walk};

use crate::instance::Instance;

/// A way to solve sliding-tile puzzles: a small configuration value.
///
/// Solutions are walks of the blank. [`solve`](Solver::solve) collects one in two bits a move;
/// [`solve_into`](Solver::solve_into) writes it into a sink as it is made, so that counting or streaming needs no
/// memory for it.
///
/// # Errors
/// None: an [`Instance`] cannot be wrong. Unsolvable ones are [`Outcome::Unsolvable`], limits end in
/// [`Outcome::Stopped`].
///
/// # Examples
/// ```
/// use grid_puzzle::{Board, Instance, Parberry, Solver};
/// use motion_core::Control;
/// use motion_core::sink::Count;
///
/// let instance: Instance = "5 1 2 3\n9 6 7 4\n13 10 11 8\n14 15 12 0".parse()?;
/// let walk = Parberry::default().solve(&instance, &mut Control::unlimited()).plan().expect("solvable");
/// let moves = instance.verify(&walk)?.moves;
///
/// let mut count = Count::default();
/// let outcome = Parberry::default().solve_into(&instance, &mut count, &mut Control::unlimited());
/// assert!(outcome.is_solved());
/// assert_eq!(count.get(), moves);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Solver {
    /// Writes the blank's walk from the start to the goal into `sink`, move by move.
    ///
    /// When stopped, what was written so far is the beginning of a solution. A node is a move made or, in the
    /// residual puzzle, a state expanded.
    fn solve_into<K: Sink<Direction>>(
        &self,
        instance: &Instance,
        sink: &mut K,
        control: &mut Control,
    ) -> Outcome<()>
    where
        Self: Sized;

    /// Collects the blank's walk from the start to the goal. This method can be called on a `dyn Solver`.
    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Walk>;
}
