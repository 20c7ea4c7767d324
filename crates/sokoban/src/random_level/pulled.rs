//! Positions reached by random pulls from the solved position.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::floor_plan::{FloorPlan, STEPS, reached, step};

/// The number of times that each box is pulled, on average.
const TURNS: usize = 16;

/// The boxes and the player after pulls from the goals. The same pushes in reverse order are a
/// solution.
#[derive(Clone, Debug)]
pub(super) struct PulledPosition {
    boxes: Vec<usize>,
    player: usize,
}

impl PulledPosition {
    /// Starts with a box on each goal, and pulls one random box after another while the others
    /// stay. A box is pulled to a random cell among those from which the player reaches most,
    /// outside the room with the goals if possible. Returns `None` if fewer than half of the boxes
    /// end off the goals.
    pub(super) fn random(plan: &FloorPlan, goals: &[usize], rng: &mut impl Rng) -> Option<Self> {
        let free: Vec<_> = plan.floor().filter(|cell| !goals.contains(cell)).collect();
        let goal_room = plan.goal_room();
        let mut position = Self { boxes: goals.to_vec(), player: *free.choose(rng)? };
        for _ in 0..TURNS * goals.len() {
            let number = rng.random_range(0..goals.len());
            let mut ends = position.ends_of_pulls(plan, number);
            if ends.iter().any(|end| !goal_room.contains(&end.0)) {
                ends.retain(|end| !goal_room.contains(&end.0));
            }
            let after = |&end: &(usize, usize)| position.after(number, end);
            let zones: Vec<_> = ends.iter().map(|end| after(end).zone(plan)).collect();
            let widest = zones.iter().max().copied();
            let mut sizes = zones.into_iter();
            ends.retain(|_| sizes.next() == widest);
            if let Some(&end) = ends.choose(rng) {
                position = position.after(number, end);
            }
        }
        let off_goals = position.boxes.iter().filter(|at| !goals.contains(at)).count();
        (2 * off_goals >= goals.len()).then_some(position)
    }

    /// The cells of the boxes.
    pub(super) fn boxes(&self) -> &[usize] {
        &self.boxes
    }

    /// The player's cell.
    pub(super) const fn player(&self) -> usize {
        self.player
    }

    /// Returns the position after one box and the player have moved.
    fn after(&self, number: usize, (at, player): (usize, usize)) -> Self {
        let mut boxes = self.boxes.clone();
        boxes[number] = at;
        Self { boxes, player }
    }

    /// Returns the number of cells that the player reaches.
    fn zone(&self, plan: &FloorPlan) -> usize {
        let free = plan.without(&self.boxes);
        reached(self.player, &free).1
    }

    /// Finds the ends of pulls of one box: its cells, and the player's after the last pull.
    fn ends_of_pulls(&self, plan: &FloorPlan, number: usize) -> Vec<(usize, usize)> {
        let mut free = plan.without(&self.boxes);
        free[self.boxes[number]] = true;
        // The first entry is the box's own cell.
        let mut found = alloc::vec![(self.boxes[number], self.player)];
        let mut known = BTreeSet::from([found[0]]);
        // The ends whose further pulls are all known.
        let mut done = BTreeSet::new();
        let mut next = 0;
        while let Some(&(at, player)) = found.get(next) {
            next += 1;
            if done.contains(&(at, player)) {
                continue;
            }
            free[at] = false;
            let (zone, _) = reached(player, &free);
            free[at] = true;
            for by in STEPS {
                let pulled = (step(at, by), step(step(at, by), by));
                if !zone[pulled.0] {
                    continue;
                }
                done.insert((at, pulled.0));
                if free[pulled.1] && known.insert(pulled) {
                    found.push(pulled);
                }
            }
        }
        found.split_off(1)
    }
}
