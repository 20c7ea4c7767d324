//! One try after another, as long as the budget allows.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Outcome, Stop, Walk};

use super::effort::Effort;
use super::lines::Lines;
use super::loops;
use super::polish::Polish;
use super::rearrange::rearrange;
use super::sweep::Sweep;
use super::terrain::{Arrangement, Terrain, Way};
use crate::board::Board;
use crate::instance::Instance;
use crate::snake::Snake;
use crate::solver::Solver;

/// The shortest walk so far, and what it takes to look for shorter ones.
pub(super) struct Rounds<'i> {
    instance: &'i Instance,
    terrain: Terrain,
    start: Arrangement,
    best: Walk,
}

/// Longest sides of boards that are solved as a whole, by one beam.
const SMALL: u32 = 5;

/// A round takes about so many times as long as the one before.
const GROWTH: f64 = 2.5;

/// The rounds after which only polishing goes on, which then ends, too.
const MOST_ROUNDS: u32 = 12;

/// How often beams for polishing become twice as wide.
const MOST_DOUBLINGS: u32 = 10;

impl<'i> Rounds<'i> {
    /// Begins with a walk that solves the instance.
    pub(super) fn new(instance: &'i Instance, walk: Walk, control: &mut Control) -> Self {
        let _ = control.improved(walk.len() as u64);
        Self {
            instance,
            terrain: Terrain::of(instance.goal()),
            start: Arrangement::start(instance),
            best: walk,
        }
    }

    /// Cuts loops out of the first walk, and polishes it.
    pub(super) fn refine(mut self, control: &mut Control) -> Self {
        let mut moves: Vec<Direction> = self.best.iter().collect();
        loops::cut(&self.terrain, &self.start, &mut moves, control);
        // Where the budget ends, the walk is what it is by then.
        let _ = self.accept(moves, 1, control);
        self
    }

    /// Looks for shorter walks, and gives the shortest.
    pub(super) fn run(mut self, rounds: u32, control: &mut Control) -> Walk {
        let held = 2 * Terrain::bytes(self.instance.goal());
        if control.hold(held).is_ok() {
            // Where the budget ends, the best walk is what it is by then.
            let _ = self.look(rounds, control);
            control.release(held);
        }
        self.best
    }

    fn look(&mut self, rounds: u32, control: &mut Control) -> Result<(), Stop> {
        for round in 0..MOST_ROUNDS {
            let before = control.used();
            if before.is_none() && round >= rounds || round >= 1 && rounds <= 1 {
                return Ok(());
            }
            self.round(round, control)?;
            if let (Some(before), Some(now)) = (before, control.used())
                && now + GROWTH * (now - before) > 1.0
            {
                break;
            }
        }
        if control.used().is_some() { self.polish_on(control) } else { Ok(()) }
    }

    /// Polishes the best walk, with wider and wider beams, until the budget ends.
    fn polish_on(&mut self, control: &mut Control) -> Result<(), Stop> {
        let mut moves: Vec<Direction> = self.best.iter().collect();
        for doubling in 0..MOST_DOUBLINGS {
            loop {
                let before = moves.len();
                for (sides, stride) in [((5, 5), 7), ((4, 6), 5), ((4, 4), 3), ((6, 6), 8), ((3, 6), 4)] {
                    let polish = Polish { sides, width: 50 << doubling, longest: 70, stride };
                    let polished = polish.run(&self.terrain, &self.start, &mut moves, control);
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

    /// One round: tries, and polishes what comes of them.
    fn round(&mut self, round: u32, control: &mut Control) -> Result<(), Stop> {
        if self.terrain.rows.max(self.terrain.columns) <= SMALL {
            let width = 200 << (2 * round).min(24);
            let limit = self.best.len() as u32 - 1;
            if let Some(moves) = rearrange(&self.terrain, &self.start, width, limit, control)? {
                self.accept(moves, round, control)?;
            }
            return Ok(());
        }
        let mut ways: Vec<Way> = Vec::new();
        effort(round, &self.terrain).run(&self.terrain, &self.start, control, |way, _| {
            ways.push(way);
            Ok(())
        })?;
        for way in ways {
            if let Some(moves) = self.complete(&way, control)? {
                self.accept(moves, round, control)?;
            }
        }
        Ok(())
    }

    /// The moves of a way, with those that are missing made by another solver.
    fn complete(&self, way: &Way, control: &mut Control) -> Result<Option<Vec<Direction>>, Stop> {
        let mut moves: Vec<Direction> = way.walk.iter().collect();
        if way.distance > 0 {
            let goal = self.instance.goal();
            let tiles = way.arrangement.tiles.iter().map(|&tile| goal.tiles()[tile as usize]).collect();
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
    fn accept(&mut self, mut moves: Vec<Direction>, round: u32, control: &mut Control) -> Result<(), Stop> {
        self.offer(&moves, control);
        if round == 0 {
            return Ok(());
        }
        for (sides, stride) in [((4, 4), 5), ((5, 5), 7)] {
            let polish = Polish { sides, width: 10 << round, longest: 60, stride };
            let polished = polish.run(&self.terrain, &self.start, &mut moves, control);
            self.offer(&moves, control);
            polished?;
        }
        Ok(())
    }

    fn offer(&mut self, moves: &[Direction], control: &mut Control) {
        if moves.len() < self.best.len() {
            self.best = moves.iter().copied().collect();
            // An observer who breaks off has no more work granted.
            let _ = control.improved(moves.len() as u64);
        }
    }
}

/// The settings of a round: about three times as many states as before.
fn effort(round: u32, terrain: &Terrain) -> Effort {
    let growth = 3u32.saturating_pow(round);
    let states = growth.saturating_mul(64);
    let longer = terrain.rows.max(terrain.columns);
    let side = states.isqrt();
    // A window that is nearly the whole board might as well be.
    let side = if 4 * side >= 3 * longer { longer } else { side };
    let first = round == 0;
    Effort {
        sweep: Sweep {
            side,
            width: (states / (side * side).min(terrain.cells())).clamp(1, 64) as usize,
            until: if first { 0.6 } else { 1.0 },
        },
        aims: if first { [6, 6] } else { [8, 6] },
        lines: Lines {
            side: (8 + 2 * round).min(20),
            width: 4 * growth as usize,
            slack: 6 + 4 * round as usize,
            ends: 1 + round as usize,
            until: if first { 0.9 } else { 1.0 },
        },
        rest: (3 + round / 2).min(SMALL),
        width: 200 * growth as usize,
    }
}
