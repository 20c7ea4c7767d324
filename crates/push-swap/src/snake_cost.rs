//! The cost that decides whether two robots go together.

/// The cost by which three ways of two robots to their goals are compared: apart, or together after
/// the second has gone to the first, or after the first has gone to the second. The cheapest way is
/// taken.
///
/// On grids the least weight saves more in Push and Swap and in Push and Rotate; in
/// [`Elimination`](crate::Elimination) snakes save little by either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SnakeCost {
    /// The number of moves, as in the paper (section 5.3).
    Moves,
    /// The sum of the moves' weights. A move weighs 10, but 9 less if it brings a robot nearer to
    /// its goal, and 9 more if it leads the robot away. If distances to goals are unknown (with
    /// shortest routes of blanks, except on open grids), only the number of moves counts.
    #[default]
    Weight,
    /// The distances of lines 12 to 14 of algorithm 4 (appendix C). Only the way that they choose
    /// is tried, and it is abandoned if it is blocked. They ignore other robots and blanks, and the
    /// way of the second robot from the goal of the first to its own.
    Distances,
}
