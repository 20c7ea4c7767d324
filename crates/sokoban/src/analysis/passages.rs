//! Doors and one-way passages.

use alloc::vec::Vec;

use motion_core::Direction;

use super::structure::{RoomOrTunnel, Structure, open_sides};
use super::zones::Zones;
use crate::board::{BoxSet, Reach, SearchBoard, Square};

/// A box in a tunnel, or at the end of one, that separates two zones.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 4.4.2.
///
/// # Examples
/// The box in the corridor can be pushed out of the way to the right, but from the right it would
/// be pushed onto a dead square.
/// ```
/// use sokoban::analysis::{Passage, Structure};
/// use sokoban::board::{BoxSet, SearchBoard};
///
/// let board = SearchBoard::new(&"9#|#--###--#|#@-$---.#|#--###--#|9#".parse()?);
/// let boxes: BoxSet<1> = board.boxes().iter().copied().collect();
/// let passages = Passage::all(&board, &Structure::new(&board), &boxes, board.player());
/// let [passage] = &*passages else { unreachable!() };
/// assert!(passage.is_one_way() && passage.opens_from == [true, false]);
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The square of the box.
    pub box_at: Square,
    /// A square of each zone, next to the box.
    pub sides: [Square; 2],
    /// For each side, whether the player can push the box out of the way from there while all
    /// others stay, so that both zones are joined completely.
    pub opens_from: [bool; 2],
}

impl Passage {
    /// Finds the boxes that separate zones, each with every pair of zones beside it, ordered by
    /// squares. Boxes stay on live squares.
    ///
    /// # Complexity
    /// At most the square of the number of squares for each pair.
    ///
    /// # Panics
    /// If the player is not on a free square.
    pub fn all<const W: usize>(
        board: &SearchBoard,
        structure: &Structure,
        boxes: &BoxSet<W>,
        player: Square,
    ) -> Vec<Self> {
        let zones = Zones::new(board, boxes, player);
        let mut reach = Reach::new(board);
        let mut passages = Vec::new();
        for box_at in boxes.iter().filter(|&square| is_at_tunnel(board, structure, square)) {
            let mut sides: Vec<_> =
                open_sides(board, box_at).filter(|&side| zones.zone_of(side).is_some()).collect();
            sides.sort_unstable_by_key(|&side| zones.zone_of(side));
            sides.dedup_by_key(|side| zones.zone_of(*side));
            for (number, &first) in sides.iter().enumerate() {
                for &second in &sides[number + 1..] {
                    let pair = [first, second];
                    let ground = pair.map(|side| {
                        let belongs = |&square: &Square| zones.zone_of(square) == zones.zone_of(side);
                        (0..board.square_count() as u16).map(Square).filter(belongs).collect::<Vec<_>>()
                    });
                    let opens = |side| opens(board, &mut reach, *boxes, (box_at, side), &ground);
                    let opens_from = pair.map(opens);
                    passages.push(Self { box_at, sides: pair, opens_from });
                }
            }
        }
        passages
    }

    /// Whether the passage opens from neither side unless another box is moved.
    pub fn is_door(&self) -> bool {
        self.opens_from == [false, false]
    }

    /// Whether the passage opens from exactly one side.
    pub fn is_one_way(&self) -> bool {
        self.opens_from[0] != self.opens_from[1]
    }
}

/// Whether a square lies in a tunnel or next to one.
fn is_at_tunnel(board: &SearchBoard, structure: &Structure, square: Square) -> bool {
    let in_tunnel = |square| matches!(structure.region(square), RoomOrTunnel::Tunnel(_));
    let is_end = structure.tunnels().iter().any(|tunnel| tunnel.ends.contains(&Some(square)));
    in_tunnel(square) || is_end || open_sides(board, square).any(in_tunnel)
}

/// Whether the player can push a box to where all of two zones can be reached. `start` is the box
/// and the player.
fn opens<const W: usize>(
    board: &SearchBoard,
    reach: &mut Reach,
    mut boxes: BoxSet<W>,
    start: (Square, Square),
    ground: &[Vec<Square>; 2],
) -> bool {
    boxes.remove(start.0);
    // For each square of the box, the sides on which the player has been.
    let mut seen = alloc::vec![[false; 4]; board.live_square_count()];
    let mut stack = alloc::vec![start];
    while let Some((box_at, player)) = stack.pop() {
        let mut placed = boxes;
        placed.insert(box_at);
        reach.flood(board, &placed, player);
        let joins = |zone: &Vec<Square>| {
            let is_left = |&square: &Square| square == box_at || reach.contains(square);
            zone.iter().all(is_left) && *zone != [box_at]
        };
        if ground.iter().all(joins) {
            return true;
        }
        for direction in Direction::ALL {
            let side = direction.opposite();
            let to = board.step(box_at, direction);
            if reach.contains(board.step(box_at, side))
                && !core::mem::replace(&mut seen[box_at.index()][side.index()], true)
                && board.is_live(to)
                && !reach.has_box(to)
            {
                stack.push((to, box_at));
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::board_of;

    fn passages(text: &str) -> Vec<Passage> {
        let board = board_of(text);
        let boxes: BoxSet<4> = board.boxes().iter().copied().collect();
        assert!(board.starts_on_live_squares(), "{text}");
        Passage::all(&board, &Structure::new(&board), &boxes, board.player())
    }

    #[test]
    fn a_box_that_can_only_be_pushed_into_a_room_is_a_one_way_passage() {
        // From the left the box is pushed into the room on the right, from the right into a niche
        // of one square.
        let level = "
########
###   ##
#@$   .#
###   ##
########";
        let [passage] = &*passages(level) else { panic!("one") };
        assert!(passage.is_one_way() && !passage.is_door(), "{passage:?}");
        assert_eq!(passage.opens_from, [false, true]); // the room comes first in reading order
    }

    #[test]
    fn a_box_between_boxes_is_a_door() {
        let level = "
###########
#  ###   ##
#@ $ $   .#
#  ###  .##
###########";
        let found = passages(level);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].is_door() && !found[1].is_door(), "{found:?}");
    }
}
