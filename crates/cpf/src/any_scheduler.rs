//! The schedulers of `mapf` by their names.

use alloc::boxed::Box;

use cpf_core::{MotionModel, Objective, Scheduler};
#[cfg(feature = "sat")]
use mapf::MddSat;
use mapf::{CollisionRepair, ConflictSearch, IncreasingCostTree, JointSearch, Lacam, PathShifts};
use motion_core::solver_table::{Guarantee, Registered, SolverEntry, SolverRow};

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
/// Schedulers print as their names, and are parsed from them in upper or lower case.
///
/// # Examples
/// ```
/// use cpf::{AnyScheduler, Control, Instance, MotionModel, Objective};
///
/// // Two robots exchange the ends of the diagonal of a square.
/// let text = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 3\nr 3 1\n";
/// let instance: Instance = text.parse()?;
/// let (model, objective) = (MotionModel::Train, Objective::Makespan);
/// for named in AnyScheduler::all() {
///     assert_eq!(named.name().parse(), Ok(named));
///     let scheduler = named.scheduler(model, objective, 1000, 1);
///     let schedule = scheduler.solve(&instance, &mut Control::unlimited()).into_result()?;
///     let makespan = instance.verify_schedule(&schedule, model)?.makespan;
///     println!("{named}: {makespan} steps. {}", named.summary());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type AnyScheduler = Registered<ScheduleSolver>;

/// A row of the table of [`AnyScheduler`]. Its guarantee holds for the objectives that the
/// scheduler takes; a guarantee of the least cost needs a ratio of 1.
pub struct ScheduleSolver {
    entry: SolverEntry,
    takes_ratio: bool,
    takes_moves: bool,
    make: fn(MotionModel, Objective, u32, u64) -> Box<dyn Scheduler>,
}

impl SolverRow for ScheduleSolver {
    const KIND: &'static str = "scheduler";
    const ROWS: &'static [Self] = &[
        Self {
            entry: SolverEntry::new(
                "lacam",
                "A schedule soon, for any number of robots, then cheaper ones until the limits are reached (LaCAM*)",
                Guarantee::Complete,
            ),
            takes_ratio: false,
            takes_moves: true,
            make: |model, objective, _, seed| {
                Box::new(Lacam::default().with_model(model).with_objective(objective).with_seed(seed))
            },
        },
        Self {
            entry: SolverEntry::new(
                "path-shifts",
                "For few vacant vertices, in the models train and standard: many robots in each step",
                Guarantee::Incomplete,
            ),
            takes_ratio: false,
            takes_moves: true,
            make: |model, objective, _, seed| {
                Box::new(PathShifts::default().with_model(model).with_objective(objective).with_seed(seed))
            },
        },
        Self {
            entry: SolverEntry::new(
                "collision-repair",
                "Short paths that collide, planned again until none does (LNS2)",
                Guarantee::Incomplete,
            ),
            takes_ratio: false,
            takes_moves: true,
            make: |model, objective, _, seed| {
                Box::new(
                    CollisionRepair::default().with_model(model).with_objective(objective).with_seed(seed),
                )
            },
        },
        Self {
            entry: SolverEntry::new(
                "conflict-search",
                "The least sum of costs or makespan, or at most a given multiple of it (CBS, EECBS)",
                Guarantee::Optimal,
            ),
            takes_ratio: true,
            takes_moves: false,
            make: |model, objective, ratio, _| {
                Box::new(
                    ConflictSearch::default().with_model(model).with_objective(objective).with_ratio(ratio),
                )
            },
        },
        Self {
            entry: SolverEntry::new(
                "joint",
                "A schedule of the least cost, by a search over the positions of all robots that meet; for few",
                Guarantee::Optimal,
            ),
            takes_ratio: false,
            takes_moves: true,
            make: |model, objective, _, _| {
                Box::new(JointSearch::default().with_model(model).with_objective(objective))
            },
        },
        Self {
            entry: SolverEntry::new(
                "cost-tree",
                "The least sum of costs or makespan, by one vector of the robots' costs after another",
                Guarantee::Optimal,
            ),
            takes_ratio: false,
            takes_moves: false,
            make: |model, objective, _, _| {
                Box::new(IncreasingCostTree::default().with_model(model).with_objective(objective))
            },
        },
        #[cfg(feature = "sat")]
        Self {
            entry: SolverEntry::new(
                "sat",
                "The least sum of costs or makespan, by propositional formulas; for crowded small maps",
                Guarantee::Optimal,
            ),
            takes_ratio: false,
            takes_moves: false,
            make: |model, objective, _, _| {
                Box::new(MddSat::default().with_model(model).with_objective(objective))
            },
        },
    ];
    const DEFAULT: &'static str = "lacam";

    fn entry(&self) -> &SolverEntry {
        &self.entry
    }
}

impl ScheduleSolver {
    /// Returns whether the scheduler uses the ratio of [`scheduler`](ScheduleSolver::scheduler).
    pub const fn takes_ratio(&self) -> bool {
        self.takes_ratio
    }

    /// Returns whether the scheduler can minimise moves; all take the sum of costs and the
    /// makespan.
    pub const fn takes_moves(&self) -> bool {
        self.takes_moves
    }

    /// Creates the scheduler. Its arguments are the model in which schedules are legal, the cost to
    /// minimise, the allowed cost of a schedule in thousandths of the least cost, and the seed of
    /// random choices.
    ///
    /// Schedulers that do not use the ratio or the seed ignore them.
    pub fn scheduler(
        &self,
        model: MotionModel,
        objective: Objective,
        ratio: u32,
        seed: u64,
    ) -> Box<dyn Scheduler> {
        (self.make)(model, objective, ratio, seed)
    }
}

#[cfg(test)]
mod tests {
    use cpf_core::Instance;
    use motion_core::{Control, Outcome, Stop};

    use super::*;

    #[test]
    fn schedulers_refuse_the_objectives_that_they_do_not_take() {
        let text = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 3\nr 3 1\n";
        let instance: Instance = text.parse().expect("an instance");
        for named in AnyScheduler::all() {
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
