//! The game forward, without the pushes that analyses rule out.

use alloc::vec::Vec;
use core::cell::RefCell;

use motion_core::Control;
use motion_core::search::Space;

use super::{Corrals, DeadlockRule, DeadlockSearch, Deadlocks};
use crate::board::{BoxSet, Push, SearchBoard};
use crate::search::{MoveGenerator, Position};

/// Like [`Pushes`](crate::search::Pushes), without pushes that lead into a detected deadlock and,
/// if there is a PI-corral, without all pushes but those of the corral.
///
/// # Guarantees
/// The fewest pushes from the start to the goals are the same as without pruning, for every choice
/// of rules. Bidirectional searches must not prune by corrals.
///
/// # Examples
/// ```
/// use motion_core::search::breadth_first;
/// use motion_core::{Budget, Control};
/// use sokoban::{SearchBoard, Position, PrunedPushes, Pushes};
///
/// let board = SearchBoard::new(&"9#|#@-$---.#|#--$---.#|#--$---.#|9#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let (mut plain, mut pruned) = (Control::unlimited(), Control::unlimited());
/// let path = breadth_first(&Pushes::new(&board), start, &mut plain).plan();
/// let same = breadth_first(&PrunedPushes::new(&board), start, &mut pruned).plan();
/// assert_eq!(path.map(|path| path.actions.len()), same.map(|path| path.actions.len()));
/// assert!(pruned.stats().nodes < plain.stats().nodes);
/// # Ok::<(), sokoban::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PrunedPushes<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
    scratch: RefCell<Scratch<'b, W>>,
}

#[derive(Clone, Debug)]
struct Scratch<'b, const W: usize> {
    generator: MoveGenerator<'b>,
    deadlocks: Deadlocks<'b, W>,
    corrals: Option<Corrals<'b, W>>,
    search: Option<DeadlockSearch<'b, W>>,
    pushes: Vec<Push>,
}

impl<'b, const W: usize> PrunedPushes<'b, W> {
    /// Prunes by all rules and by corrals.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`].
    pub fn new(board: &'b SearchBoard) -> Self {
        Self::with_rules(board, &DeadlockRule::ALL).with_corrals(true)
    }

    /// Prunes by these rules, and not by corrals.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`].
    pub fn with_rules(board: &'b SearchBoard, rules: &[DeadlockRule]) -> Self {
        let scratch = Scratch {
            generator: MoveGenerator::new(board),
            deadlocks: Deadlocks::with_rules(board, rules),
            corrals: None,
            search: None,
            pushes: Vec::new(),
        };
        Self { board, goals: board.goals().iter().copied().collect(), scratch: RefCell::new(scratch) }
    }

    /// Sets whether to prune by corrals.
    pub fn with_corrals(mut self, prune: bool) -> Self {
        self.scratch.get_mut().corrals = prune.then(|| Corrals::new(self.board));
        self
    }

    /// Also prunes by small searches ([`DeadlockSearch`]): by known deadlock sets when a position
    /// is reached, and by searches when it is expanded. The first search of the same boxes takes up
    /// to this many nodes, which do not count as nodes of the search that prunes.
    pub fn with_search(mut self, nodes: u32) -> Self {
        self.scratch.get_mut().search = Some(DeadlockSearch::new(self.board).with_nodes(nodes));
        self
    }
}

impl<const W: usize> Space for PrunedPushes<'_, W> {
    type State = Position<W>;
    type Action = Push;

    fn is_goal(&self, position: &Position<W>) -> bool {
        position.boxes == self.goals
    }

    #[inline]
    fn successors(&self, position: &Position<W>, visit: &mut impl FnMut(Push, Position<W>, u32)) {
        let Scratch { generator, deadlocks, corrals, search, pushes } = &mut *self.scratch.borrow_mut();
        let boxes = &position.boxes;
        generator.enter(position);
        if let Some(search) = search
            && search.is_lost(position, None, &mut Control::unlimited()) == Ok(true)
        {
            return;
        }
        pushes.clear();
        match corrals.as_mut().and_then(|corrals| corrals.forced(generator.reach())) {
            Some(forced) => pushes.extend_from_slice(forced),
            None => pushes.extend(generator.pushes(boxes)),
        }
        for &push in &*pushes {
            let mut after = *boxes;
            after.shift(push.from, self.board.step(push.from, push.direction));
            if deadlocks.after_push(&after, push).is_some() {
                continue;
            }
            let after = generator.after_push(boxes, push);
            if !search.as_ref().is_some_and(|search| search.is_known(&after)) {
                visit(push, after, 1);
            }
        }
    }
}
