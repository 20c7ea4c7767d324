//! One window of the sweep phase, by either of two beams.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::beam::{Evaluation, Evaluator, WindowBeam, WindowSlide};
use super::geometry::Geometry;
use super::permutation::{PartialSolution, TilePermutation};
use super::weights::DistanceWeights;
use super::window::BoardWindow;

/// A beam that keeps the best few states for each cell of the blank in a window.
pub(super) trait SweepSearch<'w> {
    /// A beam with one state: the content of the window.
    fn new(
        geometry: &'w Geometry,
        weights: &'w DistanceWeights,
        window: BoardWindow,
        permutation: &TilePermutation,
        width: usize,
    ) -> Self;

    /// Makes one more move; returns whether any state is left.
    fn advance(&mut self, control: &mut Control) -> Result<bool, Stop>;

    /// The number of moves so far.
    fn level(&self) -> usize;

    /// The least change of the sum of distances so far.
    fn nearest(&self) -> i32;

    /// The states: their number, the blank's cell in the window, and the changes of the sums of
    /// weights and of distances.
    fn states(&self) -> impl Iterator<Item = (usize, u32, i64, i32)>;

    /// The moves that lead to a state.
    fn moves(&self, state: usize) -> Vec<Direction>;

    /// Gives back the memory.
    fn release(&mut self, control: &mut Control);
}

/// The general beam with the weights of the sweep phase.
pub(super) struct GeneralSweepBeam<'w> {
    beam: WindowBeam<SweepMemo>,
    evaluator: SweepEvaluator<'w>,
    nearest: i32,
}

struct SweepEvaluator<'w> {
    geometry: &'w Geometry,
    weights: &'w DistanceWeights,
    cells: Vec<u32>,
    width: usize,
}

/// Changes of the sums of weights and of distances since the start.
#[derive(Clone, Copy)]
struct SweepMemo {
    weight: i64,
    distance: i32,
}

impl Evaluator for SweepEvaluator<'_> {
    type Memo = SweepMemo;

    fn buckets(&self) -> usize {
        self.cells.len()
    }

    fn width(&self) -> usize {
        self.width
    }

    #[inline]
    fn evaluate(
        &mut self,
        memo: &SweepMemo,
        _: &mut [u32],
        slide: WindowSlide,
    ) -> Option<Evaluation<SweepMemo>> {
        let change = self.weights.change(self.geometry, &self.cells, slide);
        let weight = memo.weight + change;
        // A step nearer always lowers the weight.
        let memo = SweepMemo { weight, distance: memo.distance + change.signum() as i32 };
        Some(Evaluation { bucket: slide.from, rank: weight, memo })
    }
}

impl<'w> SweepSearch<'w> for GeneralSweepBeam<'w> {
    fn new(
        geometry: &'w Geometry,
        weights: &'w DistanceWeights,
        window: BoardWindow,
        permutation: &TilePermutation,
        width: usize,
    ) -> Self {
        let start = SweepMemo { weight: 0, distance: 0 };
        Self {
            beam: WindowBeam::new(geometry, window, permutation, start, width * window.len()),
            evaluator: SweepEvaluator { geometry, weights, cells: window.cells(geometry), width },
            nearest: 0,
        }
    }

    fn advance(&mut self, control: &mut Control) -> Result<bool, Stop> {
        let is_left = self.beam.advance(&mut self.evaluator, control)?;
        let distances = self.beam.states().iter().map(|state| state.memo.distance);
        self.nearest = distances.fold(self.nearest, i32::min);
        Ok(is_left)
    }

    fn level(&self) -> usize {
        self.beam.level()
    }

    fn nearest(&self) -> i32 {
        self.nearest
    }

    fn states(&self) -> impl Iterator<Item = (usize, u32, i64, i32)> {
        let states = self.beam.states().iter().enumerate();
        states.map(|(number, state)| (number, state.blank(), state.memo.weight, state.memo.distance))
    }

    fn moves(&self, state: usize) -> Vec<Direction> {
        self.beam.moves(self.beam.level(), state)
    }

    fn release(&mut self, control: &mut Control) {
        self.beam.release(control);
    }
}

/// The beam in one window.
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
