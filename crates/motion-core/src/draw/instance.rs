//! Instances that can be drawn with their solutions.

use crate::configuration::Configuration;
use crate::draw::scene::Scene;
use crate::draw::timeline::Timeline;

/// An instance that can be drawn, with solutions of the type `S`, as tokens on the vertices of a
/// scene.
///
/// The instances of all families implement it. `scene` is also an inherent method of theirs.
///
/// # Examples
/// One function draws the solutions of all puzzles:
/// ```
/// use motion_core::draw::{Draw, player};
///
/// fn page<P: Draw<S>, S>(
///     puzzle: &P,
///     solution: &S,
/// ) -> Result<String, Box<dyn std::error::Error>>
/// where
///     P::Error: 'static,
/// {
///     Ok(player(&puzzle.scene(), &puzzle.configuration(), puzzle.timeline(solution)?)?)
/// }
/// ```
pub trait Draw<S: ?Sized> {
    /// Why a solution cannot be drawn.
    type Error: core::error::Error;

    /// The places of the vertices, and the look of tokens and goals.
    fn scene(&self) -> Scene;

    /// The tokens of the scene at the start.
    fn configuration(&self) -> Configuration;

    /// The moves of a solution, one after another or in steps of several.
    ///
    /// # Errors
    /// The first move that the scene's tokens cannot make, as far as this is known without drawing.
    fn timeline<'s>(&self, solution: &'s S) -> Result<Timeline<'s>, Self::Error>;
}
