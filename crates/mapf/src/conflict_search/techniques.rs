//! The techniques of conflict-based search beside branching, each of which can be left out.

use core::fmt;

/// A technique of [`ConflictSearch`](crate::ConflictSearch). No technique changes the cost that is
/// proved optimal. Each saves nodes on some instances; `Improvement` does so only if schedules need
/// not be optimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConflictTechnique {
    /// Branch first on conflicts in which both children cost more (*cardinal* ones), then on those
    /// in which one child does, judged by diagrams of all shortest paths. Without this technique,
    /// branch on the first conflict.
    Prioritise,
    /// If a child costs the same and has fewer conflicts, take its paths instead of branching.
    Bypass,
    /// A lower bound: a vertex cover of the pairs of robots with a cardinal conflict.
    CardinalGraph,
    /// A lower bound: a vertex cover of the pairs without compatible shortest paths.
    DependencyGraph,
    /// A lower bound: a cover of the pairs, weighted by the extra cost of each pair when solved
    /// alone.
    WeightedGraph,
    /// If two robots meet in a corridor, bar each from its exit until the other can have left.
    Corridor,
    /// If a robot passes the goal on which another rests, there are two cases: the resting robot is
    /// there for good by then and all others keep away, or it arrives later.
    Target,
    /// If two robots cross a rectangle of a grid in the same two directions, each child bars one of
    /// them from the side by which it leaves. Not in the model `Pebble`, nor on directed instances.
    Rectangle,
    /// For a conflict at a vertex, one child bars a robot from the vertex. The other child keeps
    /// that robot there and bars all others.
    DisjointSplitting,
    /// With a ratio above 1, alternate the search with the improvement of a schedule. Colliding
    /// paths are repaired ([`CollisionRepair`](crate::CollisionRepair)) and the schedule is
    /// improved ([`ScheduleImprover`](crate::ScheduleImprover)) until it is within the ratio of the
    /// bound.
    Improvement,
}

impl ConflictTechnique {
    /// All techniques.
    pub const ALL: &[Self] = &[
        Self::Prioritise,
        Self::Bypass,
        Self::CardinalGraph,
        Self::DependencyGraph,
        Self::WeightedGraph,
        Self::Corridor,
        Self::Target,
        Self::Rectangle,
        Self::DisjointSplitting,
        Self::Improvement,
    ];

    /// The name, in lower case with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Prioritise => "prioritise",
            Self::Bypass => "bypass",
            Self::CardinalGraph => "cardinal-graph",
            Self::DependencyGraph => "dependency-graph",
            Self::WeightedGraph => "weighted-graph",
            Self::Corridor => "corridor",
            Self::Target => "target",
            Self::Rectangle => "rectangle",
            Self::DisjointSplitting => "disjoint-splitting",
            Self::Improvement => "improvement",
        }
    }
}

impl fmt::Display for ConflictTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of [`ConflictTechnique`]s. The default solves the most instances: all but disjoint
/// splitting.
///
/// # Examples
/// ```
/// use mapf::{ConflictTechnique, ConflictTechniques};
///
/// let set = ConflictTechniques::NONE.with(ConflictTechnique::Bypass);
/// assert!(set.contains(ConflictTechnique::Bypass) && !set.contains(ConflictTechnique::Corridor));
/// assert_eq!(set.without(ConflictTechnique::Bypass), ConflictTechniques::NONE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConflictTechniques(u16);

impl Default for ConflictTechniques {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl ConflictTechniques {
    /// Every technique. Of the three lower bounds, the strongest is used.
    pub const ALL: Self = Self((1 << ConflictTechnique::ALL.len()) - 1);

    /// Plain conflict-based search.
    pub const NONE: Self = Self(0);

    pub(super) const DEFAULT: Self = Self::ALL.without(ConflictTechnique::DisjointSplitting);

    /// Adds a technique.
    pub const fn with(self, technique: ConflictTechnique) -> Self {
        Self(self.0 | 1 << technique as u16)
    }

    /// Removes a technique.
    pub const fn without(self, technique: ConflictTechnique) -> Self {
        Self(self.0 & !(1 << technique as u16))
    }

    /// Returns whether the set contains a technique.
    pub const fn contains(self, technique: ConflictTechnique) -> bool {
        self.0 >> technique as u16 & 1 == 1
    }
}
