//! Moves robots as the paper describes: by rotating a cycle through the robot and its target.
//!
//! Every step of the robot moves all robots on the cycle, so a robot at distance d costs about d²
//! moves. This makes the paper's plans long and its snakes worthwhile.

use alloc::vec::Vec;

use cpf_core::internal::{BlankRoute, OperationError, WorkingBoard};
use motion_core::{Token, Vertex};

use crate::disjoint_paths::{FanEnds, fan};

/// Moves a robot to an unlocked vertex by rotating a cycle through both, in the shorter direction:
/// `Move-Robot`.
///
/// If no unlocked cycle contains both, the robot is carried step by step.
pub(crate) fn carry(board: &mut WorkingBoard, robot: Token, target: Vertex) -> Result<(), OperationError> {
    carry_snake(board, &[robot], &[], target).map(|_| ())
}

/// Moves a snake: the part of `Move-Robot-Snake` for that. The leader, the first robot, goes to an
/// unlocked vertex by rotating a cycle on which the others follow one behind the other. Returns the
/// robots that have arrived.
///
/// The robots of `waiting` join the snake in this order. Each joins when the snake's last robot
/// passes beside it, unless the way becomes longer. The snake loses robots from its end if
/// neighbouring robots are not adjacent, if no unlocked cycle holds all robots and the target, or
/// if no blank can reach that cycle around them.
pub(crate) fn carry_snake(
    board: &mut WorkingBoard,
    snake: &[Token],
    mut waiting: &[Token],
    target: Vertex,
) -> Result<Vec<Token>, OperationError> {
    let mut snake = snake.to_vec();
    while board.vertex_of(snake[0]) != target {
        let turn = loop {
            let turn = SnakeTurn::of(board, &snake, target).ok_or(OperationError::Blocked);
            match turn.and_then(|turn| turn.prepare(board, &snake)) {
                Err(OperationError::Blocked) if snake.len() > 1 => {
                    snake.pop();
                    waiting = &[];
                }
                turn => break turn,
            }
        };
        if turn == Err(OperationError::Blocked) {
            board.carry(snake[0], target, BlankRoute::Shortest)?;
            break;
        }
        let SnakeTurn { cycle, steps } = turn?;
        for left in (0..steps).rev() {
            board.rotate(&cycle)?;
            if let Some((&next, rest)) = waiting.split_first()
                && joins(board, &mut snake, next, target, left)
            {
                waiting = rest;
                break;
            }
        }
    }
    Ok(snake)
}

/// Moves a robot next to the last of other robots without moving any of them. If that is
/// impossible, the robot stays in place.
pub(crate) fn bring_next_to(
    board: &mut WorkingBoard,
    robot: Token,
    others: &[Token],
) -> Result<(), OperationError> {
    let Some(&last) = others.last() else { return Ok(()) };
    let (here, there) = (board.vertex_of(robot), board.vertex_of(last));
    let graph = board.graph();
    if graph.has_edge(here, there) {
        return Ok(());
    }
    let kept: Vec<Vertex> = others.iter().map(|&other| board.vertex_of(other)).collect();
    for &vertex in &kept {
        board.lock(vertex);
    }
    let beside = board.nearest_free(here, |vertex| graph.has_edge(vertex, there));
    let moved = beside.and_then(|beside| carry(board, robot, beside));
    for &vertex in &kept {
        board.unlock(vertex);
    }
    match moved {
        Err(OperationError::Blocked) => Ok(()),
        moved => moved,
    }
}

/// A cycle that brings a snake to its target.
#[derive(Debug, PartialEq, Eq)]
struct SnakeTurn {
    cycle: Vec<Vertex>,
    /// The number of rotations.
    steps: usize,
}

impl SnakeTurn {
    /// Finds a cycle on which the robots stand one behind the other and the first reaches the
    /// target, for a lone robot in the shorter direction. `None` if there is no such unlocked
    /// cycle.
    fn of(board: &WorkingBoard, snake: &[Token], target: Vertex) -> Option<Self> {
        let graph = board.graph();
        let places: Vec<Vertex> = snake.iter().map(|&robot| board.vertex_of(robot)).collect();
        if places.contains(&target) || !places.windows(2).all(|pair| graph.has_edge(pair[0], pair[1])) {
            return None;
        }
        let &[head, ref behind @ ..] = &*places else { return None };
        let (ends, middle) = match behind {
            [] => (FanEnds::One(head), behind),
            [middle @ .., tail] => (FanEnds::Two(head, *tail), middle),
        };
        let free = |vertex| !board.is_locked(vertex) && !middle.contains(&vertex);
        let [way, mut back] = fan(graph, target, ends, free)?;
        let steps = way.len() - 1;
        if behind.is_empty() {
            back.pop();
        }
        let round = way.into_iter().rev().chain(back.into_iter().skip(1));
        Some(Self { cycle: round.chain(middle.iter().rev().copied()).collect(), steps })
    }

    /// Makes a vertex of the cycle vacant without moving the snake.
    fn prepare(self, board: &mut WorkingBoard, snake: &[Token]) -> Result<Self, OperationError> {
        let places: Vec<Vertex> = snake.iter().map(|&robot| board.vertex_of(robot)).collect();
        for &vertex in &places {
            board.lock(vertex);
        }
        let vacated = board.vacate_one_of(&self.cycle, BlankRoute::Shortest);
        for &vertex in &places {
            board.unlock(vertex);
        }
        vacated.map(|_| self)
    }
}

/// Lets a robot join the snake if it stands beside the last robot and the longer snake needs at
/// most `left` steps; returns whether it has joined.
fn joins(board: &WorkingBoard, snake: &mut Vec<Token>, next: Token, target: Vertex, left: usize) -> bool {
    let beside = board.vertex_of(next);
    let is_beside = |&last: &Token| board.graph().has_edge(board.vertex_of(last), beside);
    if left == 0 || board.is_locked(beside) || !snake.last().is_some_and(is_beside) {
        return false;
    }
    snake.push(next);
    let joined = SnakeTurn::of(board, snake, target).is_some_and(|turn| turn.steps <= left);
    if !joined {
        snake.pop();
    }
    joined
}

#[cfg(test)]
mod tests {
    use core::cell::RefCell;

    use cpf_core::internal::GoalDistances;
    use motion_core::{Configuration, Control};
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::seq::{IndexedRandom, SliceRandom};
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::tests::for_all;
    use crate::tests::samples::biconnected_graphs;

    /// The numbers of snakes that arrived unchanged, broke up, and collected a robot.
    #[derive(Default)]
    struct Seen {
        whole: u32,
        broken: u32,
        collected: u32,
    }

    /// Returns robots of which each stands beside the previous one, up to `most` of them.
    fn snake(board: &WorkingBoard, most: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<Token> {
        let robots = board.configuration().token_count() as u32;
        let mut snake = alloc::vec![Token(rng.random_range(0..robots))];
        while snake.len() < most {
            let last = board.vertex_of(snake[snake.len() - 1]);
            let beside = board.graph().neighbours(last).iter().filter_map(|&next| board.robot_at(next));
            let beside: Vec<_> = beside.filter(|robot| !snake.contains(robot)).collect();
            let Some(&next) = beside.choose(rng) else { break };
            snake.push(next);
        }
        snake
    }

    #[test]
    fn snakes_stay_together_or_break_up_from_their_end() {
        let seen = RefCell::new(Seen::default());
        for_all(600, (biconnected_graphs(24), proptest::prelude::any::<u64>()), |(graph, seed)| {
            let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut places: Vec<_> = graph.vertices().collect();
            places.shuffle(rng);
            places.truncate(rng.random_range(1..places.len()));
            let start = Configuration::new(graph.vertex_count(), &places).expect("distinct vertices");
            let mut control = Control::unlimited();
            let board = WorkingBoard::new(&graph, start, GoalDistances::default(), &mut control);
            let mut board = board.expect("no limit");
            let whole = snake(&board, 5, rng);
            let (robots, waiting) = whole.split_at(rng.random_range(1..=whole.len()));
            let target = Vertex(rng.random_range(0..graph.vertex_count() as u32));
            let at_target = board.vertex_of(robots[0]) == target;
            let came = carry_snake(&mut board, robots, waiting, target).expect("bi-connected, and a blank");
            assert_eq!(board.vertex_of(came[0]), target);
            assert_eq!(came, whole[..came.len()]);
            let places: Vec<_> = came.iter().map(|&robot| board.vertex_of(robot)).collect();
            assert!(places.windows(2).all(|pair| graph.has_edge(pair[0], pair[1])), "{places:?}");
            let mut seen = seen.borrow_mut();
            seen.whole += u32::from(came.len() == robots.len() && robots.len() > 2 && !at_target);
            seen.broken += u32::from(came.len() < robots.len());
            seen.collected += u32::from(came.len() > robots.len());
        });
        let Seen { whole, broken, collected } = seen.into_inner();
        assert!(whole > 20 && broken > 20 && collected > 20, "{whole} {broken} {collected}");
    }
}
