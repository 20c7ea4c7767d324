//! Chooses a snake by trial: every way is tried, counted and undone.

use alloc::vec::Vec;

use cpf_core::internal::OperationError;
use motion_core::Token;

use super::base::{CarryMethod, EarSolver, EarStrategy, SnakeForm};
use super::stack::Stack;
use crate::snake_rule::SnakeChoice;

/// The way of bringing the next robot of a stack, and its followers.
pub(super) struct SnakeDecision {
    pub(super) followers: Vec<Token>,
    pub(super) form: SnakeForm,
}

/// Decides how the next robot of a stack is brought.
pub(super) fn decide<'t>(
    at: &mut EarSolver<'t, '_>,
    stack: &Stack<'t>,
    strategy: EarStrategy,
) -> Result<SnakeDecision, OperationError> {
    let robot = stack.next_robot(at).filter(|_| strategy.snake);
    let (rule, robot) = match (strategy.method, robot) {
        (CarryMethod::BigCycles(_, rule), Some(robot)) => (rule, robot),
        (CarryMethod::SingleSteps, Some(_)) => {
            return Ok(SnakeDecision { followers: stack.followers(at, 1), form: SnakeForm::Nearer });
        }
        (_, None) => return Ok(SnakeDecision { followers: Vec::new(), form: SnakeForm::Alone }),
    };
    let mut followers = stack.followers(at, rule.longest() - 1);
    followers.truncate(at.allowed(robot, &followers, rule).len());
    if rule.choice() == SnakeChoice::Nearer || followers.is_empty() {
        return Ok(SnakeDecision { followers, form: SnakeForm::Nearer });
    }
    let lengths = (2..=followers.len() + 1).map(SnakeForm::AtLeader);
    let forms = [SnakeForm::Alone].into_iter().chain(lengths).chain([SnakeForm::AtFollower]);
    let came_along = at.came_along.clone();
    let mut best = None;
    for form in forms {
        let moves = moves_until_placed(at, stack, &followers, strategy, form)?;
        at.came_along.clone_from(&came_along);
        if best.is_none_or(|(fewest, _)| moves < fewest) {
            best = Some((moves, form));
        }
    }
    let form = best.map_or(SnakeForm::Alone, |(_, form)| form);
    Ok(SnakeDecision { followers, form })
}

/// Returns the number of moves until a robot and its followers are placed if it is brought in this
/// form; followers that do not come with it are placed alone. Leaves the board as it was.
fn moves_until_placed<'t>(
    at: &mut EarSolver<'t, '_>,
    stack: &Stack<'t>,
    followers: &[Token],
    strategy: EarStrategy,
    form: SnakeForm,
) -> Result<usize, OperationError> {
    let mark = at.board.mark();
    let mut stack = stack.clone();
    let first = stack.number;
    stack.push_next(at, if form == SnakeForm::Alone { &[] } else { followers }, strategy, form)?;
    for _ in followers {
        while stack.is_full() && stack.number > 0 {
            at.lock(stack.number);
            stack = at.open(stack.number - 1, strategy)?;
        }
        if stack.is_full() {
            break;
        }
        let next = stack.followers(at, at.came_along.len());
        let with_it = stack.next_robot(at).and_then(|robot| at.came_with(robot, &next)).unwrap_or_default();
        stack.push_next(at, with_it, strategy, SnakeForm::AtLeader(with_it.len() + 1))?;
    }
    let moves = at.board.trail_since(mark).len();
    for number in stack.number..first {
        at.close(number);
        at.unlock(number + 1);
    }
    at.board.roll_back(mark);
    Ok(moves)
}
