//! The list of families.

use crate::Family;
use crate::ricochet::Ricochet;
use crate::robots::Robots;
use crate::sliding::Sliding;
use crate::sokoban::Sokoban;

/// All families.
pub static ALL: [&dyn Family; 4] = [&Sliding, &Robots, &Ricochet, &Sokoban];

/// Returns the family of this name.
pub fn family(name: &str) -> Option<&'static dyn Family> {
    ALL.into_iter().find(|family| family.name() == name)
}
