//! What can be pushed or pulled, and what position comes of it.

use motion_core::Direction;

use super::Position;
use super::player_zone::ZoneUpdate;
use crate::board::{BoxSet, Push, Reach, SearchBoard, Square};

/// Makes the moves of one position after another, for search spaces to be built of.
///
/// # Examples
/// ```
/// use sokoban::{SearchBoard, MoveGenerator, Position};
///
/// let board = SearchBoard::new(&"7#|#@-$-.#|7#".parse()?);
/// let position = Position::<1>::start(&board).expect("no box on a dead square");
/// let mut generator = MoveGenerator::new(&board);
/// generator.enter(&position);
/// let push = generator.pushes(&position.boxes).next().expect("to the right");
/// let after = generator.after_push(&position.boxes, push);
/// generator.enter(&after);
/// assert_eq!(generator.reach().squares().count(), 3);
/// # Ok::<(), sokoban::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MoveGenerator<'b> {
    board: &'b SearchBoard,
    /// Of the position entered.
    here: Reach,
    /// Of positions that come of it.
    after: Reach,
}

impl<'b> MoveGenerator<'b> {
    /// A generator for positions of this board.
    pub fn new(board: &'b SearchBoard) -> Self {
        Self { board, here: Reach::new(board), after: Reach::new(board) }
    }

    /// Prepares for the moves of a position; everything else is about the position entered last.
    ///
    /// # Complexity
    /// Linear in the player's zone and the boxes.
    #[inline]
    pub fn enter<const W: usize>(&mut self, position: &Position<W>) {
        self.here.flood(self.board, &position.boxes, position.player);
    }

    /// Where the player can go.
    pub const fn reach(&self) -> &Reach {
        &self.here
    }

    /// The pushes that lead no box onto a dead square, by box and direction. `boxes` are those of the position entered.
    pub fn pushes<const W: usize>(&self, boxes: &BoxSet<W>) -> impl Iterator<Item = Push> {
        let pushes = boxes.iter().flat_map(|from| Direction::ALL.map(|direction| Push { from, direction }));
        pushes.filter(|&push| self.can_push(push))
    }

    /// The pushes that can have come last, that is the pulls, by box and direction, but for those from squares that no
    /// box reaches from the start. `boxes` are those of the position entered.
    pub fn pulls<const W: usize>(&self, boxes: &BoxSet<W>) -> impl Iterator<Item = Push> {
        let pulls = boxes.iter().flat_map(|to| Direction::ALL.map(|pull| (to, pull)));
        let pushes =
            pulls.map(|(to, pull)| Push { from: self.board.step(to, pull), direction: pull.opposite() });
        pushes.filter(|&push| self.can_take_back(push))
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
    pub(crate) fn can_take_back(&self, Push { from, direction }: Push) -> bool {
        self.here.contains(from)
            && self.here.contains(self.board.step(from, direction.opposite()))
            && self.board.can_be_reached(from)
    }

    /// The position after one of the [`pushes`](MoveGenerator::pushes).
    #[inline]
    pub fn after_push<const W: usize>(&mut self, boxes: &BoxSet<W>, push: Push) -> Position<W> {
        let to = self.board.step(push.from, push.direction);
        let mut boxes = *boxes;
        boxes.shift(push.from, to);
        Position { boxes, player: self.zone(&boxes, push.from, to, push.direction.opposite()) }
    }

    /// The position before one of the pushes that [`pulls`](MoveGenerator::pulls) names.
    #[inline]
    pub fn after_pull<const W: usize>(&mut self, boxes: &BoxSet<W>, push: Push) -> Position<W> {
        let to = self.board.step(push.from, push.direction);
        let mut boxes = *boxes;
        boxes.shift(to, push.from);
        Position { boxes, player: self.zone(&boxes, to, push.from, push.direction.opposite()) }
    }

    /// Hands every push of the position entered to `visit`, with the position after it.
    #[inline]
    pub fn each_push<const W: usize>(&mut self, boxes: &BoxSet<W>, mut visit: impl FnMut(Push, Position<W>)) {
        for from in boxes {
            for direction in Direction::ALL {
                let push = Push { from, direction };
                if self.can_push(push) {
                    visit(push, self.after_push(boxes, push));
                }
            }
        }
    }

    /// Hands every pull of the position entered to `visit`, with the position after it.
    #[inline]
    pub fn each_pull<const W: usize>(&mut self, boxes: &BoxSet<W>, mut visit: impl FnMut(Push, Position<W>)) {
        for to in boxes {
            for pull in Direction::ALL {
                let push = Push { from: self.board.step(to, pull), direction: pull.opposite() };
                if self.can_take_back(push) {
                    visit(push, self.after_pull(boxes, push));
                }
            }
        }
    }

    /// The least square of the player's zone after a box has gone from `freed` to `taken` and the player stands on that
    /// side of it; `boxes` are those after the move.
    #[inline]
    fn zone<const W: usize>(
        &mut self,
        boxes: &BoxSet<W>,
        freed: Square,
        taken: Square,
        side: Direction,
    ) -> Square {
        let (zone, words) = (ZoneUpdate { board: self.board, freed, taken, side }, boxes.words());
        match self.board.floor().words() {
            1 => zone.least::<1>(words, self.here.reached()),
            2 => zone.least::<2>(words, self.here.reached()),
            3 => zone.least::<3>(words, self.here.reached()),
            4 => zone.least::<4>(words, self.here.reached()),
            _ => {
                self.after.flood(self.board, boxes, self.board.step(taken, side));
                self.after.least()
            }
        }
    }
}
