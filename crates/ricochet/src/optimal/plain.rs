//! Best-first search for what most games are: no diagonals, one robot that has to reach the target, a free approach.
//!
//! Positions wait by the moves that a solution through them takes at least (`tolls`), and are looked up in the table of what was
//! tried only when their turn has come: most never come so far. Those with the least are tried first, the latest of them
//! before others. Where that takes long, the bound looks closer (`errands`). A position that is reached by fewer moves once more is tried once more, so that the bound need not be
//! consistent.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::key::Key;
use super::search::{Action, MAX_DEPTH, Pieces};
use super::tolls::Tolls;
use crate::bound::{Bound, FAR};
use crate::field::{Field, Spot};
use crate::instance::MAX_ROBOTS;

/// A position, with the move that led to it.
#[derive(Clone, Copy)]
struct Node<K> {
    key: K,
    /// The number of the position before it.
    parent: u32,
    /// From where and to where somebody moved, twelve bits each, then the moves up to here.
    step: u32,
}

/// A position's parent that has none.
const NONE: u32 = u32::MAX;

/// Positions that are looked up together, so that the memory need not be waited for one by one.
const BLOCK: usize = 32;

/// The size that the table begins with.
const FIRST: usize = 1 << 10;

/// The bound looks closer after as many positions as the square of the spots by this: that takes about as long.
const SOON: usize = 16;

pub(super) struct PlainSearch<'s, K> {
    field: &'s Field,
    target: Spot,
    tolls: Tolls,
    /// Where robots stand at the start: the one bound for the target, those that move, in ascending order, those that do not.
    spots: [Spot; MAX_ROBOTS],
    movers: usize,
    robots: usize,
    bits: u32,
    /// Positions that were tried, and after how many moves.
    table: Vec<K>,
    depths: Vec<u8>,
    nodes: Vec<Node<K>>,
    /// By the least moves of a solution: positions that wait.
    waiting: Vec<Vec<Node<K>>>,
    /// After so many positions the bound looks closer (`errands`).
    patience: usize,
    /// Why no more could be added.
    stop: Option<Stop>,
}

/// The move that led to a position, for what need not come after it.
#[derive(Clone, Copy)]
struct Last {
    from: Spot,
    to: Spot,
    direction: u8,
    /// The lesser end of its way, its length, and what is zero of distances along it.
    low: Spot,
    span: u16,
    across: u16,
    /// The spot after its end.
    beyond: Spot,
}

impl Last {
    #[inline]
    fn new(field: &Field, from: Spot, to: Spot) -> Self {
        let direction = field.direction(from, to);
        let (low, span) = if from < to { (from, to - from) } else { (to, from - to) };
        let (across, beyond) = (field.step(direction) - 1, field.ahead(to, direction, 1));
        Self { from, to, direction, low, span, across, beyond }
    }

    /// One, if a spot is on its way, the ends included, else zero: what is hard to foresee is better not jumped over.
    #[inline]
    fn passes(self, spot: Spot) -> Directions {
        let offset = spot.wrapping_sub(self.low);
        Directions::from(offset <= self.span) & Directions::from(offset & self.across == 0)
    }
}

/// Directions as bits.
type Directions = u8;

const EVERYWHERE: Directions = 0b1111;

/// A position without one of the robots that are alike, to put it in elsewhere.
#[derive(Clone, Copy)]
struct Gap<K> {
    key: K,
    /// The spots of the rest of them, in ascending order.
    rest: [Spot; MAX_ROBOTS],
}

impl<K: Key> Node<K> {
    #[inline]
    const fn new(key: K, parent: u32, (from, to): (Spot, Spot), depth: u16) -> Self {
        Self { key, parent, step: (from as u32) << 20 | (to as u32) << 8 | depth as u32 }
    }

    #[inline]
    const fn depth(&self) -> u8 {
        self.step as u8
    }

    /// From where and to where somebody moved; the same spot, if nobody has.
    #[inline]
    const fn ends(&self) -> (Spot, Spot) {
        ((self.step >> 20) as Spot, (self.step >> 8) as Spot & 0xfff)
    }
}

impl<'s, K: Key> PlainSearch<'s, K> {
    pub(super) fn new(
        field: &'s Field,
        bound: &Bound,
        target: Spot,
        robots: &Pieces,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let mut spots = [0; MAX_ROBOTS];
        for (spot, piece) in spots.iter_mut().zip(&robots.list[..robots.len]) {
            *spot = piece.spot;
        }
        spots[1..robots.movers].sort_unstable();
        let tolls = Tolls::new(field, bound, target, robots.len - 1, control)?;
        control.hold(Self::table_bytes(FIRST))?;
        Ok(Self {
            field,
            target,
            tolls,
            spots,
            movers: robots.movers,
            robots: robots.len,
            bits: field.bits(),
            table: alloc::vec![K::default(); FIRST],
            depths: alloc::vec![0; FIRST],
            nodes: Vec::new(),
            waiting: Vec::new(),
            patience: field.size().pow(2) / SOON,
            stop: None,
        })
    }

    /// A solution of the fewest moves, if these are no more than `last`; where they are known to be no fewer than `first`.
    /// Nothing, if there is none. Where `last` is not enough, that is [`Stop::Unsupported`]. When stopped, it tells how many
    /// moves a solution has at least.
    pub(super) fn search(
        &mut self,
        first: u16,
        last: u16,
        control: &mut Control,
    ) -> Result<Option<Vec<Action>>, (Stop, u16)> {
        let last = last.min(MAX_DEPTH);
        let others = &self.spots[1..self.robots];
        let first = first.max(self.tolls.least(self.field, self.spots[0], others, control));
        self.wait(first, Node::new(self.key(), NONE, (0, 0), 0), control);
        let mut moves = first;
        while usize::from(moves) < self.waiting.len() {
            if moves > last {
                return Err((Stop::Unsupported, moves));
            }
            if self.waiting[usize::from(moves)].is_empty() {
                moves += 1;
                continue;
            }
            match self.try_block(moves, control) {
                Ok(None) => {}
                Ok(path) => return Ok(path),
                Err(why) => return Err((why, moves)),
            }
        }
        Ok(None)
    }

    /// Tries the latest positions that wait for their turn at so many moves.
    fn try_block(&mut self, moves: u16, control: &mut Control) -> Result<Option<Vec<Action>>, Stop> {
        self.make_room(control)?;
        if self.nodes.len() >= self.patience {
            self.patience = usize::MAX;
            self.tolls.add_errands(self.field, self.target, control);
        }
        let waiting = &mut self.waiting[usize::from(moves)];
        let rest = waiting.len().saturating_sub(BLOCK);
        let mut block = [Node::new(K::default(), NONE, (0, 0), 0); BLOCK];
        let block = &mut block[..waiting.len() - rest];
        block.copy_from_slice(&waiting[rest..]);
        waiting.truncate(rest);
        // First looks that do not wait for each other.
        let mut known = [false; BLOCK];
        for (known, node) in known.iter_mut().zip(&*block) {
            let slot = self.slot(node.key);
            *known = self.table[slot] == node.key && self.depths[slot] <= node.depth();
        }
        for (_, node) in known.iter().zip(&*block).filter(|&(&known, _)| !known) {
            if !self.visit(node) {
                continue;
            }
            control.spend(1)?;
            self.nodes.push(*node);
            if let Some(last) = self.expand(node, moves, control) {
                return Ok(Some(self.path(last)));
            }
            if let Some(why) = self.stop {
                return Err(why);
            }
        }
        Ok(None)
    }

    /// Where a key is looked for first.
    #[inline]
    fn slot(&self, key: K) -> usize {
        (key.hash() >> (64 - self.table.len().trailing_zeros())) as usize & (self.table.len() - 1)
    }

    /// Where a key is, or may be put.
    #[inline]
    fn find(&self, key: K) -> usize {
        let mut slot = self.slot(key);
        while self.table[slot] != key && self.table[slot] != K::default() {
            slot = (slot + 1) & (self.table.len() - 1);
        }
        slot
    }

    /// Whether a position is to be tried; from now on it has been.
    #[inline]
    fn visit(&mut self, node: &Node<K>) -> bool {
        let slot = self.find(node.key);
        if self.table[slot] == node.key && self.depths[slot] <= node.depth() {
            return false;
        }
        self.table[slot] = node.key;
        self.depths[slot] = node.depth();
        true
    }

    /// Tries all moves from a position; returns the one that reaches the target by so many moves in all.
    #[inline]
    fn expand(&mut self, node: &Node<K>, moves: u16, control: &mut Control) -> Option<Action> {
        let parent = self.nodes.len() as u32 - 1;
        let spots = self.spots_of(node.key);
        let after = u16::from(node.depth()) + 1;
        let ends = self.field.ends(&spots, self.movers, self.robots);
        let (from, to) = node.ends();
        let last = Last::new(self.field, from, to);

        let winner = spots[0];
        let (_, rest) = node.key.split(self.others_bits());
        let others = &spots[1..self.robots];
        let first = last.to != winner;
        let mut choices = self.choices(winner, ends[0], last, first);
        while let Some(direction) = next(&mut choices) {
            let to = ends[0][usize::from(direction)];
            if to == self.target && after == moves {
                return Some((winner, direction));
            }
            let least = self.tolls.least(self.field, to, others, control);
            if least != FAR {
                let key = self.winner_at(to) | rest;
                self.wait(moves.max(after + least), Node::new(key, parent, (winner, to), after), control);
            }
        }
        let toll = self.tolls.toll(self.field, winner, others, control);
        for index in 1..self.movers {
            let (from, ends) = (spots[index], ends[index]);
            let first = last.to != winner && from < last.from;
            let mut choices = self.choices(from, ends, last, first);
            if choices == 0 {
                continue;
            }
            let (toll, gap) =
                (self.tolls.without(toll, others, index - 1), self.gap(node.key, &spots, index));
            while let Some(direction) = next(&mut choices) {
                let to = ends[usize::from(direction)];
                let least = self.tolls.with(toll, to);
                if least != FAR {
                    let node = Node::new(self.fill(gap, to), parent, (from, to), after);
                    self.wait(moves.max(after + least), node, control);
                }
            }
        }
        None
    }

    /// The moves of a robot that need be tried: to another spot, and not what comes to the same as other moves.
    ///
    /// Not back where it came from, for it could have gone there at once. And where two robots can move in any order, only in
    /// one of them: not `first` what would have been the first. That is sound however positions are ordered: the other order
    /// leads here by as many moves, and if its last move is left out in turn, then for a move that is later in the order of the
    /// two, which has an end.
    #[inline]
    fn choices(&self, from: Spot, ends: [Spot; 4], last: Last, first: bool) -> Directions {
        let moving = (0..4)
            .fold(0, |moving, direction| moving | Directions::from(ends[direction] != from) << direction);
        if last.from == last.to {
            moving
        } else if from == last.to {
            moving & !(1 << (last.direction ^ 2))
        } else if first {
            moving & !self.commuting(from, ends, last)
        } else {
            moving
        }
    }

    /// The moves that surely come to the same before and after the last one, and the last one before and after them.
    #[inline]
    fn commuting(&self, from: Spot, ends: [Spot; 4], last: Last) -> Directions {
        if last.beyond == from {
            // It stopped the last one.
            return 0;
        }
        let blocking =
            (0..4).fold(0, |blocking, direction| blocking | last.passes(ends[direction]) << direction);
        let mut commuting = EVERYWHERE & !blocking;
        // Nobody is on its way, or stops it, before or after.
        for other in [last.from, last.to] {
            if self.field.is_on_line(from, other) {
                let direction = self.field.direction(from, other);
                let way = from.abs_diff(ends[usize::from(direction)]) + self.field.step(direction);
                if from.abs_diff(other) <= way {
                    commuting &= !(1 << direction);
                }
            }
        }
        commuting
    }

    /// Lets a position wait.
    #[inline]
    fn wait(&mut self, moves: u16, node: Node<K>, control: &mut Control) {
        let moves = usize::from(moves);
        match self.waiting.get_mut(moves) {
            Some(waiting) if waiting.len() < waiting.capacity() => waiting.push(node),
            _ => self.wait_in_new_room(moves, node, control),
        }
    }

    #[cold]
    fn wait_in_new_room(&mut self, moves: usize, node: Node<K>, control: &mut Control) {
        if self.waiting.len() <= moves {
            self.waiting.resize_with(moves + 1, Vec::new);
        }
        match grow(&mut self.waiting[moves], control) {
            Ok(()) => self.waiting[moves].push(node),
            Err(why) => self.stop = Some(why),
        }
    }

    const fn table_bytes(len: usize) -> u64 {
        (len * (size_of::<K>() + 1)) as u64
    }

    /// Makes sure that a block of positions can be added.
    #[inline]
    fn make_room(&mut self, control: &mut Control) -> Result<(), Stop> {
        if self.nodes.capacity() - self.nodes.len() < BLOCK {
            if self.nodes.len() >= NONE as usize / 2 {
                return Err(Stop::Memory);
            }
            grow(&mut self.nodes, control)?;
        }
        // No more than five eighths are used.
        if (self.nodes.len() + BLOCK) * 8 > self.table.len() * 5 { self.grow_table(control) } else { Ok(()) }
    }

    #[cold]
    fn grow_table(&mut self, control: &mut Control) -> Result<(), Stop> {
        let (old, len) = (self.table.len(), 2 * self.table.len());
        control.hold(Self::table_bytes(len))?;
        let (mut table, mut depths) = (Vec::new(), Vec::new());
        if table.try_reserve_exact(len).is_err() || depths.try_reserve_exact(len).is_err() {
            control.release(Self::table_bytes(len));
            return Err(Stop::Memory);
        }
        table.resize(len, K::default());
        depths.resize(len, 0);
        let table = core::mem::replace(&mut self.table, table);
        let depths = core::mem::replace(&mut self.depths, depths);
        for (key, depth) in table.into_iter().zip(depths).filter(|&(key, _)| key != K::default()) {
            let slot = self.find(key);
            (self.table[slot], self.depths[slot]) = (key, depth);
        }
        control.release(Self::table_bytes(old));
        Ok(())
    }

    /// Bits for the robots that are not bound for the target.
    #[inline]
    const fn others_bits(&self) -> u32 {
        self.bits * (self.movers as u32 - 1)
    }

    /// The position of the robot bound for the target, above those of the others.
    #[inline]
    fn winner_at(&self, spot: Spot) -> K {
        K::from(u16::from(self.movers == 1)).push(self.bits, spot) << self.others_bits()
    }

    /// The position, with robots that are alike in the order of their spots.
    fn key(&self) -> K {
        let others = &self.spots[1..self.movers];
        self.winner_at(self.spots[0])
            | others.iter().fold(K::default(), |key, &spot| key.push(self.bits, spot))
    }

    /// Takes one of the robots out that are alike.
    #[inline]
    fn gap(&self, key: K, spots: &[Spot; MAX_ROBOTS], index: usize) -> Gap<K> {
        let below = self.bits * (self.movers - 1 - index) as u32;
        let (above, low) = key.split(below);
        let (above, _) = above.pop(self.bits);
        let mut rest = [0; MAX_ROBOTS];
        for place in 1..self.movers - 1 {
            rest[place % MAX_ROBOTS] = spots[(place + usize::from(place >= index)) % MAX_ROBOTS];
        }
        Gap { key: above << below | low, rest }
    }

    /// Puts it in elsewhere.
    #[inline]
    fn fill(&self, gap: Gap<K>, spot: Spot) -> K {
        let rest = &gap.rest[1..self.movers - 1];
        let greater = rest.iter().map(|&other| u32::from(other > spot)).sum::<u32>();
        let below = self.bits * greater;
        let (above, low) = gap.key.split(below);
        above.push(self.bits, spot) << below | low
    }

    #[inline]
    fn spots_of(&self, mut key: K) -> [Spot; MAX_ROBOTS] {
        let mut spots = self.spots;
        for spot in spots[..self.movers].iter_mut().rev() {
            (key, *spot) = key.pop(self.bits);
        }
        spots
    }

    /// The moves to the latest position, and one more.
    fn path(&self, last: Action) -> Vec<Action> {
        let mut path = alloc::vec![last];
        let mut node = self.nodes.last();
        while let Some(step) = node.filter(|node| node.parent != NONE) {
            let (from, to) = step.ends();
            path.push((from, self.field.direction(from, to)));
            node = self.nodes.get(step.parent as usize);
        }
        path.reverse();
        path
    }
}

/// Takes the next direction off.
#[inline]
const fn next(directions: &mut Directions) -> Option<u8> {
    if *directions == 0 {
        return None;
    }
    let direction = directions.trailing_zeros() as u8;
    *directions &= *directions - 1;
    Some(direction)
}

/// Doubles the room of a list.
fn grow<T>(list: &mut Vec<T>, control: &mut Control) -> Result<(), Stop> {
    let more = list.capacity().max(2 * BLOCK);
    let bytes = |len: usize| (len * size_of::<T>()) as u64;
    let (old, new) = (bytes(list.capacity()), bytes(list.capacity() + more));
    control.hold(new)?;
    if list.try_reserve_exact(list.capacity() + more - list.len()).is_err() {
        control.release(new);
        return Err(Stop::Memory);
    }
    control.release(old);
    Ok(())
}
