//! The choice of the next rule, by the gains of the rules.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

/// The weight of a gain of one. Weights are integers, so that all platforms agree.
const UNIT: u64 = 1 << 20;

/// A weight for each choice: a moving average of its gain per unit of work.
#[derive(Clone, Debug)]
pub(super) struct Weights<const N: usize> {
    weights: [u64; N],
}

impl<const N: usize> Weights<N> {
    /// Creates equal weights for the choices that are set. At least one must be set.
    pub(super) fn new(choices: [bool; N]) -> Self {
        Self { weights: choices.map(|used| if used { UNIT } else { 0 }) }
    }

    /// Draws a choice with a probability proportional to its weight.
    pub(super) fn draw(&self, rng: &mut Xoshiro256PlusPlus) -> usize {
        let mut rest = rng.random_range(0..self.weights.iter().sum::<u64>());
        for (choice, &weight) in self.weights.iter().enumerate() {
            if rest < weight {
                return choice;
            }
            rest -= weight;
        }
        unreachable!("invariant: what was drawn is less than the sum")
    }

    /// Records the gain and the work of a choice.
    pub(super) fn note(&mut self, choice: usize, gain: u32, work: u64) {
        let weight = &mut self.weights[choice];
        let now = (u64::from(gain) * (UNIT << 8)) / work.max(1);
        *weight = (*weight - *weight / 64 + now.min(UNIT << 20) / 64).max(UNIT >> 10);
    }
}
