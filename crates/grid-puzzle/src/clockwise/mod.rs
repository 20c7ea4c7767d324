//! Clockwise solutions: the blank goes straight on or turns right, and never left.
//!
//! *Procedure.* The board is rotated until its choice squares lie in the bottom row. From *home*,
//! the bottom right cell, the blank walks laps: left to some column, up, right, down. Each lap
//! moves the tiles on its ring one cell counterclockwise. Laps place one tile after another, the
//! last two of a row together, until two rows are left; these are filled column by column (see
//! `procedure`). Instead of the paper's rules, a search over laps can find the shortest sequence
//! for several tiles at once (see `multi_tile`). Without the claim about choice squares, single
//! steps carry the tiles, layer by layer (see `turns_anywhere`).
//!
//! *Departures from the paper*, each found by simulation. Numbers of squares and sections are the
//! paper's:
//! * Laps begin and end at home; in the paper the blank first goes to square 1, and stands beside
//!   each tile that is placed. The solver `clockwise-printed` follows the paper.
//! * Section 8, step 3: 2P − 2 laps. The ring holds 2P − 1 tiles, so 2P − 1 laps change nothing.
//!   For P = 3 tile 1 is then on square P + 1, since square 3 is the blank's. The text before Lemma
//!   1 says "left or right", the lemma correctly left or up.
//! * Section 8 presupposes P ≥ 3; two columns are finished by laps of their own ring.
//! * Section 9, step 2: the blank goes clockwise to the bottom row.
//! * Section 9, step 4, presupposes P ≥ 3. With N = 3, square 3P is the blank's; tile P is then on
//!   NP − 1.
//! * Boards with fewer rows than columns are rotated by a quarter, which moves the goal's blank to
//!   the bottom *left*, outside the last 2×2 cells. The goal with its last row shifted is solved
//!   instead, and the blank walks left at the end.
//! * min(N, P) − 2 choice squares do not suffice for the procedure if one side is two and the other
//!   is longer; these boards use max(N, P) − 2. On 4×4 the choice squares are 14 and 15; 13 is a
//!   corner.
//! * "No choice" refers to the cells that are still open: below finished tiles, the blank turns
//!   where it went straight on before. [`Board::choice_squares`](crate::Board::choice_squares)
//!   defines this.

mod approach;
mod board_size;
mod choice_squares;
mod laps;
mod multi_tile;
mod printed_procedure;
mod procedure;
mod rotation;
mod single_steps;
mod turns_anywhere;
mod verify;

use alloc::vec::Vec;

use motion_core::internal::Metered;
use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Cell, Control, Direction, Outcome, Quality, Stop, Walk};

use crate::instance::Instance;
use board_size::BoardSize;
use choice_squares::PlannedWalk;
use rotation::Rotation;
pub use verify::{ChoiceError, TurnError, verify_clockwise};

/// The default of [`Clockwise::with_state_limit`].
const STATE_LIMIT: u64 = 100_000;

/// A solver whose blank never turns left: every step goes straight on or turns right.
///
/// By default, the blank goes straight on wherever it can, except on a few [choice
/// squares](ClockwiseSolution::choice_squares) along one side of the board. With
/// [`anywhere`](Clockwise::anywhere) it may turn right on every square, and solutions have far
/// fewer moves.
///
/// # Guarantees
/// Complete: solves every solvable instance and proves the others unsolvable. Every solution passes
/// [`verify_clockwise`]. With choice squares, there are min(N, P) − 2 of them on N×P cells if both
/// sides are at least three, and max(N, P) − 2 if one is two. [`Clockwise::procedure`] is the
/// paper's procedure, corrected; with choice squares and a greater [limit of
/// states](Clockwise::with_state_limit), no solution has more moves than its. The last cells, at
/// most nine, are solved by the fewest laps, or with turns anywhere by the fewest steps, if the
/// state limit allows it. Four cells, or six with turns anywhere, always are.
///
/// # Complexity
/// On n×n cells O(n⁴) moves with choice squares; about 3n³, measured, with turns anywhere. For k
/// cells, m moves and a limit of s states, the procedure takes time O(m + k) and memory O(m + k), a
/// quarter of a byte per move, because the walk is planned before it is written. A search for
/// several tiles stores at most a few times s states; a search for one tile stores O(k) states with
/// choice squares, and O(k²) in the worst case with turns anywhere. There is one search for each
/// tile, or for several at once.
///
/// # References
/// M. Almulla, M. Newborn, *Restricting moves when solving the N×P-puzzle*: theorems 3 and 4 and
/// the procedures that prove them. The errors of the paper are listed on the page on sliding
/// puzzles in `docs/`.
///
/// # Examples
/// ```
/// use grid_puzzle::Instance;
/// use grid_puzzle::clockwise::{Clockwise, verify_clockwise};
/// use motion_core::{Control, Solver};
///
/// let instance: Instance = "9 13 8 1\n6 0 12 7\n10 11 15 2\n3 4 5 14".parse()?;
/// let mut control = Control::unlimited();
/// let solution = Clockwise::default().solution(&instance, &mut control).into_result()?;
/// assert_eq!(instance.verify(&solution.walk)?.moves, verify_clockwise(&solution.walk)?);
/// assert_eq!(solution.choice_squares.as_ref().map(Vec::len), Some(2));
///
/// let shorter = Clockwise::anywhere().solve(&instance, &mut control).into_result()?;
/// assert_eq!(verify_clockwise(&shorter)?, shorter.len() as u64);
/// assert!(shorter.len() < solution.walk.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clockwise {
    turns: Turns,
    state_limit: u64,
    phase: LapPhase,
}

/// Where the laps of the procedure begin and end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum LapPhase {
    /// In the last cell of the board, where the blank goes first.
    #[default]
    Home,
    /// As in the paper: the blank first goes to square 1, and each tile of a row is placed when the
    /// blank stands on the square beside it.
    Printed,
}

/// Where a clockwise blank may turn although it could go straight on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Turns {
    /// On a few choice squares.
    #[default]
    ChoiceSquares,
    /// On every square.
    Anywhere,
}

/// A clockwise solution, with a claim about its choice squares.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClockwiseSolution {
    /// The blank's walk.
    pub walk: Walk,
    /// With choice squares, the only squares on which the blank turns although it could go straight
    /// on, not counting the [`approach`](ClockwiseSolution::approach); `None` with turns anywhere.
    ///
    /// They do not depend on the start, except on boards with equal sides, where they lie in the
    /// bottom row or the right column. A solution need not use all of them;
    /// [`Board::choice_squares`](crate::Board::choice_squares) returns those that it uses.
    pub choice_squares: Option<Vec<Cell>>,
    /// The number of moves at the end that only bring the blank to its goal, through cells whose
    /// tiles were already placed. It is 0 if the goal's blank lies in a corner of the board that
    /// can be rotated to the bottom, as the standard goal's does.
    pub approach: u64,
}

impl Default for Clockwise {
    /// Solves with choice squares and at most a hundred thousand states: a few milliseconds on 4×4
    /// cells.
    fn default() -> Self {
        Self { turns: Turns::ChoiceSquares, state_limit: STATE_LIMIT, phase: LapPhase::Home }
    }
}

impl Clockwise {
    /// Solves by the paper's procedure, corrected, without any search for several tiles.
    pub const fn procedure() -> Self {
        Self { turns: Turns::ChoiceSquares, state_limit: 0, phase: LapPhase::Home }
    }

    /// Solves by the paper's procedure, corrected, with laps that begin and end where the paper's
    /// do. On random boards, solutions are longer by 0.1 to 4 % on average. A search for several
    /// tiles, if the [`state_limit`](Clockwise::with_state_limit) is set, ignores this.
    #[doc(hidden)]
    pub const fn printed_procedure() -> Self {
        Self { phase: LapPhase::Printed, ..Self::procedure() }
    }

    /// Solves with turns anywhere and at most a hundred thousand states.
    pub const fn anywhere() -> Self {
        Self { turns: Turns::Anywhere, state_limit: STATE_LIMIT, phase: LapPhase::Home }
    }

    /// Sets the greatest number of states in a search: positions of the tiles that are placed
    /// together and, with turns anywhere, of the blank with its heading. A greater limit gives
    /// shorter solutions and takes longer. If it does not suffice for two tiles, tiles are placed
    /// by rule. A single tile is always placed by a search, unless the limit is 0 with choice
    /// squares.
    #[doc(hidden)]
    pub const fn with_state_limit(mut self, state_limit: u64) -> Self {
        self.state_limit = state_limit;
        self
    }

    /// Returns the walk and the claim about its choice squares.
    pub fn solution(&self, instance: &Instance, control: &mut Control) -> Outcome<ClockwiseSolution> {
        let mut walk = Walk::new();
        self.write(instance, &mut walk, control).map(|claim| ClockwiseSolution {
            walk,
            choice_squares: claim.choice_squares,
            approach: claim.approach,
        })
    }

    /// Plans the walk, and writes it into a sink.
    fn write(
        self,
        instance: &Instance,
        sink: &mut dyn Sink<Direction>,
        control: &mut Control,
    ) -> Outcome<ChoiceSquareClaim> {
        if !instance.has_one_blank() {
            return Outcome::stopped(Stop::Unsupported);
        }
        // The test of solvability keeps the order of the tiles; the goal is kept while solving.
        let bytes = 3 * 4 * instance.start().tiles().len() as u64;
        control.scope(|control| {
            if let Err(why) = control.hold(bytes) {
                return Outcome::stopped(why);
            }
            if !instance.is_solvable() {
                return Outcome::Unsolvable;
            }
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
        })
    }

    fn plan(self, instance: &Instance, control: &mut Control) -> Result<PlannedWalk, Stop> {
        match self.turns {
            _ if instance.start() == instance.goal() => Ok(choice_squares::stay(instance)),
            Turns::ChoiceSquares if self.state_limit == 0 => match self.phase {
                LapPhase::Home => choice_squares::follow_procedure(instance, control),
                LapPhase::Printed => choice_squares::follow_printed(instance, control),
            },
            Turns::ChoiceSquares => choice_squares::plan(instance, self.state_limit, control),
            Turns::Anywhere => {
                let walk = turns_anywhere::plan(instance, self.state_limit, control)?;
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

impl StreamingSolver<Instance> for Clockwise {
    type Move = Direction;
    type Solution = Walk;

    /// Writes only after the whole walk is planned.
    fn solve_into(
        &self,
        instance: &Instance,
        sink: &mut dyn Sink<Direction>,
        control: &mut Control,
    ) -> Outcome<()> {
        self.write(instance, sink, control).map(|_| ())
    }
}

/// The claim about the choice squares of a walk, see [`ClockwiseSolution`].
struct ChoiceSquareClaim {
    choice_squares: Option<Vec<Cell>>,
    approach: u64,
}

/// Writes a planned walk in the board's directions. The sink's memory is counted after each
/// portion.
fn write_walk(
    planned: &PlannedWalk,
    sink: &mut dyn Sink<Direction>,
    control: &mut Control,
) -> Result<(), Stop> {
    const PORTION: usize = 4096;
    let mut metered = Metered::new(sink);
    let mut steps = planned.walk.iter();
    while steps.len() > 0 {
        control.spend(steps.len().min(PORTION) as u64)?;
        for step in steps.by_ref().take(PORTION) {
            metered.accept(planned.rotation.board_direction(step));
        }
        metered.account(control)?;
    }
    Ok(())
}
