//! The game forward, without the pushes that analyses rule out.

use alloc::sync::Arc;
use alloc::vec::Vec;

use motion_core::search::Space;

#[cfg(feature = "survey")]
use super::extra_pruning::{ExtraPruning, ExtraRules};
use super::{BoxTables, Corrals, DeadlockRule, Deadlocks};
use crate::board::{BoxSet, Push, SearchBoard};
use crate::search::{MoveGenerator, Position, PushSpace, Run};

/// A space like [`Pushes`](crate::search::Pushes), without pushes into a detected deadlock. If
/// there is a PI-corral, only the pushes of the corral are kept.
///
/// # Guarantees
/// The fewest pushes from the start to the goals are the same as without pruning, for every choice
/// of rules. Bidirectional searches must not prune by corrals.
///
/// # Examples
/// ```
/// use motion_core::search::breadth_first;
/// use motion_core::{Budget, Control};
/// use sokoban::analysis::PrunedPushes;
/// use sokoban::board::SearchBoard;
/// use sokoban::search::{Position, Pushes};
///
/// let board = SearchBoard::new(&"9#|#@-$---.#|#--$---.#|#--$---.#|9#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let (mut plain, mut pruned) = (Control::unlimited(), Control::unlimited());
/// let path = breadth_first(&Pushes::new(&board), start, &mut plain).plan();
/// let same = breadth_first(&PrunedPushes::new(&board), start, &mut pruned).plan();
/// assert_eq!(path.map(|path| path.actions.len()), same.map(|path| path.actions.len()));
/// assert!(pruned.stats().nodes < plain.stats().nodes);
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PrunedPushes<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
    rules: Vec<DeadlockRule>,
    prunes_by_corrals: bool,
    tables: Option<Arc<BoxTables<W>>>,
    #[cfg(feature = "survey")]
    extra: ExtraRules<'b, W>,
}

/// The scratch of [`PrunedPushes`]. It stays empty until successors are listed, so that a scratch
/// that only tests goals costs nothing.
#[derive(Clone, Debug)]
pub struct PruningScratch<'b, const W: usize>(Option<Pruning<'b, W>>);

#[derive(Clone, Debug)]
struct Pruning<'b, const W: usize> {
    generator: MoveGenerator<'b>,
    deadlocks: Deadlocks<'b, W>,
    corrals: Option<Corrals<'b, W>>,
    #[cfg(feature = "survey")]
    extra: ExtraPruning<'b, W>,
    pushes: Vec<Push>,
    successors: Vec<(Push, Position<W>)>,
}

impl<'b, const W: usize> PrunedPushes<'b, W> {
    /// Creates a space pruned by all rules and by corrals.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`].
    pub fn new(board: &'b SearchBoard) -> Self {
        let goals = board.goals().iter().copied().collect();
        let rules = DeadlockRule::ALL.to_vec();
        Self {
            board,
            goals,
            rules,
            prunes_by_corrals: true,
            tables: None,
            #[cfg(feature = "survey")]
            extra: ExtraRules::default(),
        }
    }

    /// Sets the rules to prune by.
    pub fn with_rules(mut self, rules: &[DeadlockRule]) -> Self {
        self.rules = rules.to_vec();
        self
    }

    /// Sets whether to prune by corrals.
    pub const fn with_corrals(mut self, prune: bool) -> Self {
        self.prunes_by_corrals = prune;
        self
    }

    /// Sets the tables to prune by ([`BoxTables::for_pushes`]); none by default.
    pub fn with_tables(mut self, tables: Option<Arc<BoxTables<W>>>) -> Self {
        self.tables = tables;
        self
    }

    /// Sets whether to prune pushes out of a [chamber](super::Chambers) into an overfull one; false
    /// by default, because [`DeadlockRule::FrozenGoals`] detects all of these.
    #[cfg(feature = "survey")]
    pub const fn with_chambers(mut self, prune: bool) -> Self {
        self.extra.has_chambers = prune;
        self
    }

    /// Sets the rooms to prune by: pushes after which one is illegal are omitted. None by default.
    #[cfg(feature = "survey")]
    pub fn with_rooms(mut self, rooms: Option<Arc<super::RoomGraph<'b, W>>>) -> Self {
        self.extra.rooms = rooms;
        self
    }

    /// Also prunes by [small searches](super::DeadlockSearch): by known deadlock sets when a
    /// position is reached, and by searches when it is expanded. The first search of a choice of
    /// boxes takes up to this many nodes, which do not count as nodes of the main search.
    #[cfg(feature = "survey")]
    pub const fn with_search(mut self, nodes: u32) -> Self {
        self.extra.search_nodes = Some(nodes);
        self
    }

    /// Whether any pruning is switched on.
    fn prunes(&self) -> bool {
        #[cfg(feature = "survey")]
        if self.extra.prune() {
            return true;
        }
        self.prunes_by_corrals || !self.rules.is_empty() || self.tables.is_some()
    }

    /// Whether a push loses by a rule that examines only the boxes after it.
    #[inline]
    fn is_lost_after(&self, pruning: &mut Pruning<'b, W>, boxes: &BoxSet<W>, push: Push) -> bool {
        let to = self.board.step(push.from, push.direction);
        let is_in_table =
            |tables: &Arc<BoxTables<W>>| tables.is_lost_at(boxes, to, push.direction.opposite());
        if self.tables.as_ref().is_some_and(is_in_table) {
            return true;
        }
        #[cfg(feature = "survey")]
        if self.extra.are_lost_after(&mut pruning.extra, boxes, push, to) {
            return true;
        }
        pruning.deadlocks.after_push(boxes, push).is_some()
    }

    fn pruning(&self) -> Pruning<'b, W> {
        let board = self.board;
        Pruning {
            generator: MoveGenerator::new(board),
            deadlocks: Deadlocks::from_rules(board, &self.rules),
            corrals: self.prunes_by_corrals.then(|| Corrals::new(board)),
            #[cfg(feature = "survey")]
            extra: self.extra.pruning(board),
            pushes: Vec::new(),
            successors: Vec::new(),
        }
    }

    /// Lists the successors of a position; compiled once for all engines.
    fn list_successors(&self, pruning: &mut Pruning<'b, W>, position: &Position<W>) {
        let Pruning { generator, successors, .. } = pruning;
        successors.clear();
        let boxes = &position.boxes;
        generator.enter(position);
        if !self.prunes() {
            return generator.each_push(boxes, |push, after| successors.push((push, after)));
        }
        #[cfg(feature = "survey")]
        if pruning.extra.is_lost(position) {
            return;
        }
        let mut pushes = core::mem::take(&mut pruning.pushes);
        pushes.clear();
        match pruning.corrals.as_mut().and_then(|corrals| corrals.forced(pruning.generator.reach())) {
            Some(forced) => pushes.extend_from_slice(forced),
            None => pushes.extend(pruning.generator.pushes(boxes)),
        }
        for &push in &pushes {
            let mut after = *boxes;
            after.shift(push.from, self.board.step(push.from, push.direction));
            if self.is_lost_after(pruning, &after, push) {
                continue;
            }
            let after = pruning.generator.after_push(boxes, push);
            #[cfg(feature = "survey")]
            if pruning.extra.is_known(&after) {
                continue;
            }
            pruning.successors.push((push, after));
        }
        pruning.pushes = pushes;
    }
}

impl<'b, const W: usize> Space for PrunedPushes<'b, W> {
    type State = Position<W>;
    type Action = Push;
    type Scratch = PruningScratch<'b, W>;

    fn scratch(&self) -> PruningScratch<'b, W> {
        PruningScratch(None)
    }

    fn is_goal(&self, _: &mut PruningScratch<'b, W>, position: &Position<W>) -> bool {
        position.boxes.is_subset(&self.goals)
    }

    #[inline]
    fn successors(
        &self,
        scratch: &mut PruningScratch<'b, W>,
        position: &Position<W>,
        visit: &mut impl FnMut(Push, Position<W>, u32),
    ) {
        let pruning = scratch.0.get_or_insert_with(|| self.pruning());
        self.list_successors(pruning, position);
        pruning.successors.iter().for_each(|&(push, after)| visit(push, after, 1));
    }

    /// Returns whether both push the same box.
    fn continues(&self, last: Push, next: Push) -> bool {
        self.board.step(last.from, last.direction) == next.from
    }
}

impl<'b, const W: usize> PushSpace<W> for PrunedPushes<'b, W> {
    fn leaves_out(&self, scratch: &mut PruningScratch<'b, W>, boxes: &BoxSet<W>, push: Push) -> bool {
        self.is_lost_after(scratch.0.get_or_insert_with(|| self.pruning()), boxes, push)
    }

    fn after_run(
        &self,
        scratch: &mut PruningScratch<'b, W>,
        boxes: &BoxSet<W>,
        run: Run,
    ) -> Option<Position<W>> {
        let pruning = scratch.0.get_or_insert_with(|| self.pruning());
        let after = pruning.generator.after_run(boxes, run);
        #[cfg(feature = "survey")]
        if pruning.extra.is_known(&after) {
            return None;
        }
        Some(after)
    }
}
