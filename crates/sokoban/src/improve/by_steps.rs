//! A piece as a search space in which every step of the player costs 1.

use alloc::vec::Vec;

use motion_core::Direction;
use motion_core::search::{Heuristic, Space};

use super::piece::{Piece, PieceAction, PieceState};
use crate::board::{Push, SearchBoard, Square};
use crate::search::{PlayerDistances, PlayerPosition};

/// The search space for the fewest steps of a piece, including the walk to the push after it.
/// Pushes of free boxes may cost more than one step.
pub(super) struct BySteps<'p, 'b, const W: usize> {
    pub(super) piece: &'p Piece<'b, W>,
    /// The cost of a push of a free box in addition to its step.
    pub(super) push_weight: u32,
}

impl<const W: usize> BySteps<'_, '_, W> {
    pub(super) fn start(&self) -> PieceState<PlayerPosition<W>> {
        let position = PlayerPosition { boxes: self.piece.start, player: self.piece.player };
        PieceState { position, sections: 0 }
    }
}

impl<const W: usize> Space for BySteps<'_, '_, W> {
    type State = PieceState<PlayerPosition<W>>;
    type Action = PieceAction;
    type Scratch = PlayerDistances;

    fn scratch(&self) -> PlayerDistances {
        PlayerDistances::new(self.piece.board)
    }

    /// The walk to the next push follows the last section.
    fn is_goal(&self, _: &mut PlayerDistances, state: &Self::State) -> bool {
        state.sections as usize > self.piece.section_count()
    }

    fn successors(
        &self,
        walks: &mut PlayerDistances,
        state: &Self::State,
        visit: &mut impl FnMut(PieceAction, Self::State, u32),
    ) {
        let &PieceState { position: PlayerPosition { mut boxes, mut player }, sections } = state;
        let (piece, board) = (self.piece, self.piece.board);
        let behind = |push: Push| board.step(push.from, push.direction.opposite());
        walks.measure(board, &boxes, [player]);
        for from in &piece.free(&boxes, sections as usize) {
            for direction in Direction::ALL {
                let (push, to) = (Push { from, direction }, board.step(from, direction));
                if !board.is_live(to) || boxes.contains(to) || !piece.leads_to_a_target(to) {
                    continue;
                }
                if let Some(walk) = walks.to(behind(push)) {
                    let mut boxes = boxes;
                    boxes.shift(from, to);
                    let position = PlayerPosition { boxes, player: from };
                    visit(
                        PieceAction::Free(push),
                        PieceState { position, sections },
                        walk + 1 + self.push_weight,
                    );
                }
            }
        }
        let mut steps = 0;
        let next = PieceState { sections: sections + 1, ..*state };
        if sections as usize == piece.section_count() {
            let walk = piece.next.map_or(Some(0), |(_, push)| walks.to(behind(push)));
            if let Some(walk) = walk.filter(|_| boxes == piece.end) {
                visit(PieceAction::End, next, walk);
            }
            return;
        }
        for &push in piece.section(sections as usize) {
            let to = board.step(push.from, push.direction);
            if player != behind(push) {
                if steps > 0 {
                    walks.measure(board, &boxes, [player]);
                }
                let Some(walk) = walks.to(behind(push)) else { return };
                steps += walk;
            }
            if boxes.contains(to) {
                return;
            }
            boxes.shift(push.from, to);
            player = push.from;
            steps += 1;
        }
        visit(PieceAction::Section, PieceState { position: PlayerPosition { boxes, player }, ..next }, steps);
    }
}

/// The heuristic of the fewest steps: the greater of two bounds, plus the push weights. One bound
/// is the number of pushes left, the other the player's way past all fixed pushes left.
pub(super) struct StepBound<'p, 'b, const W: usize> {
    piece: &'p Piece<'b, W>,
    places: &'p Coordinates,
    push_weight: u32,
    /// For each number of completed sections: the fixed pushes left, the square behind the next
    /// one, if any, and the least steps from there to the end.
    left: Vec<(u32, Option<Square>, u32)>,
}

impl<'p, 'b, const W: usize> StepBound<'p, 'b, W> {
    pub(super) fn new(space: &BySteps<'p, 'b, W>, places: &'p Coordinates) -> Self {
        let &BySteps { piece, push_weight } = space;
        let behind = |push: Push| piece.board.step(push.from, push.direction.opposite());
        let mut next = piece.next.map(|(_, push)| behind(push));
        let (mut pushes, mut steps) = (0, 0);
        let mut left = alloc::vec![(0, next, 0)];
        for section in (0..piece.section_count()).rev() {
            for &push in piece.section(section).iter().rev() {
                pushes += 1;
                steps += 1 + next.map_or(0, |next| places.distance(push.from, next));
                next = Some(behind(push));
            }
            left.push((pushes, next, steps));
        }
        left.reverse();
        Self { piece, places, push_weight, left }
    }
}

impl<const W: usize> Heuristic<BySteps<'_, '_, W>> for StepBound<'_, '_, W> {
    fn lower_bound(&mut self, state: &PieceState<PlayerPosition<W>>) -> Option<u32> {
        let sections = state.sections as usize;
        let Some(&(fixed, next, steps)) = self.left.get(sections) else { return Some(0) };
        let pushes = self.piece.least_pushes(&self.piece.free(&state.position.boxes, sections))?;
        let walk = next.map_or(0, |next| self.places.distance(state.position.player, next));
        Some((pushes + fixed).max(walk + steps) + self.push_weight * pushes)
    }
}

/// The row and the column of every square.
pub(super) struct Coordinates(Vec<(u32, u32)>);

impl Coordinates {
    pub(super) fn new(board: &SearchBoard) -> Self {
        Self((0..board.square_count() as u16).map(|square| board.coordinates(Square(square))).collect())
    }

    /// Returns the least steps from one square to another if there were no walls.
    fn distance(&self, from: Square, to: Square) -> u32 {
        let (from, to) = (self.0[from.index()], self.0[to.index()]);
        from.0.abs_diff(to.0) + from.1.abs_diff(to.1)
    }
}
