//! The figures that the paper prints: its tables 1 to 4.

use crate::reproduce::findings::Cell;

/// The paper's results for an algorithm and its variant with snakes.
pub(super) struct Paper {
    /// Tables 1 to 3: by how much snakes shorten solutions, in per cent, for each of [`SIZES`].
    saved: [f64; SIZES.len()],
    /// Table 4: seconds without and with snakes, for each of [`TIMED`]; `None` for less than a
    /// tenth.
    seconds: [[Option<f64>; TIMED.len()]; 2],
}

/// The sizes of the grids.
pub(super) const SIZES: [u32; 17] = [4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 25, 30, 35, 40, 45, 50];

/// The sizes in table 4.
pub(super) const TIMED: [u32; 5] = [10, 20, 30, 40, 50];

pub(super) const PARBERRY: Paper = Paper {
    saved: [
        5.58, 4.79, 5.57, 5.75, 6.34, 6.51, 6.59, 6.66, 7.29, 7.51, 7.54, 7.49, 7.84, 7.84, 8.07, 8.26, 8.26,
    ],
    seconds: [[None, None, None, Some(0.1), Some(0.1)], [None, None, None, Some(0.1), Some(0.19)]],
};

pub(super) const BIBOX: Paper = Paper {
    saved: [
        -9.29, -1.46, 2.72, 13.98, 18.48, 19.71, 22.08, 22.42, 23.54, 24.45, 26.03, 26.46, 26.88, 29.04,
        29.79, 30.07, 30.14,
    ],
    seconds: [
        [None, Some(3.52), Some(37.39), Some(211.95), Some(835.06)],
        [None, Some(2.99), Some(30.25), Some(168.5), Some(657.57)],
    ],
};

pub(super) const PUSH_AND_SWAP: Paper = Paper {
    saved: [
        3.31, 4.42, -0.27, 6.03, 5.94, 3.81, 3.17, 4.74, 5.44, 5.85, 4.36, 8.1, 10.75, 6.02, 9.9, 8.78, 5.61,
    ],
    seconds: [
        [None, Some(1.33), Some(9.85), Some(40.65), Some(131.41)],
        [Some(0.26), Some(15.86), Some(189.12), Some(1121.35), Some(4423.36)],
    ],
};

impl Paper {
    /// Returns by how much snakes shorten solutions on grids of this size, in per cent.
    pub(super) fn saved(&self, size: u32) -> Option<f64> {
        SIZES.iter().position(|&it| it == size).map(|place| self.saved[place])
    }

    /// Returns the seconds on grids of this size, without or with snakes.
    pub(super) fn seconds(&self, size: u32, snakes: bool) -> Cell {
        let place = TIMED.iter().position(|&it| it == size);
        place.map_or(Cell::None, |place| match self.seconds[usize::from(snakes)][place] {
            Some(seconds) => Cell::Number(seconds, 2),
            None => "< 0.10".into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the tables against statements in the text.
    #[test]
    fn tables_are_as_the_text_says() {
        let from = |paper: &Paper, size| {
            let sizes = SIZES.iter().filter(move |&&it| it >= size);
            sizes.map(|&size| paper.saved(size).expect("a size of the table")).collect::<Vec<_>>()
        };
        // "Stabilises between 8 and 9 %", "is around 30 % in larger instances", "worsening in small
        // instances".
        assert!(from(&PARBERRY, 40).iter().all(|saved| (8.0..9.0).contains(saved)));
        assert!(from(&BIBOX, 35).iter().all(|saved| (29.0..31.0).contains(saved)));
        assert_eq!(from(&BIBOX, 4).iter().filter(|&&saved| saved < 0.0).count(), 2);
        // "Between 3 and 10 %", with two exceptions, one worse and one better.
        let strange = from(&PUSH_AND_SWAP, 4).iter().filter(|&&saved| !(3.0..10.0).contains(&saved)).count();
        assert_eq!(strange, 2);
        // "At least one order of magnitude" slower with snakes.
        let [without, with] = PUSH_AND_SWAP.seconds;
        let both = without.into_iter().zip(with).filter_map(|(without, with)| Some((without?, with?)));
        assert_eq!(both.filter(|(without, with)| with > &(10.0 * without)).count(), 4);
        assert_eq!(PARBERRY.seconds(10, true), Cell::from("< 0.10"));
        assert_eq!(PARBERRY.seconds(11, true), Cell::None);
        assert_eq!(PARBERRY.saved(7), None);
    }
}
