//! Links between rooms that boxes cut.

use alloc::boxed::Box;
use alloc::vec::Vec;

use motion_core::Direction;

use crate::board::{BoxSet, SearchBoard, Square};
use crate::lossy_index::lossy_index;

/// No room.
const NO_ROOM: u8 = u8::MAX;

/// The number of sets of boxes whose links are cached.
const REMEMBERED: usize = 8_192;

/// The rooms (unions of at least two overlapping open blocks of 2×2 squares) and the links between
/// them: pairs of rooms that are joined without crossing a third.
///
/// Boxes cut a link if no way is left between the two rooms. A box that leaves a way round cuts
/// nothing; a box that closes the door of a room from inside cuts its links.
#[derive(Clone, Debug)]
pub(in crate::feature) struct RoomLinks<'b, const W: usize> {
    board: &'b SearchBoard,
    /// The room of each square, and of the wall.
    room_of: Vec<u8>,
    rooms: Vec<Room<W>>,
    /// The squares outside all rooms.
    corridors: Vec<Square>,
    /// The pairs of squares beside each other that belong to different rooms.
    borders: Vec<[Square; 2]>,
    /// The rooms that are joined when there are no boxes.
    links: Vec<(u8, u8)>,
    /// The live squares on which a box can cut a link.
    doors: BoxSet<W>,
    /// A lossy table from boxes on these squares to the links that they cut.
    remembered: Vec<Option<Box<(BoxSet<W>, u16)>>>,
    /// For each square, the number of the last flood fill that reached it.
    seen: Vec<u32>,
    floods: u32,
    stack: Vec<Square>,
}

#[derive(Clone, Debug)]
struct Room<const W: usize> {
    /// The squares, if all of them are live.
    live: Option<BoxSet<W>>,
}

impl<'b, const W: usize> RoomLinks<'b, W> {
    pub(in crate::feature) fn new(board: &'b SearchBoard) -> Self {
        let mut room_of = alloc::vec![NO_ROOM; board.square_count() + 1];
        let mut rooms = Vec::new();
        for squares in rooms_of(board) {
            for square in &squares {
                room_of[square.index()] = rooms.len() as u8;
            }
            let live = squares.iter().all(|&at| board.is_live(at)).then(|| squares.iter().copied().collect());
            rooms.push(Room { live });
        }
        let is_inner = |at: Square| {
            let room = room_of[at.index()];
            let is_same = |&side: &Square| board.is_wall(side) || room_of[side.index()] == room;
            room != NO_ROOM && board.neighbours(at).iter().all(is_same)
        };
        let live = (0..board.live_square_count() as u16).map(Square);
        let doors = live.filter(|&at| !is_inner(at)).collect();
        let squares = || (0..board.square_count() as u16).map(Square);
        let room = |at: Square| Some(room_of[at.index()]).filter(|&room| room != NO_ROOM);
        let corridors = squares().filter(|&at| room(at).is_none()).collect();
        let pairs = squares().flat_map(|at| board.neighbours(at).map(|next| [at, next]));
        let is_border = |pair: &[Square; 2]| {
            let [one, other] = pair.map(room);
            one < other && one.is_some()
        };
        let borders = pairs.filter(is_border).collect();
        let mut links = Self {
            board,
            room_of,
            rooms,
            corridors,
            borders,
            links: Vec::new(),
            doors,
            remembered: alloc::vec![None; REMEMBERED],
            seen: alloc::vec![0; board.square_count() + 1],
            floods: 0,
            stack: Vec::new(),
        };
        links.links = links.joined(&BoxSet::new());
        links
    }

    /// Returns the number of links that boxes cut, not counting those of a room full of boxes.
    /// Takes time linear in the squares of all corridors, unless the number is remembered.
    pub(in crate::feature) fn cut(&mut self, boxes: &BoxSet<W>) -> u16 {
        if self.links.is_empty() {
            return 0;
        }
        if self.rooms.iter().any(|room| room.is_full(boxes)) {
            return self.count(boxes);
        }
        let key = boxes.and(&self.doors);
        let place = lossy_index(&key, REMEMBERED);
        match &self.remembered[place] {
            Some(entry) if entry.0 == key => entry.1,
            _ => {
                let count = self.count(&key);
                self.remembered[place] = Some(Box::new((key, count)));
                count
            }
        }
    }

    fn count(&mut self, boxes: &BoxSet<W>) -> u16 {
        let joined = self.joined(boxes);
        let is_full = |room: u8| self.rooms[usize::from(room)].is_full(boxes);
        let is_cut =
            |link: &&(u8, u8)| joined.binary_search(link).is_err() && !is_full(link.0) && !is_full(link.1);
        self.links.iter().filter(is_cut).count() as u16
    }

    /// Returns the pairs of rooms that are joined beside these boxes, ascending. A way from room to
    /// room crosses their border or leads through corridors.
    fn joined(&mut self, boxes: &BoxSet<W>) -> Vec<(u8, u8)> {
        let Self { board, room_of, corridors, borders, seen, floods, stack, .. } = self;
        let is_free = |at: Square| !board.is_wall(at) && !boxes.contains(at);
        let open = borders.iter().filter(|pair| pair.iter().all(|&at| is_free(at)));
        let mut joined: Vec<(u8, u8)> =
            open.map(|pair| pair.map(|at| room_of[at.index()])).map(|[one, other]| (one, other)).collect();
        let mut touched = Vec::new();
        *floods += 1;
        let mut enter = |stack: &mut Vec<Square>, at: Square| {
            if core::mem::replace(&mut seen[at.index()], *floods) != *floods {
                stack.push(at);
            }
        };
        for &first in &*corridors {
            if is_free(first) {
                enter(stack, first);
            }
            while let Some(here) = stack.pop() {
                for &next in board.neighbours(here).iter().filter(|&&next| is_free(next)) {
                    match room_of[next.index()] {
                        NO_ROOM => enter(stack, next),
                        room => touched.push(room),
                    }
                }
            }
            touched.sort_unstable();
            touched.dedup();
            for (number, &one) in touched.iter().enumerate() {
                joined.extend(touched[number + 1..].iter().map(|&other| (one, other)));
            }
            touched.clear();
        }
        joined.sort_unstable();
        joined.dedup();
        joined
    }
}

impl<const W: usize> Room<W> {
    fn is_full(&self, boxes: &BoxSet<W>) -> bool {
        self.live.is_some_and(|live| live.is_subset(boxes))
    }
}

/// Returns the squares of each room, ascending; at most 255 rooms.
fn rooms_of(board: &SearchBoard) -> Vec<Vec<Square>> {
    let blocks: Vec<[Square; 4]> = (0..board.square_count() as u16)
        .map(Square)
        .map(|at| {
            let [right, down] = [Direction::Right, Direction::Down].map(|side| board.step(at, side));
            [at, right, down, board.step(right, Direction::Down)]
        })
        .filter(|block| block.iter().all(|&at| !board.is_wall(at)))
        .collect();
    let mut blocks_at: Vec<Vec<usize>> = alloc::vec![Vec::new(); board.square_count()];
    for (number, block) in blocks.iter().enumerate() {
        for square in block {
            blocks_at[square.index()].push(number);
        }
    }
    let mut is_taken = alloc::vec![false; blocks.len()];
    let mut rooms = Vec::new();
    for first in 0..blocks.len() {
        if core::mem::replace(&mut is_taken[first], true) {
            continue;
        }
        let mut members = alloc::vec![first];
        let mut next = 0;
        while let Some(&block) = members.get(next) {
            next += 1;
            for &other in blocks[block].iter().flat_map(|square| &blocks_at[square.index()]) {
                if !core::mem::replace(&mut is_taken[other], true) {
                    members.push(other);
                }
            }
        }
        if members.len() > 1 && rooms.len() < usize::from(NO_ROOM) {
            let mut squares: Vec<Square> = members.iter().flat_map(|&block| blocks[block]).collect();
            squares.sort_unstable();
            squares.dedup();
            rooms.push(squares);
        }
    }
    rooms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{board_of, live_at, random_board};
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// Three rooms: one above on the left, one beside it, one below on the right. Two ways join the
    /// last two; one way joins each of the other pairs.
    const THREE_ROOMS: &str = "############\n#   #   ####\n#          #\n# @ #   ## #\n## #### ## #\n\
        ## ####.$  #\n##         #\n############";

    #[test]
    fn boxes_cut_a_link_where_they_leave_no_way() {
        let board = board_of(THREE_ROOMS);
        let mut links = RoomLinks::<4>::new(&board);
        let mut cut =
            |squares: &[(u32, u32)]| links.cut(&squares.iter().map(|&at| live_at(&board, at)).collect());
        let ([door, inside, upper, right], middle) = ([(2, 4), (2, 3), (4, 7), (2, 9)], (2, 6));
        assert_eq!(cut(&[]), 0);
        assert_eq!(cut(&[door]), 1);
        assert_eq!(cut(&[inside]), 1, "from inside");
        assert_eq!(cut(&[middle]), 0, "there is room beside it");
        assert_eq!((cut(&[upper]), cut(&[right]), cut(&[upper, right])), (0, 0, 1), "two ways");
        assert_eq!(cut(&[door, upper, right]), 2);
    }

    #[test]
    fn what_is_remembered_is_what_is_counted() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(72);
        let mut counts = [0; 4];
        for _ in 0..40 {
            let board = random_board(&mut rng, 2);
            let mut links = RoomLinks::<4>::new(&board);
            for _ in 0..100 {
                let live = (0..board.live_square_count() as u16).map(Square);
                let boxes: BoxSet<4> = live.filter(|_| rng.random_bool(0.25)).collect();
                let count = links.count(&boxes);
                assert_eq!([links.cut(&boxes), links.cut(&boxes)], [count; 2]);
                counts[usize::from(count).min(3)] += 1;
            }
        }
        assert!(counts[0] > 100 && counts[1] > 100, "{counts:?}");
    }
}
