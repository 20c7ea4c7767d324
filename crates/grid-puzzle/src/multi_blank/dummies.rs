//! Several blanks, of which one walks and the others are dummy tiles, whose moves do not count.

use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::{
    Cell, Control, Direction, Move, Outcome, Plan, Quality, Solver, Stop, Token, Vertex, Walk,
};

use super::redundant_moves::without_redundant_moves;
use super::several_blanks::plan_with_one_blank;
use crate::board::{Board, Tile};
use crate::instance::Instance;

/// A solver of puzzles with any number of blanks, by any solver for one blank.
///
/// All blanks but one become dummy tiles, whose moves are left out of the solution. Then it removes
/// redundant moves: those that return to the same board, and those of a tile that returns to a cell
/// before another tile has entered it.
///
/// It chooses the walking blank, and the vacant goal cell of each blank, by distance such that the
/// parity is right. With two blanks, this may take one move before anything else. It solves the
/// most promising choices, one by default, and returns the shortest solution.
///
/// # Guarantees
/// Complete if the solver is. An anytime solver: if it reaches a limit after the first solution,
/// the outcome is [`Outcome::Solved`] with the shortest so far.
///
/// # Complexity
/// In addition to the solver's: O(k² + m log m) for k ≤ 256 blanks and m moves, and linear in k for
/// more; memory O(m + cells).
///
/// # Examples
/// ```
/// use grid_puzzle::{Dummies, Instance, Optimal};
/// use motion_core::{Control, Solver};
///
/// let instance: Instance = "6 7 5\n2 1 4\n3 0 0".parse()?;
/// let solver = Dummies::new(Optimal::default());
/// let plan = solver.solve(&instance, &mut Control::unlimited()).into_result()?;
/// assert_eq!(instance.verify_plan(&plan)?.moves, plan.len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dummies<S> {
    solver: S,
    tries: u32,
}

impl<S: Default> Default for Dummies<S> {
    /// Solves one choice.
    fn default() -> Self {
        Self { solver: S::default(), tries: 1 }
    }
}

impl<S> Dummies<S> {
    /// Uses this solver for puzzles with one blank.
    pub const fn new(solver: S) -> Self {
        Self { solver, tries: 1 }
    }

    /// Sets the number of choices of the walking blank that are solved, at least one. The default
    /// is 1, because solvers that improve their solution until the budget ends spend all of it on
    /// one choice.
    #[doc(hidden)]
    pub const fn with_tries(mut self, tries: u32) -> Self {
        self.tries = tries;
        self
    }
}

impl<S: Solver<Instance, Solution = Walk>> Solver<Instance> for Dummies<S> {
    type Solution = Plan;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Plan> {
        if instance.has_one_blank() {
            return plan_with_one_blank(&self.solver, instance, control);
        }
        let lower_bound = Some(instance.manhattan_distance());
        let choices = match choices(instance, self.tries.max(1) as usize, control) {
            Ok(choices) => choices,
            Err(why) => return Outcome::Stopped { why, best: None, lower_bound },
        };
        let mut best: Option<Plan> = None;
        let mut held = 0;
        let mut stopped = None;
        for choice in choices {
            let (plan, why) = match choice.solve(&self.solver, instance, control) {
                Outcome::Solved { plan, .. } => (Some(plan), None),
                Outcome::Stopped { why, best, .. } => (best, Some(why)),
                Outcome::Unsolvable => continue,
            };
            // A limit that ends a later choice does not turn a solution found before into a
            // failure.
            stopped = if best.is_none() { why } else { None };
            if let Some(plan) = plan.filter(|plan| best.as_ref().is_none_or(|best| plan.len() < best.len())) {
                control.release(held);
                held = (plan.len() * size_of::<Move>()) as u64;
                best = Some(plan);
                if control.hold(held).is_err() {
                    held = 0;
                    break;
                }
            }
            if why.is_some() {
                break;
            }
        }
        control.release(held);
        match (best, stopped) {
            (best, Some(why)) => Outcome::Stopped { why, best, lower_bound },
            (Some(plan), None) => Outcome::Solved { plan, quality: Quality::Feasible },
            (None, None) => unreachable!("invariant: with several blanks some choice is solvable"),
        }
    }
}

/// A way to make a puzzle with one blank from one with several.
struct DummyChoice {
    /// A move before all others.
    first: Option<(Cell, Direction)>,
    /// Where each blank begins and ends; the walking blank comes first.
    blanks: Vec<(Cell, Cell)>,
    /// An estimate of the moves for the dummies and the first move.
    cost: u32,
}

/// The least number of choices that are considered.
const MIN_CHOICES: usize = 8;

/// The greatest distance, in the list of pairs, between two pairs that are exchanged.
const WINDOW: usize = 256;

/// The cost of a first move, and of the tile that it may move away from its goal.
const FIRST_MOVE: u32 = 2;

fn distance(columns: u32, a: Cell, b: Cell) -> u32 {
    (a.0 / columns).abs_diff(b.0 / columns) + (a.0 % columns).abs_diff(b.0 % columns)
}

/// Returns the most promising solvable choices, the least cost first.
fn choices(instance: &Instance, count: usize, control: &mut Control) -> Result<Vec<DummyChoice>, Stop> {
    let start = instance.start();
    let mut choices = Vec::new();
    choose(instance, start, None, count, &mut choices, control)?;
    if choices.is_empty() {
        let cells = start.blanks().flat_map(|blank| {
            let beside =
                move |direction: Direction| (start.neighbour(blank, direction.opposite()), direction);
            Direction::ALL.into_iter().map(beside)
        });
        for (cell, direction) in cells.filter_map(|(cell, direction)| Some((cell?, direction))) {
            let mut board = start.clone();
            if board.shift(cell, direction).is_some() {
                choose(instance, &board, Some((cell, direction)), count, &mut choices, control)?;
            }
        }
    }
    choices.sort_by_key(|choice| choice.cost);
    choices.truncate(count);
    Ok(choices)
}

/// Returns the choices with this first move.
fn choose(
    instance: &Instance,
    start: &Board,
    first: Option<(Cell, Direction)>,
    count: usize,
    choices: &mut Vec<DummyChoice>,
    control: &mut Control,
) -> Result<(), Stop> {
    let columns = start.columns();
    let mut pairs = assignment(start, instance.goal(), control)?;
    // The walking blank costs nothing, so the longest distances come first.
    pairs.sort_by_key(|&(from, to)| Reverse(distance(columns, from, to)));
    for walker in 0..pairs.len().min(count.max(MIN_CHOICES)) {
        control.spend(1)?;
        let mut blanks = pairs.clone();
        blanks.swap(0, walker);
        let dummies = blanks[1..].iter().map(|&(from, to)| distance(columns, from, to)).sum::<u32>();
        let mut choice =
            DummyChoice { first, blanks, cost: dummies + if first.is_some() { FIRST_MOVE } else { 0 } };
        if !choice.instance(instance, start).is_solvable() {
            // If the parity is wrong, the two dummies whose exchange costs least are exchanged.
            // With two blanks, there is only one dummy.
            let dummies = &choice.blanks[1..];
            let others = (0..dummies.len()).flat_map(|b| (b.saturating_sub(WINDOW)..b).map(move |a| (a, b)));
            let cheapest = others.min_by_key(|&(a, b)| exchange(columns, dummies[a], dummies[b]));
            let Some((a, b)) = cheapest else { continue };
            choice.cost = choice.cost.saturating_add_signed(exchange(columns, dummies[a], dummies[b]));
            let goal = choice.blanks[a + 1].1;
            choice.blanks[a + 1].1 = core::mem::replace(&mut choice.blanks[b + 1].1, goal);
        }
        choices.push(choice);
    }
    Ok(())
}

/// Returns the growth of the distances of two pairs if they exchange their ends.
fn exchange(columns: u32, a: (Cell, Cell), b: (Cell, Cell)) -> i32 {
    let distance = |from, to| distance(columns, from, to).cast_signed();
    distance(a.0, b.1) + distance(b.0, a.1) - distance(a.0, a.1) - distance(b.0, b.1)
}

/// Pairs the blanks of the start with those of the goal: in reading order, then by exchanging two
/// pairs' ends while that shortens the distances.
fn assignment(start: &Board, goal: &Board, control: &mut Control) -> Result<Vec<(Cell, Cell)>, Stop> {
    let mut pairs: Vec<_> = start.blanks().zip(goal.blanks()).collect();
    let mut improved = true;
    while improved {
        improved = false;
        for b in 0..pairs.len() {
            control.spend(1)?;
            for a in b.saturating_sub(WINDOW)..b {
                if exchange(start.columns(), pairs[a], pairs[b]) < 0 {
                    (pairs[a].1, pairs[b].1) = (pairs[b].1, pairs[a].1);
                    improved = true;
                }
            }
        }
    }
    Ok(pairs)
}

impl DummyChoice {
    /// Makes the puzzle with one blank, from the board after the first move.
    fn instance(&self, instance: &Instance, start: &Board) -> Instance {
        let tiles = start.tile_count();
        let filled = |board: &Board, cell: fn(&(Cell, Cell)) -> Cell| {
            let mut filled = board.tiles().to_vec();
            for (number, pair) in (tiles + 1..).zip(&self.blanks[1..]) {
                filled[cell(pair).index()] = Tile(number);
            }
            Board::from_permutation(board.rows(), board.columns(), filled)
        };
        let (start, goal) = (filled(start, |pair| pair.0), filled(instance.goal(), |pair| pair.1));
        Instance::new(start, goal).expect("invariant: the sizes are equal, and one blank is left")
    }

    fn solve(
        &self,
        solver: &impl Solver<Instance, Solution = Walk>,
        instance: &Instance,
        control: &mut Control,
    ) -> Outcome<Plan> {
        let mut board = instance.start().clone();
        let mut plan = Plan::new();
        if let Some((from, direction)) = self.first {
            let to = board.neighbour(from, direction).expect("invariant: the first move was tried");
            let tile = board.shift(from, direction).expect("invariant: the first move was tried");
            plan.push(Move { token: Token(tile.0 - 1), from: Vertex(from.0), to: Vertex(to.0) });
        }
        // The memory of the puzzle with one blank, whose boards are not kept afterwards.
        let filled = self.instance(instance, &board);
        let bytes = 4 * 4 * board.tiles().len() as u64;
        if let Err(why) = control.hold(bytes) {
            return Outcome::stopped(why);
        }
        let outcome = solver.solve(&filled, control);
        control.release(bytes);
        let (walk, stopped) = match outcome {
            Outcome::Solved { plan, .. } => (plan, None),
            Outcome::Stopped { why, best: Some(plan), .. } => (plan, Some(why)),
            Outcome::Stopped { why, best: None, .. } => return Outcome::stopped(why),
            Outcome::Unsolvable => return Outcome::Unsolvable,
        };
        // The walk as moves of the real tiles only.
        let held = (walk.len() * size_of::<Move>()) as u64;
        if let Err(why) = control.hold(held) {
            return Outcome::stopped(why);
        }
        let tiles = board.tile_count();
        plan.extend(filled.start().moves(&walk).filter(|step| step.token.0 < tiles));
        let plan = without_redundant_moves(instance, plan, control);
        control.release(held);
        match stopped {
            None => Outcome::Solved { plan, quality: Quality::Feasible },
            Some(why) => Outcome::Stopped { why, best: Some(plan), lower_bound: None },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With adjacent blanks at start and goal, neither choice has the right parity, so a tile moves
    /// first.
    #[test]
    fn two_blanks_side_by_side_may_take_a_first_move() {
        let goal: Board = "1 2 3\n4 5 6\n7 0 0".parse().expect("a board");
        let start: Board = "2 1 3\n4 5 6\n7 0 0".parse().expect("a board");
        let choices = |start: &Board| {
            let instance = Instance::new(start.clone(), goal.clone()).expect("several blanks");
            choices(&instance, 4, &mut Control::unlimited()).expect("no limit")
        };
        assert!(choices(&goal).iter().all(|choice| choice.first.is_none()));
        assert_eq!(choices(&goal).len(), 2);
        assert!(choices(&start).iter().all(|choice| choice.first.is_some()));
        assert!(!choices(&start).is_empty());
    }

    #[test]
    fn blanks_go_where_they_are_near() {
        let start: Board = "0 1 2\n3 4 5\n0 6 0".parse().expect("a board");
        let goal: Board = "1 0 2\n3 4 5\n6 0 0".parse().expect("a board");
        let pairs = assignment(&start, &goal, &mut Control::unlimited()).expect("no limit");
        let apart: u32 = pairs.iter().map(|&(from, to)| distance(3, from, to)).sum();
        assert_eq!(apart, 2);
    }
}
