//! The improver: its options, and what it is called with.

use alloc::vec::Vec;
use core::ops::Range;

use motion_core::{Control, Outcome, Quality, Solver, Stop};

use super::known_solution::KnownSolution;
use super::rounds::Rounds;
use super::search_cost::SearchCost;
use super::{Neighbourhood, Objective};
use crate::board::{BoardSearch, Push, SearchBoard};
use crate::bound::LowerBounds;
use crate::level::Level;
use crate::moves::Moves;
use crate::search::Position;
use crate::solver::Auto;
use crate::verify::VerifyError;

/// Makes solutions shorter: a few boxes at a time, in a piece of the solution or in all of it, are
/// pushed anew in the best way, while all other boxes make the same pushes in the same order.
///
/// [`Neighbourhood`]s choose the boxes and the pieces. A\* searches for the best way of the boxes
/// that are free, between the pushes of the others; which of them goes to which goal is free, too.
/// Ways that cost as much replace the old ones, so that the next searches meet other solutions. The
/// searches have few nodes at first, and four times as many in each round.
///
/// As a [`Solver`] it takes its first solution from [`Auto`], and improves it with what is left of
/// the budget; it stops where that does.
///
/// # Guarantees
/// The result is legal, and never costs more than the solution before, also when stopped; where it
/// costs as much, it is not longer by the other objective. Fewer pushes may take more steps than
/// before, and fewer steps more pushes. The result is the same on every platform for a solution and
/// a node limit. A solver's quality is the lower bound on the pushes. Nothing else is claimed, with
/// one exception: solutions of levels of up to three boxes and as many goals become optimal under
/// all techniques, if no limit is set and the [patience](Improver::with_patience) is unlimited. If
/// there are more goals than boxes, the boxes end on the goals on which they ended before. Levels
/// of more than 1,024 live squares are not improved: the work stops with [`Stop::Unsupported`].
///
/// # Complexity
/// A node is a position expanded, or a piece. Memory is linear in the pushes and in the nodes of
/// one search. With a limit of nodes or time the work goes on until the limit, or until no search
/// is cut off and none gains anything; otherwise until two rounds have gained nothing.
///
/// # References
/// The neighbourhoods are those of large neighbourhood search: P. Shaw, *Using constraint
/// programming and local search methods to solve vehicle routing problems*, CP 1998.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::{DepthFirst, Improver, Level};
///
/// let level: Level = "8#|#--.---#|#-$-$$-#|#.#--#-#|#-$-.--#|#---.@-#|8#".parse()?;
/// let mut control = Control::unlimited();
/// let long = DepthFirst::default().solve(&level, &mut control).into_result()?;
/// let improved = Improver::default().improve(&level, long.clone(), &mut control)?;
/// assert!(improved.moves.pushes() < long.pushes());
/// assert_eq!(improved.stopped, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improver {
    objective: Objective,
    /// In the order of the variants.
    neighbourhoods: [bool; Neighbourhood::ALL.len()],
    ties: bool,
    walks: bool,
    nodes: u64,
    patience: u32,
}

/// A solution that was made shorter as far as the budget allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct ImprovedMoves {
    /// The best solution found.
    pub moves: Moves,
    /// What ended the work early, if anything did.
    pub stopped: Option<Stop>,
}

impl Default for Improver {
    /// The fewest pushes; all techniques, and 2,000 nodes for a search of the first round.
    fn default() -> Self {
        Self {
            objective: Objective::Pushes,
            neighbourhoods: [true; Neighbourhood::ALL.len()],
            ties: true,
            walks: true,
            nodes: 2000,
            patience: 2,
        }
    }
}

impl Improver {
    /// Sets what is made smaller.
    pub const fn with_objective(mut self, objective: Objective) -> Self {
        self.objective = objective;
        self
    }

    /// Sets whether a rule chooses boxes and pieces. Without any rule nothing is changed.
    pub const fn with_neighbourhood(mut self, rule: Neighbourhood, used: bool) -> Self {
        self.neighbourhoods[rule as usize] = used;
        self
    }

    /// Sets whether ways that cost as much replace the old ones.
    pub const fn with_ties(mut self, ties: bool) -> Self {
        self.ties = ties;
        self
    }

    /// Sets whether the last fifth of a limited budget, or the end of an unlimited run, makes the
    /// steps fewer where the pushes are the objective. They get no more.
    pub const fn with_walks(mut self, walks: bool) -> Self {
        self.walks = walks;
        self
    }

    /// Sets the nodes of a search of the first round, at least 1.
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// Sets after how many rounds without a gain the work ends where neither nodes nor time are
    /// limited.
    pub const fn with_patience(mut self, rounds: u32) -> Self {
        self.patience = rounds;
        self
    }

    /// What is made smaller.
    pub const fn objective(self) -> Objective {
        self.objective
    }

    /// Whether a rule chooses boxes and pieces.
    pub const fn uses(self, rule: Neighbourhood) -> bool {
        self.neighbourhoods[rule as usize]
    }

    /// Whether ways that cost as much replace the old ones.
    pub const fn ties(self) -> bool {
        self.ties
    }

    /// Whether steps are made fewer at the end where the pushes are the objective.
    pub const fn walks(self) -> bool {
        self.walks
    }

    /// The nodes of a search of the first round.
    pub const fn nodes(self) -> u64 {
        self.nodes
    }

    /// After how many rounds without a gain the work ends where nothing is limited.
    pub const fn patience(self) -> u32 {
        self.patience
    }

    /// Makes a solution shorter. Observers are told of every one that is shorter than all before.
    ///
    /// # Errors
    /// Those of [`Level::verify`]. Limits are no errors: they end in [`ImprovedMoves::stopped`].
    pub fn improve(
        &self,
        level: &Level,
        moves: Moves,
        control: &mut Control,
    ) -> Result<ImprovedMoves, VerifyError> {
        let before = level.verify(&moves)?;
        let board = SearchBoard::new(level);
        let work = Improving { improver: *self, pushes: pushes(&board, &moves), control };
        let Some((pushes, stopped)) = board.with_width(work) else {
            return Ok(ImprovedMoves { moves, stopped: Some(Stop::Unsupported) });
        };
        let improved = board.moves(pushes).expect("invariant: pushes of the space are legal");
        let after = level.verify(&improved).expect("invariant: the pushes lead to the goals");
        let in_order = |metrics| (self.objective.cost(metrics), metrics.pushes + metrics.steps);
        let moves = if in_order(&after) < in_order(&before) { improved } else { moves };
        Ok(ImprovedMoves { moves, stopped })
    }
}

/// The pushes among the steps of a solution.
fn pushes(board: &SearchBoard, moves: &Moves) -> Vec<Push> {
    let mut has_box = alloc::vec![false; board.square_count() + 1];
    for square in board.boxes() {
        has_box[square.index()] = true;
    }
    let (mut player, mut pushes) = (board.player(), Vec::new());
    for step in moves {
        player = board.step(player, step.direction);
        if core::mem::take(&mut has_box[player.index()]) {
            pushes.push(Push { from: player, direction: step.direction });
            has_box[board.step(player, step.direction).index()] = true;
        }
    }
    pushes
}

struct Improving<'c, 'o> {
    improver: Improver,
    pushes: Vec<Push>,
    control: &'c mut Control<'o>,
}

impl BoardSearch for Improving<'_, '_> {
    type Output = (Vec<Push>, Option<Stop>);

    fn run<const W: usize>(self, board: &SearchBoard) -> Self::Output {
        let Self { improver, mut pushes, control } = self;
        let stopped =
            improver.work::<W>(board, least_pushes::<W>(board)..u64::MAX, &mut pushes, control).err();
        (pushes, stopped)
    }
}

impl Improver {
    /// Makes the pushes of a solution better; they solve the level at every stop. The range is that
    /// of costs that would be better than all before: the work ends at the first, and observers are
    /// told of all.
    pub(crate) fn work<const W: usize>(
        self,
        board: &SearchBoard,
        better: Range<u64>,
        pushes: &mut Vec<Push>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        control.scope(|control| {
            // Distances of the bound, and squares of the map of boxes.
            let bytes = KnownSolution::<W>::bytes(pushes.len()) + 32 * board.square_count() as u64;
            control.hold(bytes)?;
            control.spend(1)?;
            let mut run = |search_cost, control: &mut Control| {
                let mut rounds = Rounds::<W>::new(board, self, search_cost, core::mem::take(pushes));
                let result = rounds.run(better.clone(), control);
                *pushes = rounds.into_pushes();
                result
            };
            match self.objective {
                Objective::Steps => run(SearchCost::Steps, control),
                Objective::Pushes if !self.walks => run(SearchCost::Pushes, control),
                Objective::Pushes => {
                    match control.within_share(SHARE_FOR_PUSHES, |control| run(SearchCost::Pushes, control)) {
                        // The share is used up, or the run has to stop.
                        Err(Stop::Nodes | Stop::Time) => control.poll().and_then(|()| control.spend(1))?,
                        result => result?,
                    }
                    run(SearchCost::StepsWithinPushes, control)
                }
            }
        })
    }
}

/// The percentage of the budget for fewer pushes; the rest is for the walks between them.
const SHARE_FOR_PUSHES: u8 = 80;

/// A lower bound on the pushes of a solution, and so on the steps.
fn least_pushes<const W: usize>(board: &SearchBoard) -> u64 {
    let start = Position::<W>::start(board).expect("invariant: boxes are on live squares and fit");
    LowerBounds::new(board).matching(&start).map_or(0, u64::from)
}

impl Solver<Level> for Improver {
    type Solution = Moves;

    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        match Auto::default().solve(level, control) {
            Outcome::Solved { plan, quality } => {
                if (quality, self.objective) == (Quality::Optimal, Objective::Pushes) {
                    return Outcome::Solved { plan, quality };
                }
                let lower_bound = match quality {
                    Quality::Optimal => Some(plan.pushes() as u64),
                    Quality::Bounded { lower_bound } => Some(lower_bound),
                    Quality::Feasible => None,
                };
                let improved = self.improve(level, plan, control).expect("invariant: a solver's solution");
                self.outcome(level, improved.moves, lower_bound)
            }
            outcome => outcome,
        }
    }
}

impl Improver {
    /// What is known of a solution, if any has at least this many pushes.
    fn outcome(self, level: &Level, plan: Moves, lower_bound: Option<u64>) -> Outcome<Moves> {
        let metrics = level.verify(&plan).expect("invariant: the solution is legal");
        let cost = self.objective.cost(&metrics);
        let quality = match lower_bound {
            Some(lower_bound) if lower_bound == cost => Quality::Optimal,
            Some(lower_bound) => Quality::Bounded { lower_bound },
            None => Quality::Feasible,
        };
        Outcome::Solved { plan, quality }
    }
}
