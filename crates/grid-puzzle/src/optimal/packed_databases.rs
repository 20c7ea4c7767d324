//! The pattern databases of a board in four bits an entry, and where each tile's entries are.

use alloc::vec::Vec;
use core::ops::Range;

use motion_core::{Control, Stop};

use super::goal_layout::GoalLayout;
use super::operator_fsm::{DuplicateOperatorFsm, MAX_LENGTH, SHORT_LENGTH};
use super::partition::{self, MAX_PARTITIONS, Pattern, patterns, reflection};
#[cfg(feature = "std")]
use super::partition::{check_groups, of_groups};
use super::pattern_moves::PatternMoves;
use super::ranked_pattern::RankedPattern;
#[cfg(feature = "std")]
use super::table_file::TableError;

/// The greatest value of an entry.
const MAX_PAIRS: u64 = 15;

/// Databases of fewer bytes are made in less time than it takes to find long duplicates.
const SMALL: usize = 1 << 20;

/// At most this many sums of patterns are compared.
pub(super) const MAX_SUMS: usize = 2 * MAX_PARTITIONS;

/// The pattern databases of a board.
///
/// Each partition gives a sum for the board, and one for its reflection unless that is always the
/// same.
///
/// A tile's move changes its distance to its goal by one. Therefore the least moves of a pattern
/// are the distances of its tiles plus an even number; half of that number is an entry of four
/// bits. Greater values are cut off, which makes the bound weaker, but true.
#[derive(Debug)]
pub(super) struct PackedDatabases {
    layout: GoalLayout,
    /// Two entries a byte, the even one low; one database after another.
    pairs: Vec<u8>,
    /// The first byte of each pattern's database.
    begins: Vec<usize>,
    /// The first byte of the database of each pattern of each sum.
    begins_in_sums: Vec<usize>,
    /// The tiles of the patterns, as they are described in a file.
    #[cfg(feature = "std")]
    description: Vec<u8>,
    sums: Vec<PatternSum>,
    /// By goal cell and cell: the distance.
    steps: Vec<u8>,
    fsm: DuplicateOperatorFsm,
    /// Heap bytes.
    bytes: u64,
}

/// The patterns of a partition, or of its reflection.
#[derive(Debug)]
struct PatternSum {
    /// The number of its first pattern among those of all partitions.
    first: usize,
    /// The numbers of its patterns among those of all sums.
    patterns: Range<usize>,
    /// By goal cell: the number of the tile's pattern.
    tiles: Vec<u16>,
    /// By goal cell and cell: what the tile adds to the index of its pattern's entry.
    adds: Vec<u32>,
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
        own.map(|(_, pattern)| partition::entries(layout, &pattern.tiles).next_multiple_of(2)).sum()
    }

    /// Fills the databases by breadth-first search from the goal; on success `control` holds their
    /// [`bytes`](Self::bytes). A node is an abstract state of a pattern.
    ///
    /// # Errors
    /// [`Stop`]; nothing is held then. [`Stop::Unsupported`] if there are no patterns.
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

    /// The tiles of patterns, as they are described in a file: each list begins with its length. Of
    /// the patterns that are used by default, only those that have a database are described.
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

    /// The patterns with this description, all of which have a list.
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
        let partitions = patterns.last().map_or(0, |last| last.partition as u64 + 1);
        let bytes = Self::entries_of(layout, patterns) / 2
            + cells * cells * (1 + 2 * partitions * size_of::<u32>() as u64)
            + cells * size_of::<[u64; 5]>() as u64 * partitions
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
        let (begin, pairs, steps) = (self.begins[pattern], &mut self.pairs, &self.steps);
        let cells = self.layout.cells();
        // The distance in the high bits, the index of the entry in the low bits.
        let weight = |place: usize, cell| {
            let distance = steps[(tiles[place] * cells + cell) as usize];
            u64::from(distance) << u32::BITS | u64::from(cell * cells.pow(place as u32))
        };
        moves.for_each(control, weight, |sum, moves| {
            let (steps, entry) = (sum >> u32::BITS, sum as u32);
            let more = u64::from(moves).saturating_sub(steps) / 2;
            pairs[begin + entry as usize / 2] |= (more.min(MAX_PAIRS) as u8) << (entry % 2 * 4);
        })
    }

    /// The databases without entries.
    fn empty(layout: GoalLayout, patterns: &[Pattern], bytes: u64) -> Self {
        let cells = layout.cells();
        // The first byte of each database, and the stride of each tile in it.
        let mut begins: Vec<usize> = Vec::new();
        let mut end = 0;
        for (number, pattern) in patterns.iter().enumerate() {
            if pattern.table == number {
                begins.push(end);
                end += partition::entries(layout, &pattern.tiles).div_ceil(2) as usize;
            } else {
                begins.push(begins[pattern.table]);
            }
        }
        let sums = Self::sums_of(layout, patterns);
        let in_sums = sums.iter().flat_map(|sum| &begins[sum.first..][..sum.patterns.len()]);
        let distances = (0..cells).flat_map(|tile| (0..cells).map(move |cell| layout.distance(tile, cell)));
        Self {
            steps: distances.map(|distance| distance as u8).collect(),
            begins_in_sums: in_sums.copied().collect(),
            sums,
            layout,
            pairs: Vec::new(),
            begins,
            #[cfg(feature = "std")]
            description: Self::describe(layout, patterns),
            fsm: DuplicateOperatorFsm::reversals(),
            bytes,
        }
    }

    /// The sums of all partitions, and of their reflections.
    fn sums_of(layout: GoalLayout, patterns: &[Pattern]) -> Vec<PatternSum> {
        let cells = layout.cells();
        let same: Vec<u32> = (0..cells).collect();
        let reflection = reflection(layout);
        let images = || core::iter::once(&same).chain(&reflection);
        let mut sums = Vec::new();
        let (mut first, mut count) = (0, 0);
        for partition in patterns.chunk_by(|a, b| a.partition == b.partition) {
            // A reflection is an involution: a tile is the reflection of its image.
            for reflected in images().filter(|image| *image == &same || !is_own_image(partition, image)) {
                let mut tiles = alloc::vec![0; cells as usize];
                let mut adds = alloc::vec![0; (cells * cells) as usize];
                for (number, pattern) in (count as u16..).zip(partition) {
                    let table = &patterns[pattern.table].tiles;
                    for &tile in &pattern.tiles {
                        let image = pattern.image[tile as usize];
                        let place = (0..).zip(table).find(|&(_, &tile)| tile == image);
                        let stride = place.map_or(0, |(place, _)| cells.pow(place));
                        let tile = reflected[tile as usize];
                        tiles[tile as usize] = number;
                        for (&cell, to) in reflected.iter().zip(&pattern.image) {
                            adds[(tile * cells + cell) as usize] = to * stride;
                        }
                    }
                }
                let patterns = count..count + partition.len();
                count = patterns.end;
                sums.push(PatternSum { first, patterns, tiles, adds });
            }
            first += partition.len();
        }
        sums
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

    /// The number of sums.
    pub(super) const fn sums(&self) -> usize {
        self.sums.len()
    }

    /// The numbers of the patterns of a sum.
    pub(super) fn patterns(&self, sum: usize) -> Range<usize> {
        self.sums[sum].patterns.clone()
    }

    /// The pattern of a tile in a sum.
    #[inline]
    pub(super) fn pattern(&self, sum: usize, tile: u32) -> usize {
        usize::from(self.sums[sum].tiles[tile as usize])
    }

    /// What a tile adds to the index of its pattern's entry in a sum, by cell.
    #[inline]
    pub(super) fn adds(&self, sum: usize, tile: u32) -> &[u32] {
        let cells = self.layout.cells() as usize;
        &self.sums[sum].adds[tile as usize * cells..][..cells]
    }

    /// The distances of a tile to its goal, by cell.
    #[inline]
    pub(super) fn steps(&self, tile: u32) -> &[u8] {
        let cells = self.layout.cells() as usize;
        &self.steps[tile as usize * cells..][..cells]
    }

    /// The tiles of the patterns, as they are described in a file.
    #[cfg(feature = "std")]
    pub(super) fn description(&self) -> &[u8] {
        &self.description
    }

    /// The number of patterns of all sums.
    pub(super) const fn pattern_count(&self) -> usize {
        self.begins_in_sums.len()
    }

    /// All entries, two a byte.
    #[cfg(feature = "std")]
    pub(super) fn packed(&self) -> &[u8] {
        &self.pairs
    }

    /// Half of the moves that a pattern takes beyond the distances.
    #[inline]
    pub(super) fn pairs(&self, pattern: usize, entry: u32) -> u32 {
        u32::from(self.pairs[self.begins_in_sums[pattern] + entry as usize / 2] >> (entry % 2 * 4) & 15)
    }
}

/// Whether a symmetry maps the patterns of a partition to one another.
fn is_own_image(partition: &[Pattern], image: &[u32]) -> bool {
    let set = |tiles: &[u32]| tiles.iter().fold(0u64, |set, tile| set | 1 << tile);
    partition.iter().all(|pattern| {
        let mapped: Vec<u32> = pattern.tiles.iter().map(|&tile| image[tile as usize]).collect();
        partition.iter().any(|other| set(&other.tiles) == set(&mapped))
    })
}
