//! Rules that prove positions lost.
//!
//! A box on a dead square is lost, and no push of the search spaces leads there. The rules here
//! prove that boxes block each other. They do not search; each examines the surroundings of the box
//! that was pushed last. If no rule applies, nothing is proved.

pub(crate) mod freeze;
mod frozen_goals;
mod goals_beside;
mod lone_box;
mod pattern;
mod pull;

pub(crate) use freeze::frozen;
use frozen_goals::FrozenGoalDeadlock;
pub(crate) use frozen_goals::GoalMatching;
use goals_beside::MoveRules;
pub(crate) use lone_box::{GoalTable, goals_reached_in_play, starts_reaching};
pub use pull::PullDeadlocks;

use crate::board::{BoxSet, Push, SearchBoard, Square};
use crate::search::Position;

/// A reason why a position is lost.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.4.3 and 6.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DeadlockRule {
    /// The patterns of figure 22, in constant time: boxes in a block of two by two; two boxes side
    /// by side along walls; boxes around one empty square that can only be pushed into it, and are
    /// then frozen.
    Pattern,
    /// Any number of boxes that block each other, at least one of them off the goals. On both axes,
    /// each is beside a wall or another of them, or between two dead squares.
    Freeze,
    /// Boxes frozen on goals are walls for the others. Either a goal is vacant that no box can
    /// reach any longer, whichever goal is filled last, or the goals that the other boxes can still
    /// reach cannot be assigned to them.
    FrozenGoals,
}

impl DeadlockRule {
    /// All rules, the cheapest first.
    pub const ALL: [Self; 3] = [Self::Pattern, Self::Freeze, Self::FrozenGoals];
}

/// Detects lost positions of a board.
///
/// # Guarantees
/// A position with a solution is never reported as lost.
///
/// # Complexity
/// For `S` live squares and boxes in `W` words, memory is 8·`S`·`W` bytes, and at most 256 times
/// that for positions with boxes frozen on goals.
///
/// # Examples
/// ```
/// use motion_core::Direction;
/// use sokoban::analysis::{DeadlockRule, Deadlocks};
/// use sokoban::board::{BoxSet, Push, SearchBoard};
///
/// let board = SearchBoard::new(&"7#|#.---.#|#-$$--#|#-@---#|7#".parse()?);
/// let mut deadlocks = Deadlocks::<1>::new(&board);
/// let mut boxes: BoxSet<1> = board.boxes().iter().copied().collect();
/// let [left, right] = *board.boxes() else { unreachable!() };
///
/// // Side by side along the wall, neither box can be moved again.
/// boxes.shift(right, board.step(right, Direction::Up));
/// assert_eq!(deadlocks.after_push(&boxes, Push { from: right, direction: Direction::Up }), None);
/// boxes.shift(left, board.step(left, Direction::Up));
/// let push = Push { from: left, direction: Direction::Up };
/// assert_eq!(deadlocks.after_push(&boxes, push), Some(DeadlockRule::Pattern));
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deadlocks<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
    patterns: bool,
    freezes: bool,
    frozen_goals: Option<FrozenGoalDeadlock<W>>,
}

impl<'b, const W: usize> Deadlocks<'b, W> {
    /// Prepares all rules.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`].
    pub fn new(board: &'b SearchBoard) -> Self {
        Self::from_rules(board, &DeadlockRule::ALL)
    }

    /// Prepares all rules for games from the start of this board. They use the squares that boxes
    /// cannot reach from their start squares, so other positions must not be tested.
    pub(crate) fn in_play(board: &'b SearchBoard) -> Self {
        let goals = board.goals().iter().copied().collect();
        let frozen_goals = Some(FrozenGoalDeadlock::new(board, goals, MoveRules::IN_PLAY));
        Self { board, goals, patterns: true, freezes: true, frozen_goals }
    }

    /// Prepares some of the rules.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`].
    pub fn from_rules(board: &'b SearchBoard, rules: &[DeadlockRule]) -> Self {
        let goals: BoxSet<W> = board.goals().iter().copied().collect();
        let has = |rule| rules.contains(&rule);
        Self {
            board,
            goals,
            patterns: has(DeadlockRule::Pattern),
            freezes: has(DeadlockRule::Freeze),
            frozen_goals: has(DeadlockRule::FrozenGoals)
                .then(|| FrozenGoalDeadlock::new(board, goals, MoveRules::FORWARD)),
        }
    }

    /// Returns the rule by which a push loses, if any; `boxes` are those after the push.
    ///
    /// A position that was already lost before the push may not be detected; test the first
    /// position with [`position`](Self::position).
    ///
    /// # Complexity
    /// Patterns take constant time. Freezes mostly take constant time, and at most the square of
    /// the boxes. Frozen goals take the square of the boxes if the push costs a box goals, and
    /// squares times goals for every new set of boxes frozen on goals.
    ///
    /// # Panics
    /// If the square does not exist.
    #[inline]
    pub fn after_push(&mut self, boxes: &BoxSet<W>, push: Push) -> Option<DeadlockRule> {
        let to = self.board.step(push.from, push.direction);
        if self.patterns && pattern::is_lost(self.board, &self.goals, boxes, to, push.from) {
            return Some(DeadlockRule::Pattern);
        }
        if self.freezes && freeze::is_lost(self.board, &self.goals, boxes, to) {
            return Some(DeadlockRule::Freeze);
        }
        let frozen_goals = self.frozen_goals.as_mut()?;
        frozen_goals.is_lost_after(self.board, boxes, push.from, to).then_some(DeadlockRule::FrozenGoals)
    }

    /// Returns the rule by which a position is lost, if any, whichever box was pushed last.
    ///
    /// # Complexity
    /// That of a push of every box.
    pub fn position(&mut self, position: &Position<W>) -> Option<DeadlockRule> {
        let Self { board, goals, .. } = self;
        let Position { boxes, player } = position;
        let any = |is_lost: &dyn Fn(Square) -> bool| boxes.iter().any(is_lost);
        if self.patterns && any(&|at| pattern::is_lost(board, goals, boxes, at, *player)) {
            return Some(DeadlockRule::Pattern);
        }
        if self.freezes && !frozen(board, *boxes).is_subset(goals) {
            return Some(DeadlockRule::Freeze);
        }
        let frozen_goals = self.frozen_goals.as_mut()?;
        frozen_goals.is_lost(board, boxes).then_some(DeadlockRule::FrozenGoals)
    }
}
