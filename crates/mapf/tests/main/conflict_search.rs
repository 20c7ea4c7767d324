//! Conflict-based search beside a search of all joint steps.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use cpf_core::Setup;
use mapf::{ConflictSearch, Instance, MotionModel, Objective, Technique, Techniques};
use motion_core::{Control, Grid, Outcome, Quality, Solver, Vertex};

/// The least cost of a schedule, by Dijkstra's algorithm over positions and robots that have
/// stopped for good; `None` if there is none.
fn least_cost(instance: &Instance, model: MotionModel, objective: Objective) -> Option<u64> {
    let robots = instance.robot_count();
    let goals = instance.goal().places();
    let start: Vec<Vertex> = instance.start().places().to_vec();
    let mut queue = BinaryHeap::from([Reverse((0u64, start.clone(), 0u32))]);
    let mut best = HashMap::from([((start, 0), 0)]);
    while let Some(Reverse((cost, places, stopped))) = queue.pop() {
        if best[&(places.clone(), stopped)] < cost {
            continue;
        }
        if places == goals {
            return Some(cost);
        }
        let mut next = vec![Vec::new()];
        for robot in 0..robots {
            let from = places[robot];
            let moves: Vec<Vertex> = if stopped >> robot & 1 == 1 {
                vec![from]
            } else {
                instance.graph().neighbours(from).iter().copied().chain([from]).collect()
            };
            next = next
                .into_iter()
                .flat_map(|given: Vec<Vertex>| {
                    let (moves, places) = (moves.clone(), places.clone());
                    moves.into_iter().filter_map(move |to| {
                        let legal = given.iter().zip(&places).all(|(&other_to, &other_from)| {
                            other_to != to
                                && !(other_to == from && other_from == to)
                                && (model != MotionModel::Pebble || (other_to != from && other_from != to))
                        });
                        legal.then(|| given.iter().copied().chain([to]).collect())
                    })
                })
                .collect();
        }
        for to in next {
            if model == MotionModel::Train && has_cycle(&places, &to) {
                continue;
            }
            // In the sum of costs each robot that has not stopped pays; those at goals may stop.
            let paying = robots as u32 - stopped.count_ones();
            let step = if objective == Objective::Makespan { 1 } else { u64::from(paying) };
            let may_stop: Vec<usize> = (0..robots)
                .filter(|&robot| {
                    objective == Objective::SumOfCosts
                        && stopped >> robot & 1 == 0
                        && to[robot] == goals[robot]
                })
                .collect();
            for chosen in 0..1u32 << may_stop.len() {
                let bits = may_stop.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 == 1);
                let stopped = bits.fold(stopped, |stopped, (_, &robot)| stopped | 1 << robot);
                let known = best.entry((to.clone(), stopped)).or_insert(u64::MAX);
                if cost + step < *known {
                    *known = cost + step;
                    queue.push(Reverse((cost + step, to.clone(), stopped)));
                }
            }
        }
        // Robots that stop where they begin pay nothing.
        if cost == 0 && objective == Objective::SumOfCosts && stopped == 0 {
            let at_goal: Vec<usize> = (0..robots).filter(|&robot| places[robot] == goals[robot]).collect();
            for chosen in 1..1u32 << at_goal.len() {
                let bits = at_goal.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 == 1);
                let stopped = bits.fold(0, |stopped, (_, &robot)| stopped | 1 << robot);
                best.insert((places.clone(), stopped), 0);
                queue.push(Reverse((0, places.clone(), stopped)));
            }
        }
    }
    None
}

fn has_cycle(from: &[Vertex], to: &[Vertex]) -> bool {
    (0..from.len()).any(|first| {
        let mut robot = first;
        for _ in 0..from.len() {
            if from[robot] == to[robot] {
                return false;
            }
            match from.iter().position(|&vertex| vertex == to[robot]) {
                Some(next) => robot = next,
                None => return false,
            }
            if robot == first {
                return true;
            }
        }
        false
    })
}

/// Numbers by SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

/// A grid with some closed cells and robots, by a seed.
fn random_instance(seed: u64, rows: u32, columns: u32, robots: usize, closed: u64) -> Option<Instance> {
    let mut random = Numbers(seed);
    let mut grid = Grid::new(rows, columns).expect("a small grid");
    for row in 0..rows {
        for column in 0..columns {
            if random.next() % 100 < closed {
                grid.close(grid.cell(row, column).expect("a cell"));
            }
        }
    }
    let vertices = grid.to_graph().graph.vertex_count();
    if vertices < robots {
        return None;
    }
    let mut choose = || {
        let mut all: Vec<u32> = (0..vertices as u32).collect();
        (0..robots).map(|_| all.swap_remove((random.next() % all.len() as u64) as usize)).collect::<Vec<_>>()
    };
    let (starts, goals) = (choose(), choose());
    let robots = starts.into_iter().zip(goals).map(|(start, goal)| (Vertex(start), Vertex(goal))).collect();
    Some(Setup::on_grid(grid, robots).instance().expect("robots apart"))
}

/// All sets with one technique left out, one alone, none and all.
fn sets() -> Vec<Techniques> {
    let without = Technique::ALL.map(|technique| Techniques::all().without(technique));
    let with = Technique::ALL.map(|technique| Techniques::none().with(technique));
    let bounds = Techniques::default().without(Technique::WeightedGraph);
    let corners = [
        Techniques::none(),
        Techniques::all(),
        Techniques::default(),
        bounds,
        bounds.without(Technique::DependencyGraph),
    ];
    corners.into_iter().chain(without).chain(with).collect()
}

fn check(instance: &Instance, model: MotionModel, objective: Objective, sets: &[Techniques]) {
    let expected = least_cost(instance, model, objective);
    for &techniques in sets {
        let search =
            ConflictSearch::default().with_model(model).with_objective(objective).with_techniques(techniques);
        // Nothing but the limit ends a search for what does not exist.
        let mut control = Control::new(motion_core::Budget::new().with_nodes(30_000));
        match (search.solve(instance, &mut control), expected) {
            (Outcome::Solved { plan, quality }, Some(expected)) => {
                let cost = instance.verify_schedule(&plan, model).expect("legal").cost(objective);
                assert_eq!(
                    (cost, quality),
                    (expected, Quality::Optimal),
                    "{model} {objective} {techniques:?} \n{instance}"
                );
            }
            (Outcome::Unsolvable, None) => {}
            (Outcome::Stopped { lower_bound, .. }, expected) => {
                assert!(
                    lower_bound <= expected.or(Some(u64::MAX)),
                    "{model} {objective} {techniques:?} \n{instance}"
                );
            }
            (outcome, expected) => {
                panic!("{model} {objective} {techniques:?}  {outcome:?} {expected:?}\n{instance}")
            }
        }
    }
}

#[test]
fn optimal_costs_agree_with_the_search_of_joint_steps() {
    let sets = sets();
    for seed in 0..12 {
        for (rows, columns, robots, closed) in [(3, 3, 3, 20), (2, 4, 3, 10), (4, 4, 2, 25), (3, 3, 4, 0)] {
            let Some(instance) = random_instance(seed, rows, columns, robots, closed) else { continue };
            for model in MotionModel::ALL {
                for objective in [Objective::SumOfCosts, Objective::Makespan] {
                    check(&instance, model, objective, &sets);
                }
            }
        }
    }
}

#[test]
#[ignore = "debug"]
fn debug_one() {
    let text = std::fs::read_to_string("/tmp/one.txt").expect("file");
    let instance: Instance = text.parse().expect("instance");
    let model: MotionModel = std::env::var("MODEL").unwrap().parse().unwrap();
    let objective: Objective = std::env::var("OBJ").unwrap().parse().unwrap();
    eprintln!("{:?}", least_cost(&instance, model, objective));
    for bits in std::env::var("BITS").map_or(0..512u32, |b| {
        let b: u32 = b.parse().unwrap();
        b..b + 1
    }) {
        let mut t = Techniques::none();
        for (i, q) in Technique::ALL.into_iter().enumerate() {
            if bits >> i & 1 == 1 {
                t = t.with(q);
            }
        }
        let search = ConflictSearch::default().with_model(model).with_objective(objective).with_techniques(t);
        let mut control = Control::new(motion_core::Budget::new().with_nodes(30_000));
        let r = search.solve(&instance, &mut control);
        let names: Vec<_> = Technique::ALL.into_iter().filter(|&q| t.contains(q)).map(|q| q.name()).collect();
        let text = match r {
            Outcome::Solved { plan, quality } => {
                format!("{:?} {quality}", instance.verify_schedule(&plan, model).unwrap().cost(objective))
            }
            Outcome::Unsolvable => "unsolvable".into(),
            Outcome::Stopped { lower_bound, .. } => format!("stopped {lower_bound:?}"),
        };
        eprintln!("{text} {names:?}");
    }
}
