//! Tiles and their characters.

/// The contents of a cell in a level's text. Each variant lists its characters; the first is
/// printed.
///
/// `@ + $ *` and `p P b B` are the legend of the SOK format 0.17. That format has no letters for
/// walls and no tab, which are read because some files contain them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// Nothing, inside or outside the walls: a space, `-`, `_`, or a tab up to the next eighth
    /// column.
    Floor,
    /// A wall: `#`, `W`, `w`.
    Wall,
    /// A goal: `.`.
    Goal,
    /// A box: `$`, `b`.
    Box,
    /// A box on a goal: `*`, `B`.
    BoxOnGoal,
    /// The player: `@`, `p`.
    Player,
    /// The player on a goal: `+`, `P`.
    PlayerOnGoal,
}

impl Tile {
    /// Returns the tile that a character encodes, if any.
    pub const fn from_letter(letter: char) -> Option<Self> {
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
