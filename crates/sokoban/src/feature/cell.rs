//! Features as numbers; greater ones are better.

/// The features of a position, the most important first. All searches share this type, so that the
/// map of their cells is compiled once.
pub(crate) type FeatureCell = [u16; 4];

/// Converts a number of which less is better.
pub(in crate::feature) const fn fewer(number: u16) -> u16 {
    u16::MAX - number
}
