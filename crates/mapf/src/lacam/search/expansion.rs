//! One step out of a configuration.

use cpf_core::Objective;
use motion_core::{Control, Stop, Vertex};
use rand::Rng;

use super::Search;
use crate::lacam::configurations::Id;
use crate::lacam::constraint_trees::ConstraintId;
use crate::lacam::preferences::Preferences;
use crate::lacam::step_cost::{bound, step_cost};

impl Search<'_, '_> {
    /// Follows one step out of a configuration.
    pub(super) fn expand(&mut self, id: Id, control: &mut Control) -> Result<(), Stop> {
        let Some(constraint) = self.constraints.pop(id as usize) else { return Ok(()) };
        self.sort_robots(id);
        self.extend(id, constraint, control)?;
        if self.choose(id, constraint, control)? {
            self.follow(id, control)?;
            self.arrive(control)?;
        }
        Ok(())
    }

    /// Sorts the robots by the time since they were last at their goals, longest first, and then by
    /// the distance from start to goal, farthest first.
    fn sort_robots(&mut self, id: Id) {
        let keys = self.known.ages(id).iter().zip(&self.ranks);
        self.keys.clear();
        self.keys.extend(keys.map(|(&age, &rank)| u64::from(u16::MAX - age) << 32 | u64::from(rank)));
        self.keys.sort_unstable();
        self.order.clear();
        self.order.extend(self.keys.iter().map(|&key| self.farthest[key as u32 as usize]));
    }

    /// Queues the partial steps that fix one more robot.
    fn extend(&mut self, id: Id, constraint: ConstraintId, control: &mut Control) -> Result<(), Stop> {
        let Some(&robot) = self.order.get(self.constraints.depth(constraint)) else { return Ok(()) };
        let place = self.known.places(id)[robot as usize];
        let robot = robot as usize;
        let (goal, successors) = (self.instance.goal().places()[robot], self.instance.successors(place));
        self.targets.clear();
        if self.instance.successors(goal).is_empty() && successors.contains(&goal) {
            // No other robot may enter this goal, so nothing is gained by waiting.
            self.targets.push(goal);
        } else {
            let may_enter = |&&to: &&Vertex| self.instance.may_enter(robot, to);
            self.targets.extend(successors.iter().filter(may_enter));
            self.targets.push(place);
        }
        for last in (1..self.targets.len()).rev() {
            self.targets.swap(last, (self.rng.next_u64() % (last as u64 + 1)) as usize);
        }
        self.constraints.extend(id as usize, constraint, robot as u32, &self.targets, control)
    }

    /// Completes a partial step several times, and chooses the completion with the least estimated
    /// cost. Returns whether there is one.
    fn choose(&mut self, id: Id, constraint: ConstraintId, control: &mut Control) -> Result<bool, Stop> {
        self.constraints.read(constraint, &mut self.given);
        let (places, goals) = (self.known.places(id), self.instance.goal().places());
        self.generator.place(places);
        // A step whose moves are all given is the same every time, and the first descent must be
        // quick.
        let is_quick = self.least == u64::MAX || self.descents.repeats_first();
        let is_single = self.given.len() == goals.len() || is_quick;
        let tries = if is_single { 1 } else { self.lacam.tries.get() };
        // The number of steps is the same for all and so no criterion.
        let objective = match self.lacam.objective {
            Objective::Makespan => Objective::SumOfCosts,
            objective => objective,
        };
        let mut least = u64::MAX;
        for _ in 0..tries {
            control.spend_many(goals.len() as u64)?;
            let guidance = self.descents.guidance();
            let depth = self.known.depth(id);
            let preferences = Preferences::new(self.ways, guidance, &self.starts, depth);
            if !self.generator.decide(&self.order, &self.given, &preferences, &mut self.rng) {
                continue;
            }
            let next = self.generator.next();
            let estimate = if tries == 1 {
                0
            } else {
                step_cost(objective, places, next, goals) + bound(objective, next, self.ways.distances())
            };
            if estimate < least {
                least = estimate;
                self.chosen.clear();
                self.chosen.extend_from_slice(next);
            }
        }
        Ok(least < u64::MAX)
    }
}
