//! The rules that choose which boxes are freed, and where.

/// A rule that chooses pieces of a solution and the boxes that are free in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub enum Neighbourhood {
    /// One box in the whole solution: another way to the same goal, and other times for its pushes.
    /// If pushes are minimised, only in rounds in which two and three boxes gain nothing.
    OneBox,
    /// Two boxes in the whole solution, which may exchange their goals.
    TwoBoxes,
    /// Three boxes in the whole solution, in rounds in which two gain nothing.
    ThreeBoxes,
    /// Consecutive pushes of at most three, four or six boxes, all of them free: other ways, other
    /// orders, other squares to wait on. A window begins at each push that moves another box than
    /// the push before. If pushes are minimised, only in rounds in which nothing else gains.
    Windows,
}

impl Neighbourhood {
    /// All rules.
    pub const ALL: [Self; 4] = [Self::OneBox, Self::TwoBoxes, Self::ThreeBoxes, Self::Windows];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Windows => "windows",
            Self::OneBox => "one box",
            Self::TwoBoxes => "two boxes",
            Self::ThreeBoxes => "three boxes",
        }
    }
}
