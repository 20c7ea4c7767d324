//! Rotations and reflections that map a board to itself.

use alloc::vec::Vec;
use core::fmt;

use motion_core::Direction;

use super::{BoxSet, Push, SearchBoard, Square};

/// A rotation or a reflection of a rectangle.
///
/// # Examples
/// ```
/// use motion_core::Direction;
/// use sokoban::board::Symmetry;
///
/// let quarter = Symmetry::QuarterTurn;
/// assert_eq!(quarter.direction(Direction::Up), Direction::Right);
/// assert_eq!(quarter.then(quarter), Symmetry::HalfTurn);
/// assert_eq!(quarter.then(quarter.inverse()), Symmetry::Identity);
/// assert_eq!(Symmetry::LeftRight.to_string(), "left-right");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Symmetry {
    /// Leaves everything in place.
    Identity,
    /// A quarter turn clockwise.
    QuarterTurn,
    /// A half turn.
    HalfTurn,
    /// A quarter turn counterclockwise.
    ThreeQuarterTurn,
    /// A reflection that exchanges left and right.
    LeftRight,
    /// A reflection at the diagonal that rises to the right: exchanges up and right.
    RisingDiagonal,
    /// A reflection that exchanges up and down.
    UpDown,
    /// A reflection at the diagonal that falls to the right: exchanges up and left.
    FallingDiagonal,
}

impl Symmetry {
    /// All symmetries of a square.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::QuarterTurn,
        Self::HalfTurn,
        Self::ThreeQuarterTurn,
        Self::LeftRight,
        Self::RisingDiagonal,
        Self::UpDown,
        Self::FallingDiagonal,
    ];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::QuarterTurn => "quarter turn",
            Self::HalfTurn => "half turn",
            Self::ThreeQuarterTurn => "three-quarter turn",
            Self::LeftRight => "left-right",
            Self::RisingDiagonal => "rising diagonal",
            Self::UpDown => "up-down",
            Self::FallingDiagonal => "falling diagonal",
        }
    }

    /// The number of clockwise quarter turns, which follow the reflection.
    const fn turns(self) -> u8 {
        self as u8 & 3
    }

    /// Whether left and right are exchanged before the turns.
    const fn reflects(self) -> bool {
        self as u8 & 4 != 0
    }

    /// Returns the image of a direction.
    pub const fn direction(self, direction: Direction) -> Direction {
        let index = direction as u8;
        let reflected = if self.reflects() { 4 - index } else { index };
        Direction::from_index(reflected + self.turns())
    }

    /// Returns the composition of this symmetry and then another.
    pub const fn then(self, next: Self) -> Self {
        let turns = if next.reflects() { 4 - self.turns() } else { self.turns() };
        let reflects = self.reflects() != next.reflects();
        Self::ALL[((turns + next.turns()) & 3) as usize + if reflects { 4 } else { 0 }]
    }

    /// Returns the symmetry that undoes this one.
    pub const fn inverse(self) -> Self {
        match self {
            Self::QuarterTurn => Self::ThreeQuarterTurn,
            Self::ThreeQuarterTurn => Self::QuarterTurn,
            _ => self,
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The symmetries of a board: those that map squares to squares and goals to goals. They do not
/// depend on where the boxes and the player start.
///
/// # Complexity
/// Construction takes time and memory linear in the squares.
///
/// # Guarantees
/// The symmetries form a group. A sequence of pushes is legal, or a solution, if and only if its
/// image is, from the image of the position.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 7.1, which proposes to detect symmetries.
///
/// # Examples
/// ```
/// use sokoban::board::{SearchBoard, Symmetries, Symmetry};
///
/// let board = SearchBoard::new(&"7#|#.$-@.#|#--$--#|7#".parse()?);
/// let symmetries = Symmetries::new(&board);
/// assert!(symmetries.iter().eq([Symmetry::Identity, Symmetry::LeftRight]));
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    /// The images of all squares, by symmetry.
    images: [Option<Vec<Square>>; 8],
}

impl Symmetries {
    /// Finds the symmetries of a board.
    pub fn new(board: &SearchBoard) -> Self {
        Self { images: Symmetry::ALL.map(|symmetry| images(board, symmetry)) }
    }

    /// Iterates over the symmetries, the identity first.
    pub fn iter(&self) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL.into_iter().filter(|&symmetry| self.images[symmetry as usize].is_some())
    }

    /// Whether the identity is the only symmetry.
    pub fn is_trivial(&self) -> bool {
        self.iter().count() == 1
    }

    /// The images of all squares.
    fn table(&self, symmetry: Symmetry) -> &[Square] {
        self.images[symmetry as usize].as_deref().expect("a symmetry of this board")
    }

    /// Returns the image of a square.
    ///
    /// # Panics
    /// If this is the wall, the square does not exist, or the board does not have the symmetry.
    pub fn square(&self, symmetry: Symmetry, square: Square) -> Square {
        self.table(symmetry)[square.index()]
    }

    /// Returns the image of a push.
    ///
    /// # Panics
    /// If the square does not exist, or the board does not have the symmetry.
    pub fn push(&self, symmetry: Symmetry, Push { from, direction }: Push) -> Push {
        Push { from: self.square(symmetry, from), direction: symmetry.direction(direction) }
    }

    /// Returns the image of a set of boxes.
    ///
    /// # Panics
    /// If a square does not exist, or the board does not have the symmetry.
    #[inline]
    pub fn boxes<const W: usize>(&self, symmetry: Symmetry, boxes: &BoxSet<W>) -> BoxSet<W> {
        let table = self.table(symmetry);
        boxes.iter().map(|square| table[square.index()]).collect()
    }
}

/// Returns the image of each square; `None` if the board does not have this symmetry.
fn images(board: &SearchBoard, symmetry: Symmetry) -> Option<Vec<Square>> {
    let squares = || (0..board.square_count() as u16).map(Square);
    let place = |square| {
        let (row, column) = board.coordinates(square);
        (row.cast_signed(), column.cast_signed())
    };
    let rows = || squares().map(|square| place(square).0);
    let columns = || squares().map(|square| place(square).1);
    // The sum of the least and the greatest is twice the centre.
    let centre = (rows().min()? + rows().max()?, columns().min()? + columns().max()?);
    let (down, right) = (symmetry.direction(Direction::Down), symmetry.direction(Direction::Right));
    let ((down_rows, down_columns), (right_rows, right_columns)) = (down.delta(), right.delta());
    let image = |square| {
        let (row, column) = place(square);
        // Twice the distance from the centre, to avoid fractions.
        let (row, column) = (2 * row - centre.0, 2 * column - centre.1);
        let turned_row = centre.0 + row * down_rows + column * right_rows;
        let turned_column = centre.1 + row * down_columns + column * right_columns;
        let is_whole = turned_row % 2 == 0 && turned_column % 2 == 0;
        board.square_at(turned_row / 2, turned_column / 2).filter(|_| is_whole)
    };
    let images: Vec<_> = squares().map(image).collect::<Option<_>>()?;
    let is_goal = |square: &Square| board.goals().contains(square);
    board.goals().iter().all(|goal| is_goal(&images[goal.index()])).then_some(images)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::board_of;

    #[test]
    fn symmetries_compose_as_their_directions_do() {
        for one in Symmetry::ALL {
            assert_eq!(one.then(one.inverse()), Symmetry::Identity, "{one}");
            assert_eq!(Symmetry::ALL[one as usize], one);
            for other in Symmetry::ALL {
                for direction in Direction::ALL {
                    let expected = other.direction(one.direction(direction));
                    assert_eq!(one.then(other).direction(direction), expected, "{one}, {other}");
                }
            }
        }
        assert_eq!(Symmetry::LeftRight.direction(Direction::Left), Direction::Right);
        assert_eq!(Symmetry::UpDown.direction(Direction::Left), Direction::Left);
        assert_eq!(Symmetry::RisingDiagonal.direction(Direction::Up), Direction::Right);
        assert_eq!(Symmetry::FallingDiagonal.direction(Direction::Up), Direction::Left);
    }

    fn symmetries(text: &str) -> (SearchBoard, Symmetries) {
        let board = board_of(text);
        let symmetries = Symmetries::new(&board);
        (board, symmetries)
    }

    #[test]
    fn boards_have_the_symmetries_of_their_walls_and_goals() {
        use Symmetry::{
            FallingDiagonal, HalfTurn, Identity, LeftRight, QuarterTurn, RisingDiagonal, ThreeQuarterTurn,
            UpDown,
        };
        for (text, expected) in [
            ("5#|#.@.#|#$$-#|#*$.#|5#", &Symmetry::ALL[..]),
            ("7#|#-@.$-#|7#", &[Identity, HalfTurn, LeftRight, UpDown]),
            ("7#|#@$-.-#|7#", &[Identity, UpDown]),
            ("7#|#-@.$-#|#####-#|#######", &[Identity]),
            ("4#|#@.#|#$-#|4#", &[Identity, RisingDiagonal]),
            ("4#|#.@#|#$-#|4#", &[Identity, FallingDiagonal]),
            ("6#|#-.@-#|#$$-.#|#.$--#|#$-.-#|6#", &[Identity, QuarterTurn, HalfTurn, ThreeQuarterTurn]),
        ] {
            let (_, found) = symmetries(text);
            assert!(found.iter().eq(expected.iter().copied()), "{text}: {found:?}");
        }
    }

    #[test]
    fn images_keep_neighbours_goals_and_live_squares() {
        let (board, all) = symmetries("5#|#.@.#|#$$-#|#*$.#|5#");
        for symmetry in Symmetry::ALL {
            for square in (0..board.square_count() as u16).map(Square) {
                let image = all.square(symmetry, square);
                assert_eq!(board.is_live(image), board.is_live(square));
                assert_eq!(all.square(symmetry.inverse(), image), square);
                for direction in Direction::ALL {
                    let (beside, turned) =
                        (board.step(square, direction), board.step(image, symmetry.direction(direction)));
                    assert_eq!(board.is_wall(beside), board.is_wall(turned));
                    assert!(board.is_wall(beside) || all.square(symmetry, beside) == turned);
                }
            }
        }
    }
}
