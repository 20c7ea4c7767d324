//! One attempt after another until the budget ends.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Outcome, Solver, Stop, Walk};

use super::attempt::RoundParameters;
use super::beam::NO_CELL;
use super::fill_order::FillOrder;
use super::geometry::Geometry;
use super::line_phase::LinePhase;
use super::loops;
use super::mend::mend;
use super::permutation::{PartialSolution, TilePermutation};
use super::polish::Polishing;
use super::polish_rounds::{PolishRounds, polish_in_parts};
use super::rearrange::{bring_near_goal, rearrange, try_to_bring_near_goal};
use super::rearrange_beam::RearrangeBeam;
use super::small_board::{MAX_LINES, SmallBoard};
use super::sweep_phase::{SweepPace, SweepPhase, Sweeping};
use super::window::BoardWindow;
use crate::board::Board;
use crate::instance::Instance;
use crate::snake::Snake;

/// The shortest walk so far, and the board in the form that the beams use.
pub(super) struct ImprovementRounds<'i> {
    instance: &'i Instance,
    geometry: Geometry,
    start: TilePermutation,
    best: Walk,
}

/// The greatest side of boards that one beam solves as a whole.
const SMALL: u32 = 6;

/// The width of the beams for lines in the second round, if the budget allows it.
const FIRST_WIDTH: u32 = 12;

/// The greatest side of a sweep window that is not the whole board: its cells are numbered in 16
/// bits.
const MAX_SIDE: u32 = 255;

/// The approximate number of states, per unit of width, of a sweep over the whole board.
const STATES_OF_WIDTH: u32 = 16;

/// The share of the limit that the first beam over a whole board should take, so that two wider
/// ones can follow; and the greatest share that the narrowest one may take. They are estimated by
/// a trial of this number of moves, or of fewer that take this share of the limit.
const FOR_FIRST_BEAM: f64 = 0.1;
const FOR_NARROWEST_BEAM: f64 = 0.4;
const TRIAL: (u32, f64) = (200, 0.01);

/// No round begins with a greater width.
const MAX_WIDTH: u32 = 1 << 20;

/// The share of the budget for rounds on boards that one beam can handle, and on others. The rest
/// is for polishing.
const FOR_SMALL_ROUNDS: f64 = 0.85;
const FOR_ROUNDS: f64 = 0.15;

/// The width of a round, in quarters of the one before. It grows more slowly for one beam, because
/// such rounds differ by chance and the best of many counts.
const GROWTH: u32 = 12;
const GROWTH_OF_ONE_BEAM: u32 = 6;

/// If the limit is small, rounds may use as much as this number of first rounds.
const FIRST_ROUNDS: f64 = 60.0;

/// Under a limit, attempts on boards with more cells than this are [paced](Sweeping), and their
/// walks are polished in parts.
const LARGE: u32 = 300;

/// For each attempt on a large board, the shares of the budget at which its sweeps and its lines
/// should end; and the average distance of the tiles, in quarters, at which its lines begin.
const PACES: [([f64; 2], u64); 2] = [([0.08, 0.12], 6), ([0.65, 0.8], 6)];

/// Like [`PACES`], if the budget [has few nodes](SweepPace::has_few_nodes): polishing then gains
/// less.
const PACES_OF_FEW: [([f64; 2], u64); 2] = [([0.08, 0.12], 6), ([0.7, 0.9], 6)];

/// Like [`PACES`], on boards of at most [`MEDIUM`] cells.
const MEDIUM_PACES: [([f64; 2], u64); 2] = [([0.08, 0.12], 8), ([0.3, 0.75], 8)];

const MEDIUM: u32 = 1000;

/// No window of the lines begins after this share of the budget.
const LINES_UNTIL: f64 = 0.92;

impl<'i> ImprovementRounds<'i> {
    /// Begins with a walk that solves the instance.
    pub(super) fn new(instance: &'i Instance, walk: Walk, control: &mut Control) -> Self {
        let _ = control.improved(walk.len() as u64, || walk.clone());
        Self {
            instance,
            geometry: Geometry::of(instance.goal()),
            start: TilePermutation::start(instance),
            best: walk,
        }
    }

    /// Removes the loops of the first walk, and polishes it.
    pub(super) fn refine(mut self, control: &mut Control) -> Self {
        // If the budget ends, the walk stays as it is at that time.
        let _ = control.scope(|control| {
            control.hold(self.best.len() as u64)?;
            let mut moves: Vec<Direction> = self.best.iter().collect();
            loops::cut(&self.geometry, &self.start, &mut moves, control);
            let walk: Walk = moves.into_iter().collect();
            self.offer(walk.len(), control, || walk.clone());
            self.polish_briefly(walk, Some(FIRST_WIDTH), control)
        });
        self
    }

    /// Searches for shorter walks, and returns the shortest.
    pub(super) fn run(mut self, rounds: u32, control: &mut Control) -> Walk {
        // If the budget ends, the best walk stays as it is at that time.
        let _ = control.scope(|control| {
            // Memory for tables of the board, the best walk and a copy.
            control.hold(2 * Geometry::bytes(self.instance.goal()) + self.best.len() as u64 / 2)?;
            self.look(rounds, control)
        });
        self.best
    }

    fn look(&mut self, rounds: u32, control: &mut Control) -> Result<(), Stop> {
        if rounds == 0 {
            return Ok(());
        }
        let is_limited = rounds > 1 && control.fraction_used().is_some();
        let one_beam = if is_limited { self.width_of_first_beam(control)? } else { None };
        let is_large = is_limited && self.geometry.cells() > LARGE;
        let result = if is_large && one_beam.is_none() {
            self.paced_rounds(control).map(|()| false)
        } else {
            self.growing_rounds(rounds, one_beam, control)
        };
        let is_final = match result {
            // Polishing needs little memory, so it still follows.
            Err(Stop::Memory) => !is_limited,
            result => result?,
        };
        if is_final {
            return Ok(());
        }
        let result = self.polish_on(is_large, control);
        control.end_by_limit();
        result
    }

    /// Returns the width of the first beam over the whole board, as estimated from the first moves
    /// of the narrowest one. `None` if such beams are impossible or even the narrowest one takes
    /// too much of the limit.
    #[expect(clippy::cast_sign_loss, reason = "shares are not negative")]
    fn width_of_first_beam(&self, control: &mut Control) -> Result<Option<u32>, Stop> {
        let narrowest = self.width_of_one_beam();
        let size = [self.geometry.rows, self.geometry.columns];
        let fits = |width: u32, control: &Control| {
            RearrangeBeam::bytes(size, states(width)) <= control.free_bytes() / 2
        };
        if !self.has_one_beam(narrowest) || !fits(narrowest, control) {
            return Ok(None);
        }
        let before = (control.stats().nodes, control.fraction_used());
        try_to_bring_near_goal(self.small_board(), states(narrowest), TRIAL, control)?;
        let nodes = control.stats().nodes - before.0;
        let share = before.1.zip(control.fraction_used()).map_or(0.0, |(before, now)| now - before);
        // Assumes that the blank is on half of the cells, and three moves per two steps.
        let all = u64::from(STATES_OF_WIDTH / 2) * self.instance.manhattan_distance() * 3 / 2;
        let share_of_width = share * all as f64 / nodes as f64;
        if share_of_width * f64::from(narrowest) > FOR_NARROWEST_BEAM {
            return Ok(None);
        }
        let mut width = ((FOR_FIRST_BEAM / share_of_width) as u32).clamp(narrowest, MAX_WIDTH);
        while !fits(width, control) {
            width = (width / 2).max(narrowest);
        }
        Ok(Some(width))
    }

    /// Returns the least width with which one beam can cover the board: a state for each cell.
    const fn width_of_one_beam(&self) -> u32 {
        self.geometry.cells().div_ceil(STATES_OF_WIDTH)
    }

    /// Makes two attempts with windows and widths as large as the budget allows.
    fn paced_rounds(&mut self, control: &mut Control) -> Result<(), Stop> {
        let node = SweepPace::share_of_node(&self.geometry, &self.start, control)?;
        let mut pace = SweepPace { node, end: 0.0, first: 0 };
        let paces = match self.geometry.cells() {
            ..=MEDIUM => MEDIUM_PACES,
            _ if pace.has_few_nodes(&self.geometry) => PACES_OF_FEW,
            _ => PACES,
        };
        for (number, ([sweep, lines], aim)) in (1..).zip(paces) {
            let mut parameters = parameters(FIRST_WIDTH, &self.geometry);
            parameters.sweep.side = 6;
            parameters.sweep.way = Sweeping::Paced(SweepPace { end: sweep, ..pace });
            parameters.sweep.until = sweep + 0.05;
            parameters.lines_end = lines;
            parameters.lines_until = LINES_UNTIL;
            parameters.aims = [aim; 2];
            let is_last = number == PACES.len();
            if !is_last && !parameters.sweep.fits(&self.geometry, &self.start, control) {
                continue;
            }
            pace.node = control.scope(|control| {
                let (partials, share_of_node) = parameters.run(&self.geometry, &self.start, control)?;
                for partial in partials {
                    self.complete(partial, control)?;
                }
                Ok(share_of_node)
            })?;
        }
        Ok(())
    }

    /// Makes a quick attempt, and then wider and wider ones. Returns whether the result is final.
    fn growing_rounds(
        &mut self,
        rounds: u32,
        one_beam: Option<u32>,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let before = control.fraction_used();
        control.scope(|control| self.round(None, control))?;
        let share = before.zip(control.fraction_used()).map_or(0.0, |(before, now)| now - before);
        let for_rounds = self.for_rounds(share);
        let mut width = one_beam.unwrap_or_else(|| second_width(share, for_rounds, control));
        for round in 1.. {
            if self.best.len() as u64 == self.instance.manhattan_distance() {
                return Ok(true);
            }
            let before = control.fraction_used();
            if rounds == 1 || before.is_none() && round == rounds {
                return Ok(true);
            }
            control.scope(|control| self.round(Some(width), control))?;
            let share = before.zip(control.fraction_used()).map_or(0.0, |(before, now)| now - before);
            let growth = if self.has_one_beam(width) { GROWTH_OF_ONE_BEAM } else { GROWTH };
            match next_width(width, share, for_rounds, growth, control) {
                Some(wider) => width = wider,
                None => break,
            }
        }
        Ok(false)
    }

    /// Polishes the best walk, as a whole or in parts, until the budget ends.
    fn polish_on(&mut self, in_parts: bool, control: &mut Control) -> Result<(), Stop> {
        control.hold(self.best.len() as u64)?;
        let mut walk: Vec<Direction> = self.best.iter().collect();
        let mut rounds = PolishRounds::new(in_parts);
        while let Some(mut polishing) = rounds.next() {
            let before = walk.len();
            let polished = if in_parts {
                polish_in_parts(polishing, &self.geometry, self.start.blank, &mut walk, control)
            } else {
                polishing.run(&self.geometry, self.start.blank, &mut walk, control)
            };
            self.offer(walk.len(), control, || walk.iter().copied().collect());
            polished?;
            rounds.saved(before - walk.len(), before);
        }
        Ok(())
    }

    /// Returns the share of the budget for rounds, after a first one that used this share.
    fn for_rounds(&self, first: f64) -> f64 {
        if self.is_tiny() || self.has_one_beam(MAX_WIDTH) {
            FOR_SMALL_ROUNDS
        } else {
            (FIRST_ROUNDS * first).clamp(FOR_ROUNDS, FOR_SMALL_ROUNDS)
        }
    }

    /// Makes one round: attempts, and polishing of their walks. The first, quick round has no
    /// width.
    fn round(&mut self, width: Option<u32>, control: &mut Control) -> Result<(), Stop> {
        if self.is_tiny() {
            let states = width.map_or(100, |width| 20 * width as usize);
            let Some(limit) = (self.best.len() as u32).checked_sub(1) else { return Ok(()) };
            if let Some(moves) = rearrange(self.small_board(), states, limit, control)? {
                let walk: Walk = moves.into_iter().collect();
                self.offer(walk.len(), control, || walk.clone());
                self.polish_briefly(walk, width, control)?;
            }
            return Ok(());
        }
        if let Some(width) = width
            && self.has_one_beam(width)
            && let Some(partial) = self.solve_by_one_beam(width, control)?
        {
            let walk = self.complete(partial, control)?;
            return self.polish_briefly(walk, Some(width), control);
        }
        let parameters =
            width.map_or(quick_parameters(&self.geometry), |width| parameters(width, &self.geometry));
        let (partials, _) = parameters.run(&self.geometry, &self.start, control)?;
        for partial in partials {
            let walk = self.complete(partial, control)?;
            self.polish_briefly(walk, width, control)?;
        }
        Ok(())
    }

    /// Whether a beam of the best states suffices.
    fn is_tiny(&self) -> bool {
        self.geometry.rows.max(self.geometry.columns) <= SMALL
    }

    /// Whether one beam of this width is used for the whole board. On narrow boards and with narrow
    /// beams, sweeps and lines are better.
    fn has_one_beam(&self, width: u32) -> bool {
        let (rows, columns) = (self.geometry.rows, self.geometry.columns);
        let (shorter, longer) = (rows.min(columns), rows.max(columns));
        let is_wide = width >= self.width_of_one_beam();
        !self.is_tiny() && longer <= MAX_LINES as u32 && 2 * longer <= 3 * shorter && is_wide
    }

    /// Solves by one beam until near the goal, and by mending; if that is not enough, by lines.
    /// Returns `None` if the beam does not come near the goal.
    fn solve_by_one_beam(&self, width: u32, control: &mut Control) -> Result<Option<PartialSolution>, Stop> {
        let Some(limit) = (self.best.len() as u32).checked_sub(1) else { return Ok(None) };
        let Some(moves) = bring_near_goal(self.small_board(), states(width), limit, control)? else {
            return Ok(None);
        };
        let mut partial = PartialSolution::new(&self.geometry, self.start.clone());
        partial.follow(&self.geometry, moves);
        let partial = mend(&self.geometry, &self.start, partial, control)?;
        let parameters = parameters(width, &self.geometry);
        let order = FillOrder::new(&self.geometry, parameters.rest);
        parameters.finish(&self.geometry, &order, partial, control).map(Some)
    }

    fn small_board(&self) -> SmallBoard {
        SmallBoard::of_window(&self.geometry, &self.start, BoardWindow::whole(&self.geometry))
    }

    /// Completes a partial solution by another solver, and keeps the walk if it is shorter than the
    /// best.
    fn complete(&mut self, partial: PartialSolution, control: &mut Control) -> Result<Walk, Stop> {
        let PartialSolution { permutation, mut walk, distance } = partial;
        if distance > 0 {
            let goal = self.instance.goal();
            let tiles = permutation.tiles.iter().map(|&tile| goal.tiles()[tile as usize]).collect();
            let board = Board::from_permutation(goal.rows(), goal.columns(), tiles);
            let rest = Instance::new(board, goal.clone()).expect("invariant: the size is the same");
            match Snake::default().solve(&rest, control) {
                Outcome::Solved { plan, .. } => walk.extend(&plan),
                Outcome::Stopped { why, .. } => return Err(why),
                Outcome::Unsolvable => unreachable!("invariant: moves do not change what can be solved"),
            }
        }
        self.offer(walk.len(), control, || walk.clone());
        Ok(walk)
    }

    /// Polishes a walk twice, except that of the quick round.
    fn polish_briefly(&mut self, walk: Walk, width: Option<u32>, control: &mut Control) -> Result<(), Stop> {
        let Some(width) = width else { return Ok(()) };
        control.scope(|control| {
            control.hold(walk.len() as u64)?;
            let mut moves: Vec<Direction> = walk.iter().collect();
            drop(walk);
            for (longest, stride) in [(30, 7), (40, 11)] {
                let mut polish =
                    Polishing { width: width.clamp(20, 500) as usize, longest, stride, begin: 0 };
                let polished = polish.run(&self.geometry, self.start.blank, &mut moves, control);
                self.offer(moves.len(), control, || moves.iter().copied().collect());
                polished?;
            }
            Ok(())
        })
    }

    /// Keeps a walk if it is shorter than the best.
    fn offer(&mut self, len: usize, control: &mut Control, walk: impl FnOnce() -> Walk) {
        if len < self.best.len() {
            self.best = walk();
            // If the observer ends the run, the next `spend` stops it.
            let _ = control.improved(len as u64, || self.best.clone());
        }
    }
}

/// Returns the number of states of one beam of this width.
const fn states(width: u32) -> usize {
    (STATES_OF_WIDTH * width) as usize
}

/// Returns the width of the second round, after a first one that used this share of the budget.
fn second_width(share: f64, for_rounds: f64, control: &Control) -> u32 {
    // Each unit of width takes about half the time of the first round.
    let left = control.fraction_used().map_or(f64::INFINITY, |used| for_rounds - used);
    (4..FIRST_WIDTH).rev().fold(FIRST_WIDTH, |width, thinner| {
        if share * f64::from(width) / 2.0 > left { thinner } else { width }
    })
}

/// Returns the width of the next round, after one of `width` that used this share of the budget. It
/// is `growth` quarters of `width` or, if that would take too long, the greatest width that fits;
/// `None` if hardly a greater one fits. Without a limit, it is three times `width`.
fn next_width(width: u32, share: f64, for_rounds: f64, growth: u32, control: &Control) -> Option<u32> {
    let Some(used) = control.fraction_used() else { return Some(width.saturating_mul(3).min(MAX_WIDTH)) };
    if width > MAX_WIDTH {
        return None;
    }
    // Wider beams also have more slack, and take a third longer than in proportion.
    let fits = |&quarters: &u32| share * f64::from(quarters) / 3.0 <= for_rounds - used;
    let quarters = (5..=growth).rev().find(fits)?;
    Some(quarters * width / 4)
}

/// Returns the parameters of the first round. They are smaller on boards of more than `MANY` cells.
const fn quick_parameters(geometry: &Geometry) -> RoundParameters {
    const MANY: u32 = 1000;
    let (side, width, slack) = if geometry.cells() > MANY { (6, 1, 3) } else { (8, 6, 6) };
    RoundParameters {
        sweep: SweepPhase { side, width: 1, until: 0.6, way: Sweeping::Steady },
        aims: [7; 2],
        lines: LinePhase { side: 8, width, slack, ends: 1, until: 0.9 },
        lines_end: 1.0,
        lines_until: 1.0,
        rest: 3,
        width: 200,
    }
}

/// Returns the parameters of a round whose beams for lines have this width.
fn parameters(width: u32, geometry: &Geometry) -> RoundParameters {
    let longer = geometry.rows.max(geometry.columns);
    // A window of nearly the whole board is extended to it.
    let states = STATES_OF_WIDTH * width;
    let side = if 16 * states >= 9 * geometry.cells() && geometry.cells() < u32::from(NO_CELL) {
        longer
    } else {
        states.isqrt().min(MAX_SIDE)
    };
    let window = (side * side).min(geometry.cells());
    let doublings = (width / 4).max(1).ilog2();
    RoundParameters {
        sweep: SweepPhase {
            side,
            width: (states / window).clamp(1, 64) as usize,
            until: 1.0,
            way: Sweeping::Steady,
        },
        aims: [8, 6],
        lines: LinePhase::of_width(width),
        lines_end: 1.0,
        lines_until: 1.0,
        rest: (4 + doublings / 3).min(SMALL),
        width: 25 * width as usize,
    }
}
