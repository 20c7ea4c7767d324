//! Lets the first robot of a row pass the robots behind it: one in the swap of two neighbours, two
//! in the twin swap. All other robots return to their places.
//!
//! The row goes to a hub. As many neighbours of the hub are cleared as there are robots in the row.
//! These robots go out one by one and come back in their new order. Then all previous moves are
//! undone, with the robots of the row in their new order. After R. Luna and K. Bekris, *Push and
//! swap: fast cooperative path-finding with completeness guarantees*, IJCAI 2011; B. de Wilde, A.
//! W. ter Mors and C. Witteveen, *Push and Rotate*, JAIR 51, 2014; and, for three in a row,
//! appendix C of the paper on snakes (`Twin-Swap`, `Twin-Multipush`, `Make-Unoccupied-3`,
//! `Twin-Exchange`). Departures:
//!
//! * Every hub is tried, not only the nearest. Of several suitable ones, the one with the fewest
//!   moves is chosen.
//! * Cleared vertices are kept clear.
//! * Either end of the row may lead; the end nearer to the hub does.
//! * If the middle one of three robots stands on a hub, two cleared neighbours and ten moves are
//!   enough.

mod sides;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::cell::Cell;

use cpf_core::internal::{BlankRoute, OperationError, TrailMark};
use motion_core::{Move, Vertex};

use crate::robot_walker::RobotWalker;
use sides::{ClearedSides, MoveLimit};

/// Consecutive occupied vertices, at a hub or moving there.
#[derive(Clone, Copy, Debug)]
struct SwapRow<const N: usize> {
    vertices: [Vertex; N],
    /// Whether the row is reversed: the robot that passes the others comes last.
    is_reversed: bool,
}

/// The place at which a row changes its order, and its preparation.
struct Jump<const N: usize> {
    place: JumpPlace<N>,
    sides: ClearedSides,
    /// The moves to the hub and those that clear the sides.
    preparation: Vec<Move>,
}

#[derive(Clone, Copy, Debug)]
enum JumpPlace<const N: usize> {
    /// The first robot of the row is on the hub.
    AtEnd(SwapRow<N>),
    /// The middle one of three robots is on the hub.
    Around([Vertex; 3]),
}

impl<const N: usize> JumpPlace<N> {
    /// The number of moves that change the order.
    const fn moves(self) -> usize {
        match self {
            Self::AtEnd(_) => N * (N + 1),
            Self::Around(_) => 10,
        }
    }
}

impl<const N: usize> Jump<N> {
    /// The number of all moves.
    fn moves(&self) -> usize {
        2 * self.preparation.len() + self.place.moves()
    }
}

/// The number of hubs searched for at first; if they are not enough, four times as many, and so on.
const FIRST_HUBS: usize = 4;

/// The number of suitable hubs that are compared, the nearest first.
///
/// With 1, 2, 4 or 8, elimination takes 2,366, 2,301, 2,225 or 2,224 moves on random trees of 60
/// vertices with five more edges and three blanks (shortest routes, mean of 30). On grids, where
/// swaps are rare, it makes no difference.
const COMPARED_HUBS: usize = 4;

impl RobotWalker<'_, '_> {
    /// Swaps the robots on two neighbours. Afterwards all other robots are where they were, so
    /// finished vertices may be used.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if no hub is suitable; then no robot has moved.
    pub(crate) fn swap(&mut self, first: Vertex, second: Vertex) -> Result<(), OperationError> {
        self.jump([first, second])
    }

    /// Lets the robot on the first of three consecutive vertices pass the other two, which move up:
    /// t, r, s becomes r, s, t. Afterwards all other robots are where they were, as after a
    /// [swap](RobotWalker::swap).
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if no vertex with four neighbours is suitable; then no robot has
    /// moved. Two swaps may still be possible.
    pub(crate) fn twin_swap(&mut self, row: [Vertex; 3]) -> Result<(), OperationError> {
        self.jump(row)
    }

    fn jump<const N: usize>(&mut self, row: [Vertex; N]) -> Result<(), OperationError> {
        let before = self.board.lock_finished(false);
        let result = self.jump_somewhere(row);
        self.board.lock_finished(before);
        result
    }

    fn jump_somewhere<const N: usize>(&mut self, row: [Vertex; N]) -> Result<(), OperationError> {
        let Jump { place, sides, preparation } = self.best_jump(row)?.ok_or(OperationError::Blocked)?;
        for &Move { from, to, .. } in &preparation {
            self.board.step(from, to)?;
        }
        match place {
            JumpPlace::AtEnd(row) => self.exchange(row, &sides)?,
            JumpPlace::Around(row) => self.exchange_around(row, &sides)?,
        }
        // The robots now there go back; those of the row have exchanged roles.
        for &Move { from, to, .. } in preparation.iter().rev() {
            self.board.step(to, from)?;
        }
        Ok(())
    }

    /// Finds the best jump at the nearest hubs by trial; all moves are undone.
    fn best_jump<const N: usize>(&mut self, row: [Vertex; N]) -> Result<Option<Jump<N>>, OperationError> {
        let start = self.board.mark();
        let mut best: Option<Jump<N>> = None;
        let (mut tried, mut compared) = (0, 0);
        let mut sought = FIRST_HUBS;
        loop {
            let hubs = self.nearest_hubs(row, sought)?;
            for &(distance, hub) in &hubs[tried..] {
                let fewest = best.as_ref().map_or(usize::MAX, Jump::moves);
                // The moves there and back, plus the exchange.
                let least = 2 * N * distance as usize + if N == 2 { 6 } else { 10 };
                if compared == COMPARED_HUBS || fewest <= least {
                    return Ok(best);
                }
                let jump = self.prepare(hub, row, fewest);
                self.board.roll_back(start);
                match jump {
                    Err(OperationError::Blocked) => {}
                    jump => best = Some(jump?),
                }
                compared += usize::from(best.is_some());
            }
            if hubs.len() < sought {
                return Ok(best);
            }
            tried = hubs.len();
            sought *= 4;
        }
    }

    /// Returns at most `count` vertices with more neighbours than the row has robots, with their
    /// distances, the nearest first.
    fn nearest_hubs<const N: usize>(
        &mut self,
        row: [Vertex; N],
        count: usize,
    ) -> Result<Vec<(u32, Vertex)>, OperationError> {
        let few_blanks = self.blanks_around(row[0]) < N;
        let Self { board, search, .. } = self;
        let graph = board.graph();
        let is_hub = |vertex: Vertex| graph.degree(vertex) > N;
        if few_blanks {
            // There are too few blanks to clear the sides of a hub, but an exchange around the
            // middle robot needs fewer.
            return Ok(row[1..N - 1].iter().filter(|&&hub| is_hub(hub)).map(|&hub| (0, hub)).collect());
        }
        let (_, control) = board.split();
        let found = Cell::new(0);
        let enough = |vertex| {
            found.set(found.get() + usize::from(is_hub(vertex)));
            found.get() == count
        };
        let last = search.breadth_first(graph, &row, |_| true, enough, control)?;
        let hubs = search.reached().iter().copied().filter(|&vertex| is_hub(vertex)).chain(last);
        Ok(hubs.map(|hub| (search.cost(hub).expect("invariant: it was met"), hub)).collect())
    }

    /// Moves a row to a hub and clears its sides, if the jump takes fewer moves than `fewest`.
    fn prepare<const N: usize>(
        &mut self,
        hub: Vertex,
        row: [Vertex; N],
        fewest: usize,
    ) -> Result<Jump<N>, OperationError> {
        let start = self.board.mark();
        let around =
            <[Vertex; 3]>::try_from(&row[..]).ok().filter(|row| hub == row[1]).map(JumpPlace::Around);
        let place = match around {
            Some(place) => place,
            None => JumpPlace::AtEnd(self.bring(hub, row, fewest)?),
        };
        // Every move of the preparation is made and undone.
        let limit = MoveLimit { start, moves: fewest.saturating_sub(place.moves()).div_ceil(2) };
        let sides = match place {
            JumpPlace::AtEnd(row) => self.sides(row.vertices, limit)?,
            JumpPlace::Around(row) => self.clear_direct(hub, row, 2, limit)?,
        };
        Ok(Jump { place, sides, preparation: self.board.trail_since(start).to_vec() })
    }

    /// Moves a row to a hub that is not inside it: the nearer end leads, and the others follow.
    fn bring<const N: usize>(
        &mut self,
        hub: Vertex,
        row: [Vertex; N],
        fewest: usize,
    ) -> Result<SwapRow<N>, OperationError> {
        let start = self.board.mark();
        let Self { board, search, .. } = self;
        let (first, last) = (row[0], row[N - 1]);
        let outside = |vertex| !row[1..N - 1].contains(&vertex);
        let is_end = |vertex| vertex == first || vertex == last;
        let (view, control) = board.split();
        let leader = search.breadth_first(view.graph(), &[hub], outside, is_end, control)?;
        let leader = leader.ok_or(OperationError::Blocked)?;
        let mut path: Vec<Vertex> = Vec::new();
        let mut next = leader;
        while next != hub {
            next = search.towards(next);
            path.push(next);
        }
        let is_reversed = leader != first;
        let mut vertices = row;
        if is_reversed {
            vertices.reverse();
        }
        for next in path {
            self.locked(vertices, |this| this.board.vacate(next, BlankRoute::Shortest))?;
            let mut to = next;
            for vertex in &mut vertices {
                self.board.step(*vertex, to)?;
                core::mem::swap(vertex, &mut to);
            }
            if 2 * self.board.trail_since(start).len() >= fewest {
                return Err(OperationError::Blocked);
            }
        }
        Ok(SwapRow { vertices, is_reversed })
    }

    /// Reorders a row whose first robot is on a hub: the robots go out to the sides one by one and
    /// come back in their new order, the one for the last vertex first. This takes 6 moves for two
    /// robots, 12 for three.
    fn exchange<const N: usize>(
        &mut self,
        row: SwapRow<N>,
        sides: &ClearedSides,
    ) -> Result<(), OperationError> {
        let SwapRow { vertices, is_reversed } = row;
        for (place, &side) in sides.iter().enumerate() {
            for index in (1..=place).rev() {
                self.board.step(vertices[index], vertices[index - 1])?;
            }
            self.board.step(vertices[0], side)?;
        }
        for place in (0..N).rev() {
            // The first comes last; in a reversed row, the last comes first.
            let was = (if is_reversed { place + N - 1 } else { place + 1 }) % N;
            self.board.step(sides[was], vertices[0])?;
            for index in 1..=place {
                self.board.step(vertices[index - 1], vertices[index])?;
            }
        }
        Ok(())
    }

    /// Does the same as [`exchange`](Self::exchange) if the middle of three vertices is the hub,
    /// with 10 moves and two sides.
    fn exchange_around(&mut self, row: [Vertex; 3], sides: &ClearedSides) -> Result<(), OperationError> {
        let [first, hub, last] = row;
        let (side, other) = (sides[0], sides[1]);
        // The middle robot waits on one side and the first on the other. The middle one goes to the
        // first vertex, the last one waits, the first goes to the last vertex, and the last one to
        // the middle.
        for [from, to] in [[hub, side], [first, hub], [hub, other], [side, hub], [hub, first]] {
            self.board.step(from, to)?;
        }
        for [from, to] in [[last, hub], [hub, side], [other, hub], [hub, last], [side, hub]] {
            self.board.step(from, to)?;
        }
        Ok(())
    }

    /// Whether an operation succeeds; if it is blocked, the board is rolled back to the mark.
    pub(crate) fn succeeds(
        &mut self,
        mark: TrailMark,
        operation: impl FnOnce(&mut Self) -> Result<(), OperationError>,
    ) -> Result<bool, OperationError> {
        match operation(self) {
            Err(OperationError::Blocked) => {
                self.board.roll_back(mark);
                Ok(false)
            }
            result => result.map(|()| true),
        }
    }
}
