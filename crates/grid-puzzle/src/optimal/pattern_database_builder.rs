//! Makes the database of one pattern: the least moves of its own tiles to their goals, whatever the
//! other tiles do.
//!
//! An abstract state is where the tiles of the pattern are, and the *region* that the blank can
//! reach without moving them. The moves of the tiles depend only on the set of their cells and on
//! the region. Therefore all permutations of the tiles on a set of cells are stored together as a
//! block; a move along a row keeps the permutation, so it leads from each entry to the entry at the
//! same position of another block. Breadth-first search processes the blocks level by level. It
//! needs neither a queue nor a hash table, and its memory accesses are local.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::goal_layout::GoalLayout;

/// At most this many tiles make a pattern.
pub(super) const MAX_TILES: usize = 7;

/// No move of the search has led there yet.
const UNKNOWN: u8 = u8::MAX;

/// The search ends at this depth: all deeper states get this value, a bound that is too low.
const DEEPEST: u8 = UNKNOWN - 1;

/// The search for one pattern.
pub(super) struct PatternDatabaseBuilder<'p> {
    layout: GoalLayout,
    /// The goal cells of the tiles.
    tiles: &'p [u32],
    /// The neighbours of each cell.
    beside: Vec<u64>,
    /// The number of the first block of each set.
    first: Vec<u32>,
    /// The region of each free cell, by set and cell: its number is added to that of the set's
    /// first block.
    regions: Vec<u8>,
    /// The permutations of the tiles.
    orders: PermutationIndex,
    /// Least moves, by block and permutation.
    moves: Vec<u8>,
    /// Whether a block contains states of the present level, and of the next one.
    active: [Vec<bool>; 2],
    /// Bytes that the control has granted.
    held: u64,
}

/// The permutations of a few tiles, and their numbers.
struct PermutationIndex {
    /// By number: the tiles in the cells of a set, lowest cell first.
    tiles: Vec<[u8; MAX_TILES]>,
    /// The number after the tile at one position has moved to another: by from, to and number.
    shifted: Vec<u16>,
    len: usize,
}

impl<'p> PatternDatabaseBuilder<'p> {
    /// Searches the whole space; [`for_each`](Self::for_each) then visits the result. A node is an
    /// abstract state or a set of cells.
    ///
    /// # Errors
    /// [`Stop`]; nothing is held then.
    pub(super) fn new(layout: GoalLayout, tiles: &'p [u32], control: &mut Control) -> Result<Self, Stop> {
        let mut builder = Self {
            layout,
            tiles,
            beside: (0..layout.cells()).map(|cell| layout.beside(cell)).collect(),
            first: Vec::new(),
            regions: Vec::new(),
            orders: PermutationIndex::new(tiles.len()),
            moves: Vec::new(),
            active: [Vec::new(), Vec::new()],
            held: 0,
        };
        match builder.prepare(control).and_then(|()| builder.breadth_first(control)) {
            Ok(()) => Ok(builder),
            Err(why) => {
                builder.release(control);
                Err(why)
            }
        }
    }

    /// Gives back the memory that the search holds.
    pub(super) fn release(self, control: &mut Control) {
        control.release(self.held);
    }

    /// Visits every arrangement of the tiles with its least moves, and with the sum of the tiles'
    /// weights in their cells. Tiles are given to `weight` by their number in the pattern. A node
    /// is a set of cells.
    pub(super) fn for_each(
        &self,
        control: &mut Control,
        weight: impl Fn(usize, u32) -> u64,
        mut visit: impl FnMut(u64, u8),
    ) -> Result<(), Stop> {
        let len = self.tiles.len();
        let orders = self.orders.tiles.len();
        for (set, cells) in self.sets().enumerate() {
            control.spend(1)?;
            let mut weights = [[0; MAX_TILES + 1]; MAX_TILES];
            for (weights, cell) in weights.iter_mut().zip(bits(cells)) {
                for (tile, sum) in weights[..len].iter_mut().enumerate() {
                    *sum = weight(tile, cell);
                }
            }
            let [first, end] = [set, set + 1].map(|set| self.first[set] as usize * orders);
            let (least, others) = self.moves[first..end].split_at(orders);
            for (number, (order, &least)) in self.orders.tiles.iter().zip(least).enumerate() {
                let sum =
                    weights.iter().zip(order).map(|(weights, &tile)| weights[usize::from(tile & 7)]).sum();
                let others = others.iter().skip(number).step_by(orders);
                visit(sum, others.fold(least, |least, &moves| least.min(moves)));
            }
        }
        Ok(())
    }

    fn cells(&self) -> usize {
        self.layout.cells() as usize
    }

    /// All sets of as many cells as there are tiles, in the order of their numbers.
    fn sets(&self) -> impl Iterator<Item = u64> + use<> {
        let first = (1u64 << self.tiles.len()) - 1;
        let last = first << (self.cells() - self.tiles.len());
        core::iter::successors(Some(first), move |&set| {
            // The next greater number with as many bits.
            let lowest = set & set.wrapping_neg();
            let carried = set.wrapping_add(lowest);
            (set < last).then(|| (((carried ^ set) >> 2) / lowest) | carried)
        })
    }

    fn hold(&mut self, bytes: usize, control: &mut Control) -> Result<(), Stop> {
        control.hold(bytes as u64)?;
        self.held += bytes as u64;
        Ok(())
    }

    /// Finds the regions of all sets, and allocates their blocks.
    fn prepare(&mut self, control: &mut Control) -> Result<(), Stop> {
        let sets = binomial(self.cells() as u64, self.tiles.len() as u64) as usize;
        let cells = self.cells();
        self.hold(self.orders.bytes() + sets * (size_of::<u32>() + cells), control)?;
        self.first.try_reserve_exact(sets + 1).map_err(|_| Stop::Memory)?;
        self.regions.try_reserve_exact(sets * cells).map_err(|_| Stop::Memory)?;
        let board = u64::MAX >> (u64::BITS - self.layout.cells());
        let mut blocks = 0;
        // Numbers the regions of each set; each is a block.
        for set in self.sets() {
            self.first.push(blocks);
            let mut regions = [u8::MAX; u64::BITS as usize];
            let mut free = board & !set;
            let mut number = 0;
            while free != 0 {
                let region = self.region(free & free.wrapping_neg(), free);
                free &= !region;
                for cell in bits(region) {
                    regions[cell as usize] = number;
                }
                number += 1;
            }
            blocks += u32::from(number);
            self.regions.extend_from_slice(&regions[..cells]);
            control.spend(1)?;
        }
        self.first.push(blocks);
        // One entry for each block and permutation.
        let states = blocks as usize * self.orders.tiles.len();
        self.hold(states + 2 * blocks as usize, control)?;
        self.moves.try_reserve_exact(states).map_err(|_| Stop::Memory)?;
        self.moves.resize(states, UNKNOWN);
        for active in &mut self.active {
            active.resize(blocks as usize, false);
        }
        Ok(())
    }

    fn breadth_first(&mut self, control: &mut Control) -> Result<(), Stop> {
        let orders = self.orders.tiles.len();
        let goal: u64 = self.tiles.iter().map(|tile| 1 << tile).sum();
        let mut solved = [0; MAX_TILES];
        for (place, cell) in bits(goal).enumerate() {
            solved[place] = self.tiles.iter().position(|&tile| tile == cell).unwrap_or(0) as u8;
        }
        let start = self.block(goal, self.layout.goal_blank);
        self.moves[start * orders + self.orders.number(solved)] = 0;
        self.active[0][start] = true;
        let mut found = alloc::vec![0; orders];
        for depth in 0..DEEPEST {
            let mut is_last = true;
            for (set, cells) in self.sets().enumerate() {
                for block in self.first[set] as usize..self.first[set + 1] as usize {
                    if !core::mem::take(&mut self.active[0][block]) {
                        continue;
                    }
                    let count = positions(&self.moves[block * orders..][..orders], depth, &mut found);
                    control.spend_many(count as u64)?;
                    let region = block - self.first[set] as usize;
                    self.expand(set, cells, region as u8, &found[..count], depth + 1);
                    is_last = false;
                }
            }
            if is_last {
                break;
            }
            self.active.swap(0, 1);
        }
        Ok(())
    }

    /// Moves every tile into the blank's region if it borders on it, for all these permutations.
    fn expand(&mut self, set: usize, cells: u64, region: u8, found: &[u16], depth: u8) {
        let orders = self.orders.tiles.len();
        let region = self.regions[set * self.cells()..][..self.cells()]
            .iter()
            .enumerate()
            .fold(0u64, |mask, (cell, &number)| mask | u64::from(number == region) << cell);
        for (from, cell) in bits(cells).enumerate() {
            for target in bits(self.beside[cell as usize] & region) {
                let moved = cells ^ (1 << cell) ^ (1 << target);
                let to = (moved & ((1 << target) - 1)).count_ones() as usize;
                let block = self.block(moved, cell);
                let moves = &mut self.moves[block * orders..][..orders];
                let mut is_new = false;
                let mut reach = |order: u16| {
                    let known = &mut moves[usize::from(order)];
                    is_new |= *known == UNKNOWN;
                    *known = depth.min(*known);
                };
                if from == to {
                    for &order in found {
                        reach(order);
                    }
                } else {
                    let shifted = self.orders.shifted(from, to);
                    for &order in found {
                        reach(shifted[usize::from(order)]);
                    }
                }
                self.active[1][block] |= is_new;
            }
        }
    }

    /// The block of a set of cells, given a cell of the blank's region.
    fn block(&self, cells: u64, blank: u32) -> usize {
        let set = number(cells);
        self.first[set] as usize + usize::from(self.regions[set * self.cells() + blank as usize])
    }

    /// The free cells connected with these.
    fn region(&self, from: u64, free: u64) -> u64 {
        let mut region = from;
        let mut border = from;
        while border != 0 {
            let grown = bits(border).fold(0, |grown, cell| grown | self.beside[cell as usize]);
            border = grown & free & !region;
            region |= border;
        }
        region
    }
}

/// The positions of this value among all values.
fn positions(values: &[u8], value: u8, found: &mut [u16]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const LOW: u64 = ONES * 127;
    let mut count = 0;
    let (chunks, rest) = values.as_chunks::<8>();
    for (chunk, values) in (0..).zip(chunks) {
        // Eight at a time: the highest bit of each byte that is equal.
        let different = u64::from_le_bytes(*values) ^ (ONES * u64::from(value));
        let mut equal = !(((different & LOW) + LOW) | different | LOW);
        while equal != 0 {
            found[count] = 8 * chunk + (equal.trailing_zeros() / 8) as u16;
            count += 1;
            equal &= equal - 1;
        }
    }
    for (place, _) in (8 * chunks.len()..).zip(rest).filter(|&(_, &other)| other == value) {
        found[count] = place as u16;
        count += 1;
    }
    count
}

/// The cells of a set, lowest first.
fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// The number of a set among all sets of its size, in the order of the numbers that their bits
/// make.
fn number(set: u64) -> usize {
    (1..).zip(bits(set)).map(|(size, cell)| BINOMIALS[size][cell as usize] as usize).sum()
}

/// The number of subsets of this many cells, by their size and the cells.
static BINOMIALS: [[u32; 64]; MAX_TILES + 1] = {
    let mut table = [[0; 64]; MAX_TILES + 1];
    let mut size = 0;
    while size <= MAX_TILES {
        let mut cells = 0;
        while cells < 64 {
            table[size][cells] = binomial(cells as u64, size as u64) as u32;
            cells += 1;
        }
        size += 1;
    }
    table
};

pub(super) const fn binomial(cells: u64, size: u64) -> u64 {
    let mut subsets = 1;
    let mut taken = 0;
    while taken < size {
        if taken >= cells {
            return 0;
        }
        subsets = subsets * (cells - taken) / (taken + 1);
        taken += 1;
    }
    subsets
}

impl PermutationIndex {
    fn new(len: usize) -> Self {
        let count = (1..=len).product();
        let mut this = Self { tiles: Vec::with_capacity(count), shifted: Vec::new(), len };
        for mut number in 0..count {
            let mut rest: Vec<u8> = (0..len as u8).collect();
            let mut order = [0; MAX_TILES];
            let mut block = count;
            for (place, choices) in order.iter_mut().zip((1..=len).rev()) {
                block /= choices;
                *place = rest.remove(number / block);
                number %= block;
            }
            this.tiles.push(order);
        }
        let mut shifted = Vec::with_capacity(len * len * count);
        for (from, to) in (0..len).flat_map(|from| (0..len).map(move |to| (from, to))) {
            for order in &this.tiles {
                let mut order = *order;
                let moved = &mut order[from.min(to)..=from.max(to)];
                if from < to {
                    moved.rotate_left(1);
                } else {
                    moved.rotate_right(1);
                }
                shifted.push(this.number(order) as u16);
            }
        }
        this.shifted = shifted;
        this
    }

    const fn bytes(&self) -> usize {
        self.tiles.len() * (MAX_TILES + (1 + self.len * self.len) * size_of::<u16>())
    }

    fn number(&self, order: [u8; MAX_TILES]) -> usize {
        let order = &order[..self.len];
        order.iter().enumerate().fold(0, |number, (place, tile)| {
            let smaller = order[place + 1..].iter().filter(|later| *later < tile).count();
            number * (self.len - place) + smaller
        })
    }

    fn shifted(&self, from: usize, to: usize) -> &[u16] {
        let count = self.tiles.len();
        &self.shifted[(from * self.len + to) * count..][..count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
    use motion_core::Budget;

    /// Least moves by breadth-first search over the cells of the tiles and the blank, with costs 0
    /// and 1 in a deque.
    fn truth(layout: GoalLayout, tiles: &[u32]) -> BTreeMap<Vec<u32>, u8> {
        let mut least: BTreeMap<Vec<u32>, u8> = BTreeMap::new();
        let mut known = BTreeSet::new();
        let mut queue = VecDeque::from([(tiles.to_vec(), layout.goal_blank, 0)]);
        while let Some((places, blank, moves)) = queue.pop_front() {
            if !known.insert((places.clone(), blank)) {
                continue;
            }
            least.entry(places.clone()).or_insert(moves);
            for next in (0..layout.cells()).filter(|&next| layout.distance(next, blank) == 1) {
                match places.iter().position(|&place| place == next) {
                    Some(tile) => {
                        let mut moved = places.clone();
                        moved[tile] = blank;
                        queue.push_back((moved, next, moves + 1));
                    }
                    None => queue.push_front((places.clone(), next, moves)),
                }
            }
        }
        least
    }

    #[test]
    fn least_moves_are_those_of_a_plain_search() {
        let boards: [(u32, u32, u32, &[u32]); 7] = [
            (3, 3, 8, &[0, 1, 2]),
            (3, 3, 4, &[8, 0, 1]),
            (2, 4, 0, &[1, 4, 7]),
            (3, 4, 11, &[10, 7]),
            (4, 4, 0, &[1, 4]), // locks the blank in
            (2, 3, 5, &[4, 3, 2, 1]),
            (3, 3, 8, &[7]),
        ];
        for (rows, columns, goal_blank, tiles) in boards {
            let layout = GoalLayout { rows, columns, goal_blank };
            let truth = truth(layout, tiles);
            let mut control = Control::unlimited();
            let builder = PatternDatabaseBuilder::new(layout, tiles, &mut control).expect("no limit");
            let mut found = BTreeMap::new();
            // The cells of the tiles, six bits each.
            let visited = builder.for_each(
                &mut control,
                |tile, cell| u64::from(cell) << (6 * tile),
                |sum, moves| {
                    let places =
                        (0..tiles.len()).map(|tile| (sum >> (6 * tile) & 63) as u32).collect::<Vec<_>>();
                    assert_eq!(found.insert(places, moves), None, "visited once");
                },
            );
            assert_eq!(visited, Ok(()));
            let places: usize = (0..tiles.len()).map(|tile| (rows * columns) as usize - tile).product();
            assert_eq!(found.len(), places);
            found.retain(|_, moves| *moves != UNKNOWN);
            assert_eq!(found, truth, "{layout:?} {tiles:?}");
            builder.release(&mut control);
            assert_eq!(control.stats().bytes, 0);
        }
    }

    #[test]
    fn sets_are_numbered_in_their_order() {
        let layout = GoalLayout { rows: 3, columns: 4, goal_blank: 0 };
        for len in 1..=MAX_TILES {
            let tiles: Vec<u32> = (1..=len as u32).collect();
            let builder =
                PatternDatabaseBuilder::new(layout, &tiles[..len.min(4)], &mut Control::unlimited())
                    .expect("no limit");
            assert!(builder.sets().enumerate().all(|(place, set)| number(set) == place));
            assert_eq!(builder.sets().count() as u64, binomial(12, len.min(4) as u64));
        }
    }

    #[test]
    fn stopped_searches_hold_nothing() {
        let layout = GoalLayout { rows: 4, columns: 4, goal_blank: 0 };
        for budget in [Budget::new().with_nodes(5000), Budget::new().with_bytes(100_000)] {
            let mut control = Control::new(budget);
            assert!(PatternDatabaseBuilder::new(layout, &[1, 2, 3, 4], &mut control).is_err());
            assert_eq!(control.stats().bytes, 0);
        }
    }

    #[test]
    fn equal_bytes_are_found() {
        for len in [0, 1, 6, 8, 24, 27] {
            let values: Vec<u8> =
                (0..len).map(|place| [7, 0, 255, 7, 6, 128 | 7][place * place % 6]).collect();
            for value in [0, 6, 7, 128 | 7, 255] {
                let mut found = [0; 32];
                let count = positions(&values, value, &mut found);
                let places = values.iter().enumerate().filter(|&(_, &other)| other == value);
                assert!(
                    found[..count].iter().map(|&place| usize::from(place)).eq(places.map(|(place, _)| place))
                );
            }
        }
    }
}
