//! Clauses that let numbers add up to at most a limit.

use alloc::vec::Vec;

use motion_core::Stop;

use super::clauses::{Clauses, Literal};

/// Demands that numbers add up to at most `most`.
///
/// A number is a list of literals: if it is at least k, the first k are true. Numbers are added in
/// pairs to new lists, up to the root of a tree. A list may have more true literals than its
/// number.
///
/// # References
/// Bailleux, Boufkhad, *Efficient CNF encoding of Boolean cardinality constraints*, CP 2003. Here
/// the leaves are numbers, and a sum above the limit is forbidden where it arises.
pub(super) fn at_most(
    mut numbers: Vec<Vec<Literal>>,
    most: usize,
    clauses: &mut impl Clauses,
) -> Result<(), Stop> {
    for number in &mut numbers {
        if number.len() > most {
            clauses.add(&[!number[most]])?;
            number.truncate(most);
        }
    }
    while numbers.len() > 1 {
        let mut sums = Vec::with_capacity(numbers.len().div_ceil(2));
        for pair in numbers.chunks(2) {
            sums.push(match pair {
                [a, b] => sum(a, b, most, clauses)?,
                rest => rest.concat(),
            });
        }
        numbers = sums;
    }
    Ok(())
}

/// The sum of two numbers, capped at `most`.
fn sum(a: &[Literal], b: &[Literal], most: usize, clauses: &mut impl Clauses) -> Result<Vec<Literal>, Stop> {
    let length = (a.len() + b.len()).min(most);
    let total = (0..length).map(|_| clauses.variable()).collect::<Result<Vec<_>, Stop>>()?;
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            // If a is at least i and b is at least j, the sum is at least i + j.
            let premises = i.checked_sub(1).map(|i| a[i]).into_iter().chain(j.checked_sub(1).map(|j| b[j]));
            let mut clause: Vec<_> = premises.map(|literal| !literal).collect();
            if (1..=most).contains(&(i + j)) {
                clause.push(total[i + j - 1]);
            } else if i + j != most + 1 {
                // There is nothing to demand, or it also follows from smaller numbers.
                continue;
            }
            clauses.add(&clause)?;
        }
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::super::clauses::brute_force::Formula;
    use super::*;

    /// Checks with numbers of these lengths that exactly the sums up to the limit are possible.
    fn check(lengths: &[u32], most: usize) {
        let mut formula = Formula::default();
        let numbers: Vec<_> = lengths.iter().map(|&length| formula.variables(length)).collect();
        at_most(numbers, most, &mut formula).expect("no limit");
        let inputs = lengths.iter().sum();
        for (values, possible) in (0u32..).zip(formula.projection(inputs)) {
            // A number is the count of its leading ones; other inputs do not arise.
            let (mut rest, mut sum, mut arises) = (values, 0, true);
            for &length in lengths {
                let number = rest & ((1 << length) - 1);
                rest >>= length;
                arises &= number & (number + 1) == 0;
                sum += number.count_ones();
            }
            assert!(!arises || possible == (sum as usize <= most), "{values:b} of {lengths:?}, {most}");
        }
    }

    #[test]
    fn sums_are_counted_as_they_are() {
        for lengths in [&[][..], &[1], &[3], &[1, 1], &[2, 2], &[1, 2, 3], &[1, 1, 1, 1, 1], &[2, 0, 2]] {
            for most in 0..=4 {
                check(lengths, most);
            }
        }
    }
}
