//! The pattern databases of a board with four bits per entry.

use alloc::vec::Vec;
use core::sync::atomic::AtomicU8;

use motion_core::{Control, Stop};

use super::entry_numbers::{EntryNumbers, Numbering};
use super::goal_layout::GoalLayout;
use super::operator_fsm::{DuplicateOperatorFsm, MAX_LENGTH, SHORT_LENGTH};
use super::partition::{Pattern, first_partition_len, patterns};
#[cfg(feature = "std")]
use super::partition::{check_groups, of_groups};
use super::pattern_entries::{self, MOST_IN_BOTH};
#[cfg(feature = "std")]
use super::table_file::TableError;

/// The size in bytes below which making databases takes less time than finding long duplicates.
const SMALL: usize = 1 << 20;

/// The greatest number of entries of all databases of a board: they are numbered with 32 bits.
const MAX_ENTRIES: u64 = 1 << 32;

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
    /// The first entry of each pattern's database.
    begins: Vec<u32>,
    /// The tiles of the patterns as described in a file.
    #[cfg(feature = "std")]
    description: Vec<u8>,
    numbers: EntryNumbers,
    /// The numbers of a second partition, which is not reflected. None if entries have ranks.
    second: Option<EntryNumbers>,
    fsm: DuplicateOperatorFsm,
    /// The heap memory in bytes.
    bytes: u64,
}

impl PackedDatabases {
    /// Returns the number of entries of all databases of a board; `None` if the board is too large
    /// for patterns.
    pub(super) fn entries(layout: GoalLayout) -> Option<u64> {
        let patterns = patterns(layout);
        (!patterns.is_empty()).then(|| Self::entries_of(layout, &patterns))
    }

    fn entries_of(layout: GoalLayout, patterns: &[Pattern]) -> u64 {
        let numbering = Numbering::of(layout, patterns);
        let own = patterns.iter().enumerate().filter(|(number, pattern)| pattern.table == *number);
        own.map(|(_, pattern)| numbering.entries(layout.cells(), pattern.tiles.len()).next_multiple_of(2))
            .sum()
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
            let numbering = Numbering::of(layout, patterns);
            let mut pairs = Vec::new();
            pairs.try_reserve_exact(bytes).map_err(|_| Stop::Memory)?;
            pairs.resize_with(bytes, || AtomicU8::new(MOST_IN_BOTH));
            for (number, pattern) in
                patterns.iter().enumerate().filter(|(number, pattern)| pattern.table == *number)
            {
                pattern_entries::fill(
                    &pairs[tables.begins[number] as usize / 2..],
                    layout,
                    (numbering, &pattern.tiles),
                    control,
                )?;
            }
            tables.pairs = pairs.into_iter().map(AtomicU8::into_inner).collect();
            Ok(())
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

    /// Returns the patterns with this description, in which each has a list. With ranks, there is
    /// no second partition.
    #[cfg(feature = "std")]
    fn described(layout: GoalLayout, mut description: &[u8]) -> Option<Vec<Pattern>> {
        let mut groups: Vec<Vec<u32>> = Vec::new();
        while let Some((&len, rest)) = description.split_first() {
            let (tiles, rest) = rest.split_at_checked(usize::from(len))?;
            groups.push(tiles.iter().copied().map(u32::from).collect());
            description = rest;
        }
        let (first, second) = groups.split_at(first_partition_len(layout, &groups));
        let has_second = !second.is_empty();
        for groups in core::iter::once(first).chain(has_second.then_some(second)) {
            check_groups(layout, groups, |tile| tile).ok()?;
        }
        let patterns = of_groups(layout, groups);
        (!has_second || Numbering::of(layout, &patterns) == Numbering::ByCells).then_some(patterns)
    }

    /// Holds the memory for the databases and gets their entries.
    fn held<E: From<Stop>>(
        layout: GoalLayout,
        patterns: &[Pattern],
        control: &mut Control,
        fill: impl FnOnce(&mut Self, &mut Control) -> Result<(), E>,
    ) -> Result<Self, E> {
        let entries = Self::entries_of(layout, patterns);
        if entries > MAX_ENTRIES {
            return Err(Stop::Memory.into());
        }
        let bytes = entries / 2
            + partitions(layout, patterns).map(|part| EntryNumbers::bytes(layout, part)).sum::<u64>()
            + size_of_val(patterns) as u64
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

    /// Makes the databases without entries.
    fn empty(layout: GoalLayout, patterns: &[Pattern], bytes: u64) -> Self {
        let numbering = Numbering::of(layout, patterns);
        let mut begins = Vec::new();
        let mut end = 0;
        for (number, pattern) in patterns.iter().enumerate() {
            if pattern.table == number {
                begins.push(end as u32);
                end += numbering.entries(layout.cells(), pattern.tiles.len()).next_multiple_of(2);
            } else {
                begins.push(begins[pattern.table]);
            }
        }
        let mut numbers = partitions(layout, patterns)
            .map(|partition| EntryNumbers::new(layout, partition, patterns, numbering));
        let first = numbers.next().expect("invariant: there are patterns");
        Self {
            layout,
            pairs: Vec::new(),
            begins,
            #[cfg(feature = "std")]
            description: Self::describe(layout, patterns),
            numbers: first,
            second: numbers.next(),
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

    /// The numbers of the entries.
    #[inline]
    pub(super) const fn numbers(&self) -> &EntryNumbers {
        &self.numbers
    }

    /// The numbers of the entries of the second partition, if there is one.
    #[inline]
    pub(super) const fn second(&self) -> Option<&EntryNumbers> {
        self.second.as_ref()
    }

    /// The tiles of the patterns as described in a file.
    #[cfg(feature = "std")]
    pub(super) fn description(&self) -> &[u8] {
        &self.description
    }

    /// All entries, two per byte.
    #[cfg(feature = "std")]
    pub(super) fn packed(&self) -> &[u8] {
        &self.pairs
    }

    /// Returns the entries of the patterns of a view: of the board, its reflection, or the board
    /// with the second partition. `cells` are the tiles' goal cells.
    pub(super) fn entries_in(&self, view: usize, cells: &[u32]) -> impl Iterator<Item = u32> {
        let first = self.numbers.pattern_count;
        let (numbers, side, begins) = match (view, &self.second) {
            (0, _) => (&self.numbers, 0, &self.begins[..first]),
            (1, _) if self.numbers.is_symmetric => (&self.numbers, 1, &self.begins[..first]),
            (2, Some(second)) => (second, 0, &self.begins[first..]),
            _ => (&self.numbers, 0, &[][..]),
        };
        let goal_blank = self.layout.goal_blank;
        begins
            .iter()
            .zip(0..)
            .map(move |(begin, pattern)| begin + numbers.entry(pattern, side, cells, goal_blank))
    }

    /// Returns the value of an entry: half of the moves that a pattern takes beyond the distances.
    #[inline]
    pub(super) fn pairs(&self, entry: u32) -> u32 {
        u32::from(self.pairs[entry as usize / 2] >> (entry % 2 * 4) & 15)
    }
}

/// Returns the partitions, one or two, that make up a list of patterns.
fn partitions(layout: GoalLayout, patterns: &[Pattern]) -> impl Iterator<Item = &[Pattern]> {
    let (first, second) = patterns.split_at(first_partition_len(layout, patterns));
    [first, second].into_iter().filter(|partition| !partition.is_empty())
}
