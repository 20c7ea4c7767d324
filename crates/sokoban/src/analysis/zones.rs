//! Zones and the boxes between them.

use alloc::vec::Vec;

use motion_core::Direction;

use super::structure::{open_sides, reading_order};
use crate::board::{BoxSet, SearchBoard, Square};

/// The zones of a position: the connected parts of the floor between walls and boxes.
///
/// # Complexity
/// Finding them takes time and memory linear in the squares, except for sorting.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 4.4.1.
///
/// # Examples
/// ```
/// use sokoban::analysis::{CorralKind, Zones};
/// use sokoban::board::{BoxSet, SearchBoard};
///
/// let board = SearchBoard::new(&"8#|###-.--#|#.$@$--#|###----#|8#".parse()?);
/// let boxes: BoxSet<1> = board.boxes().iter().copied().collect();
/// let zones = Zones::new(&board, &boxes, board.player());
/// assert_eq!(zones.count(), 2);
/// let (left, right) = (zones.zone_of(board.boxes()[0]), zones.zone_of(board.player()));
/// assert!(left.is_none() && right == Some(zones.player()));
/// let corral = (0..2).find(|&zone| zone != zones.player()).expect("the other");
/// assert_eq!(zones.barrier(corral).count(), 1);
/// assert_eq!(zones.corral(corral), Some(CorralKind::Pushable));
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Zones<'b> {
    board: &'b SearchBoard,
    numbers: Vec<Option<u16>>,
    has_box: Vec<bool>,
    count: usize,
    player: usize,
}

/// The kind of a zone that the player does not reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CorralKind {
    /// Some box of the barrier can be pushed elsewhere, now or after other boxes have moved.
    Plain,
    /// All boxes of the barrier can be pushed only into the zone: an I-corral.
    Inward,
    /// An I-corral in which all these pushes are legal now: a PI-corral.
    Pushable,
}

impl<'b> Zones<'b> {
    /// Finds the zones of a position.
    ///
    /// # Panics
    /// If the player is not on a free square.
    pub fn new<const W: usize>(board: &'b SearchBoard, boxes: &BoxSet<W>, player: Square) -> Self {
        Self::with_boxes_at(board, boxes.iter(), player)
    }

    /// Works as [`new`](Zones::new) for boxes anywhere, dead squares included.
    pub(crate) fn with_boxes_at(
        board: &'b SearchBoard,
        boxes: impl Iterator<Item = Square>,
        player: Square,
    ) -> Self {
        let mut has_box = alloc::vec![false; board.square_count() + 1];
        for square in boxes {
            has_box[square.index()] = true;
        }
        let (mut numbers, mut count) = (alloc::vec![None; board.square_count()], 0);
        for first in reading_order(board) {
            if has_box[first.index()] || numbers[first.index()].is_some() {
                continue;
            }
            numbers[first.index()] = Some(count);
            let mut stack = alloc::vec![first];
            while let Some(square) = stack.pop() {
                for beside in open_sides(board, square) {
                    if !has_box[beside.index()] && numbers[beside.index()].is_none() {
                        numbers[beside.index()] = Some(count);
                        stack.push(beside);
                    }
                }
            }
            count += 1;
        }
        let player = numbers[player.index()].expect("the player is on a free square");
        Self { board, numbers, has_box, count: count.into(), player: player.into() }
    }

    /// The number of zones. They are numbered in reading order.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The number of the player's zone.
    pub const fn player(&self) -> usize {
        self.player
    }

    /// Returns the number of the zone of a square; `None` for boxes and the wall.
    pub fn zone_of(&self, square: Square) -> Option<usize> {
        self.numbers.get(square.index()).copied().flatten().map(usize::from)
    }

    /// Iterates over the boxes next to a zone, ascending.
    pub fn barrier(&self, zone: usize) -> impl Iterator<Item = Square> {
        let all = (0..self.board.square_count() as u16).map(Square);
        let touches = move |square: Square| {
            self.board.neighbours(square).iter().any(|&beside| self.zone_of(beside) == Some(zone))
        };
        all.filter(move |&square| self.has_box[square.index()] && touches(square))
    }

    /// Returns the kind of corral that a zone forms alone, not combined with others; `None` for the
    /// player's zone. Pushes onto dead squares are ignored.
    pub fn corral(&self, zone: usize) -> Option<CorralKind> {
        if zone == self.player {
            return None;
        }
        let mut kind = CorralKind::Pushable;
        for from in self.barrier(zone) {
            for direction in Direction::ALL {
                let [to, behind] = [direction, direction.opposite()].map(|side| self.board.step(from, side));
                let is_barred = |square| {
                    self.board.is_wall(square)
                        || self.has_box[square.index()] && self.barrier(zone).any(|at| at == square)
                };
                if !self.board.is_live(to)
                    || is_barred(to)
                    || is_barred(behind)
                    || self.zone_of(behind) == Some(zone)
                {
                    continue;
                }
                if self.zone_of(to) != Some(zone) {
                    return Some(CorralKind::Plain);
                }
                if self.zone_of(behind) != Some(self.player) {
                    kind = CorralKind::Inward;
                }
            }
        }
        Some(kind)
    }
}
