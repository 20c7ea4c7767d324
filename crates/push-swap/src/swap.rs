//! Two neighbours change places, and everybody else is where they were.
//!
//! The two go to a vertex with three neighbours, two of these are cleared, the two change places there, and all moves
//! before are taken back with the two exchanged. After R. Luna and K. Bekris, *Push and swap: fast cooperative
//! path-finding with completeness guarantees*, IJCAI 2011, and B. de Wilde, A. W. ter Mors and C. Witteveen, *Push and
//! Rotate*, JAIR 51, 2014, corrected: every hub is tried, not only the nearest, and vertices that have been cleared
//! are kept clear.

use alloc::vec::Vec;

use cpf_core::board::{Mark, Route, Trouble};
use motion_core::{Move, Vertex};
use smallvec::SmallVec;

use crate::walk::Mover;

/// Two robots that are about to change places: one on a hub, the other behind it.
#[derive(Clone, Copy)]
struct Pair {
    /// The hub, with the leader on it.
    hub: Vertex,
    /// The neighbour of the hub where the other one is.
    behind: Vertex,
}

/// Two vacant neighbours of a hub.
type Sides = [Vertex; 2];

type Neighbours = SmallVec<[Vertex; 8]>;

impl Mover<'_, '_> {
    /// Exchanges the robots on two neighbours, by way of the nearest hub where that can be done. In the end everybody
    /// else is where they were, and for that reason finished vertices are as good as any on the way.
    ///
    /// # Errors
    /// [`Trouble::Blocked`] where no hub will do; then nobody has moved.
    pub(crate) fn swap(&mut self, first: Vertex, second: Vertex) -> Result<(), Trouble> {
        for &vertex in &self.finished {
            self.board.unlock(vertex);
        }
        let result = self.swap_somewhere(first, second);
        for &vertex in &self.finished {
            self.board.lock(vertex);
        }
        result
    }

    fn swap_somewhere(&mut self, first: Vertex, second: Vertex) -> Result<(), Trouble> {
        for hub in self.hubs(first)? {
            match self.attempt(|this| this.swap_at(hub, first, second)) {
                Err(Trouble::Blocked) => {}
                result => return result,
            }
        }
        Err(Trouble::Blocked)
    }

    /// The vertices with three neighbours, in the order of their distance.
    fn hubs(&mut self, from: Vertex) -> Result<Vec<Vertex>, Trouble> {
        let Self { board, ways, .. } = self;
        let (view, control) = board.split();
        let graph = view.graph();
        ways.breadth_first(graph, &[from], |_| true, |_| false, control)?;
        Ok(ways.met().iter().copied().filter(|&vertex| graph.degree(vertex) > 2).collect())
    }

    fn swap_at(&mut self, hub: Vertex, first: Vertex, second: Vertex) -> Result<(), Trouble> {
        let mark = self.board.mark();
        let pair = self.bring(hub, first, second)?;
        let [side, other] = self.sides(pair)?;
        let before = self.board.record_since(mark).len();
        let Pair { hub, behind } = pair;
        for (from, to) in [(hub, side), (behind, hub), (hub, other), (side, hub), (hub, behind), (other, hub)]
        {
            self.board.step(from, to)?;
        }
        // Whoever stands there now goes back: the two have changed roles.
        for index in (0..before).rev() {
            let Move { from, to, .. } = self.board.record_since(mark)[index];
            self.board.step(to, from)?;
        }
        Ok(())
    }

    /// Takes the two to a hub: the nearer one leads, the other follows.
    fn bring(&mut self, hub: Vertex, first: Vertex, second: Vertex) -> Result<Pair, Trouble> {
        let Self { board, ways, .. } = self;
        let nearer = |vertex| vertex == first || vertex == second;
        let (view, control) = board.split();
        let leader = ways.breadth_first(view.graph(), &[hub], |_| true, nearer, control)?;
        let leader = leader.ok_or(Trouble::Blocked)?;
        let mut path: Vec<Vertex> = Vec::new();
        let mut next = leader;
        while next != hub {
            next = ways.towards(next);
            path.push(next);
        }
        let mut here = leader;
        let mut behind = if leader == first { second } else { first };
        for next in path {
            self.locked([here, behind], |this| this.board.vacate(next, Route::Shortest))?;
            self.board.step(here, next)?;
            self.board.step(behind, here)?;
            (behind, here) = (here, next);
        }
        Ok(Pair { hub, behind })
    }

    /// Clears two neighbours of the hub other than the one behind, with the two where they are, or back there.
    fn sides(&mut self, pair: Pair) -> Result<Sides, Trouble> {
        match self.clear_two(pair) {
            Err(Trouble::Blocked) => {}
            result => return result,
        }
        match self.clear_past_the_pair(pair) {
            Err(Trouble::Blocked) => self.clear_from_behind(pair),
            result => result,
        }
    }

    /// The neighbours of a vertex but for one, vacant ones first.
    fn neighbours_but(&self, vertex: Vertex, but: Vertex) -> Neighbours {
        let neighbours = self.board.graph().neighbours(vertex).iter().copied();
        let mut others: Neighbours = neighbours.filter(|&next| next != but).collect();
        others.sort_by_key(|&next| !self.board.is_vacant(next));
        others
    }

    /// Stages 1 and 2: the two stay where they are.
    fn clear_two(&mut self, pair: Pair) -> Result<Sides, Trouble> {
        let Pair { hub, behind } = pair;
        let around = self.neighbours_but(hub, behind);
        let vacant = around.iter().filter(|&&next| self.board.is_vacant(next)).count();
        let least = 2usize.saturating_sub(vacant);
        let mut best: Option<(usize, Sides)> = None;
        let start = self.board.mark();
        self.locked([hub, behind], |this| {
            for &side in &around {
                if best.is_some_and(|(moves, _)| moves <= least) {
                    break;
                }
                if !this.succeeds(start, |this| this.board.vacate(side, Route::Shortest))? {
                    continue;
                }
                let first = this.board.mark();
                for &other in around.iter().filter(|&&other| other != side) {
                    if this.succeeds(first, |this| this.board.vacate_keeping(other, &[side]))? {
                        let moves = this.board.record_since(start).len();
                        if best.is_none_or(|(fewest, _)| moves < fewest) {
                            best = Some((moves, [side, other]));
                        }
                    }
                    this.board.roll_back(first);
                }
                this.board.roll_back(start);
            }
            let (_, [side, other]) = best.ok_or(Trouble::Blocked)?;
            this.board.vacate(side, Route::Shortest)?;
            this.board.vacate_keeping(other, &[side])?;
            Ok([side, other])
        })
    }

    /// Stage 3: the leader waits on one side, and the second is cleared through where the other one was.
    fn clear_past_the_pair(&mut self, pair: Pair) -> Result<Sides, Trouble> {
        let Pair { hub, behind } = pair;
        let around = self.neighbours_but(hub, behind);
        let start = self.board.mark();
        for &side in &around {
            let ready = self.succeeds(start, |this| {
                this.locked([hub, behind], |this| this.board.vacate(side, Route::Shortest))?;
                this.board.step(hub, side)?;
                this.board.step(behind, hub)
            })?;
            if !ready {
                continue;
            }
            let waiting = self.board.mark();
            for &other in around.iter().filter(|&&other| other != side) {
                let done = self.succeeds(waiting, |this| {
                    this.locked([hub, side], |this| this.board.vacate_keeping(other, &[behind]))?;
                    this.board.step(hub, behind)?;
                    this.board.step(side, hub)
                })?;
                if done {
                    return Ok([side, other]);
                }
            }
            self.board.roll_back(start);
        }
        Err(Trouble::Blocked)
    }

    /// Stage 4: the two retreat from the hub, one side is cleared through it, and once they are back two are.
    fn clear_from_behind(&mut self, pair: Pair) -> Result<Sides, Trouble> {
        let Pair { hub, behind } = pair;
        let start = self.board.mark();
        for retreat in self.neighbours_but(behind, hub) {
            let ready = self.succeeds(start, |this| {
                this.locked([hub, behind], |this| this.board.vacate(retreat, Route::Shortest))?;
                this.board.step(behind, retreat)?;
                this.board.step(hub, behind)
            })?;
            if !ready {
                continue;
            }
            let waiting = self.board.mark();
            for side in self.neighbours_but(hub, behind) {
                let mut sides = Err(Trouble::Blocked);
                let done = self.succeeds(waiting, |this| {
                    this.locked([behind, retreat], |this| this.board.vacate_keeping(side, &[hub]))?;
                    this.board.step(behind, hub)?;
                    this.board.step(retreat, behind)?;
                    sides = this.clear_two(pair);
                    sides.map(|_| ())
                })?;
                if done {
                    return sides;
                }
            }
            self.board.roll_back(start);
        }
        Err(Trouble::Blocked)
    }

    /// Whether something can be done; where it cannot, the board is rolled back to the mark.
    fn succeeds(
        &mut self,
        mark: Mark,
        operation: impl FnOnce(&mut Self) -> Result<(), Trouble>,
    ) -> Result<bool, Trouble> {
        match operation(self) {
            Err(Trouble::Blocked) => {
                self.board.roll_back(mark);
                Ok(false)
            }
            result => result.map(|()| true),
        }
    }
}
