//! Treats positions that are images of each other as one.

use motion_core::Direction;
use motion_core::search::{Path, Space};

use super::Position;
use crate::board::{Push, Reach, SearchBoard, Square, Symmetries, Symmetry};

/// A space that wraps another space of positions, with one position for all images under the
/// symmetries of the board.
///
/// Images are represented by the *least* one: that with the least set of boxes, and among equal
/// sets the least zone. A push leads to the least image of the position after it, so a path
/// consists of pieces; [`to_pushes`](Self::to_pushes) assembles them.
///
/// # Guarantees
/// Images have the same distance to the goals, so the fewest pushes are the same as in the other
/// space. The other space may prune two images differently, provided that in every position that
/// can be solved it keeps a push of a shortest solution.
///
/// # Complexity
/// Each successor takes boxes times symmetries, plus a flood fill if it is not its own least image.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use motion_core::search::breadth_first;
/// use sokoban::board::SearchBoard;
/// use sokoban::search::{Position, Pushes, Symmetric};
///
/// let board = SearchBoard::new(&"9#|#---.---#|#-$-@-$-#|#---.---#|9#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let (mut plain, mut fewer) = (Control::unlimited(), Control::unlimited());
/// let path = breadth_first(&Pushes::new(&board), start, &mut plain).into_result()?;
/// let space = Symmetric::new(&board, Pushes::new(&board));
/// let found = breadth_first(&space, space.least_image(start), &mut fewer).into_result()?;
/// let pushes = space.to_pushes(start, found);
/// assert_eq!(pushes.actions.len(), path.actions.len());
/// assert!(board.moves(pushes.actions).is_some());
/// assert!(fewer.stats().nodes < plain.stats().nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetric<'b, S> {
    board: &'b SearchBoard,
    symmetries: Symmetries,
    space: S,
}

/// A push in the least image of a position, and the symmetry that maps the position after it to its
/// least image. It takes four bytes, as [`Push`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SymmetricPush {
    from: Square,
    direction: Direction,
    symmetry: Symmetry,
}

const _: () = assert!(size_of::<Option<SymmetricPush>>() == 4, "a search stores one for every position");

impl SymmetricPush {
    /// The push, in the least image of the position before it.
    pub const fn push(self) -> Push {
        Push { from: self.from, direction: self.direction }
    }
}

/// The scratch of [`Symmetric`]: that of the other space, and memory for flood fills.
#[derive(Clone, Debug)]
pub struct SymmetricScratch<T> {
    of_space: T,
    reach: Reach,
}

impl<'b, S> Symmetric<'b, S> {
    /// Creates a space of positions of this board in which images count as one.
    pub fn new(board: &'b SearchBoard, space: S) -> Self {
        Self { board, symmetries: Symmetries::new(board), space }
    }

    /// The symmetries of the board.
    pub const fn symmetries(&self) -> &Symmetries {
        &self.symmetries
    }

    /// Returns the least image of a position, from which a search starts.
    pub fn least_image<const W: usize>(&self, position: Position<W>) -> Position<W> {
        self.image(&mut Reach::new(self.board), position).1
    }

    /// Returns the least image of a position, and a symmetry that maps the position to it.
    #[inline]
    fn image<const W: usize>(&self, reach: &mut Reach, position: Position<W>) -> (Symmetry, Position<W>) {
        let mut least = (Symmetry::Identity, position);
        for symmetry in self.symmetries.iter().skip(1) {
            let boxes = self.symmetries.boxes(symmetry, &position.boxes);
            if least.1.boxes.is_before(&boxes) {
                continue;
            }
            reach.flood(self.board, &boxes, self.symmetries.square(symmetry, position.player));
            let image = Position { boxes, player: reach.least() };
            if image.boxes != least.1.boxes || image.player < least.1.player {
                least = (symmetry, image);
            }
        }
        least
    }

    /// Converts a path from the least image of a position to pushes from the position itself.
    pub fn to_pushes<const W: usize>(&self, start: Position<W>, path: Path<SymmetricPush>) -> Path<Push> {
        let mut symmetry = self.image(&mut Reach::new(self.board), start).0;
        let push_of = |action: SymmetricPush| {
            let push = self.symmetries.push(symmetry.inverse(), action.push());
            symmetry = symmetry.then(action.symmetry);
            push
        };
        Path { actions: path.actions.into_iter().map(push_of).collect(), cost: path.cost }
    }
}

impl<S, const W: usize> Space for Symmetric<'_, S>
where
    S: Space<State = Position<W>, Action = Push>,
{
    type State = Position<W>;
    type Action = SymmetricPush;
    type Scratch = SymmetricScratch<S::Scratch>;

    fn scratch(&self) -> Self::Scratch {
        SymmetricScratch { of_space: self.space.scratch(), reach: Reach::new(self.board) }
    }

    fn is_goal(&self, scratch: &mut Self::Scratch, position: &Position<W>) -> bool {
        self.space.is_goal(&mut scratch.of_space, position)
    }

    #[inline]
    fn successors(
        &self,
        scratch: &mut Self::Scratch,
        position: &Position<W>,
        visit: &mut impl FnMut(SymmetricPush, Position<W>, u32),
    ) {
        let SymmetricScratch { of_space, reach } = scratch;
        self.space.successors(of_space, position, &mut |Push { from, direction }, after, cost| {
            let (symmetry, after) = self.image(reach, after);
            visit(SymmetricPush { from, direction, symmetry }, after, cost);
        });
    }

    /// Returns whether the other space's push continues the image of the last one.
    fn continues(&self, last: SymmetricPush, next: SymmetricPush) -> bool {
        self.space.continues(self.symmetries.push(last.symmetry, last.push()), next.push())
    }

    fn heap_bytes(&self, position: &Position<W>) -> u64 {
        self.space.heap_bytes(position)
    }
}
