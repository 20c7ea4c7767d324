//! Goal rooms and their entrances.

use alloc::vec::Vec;

use super::structure::{RoomOrTunnel, Structure, open_sides, reading_order, sort_for_reading};
use crate::board::{SearchBoard, Square};

/// Rooms and tunnels with goals. Adjacent ones are joined.
///
/// # Complexity
/// Finding them takes time linear in the squares, except for sorting.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.2.4 and 6.3.
///
/// # Examples
/// ```
/// use sokoban::analysis::{GoalRoom, Structure};
/// use sokoban::board::SearchBoard;
///
/// let board = SearchBoard::new(&"10#|#--####..#|#@-$-$---#|#--####--#|10#".parse()?);
/// let rooms = GoalRoom::all(&board, &Structure::new(&board));
/// let [room] = &*rooms else { unreachable!() };
/// assert_eq!((room.squares.len(), room.goals.len(), room.entrances.len()), (6, 2, 1));
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalRoom {
    /// The squares in reading order.
    pub squares: Vec<Square>,
    /// The goals among them.
    pub goals: Vec<Square>,
    /// The adjacent squares outside, from which the player or a box enters; empty if the room is
    /// the whole board.
    pub entrances: Vec<Square>,
}

impl GoalRoom {
    /// Finds the goal rooms of a board, in reading order.
    pub fn all(board: &SearchBoard, structure: &Structure) -> Vec<Self> {
        let (rooms, tunnels) = (structure.rooms().len(), structure.tunnels().len());
        let part = |square| match structure.region(square) {
            RoomOrTunnel::Room(room) => room,
            RoomOrTunnel::Tunnel(tunnel) => rooms + tunnel,
        };
        let mut has_goal = alloc::vec![false; rooms + tunnels];
        for &goal in board.goals() {
            has_goal[part(goal)] = true;
        }
        let order = reading_order(board);
        let mut is_seen = alloc::vec![false; board.square_count()];
        let mut all = Vec::new();
        for &first in &order {
            if !has_goal[part(first)] || core::mem::replace(&mut is_seen[first.index()], true) {
                continue;
            }
            let (mut squares, mut entrances) = (alloc::vec![first], Vec::new());
            let mut next = 0;
            while let Some(&square) = squares.get(next) {
                next += 1;
                for beside in open_sides(board, square) {
                    if !has_goal[part(beside)] {
                        entrances.push(beside);
                    } else if !core::mem::replace(&mut is_seen[beside.index()], true) {
                        squares.push(beside);
                    }
                }
            }
            for list in [&mut squares, &mut entrances] {
                sort_for_reading(board, list);
                list.dedup();
            }
            let goals = squares.iter().copied().filter(|square| board.goals().contains(square)).collect();
            all.push(Self { squares, goals, entrances });
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::board_of;
    use motion_core::Cell;

    #[test]
    fn rooms_with_goals_are_taken_together_across_an_edge() {
        let level = "\n##########\n#. #######\n#    $ $@#\n###. #####\n##########";
        let board = board_of(level);
        let structure = Structure::new(&board);
        assert_eq!(structure.rooms().len(), 2);
        let rooms = GoalRoom::all(&board, &structure);
        let [room] = &*rooms else { panic!("{rooms:?}") };
        assert_eq!((room.squares.len(), room.goals.len()), (8, 2));
        assert_eq!(room.entrances, [board.square(Cell(2 * 10 + 5))]);
    }
}
