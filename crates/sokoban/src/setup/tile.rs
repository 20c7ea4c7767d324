//! Tiles: what the characters of a level stand for.

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
            ' ' | '-' | '_' => Self::Floor,
            '#' => Self::Wall,
            '.' => Self::Goal,
            '$' => Self::Box,
            '*' => Self::BoxOnGoal,
            '@' => Self::Player,
            '+' => Self::PlayerOnGoal,
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
