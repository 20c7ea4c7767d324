//! The costs of the robots' ways, which a step needs.

use motion_core::{Control, Token};

use super::Fleet;
use super::goal_costs::Source;
use super::legs::{AHEAD, Legs};
use super::ways::Ways;

/// The number of vertices that a step may visit for each robot to compute costs, whatever its
/// limits.
const FREE_VERTICES: u64 = 24;

impl Fleet {
    pub(super) const fn ways(&self) -> Ways<'_> {
        Ways { network: &self.network, costs: &self.costs, traffic: &self.traffic }
    }

    /// Computes the costs that are missing, as far as the limits and the least share of a step
    /// allow, and the legs of all robots.
    pub(super) fn prepare(&mut self, control: &mut Control) {
        let now = self.paths.begin() + 1;
        let ahead = self.costs.goals_ahead();
        // Each step begins with another robot, so that none is left out for ever.
        let robots = self.robots.len() as u32;
        let mut free = FREE_VERTICES * self.robots.len() as u64;
        // Costs in use are marked before any are replaced.
        for (number, robot) in (0..).zip(&self.robots) {
            let place = self.paths.place(number, self.paths.begin());
            for &goal in robot.goals.iter().take(ahead) {
                self.costs.find((number, place, goal), now);
            }
        }
        'all: for (turn, at_once) in [(0, true)].into_iter().chain((0..ahead).map(|turn| (turn, false))) {
            for number in (0..robots).map(|index| (index + now as u32) % robots) {
                let Some(&goal) = self.robots[number as usize].goals.get(turn) else { continue };
                let way = (number, self.paths.place(number, self.paths.begin()), goal);
                let source = self.costs.find(way, now);
                if !self.costs.is_improvable(source, at_once) {
                    continue;
                }
                let is_late = control.time_used().is_some_and(|(used, limit)| used > limit / 4);
                if is_late || free == 0 && control.fraction_used().is_some_and(|used| used > 0.25) {
                    break 'all;
                }
                let weighted = (&self.network, &self.traffic);
                let computed = self.costs.compute((way, at_once), weighted, now, control);
                let Ok(vertices) = computed else { break 'all };
                let paid = vertices.saturating_sub(free);
                free = free.saturating_sub(vertices);
                if control.spend_many(paid).is_err() || control.poll().is_err() {
                    break 'all;
                }
            }
        }
        self.legs.clear();
        for (number, robot) in (0..).zip(&self.robots) {
            let place = self.paths.place(number, self.paths.begin());
            let mut sources = [Source::Bound; AHEAD];
            for (source, &goal) in sources.iter_mut().zip(&robot.goals).take(ahead) {
                *source = self.costs.find((number, place, goal), now);
            }
            let goals = robot.goals.iter().copied().zip(sources);
            let ways = Ways { network: &self.network, costs: &self.costs, traffic: &self.traffic };
            self.legs.push(Legs::new(place, goals, ways));
        }
    }

    /// The robot that has waited longest for its first goal, of those that can reach theirs.
    pub(super) fn oldest(&self) -> Option<u32> {
        let is_able = |robot: u32| {
            self.legs[robot as usize].len() > 0 && !self.network.is_closed(self.place(Token(robot)))
        };
        let robots = (0..).zip(&self.robots).filter(|&(number, _)| is_able(number));
        robots.min_by_key(|(_, robot)| robot.since).map(|(number, _)| number)
    }
}
