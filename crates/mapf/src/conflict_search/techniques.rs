//! What a conflict search does beside branching, each a technique that can be left out.

use core::fmt;

/// A technique of [`ConflictSearch`](crate::ConflictSearch). None changes the cost that is proved
/// optimal; each saves nodes on some instances, the last one only where schedules need not be
/// optimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Technique {
    /// Branch on conflicts first in which both children cost more (*cardinal* ones), then on those
    /// where one does, by diagrams of all shortest paths. Else on the first conflict.
    Prioritise,
    /// Where a child costs the same and has fewer conflicts, take its paths instead of branching.
    Bypass,
    /// Lower bound: a vertex cover of the robots' pairs with a cardinal conflict.
    CardinalGraph,
    /// Lower bound: a vertex cover of the pairs that have no two shortest paths without a conflict.
    DependencyGraph,
    /// Lower bound: a cover of the pairs by what each of them costs more when solved alone.
    WeightedGraph,
    /// Where two robots meet in a corridor, bar each from its exit until the other can have left.
    Corridor,
    /// Where a robot passes the goal of one that rests there: it is there for good by then, and the
    /// others keep away, or it arrives later.
    Target,
    /// Where two robots cross a rectangle of a grid in the same two directions, bar one of them
    /// from the side where it leaves. Not in the model `Pebble`.
    Rectangle,
    /// One child of a conflict at a vertex bars the robot from it, the other binds the robot to it
    /// and bars all others.
    DisjointSplitting,
    /// With a ratio above 1, by turns with the search: make a schedule of paths that collide, and
    /// improve it ([`CollisionRepair`](crate::CollisionRepair),
    /// [`ScheduleImprover`](crate::ScheduleImprover)), until it is within the ratio of the bound.
    Improvement,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 10] = [
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

    /// A name in lower case, with hyphens.
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

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of [`Technique`]s. The default is the set that solves most: all but disjoint splitting.
///
/// # Examples
/// ```
/// use mapf::{Technique, Techniques};
///
/// let set = Techniques::NONE.with(Technique::Bypass);
/// assert!(set.contains(Technique::Bypass) && !set.contains(Technique::Corridor));
/// assert_eq!(set.without(Technique::Bypass), Techniques::NONE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Techniques(u16);

impl Default for Techniques {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Techniques {
    /// Every technique. Of the three lower bounds the strongest one counts.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);

    /// Plain conflict-based search.
    pub const NONE: Self = Self(0);

    pub(super) const DEFAULT: Self = Self::ALL.without(Technique::DisjointSplitting);

    /// Adds a technique.
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u16)
    }

    /// Leaves a technique out.
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u16))
    }

    /// Whether a technique is in the set.
    pub const fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u16 & 1 == 1
    }
}
