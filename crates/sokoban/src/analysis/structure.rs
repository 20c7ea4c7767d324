//! Rooms and tunnels.
//!
//! A square in an open block of two by two belongs to a room; blocks that share squares are one
//! room. All other squares are one square wide. They form tunnels, or crossings where three or four
//! tunnels meet, which count as rooms.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Direction, Vertex};

use crate::board::{SearchBoard, Square};

/// The rooms of a board, the tunnels between them, and its articulation squares.
///
/// # Guarantees
/// Each square is in one room or in one tunnel. Rooms are in reading order.
///
/// # Complexity
/// Construction takes time and memory linear in the squares, except for sorting.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 4.3.2.
///
/// # Examples
/// ```
/// use sokoban::analysis::Structure;
/// use sokoban::board::SearchBoard;
///
/// let board = SearchBoard::new(&"10#|#--####--#|#@-$----.#|#--####--#|10#".parse()?);
/// let structure = Structure::new(&board);
/// assert_eq!(structure.rooms().len(), 2);
/// let [tunnel] = structure.tunnels() else { unreachable!() };
/// assert!(tunnel.squares.len() == 4 && tunnel.is_one_way);
/// assert_eq!(tunnel.carries, [true, true]);
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    rooms: Vec<Room>,
    tunnels: Vec<Tunnel>,
    regions: Vec<RoomOrTunnel>,
    is_articulation: Vec<bool>,
}

/// The room or tunnel of a square, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoomOrTunnel {
    /// A room.
    Room(usize),
    /// A tunnel.
    Tunnel(usize),
}

/// A set of open blocks of two by two, or a crossing of tunnels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The squares in reading order; a single one if the room is a crossing.
    pub squares: Vec<Square>,
}

/// A path one square wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tunnel {
    /// The squares from end to end; empty where two rooms meet at an edge between two squares.
    pub squares: Vec<Square>,
    /// The squares of rooms before the first and after the last square; `None` where the tunnel
    /// ends at a wall, and in a ring without rooms.
    pub ends: [Option<Square>; 2],
    /// Whether all squares, and those at the ends, lie on one line.
    pub is_straight: bool,
    /// Whether the tunnel has an articulation square or is a bridge, so that a box inside cuts the
    /// floor.
    pub is_one_way: bool,
    /// Whether a box can be pushed from the first end to the second, and from the second to the
    /// first. If both are false, only the player can pass.
    pub carries: [bool; 2],
}

/// Returns the squares of a board in reading order.
pub(super) fn reading_order(board: &SearchBoard) -> Vec<Square> {
    let mut squares: Vec<_> = (0..board.square_count() as u16).map(Square).collect();
    sort_for_reading(board, &mut squares);
    squares
}

/// Sorts squares in reading order.
pub(super) fn sort_for_reading(board: &SearchBoard, squares: &mut [Square]) {
    squares.sort_unstable_by_key(|&square| board.cell(square));
}

impl Structure {
    /// Divides a board into rooms and tunnels.
    pub fn new(board: &SearchBoard) -> Self {
        let (graph, order) = (graph(board), reading_order(board));
        let blocks = graph.biconnected();
        let vertex = |square: Square| Vertex(square.0.into());
        let all = (0..board.square_count() as u16).map(Square);
        let mut structure = Self {
            rooms: Vec::new(),
            tunnels: Vec::new(),
            regions: alloc::vec![RoomOrTunnel::Tunnel(usize::MAX); board.square_count()],
            is_articulation: all.map(|square| blocks.is_articulation(vertex(square))).collect(),
        };
        structure.find_rooms(board, &order);
        structure.find_tunnels(board, &order);
        for tunnel in &mut structure.tunnels {
            let is_bridge = |(a, b): (Square, Square)| {
                let edge = [vertex(a), vertex(b)];
                blocks.bridges().iter().any(|&(a, b)| edge == [a, b] || edge == [b, a])
            };
            let ends = tunnel.ends[0].zip(tunnel.ends[1]);
            tunnel.is_one_way = tunnel.squares.iter().any(|square| structure.is_articulation[square.index()])
                || tunnel.squares.is_empty() && ends.is_some_and(is_bridge);
            tunnel.classify(board);
        }
        structure
    }

    fn find_rooms(&mut self, board: &SearchBoard, order: &[Square]) {
        let mut is_seen = alloc::vec![false; board.square_count()];
        for &first in order {
            let is_crossing = open_sides(board, first).count() > 2;
            let spacious = Direction::ALL.into_iter().any(|side| is_spacious(board, first, side));
            if is_seen[first.index()] || !spacious && !is_crossing {
                continue;
            }
            is_seen[first.index()] = true;
            let mut squares = alloc::vec![first];
            let mut next = 0;
            while let Some(&square) = squares.get(next) {
                next += 1;
                self.regions[square.index()] = RoomOrTunnel::Room(self.rooms.len());
                for side in Direction::ALL.into_iter().filter(|&side| is_spacious(board, square, side)) {
                    let beside = board.step(square, side);
                    if !core::mem::replace(&mut is_seen[beside.index()], true) {
                        squares.push(beside);
                    }
                }
            }
            sort_for_reading(board, &mut squares);
            self.rooms.push(Room { squares });
        }
    }

    fn find_tunnels(&mut self, board: &SearchBoard, order: &[Square]) {
        // A tunnel of no squares joins rooms that meet at an edge.
        for &square in order {
            for side in [Direction::Right, Direction::Down] {
                let beside = board.step(square, side);
                if self.is_room(square) && self.is_room(beside) && !is_spacious(board, square, side) {
                    self.tunnels.push(Tunnel::new(Vec::new(), [Some(square), Some(beside)]));
                }
            }
        }
        // Tunnels with ends come first, then rings.
        for is_ring in [false, true] {
            for &first in order {
                let mut sides = open_sides(board, first);
                let end = sides.clone().find(|&beside| self.is_room(beside));
                let is_end = end.is_some() || sides.clone().count() < 2;
                if self.regions[first.index()] == RoomOrTunnel::Tunnel(usize::MAX) && (is_end || is_ring) {
                    let before = if is_ring { sides.next() } else { end };
                    self.follow(board, first, before);
                }
            }
        }
    }

    /// Follows a tunnel from its first square, away from `before`.
    fn follow(&mut self, board: &SearchBoard, first: Square, before: Option<Square>) {
        let start = before.filter(|&square| self.is_room(square));
        let (mut squares, mut before, mut here) = (Vec::new(), before, first);
        let end = loop {
            self.regions[here.index()] = RoomOrTunnel::Tunnel(self.tunnels.len());
            squares.push(here);
            match open_sides(board, here).find(|&beside| Some(beside) != before) {
                Some(next) if self.is_room(next) => break Some(next),
                Some(next) if next != first => (before, here) = (Some(here), next),
                _ => break None,
            }
        };
        self.tunnels.push(Tunnel::new(squares, [start, end]));
    }

    fn is_room(&self, square: Square) -> bool {
        self.regions.get(square.index()).is_some_and(|region| matches!(region, RoomOrTunnel::Room(_)))
    }

    /// The rooms and crossings.
    pub fn rooms(&self) -> &[Room] {
        &self.rooms
    }

    /// The tunnels; those without squares come first.
    pub fn tunnels(&self) -> &[Tunnel] {
        &self.tunnels
    }

    /// Returns the room or tunnel of a square.
    ///
    /// # Panics
    /// If this is the wall, or the square does not exist.
    pub fn region(&self, square: Square) -> RoomOrTunnel {
        self.regions[square.index()]
    }

    /// Whether a wall on this square would cut the floor.
    ///
    /// # Panics
    /// If this is the wall, or the square does not exist.
    pub fn is_articulation(&self, square: Square) -> bool {
        self.is_articulation[square.index()]
    }

    /// Iterates over the links of the room-and-tunnel graph: for each tunnel, the rooms at its
    /// ends. Several tunnels may join the same two rooms, and a tunnel may lead from a room to
    /// itself.
    pub fn links(&self) -> impl Iterator<Item = [Option<usize>; 2]> {
        let room = |square: Square| match self.region(square) {
            RoomOrTunnel::Room(room) => Some(room),
            RoomOrTunnel::Tunnel(_) => None,
        };
        self.tunnels.iter().map(move |tunnel| tunnel.ends.map(|end| end.and_then(room)))
    }
}

impl Tunnel {
    const fn new(squares: Vec<Square>, ends: [Option<Square>; 2]) -> Self {
        Self { squares, ends, is_straight: true, is_one_way: false, carries: [false; 2] }
    }

    /// Determines whether the tunnel is straight, and in which directions boxes can be pushed
    /// through.
    fn classify(&mut self, board: &SearchBoard) {
        let [start, end] = self.ends;
        let line: Vec<_> = start.into_iter().chain(self.squares.iter().copied()).chain(end).collect();
        let heading =
            |pair: &[Square]| Direction::ALL.into_iter().find(|&side| board.step(pair[0], side) == pair[1]);
        let mut headings = line.windows(2).filter_map(heading);
        let Some(first) = headings.next() else { return };
        self.is_straight = headings.all(|heading| heading == first);
        if let (true, Some(start), Some(end)) = (self.is_straight, start, end) {
            let has_pusher = |square, side| !board.is_wall(board.step(square, side));
            self.carries = [has_pusher(start, first.opposite()), has_pusher(end, first)];
        }
    }
}

/// Iterates over the neighbours that are not walls, clockwise from the upper one.
pub(super) fn open_sides(board: &SearchBoard, square: Square) -> impl Iterator<Item = Square> + Clone {
    board.neighbours(square).iter().copied().filter(|&beside| !board.is_wall(beside))
}

/// Whether a square and its neighbour on this side lie in an open block of two by two.
fn is_spacious(board: &SearchBoard, square: Square, side: Direction) -> bool {
    let beside = board.step(square, side);
    let is_open = |square| !board.is_wall(square);
    let has_block = |across| is_open(board.step(square, across)) && is_open(board.step(beside, across));
    is_open(beside) && (has_block(side.clockwise()) || has_block(side.counterclockwise()))
}

/// Builds the graph of the floor.
fn graph(board: &SearchBoard) -> Graph {
    let all = (0..board.square_count() as u16).map(Square);
    let edges = all.flat_map(|square| {
        let onward = [Direction::Right, Direction::Down].map(|side| board.step(square, side));
        let open = onward.into_iter().filter(|&beside| !board.is_wall(beside));
        open.map(move |beside| (Vertex(square.0.into()), Vertex(beside.0.into())))
    });
    Graph::from_edges(board.square_count(), edges)
        .expect("invariant: pairs of neighbours come once, in range")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::samples::{board_of, framed};

    fn board(walls: &[bool], width: usize) -> SearchBoard {
        let mut tiles: Vec<u8> = walls.iter().map(|&wall| if wall { b'#' } else { b' ' }).collect();
        tiles[0] = b'@';
        board_of(&framed(&tiles, width))
    }

    /// Returns the number of squares that can be reached from one when another is blocked.
    fn walked(board: &SearchBoard, from: Square, without: Square) -> usize {
        let mut seen = alloc::vec![from, without];
        let mut next = 0;
        while let Some(&square) = seen.get(next) {
            next += 1;
            if square != without {
                let new: Vec<_> = open_sides(board, square).filter(|beside| !seen.contains(beside)).collect();
                seen.extend(new);
            }
        }
        seen.len() - 1
    }

    proptest! {
        #[test]
        fn every_square_has_its_part(
            walls in proptest::collection::vec(proptest::bool::weighted(0.4), 4..64),
            width in 2usize..9,
        ) {
            let board = board(&walls, width);
            let structure = Structure::new(&board);
            let mut times = alloc::vec![0; board.square_count()];
            for room in structure.rooms() {
                for square in &room.squares {
                    times[square.index()] += 1;
                }
            }
            for (number, tunnel) in structure.tunnels().iter().enumerate() {
                let [start, end] = tunnel.ends;
                let line: Vec<_> =
                    start.into_iter().chain(tunnel.squares.iter().copied()).chain(end).collect();
                for pair in line.windows(2) {
                    prop_assert!(board.neighbours(pair[0]).contains(&pair[1]), "a gap");
                }
                prop_assert!(tunnel.ends.iter().flatten().all(|&end| structure.is_room(end)));
                for &square in &tunnel.squares {
                    times[square.index()] += 1;
                    prop_assert_eq!(structure.region(square), RoomOrTunnel::Tunnel(number));
                    prop_assert!(open_sides(&board, square).count() <= 2);
                    let ring = board.ring(square).map(|square| !board.is_wall(square));
                    let in_block = (0..4).any(|side| (0..3).all(|turn| ring[(2 * side + turn) % 8]));
                    prop_assert!(!in_block, "a tunnel in a block");
                }
                let cuts = |&square: &Square| {
                    let beside = open_sides(&board, square).next();
                    beside.is_some_and(|beside| walked(&board, beside, square) < board.square_count() - 1)
                };
                if !tunnel.squares.is_empty() {
                    prop_assert_eq!(tunnel.is_one_way, tunnel.squares.iter().any(cuts));
                }
            }
            prop_assert!(times.iter().all(|&times| times == 1), "{:?}", times);
            for square in (0..board.square_count() as u16).map(Square) {
                let beside = open_sides(&board, square).next();
                let cuts =
                    beside.is_some_and(|beside| walked(&board, beside, square) < board.square_count() - 1);
                prop_assert_eq!(structure.is_articulation(square), cuts);
            }
        }
    }

    #[test]
    fn tunnels_bend_end_and_carry() {
        let level = "
##########
#  #######
#@       #
######## #
######   #
######   #
##########";
        let board = board_of(level);
        let structure = Structure::new(&board);
        assert_eq!(structure.rooms().iter().map(|room| room.squares.len()).collect::<Vec<_>>(), [4, 6]);
        let [tunnel] = structure.tunnels() else { panic!("{:?}", structure.tunnels()) };
        assert_eq!(tunnel.squares.len(), 7);
        assert!(!tunnel.is_straight && tunnel.is_one_way && tunnel.carries == [false, false]);
        assert!(structure.links().eq([[Some(0), Some(1)]]));
    }

    #[test]
    fn rooms_may_meet_at_an_edge_and_boxes_cross_it_where_there_is_space() {
        let level = "
#########
#@  #####
#    ####
#### #  #
####    #
####    #
#########";
        let board = board_of(level);
        let structure = Structure::new(&board);
        assert_eq!(structure.rooms().len(), 2, "{structure:?}");
        assert!(structure.tunnels().iter().any(|tunnel| tunnel.squares.len() == 2 && !tunnel.is_straight));

        let level = "\n######\n#@ ###\n#    #\n###  #\n######";
        let board = board_of(level);
        let structure = Structure::new(&board);
        let [edge] = structure.tunnels() else { panic!("{:?}", structure.tunnels()) };
        assert_eq!((edge.squares.len(), edge.carries, edge.is_one_way), (0, [true, true], true));
        assert!(structure.links().eq([[Some(0), Some(1)]]));
    }
}
