//! Near-optimal solutions of boards of any size.
//!
//! An attempt first brings all tiles nearer to their goals by [sweeps](sweep_phase) and, on large
//! boards, a [circulation], then fills [line after line](line_phase), and finally solves [the last
//! rectangle](rearrange). If the limit allows it and the board is not narrow, one beam [does nearly
//! all of it](rearrange), and the walk is [mended](mend). The first such beam is as wide as a share
//! of the limit allows. Further attempts have [greater parameters](attempt), and the shortest walk
//! is [polished](polish).

mod attempt;
mod beam;
mod beam_history;
mod board_lines;
mod circulation;
mod fill_order;
mod general_sweep_beam;
mod geometry;
mod line_conflicts;
mod line_phase;
mod loops;
mod mend;
mod parts;
mod permutation;
mod piece;
mod polish;
mod polish_rounds;
mod ranking;
mod rearrange;
mod rearrange_beam;
mod rounds;
mod small_board;
mod subgoal_table;
mod sweep_beam;
mod sweep_phase;
mod sweep_search;
mod weights;
mod window;
mod window_sweep;

use motion_core::{Budget, Control, Outcome, Quality, Solver, Stop, Walk};

use crate::instance::Instance;
use crate::snake::Snake;
use crate::verify::VerifyError;
use rounds::ImprovementRounds;

/// A solver that finds near-optimal solutions of boards of any size. A larger budget gives shorter
/// solutions.
///
/// # Guarantees
/// Complete: solves every solvable instance and proves the others unsolvable. Boards of at most 3×3
/// cells are solved optimally.
///
/// An anytime solver: the first solution is that of [`Snake`], and [`Control::improved`] is called
/// with every shorter one. If the budget ends after the first solution, the outcome is
/// [`Outcome::Solved`] with the shortest so far. If a limit of nodes or time is reached before it,
/// boards of at most 1,024 cells are still [`Outcome::Solved`] with the walk of `Snake`, which
/// takes some microseconds on 4×4 cells and a few milliseconds on 32×32; its nodes are counted up
/// to the limit. There is no solution then on larger boards, under a memory limit, or if the run is
/// cancelled.
///
/// Deterministic under limits of nodes and memory. A larger limit usually gives a shorter solution,
/// but not always.
///
/// # Complexity
/// Without a limit of nodes or time, it makes a fixed number of rounds; each takes three to four
/// times as long as the one before. With a limit, it works until the limit is reached or the widest
/// beams gain nothing. On boards of more than 300 cells, it then polishes on the threads of
/// [`Budget::with_threads`](motion_core::Budget::with_threads); under a limit of nodes alone, the
/// solution does not depend on the number of threads. A node is a state expanded, or eight abstract
/// states tabulated. The page on sliding puzzles in `docs/` lists measured lengths.
///
/// # References
/// Developed for this project. The main difference from placing one tile after another is that
/// nearly every move brings some tile nearer to its goal; see the page.
///
/// # Examples
/// ```
/// use grid_puzzle::{Instance, NearOptimal, Snake};
/// use motion_core::{Budget, Control, Solver};
///
/// let board = " 9 27 25 21  6 33\n26 29 22 11 15  2\n28  4 18 24 10  1\n\
///              5  3 17 20 16 35\n34 23 12 32 19  7\n13  8 30  0 14 31";
/// let instance: Instance = board.parse()?;
/// let snake = Snake::default().solve(&instance, &mut Control::unlimited()).into_result()?;
/// let mut control = Control::new(Budget::new().with_nodes(100_000));
/// let short = NearOptimal::default().solve(&instance, &mut control).into_result()?;
/// assert_eq!(instance.verify(&snake)?.moves, 446);
/// assert!(instance.verify(&short)?.moves < 250);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NearOptimal {
    rounds: u32,
}

impl Default for NearOptimal {
    /// Makes four rounds, if there is no limit of nodes or time.
    fn default() -> Self {
        Self { rounds: 4 }
    }
}

impl NearOptimal {
    /// Makes one round: a good solution in little time.
    pub const fn quick() -> Self {
        Self { rounds: 1 }
    }

    /// Sets the number of rounds without a limit of nodes or time; with 0, the solution is that of
    /// [`Snake`]. A single round remains one even under a limit.
    #[doc(hidden)]
    pub const fn with_rounds(self, rounds: u32) -> Self {
        Self { rounds }
    }

    /// Shortens a solution of any solver by the same methods and under the same limits: removes
    /// loops, solves pieces again, and replaces all of it if a shorter solution is found. The
    /// result is never longer.
    ///
    /// # Errors
    /// [`VerifyError`] if the walk does not solve the instance.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{Instance, Parberry, NearOptimal};
    /// use motion_core::{Control, Solver};
    ///
    /// let instance: Instance = "5 1 2 3\n9 6 7 4\n13 10 11 8\n14 15 12 0".parse()?;
    /// let long = Parberry::default().solve(&instance, &mut Control::unlimited()).into_result()?;
    /// let short = NearOptimal::default().improve(&instance, &long, &mut Control::unlimited())?;
    /// assert_eq!(instance.verify(&short)?.moves, 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn improve(
        &self,
        instance: &Instance,
        walk: &Walk,
        control: &mut Control,
    ) -> Result<Walk, VerifyError> {
        instance.verify(walk)?;
        Ok(ImprovementRounds::new(instance, walk.clone(), control).refine(control).run(self.rounds, control))
    }
}

/// The greatest number of cells of boards that are solved even if the limit is reached first.
const ALWAYS_SOLVED: usize = 1024;

/// Returns the first solution, that of [`Snake`]. If a limit of nodes or time is reached first,
/// small boards are solved without the limit.
fn first_solution(instance: &Instance, control: &mut Control) -> Outcome<Walk> {
    let outcome = Snake::default().solve(instance, control);
    let is_small = instance.start().tiles().len() <= ALWAYS_SOLVED;
    if !is_small || !matches!(outcome, Outcome::Stopped { why: Stop::Nodes | Stop::Time, .. }) {
        return outcome;
    }
    let mut own = Control::new(Budget::new().with_bytes(control.free_bytes()));
    let first = Snake::default().solve(instance, &mut own);
    // The error is ignored because the limit was reached before. No more nodes are counted than
    // were left.
    let _ = control.count_part(own.stats().nodes);
    first
}

impl Solver<Instance> for NearOptimal {
    type Solution = Walk;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Walk> {
        match first_solution(instance, control) {
            Outcome::Solved { plan, quality: Quality::Feasible } => {
                let plan = ImprovementRounds::new(instance, plan, control).run(self.rounds, control);
                let optimal = plan.len() as u64 == instance.manhattan_distance();
                Outcome::Solved { plan, quality: if optimal { Quality::Optimal } else { Quality::Feasible } }
            }
            outcome => outcome,
        }
    }
}
