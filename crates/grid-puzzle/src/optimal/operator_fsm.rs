//! Pruning of duplicate operator strings: walks of the blank that a better walk can replace.
//!
//! Two walks that move the same tiles to the same cells are equivalent. The worse of two equivalent
//! walks is the longer one or, if they are equally long, the later one in the order of directions.
//! It is a *duplicate* if the other walk stays within the rectangle that it covers, so that the
//! other walk is legal wherever the duplicate is. The first of all shortest solutions contains no
//! duplicate, since replacing it would make the solution shorter or earlier. A search that refuses
//! duplicates still finds this solution, and expands fewer states. For instance, twelve steps
//! around two by two cells have the same effect as none, and six steps in one direction have the
//! same effect as six in the other.
//!
//! L. A. Taylor, R. E. Korf, *Pruning duplicate nodes in depth-first search*, AAAI 1993.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::goal_layout::DirectionSet;

/// The greatest length of duplicates that are recognised.
pub(super) const MAX_LENGTH: usize = 10;

/// The length up to which duplicates are found in half a millisecond.
pub(super) const SHORT_LENGTH: usize = 7;

/// The distance from the start to the edge of the square board on which walks are compared, and its
/// side.
const REACH: usize = MAX_LENGTH;
const SIDE: usize = 2 * REACH + 1;

/// Stands for no state, because the walk would end in a duplicate.
const REFUSED: u16 = u16::MAX;

/// A finite automaton that reads the blank's walk. Its state is the longest prefix of a duplicate
/// with which the walk ends.
#[derive(Debug)]
pub(super) struct DuplicateOperatorFsm {
    states: Vec<FsmState>,
}

#[derive(Debug)]
struct FsmState {
    /// The next state, by direction.
    next: [u16; 4],
    /// The directions that do not complete a duplicate.
    exits: DirectionSet,
}

/// The effect of a walk: the cell and the origin of each moved tile and of the blank, in the order
/// of cells.
type StringEffect = [u32; MAX_LENGTH + 1];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct OperatorString {
    effect: StringEffect,
    len: u8,
    /// The directions, with two bits each, the last one lowest.
    directions: u32,
    /// The first and last row and the first and last column.
    covered: [u8; 4],
}

impl DuplicateOperatorFsm {
    /// The greatest heap memory of an automaton.
    pub(super) const BYTES: u64 = 16 << 10;

    /// The greatest heap memory of an automaton of walks up to [`SHORT_LENGTH`].
    pub(super) const SHORT_BYTES: u64 = 512;

    /// Compares all walks up to this length. For the greatest length, there are 118,097, which
    /// takes some 15 ms.
    ///
    /// # Errors
    /// [`Stop::Memory`]. Nothing remains held in any case.
    pub(super) fn up_to(longest: usize, control: &mut Control) -> Result<Self, Stop> {
        let longest = longest.min(MAX_LENGTH);
        // 1 + 4 + 4·3 + 4·3² + … walks.
        let walks = 2 * 3usize.pow(longest as u32);
        let bytes = (walks * size_of::<OperatorString>()) as u64;
        control.hold(bytes)?;
        let mut strings = Vec::new();
        let granted = strings.try_reserve_exact(walks);
        if granted.is_ok() {
            let cells = core::array::from_fn(|cell| cell as u16);
            let mut field = StringBoard { cells, visited: Vec::new(), longest };
            field.visit(REACH * SIDE + REACH, OperatorString::default(), &mut strings);
        }
        control.release(bytes);
        granted.map(|()| Self::among(strings)).map_err(|_| Stop::Memory)
    }

    /// Makes the automaton that refuses only reversals.
    pub(super) fn reversals() -> Self {
        Self::among(Vec::new())
    }

    fn among(mut strings: Vec<OperatorString>) -> Self {
        strings.sort_unstable();
        // Every reversal is a duplicate of the empty walk.
        let mut duplicates: Vec<(u8, u32)> =
            Direction::ALL.map(|step| (2, (step.index() << 2 | step.opposite().index()) as u32)).to_vec();
        for alike in strings.chunk_by(|a, b| a.effect == b.effect) {
            for (number, string) in alike.iter().enumerate() {
                if alike[..number].iter().any(|better| better.is_within(string)) {
                    duplicates.push((string.len, string.directions));
                }
            }
        }
        duplicates.sort_unstable();
        Self::refusing(&duplicates)
    }

    /// Makes the automaton of Aho and Corasick for these sorted strings.
    fn refusing(strings: &[(u8, u32)]) -> Self {
        let mut next = alloc::vec![[0u16; 4]];
        // The leaves of the trie are not states, but refused transitions.
        'strings: for &(len, directions) in strings {
            // A string that contains a shorter one needs no states of its own.
            let rest = (len - 1, directions & ((1 << (2 * (len - 1))) - 1));
            if strings.binary_search(&rest).is_ok() {
                continue;
            }
            let mut state = 0;
            for place in (0..len).rev() {
                let direction = (directions >> (2 * place) & 3) as usize;
                let after = next[state][direction];
                if after == REFUSED {
                    continue 'strings; // it begins with a shorter one
                }
                if place == 0 {
                    next[state][direction] = REFUSED;
                } else if after == 0 {
                    next[state][direction] = next.len() as u16;
                    state = next.len();
                    next.push([0; 4]);
                } else {
                    state = usize::from(after);
                }
            }
        }
        // The order is breadth-first, so that the fallback state is already complete.
        let mut falls = alloc::vec![0usize; next.len()];
        let mut queue = VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            let fallen = if state == 0 { [0; 4] } else { next[falls[state]] };
            for (after, fallen) in next[state].iter_mut().zip(fallen) {
                if fallen == REFUSED {
                    *after = REFUSED;
                } else if *after == 0 {
                    *after = fallen;
                } else if *after != REFUSED {
                    falls[usize::from(*after)] = usize::from(fallen);
                    queue.push_back(usize::from(*after));
                }
            }
        }
        let state = |next: [u16; 4]| FsmState {
            next,
            exits: DirectionSet::of(|direction| next[direction.index()] != REFUSED),
        };
        Self { states: next.into_iter().map(state).collect() }
    }

    #[cfg(test)]
    fn bytes(&self) -> u64 {
        size_of_val(self.states.as_slice()) as u64
    }

    /// Returns the state after a step that was not refused.
    #[inline]
    pub(super) fn after(&self, state: u16, direction: Direction) -> u16 {
        self.states[usize::from(state)].next[direction.index()]
    }

    /// Returns the directions that do not complete a duplicate.
    #[inline]
    pub(super) fn exits(&self, state: u16) -> &DirectionSet {
        &self.states[usize::from(state)].exits
    }
}

impl Default for OperatorString {
    fn default() -> Self {
        Self { effect: [u32::MAX; MAX_LENGTH + 1], len: 0, directions: 0, covered: [REACH as u8; 4] }
    }
}

impl OperatorString {
    fn is_within(&self, other: &Self) -> bool {
        let [top, bottom, left, right] = self.covered;
        other.covered[0] <= top
            && bottom <= other.covered[1]
            && other.covered[2] <= left
            && right <= other.covered[3]
    }
}

/// The board on which walks are compared.
struct StringBoard {
    /// The origin of the content of each cell.
    cells: [u16; SIDE * SIDE],
    visited: Vec<usize>,
    longest: usize,
}

impl StringBoard {
    /// Adds all walks that begin with the current one, except those with a reversal.
    fn visit(&mut self, blank: usize, mut string: OperatorString, strings: &mut Vec<OperatorString>) {
        let [row, column] = [blank / SIDE, blank % SIDE].map(|line| line as u8);
        let [top, bottom, left, right] = string.covered;
        string.covered = [top.min(row), bottom.max(row), left.min(column), right.max(column)];
        self.visited.push(blank);
        string.effect = self.effect();
        strings.push(string);
        for direction in Direction::ALL {
            let last = string.directions & 3;
            let turns_back = string.len > 0 && last == direction.opposite().index() as u32;
            if turns_back || usize::from(string.len) == self.longest {
                continue;
            }
            let after = match direction {
                Direction::Up => blank - SIDE,
                Direction::Right => blank + 1,
                Direction::Down => blank + SIDE,
                Direction::Left => blank - 1,
            };
            let directions = string.directions << 2 | direction.index() as u32;
            self.cells.swap(blank, after);
            // The depth of this recursion does not exceed the greatest length.
            self.visit(after, OperatorString { len: string.len + 1, directions, ..string }, strings);
            self.cells.swap(blank, after);
        }
        self.visited.pop();
    }

    fn effect(&self) -> StringEffect {
        let mut effect = [u32::MAX; MAX_LENGTH + 1];
        let mut cells = [usize::MAX; MAX_LENGTH + 1];
        cells[..self.visited.len()].copy_from_slice(&self.visited);
        cells.sort_unstable();
        let mut len = 0;
        for (place, &cell) in cells[..self.visited.len()].iter().enumerate() {
            let is_new = place == 0 || cells[place - 1] != cell;
            if is_new && usize::from(self.cells[cell]) != cell {
                effect[len] = (cell as u32) << u16::BITS | u32::from(self.cells[cell]);
                len += 1;
            }
        }
        effect
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use motion_core::Budget;

    fn known(longest: usize) -> DuplicateOperatorFsm {
        DuplicateOperatorFsm::up_to(longest, &mut Control::unlimited()).expect("no limit")
    }

    fn is_refused(duplicates: &DuplicateOperatorFsm, walk: &str) -> bool {
        let mut state = 0;
        walk.chars().any(|letter| {
            let direction = Direction::from_letter(letter).expect("a letter");
            let open = duplicates.exits(state).clone().any(|open| open == direction);
            state = if open { duplicates.after(state, direction) } else { 0 };
            !open
        })
    }

    #[test]
    fn six_steps_round_four_cells_are_refused_one_way_only() {
        let duplicates = known(7);
        for (walk, refused) in [
            ("UD", true),
            ("URDLUR", false),
            ("RULDRU", true),  // the same the other way round, and later in the order
            ("URDLURD", true), // five steps the other way round
            ("LLRULDRU", true),
        ] {
            assert_eq!(is_refused(&duplicates, walk), refused, "{walk}");
        }
    }

    #[test]
    fn without_memory_only_turning_back_is_refused() {
        let mut control = Control::new(Budget::new().with_bytes(1000));
        assert_eq!(DuplicateOperatorFsm::up_to(MAX_LENGTH, &mut control).err(), Some(Stop::Memory));
        let duplicates = DuplicateOperatorFsm::reversals();
        assert!(
            known(MAX_LENGTH).bytes() <= DuplicateOperatorFsm::BYTES
                && known(SHORT_LENGTH).bytes() <= DuplicateOperatorFsm::SHORT_BYTES
        );
        assert!(is_refused(&duplicates, "LR") && !is_refused(&duplicates, "RULDRU"));
        assert_eq!((control.stats().bytes, control.stats().peak_bytes), (0, 0));
    }

    /// Computes the effect of a walk in the simplest way.
    fn effect(walk: &[Direction]) -> (Vec<usize>, [usize; 4]) {
        let mut field: Vec<usize> = (0..SIDE * SIDE).collect();
        let (mut row, mut column) = (REACH, REACH);
        let mut covered = [row, row, column, column];
        for step in walk {
            let from = row * SIDE + column;
            match step {
                Direction::Up => row -= 1,
                Direction::Right => column += 1,
                Direction::Down => row += 1,
                Direction::Left => column -= 1,
            }
            field.swap(from, row * SIDE + column);
            covered =
                [covered[0].min(row), covered[1].max(row), covered[2].min(column), covered[3].max(column)];
        }
        (field, covered)
    }

    /// Every refused walk can be replaced by a better one among all walks, and the best walk with
    /// each effect is never refused.
    #[test]
    fn refused_walks_are_replaced_and_the_best_are_kept() {
        let duplicates = known(7);
        let mut walks = alloc::vec![Vec::new()];
        let mut level = walks.clone();
        for _ in 0..7 {
            level = level
                .iter()
                .flat_map(|walk: &Vec<Direction>| {
                    Direction::ALL.map(|step| [walk.as_slice(), &[step]].concat())
                })
                .filter(|walk| !walk.windows(2).any(|steps| steps[0] == steps[1].opposite()))
                .collect();
            walks.extend(level.iter().cloned());
        }
        let mut effects: Vec<_> = walks.iter().map(|walk| (effect(walk), walk)).collect();
        effects
            .sort_by(|((a, _), walk), ((b, _), other)| (a, walk.len(), walk).cmp(&(b, other.len(), other)));
        let mut refused = 0;
        for alike in effects.chunk_by(|((a, _), _), ((b, _), _)| a == b) {
            for (number, ((_, covered), walk)) in alike.iter().enumerate() {
                let text: String = walk.iter().map(|step| step.letter()).collect();
                let better = |((_, other), _): &((Vec<usize>, [usize; 4]), _)| {
                    covered[0] <= other[0]
                        && other[1] <= covered[1]
                        && covered[2] <= other[2]
                        && other[3] <= covered[3]
                };
                let is_replaced = alike[..number].iter().any(better);
                assert!(number > 0 || !is_refused(&duplicates, &text), "{text} is the best");
                assert!(!is_replaced || is_refused(&duplicates, &text), "{text} is a duplicate");
                refused += u32::from(is_replaced);
            }
        }
        assert!(refused > 4, "{refused}");
    }
}
