//! The plan by sinks of a level.

use alloc::vec::Vec;

use motion_core::Control;

use crate::board::{BoardSearch, BoxSet, SearchBoard, Square};
use crate::feature::stages_by_sinks;

/// The largest number of nodes spent on it.
const NODES: u64 = 2_000;

/// The order in which [`FeatureSearch`](crate::solver::FeatureSearch) packs the boxes with
/// [`Sinks`](crate::solver::Enhancement::Sinks), found by unpacking the solved position within
/// 2,000 nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanBySinks {
    sinks: Vec<Square>,
    initial: Vec<Square>,
    steps: Vec<PlanStep>,
}

/// A step of a plan: a box goes to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// Where an earlier step has brought it; `None` if it comes from a square where a box starts.
    pub from: Option<Square>,
    /// The square.
    pub to: Square,
}

impl PlanBySinks {
    /// The plan for a board; an empty one if a box starts on a dead square, no box can be pulled
    /// from the goals, or the board has more than 1,024 live squares.
    pub(super) fn new(board: &SearchBoard) -> Self {
        if !board.starts_on_live_squares() || board.boxes().is_empty() {
            return Self::default();
        }
        board.with_width(Unpacking).flatten().unwrap_or_default()
    }

    /// The start squares that stand for each other while all boxes are on goals: boxes from there
    /// need not be told apart.
    pub fn sinks(&self) -> &[Square] {
        &self.sinks
    }

    /// Squares that have to hold a box before the first step; none if the solved position could be
    /// unpacked completely.
    pub fn initial(&self) -> &[Square] {
        &self.initial
    }

    /// The steps, in the order in which they are made.
    pub fn steps(&self) -> &[PlanStep] {
        &self.steps
    }

    /// Whether a later step takes the box away again that a step brings to its square.
    pub fn is_parked(&self, step: usize) -> bool {
        let to = self.steps[step].to;
        let mut later = self.steps[step + 1..].iter().take_while(|later| later.to != to);
        later.any(|later| later.from == Some(to))
    }
}

struct Unpacking;

impl BoardSearch for Unpacking {
    type Output = Option<PlanBySinks>;

    fn run<const W: usize>(self, board: &SearchBoard) -> Option<PlanBySinks> {
        let (stages, sinks) = stages_by_sinks::<W>(board, NODES, &mut Control::unlimited()).ok()??;
        let step = |stages: &[BoxSet<W>]| {
            let [before, after] = [&stages[0], &stages[1]];
            let to = after.without(before).iter().next().expect("invariant: a step brings a box");
            PlanStep { from: before.without(after).iter().next(), to }
        };
        Some(PlanBySinks {
            sinks: sinks.iter().collect(),
            initial: stages[0].iter().collect(),
            steps: stages.windows(2).map(step).collect(),
        })
    }
}
