//! How [`Auto`](crate::Auto) shortens the first plan of a component.
//!
//! The choice rests on total moves after one second of processor time, on the maps of the MAPF
//! benchmark and on permutations of grids. Where at least a fifth of the vertices is vacant,
//! planning pairs of robots again shortens plans more than beams and windows, or a mixture of both.
//! Where fewer are vacant, beams come first, and they get the longest time where fewer than a tenth
//! is vacant.

use cpf_core::improve::Improver;
use cpf_core::{Instance, MotionModel, Objective};
use mapf::JointSearch;
use motion_core::{Control, Outcome, Plan, Quality, Solver};

use crate::candidate::Candidate;
use crate::method::Method;
use crate::replanner::Replanner;

/// The largest table of distances, in entries, with which robots are planned again.
const MOST_DISTANCES: usize = 25_000_000;

/// The greatest number of robots whose positions are searched together for a proof.
pub(crate) const FEW_ROBOTS: usize = 8;

/// The share of the rest of the budget for this search.
pub(crate) const PERCENT_FOR_PROOF: u8 = 10;

/// Shortens a plan within the budget of `control`, or with a little work if it has none; also
/// returns the method that made the plan.
pub(crate) fn shortened(
    instance: &Instance,
    candidate: Candidate,
    (plan, quality, method): (Plan, Quality, Method),
    control: &mut Control,
) -> (Plan, Quality, Method) {
    let (vertices, vacant) = (instance.graph().vertex_count(), instance.vacant_count());
    let distances = vertices * instance.robot_count();
    let is_sparse = 5 * vacant >= vertices && vacant > 1 && distances <= MOST_DISTANCES;
    let mut course = Course { instance, plan, quality, method };
    if quality == Quality::Optimal {
        return (course.plan, quality, course.method);
    }
    match control.fraction_used() {
        Some(used) if used < 1.0 && course.search_jointly(control) => {}
        None if is_sparse => {
            // As many nodes as the table of distances has entries, twice.
            control.within_nodes(2 * distances as u64, |control| course.replan(1, control));
            course.prove();
        }
        Some(used) if used < 1.0 && is_sparse => {
            control.within_share(70, |control| course.replan(2, control));
            if !course.prove() {
                control.within_share(70, |control| course.replan(4, control));
                course.solve_pieces(control);
                course.prove();
            }
        }
        Some(used) if used < 1.0 => {
            let percent = match vacant {
                ..2 => 100,
                _ if distances > MOST_DISTANCES => 100,
                _ if 10 * vacant < vertices => 70,
                _ => 40,
            };
            control.within_share(percent, |control| {
                course.search(candidate, control);
                course.solve_pieces(control);
            });
            if percent < 100 {
                control.within_share(60, |control| course.replan(2, control));
                course.solve_pieces(control);
            }
        }
        _ => {}
    }
    (course.plan, course.quality, course.method)
}

/// Returns a plan that is not longer.
pub(crate) fn improved(improver: Improver, instance: &Instance, plan: Plan, control: &mut Control) -> Plan {
    improver.improve(instance, plan, control).expect("invariant: solvers make legal moves").plan
}

/// A plan while it becomes shorter.
struct Course<'i> {
    instance: &'i Instance,
    plan: Plan,
    quality: Quality,
    method: Method,
}

impl Course<'_> {
    /// Searches for the fewest moves, if there are few robots. Returns whether they were found.
    fn search_jointly(&mut self, control: &mut Control) -> bool {
        if self.instance.robot_count() > FEW_ROBOTS {
            return false;
        }
        let search = JointSearch::default().with_model(MotionModel::Pebble).with_objective(Objective::Moves);
        let outcome = control.within_share(PERCENT_FOR_PROOF, |control| search.solve(self.instance, control));
        let Outcome::Solved { plan: schedule, .. } = outcome else { return false };
        if schedule.moves().len() < self.plan.len() {
            self.method = Method::Joint;
            self.plan = schedule.moves().to_vec().into();
        }
        self.quality = Quality::Optimal;
        true
    }

    /// Runs the anytime solver of a method, and keeps its plan if that is shorter.
    fn search(&mut self, candidate: Candidate, control: &mut Control) {
        let method = candidate.method;
        let outcome = candidate.anytime.map(|anytime| anytime.solve(self.instance, control));
        if let Some(Outcome::Solved { plan, quality }) = outcome
            && plan.len() < self.plan.len()
        {
            (self.plan, self.quality, self.method) = (plan, quality, method);
        }
    }

    /// Plans groups of robots again.
    fn replan(&mut self, group_size: usize, control: &mut Control) {
        let before = self.plan.len();
        let plan = core::mem::take(&mut self.plan);
        let replanner = Replanner::default().with_group_size(group_size);
        let improved = replanner.improve(self.instance, plan, control);
        self.plan = improved.expect("invariant: solvers make legal moves").plan;
        if self.plan.len() < before {
            self.method = Method::Replanning;
        }
    }

    /// Solves pieces of the plan again.
    fn solve_pieces(&mut self, control: &mut Control) {
        let plan = core::mem::take(&mut self.plan);
        self.plan = improved(Improver::default(), self.instance, plan, control);
    }

    /// Returns whether every robot takes a shortest path, so that no plan is shorter.
    fn prove(&mut self) -> bool {
        let is_proved = self.instance.sum_of_distances() == Some(self.plan.len() as u64);
        if is_proved {
            self.quality = Quality::Optimal;
        }
        is_proved
    }
}
