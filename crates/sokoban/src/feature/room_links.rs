//! Ways between rooms that boxes cut.

use alloc::vec::Vec;

use motion_core::Direction;

use crate::board::{BoxSet, SearchBoard, Square};

/// Rooms – unions of overlapping open blocks of 2×2 squares – and the ways between them over other
/// squares.
#[derive(Clone, Debug)]
pub(super) struct RoomLinks<'b> {
    board: &'b SearchBoard,
    /// For each square its room.
    room_of: Vec<u8>,
    /// For each room its squares.
    rooms: Vec<Vec<Square>>,
    /// The rooms that are joined when there are no boxes.
    links: Vec<(u8, u8)>,
    seen: Vec<u32>,
    number: u32,
    stack: Vec<Square>,
}

const NO_ROOM: u8 = u8::MAX;

impl<'b> RoomLinks<'b> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        let squares = board.square_count();
        let open = |square: Square| !board.is_wall(square);
        let mut room_of = alloc::vec![NO_ROOM; squares + 1];
        let mut rooms: Vec<Vec<Square>> = Vec::new();
        let blocks: Vec<[Square; 4]> = (0..squares as u16)
            .map(Square)
            .filter_map(|at| {
                let right = board.step(at, Direction::Right);
                let down = board.step(at, Direction::Down);
                if !open(at) || !open(right) || !open(down) {
                    return None;
                }
                let corner = board.step(right, Direction::Down);
                open(corner).then_some([at, right, down, corner])
            })
            .collect();
        let mut component: Vec<usize> = (0..blocks.len()).collect();
        let mut owner: Vec<Option<usize>> = alloc::vec![None; squares + 1];
        fn root(component: &mut [usize], mut at: usize) -> usize {
            while component[at] != at {
                component[at] = component[component[at]];
                at = component[at];
            }
            at
        }
        for (number, block) in blocks.iter().enumerate() {
            for square in block {
                match owner[square.index()] {
                    None => owner[square.index()] = Some(number),
                    Some(other) => {
                        let (a, b) = (root(&mut component, number), root(&mut component, other));
                        component[a] = b;
                    }
                }
            }
        }
        for number in 0..blocks.len() {
            if root(&mut component, number) != number || rooms.len() >= usize::from(NO_ROOM) {
                continue;
            }
            let mut members: Vec<Square> = Vec::new();
            let mut count = 0;
            for (other, block) in blocks.iter().enumerate() {
                if root(&mut component, other) == number {
                    count += 1;
                    members.extend(block);
                }
            }
            if count < 2 {
                continue;
            }
            members.sort_unstable();
            members.dedup();
            for square in &members {
                room_of[square.index()] = rooms.len() as u8;
            }
            rooms.push(members);
        }
        let seen = alloc::vec![0; squares + 1];
        let mut made = Self { board, room_of, rooms, links: Vec::new(), seen, number: 0, stack: Vec::new() };
        made.links = made.joined::<1>(None);
        made
    }

    /// The pairs of rooms that are joined beside these boxes.
    fn joined<const W: usize>(&mut self, boxes: Option<&BoxSet<W>>) -> Vec<(u8, u8)> {
        let mut links = Vec::new();
        let free = |board: &SearchBoard, at: Square| {
            !board.is_wall(at) && boxes.is_none_or(|boxes| !boxes.contains(at))
        };
        for room in 0..self.rooms.len() {
            self.number += 1;
            for &square in &self.rooms[room] {
                if free(self.board, square) {
                    self.seen[square.index()] = self.number;
                    self.stack.push(square);
                }
            }
            while let Some(here) = self.stack.pop() {
                for &next in self.board.neighbours(here) {
                    if !free(self.board, next) || self.seen[next.index()] == self.number {
                        continue;
                    }
                    self.seen[next.index()] = self.number;
                    let other = self.room_of[next.index()];
                    if other == NO_ROOM {
                        self.stack.push(next);
                    } else if usize::from(other) > room {
                        links.push((room as u8, other));
                    }
                }
            }
        }
        links.sort_unstable();
        links.dedup();
        links
    }

    /// The number of links that boxes cut; those of a room full of boxes do not count.
    pub(super) fn cut<const W: usize>(&mut self, boxes: &BoxSet<W>) -> u16 {
        if self.links.is_empty() {
            return 0;
        }
        let joined = self.joined(Some(boxes));
        let full = |room: u8| self.rooms[usize::from(room)].iter().all(|&at| boxes.contains(at));
        let cut = |&&(a, b): &&(u8, u8)| !joined.contains(&(a, b)) && !full(a) && !full(b);
        self.links.iter().filter(cut).count() as u16
    }
}
