//! Schedules for dense instances, in long steps: all robots along a path advance by one.

mod along_path;
mod attraction;
mod board;
mod long_path;
mod route;
mod short_cycles;
mod step_search;

use cpf_core::{Instance, MotionModel, Objective, Scheduler};
use motion_core::{Control, Outcome, Quality, Schedule, Solver, Stop};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::all_distances::AllDistances;
use crate::model_and_objective::{model_and_objective_builders, model_and_objective_getters};
use crate::retiming::retimed;
use short_cycles::ShortCycles;
use step_search::{StepSearch, Steps};

/// A scheduler for instances with few vacant vertices in the models `Train` and `Standard`. In each
/// of its steps, all robots along a path advance by one.
///
/// In these models the robots on a simple path that begins with a vacant vertex can all advance by
/// one in a single step, however long the path is. The search is guided by a potential, a sum of
/// powers of the robots' distances. It takes the step, or pair of steps, that lowers the potential
/// most per step:
/// * the best path among those that take chords of a long random path, by dynamic programming; or
/// * two steps, there along such a path and back, which differ in chords and so turn disjoint
///   pieces of the path all at once (the long path is changed at random while that gains); or
/// * two steps, there and back past many short cycles. A cycle is turned if one way takes an edge
///   of it and the other all its vertices. A turn also counts for half of its gain together with
///   one that follows.
///
/// Turns of cycles with an even number of vertices are even permutations of the robots, so pairs of
/// neighbours in each other's places are left over. Weights of the robots attract such pairs to
/// each other, because two of them can be undone at once.
///
/// Schedules are made until the budget ends. Most of them begin like the best one so far. A
/// schedule is dropped if its sum of distances falls some steps behind that of the best.
///
/// # Guarantees
/// Solved with a feasible schedule, bounded by the [bound of the instance](Instance::lower_bound),
/// unless a limit comes first or no schedule is found. Incomplete: on small grids, and on graphs
/// with few short cycles, it may find nothing. It supports connected graphs in the models `Train`
/// and `Standard`; otherwise the outcome is [`Stop::Unsupported`]. Deterministic under a node
/// limit.
///
/// # Complexity
/// A node is a path tried, in time linear in the vertices and edges. Memory is needed for the
/// distances of all vertices to all goals, two bytes each, for the short cycles, and for two
/// schedules.
///
/// # Examples
/// ```
/// use mapf::cpf_core::generate;
/// use mapf::motion_core::{Control, Solver};
/// use mapf::{MotionModel, PathShifts};
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// // The robots of a 4×4 grid with one vacant cell, in a random order.
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let instance = generate::permutation_on_grid(4, 4, 1, &mut rng)?;
/// let schedule = PathShifts::default().solve(&instance, &mut Control::unlimited()).into_result()?;
/// let metrics = instance.verify_schedule(&schedule, MotionModel::Train)?;
/// assert!(metrics.makespan < 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The sum of costs in the model `Standard`; eight rounds, the seed 1.
    fn default() -> Self {
        Self {
            model: MotionModel::Standard,
            objective: Objective::SumOfCosts,
            rounds: 8,
            rotations: true,
            attraction: true,
            prefixes: true,
            seed: 1,
        }
    }
}

impl PathShifts {
    model_and_objective_builders! {
        /// Sets the objective by which schedules are compared.
    }

    /// Sets the number of schedules that are made if neither nodes nor time are limited.
    pub const fn with_rounds(mut self, rounds: u32) -> Self {
        self.rounds = rounds;
        self
    }

    /// Sets whether steps past short cycles are tried.
    #[doc(hidden)]
    pub const fn with_rotations(mut self, rotations: bool) -> Self {
        self.rotations = rotations;
        self
    }

    /// Sets whether weights attract pairs of neighbours in each other's places to each other.
    #[doc(hidden)]
    pub const fn with_attraction(mut self, attraction: bool) -> Self {
        self.attraction = attraction;
        self
    }

    /// Sets whether most schedules begin like the best one.
    #[doc(hidden)]
    pub const fn with_prefixes(mut self, prefixes: bool) -> Self {
        self.prefixes = prefixes;
        self
    }

    /// Sets the seed of the random choices.
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Makes schedules until the budget ends, and keeps the cheapest in `best`. The memory held in
    /// `control` is not released.
    fn repeat(
        self,
        instance: &Instance,
        best: &mut Option<(u64, Schedule)>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let distances = AllDistances::new(instance.into(), control)?;
        let cycles = ShortCycles::new(instance.graph());
        control.hold(cycles.bytes())?;
        let bound = distances.lower_bound(instance.into(), self.objective, self.model);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut best_steps = Steps::default();
        let mut best_bytes = 0;
        let mut longest = 20 * instance.graph().vertex_count();
        for round in 0u64.. {
            if round >= u64::from(self.rounds) && control.fraction_used().is_none() {
                break;
            }
            control.spend(1)?;
            let mut search = StepSearch::new(self, instance, &distances, &cycles, round, &mut rng);
            // Three of four schedules begin like the best one.
            if self.prefixes && !best_steps.paths.is_empty() && rng.random_range(0..4) > 0 {
                let steps = best_steps.paths.len() as u32;
                let kept = rng.random_range(steps / 4..steps) as usize;
                best_steps.paths[..kept].iter().try_for_each(|path| search.shift(path, control))?;
            }
            let solved = search.run(longest, &best_steps, &mut rng, control)?;
            let (schedule, steps, bytes) = search.into_steps();
            if solved {
                let schedule = retimed(instance, &schedule, self.model);
                let metrics = instance.verify_schedule(&schedule, self.model);
                let cost = metrics.expect("invariant: shifts are legal").cost(self.objective);
                if best.as_ref().is_none_or(|&(least, _)| cost < least) {
                    longest = schedule.makespan() + schedule.makespan() / 8;
                    control.release(best_bytes);
                    (best_steps, best_bytes) = (steps, bytes);
                    *best = Some((cost, schedule.clone()));
                    control.improved(cost, || schedule.clone())?;
                    if cost == bound {
                        return Ok(());
                    }
                    continue;
                }
            }
            control.release(bytes);
        }
        Err(Stop::GaveUp)
    }
}

impl Solver<Instance> for PathShifts {
    type Solution = Schedule;

    fn solve(&self, problem: &Instance, control: &mut Control) -> Outcome<Schedule> {
        problem.if_feasible_in(self.model, control, |control| {
            let full = problem.vacant_count() == 0 && problem.start() != problem.goal();
            if self.model == MotionModel::Pebble || full || !problem.graph().is_connected() {
                return Outcome::stopped(Stop::Unsupported);
            }
            let mut best = None;
            let ended = self.repeat(problem, &mut best, control);
            match best {
                Some((cost, plan)) => {
                    let lower_bound = problem.lower_bound(self.objective, self.model);
                    Outcome::Solved { plan, quality: Quality::of_cost(cost, lower_bound) }
                }
                None => Outcome::stopped(ended.err().unwrap_or(Stop::GaveUp)),
            }
        })
    }
}

impl Scheduler for PathShifts {
    model_and_objective_getters!();
}
