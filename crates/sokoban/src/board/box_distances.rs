//! The fewest pushes or pulls of a lone box, for each side on which the player may be.

use alloc::vec::Vec;

use motion_core::Direction;

use super::{JoinedSides, SearchBoard, Square, sides_of, sides_where};

/// The distance of a square that cannot be reached.
pub(crate) const UNREACHABLE: u16 = u16::MAX;

/// The fewest pushes, or pulls, from every square and every side of the player to each of some
/// targets, on the board without other boxes. The player walks around the box where the board
/// permits it.
///
/// # Complexity
/// Time and memory are targets times squares; each pair takes eight bytes.
///
/// # Guarantees
/// Each distance is a lower bound on the pushes of this box in a game with more boxes. Distances of
/// [`UNREACHABLE`](Self::UNREACHABLE) - 1 and above are stored as `UNREACHABLE` - 1.
///
/// # Examples
/// ```
/// use motion_core::Direction;
/// use sokoban::board::{BoxDistances, SearchBoard};
///
/// let board = SearchBoard::new(&"8#|#.--$@-#|8#".parse()?);
/// let to_goals = BoxDistances::pushes(&board, board.goals());
/// let start = board.boxes()[0];
/// assert_eq!(to_goals.from_side(0, start, Direction::Right), 3);
/// // The player cannot walk around the box.
/// assert_eq!(to_goals.from_side(0, start, Direction::Left), BoxDistances::UNREACHABLE);
/// assert_eq!(to_goals.least(0, start), 3);
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxDistances {
    squares: usize,
    /// The four sides of each square, table by table and square by square.
    entries: Vec<[u16; 4]>,
}

impl BoxDistances {
    /// The distance of a square that cannot be reached.
    pub const UNREACHABLE: u16 = UNREACHABLE;

    /// Computes the fewest pushes to each of these squares.
    pub fn pushes(board: &SearchBoard, targets: &[Square]) -> Self {
        Self::tables(board, targets, pulls)
    }

    /// Computes the fewest pulls to each of these squares. The player stands on a side and pulls
    /// the box towards it.
    pub fn pulls(board: &SearchBoard, targets: &[Square]) -> Self {
        Self::tables(board, targets, pushes)
    }

    /// Searches from each target against the direction of the moves, which `back` inverts.
    fn tables(board: &SearchBoard, targets: &[Square], back: BoxStep) -> Self {
        let squares = board.square_count();
        let mut entries = alloc::vec![[UNREACHABLE; 4]; squares * targets.len()];
        for (table, &target) in entries.chunks_mut(squares.max(1)).zip(targets) {
            fill_from_all_sides(board, &[target], back, table);
        }
        Self { squares, entries }
    }

    /// Returns the distance to target number `target`, from 0, of a box on a square with the player
    /// on this side of it; [`UNREACHABLE`](Self::UNREACHABLE) if there is no way, or that side is a
    /// wall.
    ///
    /// # Panics
    /// If the target or the square does not exist.
    #[inline]
    pub fn from_side(&self, target: usize, box_at: Square, player: Direction) -> u16 {
        self.sides(target, box_at)[player.index()]
    }

    /// Returns the least of the distances from the four sides.
    ///
    /// # Panics
    /// If the target or the square does not exist.
    #[inline]
    pub fn least(&self, target: usize, box_at: Square) -> u16 {
        let [up, right, down, left] = *self.sides(target, box_at);
        up.min(right).min(down.min(left))
    }

    fn sides(&self, target: usize, box_at: Square) -> &[u16; 4] {
        &self.entries[target * self.squares..][..self.squares][box_at.index()]
    }
}

/// A push or pull: returns the box's next square from its square and the player's side. The player
/// stays on the same side.
pub(super) type BoxStep = fn(&SearchBoard, Square, Direction) -> Option<Square>;

/// Returns the square of a box after a push from the player's side; the player follows.
pub(super) fn pushes(board: &SearchBoard, box_at: Square, side: Direction) -> Option<Square> {
    Some(board.step(box_at, side.opposite())).filter(|&next| !board.is_wall(next))
}

/// Returns the square of a box after a pull onto the player's square; the player steps back.
pub(super) fn pulls(board: &SearchBoard, box_at: Square, side: Direction) -> Option<Square> {
    let next = board.step(box_at, side);
    (!board.is_wall(board.step(next, side))).then_some(next)
}

/// Fills a table by [`fill_distances`] from all sides of these squares of a board.
pub(super) fn fill_from_all_sides(
    board: &SearchBoard,
    from: &[Square],
    action: BoxStep,
    table: &mut [[u16; 4]],
) {
    let sides = |square: Square| sides_where(|side| !board.is_wall(board.step(square, side)));
    let from = from.iter().map(|&square| (square, sides(square)));
    fill_distances(from, board.sides(), |square, side| action(board, square, side), table);
}

/// Fills a table breadth-first over squares and sides, from some squares, each with some sides. All
/// entries of `table` must be [`UNREACHABLE`] before.
pub(super) fn fill_distances(
    from: impl IntoIterator<Item = (Square, u8)>,
    joined: &JoinedSides,
    action: impl Fn(Square, Direction) -> Option<Square>,
    table: &mut [[u16; 4]],
) {
    let mut queue = Vec::new();
    let enter_sides = |queue: &mut Vec<_>, table: &mut [[u16; 4]], square: Square, sides: u8, distance| {
        for side in sides_of(sides) {
            let entry = &mut table[square.index()][side.index()];
            if *entry == UNREACHABLE {
                *entry = distance;
                queue.push((square, side));
            }
        }
    };
    for (square, sides) in from {
        enter_sides(&mut queue, table, square, sides, 0);
    }
    let mut next = 0;
    while let Some(&(square, side)) = queue.get(next) {
        next += 1;
        // Distances are clamped. Only mazes of tens of thousands of squares exceed 16 bits.
        let distance = table[square.index()][side.index()].min(UNREACHABLE - 2) + 1;
        if let Some(moved) = action(square, side) {
            enter_sides(&mut queue, table, moved, joined.around(moved, side), distance);
        }
    }
}
