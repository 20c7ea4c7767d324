//! The check whether the model allows the decisions of a step together.

use cpf_core::MotionModel;
use motion_core::Vertex;

use super::{FINISHED, StepSpace, VERTEX};
use crate::timed_paths::place_at;

impl StepSpace<'_> {
    /// Returns whether the model allows this step of the next robot together with the decided ones.
    pub(super) fn is_allowed(&self, state: &[u32], robot: usize, to: u32) -> bool {
        let from = state[1 + robot] & VERTEX;
        let pebble = self.task.model == MotionModel::Pebble;
        let collides = |(before, after): (u32, Option<u32>)| {
            after == Some(to) || (after == Some(from) && (pebble || before == to)) || (pebble && before == to)
        };
        !self.others(state, robot).any(collides)
            && (self.task.model != MotionModel::Train || !self.closes_circle(state, robot, to))
    }

    /// Returns whether this step of the next robot closes a cycle with the decided ones.
    fn closes_circle(&self, state: &[u32], robot: usize, to: u32) -> bool {
        let from = state[1 + robot] & VERTEX;
        let mut end = to;
        // This ends because robots that follow one another are on distinct vertices.
        while end != from {
            let leaves =
                |(before, after): (u32, Option<u32>)| after.filter(|&after| before == end && after != end);
            let Some(next) = self.others(state, robot).find_map(leaves) else { return false };
            end = next;
        }
        to != from
    }

    /// Returns whether another robot enters a vertex on which a robot has finished.
    pub(super) fn rest_is_disturbed(&self, state: &[u32]) -> bool {
        let next = state[0] as usize + 1;
        let finished = |vertex: Vertex| state[1..=self.robots.len()].contains(&(vertex.0 | FINISHED));
        self.avoided.iter().any(|path| finished(place_at(path, next)))
    }

    /// The vertices of all robots but one before the step, and after it if that is decided.
    fn others(&self, state: &[u32], but: usize) -> impl Iterator<Item = (u32, Option<u32>)> {
        let (words, before) = state[1..].split_at(self.robots.len());
        let group =
            words.iter().enumerate().filter(move |&(robot, _)| robot != but).map(move |(robot, &word)| {
                let now = word & VERTEX;
                match before.get(robot) {
                    Some(&before) => (before, Some(now)),
                    None => (now, (word & FINISHED != 0).then_some(now)),
                }
            });
        let time = state[0] as usize;
        let avoided =
            self.avoided.iter().map(move |path| (place_at(path, time).0, Some(place_at(path, time + 1).0)));
        group.chain(avoided)
    }
}
