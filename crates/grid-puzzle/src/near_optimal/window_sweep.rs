//! One window of the sweep phase.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::geometry::Geometry;
use super::permutation::PartialSolution;
use super::sweep_search::SweepSearch;
use super::weights::DistanceWeights;
use super::window::BoardWindow;

/// The work of a beam in one window.
pub(super) struct WindowSweep<'t> {
    pub(super) geometry: &'t Geometry,
    pub(super) window: BoardWindow,
    pub(super) next: Option<BoardWindow>,
    /// The yield below which the window is left, in percent.
    pub(super) least: u32,
    pub(super) span: usize,
    /// The sum of distances at which the work ends.
    pub(super) aim: u64,
}

impl<'t> WindowSweep<'t> {
    /// Extends the partial solution by the moves of a beam.
    pub(super) fn run<B: SweepSearch<'t>>(
        &self,
        weights: &'t DistanceWeights,
        width: usize,
        partial: &mut PartialSolution,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let Self { geometry, window, .. } = *self;
        partial.enter(geometry, window);
        let mut beam = B::new(geometry, weights, window, &partial.permutation, width);
        let moves = self.beam(&mut beam, partial.distance, control);
        beam.release(control);
        partial.follow(geometry, moves?);
        Ok(())
    }

    fn beam(
        &self,
        beam: &mut impl SweepSearch<'t>,
        distance: u64,
        control: &mut Control,
    ) -> Result<Vec<Direction>, Stop> {
        // The least distance so far, by level.
        let mut least = alloc::vec![0];
        while beam.advance(control)? {
            let nearest = beam.nearest();
            least.push(nearest);
            if distance.saturating_add_signed(nearest.into()) <= self.aim {
                let best = beam.states().min_by_key(|&(.., distance)| distance);
                return Ok(best.map_or(Vec::new(), |(state, ..)| beam.moves(state)));
            }
            let level = beam.level();
            let span = self.span;
            if level >= span
                && 100 * (least[level - span] - nearest).unsigned_abs() < self.least * span as u32
            {
                break;
            }
        }
        let cells = self.window.cells(self.geometry);
        let inside =
            |blank: u32| self.next.is_none_or(|next| next.contains(self.geometry, cells[blank as usize]));
        let lightest = beam.states().min_by_key(|&(_, blank, weight, _)| (!inside(blank), weight));
        Ok(lightest.map_or(Vec::new(), |(state, ..)| beam.moves(state)))
    }
}
