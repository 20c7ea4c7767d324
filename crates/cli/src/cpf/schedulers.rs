//! The schedulers by their names, and the choice between them and the solvers of plans.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use cpf::{MotionModel, Objective, Scheduler};
use mapf::{CollisionRepair, ConflictSearch, IncreasingCostTree, JointSearch, Lacam, MddSat, PathShifts};

use super::algorithm::Algorithm;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// Where robots may go in one step.
    pub(super) model: MotionModel,
    /// What is made small.
    pub(super) objective: Objective,
    /// A schedule may cost this much, in thousandths of the least cost.
    pub(super) ratio: u32,
    /// For solvers that choose at random.
    pub(super) seed: u64,
}

/// A scheduler by its name on the command line.
#[derive(Debug)]
pub(super) struct NamedScheduler {
    pub(super) name: &'static str,
    help: &'static str,
    /// Whether it heeds [`Task::ratio`].
    pub(super) takes_ratio: bool,
    /// Whether moves can be its objective.
    pub(super) takes_moves: bool,
    pub(super) build: fn(Task) -> Box<dyn Scheduler>,
}

/// All of them.
static SCHEDULERS: &[NamedScheduler] = &[
    NamedScheduler {
        name: "lacam",
        help: "A schedule soon, for any number of robots, then cheaper ones until the limits are reached (LaCAM*)",
        takes_ratio: false,
        takes_moves: true,
        build: |task| {
            let lacam = Lacam::new().with_model(task.model).with_objective(task.objective);
            Box::new(lacam.with_seed(task.seed))
        },
    },
    NamedScheduler {
        name: "path-shifts",
        help: "For few vacant vertices, in the models train and standard: many robots in each step",
        takes_ratio: false,
        takes_moves: true,
        build: |task| {
            let shifts = PathShifts::default().with_model(task.model).with_objective(task.objective);
            Box::new(shifts.with_seed(task.seed))
        },
    },
    NamedScheduler {
        name: "collision-repair",
        help: "Short paths that collide, planned again until none does (LNS2)",
        takes_ratio: false,
        takes_moves: true,
        build: |task| {
            let repair = CollisionRepair::default().with_model(task.model).with_objective(task.objective);
            Box::new(repair.with_seed(task.seed))
        },
    },
    NamedScheduler {
        name: "conflict-search",
        help: "The least sum of costs or makespan, or at most --ratio times as much (CBS, EECBS)",
        takes_ratio: true,
        takes_moves: false,
        build: |task| {
            let search = ConflictSearch::default().with_model(task.model).with_objective(task.objective);
            Box::new(search.with_ratio(task.ratio))
        },
    },
    NamedScheduler {
        name: "joint",
        help: "A schedule of the least cost, by a search over the positions of all robots that meet; for few",
        takes_ratio: false,
        takes_moves: true,
        build: |task| Box::new(JointSearch::new(task.model, task.objective)),
    },
    NamedScheduler {
        name: "cost-tree",
        help: "The least sum of costs or makespan, by one vector of the robots' costs after another",
        takes_ratio: false,
        takes_moves: false,
        build: |task| Box::new(IncreasingCostTree::new(task.model, task.objective)),
    },
    NamedScheduler {
        name: "sat",
        help: "The least sum of costs or makespan, by propositional formulas; for crowded small maps",
        takes_ratio: false,
        takes_moves: false,
        build: |task| Box::new(MddSat::new(task.model, task.objective)),
    },
];

/// The values of `--algorithm`: solvers of plans, and schedulers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// A solver of plans.
    Plans(Algorithm),
    /// A scheduler.
    Schedules(&'static NamedScheduler),
}

impl ValueEnum for Choice {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Choice>> = LazyLock::new(|| {
            let plans = Algorithm::value_variants().iter().copied().map(Choice::Plans);
            plans.chain(SCHEDULERS.iter().map(Choice::Schedules)).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Plans(algorithm) => algorithm.to_possible_value(),
            Self::Schedules(scheduler) => Some(PossibleValue::new(scheduler.name).help(scheduler.help)),
        }
    }
}
