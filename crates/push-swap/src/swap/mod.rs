//! The first robot of a row jumps over those behind it – over one, that is two neighbours changing places; over two,
//! that is the twin swap –, and everybody else is where they were.
//!
//! The row goes to a hub, as many neighbours of it are cleared as there are robots in the row, these go out one by one
//! and come back in their new order, and all moves before are taken back, with others in the places of the row. After
//! R. Luna and K. Bekris, *Push and swap: fast cooperative path-finding with completeness guarantees*, IJCAI 2011;
//! B. de Wilde, A. W. ter Mors and C. Witteveen, *Push and Rotate*, JAIR 51, 2014; and, for three in a row, appendix C
//! of the paper on snakes (`Twin-Swap`, `Twin-Multipush`, `Make-Unoccupied-3`, `Twin-Exchange`). Departures:
//!
//! * Every hub is tried, not only the nearest. Of some that will do, the one that takes the fewest moves is chosen.
//! * Vertices that have been cleared are kept clear.
//! * Either end of the row may lead, whichever is nearer to the hub.
//! * Where three stand around a hub, the one in the middle on it, two cleared neighbours are enough, and ten moves.

mod sides;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::cell::Cell;

use cpf_core::board::{BlankRoute, OperationError, TrailMark};
use motion_core::{Move, Vertex};

use crate::robot_walker::RobotWalker;
use sides::{ClearedSides, MoveLimit};

/// Vertices in a row with robots on them, which are at a hub or on their way there.
#[derive(Clone, Copy, Debug)]
struct SwapRow<const N: usize> {
    vertices: [Vertex; N],
    /// Whether the robot that is to jump comes last.
    turned: bool,
}

/// Who changes places, where, and what has to be done first.
struct Jump<const N: usize> {
    place: JumpPlace<N>,
    sides: ClearedSides,
    /// The moves that lead to the hub and clear the sides.
    preparation: Vec<Move>,
}

#[derive(Clone, Copy, Debug)]
enum JumpPlace<const N: usize> {
    /// The first of the row is on the hub.
    AtEnd(SwapRow<N>),
    /// The middle one of three is.
    Around([Vertex; 3]),
}

impl<const N: usize> JumpPlace<N> {
    /// Moves to change places.
    const fn moves(self) -> usize {
        match self {
            Self::AtEnd(_) => N * (N + 1),
            Self::Around(_) => 10,
        }
    }
}

impl<const N: usize> Jump<N> {
    /// Moves from the beginning to the end.
    fn moves(&self) -> usize {
        2 * self.preparation.len() + self.place.moves()
    }
}

/// How many hubs are looked for at first; each time they are not enough, four times as many are.
const FIRST_HUBS: usize = 4;

/// So many hubs are compared: the nearest that will do, and others not much farther.
///
/// By comparing 1, 2, 4 or 8, elimination takes 2,366, 2,301, 2,225 or 2,224 moves on random trees of 60 vertices with
/// five more edges and three blanks (shortest routes, mean of 30). On grids, where it hardly swaps, it makes no odds.
const COMPARED_HUBS: usize = 4;

impl RobotWalker<'_, '_> {
    /// Exchanges the robots on two neighbours. In the end everybody else is where they were, and for that reason
    /// sealed vertices are as good as any on the way.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] where no hub will do; then nobody has moved.
    pub(crate) fn swap(&mut self, first: Vertex, second: Vertex) -> Result<(), OperationError> {
        self.jump([first, second])
    }

    /// Lets the robot on the first of three vertices in a row jump over the other two, which move up: what was t, r, s
    /// is then r, s, t. Everybody else is in the end where they were, as after a [swap](RobotWalker::swap).
    ///
    /// # Errors
    /// [`OperationError::Blocked`] where no vertex with four neighbours will do; then nobody has moved. Two swaps may do.
    pub(crate) fn twin_swap(&mut self, row: [Vertex; 3]) -> Result<(), OperationError> {
        self.jump(row)
    }

    fn jump<const N: usize>(&mut self, row: [Vertex; N]) -> Result<(), OperationError> {
        let heeded = self.board.lock_finished(false);
        let result = self.jump_somewhere(row);
        self.board.lock_finished(heeded);
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
        // Whoever stands there now goes back: those in the row have changed roles.
        for &Move { from, to, .. } in preparation.iter().rev() {
            self.board.step(to, from)?;
        }
        Ok(())
    }

    /// The best jump at the nearest hubs, found by trying, with everybody back where they were.
    fn best_jump<const N: usize>(&mut self, row: [Vertex; N]) -> Result<Option<Jump<N>>, OperationError> {
        let start = self.board.mark();
        let mut best: Option<Jump<N>> = None;
        let (mut tried, mut compared) = (0, 0);
        let mut sought = FIRST_HUBS;
        loop {
            let hubs = self.nearest_hubs(row, sought)?;
            for &(distance, hub) in &hubs[tried..] {
                let fewest = best.as_ref().map_or(usize::MAX, Jump::moves);
                // Walking there and back, and the exchange.
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

    /// Up to so many vertices with more neighbours than there are robots in the row, the nearest first, and their
    /// distances.
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
            // So many sides cannot be cleared; around the middle one it takes fewer.
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

    /// Takes a row to a hub and clears its sides, so that the jump takes fewer moves than `fewest`.
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
        // Every move of the preparation is made twice.
        let limit = MoveLimit { start, moves: fewest.saturating_sub(place.moves()).div_ceil(2) };
        let sides = match place {
            JumpPlace::AtEnd(row) => self.sides(row.vertices, limit)?,
            JumpPlace::Around(row) => self.clear_direct(hub, row, 2, limit)?,
        };
        Ok(Jump { place, sides, preparation: self.board.trail_since(start).to_vec() })
    }

    /// Takes a row to a hub that is not inside of it: the nearer end leads, the others follow.
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
        let turned = leader != first;
        let mut vertices = row;
        if turned {
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
        Ok(SwapRow { vertices, turned })
    }

    /// The row, whose first robot is on a hub, goes out to the sides one by one and comes back in its new order, the
    /// last place first: 6 moves for two, 12 for three.
    fn exchange<const N: usize>(
        &mut self,
        row: SwapRow<N>,
        sides: &ClearedSides,
    ) -> Result<(), OperationError> {
        let SwapRow { vertices, turned } = row;
        for (place, &side) in sides.iter().enumerate() {
            for index in (1..=place).rev() {
                self.board.step(vertices[index], vertices[index - 1])?;
            }
            self.board.step(vertices[0], side)?;
        }
        for place in (0..N).rev() {
            // Whoever was first comes last, or the other way round.
            let was = (if turned { place + N - 1 } else { place + 1 }) % N;
            self.board.step(sides[was], vertices[0])?;
            for index in 1..=place {
                self.board.step(vertices[index - 1], vertices[index])?;
            }
        }
        Ok(())
    }

    /// The same where the middle of three is the hub, by 10 moves and two sides.
    fn exchange_around(&mut self, row: [Vertex; 3], sides: &ClearedSides) -> Result<(), OperationError> {
        let [first, hub, last] = row;
        let (side, other) = (sides[0], sides[1]);
        // The middle one waits on one side and the first on the other; the middle one takes the first place, the last
        // one waits, the first takes the last place, and the last one the middle.
        for [from, to] in [[hub, side], [first, hub], [hub, other], [side, hub], [hub, first]] {
            self.board.step(from, to)?;
        }
        for [from, to] in [[last, hub], [hub, side], [other, hub], [hub, last], [side, hub]] {
            self.board.step(from, to)?;
        }
        Ok(())
    }

    /// Whether something can be done; where it cannot, the board is rolled back to the mark.
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
