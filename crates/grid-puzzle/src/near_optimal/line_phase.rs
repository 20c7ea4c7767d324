//! The line phase: cell after cell receives its tile, in the [`FillOrder`], and is not touched
//! again.
//!
//! A beam in a window around the next cells minimises the moves that a group's tiles still need,
//! which a [`SubgoalTable`] gives exactly, plus the weights of all tiles in the window. Among the
//! many ways to place a tile, it thus prefers those that also bring other tiles nearer. States with
//! different numbers of finished groups do not compete, but states far behind the first are
//! discarded.
//!
//! Every state can come nearer to placing its group's tiles. But if that costs more weight than it
//! gains, a narrow beam makes no progress. Therefore, missing moves weigh more the longer the
//! progress stops.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::beam::{Evaluation, Evaluator, NO_CELL, WindowBeam, WindowSlide};
use super::fill_order::FillOrder;
use super::geometry::Geometry;
use super::permutation::PartialSolution;
use super::subgoal_table::SubgoalTable;
use super::weights::{DistanceWeights, STEP_WEIGHT};
use super::window::BoardWindow;

/// The exponent of the distances, in quarters.
const POWER: u32 = 6;

/// The greatest width of beams whose width follows from the budget.
const WIDEST: u32 = 4096;

/// The number of levels without progress after which missing moves weigh more.
const PATIENCE: usize = 12;

/// The greatest number of such raises for one group.
const MAX_RAISES: u32 = 24;

/// The parameters of the line phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinePhase {
    /// The least number of rows and columns of a window. In narrow regions, the window has the same
    /// area but is longer.
    pub(super) side: u32,
    /// The number of states that survive for each number of finished groups.
    pub(super) width: usize,
    /// The greatest number of moves by which a state may lag behind the first.
    pub(super) slack: usize,
    /// The number of final states that are tried.
    pub(super) ends: usize,
    /// No window begins after this share of the budget.
    pub(super) until: f64,
}

/// The greatest number of states in a table. If tiles are so far away that a table would need more,
/// an estimate brings them nearer first.
const MAX_SITUATIONS: usize = 1 << 21;

/// The data kept with each state: the change of the weights since the start, the number of its
/// group, and the cells of the group's tiles.
#[derive(Clone, Copy)]
struct LineMemo {
    weight: i64,
    group: u32,
    tiles: [u32; 2],
}

struct LineEvaluator<'l> {
    geometry: &'l Geometry,
    order: &'l FillOrder,
    weights: &'l DistanceWeights,
    cells: Vec<u32>,
    ranks: Vec<u32>,
    width: usize,
    /// The first group in work, and the one after the last.
    first: u32,
    last: u32,
    progress: Vec<GroupProgress>,
    slack: usize,
    level: usize,
}

/// The progress of the states that work on a group.
#[derive(Default)]
struct GroupProgress {
    subgoals: Option<SubgoalTable>,
    /// The level at which the first state reached this group.
    since: Option<usize>,
    /// The least number of missing moves of any state, and the level at which it was reached.
    least: Option<u32>,
    gained: usize,
    raises: u32,
}

impl GroupProgress {
    /// The weight of a missing move.
    fn urgency(&self) -> i64 {
        // Each raise multiplies it by one and a half.
        (0..self.raises).fold(STEP_WEIGHT, |urgency, _| urgency + urgency / 2)
    }
}

impl Evaluator for LineEvaluator<'_> {
    type Memo = LineMemo;

    fn buckets(&self) -> usize {
        self.progress.len()
    }

    fn width(&self) -> usize {
        self.width
    }

    #[inline]
    fn evaluate(
        &mut self,
        memo: &LineMemo,
        board: &mut [u32],
        slide: WindowSlide,
    ) -> Option<Evaluation<LineMemo>> {
        if self.ranks[slide.from as usize] < memo.group || memo.group == self.last {
            return None;
        }
        let weight = memo.weight + self.weights.change(self.geometry, &self.cells, slide);
        let goals = self.order.groups[memo.group as usize].cells();
        let mut tiles = memo.tiles;
        for (tile, &goal) in tiles.iter_mut().zip(goals) {
            if slide.tile == goal {
                *tile = self.cells[slide.to as usize];
            }
        }
        let mut memo = LineMemo { weight, tiles, ..*memo };
        if goals == &tiles[..goals.len()] {
            board.swap(slide.from as usize, slide.to as usize);
            memo = self.next_unit(memo, board);
            board.swap(slide.from as usize, slide.to as usize);
        } else if self.is_late(memo.group) {
            return None;
        }
        let missing = if memo.group == self.last { 0 } else { self.missing(&memo, slide.from)? };
        let progress = &mut self.progress[(memo.group - self.first) as usize];
        if progress.least.is_none_or(|least| missing < least) {
            (progress.least, progress.gained) = (Some(missing), self.level);
        }
        let rank = weight + progress.urgency() * i64::from(missing);
        Some(Evaluation { bucket: memo.group - self.first, rank, memo })
    }
}

impl LineEvaluator<'_> {
    /// Whether states that have not finished this group lag too far behind.
    fn is_late(&self, group: u32) -> bool {
        let next = &self.progress[(group + 1 - self.first) as usize];
        next.since.is_some_and(|since| self.level > since + self.slack)
    }

    /// Returns the state for the next group that is not finished. Groups after the current one may
    /// already be finished by chance.
    fn next_unit(&self, memo: LineMemo, board: &[u32]) -> LineMemo {
        let is_finished = |&group: &u32| {
            let goals = self.order.groups[group as usize].cells();
            goals.iter().all(|&goal| self.cell_of(board, goal) == Some(goal))
        };
        let group = (memo.group + 1..self.last).find(|group| !is_finished(group)).unwrap_or(self.last);
        LineMemo { group, tiles: self.tiles(group, board), ..memo }
    }

    /// Returns the cells of a group's tiles.
    fn tiles(&self, group: u32, board: &[u32]) -> [u32; 2] {
        let mut tiles = [0; 2];
        if group < self.last {
            for (tile, &goal) in tiles.iter_mut().zip(self.order.groups[group as usize].cells()) {
                *tile = self.cell_of(board, goal).unwrap_or(goal);
            }
        }
        tiles
    }

    fn cell_of(&self, board: &[u32], tile: u32) -> Option<u32> {
        board.iter().position(|&other| other == tile).map(|place| self.cells[place])
    }

    /// Returns the moves that a state needs for its group; an estimate if there is no table yet.
    fn missing(&self, memo: &LineMemo, blank: u32) -> Option<u32> {
        let blank = self.cells[blank as usize];
        if let Some(subgoals) = &self.progress[(memo.group - self.first) as usize].subgoals {
            return subgoals.moves(self.geometry, memo.tiles, blank);
        }
        let goals = self.order.groups[memo.group as usize].cells();
        let away = || goals.iter().zip(memo.tiles).filter(|&(&goal, tile)| goal != tile);
        let steps: u32 = away().map(|(&goal, tile)| self.geometry.distance(goal, tile)).sum();
        let walk = away().map(|(_, tile)| self.geometry.distance(blank, tile)).min();
        Some(4 * steps + walk.unwrap_or(0))
    }

    /// Makes the tables for the groups of the current states.
    fn tabulate(
        &mut self,
        beam: &WindowBeam<LineMemo>,
        window: BoardWindow,
        control: &mut Control,
    ) -> Result<(), Stop> {
        for group in self.first..self.last {
            let progress = (group - self.first) as usize;
            if self.progress[progress].subgoals.is_some() {
                continue;
            }
            let states = || beam.states().iter().filter(|state| state.memo.group == group);
            if states().next().is_none() {
                continue;
            }
            let goals = &self.order.groups[group as usize];
            let mut region = BoardWindow::of_cell(self.geometry, goals.cells()[0]);
            let tiles = states().flat_map(|state| &state.memo.tiles[..goals.cells().len()]);
            tiles.chain(goals.cells()).for_each(|&cell| region.include(self.geometry, cell));
            let margin = if goals.cells().len() == 1 { 3 } else { 2 };
            let region = region.widened(margin, (1, 1), window);
            if region.len().saturating_pow(goals.cells().len() as u32 + 1) > MAX_SITUATIONS {
                continue;
            }
            let free = |cell| self.order.rank[cell as usize] >= group;
            let subgoals = SubgoalTable::new(self.geometry, region, goals, free, control)?;
            let progress = &mut self.progress[progress];
            progress.since.get_or_insert(self.level);
            (progress.subgoals, progress.least, progress.gained) = (Some(subgoals), None, self.level);
        }
        Ok(())
    }

    /// Makes missing moves weigh more after many levels without progress. Returns `false` if too
    /// many raises have not helped.
    fn raise_urgency(&mut self, beam: &mut WindowBeam<LineMemo>) -> bool {
        let foremost = beam.states().iter().map(|state| state.memo.group).max();
        let Some(group) = foremost.filter(|&group| group < self.last) else { return true };
        let progress = &mut self.progress[(group - self.first) as usize];
        if self.level >= progress.gained + PATIENCE {
            progress.raises += 1;
            progress.gained = self.level;
            // Boards that were reached before may now be useful.
            beam.forget();
        }
        progress.raises <= MAX_RAISES
    }
}

/// A final state, which has finished a range of groups.
pub(super) struct BeamEnd {
    /// The cost of its moves and of the remaining weights.
    cost: i64,
    level: usize,
    state: usize,
}

impl LinePhase {
    /// Returns the parameters for beams of this width.
    pub(super) fn of_width(width: u32) -> Self {
        let doublings = (width / 4).max(1).ilog2();
        Self {
            side: (8 + 2 * doublings).min(24),
            width: width as usize,
            slack: 4 + 5 * doublings as usize / 2,
            ends: 1 + doublings as usize / 2,
            until: 1.0,
        }
    }

    /// Returns the parameters for beams that take about this number of nodes for each cell.
    pub(super) fn of_nodes(nodes: f64) -> Self {
        // Measured: beams a quarter wider take a third longer, since they also have more slack.
        let (mut width, mut taken) = (4, 200.0);
        while taken * 4.0 / 3.0 < nodes && width < WIDEST {
            (width, taken) = ((5 * width).div_ceil(4), taken * 4.0 / 3.0);
        }
        Self::of_width(width)
    }

    /// Fills all lines of the order up to the last range of groups, and returns walks that finish
    /// that range, the most promising first. Returns no walks if a beam gets stuck or its share of
    /// the budget is used. The partial solution is then extended as far as possible.
    pub(super) fn run(
        self,
        geometry: &Geometry,
        order: &FillOrder,
        partial: &mut PartialSolution,
        control: &mut Control,
    ) -> Result<Vec<Vec<Direction>>, Stop> {
        let weights = DistanceWeights::new(geometry, POWER);
        let mut group = 0;
        loop {
            let cells = &partial.permutation.cells;
            let is_finished = |goal: &u32| cells[*goal as usize] == *goal;
            let open = |group: &usize| !order.groups[*group].cells().iter().all(is_finished);
            let Some(first) = (group..order.groups.len()).find(open) else {
                return Ok(alloc::vec![Vec::new()]);
            };
            if control.fraction_used().is_some_and(|used| used > self.until) {
                return Ok(Vec::new());
            }
            // The window around the first unfinished group, and the groups that fit into it.
            let window = self.window(geometry, order, first, partial);
            if window.len() >= usize::from(NO_CELL) {
                return Ok(Vec::new());
            }
            partial.enter(geometry, window);
            // The window must extend beyond a tile's goal, because the tile cannot enter a corner
            // of the window past its neighbour.
            let inner = window.inner(2, order.region(first));
            let inside = |group: &usize| {
                order.groups[*group].cells().iter().all(|&goal| {
                    let tile = partial.permutation.cells[goal as usize];
                    inner.contains(geometry, goal) && window.contains(geometry, tile)
                })
            };
            group = (first..order.groups.len()).find(|group| !inside(group)).unwrap_or(order.groups.len());
            // The next window begins at the best end of the beam.
            let range = GroupRange { lines: self, geometry, order, first: first as u32, last: group as u32 };
            let mut walks = range.run(&weights, window, partial, control)?;
            if group == order.groups.len() || walks.is_empty() {
                return Ok(walks);
            }
            partial.follow(geometry, walks.swap_remove(0));
        }
    }

    /// Returns the window in which a group's tiles, and those of as many later groups as possible,
    /// are brought to their goals.
    fn window(
        self,
        geometry: &Geometry,
        order: &FillOrder,
        group: usize,
        partial: &PartialSolution,
    ) -> BoardWindow {
        let goals = order.groups[group].cells();
        let mut window = BoardWindow::of_cell(geometry, goals[0]);
        for &goal in goals {
            window.include(geometry, goal);
            window.include(geometry, partial.permutation.cells[goal as usize]);
        }
        let region = order.region(group);
        window.widened(3, region.part(self.side), region)
    }
}

/// The groups in work in one window, from `first` up to but not including `last`.
struct GroupRange<'g> {
    lines: LinePhase,
    geometry: &'g Geometry,
    order: &'g FillOrder,
    first: u32,
    last: u32,
}

impl GroupRange<'_> {
    fn run(
        &self,
        weights: &DistanceWeights,
        window: BoardWindow,
        partial: &PartialSolution,
        control: &mut Control,
    ) -> Result<Vec<Vec<Direction>>, Stop> {
        let Self { lines, geometry, order, first, last } = *self;
        let cells = window.cells(geometry);
        let mut evaluator = LineEvaluator {
            geometry,
            order,
            weights,
            ranks: cells.iter().map(|&cell| order.rank[cell as usize]).collect(),
            cells,
            width: lines.width,
            first,
            last,
            progress: (first..=last).map(|_| GroupProgress::default()).collect(),
            slack: lines.slack,
            level: 0,
        };
        // Builds the start state, then searches; the search's memory is released in any case.
        let mut tiles = [0; 2];
        for (tile, &goal) in tiles.iter_mut().zip(order.groups[first as usize].cells()) {
            *tile = partial.permutation.cells[goal as usize];
        }
        let start = LineMemo { weight: 0, group: first, tiles };
        let mut beam =
            WindowBeam::new(geometry, window, &partial.permutation, start, lines.width * lines.slack);
        let ends = self.beam(&mut beam, &mut evaluator, window, control);
        let tables = evaluator.progress.iter().filter_map(|progress| progress.subgoals.as_ref());
        control.release(tables.map(SubgoalTable::bytes).sum());
        beam.release(control);
        Ok(ends?.into_iter().map(|end| beam.moves(end.level, end.state)).collect())
    }

    fn beam(
        &self,
        beam: &mut WindowBeam<LineMemo>,
        evaluator: &mut LineEvaluator<'_>,
        window: BoardWindow,
        control: &mut Control,
    ) -> Result<Vec<BeamEnd>, Stop> {
        let mut ends: Vec<BeamEnd> = Vec::new();
        loop {
            evaluator.tabulate(beam, window, control)?;
            let more = beam.advance(evaluator, control)?;
            evaluator.level = beam.level();
            for (state, memo) in beam.states().iter().map(|state| state.memo).enumerate() {
                for group in self.first + 1..=memo.group {
                    let progress = &mut evaluator.progress[(group - self.first) as usize];
                    progress.since.get_or_insert(evaluator.level);
                }
                if memo.group == self.last {
                    // A remaining step will cost about one and a half moves.
                    let cost =
                        STEP_WEIGHT * evaluator.level.cast_signed() as i64 + memo.weight + memo.weight / 2;
                    ends.push(BeamEnd { cost, level: evaluator.level, state });
                }
            }
            ends.sort_by_key(|end| end.cost);
            ends.truncate(self.lines.ends);
            let first_end = evaluator.progress[(self.last - self.first) as usize].since;
            let is_over = first_end.is_some_and(|since| evaluator.level > since + self.lines.slack);
            if !more || is_over || !evaluator.raise_urgency(beam) {
                return Ok(ends);
            }
        }
    }
}
