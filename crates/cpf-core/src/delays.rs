//! The delays of robots, as values that colour them in pictures.

use alloc::vec::Vec;

use motion_core::draw::TokenValues;
use motion_core::{Schedule, Token, Vertex};

use crate::instance::Instance;

/// A robot's distance to its goal at the start and after each of its moves.
struct Approach {
    shortest: u32,
    distances: Vec<(usize, u32)>,
}

impl Instance {
    /// Returns the number of steps by which each robot is behind its shortest way, at every time of
    /// a verified schedule, for
    /// [`Timeline::with_values`](motion_core::draw::Timeline::with_values).
    ///
    /// After t steps, a robot whose distance to its goal was s at the start and is now d is t + d −
    /// s steps behind. After its last move its delay no longer changes. The final delays add up to
    /// the sum of costs minus the [sum of distances](Instance::sum_of_distances).
    ///
    /// # Complexity
    /// A breadth-first search for each robot that moves, and time linear in the product of robots
    /// and steps; memory for the moves.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::Instance;
    /// use cpf_core::formats::PlanText;
    /// use motion_core::draw::{Timeline, player};
    ///
    /// let instance: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 2 3\nr 1 2\n".parse()?;
    /// // The second robot waits for a step until the first has left.
    /// let PlanText(schedule) = "1 1 2 3\n2 2 1 2\n".parse()?;
    /// let delays = instance.delays(&schedule);
    /// let timeline = Timeline::from(&schedule).with_values(&delays);
    /// assert!(player(&instance.scene(), instance.start(), timeline)?.contains("delay in steps"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn delays(&self, schedule: &Schedule) -> TokenValues {
        let mut moves: Vec<Vec<(usize, Vertex)>> = alloc::vec![Vec::new(); self.robot_count()];
        for (step, made) in (1..).zip(schedule.steps()) {
            for action in made {
                moves[action.token.index()].push((step, action.to));
            }
        }
        let approaches = (0..).map(Token).zip(&moves).map(|(robot, moves)| self.approach(robot, moves));
        let approaches: Vec<_> = approaches.collect();
        let most = approaches.iter().map(Approach::last_delay).max().unwrap_or(0);
        TokenValues::new("delay in steps", most, approaches.iter().map(Approach::delays))
    }

    fn approach(&self, robot: Token, moves: &[(usize, Vertex)]) -> Approach {
        if moves.is_empty() {
            return Approach { shortest: 0, distances: Vec::new() };
        }
        let to_goal = self.graph().distances([self.goal().vertex_of(robot)]);
        let distance = |vertex| to_goal.get(vertex).unwrap_or(0);
        Approach {
            shortest: distance(self.start().vertex_of(robot)),
            distances: moves.iter().map(|&(step, to)| (step, distance(to))).collect(),
        }
    }
}

impl Approach {
    /// The delay after each step until the last move. It never falls: a step towards the goal adds
    /// 0, a wait 1, a step away from the goal 2.
    fn delays(&self) -> impl Iterator<Item = (usize, u32)> {
        let end = self.distances.last().map_or(0, |&(step, _)| step);
        let mut moves = self.distances.iter().peekable();
        let mut distance = self.shortest;
        (1..=end).map(move |step| {
            if let Some(&(_, after)) = moves.next_if(|&&(made, _)| made == step) {
                distance = after;
            }
            (step, self.delay(step, distance))
        })
    }

    fn last_delay(&self) -> u32 {
        self.distances.last().map_or(0, |&(step, distance)| self.delay(step, distance))
    }

    fn delay(&self, step: usize, distance: u32) -> u32 {
        (step as u32).saturating_add(distance).saturating_sub(self.shortest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{FormatError, PlanText};
    use crate::motion_model::MotionModel;

    #[test]
    fn delays_never_fall_and_add_up_to_what_the_schedule_costs_too_much() -> Result<(), FormatError> {
        // All wait first. Then the first robot makes way for the second, and the third moves beside
        // them. The fourth never moves.
        let instance: Instance =
            "p edge 7 4\ne 1 2\ne 2 3\ne 2 4\ne 5 6\nr 2 3\nr 3 1\nr 5 6\nr 7 7\n".parse()?;
        let PlanText::<Schedule>(schedule) =
            "2 1 2 4\n2 2 3 2\n2 3 5 6\n3 2 2 1\n3 1 4 2\n4 1 2 3\n".parse()?;
        let metrics = instance.verify_schedule(&schedule, MotionModel::Train).expect("a solution");
        let delays = |robot: u32| {
            let made = (1..)
                .zip(schedule.steps())
                .flat_map(|(step, made)| made.iter().map(move |made| (step, made)));
            let moves: Vec<_> =
                made.filter(|(_, made)| made.token.0 == robot).map(|(step, made)| (step, made.to)).collect();
            let approach = instance.approach(Token(robot), &moves);
            let delays: Vec<_> = approach.delays().map(|(_, delay)| delay).collect();
            assert_eq!(delays.last().copied().unwrap_or(0), approach.last_delay());
            delays
        };
        let all = [0, 1, 2, 3].map(delays);
        assert_eq!(all.each_ref().map(Vec::as_slice), [&[1, 3, 3, 3][..], &[1, 1, 1], &[1, 1], &[]]);
        let sum: u32 = all.iter().filter_map(|delays| delays.last()).sum();
        assert_eq!(
            Some(metrics.sum_of_costs),
            instance.sum_of_distances().map(|least| least + u64::from(sum))
        );
        assert_eq!(
            instance.delays(&Schedule::new()),
            TokenValues::new("delay in steps", 0, [[(0, 0); 0]; 4])
        );
        Ok(())
    }
}
