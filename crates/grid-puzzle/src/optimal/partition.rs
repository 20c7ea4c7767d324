//! The partition of the tiles into patterns, and the symmetries of boards.

use alloc::vec::Vec;

use motion_core::Stop;

use super::entry_numbers::Numbering;
use super::goal_layout::GoalLayout;
use super::permutation_index::MAX_TILES;
use super::ranked_pattern::MAX_CELLS;
use super::ranking_error::RankingError;

/// The greatest number of entries of all databases of a board for which no good partition is known.
/// Two entries share a byte.
const MAX_ENTRIES: u64 = 40 << 20;

/// A group of tiles, and the database with their moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// Goal cells.
    pub(super) tiles: Vec<u32>,
    /// The number of the pattern whose database is used: this one or an earlier one.
    pub(super) table: usize,
    /// The symmetry that maps this pattern to that one: the image of each cell.
    pub(super) image: Vec<u32>,
}

impl AsRef<[u32]> for Pattern {
    fn as_ref(&self) -> &[u32] {
        &self.tiles
    }
}

/// Returns the default patterns of a board; none if it is too large.
///
/// A pattern that is the mirror image of another one shares its database if the possible final
/// cells of the blank also correspond.
pub(super) fn patterns(layout: GoalLayout) -> Vec<Pattern> {
    if layout.cells() > MAX_CELLS {
        return Vec::new();
    }
    of_groups(layout, known(layout).unwrap_or_else(|| in_bands(layout)))
}

/// Makes the patterns of these groups of tiles, which must contain each tile once.
pub(super) fn of_groups(layout: GoalLayout, groups: Vec<Vec<u32>>) -> Vec<Pattern> {
    let symmetries = symmetries(layout);
    let mut patterns: Vec<Pattern> = Vec::new();
    // The patterns with a database of their own.
    let mut goals: Vec<(usize, PatternGoal)> = Vec::new();
    for tiles in groups {
        let goal = PatternGoal::of(layout, &tiles);
        let images = goals.iter().flat_map(|known| symmetries.iter().map(move |image| (known, image)));
        let shared = images.into_iter().find(|((_, known), image)| goal.is_image(known, image));
        let (table, image) = if let Some(((number, _), image)) = shared {
            (*number, image.clone())
        } else {
            goals.push((patterns.len(), goal));
            (patterns.len(), (0..layout.cells()).collect())
        };
        patterns.push(Pattern { tiles, table, image });
    }
    patterns
}

/// Checks that groups of goal cells can be patterns: they contain each tile once, and have at most
/// 2³¹ arrangements. Errors name tiles as `name` does for their goal cells.
///
/// # Errors
/// [`RankingError`].
pub(super) fn check_groups(
    layout: GoalLayout,
    groups: &[Vec<u32>],
    name: impl Fn(u32) -> u32,
) -> Result<(), RankingError> {
    let cells = layout.cells();
    if cells > MAX_CELLS {
        return Err(RankingError::TooManyCells { cells, most: MAX_CELLS });
    }
    let mut known = 1u64 << layout.goal_blank;
    for tiles in groups {
        if tiles.is_empty() || tiles.len() > MAX_TILES {
            return Err(RankingError::TileCount { tiles: tiles.len(), most: MAX_TILES });
        }
        for &tile in tiles {
            if tile >= cells || known >> tile & 1 == 1 {
                return Err(RankingError::NotATile { tile: name(tile) });
            }
            known |= 1 << tile;
        }
        if Numbering::ByRanks.entries(cells, tiles.len()) > 1 << 31 {
            return Err(Stop::Memory.into());
        }
    }
    match (0..cells).find(|tile| known >> tile & 1 == 0) {
        Some(tile) => Err(RankingError::NoPattern { tile: name(tile) }),
        None => Ok(()),
    }
}

/// The goal of a pattern: the set of its tiles' goal cells, and the set of cells where the blank
/// may then be.
#[derive(PartialEq, Eq)]
struct PatternGoal {
    tiles: u64,
    blank: u64,
}

impl PatternGoal {
    fn of(layout: GoalLayout, tiles: &[u32]) -> Self {
        let tiles = tiles.iter().fold(0, |set, tile| set | 1 << tile);
        let mut blank = 1 << layout.goal_blank;
        let mut border: u64 = blank;
        while border != 0 {
            let cell = border.trailing_zeros();
            let found = layout.beside(cell) & !tiles & !blank;
            blank |= found;
            border = border & (border - 1) | found;
        }
        Self { tiles, blank }
    }

    /// Whether a symmetry maps this goal to the other.
    fn is_image(&self, other: &Self, image: &[u32]) -> bool {
        let mapped = |set: u64| {
            let cells = (0..).zip(image).filter(|&(cell, _)| set >> cell & 1 == 1);
            cells.fold(0, |set, (_, &image)| set | 1 << image)
        };
        mapped(self.tiles) == other.tiles && mapped(self.blank) == other.blank
    }
}

/// Makes patterns of equal size along bands of two rows, as large as the memory for all of them
/// allows.
fn in_bands(layout: GoalLayout) -> Vec<Vec<u32>> {
    let cells = u64::from(layout.cells());
    // On the smallest boards, small databases suffice and are made at once.
    let most = if cells <= 9 { 4 } else { MAX_TILES };
    let entries = |&size: &usize| {
        let (whole, rest) = ((cells - 1) / size as u64, (cells - 1) % size as u64);
        whole * cells.pow(size as u32) + cells.pow(rest as u32)
    };
    in_bands_of(layout, (1..=most).rev().find(|size| entries(size) <= MAX_ENTRIES).unwrap_or(1))
}

/// Makes patterns of this size along bands of two rows. The last one may be smaller.
pub(super) fn in_bands_of(layout: GoalLayout, size: usize) -> Vec<Vec<u32>> {
    let bands = (0..layout.rows).step_by(2).flat_map(|top| {
        let rows = top..(top + 2).min(layout.rows);
        let turned = top % 4 == 2;
        (0..layout.columns).flat_map(move |place| {
            let column = if turned { layout.columns - 1 - place } else { place };
            rows.clone().map(move |row| layout.cell(row, column))
        })
    });
    let tiles: Vec<u32> = bands.filter(|&cell| cell != layout.goal_blank).collect();
    tiles.chunks(size).map(<[u32]>::to_vec).collect()
}

/// Returns the patterns whose databases are the largest that serve a board. None for most sizes.
///
/// On 4×4 cells, these are the tiles of the upper half and those of the lower. Of the partitions
/// into seven and eight tiles that were tried, this one, with its reflection, needs the fewest
/// nodes: a sixth of those of the next best on Korf's boards. On 5×5 cells, a second partition
/// follows the usual one.
pub(super) fn large(layout: GoalLayout) -> Option<Vec<Pattern>> {
    let half = layout.cells() / 2;
    let tiles = |cells: core::ops::Range<u32>| cells.filter(|&cell| cell != layout.goal_blank).collect();
    let groups = match (layout.rows, layout.columns) {
        (4, 4) => alloc::vec![tiles(0..half), tiles(half..2 * half)],
        (5, 5) => [of_drawing(layout, TWENTY_FOUR)?, of_drawing(layout, SECOND_TWENTY_FOUR)?].concat(),
        _ => return None,
    };
    Some(of_groups(layout, groups))
}

/// Returns the number of groups that make up the first of one or two partitions.
pub(super) fn first_partition_len<G: AsRef<[u32]>>(layout: GoalLayout, groups: &[G]) -> usize {
    let mut missing = layout.cells() as usize - 1;
    let is_missing = |group: &&G| {
        let was_missing = missing > 0;
        missing = missing.saturating_sub(group.as_ref().len());
        was_missing
    };
    groups.iter().take_while(is_missing).count()
}

/// Returns the partitions of the 15-puzzle and the 24-puzzle for a blank that ends in a corner.
pub(super) fn known(layout: GoalLayout) -> Option<Vec<Vec<u32>>> {
    let drawn = match (layout.rows, layout.columns) {
        (4, 4) => FIFTEEN,
        (5, 5) => TWENTY_FOUR,
        _ => return None,
    };
    of_drawing(layout, drawn)
}

/// Returns a partition that is drawn for the top left corner, if the blank ends in a corner.
fn of_drawing(layout: GoalLayout, drawn: &str) -> Option<Vec<Vec<u32>>> {
    let (row, column) = (layout.row(layout.goal_blank), layout.column(layout.goal_blank));
    if row % (layout.rows - 1) != 0 || column % (layout.columns - 1) != 0 {
        return None;
    }
    let letters = drawn.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let mut patterns = [const { Vec::new() }; 4];
    for (cell, letter) in (0..).zip(letters).filter(|&(_, letter)| letter != b'.') {
        let cell = layout.cell(layout.row(cell).abs_diff(row), layout.column(cell).abs_diff(column));
        patterns[usize::from(letter - b'a')].push(cell);
    }
    Some(patterns.into_iter().filter(|tiles| !tiles.is_empty()).collect())
}

/// The partitions of Korf & Felner.
const FIFTEEN: &str = "
    . b b a
    b b a a
    b b a a
    c c c a";

const TWENTY_FOUR: &str = "
    . a b b b
    a a b b b
    a a a c c
    d d d c c
    d d d c c";

/// A partition whose bounds are often greater where those of the other one are small.
const SECOND_TWENTY_FOUR: &str = "
    . a a b b
    a a c b b
    a a c b b
    c c c d d
    c d d d d";

/// A function that maps a cell, given its row and column and the last row and column.
type CellSymmetry = fn(u32, u32, u32, u32) -> (u32, u32);

/// Returns all symmetries of the board, as the image of each cell. The identity comes first.
fn symmetries(layout: GoalLayout) -> Vec<Vec<u32>> {
    let (last_row, last_column) = (layout.rows - 1, layout.columns - 1);
    let images: [CellSymmetry; 8] = [
        |row, column, _, _| (row, column),
        |row, column, _, last_column| (row, last_column - column),
        |row, column, last_row, _| (last_row - row, column),
        |row, column, last_row, last_column| (last_row - row, last_column - column),
        |row, column, _, _| (column, row),
        |row, column, last_row, last_column| (last_column - column, last_row - row),
        |row, column, _, last_column| (column, last_column - row),
        |row, column, last_row, _| (last_row - column, row),
    ];
    let count = if layout.rows == layout.columns { 8 } else { 4 };
    let images = images[..count].iter().map(|image| {
        let cells = 0..layout.cells();
        let images = cells.map(|cell| image(layout.row(cell), layout.column(cell), last_row, last_column));
        images.map(|(row, column)| layout.cell(row, column)).collect()
    });
    images.collect()
}

/// Returns a symmetry, other than the identity, that keeps the blank's goal. Every bound also holds
/// for the reflected board.
pub(super) fn reflection(layout: GoalLayout) -> Option<Vec<u32>> {
    let goal = layout.goal_blank;
    symmetries(layout).into_iter().skip(1).find(|image| image[goal as usize] == goal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layouts(sizes: &[(u32, u32)]) -> impl Iterator<Item = GoalLayout> {
        sizes.iter().flat_map(|&(rows, columns)| {
            (0..rows * columns).map(move |goal_blank| GoalLayout { rows, columns, goal_blank })
        })
    }

    #[test]
    fn every_tile_is_in_one_pattern_and_tables_are_small() {
        for layout in
            layouts(&[(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (2, 9), (5, 5), (6, 6), (8, 8), (2, 32)])
        {
            let patterns = patterns(layout);
            let mut tiles = patterns.iter().flat_map(|pattern| pattern.tiles.clone()).collect::<Vec<_>>();
            tiles.sort_unstable();
            let all = (0..layout.cells()).filter(|&tile| tile != layout.goal_blank);
            assert!(tiles.into_iter().eq(all), "{layout:?}");
            assert!(patterns.iter().all(|pattern| pattern.tiles.len() <= MAX_TILES));
            let entries = patterns.iter().enumerate().filter(|(number, pattern)| pattern.table == *number);
            let entries =
                entries.map(|(_, pattern)| u64::from(layout.cells()).pow(pattern.tiles.len() as u32));
            let most = if known(layout).is_some() { 1 << 29 } else { MAX_ENTRIES };
            assert!(entries.sum::<u64>() <= most, "{layout:?}");
        }
        assert_eq!(patterns(GoalLayout { rows: 5, columns: 13, goal_blank: 0 }), Vec::new());
    }

    #[test]
    fn shared_tables_are_of_mirror_images() {
        for layout in layouts(&[(2, 2), (2, 4), (3, 3), (3, 4), (4, 4), (5, 5)]) {
            let patterns = patterns(layout);
            for pattern in &patterns {
                let table = &patterns[pattern.table];
                assert_eq!(patterns[table.table].table, pattern.table, "an own one");
                let mut images: Vec<u32> =
                    pattern.tiles.iter().map(|&tile| pattern.image[tile as usize]).collect();
                images.sort_unstable();
                let mut tiles = table.tiles.clone();
                tiles.sort_unstable();
                assert_eq!(images, tiles);
            }
        }
    }

    #[test]
    fn fifteen_puzzles_have_patterns_of_six_six_and_three() {
        let sizes = |goal_blank| -> Vec<usize> {
            let patterns = patterns(GoalLayout { rows: 4, columns: 4, goal_blank });
            patterns.iter().map(|pattern| pattern.tiles.len()).collect()
        };
        assert_eq!([0, 3, 12, 15].map(sizes), [[6, 6, 3]; 4].map(|sizes| sizes.to_vec()));
    }

    #[test]
    fn twenty_four_puzzles_have_four_patterns_and_two_tables() {
        for goal_blank in [0, 4, 20, 24] {
            let patterns = patterns(GoalLayout { rows: 5, columns: 5, goal_blank });
            assert!(patterns.iter().all(|pattern| pattern.tiles.len() == 6));
            assert_eq!(patterns.iter().map(|pattern| pattern.table).collect::<Vec<_>>(), [0, 1, 1, 1]);
        }
    }

    #[test]
    fn symmetries_keep_neighbours_and_reflections_the_goal() {
        for layout in layouts(&[(2, 2), (3, 3), (3, 4), (4, 4), (3, 5)]) {
            let symmetries = symmetries(layout);
            for image in &symmetries {
                let mut cells = image.clone();
                cells.sort_unstable();
                assert!(cells.into_iter().eq(0..layout.cells()));
                for (a, b) in (0..layout.cells()).flat_map(|a| (0..layout.cells()).map(move |b| (a, b))) {
                    let images = layout.distance(image[a as usize], image[b as usize]);
                    assert_eq!(images, layout.distance(a, b));
                }
            }
            assert!((1..symmetries.len()).all(|number| !symmetries[..number].contains(&symmetries[number])));
            if let Some(image) = reflection(layout) {
                assert_eq!(image[layout.goal_blank as usize], layout.goal_blank);
                assert!((0..).zip(&image).any(|(cell, &image)| cell != image));
                assert!((0..).zip(&image).all(|(cell, &to)| image[to as usize] == cell), "an involution");
            }
        }
        assert!(reflection(GoalLayout { rows: 4, columns: 4, goal_blank: 15 }).is_some());
        assert!(reflection(GoalLayout { rows: 3, columns: 4, goal_blank: 11 }).is_none());
    }
}
