//! Pattern databases for users: made, shared, written and read.

use alloc::sync::Arc;
#[cfg(feature = "std")]
use std::io::{self, Read, Write};

use motion_core::{Control, Stop};

use super::goal_layout::GoalLayout;
use super::packed_databases::PackedDatabases;
#[cfg(feature = "std")]
use super::table_file::{TableError, TableFileKind, TableHeader, read_table, write_table};
use crate::board::Board;

/// The pattern databases of all boards of one size whose blank ends in the same cell, for
/// [`Optimal`](crate::Optimal).
///
/// `Optimal` makes them itself when it needs them. Databases made beforehand can be given to many
/// solvers – clones share the memory – and, with the feature `std`, written to a file and read
/// again.
///
/// # Examples
/// ```
/// use grid_puzzle::{Board, OptimalHeuristic, Instance, Optimal, PatternDatabases};
/// use motion_core::{Control, Solver};
///
/// let goal = Board::solved(3, 3)?;
/// let tables = PatternDatabases::new(&goal, &mut Control::unlimited()).expect("no limit is set");
/// # #[cfg(feature = "std")]
/// # let tables = {
/// let mut file = Vec::new();
/// tables.write(&mut file)?;
///
/// let tables = PatternDatabases::read(&mut file.as_slice(), &mut Control::unlimited())?;
/// # tables
/// # };
/// let heuristic = OptimalHeuristic::PatternDatabases;
/// let solver = Optimal::default().with_heuristic(heuristic).with_databases(tables);
/// let instance: Instance = "8 6 7\n2 5 4\n3 0 1".parse()?;
/// let walk = solver.solve(&instance, &mut Control::unlimited()).into_result()?;
/// assert_eq!(instance.verify(&walk)?.moves, 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PatternDatabases(Arc<PackedDatabases>);

impl PatternDatabases {
    /// Makes the databases for boards of the size of `goal` and with its blank's cell.
    ///
    /// # Errors
    /// [`Stop`] if a limit is reached; [`Stop::Unsupported`] for boards of more than 64 cells.
    ///
    /// # Complexity
    /// A node is an abstract state of a pattern – where its tiles are and which cells the blank
    /// reaches between them – or a set of cells: 23.7 million for the 15-puzzle, which takes about
    /// a second and 28 MiB; 362 million for the 24-puzzle, which takes some twenty seconds and 411
    /// MiB. The searches take the threads of the [budget](motion_core::Budget); the databases do not
    /// depend on them. The memory held in `control` is given back at the end: the databases belong
    /// to the caller.
    pub fn new(goal: &Board, control: &mut Control) -> Result<Self, Stop> {
        let tables = Self::held(GoalLayout::of(goal), control)?;
        control.release(tables.bytes());
        Ok(tables)
    }

    /// Makes databases whose [`bytes`](Self::bytes) stay held.
    pub(super) fn held(layout: GoalLayout, control: &mut Control) -> Result<Self, Stop> {
        Ok(Self(Arc::new(PackedDatabases::new(layout, control)?)))
    }

    /// Whether the databases serve boards with this goal: those of the same size and with the same
    /// cell of the blank.
    pub fn fits(&self, goal: &Board) -> bool {
        self.0.layout() == GoalLayout::of(goal)
    }

    /// Heap memory of the databases.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    pub(super) fn packed(&self) -> &PackedDatabases {
        &self.0
    }

    /// Writes the databases: 16 MiB for the 15-puzzle, 233 MiB for the 24-puzzle.
    ///
    /// # Errors
    /// Those of the writer.
    #[cfg(feature = "std")]
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let (layout, pairs) = (self.0.layout(), self.0.packed());
        let description = PackedDatabases::description(layout);
        TableHeader { kind: TableFileKind::Patterns, layout, description, len: pairs.len() as u64 }
            .write(to)?;
        write_table(pairs, to)
    }

    /// Reads databases; the reader is then behind them. The memory held in `control` is given back
    /// at the end.
    ///
    /// # Errors
    /// [`TableError`]. A damaged file gives no databases, as far as the checksums of the header and
    /// the entries can detect it.
    #[cfg(feature = "std")]
    pub fn read(from: &mut impl Read, control: &mut Control) -> Result<Self, TableError> {
        let header = TableHeader::read(from, TableFileKind::Patterns)?;
        let tables = PackedDatabases::read(
            header.layout,
            &header.description,
            header.len,
            control,
            |len, control| read_table(len, from, control),
        )?;
        control.release(tables.bytes());
        Ok(Self(Arc::new(tables)))
    }
}
