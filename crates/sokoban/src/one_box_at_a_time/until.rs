//! A search space that ends at positions that can be solved one box at a time.

use alloc::vec::Vec;

use motion_core::search::Space;
use motion_core::{Control, Stop};

use super::{OneBoxAtATime, OneBoxScratch};
use crate::board::Push;
use crate::search::Position;

/// A search space whose goals are the positions that [`OneBoxAtATime`] solves.
///
/// # Guarantees
/// Every goal of the underlying space is also a goal of this space, so no solution has fewer pushes
/// than the shortest path in this space.
///
/// # Examples
/// After one push, the level can be solved one box at a time.
/// ```
/// use motion_core::Control;
/// use motion_core::search::breadth_first;
/// use sokoban::board::SearchBoard;
/// use sokoban::one_box_at_a_time::{OneBoxAtATime, PackingOrder, UntilOneBoxAtATime};
/// use sokoban::search::{MoveGenerator, Position, Pushes};
///
/// let board = SearchBoard::new(&"6#|#----#|#$-.-#|#@-$-#|#.$#-#|#.---#|6#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let method = OneBoxAtATime::new(&board, &PackingOrder::new(&board));
/// let space = UntilOneBoxAtATime::new(Pushes::new(&board), method);
/// let mut control = Control::unlimited();
/// let path = breadth_first(&space, start, &mut control).into_result()?;
/// let mut generator = MoveGenerator::new(&board);
/// let end = path.actions.iter().fold(start, |position, &push| {
///     generator.enter(&position);
///     generator.after_push(&position.boxes, push)
/// });
/// let rest = space.rest(&end, &mut control)?.expect("the end of a search");
/// assert_eq!((path.actions.len(), rest.len()), (1, 8));
/// assert!(board.moves(path.actions.into_iter().chain(rest)).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct UntilOneBoxAtATime<'b, S, const W: usize> {
    pushes: S,
    method: OneBoxAtATime<'b, W>,
}

impl<'b, S, const W: usize> UntilOneBoxAtATime<'b, S, W> {
    /// Creates the space with the pushes of the given one, whose goals are the positions that this
    /// method solves.
    pub const fn new(pushes: S, method: OneBoxAtATime<'b, W>) -> Self {
        Self { pushes, method }
    }

    /// Runs the method again on a position at which a search ended, and returns the pushes that
    /// solve it; `None` if the method does not solve the position.
    ///
    /// # Errors
    /// [`Stop`] if the time is over or the run is cancelled.
    ///
    /// # Complexity
    /// Usually that of one goal test; exponential for positions at which no search would end.
    pub fn rest(&self, position: &Position<W>, control: &mut Control) -> Result<Option<Vec<Push>>, Stop> {
        let mut scratch = self.method.scratch();
        let pushes = self.method.solve_at_any_cost(&mut scratch, position, control)?;
        Ok(pushes.map(<[Push]>::to_vec))
    }
}

impl<'b, S, const W: usize> Space for UntilOneBoxAtATime<'b, S, W>
where
    S: Space<State = Position<W>, Action = Push>,
{
    type State = Position<W>;
    type Action = Push;
    type Scratch = (S::Scratch, OneBoxScratch<'b, W>);

    fn scratch(&self) -> Self::Scratch {
        (self.pushes.scratch(), self.method.scratch())
    }

    fn is_goal(&self, (_, scratch): &mut Self::Scratch, position: &Position<W>) -> bool {
        self.method.solve(scratch, position).is_some()
    }

    #[inline]
    fn successors(
        &self,
        (scratch, _): &mut Self::Scratch,
        position: &Position<W>,
        visit: &mut impl FnMut(Push, Position<W>, u32),
    ) {
        self.pushes.successors(scratch, position, visit);
    }

    fn continues(&self, last: Push, next: Push) -> bool {
        self.pushes.continues(last, next)
    }

    fn heap_bytes(&self, position: &Position<W>) -> u64 {
        self.pushes.heap_bytes(position)
    }
}
