//! Pattern tables: the least moves of a pattern's own tiles to their goals, whatever the others do.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::layout::Layout;
use super::partition::{MOST_TILES, patterns, reflection};

/// Situations expanded between two looks at the control.
const PORTION: usize = 512;

/// Cells of a word of [`Filling::reached`].
const WORD: u32 = u16::BITS;

/// The tables of all patterns of a board, one after another, and where the tiles' places are found in them.
#[derive(Debug)]
pub(super) struct PatternTables {
    /// Least moves by entry; [`u8::MAX`] where two tiles would share a cell.
    pub(super) moves: Vec<u8>,
    /// How each tile is found, by its goal cell; and how its reflection is.
    pub(super) tiles: Vec<[Found; 2]>,
    /// Where the table of each pattern begins.
    pub(super) begins: Vec<u32>,
    /// The reflection that keeps the goal; the identity where there is none.
    pub(super) image: Vec<u32>,
    pub(super) is_symmetric: bool,
}

/// How a tile is found in the tables.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    /// Its pattern.
    pub(super) pattern: u32,
    /// What its place adds to the pattern's entry, for each cell.
    pub(super) stride: u32,
}

/// A pattern's tiles on their cells, and the region where the blank is.
#[derive(Clone, Copy)]
struct Situation {
    places: [u8; MOST_TILES],
    entry: u32,
    /// A bit for each cell that the blank reaches without moving a tile of the pattern.
    region: u64,
}

impl PatternTables {
    /// Entries of all tables of a board, one byte each; `None` where it is too large for patterns.
    pub(super) fn entries(layout: Layout) -> Option<u64> {
        let patterns = patterns(layout);
        let entries = patterns.iter().map(|tiles| u64::from(layout.cells()).pow(tiles.len() as u32)).sum();
        (!patterns.is_empty()).then_some(entries)
    }

    /// Heap bytes of the finished tables.
    pub(super) fn bytes(layout: Layout) -> Option<u64> {
        Some(Self::entries(layout)? + 24 * u64::from(layout.cells()))
    }

    /// Fills the tables by breadth-first search from the goal; on success `control` holds their
    /// [`bytes`](Self::bytes). A node is a situation of a pattern.
    ///
    /// # Errors
    /// [`Stop`]; nothing is held then. [`Stop::Untreated`] where the board is too large for patterns.
    pub(super) fn new(layout: Layout, control: &mut Control) -> Result<Self, Stop> {
        let bytes = Self::bytes(layout).ok_or(Stop::Untreated)?;
        control.hold(bytes)?;
        let tables = Self::filled(layout, control);
        if tables.is_err() {
            control.release(bytes);
        }
        tables
    }

    fn filled(layout: Layout, control: &mut Control) -> Result<Self, Stop> {
        let image = reflection(layout);
        let mut tables = Self {
            moves: Vec::new(),
            tiles: alloc::vec![[Found::default(); 2]; layout.cells() as usize],
            begins: Vec::new(),
            is_symmetric: image.is_some(),
            image: image.unwrap_or_else(|| (0..layout.cells()).collect()),
        };
        let entries = Self::entries(layout).ok_or(Stop::Untreated)?;
        tables.moves.try_reserve_exact(entries as usize).map_err(|_| Stop::Bytes)?;
        for (pattern, tiles) in (0..).zip(patterns(layout)) {
            let begin = tables.moves.len();
            tables.begins.push(begin as u32);
            let mut stride = 1;
            for &tile in &tiles {
                tables.tiles[tile as usize][0] = Found { pattern, stride };
                stride *= layout.cells();
            }
            tables.moves.resize(begin + stride as usize, u8::MAX);
            Filling::fill(layout, &tiles, &mut tables.moves[begin..], control)?;
        }
        for tile in 0..tables.tiles.len() {
            tables.tiles[tile][1] = tables.tiles[tables.image[tile] as usize][0];
        }
        Ok(tables)
    }
}

/// The search that fills one table.
struct Filling<'t> {
    layout: Layout,
    /// The cells, and those not in the first and the last column.
    board: u64,
    not_first: u64,
    not_last: u64,
    moves: &'t mut [u8],
    /// Where the blank can have been reached, a bit for each cell, for each entry.
    reached: Vec<u16>,
    /// Words of each entry.
    words: usize,
    /// Bytes of both frontiers that the control has granted.
    held: u64,
}

impl<'t> Filling<'t> {
    fn fill(layout: Layout, tiles: &[u32], moves: &'t mut [u8], control: &mut Control) -> Result<(), Stop> {
        let words = layout.cells().div_ceil(WORD) as usize;
        let reached = moves.len() * words;
        let bytes = (reached * size_of::<u16>()) as u64;
        control.hold(bytes)?;
        let column =
            |column: u32| (0..layout.rows).fold(0, |cells, row| cells | 1 << layout.cell(row, column));
        let board = u64::MAX >> (u64::BITS - layout.cells());
        let mut filling = Self {
            layout,
            board,
            not_first: board & !column(0),
            not_last: board & !column(layout.columns - 1),
            moves,
            reached: Vec::new(),
            words,
            held: 0,
        };
        let result = if filling.reached.try_reserve_exact(reached).is_ok() {
            filling.reached.resize(reached, 0);
            filling.breadth_first(tiles, control)
        } else {
            Err(Stop::Bytes)
        };
        control.release(bytes + filling.held);
        result
    }

    fn breadth_first(&mut self, tiles: &[u32], control: &mut Control) -> Result<(), Stop> {
        let tiles_len = tiles.len();
        let mut places = [0; MOST_TILES];
        for (place, &tile) in places.iter_mut().zip(tiles) {
            *place = tile as u8;
        }
        let mut frontier = Vec::new();
        let mut next = Vec::new();
        self.reserve(&mut frontier, 1, control)?;
        let entry = self.entry(&places[..tiles_len]);
        self.reach(entry, places, tiles_len, self.layout.goal_blank as u8, 0, &mut frontier);
        let mut depth = 0u8;
        while !frontier.is_empty() {
            // Beyond what a byte holds, a bound that is too low is still one.
            depth = depth.saturating_add(1);
            for portion in frontier.chunks(PORTION) {
                control.spend(portion.len() as u64)?;
                self.reserve(&mut next, PORTION * tiles_len * 4, control)?;
                for &situation in portion {
                    self.expand(situation, tiles_len, depth, &mut next);
                }
            }
            core::mem::swap(&mut frontier, &mut next);
            next.clear();
            // Neighbours in the table are then visited together, and caches miss less: that saves a third of the time.
            frontier.sort_unstable_by_key(|situation| situation.entry);
        }
        Ok(())
    }

    /// Makes room for so many situations more.
    fn reserve(
        &mut self,
        frontier: &mut Vec<Situation>,
        more: usize,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let spare = frontier.capacity() - frontier.len();
        if spare >= more {
            return Ok(());
        }
        let added = (more - spare).max(frontier.capacity());
        let size = size_of::<Situation>();
        // While it grows, the old memory is there beside the new.
        let old = (frontier.capacity() * size) as u64;
        let grown = old + (added * size) as u64;
        control.hold(grown)?;
        if frontier.try_reserve_exact(added + spare).is_err() {
            control.release(grown);
            return Err(Stop::Bytes);
        }
        control.release(old);
        self.held += grown - old;
        Ok(())
    }

    fn entry(&self, places: &[u8]) -> usize {
        places.iter().rev().fold(0, |entry, &place| entry * self.layout.cells() as usize + usize::from(place))
    }

    /// Moves every tile into the blank's region, where it borders on it.
    fn expand(&mut self, situation: Situation, tiles: usize, depth: u8, next: &mut Vec<Situation>) {
        let Situation { places, entry, region } = situation;
        let entry = entry as usize;
        let mut stride = 1;
        for (tile, &place) in places[..tiles].iter().enumerate() {
            let mut targets = self.neighbours(1 << place) & region;
            while targets != 0 {
                let target = targets.trailing_zeros() as u8;
                targets &= targets - 1;
                let entry = entry + usize::from(target) * stride - usize::from(place) * stride;
                let word = self.reached[entry * self.words + usize::from(place) / WORD as usize];
                if word >> (u32::from(place) % WORD) & 1 == 0 {
                    let mut moved = places;
                    moved[tile] = target;
                    self.reach(entry, moved, tiles, place, depth, next);
                }
            }
            stride *= self.layout.cells() as usize;
        }
    }

    /// Enters a situation that was not there.
    fn reach(
        &mut self,
        entry: usize,
        places: [u8; MOST_TILES],
        tiles: usize,
        blank: u8,
        depth: u8,
        frontier: &mut Vec<Situation>,
    ) {
        let free = places[..tiles].iter().fold(self.board, |free, place| free & !(1 << place));
        let region = self.region(1 << blank, free);
        let reached = &mut self.reached[entry * self.words..][..self.words];
        if reached.iter().all(|&word| word == 0) {
            self.moves[entry] = depth;
        }
        for (number, word) in (0..).zip(reached) {
            *word |= (region >> (number * WORD)) as u16;
        }
        frontier.push(Situation { places, entry: entry as u32, region });
    }

    const fn neighbours(&self, cells: u64) -> u64 {
        let columns = self.layout.columns;
        (cells << columns | cells >> columns | (cells & self.not_last) << 1 | (cells & self.not_first) >> 1)
            & self.board
    }

    /// The free cells connected with these.
    const fn region(&self, from: u64, free: u64) -> u64 {
        let mut region = from;
        loop {
            let grown = region | self.neighbours(region) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }
}
