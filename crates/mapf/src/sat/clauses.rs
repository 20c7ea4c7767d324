//! Literals, and the interfaces of solvers for encodings and searches.

use core::ops::Not;

use motion_core::Stop;

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Literal(u32);

impl Literal {
    /// The variable with this number.
    pub(super) const fn positive(variable: u32) -> Self {
        Self(2 * variable)
    }

    /// The number of the variable.
    pub(super) const fn variable(self) -> u32 {
        self.0 / 2
    }

    /// Returns whether the literal is the variable itself.
    pub(super) const fn is_positive(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A formula to which variables and clauses are added.
pub(super) trait Clauses {
    /// Adds a variable.
    fn variable(&mut self) -> Result<Literal, Stop>;

    /// Demands that at least one of these literals is true.
    fn add(&mut self, clause: &[Literal]) -> Result<(), Stop>;
}

/// A solver of formulas.
pub(super) trait SatSolver: Clauses {
    /// Returns whether all clauses can be satisfied.
    fn solve(&mut self) -> Result<bool, Stop>;

    /// Returns whether a literal is true in the last solution.
    fn is_true(&self, literal: Literal) -> bool;
}

/// Enumeration of all solutions of small formulas.
#[cfg(test)]
pub(super) mod brute_force {
    use alloc::vec::Vec;

    use super::*;

    #[derive(Default)]
    pub(in super::super) struct Formula {
        variables: u32,
        clauses: Vec<Vec<Literal>>,
    }

    impl Clauses for Formula {
        fn variable(&mut self) -> Result<Literal, Stop> {
            self.variables += 1;
            Ok(Literal::positive(self.variables - 1))
        }

        fn add(&mut self, clause: &[Literal]) -> Result<(), Stop> {
            self.clauses.push(clause.to_vec());
            Ok(())
        }
    }

    impl Formula {
        /// Creates this many variables.
        pub(in super::super) fn variables(&mut self, count: u32) -> Vec<Literal> {
            (0..count).map(|_| self.variable().expect("no limit")).collect()
        }

        /// Returns, for each assignment of the first `inputs` variables, whether the others can be
        /// set so that all clauses hold. The first variable is the lowest bit of the assignment's
        /// index.
        pub(in super::super) fn projection(&self, inputs: u32) -> Vec<bool> {
            assert!(self.variables <= 22, "{} variables are too many to try", self.variables);
            let mut possible = alloc::vec![false; 1 << inputs];
            for values in 0u32..1 << self.variables {
                let holds =
                    |literal: &Literal| (values >> literal.variable() & 1 == 1) == literal.is_positive();
                if self.clauses.iter().all(|clause| clause.iter().any(holds)) {
                    possible[(values & ((1 << inputs) - 1)) as usize] = true;
                }
            }
            possible
        }
    }
}
