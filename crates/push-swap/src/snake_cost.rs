//! What is compared where two robots may go together.

/// What is compared where two robots have three ways to their goals: apart, or together after the
/// second has gone to the first, or the first to the second. The one that costs least is taken.
///
/// On n × n grids whose last three cells are vacant in the end, snakes save 6.3, 6.9 and 7.1 % by
/// the fewest moves and 8.1, 8.7 and 8.6 % by the least weight at n = 10, 20 and 30, in Push and
/// Swap; in Push and Rotate 7.0, 6.2 and 6.0 % and 9.3, 7.6 and 8.1 %; in
/// [`Elimination`](crate::Elimination) 0.8, 0.2 and 0.1 % and 0.5, 0.7 and 1.5 %.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SnakeCost {
    /// The moves, as in the paper (section 5.3).
    Moves,
    /// The weights of the moves: a move weighs 10, 9 less if it brings a robot nearer to its
    /// goal, and 9 more if it leads one away. Where distances to goals are unknown – by the
    /// shortest routes of blanks, except on open grids –, these are the moves.
    #[default]
    Weight,
    /// The distances of lines 12 to 14 of algorithm 4 (appendix C): nothing is tried but the way
    /// that they name, which is left if it is blocked. They ignore other robots and blanks, and the
    /// way of the second robot from the goal of the first to its own.
    Distances,
}
