use alloc::string::ToString;

use motion_core::graph::Graph;

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

/// Makes the cycle 0 – 1 – 2 – 3 with robots given by starts and goals.
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
    assert_eq!(error(&[&[], &[wrong]]), VerifyError::NoSuchVertex { step, action: wrong, vertices: 4 });
    let (first, second) = (Token(0), Token(1));
    let shared = |vertex| VerifyError::SharedVertex { step, first, second, vertex: Vertex(vertex) };
    assert_eq!(error(&[&[], &[action(0, 0, 1), action(1, 2, 1)]]), shared(1));
    assert_eq!(error(&[&[action(1, 2, 3)], &[action(1, 3, 0)]]), shared(0));
    let wrong = action(0, 0, 3);
    assert_eq!(error(&[&[], &[action(0, 0, 1), wrong]]), VerifyError::MovesTwice { step, action: wrong });
    let (robot, vertex, goal) = (Token(1), Vertex(2), Vertex(3));
    assert_eq!(error(&[&[action(0, 0, 1)]]), VerifyError::NotAtGoal { robot, vertex, goal });
}

/// A robot that leaves in the same step is no obstacle and not part of another collision.
#[test]
fn collisions_are_those_after_the_step() {
    let instance = square(&[(0, 0), (1, 1), (3, 3)]);
    let step = [action(0, 0, 1), action(1, 1, 2), action(2, 3, 2)];
    let error = instance.verify_schedule(&schedule(&[&step]), MotionModel::Standard);
    let (first, second, vertex) = (Token(1), Token(2), Vertex(2));
    assert_eq!(error, Err(VerifyError::SharedVertex { step: 0, first, second, vertex }));
}

/// Tests every message, on a grid of two rows and two columns and with numbers.
#[test]
fn messages_say_what_happened_with_the_names_of_the_source() {
    use MotionModel::{Pebble, Standard, Train};
    let grid = |robots: &[(u32, u32)]| {
        let robots = robots.iter().map(|&(start, goal)| (Vertex(start), Vertex(goal))).collect();
        let grid = motion_core::Grid::new(2, 2).expect("four cells");
        crate::Setup::on_grid(grid, robots).instance().expect("an instance")
    };
    let two = grid(&[(0, 1), (1, 0)]);
    let full = grid(&[(0, 1), (1, 3), (3, 2), (2, 0)]);
    let turn: &[Move] = &[action(0, 0, 1), action(1, 1, 3), action(2, 3, 2), action(3, 2, 0)];
    let none: &[Move] = &[];
    let onto: &[Move] = &[action(0, 0, 1), action(1, 1, 3)];
    for (instance, model, steps, on_map, by_number) in [
        (
            &two,
            Standard,
            &[none, &[action(0, 0, 1), action(1, 1, 0)]][..],
            "robots 1 and 2 exchange (0, 0) and (1, 0) in step 2",
            "robots 1 and 2 exchange vertices 1 and 2 in step 2",
        ),
        (
            &two,
            Pebble,
            &[&[action(1, 1, 0), action(0, 0, 1)]],
            "robots 2 and 1 exchange (1, 0) and (0, 0) in step 1",
            "robots 2 and 1 exchange vertices 2 and 1 in step 1",
        ),
        (
            &two,
            Standard,
            &[&[action(1, 1, 3)], &[action(0, 0, 1)], &[action(1, 3, 1)]],
            "robots 1 and 2 are both on (1, 0) after step 3",
            "robots 1 and 2 are both on vertex 2 after step 3",
        ),
        (
            &two,
            Pebble,
            &[onto],
            "robot 1 follows robot 2 to (1, 0) in step 1, as the model pebble does not allow",
            "robot 1 follows robot 2 to vertex 2 in step 1, as the model pebble does not allow",
        ),
        (
            &full,
            Train,
            &[turn],
            "robot 1 moves from (0, 0) to (1, 0) in step 1 on a cycle that 4 robots turn around, \
            as the model train does not allow",
            "robot 1 moves from vertex 1 to vertex 2 in step 1 on a cycle that 4 robots turn around, \
            as the model train does not allow",
        ),
        (
            &two,
            Standard,
            &[&[action(0, 0, 3)]],
            "robot 1 moves from (0, 0) to (1, 1) in step 1, but these are not adjacent",
            "robot 1 moves from vertex 1 to vertex 4 in step 1, but these are not adjacent",
        ),
        (
            &two,
            Standard,
            &[&[action(0, 0, 8)]],
            "robot 1 moves to vertex 9 in step 1, but there are only 4 vertices",
            "robot 1 moves to vertex 9 in step 1, but there are only 4 vertices",
        ),
        (
            &two,
            Standard,
            &[&[action(0, 2, 3)]],
            "robot 1 is on (0, 0) before step 1, not on (0, 1)",
            "robot 1 is on vertex 1 before step 1, not on vertex 3",
        ),
        (
            &two,
            Standard,
            &[&[action(4, 0, 1)]],
            "there is no robot 5, but it moves in step 1",
            "there is no robot 5, but it moves in step 1",
        ),
        (
            &two,
            Standard,
            &[&[action(0, 0, 1), action(0, 0, 2)]],
            "robot 1 moves twice in step 1",
            "robot 1 moves twice in step 1",
        ),
        (
            &two,
            Standard,
            &[onto],
            "robot 2 ends on (1, 1) instead of (0, 0)",
            "robot 2 ends on vertex 4 instead of vertex 1",
        ),
    ] {
        let why = instance.verify_schedule(&schedule(steps), model).expect_err("a wrong schedule");
        let names = crate::VertexNames::coordinates(instance);
        assert_eq!((why.named(&names).to_string().as_str(), why.to_string().as_str()), (on_map, by_number));
    }
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

/// Decides independently whether a model allows a step. Each robot on an entered vertex must move
/// away; in `Pebble` no occupied vertex may be entered; in `Train` a chain of robots must end;
/// exchanges are never allowed.
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
            // Goals that collide are no instance; then only the refusal can be checked.
            let pairs: Vec<_> = positions.iter().zip(&goals).map(|(&from, &to)| (Vertex(from), Vertex(to))).collect();
            let instance = Instance::new(grid.to_graph().graph, &pairs);
            let stay: Vec<_> = positions.iter().map(|&from| (Vertex(from), Vertex(from))).collect();
            let instance = instance.or_else(|_| Instance::new(grid.to_graph().graph, &stay)).expect("an instance");
            let verdict = instance.verify_schedule(&schedule(&[&step]), model);
            prop_assert_eq!(verdict.is_ok(), expected, "{:?} {:?}", step, verdict);
        }
    }
}
