//! Legal pushes and pulls, and the resulting positions.

use motion_core::Direction;

use super::player_zone::ZoneUpdate;
use super::{Position, Run};
use crate::board::{BoxSet, Push, Reach, SearchBoard, Square};

/// Generates the moves of one position after another, for search spaces.
///
/// # Examples
/// ```
/// use sokoban::board::SearchBoard;
/// use sokoban::search::{MoveGenerator, Position};
///
/// let board = SearchBoard::new(&"7#|#@-$-.#|7#".parse()?);
/// let position = Position::<1>::start(&board).expect("no box on a dead square");
/// let mut generator = MoveGenerator::new(&board);
/// generator.enter(&position);
/// let push = generator.pushes(&position.boxes).next().expect("to the right");
/// let after = generator.after_push(&position.boxes, push);
/// generator.enter(&after);
/// assert_eq!(generator.reach().squares().count(), 3);
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MoveGenerator<'b> {
    board: &'b SearchBoard,
    /// The squares that the player reaches in the entered position.
    here: Reach,
    /// Those that it reaches after the last move.
    after: Reach,
}

impl<'b> MoveGenerator<'b> {
    /// Creates a generator for positions of this board.
    pub fn new(board: &'b SearchBoard) -> Self {
        Self { board, here: Reach::new(board), after: Reach::new(board) }
    }

    /// Prepares the moves of a position. All other methods concern the position entered last.
    ///
    /// # Complexity
    /// Linear in the player's zone and the boxes.
    #[inline]
    pub fn enter<const W: usize>(&mut self, position: &Position<W>) {
        self.here.flood(self.board, &position.boxes, position.player);
    }

    /// Enters a position whose reached squares are known: those after the move that led to it
    /// ([`reached_after`](Self::reached_after)).
    #[inline]
    pub(crate) fn enter_known<const W: usize>(&mut self, boxes: &BoxSet<W>, reached: &[u64]) {
        self.here.set_reached(self.board, boxes, reached);
    }

    /// The squares that the player reaches after the last move generated.
    pub(crate) fn reached_after(&self) -> &[u64] {
        self.after.words()
    }

    /// The squares that the player can reach.
    pub const fn reach(&self) -> &Reach {
        &self.here
    }

    /// Iterates over the legal pushes, except those onto dead squares, by box and direction.
    /// `boxes` are those of the entered position.
    pub fn pushes<const W: usize>(&self, boxes: &BoxSet<W>) -> impl Iterator<Item = Push> {
        let pushes = boxes.iter().flat_map(|from| Direction::ALL.map(|direction| Push { from, direction }));
        pushes.filter(|&push| self.can_push(push))
    }

    /// Iterates over the pushes that may have led to the position (its legal pulls), by box and
    /// direction. Pulls onto squares that no box reaches from the start are omitted. `boxes` are
    /// those of the entered position.
    pub fn pulls<const W: usize>(&self, boxes: &BoxSet<W>) -> impl Iterator<Item = Push> {
        let pulls = boxes.iter().flat_map(|to| Direction::ALL.map(|pull| (to, pull)));
        let pushes =
            pulls.map(|(to, pull)| Push { from: self.board.step(to, pull), direction: pull.opposite() });
        pushes.filter(|&push| self.can_undo(push))
    }

    #[inline]
    pub(crate) fn can_push(&self, Push { from, direction }: Push) -> bool {
        let around = self.board.neighbours(from);
        let to = around[direction.index()];
        self.here.contains(around[direction.opposite().index()])
            && self.board.is_live(to)
            && !self.here.has_box(to)
    }

    #[inline]
    pub(crate) fn can_undo(&self, Push { from, direction }: Push) -> bool {
        self.here.contains(from)
            && self.here.contains(self.board.step(from, direction.opposite()))
            && self.board.can_be_reached(from)
    }

    /// Returns the position after one of the [`pushes`](MoveGenerator::pushes).
    #[inline]
    pub fn after_push<const W: usize>(&mut self, boxes: &BoxSet<W>, push: Push) -> Position<W> {
        let to = self.board.step(push.from, push.direction);
        let mut boxes = *boxes;
        boxes.shift(push.from, to);
        Position { boxes, player: self.zone(&boxes, push.from, to, push.direction.opposite()) }
    }

    /// Returns the position after a run of pushes of a box in one direction that begins with one of
    /// the [`pushes`](MoveGenerator::pushes). All squares on the way must be free.
    pub(crate) fn after_run<const W: usize>(&mut self, boxes: &BoxSet<W>, run: Run) -> Position<W> {
        let to = run.end(self.board);
        let mut boxes = *boxes;
        boxes.shift(run.from, to);
        Position { boxes, player: self.zone(&boxes, run.from, to, run.direction.opposite()) }
    }

    /// Returns the position before one of the [`pulls`](MoveGenerator::pulls).
    #[inline]
    pub fn after_pull<const W: usize>(&mut self, boxes: &BoxSet<W>, push: Push) -> Position<W> {
        let to = self.board.step(push.from, push.direction);
        let mut boxes = *boxes;
        boxes.shift(to, push.from);
        Position { boxes, player: self.zone(&boxes, to, push.from, push.direction.opposite()) }
    }

    /// Calls `visit` with every push of the entered position and the position after it.
    #[inline]
    pub(crate) fn each_push<const W: usize>(
        &mut self,
        boxes: &BoxSet<W>,
        mut visit: impl FnMut(Push, Position<W>),
    ) {
        for from in boxes {
            for direction in Direction::ALL {
                let push = Push { from, direction };
                if self.can_push(push) {
                    visit(push, self.after_push(boxes, push));
                }
            }
        }
    }

    /// Calls `visit` with every pull of the entered position and the position before it.
    #[inline]
    pub(crate) fn each_pull<const W: usize>(
        &mut self,
        boxes: &BoxSet<W>,
        mut visit: impl FnMut(Push, Position<W>),
    ) {
        for to in boxes {
            for pull in Direction::ALL {
                let push = Push { from: self.board.step(to, pull), direction: pull.opposite() };
                if self.can_undo(push) {
                    visit(push, self.after_pull(boxes, push));
                }
            }
        }
    }

    /// Returns the lowest square of the player's zone after a box has moved from `freed` to
    /// `taken`, in one direction over any number of free squares. The player is on that `side` of
    /// it; `boxes` are those after the move.
    #[inline]
    fn zone<const W: usize>(
        &mut self,
        boxes: &BoxSet<W>,
        freed: Square,
        taken: Square,
        side: Direction,
    ) -> Square {
        let update = ZoneUpdate { board: self.board, freed, taken, side };
        update.write(boxes, &self.here, &mut self.after);
        self.after.least()
    }
}
