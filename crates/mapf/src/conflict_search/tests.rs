//! Tests of branching and of the costs of pairs, against all schedules of two robots.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use cpf_core::{Instance, MotionModel, Objective, Setup, generate};
use motion_core::{Cell, Control, Grid, Quality, Solver, Vertex};
use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::conflict_analysis::{Branches, Reason};
use super::occupancy::Occupancy;
use super::problem::Problem;
use super::restriction::Restriction;
use super::search::Search;
use super::shared_memos::SharedMemos;
use super::techniques::{ConflictTechnique, ConflictTechniques};
use crate::JointSearch;

/// The length of the schedules that are searched for a counterexample.
const HORIZON: u32 = 14;

/// Two robots on a grid of 3×4 or 4×4 cells, and restrictions on each.
fn scene(seed: u64) -> (Instance, [Vec<Restriction>; 2]) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let mut grid = Grid::new(rng.random_range(3..=4), 4).expect("a grid with cells");
        let cells = grid.cell_count() as u32;
        for _ in 0..rng.random_range(0..=cells / 2) {
            grid.close(Cell(rng.random_range(0..cells)));
        }
        let Ok(instance) = generate::robots(grid.to_graph().graph, 2, &mut rng) else { continue };
        if instance.sum_of_distances().is_none() {
            continue;
        }
        let vertices = instance.graph().vertex_count() as u32;
        let given = [0, 1].map(|_| {
            let bar = |_| {
                let (vertex, time) = (Vertex(rng.random_range(0..vertices)), rng.random_range(1..6));
                Restriction::Vertex { vertex, first: time, last: time }
            };
            (0..seed % 4).map(bar).collect()
        });
        let [start, goal] = [instance.start(), instance.goal()].map(|end| end.places().to_vec());
        let setup = Setup::on_grid(grid, start.into_iter().zip(goal).collect());
        return (setup.instance().expect("the same robots"), given);
    }
}

fn problem(
    instance: &Instance,
    model: MotionModel,
    objective: Objective,
    techniques: ConflictTechniques,
) -> Problem<'_> {
    let control = &mut Control::unlimited();
    Problem::new(instance.into(), (model, objective), (techniques, 1000), control).expect("no limit")
}

/// The root of a search, analysed, or `None` if a robot has no path.
fn root<'p>(
    problem: &'p Problem<'p>,
    given: &[Vec<Restriction>; 2],
    memos: &mut SharedMemos,
) -> Option<Search<'p>> {
    let (control, vertices) = (&mut Control::unlimited(), problem.instance.vertex_count());
    let robots = given.iter().cloned().enumerate();
    let mut search = Search::new(problem, robots, Occupancy::new(vertices), 1000);
    search.make_root(memos, control).expect("no limit");
    search.has_open_nodes().then_some(())?;
    search.current.go_to(problem, &search.tree, 0);
    search.analyse(0, memos, control).expect("no limit");
    Some(search)
}

/// Returns whether a step of two robots has no conflict.
fn is_legal(model: MotionModel, from: [Vertex; 2], to: [Vertex; 2]) -> bool {
    let follows = [to[0] == from[1], to[1] == from[0]];
    to[0] != to[1]
        && match model {
            MotionModel::Pebble => follows == [false, false],
            _ => follows != [true, true],
        }
}

/// A demand on one of the two robots.
#[derive(Clone, Copy)]
struct Side {
    robot: usize,
    demand: Restriction,
}

/// Returns whether some schedule without conflicts, under the restrictions, breaks one demand of
/// each side.
fn breaks_both(problem: &Problem, given: &[Vec<Restriction>; 2], branches: &Branches) -> bool {
    // The demands of each side on single robots. If staying in place breaks a demand, it counts as
    // broken only while the robot stays.
    let sides = [0, 1].map(|side: usize| {
        let (robot, demands) = &branches[side];
        let mut all = Vec::new();
        for &demand in demands {
            all.push(Side { robot: *robot as usize, demand });
            let goal = problem.goals[*robot as usize];
            let others = demand.on_others(goal, problem.model);
            all.extend(others.map(|demand| Side { robot: 1 - *robot as usize, demand }));
        }
        all
    });
    let starts = [problem.starts[0], problem.starts[1]];
    let permitted = |robot: usize, vertex: Vertex, time: u32| {
        given[robot].iter().all(|&restriction| match restriction {
            Restriction::Vertex { vertex: other, first, last } => {
                other != vertex || time < first || last < time
            }
            _ => unreachable!("only vertices are given"),
        })
    };
    let broken = |side: usize, before: bool, places: [Vertex; 2], from: [Vertex; 2], time: u32| {
        let mut broken = before;
        for &Side { robot, demand } in &sides[side] {
            let place = places[robot];
            match demand {
                Restriction::Vertex { vertex, first, last } => {
                    broken |= place == vertex && first <= time && time <= last;
                }
                Restriction::Step { from: start, to, time: at } => {
                    broken |= time == at && from[robot] == start && place == to;
                }
                // A path that leaves the goal later keeps the demand.
                Restriction::LengthAtLeast(least) => {
                    let goal = place == problem.goals[robot];
                    if time + 1 == least {
                        broken = goal;
                    } else if time >= least {
                        broken &= goal;
                    }
                }
                Restriction::LengthAtMost(_) => {}
                Restriction::At { .. } => unreachable!("no disjoint splitting"),
            }
        }
        broken
    };
    let mut reached = BTreeSet::new();
    let first = [0, 1].map(|side| broken(side, false, starts, starts, 0));
    reached.insert((starts, first));
    for time in 1..=HORIZON {
        let mut next = BTreeSet::new();
        for &(from, before) in &reached {
            let moves = from.map(|vertex| {
                let steps = problem.instance.successors(vertex).iter().copied().chain([vertex]);
                steps.collect::<Vec<_>>()
            });
            for &one in &moves[0] {
                for &two in &moves[1] {
                    let to = [one, two];
                    if is_legal(problem.model, from, to)
                        && (0..2).all(|robot| permitted(robot, to[robot], time))
                    {
                        let after = [0, 1].map(|side| broken(side, before[side], to, from, time));
                        next.insert((to, after));
                    }
                }
            }
        }
        reached = next;
    }
    reached.contains(&([problem.goals[0], problem.goals[1]], [true, true]))
}

/// The branches, with one of their ranges extended by a step.
fn longer(branches: &Branches, side: usize) -> Branches {
    let mut branches = branches.clone();
    if let Restriction::Vertex { last, .. } = &mut branches[side].1[0] {
        *last += 1;
    }
    branches
}

/// Checks how the search branches on the conflicts in the roots of many scenes.
#[test]
fn no_schedule_is_lost_by_branching() {
    let seeds = cases(30, 3000);
    let techniques = ConflictTechniques::default();
    for model in MotionModel::ALL {
        let mut counts = BTreeMap::new();
        let mut tight = 0;
        for seed in 0..seeds {
            let (instance, given) = scene(seed);
            let problem = problem(&instance, model, Objective::SumOfCosts, techniques);
            let mut memos = SharedMemos::new(problem.instance.vertex_count());
            let Some(search) = root(&problem, &given, &mut memos) else { continue };
            for known in &search.current.conflicts {
                let analysis = known.analysis.as_ref().expect("analysed");
                let conflict = known.conflict;
                assert!(
                    !breaks_both(&problem, &given, &analysis.branches),
                    "{model}, {conflict:?}, {analysis:?}, {given:?}\n{instance}"
                );
                *counts.entry(analysis.reason).or_insert(0) += 1;
                if analysis.reason == Reason::Corridor {
                    let sides = [0, 1].map(|side| longer(&analysis.branches, side));
                    tight += u32::from(sides.iter().any(|sides| breaks_both(&problem, &given, sides)));
                }
            }
        }
        // There are enough conflicts of each kind. Some ranges of corridors cannot be longer.
        let enough = |reason| counts.get(&reason).is_some_and(|&count| count >= seeds / 200);
        assert!(enough(Reason::Target) && enough(Reason::Corridor), "{model}: {counts:?}");
        assert!(model == MotionModel::Pebble || enough(Reason::Rectangle), "{model}: {counts:?}");
        assert!(u64::from(tight) >= seeds / 100, "{model}: {tight} of {counts:?}");
    }
}

#[test]
fn weights_are_what_pairs_cost_more() {
    let (mut positive, mut less) = (0, 0);
    for model in MotionModel::ALL {
        for objective in [Objective::SumOfCosts, Objective::Makespan] {
            for seed in (0..400).step_by(4) {
                let (instance, given) = scene(seed);
                if instance.feasibility_in(model).is_err() {
                    continue;
                }
                for techniques in [
                    ConflictTechniques::default(),
                    ConflictTechniques::NONE.with(ConflictTechnique::WeightedGraph),
                ] {
                    let problem = problem(&instance, model, objective, techniques);
                    let mut memos = SharedMemos::new(problem.instance.vertex_count());
                    let mut search = root(&problem, &given, &mut memos).expect("no restriction");
                    if search.current.pairs.is_empty() {
                        continue;
                    }
                    let control = &mut Control::unlimited();
                    let rise = search.heuristic(0, &mut memos, control).expect("no limit").expect("feasible");
                    let outcome = JointSearch::default()
                        .with_model(model)
                        .with_objective(objective)
                        .solve(&instance, control);
                    let motion_core::Outcome::Solved { plan, quality: Quality::Optimal } = outcome else {
                        panic!("joint search has no limit")
                    };
                    let cost = instance.verify_schedule(&plan, model).expect("legal").cost(objective);
                    let least = search.tree.node(0).least;
                    assert!(least + rise <= cost, "{model} {objective} {techniques:?}\n{instance}");
                    positive += u32::from(rise > 0);
                    // A search of a pair that reaches its limit returns a lower bound.
                    less += u32::from(least + rise < cost);
                }
            }
        }
    }
    assert!(positive > 100 && 20 * less < positive, "{positive}, {less}");
}
