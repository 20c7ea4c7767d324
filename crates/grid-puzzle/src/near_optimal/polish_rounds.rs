//! Polishing a walk again and again, with longer pieces and wider beams.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::geometry::Geometry;
use super::parts::in_parts;
use super::polish::Polishing;

/// The greatest numbers of moves of pieces, for long walks.
const LENGTHS_OF_LONG: [usize; 3] = [30, 45, 70];

/// Like [`LENGTHS_OF_LONG`], for short walks.
const LENGTHS_OF_SHORT: [usize; 3] = [90, 135, 210];

/// The width of the first beams for long walks, and for short ones.
const WIDTH_FOR_LONG: usize = 50;
const WIDTH_FOR_SHORT: usize = 400;

/// The greatest width.
const MAX_WIDTH: usize = 1 << 16;

/// The divisor of a piece's length that gives the distance between the beginnings of two pieces.
const STRIDES: usize = 6;

/// Beams become wider when all lengths together save fewer than one in this number of moves.
const LEAST_GAIN: usize = 500;

/// The approximate number of parts in which a walk is polished, and the least number of moves of a
/// part.
const PARTS: usize = 16;
const LEAST_PART: usize = 500;

/// The least number of nodes with which a part is polished.
const LEAST_NODES_OF_PART: u64 = 10_000;

/// A sequence of ways to polish.
pub(super) struct PolishRounds {
    lengths: [usize; 3],
    width: usize,
    /// The number of polishings so far.
    number: usize,
    /// The moves saved with the present width by all lengths in turn.
    saved: usize,
}

impl PolishRounds {
    pub(super) const fn new(is_long: bool) -> Self {
        let (lengths, width) =
            if is_long { (LENGTHS_OF_LONG, WIDTH_FOR_LONG) } else { (LENGTHS_OF_SHORT, WIDTH_FOR_SHORT) };
        Self { lengths, width, number: 0, saved: 0 }
    }

    /// Returns the next way to polish.
    pub(super) fn next(&self) -> Option<Polishing> {
        let longest = self.lengths[self.number % self.lengths.len()];
        let stride = longest / STRIDES;
        // Pieces do not begin in the same places every time.
        let begin = stride * (13 * self.number % 31) / 31;
        (self.width <= MAX_WIDTH).then_some(Polishing { width: self.width, longest, stride, begin })
    }

    /// Records the moves saved from a walk of this length.
    pub(super) fn saved(&mut self, moves: usize, walk: usize) {
        self.saved += moves;
        self.number += 1;
        if self.number.is_multiple_of(self.lengths.len()) {
            if self.saved * LEAST_GAIN <= walk {
                self.width *= 2;
            }
            self.saved = 0;
        }
    }
}

/// A part of a walk, from this cell of the blank.
struct WalkPart {
    blank: u32,
    moves: Vec<Direction>,
    polish: Polishing,
    is_polished: bool,
}

/// Polishes parts of a walk in parallel. Nodes that some parts do not need of their shares are
/// divided among the others.
pub(super) fn polish_in_parts(
    polish: Polishing,
    geometry: &Geometry,
    mut blank: u32,
    walk: &mut Vec<Direction>,
    control: &mut Control,
) -> Result<(), Stop> {
    let bytes = walk.len() as u64;
    control.hold(bytes)?;
    let len = (walk.len() / PARTS).max(LEAST_PART);
    // The ends of the parts are not in the same places every time.
    let (first, rest) = walk.split_at((len + 9 * polish.begin).min(walk.len()));
    let part = |moves: &[Direction]| {
        let part = WalkPart { blank, moves: moves.to_vec(), polish, is_polished: false };
        for &direction in moves {
            blank = geometry.step(blank, direction);
        }
        part
    };
    let mut parts: Vec<WalkPart> = core::iter::once(first).chain(rest.chunks(len)).map(part).collect();
    let result = loop {
        let left: Vec<_> = parts.iter_mut().filter(|part| !part.is_polished).collect();
        if left.is_empty() {
            break Ok(());
        }
        if control.free_nodes() / (left.len() as u64) < LEAST_NODES_OF_PART {
            break Err(Stop::Nodes);
        }
        let (ends, ended) = in_parts(left, control, |part, control| {
            let end = part.polish.run(geometry, part.blank, &mut part.moves, control);
            part.is_polished = end.is_ok();
            end
        });
        let other = ends.into_iter().find(|end| end.is_err_and(|why| why != Stop::Nodes));
        if let Err(why) = ended.and(other.unwrap_or(Ok(()))) {
            break Err(why);
        }
    };
    walk.clear();
    walk.extend(parts.into_iter().flat_map(|part| part.moves));
    control.release(bytes);
    result
}

#[cfg(test)]
mod tests {
    use motion_core::Budget;

    use super::*;
    use crate::board::Board;

    #[test]
    fn parts_of_a_walk_are_counted_as_memory() {
        let geometry = Geometry::of(&Board::solved(30, 30).expect("a size"));
        let walk = [Direction::Left, Direction::Right].repeat(5_000);
        for (bytes, why) in [(9_999, Stop::Memory), (10_000, Stop::Nodes)] {
            let mut control = Control::new(Budget::new().with_nodes(0).with_bytes(bytes));
            let polishing = PolishRounds::new(true).next().expect("the first one");
            let mut moves = walk.clone();
            assert_eq!(polish_in_parts(polishing, &geometry, 899, &mut moves, &mut control), Err(why));
            assert!(moves == walk && control.stats().bytes == 0);
        }
    }
}
