//! The tables of all patterns of a board, and where the tiles' places are found in them.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::detours::{Detours, LONGEST};
use super::filling::Filling;
use super::layout::Layout;
use super::partition::{Pattern, patterns, reflection};

/// The most that an entry holds.
const MOST_PAIRS: u32 = 15;

/// What the tables of a board hold.
///
/// A tile's move changes its distance to its goal by one. So the least moves of a pattern are its tiles' distances and an
/// even number more; half of that is an entry of four bits. More than it holds is cut off: a bound that is too low.
#[derive(Debug)]
pub(super) struct Tables {
    layout: Layout,
    /// Two entries a byte, the even one low; one table after another.
    pairs: Vec<u8>,
    /// Where the entries of each pattern begin.
    pub(super) begins: Vec<u32>,
    /// The pattern of each tile, by its goal cell, and that of its reflection.
    tiles: Vec<[u32; 2]>,
    /// By goal cell and cell.
    places: Vec<Place>,
    /// Whether a reflection keeps the blank's goal.
    pub(super) is_symmetric: bool,
    detours: Detours,
    /// Heap bytes.
    bytes: u64,
}

/// A tile in a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// What it adds to its pattern's entry; and what its reflection adds, where there is a symmetry.
    pub(super) adds: [u32; 2],
    /// Steps to its goal.
    pub(super) steps: u32,
}

impl Tables {
    /// Entries of all tables of a board; `None` where it is too large for patterns.
    pub(super) fn entries(layout: Layout) -> Option<u64> {
        let patterns = patterns(layout);
        (!patterns.is_empty()).then(|| Self::entries_of(layout, &patterns))
    }

    fn entries_of(layout: Layout, patterns: &[Pattern]) -> u64 {
        let own = patterns.iter().enumerate().filter(|(number, pattern)| pattern.table == *number);
        own.map(|(_, pattern)| u64::from(layout.cells()).pow(pattern.tiles.len() as u32).next_multiple_of(2)).sum()
    }

    /// Heap bytes of the finished tables.
    fn bytes_of(layout: Layout) -> Option<u64> {
        let cells = u64::from(layout.cells());
        Some(Self::entries(layout)? / 2 + cells * (12 * cells + 12) + Detours::BYTES)
    }

    /// Fills the tables by breadth-first search from the goal; on success `control` holds their
    /// [`bytes`](Self::bytes). A node is a situation of a pattern.
    ///
    /// # Errors
    /// [`Stop`]; nothing is held then. [`Stop::Untreated`] where the board is too large for patterns.
    pub(super) fn new(layout: Layout, control: &mut Control) -> Result<Self, Stop> {
        let bytes = Self::bytes_of(layout).ok_or(Stop::Untreated)?;
        control.hold(bytes)?;
        let tables = Self::filled(layout, bytes, control);
        if tables.is_err() {
            control.release(bytes);
        }
        tables
    }

    fn filled(layout: Layout, bytes: u64, control: &mut Control) -> Result<Self, Stop> {
        let patterns = patterns(layout);
        let entries = Self::entries_of(layout, &patterns);
        let detours = Detours::up_to(LONGEST, control);
        let mut tables = Self::empty(layout, &patterns, detours, bytes);
        tables.pairs.try_reserve_exact(entries as usize / 2).map_err(|_| Stop::Bytes)?;
        tables.pairs.resize(entries as usize / 2, 0);
        for (number, pattern) in patterns.iter().enumerate().filter(|(number, pattern)| pattern.table == *number) {
            let filling = Filling::new(layout, &pattern.tiles, control)?;
            let begin = tables.begins[number];
            let (all, pairs) = (&tables.places, &mut tables.pairs);
            filling.for_each(|places, moves| {
                let mut entry = begin;
                let mut distances = 0;
                for (&tile, &cell) in pattern.tiles.iter().zip(places) {
                    let place = all[(tile * layout.cells() + cell) as usize];
                    entry += place.adds[0];
                    distances += place.steps;
                }
                let more = (moves.saturating_sub(distances) / 2).min(MOST_PAIRS);
                pairs[entry as usize / 2] |= (more as u8) << (entry % 2 * 4);
            });
            filling.release(control);
        }
        Ok(tables)
    }

    /// Where everything will be found.
    fn empty(layout: Layout, patterns: &[Pattern], detours: Detours, bytes: u64) -> Self {
        let cells = layout.cells();
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
        let image = reflection(layout);
        let is_symmetric = image.is_some();
        let image = image.unwrap_or_else(|| (0..cells).collect());
        let mut tiles = alloc::vec![[0; 2]; cells as usize];
        let mut places = alloc::vec![Place::default(); (cells * cells) as usize];
        for (number, pattern) in (0..).zip(patterns) {
            for &tile in &pattern.tiles {
                // The reflection is an involution: this tile is the reflection of its image.
                let reflected = image[tile as usize];
                tiles[tile as usize][0] = number;
                tiles[reflected as usize][1] = number;
                let stride = strides[pattern.image[tile as usize] as usize];
                for (cell, &to) in (0..).zip(&pattern.image) {
                    let place = &mut places[(tile * cells + cell) as usize];
                    place.adds[0] = to * stride;
                    place.steps = layout.distance(tile, cell);
                    places[(reflected * cells + image[cell as usize]) as usize].adds[1] = to * stride;
                }
            }
        }
        Self { layout, pairs: Vec::new(), begins, tiles, places, is_symmetric, detours, bytes }
    }

    pub(super) const fn layout(&self) -> Layout {
        self.layout
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) const fn detours(&self) -> &Detours {
        &self.detours
    }

    /// The pattern of a tile, and that of its reflection.
    #[inline]
    pub(super) fn patterns(&self, tile: u32) -> [usize; 2] {
        self.tiles[tile as usize].map(|pattern| pattern as usize)
    }

    /// The places of a tile, by cell.
    #[inline]
    pub(super) fn places(&self, tile: u32) -> &[Place] {
        let cells = self.layout.cells() as usize;
        &self.places[tile as usize * cells..][..cells]
    }

    /// Half of the moves beyond the distances.
    #[inline]
    pub(super) fn pairs(&self, entry: u32) -> u32 {
        u32::from(self.pairs[entry as usize / 2] >> (entry % 2 * 4) & 15)
    }
}
