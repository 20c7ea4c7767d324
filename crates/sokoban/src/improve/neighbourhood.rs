//! Which boxes are freed, and where.

/// A rule that chooses pieces of a solution and the boxes that are free in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Neighbourhood {
    /// Consecutive pushes of at most three, four or six boxes, all of them free: other ways, other
    /// orders, other squares to wait on. A window begins wherever another box is pushed than
    /// before.
    Windows,
    /// One box in the whole solution: another way to the same goal, and other times for it.
    OneBox,
    /// Two boxes in the whole solution, which may exchange their goals.
    TwoBoxes,
    /// Three boxes in the whole solution, once the others gain nothing.
    ThreeBoxes,
}

impl Neighbourhood {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 4] = [Self::OneBox, Self::Windows, Self::TwoBoxes, Self::ThreeBoxes];

    /// A name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Windows => "windows",
            Self::OneBox => "one box",
            Self::TwoBoxes => "two boxes",
            Self::ThreeBoxes => "three boxes",
        }
    }
}
