//! The pattern databases of a board in four bits an entry, and where each tile's entries are.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::goal_layout::GoalLayout;
use super::operator_fsm::{DuplicateOperatorFsm, MAX_LENGTH, SHORT_LENGTH};
use super::partition::{Pattern, patterns, reflection};
use super::pattern_moves::PatternMoves;
use super::ranked_pattern::RankedPattern;
#[cfg(feature = "std")]
use super::table_file::TableError;

/// The greatest value of an entry.
const MAX_PAIRS: u64 = 15;

/// Databases of fewer bytes are made in less time than it takes to find long duplicates.
const SMALL: usize = 1 << 20;

/// The pattern databases of a board.
///
/// A tile's move changes its distance to its goal by one. Therefore the least moves of a pattern
/// are the distances of its tiles plus an even number; half of that number is an entry of four
/// bits. Greater values are cut off, which makes the bound weaker, but true.
#[derive(Debug)]
pub(super) struct PackedDatabases {
    layout: GoalLayout,
    /// Two entries a byte, the even one low; one database after another.
    pairs: Vec<u8>,
    /// The first entry of each pattern.
    pub(super) begins: Vec<u32>,
    /// By goal cell: the pattern of the tile, and the pattern of its reflection.
    tiles: Vec<[u32; 2]>,
    /// By goal cell and cell.
    entries_by_cell: Vec<CellEntry>,
    /// Whether a reflection keeps the blank's goal.
    pub(super) is_symmetric: bool,
    fsm: DuplicateOperatorFsm,
    /// Heap bytes.
    bytes: u64,
}

/// The contribution of a tile in a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CellEntry {
    /// Added to the index of its pattern's entry; and the same for its reflection, if there is a
    /// symmetry.
    pub(super) adds: [u32; 2],
    /// The distance to its goal.
    pub(super) steps: u32,
}

impl PackedDatabases {
    /// The number of entries of all databases of a board; `None` if the board is too large for
    /// patterns.
    pub(super) fn entries(layout: GoalLayout) -> Option<u64> {
        let patterns = patterns(layout);
        (!patterns.is_empty()).then(|| Self::entries_of(layout, &patterns))
    }

    fn entries_of(layout: GoalLayout, patterns: &[Pattern]) -> u64 {
        let own = patterns.iter().enumerate().filter(|(number, pattern)| pattern.table == *number);
        own.map(|(_, pattern)| u64::from(layout.cells()).pow(pattern.tiles.len() as u32).next_multiple_of(2))
            .sum()
    }

    /// Fills the databases by breadth-first search from the goal; on success `control` holds their
    /// [`bytes`](Self::bytes). A node is an abstract state of a pattern.
    ///
    /// # Errors
    /// [`Stop`]; nothing is held then. [`Stop::Unsupported`] if the board is too large for
    /// patterns.
    pub(super) fn new(layout: GoalLayout, control: &mut Control) -> Result<Self, Stop> {
        let entries = Self::entries(layout).ok_or(Stop::Unsupported)?;
        Self::held(layout, control, |tables, patterns, control| {
            tables.pairs.try_reserve_exact(entries as usize / 2).map_err(|_| Stop::Memory)?;
            tables.pairs.resize(entries as usize / 2, 0);
            tables.fill(patterns, control)
        })
    }

    /// The databases whose entries are read by `read`, given the number of bytes; on success
    /// `control` holds them.
    #[cfg(feature = "std")]
    pub(super) fn read(
        layout: GoalLayout,
        description: &[u8],
        len: u64,
        control: &mut Control,
        read: impl FnOnce(usize, &mut Control) -> Result<Vec<u8>, TableError>,
    ) -> Result<Self, TableError> {
        let entries = Self::entries(layout).ok_or(TableError::Damaged)?;
        if description != Self::description(layout) {
            return Err(TableError::OtherPatterns);
        }
        if len != entries / 2 {
            return Err(TableError::Damaged);
        }
        Self::held(layout, control, |tables, _, control| {
            tables.pairs = read(len as usize, control)?;
            Ok(())
        })
    }

    /// The tiles of each pattern that has a database, as they are described in a file: each list
    /// begins with its length.
    #[cfg(feature = "std")]
    pub(super) fn description(layout: GoalLayout) -> Vec<u8> {
        let patterns = patterns(layout);
        let own = patterns.iter().enumerate().filter(|(number, pattern)| pattern.table == *number);
        let lists = own.map(|(_, pattern)| &pattern.tiles);
        lists
            .flat_map(|tiles| core::iter::once(tiles.len() as u32).chain(tiles.iter().copied()))
            .map(|number| number as u8)
            .collect()
    }

    /// Holds the memory for the databases and gets their entries.
    fn held<E: From<Stop>>(
        layout: GoalLayout,
        control: &mut Control,
        fill: impl FnOnce(&mut Self, &[Pattern], &mut Control) -> Result<(), E>,
    ) -> Result<Self, E> {
        let patterns = patterns(layout);
        let cells = u64::from(layout.cells());
        let bytes = Self::entries_of(layout, &patterns) / 2
            + cells * cells * size_of::<CellEntry>() as u64
            + cells * size_of::<[u32; 3]>() as u64
            + DuplicateOperatorFsm::BYTES;
        control.hold(bytes)?;
        let mut tables = Self::empty(layout, &patterns, bytes);
        match fill(&mut tables, &patterns, control) {
            Ok(()) => {
                let longest = if tables.pairs.len() < SMALL { SHORT_LENGTH } else { MAX_LENGTH };
                tables.fsm = DuplicateOperatorFsm::up_to(longest, control)
                    .unwrap_or_else(|_| DuplicateOperatorFsm::reversals());
                Ok(tables)
            }
            Err(why) => {
                control.release(bytes);
                Err(why)
            }
        }
    }

    fn fill(&mut self, patterns: &[Pattern], control: &mut Control) -> Result<(), Stop> {
        for (number, pattern) in
            patterns.iter().enumerate().filter(|(number, pattern)| pattern.table == *number)
        {
            control.scope(|control| self.fill_pattern(number, &pattern.tiles, control))?;
        }
        Ok(())
    }

    /// Fills the database of one pattern.
    fn fill_pattern(&mut self, pattern: usize, tiles: &[u32], control: &mut Control) -> Result<(), Stop> {
        let space = RankedPattern::of_cells(self.layout, tiles, control)?;
        let moves = PatternMoves::new(&space, control)?;
        let (all, begin, pairs) = (&self.entries_by_cell, self.begins[pattern], &mut self.pairs);
        // The distance in the high bits, the index of the entry in the low bits.
        let weight = |tile: usize, cell| {
            let place = all[(tiles[tile] * self.layout.cells() + cell) as usize];
            u64::from(place.steps) << u32::BITS | u64::from(place.adds[0])
        };
        moves.for_each(control, weight, |sum, moves| {
            let (steps, entry) = (sum >> u32::BITS, sum as u32 + begin);
            let more = u64::from(moves).saturating_sub(steps) / 2;
            pairs[entry as usize / 2] |= (more.min(MAX_PAIRS) as u8) << (entry % 2 * 4);
        })
    }

    /// The databases without entries: patterns, strides and contributions.
    fn empty(layout: GoalLayout, patterns: &[Pattern], bytes: u64) -> Self {
        let cells = layout.cells();
        // The first entry of each database, and the stride of each tile in it.
        let mut strides = alloc::vec![0; cells as usize];
        let mut begins = Vec::new();
        let mut end = 0u32;
        for (number, pattern) in patterns.iter().enumerate() {
            if pattern.table == number {
                begins.push(end);
                let mut stride = 1;
                for &tile in &pattern.tiles {
                    strides[tile as usize] = stride;
                    stride *= cells;
                }
                end += stride.next_multiple_of(2);
            } else {
                begins.push(begins[pattern.table]);
            }
        }
        // The contributions of each tile in each cell, and those of its reflection.
        let image = reflection(layout);
        let is_symmetric = image.is_some();
        let image = image.unwrap_or_else(|| (0..cells).collect());
        let mut tiles = alloc::vec![[0; 2]; cells as usize];
        let mut entries_by_cell = alloc::vec![CellEntry::default(); (cells * cells) as usize];
        for (number, pattern) in (0..).zip(patterns) {
            for &tile in &pattern.tiles {
                // The reflection is an involution: this tile is the reflection of its image.
                let reflected = image[tile as usize];
                tiles[tile as usize][0] = number;
                tiles[reflected as usize][1] = number;
                let stride = strides[pattern.image[tile as usize] as usize];
                for (cell, &to) in (0..).zip(&pattern.image) {
                    let place = &mut entries_by_cell[(tile * cells + cell) as usize];
                    place.adds[0] = to * stride;
                    place.steps = layout.distance(tile, cell);
                    entries_by_cell[(reflected * cells + image[cell as usize]) as usize].adds[1] =
                        to * stride;
                }
            }
        }
        Self {
            layout,
            pairs: Vec::new(),
            begins,
            tiles,
            entries_by_cell,
            is_symmetric,
            fsm: DuplicateOperatorFsm::reversals(),
            bytes,
        }
    }

    pub(super) const fn layout(&self) -> GoalLayout {
        self.layout
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) const fn fsm(&self) -> &DuplicateOperatorFsm {
        &self.fsm
    }

    /// The pattern of a tile, and that of its reflection.
    #[inline]
    pub(super) fn patterns(&self, tile: u32) -> [usize; 2] {
        self.tiles[tile as usize].map(|pattern| pattern as usize)
    }

    /// The contributions of a tile, by cell.
    #[inline]
    pub(super) fn cell_entries(&self, tile: u32) -> &[CellEntry] {
        let cells = self.layout.cells() as usize;
        &self.entries_by_cell[tile as usize * cells..][..cells]
    }

    /// All entries, two a byte.
    #[cfg(feature = "std")]
    pub(super) fn packed(&self) -> &[u8] {
        &self.pairs
    }

    /// Half of the moves that a pattern takes beyond the distances.
    #[inline]
    pub(super) fn pairs(&self, entry: u32) -> u32 {
        u32::from(self.pairs[entry as usize / 2] >> (entry % 2 * 4) & 15)
    }
}
