//! A search space that ends at positions that can be solved one box at a time.

use alloc::vec::Vec;
use core::cell::RefCell;

use motion_core::search::Space;

use super::OneBoxAtATime;
use crate::board::Push;
use crate::search::Position;

/// A search space whose goals are the positions that [`OneBoxAtATime`] solves.
///
/// # Guarantees
/// The goals of the space it is made of are among them, so that no solution takes fewer pushes than
/// the shortest path here.
///
/// # Examples
/// One push is enough for the rest to go box after box.
/// ```
/// use motion_core::Control;
/// use motion_core::search::breadth_first;
/// use sokoban::{SearchBoard, UntilOneBoxAtATime, MoveGenerator, PackingOrder, Position, Pushes, OneBoxAtATime};
///
/// let board = SearchBoard::new(&"6#|#----#|#$-.-#|#@-$-#|#.$#-#|#.---#|6#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let test = OneBoxAtATime::new(&board, &PackingOrder::new(&board));
/// let space = UntilOneBoxAtATime::new(Pushes::new(&board), test);
/// let path = breadth_first(&space, start, &mut Control::unlimited()).plan().expect("a path");
/// let mut generator = MoveGenerator::new(&board);
/// let end = path.actions.iter().fold(start, |position, &push| {
///     generator.enter(&position);
///     generator.after_push(&position.boxes, push)
/// });
/// let rest = space.rest(&end).expect("found");
/// assert_eq!((path.actions.len(), rest.len()), (1, 8));
/// assert!(board.moves(path.actions.into_iter().chain(rest)).is_some());
/// # Ok::<(), sokoban::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct UntilOneBoxAtATime<'b, S, const W: usize> {
    pushes: S,
    test: RefCell<Test<'b, W>>,
}

#[derive(Clone, Debug)]
struct Test<'b, const W: usize> {
    subclass: OneBoxAtATime<'b, W>,
    /// The positions that were solved, and how.
    solved: Vec<(Position<W>, Vec<Push>)>,
}

impl<'b, S, const W: usize> UntilOneBoxAtATime<'b, S, W> {
    /// Searches this space, with this test.
    pub fn new(pushes: S, subclass: OneBoxAtATime<'b, W>) -> Self {
        Self { pushes, test: RefCell::new(Test { subclass, solved: Vec::new() }) }
    }

    /// The pushes from a position that was found to be a goal; `None` for any other.
    pub fn rest(&self, position: &Position<W>) -> Option<Vec<Push>> {
        let test = self.test.borrow();
        let found = test.solved.iter().find(|(solved, _)| solved == position);
        found.map(|(_, pushes)| pushes.clone())
    }
}

impl<S, const W: usize> Space for UntilOneBoxAtATime<'_, S, W>
where
    S: Space<State = Position<W>, Action = Push>,
{
    type State = Position<W>;
    type Action = Push;

    fn is_goal(&self, position: &Position<W>) -> bool {
        let Test { subclass, solved } = &mut *self.test.borrow_mut();
        let Some(pushes) = subclass.solve(position) else { return false };
        solved.push((*position, pushes.to_vec()));
        true
    }

    #[inline]
    fn successors(&self, position: &Position<W>, visit: &mut impl FnMut(Push, Position<W>, u32)) {
        self.pushes.successors(position, visit);
    }

    fn lower_bound(&self, _: &Position<W>) -> Option<u32> {
        Some(0)
    }

    fn continues(&self, last: Push, next: Push) -> bool {
        self.pushes.continues(last, next)
    }
}
