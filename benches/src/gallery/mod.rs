//! The pictures of the documentation, drawn by the library itself.
//!
//! A test compares them with the committed files, so that documentation and code stay together.

mod curve;
mod ears;
mod ricochet;
mod sliding;
mod sokoban;
mod swaps;

use ::sokoban::Level;
use motion_core::draw::DrawError;

/// A file name and its content.
pub struct Picture {
    /// The name within `docs/images`.
    pub file: &'static str,
    /// The SVG.
    pub svg: String,
}

/// All pictures of the documentation; without the level that others have published, those of it
/// are left out.
///
/// # Errors
/// [`DrawError`] if one cannot be drawn, which would be a mistake here.
///
/// # Panics
/// If a walk given here is illegal, which a test would find.
pub fn pictures(published: Option<&Level>) -> Result<Vec<Picture>, DrawError> {
    let robots = swaps::pictures()?.into_iter().chain(ricochet::pictures()?).chain(sokoban::pictures()?);
    let sliding = sliding::pictures()?.into_iter().chain(curve::pictures());
    Ok(sliding.chain(ears::pictures()?).chain(robots).chain(published.map(sokoban::plan)).collect())
}
