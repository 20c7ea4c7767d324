//! Finds routes of one box to a square while the other boxes stay.

use alloc::vec::Vec;

use motion_core::Direction;

use crate::board::{BoxSet, Push, Reach, SearchBoard, Square, UNREACHABLE, is_connected};

/// Finds routes of one box after another in the same memory.
///
/// This is a search loop of its own because `motion_core::search::a_star`, which finds the same
/// routes, makes `BFS+VL` take 1.4 times as long on five levels of `XSokoban`.
#[derive(Clone, Debug)]
pub(super) struct BoxRouter<'b> {
    board: &'b SearchBoard,
    reach: Reach,
    /// For each square, the sides of the player that were visited, and the number of the search.
    seen: Vec<(u32, u8)>,
    search: u32,
    nodes: Vec<RouteNode>,
    /// Open nodes, by the difference between the lower bound of a route through them and that of
    /// the start.
    open: Vec<Vec<u32>>,
}

/// A node: the square of the box, the sides of it that the player can reach, and the previous node.
#[derive(Clone, Copy, Debug)]
struct RouteNode {
    at: Square,
    sides: u8,
    /// The number of pushes up to here.
    pushes: u16,
    by: Option<(u32, Direction)>,
}

impl<'b> BoxRouter<'b> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        Self {
            board,
            reach: Reach::new(board),
            seen: alloc::vec![(0, 0); board.square_count()],
            search: 0,
            nodes: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Finds a shortest route of a box, with the player on some sides of it, to a square at which
    /// `table` is zero. Appends it to `pushes`, and returns whether there is one.
    ///
    /// `table` contains consistent lower bounds on the pushes from every square and side.
    pub(super) fn find<const W: usize>(
        &mut self,
        others: &BoxSet<W>,
        from: Square,
        sides: u8,
        to: Square,
        table: &[[u16; 4]],
        pushes: &mut Vec<Push>,
    ) -> bool {
        let least = least_of(table, from, sides);
        if least == UNREACHABLE {
            return false;
        }
        self.search = self.search.wrapping_add(1);
        self.nodes.clear();
        self.open.iter_mut().for_each(Vec::clear);
        self.add(RouteNode { at: from, sides, pushes: 0, by: None }, 0);
        let mut excess = 0;
        while excess < self.open.len() {
            let Some(number) = self.open[excess].pop() else {
                excess += 1;
                continue;
            };
            let node = self.nodes[number as usize];
            if node.at == to {
                self.trace(number, pushes);
                return true;
            }
            for direction in Direction::ALL {
                let behind = direction.opposite();
                let next = self.board.step(node.at, direction);
                if node.sides & 1 << behind.index() == 0 || others.contains(next) || self.board.is_wall(next)
                {
                    continue;
                }
                if table[next.index()][behind.index()] == UNREACHABLE || self.is_seen(next, behind) {
                    continue;
                }
                let sides = self.sides(others, next, behind, table);
                let longer = node.pushes + 1 + least_of(table, next, sides) - least;
                excess = excess.min(usize::from(longer));
                self.add(
                    RouteNode { at: next, sides, pushes: node.pushes + 1, by: Some((number, direction)) },
                    longer,
                );
            }
        }
        false
    }

    fn add(&mut self, node: RouteNode, longer: u16) {
        let seen = &mut self.seen[node.at.index()];
        *seen = if seen.0 == self.search {
            (self.search, seen.1 | node.sides)
        } else {
            (self.search, node.sides)
        };
        let longer = usize::from(longer);
        if self.open.len() <= longer {
            self.open.resize_with(longer + 1, Vec::new);
        }
        self.open[longer].push(self.nodes.len() as u32);
        self.nodes.push(node);
    }

    fn is_seen(&self, at: Square, side: Direction) -> bool {
        let (search, sides) = self.seen[at.index()];
        search == self.search && sides & 1 << side.index() != 0
    }

    /// Returns the sides of a box that the player can reach from one of them. Sides from which the
    /// box cannot be pushed on may be missing.
    fn sides<const W: usize>(
        &mut self,
        others: &BoxSet<W>,
        at: Square,
        side: Direction,
        table: &[[u16; 4]],
    ) -> u8 {
        let board = self.board;
        let here = 1 << side.index();
        let around = board.neighbours(at);
        let is_free = |square: Square| !board.is_wall(square) && !others.contains(square);
        // The sides from which the box could be pushed if the player stood there.
        let is_useful = |&from: &usize| {
            let to = around[(from + 2) % 4];
            is_free(around[from]) && is_free(to) && table[to.index()][from] != UNREACHABLE
        };
        let useful = (0..4).filter(is_useful).fold(0, |sides, side| sides | 1 << side);
        let wanted = useful & board.sides().around(at, side) & !here;
        if wanted == 0 {
            return here;
        }
        let ring = board.ring(at);
        let free = (0..8).filter(|&around| is_free(ring[around])).fold(0, |all, around| all | 1 << around);
        if is_connected(free) {
            return here | wanted;
        }
        let mut boxes = *others;
        boxes.insert(at);
        self.reach.flood(board, &boxes, around[side.index()]);
        let reached = |side: &usize| wanted & 1 << side != 0 && self.reach.contains(around[*side]);
        (0..4).filter(reached).fold(here, |sides, side| sides | 1 << side)
    }

    fn trace(&self, mut number: u32, pushes: &mut Vec<Push>) {
        let before = pushes.len();
        while let Some((by, direction)) = self.nodes[number as usize].by {
            number = by;
            pushes.push(Push { from: self.nodes[number as usize].at, direction });
        }
        pushes[before..].reverse();
    }
}

/// Returns the least entry of a square over some sides.
pub(super) fn least_of(table: &[[u16; 4]], at: Square, sides: u8) -> u16 {
    let entries = table[at.index()];
    let from = (0..4).filter(|side| sides & 1 << side != 0);
    from.map(|side| entries[side]).min().unwrap_or(UNREACHABLE)
}
