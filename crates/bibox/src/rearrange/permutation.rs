//! The effect of a closed walk of the blank on the robots.

use alloc::vec::Vec;

use motion_core::Vertex;

use super::blank_walk::BlankWalk;
use super::parity::is_odd;

/// A permutation of vertices: the robot on `v` goes to `image(v)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Permutation {
    images: Vec<Vertex>,
}

impl Permutation {
    /// Computes the effect of a closed walk on a graph with this many vertices; the blank's own
    /// vertex is fixed.
    pub(super) fn of(walk: &BlankWalk, vertices: usize) -> Self {
        let mut origins: Vec<Vertex> = (0..vertices as u32).map(Vertex).collect();
        for step in walk.vertices().windows(2) {
            origins[step[0].index()] = origins[step[1].index()];
        }
        origins[walk.end().index()] = walk.end();
        Self { images: origins }.inverse()
    }

    pub(super) fn inverse(&self) -> Self {
        let mut images = self.images.clone();
        for (vertex, image) in (0..).map(Vertex).zip(&self.images) {
            images[image.index()] = vertex;
        }
        Self { images }
    }

    /// This permutation followed by another.
    pub(super) fn then(&self, next: &Self) -> Self {
        Self { images: self.images.iter().map(|&image| next.image(image)).collect() }
    }

    pub(super) fn vertex_count(&self) -> usize {
        self.images.len()
    }

    #[inline]
    pub(super) fn image(&self, vertex: Vertex) -> Vertex {
        self.images[vertex.index()]
    }

    /// The vertices that are moved, in ascending order.
    pub(super) fn moved(&self) -> impl Iterator<Item = Vertex> {
        (0..)
            .map(Vertex)
            .zip(&self.images)
            .filter(|&(vertex, &image)| vertex != image)
            .map(|(vertex, _)| vertex)
    }

    pub(super) fn is_odd(&self) -> bool {
        is_odd(self.images.len(), |vertex| self.image(vertex))
    }

    /// If a power of this permutation is a 3-cycle, the least such exponent and the three vertices
    /// in their cyclic order.
    ///
    /// This holds if and only if exactly one cycle has a length divisible by three, and this length
    /// is three.
    pub(super) fn three_cycle(&self) -> Option<(usize, [Vertex; 3])> {
        let mut is_done = alloc::vec![false; self.images.len()];
        let mut three = None;
        let mut exponent = 1;
        for first in self.moved() {
            let mut length = 0;
            let mut vertex = first;
            while !core::mem::replace(&mut is_done[vertex.index()], true) {
                vertex = self.image(vertex);
                length += 1;
            }
            match length {
                0 => {}
                3 if three.is_none() => three = Some(first),
                _ if length % 3 == 0 => return None,
                _ => exponent = least_common_multiple(exponent, length)?,
            }
        }
        let first = three?;
        let [second, third] = [self.image(first), self.image(self.image(first))];
        let turns_back = exponent % 3 == 2;
        Some((exponent, if turns_back { [first, third, second] } else { [first, second, third] }))
    }
}

/// `None` if the multiple is too large for an exponent.
fn least_common_multiple(a: usize, b: usize) -> Option<usize> {
    let (mut divisor, mut rest) = (a, b);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    Some(a / divisor * b).filter(|&multiple| multiple <= LARGEST_EXPONENT)
}

const LARGEST_EXPONENT: usize = 60;

#[cfg(test)]
mod tests {
    use super::*;

    fn permutation(images: &[u32]) -> Permutation {
        Permutation { images: images.iter().copied().map(Vertex).collect() }
    }

    /// Makes the permutation of consecutive vertices in cycles of these lengths.
    fn cycles(lengths: &[u32]) -> Permutation {
        let ends = lengths.iter().scan(0, |end, length| {
            *end += length;
            Some((*end - length, *end))
        });
        permutation(&ends.flat_map(|(first, end)| (first + 1..end).chain([first])).collect::<Vec<_>>())
    }

    #[test]
    fn a_closed_walk_moves_those_it_passes_against_its_direction() {
        let walk: BlankWalk = [0, 1, 2, 3, 0].map(Vertex).into_iter().collect();
        let made = Permutation::of(&walk, 5);
        assert_eq!(made, permutation(&[0, 3, 1, 2, 4]));
        assert_eq!(Permutation::of(&walk.reversed(), 5), made.inverse());
        assert_eq!(made.then(&made), made.inverse());
        assert!(made.moved().eq([1, 2, 3].map(Vertex)));
        assert!(!made.is_odd() && cycles(&[4, 1]).is_odd());
    }

    #[test]
    fn powers_that_are_three_cycles_are_found() {
        for (lengths, exponent) in [
            (&[3][..], Some(1)),
            (&[1, 3, 2, 4], Some(4)),
            (&[2, 2, 3], Some(2)),
            (&[3, 5], Some(5)),
            (&[7, 4, 2, 3], Some(28)),
            (&[1], None),
            (&[4, 5], None),
            (&[3, 3], None),
            (&[3, 6], None),
            (&[9], None),
            (&[3, 7, 11], None),
        ] {
            let permutation = cycles(lengths);
            let found = permutation.three_cycle();
            assert_eq!(found.map(|(exponent, _)| exponent), exponent, "{lengths:?}");
            if let Some((exponent, [a, b, c])) = found {
                let power = (1..exponent).fold(permutation.clone(), |power, _| power.then(&permutation));
                assert_eq!([power.image(a), power.image(b), power.image(c)], [b, c, a]);
                assert_eq!(power.moved().count(), 3);
            }
        }
    }
}
