//! The game by single steps of the player.

use motion_core::Direction;
use motion_core::search::Space;

use super::{PlayerDistances, PlayerPosition};
use crate::analysis::{DeadlockRule, Deadlocks};
use crate::board::{BoxSet, Push, SearchBoard};

/// The space of positions with the player on an exact square, and the pushes between them, from the
/// start to the goals. A push costs the steps of a shortest walk to the square behind the box, plus
/// one step for itself.
///
/// The cost encodes both criteria in one number: each step costs [`step_weight`](Self::new), and
/// each push 1 more.
///
/// # Guarantees
/// The least cost of a path to a solved position equals that of the player's single steps: between
/// two pushes no box moves, so a walk can be replaced by a shortest one between the same squares,
/// and no step is needed after the last push. This also holds with deadlock rules, which never
/// prune a position that can be solved. Positions to which no push leads, other than the start, are
/// never stored.
#[derive(Clone, Debug)]
pub(crate) struct Steps<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
    step_weight: u32,
    rules: &'static [DeadlockRule],
}

/// The scratch of [`Steps`].
#[derive(Clone, Debug)]
pub(crate) struct StepScratch<'b, const W: usize> {
    walks: PlayerDistances,
    deadlocks: Option<Deadlocks<'b, W>>,
}

impl<'b, const W: usize> Steps<'b, W> {
    /// Creates the space of a board; pushes into deadlocks that the rules detect are pruned.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`].
    pub(crate) fn new(board: &'b SearchBoard, step_weight: u32, rules: &'static [DeadlockRule]) -> Self {
        let goals = board.goals().iter().copied().collect();
        Self { board, goals, step_weight, rules }
    }

    /// Returns the position at the start.
    pub(crate) fn start(&self) -> PlayerPosition<W> {
        PlayerPosition { boxes: self.board.boxes().iter().copied().collect(), player: self.board.player() }
    }
}

impl<'b, const W: usize> Space for Steps<'b, W> {
    type State = PlayerPosition<W>;
    type Action = Push;
    type Scratch = StepScratch<'b, W>;

    fn scratch(&self) -> StepScratch<'b, W> {
        StepScratch {
            walks: PlayerDistances::new(self.board),
            deadlocks: (!self.rules.is_empty()).then(|| Deadlocks::from_rules(self.board, self.rules)),
        }
    }

    fn is_goal(&self, _: &mut StepScratch<'b, W>, position: &PlayerPosition<W>) -> bool {
        position.boxes.is_subset(&self.goals)
    }

    fn successors(
        &self,
        scratch: &mut StepScratch<'b, W>,
        position: &PlayerPosition<W>,
        visit: &mut impl FnMut(Push, PlayerPosition<W>, u32),
    ) {
        scratch.walks.measure(self.board, &position.boxes, [position.player]);
        for from in &position.boxes {
            for direction in Direction::ALL {
                let push = Push { from, direction };
                let to = self.board.step(from, direction);
                if !self.board.is_live(to) || position.boxes.contains(to) {
                    continue;
                }
                let Some(walk) = scratch.walks.to(self.board.step(from, direction.opposite())) else {
                    continue;
                };
                let mut boxes = position.boxes;
                boxes.shift(from, to);
                let deadlocks = scratch.deadlocks.as_mut();
                if deadlocks.is_none_or(|deadlocks| deadlocks.after_push(&boxes, push).is_none()) {
                    let cost = self.step_weight.saturating_mul(walk + 1).saturating_add(1);
                    visit(push, PlayerPosition { boxes, player: from }, cost);
                }
            }
        }
    }

    /// Returns whether both push the same box.
    fn continues(&self, last: Push, next: Push) -> bool {
        self.board.step(last.from, last.direction) == next.from
    }
}
