//! One try after another, as long as the budget allows.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Outcome, Solver, Stop, Walk};

use super::attempt::RoundParameters;
use super::beam::NO_CELL;
use super::geometry::{Geometry, PartialSolution, Permutation};
use super::line_phase::LinePhase;
use super::loops;
use super::polish::Polishing;
use super::rearrange::rearrange;
use super::sweep_phase::SweepPhase;
use crate::board::Board;
use crate::instance::Instance;
use crate::snake::Snake;

/// The shortest walk so far, and what it takes to look for shorter ones.
pub(super) struct ImprovementRounds<'i> {
    instance: &'i Instance,
    geometry: Geometry,
    start: Permutation,
    best: Walk,
}

/// Longest sides of boards that are solved as a whole, by one beam.
const SMALL: u32 = 6;

/// States of the beams for lines in the second round, if there is time.
const FIRST_WIDTH: u32 = 12;

/// The longest side of a window to sweep that is not the whole board: cells of windows are numbered in 16 bits.
const MAX_SIDE: u32 = 255;

/// No round is begun with more.
const MAX_WIDTH: u32 = 1 << 20;

/// The share of a budget that is for rounds; the rest is for polishing.
const FOR_ROUNDS: f64 = 0.85;

/// How often beams for polishing become twice as wide.
const MAX_DOUBLINGS: u32 = 10;

impl<'i> ImprovementRounds<'i> {
    /// Begins with a walk that solves the instance.
    pub(super) fn new(instance: &'i Instance, walk: Walk, control: &mut Control) -> Self {
        let _ = control.improved(walk.len() as u64, || walk.clone());
        Self {
            instance,
            geometry: Geometry::of(instance.goal()),
            start: Permutation::start(instance),
            best: walk,
        }
    }

    /// Cuts loops out of the first walk, and polishes it.
    pub(super) fn refine(mut self, control: &mut Control) -> Self {
        let mut moves: Vec<Direction> = self.best.iter().collect();
        loops::cut(&self.geometry, &self.start, &mut moves, control);
        // Where the budget ends, the walk is what it is by then.
        let _ = self.accept(moves, Some(FIRST_WIDTH), control);
        self
    }

    /// Looks for shorter walks, and gives the shortest.
    pub(super) fn run(mut self, rounds: u32, control: &mut Control) -> Walk {
        let held = 2 * Geometry::bytes(self.instance.goal());
        if control.hold(held).is_ok() {
            // Where the budget ends, the best walk is what it is by then.
            let _ = self.look(rounds, control);
            control.release(held);
        }
        self.best
    }

    fn look(&mut self, rounds: u32, control: &mut Control) -> Result<(), Stop> {
        if rounds == 0 {
            return Ok(());
        }
        let before = control.fraction_used();
        self.round(None, control)?;
        let share = before.zip(control.fraction_used()).map_or(0.0, |(before, now)| now - before);
        let mut width = second_width(share, control);
        for round in 1.. {
            if self.best.len() as u64 == self.instance.manhattan_distance() {
                return Ok(());
            }
            let before = control.fraction_used();
            if rounds == 1 || before.is_none() && round == rounds {
                return Ok(());
            }
            self.round(Some(width), control)?;
            let share = before.zip(control.fraction_used()).map_or(0.0, |(before, now)| now - before);
            match next_width(width, share, control) {
                Some(wider) => width = wider,
                None => break,
            }
        }
        self.polish_on(control)
    }

    /// Polishes the best walk, with wider and wider beams, until the budget ends.
    fn polish_on(&mut self, control: &mut Control) -> Result<(), Stop> {
        let mut moves: Vec<Direction> = self.best.iter().collect();
        for doubling in 0..MAX_DOUBLINGS {
            loop {
                let before = moves.len();
                for (sides, stride) in [((5, 5), 7), ((4, 6), 5), ((4, 4), 3), ((6, 6), 8), ((3, 6), 4)] {
                    let polish = Polishing { sides, width: 50 << doubling, longest: 70, stride };
                    let polished = polish.run(&self.geometry, &self.start, &mut moves, control);
                    self.offer(&moves, control);
                    polished?;
                }
                if moves.len() == before {
                    break;
                }
            }
        }
        Ok(())
    }

    /// One round: tries, and polishes what comes of them. Without a width it is the first, quick one.
    fn round(&mut self, width: Option<u32>, control: &mut Control) -> Result<(), Stop> {
        if self.geometry.rows.max(self.geometry.columns) <= SMALL {
            let states = width.map_or(100, |width| 20 * width as usize);
            let Some(limit) = (self.best.len() as u32).checked_sub(1) else { return Ok(()) };
            if let Some(moves) = rearrange(&self.geometry, &self.start, states, limit, control)? {
                self.accept(moves, width, control)?;
            }
            return Ok(());
        }
        let parameters =
            width.map_or(quick_parameters(&self.geometry), |width| parameters(width, &self.geometry));
        let mut partials: Vec<PartialSolution> = Vec::new();
        parameters.run(&self.geometry, &self.start, control, |partial, _| {
            partials.push(partial);
            Ok(())
        })?;
        for partial in partials {
            if let Some(moves) = self.complete(&partial, control)? {
                self.accept(moves, width, control)?;
            }
        }
        Ok(())
    }

    /// The moves of a partial, with those that are missing made by another solver.
    fn complete(
        &self,
        partial: &PartialSolution,
        control: &mut Control,
    ) -> Result<Option<Vec<Direction>>, Stop> {
        let mut moves: Vec<Direction> = partial.walk.iter().collect();
        if partial.distance > 0 {
            let goal = self.instance.goal();
            let tiles = partial.permutation.tiles.iter().map(|&tile| goal.tiles()[tile as usize]).collect();
            let board = Board::from_permutation(goal.rows(), goal.columns(), tiles);
            let rest = Instance::new(board, goal.clone()).expect("invariant: the size is the same");
            match Snake::default().solve(&rest, control) {
                Outcome::Solved { plan, .. } => moves.extend(&plan),
                Outcome::Stopped { why, .. } => return Err(why),
                Outcome::Unsolvable => return Ok(None),
            }
        }
        Ok(Some(moves))
    }

    /// Keeps a walk that is shorter than the best, and polishes it.
    fn accept(
        &mut self,
        mut moves: Vec<Direction>,
        width: Option<u32>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        self.offer(&moves, control);
        let Some(width) = width else { return Ok(()) };
        for (sides, stride) in [((4, 4), 5), ((5, 5), 7)] {
            let polish = Polishing { sides, width: width.clamp(20, 500) as usize, longest: 60, stride };
            let polished = polish.run(&self.geometry, &self.start, &mut moves, control);
            self.offer(&moves, control);
            polished?;
        }
        Ok(())
    }

    fn offer(&mut self, moves: &[Direction], control: &mut Control) {
        if moves.len() < self.best.len() {
            self.best = moves.iter().copied().collect();
            // An observer who breaks off has no more work granted.
            let _ = control.improved(moves.len() as u64, || self.best.clone());
        }
    }
}

/// The width of the second round, after a first that used up this share of the budget.
fn second_width(share: f64, control: &Control) -> u32 {
    // A state takes about half as long as the first round.
    let left = control.fraction_used().map_or(f64::INFINITY, |used| FOR_ROUNDS - used);
    (4..FIRST_WIDTH).rev().fold(FIRST_WIDTH, |width, thinner| {
        if share * f64::from(width) / 2.0 > left { thinner } else { width }
    })
}

/// The width of the next round, after one of this width that used up this share of the budget: three times the width or,
/// where that would take too long, what just fits; `None` where nothing much wider does.
fn next_width(width: u32, share: f64, control: &Control) -> Option<u32> {
    let Some(used) = control.fraction_used() else { return Some(width.saturating_mul(3).min(MAX_WIDTH)) };
    if width > MAX_WIDTH {
        return None;
    }
    // Wider beams are given more slack, too, and take a third more time than in proportion.
    let fits = |&quarters: &u32| share * f64::from(quarters) / 3.0 <= FOR_ROUNDS - used;
    let quarters = (5..=12).rev().find(fits)?;
    Some(quarters * width / 4)
}

/// The settings of the first round, which are thrifty on boards of more cells than this.
const fn quick_parameters(geometry: &Geometry) -> RoundParameters {
    const MANY: u32 = 1000;
    let (side, width, slack) = if geometry.cells() > MANY { (6, 1, 3) } else { (8, 6, 6) };
    RoundParameters {
        sweep: SweepPhase { side, width: 1, until: 0.6 },
        aims: [7; 2],
        lines: LinePhase { side: 8, width, slack, ends: 1, until: 0.9 },
        rest: 3,
        width: 200,
    }
}

/// The settings of a round whose beams for lines have this width.
fn parameters(width: u32, geometry: &Geometry) -> RoundParameters {
    let longer = geometry.rows.max(geometry.columns);
    // A window that is nearly the whole board might as well be.
    let states = 16 * width;
    let side = if 16 * states >= 9 * geometry.cells() && geometry.cells() < u32::from(NO_CELL) {
        longer
    } else {
        states.isqrt().min(MAX_SIDE)
    };
    let window = (side * side).min(geometry.cells());
    let doublings = (width / 4).max(1).ilog2();
    RoundParameters {
        sweep: SweepPhase { side, width: (states / window).clamp(1, 64) as usize, until: 1.0 },
        aims: [8, 6],
        lines: LinePhase {
            side: (8 + 2 * doublings).min(24),
            width: width as usize,
            slack: 4 + 5 * doublings as usize / 2,
            ends: 1 + doublings as usize / 2,
            until: 1.0,
        },
        rest: (4 + doublings / 3).min(SMALL),
        width: 25 * width as usize,
    }
}
