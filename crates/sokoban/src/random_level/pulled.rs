//! Positions that random pulls from the solved position lead to.

use alloc::vec::Vec;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::floor_plan::{FloorPlan, STEPS, reached, step};

/// How often each box is pulled, on average.
const TURNS: usize = 8;

/// Boxes and the player after pulls from the goals. Pushes in reverse order are a solution.
#[derive(Clone, Debug)]
pub(super) struct PulledPosition {
    boxes: Vec<usize>,
    player: usize,
}

impl PulledPosition {
    /// Starts with a box on each goal. Again and again one box is pulled to a random cell that it
    /// can be pulled to while the others stay. `None` if all goals have boxes in the end.
    pub(super) fn random(plan: &FloorPlan, goals: &[usize], rng: &mut impl Rng) -> Option<Self> {
        let free: Vec<_> = plan.floor().filter(|cell| !goals.contains(cell)).collect();
        let mut position = Self { boxes: goals.to_vec(), player: *free.choose(rng)? };
        for _ in 0..TURNS * goals.len() {
            let number = rng.random_range(0..goals.len());
            if let Some(&(at, player)) = position.pulls(plan, number).choose(rng) {
                position.boxes[number] = at;
                position.player = player;
            }
        }
        let is_solved = position.boxes.iter().all(|at| goals.contains(at));
        (!is_solved).then_some(position)
    }

    /// Where the boxes stand.
    pub(super) fn boxes(&self) -> &[usize] {
        &self.boxes
    }

    /// Where the player stands.
    pub(super) const fn player(&self) -> usize {
        self.player
    }

    /// Where pulls of one box lead: its cells, and the player's after the last pull.
    fn pulls(&self, plan: &FloorPlan, number: usize) -> Vec<(usize, usize)> {
        let mut is_free: Vec<_> = (0..plan.cell_count()).map(|cell| plan.is_floor(cell)).collect();
        for (other, &at) in self.boxes.iter().enumerate() {
            is_free[at] &= other == number;
        }
        // The first entry is where the box is already.
        let mut found = alloc::vec![(self.boxes[number], self.player)];
        let mut next = 0;
        while let Some(&(at, player)) = found.get(next) {
            next += 1;
            let zone = reached(player, plan.cell_count(), |cell| is_free[cell] && cell != at);
            for by in STEPS {
                let pulled = (step(at, by), step(step(at, by), by));
                if zone[pulled.0] && is_free[pulled.1] && !found.contains(&pulled) {
                    found.push(pulled);
                }
            }
        }
        found.split_off(1)
    }
}
