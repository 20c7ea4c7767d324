//! Clears neighbours of a hub, so that the robots of a row can step aside.

use cpf_core::internal::{BlankRoute, OperationError, TrailMark};
use motion_core::Vertex;
use smallvec::SmallVec;

use crate::robot_walker::RobotWalker;

/// Vacant neighbours of a hub.
pub(super) type ClearedSides = SmallVec<[Vertex; 3]>;

type Neighbours = SmallVec<[Vertex; 8]>;

/// A limit to fewer than this many moves since a mark.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveLimit {
    pub(super) start: TrailMark,
    pub(super) moves: usize,
}

impl MoveLimit {
    /// More moves than any preparation takes.
    pub(super) const NONE: usize = usize::MAX / 4;
}

/// The cheapest choice of sides found so far, and the one being tried.
struct ClearingSearch {
    count: usize,
    limit: MoveLimit,
    chosen: ClearedSides,
    best: Option<ClearedSides>,
}

impl RobotWalker<'_, '_> {
    /// Clears as many neighbours of a hub as the row that begins there has robots. The robots of
    /// the row stay; or, for pairs at the last hub, they move and come back.
    pub(super) fn sides<const N: usize>(
        &mut self,
        row: [Vertex; N],
        limit: MoveLimit,
    ) -> Result<ClearedSides, OperationError> {
        let direct = self.clear_direct(row[0], row, N, limit);
        let [hub, behind] = row[..] else { return direct };
        if direct != Err(OperationError::Blocked) || limit.moves < MoveLimit::NONE {
            return direct;
        }
        match self.clear_past_the_pair(hub, behind) {
            Err(OperationError::Blocked) => self.clear_from_behind(hub, behind),
            result => result,
        }
    }

    /// Returns the neighbours of a vertex outside the row, vacant ones first.
    fn neighbours_but(&self, vertex: Vertex, row: &[Vertex]) -> Neighbours {
        let neighbours = self.board.graph().neighbours(vertex).iter().copied();
        let mut others: Neighbours = neighbours.filter(|next| !row.contains(next)).collect();
        others.sort_by_key(|&next| !self.board.is_vacant(next));
        others
    }

    /// Stages 1 and 2: clears `count` neighbours of a hub with the fewest moves, in any order,
    /// while the robots of the row stay.
    pub(super) fn clear_direct<const N: usize>(
        &mut self,
        hub: Vertex,
        row: [Vertex; N],
        count: usize,
        limit: MoveLimit,
    ) -> Result<ClearedSides, OperationError> {
        let around = self.neighbours_but(hub, &row);
        let mut search = ClearingSearch { count, limit, chosen: ClearedSides::new(), best: None };
        self.locked(row, |this| {
            this.clear_more(&around, &mut search)?;
            let sides = search.best.ok_or(OperationError::Blocked)?;
            for (index, &side) in sides.iter().enumerate() {
                this.board.vacate_keeping(side, |blank| sides[..index].contains(&blank))?;
            }
            Ok(sides)
        })
    }

    /// Tries each neighbour as the next side after those chosen. Recurses once for each missing
    /// side.
    fn clear_more(&mut self, around: &[Vertex], search: &mut ClearingSearch) -> Result<(), OperationError> {
        let moves = self.board.trail_since(search.limit.start).len();
        let open = |side: &Vertex| !search.chosen.contains(side);
        let vacant = around.iter().filter(|side| open(side) && self.board.is_vacant(**side)).count();
        let missing = search.count - search.chosen.len();
        if moves + missing.saturating_sub(vacant) >= search.limit.moves {
            return Ok(());
        }
        if missing == 0 {
            search.limit.moves = moves;
            search.best = Some(search.chosen.clone());
            return Ok(());
        }
        let mark = self.board.mark();
        for &side in around {
            if search.chosen.contains(&side) {
                continue;
            }
            if self.succeeds(mark, |this| {
                this.board.vacate_keeping(side, |blank| search.chosen.contains(&blank))
            })? {
                search.chosen.push(side);
                self.clear_more(around, search)?;
                search.chosen.pop();
                self.board.roll_back(mark);
            }
        }
        Ok(())
    }

    /// Stage 3: the leader waits on one side, and the second side is cleared through the vertex
    /// that the other robot has left.
    fn clear_past_the_pair(&mut self, hub: Vertex, behind: Vertex) -> Result<ClearedSides, OperationError> {
        let around = self.neighbours_but(hub, &[behind]);
        let start = self.board.mark();
        for &side in &around {
            let ready = self.succeeds(start, |this| {
                this.locked([hub, behind], |this| this.board.vacate(side, BlankRoute::Shortest))?;
                this.board.step(hub, side)?;
                this.board.step(behind, hub)
            })?;
            if !ready {
                continue;
            }
            let waiting = self.board.mark();
            for &other in around.iter().filter(|&&other| other != side) {
                let done = self.succeeds(waiting, |this| {
                    this.locked([hub, side], |this| {
                        this.board.vacate_keeping(other, |blank| blank == behind)
                    })?;
                    this.board.step(hub, behind)?;
                    this.board.step(side, hub)
                })?;
                if done {
                    return Ok([side, other].into_iter().collect());
                }
            }
            self.board.roll_back(start);
        }
        Err(OperationError::Blocked)
    }

    /// Stage 4: the two robots retreat from the hub, one side is cleared through it, and two more
    /// after they have come back.
    fn clear_from_behind(&mut self, hub: Vertex, behind: Vertex) -> Result<ClearedSides, OperationError> {
        let start = self.board.mark();
        for retreat in self.neighbours_but(behind, &[hub]) {
            let ready = self.succeeds(start, |this| {
                this.locked([hub, behind], |this| this.board.vacate(retreat, BlankRoute::Shortest))?;
                this.board.step(behind, retreat)?;
                this.board.step(hub, behind)
            })?;
            if !ready {
                continue;
            }
            let waiting = self.board.mark();
            for side in self.neighbours_but(hub, &[behind]) {
                let mut sides = Err(OperationError::Blocked);
                let done = self.succeeds(waiting, |this| {
                    this.locked([behind, retreat], |this| {
                        this.board.vacate_keeping(side, |blank| blank == hub)
                    })?;
                    this.board.step(behind, hub)?;
                    this.board.step(retreat, behind)?;
                    let limit = MoveLimit { start, moves: MoveLimit::NONE };
                    sides = this.clear_direct(hub, [hub, behind], 2, limit);
                    sides.as_ref().map(|_| ()).map_err(|&error| error)
                })?;
                if done {
                    return sides;
                }
            }
            self.board.roll_back(start);
        }
        Err(OperationError::Blocked)
    }
}
