//! The game backward: boxes are pulled from the goals to their start squares.

use alloc::vec::Vec;

use motion_core::search::{Backward, Space};

use super::{MoveGenerator, Position};
use crate::board::{BoxSet, Push, Reach, SearchBoard, Square};

/// The space of positions and the pulls between them, from the solved positions to the start. An
/// action is the push that the pull undoes.
///
/// Boxes are pulled only onto squares that some box reaches from the start, and
/// [`Pushes`](super::Pushes) pushes boxes only onto live squares. All solutions satisfy both, so
/// the two spaces can be searched together.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use motion_core::search::breadth_first_from;
/// use sokoban::board::SearchBoard;
/// use sokoban::search::Pulls;
///
/// let board = SearchBoard::new(&"7#|#@-$-.#|7#".parse()?);
/// let pulls = Pulls::<1>::new(&board).expect("no box on a dead square");
/// let mut control = Control::unlimited();
/// let path = breadth_first_from(&pulls, pulls.starts(), &mut control).into_result()?;
/// assert_eq!(board.moves(path.reversed(&pulls).actions).expect("legal").to_string(), "rRR");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pulls<'b, const W: usize> {
    board: &'b SearchBoard,
    /// The position to which the pulls should lead.
    start: Position<W>,
}

impl<'b, const W: usize> Pulls<'b, W> {
    /// Creates the space of a board; `None` as for [`Position::start`], or if boxes may end on more
    /// than [`SearchBoard::MAX_FINAL_SETS`] sets of goals.
    pub fn new(board: &'b SearchBoard) -> Option<Self> {
        let start = Position::start(board)?;
        board.has_few_final_sets().then_some(Self { board, start })
    }

    /// Returns the solved positions, one for each set of goals on which boxes may end and each zone
    /// of the player, ordered by the lowest squares of the zones. Positions to which no push leads
    /// are omitted, unless the game starts there.
    pub fn starts(&self) -> Vec<Position<W>> {
        let (board, mut positions) = (self.board, Vec::new());
        let (mut reach, mut generator) = (Reach::new(board), MoveGenerator::new(board));
        let mut seen = alloc::vec![false; board.square_count()];
        each_set(board.goals(), board.boxes().len(), |boxes: BoxSet<W>| {
            seen.fill(false);
            for player in (0..board.square_count() as u16).map(Square) {
                if boxes.contains(player) || seen[player.index()] {
                    continue;
                }
                reach.flood(board, &boxes, player);
                reach.squares().for_each(|square| seen[square.index()] = true);
                let position = Position { boxes, player };
                generator.enter(&position);
                if position == self.start || generator.pulls(&boxes).next().is_some() {
                    positions.push(position);
                }
            }
        });
        positions
    }
}

/// Visits every set of this many of some goals.
fn each_set<const W: usize>(goals: &[Square], size: usize, mut visit: impl FnMut(BoxSet<W>)) {
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        visit(chosen.iter().map(|&goal| goals[goal]).collect());
        // Advances the last goal that can advance, and places those after it directly behind.
        let Some(moved) = (0..size).rfind(|&place| chosen[place] < goals.len() - size + place) else {
            return;
        };
        chosen[moved] += 1;
        for place in moved + 1..size {
            chosen[place] = chosen[place - 1] + 1;
        }
    }
}

impl<'b, const W: usize> Space for Pulls<'b, W> {
    type State = Position<W>;
    type Action = Push;
    type Scratch = MoveGenerator<'b>;

    fn scratch(&self) -> MoveGenerator<'b> {
        MoveGenerator::new(self.board)
    }

    fn is_goal(&self, _: &mut MoveGenerator<'b>, position: &Position<W>) -> bool {
        *position == self.start
    }

    #[inline]
    fn successors(
        &self,
        generator: &mut MoveGenerator<'b>,
        position: &Position<W>,
        visit: &mut impl FnMut(Push, Position<W>, u32),
    ) {
        generator.enter(position);
        generator.each_pull(&position.boxes, |push, before| visit(push, before, 1));
    }

    /// Returns whether both pull the same box.
    fn continues(&self, last: Push, next: Push) -> bool {
        self.board.step(next.from, next.direction) == last.from
    }
}

impl<const W: usize> Backward for Pulls<'_, W> {
    type Forward = Push;

    fn inverse(&self, push: Push) -> Push {
        push
    }
}
