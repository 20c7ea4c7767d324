//! The common parts of the solvers of the feature `survey`: searches with pruned pushes or pulls.

use alloc::sync::Arc;

use motion_core::internal::ErasedSpace;
use motion_core::search::Path;
use motion_core::{Control, Outcome, Stop};

use super::search_problem::SearchProblem;
use super::{Enhancement, Enhancements};
use crate::analysis::{PrunedPushes, RoomGraph, Structure};
use crate::board::Push;
use crate::one_box_at_a_time::{OneBoxAtATime, PackingOrder, UntilOneBoxAtATime};
use crate::search::{MoveGenerator, Position};

/// Any space of positions and pushes, so that engines are compiled once for all of them.
pub(super) type AnyPushes<'s, const W: usize> = ErasedSpace<'s, Position<W>, Push>;

/// An engine that finds a path from a start in a space, and receives a lower bound on its pushes.
pub(super) type ForwardEngine<'e, const W: usize> =
    &'e dyn Fn(&AnyPushes<'_, W>, Position<W>, u32, &mut Control) -> Outcome<Path<Push>>;

impl<'b, const W: usize> SearchProblem<'b, W> {
    /// Returns the game forward, pruned by `SD`, `PI`, `CD`, `tables` and `RD`. Their tables hold
    /// memory until the scope of the control ends.
    pub(super) fn prepared_pushes(
        &self,
        enhancements: Enhancements,
        control: &mut Control,
    ) -> Result<PrunedPushes<'b, W>, Stop> {
        let tables = self.push_tables(enhancements, control)?;
        let has_rooms = enhancements.contains(Enhancement::RoomDeadlocks);
        let rooms = has_rooms.then(|| RoomGraph::new(self.board, &Structure::new(self.board), control));
        let rooms = rooms.transpose()?.map(Arc::new);
        let pushes =
            self.pruned_pushes(enhancements).with_chambers(enhancements.contains(Enhancement::Chambers));
        Ok(pushes.with_tables(tables).with_rooms(rooms))
    }

    /// Searches by pulls, with `SD`, `tables` and `zones` if they are switched on. The search
    /// starts from all zones of the player in solved positions at once or, with `zones`, from one
    /// after another until one leads to the start. The engine finds a path of the fewest pulls from
    /// any of several ends.
    pub(super) fn backward(
        &self,
        enhancements: Enhancements,
        engine: impl Fn(&AnyPushes<'_, W>, &[Position<W>], &mut Control) -> Outcome<Path<Push>>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        self.search(control, |control| {
            let tables = self.pull_tables(enhancements, control)?;
            let pulls = &self.pruned_pulls(enhancements).with_tables(tables);
            let (ends, space) = (pulls.starts(), ErasedSpace::new(pulls));
            if !enhancements.contains(Enhancement::ZoneByZone) {
                return Ok(engine(&space, &ends, control).map(|path| path.reversed(pulls)));
            }
            for end in ends {
                // Another zone may be nearer to the start, so only the matching bound is proved.
                let found = engine(&space, &[end], control).map(|path| path.reversed(pulls).actions);
                if found != Outcome::Unsolvable {
                    return Ok(self.with_least(found));
                }
            }
            Ok(Outcome::Unsolvable)
        })
    }

    /// Searches forward, with `SD`, `PI`, `tables`, `RD` and `VL` if they are switched on.
    pub(super) fn forward(
        &self,
        enhancements: Enhancements,
        engine: ForwardEngine<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        self.search(control, |control| {
            let pushes = self.prepared_pushes(enhancements, control)?;
            // Without a packing order, no position can be solved one box at a time.
            if enhancements.has_early_end()
                && let Some(order) = control.scope(|control| self.packing_order(enhancements, control))?
            {
                return control
                    .scope(|control| self.until_one_box_at_a_time(&order, pushes, engine, control));
            }
            Ok(engine(&ErasedSpace::new(&pushes), self.start, self.least, control))
        })
    }

    /// Returns the order in which `VL` fills the goals; `None` if the thesis's algorithm finds
    /// none.
    fn packing_order(
        &self,
        enhancements: Enhancements,
        control: &mut Control,
    ) -> Result<Option<PackingOrder>, Stop> {
        if enhancements.contains(Enhancement::OneBoxVanLishoutOrder) {
            Ok(Some(PackingOrder::by_walls_only(self.board)))
        } else if enhancements.contains(Enhancement::OneBoxThesisOrder) {
            PackingOrder::by_walls_within(self.board, &Structure::new(self.board), control)
        } else {
            PackingOrder::within(self.board, control).map(Some)
        }
    }

    /// Searches for a position that can be solved one box at a time, and solves it.
    fn until_one_box_at_a_time(
        &self,
        order: &PackingOrder,
        pushes: PrunedPushes<'b, W>,
        engine: ForwardEngine<'_, W>,
        control: &mut Control,
    ) -> Result<Outcome<Path<Push>>, Stop> {
        let method = OneBoxAtATime::within(self.board, order, control)?;
        let space = UntilOneBoxAtATime::new(pushes, method);
        match engine(&ErasedSpace::new(&space), self.start, 0, control) {
            Outcome::Solved { plan, .. } => self.completed(plan, &space, control),
            Outcome::Stopped { why, best, lower_bound } => {
                let lower_bound = lower_bound.map(|bound| self.with_parity(bound));
                Ok(Outcome::Stopped { why, best, lower_bound })
            }
            Outcome::Unsolvable => Ok(Outcome::Unsolvable),
        }
    }

    /// Completes the path of a search with the pushes after it. It is a shortest path to a position
    /// that can be solved one box at a time. Since solved positions are also such positions, no
    /// solution has fewer pushes than the path.
    fn completed<S>(
        &self,
        mut path: Path<Push>,
        space: &UntilOneBoxAtATime<'_, S, W>,
        control: &mut Control,
    ) -> Result<Outcome<Path<Push>>, Stop> {
        let lower_bound = path.cost.max(self.least.into());
        let mut generator = MoveGenerator::new(self.board);
        let end = path.actions.iter().fold(self.start, |position, &push| {
            generator.enter(&position);
            generator.after_push(&position.boxes, push)
        });
        let rest = space.rest(&end, control)?;
        path.actions.extend(rest.expect("invariant: the search has ended there"));
        path.cost = path.actions.len() as u64;
        Ok(self.bounded(path, lower_bound))
    }

    /// Raises a bound to at least that of the matching, and to the parity of all solutions.
    fn with_parity(&self, bound: u64) -> u64 {
        let least = u64::from(self.least);
        self.with_parity_of(least, bound.max(least))
    }
}
