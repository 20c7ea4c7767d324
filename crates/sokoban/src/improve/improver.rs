//! The improver and its options.

use motion_core::Stop;

use super::{Neighbourhood, Objective};
use crate::moves::Moves;

/// Makes solutions shorter: a few boxes at a time, in a piece of the solution or in all of it, are
/// pushed anew in the best way, while all other boxes make the same pushes in the same order.
///
/// [`Neighbourhood`]s choose the boxes and the pieces. A\* searches for the best way of the boxes
/// that are free, between the pushes of the others; which of them goes to which goal is free, too.
/// Ways that cost as much replace the old ones, so that the next searches meet other solutions. The
/// searches have few nodes at first, and four times as many in each round.
///
/// As a [`Solver`](motion_core::Solver) it takes its first solution from [`Auto`](crate::Auto) and
/// improves it with the rest of the budget; it stops where that does.
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
/// use sokoban::improve::Improver;
/// use sokoban::solver::DepthFirst;
/// use sokoban::Level;
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
    pub(super) walks: bool,
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
    /// Sets the objective to minimise.
    pub const fn with_objective(mut self, objective: Objective) -> Self {
        self.objective = objective;
        self
    }

    /// Sets whether a rule chooses boxes and pieces. Without any rule nothing is changed.
    #[doc(hidden)]
    pub const fn with_neighbourhood(mut self, rule: Neighbourhood, used: bool) -> Self {
        self.neighbourhoods[rule as usize] = used;
        self
    }

    /// Sets whether ways that cost as much replace the old ones.
    #[doc(hidden)]
    pub const fn with_ties(mut self, ties: bool) -> Self {
        self.ties = ties;
        self
    }

    /// Sets whether the last fifth of a limited budget, or the end of an unlimited run, makes the
    /// steps fewer where the pushes are the objective. They get no more.
    #[doc(hidden)]
    pub const fn with_walks(mut self, walks: bool) -> Self {
        self.walks = walks;
        self
    }

    /// Sets the nodes of a search of the first round, at least 1.
    #[doc(hidden)]
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// Sets after how many rounds without a gain the work ends where neither nodes nor time are
    /// limited.
    #[doc(hidden)]
    pub const fn with_patience(mut self, rounds: u32) -> Self {
        self.patience = rounds;
        self
    }

    /// The objective to minimise.
    pub const fn objective(self) -> Objective {
        self.objective
    }

    /// Whether a rule chooses boxes and pieces.
    #[doc(hidden)]
    pub const fn uses(self, rule: Neighbourhood) -> bool {
        self.neighbourhoods[rule as usize]
    }

    /// Whether ways that cost as much replace the old ones.
    #[doc(hidden)]
    pub const fn ties(self) -> bool {
        self.ties
    }

    /// The nodes of a search of the first round.
    #[doc(hidden)]
    pub const fn nodes(self) -> u64 {
        self.nodes
    }

    /// After how many rounds without a gain the work ends where nothing is limited.
    #[doc(hidden)]
    pub const fn patience(self) -> u32 {
        self.patience
    }
}
