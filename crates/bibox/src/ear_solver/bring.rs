//! Brings robots to the ear being filled, alone or with the robots needed next.

use cpf_core::internal::OperationError;
use motion_core::{Token, Vertex};

use super::base::{CarryMethod, EarSolver, EarStrategy, SnakeForm};
use crate::big_cycle;
use crate::snake_rule::{SnakeDistance, SnakePairing, SnakeRule};

impl EarSolver<'_, '_> {
    /// Brings a robot to a vertex, together with the robots needed after it if the strategy says
    /// so.
    pub(super) fn bring(
        &mut self,
        robot: Token,
        followers: &[Token],
        to: Vertex,
        strategy: EarStrategy,
        form: SnakeForm,
    ) -> Result<(), OperationError> {
        match (strategy.method, followers.first()) {
            (CarryMethod::SingleSteps, Some(&follower)) if strategy.snake => {
                self.board.carry_pair(robot, follower, to, strategy.route)
            }
            (CarryMethod::SingleSteps, _) => self.board.carry(robot, to, strategy.route),
            (CarryMethod::BigCycles(_, rule), _) => {
                let followers = if strategy.snake { followers } else { &[] };
                self.bring_by_cycles(robot, followers, to, rule, form)
            }
        }
    }

    /// Returns the followers that may come with a robot: if snakes are disjoint and the robot
    /// itself came along with another, only the followers that came with it.
    pub(super) fn allowed<'f>(&self, robot: Token, followers: &'f [Token], rule: SnakeRule) -> &'f [Token] {
        match rule.pairing() {
            SnakePairing::Chained => followers,
            SnakePairing::Disjoint => self.came_with(robot, followers).unwrap_or(followers),
        }
    }

    /// Returns the followers that came along behind a robot, if that robot itself came along.
    pub(super) fn came_with<'f>(&self, robot: Token, followers: &'f [Token]) -> Option<&'f [Token]> {
        let place = self.came_along.iter().position(|&came| came == robot)?;
        let with_it = followers.iter().zip(&self.came_along[place + 1..]);
        Some(&followers[..with_it.take_while(|(follower, came)| follower == came).count()])
    }

    fn bring_by_cycles(
        &mut self,
        robot: Token,
        followers: &[Token],
        to: Vertex,
        rule: SnakeRule,
        form: SnakeForm,
    ) -> Result<(), OperationError> {
        let followers = self.allowed(robot, followers, rule);
        self.came_along.clear();
        let mut snake = alloc::vec![robot];
        if self.board.vertex_of(robot) != to {
            if let (SnakeForm::AtFollower, Some(&follower)) = (form, followers.first()) {
                big_cycle::bring_next_to(&mut self.board, robot, &[follower])?;
                snake.push(follower);
            }
            for &next in &followers[snake.len() - 1..] {
                let wanted = match form {
                    SnakeForm::Nearer => self.is_near(next, snake[snake.len() - 1], to, rule.distance())?,
                    SnakeForm::AtLeader(robots) => snake.len() < robots,
                    SnakeForm::Alone | SnakeForm::AtFollower => false,
                };
                if !wanted {
                    break;
                }
                big_cycle::bring_next_to(&mut self.board, next, &snake)?;
                snake.push(next);
            }
        }
        let collected = if rule.longest() > 2 { &followers[snake.len() - 1..] } else { &[] };
        let came = big_cycle::carry_snake(&mut self.board, &snake, collected, to)?;
        self.came_along.extend_from_slice(&came[1..]);
        Ok(())
    }

    /// Checks inequality (7) of the paper, without the terms common to both sides: the follower is
    /// nearer to the leader than to the target.
    fn is_near(
        &mut self,
        follower: Token,
        leader: Token,
        target: Vertex,
        distance: SnakeDistance,
    ) -> Result<bool, OperationError> {
        let [follower, leader] = [follower, leader].map(|robot| self.board.vertex_of(robot));
        let [to_leader, to_target] = match distance {
            SnakeDistance::AroundLocked => {
                [self.board.distance(follower, leader)?, self.board.distance(follower, target)?]
            }
            SnakeDistance::WholeGraph => {
                let graph = self.board.graph();
                self.board.control().spend(graph.vertex_count() as u64)?;
                let distances = graph.distances([follower]);
                [distances.get(leader), distances.get(target)]
            }
        };
        Ok(to_leader.is_some_and(|near| to_target.is_none_or(|far| near < far)))
    }
}
