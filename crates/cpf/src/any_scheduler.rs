//! The schedulers of `mapf` by their names.

use alloc::boxed::Box;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use cpf_core::{MotionModel, Objective, Scheduler};
#[cfg(feature = "sat")]
use mapf::MddSat;
use mapf::{CollisionRepair, ConflictSearch, IncreasingCostTree, JointSearch, Lacam, PathShifts};

/// Any of the schedulers, by its name; by default `lacam`.
///
/// | name | scheduler | objectives |
/// |---|---|---|
/// | `lacam` | [`Lacam`] | all |
/// | `path-shifts` | [`PathShifts`] | all |
/// | `collision-repair` | [`CollisionRepair`] | all |
/// | `conflict-search` | [`ConflictSearch`] | sum of costs, makespan |
/// | `joint` | [`JointSearch`] | all |
/// | `cost-tree` | [`IncreasingCostTree`] | sum of costs, makespan |
/// | `sat`, with the feature `sat` | `mapf::MddSat` | sum of costs, makespan |
///
/// [`AutoScheduler`](crate::AutoScheduler) chooses among them.
///
/// Schedulers print as their names, and parse from them in upper or lower case.
///
/// # Examples
/// ```
/// use cpf::{AnyScheduler, Control, Instance, MotionModel, Objective};
///
/// // Two robots exchange the ends of the diagonal of a square.
/// let text = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 3\nr 3 1\n";
/// let instance: Instance = text.parse()?;
/// let (model, objective) = (MotionModel::Train, Objective::Makespan);
/// for named in AnyScheduler::ALL {
///     assert_eq!(named.name().parse(), Ok(named));
///     let scheduler = named.scheduler(model, objective, 1000, 1);
///     let schedule = scheduler.solve(&instance, &mut Control::unlimited()).into_result()?;
///     let makespan = instance.verify_schedule(&schedule, model)?.makespan;
///     println!("{named}: {makespan} steps. {}", named.summary());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnyScheduler {
    /// [`Lacam`].
    #[default]
    Lacam,
    /// [`PathShifts`].
    PathShifts,
    /// [`CollisionRepair`].
    CollisionRepair,
    /// [`ConflictSearch`].
    ConflictSearch,
    /// [`JointSearch`].
    Joint,
    /// [`IncreasingCostTree`].
    CostTree,
    /// [`MddSat`].
    #[cfg(feature = "sat")]
    Sat,
}

/// No scheduler has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownScheduler;

impl fmt::Display for UnknownScheduler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no scheduler has this name")
    }
}

impl Error for UnknownScheduler {}

/// The number of schedulers in [`AnyScheduler::ALL`].
const COUNT: usize = if cfg!(feature = "sat") { 7 } else { 6 };

impl AnyScheduler {
    /// All of them: seven with the feature `sat`, six without.
    pub const ALL: [Self; COUNT] = [
        Self::Lacam,
        Self::PathShifts,
        Self::CollisionRepair,
        Self::ConflictSearch,
        Self::Joint,
        Self::CostTree,
        #[cfg(feature = "sat")]
        Self::Sat,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// What it does, in a line without a full stop.
    pub const fn summary(self) -> &'static str {
        self.texts().1
    }

    /// The name and the summary.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Lacam => (
                "lacam",
                "A schedule soon, for any number of robots, then cheaper ones until the limits are reached (LaCAM*)",
            ),
            Self::PathShifts => (
                "path-shifts",
                "For few vacant vertices, in the models train and standard: many robots in each step",
            ),
            Self::CollisionRepair => {
                ("collision-repair", "Short paths that collide, planned again until none does (LNS2)")
            }
            Self::ConflictSearch => (
                "conflict-search",
                "The least sum of costs or makespan, or at most --ratio times as much (CBS, EECBS)",
            ),
            Self::Joint => (
                "joint",
                "A schedule of the least cost, by a search over the positions of all robots that meet; for few",
            ),
            Self::CostTree => (
                "cost-tree",
                "The least sum of costs or makespan, by one vector of the robots' costs after another",
            ),
            #[cfg(feature = "sat")]
            Self::Sat => (
                "sat",
                "The least sum of costs or makespan, by propositional formulas; for crowded small maps",
            ),
        }
    }

    /// Whether it heeds the ratio of [`scheduler`](AnyScheduler::scheduler).
    pub const fn takes_ratio(self) -> bool {
        matches!(self, Self::ConflictSearch)
    }

    /// Whether moves can be its objective; all take the sum of costs and the makespan.
    pub const fn takes_moves(self) -> bool {
        matches!(self, Self::Lacam | Self::PathShifts | Self::CollisionRepair | Self::Joint)
    }

    /// The scheduler: the model in which schedules are legal, what is made small, how much a
    /// schedule may cost in thousandths of the least cost, and the seed of random choices.
    ///
    /// The ratio and the seed have no effect on schedulers that do not use them.
    pub fn scheduler(
        self,
        model: MotionModel,
        objective: Objective,
        ratio: u32,
        seed: u64,
    ) -> Box<dyn Scheduler> {
        match self {
            Self::Lacam => Box::new(Lacam::new().with_model(model).with_objective(objective).with_seed(seed)),
            Self::PathShifts => {
                Box::new(PathShifts::default().with_model(model).with_objective(objective).with_seed(seed))
            }
            Self::CollisionRepair => {
                let repair = CollisionRepair::default().with_model(model).with_objective(objective);
                Box::new(repair.with_seed(seed))
            }
            Self::ConflictSearch => {
                let search = ConflictSearch::default().with_model(model).with_objective(objective);
                Box::new(search.with_ratio(ratio))
            }
            Self::Joint => Box::new(JointSearch::new(model, objective)),
            Self::CostTree => Box::new(IncreasingCostTree::new(model, objective)),
            #[cfg(feature = "sat")]
            Self::Sat => Box::new(MddSat::new(model, objective)),
        }
    }
}

impl fmt::Display for AnyScheduler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for AnyScheduler {
    type Err = UnknownScheduler;

    fn from_str(text: &str) -> Result<Self, UnknownScheduler> {
        let named = Self::ALL.into_iter().find(|scheduler| scheduler.name().eq_ignore_ascii_case(text));
        named.ok_or(UnknownScheduler)
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use cpf_core::Instance;
    use motion_core::{Control, Outcome, Stop};

    use super::*;

    #[test]
    fn names_are_distinct_and_parse_in_any_case() {
        let names: BTreeSet<_> = AnyScheduler::ALL.map(AnyScheduler::name).into();
        let summaries: BTreeSet<_> = AnyScheduler::ALL.map(AnyScheduler::summary).into();
        assert_eq!((names.len(), summaries.len()), (AnyScheduler::ALL.len(), AnyScheduler::ALL.len()));
        for scheduler in AnyScheduler::ALL {
            assert_eq!(scheduler.name().to_uppercase().parse(), Ok(scheduler));
            assert!(!scheduler.summary().ends_with('.'), "{scheduler}");
        }
        assert_eq!(AnyScheduler::default().name(), "lacam");
        for unknown in ["", "lacam ", "lacam+"] {
            assert_eq!(unknown.parse::<AnyScheduler>(), Err(UnknownScheduler));
        }
    }

    #[test]
    fn schedulers_refuse_the_objectives_that_they_do_not_take() {
        let text = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 3\nr 3 1\n";
        let instance: Instance = text.parse().expect("an instance");
        for named in AnyScheduler::ALL {
            for objective in Objective::ALL {
                let scheduler = named.scheduler(MotionModel::Train, objective, 1000, 1);
                assert_eq!((scheduler.model(), scheduler.objective()), (MotionModel::Train, objective));
                let outcome = scheduler.solve(&instance, &mut Control::unlimited());
                if objective == Objective::Moves && !named.takes_moves() {
                    let refused = matches!(outcome, Outcome::Stopped { why: Stop::Unsupported, .. });
                    assert!(refused, "{named}: {outcome:?}");
                } else {
                    let schedule = outcome.into_result().expect("a schedule");
                    assert!(instance.verify_schedule(&schedule, MotionModel::Train).is_ok(), "{named}");
                }
            }
        }
    }
}
