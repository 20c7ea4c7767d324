//! Options of BIBOX for filling ears and forming snakes, which the paper prints or leaves open.

/// The vertices that move when a robot enters or leaves an ear, in [`Bibox`](crate::Bibox).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EarShift {
    /// The robots on the ear between its two ends. An ear that is already arranged, or begins with
    /// the content of its inmost vertices, is left so.
    #[default]
    EarOnly,
    /// All robots on a cycle of the ear and a shortest path between its ends, as lines 25, 31, 43
    /// and 51 of Algorithm 3 are printed. Robots in their ear leave it and come back, even if they
    /// are on their goals, unless all robots are.
    ///
    /// One correction remains: before each rotation that lets robots out, the vertex towards which
    /// they go is vacated (lines 27 to 32 and 40 to 44 would rotate blanks into the ear, which is
    /// then locked). Vacant goals, which the paper does not mention, are stacked as with
    /// [`EarShift::EarOnly`].
    WholeCycle,
}

/// The criterion for moving robots together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SnakeChoice {
    /// Inequality (7): the follower is nearer to the leader than to the target.
    #[default]
    Nearer,
    /// Every way is tried and undone: each robot goes alone; the follower comes to the leader, for
    /// snakes of every length; the leader goes to the follower. The first way with the fewest moves
    /// until all these robots are placed is taken.
    ///
    /// Section 5.3 of the paper chooses in this way for PUSH-and-SWAP.
    FewestMoves,
}

/// The distances that inequality (7) compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SnakeDistance {
    /// The distances on the whole graph, as printed.
    WholeGraph,
    /// The distances around locked vertices.
    #[default]
    AroundLocked,
}

/// Whether a robot that came along in a snake may lead the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SnakePairing {
    /// It may, as Algorithm 3 is printed, which considers every robot to be placed. Robots are
    /// often fetched one after another to the robot waiting at the ear, which saves nothing.
    #[default]
    Chained,
    /// It is placed alone, with the robots that came with it. The next snake consists of robots
    /// that have not yet been moved in one.
    Disjoint,
}

/// The rule by which [`Bibox`](crate::Bibox) moves robots together, and how many.
///
/// # Examples
/// ```
/// use bibox::internal::{SnakeChoice, SnakeRule};
/// use bibox::Bibox;
///
/// let rule = SnakeRule::default().with_choice(SnakeChoice::FewestMoves).with_longest(4);
/// let _solver = Bibox::default().with_snakes(true).with_rule(rule);
/// assert_eq!((rule.longest(), SnakeRule::default().longest()), (4, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SnakeRule {
    choice: SnakeChoice,
    distance: SnakeDistance,
    pairing: SnakePairing,
    longest: usize,
}

impl Default for SnakeRule {
    /// Forms snakes of two where inequality (7) holds around locked vertices, for every robot to be
    /// placed.
    fn default() -> Self {
        Self {
            choice: SnakeChoice::default(),
            distance: SnakeDistance::default(),
            pairing: SnakePairing::default(),
            longest: 2,
        }
    }
}

impl SnakeRule {
    /// Sets the criterion for moving robots together.
    pub const fn with_choice(self, choice: SnakeChoice) -> Self {
        Self { choice, ..self }
    }

    /// Sets the distances that inequality (7) compares.
    pub const fn with_distance(self, distance: SnakeDistance) -> Self {
        Self { distance, ..self }
    }

    /// Sets whether a robot that came along may lead the next snake.
    pub const fn with_pairing(self, pairing: SnakePairing) -> Self {
        Self { pairing, ..self }
    }

    /// Sets the largest number of robots in a snake; fewer than two count as two.
    ///
    /// A longer snake collects the robots that are needed next: those that are near enough before
    /// it starts, and those that it passes. It breaks up if no cycle holds all of them and the
    /// target. (Section 7 of the paper proposes longer snakes but does not describe them.)
    pub const fn with_longest(self, longest: usize) -> Self {
        Self { longest: if longest < 2 { 2 } else { longest }, ..self }
    }

    /// The criterion for moving robots together.
    pub const fn choice(self) -> SnakeChoice {
        self.choice
    }

    /// The distances that inequality (7) compares.
    pub const fn distance(self) -> SnakeDistance {
        self.distance
    }

    /// Whether a robot that came along may lead the next snake.
    pub const fn pairing(self) -> SnakePairing {
        self.pairing
    }

    /// The largest number of robots in a snake.
    pub const fn longest(self) -> usize {
        self.longest
    }
}
