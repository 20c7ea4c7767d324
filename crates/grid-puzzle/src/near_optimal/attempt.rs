//! One attempt: the sweep phase, the line phase, and the last rectangle.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::circulation::Circulation;
use super::fill_order::FillOrder;
use super::geometry::Geometry;
use super::line_phase::LinePhase;
use super::permutation::{PartialSolution, TilePermutation};
use super::rearrange::rearrange;
use super::small_board::SmallBoard;
use super::sweep_phase::SweepPhase;

/// The greatest number of moves for the last rectangle, which has at most six rows and columns.
const MAX_MOVES: u32 = 400;

/// If sweeps are paced, a circulation is made on boards of at least this many cells. It leads to
/// fewer moves on boards of 100×100 and 200×200 cells, not on boards of 70×70.
const CELLS_FOR_CIRCULATION: u64 = 6_000;

/// The circulation is made when this number of steps per cell is left. Lines then begin when one
/// step is left for this number of cells.
const STEPS_BEFORE_CIRCULATION: u64 = 3;
const CELLS_PER_STEP_AFTER_CIRCULATION: u64 = 2;

/// The parameters of one attempt.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundParameters {
    pub(super) sweep: SweepPhase,
    /// Average distances of the tiles, in quarters, at which the line phase begins, in descending
    /// order.
    pub(super) aims: [u64; 2],
    pub(super) lines: LinePhase,
    /// If sweeps are paced, the share of the budget that should be used up when the lines end.
    pub(super) lines_end: f64,
    /// If sweeps are paced, no window of the lines begins after this share.
    pub(super) lines_until: f64,
    /// The greatest side of the last rectangle.
    pub(super) rest: u32,
    /// The number of states of the beam in the last rectangle.
    pub(super) width: usize,
}

impl RoundParameters {
    /// Makes one attempt for each aim. Returns the solutions found. Where a beam gets stuck or the
    /// budget is short, it returns the partial solution with the lines filled so far instead and,
    /// if sweeps are paced, also the one before the lines. Also returns the share of the budget
    /// that a node takes, if sweeps are paced.
    pub(super) fn run(
        mut self,
        geometry: &Geometry,
        start: &TilePermutation,
        control: &mut Control,
    ) -> Result<(Vec<PartialSolution>, f64), Stop> {
        let order = FillOrder::new(geometry, self.rest);
        let mut partial = PartialSolution::new(geometry, start.clone());
        let cells = u64::from(geometry.cells());
        let mut aims = self.aims.map(|quarters| quarters * cells / 4);
        let sweeps_end = self.sweep.way.pace().map_or(0.0, |pace| pace.end);
        if self.sweep.way.pace().is_some() && cells >= CELLS_FOR_CIRCULATION {
            self.sweep.run(geometry, &mut partial, &[STEPS_BEFORE_CIRCULATION * cells], control, |_| ())?;
            circulate(geometry, &mut partial, control)?;
            self.sweep = self.sweep.after_circulation();
            aims = [cells / CELLS_PER_STEP_AFTER_CIRCULATION; 2];
        }
        let mut begun: Vec<PartialSolution> = Vec::new();
        self.sweep.run(geometry, &mut partial, &aims, control, |partial| {
            if begun.last().is_none_or(|last| last.walk.len() < partial.walk.len()) {
                begun.push(partial.clone());
            }
        })?;
        let mut node = 0.0;
        if let Some(pace) = self.sweep.way.pace() {
            let left = self.lines_end + pace.end - sweeps_end - control.fraction_used().unwrap_or(1.0);
            let nodes = left / pace.node / f64::from(geometry.cells()) / begun.len() as f64;
            self.lines = LinePhase { until: self.lines_until, ..LinePhase::of_nodes(nodes) };
            node = pace.node;
        }
        let mut ended = Vec::new();
        for swept in begun {
            // The partial solution exists twice while its lines are filled.
            control.hold(2 * swept.bytes())?;
            let filled = self.finish(geometry, &order, swept.clone(), control)?;
            // If lines fail, they cost more than they gain.
            if filled.distance > 0 && self.sweep.way.pace().is_some() {
                ended.push(swept);
            }
            ended.push(filled);
        }
        Ok((ended, node))
    }

    /// Fills the lines, and solves the last rectangle if possible.
    pub(super) fn finish(
        self,
        geometry: &Geometry,
        order: &FillOrder,
        mut partial: PartialSolution,
        control: &mut Control,
    ) -> Result<PartialSolution, Stop> {
        let mut best: Option<PartialSolution> = None;
        for walk in self.lines.run(geometry, order, &mut partial, control)? {
            let mut partial = partial.clone();
            partial.follow(geometry, walk);
            partial.enter(geometry, order.rest);
            let most = best.as_ref().map_or(usize::MAX, |best| best.walk.len() - 1);
            let limit = most.saturating_sub(partial.walk.len()).min(MAX_MOVES as usize);
            let board = SmallBoard::of_window(geometry, &partial.permutation, order.rest);
            let walk = rearrange(board, self.width, limit as u32, control)?;
            if let Some(walk) = walk.filter(|walk| walk.len() <= limit) {
                partial.follow(geometry, walk);
                best = Some(partial);
            }
        }
        Ok(best.unwrap_or(partial))
    }
}

/// Makes a circulation, if tiles are near enough and the memory suffices.
fn circulate(geometry: &Geometry, partial: &mut PartialSolution, control: &mut Control) -> Result<(), Stop> {
    let cells = u64::from(geometry.cells());
    let bytes = Circulation::bytes(geometry, partial.distance);
    if partial.distance <= STEPS_BEFORE_CIRCULATION * cells && bytes <= control.free_bytes() {
        control.spend_many(cells)?;
        control.hold(bytes)?;
        let walk = Circulation::new(geometry, &partial.permutation).walk(partial.permutation.blank);
        partial.follow(geometry, walk);
        control.release(bytes);
    }
    Ok(())
}
