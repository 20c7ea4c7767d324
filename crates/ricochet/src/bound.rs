//! The least number of moves to the target, were a robot free to stop on every cell it passes.
//!
//! That is the paper's Graph v2, here for robots that have to turn as well. Whoever really stops only where something is
//! in the way needs as many moves or more.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use crate::field::{Class, Field, Spot};
use crate::instance::{Approach, Instance};
use crate::spread::Spread;

/// No number of moves is enough.
pub(crate) const FAR: u16 = u16::MAX;

/// What a robot has done so far, where it has to turn: nothing, moved along columns, along rows, or turned. Where it
/// has not to, there is but one.
pub(crate) type Layer = u8;

const TURNED: Layer = 3;

/// A bound for every spot and layer, for robots of one class.
pub(crate) struct Bound {
    class: Class,
    turning: bool,
    size: usize,
    moves: Vec<u16>,
    help: Option<Help>,
}

/// For each spot and layer two sets of spots, made when first asked for.
struct Help {
    words: usize,
    known: Vec<bool>,
    /// Sets of stops, then of passed cells.
    sets: Vec<u64>,
}

/// More than this is not spent on sets of spots.
const MAX_HELP_BYTES: u64 = 32 << 20;

impl Bound {
    pub(crate) fn new(
        field: &Field,
        class: Class,
        instance: &Instance,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let turning = instance.approach() == Approach::Turning;
        let size = field.size();
        let entries = if turning { 4 * size } else { size };
        control.hold(Self::entry_bytes(entries))?;
        let mut bound = Self { class, turning, size, moves: Vec::new(), help: None };
        let target = field.spot(instance.target().cell);
        if turning || instance.board().diagonals().next().is_some() {
            bound.spread(field, target);
        } else {
            let mut spread = Spread::new(field);
            spread.lower(target, 0);
            bound.moves = spread.settle(1);
        }
        let words = size.div_ceil(64);
        let bytes = Self::help_bytes(entries, words);
        if bytes <= MAX_HELP_BYTES && control.hold(bytes).is_ok() {
            let known = alloc::vec![false; entries];
            bound.help = Some(Help { words, known, sets: alloc::vec![0; 2 * entries * words] });
        }
        Ok(bound)
    }

    const fn entry_bytes(entries: usize) -> u64 {
        (entries * (size_of::<u16>() + size_of::<u16>())) as u64
    }

    const fn help_bytes(entries: usize, words: usize) -> u64 {
        (entries * (2 * 8 * words + 1)) as u64
    }

    /// Breadth-first, backwards from the target. Ways can be retraced: who comes to a cell heading up came from the
    /// cells that a robot passes which leaves it heading down.
    fn spread(&mut self, field: &Field, target: Spot) {
        let goal = if self.turning { usize::from(TURNED) * self.size } else { 0 } + usize::from(target);
        self.moves.resize(if self.turning { 4 * self.size } else { self.size }, FAR);
        self.moves[goal] = 0;
        let mut queue = Vec::with_capacity(self.moves.len());
        queue.push(goal as u16);
        let mut next = 0;
        while let Some(&state) = queue.get(next) {
            next += 1;
            let (layer, spot) = (usize::from(state) / self.size, usize::from(state) % self.size);
            let moves = self.moves[usize::from(state)] + 1;
            for direction in 0..4 {
                // Who comes to a diagonal is deflected, even where it has to stop.
                let bends = field.bends(self.class, spot as Spot);
                field.trace(self.class, spot as Spot, direction, |from, heading, bent| {
                    let bent = bent || bends;
                    let before = if self.turning { 0..4 } else { 0..1 };
                    for earlier in before {
                        let leads_here = !self.turning || usize::from(after(earlier, heading, bent)) == layer;
                        let entry = usize::from(earlier) * self.size + usize::from(from);
                        if leads_here && self.moves[entry] == FAR {
                            self.moves[entry] = moves;
                            queue.push(entry as u16);
                        }
                    }
                });
            }
        }
    }

    /// The index of a spot in a layer.
    #[inline]
    pub(crate) fn entry(&self, layer: Layer, spot: Spot) -> usize {
        if self.turning { usize::from(layer) * self.size + usize::from(spot) } else { usize::from(spot) }
    }

    /// The layer after a slide.
    #[inline]
    pub(crate) fn after(&self, layer: Layer, direction: u8, bent: bool) -> Layer {
        if self.turning { after(layer, direction, bent) } else { 0 }
    }

    /// The fewest moves to the target, [`FAR`] where none are enough.
    #[inline]
    pub(crate) fn moves(&self, entry: usize) -> u16 {
        self.moves[entry]
    }

    /// Whether another robot's move from one spot to another can help a robot that has just as many moves left as the
    /// bound says: by leaving its way, or by stopping it.
    #[inline]
    pub(crate) fn can_help(&mut self, field: &Field, entry: usize, from: Spot, to: Spot) -> bool {
        let Some(help) = &self.help else { return true };
        if !help.known[entry] {
            self.learn(field, entry);
        }
        let Some(help) = &self.help else { return true };
        let bit = |set: usize, spot: Spot| help.sets[set + usize::from(spot >> 6)] >> (spot & 63) & 1 != 0;
        let stops = 2 * entry * help.words;
        bit(stops, to) || bit(stops + help.words, from)
    }

    /// Collects the cells that are passed, and those beyond each stop, on all ways with just as many moves as the bound
    /// says. The recursion is as deep as that number, which a search has as moves left.
    #[cold]
    fn learn(&mut self, field: &Field, entry: usize) {
        let moves = self.moves[entry];
        let Some(help) = &mut self.help else { return };
        help.known[entry] = true;
        if moves == 0 || moves == FAR {
            return;
        }
        let words = help.words;
        let mut sets = alloc::vec![0; 2 * words];
        let (layer, spot) = ((entry / self.size) as Layer, (entry % self.size) as Spot);
        for direction in 0..4 {
            let mut passed: Vec<Spot> = Vec::new();
            let mut onward: Vec<usize> = Vec::new();
            let mut stopped = false;
            field.trace(self.class, spot, direction, |to, _, bent| {
                if stopped {
                    sets[usize::from(to >> 6)] |= 1 << (to & 63);
                }
                passed.push(to);
                let bent = bent || field.bends(self.class, to);
                let next = self.entry(self.after(layer, direction, bent), to);
                stopped = self.moves[next] != FAR && self.moves[next] + 1 == moves;
                if stopped {
                    for spot in passed.drain(..) {
                        sets[words + usize::from(spot >> 6)] |= 1 << (spot & 63);
                    }
                    onward.push(next);
                }
            });
            for next in onward {
                if self.help.as_ref().is_some_and(|help| !help.known[next]) {
                    self.learn(field, next);
                }
                let Some(help) = &self.help else { return };
                for (word, more) in sets.iter_mut().zip(&help.sets[2 * next * words..]) {
                    *word |= more;
                }
            }
        }
        if let Some(help) = &mut self.help {
            help.sets[2 * entry * words..][..2 * words].copy_from_slice(&sets);
        }
    }
}

/// The layer after a slide that begins in this direction.
fn after(layer: Layer, direction: u8, bent: bool) -> Layer {
    if bent { TURNED } else { layer | 1 << (direction & 1) }
}
