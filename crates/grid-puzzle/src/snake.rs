//! Parberry's algorithm with snakes: two tiles at a time where that is shorter.

use motion_core::{Control, Direction, Outcome, Sink};

use crate::board::Tile;
use crate::instance::Instance;
use crate::layers::{
    self, Filling, Formation, Setting, Trouble, Workspace, estimate_snake, place_first, place_singly, place_snake,
};
use crate::solver::Solver;

/// Places two neighbours of a line together, as a snake, wherever a rehearsal shows that this takes fewer moves
/// than one after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Snake {
    /// A snake is rehearsed if its estimated moves are less than this multiple of what the two tiles cost singly.
    /// The paper's value and the default are 1.2.
    pub threshold: f64,
}

impl Default for Snake {
    fn default() -> Self {
        Self { threshold: 1.2 }
    }
}

impl Solver for Snake {
    fn solve_into<K: Sink<Direction>>(
        &self,
        instance: &Instance,
        sink: &mut K,
        control: &mut Control,
    ) -> Outcome<()> {
        layers::solve(self, instance, sink, control)
    }
}

impl Filling for Snake {
    fn fill<K: Sink<Direction>>(
        &self,
        workspace: &mut Workspace<K>,
        setting: Setting,
        tiles: &[Tile],
    ) -> Result<(), Trouble> {
        let single = tiles.len() % 2;
        if single == 1 {
            workspace.set_actors(tiles[0], tiles[0]);
            place_first(workspace, setting)?;
        }
        for (placed, pair) in (single as i32..).step_by(2).zip(tiles[single..].chunks(2)) {
            workspace.set_actors(pair[0], pair[1]);
            self.place_pair(workspace, setting.with_placed(placed))?;
        }
        Ok(())
    }
}

impl Snake {
    /// Algorithm 2, with both ways of forming the snake rehearsed before one is taken.
    fn place_pair<K: Sink<Direction>>(
        &self,
        workspace: &mut Workspace<K>,
        setting: Setting,
    ) -> Result<(), Trouble> {
        let region = setting.region;
        let mut singly = workspace.rehearsal(u32::MAX);
        place_singly(&mut singly, setting)?;
        let mut best = (singly.moves(), None);
        for formation in [Formation::HeadToTail, Formation::TailToHead] {
            let estimate = estimate_snake(workspace, region, formation);
            if best.0 == 0 || f64::from(estimate) >= self.threshold * f64::from(singly.moves()) {
                continue;
            }
            let mut rehearsal = workspace.rehearsal(best.0 - 1);
            if place_snake(&mut rehearsal, region, formation).is_ok() {
                best = (rehearsal.moves(), Some(formation));
            }
        }
        match best {
            (_, Some(formation)) => place_snake(workspace, region, formation),
            (_, None) => place_singly(workspace, setting),
        }
    }
}
