//! Enhancements of solvers.

use core::fmt;

use crate::bound::BoundKind;

/// An option of a solver beside its method. Prints as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Enhancement {
    /// `PP`: deepening searches keep positions beyond the limit until the limit is raised, instead
    /// of starting again.
    Postponing,
    /// `IMO`: pushes of the box that was pushed last come first.
    InertiaMoveOrdering,
    /// `OMO`: pushes that lower the bound (the thesis's optimal moves) come first, then the others.
    /// Within both, pushes of the box nearest to its assigned goal come first.
    OptimalMoveOrdering,
    /// `SD`: pushes into detected deadlocks are pruned ([`Deadlocks`](crate::analysis::Deadlocks));
    /// in searches from the goals, pulls into detected pull deadlocks
    /// ([`PullDeadlocks`](crate::analysis::PullDeadlocks)).
    StaticDeadlocks,
    /// `PI`: pushes that can wait until a PI-corral is solved are pruned
    /// ([`Corrals`](crate::analysis::Corrals)).
    PiCorrals,
    /// `VL`: the search ends at positions that can be solved one box at a time (`OneBoxAtATime`),
    /// with goals filled in the order of `PackingOrder::new`.
    OneBoxAtATime,
    /// `VL-thesis`: `VL` in the thesis's order (`PackingOrder::by_walls`); without effect if that
    /// order does not exist.
    OneBoxThesisOrder,
    /// `VL-Lishout`: `VL` in F. Van Lishout's order (`PackingOrder::by_walls_only`).
    OneBoxVanLishoutOrder,
    /// `zones`: a search by pulls starts from a single zone of the player in solved positions, and
    /// from the next one only if that fails, instead of from all at once.
    ZoneByZone,
    /// `met`: the search ends when its directions meet for the first time.
    FirstMeeting,
    /// `simple`: the simple bound instead of the matching.
    SimpleBound,
    /// `pruned`: pushes are pruned as by `SD` and `PI`
    /// ([`PrunedPushes`](crate::analysis::PrunedPushes)).
    Pruned,
    /// `farthest`: the plan packs the boxes with the longest routes last.
    Farthest,
    /// `upper`: the plan packs the upper boxes last.
    Upper,
    /// `no-tunnels`: blocked tunnels, or with `sinks` links between rooms, are not a feature.
    NoTunnels,
    /// `optimal`: the search continues until the fewest pushes are proved.
    Optimal,
    /// `steps`: the player's steps are minimised, and the pushes among solutions of that many
    /// steps.
    Steps,
    /// `sym`: positions that are images of each other under the symmetries of the board count as
    /// one ([`Symmetric`](crate::search::Symmetric)).
    Symmetry,
    /// `CD`: pushes after which a chamber has more boxes than goals are pruned (`Chambers`); `SD`
    /// includes this.
    Chambers,
    /// `sinks`: the plan assigns one box to every start square. Links between rooms are a feature
    /// instead of tunnels, and two more advisors clear the surroundings of goals and give access to
    /// boxes. Ties are broken by the best features, then by boxes far from goals.
    Sinks,
    /// `no-opener`: `sinks` without the advisor that clears the surroundings of goals.
    NoOpener,
    /// `no-explorer`: `sinks` without the advisor that gives access to boxes.
    NoExplorer,
    /// `near`: `sinks` with ties broken by boxes near goals.
    Near,
    /// `nearest`: `sinks` with the plan of searches without `sinks`, in which any start square may
    /// remove a box.
    Nearest,
    /// `no-plan`: neither a plan nor advisors; among positions with the same regions and tunnels,
    /// macro moves with the least bound come first.
    NoPlan,
    /// `efficient`: macro moves do not end on squares from which the box should rather be pushed
    /// on, unless nothing else leads to a solution.
    Efficient,
    /// `TM`: a box that enters a one-way tunnel is pushed through at once
    /// ([`Runs`](crate::search::Runs)), the tunnel macros of Rolling Stone.
    TunnelMacros,
    /// `tables`: pushes (in searches from the goals, pulls) after which two or three boxes are lost
    /// even without the others are pruned ([`BoxTables`](crate::analysis::BoxTables)).
    BoxTables,
    /// `RD`: pushes after which not all boxes of a room can be brought out or to goals are pruned
    /// (`RoomGraph`).
    RoomDeadlocks,
    /// `groups`: bounds are raised by the cost of groups of two and three boxes.
    Groups,
    /// `macros`: a box that is pushed onto an entrance of a goal room is pushed on to the next goal
    /// of a packing order at once. These are Rolling Stone's goal macros.
    GoalMacros,
    /// `cuts`: with `macros`, if a box can be pushed to the next goal such that each push lowers
    /// the bound, no other move is tried. These are Rolling Stone's goal cuts.
    GoalCuts,
    /// `relevance`: half of the pushes that are unrelated to the last ones are omitted. These are
    /// Rolling Stone's relevance cuts.
    Relevance,
    /// `penalties`: bounds are raised by the cost that searches have found for boxes that obstruct
    /// each other. This is Rolling Stone's pattern search; solutions may not be the shortest.
    Penalties,
    /// `overestimate`: with `penalties`, bounds are raised further by the largest penalty of each
    /// box.
    Overestimate,
    /// `restarts`: with `penalties`, the search begins again with the penalties found as long as
    /// there are new ones.
    Restarts,
}

/// All enhancements in the order of the type, in which names list them; with their names, which are
/// the thesis's where it has one, and their summaries.
const TABLE: [(Enhancement, &str, &str); 36] = [
    (
        Enhancement::Postponing,
        "PP",
        "Keep positions beyond the limit until it is raised, instead of starting again",
    ),
    (Enhancement::InertiaMoveOrdering, "IMO", "Try pushes of the box that was pushed last first"),
    (Enhancement::OptimalMoveOrdering, "OMO", "Try pushes that lower the bound first"),
    (Enhancement::StaticDeadlocks, "SD", "Prune pushes – from the goals pulls – into detected deadlocks"),
    (Enhancement::PiCorrals, "PI", "Prune pushes that a corral to be solved first (PI-corral) lets wait"),
    (Enhancement::OneBoxAtATime, "VL", "End at positions that can be solved one box at a time"),
    (Enhancement::OneBoxThesisOrder, "VL-thesis", "As VL, with goals filled in the thesis's order"),
    (Enhancement::OneBoxVanLishoutOrder, "VL-Lishout", "As VL, with goals filled in Van Lishout's order"),
    (Enhancement::ZoneByZone, "zones", "Start from one zone of the player in solved positions after another"),
    (Enhancement::FirstMeeting, "met", "End when the two directions meet for the first time"),
    (Enhancement::SimpleBound, "simple", "The simple bound instead of the matching"),
    (Enhancement::Pruned, "pruned", "Prune pushes as SD and PI do"),
    (Enhancement::Farthest, "farthest", "Pack the boxes with the longest routes last"),
    (Enhancement::Upper, "upper", "Pack the upper boxes last"),
    (Enhancement::NoTunnels, "no-tunnels", "Blocked tunnels, with sinks links between rooms, are no feature"),
    (Enhancement::Optimal, "optimal", "Continue until the fewest pushes are proved"),
    (Enhancement::Steps, "steps", "Minimise the steps of the player, and the pushes second"),
    (Enhancement::Symmetry, "sym", "Positions that are images of each other under symmetries are one"),
    (Enhancement::Chambers, "CD", "Prune pushes after which a chamber holds more boxes than goals"),
    (
        Enhancement::Sinks,
        "sinks",
        "A plan that uses up each start square by one box, with other features and advisors",
    ),
    (
        Enhancement::NoOpener,
        "no-opener",
        "As sinks, without the advisor that clears the surroundings of goals",
    ),
    (Enhancement::NoExplorer, "no-explorer", "As sinks, without the advisor that gives access to boxes"),
    (Enhancement::Near, "near", "As sinks, with boxes near goals first among equals"),
    (Enhancement::Nearest, "nearest", "As sinks, with the plan of searches without it"),
    (Enhancement::NoPlan, "no-plan", "No plan and no advisors; macro moves with the least bound first"),
    (
        Enhancement::Efficient,
        "efficient",
        "End macro moves only where a box had better be left, as far as that suffices",
    ),
    (Enhancement::TunnelMacros, "TM", "Push a box that enters a one-way tunnel through at once"),
    (
        Enhancement::BoxTables,
        "tables",
        "Prune by exact tables of two and three boxes that are lost without the others",
    ),
    (
        Enhancement::RoomDeadlocks,
        "RD",
        "Prune pushes after which the boxes of a room cannot be brought out or to goals",
    ),
    (Enhancement::Groups, "groups", "Raise bounds by what two and three boxes cost together"),
    (
        Enhancement::GoalMacros,
        "macros",
        "Push a box at an entrance of a goal room on to the next goal at once",
    ),
    (
        Enhancement::GoalCuts,
        "cuts",
        "With macros, try nothing else where a box can be pushed to the next goal",
    ),
    (
        Enhancement::Relevance,
        "relevance",
        "Leave out half of the pushes that have nothing to do with the last ones",
    ),
    (
        Enhancement::Penalties,
        "penalties",
        "Raise bounds by what boxes in each other's way were found to cost",
    ),
    (
        Enhancement::Overestimate,
        "overestimate",
        "With penalties, raise bounds also by the largest penalty of each box",
    ),
    (Enhancement::Restarts, "restarts", "With penalties, begin again as long as new ones are found"),
];

/// The enhancements with which a search ends at positions that can be solved one box at a time.
pub(super) const PACKING_ORDERS: [Enhancement; 3] =
    [Enhancement::OneBoxAtATime, Enhancement::OneBoxThesisOrder, Enhancement::OneBoxVanLishoutOrder];

impl Enhancement {
    /// All enhancements, in the order in which names list them.
    pub const ALL: &[Self] = &{
        let (mut all, mut row) = ([TABLE[0].0; TABLE.len()], 0);
        while row < TABLE.len() {
            assert!(TABLE[row].0 as usize == row);
            all[row] = TABLE[row].0;
            row += 1;
        }
        all
    };

    /// The name, which is the thesis's where it has one.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// A description of the effect, in one line without a full stop.
    ///
    /// # Examples
    /// ```
    /// use sokoban::solver::Enhancement;
    ///
    /// let summary = Enhancement::Symmetry.summary();
    /// assert_eq!(summary, "Positions that are images of each other under symmetries are one");
    /// ```
    pub const fn summary(self) -> &'static str {
        TABLE[self as usize].2
    }

    const fn bit(self) -> u64 {
        1 << self as u32
    }
}

impl fmt::Display for Enhancement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of [`Enhancement`]s.
///
/// # Examples
/// ```
/// use sokoban::solver::{Enhancement, Enhancements};
///
/// let set = Enhancements::new(&[Enhancement::PiCorrals, Enhancement::StaticDeadlocks]);
/// assert!(set.contains(Enhancement::PiCorrals) && !set.contains(Enhancement::Optimal));
/// assert_eq!(set.to_string(), "+SD+PI");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Enhancements(u64);

impl Enhancements {
    /// No enhancements.
    pub const NONE: Self = Self(0);

    /// Parses a set of names, each after a `+`, in upper or lower case.
    #[cfg(feature = "survey")]
    pub(super) fn from_names(names: &str) -> Option<Self> {
        let named =
            |name: &str| Enhancement::ALL.iter().copied().find(|one| one.name().eq_ignore_ascii_case(name));
        names.split('+').skip(1).map(named).collect()
    }

    /// Creates the set of these enhancements.
    pub const fn new(enhancements: &[Enhancement]) -> Self {
        let (mut set, mut index) = (Self::NONE, 0);
        while index < enhancements.len() {
            set = set.with(enhancements[index]);
            index += 1;
        }
        set
    }

    /// Adds an enhancement.
    pub const fn with(self, enhancement: Enhancement) -> Self {
        Self(self.0 | enhancement.bit())
    }

    /// Whether the set contains an enhancement.
    pub const fn contains(self, enhancement: Enhancement) -> bool {
        self.0 & enhancement.bit() != 0
    }

    /// The union of this set and another.
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The intersection of this set and another.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The enhancements in this set but not in another.
    pub(super) const fn and_not(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Removes the others if the set contains any of these enhancements.
    pub(super) const fn excluding(self, any: &[Enhancement], others: &[Enhancement]) -> Self {
        if self.and(Self::new(any)).0 == 0 { self } else { self.and_not(Self::new(others)) }
    }

    /// Removes the others unless the set contains this enhancement, which they need.
    pub(super) const fn requiring(self, one: Enhancement, others: &[Enhancement]) -> Self {
        if self.contains(one) { self } else { self.and_not(Self::new(others)) }
    }

    /// Removes all but the last of several enhancements that contradict each other.
    pub(super) const fn with_last_of(mut self, mut several: &[Enhancement]) -> Self {
        while let [others @ .., last] = several {
            self = self.excluding(&[*last], others);
            several = others;
        }
        self
    }

    /// Whether the search ends at positions that can be solved one box at a time, in any order.
    #[doc(hidden)]
    pub const fn has_early_end(self) -> bool {
        self.and(Self::new(&PACKING_ORDERS)).0 != 0
    }

    /// The bound that the set selects.
    pub(super) const fn bound(self) -> BoundKind {
        if self.contains(Enhancement::SimpleBound) { BoundKind::Simple } else { BoundKind::Matching }
    }

    /// The enhancements in order.
    pub fn iter(self) -> impl Iterator<Item = Enhancement> {
        Enhancement::ALL.iter().copied().filter(move |&enhancement| self.contains(enhancement))
    }
}

impl FromIterator<Enhancement> for Enhancements {
    fn from_iter<I: IntoIterator<Item = Enhancement>>(enhancements: I) -> Self {
        enhancements.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Enhancements {
    /// Writes the names, each after a `+`; in the name of a solver they follow that of the method.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|enhancement| write!(f, "+{enhancement}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_enhancements_that_do_not_go_together_some_are_left_out() {
        let [upper, sinks, near] = [Enhancement::Upper, Enhancement::Sinks, Enhancement::Near];
        let set = Enhancements::new(&[upper, sinks, near]);
        assert_eq!(set.with_last_of(&[upper, sinks]), Enhancements::new(&[sinks, near]));
        assert_eq!(set.with_last_of(&[upper, Enhancement::Optimal]), set);
        assert_eq!(
            set.excluding(&[Enhancement::Optimal, sinks], &[near]),
            Enhancements::new(&[upper, sinks])
        );
        assert_eq!(set.excluding(&[Enhancement::Optimal], &[near]), set);
        assert_eq!(set.requiring(Enhancement::Optimal, &[near]), Enhancements::new(&[upper, sinks]));
        assert_eq!(set.requiring(sinks, &[near]), set);
    }
}
