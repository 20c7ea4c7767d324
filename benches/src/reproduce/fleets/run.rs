//! A run of a fleet, each step of which is checked.

use std::time::Duration;

use cpf::cpf_core::internal::StepReferee;
use cpf::{AutoScheduler, Instance};
use mapf::MotionModel;
use mapf::fleet::Fleet;
use motion_core::{Budget, Configuration, Control, Solver, Token, Vertex};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::demand::Demand;
use super::maps::{AnyGraph, FleetMap};
use crate::thread_time::thread_time;

/// The measures of a run.
pub(super) struct Measured {
    pub(super) finished: u64,
    pub(super) steps: u64,
    pub(super) waits: u64,
    /// The processor time of each step, in ascending order.
    times: Vec<Duration>,
    /// The number of steps that took a millisecond longer than their limit, after the first ten.
    pub(super) late: usize,
}

impl Measured {
    pub(super) fn throughput(&self) -> f64 {
        self.finished as f64 / self.steps as f64
    }

    /// The milliseconds of the step that takes longer than this percentage of the others.
    pub(super) fn milliseconds(&self, percentage: usize) -> f64 {
        let index = percentage * (self.times.len() - 1) / 100;
        1e3 * self.times[index].as_secs_f64()
    }

    pub(super) fn mean_milliseconds(&self) -> f64 {
        1e3 * self.times.iter().sum::<Duration>().as_secs_f64() / self.times.len() as f64
    }
}

/// Draws distinct starts.
pub(super) fn starts(map: &FleetMap, robots: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<Vertex> {
    let mut starts = map.starts.clone();
    for turn in 0..robots {
        let other = rng.random_range(turn..starts.len());
        starts.swap(turn, other);
    }
    starts.truncate(robots);
    starts
}

/// Lets a fleet run. A limit of zero means a step by priority inheritance alone.
pub(super) fn run(
    map: &FleetMap,
    robots: usize,
    steps: u64,
    limit: Duration,
    seed: u64,
    change: impl Fn(Fleet) -> Fleet,
) -> Measured {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let starts = starts(map, robots, &mut rng);
    let (fleet, graph) = match &map.graph {
        AnyGraph::Undirected(graph) => (Fleet::new(graph, &starts), graph),
        AnyGraph::Directed(graph) => (Fleet::on_arcs(graph, &starts), graph.underlying()),
    };
    let mut fleet = change(fleet.expect("invariant: distinct vertices").with_seed(seed));
    let start = Configuration::new(map.vertex_count(), &starts).expect("invariant: distinct vertices");
    let mut referee = StepReferee::new(graph, start, MotionModel::Standard);
    let mut demand = Demand::new(map, robots);
    let mut measured = Measured { finished: 0, steps, waits: 0, times: Vec::new(), late: 0 };
    for number in 0..steps {
        demand.assign(&mut fleet, &mut rng);
        let budget = if limit.is_zero() {
            Budget::new().with_nodes(0)
        } else {
            Budget::new().with_time_by(thread_time, limit)
        };
        let begun = thread_time();
        let step = fleet.step(&mut Control::new(budget));
        let time = thread_time().saturating_sub(begun);
        let is_late = !limit.is_zero() && time > limit + Duration::from_millis(1);
        measured.late += usize::from(number >= 10 && is_late);
        measured.times.push(time);
        if let AnyGraph::Directed(graph) = &map.graph {
            assert!(step.moves.iter().all(|action| graph.has_arc(action.from, action.to)));
        }
        referee.make(&step.moves).expect("invariant: a legal step");
        measured.finished += step.arrivals.len() as u64;
        measured.waits += step.waits.len() as u64;
        for &(_, goal) in &step.arrivals {
            demand.visited(goal);
        }
    }
    measured.times.sort_unstable();
    measured
}

/// Plans anew before every step: a schedule that brings all robots to their goals at the same time,
/// of which the first step is made. A robot whose goal another one has goes to the nearest vertex
/// that is free of goals. Without a schedule within the limit, all robots wait.
pub(super) fn run_anew(map: &FleetMap, robots: usize, steps: u64, limit: Duration, seed: u64) -> Measured {
    let AnyGraph::Undirected(graph) = &map.graph else { unreachable!("invariant: schedulers know no arcs") };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut places = starts(map, robots, &mut rng);
    let mut demand = Demand::new(map, robots);
    let mut goals: Vec<_> =
        (0..robots).map(|robot| demand.next(Token(robot as u32), places[robot], &mut rng)).collect();
    let scheduler = AutoScheduler::default().with_model(MotionModel::Standard);
    let mut measured = Measured { finished: 0, steps, waits: 0, times: Vec::new(), late: 0 };
    for _ in 0..steps {
        let mut is_taken = vec![false; map.vertex_count()];
        let mut ends = Vec::new();
        for &goal in &goals {
            let distances = graph.distances([goal]);
            let vertices = graph.vertices().filter(|vertex| !is_taken[vertex.index()]);
            let end = vertices.min_by_key(|&vertex| distances.get(vertex).unwrap_or(u32::MAX));
            let end = end.expect("invariant: there are more vertices than robots");
            is_taken[end.index()] = true;
            ends.push((places[ends.len()], end));
        }
        let instance = Instance::new(graph.clone(), &ends).expect("invariant: distinct vertices");
        let begun = thread_time();
        let control = &mut Control::new(Budget::new().with_time_by(thread_time, limit));
        let schedule = scheduler.solve(&instance, control).plan();
        measured.times.push(thread_time().saturating_sub(begun));
        let step = schedule.as_ref().and_then(|schedule| schedule.steps().next()).unwrap_or_default();
        measured.waits += (robots - step.len()) as u64;
        for action in step {
            places[action.token.index()] = action.to;
        }
        for (robot, goal) in goals.iter_mut().enumerate() {
            if *goal == places[robot] {
                measured.finished += 1;
                *goal = demand.next(Token(robot as u32), *goal, &mut rng);
            }
        }
    }
    measured.times.sort_unstable();
    measured
}
