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
    /// `SD`: pushes into detected deadlocks are pruned ([`Deadlocks`](crate::analysis::Deadlocks)),
    /// in reverse searches pulls into detected pull deadlocks
    /// ([`PullDeadlocks`](crate::analysis::PullDeadlocks)).
    StaticDeadlocks,
    /// `PI`: pushes that a PI-corral lets wait are pruned ([`Corrals`](crate::analysis::Corrals)).
    PiCorrals,
    /// `VL`: the search ends at positions that can be solved one box at a time
    /// ([`OneBoxAtATime`](crate::one_box_at_a_time::OneBoxAtATime)).
    OneBoxAtATime,
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
    /// `no-tunnels`: blocked tunnels are no feature.
    NoTunnels,
    /// `optimal`: the search continues until the fewest pushes are proved.
    Optimal,
    /// `steps`: the steps of the player are minimised, and the pushes second.
    Steps,
    /// `sym`: positions that are images of each other under the symmetries of the board are one
    /// ([`Symmetric`](crate::search::Symmetric)).
    Symmetry,
    /// `CD`: pushes after which a chamber holds more boxes than goals are pruned
    /// ([`Chambers`](crate::analysis::Chambers)); `SD` detects these, too.
    Chambers,
}

impl Enhancement {
    /// All enhancements, in the order in which names list them.
    pub const ALL: [Self; 15] = [
        Self::Postponing,
        Self::InertiaMoveOrdering,
        Self::StaticDeadlocks,
        Self::PiCorrals,
        Self::OneBoxAtATime,
        Self::FirstMeeting,
        Self::SimpleBound,
        Self::Pruned,
        Self::Farthest,
        Self::Upper,
        Self::NoTunnels,
        Self::Optimal,
        Self::Steps,
        Self::Symmetry,
        Self::Chambers,
    ];

    /// The name, the thesis's where it has one.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Postponing => "PP",
            Self::InertiaMoveOrdering => "IMO",
            Self::StaticDeadlocks => "SD",
            Self::PiCorrals => "PI",
            Self::OneBoxAtATime => "VL",
            Self::FirstMeeting => "met",
            Self::SimpleBound => "simple",
            Self::Pruned => "pruned",
            Self::Farthest => "farthest",
            Self::Upper => "upper",
            Self::NoTunnels => "no-tunnels",
            Self::Optimal => "optimal",
            Self::Steps => "steps",
            Self::Symmetry => "sym",
            Self::Chambers => "CD",
        }
    }

    /// The enhancement of this name, in upper or lower case.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|enhancement| enhancement.name().eq_ignore_ascii_case(name))
    }

    const fn bit(self) -> u16 {
        1 << self as u16
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
pub struct Enhancements(u16);

impl Enhancements {
    /// No enhancements.
    pub const NONE: Self = Self(0);

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

    /// The enhancements in this set and in another.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The enhancements in this set and not in another.
    pub(super) const fn and_not(self, other: Self) -> Self {
        Self(self.0 & !other.0)
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
