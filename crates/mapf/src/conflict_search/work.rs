//! Buffers and memos that a search and the searches of its pairs share.

use super::exits::Exits;
use super::low_level::LowLevel;
use super::occupancy::Occupancy;
use super::pair_bounds::PairBounds;
use super::restrictions::Restrictions;
use super::sets::Diagrams;

/// What is kept between nodes, and between searches of pairs.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) low_level: LowLevel,
    /// Those of the robot whose path is searched.
    pub(super) restrictions: Restrictions,
    pub(super) diagrams: Diagrams,
    pub(super) pair_bounds: PairBounds,
    pub(super) exits: Exits,
    /// The empty occupancy for searches of pairs.
    pub(super) spare: Option<Occupancy>,
    /// The bytes held for diagrams and sets.
    pub(super) held: u64,
}

impl Work {
    /// For a graph of this many vertices.
    pub(super) fn new(vertices: usize) -> Self {
        Self {
            low_level: LowLevel::default(),
            restrictions: Restrictions::new(vertices),
            diagrams: Diagrams::new(vertices),
            pair_bounds: PairBounds::default(),
            exits: Exits::default(),
            spare: Some(Occupancy::new(vertices)),
            held: 0,
        }
    }

    /// The memory of what can be forgotten, and of buffers.
    pub(super) fn bytes(&self) -> u64 {
        self.diagrams.bytes() + self.pair_bounds.bytes() + self.exits.bytes() + self.low_level.bytes()
    }

    /// Forgets diagrams, sets and bounds of pairs.
    pub(super) fn forget(&mut self) {
        self.diagrams.clear();
        self.pair_bounds.clear();
        self.exits.clear();
    }
}
