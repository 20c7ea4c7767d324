//! Anytime schedulers beside each other.

use cpf::{Schedule, Scheduler};

use super::super::attempt::{Attempt, watched};
use super::cases::Case;
use crate::reproduce::findings::Cell;
use crate::reproduce::runner::Runner;
use crate::statistics::mean;

/// The geometric mean of positive numbers; `None` if there are none.
pub(super) fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    mean(values.into_iter().map(f64::ln)).map(f64::exp)
}

/// All proofs for an instance have to agree.
///
/// # Panics
/// If two different costs are said to be the least.
pub(super) fn assert_one_cost<'a>(case: &Case, attempts: impl IntoIterator<Item = &'a Attempt>) {
    let proved = attempts.into_iter().filter_map(|attempt| attempt.best.filter(|best| best.is_proved));
    let mut costs: Vec<u64> = proved.map(|best| best.cost).collect();
    costs.dedup();
    assert!(costs.len() < 2, "different least costs: {}, {} robots: {costs:?}", case.place, case.robots());
}

/// Variants of a scheduler, the usual one first.
pub(super) struct Contest<'a, S> {
    pub(super) cases: &'a [Case],
    /// For each case the schedule to begin with, or nothing.
    pub(super) known: &'a [Schedule],
    pub(super) variants: Vec<(String, S)>,
}

/// The columns of [`Contest::rows`].
pub(super) const COLUMNS: [&str; 8] = [
    "techniques",
    "model",
    "solved",
    "of",
    "first schedule, ms",
    "its cost by the distances",
    "cost at the end by the distances",
    "over the usual one's",
];

/// The columns of [`Contest::all`].
pub(super) const ALL_COLUMNS: [&str; 8] = [
    "techniques",
    "model",
    "where",
    "robots",
    "sum of distances",
    "first schedule, ms",
    "its cost",
    "cost at the end",
];

impl<S: Scheduler + Send + Sync> Contest<'_, S> {
    /// Runs every variant on every case; for each variant there is a row of attempts.
    pub(super) fn run(&self, runner: &Runner, what: &str, seconds: f64) -> Vec<Vec<Attempt>> {
        let cases = 0..self.cases.len();
        let pairs = self.variants.iter().flat_map(|(_, it)| cases.clone().map(move |case| (it, case)));
        let attempts = runner.map(what, pairs.collect(), |(scheduler, case): (&S, usize)| {
            watched(scheduler, &self.cases[case].instance, self.known.get(case), seconds, &mut |_| {}).0
        });
        let mut attempts = attempts.into_iter();
        self.variants.iter().map(|_| attempts.by_ref().take(self.cases.len()).collect()).collect()
    }

    /// After how many milliseconds there was a first schedule, unless one was known, and its cost.
    fn first(&self, case: usize, attempt: &Attempt) -> Option<(Option<f64>, u64)> {
        let Some(known) = self.known.get(case) else {
            return attempt.curve.first().map(|&(seconds, cost)| (Some(1000.0 * seconds), cost));
        };
        let metrics = self.cases[case].instance.verify_schedule(known, self.variants[0].1.model());
        Some((None, metrics.expect("invariant: schedulers make legal schedules").sum_of_costs))
    }

    /// A row for each variant: means over the cases that all variants have solved.
    pub(super) fn rows(&self, attempts: &[Vec<Attempt>]) -> Vec<Vec<Cell>> {
        let by_all = |case: &usize| attempts.iter().all(|attempts| attempts[*case].best.is_some());
        let by_all: Vec<usize> = (0..self.cases.len()).filter(by_all).collect();
        let distances: Vec<f64> = self.cases.iter().map(Case::sum_of_distances).collect();
        let at_the_end =
            |attempts: &[Attempt]| {
                geometric_mean(by_all.iter().filter_map(|&case| {
                    Some(attempts[case].best?.metrics.sum_of_costs as f64 / distances[case])
                }))
            };
        let usual = at_the_end(&attempts[0]);
        let row = |((name, scheduler), attempts): (&(String, S), &Vec<Attempt>)| {
            let first = |&case: &usize| Some((case, self.first(case, &attempts[case])?));
            let firsts: Vec<_> = by_all.iter().filter_map(first).collect();
            let end = at_the_end(attempts);
            let solved = attempts.iter().filter(|attempt| attempt.best.is_some()).count();
            vec![
                name.as_str().into(),
                scheduler.model().name().into(),
                Cell::Count(solved as u64),
                Cell::Count(self.cases.len() as u64),
                Cell::number(geometric_mean(firsts.iter().filter_map(|(_, first)| first.0)), 1),
                Cell::number(
                    geometric_mean(firsts.iter().map(|&(case, first)| first.1 as f64 / distances[case])),
                    3,
                ),
                Cell::number(end, 3),
                Cell::number(end.zip(usual).map(|(end, usual)| end / usual), 3),
            ]
        };
        self.variants.iter().zip(attempts).map(row).collect()
    }

    /// A row for each run.
    pub(super) fn all(&self, attempts: &[Vec<Attempt>]) -> Vec<Vec<Cell>> {
        let rows = self.variants.iter().zip(attempts).flat_map(|((name, scheduler), attempts)| {
            self.cases.iter().zip(attempts).enumerate().map(move |(index, (case, attempt))| {
                let first = self.first(index, attempt);
                vec![
                    name.as_str().into(),
                    scheduler.model().name().into(),
                    case.place.as_str().into(),
                    Cell::Count(case.robots()),
                    case.instance.sum_of_distances().into(),
                    Cell::number(first.and_then(|first| first.0), 1),
                    first.map(|first| first.1).into(),
                    attempt.best.map(|best| best.cost).into(),
                ]
            })
        });
        rows.collect()
    }
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
