//! Positions with the moves that led to them.

use core::hash::{Hash, Hasher};

use crate::board::Square;
use crate::search::Position;

/// The largest number of moves that are remembered.
pub(crate) const LONGEST: usize = 10;

/// A position with the squares on which the last moves left their boxes.
///
/// Positions are equal regardless of the moves that led to them; the moves only affect the order of
/// successors and the cuts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionWithMoves<const W: usize> {
    pub(crate) position: Position<W>,
    /// The squares on which the last moves left their boxes, the last move first.
    ends: [Square; LONGEST],
    /// The number of these squares.
    len: u8,
    /// A bit for each of these moves, the lowest for the last: whether the move was distant from
    /// the one before it.
    switches: u16,
}

impl<const W: usize> PositionWithMoves<W> {
    /// Creates a position without previous moves.
    pub(crate) const fn new(position: Position<W>) -> Self {
        Self { position, ends: [Square(0); LONGEST], len: 0, switches: 0 }
    }

    /// Returns the position after another move, which left its box here.
    pub(crate) fn then(&self, position: Position<W>, end: Square, is_switch: bool) -> Self {
        let mut ends = self.ends;
        ends.copy_within(..LONGEST - 1, 1);
        ends[0] = end;
        let len = (self.len + 1).min(LONGEST as u8);
        Self { position, ends, len, switches: self.switches << 1 | u16::from(is_switch) }
    }

    /// Creates the position after a move to which all later ones are compared, whatever came before
    /// it.
    pub(crate) fn anew(position: Position<W>, end: Square) -> Self {
        Self::new(position).then(position, end, false)
    }

    /// Iterates over the squares on which the last moves left their boxes, each with whether the
    /// move was distant from the one before it; the last move comes first.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (Square, bool)> {
        let is_switch = |number: usize| self.switches >> number & 1 != 0;
        self.ends[..self.len.into()].iter().enumerate().map(move |(number, &end)| (end, is_switch(number)))
    }

    /// Returns the square on which the last move left its box.
    pub(crate) fn last(&self) -> Option<Square> {
        self.moves().next().map(|(end, _)| end)
    }
}

impl<const W: usize> PartialEq for PositionWithMoves<W> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl<const W: usize> Eq for PositionWithMoves<W> {}

impl<const W: usize> Hash for PositionWithMoves<W> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoxSet;
    use alloc::vec::Vec;

    #[test]
    fn the_last_moves_are_remembered_and_do_not_make_positions_different() {
        let position = Position::<4> { boxes: BoxSet::new(), player: Square(0) };
        let start = PositionWithMoves::new(position);
        assert_eq!(start.last(), None);
        let end = (1..=12)
            .fold(start, |state, number| state.then(position, Square(number), number == 11 || number == 3));
        let moves: Vec<_> = end.moves().map(|(end, is_switch)| (end.0, is_switch)).collect();
        assert_eq!((moves.len(), moves[0], moves[1]), (LONGEST, (12, false), (11, true)));
        assert_eq!(moves[9], (3, true));
        assert_eq!(moves.iter().filter(|&&(_, is_switch)| is_switch).count(), 2);
        assert_eq!(end, start);
        assert_eq!(
            PositionWithMoves::anew(position, Square(7)).moves().collect::<Vec<_>>(),
            [(Square(7), false)]
        );
    }
}
