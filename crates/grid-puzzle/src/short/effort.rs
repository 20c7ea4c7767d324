//! One try: sweep, fill the lines, and solve what is left.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::lines::Lines;
use super::order::Order;
use super::rearrange::rearrange;
use super::sweep::Sweep;
use super::terrain::{Arrangement, Terrain, Way, Window};

/// Most moves for what is left at the end, which has at most six rows and columns.
const MOST_MOVES: u32 = 400;

/// The settings of a try.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub(super) sweep: Sweep,
    /// Average distances of the tiles from which the lines are filled, in quarters; what is reached first comes first.
    pub(super) aims: [u64; 2],
    pub(super) lines: Lines,
    /// The sides of what is left for the end, at most.
    pub(super) rest: u32,
    /// States of the beam there.
    pub(super) width: usize,
}

impl Effort {
    /// Tries once for each aim. Gives ways to the goal or, where a beam gets stuck or time is short, to somewhere.
    pub(super) fn run(
        self,
        terrain: &Terrain,
        start: &Arrangement,
        control: &mut Control,
        mut offer: impl FnMut(Way, &mut Control) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let order = Order::new(terrain, self.rest);
        let mut way = Way::new(terrain, start.clone());
        let aims = self.aims.map(|quarters| quarters * u64::from(terrain.cells()) / 4);
        let mut begun: Vec<Way> = Vec::new();
        self.sweep.run(terrain, &mut way, &aims, control, |way| {
            if begun.last().is_none_or(|last| last.walk.len() < way.walk.len()) {
                begun.push(way.clone());
            }
        })?;
        for way in begun {
            offer(self.finish(terrain, &order, way, control)?, control)?;
        }
        Ok(())
    }

    /// Fills the lines, and solves what is left, if it can.
    fn finish(
        self,
        terrain: &Terrain,
        order: &Order,
        mut way: Way,
        control: &mut Control,
    ) -> Result<Way, Stop> {
        let mut best: Option<Way> = None;
        for walk in self.lines.run(terrain, order, &mut way, control)? {
            let mut way = way.clone();
            way.follow(terrain, walk);
            way.enter(terrain, order.rest);
            let (board, rest) = local(terrain, &way.arrangement, order.rest);
            let most = best.as_ref().map_or(usize::MAX, |best| best.walk.len() - 1);
            let limit = most.saturating_sub(way.walk.len()).min(MOST_MOVES as usize);
            let walk = rearrange(&board, &rest, self.width, limit as u32, control)?;
            if let Some(walk) = walk.filter(|walk| walk.len() <= limit) {
                way.follow(terrain, walk);
                best = Some(way);
            }
        }
        Ok(best.unwrap_or(way))
    }
}

/// What is left, as a board of its own.
fn local(terrain: &Terrain, arrangement: &Arrangement, window: Window) -> (Terrain, Arrangement) {
    let tiles = window.cells(terrain).into_iter().map(|cell| arrangement.tiles[cell as usize]);
    let goals = tiles.map(|tile| window.local(terrain, tile)).collect();
    let [goal_blank, blank] = [terrain.goal_blank, arrangement.blank].map(|cell| window.local(terrain, cell));
    (Terrain::new(window.rows, window.columns, goal_blank), Arrangement::new(goals, blank))
}
