//! The plan by sinks of a level.

use alloc::vec::Vec;

use motion_core::Control;

use crate::board::{BoardSearch, BoxSet, SearchBoard, Square};
use crate::feature::stages_by_sinks;

/// The largest number of nodes spent on the plan.
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
    /// The square to which an earlier step brought the box; `None` if it comes from its start
    /// square.
    pub from: Option<Square>,
    /// The square to which the box goes.
    pub to: Square,
}

impl PlanBySinks {
    /// Makes the plan for a board. It is empty if a box starts on a dead square, no box can be
    /// pulled from the goals, or the board has more than 1,024 live squares.
    pub(super) fn new(board: &SearchBoard) -> Self {
        if !board.starts_on_live_squares() || board.boxes().is_empty() {
            return Self::default();
        }
        board.with_width(Unpacking).flatten().unwrap_or_default()
    }

    /// The start squares that are interchangeable while all boxes are on goals: boxes from there
    /// need not be told apart.
    pub fn sinks(&self) -> &[Square] {
        &self.sinks
    }

    /// The squares that have to contain a box before the first step; none if the solved position
    /// could be unpacked completely.
    pub fn initial(&self) -> &[Square] {
        &self.initial
    }

    /// The steps in order.
    pub fn steps(&self) -> &[PlanStep] {
        &self.steps
    }

    /// Whether a later step removes the box again from the square to which this step brings it.
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
