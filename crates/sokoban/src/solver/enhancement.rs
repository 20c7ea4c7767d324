//! Enhancements of solvers.

use core::fmt;

use crate::bound::BoundKind;

/// What can be switched on beside the method of a solver. Printed, it is its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Enhancement {
    /// `PP`: deepening searches keep positions beyond the limit until it is raised, instead of
    /// starting again.
    Postponing,
    /// `IMO`: pushes of the box that was pushed last are tried first.
    InertiaMoveOrdering,
    /// `OMO`: pushes that lower the bound – the thesis's optimal moves – are tried first, then the
    /// others; of each, those first whose box is nearest to the goal assigned to it.
    OptimalMoveOrdering,
    /// `SD`: pushes into detected deadlocks are pruned ([`Deadlocks`](crate::analysis::Deadlocks)),
    /// in searches from the goals pulls into detected pull deadlocks
    /// ([`PullDeadlocks`](crate::analysis::PullDeadlocks)).
    StaticDeadlocks,
    /// `PI`: pushes that a PI-corral lets wait are pruned ([`Corrals`](crate::analysis::Corrals)).
    PiCorrals,
    /// `VL`: the search ends at positions that can be solved one box at a time (`OneBoxAtATime`),
    /// with goals filled in the order of `PackingOrder::new`.
    OneBoxAtATime,
    /// `VL-thesis`: `VL` in the thesis's order (`PackingOrder::by_walls`); nothing if there is
    /// none.
    OneBoxThesisOrder,
    /// `VL-Lishout`: `VL` in F. Van Lishout's order (`PackingOrder::by_walls_only`).
    OneBoxVanLishoutOrder,
    /// `zones`: a search by pulls starts from one zone of the player in solved positions, and from
    /// the next only if that leads nowhere, instead of from all at once.
    ZoneByZone,
    /// `met`: the search ends when its directions meet for the first time.
    FirstMeeting,
    /// `simple`: the simple bound instead of the matching.
    SimpleBound,
    /// `pruned`: pushes are pruned as by `SD` and `PI`
    /// ([`PrunedPushes`](crate::analysis::PrunedPushes)).
    Pruned,
    /// `farthest`: the plan packs last the boxes with the longest routes.
    Farthest,
    /// `upper`: the plan packs last the upper boxes.
    Upper,
    /// `no-tunnels`: blocked tunnels – with `sinks` links between rooms – are no feature.
    NoTunnels,
    /// `optimal`: the search continues until the fewest pushes are proved.
    Optimal,
    /// `steps`: the steps of the player are minimised, and the pushes second.
    Steps,
    /// `sym`: positions that are images of each other under the symmetries of the board are one
    /// ([`Symmetric`](crate::search::Symmetric)).
    Symmetry,
    /// `CD`: pushes after which a chamber holds more boxes than goals are pruned
    /// (`Chambers`); `SD` detects these, too.
    Chambers,
    /// `sinks`: the plan uses up every start square by one box; links between rooms are a feature
    /// instead of tunnels, two more advisors clear the surroundings of goals and give access to
    /// boxes, and among equals the best features and boxes far from goals come first.
    Sinks,
    /// `no-opener`: `sinks` without the advisor that clears the surroundings of goals.
    NoOpener,
    /// `no-explorer`: `sinks` without the advisor that gives access to boxes.
    NoExplorer,
    /// `near`: `sinks` with boxes near goals first among equals.
    Near,
    /// `nearest`: `sinks` with the plan of searches without it, whose boxes are removed on any
    /// start square.
    Nearest,
    /// `efficient`: squares from which a box had better be pushed on are no ends of macro moves
    /// unless nothing else leads to a solution.
    Efficient,
    /// `TM`: a box that enters a one-way tunnel is pushed through at once
    /// ([`Runs`](crate::search::Runs)), the tunnel macros of Rolling Stone.
    TunnelMacros,
    /// `tables`: pushes – in searches from the goals pulls – after which two or three boxes are
    /// lost without the others are pruned ([`BoxTables`](crate::analysis::BoxTables)).
    BoxTables,
    /// `RD`: pushes after which a room holds boxes that can neither all be brought out nor to goals
    /// are pruned (`RoomGraph`).
    RoomDeadlocks,
    /// `groups`: bounds are raised by what two and three boxes cost together.
    Groups,
    /// `macros`: a box that is pushed onto an entrance of a goal room is pushed on to the next goal
    /// of a packing order at once, the goal macros of Rolling Stone.
    GoalMacros,
    /// `cuts`: with `macros`, a box that can be pushed to the next goal, each push lowering the
    /// bound, is, and nothing else is tried, the goal cuts of Rolling Stone.
    GoalCuts,
    /// `relevance`: half of the pushes that have nothing to do with the last ones are left out, the
    /// relevance cuts of Rolling Stone.
    Relevance,
    /// `penalties`: bounds are raised by what boxes that get in each other's way were found to
    /// cost, Rolling Stone's pattern search; solutions need not be the shortest.
    Penalties,
    /// `overestimate`: with `penalties`, bounds are also raised by the largest penalty of each box.
    Overestimate,
    /// `restarts`: with `penalties`, the search begins again, with those found, as long as there
    /// are new ones.
    Restarts,
}

/// All enhancements in the order of the type, which is that in which names list them; their names,
/// the thesis's where it has one; and what they do.
const TABLE: [(Enhancement, &str, &str); 35] = [
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

/// Those with which a search ends at positions that can be solved one box at a time.
pub(super) const PACKING_ORDERS: [Enhancement; 3] =
    [Enhancement::OneBoxAtATime, Enhancement::OneBoxThesisOrder, Enhancement::OneBoxVanLishoutOrder];

impl Enhancement {
    /// All enhancements, in the order in which names list them.
    pub const ALL: [Self; TABLE.len()] = {
        let (mut all, mut row) = ([TABLE[0].0; TABLE.len()], 0);
        while row < TABLE.len() {
            assert!(TABLE[row].0 as usize == row);
            all[row] = TABLE[row].0;
            row += 1;
        }
        all
    };

    /// The name, the thesis's where it has one.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// What it does, in a line without a full stop.
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

    /// The set of these names, each after a `+`, in upper or lower case.
    #[cfg(feature = "survey")]
    pub(super) fn from_names(names: &str) -> Option<Self> {
        let named =
            |name: &str| Enhancement::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(name));
        names.split('+').skip(1).map(named).collect()
    }

    /// The set of these enhancements.
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

    /// The enhancements in this set or in another.
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The enhancements in this set and in another.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The enhancements in this set and not in another.
    pub(super) const fn and_not(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The set without the others if it contains any of these enhancements.
    pub(super) const fn excluding(self, any: &[Enhancement], others: &[Enhancement]) -> Self {
        if self.and(Self::new(any)).0 == 0 { self } else { self.and_not(Self::new(others)) }
    }

    /// The set without the others unless it contains this enhancement, which they need.
    pub(super) const fn requiring(self, one: Enhancement, others: &[Enhancement]) -> Self {
        if self.contains(one) { self } else { self.and_not(Self::new(others)) }
    }

    /// The set with at most one of several enhancements that contradict each other: the last.
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

    /// The bound that the set stands for.
    pub(super) const fn bound(self) -> BoundKind {
        if self.contains(Enhancement::SimpleBound) { BoundKind::Simple } else { BoundKind::Matching }
    }

    /// The enhancements in order.
    pub fn iter(self) -> impl Iterator<Item = Enhancement> {
        Enhancement::ALL.into_iter().filter(move |&enhancement| self.contains(enhancement))
    }
}

impl FromIterator<Enhancement> for Enhancements {
    fn from_iter<I: IntoIterator<Item = Enhancement>>(enhancements: I) -> Self {
        enhancements.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Enhancements {
    /// The names, each after a `+`: what follows the name of a method in that of a solver.
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
