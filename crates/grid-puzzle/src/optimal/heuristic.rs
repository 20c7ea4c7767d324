//! The choice of a lower bound.

/// The lower bound that guides the search. Stronger bounds save nodes, but need tables.
///
/// If tables are refused by the byte limit, or a board is too large for them, linear conflicts
/// replace them. Where any number of tiles moves at once
/// ([`MoveMetric::MultiTile`](crate::MoveMetric::MultiTile)) there are two bounds: walking
/// distances and, for the heuristics without tables and for large boards, the distances divided by
/// the number of tiles that a move carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OptimalHeuristic {
    /// Linear conflicts first; pattern databases if that takes longer than a share of the time to
    /// make them.
    #[default]
    Automatic,
    /// The sum of the tiles' distances.
    Manhattan,
    /// The distances, and two moves for each tile that has to let others of its row or column pass.
    /// Needs no tables.
    LinearConflict,
    /// Moves across rows plus moves across columns, as if the tiles of a line were alike: 4 MiB of
    /// tables on 4×4 cells. Boards from 5×5 on are too large.
    WalkingDistance,
    /// Additive pattern databases: the least moves of groups of tiles, added up. With the blank's
    /// goal in a corner, the groups have six, six and three tiles on 4×4 cells, and four times six
    /// on 5×5 cells. If a reflection of the board keeps the blank's goal, the reflected board is
    /// looked up, too. For up to 64 cells.
    PatternDatabases,
}
