//! The search for the least cost of a group of robots, which tests one cost after another.

use alloc::vec::Vec;

use cpf_core::{MotionModel, Objective};
use motion_core::{Control, Stop, Vertex};

use super::batsat_solver::BatsatSolver;
use super::clauses::{Clauses, Literal, SatSolver};
use super::collisions::{forbid_all, forbid_violated};
use super::totalizer::at_most;
use super::variables::RobotVariables;
use crate::groups::{Answer, GroupSearch, GroupTask, Task};
use crate::mdd::{Mdd, MddBuilder};

/// Finds the least cost of a group by testing one cost after another with a formula.
pub(super) struct CostSearch {
    lazy_collisions: bool,
    builder: MddBuilder,
}

/// A question: are there paths of these robots within a limit for each and for all together?
struct Question<'q> {
    task: &'q Task<'q>,
    /// Each robot with its distance and the limit on its cost.
    robots: Vec<(usize, usize, usize)>,
    avoided: &'q [Mdd],
    /// For the sum of costs, the most by which it may exceed the sum of the distances.
    most_beyond: Option<usize>,
}

impl CostSearch {
    /// Creates the search for graphs of this many vertices. Memory is held until the caller's scope
    /// ends.
    pub(super) fn new(lazy_collisions: bool, vertices: usize, control: &mut Control) -> Result<Self, Stop> {
        control.hold(8 * vertices as u64)?;
        Ok(Self { lazy_collisions, builder: MddBuilder::new(vertices) })
    }

    /// Returns the requested paths, if there are any.
    fn answer(
        &mut self,
        question: &Question,
        control: &mut Control,
    ) -> Result<Option<Vec<Vec<Vertex>>>, Stop> {
        let Question { task, robots, avoided, most_beyond } = question;
        let longest = robots.iter().map(|&(_, _, cost)| cost);
        let horizon = longest.chain(avoided.iter().map(Mdd::cost)).max().unwrap_or(0);
        let mut diagrams = Vec::with_capacity(avoided.len() + robots.len());
        for mdd in *avoided {
            diagrams.push(padded(mdd.clone(), horizon, control)?);
        }
        for &(robot, _, cost) in robots {
            let mdd = task.diagram(robot, cost, &mut self.builder, control)?;
            diagrams.push(padded(mdd, horizon, control)?);
        }
        let mut solver = BatsatSolver::new(control);
        let variables: Vec<_> = diagrams
            .into_iter()
            .map(|mdd| RobotVariables::new(mdd, &mut solver))
            .collect::<Result<_, Stop>>()?;
        if let Some(most) = *most_beyond {
            let own = variables[avoided.len()..].iter().zip(robots);
            let beyond = own.map(|(variables, &(robot, distance, cost))| {
                steps_beyond(variables, task.instance.goal().places()[robot], distance, cost, &mut solver)
            });
            at_most(beyond.collect::<Result<_, Stop>>()?, most, &mut solver)?;
        }
        if !self.lazy_collisions {
            forbid_all(&variables, task.model, &mut solver)?;
        }
        while solver.solve()? {
            let mut paths: Vec<_> = variables.iter().map(|variables| variables.path(&solver)).collect();
            let may_collide = self.lazy_collisions || task.model == MotionModel::Train;
            if !(may_collide && forbid_violated(&variables, &paths, task.model, &mut solver)?) {
                return Ok(Some(paths.split_off(avoided.len())));
            }
        }
        Ok(None)
    }
}

/// Extends a diagram to the horizon. Its memory and that of its literals are held.
fn padded(mut mdd: Mdd, horizon: usize, control: &mut Control) -> Result<Mdd, Stop> {
    mdd.pad(horizon);
    control.hold(2 * mdd.bytes())?;
    Ok(mdd)
}

/// Returns a literal for each time from `distance` to `cost` − 1, in order. It is true if the robot
/// is away from its goal at this time or later.
fn steps_beyond(
    variables: &RobotVariables,
    goal: Vertex,
    distance: usize,
    cost: usize,
    clauses: &mut impl Clauses,
) -> Result<Vec<Literal>, Stop> {
    let steps = (distance..cost).map(|_| clauses.variable()).collect::<Result<Vec<_>, Stop>>()?;
    for (time, &pays) in (distance..cost).zip(&steps) {
        for (_, away) in variables.places(time).filter(|&(vertex, _)| vertex != goal) {
            clauses.add(&[!away, pays])?;
        }
    }
    for pair in steps.windows(2) {
        clauses.add(&[!pair[1], pair[0]])?;
    }
    Ok(steps)
}

impl GroupSearch for CostSearch {
    fn search(
        &mut self,
        task: &Task,
        robots: &[usize],
        avoided: &[&[Vertex]],
        limit: Option<u64>,
        control: &mut Control,
    ) -> Answer<(Vec<Vec<Vertex>>, u64)> {
        let Some(group) = GroupTask::new(task, robots, avoided, &mut self.builder) else {
            return Answer::Unsolvable;
        };
        let sum_of_costs = task.objective == Objective::SumOfCosts;
        group.least_cost(limit, |cost| {
            let beyond = cost - group.least;
            let robots = robots.iter().zip(&group.distances).map(|(&robot, &distance)| {
                (robot, distance, if sum_of_costs { distance + beyond } else { cost })
            });
            let most_beyond = sum_of_costs.then_some(beyond);
            let question = Question { task, robots: robots.collect(), avoided: &group.avoided, most_beyond };
            control.scope(|control| self.answer(&question, control))
        })
    }
}
