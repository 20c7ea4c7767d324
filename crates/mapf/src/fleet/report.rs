//! The report of a step.

use alloc::vec::Vec;
use core::time::Duration;

use motion_core::{Move, Token, Vertex};

use super::Fleet;

/// The moves of a step of a fleet, and what came of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The moves, in the order of the robots.
    pub moves: Vec<Move>,
    /// The robots that have visited their first goals, with these.
    pub arrivals: Vec<(Token, Vertex)>,
    /// The robots with goals that stay where they are.
    pub waits: Vec<Wait>,
    /// The number of further steps for which there is a plan.
    pub planned: usize,
    /// Whether a robot that was stuck is being carried, so that all others only make room.
    pub is_last_resort: bool,
    /// The nodes spent.
    pub nodes: u64,
    /// The time used, by the clock of the control's limit of time, if it has one.
    pub time: Option<Duration>,
}

/// A robot that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wait {
    /// The robot.
    pub robot: Token,
    /// The robot that is in its way. `None` if there is no way to the goal, or if it waits for
    /// another reason.
    pub behind: Option<Token>,
}

impl Fleet {
    /// Reports the next step of the plan.
    pub(super) fn report(&self) -> Step {
        let (paths, begin) = (&self.paths, self.paths.begin());
        let ways = self.ways();
        let planned = (paths.end() - begin - 1) as usize;
        let mut report = Step { planned, ..Step::default() };
        for (number, robot) in (0..).zip(&self.robots) {
            let (from, to) = (paths.place(number, begin), paths.place(number, begin + 1));
            let token = Token(number);
            if from != to {
                report.moves.push(Move { token, from, to });
            }
            match robot.goals.front() {
                Some(&goal) if goal == to => report.arrivals.push((token, goal)),
                Some(_) if from == to => {
                    let best = ways.best_target(&self.legs[number as usize], from);
                    let behind = best.and_then(|best| {
                        paths.robot_on(best, begin).or_else(|| paths.robot_on(best, begin + 1))
                    });
                    report.waits.push(Wait { robot: token, behind: behind.map(Token) });
                }
                _ => {}
            }
        }
        report
    }
}
