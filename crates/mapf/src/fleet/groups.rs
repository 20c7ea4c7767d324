//! Groups of robots whose planned paths are replaced by cheaper ones.

use alloc::vec::Vec;

use motion_core::{Control, Stop, Vertex};
use rand::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use super::legs::Legs;
use super::planned_paths::PlannedPaths;
use super::timed_path_search::TimedPathSearch;
use super::ways::Ways;

/// The greatest number of robots in a group.
const GROUP: usize = 8;

/// Replaces planned paths, a group of robots at a time: a delayed robot and those in its way.
///
/// The group's paths are taken out of the plan, and planned again one after another. If all of
/// them together cost more than before, the old paths are put back.
///
/// # References
/// J. Li, Z. Chen, D. Harabor, P. Stuckey and S. Koenig, *Anytime multi-agent path finding via
/// large neighborhood search*, IJCAI 2021.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    search: TimedPathSearch,
    group: Vec<u32>,
    /// The paths of the group before.
    old: Vec<Vertex>,
    /// The cost of each robot's path, and the cost of its way without others.
    costs: Vec<u32>,
    least: Vec<u32>,
    /// The delayed robots, in the order in which they are tried.
    delayed: Vec<u32>,
}

impl Groups {
    /// Measures all paths.
    pub(super) fn measure(&mut self, legs: &[Legs], ways: Ways<'_>, paths: &PlannedPaths) {
        self.costs.clear();
        self.least.clear();
        for (robot, legs) in (0..).zip(legs) {
            self.costs.push(ways.measure(legs, paths.path(robot)).cost);
            self.least.push(legs.cost_through(0, paths.place(robot, paths.begin()), ways));
        }
    }

    /// Replaces paths until the control's limits are reached, or no robot is delayed. The path of
    /// the robot `first` never becomes dearer.
    pub(super) fn improve(
        &mut self,
        legs: &[Legs],
        first: Option<u32>,
        ways: Ways<'_>,
        paths: &mut PlannedPaths,
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> Result<(), Stop> {
        for round in 0_u32.. {
            let (costs, least) = (&self.costs, &self.least);
            let robots = 0..legs.len() as u32;
            self.delayed.clear();
            self.delayed.extend(robots.filter(|&robot| costs[robot as usize] > least[robot as usize]));
            if self.delayed.is_empty() || round == ROUNDS {
                break;
            }
            let delay = |robot: u32| costs[robot as usize] - least[robot as usize];
            if round == 0 {
                self.delayed.sort_by_key(|&robot| core::cmp::Reverse(delay(robot)));
            } else {
                for last in (1..self.delayed.len()).rev() {
                    self.delayed.swap(last, (rng.next_u64() % (last as u64 + 1)) as usize);
                }
            }
            for index in 0..self.delayed.len() {
                control.spend(1)?;
                let robot = self.delayed[index];
                if self.costs[robot as usize] > self.least[robot as usize] {
                    self.choose(robot, legs, ways, paths, rng);
                    self.replan(legs, first, ways, paths, control)?;
                }
            }
        }
        Ok(())
    }

    /// Chooses a robot and those that it meets on a cheapest way without others.
    fn choose(
        &mut self,
        robot: u32,
        legs: &[Legs],
        ways: Ways<'_>,
        paths: &PlannedPaths,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        self.group.clear();
        self.group.push(robot);
        let legs = &legs[robot as usize];
        let (mut place, mut visited) = (paths.place(robot, paths.begin()), 0);
        for time in paths.begin()..paths.end() {
            let targets = ways.network.arcs().successors(place);
            let first = ways.network.arcs().first_arc(place);
            let offset = (rng.next_u64() % targets.len().max(1) as u64) as usize;
            let next = (0..targets.len())
                .map(|turn| (turn + offset) % targets.len())
                .filter(|&turn| !ways.network.is_closed(targets[turn]))
                .min_by_key(|&turn| {
                    let on = legs.cost_through(visited, targets[turn], ways);
                    on.saturating_add(ways.traffic.weight(first + turn))
                });
            let Some(next) = next.filter(|_| visited < legs.len()) else { break };
            let to = targets[next];
            for time in [time, time + 1] {
                if let Some(other) = paths.robot_on(to, time)
                    && !self.group.contains(&other)
                {
                    self.group.push(other);
                }
            }
            if self.group.len() >= GROUP {
                break;
            }
            place = to;
            visited += usize::from(legs.goal(visited) == Some(place));
        }
        for last in (2..self.group.len()).rev() {
            self.group.swap(last, 1 + (rng.next_u64() % last as u64) as usize);
        }
    }

    /// Plans the group's paths again, and keeps them if they do not cost more.
    fn replan(
        &mut self,
        legs: &[Legs],
        first: Option<u32>,
        ways: Ways<'_>,
        paths: &mut PlannedPaths,
        control: &mut Control,
    ) -> Result<(), Stop> {
        self.old.clear();
        let (mut most, mut rest) = (0_u32, 0_u32);
        for &robot in &self.group {
            self.old.extend(paths.path(robot));
            paths.remove(robot);
            most = most.saturating_add(self.costs[robot as usize]);
            rest = rest.saturating_add(self.least[robot as usize]);
        }
        let length = self.old.len() / self.group.len();
        let mut planned = 0;
        let mut new_costs = [0; GROUP + 1];
        let mut end = Ok(());
        for &robot in &self.group {
            rest = rest.saturating_sub(self.least[robot as usize]);
            let start = self.old[planned * length];
            let mut limit = most.saturating_sub(rest);
            if first == Some(robot) {
                limit = limit.min(self.costs[robot as usize]);
            }
            match self.search.run((start, &legs[robot as usize]), limit, ways, paths, control) {
                Ok(Some(cost)) => {
                    paths.insert(robot, self.search.path());
                    new_costs[planned] = cost;
                    most -= cost;
                    planned += 1;
                }
                Ok(None) => break,
                Err(why) => {
                    end = Err(why);
                    break;
                }
            }
        }
        if planned == self.group.len() {
            for (&robot, &cost) in self.group.iter().zip(&new_costs) {
                self.costs[robot as usize] = cost;
            }
            return Ok(());
        }
        for &robot in &self.group[..planned] {
            paths.remove(robot);
        }
        for (&robot, path) in self.group.iter().zip(self.old.chunks(length)) {
            paths.insert(robot, path);
        }
        end
    }
}

/// The number of times that all delayed robots are tried in a step.
const ROUNDS: u32 = 8;
