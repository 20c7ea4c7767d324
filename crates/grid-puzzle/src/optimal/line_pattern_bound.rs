//! The bound of pattern databases if any number of tiles of a line move at once.

use alloc::vec::Vec;

use super::goal_layout::GoalLayout;
use super::line_databases::{LineDatabases, LineEntry};
use super::line_moves::{LineBound, LineDistances};
use super::sliding_state::TileSlide;

/// The greatest entry, and the distances along rows and columns.
pub(super) struct LinePatternBound<'t> {
    databases: &'t LineDatabases,
    distances: LineDistances,
    entries: Vec<LineEntry>,
    greatest: u32,
}

impl<'t> LinePatternBound<'t> {
    /// Makes the bound of a board; returns `None` if the databases show no way to the goal.
    pub(super) fn new(layout: GoalLayout, databases: &'t LineDatabases, cells: &[u32]) -> Option<Self> {
        let entries = databases.entries(cells)?;
        let greatest = entries.iter().map(|entry| entry.moves).max().unwrap_or(0);
        Some(Self { databases, distances: LineDistances::new(layout, cells), entries, greatest })
    }
}

impl LineBound for LinePatternBound<'_> {
    fn counts(&self) -> [u32; 2] {
        self.distances.counts()
    }

    fn moves(&self) -> u32 {
        self.greatest
    }

    fn slide(&mut self, slide: TileSlide) {
        self.distances.slide(slide);
        self.databases.follow(&mut self.entries, slide.from);
    }

    fn settle(&mut self) {
        self.greatest = self.databases.settle(&mut self.entries);
    }
}
