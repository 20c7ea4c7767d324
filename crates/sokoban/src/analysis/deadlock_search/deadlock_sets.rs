//! Deadlock sets: sub-positions that have been proved lost.

use alloc::vec::Vec;

use motion_core::Control;

use super::sub_position::SubPosition;
use crate::board::{BoxSet, Reach, SearchBoard, Square, bit, has};

/// The largest number of sets for each square.
const SETS_OF_SQUARE: usize = 64;

/// The sub-positions that have been proved lost, each listed at one of its squares.
///
/// Each square stores a bounded number of sets, the latest ones, so that time and memory of
/// look-ups are bounded.
#[derive(Clone, Debug)]
pub(super) struct DeadlockSets<const W: usize> {
    of_square: Vec<SquareSets<W>>,
    /// The number of words of a zone.
    words: usize,
    len: usize,
    /// The number of bytes held in the control.
    held: u64,
}

#[derive(Clone, Debug)]
struct SquareSets<const W: usize> {
    sets: Vec<(BoxSet<W>, BoxSet<W>)>,
    /// The player's zones, set by set.
    zones: Vec<u64>,
    /// The set that the next one replaces when the list is full.
    oldest: usize,
}

impl<const W: usize> DeadlockSets<W> {
    pub(super) fn new(board: &SearchBoard) -> Self {
        let stored = SquareSets { sets: Vec::new(), zones: Vec::new(), oldest: 0 };
        Self {
            of_square: alloc::vec![stored; board.live_square_count()],
            words: board.floor().words(),
            len: 0,
            held: 0,
        }
    }

    /// The number of sets.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Whether a sub-position contains a lost one, so that every position that contains it is lost.
    pub(super) fn has_part_of(&self, part: &SubPosition<W>) -> bool {
        self.any(&part.boxes, part.player, |vacant| vacant.is_subset(&part.vacant))
    }

    /// Whether a position contains a lost sub-position.
    pub(super) fn has_part_of_position(&self, boxes: &BoxSet<W>, player: Square) -> bool {
        self.any(boxes, player, |vacant| vacant.and(boxes).is_empty())
    }

    fn any(&self, boxes: &BoxSet<W>, player: Square, is_vacant: impl Fn(&BoxSet<W>) -> bool) -> bool {
        self.len > 0
            && boxes.iter().any(|at| {
                let stored = &self.of_square[at.index()];
                let zones = stored.zones.chunks(self.words);
                stored.sets.iter().zip(zones).any(|((set, vacant), zone)| {
                    set.is_subset(boxes) && has(zone, player) && is_vacant(vacant)
                })
            })
    }

    /// Stores a sub-position whose zone of the player is `reach`. Stores nothing if memory is
    /// refused.
    pub(super) fn insert(&mut self, part: &SubPosition<W>, reach: &Reach, control: &mut Control) {
        let mut zone = alloc::vec![0; self.words];
        reach.squares().for_each(|square| zone[square.index() / 64] |= bit(square));
        let size = |square: &Square| self.of_square[square.index()].sets.len();
        let Some(square) = part.boxes.iter().min_by_key(size) else { return };
        let (words, stored) = (self.words, &mut self.of_square[square.index()]);
        if stored.sets.len() < SETS_OF_SQUARE {
            let bytes = (size_of::<(BoxSet<W>, BoxSet<W>)>() + 8 * words) as u64;
            if control.hold(bytes).is_err() {
                return;
            }
            self.held += bytes;
            self.len += 1;
            stored.sets.push((part.boxes, part.vacant));
            stored.zones.extend_from_slice(&zone);
        } else {
            let number = stored.oldest;
            stored.oldest = (number + 1) % SETS_OF_SQUARE;
            stored.sets[number] = (part.boxes, part.vacant);
            stored.zones[number * words..][..words].copy_from_slice(&zone);
        }
    }

    /// The number of bytes held in the control.
    pub(super) const fn held_bytes(&self) -> u64 {
        self.held
    }

    /// Releases the memory.
    pub(super) fn release(self, control: &mut Control) {
        control.release(self.held);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::board_of;
    use motion_core::Budget;

    fn set(squares: &[u16]) -> BoxSet<4> {
        squares.iter().map(|&square| Square(square)).collect()
    }

    /// Returns a board whose six squares are all live, in one row.
    fn row() -> SearchBoard {
        board_of("8#|#.$@$-.#|8#")
    }

    #[test]
    fn an_extract_contains_a_set_where_boxes_zone_and_vacant_goals_agree() {
        let (board, mut control) = (row(), Control::unlimited());
        let mut reach = Reach::new(&board);
        let mut sets = DeadlockSets::new(&board);
        let lost = SubPosition { boxes: set(&[2]), vacant: set(&[5]), player: Square(0) };
        reach.flood(&board, &lost.boxes, lost.player);
        sets.insert(&lost, &reach, &mut control);
        let found = |boxes: &[u16], vacant: &[u16], player| {
            sets.has_part_of(&SubPosition { boxes: set(boxes), vacant: set(vacant), player: Square(player) })
        };
        assert!(found(&[2], &[5], 0) && found(&[2, 4], &[5], 1) && found(&[0, 2], &[4, 5], 1));
        assert!(!found(&[2], &[], 0) && !found(&[2], &[4], 0), "another box may be on the goal");
        assert!(!found(&[2], &[5], 3), "the player is on the other side");
        assert!(!found(&[1, 3], &[5], 0));
        assert!(sets.has_part_of_position(&set(&[2, 4]), Square(1)));
        assert!(!sets.has_part_of_position(&set(&[2, 5]), Square(1)));
        sets.release(&mut control);
        assert_eq!(control.stats().bytes, 0);
    }

    #[test]
    fn the_latest_sets_of_a_square_are_kept_while_there_is_memory() {
        let (board, mut control) = (row(), Control::unlimited());
        let mut reach = Reach::new(&board);
        reach.flood(&board, &set(&[1]), Square(0));
        let part = |vacant: u16| SubPosition {
            boxes: set(&[1]),
            vacant: (0..6).filter(|bit| vacant >> bit & 1 != 0).map(Square).collect(),
            player: Square(0),
        };
        let mut sets = DeadlockSets::new(&board);
        let mut peak = 0;
        for number in 1..64 + 10 {
            // An empty set of goals would be contained in every other.
            sets.insert(&part(number % 63 + 1), &reach, &mut control);
            assert_eq!(sets.len(), usize::from(number).min(SETS_OF_SQUARE));
            peak = peak.max(control.stats().bytes);
        }
        assert_eq!(control.stats().bytes, peak);
        sets.release(&mut control);
        assert_eq!(control.stats().bytes, 0);

        let mut control = Control::new(Budget::new().with_bytes(peak - 1));
        let mut sets = DeadlockSets::new(&board);
        for number in 1..64 + 10 {
            sets.insert(&part(number % 63 + 1), &reach, &mut control);
        }
        assert_eq!(sets.len(), SETS_OF_SQUARE - 1);
    }
}
