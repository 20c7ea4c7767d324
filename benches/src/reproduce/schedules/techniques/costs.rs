//! A comparison of anytime schedulers.

use cpf::Schedule;
use cpf::cpf_core::Scheduler;

use super::super::attempt::{Best, watched};
use super::cases::Case;
use crate::reproduce::attempt::Attempt;
use crate::reproduce::findings::{Rows, Table};
use crate::reproduce::runner::Runner;
use crate::statistics::mean;

/// Returns the geometric mean of positive numbers; `None` if there are none.
pub(super) fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    mean(values.into_iter().map(f64::ln)).map(f64::exp)
}

/// Asserts that all proofs for an instance agree.
///
/// # Panics
/// If two different costs are claimed to be the least.
pub(super) fn assert_one_cost<'a>(case: &Case, attempts: impl IntoIterator<Item = &'a Attempt<Best>>) {
    let mut costs: Vec<u64> = attempts.into_iter().filter_map(Attempt::least_cost).collect();
    costs.dedup();
    let robots = case.instance.robot_count();
    assert!(costs.len() < 2, "different least costs: {}, {robots} robots: {costs:?}", case.place);
}

/// Variants of a scheduler, the usual one first, and their runs.
pub(super) struct Contest<'a, S> {
    cases: &'a [Case],
    /// The schedule to begin with for each case; empty if there are none.
    known: &'a [Schedule],
    variants: Vec<(String, S)>,
    /// The attempts of each variant, one on each case.
    attempts: Vec<Vec<Attempt<Best>>>,
}

impl<'a, S: Scheduler + Send + Sync> Contest<'a, S> {
    /// Runs every variant on every case, from the known schedules if there are any.
    pub(super) fn run(
        runner: &Runner,
        what: &str,
        cases: &'a [Case],
        known: &'a [Schedule],
        variants: Vec<(String, S)>,
        seconds: f64,
    ) -> Self {
        let numbers: Vec<usize> = (0..cases.len()).collect();
        let attempts = runner.map_pairs(what, &variants, &numbers, |(_, scheduler), &case| {
            watched(scheduler, &cases[case].instance, known.get(case), seconds, &mut |_| {}).0
        });
        Self { cases, known, variants, attempts }
    }

    /// Returns the milliseconds after which a variant had a first schedule, unless one was known,
    /// and that schedule's cost.
    fn first(&self, variant: usize, case: usize) -> Option<(Option<f64>, u64)> {
        let Some(known) = self.known.get(case) else {
            let &(seconds, cost) = self.attempts[variant][case].costs().first()?;
            return Some((Some(1000.0 * seconds), cost));
        };
        let metrics = self.cases[case].instance.verify_schedule(known, self.variants[0].1.model());
        Some((None, metrics.expect("invariant: schedulers make legal schedules").sum_of_costs))
    }

    /// Returns the geometric mean of a figure over the cases that all variants have solved.
    fn mean(&self, figure: impl Fn(usize) -> Option<f64>) -> Option<f64> {
        let by_all = |&case: &usize| self.attempts.iter().all(|attempts| attempts[case].best.is_some());
        geometric_mean((0..self.cases.len()).filter(by_all).filter_map(figure))
    }

    /// Returns the mean of a variant's costs at the end, in sums of distances.
    fn at_the_end(&self, variant: usize) -> Option<f64> {
        self.mean(|case| {
            let best = self.attempts[variant][case].best.as_ref()?;
            Some(best.metrics.sum_of_costs as f64 / self.cases[case].sum_of_distances())
        })
    }
}

/// Returns a table with a row for each variant, with means over the cases that all variants of a
/// contest have solved, and a table with a row for each run.
pub(super) fn tables<S: Scheduler + Send + Sync>(
    contests: &[Contest<'_, S>],
    [name, runs]: [&'static str; 2],
    title: &str,
) -> [Table; 2] {
    let variants = || contests.iter().flat_map(|it| (0..it.variants.len()).map(move |variant| (it, variant)));
    let means = Rows::of(variants())
        .column("techniques", |(it, variant)| it.variants[*variant].0.as_str())
        .column("model", |(it, variant)| it.variants[*variant].1.model().name())
        .column("solved", |(it, variant)| it.attempts[*variant].iter().filter(|it| it.best.is_some()).count())
        .column("of", |(it, _)| it.cases.len())
        .number("first schedule, ms", 1, |&(it, variant)| it.mean(|case| it.first(variant, case)?.0))
        .number("its cost by the distances", 3, |&(it, variant)| {
            it.mean(|case| Some(it.first(variant, case)?.1 as f64 / it.cases[case].sum_of_distances()))
        })
        .number("cost at the end by the distances", 3, |&(it, variant)| it.at_the_end(variant))
        .number("over the usual one's", 3, |&(it, variant)| {
            Some(it.at_the_end(variant)? / it.at_the_end(0)?)
        });
    let all = variants().flat_map(|(it, variant)| (0..it.cases.len()).map(move |case| (it, variant, case)));
    let all = Rows::of(all)
        .column("techniques", |&(it, variant, _)| it.variants[variant].0.as_str())
        .column("model", |&(it, variant, _)| it.variants[variant].1.model().name())
        .column("where", |&(it, _, case)| it.cases[case].place.as_str())
        .column("robots", |&(it, _, case)| it.cases[case].instance.robot_count())
        .column("sum of distances", |&(it, _, case)| it.cases[case].instance.sum_of_distances())
        .number("first schedule, ms", 1, |&(it, variant, case)| it.first(variant, case)?.0)
        .column("its cost", |&(it, variant, case)| Some(it.first(variant, case)?.1))
        .column("cost at the end", |&(it, variant, case)| it.attempts[variant][case].cost());
    [means.shown(name, title), all.in_a_file(runs, format!("{title}, all runs"))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn geometric_means_weigh_half_and_double_alike() {
        let mean = geometric_mean([0.5, 2.0, 8.0, 0.125]).expect("four numbers");
        assert!((mean - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean([]), None);
    }
}
