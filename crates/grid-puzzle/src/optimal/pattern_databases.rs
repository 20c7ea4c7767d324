//! Pattern databases that users make and share.

use alloc::sync::Arc;
use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::goal_layout::GoalLayout;
use super::line_databases::LineDatabases;
use super::metric::MoveMetric;
use super::packed_databases::PackedDatabases;
use super::partition::{Pattern, check_groups, large, of_groups, patterns};
use super::ranking_error::RankingError;
use crate::board::{Board, Tile};

/// The pattern databases of all boards of one size whose blank ends in the same cell, for
/// [`Optimal`](crate::Optimal).
///
/// `Optimal` makes them itself when it needs them. Databases made beforehand can be passed to many
/// solvers, because clones share the memory. With the feature `std`, they can be written to a file
/// and read again.
///
/// # Examples
/// ```
/// use grid_puzzle::tables::PatternDatabases;
/// use grid_puzzle::{Board, Instance, MoveMetric, Optimal};
/// use motion_core::{Control, Solver};
///
/// let goal = Board::solved(3, 3)?;
/// let control = &mut Control::unlimited();
/// let tables = PatternDatabases::new(&goal, MoveMetric::SingleTile, control)?;
/// # #[cfg(feature = "std")]
/// # let tables = {
/// let mut file = Vec::new();
/// tables.write(&mut file)?;
///
/// let tables = PatternDatabases::read(&mut file.as_slice(), &mut Control::unlimited())?;
/// # tables
/// # };
/// let solver = Optimal::default().with_databases(tables);
/// let instance: Instance = "8 6 7\n2 5 4\n3 0 1".parse()?;
/// let walk = solver.solve(&instance, &mut Control::unlimited()).into_result()?;
/// assert_eq!(instance.verify(&walk)?.moves, 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PatternDatabases(pub(super) Arc<MetricDatabases>);

/// Databases of one metric.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one of them, with megabytes of entries")]
pub(super) enum MetricDatabases {
    /// Moves of single tiles; the entries of all patterns are added.
    Single(PackedDatabases),
    /// Moves of any number of tiles of a line at once.
    Multi(LineDatabases),
}

impl PatternDatabases {
    /// Makes the databases for boards of the size of `goal` and with its blank's cell, in a
    /// [metric](MoveMetric).
    ///
    /// With [`MoveMetric::MultiTile`], an entry counts the moves of all tiles until a few of them
    /// and the blank are at their goals. The lower bound is the greatest entry, not the sum.
    ///
    /// # Errors
    /// [`Stop`] if a limit is reached; [`Stop::Unsupported`] for boards of more than 64 cells.
    ///
    /// # Complexity
    /// A node is a set of cells or an abstract state of a pattern: the cells of its tiles, and the
    /// region that the blank reaches between them. There are 23.7 million for the 15-puzzle, which
    /// takes about a second and 22 MiB, and 362 million for the 24-puzzle, which takes some twenty
    /// seconds and 286 MiB. For several tiles at once, a node is a placement of the tiles of a
    /// pattern and of the blank. There are 115 million for the 15-puzzle, which takes some seconds
    /// and 43 MiB, with databases of 28 MiB.
    ///
    /// The searches use the threads of the [budget](motion_core::Budget); the databases do not
    /// depend on their number. The memory held in `control` is released at the end, because the
    /// databases belong to the caller.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{Board, MoveMetric};
    /// use grid_puzzle::tables::PatternDatabases;
    /// use motion_core::Control;
    ///
    /// let goal = Board::solved(3, 3)?;
    /// let control = &mut Control::unlimited();
    /// let databases = PatternDatabases::new(&goal, MoveMetric::MultiTile, control)?;
    /// assert_eq!(databases.metric(), MoveMetric::MultiTile);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(goal: &Board, metric: MoveMetric, control: &mut Control) -> Result<Self, Stop> {
        let tables = Self::held(GoalLayout::of(goal), metric, control)?;
        control.release(tables.bytes());
        Ok(tables)
    }

    /// Makes the largest databases for single tiles. On 4×4 cells, these are one of eight tiles and
    /// one of seven, with which boards take a fourteenth of the nodes that they take with those of
    /// [`new`](Self::new). On 5×5 cells with the blank's goal in a corner, a second partition of
    /// the tiles is added to that of [`new`](Self::new), and the greater bound holds.
    ///
    /// # Errors
    /// [`Stop`] if a limit is reached; [`Stop::Unsupported`] for other boards.
    ///
    /// # Complexity
    /// Nodes are those of [`new`](Self::new). On 4×4 cells, there are 1.57 billion, which takes
    /// about a minute and a half. The databases take 275 MiB, and 622 MiB while they are made. On
    /// 5×5 cells, there are 906 million, which takes about a minute. The databases take 583 MiB,
    /// and 636 MiB while they are made.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::Board;
    /// use grid_puzzle::tables::PatternDatabases;
    /// use motion_core::{Budget, Control, Stop};
    ///
    /// let control = &mut Control::new(Budget::new().with_bytes(1 << 20));
    /// let large = |goal: &Board, control: &mut _| PatternDatabases::large(goal, control).err();
    /// assert_eq!(large(&Board::solved(4, 4)?, control), Some(Stop::Memory));
    /// assert_eq!(large(&Board::solved(5, 5)?, control), Some(Stop::Memory));
    /// assert_eq!(large(&Board::solved(3, 3)?, control), Some(Stop::Unsupported));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn large(goal: &Board, control: &mut Control) -> Result<Self, Stop> {
        let layout = GoalLayout::of(goal);
        let patterns = large(layout).filter(|_| goal.blank_count() == 1).ok_or(Stop::Unsupported)?;
        Self::of_patterns(layout, &patterns, control)
    }

    /// Makes databases for single tiles, and releases their memory.
    pub(super) fn of_patterns(
        layout: GoalLayout,
        patterns: &[Pattern],
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let tables = PackedDatabases::new(layout, patterns, control)?;
        control.release(tables.bytes());
        Ok(Self(Arc::new(MetricDatabases::Single(tables))))
    }

    /// Whether these are databases as large as those of [`large`](Self::large).
    #[doc(hidden)]
    pub fn is_large(&self) -> bool {
        let MetricDatabases::Single(databases) = self.databases() else { return false };
        databases.numbers().are_ranks() || databases.second().is_some()
    }

    /// Makes the databases of given patterns of one to eight tiles, which must contain each tile
    /// once.
    ///
    /// On a board of n cells, the database of k tiles has nᵏ entries, two per byte, or if one of
    /// the databases would have more than 2²⁸, n!/(n − k)!, at most 2³¹. Larger patterns give
    /// greater bounds. Mirror images share one database.
    ///
    /// # Errors
    /// [`RankingError`] for boards of more than 64 cells or with several blanks, for patterns of no
    /// tile or more than eight, or if a tile is not in exactly one pattern;
    /// [`RankingError::Stopped`] if a limit is reached, a database has too many entries, or all of
    /// them together have more than 2³².
    ///
    /// # Complexity
    /// Nodes are those of [`new`](Self::new). Making the database of k tiles also takes two bits
    /// for each abstract state.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{Board, Tile};
    /// use grid_puzzle::tables::PatternDatabases;
    /// use motion_core::Control;
    ///
    /// let goal = Board::solved(2, 4)?;
    /// let (first, second) = ([1, 2, 3, 4].map(Tile), [5, 6, 7].map(Tile));
    /// let control = &mut Control::unlimited();
    /// let databases = PatternDatabases::with_patterns(&goal, &[&first, &second], control)?;
    /// assert!(databases.fits(&goal));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn with_patterns(
        goal: &Board,
        patterns: &[&[Tile]],
        control: &mut Control,
    ) -> Result<Self, RankingError> {
        if goal.blank_count() > 1 {
            return Err(RankingError::SeveralBlanks { blanks: goal.blank_count() });
        }
        let layout = GoalLayout::of(goal);
        let cells = goal.cells_of_tiles();
        let mut groups = Vec::new();
        for tiles in patterns {
            let cells = tiles.iter().map(|&Tile(tile)| {
                let cell = cells.get(tile as usize).filter(|_| tile > 0);
                cell.map(|cell| cell.0).ok_or(RankingError::NotATile { tile })
            });
            groups.push(cells.collect::<Result<Vec<u32>, _>>()?);
        }
        check_groups(layout, &groups, |cell| goal.tiles()[cell as usize].0)?;
        Ok(Self::of_patterns(layout, &of_groups(layout, groups), control)?)
    }

    /// Makes databases and keeps their [`bytes`](Self::bytes) held.
    pub(super) fn held(layout: GoalLayout, metric: MoveMetric, control: &mut Control) -> Result<Self, Stop> {
        Ok(Self(Arc::new(match metric {
            MoveMetric::SingleTile => {
                MetricDatabases::Single(PackedDatabases::new(layout, &patterns(layout), control)?)
            }
            MoveMetric::MultiTile => MetricDatabases::Multi(LineDatabases::new(layout, control)?),
        })))
    }

    /// The definition of a move.
    pub fn metric(&self) -> MoveMetric {
        match &*self.0 {
            MetricDatabases::Single(_) => MoveMetric::SingleTile,
            MetricDatabases::Multi(_) => MoveMetric::MultiTile,
        }
    }

    pub(super) fn layout(&self) -> GoalLayout {
        match &*self.0 {
            MetricDatabases::Single(databases) => databases.layout(),
            MetricDatabases::Multi(databases) => databases.layout(),
        }
    }

    /// Whether the databases serve boards with this goal: goals of the same size with the blank in
    /// the same cell.
    pub fn fits(&self, goal: &Board) -> bool {
        self.layout() == GoalLayout::of(goal)
    }

    /// Returns the heap memory of the databases in bytes.
    #[doc(hidden)]
    pub fn bytes(&self) -> u64 {
        match &*self.0 {
            MetricDatabases::Single(databases) => databases.bytes(),
            MetricDatabases::Multi(databases) => databases.bytes(),
        }
    }

    pub(super) fn databases(&self) -> &MetricDatabases {
        &self.0
    }

    #[cfg(test)]
    pub(super) fn packed(&self) -> &PackedDatabases {
        match &*self.0 {
            MetricDatabases::Single(databases) => databases,
            MetricDatabases::Multi(_) => panic!("databases for single tiles"),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::optimal::pattern_bound::tests::bound;
    use crate::optimal::pattern_entries::tests::truth;
    use crate::{Instance, Optimal};
    use alloc::collections::{BTreeSet, VecDeque};
    use core::num::NonZero;
    use motion_core::{Budget, Direction, Solver};

    pub(in crate::optimal) fn databases(
        goal: &Board,
        patterns: &[&[u32]],
    ) -> Result<PatternDatabases, RankingError> {
        let tiles: Vec<Vec<Tile>> =
            patterns.iter().map(|tiles| tiles.iter().copied().map(Tile).collect()).collect();
        let patterns: Vec<&[Tile]> = tiles.iter().map(Vec::as_slice).collect();
        let mut control = Control::unlimited();
        let databases = PatternDatabases::with_patterns(goal, &patterns, &mut control);
        assert_eq!(control.stats().bytes, 0);
        databases
    }

    /// Compares the bounds of every board with the moves of a plain search for each pattern.
    fn compare(goal: &Board, patterns: &[&[u32]]) {
        let databases = databases(goal, patterns).expect("no limit");
        let layout = GoalLayout::of(goal);
        let truth: Vec<_> = patterns
            .iter()
            .map(|tiles| {
                let goals = tiles.iter().map(|&tile| goal.cells_of_tiles()[tile as usize].0);
                truth(layout, &goals.collect::<Vec<_>>())
            })
            .collect();
        let mut known = BTreeSet::new();
        let mut queue = VecDeque::from([goal.clone()]);
        while let Some(board) = queue.pop_front() {
            if !known.insert(board.tiles().to_vec()) {
                continue;
            }
            let cells = board.cells_of_tiles();
            let moves = patterns.iter().zip(&truth).map(|(tiles, truth)| {
                let places: Vec<_> = tiles.iter().map(|&tile| cells[tile as usize].0).collect();
                let goals = tiles.iter().map(|&tile| goal.cells_of_tiles()[tile as usize].0);
                let columns = goal.columns() as usize;
                let steps = places.iter().zip(goals).map(|(&place, goal)| {
                    let [place, goal] = [place, goal].map(|cell| cell as usize);
                    (place / columns).abs_diff(goal / columns) + (place % columns).abs_diff(goal % columns)
                });
                let steps: usize = steps.sum();
                // An entry holds at most fifteen pairs of moves more than steps.
                truth[&places].min(steps as u32 + 30)
            });
            let goals = GoalLayout::goal_cells(&board, goal);
            assert_eq!(bound(databases.packed(), &goals), moves.sum(), "{board}");
            for direction in Direction::ALL {
                let mut next = board.clone();
                if next.slide(direction).is_some() {
                    queue.push_back(next);
                }
            }
        }
    }

    #[test]
    #[ignore = "exhaustive: 0.03 minutes"]
    fn eight_tiles_of_small_boards_have_the_moves_of_a_plain_search() {
        let goal: Board = "1 2 3 4\n5 6 7 0".parse().expect("a board");
        compare(&goal, &[&[7, 1, 4], &[2, 6], &[5, 3]]);
        // The whole puzzle.
        let goal: Board = "1 2 3\n8 0 4\n7 6 5".parse().expect("a board");
        compare(&goal, &[&[5, 2, 3, 4, 1, 6, 7, 8]]);
    }

    #[test]
    #[ignore = "exhaustive: 0.5 minutes"]
    fn eight_tiles_of_nine_have_the_moves_of_a_plain_search() {
        let goal: Board = "1 2 3 4 5\n6 0 7 8 9".parse().expect("a board");
        compare(&goal, &[&[1, 2, 3, 4, 5, 6, 7, 9], &[8]]);
    }

    /// The numbers of abstract states are those of the two patterns and of their sets of cells.
    #[test]
    #[ignore = "exhaustive: 1 minutes"]
    fn large_databases_solve_hard_boards() {
        let goal = Board::solved(4, 4).expect("a legal size");
        let mut control = Control::new(Budget::new().with_threads(NonZero::new(2).expect("not zero")));
        let databases = PatternDatabases::large(&goal, &mut control).expect("no limit");
        assert_eq!(control.stats().nodes, 1_425_191_040 + 12_870 + 139_849_920 + 11_440);
        assert!(control.stats().peak_bytes < 1 << 30 && databases.is_large());
        let solver = Optimal::default().with_databases(databases);
        for (text, moves) in [
            ("0 12 9 13\n15 11 10 14\n3 7 2 5\n4 8 6 1", 80),
            ("0 11 9 13\n12 15 10 14\n3 7 6 2\n4 8 5 1", 80),
            ("11 5 9 13\n2 6 10 14\n3 7 0 15\n4 8 12 1", 74),
        ] {
            let instance: Instance = text.parse().expect("a board");
            let [one, two] = [1, 2].map(|threads| {
                let threads = NonZero::new(threads).expect("not zero");
                let mut control = Control::new(Budget::new().with_threads(threads));
                solver.solve(&instance, &mut control).into_result().expect("solvable")
            });
            assert_eq!((one.len(), &one), (moves, &two), "{text}");
            assert!(instance.verify(&one).is_ok());
        }
    }

    #[test]
    fn patterns_that_are_no_partition_are_refused() {
        let goal: Board = "1 2 3\n4 5 0".parse().expect("a board");
        let refused = |patterns: &[&[u32]]| databases(&goal, patterns).expect_err("no partition");
        assert_eq!(refused(&[&[1, 2, 3], &[5]]), RankingError::NoPattern { tile: 4 });
        assert_eq!(refused(&[]), RankingError::NoPattern { tile: 1 });
        assert_eq!(refused(&[&[1, 2, 3], &[3, 4, 5]]), RankingError::NotATile { tile: 3 });
        assert_eq!(refused(&[&[1, 2, 3], &[4, 5, 0]]), RankingError::NotATile { tile: 0 });
        assert_eq!(refused(&[&[1, 2, 3], &[4, 5, 6]]), RankingError::NotATile { tile: 6 });
        assert_eq!(refused(&[&[], &[1, 2, 3, 4, 5]]), RankingError::TileCount { tiles: 0, most: 8 });
        let goal = Board::solved(5, 5).expect("a legal size");
        let nine: Vec<u32> = (1..10).collect();
        let large = databases(&goal, &[&nine]).expect_err("nine tiles");
        assert_eq!(large, RankingError::TileCount { tiles: 9, most: 8 });
        let eight = databases(&goal, &[&nine[..8]]).expect_err("25⁸ entries");
        assert_eq!(eight, RankingError::Stopped(Stop::Memory));
        let two = Board::solved_with_blanks(2, 3, 2).expect("a legal size");
        let two = databases(&two, &[&[1, 2, 3, 4]]).expect_err("two blanks");
        assert_eq!(two, RankingError::SeveralBlanks { blanks: 2 });
        let wide = databases(&Board::solved(5, 13).expect("a legal size"), &[]).expect_err("65 cells");
        assert_eq!(wide, RankingError::TooManyCells { cells: 65, most: 64 });
    }

    #[test]
    fn limits_end_the_making() {
        let goal = Board::solved(3, 3).expect("a legal size");
        let tiles: [Tile; 8] = core::array::from_fn(|number| Tile(number as u32 + 1));
        for (budget, why) in
            [(Budget::new().with_nodes(1000), Stop::Nodes), (Budget::new().with_bytes(8 << 20), Stop::Memory)]
        {
            let mut control = Control::new(budget);
            let stopped = PatternDatabases::with_patterns(&goal, &[&tiles], &mut control);
            assert_eq!(stopped.err(), Some(RankingError::Stopped(why)));
            assert_eq!(control.stats().bytes, 0);
        }
    }
}
