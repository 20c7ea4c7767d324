//! The tasks of schedulers.

use cpf::cpf_core::Metrics;
use cpf::mapf::{CollisionRepair, ConflictSearch, JointSearch, Lacam, ScheduleImprover};
use cpf::{Control, MotionModel, Objective, Schedule, Solver};
use motion_core::solver_table::Guarantee;

use super::costs::{costs, measure_of};
use crate::soak::Task;

/// The node limit of schedulers, each of which runs once per objective.
const NODES: u64 = 2_000;

/// The node limit of schedulers that give up, or go on until their limit.
const FEW_NODES: u64 = 500;

/// A ratio of costs, in thousandths, that lets bounded searches end early.
pub(super) const RATIO: u32 = 1_200;

/// A scheduler of instances of one kind.
pub(super) struct NamedScheduler<P> {
    pub(super) name: &'static str,
    pub(super) objective: Objective,
    pub(super) guarantee: Guarantee,
    pub(super) scheduler: Box<dyn Solver<P, Solution = Schedule>>,
}

impl<P> NamedScheduler<P> {
    /// Makes the task of an instance, whose schedules are replayed by `verify`.
    pub(super) fn task<'p>(
        self,
        instance: &'p P,
        verify: impl Fn(&Schedule) -> Result<Metrics, String> + Copy + 'p,
    ) -> Task<'p> {
        let Self { name, objective, guarantee, scheduler } = self;
        let measure = measure_of(objective);
        let nodes = if guarantee == Guarantee::Optimal { NODES } else { FEW_NODES };
        let solve = move |control: &mut Control| scheduler.solve(instance, control);
        let check = move |schedule: Schedule| verify(&schedule).map(|metrics| costs(&metrics));
        let task = Task::new(format!("{name}, {measure}"), nodes, solve, check);
        task.with_guarantee(guarantee).measured_in(measure)
    }
}

/// Returns the schedulers of robots that move along arcs or leave at their goals.
pub(super) fn schedulers<P>(model: MotionModel) -> impl Iterator<Item = NamedScheduler<P>>
where
    CollisionRepair: Solver<P, Solution = Schedule>,
    ConflictSearch: Solver<P, Solution = Schedule>,
    JointSearch: Solver<P, Solution = Schedule>,
    Lacam: Solver<P, Solution = Schedule>,
    ScheduleImprover: Solver<P, Solution = Schedule>,
{
    Objective::ALL.into_iter().flat_map(move |objective| {
        let named = |name, guarantee, scheduler| NamedScheduler { name, objective, guarantee, scheduler };
        let joint = JointSearch::default().with_model(model).with_objective(objective);
        let lacam = Lacam::default().with_model(model).with_objective(objective);
        let repair = CollisionRepair::default().with_model(model).with_objective(objective);
        let improver = ScheduleImprover::default().with_model(model).with_objective(objective);
        let mut all: Vec<NamedScheduler<P>> = vec![
            named("joint", Guarantee::Optimal, Box::new(joint)),
            named("lacam", Guarantee::Complete, Box::new(lacam)),
            named("collision-repair", Guarantee::Incomplete, Box::new(repair)),
            named("schedule-improver", Guarantee::Incomplete, Box::new(improver)),
        ];
        if objective != Objective::Moves {
            let search = ConflictSearch::default().with_model(model).with_objective(objective);
            let within = search.with_ratio(RATIO);
            all.push(named("conflict-search", Guarantee::Optimal, Box::new(search)));
            all.push(named("conflict-search within 1.2", Guarantee::Complete, Box::new(within)));
        }
        all
    })
}
