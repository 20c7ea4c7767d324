//! The states of a few boxes without the others.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use motion_core::internal::BucketQueue;
use motion_core::{Control, Direction, Stop};

use crate::board::{SearchBoard, Square};

/// `K` boxes on live squares, ascending.
pub(super) type Group<const K: usize> = [Square; K];

/// A numbering of all placements of `K` boxes on live squares with the player in one of the zones
/// between them.
///
/// # Complexity
/// Construction takes a flood fill and eight bytes for each placement. Partitions of the floor into
/// zones, which many placements share, take a byte for each square.
#[derive(Clone, Debug)]
pub(super) struct GroupStates<const K: usize> {
    squares: usize,
    /// The number of the first state of each placement, and finally the number of all states.
    first: Vec<u32>,
    /// The partition of each placement.
    partitions: Vec<u32>,
    /// The zone of each square, partition by partition.
    zones: Vec<u8>,
}

/// Returns the number of a placement among all placements of `K` boxes.
#[inline]
pub(super) const fn rank<const K: usize>(boxes: Group<K>) -> usize {
    let (mut rank, mut index) = (0, 0);
    while index < K {
        rank += choose(boxes[index].index(), index + 1);
        index += 1;
    }
    rank
}

/// Returns the number of placements of `of` boxes on this many squares.
pub(super) const fn choose(squares: usize, of: usize) -> usize {
    let (mut product, mut index) = (1, 0);
    while index < of {
        if index >= squares {
            return 0;
        }
        product = product * (squares - index) / (index + 1);
        index += 1;
    }
    product
}

/// Returns the placement after another in the order of their numbers; `None` after the last on
/// these squares.
fn next<const K: usize>(mut boxes: Group<K>, squares: usize) -> Option<Group<K>> {
    let is_free = |index: &usize| {
        let limit = boxes.get(index + 1).map_or(squares, |after| after.index());
        boxes[*index].index() + 1 < limit
    };
    let index = (0..K).find(is_free)?;
    boxes[index].0 += 1;
    for (number, lower) in (0..).zip(&mut boxes[..index]) {
        *lower = Square(number);
    }
    Some(boxes)
}

/// A state of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupState<const K: usize> {
    pub(super) number: usize,
    pub(super) boxes: Group<K>,
    pub(super) player: Square,
}

impl<const K: usize> GroupStates<K> {
    /// Numbers the states of a board. The memory stays held in `control`.
    pub(super) fn new(board: &SearchBoard, control: &mut Control) -> Result<Self, Stop> {
        let (squares, live) = (board.square_count(), board.live_square_count());
        let placements = choose(live, K);
        let [first, partitions] = [Vec::new(), Vec::new()];
        let mut new = Self { squares, first, partitions, zones: Vec::new() };
        control.reserve(&mut new.first, placements + 1)?;
        control.reserve(&mut new.partitions, placements)?;
        let (mut known, mut zones, mut stack) = (BTreeMap::new(), alloc::vec![0; squares], Vec::new());
        let mut boxes: Option<Group<K>> =
            (placements > 0).then(|| core::array::from_fn(|index| Square(index as u16)));
        let mut states = 0u32;
        while let Some(group) = boxes {
            if new.first.len().is_multiple_of(64) {
                control.poll()?;
            }
            let count = partition(board, group, &mut zones, &mut stack);
            let number = if let Some(&number) = known.get(&zones) {
                number
            } else {
                let (number, length) = (known.len() as u32, new.zones.len() + squares);
                if new.zones.capacity() < length {
                    control.reserve(&mut new.zones, 2 * length)?;
                }
                new.zones.extend_from_slice(&zones);
                control.hold(squares as u64)?;
                known.insert(zones.clone(), number);
                number
            };
            new.first.push(states);
            new.partitions.push(number);
            states = states.checked_add(count).ok_or(Stop::Memory)?;
            boxes = next(group, live);
        }
        new.first.push(states);
        control.release((known.len() * squares) as u64);
        Ok(new)
    }

    /// The number of states.
    pub(super) fn count(&self) -> usize {
        self.first[self.first.len() - 1] as usize
    }

    /// Returns the number of the state of boxes and a player.
    #[inline]
    pub(super) fn number(&self, boxes: Group<K>, player: Square) -> usize {
        let rank = rank(boxes);
        let zone = self.zones[self.partitions[rank] as usize * self.squares + player.index()];
        self.first[rank] as usize + usize::from(zone)
    }

    /// Visits every state from which pushes of these boxes lead to an end, with the least sum of
    /// the pushes and the cost of the end, in ascending order of cost.
    pub(super) fn least_costs(
        &self,
        board: &SearchBoard,
        ends: impl IntoIterator<Item = (Group<K>, u32)>,
        control: &mut Control,
        mut visit: impl FnMut(GroupState<K>, u32),
    ) -> Result<(), Stop> {
        let mut costs = Vec::new();
        let held = control.reserve(&mut costs, self.count())?;
        costs.resize(self.count(), u32::MAX);
        let mut queue = BucketQueue::new();
        let is_free = |boxes: &Group<K>, at: Square| !board.is_wall(at) && !boxes.contains(&at);
        let reach = |queue: &mut BucketQueue<_>, costs: &mut [u32], boxes, player, cost, control: &mut _| {
            let number = self.number(boxes, player);
            if cost < costs[number] {
                costs[number] = cost;
                queue.push(cost, GroupState { number, boxes, player }, control)?;
            }
            Ok(())
        };
        for (boxes, cost) in ends {
            for player in boxes.iter().flat_map(|&at| board.neighbours(at)).copied() {
                if is_free(&boxes, player) {
                    reach(&mut queue, &mut costs, boxes, player, cost, control)?;
                }
            }
        }
        let mut settled = 0u32;
        while let Some((cost, state)) = queue.pop() {
            if costs[state.number] != cost {
                continue;
            }
            settled = settled.wrapping_add(1);
            if settled.is_multiple_of(256) {
                control.poll()?;
            }
            visit(state, cost);
            // Pulls a box onto the player's square.
            for index in 0..K {
                for direction in Direction::ALL {
                    let to = board.step(state.boxes[index], direction);
                    let player = board.step(to, direction);
                    let is_legal = board.is_live(to) && is_free(&state.boxes, to);
                    if is_legal
                        && is_free(&state.boxes, player)
                        && self.number(state.boxes, to) == state.number
                    {
                        let mut boxes = state.boxes;
                        boxes[index] = to;
                        boxes.sort_unstable();
                        reach(&mut queue, &mut costs, boxes, player, cost + 1, control)?;
                    }
                }
            }
        }
        queue.release(control);
        control.release(held);
        Ok(())
    }
}

/// Numbers the zones of squares between boxes, and returns their number. A box gets the zone of one
/// of its neighbours, so that boxes that cut nothing do not change the partition.
fn partition<const K: usize>(
    board: &SearchBoard,
    boxes: Group<K>,
    zones: &mut [u8],
    stack: &mut Vec<Square>,
) -> u32 {
    const NONE: u8 = u8::MAX;
    let is_free = |at: Square| !board.is_wall(at) && !boxes.contains(&at);
    zones.fill(NONE);
    let mut count = 0;
    for from in (0..zones.len() as u16).map(Square) {
        if zones[from.index()] != NONE || !is_free(from) {
            continue;
        }
        zones[from.index()] = count;
        stack.push(from);
        while let Some(at) = stack.pop() {
            for &next in board.neighbours(at) {
                if is_free(next) && zones[next.index()] == NONE {
                    zones[next.index()] = count;
                    stack.push(next);
                }
            }
        }
        count += 1;
    }
    for at in boxes {
        let beside = board.neighbours(at).iter().find(|&&next| is_free(next));
        zones[at.index()] = beside.map_or(0, |next| zones[next.index()]);
    }
    u32::from(count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoxSet;
    use crate::samples::random_board;
    use crate::search::Position;
    use alloc::collections::BTreeMap;
    use motion_testing::cases;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    #[test]
    fn placements_are_numbered_in_order() {
        let mut boxes = Some([0, 1, 2].map(Square));
        for number in 0..choose(9, 3) {
            let group = boxes.expect("as many as there are");
            assert!(group.is_sorted_by(|low, high| low < high) && group[2].0 < 9);
            assert_eq!(rank(group), number);
            boxes = next(group, 9);
        }
        assert_eq!((boxes, choose(9, 3), choose(2, 3), choose(0, 2)), (None, 84, 0, 0));
    }

    #[test]
    fn positions_have_the_same_number_where_the_player_can_walk_from_one_to_the_other() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut cut = 0;
        for _ in 0..cases(2, 20) {
            let board = random_board(&mut rng, 3);
            let states = GroupStates::<3>::new(&board, &mut Control::unlimited()).expect("no limit");
            let mut numbers = BTreeMap::new();
            let mut group = Some([0, 1, 2].map(Square));
            while let Some(boxes) = group.filter(|group| board.is_live(group[2])) {
                let set: BoxSet<4> = boxes.into_iter().collect();
                let squares = (0..board.square_count() as u16).map(Square);
                for player in squares.filter(|at| !boxes.contains(at)) {
                    let zone = Position::new(&board, set, player).player;
                    let number = states.number(boxes, player);
                    assert!(number < states.count());
                    assert_eq!(*numbers.entry(number).or_insert((boxes, zone)), (boxes, zone));
                    cut += usize::from(states.number(boxes, zone) != states.first[rank(boxes)] as usize);
                }
                group = next(boxes, board.live_square_count());
            }
            assert_eq!(numbers.len(), states.count());
        }
        assert!(cut > cases(50, 1_000), "{cut} players in other zones");
    }
}
