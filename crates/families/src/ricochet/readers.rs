//! The readers of this family's formats, for the fuzzers.

use ricochet::quadrants::QuadrantSet;

use crate::readers::{Reader, accepts, reads};

/// All readers.
pub(super) const READERS: &[Reader] = &[
    |text| reads::<ricochet::Instance>(text),
    |text| reads::<ricochet::Moves>(text),
    |text| reads::<QuadrantSet>(text),
    |text| reads::<ricochet::AnySolver>(text),
    accepts::<ricochet::Setup>,
];
