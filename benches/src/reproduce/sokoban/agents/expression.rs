//! Expressions, which evolve.

use std::fmt;

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

/// The number of features of a push.
pub(super) const FEATURES: usize = 8;

const NAMES: [&str; FEATURES] =
    ["gain", "nearest", "from-goal", "to-goal", "again", "visits", "reach", "pushes"];

/// The greatest number of parts of an expression. It also bounds the depth.
const MOST_PARTS: usize = 31;

/// An expression that computes a number from the features of a push.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Feature(usize),
    Constant(f64),
    Applied(Operation, Box<[Expression; 2]>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operation {
    Sum,
    Difference,
    Product,
    Least,
    Greatest,
}

const OPERATIONS: [Operation; 5] =
    [Operation::Sum, Operation::Difference, Operation::Product, Operation::Least, Operation::Greatest];

impl Expression {
    /// Generates a random expression of at most this depth.
    pub(super) fn random(rng: &mut Xoshiro256PlusPlus, depth: usize) -> Self {
        match rng.random_range(0..6) {
            0..3 if depth > 0 => {
                let operation = OPERATIONS[rng.random_range(0..OPERATIONS.len())];
                Self::Applied(
                    operation,
                    Box::new([Self::random(rng, depth - 1), Self::random(rng, depth - 1)]),
                )
            }
            5 => Self::Constant(f64::from(rng.random_range(-20..=20)) / 10.0),
            _ => Self::Feature(rng.random_range(0..FEATURES)),
        }
    }

    pub(super) fn value(&self, features: &[f64; FEATURES]) -> f64 {
        match self {
            Self::Feature(feature) => features[*feature],
            Self::Constant(value) => *value,
            Self::Applied(operation, parts) => {
                let [one, other] = parts.each_ref().map(|part| part.value(features));
                match operation {
                    Operation::Sum => one + other,
                    Operation::Difference => one - other,
                    Operation::Product => one * other,
                    Operation::Least => one.min(other),
                    Operation::Greatest => one.max(other),
                }
            }
        }
    }

    fn parts(&self) -> usize {
        match self {
            Self::Applied(_, parts) => 1 + parts.iter().map(Self::parts).sum::<usize>(),
            _ => 1,
        }
    }

    /// Returns the part with this number; each part is numbered before its own parts.
    fn part(&self, number: usize) -> &Self {
        match self {
            Self::Applied(_, parts) if number > 0 => {
                let first = parts[0].parts();
                if number <= first { parts[0].part(number - 1) } else { parts[1].part(number - 1 - first) }
            }
            _ => self,
        }
    }

    /// Returns this expression with a part replaced by another expression.
    fn with_part(&self, number: usize, new: &Self) -> Self {
        match self {
            _ if number == 0 => new.clone(),
            Self::Applied(operation, parts) => {
                let (mut parts, first) = (parts.clone(), parts[0].parts());
                let (place, number) = if number <= first { (0, number - 1) } else { (1, number - 1 - first) };
                parts[place] = parts[place].with_part(number, new);
                Self::Applied(*operation, parts)
            }
            _ => self.clone(),
        }
    }

    /// Returns this expression with a random part replaced by a random part of another; returns
    /// itself if the result would be too large.
    pub(super) fn crossed(&self, other: &Self, rng: &mut Xoshiro256PlusPlus) -> Self {
        let part = other.part(rng.random_range(0..other.parts()));
        let crossed = self.with_part(rng.random_range(0..self.parts()), part);
        if crossed.parts() <= MOST_PARTS { crossed } else { self.clone() }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Feature(feature) => f.write_str(NAMES[*feature]),
            Self::Constant(value) => write!(f, "{value}"),
            Self::Applied(operation, parts) => {
                let [one, other] = &**parts;
                match operation {
                    Operation::Sum => write!(f, "({one} + {other})"),
                    Operation::Difference => write!(f, "({one} − {other})"),
                    Operation::Product => write!(f, "({one} × {other})"),
                    Operation::Least => write!(f, "min({one}, {other})"),
                    Operation::Greatest => write!(f, "max({one}, {other})"),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn parts_are_exchanged_within_the_limit() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let features = core::array::from_fn(|feature| feature as f64);
        let (mut changed, mut expression) = (0, Expression::random(&mut rng, 3));
        for _ in 0..1_000 {
            let other = Expression::random(&mut rng, 3);
            let crossed = expression.crossed(&other, &mut rng);
            assert!(crossed.parts() <= MOST_PARTS && crossed.value(&features).is_finite(), "{crossed}");
            changed += usize::from(crossed != expression);
            expression = crossed;
        }
        assert!(changed > 500, "{changed}");
        for number in 0..expression.parts() {
            let part = expression.part(number);
            assert_eq!(expression.with_part(number, part), expression);
            assert_eq!(
                expression.with_part(number, &Expression::Constant(0.5)).part(number),
                &Expression::Constant(0.5)
            );
        }
    }
}
