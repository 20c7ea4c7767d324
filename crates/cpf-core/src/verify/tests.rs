use motion_core::Graph;

use super::*;
use crate::objective::Objective;
use proptest::prelude::*;

fn action(token: u32, from: u32, to: u32) -> Move {
    Move { token: Token(token), from: Vertex(from), to: Vertex(to) }
}

fn schedule(steps: &[&[Move]]) -> Schedule {
    let mut schedule = Schedule::new();
    for step in steps {
        schedule.push_step(step.iter().copied());
    }
    schedule
}

/// The cycle 0 – 1 – 2 – 3 with robots where the first element says, bound for the second.
fn square(robots: &[(u32, u32)]) -> Instance {
    let edges = [(0, 1), (1, 2), (2, 3), (0, 3)].map(|(a, b)| (Vertex(a), Vertex(b)));
    let graph = Graph::from_edges(4, edges).expect("a cycle");
    let robots: Vec<_> = robots.iter().map(|&(start, goal)| (Vertex(start), Vertex(goal))).collect();
    Instance::new(graph, &robots).expect("an instance")
}

#[test]
fn the_models_differ_in_followers_and_circles() {
    use MotionModel::{Pebble, Standard, Train};
    let verdicts = |instance: &Instance, step: &[Move]| {
        [Pebble, Train, Standard].map(|model| instance.verify_schedule(&schedule(&[step]), model).is_ok())
    };
    let alone = square(&[(0, 1), (2, 3)]);
    assert_eq!(verdicts(&alone, &[action(0, 0, 1), action(1, 2, 3)]), [true; 3]);
    let followed = square(&[(0, 1), (1, 2)]);
    assert_eq!(verdicts(&followed, &[action(0, 0, 1), action(1, 1, 2)]), [false, true, true]);
    let circle = square(&[(0, 1), (1, 2), (2, 3), (3, 0)]);
    let turn = [action(0, 0, 1), action(1, 1, 2), action(2, 2, 3), action(3, 3, 0)];
    assert_eq!(verdicts(&circle, &turn), [false, false, true]);
    let exchange = square(&[(0, 1), (1, 0)]);
    assert_eq!(verdicts(&exchange, &[action(0, 0, 1), action(1, 1, 0)]), [false; 3]);
}

#[test]
fn every_mistake_is_named() {
    let instance = square(&[(0, 1), (2, 3)]);
    let error = |steps: &[&[Move]]| {
        instance.verify_schedule(&schedule(steps), MotionModel::Standard).expect_err("a wrong schedule")
    };
    let (step, wrong) = (1, action(7, 0, 1));
    assert_eq!(error(&[&[], &[wrong]]), VerifyError::NoSuchRobot { step, action: wrong });
    let wrong = action(0, 3, 2);
    assert_eq!(error(&[&[], &[wrong]]), VerifyError::NotThere { step, action: wrong, actually: Vertex(0) });
    let wrong = action(0, 0, 2);
    assert_eq!(error(&[&[], &[wrong]]), VerifyError::NotAdjacent { step, action: wrong });
    let wrong = action(0, 0, 9);
    assert_eq!(error(&[&[], &[wrong]]), VerifyError::NotAdjacent { step, action: wrong });
    let wrong = action(1, 2, 1);
    assert_eq!(error(&[&[], &[action(0, 0, 1), wrong]]), VerifyError::Collision { step, action: wrong });
    let wrong = action(0, 0, 3);
    assert_eq!(error(&[&[], &[action(0, 0, 1), wrong]]), VerifyError::Collision { step, action: wrong });
    let (robot, vertex, goal) = (Token(1), Vertex(2), Vertex(3));
    assert_eq!(error(&[&[action(0, 0, 1)]]), VerifyError::NotAtGoal { robot, vertex, goal });
}

#[test]
fn costs_are_counted_as_the_field_does() {
    let instance = square(&[(0, 2), (3, 3)]);
    let plan = schedule(&[&[action(0, 0, 1)], &[], &[action(0, 1, 2)], &[]]);
    let metrics = instance.verify_schedule(&plan, MotionModel::Pebble).expect("a legal schedule");
    assert_eq!(metrics, Metrics { moves: 2, makespan: 4, sum_of_costs: 3 });
    let bounds = |instance: &Instance| {
        let makespan = |model| instance.lower_bound(Objective::Makespan, model);
        (instance.sum_of_distances(), MotionModel::ALL.map(makespan))
    };
    assert_eq!(bounds(&instance), (Some(2), [Some(2); 3]));
    let full = square(&[(0, 1), (1, 0), (2, 2), (3, 3)]);
    assert_eq!(bounds(&full), (Some(2), [None, None, Some(1)]));
    let crowded = square(&[(0, 3), (1, 0), (2, 1)]);
    assert_eq!(bounds(&crowded), (Some(3), [Some(3), Some(1), Some(1)]));
    let parted = Graph::from_edges(2, []).expect("two vertices");
    let parted = Instance::new(parted, &[(Vertex(0), Vertex(1))]).expect("an instance");
    assert_eq!(bounds(&parted), (None, [None; 3]));
}

/// What each model allows, said in another way: for every robot that moves onto an occupied vertex,
/// its owner must move away; pebbles never do, trains end somewhere, and exchanges are out.
fn allowed(positions: &[u32], step: &[Move], model: MotionModel) -> bool {
    let mut after = positions.to_vec();
    for action in step {
        after[action.token.index()] = action.to.0;
    }
    let mut places = after.clone();
    places.sort_unstable();
    if places.windows(2).any(|pair| pair[0] == pair[1]) {
        return false;
    }
    let follows = |robot: usize| {
        positions.iter().position(|&other| other == after[robot]).filter(|&other| other != robot)
    };
    (0..positions.len()).all(|robot| {
        let mut chain = alloc::vec![robot];
        while let Some(next) = follows(chain[chain.len() - 1]) {
            if next == robot {
                return model == MotionModel::Standard && chain.len() > 2;
            }
            if chain.contains(&next) {
                return true; // A circle that this robot follows; the circle's own robots decide.
            }
            chain.push(next);
        }
        chain.len() == 1 || model != MotionModel::Pebble
    })
}

proptest! {
    #[test]
    fn single_steps_agree_with_the_definition(
        robots in Just([0u32, 1, 2, 3, 4, 5, 6, 7, 8]).prop_shuffle(),
        count in 1usize..=9,
        directions in proptest::collection::vec(0usize..5, 9),
    ) {
        let grid = motion_core::Grid::new(3, 3).expect("nine cells");
        let positions = &robots[..count];
        let mut step = Vec::new();
        for (robot, (&from, &direction)) in (0..).zip(positions.iter().zip(&directions)) {
            let direction = motion_core::Direction::ALL.get(direction);
            if let Some(to) = direction.and_then(|&direction| grid.step(motion_core::Cell(from), direction)) {
                step.push(action(robot, from, to.0));
            }
        }
        let mut goals = positions.to_vec();
        for action in &step {
            goals[action.token.index()] = action.to.0;
        }
        for model in [MotionModel::Pebble, MotionModel::Train, MotionModel::Standard] {
            let expected = allowed(positions, &step, model);
            // Goals that collide make no instance; then only the refusal can be checked.
            let pairs: Vec<_> = positions.iter().zip(&goals).map(|(&from, &to)| (Vertex(from), Vertex(to))).collect();
            let instance = Instance::new(grid.to_graph().graph, &pairs);
            let stay: Vec<_> = positions.iter().map(|&from| (Vertex(from), Vertex(from))).collect();
            let instance = instance.or_else(|_| Instance::new(grid.to_graph().graph, &stay)).expect("an instance");
            let verdict = instance.verify_schedule(&schedule(&[&step]), model);
            prop_assert_eq!(verdict.is_ok(), expected, "{:?} {:?}", step, verdict);
        }
    }
}
