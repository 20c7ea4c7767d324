//! The moves that snakes save, over several instances.

use super::attempt::Solved;
use crate::reproduce::findings::Rows;
use crate::statistics::{deviation, mean};

/// Moves without and with snakes of all instances that both have solved.
pub(super) struct Saving {
    moves: Vec<[u64; 2]>,
}

impl Saving {
    /// Computes the savings from attempts without and with snakes.
    pub(super) fn of(attempts: impl IntoIterator<Item = [Option<Solved>; 2]>) -> Self {
        let both = attempts.into_iter().filter_map(|[without, with]| Some([without?.moves, with?.moves]));
        Self { moves: both.collect() }
    }

    pub(super) const fn solved(&self) -> u64 {
        self.moves.len() as u64
    }

    /// The mean number of moves without or with snakes.
    pub(super) fn mean(&self, snakes: bool) -> Option<f64> {
        mean(self.moves.iter().map(|pair| pair[usize::from(snakes)] as f64))
    }

    /// The standard deviation of the number of moves without or with snakes.
    pub(super) fn deviation(&self, snakes: bool) -> Option<f64> {
        deviation(self.moves.iter().map(|pair| pair[usize::from(snakes)] as f64))
    }

    /// The moves that snakes save on average.
    pub(super) fn moves(&self) -> Option<f64> {
        Some(self.mean(false)? - self.mean(true)?)
    }

    /// The percentage of all moves that snakes save; `None` if there are no moves.
    pub(super) fn share(&self) -> Option<f64> {
        let without = self.mean(false).filter(|&moves| moves > 0.0)?;
        Some(100.0 * self.moves()? / without)
    }

    /// The mean of the instances' percentages.
    pub(super) fn mean_share(&self) -> Option<f64> {
        mean(self.shares())
    }

    /// The standard deviation of the instances' percentages.
    pub(super) fn deviation_of_shares(&self) -> Option<f64> {
        deviation(self.shares())
    }

    fn shares(&self) -> impl Iterator<Item = f64> {
        let some = self.moves.iter().filter(|[without, _]| *without > 0);
        some.map(|&[without, with]| 100.0 * (1.0 - with as f64 / without as f64))
    }

    /// The number of instances that take more moves with snakes than without.
    pub(super) fn longer(&self) -> u64 {
        self.moves.iter().filter(|[without, with]| with > without).count() as u64
    }

    /// Returns the moves without or with snakes, for the instances in the order of their moves
    /// without snakes.
    pub(super) fn sorted(&self, snakes: bool) -> Vec<(f64, f64)> {
        let mut moves = self.moves.clone();
        moves.sort_unstable();
        let moves = moves.into_iter().map(|pair| pair[usize::from(snakes)] as f64);
        (1..).map(f64::from).zip(moves).collect()
    }
}

/// Adds columns for a saving: both means, each with its deviation, and the share.
pub(super) fn with_saving<R>(rows: Rows<R>, whose: &str, saving: impl Fn(&R) -> &Saving) -> Rows<R> {
    rows.number(format!("{whose}moves"), 1, |row| saving(row).mean(false))
        .number(format!("{whose}σ"), 1, |row| saving(row).deviation(false))
        .number(format!("{whose}with snakes"), 1, |row| saving(row).mean(true))
        .number(format!("{whose}with snakes, σ"), 1, |row| saving(row).deviation(true))
        .number(format!("{whose}saved, %"), 2, |row| saving(row).share())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_both_have_solved_counts() {
        let attempt = |moves| Some(Solved { moves, seconds: 1.0 });
        let attempts = [
            [attempt(100), attempt(50)],
            [None, attempt(7)],
            [attempt(20), attempt(30)],
            [attempt(7), None],
            [attempt(0), attempt(0)],
        ];
        let saving = Saving::of(attempts);
        assert_eq!((saving.solved(), saving.longer()), (3, 1));
        assert_eq!((saving.mean(false), saving.mean(true)), (Some(40.0), Some(80.0 / 3.0)));
        let near = |value: Option<f64>, wanted: f64| value.is_some_and(|value| (value - wanted).abs() < 1e-9);
        assert!(near(saving.share(), 100.0 / 3.0) && near(saving.mean_share(), 0.0));
        // Moves without snakes are 100, 20 and 0; savings are 50 and −50 %.
        assert!(near(saving.deviation(false), 2800f64.sqrt()));
        assert!(near(saving.deviation_of_shares(), 5000f64.sqrt()));
        assert_eq!(saving.sorted(true), [(1.0, 0.0), (2.0, 30.0), (3.0, 50.0)]);
        let nothing = Saving::of([]);
        assert_eq!((nothing.mean(true), nothing.share(), nothing.mean_share()), (None, None, None));
    }
}
