//! The choice of a lower bound.

/// The lower bound that guides the search. Stronger bounds save nodes, but need tables.
///
/// If the byte limit is too small for tables, or a board is too large for them, linear conflicts
/// replace them. If any number of tiles moves at once
/// ([`MoveMetric::MultiTile`](crate::MoveMetric::MultiTile)), there are two bounds: walking
/// distances and, for the heuristics without tables and for large boards, the distances divided by
/// the number of tiles that a move carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OptimalHeuristic {
    /// Linear conflicts first; then pattern databases, if the search exceeds a share of the time
    /// for making them.
    #[default]
    Automatic,
    /// The sum of the tiles' distances.
    Manhattan,
    /// The distances, plus two moves for each tile that must let others of its row or column pass.
    /// Needs no tables.
    LinearConflict,
    /// Moves across rows plus moves across columns, with the tiles of a goal line treated as alike.
    /// The tables take 4 MiB on 4×4 cells. Boards from 5×5 on are too large.
    WalkingDistance,
    /// Additive pattern databases: the sum of the least moves of groups of tiles. With the blank's
    /// goal in a corner, the groups have six, six and three tiles on 4×4 cells, and four times six
    /// on 5×5 cells. If a reflection of the board keeps the blank's goal, the reflected board is
    /// also looked up. Boards may have up to 64 cells.
    PatternDatabases,
}
