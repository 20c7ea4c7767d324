//! The construction of one schedule, step by step.

use alloc::vec::Vec;

use cpf_core::Instance;
use motion_core::{Control, Move, Schedule, Stop, Vertex};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::along_path::AlongPath;
use super::board::{Board, Power};
use super::long_path::LongPath;
use super::route::{Route, Router};
use super::short_cycles::ShortCycles;
use super::{PathShifts, attraction};
use crate::all_distances::AllDistances;

/// The number of long paths tried for a step is in proportion to this, divided by the number of
/// vertices.
const PATHS: u32 = 10_000;

/// The number of steps that a schedule may be behind the best one before it is dropped.
const MOST_STEPS_BEHIND: usize = 3;

/// The paths of one step, or of two.
#[derive(Clone, Debug, Default)]
struct Choice {
    gain: i64,
    steps: Vec<Vec<Vertex>>,
}

impl Choice {
    /// The number of steps, at least 1.
    fn step_count(&self) -> i64 {
        if self.steps.len() > 1 { 2 } else { 1 }
    }

    /// Takes these steps if they gain more per step.
    fn offer(&mut self, gain: i64, steps: i64, paths: impl FnOnce() -> Vec<Vec<Vertex>>) {
        if gain > 0 && gain * self.step_count() > self.gain * steps {
            *self = Self { gain, steps: paths() };
        }
    }
}

/// The steps of a schedule.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    /// The path of each step.
    pub(super) paths: Vec<Vec<Vertex>>,
    /// The sum of distances after each step.
    sums: Vec<u64>,
}

impl Steps {
    /// Returns whether these robots were nearer to their goals some steps earlier than the robots
    /// of `sums` are now.
    fn is_ahead_of(&self, sums: &[u64]) -> bool {
        let earlier = sums.len().checked_sub(1 + MOST_STEPS_BEHIND).and_then(|index| self.sums.get(index));
        earlier.zip(sums.last()).is_some_and(|(&other, &own)| other < own)
    }
}

/// A schedule under construction.
pub(super) struct StepSearch<'a> {
    settings: PathShifts,
    board: Board<'a>,
    cycles: &'a ShortCycles,
    strength: i64,
    tries: u32,
    long: LongPath,
    along: AlongPath,
    router: Router,
    schedule: Schedule,
    /// The path of each step.
    paths: Vec<Vec<Vertex>>,
    /// The sum of distances after each step.
    sums: Vec<u64>,
    /// The bytes that `control` has granted for the schedule and the paths.
    held: u64,
}

impl<'a> StepSearch<'a> {
    /// Begins a schedule. Its number determines how many paths are tried for a step, and the power
    /// in the potential.
    pub(super) fn new(
        settings: PathShifts,
        instance: &'a Instance,
        distances: &'a AllDistances<'a>,
        cycles: &'a ShortCycles,
        number: u64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Self {
        let power = [Power::ThreeHalves, Power::Two, Power::FiveQuarters][(number / 3 % 3) as usize];
        let few = (PATHS / instance.graph().vertex_count() as u32).clamp(10, 100);
        Self {
            settings,
            board: Board::new(instance, distances, power),
            cycles,
            strength: if rng.random_range(0..2) == 0 { 150 } else { 300 },
            tries: few * [3, 1, 10][(number % 3) as usize],
            long: LongPath::default(),
            along: AlongPath::default(),
            router: Router::default(),
            schedule: Schedule::new(),
            paths: Vec::new(),
            sums: Vec::new(),
            held: 0,
        }
    }

    /// The schedule, its steps, and the bytes that `control` has granted for them.
    pub(super) fn into_steps(self) -> (Schedule, Steps, u64) {
        (self.schedule, Steps { paths: self.paths, sums: self.sums }, self.held)
    }

    /// Makes a step.
    pub(super) fn shift(&mut self, path: &[Vertex], control: &mut Control) -> Result<(), Stop> {
        let bytes = (size_of_val(path) + path.len() * size_of::<Move>() + size_of::<Vec<Vertex>>()) as u64;
        control.hold(bytes)?;
        self.held += bytes;
        self.board.shift(path, &mut self.schedule);
        self.paths.push(path.to_vec());
        self.sums.push(self.board.sum());
        Ok(())
    }

    /// Completes the schedule. Returns whether it succeeded within about `longest` steps and
    /// without falling far behind `other`.
    pub(super) fn run(
        &mut self,
        longest: usize,
        other: &Steps,
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        /// The number of choices in a row, without more robots at their goals, after which a random
        /// step is made.
        const PATIENCE: u32 = 30;
        let mut fruitless = 0;
        let (mut fewest, mut since) = (self.board.displaced(), 0);
        while self.board.displaced() > 0 {
            if self.paths.len() > longest || other.is_ahead_of(&self.sums) {
                return Ok(false);
            }
            if self.settings.attraction {
                attraction::set_weights(&mut self.board, self.strength, rng);
            }
            let vacant: Vec<Vertex> = self.board.vacant().collect();
            let mut choice = Choice::default();
            let vacant = vacant[rng.random_range(0..vacant.len() as u32) as usize];
            self.along_long_path(vacant, &mut choice, rng, control)?;
            if self.settings.rotations {
                self.by_rotations(vacant, &mut choice, rng, control)?;
            }
            since += 1;
            if self.board.displaced() < fewest || since > PATIENCE {
                fewest = self.board.displaced();
                if since > PATIENCE {
                    choice = Choice::default();
                }
                since = 0;
            }
            if choice.gain == 0 {
                // A short random step gets the search out of the dead end.
                fruitless += 1;
                let most = self.long.path.len().saturating_sub(1).min(3 + fruitless);
                if most == 0 {
                    return Ok(false);
                }
                let length = 2 + rng.random_range(0..most as u32) as usize;
                choice.steps.push(self.long.path[..length].to_vec());
            } else {
                fruitless = 0;
            }
            for path in &choice.steps {
                self.shift(path, control)?;
            }
        }
        Ok(true)
    }

    /// Finds the best steps along a long path, which is changed at random while that gains.
    fn along_long_path(
        &mut self,
        vacant: Vertex,
        choice: &mut Choice,
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> Result<(), Stop> {
        self.long.begin(&self.board, vacant, rng);
        let mut best = 0;
        for attempt in 0..self.tries {
            control.spend(1)?;
            for _ in 0..=attempt % 3 {
                self.long.change(&self.board, rng);
            }
            let (one, end) = self.along.one_step(&self.board, &self.long);
            choice.offer(one, 1, || alloc::vec![self.along.step_to(&self.long, end)]);
            let (two, end) = self.along.there_and_back(&self.board, &self.long);
            choice.offer(two, 2, || self.along.both_steps(&self.long, end).to_vec());
            if (2 * one).max(two) >= best {
                best = (2 * one).max(two);
                self.long.keep();
            } else {
                self.long.take_back();
            }
        }
        Ok(())
    }

    /// Finds the best of some routes that turn short cycles.
    fn by_rotations(
        &mut self,
        vacant: Vertex,
        choice: &mut Choice,
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> Result<(), Stop> {
        /// The number of routes tried.
        const ROUTES: u32 = 20;
        // Pairs of rotations pay when few robots are left, and cost too much before.
        let pairs = 2 * self.board.displaced() < self.board.robots.len();
        let rotations = self.cycles.rotations(&mut self.board, vacant, pairs);
        if rotations.is_empty() {
            return Ok(());
        }
        for _ in 0..ROUTES {
            control.spend(1)?;
            let Route { gain, there, mut back } =
                self.router.route(&self.board, self.cycles, &rotations, vacant, rng);
            choice.offer(gain, 2, || {
                back.reverse();
                alloc::vec![there, back]
            });
        }
        Ok(())
    }
}
