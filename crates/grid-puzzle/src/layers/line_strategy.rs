//! The way in which a solver fills one line, and the data it needs for that.

use super::blank_mover::{FillError, Workspace};
use super::corner::CornerTable;
use super::frame::OpenRegion;
use crate::board::Tile;

/// A way to bring the tiles of one line to their goals.
pub(crate) trait LineStrategy {
    /// Fills the next cells of the line with these tiles.
    fn fill(
        &self,
        workspace: &mut dyn Workspace,
        context: LineContext,
        tiles: &[Tile],
    ) -> Result<(), FillError>;
}

/// The context of all routines on one line: the region and, for its last tile, the corner table.
#[derive(Clone, Copy)]
pub(crate) struct LineContext<'t> {
    pub(crate) region: OpenRegion,
    pub(crate) corner: &'t CornerTable,
}

impl LineContext<'_> {
    /// Returns the context after this many more tiles of the line are placed.
    pub(crate) const fn after(self, tiles: usize) -> Self {
        Self { region: self.region.with_placed(self.region.placed + tiles as i32), ..self }
    }
}
