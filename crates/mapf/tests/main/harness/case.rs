//! Instances with known least costs.

use std::fmt;

use mapf::cpf_core::LeavingInstance;
use mapf::cpf_core::directed::DirectedInstance;
use mapf::motion_core::{Budget, Control, Outcome, Quality, Schedule, Solver, Stop};
use mapf::{Instance, JointSearch, Metrics, MotionModel, Objective};

/// An instance of any kind.
pub(crate) trait Problem {
    /// The instance, with an edge wherever there is an arc.
    fn underlying(&self) -> &Instance;

    /// The metrics of a schedule, or the reason why it is illegal.
    fn metrics(&self, schedule: &Schedule, model: MotionModel) -> Result<Metrics, String>;

    /// The instance as text.
    fn text(&self) -> String;
}

impl Problem for Instance {
    fn underlying(&self) -> &Instance {
        self
    }

    fn metrics(&self, schedule: &Schedule, model: MotionModel) -> Result<Metrics, String> {
        self.verify_schedule(schedule, model).map_err(|why| why.to_string())
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl Problem for DirectedInstance {
    fn underlying(&self) -> &Instance {
        self.underlying()
    }

    fn metrics(&self, schedule: &Schedule, model: MotionModel) -> Result<Metrics, String> {
        self.verify_schedule(schedule, model).map_err(|why| why.to_string())
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// The underlying instance and the text have the vertices outside.
impl Problem for LeavingInstance {
    fn underlying(&self) -> &Instance {
        self.extended().underlying()
    }

    fn metrics(&self, schedule: &Schedule, model: MotionModel) -> Result<Metrics, String> {
        self.verify_schedule(schedule, model).map_err(|why| why.to_string())
    }

    fn text(&self) -> String {
        self.extended().to_string()
    }
}

/// An instance, a model and an objective, with the least cost.
pub(crate) struct Case<'i, P = Instance> {
    pub(crate) instance: &'i P,
    pub(crate) model: MotionModel,
    pub(crate) objective: Objective,
    /// The least cost, or `None` if there is no schedule.
    pub(crate) optimum: Option<u64>,
}

impl<P: Problem> Case<'_, P> {
    /// The cost of a schedule.
    ///
    /// # Panics
    /// If the schedule is illegal.
    pub(crate) fn cost(&self, schedule: &Schedule) -> u64 {
        let metrics = self.instance.metrics(schedule, self.model);
        metrics.unwrap_or_else(|error| panic!("{error}\n{self}")).cost(self.objective)
    }
}

impl<P: Problem> fmt::Display for Case<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { instance, model, objective, optimum } = self;
        write!(f, "{objective} in {model}, least cost {optimum:?}:\n{}", instance.text())
    }
}

/// The node limit of joint search as the referee.
const REFEREE_NODES: u64 = 10_000;

/// The answer of the referee for instances with too many placements to try.
pub(crate) enum Verdict {
    /// A schedule of the least cost.
    Best(Schedule),
    Unsolvable,
    /// The answer takes too long to find.
    Unknown,
}

/// Asks joint search, within a node limit.
pub(crate) fn verdict(instance: &Instance, model: MotionModel, objective: Objective) -> Verdict {
    let mut control = Control::new(Budget::new().with_nodes(REFEREE_NODES));
    match JointSearch::default().with_model(model).with_objective(objective).solve(instance, &mut control) {
        Outcome::Solved { plan, quality: Quality::Optimal } => Verdict::Best(plan),
        Outcome::Unsolvable => Verdict::Unsolvable,
        Outcome::Stopped { why: Stop::Nodes, .. } => Verdict::Unknown,
        other => panic!("joint search ends with {other:?}"),
    }
}

impl Verdict {
    /// Returns whether the referee has an answer.
    pub(crate) const fn is_known(&self) -> bool {
        !matches!(self, Self::Unknown)
    }

    /// The schedule of the least cost, if there is one.
    pub(crate) fn schedule(self) -> Option<Schedule> {
        match self {
            Self::Best(schedule) => Some(schedule),
            Self::Unsolvable => None,
            Self::Unknown => panic!("joint search takes too long"),
        }
    }
}
