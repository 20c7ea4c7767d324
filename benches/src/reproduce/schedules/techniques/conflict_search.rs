//! The techniques of `ConflictSearch`.

use mapf::{ConflictSearch, Technique, Techniques};

use super::super::attempt::{Attempt, attempt};
use super::cases::{Case, on_benchmarks, on_random_maps};
use super::costs::{assert_one_cost, geometric_mean};
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// Maps of the benchmark with the most robots for which CBSH2-RTC proves the least cost within 30
/// seconds, and random maps.
const MANY: [(&str, usize); 5] =
    [("empty", 60), ("maze", 25), ("random", 50), ("room", 50), ("warehouse", 120)];
const MANY_RANDOM: [(u32, u32, u32); 3] = [(8, 20, 16), (16, 10, 40), (24, 30, 35)];

/// As many as can be hoped for with a single technique.
const FEW: [(&str, usize); 5] =
    [("empty", 40), ("maze", 15), ("random", 30), ("room", 25), ("warehouse", 40)];
const FEW_RANDOM: [(u32, u32, u32); 3] = [(8, 20, 12), (16, 10, 30), (24, 30, 25)];

/// For proofs of 1.05 times the least cost.
const BOUNDED: [(&str, usize); 5] =
    [("empty", 70), ("maze", 30), ("random", 70), ("room", 75), ("warehouse", 175)];
const BOUNDED_RANDOM: [(u32, u32, u32); 1] = [(24, 30, 40)];

/// Sets of techniques and what they are called. The first one is the default, the others differ
/// from it by one technique.
fn toggled() -> Vec<(String, Techniques)> {
    let usual = Techniques::default();
    let toggled = Technique::ALL.map(|technique| {
        if usual.contains(technique) {
            (format!("without {technique}"), usual.without(technique))
        } else {
            (format!("with {technique}, too"), usual.with(technique))
        }
    });
    [("default".to_owned(), usual)].into_iter().chain(toggled).collect()
}

/// The default, nothing, and each technique alone.
fn single() -> Vec<(String, Techniques)> {
    let none = Techniques::none();
    let alone = Technique::ALL.map(|technique| (format!("{technique} alone"), none.with(technique)));
    let first = [("default".to_owned(), Techniques::default()), ("none".to_owned(), none)];
    first.into_iter().chain(alone).collect()
}

/// All runs on some instances for a ratio to the least cost: for each set of techniques one on each
/// instance.
struct Runs {
    name: &'static str,
    thousandths: u32,
    cases: Vec<Case>,
    variants: Vec<(String, Techniques)>,
    attempts: Vec<Vec<Attempt>>,
}

impl Runs {
    fn new(
        runner: &Runner,
        (name, thousandths): (&'static str, u32),
        cases: Vec<Case>,
        variants: Vec<(String, Techniques)>,
        seconds: f64,
    ) -> Self {
        let pairs = variants.iter().flat_map(|(_, techniques)| cases.iter().map(move |it| (*techniques, it)));
        let attempts = runner.map("conflict search", pairs.collect(), |(techniques, case)| {
            let search = ConflictSearch::default().with_techniques(techniques).with_ratio(thousandths);
            attempt(&search, &case.instance, seconds)
        });
        for (index, case) in cases.iter().enumerate() {
            assert_one_cost(case, attempts.iter().skip(index).step_by(cases.len()));
        }
        let mut attempts = attempts.into_iter();
        let attempts = variants.iter().map(|_| attempts.by_ref().take(cases.len()).collect()).collect();
        Self { name, thousandths, cases, variants, attempts }
    }

    fn is_proved(&self, attempt: &Attempt) -> bool {
        attempt.is_within(u64::from(self.thousandths))
    }

    fn rows(&self) -> impl Iterator<Item = Vec<Cell>> {
        let usual = &self.attempts[0];
        self.variants.iter().zip(&self.attempts).map(move |((name, _), attempts)| {
            let proved = attempts.iter().filter(|attempt| self.is_proved(attempt)).count();
            let is_by_both = |(a, b): &(&Attempt, &Attempt)| self.is_proved(a) && self.is_proved(b);
            let both: Vec<_> = attempts.iter().zip(usual).filter(is_by_both).collect();
            let nodes = both.iter().map(|(a, b)| a.nodes as f64 / b.nodes as f64);
            let times = both.iter().map(|(a, b)| a.seconds / b.seconds);
            let others = both.iter().filter(|(a, b)| a.nodes != b.nodes).count();
            vec![
                self.name.into(),
                name.as_str().into(),
                Cell::Count(proved as u64),
                Cell::Count(self.cases.len() as u64),
                Cell::number(attempts.iter().map(|attempt| attempt.seconds).sum::<f64>(), 1),
                Cell::Count(both.len() as u64),
                Cell::Count(others as u64),
                Cell::number(geometric_mean(nodes), 2),
                Cell::number(geometric_mean(times), 2),
            ]
        })
    }

    fn all(&self) -> impl Iterator<Item = Vec<Cell>> {
        self.variants.iter().zip(&self.attempts).flat_map(move |((name, _), attempts)| {
            self.cases.iter().zip(attempts).map(move |(case, attempt)| {
                vec![
                    self.name.into(),
                    name.as_str().into(),
                    case.place.as_str().into(),
                    Cell::Count(case.robots()),
                    attempt.best.map(|best| best.cost).into(),
                    attempt.lower_bound.into(),
                    if self.is_proved(attempt) { "yes".into() } else { Cell::None },
                    attempt.nodes.into(),
                    Cell::number(attempt.seconds, 3),
                ]
            })
        })
    }
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let seconds = runner.size(5.0, 0.01);
    let cases = |benchmarks: &[(&str, usize)], maps: &[(u32, u32, u32)]| {
        let mut cases = on_benchmarks(runner, runner.size(benchmarks, &[("empty", 10)]))?;
        cases.extend(on_random_maps(runner, runner.size(maps, &[(5, 20, 6)])));
        Ok(cases)
    };
    let runs = [
        Runs::new(runner, ("many robots", 1000), cases(&MANY, &MANY_RANDOM)?, toggled(), seconds),
        Runs::new(runner, ("few robots", 1000), cases(&FEW, &FEW_RANDOM)?, single(), seconds),
        Runs::new(runner, ("ratio 1.05", 1050), cases(&BOUNDED, &BOUNDED_RANDOM)?, toggled(), seconds),
    ];
    let columns = [
        "instances",
        "techniques",
        "proved",
        "of",
        "seconds in all",
        "proved by both",
        "of these with other nodes",
        "share of the default's nodes",
        "share of the default's seconds",
    ];
    let detailed = [
        "instances",
        "techniques",
        "where",
        "robots",
        "sum of costs",
        "lower bound",
        "proved",
        "nodes",
        "seconds",
    ];
    Ok(Findings {
        tables: vec![
            Table::new("conflict-search", "`ConflictSearch`", columns, runs.iter().flat_map(Runs::rows)),
            Table::new(
                "conflict-search-runs",
                "`ConflictSearch`, all runs",
                detailed,
                runs.iter().flat_map(Runs::all),
            )
            .in_a_file(),
        ],
        remarks: vec![format!(
            "`ConflictSearch`: proofs within {seconds} seconds of processor time. Ratios to the default are geometric means over the instances that \
             both prove."
        )],
        ..Findings::default()
    })
}
