//! Pattern databases for moves of any number of tiles of a line at once.
//!
//! An entry is the fewest moves, of any tiles, that bring a few tiles and the blank to their goals:
//! the distance to the goal if all other tiles are alike. Every move of the puzzle is also a move
//! of this abstract space. A solution is therefore a path there, and no entry exceeds the moves to
//! the goal. The bound is the greatest entry. Entries must not be added, since one move counts for
//! all patterns.
//!
//! Moves can be undone, so the entries of two states with a move between them differ by at most
//! one. Therefore, two bits suffice for an entry, which is stored modulo three.
//!
//! J. C. Culberson, J. Schaeffer, *Pattern databases*, Computational Intelligence 14 (1998).

use alloc::vec::Vec;

use motion_core::internal::{RankedSpace, explore_ranked_in_parallel};
use motion_core::{Control, Stop};

use super::goal_layout::GoalLayout;
use super::line_pattern::{LinePattern, LinePlace};
use super::packed_distances::{GrowingDistances, PackedDistances};
use super::partition::{in_bands_of, known, reflection};
use super::permutation_index::MAX_TILES;
use super::ranked_pattern::MAX_CELLS;
#[cfg(feature = "std")]
use super::table_file::TableError;

/// The greatest number of states of a table.
const MAX_STATES: u64 = 60_000_000;

/// The number of tables that are made; fewer if there are too few tiles.
const TABLES: usize = 2;

/// The greatest number of tables of a file that are used.
#[cfg(feature = "std")]
const MAX_TABLES: usize = 4;

/// The pattern databases of a board.
#[derive(Debug)]
pub(super) struct LineDatabases {
    layout: GoalLayout,
    tables: Vec<LineTable>,
    lookups: Vec<LineLookup>,
    /// The heap memory in bytes.
    bytes: u64,
}

#[derive(Debug)]
struct LineTable {
    pattern: LinePattern,
    /// The goal cells of its tiles.
    tiles: Vec<u32>,
    /// Distances modulo three, by rank.
    distances: PackedDistances,
}

/// A lookup in a table for the board, or for its reflection.
#[derive(Debug)]
struct LineLookup {
    table: usize,
    /// By cell: its image on the board of the table.
    image: Vec<u32>,
}

/// The state of a lookup, and its entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineEntry {
    place: LinePlace,
    pub(super) moves: u32,
}

impl LineDatabases {
    /// Returns the patterns of a board; none if it is too large.
    fn patterns(layout: GoalLayout) -> Vec<Vec<u32>> {
        if layout.cells() > MAX_CELLS {
            return Vec::new();
        }
        let most = MAX_TILES.min(layout.cells() as usize - 1);
        let fits = |&tiles: &usize| LinePattern::states_of(layout, tiles) <= MAX_STATES;
        let Some(size) = (1..=most).rev().find(fits) else { return Vec::new() };
        let is_whole = |groups: &Vec<Vec<u32>>| groups.iter().any(|tiles| tiles.len() == size);
        let groups = known(layout).filter(is_whole).unwrap_or_else(|| in_bands_of(layout, size));
        groups.into_iter().filter(|tiles| tiles.len() == size).take(TABLES).collect()
    }

    /// Returns the number of states of all tables of a board; `None` if it has no tables.
    pub(super) fn states(layout: GoalLayout) -> Option<u64> {
        let patterns = Self::patterns(layout);
        let states = patterns.iter().map(|tiles| LinePattern::states_of(layout, tiles.len()));
        (!patterns.is_empty()).then(|| states.sum())
    }

    /// Makes the tables by breadth-first search from the goal. On success, `control` holds their
    /// [`bytes`](Self::bytes). A node is an abstract state.
    ///
    /// # Errors
    /// [`Stop`], with nothing held. [`Stop::Unsupported`] if the board is too large.
    pub(super) fn new(layout: GoalLayout, control: &mut Control) -> Result<Self, Stop> {
        let patterns = Self::patterns(layout);
        if patterns.is_empty() {
            return Err(Stop::Unsupported);
        }
        Self::held(layout, &patterns, control, |pattern, control| {
            let distances = GrowingDistances::unknown(pattern.states())?;
            explore_ranked_in_parallel(pattern, [pattern.goal_rank()], control, |group, depth| {
                group.ranks().for_each(|rank| distances.set(rank, depth));
            })?;
            Ok(distances.finish())
        })
    }

    /// Makes the databases with tables read by `read`, which takes the length of each in bytes. On
    /// success, `control` holds them.
    #[cfg(feature = "std")]
    pub(super) fn read(
        layout: GoalLayout,
        description: &[u8],
        control: &mut Control,
        mut read: impl FnMut(usize, &mut Control) -> Result<Vec<u8>, TableError>,
    ) -> Result<Self, TableError> {
        let patterns = Self::described(layout, description).ok_or(TableError::OtherPatterns)?;
        Self::held(layout, &patterns, control, |pattern, control| {
            let bytes =
                usize::try_from(PackedDistances::bytes(pattern.states())).map_err(|_| Stop::Memory)?;
            read(bytes, control).map(PackedDistances::from_packed)
        })
    }

    /// Returns the tiles of the patterns as described in a file: lists that begin with their
    /// lengths.
    #[cfg(feature = "std")]
    pub(super) fn description(&self) -> Vec<u8> {
        let lists = self.tables.iter().flat_map(|LineTable { tiles, .. }| {
            core::iter::once(tiles.len() as u32).chain(tiles.iter().copied())
        });
        lists.map(|number| number as u8).collect()
    }

    /// Returns the patterns with this description.
    #[cfg(feature = "std")]
    fn described(layout: GoalLayout, mut description: &[u8]) -> Option<Vec<Vec<u32>>> {
        if layout.cells() > MAX_CELLS {
            return None;
        }
        let mut patterns = Vec::new();
        while let Some((&len, rest)) = description.split_first() {
            let (tiles, rest) = rest.split_at_checked(usize::from(len))?;
            let tiles: Vec<u32> = tiles.iter().copied().map(u32::from).collect();
            let mut known = 1u64 << layout.goal_blank;
            for &tile in &tiles {
                if tile >= layout.cells() || known >> tile & 1 == 1 {
                    return None;
                }
                known |= 1 << tile;
            }
            let is_large = LinePattern::states_of(layout, tiles.len()) > 1 << u32::BITS;
            if tiles.is_empty() || tiles.len() > MAX_TILES || is_large {
                return None;
            }
            patterns.push(tiles);
            description = rest;
        }
        (1..=MAX_TABLES).contains(&patterns.len()).then_some(patterns)
    }

    /// Holds the memory for the databases and gets their distances.
    fn held<E: From<Stop>>(
        layout: GoalLayout,
        patterns: &[Vec<u32>],
        control: &mut Control,
        mut distances: impl FnMut(&LinePattern, &mut Control) -> Result<PackedDistances, E>,
    ) -> Result<Self, E> {
        let before = control.stats().bytes;
        let mut tables = Vec::new();
        let mut get = |control: &mut Control| {
            for tiles in patterns {
                let pattern = LinePattern::held(layout, tiles, control)?;
                control.hold(PackedDistances::bytes(pattern.states()))?;
                let distances = distances(&pattern, control)?;
                tables.push(LineTable { pattern, tiles: tiles.clone(), distances });
            }
            let cells = u64::from(layout.cells()) * size_of::<u32>() as u64;
            control.hold(2 * tables.len() as u64 * (cells + size_of::<LineLookup>() as u64))?;
            Ok(())
        };
        if let Err(why) = get(control) {
            control.release(control.stats().bytes - before);
            return Err(why);
        }
        let lookups = Self::lookups_of(layout, patterns);
        Ok(Self { layout, tables, lookups, bytes: control.stats().bytes - before })
    }

    /// Returns a lookup of each table for the board, and for its reflection if that pattern differs
    /// from all before.
    fn lookups_of(layout: GoalLayout, patterns: &[Vec<u32>]) -> Vec<LineLookup> {
        let set = |tiles: &mut dyn Iterator<Item = u32>| tiles.fold(0u64, |set, tile| set | 1 << tile);
        let same: Vec<u32> = (0..layout.cells()).collect();
        let reflection = reflection(layout);
        let mut known = Vec::new();
        let mut lookups = Vec::new();
        for image in core::iter::once(&same).chain(&reflection) {
            for (table, tiles) in patterns.iter().enumerate() {
                let goals = set(&mut tiles.iter().map(|&tile| image[tile as usize]));
                if !known.contains(&goals) {
                    known.push(goals);
                    lookups.push(LineLookup { table, image: image.clone() });
                }
            }
        }
        lookups
    }

    pub(super) const fn layout(&self) -> GoalLayout {
        self.layout
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the distances of each table.
    #[cfg(feature = "std")]
    pub(super) fn tables(&self) -> impl Iterator<Item = &[u8]> {
        self.tables.iter().map(|table| table.distances.packed())
    }

    /// Returns the entries of a board, given the goal cell of the tile in each cell; `None` if its
    /// goal cannot be reached.
    pub(super) fn entries(&self, cells: &[u32]) -> Option<Vec<LineEntry>> {
        let cell_of = |tile: u32| cells.iter().position(|&goal| goal == tile);
        let entries = self.lookups.iter().map(|LineLookup { table, image }| {
            let LineTable { pattern, tiles, .. } = &self.tables[*table];
            // A tile is the reflection of its image, because a reflection is an involution.
            let places = tiles.iter().map(|&tile| Some((tile, image[cell_of(image[tile as usize])?])));
            let places = places.collect::<Option<Vec<_>>>()?;
            let blank = image[cell_of(self.layout.goal_blank)?];
            let place = pattern.place(&places, blank);
            self.tables[*table].moves(pattern.rank(place)).map(|moves| LineEntry { place, moves })
        });
        entries.collect()
    }

    /// Follows the blank to a cell beside it. Entries change only when they are
    /// [settled](Self::settle).
    #[inline]
    pub(super) fn follow(&self, entries: &mut [LineEntry], from: u32) {
        for (entry, LineLookup { table, image }) in entries.iter_mut().zip(&self.lookups) {
            entry.place = self.tables[*table].pattern.after(entry.place, image[from as usize]);
        }
    }

    /// Updates the entries after a move, or after one has been undone. Returns the greatest.
    #[inline]
    pub(super) fn settle(&self, entries: &mut [LineEntry]) -> u32 {
        let mut greatest = 0;
        for (entry, lookup) in entries.iter_mut().zip(&self.lookups) {
            let LineTable { pattern, distances, .. } = &self.tables[lookup.table];
            let low = u32::from(distances.get(pattern.rank(entry.place)));
            // The entry is one less, the same or one more, whichever equals `low` modulo three.
            let more = (low + 4 - entry.moves % 3) % 3;
            entry.moves = (entry.moves + more).saturating_sub(1);
            greatest = greatest.max(entry.moves);
        }
        greatest
    }
}

impl LineTable {
    /// Finds the distance of a state by a descent to the goal; `None` if there is no way.
    fn moves(&self, mut rank: u64) -> Option<u32> {
        let goal = self.pattern.goal_rank();
        let mut moves = 0;
        while rank != goal {
            let nearer = (self.distances.get(rank) + 2) % 3;
            let mut next = None;
            self.pattern.successors(&mut Vec::new(), rank, &mut |after| {
                if self.distances.get(after) == nearer {
                    next = next.or(Some(after));
                }
            });
            rank = next?;
            moves += 1;
            if moves > u32::from(u8::MAX) {
                return None;
            }
        }
        Some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimal::complete_table::CompleteTable;
    use crate::optimal::metric::MoveMetric;
    use crate::{Board, Instance};
    use motion_core::Direction;

    #[test]
    fn entries_of_all_tiles_are_the_distances() {
        let goal: Board = "1 2 3\n8 0 4\n7 6 5".parse().expect("a board");
        let control = &mut Control::unlimited();
        let complete = CompleteTable::new(&goal, MoveMetric::MultiTile, control).expect("few cells");
        let layout = GoalLayout::of(&goal);
        let databases = LineDatabases::new(layout, control).expect("no limit");
        assert_eq!(control.stats().bytes, databases.bytes());
        let mut board = goal.clone();
        let mut entries = databases.entries(&GoalLayout::goal_cells(&board, &goal)).expect("the goal");
        for step in 0..3000usize {
            let direction = Direction::from_index((step * step / 3 % 4) as u8);
            let mut moved = false;
            for _ in 0..=step % 2 {
                if board.slide(direction).is_some() {
                    databases.follow(&mut entries, board.blank().0);
                    moved = true;
                }
            }
            let greatest = if moved { databases.settle(&mut entries) } else { continue };
            let instance = Instance::new(board.clone(), goal.clone()).expect("equal sizes");
            let distance = complete.distance(&instance).expect("solvable");
            // Eight tiles and the blank are the whole board.
            assert_eq!(greatest, distance, "{board}");
            let again = databases.entries(&GoalLayout::goal_cells(&board, &goal)).expect("solvable");
            assert!(again.iter().zip(&entries).all(|(again, entry)| again.moves == entry.moves));
        }
    }
}
