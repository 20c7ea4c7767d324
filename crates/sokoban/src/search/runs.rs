//! The game forward, in which a box is pushed through a one-way tunnel at once.

use alloc::vec::Vec;
use core::num::NonZero;

use motion_core::Direction;
use motion_core::search::{Path, Space};

use super::Position;
use crate::board::{BoxSet, Push, SearchBoard, Square};

/// Pushes of one box in one direction. Both it and `Option<Run>` take four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// The square of the box before the first push.
    pub from: Square,
    /// The direction in which the box moves.
    pub direction: Direction,
    /// The number of pushes.
    pub length: NonZero<u8>,
}

const _: () = assert!(size_of::<Option<Run>>() == 4, "a search stores one for every position");

impl Run {
    /// Creates a run of one push.
    pub const fn single(push: Push) -> Self {
        Self { from: push.from, direction: push.direction, length: NonZero::<u8>::MIN }
    }

    /// Iterates over the pushes in order.
    pub fn pushes(self, board: &SearchBoard) -> impl Iterator<Item = Push> {
        let Self { direction, .. } = self;
        let squares =
            core::iter::successors(Some(self.from), move |&square| Some(board.step(square, direction)));
        squares.take(self.length.get().into()).map(move |from| Push { from, direction })
    }

    /// The last push.
    pub(crate) fn last(self, board: &SearchBoard) -> Push {
        let from = (1..self.length.get()).fold(self.from, |square, _| board.step(square, self.direction));
        Push { from, direction: self.direction }
    }

    /// The square of the box after the run.
    pub(crate) fn end(self, board: &SearchBoard) -> Square {
        board.step(self.last(board).from, self.direction)
    }
}

/// A space of pushes from which [`Runs`] can make several pushes at once.
pub trait PushSpace<const W: usize>: Space<State = Position<W>, Action = Push> {
    /// Whether the space omits this push, which belongs to a run that begins in the position whose
    /// successors were listed last with this scratch. `boxes` are those after the push.
    fn leaves_out(&self, scratch: &mut Self::Scratch, boxes: &BoxSet<W>, push: Push) -> bool;

    /// Returns the position after a run that begins in the position whose successors were listed
    /// last with this scratch; `None` if the space omits it. `boxes` are those of that position.
    fn after_run(&self, scratch: &mut Self::Scratch, boxes: &BoxSet<W>, run: Run) -> Option<Position<W>>;
}

/// A space that wraps another space of pushes, in which a box that enters a one-way tunnel is
/// pushed through it at once (tunnel macros).
///
/// A square is *one-way* if it has exactly two open sides, opposite each other, and a box on it
/// cuts the floor between them. A push onto such a square becomes a run that ends behind the tunnel
/// or on a goal inside. If it can end on neither, the push is omitted.
///
/// # Guarantees
/// The fewest pushes from the start to the goals are the same as in the other space, if that is
/// [`Pushes`](super::Pushes) or [`PrunedPushes`](crate::analysis::PrunedPushes). While the box is
/// inside, the player cannot get to the other side. So nothing changes there, and the box can only
/// be pushed on or stay for ever. Its pushes through the tunnel can therefore be made first: they
/// only free squares on the player's side. The box has to cut the floor; in another corridor it can
/// be left until the player comes from the other side.
///
/// An action costs its number of pushes, so engines that count actions, such as
/// [`breadth_first`](motion_core::search::breadth_first), do not find the fewest pushes.
/// Bidirectional searches do not meet inside of runs.
///
/// # Complexity
/// That of the other space, plus a look at every square of a tunnel that a box enters.
///
/// # References
/// A. Junghanns & J. Schaeffer, *Sokoban: enhancing general single-agent search methods using
/// domain knowledge*, Artificial Intelligence 129 (2001), tunnel macros.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use motion_core::search::{NoHeuristic, a_star};
/// use sokoban::board::SearchBoard;
/// use sokoban::search::{Position, Pushes, Runs};
///
/// let board = SearchBoard::new(&"10#|#--####--#|#@$-----.#|#--####--#|10#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let space = Runs::new(&board, Pushes::new(&board));
/// let path = a_star(&space, NoHeuristic, start, &mut Control::unlimited()).into_result()?;
/// assert_eq!((path.actions.len(), path.cost), (2, 6));
/// assert_eq!(space.to_pushes(path).actions.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Runs<'b, S> {
    board: &'b SearchBoard,
    /// The kind of each square, and of the wall.
    squares: Vec<RunSquare>,
    space: S,
}

/// The properties of a square that concern runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RunSquare {
    is_one_way: bool,
    is_goal: bool,
}

impl RunSquare {
    /// Whether a run may end here.
    const fn is_end(self) -> bool {
        self.is_goal || !self.is_one_way
    }
}

/// The scratch of [`Runs`]: that of the other space, and its successors of one position.
#[derive(Clone, Debug)]
pub struct RunScratch<T, const W: usize> {
    of_space: T,
    pushes: Vec<(Push, Position<W>)>,
}

impl<'b, S> Runs<'b, S> {
    /// Creates a space of runs from a space of this board.
    pub fn new(board: &'b SearchBoard, space: S) -> Self {
        let mut squares = alloc::vec![RunSquare::default(); board.square_count() + 1];
        for (square, entry) in (0..board.square_count() as u16).map(Square).zip(&mut squares) {
            entry.is_one_way = is_one_way(board, square);
        }
        for goal in board.goals() {
            squares[goal.index()].is_goal = true;
        }
        Self { board, squares, space }
    }

    /// Returns the pushes of a path.
    pub fn to_pushes(&self, path: Path<Run>) -> Path<Push> {
        let actions = path.actions.into_iter().flat_map(|run| run.pushes(self.board)).collect();
        Path { actions, cost: path.cost }
    }

    /// Whether the other space omits this push because of the boxes after it; see
    /// [`PushSpace::leaves_out`].
    #[cfg(feature = "survey")]
    pub(crate) fn leaves_out<const W: usize>(
        &self,
        scratch: &mut RunScratch<S::Scratch, W>,
        boxes: &BoxSet<W>,
        push: Push,
    ) -> bool
    where
        S: PushSpace<W>,
    {
        self.space.leaves_out(&mut scratch.of_space, boxes, push)
    }

    /// Calls `visit` with the runs that begin with a push into a tunnel and continue.
    fn each_longer_run<const W: usize>(
        &self,
        scratch: &mut S::Scratch,
        position: &Position<W>,
        Push { from, direction }: Push,
        visit: &mut impl FnMut(Run, Position<W>, u32),
    ) where
        S: PushSpace<W>,
    {
        let (mut boxes, mut at) = (position.boxes, self.board.step(from, direction));
        boxes.shift(from, at);
        let mut length = NonZero::<u8>::MIN;
        while self.squares[at.index()].is_one_way {
            let next = self.board.step(at, direction);
            // A box that cannot move on never leaves, because the boxes beyond cannot move before
            // it does.
            if !self.board.is_live(next) || boxes.contains(next) {
                return;
            }
            boxes.shift(at, next);
            if self.space.leaves_out(scratch, &boxes, Push { from: at, direction }) {
                return;
            }
            // Cutting a run at the maximum length loses nothing, because another run begins at its
            // end.
            let Some(longer) = length.checked_add(1) else { return };
            (at, length) = (next, longer);
            if self.squares[at.index()].is_end() || length == NonZero::<u8>::MAX {
                let run = Run { from, direction, length };
                if let Some(after) = self.space.after_run(scratch, &position.boxes, run) {
                    visit(run, after, length.get().into());
                }
            }
        }
    }
}

/// Whether a square has exactly two open sides, opposite each other, that a box on it separates.
fn is_one_way(board: &SearchBoard, square: Square) -> bool {
    let [is_up, is_right, is_down, is_left] = board.neighbours(square).map(|beside| !board.is_wall(beside));
    match (is_up && is_down, is_right && is_left) {
        (true, false) => !is_right && !is_left && !board.are_joined(square, Direction::Up, Direction::Down),
        (false, true) => !is_up && !is_down && !board.are_joined(square, Direction::Right, Direction::Left),
        _ => false,
    }
}

impl<S, const W: usize> Space for Runs<'_, S>
where
    S: Space<State = Position<W>, Action = Push> + PushSpace<W>,
{
    type State = Position<W>;
    type Action = Run;
    type Scratch = RunScratch<S::Scratch, W>;

    fn scratch(&self) -> Self::Scratch {
        RunScratch { of_space: self.space.scratch(), pushes: Vec::new() }
    }

    fn is_goal(&self, scratch: &mut Self::Scratch, position: &Position<W>) -> bool {
        self.space.is_goal(&mut scratch.of_space, position)
    }

    #[inline]
    fn successors(
        &self,
        scratch: &mut Self::Scratch,
        position: &Position<W>,
        visit: &mut impl FnMut(Run, Position<W>, u32),
    ) {
        let RunScratch { of_space, pushes } = scratch;
        pushes.clear();
        self.space.successors(of_space, position, &mut |push, after, _| pushes.push((push, after)));
        for &(push, after) in &*pushes {
            let square = self.squares[self.board.step(push.from, push.direction).index()];
            if square.is_end() {
                visit(Run::single(push), after, 1);
            }
            if square.is_one_way {
                self.each_longer_run(of_space, position, push, visit);
            }
        }
    }

    /// Returns whether both push the same box.
    fn continues(&self, last: Run, next: Run) -> bool {
        last.end(self.board) == next.from
    }

    fn heap_bytes(&self, position: &Position<W>) -> u64 {
        self.space.heap_bytes(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::board_of;
    use crate::search::Pushes;

    /// Returns the runs to the right in the second row, as the columns of the box before and after.
    fn runs(level: &str) -> Vec<(u32, u32)> {
        let board = board_of(level);
        let space = Runs::new(&board, Pushes::<4>::new(&board));
        let start = Position::start(&board).expect("on live squares");
        let mut found = Vec::new();
        space.successors(&mut space.scratch(), &start, &mut |run, after, cost| {
            assert_eq!(cost, u32::from(run.length.get()));
            assert_eq!(run.pushes(&board).last(), Some(run.last(&board)));
            let (mut boxes, end) = (start.boxes, run.end(&board));
            boxes.shift(run.from, end);
            assert_eq!(after, Position::new(&board, boxes, run.last(&board).from));
            let (row, column) = board.coordinates(run.from);
            if (row, run.direction) == (2, Direction::Right) {
                found.push((column, board.coordinates(end).1));
            }
        });
        found
    }

    /// Returns the runs in two rooms joined by a tunnel of four squares, from column 3 to column 6.
    fn rooms(row: &str) -> Vec<(u32, u32)> {
        runs(&alloc::format!("##########\n#  ####  #\n{row}\n#  ####  #\n##########"))
    }

    #[test]
    fn a_box_is_pushed_through_a_tunnel_at_once() {
        assert_eq!(rooms("#@$    . #"), [(2, 7)]);
        assert_eq!(rooms("# @ $  . #"), [(4, 7)]);
        // The player can walk around a box in this corridor.
        assert_eq!(runs("##########\n#        #\n#@$    . #\n# ###### #\n#        #\n##########"), [(2, 3)]);
        assert_eq!(runs("##########\n###    ###\n#@$    . #\n# ###### #\n#        #\n##########"), [(2, 3)]);
    }

    #[test]
    fn a_run_may_end_on_a_goal_inside() {
        let three = |row: &str| {
            runs(&alloc::format!("###########\n#   ####  #\n{row}\n#  $####  #\n#   ####  #\n###########"))
        };
        assert_eq!(three("#@$   . . #"), [(2, 3)]);
        assert_eq!(three("# @$  . . #"), [(3, 6), (3, 8)]);
        // If the tunnel is a dead end, runs end only there.
        assert_eq!(runs("########\n#  #####\n#@$  . #\n#  #####\n########"), [(2, 5)]);
    }

    #[test]
    fn a_box_does_not_enter_a_tunnel_that_it_cannot_leave() {
        for blocked in ["#@$*   . #", "#@$ *  . #", "#@$   *. #", "#@$    *.#"] {
            assert_eq!(rooms(blocked), [], "{blocked}");
        }
        assert_eq!(rooms("#@$  . * #"), [(2, 5)], "a goal before the end");
    }

    #[test]
    fn two_boxes_pass_a_tunnel_one_after_the_other() {
        assert_eq!(rooms("#@$$   ..#"), []);
        assert_eq!(rooms("# @$$  ..#"), []);
        assert_eq!(rooms("#@ $ $ ..#"), []);
        assert_eq!(rooms("#@$ ..$  #"), [(2, 4), (2, 5)]);
    }
}
