//! Tokens, vertices, and placements of tokens.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::text::Counted;

/// A thing that stands on a vertex and moves: a tile, a robot, a box. Tokens are numbered from 0
/// within their configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Token(pub u32);

impl Token {
    /// The number as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number in messages and files, counted from 1.
    #[doc(hidden)]
    pub const fn one_based(self) -> u64 {
        self.0 as u64 + 1
    }
}

/// A place where a token can stand. Vertices are numbered from 0 within their graph, but from 1 in
/// messages and files: `Vertex(8)` is vertex 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Vertex(pub u32);

impl Vertex {
    /// The number as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number in messages and files, counted from 1.
    #[doc(hidden)]
    pub const fn one_based(self) -> u64 {
        self.0 as u64 + 1
    }
}

/// Marks a vertex without a token. No token has this number.
const VACANT: u32 = u32::MAX;

/// A placement of tokens on the vertices of a graph, at most one per vertex: an injective map that
/// can be read both ways.
///
/// # Guarantees
/// Every token stands on exactly one vertex, and `token_at(vertex_of(t)) == Some(t)` for every
/// token.
///
/// # Complexity
/// Look-ups and [`relocate`](Configuration::relocate) take constant time; memory is four bytes per
/// vertex plus four per token.
///
/// # Examples
/// ```
/// use motion_core::{Configuration, Token, Vertex};
///
/// let mut configuration = Configuration::new(3, &[Vertex(0), Vertex(2)])?;
/// assert!(configuration.relocate(Token(0), Vertex(1)));
/// assert_eq!(configuration.vertex_of(Token(0)), Vertex(1));
/// assert_eq!(configuration.token_at(Vertex(2)), Some(Token(1)));
/// assert!(!configuration.relocate(Token(0), Vertex(2))); // occupied: nothing changes
/// # Ok::<(), motion_core::error::ConfigurationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Configuration {
    vertex_of: Vec<Vertex>,
    token_at: Vec<u32>,
}

/// Why a list of vertices is not a [`Configuration`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigurationError {
    /// A token was put on a vertex that does not exist.
    NoSuchVertex {
        /// The token.
        token: Token,
        /// Its vertex.
        vertex: Vertex,
        /// The number of vertices.
        vertices: usize,
    },
    /// Two tokens stand on the same vertex.
    Shared {
        /// The shared vertex.
        vertex: Vertex,
        /// The token placed there first.
        first: Token,
        /// The token placed there second.
        second: Token,
    },
    /// There are more vertices than 32-bit numbers can name.
    TooLarge {
        /// The requested number.
        vertices: usize,
    },
}

impl fmt::Display for ConfigurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchVertex { token, vertex, vertices } => write!(
                f,
                "token {} stands on vertex {}, but the graph has only {}",
                token.one_based(),
                vertex.one_based(),
                Counted(*vertices, "vertex")
            ),
            Self::Shared { vertex, first, second } => {
                let [first, second] = [first, second].map(|token| token.one_based());
                write!(f, "tokens {first} and {second} both stand on vertex {}", vertex.one_based())
            }
            Self::TooLarge { vertices } => write!(f, "{vertices} vertices are more than can be numbered"),
        }
    }
}

impl Error for ConfigurationError {}

impl Configuration {
    /// Puts token `i` on vertex `places[i]` of a graph with `vertices` vertices.
    ///
    /// # Errors
    /// [`ConfigurationError`] if a vertex does not exist or is taken twice, with the token and the
    /// vertex.
    pub fn new(vertices: usize, places: &[Vertex]) -> Result<Self, ConfigurationError> {
        if vertices >= VACANT as usize {
            return Err(ConfigurationError::TooLarge { vertices });
        }
        let mut token_at = alloc::vec![VACANT; vertices];
        for (token, &vertex) in (0..).map(Token).zip(places) {
            match token_at.get_mut(vertex.index()) {
                None => return Err(ConfigurationError::NoSuchVertex { token, vertex, vertices }),
                Some(slot) if *slot != VACANT => {
                    return Err(ConfigurationError::Shared { vertex, first: Token(*slot), second: token });
                }
                Some(slot) => *slot = token.0,
            }
        }
        Ok(Self { vertex_of: places.to_vec(), token_at })
    }

    /// The number of tokens.
    pub const fn token_count(&self) -> usize {
        self.vertex_of.len()
    }

    /// The number of vertices, occupied or not.
    pub const fn vertex_count(&self) -> usize {
        self.token_at.len()
    }

    /// Returns the vertex of a token.
    ///
    /// # Panics
    /// If there is no such token.
    pub fn vertex_of(&self, token: Token) -> Vertex {
        self.vertex_of[token.index()]
    }

    /// Returns the token on a vertex, if any.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn token_at(&self, vertex: Vertex) -> Option<Token> {
        let token = self.token_at[vertex.index()];
        (token != VACANT).then_some(Token(token))
    }

    /// Returns whether the vertex exists and is vacant.
    pub fn is_vacant(&self, vertex: Vertex) -> bool {
        self.token_at.get(vertex.index()) == Some(&VACANT)
    }

    /// The vertices of all tokens, in the order of the tokens.
    pub fn places(&self) -> &[Vertex] {
        &self.vertex_of
    }

    /// The vertices without a token, in ascending order.
    pub fn vacant(&self) -> impl Iterator<Item = Vertex> {
        (0..).map(Vertex).zip(&self.token_at).filter(|&(_, &token)| token == VACANT).map(|(vertex, _)| vertex)
    }

    /// Moves a token to a vacant vertex, adjacent or not. Returns `false` and changes nothing if
    /// the target is occupied or does not exist.
    ///
    /// # Panics
    /// If there is no such token.
    pub fn relocate(&mut self, token: Token, to: Vertex) -> bool {
        if !self.is_vacant(to) {
            return false;
        }
        let from = core::mem::replace(&mut self.vertex_of[token.index()], to);
        self.token_at[from.index()] = VACANT;
        self.token_at[to.index()] = token.0;
        true
    }

    /// Moves several tokens to their targets at once. All leave before any arrives, so tokens may
    /// follow one another or rotate in a cycle. Returns `false` and changes nothing if a token is
    /// named twice, or if a target does not exist, is named twice or is occupied by a token that
    /// stays.
    ///
    /// # Panics
    /// If there is no such token.
    ///
    /// # Complexity
    /// Linear in the moves.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Configuration, Token, Vertex};
    ///
    /// let mut circle = Configuration::new(3, &[Vertex(0), Vertex(1), Vertex(2)])?;
    /// let turn = [(Token(0), Vertex(1)), (Token(1), Vertex(2)), (Token(2), Vertex(0))];
    /// assert!(circle.relocate_together(turn));
    /// assert_eq!(circle.places(), [Vertex(1), Vertex(2), Vertex(0)]);
    /// assert!(!circle.relocate_together([(Token(0), Vertex(0))])); // token 2 stays there
    /// # Ok::<(), motion_core::error::ConfigurationError>(())
    /// ```
    #[doc(hidden)]
    pub fn relocate_together(&mut self, moves: impl IntoIterator<Item = (Token, Vertex)> + Clone) -> bool {
        let lift = |(token, _): (Token, Vertex)| {
            let slot = &mut self.token_at[self.vertex_of[token.index()].index()];
            core::mem::replace(slot, VACANT) == token.0
        };
        let lifted = moves.clone().into_iter().map(lift).take_while(|&lifted| lifted).count();
        let mut set_down = 0;
        if lifted == moves.clone().into_iter().count() {
            let arrive = |(token, to): (Token, Vertex)| {
                let free = self.is_vacant(to);
                if free {
                    self.token_at[to.index()] = token.0;
                }
                free
            };
            set_down = moves.clone().into_iter().map(arrive).take_while(|&free| free).count();
        }
        if set_down == moves.clone().into_iter().count() {
            for (token, to) in moves {
                self.vertex_of[token.index()] = to;
            }
            return true;
        }
        for (_, to) in moves.clone().into_iter().take(set_down) {
            self.token_at[to.index()] = VACANT;
        }
        for (token, _) in moves.into_iter().take(lifted) {
            self.token_at[self.vertex_of[token.index()].index()] = token.0;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bad_places_are_named() {
        assert_eq!(
            Configuration::new(2, &[Vertex(0), Vertex(2)]),
            Err(ConfigurationError::NoSuchVertex { token: Token(1), vertex: Vertex(2), vertices: 2 })
        );
        assert_eq!(
            Configuration::new(2, &[Vertex(1), Vertex(1)]),
            Err(ConfigurationError::Shared { vertex: Vertex(1), first: Token(0), second: Token(1) })
        );
        assert_eq!(
            Configuration::new(usize::MAX, &[]),
            Err(ConfigurationError::TooLarge { vertices: usize::MAX })
        );
    }

    proptest! {
        #[test]
        fn several_tokens_move_at_once_or_not_at_all(
            moves in proptest::collection::vec((0u32..4, 0u32..7), 0..5),
        ) {
            let places = [0, 3, 5, 6].map(Vertex);
            let mut configuration = Configuration::new(6 + 1, &places).expect("distinct places");
            let before = configuration.clone();
            let moves: Vec<_> = moves.into_iter().map(|(token, to)| (Token(token), Vertex(to))).collect();
            let mut after = places;
            for &(token, to) in &moves {
                after[token.index()] = to;
            }
            let mut movers: Vec<_> = moves.iter().map(|(token, _)| token).collect();
            movers.sort_unstable();
            let twice = movers.windows(2).any(|pair| pair[0] == pair[1]);
            let expected = Configuration::new(7, &after).ok().filter(|_| !twice);
            prop_assert_eq!(configuration.relocate_together(moves), expected.is_some());
            prop_assert_eq!(configuration, expected.unwrap_or(before));
        }

        #[test]
        fn stays_a_two_way_map(moves in proptest::collection::vec((0u32..4, 0u32..8), 0..60)) {
            let places = [0, 3, 5, 6].map(Vertex);
            let mut configuration = Configuration::new(7, &places).expect("distinct places");
            for (token, to) in moves {
                let free = configuration.is_vacant(Vertex(to));
                let before = configuration.clone();
                prop_assert_eq!(configuration.relocate(Token(token), Vertex(to)), free);
                prop_assert_eq!(free, configuration != before);
                for token in (0..4).map(Token) {
                    prop_assert_eq!(configuration.token_at(configuration.vertex_of(token)), Some(token));
                }
                prop_assert_eq!(configuration.vacant().count(), 3);
            }
        }
    }
}
