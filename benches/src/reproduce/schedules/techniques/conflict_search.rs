//! The techniques of `ConflictSearch`.

use mapf::{ConflictSearch, Technique, Techniques};

use super::super::attempt::{Attempt, attempt};
use super::cases::{Case, on_benchmarks, on_random_maps};
use super::costs::{assert_one_cost, geometric_mean};
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// Maps of the benchmark with robots for proofs of the least cost, and of 1.05 times it.
const LEAST: [(&str, usize); 5] =
    [("empty", 40), ("maze", 20), ("random", 35), ("room", 30), ("warehouse", 60)];
const BOUNDED: [(&str, usize); 5] =
    [("empty", 70), ("maze", 30), ("random", 70), ("room", 75), ("warehouse", 175)];

/// Random maps likewise.
const LEAST_RANDOM: [(u32, u32, u32); 3] = [(8, 20, 14), (16, 10, 30), (24, 30, 25)];
const BOUNDED_RANDOM: [(u32, u32, u32); 2] = [(12, 20, 30), (24, 30, 40)];

/// Sets of techniques and what they are called. The first one is the default.
fn variants(with_single_ones: bool) -> Vec<(String, Techniques)> {
    let usual = Techniques::default();
    let toggled = Technique::ALL.map(|technique| {
        if usual.contains(technique) {
            (format!("without {technique}"), usual.without(technique))
        } else {
            (format!("with {technique}, too"), usual.with(technique))
        }
    });
    let single = Technique::ALL
        .map(|technique| (format!("{technique} alone"), Techniques::none().with(technique)))
        .into_iter()
        .filter(|_| with_single_ones);
    let first = [("default".to_owned(), usual)].into_iter();
    first.chain(toggled).chain([("none".to_owned(), Techniques::none())]).chain(single).collect()
}

/// All runs for a ratio to the least cost: for each set of techniques one on each instance.
struct Runs {
    thousandths: u32,
    cases: Vec<Case>,
    variants: Vec<(String, Techniques)>,
    attempts: Vec<Vec<Attempt>>,
}

impl Runs {
    fn new(
        runner: &Runner,
        thousandths: u32,
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
        Self { thousandths, cases, variants, attempts }
    }

    fn is_proved(&self, attempt: &Attempt) -> bool {
        attempt.is_within(u64::from(self.thousandths))
    }

    fn ratio(&self) -> Cell {
        Cell::number(f64::from(self.thousandths) / 1000.0, 2)
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
                self.ratio(),
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
                    self.ratio(),
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
    let seconds = runner.size(10.0, 0.01);
    let mut least = on_benchmarks(runner, runner.size(&LEAST[..], &[("empty", 10)]))?;
    least.extend(on_random_maps(runner, runner.size(&LEAST_RANDOM[..], &[(5, 20, 6)])));
    let mut bounded = on_benchmarks(runner, runner.size(&BOUNDED[..], &[("empty", 20)]))?;
    bounded.extend(on_random_maps(runner, runner.size(&BOUNDED_RANDOM[..], &[])));
    let runs = [
        Runs::new(runner, 1000, least, variants(true), seconds),
        Runs::new(runner, 1050, bounded, variants(false), seconds),
    ];
    let columns = [
        "ratio",
        "techniques",
        "proved",
        "of",
        "seconds in all",
        "proved by both",
        "of these with other nodes",
        "nodes, over the default's",
        "seconds, over the default's",
    ];
    let detailed = [
        "ratio",
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
