//! Tables of the lost positions of two and of three boxes, for one board.

mod closure;

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use crate::board::{BoxSet, SearchBoard, Square};
use closure::{Closure, Game};

/// The largest size of a table of three boxes, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Tables of the positions of two or three boxes from which no moves lead to the end if there are
/// no other boxes.
///
/// Forward, the end is any set of goals, one for each of these boxes, with the player anywhere.
/// Backward, it is any set of start squares of boxes, with the player in the zone of its start. The
/// game is played backward from all ends together until no new position is reached; positions that
/// are not reached are lost.
///
/// # Guarantees
/// Exact for these boxes: they are lost if and only if no moves lead to an end while there are no
/// others. A position that contains them is then also lost, because more boxes never help, and a
/// move of another box is, for these, a walk of the player.
///
/// # Complexity
/// With *n* live squares, pairs take *n*²/2 bytes and triples *n*³/2, and each of their positions
/// takes a flood fill. Triples are omitted if they take more than 64 MiB or a quarter of the free
/// memory. Any table for which memory is refused is omitted as well.
///
/// # References
/// T. Cazenave & N. Jouandeau, *Towards deadlock free Sokoban*, 13th Board Game Studies Colloquium,
/// 2010. That method finds positions lost if all moves lead to lost positions.
///
/// # Examples
/// Side by side along the wall, two boxes are lost.
/// ```
/// use motion_core::{Control, Direction};
/// use sokoban::analysis::BoxTables;
/// use sokoban::board::{BoxSet, SearchBoard};
///
/// let board = SearchBoard::new(&"7#|#.---.#|#-$$--#|#-@---#|7#".parse()?);
/// let mut control = Control::unlimited();
/// let tables = BoxTables::<1>::for_pushes(&board, &mut control)?;
/// let mut boxes: BoxSet<1> = board.boxes().iter().copied().collect();
/// let [left, right] = *board.boxes() else { unreachable!() };
/// let [upper_left, upper_right] = [left, right].map(|at| board.step(at, Direction::Up));
/// boxes.shift(right, upper_right);
/// assert!(!tables.is_lost_at(&boxes, upper_right, Direction::Down));
/// boxes.shift(left, upper_left);
/// assert!(tables.is_lost_at(&boxes, upper_left, Direction::Down));
/// tables.release(&mut control);
/// assert_eq!(control.stats().bytes, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoxTables<const W: usize> {
    live_squares: usize,
    /// For each square of a box and side of the player, the squares of a second box with which it
    /// is lost; empty if there is no table.
    pairs: Vec<BoxSet<W>>,
    /// For each square, side and square of a second box, the squares of a third box; empty if there
    /// is no table.
    triples: Vec<BoxSet<W>>,
    held: u64,
}

impl<const W: usize> BoxTables<W> {
    /// Builds the tables of the game forward.
    ///
    /// # Errors
    /// [`Stop`] if the time is over or the run is cancelled.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`].
    pub fn for_pushes(board: &SearchBoard, control: &mut Control) -> Result<Self, Stop> {
        Self::new(board, Game::Pushes, control)
    }

    /// Builds the tables of the game backward: a position is lost if no pulls lead to the start.
    ///
    /// # Errors
    /// [`Stop`] if the time is over or the run is cancelled.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`], or a box starts on a dead square.
    pub fn for_pulls(board: &SearchBoard, control: &mut Control) -> Result<Self, Stop> {
        Self::new(board, Game::Pulls, control)
    }

    fn new(board: &SearchBoard, game: Game, control: &mut Control) -> Result<Self, Stop> {
        let (live_squares, boxes) = (board.live_square_count(), board.boxes().len());
        let mut tables = Self { live_squares, pairs: Vec::new(), triples: Vec::new(), held: 0 };
        let before = control.stats().bytes;
        let built = tables.build(board, game, boxes, control);
        tables.held = control.stats().bytes - before;
        match built {
            Ok(()) | Err(Stop::Memory) => Ok(tables),
            Err(why) => {
                tables.release(control);
                Err(why)
            }
        }
    }

    fn build(
        &mut self,
        board: &SearchBoard,
        game: Game,
        boxes: usize,
        control: &mut Control,
    ) -> Result<(), Stop> {
        if boxes >= 2 {
            self.pairs = Closure::<2, W>::new(board, game, control)?.lost(control)?;
        }
        let squares = self.live_squares as u64;
        let bytes = squares.saturating_pow(2).saturating_mul(4 * size_of::<BoxSet<W>>() as u64);
        if boxes >= 3 && bytes <= MOST_BYTES.min(control.free_bytes() / 4) {
            self.triples = Closure::<3, W>::new(board, game, control)?.lost(control)?;
        }
        Ok(())
    }

    /// Whether the box on this square, with the player on this side of it, is lost together with
    /// one or two of the others. `boxes` contains all of them. After a push or a pull of a box, the
    /// player is on such a side.
    ///
    /// # Complexity
    /// A few operations on sets for each box.
    ///
    /// # Panics
    /// If the square is not live.
    #[inline]
    pub fn is_lost_at(&self, boxes: &BoxSet<W>, at: Square, side: Direction) -> bool {
        let row = 4 * at.index() + side.index();
        if self.pairs.get(row).is_some_and(|lost| !lost.and(boxes).is_empty()) {
            return true;
        }
        let thirds = self.triples.get(row * self.live_squares..).unwrap_or_default();
        !thirds.is_empty() && boxes.iter().any(|second| !thirds[second.index()].and(boxes).is_empty())
    }

    /// The number of boxes in the largest table; 0 if there is none.
    pub const fn largest(&self) -> usize {
        match (self.pairs.is_empty(), self.triples.is_empty()) {
            (_, false) => 3,
            (false, true) => 2,
            (true, true) => 0,
        }
    }

    /// Releases the memory of the tables.
    pub fn release(self, control: &mut Control) {
        control.release(self.held);
    }
}
