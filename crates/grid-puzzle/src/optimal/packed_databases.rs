//! The pattern databases of a board with four bits per entry, and the positions of each tile's
//! entries.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::goal_layout::GoalLayout;
use super::operator_fsm::{DuplicateOperatorFsm, MAX_LENGTH, SHORT_LENGTH};
use super::partition::{self, Pattern, patterns, reflection};
#[cfg(feature = "std")]
use super::partition::{check_groups, of_groups};
use super::pattern_moves::PatternMoves;
use super::ranked_pattern::RankedPattern;
#[cfg(feature = "std")]
use super::table_file::TableError;

/// The greatest value of an entry.
const MAX_PAIRS: u64 = 15;

/// The size in bytes below which making databases takes less time than finding long duplicates.
const SMALL: usize = 1 << 20;

/// The pattern databases of a board.
///
/// A tile's move changes its distance to its goal by one. Therefore, the least moves of a pattern
/// are the distances of its tiles plus an even number. Half of that number is an entry of four
/// bits. Greater values are capped, which makes the bound weaker but still valid.
#[derive(Debug)]
pub(super) struct PackedDatabases {
    layout: GoalLayout,
    /// The entries of one database after another, two per byte, the even one low.
    pairs: Vec<u8>,
    /// The first byte of each pattern's database.
    begins: Vec<usize>,
    /// The tiles of the patterns as described in a file.
    #[cfg(feature = "std")]
    description: Vec<u8>,
    /// By goal cell: the pattern of the tile, and the pattern of its reflection.
    tiles: Vec<[u32; 2]>,
    /// By goal cell and cell.
    entries_by_cell: Vec<CellEntry>,
    /// Whether a reflection keeps the blank's goal.
    pub(super) is_symmetric: bool,
    fsm: DuplicateOperatorFsm,
    /// The heap memory in bytes.
    bytes: u64,
}

/// The contribution of a tile in a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CellEntry {
    /// The number added to the index of its pattern's entry; and the same for its reflection, if
    /// there is a symmetry.
    pub(super) adds: [u32; 2],
    /// The distance to its goal.
    pub(super) steps: u32,
}

impl PackedDatabases {
    /// Returns the number of entries of all databases of a board; `None` if the board is too large
    /// for patterns.
    pub(super) fn entries(layout: GoalLayout) -> Option<u64> {
        let patterns = patterns(layout);
        (!patterns.is_empty()).then(|| Self::entries_of(layout, &patterns))
    }

    fn entries_of(layout: GoalLayout, patterns: &[Pattern]) -> u64 {
        let own = patterns.iter().enumerate().filter(|(number, pattern)| pattern.table == *number);
        own.map(|(_, pattern)| partition::entries(layout, &pattern.tiles).next_multiple_of(2)).sum()
    }

    /// Fills the databases by breadth-first search from the goal. On success, `control` holds their
    /// [`bytes`](Self::bytes). A node is an abstract state of a pattern.
    ///
    /// # Errors
    /// [`Stop`], with nothing held. [`Stop::Unsupported`] if there are no patterns.
    pub(super) fn new(layout: GoalLayout, patterns: &[Pattern], control: &mut Control) -> Result<Self, Stop> {
        if patterns.is_empty() {
            return Err(Stop::Unsupported);
        }
        Self::held(layout, patterns, control, |tables, control| {
            let bytes = Self::entries_of(layout, patterns) / 2;
            let bytes = usize::try_from(bytes).map_err(|_| Stop::Memory)?;
            tables.pairs.try_reserve_exact(bytes).map_err(|_| Stop::Memory)?;
            tables.pairs.resize(bytes, 0);
            tables.fill(patterns, control)
        })
    }

    /// Makes the databases with entries read by `read`, which takes the number of bytes. On
    /// success, `control` holds them.
    #[cfg(feature = "std")]
    pub(super) fn read(
        layout: GoalLayout,
        description: &[u8],
        len: u64,
        control: &mut Control,
        read: impl FnOnce(usize, &mut Control) -> Result<Vec<u8>, TableError>,
    ) -> Result<Self, TableError> {
        let mut patterns = patterns(layout);
        if patterns.is_empty() {
            return Err(TableError::Damaged);
        }
        if description != Self::describe(layout, &patterns) {
            patterns = Self::described(layout, description).ok_or(TableError::OtherPatterns)?;
        }
        if len != Self::entries_of(layout, &patterns) / 2 {
            return Err(TableError::Damaged);
        }
        let bytes = usize::try_from(len).map_err(|_| Stop::Memory)?;
        Self::held(layout, &patterns, control, |tables, control| {
            tables.pairs = read(bytes, control)?;
            Ok(())
        })
    }

    /// Returns the tiles of patterns as described in a file: each list begins with its length. Of
    /// the default patterns, only those with a database of their own are described.
    #[cfg(feature = "std")]
    fn describe(layout: GoalLayout, described: &[Pattern]) -> Vec<u8> {
        let is_default = described == patterns(layout);
        let lists = described.iter().enumerate();
        let lists = lists.filter(|(number, pattern)| !is_default || pattern.table == *number);
        lists
            .flat_map(|(_, Pattern { tiles, .. })| {
                core::iter::once(tiles.len() as u32).chain(tiles.iter().copied())
            })
            .map(|number| number as u8)
            .collect()
    }

    /// Returns the patterns with this description, in which each has a list.
    #[cfg(feature = "std")]
    fn described(layout: GoalLayout, mut description: &[u8]) -> Option<Vec<Pattern>> {
        let mut groups = Vec::new();
        while let Some((&len, rest)) = description.split_first() {
            let (tiles, rest) = rest.split_at_checked(usize::from(len))?;
            groups.push(tiles.iter().copied().map(u32::from).collect());
            description = rest;
        }
        check_groups(layout, &groups, |tile| tile).ok()?;
        Some(of_groups(layout, groups))
    }

    /// Holds the memory for the databases and gets their entries.
    fn held<E: From<Stop>>(
        layout: GoalLayout,
        patterns: &[Pattern],
        control: &mut Control,
        fill: impl FnOnce(&mut Self, &mut Control) -> Result<(), E>,
    ) -> Result<Self, E> {
        let cells = u64::from(layout.cells());
        let bytes = Self::entries_of(layout, patterns) / 2
            + cells * cells * size_of::<CellEntry>() as u64
            + cells * size_of::<[u32; 5]>() as u64
            + DuplicateOperatorFsm::BYTES;
        control.hold(bytes)?;
        let mut tables = Self::empty(layout, patterns, bytes);
        match fill(&mut tables, control) {
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
        // The high bits hold the distance, the low bits the index of the entry.
        let weight = |tile: usize, cell| {
            let place = all[(tiles[tile] * self.layout.cells() + cell) as usize];
            u64::from(place.steps) << u32::BITS | u64::from(place.adds[0])
        };
        moves.for_each(control, weight, |sum, moves| {
            let (steps, entry) = (sum >> u32::BITS, sum as u32);
            let more = u64::from(moves).saturating_sub(steps) / 2;
            pairs[begin + entry as usize / 2] |= (more.min(MAX_PAIRS) as u8) << (entry % 2 * 4);
        })
    }

    /// Makes the databases without entries: patterns, strides and contributions.
    fn empty(layout: GoalLayout, patterns: &[Pattern], bytes: u64) -> Self {
        let cells = layout.cells();
        // The first byte of each database, and the stride of each tile in it.
        let mut strides = alloc::vec![0; cells as usize];
        let mut begins = Vec::new();
        let mut end = 0;
        for (number, pattern) in patterns.iter().enumerate() {
            if pattern.table == number {
                begins.push(end);
                for (place, &tile) in (0..).zip(&pattern.tiles) {
                    strides[tile as usize] = cells.pow(place);
                }
                end += partition::entries(layout, &pattern.tiles).div_ceil(2) as usize;
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
                // This tile is the reflection of its image, because the reflection is an
                // involution.
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
            #[cfg(feature = "std")]
            description: Self::describe(layout, patterns),
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

    /// Returns the pattern of a tile, and that of its reflection.
    #[inline]
    pub(super) fn patterns(&self, tile: u32) -> [usize; 2] {
        self.tiles[tile as usize].map(|pattern| pattern as usize)
    }

    /// Returns the contributions of a tile, by cell.
    #[inline]
    pub(super) fn cell_entries(&self, tile: u32) -> &[CellEntry] {
        let cells = self.layout.cells() as usize;
        &self.entries_by_cell[tile as usize * cells..][..cells]
    }

    /// The tiles of the patterns as described in a file.
    #[cfg(feature = "std")]
    pub(super) fn description(&self) -> &[u8] {
        &self.description
    }

    /// The number of patterns.
    pub(super) const fn pattern_count(&self) -> usize {
        self.begins.len()
    }

    /// All entries, two per byte.
    #[cfg(feature = "std")]
    pub(super) fn packed(&self) -> &[u8] {
        &self.pairs
    }

    /// Returns half of the moves that a pattern takes beyond the distances.
    #[inline]
    pub(super) fn pairs(&self, pattern: usize, entry: u32) -> u32 {
        u32::from(self.pairs[self.begins[pattern] + entry as usize / 2] >> (entry % 2 * 4) & 15)
    }
}
