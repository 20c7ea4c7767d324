//! How BIBOX fills ears and forms snakes: what the paper prints, and what it leaves open.

/// What moves when a robot enters an ear or leaves it, in [`Bibox`](crate::Bibox).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EarShift {
    /// The robots on the ear between its two ends. An ear that is arranged already, or begins with
    /// what belongs to its depth, is left so.
    #[default]
    EarOnly,
    /// All robots on a cycle of the ear and a shortest path between its ends, as lines 25, 31, 43
    /// and 51 of Algorithm 3 are printed. Robots that are in their ear leave it and come back, even
    /// if they are on their goals – unless all robots are.
    ///
    /// One correction remains: before each rotation that lets robots out, the vertex is vacated
    /// towards which they go (lines 27 to 32 and 40 to 44 rotate blanks into the ear, which is then
    /// locked). Vacant goals, of which the paper does not speak, are stacked as with
    /// [`EarShift::EarOnly`].
    WholeCycle,
}

/// How it is decided whether robots go together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SnakeChoice {
    /// Inequality (7): the follower is nearer to the leader than to the target.
    #[default]
    Nearer,
    /// Every way is tried and undone: each robot alone; the follower comes to the leader, for
    /// snakes of every length; the leader goes to the follower. Of those with the fewest moves
    /// until all these robots are placed, the first is taken.
    ///
    /// Section 5.3 chooses so for PUSH-and-SWAP.
    FewestMoves,
}

/// Which distances inequality (7) compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SnakeDistance {
    /// Those on the whole graph, as printed.
    WholeGraph,
    /// Those around locked vertices.
    #[default]
    AroundLocked,
}

/// Whether a robot that has come along in a snake may lead the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SnakePairing {
    /// It may, as Algorithm 3 is printed: every robot to be placed is asked for. Robots are often
    /// fetched one after another to the one that waits at the ear, which saves nothing.
    #[default]
    Chained,
    /// It is placed alone, with those that came with it; the next snake is formed of robots that
    /// have not been moved for one yet.
    Disjoint,
}

/// When [`Bibox`](crate::Bibox) moves robots together, and how many.
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
    /// Snakes of two where inequality (7) holds around locked vertices, for every robot to be
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
    /// Sets how it is decided whether robots go together.
    pub const fn with_choice(self, choice: SnakeChoice) -> Self {
        Self { choice, ..self }
    }

    /// Sets which distances inequality (7) compares.
    pub const fn with_distance(self, distance: SnakeDistance) -> Self {
        Self { distance, ..self }
    }

    /// Sets whether a robot that has come along may lead the next snake.
    pub const fn with_pairing(self, pairing: SnakePairing) -> Self {
        Self { pairing, ..self }
    }

    /// Sets how many robots a snake has at most; fewer than two count as two.
    ///
    /// A longer snake collects the robots that are needed next: those that are near enough before
    /// it starts, and those that it passes. It breaks up where no cycle holds all of them and the
    /// target. (Section 7 of the paper proposes this and does not describe it.)
    pub const fn with_longest(self, longest: usize) -> Self {
        Self { longest: if longest < 2 { 2 } else { longest }, ..self }
    }

    /// How it is decided whether robots go together.
    pub const fn choice(self) -> SnakeChoice {
        self.choice
    }

    /// Which distances inequality (7) compares.
    pub const fn distance(self) -> SnakeDistance {
        self.distance
    }

    /// Whether a robot that has come along may lead the next snake.
    pub const fn pairing(self) -> SnakePairing {
        self.pairing
    }

    /// How many robots a snake has at most.
    pub const fn longest(self) -> usize {
        self.longest
    }
}
