//! Buffers and memos that a search and the searches of its pairs share.

use motion_core::{Control, Stop};

use super::diagrams::Diagrams;
use super::exit_distances::ExitDistances;
use super::low_level::LowLevel;
use super::occupancy::Occupancy;
use super::pair_bounds::PairBounds;
use super::restriction_table::RestrictionTable;

/// The bytes beyond which diagrams, sets and bounds of pairs are dropped.
const MAX_BYTES: u64 = 256 << 20;

/// The data kept between nodes and between searches of pairs.
#[derive(Debug)]
pub(super) struct SharedMemos {
    pub(super) low_level: LowLevel,
    /// The restrictions on the robot whose path is searched.
    pub(super) restrictions: RestrictionTable,
    pub(super) diagrams: Diagrams,
    pub(super) pair_bounds: PairBounds,
    pub(super) exits: ExitDistances,
    /// The empty occupancy for searches of pairs.
    pub(super) spare: Option<Occupancy>,
    /// The bytes held for the memos.
    held: u64,
}

impl SharedMemos {
    /// Creates empty memos for a graph of this many vertices.
    pub(super) fn new(vertices: usize) -> Self {
        Self {
            low_level: LowLevel::default(),
            restrictions: RestrictionTable::new(vertices),
            diagrams: Diagrams::new(vertices),
            pair_bounds: PairBounds::default(),
            exits: ExitDistances::default(),
            spare: Some(Occupancy::new(vertices)),
            held: 0,
        }
    }

    /// Accounts for the memory. Drops diagrams, sets and bounds of pairs if it is too much, and
    /// returns whether it did.
    pub(super) fn account(&mut self, control: &mut Control) -> Result<bool, Stop> {
        let bytes = self.bytes();
        if bytes <= self.held {
            return Ok(false);
        }
        if bytes <= MAX_BYTES && control.hold(bytes - self.held).is_ok() {
            self.held = bytes;
            return Ok(false);
        }
        self.diagrams.clear();
        self.pair_bounds.clear();
        self.exits.clear();
        control.release(self.held);
        self.held = self.bytes();
        control.hold(self.held).map(|()| true)
    }

    fn bytes(&self) -> u64 {
        self.diagrams.bytes() + self.pair_bounds.bytes() + self.exits.bytes() + self.low_level.bytes()
    }
}
