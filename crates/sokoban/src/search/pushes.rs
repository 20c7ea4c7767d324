//! The game forward: boxes are pushed to the goals.

use motion_core::Direction;
use motion_core::search::fingerprint;
use motion_core::search::{PackedSpace, Space};

use super::{MoveGenerator, Position, PushSpace, Run};
use crate::board::{BoxSet, Push, SearchBoard, Square};

/// The space of positions and the pushes between them, from the start to the goals. No box is
/// pushed onto a dead square.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use motion_core::search::breadth_first;
/// use sokoban::board::SearchBoard;
/// use sokoban::search::{Position, Pushes};
///
/// let board = SearchBoard::new(&"7#|#@-$-.#|7#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let path = breadth_first(&Pushes::new(&board), start, &mut Control::unlimited()).into_result()?;
/// assert_eq!(board.moves(path.actions).expect("legal").to_string(), "rRR");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pushes<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
}

impl<'b, const W: usize> Pushes<'b, W> {
    /// Creates the space of a board.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`].
    pub fn new(board: &'b SearchBoard) -> Self {
        let goals = board.goals().iter().copied().collect();
        Self { board, goals }
    }
}

impl<'b, const W: usize> Space for Pushes<'b, W> {
    type State = Position<W>;
    type Action = Push;
    type Scratch = MoveGenerator<'b>;

    fn scratch(&self) -> MoveGenerator<'b> {
        MoveGenerator::new(self.board)
    }

    fn is_goal(&self, _: &mut MoveGenerator<'b>, position: &Position<W>) -> bool {
        position.boxes.is_subset(&self.goals)
    }

    #[inline]
    fn successors(
        &self,
        generator: &mut MoveGenerator<'b>,
        position: &Position<W>,
        visit: &mut impl FnMut(Push, Position<W>, u32),
    ) {
        generator.enter(position);
        generator.each_push(&position.boxes, |push, after| visit(push, after, 1));
    }

    /// Returns whether both push the same box.
    fn continues(&self, last: Push, next: Push) -> bool {
        self.board.step(last.from, last.direction) == next.from
    }
}

/// Packs a position as words: the boxes, and above them the player's square.
/// [`SearchBoard::with_packed_width`] chooses a width that has room for it.
///
/// # Panics
/// Packing panics if the boxes leave no room.
impl<const W: usize> PackedSpace<W> for Pushes<'_, W> {
    #[inline]
    fn pack(&self, position: &Position<W>) -> [u64; W] {
        let mut words = *position.boxes.words();
        words.reverse();
        words[0] |= u64::from(position.player.0) << self.player_shift();
        words
    }

    #[inline]
    fn unpack(&self, words: &[u64; W]) -> Position<W> {
        let (mut boxes, shift) = (*words, self.player_shift());
        let player = Square((boxes[0] >> shift) as u16);
        boxes[0] &= (1 << shift) - 1;
        boxes.reverse();
        Position { boxes: BoxSet::from_words(boxes), player }
    }

    fn is_reversible(&self) -> bool {
        false
    }

    fn fingerprint(&self) -> u64 {
        let board = self.board;
        let squares = (0..board.wall().0).map(Square);
        let neighbours = squares
            .flat_map(|square| Direction::ALL.map(|direction| u64::from(board.step(square, direction).0)));
        let goals = board.goals().iter().map(|goal| u64::from(goal.0));
        fingerprint(*b"sokoban ", neighbours.chain([u64::MAX]).chain(goals))
    }
}

impl<const W: usize> Pushes<'_, W> {
    /// The index of the first bit of the player's square in the most significant word.
    #[inline]
    fn player_shift(&self) -> u32 {
        u64::BITS - self.board.player_bits()
    }
}

impl<'b, const W: usize> PushSpace<W> for Pushes<'b, W> {
    fn leaves_out(&self, _: &mut MoveGenerator<'b>, _: &BoxSet<W>, _: Push) -> bool {
        false
    }

    fn after_run(
        &self,
        generator: &mut MoveGenerator<'b>,
        boxes: &BoxSet<W>,
        run: Run,
    ) -> Option<Position<W>> {
        Some(generator.after_run(boxes, run))
    }
}
