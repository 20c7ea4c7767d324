//! The improver and its options.

use motion_core::Stop;

use super::{Neighbourhood, Objective};
use crate::moves::Moves;

/// Shortens solutions: it frees a few boxes in a piece of the solution or in all of it, and pushes
/// them anew in the best way, while all other boxes make the same pushes in the same order.
///
/// [`Neighbourhood`]s choose the boxes and the pieces. A\* finds the best way of the free boxes
/// between the pushes of the others, and also chooses which free box goes to which goal. Ways of
/// equal cost replace the old ones, so that later searches start from other solutions. The first
/// searches have few nodes; each round allows four times as many.
///
/// As a [`Solver`](motion_core::Solver) it takes its first solution from [`Auto`](crate::Auto),
/// improves it with the rest of the budget, and stops when the budget ends.
///
/// # Guarantees
/// The result is legal and never costs more than the given solution, even when stopped. If it costs
/// the same, it is not longer by the other objective either. Otherwise fewer pushes may take more
/// steps than before, and fewer steps more pushes. For a given solution and node limit, the result
/// is the same on every platform. The quality reported by the solver is the lower bound on the
/// pushes. Optimality is guaranteed only for levels of up to three boxes and as many goals, under
/// all techniques, without limits and with unlimited [patience](Improver::with_patience). If there
/// are more goals than boxes, the boxes end on the same goals as before. Levels of more than 1,024
/// live squares are not improved: the work stops with [`Stop::Unsupported`].
///
/// # Complexity
/// A node is a position expanded or a piece. Memory is linear in the pushes and in the nodes of one
/// search. With a limit of nodes or time, the work ends at the limit, or after a round in which no
/// search is cut off and none gains anything. Without a limit, two rounds without a gain also end
/// it.
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
    /// Whether each rule is used, in the order of the variants.
    neighbourhoods: [bool; Neighbourhood::ALL.len()],
    ties: bool,
    pub(super) walks: bool,
    nodes: u64,
    patience: u32,
}

/// A solution, shortened as far as the budget allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub struct ImprovedMoves {
    /// The best solution found.
    pub moves: Moves,
    /// The reason why the work stopped early, if it did.
    pub stopped: Option<Stop>,
}

impl Default for Improver {
    /// Minimises the pushes with all techniques, and 2,000 nodes for each search of the first
    /// round.
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

    /// Sets whether a rule chooses boxes and pieces. Without any rule, nothing is changed.
    #[doc(hidden)]
    pub const fn with_neighbourhood(mut self, rule: Neighbourhood, used: bool) -> Self {
        self.neighbourhoods[rule as usize] = used;
        self
    }

    /// Sets whether ways of equal cost replace the old ones.
    #[doc(hidden)]
    pub const fn with_ties(mut self, ties: bool) -> Self {
        self.ties = ties;
        self
    }

    /// Sets whether steps are reduced after pushes if pushes are the objective: in the last fifth
    /// of a limited budget, or at the end of an unlimited run. The number of pushes does not grow.
    #[doc(hidden)]
    pub const fn with_walks(mut self, walks: bool) -> Self {
        self.walks = walks;
        self
    }

    /// Sets the nodes of each search of the first round, at least 1.
    #[doc(hidden)]
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// Sets the number of rounds without a gain after which the work ends if neither nodes nor time
    /// are limited.
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

    /// Whether ways of equal cost replace the old ones.
    #[doc(hidden)]
    pub const fn ties(self) -> bool {
        self.ties
    }

    /// The nodes of each search of the first round.
    #[doc(hidden)]
    pub const fn nodes(self) -> u64 {
        self.nodes
    }

    /// The number of rounds without a gain after which the work ends if nothing is limited.
    #[doc(hidden)]
    pub const fn patience(self) -> u32 {
        self.patience
    }
}
