//! The bound of additive pattern tables: each move counts for one pattern only, so that their moves add up.

use alloc::vec::Vec;

use super::layout::Layout;
use super::sliding::{Bound, Slide};
use super::tables::{Found, PatternTables};

/// The larger of two sums: of the arrangement and of its reflection.
pub(super) struct Patterns<'t> {
    tables: &'t PatternTables,
    straight: Side,
    reflected: Side,
}

/// Where all patterns are, and the sum of their moves; empty where the board has no symmetry.
#[derive(Default)]
struct Side {
    lookups: Vec<Lookup>,
    sum: u32,
}

/// The entry of a pattern, and the moves it holds.
#[derive(Clone, Copy)]
pub(super) struct Lookup {
    entry: u32,
    moves: u32,
}

impl Side {
    fn new(tables: &PatternTables, tiles: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut entries = tables.begins.clone();
        for (tile, cell) in tiles {
            let [Found { pattern, stride }, _] = tables.tiles[tile as usize];
            entries[pattern as usize] += cell * stride;
        }
        let moves = |entry: u32| u32::from(tables.moves[entry as usize]);
        let lookups: Vec<Lookup> =
            entries.iter().map(|&entry| Lookup { entry, moves: moves(entry) }).collect();
        let sum = lookups.iter().map(|lookup| lookup.moves).sum();
        Self { lookups, sum }
    }

    /// The lookup of a pattern after one of its tiles has moved, and the sum then.
    #[inline]
    fn after(&self, tables: &PatternTables, found: Found, from: u32, to: u32) -> (Lookup, u32) {
        let before = self.lookups[found.pattern as usize];
        let entry = before.entry.wrapping_add(to.wrapping_sub(from).wrapping_mul(found.stride));
        let moves = u32::from(tables.moves[entry as usize]);
        (Lookup { entry, moves }, self.sum + moves - before.moves)
    }

    #[inline]
    fn set(&mut self, found: Found, lookup: Lookup) -> Lookup {
        let before = core::mem::replace(&mut self.lookups[found.pattern as usize], lookup);
        self.sum = self.sum + lookup.moves - before.moves;
        before
    }
}

impl<'t> Patterns<'t> {
    /// Heap bytes of this bound beside the tables; there are fewer patterns than cells.
    pub(super) fn bytes(layout: Layout) -> u64 {
        2 * u64::from(layout.cells()) * (size_of::<Lookup>() + size_of::<u32>()) as u64
    }

    pub(super) fn new(layout: Layout, tables: &'t PatternTables, cells: &[u32]) -> Self {
        let tiles = || (0..).zip(cells).filter(|&(_, &tile)| tile != layout.goal_blank);
        let image = |cell: u32| tables.image[cell as usize];
        let straight = Side::new(tables, tiles().map(|(cell, &tile)| (tile, cell)));
        let reflected = tiles().map(|(cell, &tile)| (image(tile), image(cell)));
        let reflected = if tables.is_symmetric { Side::new(tables, reflected) } else { Side::default() };
        Self { tables, straight, reflected }
    }
}

impl Bound for Patterns<'_> {
    /// What both sides held for the moved tile's pattern; the reflected one where there is a symmetry.
    type Undo = (Lookup, Option<Lookup>);

    #[inline]
    fn value(&self) -> u32 {
        self.straight.sum.max(self.reflected.sum)
    }

    #[inline]
    fn slide(&mut self, slide: Slide, _: &[u32], allowance: u32) -> Result<Self::Undo, u32> {
        let Slide { tile, from, to } = slide;
        let tables = self.tables;
        let [straight, reflected] = tables.tiles[tile as usize];
        let (lookup, sum) = self.straight.after(tables, straight, from, to);
        if sum > allowance {
            return Err(sum);
        }
        if !tables.is_symmetric {
            return Ok((self.straight.set(straight, lookup), None));
        }
        let [from, to] = [from, to].map(|cell| tables.image[cell as usize]);
        let (image, sum) = self.reflected.after(tables, reflected, from, to);
        if sum > allowance {
            return Err(sum);
        }
        Ok((self.straight.set(straight, lookup), Some(self.reflected.set(reflected, image))))
    }

    #[inline]
    fn slide_back(&mut self, slide: Slide, (before, image): Self::Undo) {
        let [straight, reflected] = self.tables.tiles[slide.tile as usize];
        self.straight.set(straight, before);
        if let Some(image) = image {
            self.reflected.set(reflected, image);
        }
    }
}
