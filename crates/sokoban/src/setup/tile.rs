//! Tiles: what the characters of a level stand for.
//!
//! The legend of the SOK format 0.17 has two characters for most tiles. It knows no letter for
//! walls and no tab; `W` and `w` are read because files with them exist.
//!
//! | tile | in print | read, too |
//! |---|---|---|
//! | wall | `#` | `W` `w` |
//! | player | `@` | `p` |
//! | player on a goal | `+` | `P` |
//! | box | `$` | `b` |
//! | box on a goal | `*` | `B` |
//! | goal | `.` | |
//! | floor | space | `-` `_`, a tab |

/// What stands on a cell of a level's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// Nothing, inside or outside the walls.
    Floor,
    /// A wall.
    Wall,
    /// A goal.
    Goal,
    /// A box.
    Box,
    /// A box on a goal.
    BoxOnGoal,
    /// The player.
    Player,
    /// The player on a goal.
    PlayerOnGoal,
}

impl Tile {
    /// The tile that a character stands for, if any.
    pub(crate) const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            ' ' | '-' | '_' | '\t' => Self::Floor,
            '#' | 'W' | 'w' => Self::Wall,
            '.' => Self::Goal,
            '$' | 'b' => Self::Box,
            '*' | 'B' => Self::BoxOnGoal,
            '@' | 'p' => Self::Player,
            '+' | 'P' => Self::PlayerOnGoal,
            _ => return None,
        })
    }

    /// The character of this tile; floor is a space.
    pub const fn letter(self) -> char {
        match self {
            Self::Floor => ' ',
            Self::Wall => '#',
            Self::Goal => '.',
            Self::Box => '$',
            Self::BoxOnGoal => '*',
            Self::Player => '@',
            Self::PlayerOnGoal => '+',
        }
    }

    /// Whether a goal is here.
    pub const fn is_goal(self) -> bool {
        matches!(self, Self::Goal | Self::BoxOnGoal | Self::PlayerOnGoal)
    }

    /// Whether a box is here.
    pub const fn is_box(self) -> bool {
        matches!(self, Self::Box | Self::BoxOnGoal)
    }

    /// Whether the player is here.
    pub const fn is_player(self) -> bool {
        matches!(self, Self::Player | Self::PlayerOnGoal)
    }
}
