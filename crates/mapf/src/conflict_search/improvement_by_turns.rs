//! The search, alternating with the improvement of a schedule, or with the search for a proof that
//! there is none.

use core::ops::ControlFlow;

use motion_core::observer::{Improvement, Observer};
use motion_core::{Control, Schedule, Stop};

use super::infeasibility::is_feasible;
use super::problem::Problem;
use super::search::Search;
use super::shared_memos::SharedMemos;
use super::techniques::ConflictTechnique;
use crate::collision_repair::CollisionRepair;
use crate::schedule_improver::ScheduleImprover;

/// An observer that ends an improvement as soon as a schedule is cheap enough.
struct Until(u64);

impl Observer for Until {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        if improvement.cost <= self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Runs a search to its end. With a ratio above 1, the search alternates with the improvement of
/// the best schedule. While it is unknown whether there is a schedule, it alternates with the
/// search for a proof that there is none. The search first runs for as many nodes as the distances
/// took, and each further time for twice as many. The other work may then spend as many nodes as
/// the search just did. `best` is the best schedule and its cost.
pub(super) fn run(
    search: &mut Search,
    best: &mut Option<(Schedule, u64)>,
    memos: &mut SharedMemos,
    control: &mut Control,
) -> Result<(), Stop> {
    let problem = search.problem;
    let instance = problem.instance;
    let improves = problem.ratio > 1000 && problem.uses(ConflictTechnique::Improvement);
    let mut may_be_infeasible = best.is_none() && !instance.is_decided(problem.model, control)?;
    search.make_root(memos, control)?;
    let mut nodes = (2 * instance.vertex_count() * instance.robot_count()) as u64;
    loop {
        let takes_turns = improves || may_be_infeasible;
        let pause = if takes_turns { control.stats().nodes.saturating_add(nodes) } else { u64::MAX };
        let ended = search.go_on(pause, memos, control);
        if let Some(found) = &search.found
            && best.as_ref().is_none_or(|&(_, cost)| found.cost < cost)
        {
            *best = Some((search.paths(found).to_schedule(), found.cost));
        }
        if ended? {
            return Ok(());
        }
        may_be_infeasible &= best.is_none();
        if may_be_infeasible {
            match is_feasible(problem, nodes, control)? {
                Some(false) => return Ok(()),
                Some(true) => may_be_infeasible = false,
                None => {}
            }
        }
        if improves
            && let Some((schedule, cost)) =
                improved(problem, best.as_ref(), search.lower_bound, nodes, control)?
        {
            control.improved(cost, || schedule.clone())?;
            search.look_below(cost, control);
            *best = Some((schedule, cost));
        }
        nodes = nodes.saturating_mul(2);
    }
}

/// Returns a schedule cheaper than the best one, if one is found with this many nodes. Ends early
/// when a schedule is within the ratio of the lower bound.
fn improved(
    problem: &Problem,
    best: Option<&(Schedule, u64)>,
    lower_bound: u64,
    nodes: u64,
    control: &mut Control,
) -> Result<Option<(Schedule, u64)>, Stop> {
    let instance = problem.instance;
    let improver = ScheduleImprover::default()
        .with_model(problem.model)
        .with_objective(problem.objective)
        .with_seed(nodes);
    let mut until = Until(problem.relaxed(lower_bound));
    let (schedule, stats) = control.within_nodes(nodes, |control| {
        let mut own = Control::new(control.remaining()).with_observer(&mut until);
        let first = if let Some((schedule, _)) = best {
            Some(schedule.clone())
        } else {
            let repair = CollisionRepair::default().with_model(problem.model);
            own.scope(|own| repair.repair(instance, &problem.to_goal, own)).ok()
        };
        let schedule = first.map(|mut schedule| {
            // The improvement ends at a limit or at a cost within the ratio. Both leave a schedule.
            let _ = improver.run(instance, problem.to_goal.clone(), &mut schedule, &mut own);
            schedule
        });
        (schedule, *own.stats())
    });
    control.scope(|control| control.hold(stats.peak_bytes))?;
    control.spend_many(stats.nodes)?;
    let schedule = schedule.map(|schedule| {
        let cost = instance.cost(&schedule, problem.model, problem.objective);
        (schedule, cost)
    });
    Ok(schedule.filter(|&(_, cost)| best.is_none_or(|&(_, known)| cost < known)))
}
