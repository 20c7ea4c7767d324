//! Clockwise solutions: the blank goes straight on or turns right, and never left.
//!
//! *Procedure.* The board is turned until its choice squares lie in the bottom row. From *home*, the bottom right cell,
//! the blank walks laps: left to some column, up, right, down. Each lap moves the tiles of its ring one place
//! counterclockwise. So tile after tile is set, the last two of a row together, until two rows are left, which are
//! finished column by column; see [`procedure`]. Instead of the paper's rules, a search over laps finds the shortest
//! sequence for several tiles at once, see [`multi_tile`]. Without the claim about choice squares, tiles are carried by single
//! steps, layer by layer, see [`turns_anywhere`].
//!
//! *Departures from the paper*, each found by simulation; numbers of squares and sections are the paper's:
//! * Section 8, step 3: 2P − 2 laps. The ring holds 2P − 1 tiles, so that 2P − 1 laps change nothing. Tile 1 is then on
//!   square P + 1, and Lemma 1 is right where the text before it says "left or right": left or up.
//! * Section 8 presupposes P ≥ 3; two columns are finished by laps of their own ring.
//! * Section 9, step 2: the blank goes clockwise to the bottom row.
//! * Section 9, step 4, presupposes P ≥ 3. With N = 3, square 3P is the blank's; tile P is then on NP − 1.
//! * Boards with fewer rows than columns are turned by a quarter, which brings the goal's blank to the bottom *left*,
//!   outside the last 2×2 cells. The goal with its last row shifted is solved instead, and the blank walks left at the
//!   end.
//! * min(N, P) − 2 choice squares do not suffice for the procedure if one side is two and the other is longer; these
//!   boards use max(N, P) − 2. On 4×4 the choice squares are 14 and 15; 13 is a corner.
//! * "No choice" holds with respect to the cells that are still open: under tiles that are set, the blank turns where it
//!   went straight on before. [`Board::choice_squares`](crate::Board::choice_squares) makes that precise.

mod approach;
mod choice_squares;
mod laps;
mod multi_tile;
mod procedure;
mod rotation;
mod single_steps;
mod turns_anywhere;
mod verify;

use alloc::vec::Vec;

use motion_core::{Cell, Control, Direction, Outcome, Quality, Sink, Stop, Walk};

use crate::instance::Instance;
use crate::solver::Solver;
use choice_squares::PlannedWalk;
use rotation::{BoardSize, Rotation};
pub use verify::{ChoiceError, TurnError, verify_clockwise};

/// The default of [`Clockwise::state_limit`].
const SITUATIONS: u64 = 100_000;

/// Solves with a blank that never turns left: every step goes straight on or to the right.
///
/// With [`Turns::ChoiceSquares`], the default, the blank goes straight on wherever it can, but for a few
/// [choice squares](ClockwiseSolution::choice_squares) along one side of the board. With [`Turns::Anywhere`] it turns
/// right where it likes, and solutions have a fraction of the moves.
///
/// # Guarantees
/// Complete: solves every solvable instance and proves the others unsolvable. Every solution passes
/// [`verify_clockwise`](crate::verify_clockwise). With few turns, there are min(N, P) − 2 choice squares on N×P cells
/// where both sides are at least three, and max(N, P) − 2 where one is two. [`Clockwise::procedure`] is the paper's
/// procedure, corrected; with more [`situations`](Clockwise::state_limit), no solution by few turns has more moves than
/// that. A rest of at most nine cells is solved by the fewest laps, or with turns anywhere by the fewest steps, where
/// the situations allow it, and in any case if it has four cells, or six with turns anywhere.
///
/// # Complexity
/// On n×n cells O(n⁴) moves by few turns; about 3n³, measured, by turns anywhere. For k cells, m moves and s situations,
/// the procedure takes time O(m + k) and memory O(m + k), a quarter of a byte a move: the walk is planned before it is
/// written. A search for several tiles stores a few times s states at most, a search for one tile O(k) by few turns,
/// and O(k²) at worst by turns anywhere; there is one search for each tile, or for several at once.
///
/// # References
/// M. Almulla, M. Newborn, *Restricting moves when solving the N×P-puzzle*: theorems 3 and 4 and the procedures that prove
/// them. What the paper gets wrong is told on the page on sliding puzzles in `docs/`.
///
/// # Examples
/// ```
/// use grid_puzzle::{Clockwise, Instance, Solver, verify_clockwise};
/// use motion_core::Control;
///
/// let instance: Instance = "9 13 8 1\n6 0 12 7\n10 11 15 2\n3 4 5 14".parse()?;
/// let mut control = Control::unlimited();
/// let solution = Clockwise::default().solution(&instance, &mut control).plan().expect("solvable");
/// assert_eq!(instance.verify(&solution.walk)?.moves, verify_clockwise(&solution.walk)?);
/// assert_eq!(solution.choice_squares.as_ref().map(Vec::len), Some(2));
///
/// let shorter = Clockwise::anywhere().solve(&instance, &mut control).plan().expect("solvable");
/// assert_eq!(verify_clockwise(&shorter)?, shorter.len() as u64);
/// assert!(shorter.len() < solution.walk.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clockwise {
    /// Where the blank may turn although it could go straight on.
    pub turns: Turns,
    /// How many situations – places of the tiles that are set together, and with turns anywhere of the blank and its
    /// heading – a search may have to tell apart. More give shorter solutions and take longer; below those of two
    /// tiles, they are set by rule. Searches for one tile are always made, unless it is zero with few turns.
    pub situations: u64,
}

/// Where a clockwise blank may turn although it could go straight on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Turns {
    /// On a few choice squares.
    #[default]
    ChoiceSquares,
    /// On every square.
    Anywhere,
}

/// A clockwise solution, and what is claimed about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClockwiseSolution {
    /// The blank's walk.
    pub walk: Walk,
    /// By few turns: the squares on which alone the blank may have turned where it could have gone straight on,
    /// [`approach`](ClockwiseSolution::approach) left out.
    ///
    /// They are the same whatever the start, but for boards with equal sides, where they lie in the bottom row or the
    /// right column. A single solution need not use all of them; those that it uses are told by
    /// [`Board::choice_squares`](crate::Board::choice_squares).
    pub choice_squares: Option<Vec<Cell>>,
    /// How many of the last moves only bring the blank to its goal, through cells whose tiles were already set: none
    /// where the goal's blank lies in a corner of the board that can be turned to the bottom, the standard goal's among
    /// them.
    pub approach: u64,
}

impl Default for Clockwise {
    /// Few turns, and a hundred thousand situations: on 4×4 cells a few milliseconds.
    fn default() -> Self {
        Self { turns: Turns::ChoiceSquares, situations: SITUATIONS }
    }
}

impl Clockwise {
    /// The paper's procedure, corrected, without any search for several tiles.
    pub const fn procedure() -> Self {
        Self { turns: Turns::ChoiceSquares, situations: 0 }
    }

    /// Turns anywhere, and a hundred thousand situations.
    pub const fn anywhere() -> Self {
        Self { turns: Turns::Anywhere, situations: SITUATIONS }
    }

    /// The same with another number of [`situations`](Clockwise::state_limit).
    pub const fn with_state_limit(mut self, situations: u64) -> Self {
        self.situations = situations;
        self
    }

    /// Collects the walk, with the claim about its choice squares.
    pub fn solution(&self, instance: &Instance, control: &mut Control) -> Outcome<ClockwiseSolution> {
        let mut walk = Walk::new();
        self.write(instance, &mut walk, control).map(|claim| ClockwiseSolution {
            walk,
            choice_squares: claim.choice_squares,
            approach: claim.approach,
        })
    }

    /// Plans the walk, and writes it into a sink.
    fn write<K: Sink<Direction>>(
        self,
        instance: &Instance,
        sink: &mut K,
        control: &mut Control,
    ) -> Outcome<ChoiceSquareClaim> {
        let held = control.stats().bytes;
        // Solvability takes the order of the tiles; the goal is kept while solving.
        let bytes = 3 * 4 * instance.start().tiles().len() as u64;
        if let Err(why) = control.hold(bytes) {
            return Outcome::stopped(why);
        }
        let outcome = if instance.is_solvable() {
            let written = self.plan(instance, control).and_then(|planned| {
                write_walk(&planned, sink, control)?;
                Ok(self.claim(&planned))
            });
            match written {
                Ok(claim) => {
                    let is_solved = instance.start() == instance.goal();
                    let quality = if is_solved { Quality::Optimal } else { Quality::Feasible };
                    Outcome::Solved { plan: claim, quality }
                }
                Err(why) => {
                    Outcome::Stopped { why, best: None, lower_bound: Some(instance.manhattan_distance()) }
                }
            }
        } else {
            Outcome::Unsolvable
        };
        control.release(control.stats().bytes - held);
        outcome
    }

    fn plan(self, instance: &Instance, control: &mut Control) -> Result<PlannedWalk, Stop> {
        match self.turns {
            _ if instance.start() == instance.goal() => Ok(choice_squares::stay(instance)),
            Turns::ChoiceSquares if self.situations == 0 => {
                choice_squares::follow_procedure(instance, control)
            }
            Turns::ChoiceSquares => choice_squares::plan(instance, self.situations, control),
            Turns::Anywhere => {
                let walk = turns_anywhere::plan(instance, self.situations, control)?;
                Ok(PlannedWalk {
                    rotation: Rotation::new(BoardSize::of(instance.start()), 0),
                    walk,
                    approach: 0,
                })
            }
        }
    }

    fn claim(self, planned: &PlannedWalk) -> ChoiceSquareClaim {
        let choice_squares = match self.turns {
            Turns::ChoiceSquares => {
                let mut squares: Vec<Cell> = choice_squares::choice_squares(planned.rotation).collect();
                squares.sort_unstable();
                Some(squares)
            }
            Turns::Anywhere => None,
        };
        ChoiceSquareClaim { choice_squares, approach: planned.approach }
    }
}

impl Solver for Clockwise {
    fn solve_into<K: Sink<Direction>>(
        &self,
        instance: &Instance,
        sink: &mut K,
        control: &mut Control,
    ) -> Outcome<()> {
        self.write(instance, sink, control).map(|_| ())
    }

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Walk> {
        self.solution(instance, control).map(|solution| solution.walk)
    }
}

/// What is said about a walk, see [`ClockwiseSolution`].
struct ChoiceSquareClaim {
    choice_squares: Option<Vec<Cell>>,
    approach: u64,
}

/// Writes a planned walk in the board's directions. The sink's memory is counted from portion to portion.
fn write_walk<K: Sink<Direction>>(
    planned: &PlannedWalk,
    sink: &mut K,
    control: &mut Control,
) -> Result<(), Stop> {
    const PORTION: usize = 4096;
    let mut steps = planned.walk.iter();
    let mut held = 0;
    while steps.len() > 0 {
        control.spend(steps.len().min(PORTION) as u64)?;
        for step in steps.by_ref().take(PORTION) {
            sink.accept(planned.rotation.board_direction(step));
        }
        let bytes = sink.heap_bytes();
        control.release(core::mem::replace(&mut held, bytes));
        control.hold(bytes)?;
    }
    Ok(())
}
