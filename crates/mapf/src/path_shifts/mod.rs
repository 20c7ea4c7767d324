//! Dense instances in long steps: all robots along a path move on by one.

mod along_path;
mod attraction;
mod board;
mod long_path;
mod route;
mod short_cycles;

use alloc::vec::Vec;

use cpf_core::{Instance, MotionModel, Objective, Scheduler};
use motion_core::{Control, Outcome, Quality, Schedule, Solver, Stop, Vertex};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::goal_distances::GoalDistances;
use crate::retiming::retimed;
use along_path::AlongPath;
use board::{Board, Power};
use long_path::LongPath;
use route::{Route, Router};
use short_cycles::ShortCycles;

/// Schedules for instances with few vacant vertices in the models `Train` and `Standard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathShifts {
    model: MotionModel,
    objective: Objective,
    rounds: u32,
    rotations: bool,
    attraction: bool,
    prefixes: bool,
    seed: u64,
}

impl Default for PathShifts {
    /// The makespan in the model `Train`; eight rounds.
    fn default() -> Self {
        Self {
            model: MotionModel::Train,
            objective: Objective::Makespan,
            rounds: 8,
            rotations: true,
            attraction: true,
            prefixes: true,
            seed: 1,
        }
    }
}

impl PathShifts {
    /// Sets the model in which the schedules are legal.
    pub const fn with_model(mut self, model: MotionModel) -> Self {
        self.model = model;
        self
    }

    /// Sets by what schedules are compared.
    pub const fn with_objective(mut self, objective: Objective) -> Self {
        self.objective = objective;
        self
    }

    /// Sets how many schedules are made where neither nodes nor time are limited.
    pub const fn with_rounds(mut self, rounds: u32) -> Self {
        self.rounds = rounds;
        self
    }

    /// Sets whether short cycles are turned.
    pub const fn with_rotations(mut self, rotations: bool) -> Self {
        self.rotations = rotations;
        self
    }

    /// Sets whether exchanges are drawn together.
    pub const fn with_attraction(mut self, attraction: bool) -> Self {
        self.attraction = attraction;
        self
    }

    /// Sets whether schedules begin as the best one so far.
    pub const fn with_prefixes(mut self, prefixes: bool) -> Self {
        self.prefixes = prefixes;
        self
    }

    /// Sets the seed of the random choices.
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Makes schedules until the budget ends, and keeps the cheapest.
    fn repeat(
        self,
        instance: &Instance,
        distances: &GoalDistances,
        control: &mut Control,
    ) -> (Option<Schedule>, Stop) {
        let cycles = ShortCycles::new(instance.graph());
        if let Err(why) = control.hold(cycles.bytes()) {
            return (None, why);
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut best: Option<(u64, Schedule)> = None;
        let mut best_paths: Vec<Vec<Vertex>> = Vec::new();
        let mut longest = 20 * instance.graph().vertex_count();
        for round in 0.. {
            if round >= self.rounds && control.fraction_used().is_none() {
                break;
            }
            let power = [Power::FiveQuarters, Power::ThreeHalves, Power::Two][round as usize / 3 % 3];
            let mut search = StepSearch {
                settings: self,
                board: Board::new(instance, distances, power),
                cycles: &cycles,
                strength: if rng.random_range(0..2) == 0 { 150 } else { 300 },
                tries: (PATHS / instance.graph().vertex_count() as u32).max(10)
                    * [3, 1, 10][round as usize % 3],
                long: LongPath::default(),
                along: AlongPath::default(),
                router: Router::default(),
                schedule: Schedule::new(),
                paths: Vec::new(),
            };
            // Three of four schedules begin as the best one does.
            if self.prefixes && !best_paths.is_empty() && rng.random_range(0..4) > 0 {
                let steps = best_paths.len() as u32;
                let kept = rng.random_range(steps / 4..steps) as usize;
                best_paths[..kept].iter().for_each(|path| search.shift(path));
            }
            match search.run(longest, &mut rng, control) {
                Ok(false) => {}
                Ok(true) => {
                    let schedule = retimed(instance, &search.schedule);
                    let metrics = instance.verify_schedule(&schedule, self.model);
                    let cost = metrics.expect("invariant: shifts are legal").cost(self.objective);
                    if best.as_ref().is_none_or(|&(least, _)| cost < least) {
                        best_paths = search.paths;
                        longest = schedule.makespan() + schedule.makespan() / 8;
                        let told = control.improved(cost, || schedule.clone());
                        best = Some((cost, schedule));
                        if let Err(why) = told {
                            return (best.map(|(_, schedule)| schedule), why);
                        }
                    }
                }
                Err(why) => return (best.map(|(_, schedule)| schedule), why),
            }
        }
        (best.map(|(_, schedule)| schedule), Stop::GaveUp)
    }
}

/// For one vertex, the long paths tried for a step where few are.
const PATHS: u32 = 10_000;

/// The paths of one step, or of two.
#[derive(Clone, Debug, Default)]
struct Choice {
    gain: i64,
    steps: Vec<Vec<Vertex>>,
}

impl Choice {
    /// Takes these steps if they gain more a step.
    fn offer(&mut self, gain: i64, steps: i64, paths: impl FnOnce() -> Vec<Vec<Vertex>>) {
        if gain > 0 && gain * self.steps.len().max(1) as i64 > self.gain * steps {
            *self = Self { gain, steps: paths() };
        }
    }
}

/// One schedule in the making.
struct StepSearch<'a> {
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
}

impl StepSearch<'_> {
    /// Makes a step.
    fn shift(&mut self, path: &[Vertex]) {
        self.board.shift(path, &mut self.schedule);
        self.paths.push(path.to_vec());
    }

    /// Completes the schedule; returns whether it has at most about this many steps.
    fn run(
        &mut self,
        longest: usize,
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let mut fruitless = 0;
        while self.board.displaced() > 0 {
            if self.paths.len() > longest {
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
            if choice.gain == 0 {
                // A short random step leads on.
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
                self.shift(path);
            }
        }
        Ok(true)
    }

    /// The best steps along a long path, which is changed at random while that gains.
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
            for _ in 0..1 + attempt % 3 {
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

    /// The best of some routes that turn short cycles.
    fn by_rotations(
        &mut self,
        vacant: Vertex,
        choice: &mut Choice,
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> Result<(), Stop> {
        /// Routes tried.
        const ROUTES: u32 = 20;
        // Pairs of rotations pay where few robots are left, and cost too much before.
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

impl Solver<Instance> for PathShifts {
    type Solution = Schedule;

    fn solve(&self, problem: &Instance, control: &mut Control) -> Outcome<Schedule> {
        if self.model == MotionModel::Pebble || !problem.graph().is_connected() {
            return Outcome::stopped(Stop::Unsupported);
        }
        problem.if_feasible(control, |control| {
            let distances = match GoalDistances::new(problem, control) {
                Ok(distances) => distances,
                Err(why) => return Outcome::stopped(why),
            };
            let (best, why) = control.scope(|control| self.repeat(problem, &distances, control));
            distances.release(control);
            match best {
                Some(plan) => Outcome::Solved { plan, quality: Quality::Feasible },
                None => Outcome::stopped(why),
            }
        })
    }
}

impl Scheduler for PathShifts {
    fn model(&self) -> MotionModel {
        self.model
    }

    fn objective(&self) -> Objective {
        self.objective
    }
}
