//! Tests of single paths against a search over all times, whose steps the referee judges.

use alloc::vec::Vec;

use cpf_core::{Instance, MotionModel, generate};
use motion_core::graph::Graph;
use motion_core::{Control, Move, Schedule, Token, Vertex};
use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::{Others, PathCost, Pieces, RobotTask, SharedIntervals, SingleRobotSearch, headway};
use crate::all_distances::{DistancesOfRobot, UNREACHABLE};
use crate::timed_paths::{TimedPaths, last_move, move_count, place_at};
use crate::visit_table::VisitTable;

/// The time from which the other robots rest.
const REST: usize = 7;

/// Robots on a small graph after random walks. The last robot is replanned.
struct Walks {
    graph: Graph,
    paths: Vec<Vec<Vertex>>,
    goal: Vertex,
}

impl Walks {
    fn new(seed: u64, model: MotionModel) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let vertices = rng.random_range(4..=7);
        let chords = rng.random_range(0..=3);
        let graph = generate::connected(vertices, chords, &mut rng).expect("a connected graph");
        let count = graph.vertex_count();
        let robots = rng.random_range(2..=count.min(5));
        let instance = generate::robots(graph, robots, &mut rng).expect("an instance");
        let mut paths: Vec<Vec<Vertex>> =
            instance.start().places().iter().map(|&start| alloc::vec![start]).collect();
        let graph = instance.graph().clone();
        for time in 0..REST {
            let here: Vec<Vertex> = paths.iter().map(|path| path[time]).collect();
            let mut next = here.clone();
            for _ in 0..4 * robots {
                let robot = rng.random_range(0..robots as u32) as usize;
                let neighbours = graph.neighbours(here[robot]);
                let old = next[robot];
                next[robot] = neighbours[rng.random_range(0..neighbours.len() as u32) as usize];
                if !is_legal(&graph, &here, &next, model) {
                    next[robot] = old;
                }
            }
            paths.iter_mut().zip(next).for_each(|(path, next)| path.push(next));
        }
        let goal = Vertex(rng.random_range(0..count as u32));
        Self { graph, paths, goal }
    }

    fn others(&self) -> &[Vec<Vertex>] {
        &self.paths[..self.paths.len() - 1]
    }

    fn table(&self) -> VisitTable {
        let mut table = VisitTable::new(self.graph.vertex_count());
        self.others().iter().enumerate().for_each(|(robot, path)| table.add(robot, path));
        table
    }

    /// Returns whether the last robot may make this step while the others make theirs.
    fn allows(&self, time: usize, from: Vertex, to: Vertex, model: MotionModel) -> bool {
        let places = |time: usize, own: Vertex| {
            let others = self.others().iter().map(|path| place_at(path, time));
            others.chain([own]).collect::<Vec<_>>()
        };
        is_legal(&self.graph, &places(time, from), &places(time + 1, to), model)
    }

    /// The least cost of being at the goal after the last time, found by trying every step. `cost`
    /// is the cost of a step from a time, or `None` if it is not allowed.
    fn least_cost(&self, cost: impl Fn(usize, Vertex, Vertex) -> Option<u32>) -> Option<u32> {
        let end = REST + 3 * self.graph.vertex_count();
        let mut costs = alloc::vec![None; self.graph.vertex_count()];
        costs[self.paths[self.paths.len() - 1][0].index()] = Some(0);
        for time in 0..end {
            let mut next = alloc::vec![None; costs.len()];
            for from in self.graph.vertices() {
                let Some(before) = costs[from.index()] else { continue };
                for &to in self.graph.neighbours(from).iter().chain([&from]) {
                    let Some(step) = cost(time, from, to) else { continue };
                    let known: &mut Option<u32> = &mut next[to.index()];
                    *known = Some(known.map_or(before + step, |known| known.min(before + step)));
                }
            }
            costs = next;
        }
        costs[self.goal.index()]
    }

    /// The steps that the referee allows, as pairs of vertices for each time.
    fn allowed(&self, model: MotionModel) -> Vec<Vec<(Vertex, Vertex)>> {
        let end = REST + 3 * self.graph.vertex_count();
        let steps = |time: usize| {
            // Once all others rest, all times are equal.
            let time = time.min(REST);
            let pairs = self.graph.vertices().flat_map(|from| {
                let ends = self.graph.neighbours(from).iter().copied().chain([from]);
                ends.map(move |to| (from, to))
            });
            pairs.filter(|&(from, to)| self.allows(time, from, to, model)).collect::<Vec<_>>()
        };
        let busy: Vec<_> = (0..=REST).map(steps).collect();
        (0..end).map(|time| busy[time.min(REST)].clone()).collect()
    }

    /// The first time from which the robot can stay at its goal.
    fn earliest_arrival(&self, allowed: &[Vec<(Vertex, Vertex)>]) -> Option<u32> {
        let mut reached = alloc::vec![self.paths[self.paths.len() - 1][0]];
        let stays = |time: usize| allowed[time..].iter().all(|steps| steps.contains(&(self.goal, self.goal)));
        for (time, steps) in allowed.iter().enumerate() {
            if reached.contains(&self.goal) && stays(time) {
                return Some(time as u32);
            }
            reached = steps.iter().filter(|(from, _)| reached.contains(from)).map(|&(_, to)| to).collect();
        }
        None
    }

    fn task<'a>(&self, distances: &'a [u32], cost: PathCost) -> RobotTask<'a> {
        let start = self.paths[self.paths.len() - 1][0];
        let latest = (REST + 3 * self.graph.vertex_count()) as u32;
        let distances = DistancesOfRobot::Long(distances);
        RobotTask { start, goal: self.goal, distances, cost, most: u32::MAX, latest }
    }

    fn distances(&self) -> Vec<u32> {
        let distances = self.graph.distances([self.goal]);
        self.graph.vertices().map(|vertex| distances.get(vertex).unwrap_or(UNREACHABLE)).collect()
    }
}

/// Returns whether the referee accepts one step.
fn is_legal(graph: &Graph, here: &[Vertex], next: &[Vertex], model: MotionModel) -> bool {
    let robots: Vec<_> = here.iter().copied().zip(next.iter().copied()).collect();
    let Ok(instance) = Instance::new(graph.clone(), &robots) else { return false };
    let mut schedule = Schedule::new();
    let moves = (0..).zip(&robots).filter(|(_, (from, to))| from != to);
    schedule.push_step(moves.map(|(robot, &(from, to))| Move { token: Token(robot), from, to }));
    instance.verify_schedule(&schedule, model).is_ok()
}

#[test]
fn single_paths_cost_least() {
    let seeds = cases(60, 1500);
    let (mut found, mut none) = (0, 0);
    let mut search = SingleRobotSearch::default();
    for model in MotionModel::ALL {
        for seed in 0..seeds {
            let walks = Walks::new(seed, model);
            let (table, distances) = (walks.table(), walks.distances());
            let allowed = walks.allowed(model);
            let moves =
                |time: usize, from, to| allowed[time].contains(&(from, to)).then_some(u32::from(from != to));
            let least = [walks.earliest_arrival(&allowed), walks.least_cost(moves)];
            for (cost, least) in [PathCost::Arrival, PathCost::Moves].into_iter().zip(least) {
                let mut others = Others { table: &table, paths: walks.others(), model };
                let task = walks.task(&distances, cost);
                let mut run = |task: &RobotTask<'_>, search: &mut SingleRobotSearch| {
                    search.run(walks.graph.arcs(), &mut others, task, seed as u32, &mut Control::unlimited())
                };
                let path = run(&task, &mut search).expect("no limit").then(|| search.path().to_vec());
                let measure = |path: &Vec<Vertex>| match cost {
                    PathCost::Moves => move_count(path) as u32,
                    _ => last_move(path) as u32,
                };
                let place = (model, seed, cost);
                assert_eq!(path.as_ref().map(measure), least, "{place:?}");
                let Some(path) = path else {
                    none += 1;
                    continue;
                };
                found += 1;
                // The whole path is legal.
                for (time, steps) in allowed.iter().enumerate() {
                    let (from, to) = (place_at(&path, time), place_at(&path, time + 1));
                    assert!(steps.contains(&(from, to)), "{place:?} at {time}");
                }
                // With a lower limit, there is no path.
                if let Some(most) = least.and_then(|least| least.checked_sub(1)) {
                    let bounded = run(&RobotTask { most, ..task }, &mut search);
                    assert_eq!(bounded, Ok(false), "{place:?} within {most}");
                }
            }
        }
    }
    assert!(found > seeds && none > seeds, "{found} paths, {none} times none");
}

/// Checks that the paths found have the fewest collisions. A collision is a visit of another robot
/// that overlaps a stay (in the model `Pebble`, each visit is extended by one step at both ends),
/// or a closed cycle.
fn collisions_are_fewest(seeds: u64) {
    let mut with_collisions = 0;
    let mut search = SingleRobotSearch::default();
    for model in MotionModel::ALL {
        for seed in 0..seeds {
            let walks = Walks::new(seed, model);
            let (table, distances) = (walks.table(), walks.distances());
            let visits = |vertex: Vertex, time: usize, new: bool| {
                let (time, headway) = (time as u32, headway(model));
                let meets = table.visits(vertex).iter().filter(|visit| {
                    let start = visit.start.saturating_sub(headway);
                    start <= time && visit.end.saturating_add(headway) >= time && (!new || start == time)
                });
                meets.count() as u32
            };
            let circle = |time: usize, from: Vertex, to: Vertex| {
                let mut vertex = to;
                let mut first = true;
                // The others may turn a cycle of their own.
                for _ in walks.others() {
                    let at = |path: &&Vec<Vertex>| place_at(path, time) == vertex;
                    let Some(path) = walks.others().iter().find(at) else { return false };
                    vertex = place_at(path, time + 1);
                    if vertex == from {
                        return model == MotionModel::Train || (first && model == MotionModel::Standard);
                    }
                    if vertex == place_at(path, time) {
                        return false;
                    }
                    first = false;
                }
                false
            };
            let cost = |time: usize, from: Vertex, to: Vertex| {
                let moves = from != to;
                Some(visits(to, time + 1, !moves) + u32::from(moves && circle(time, from, to)))
            };
            let start = walks.paths[walks.paths.len() - 1][0];
            let least = walks.least_cost(cost).map(|least| least + visits(start, 0, false));
            let mut pieces = Pieces::default();
            let mut others = SharedIntervals::new(&table, walks.others(), model, &mut pieces);
            let task = walks.task(&distances, PathCost::Collisions);
            let found = search.run(walks.graph.arcs(), &mut others, &task, 0, &mut Control::unlimited());
            assert_eq!(found, Ok(true), "{model} {seed}");
            let path = search.path();
            let steps = (0..REST + 3 * walks.graph.vertex_count()).map(|time| {
                let step = cost(time, place_at(path, time), place_at(path, time + 1));
                step.expect("every step has a cost")
            });
            let own = steps.sum::<u32>() + visits(start, 0, false);
            assert_eq!(Some(own), least, "{model} {seed}");
            with_collisions += u64::from(own > 0);
        }
    }
    assert!(with_collisions > seeds / 5, "only {with_collisions} paths have collisions");
}

#[test]
fn collisions_of_single_paths_are_fewest() {
    collisions_are_fewest(150);
}

#[test]
fn a_robot_closes_no_circle_in_the_model_train() {
    // Three robots turn around a square. The fourth may complete the cycle only in the model
    // `Standard`.
    let square = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)].map(|(a, b)| (Vertex(a), Vertex(b))));
    let square = square.expect("a square");
    let paths = [[0, 1], [1, 2], [2, 3]].map(|path| path.map(Vertex).to_vec()).to_vec();
    let walks = Walks {
        graph: square,
        paths: [paths, alloc::vec![alloc::vec![Vertex(3)]]].concat(),
        goal: Vertex(0),
    };
    let distances = walks.distances();
    let table = walks.table();
    for (model, arrival) in [(MotionModel::Train, None), (MotionModel::Standard, Some(1))] {
        let mut others = Others { table: &table, paths: walks.others(), model };
        let mut search = SingleRobotSearch::default();
        let task = walks.task(&distances, PathCost::Arrival);
        let found = search.run(walks.graph.arcs(), &mut others, &task, 0, &mut Control::unlimited());
        let path = found.expect("no limit").then(|| search.path().to_vec());
        assert_eq!(path.map(|path| last_move(&path)), arrival, "{model}");
    }
    assert_eq!(TimedPaths::new(walks.paths).makespan(), 1);
}
