//! Clauses that allow at most one of several literals to be true.

use motion_core::Stop;

use super::clauses::{Clauses, Literal};

/// The most literals that are compared pair by pair.
const PAIRWISE: usize = 6;

/// Demands that at most one of these literals is true.
///
/// Few literals are excluded pair by pair. For more literals, each variable of a chain is true if
/// one of the literals up to it is. This takes three clauses for each literal.
///
/// # References
/// Sinz, *Towards an optimal CNF encoding of Boolean cardinality constraints*, CP 2005.
pub(super) fn at_most_one(literals: &[Literal], clauses: &mut impl Clauses) -> Result<(), Stop> {
    if literals.len() <= PAIRWISE {
        for (index, &literal) in literals.iter().enumerate() {
            for &other in &literals[..index] {
                clauses.add(&[!literal, !other])?;
            }
        }
        return Ok(());
    }
    let mut before: Option<Literal> = None;
    for (index, &literal) in literals.iter().enumerate() {
        if let Some(before) = before {
            clauses.add(&[!literal, !before])?;
        }
        if index + 1 < literals.len() {
            let now = clauses.variable()?;
            clauses.add(&[!literal, now])?;
            if let Some(before) = before {
                clauses.add(&[!before, now])?;
            }
            before = Some(now);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::clauses::brute_force::Formula;
    use super::*;

    #[test]
    fn it_allows_none_and_one_and_nothing_else() {
        for count in 0..=10 {
            let mut formula = Formula::default();
            let literals = formula.variables(count);
            at_most_one(&literals, &mut formula).expect("no limit");
            for (values, possible) in (0u32..).zip(formula.projection(count)) {
                assert_eq!(possible, values.count_ones() <= 1, "{values:b} of {count}");
            }
        }
    }
}
