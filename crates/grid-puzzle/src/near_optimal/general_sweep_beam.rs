//! The general beam with the weights of the sweep phase.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::beam::{Evaluation, Evaluator, WindowBeam, WindowSlide};
use super::geometry::Geometry;
use super::permutation::TilePermutation;
use super::sweep_search::SweepSearch;
use super::weights::DistanceWeights;
use super::window::BoardWindow;

/// A [`WindowBeam`] with its evaluator.
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
