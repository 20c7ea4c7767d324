//! The plan of a step, and of those after it as far as the limits allow.

use alloc::vec::Vec;

use motion_core::{Control, Token, Vertex};

use super::Fleet;
use super::ways::Ways;

/// The percentage of the remaining limits for groups.
const PERCENT_FOR_GROUPS: u8 = 98;

impl Fleet {
    /// Begins to carry a robot to its goal if it has made no progress for long. Returns the first
    /// step.
    pub(super) fn carry_if_stuck(&mut self, robot: u32) -> Option<Vec<Vertex>> {
        let now = self.paths.begin();
        let legs = &self.legs[robot as usize];
        let place = self.place(Token(robot));
        let cost = legs.cost_to_next(0, place, self.ways());
        let watched = (robot, self.robots[robot as usize].since, legs.is_bound());
        if !self.last_resort.is_stuck(watched, cost, now) {
            return None;
        }
        if legs.is_bound() {
            // The limits have never sufficed for the costs of its way.
            let way = (robot, place, legs.goal(0)?);
            let weighted = (&self.network, &self.traffic);
            let control = &mut Control::unlimited();
            let _vertices = self.costs.compute((way, true), weighted, now + 1, control);
            return None;
        }
        let places = self.places();
        let cost = |place| legs.cost_to_next(0, place, self.ways());
        let next = |place| {
            let best = self.ways().best_target(legs, place).filter(|&to| cost(to) < cost(place))?;
            Some((best, cost(best)))
        };
        let target = self.last_resort.target(place, next);
        self.last_resort.plan((robot, target), &places, &self.network, self.model);
        self.last_resort.next()
    }

    /// Plans one step at least.
    pub(super) fn plan(&mut self, oldest: Option<u32>, control: &mut Control) {
        let begin = self.paths.begin();
        self.find_ends();
        while !self.paths.is_full() {
            let is_needed = self.paths.end() == begin;
            if !is_needed
                && (control.spend_many(self.robots.len() as u64).is_err() || control.poll().is_err())
            {
                return;
            }
            if !is_needed && control.fraction_used().is_some_and(|used| used > 0.5) {
                break;
            }
            self.extend();
        }
        if self.paths.end() == begin + 1 || control.poll().is_err() {
            return;
        }
        let ways = Ways { network: &self.network, costs: &self.costs, traffic: &self.traffic };
        self.groups.measure(&self.legs, ways, &self.paths);
        let Self { groups, legs, paths, rng, .. } = self;
        // The rest is for what comes after the plan.
        let _limit = control.within_share(PERCENT_FOR_GROUPS, |control| {
            groups.improve(legs, oldest, ways, paths, rng, control)
        });
    }
}
