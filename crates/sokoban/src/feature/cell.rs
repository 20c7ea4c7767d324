//! Features as numbers of which greater ones are better.

/// The features of a position, the most important first; all searches have this one type, so that
/// the map of their cells is compiled once.
pub(crate) type FeatureCell = [u16; 4];

/// A number of which less is better.
pub(in crate::feature) const fn fewer(number: u16) -> u16 {
    u16::MAX - number
}
