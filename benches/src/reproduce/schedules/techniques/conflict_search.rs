//! A comparison of the techniques of `ConflictSearch`.

use mapf::{ConflictSearch, ConflictTechnique, ConflictTechniques};

use super::super::attempt::{Best, attempt};
use super::cases::{Case, on_benchmarks, on_random_maps};
use super::costs::{assert_one_cost, geometric_mean};
use crate::reproduce::attempt::Attempt;
use crate::reproduce::findings::{Findings, Rows};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// Maps of the benchmark with the most robots for which CBSH2-RTC proves the least cost within 30
/// seconds, and random maps.
const MANY: [(&str, usize); 5] =
    [("empty", 60), ("maze", 25), ("random", 50), ("room", 50), ("warehouse", 120)];
const MANY_RANDOM: [(u32, u32, u32); 3] = [(8, 20, 16), (16, 10, 40), (24, 30, 35)];

/// Numbers of robots that are within reach of a single technique.
const FEW: [(&str, usize); 5] =
    [("empty", 40), ("maze", 15), ("random", 30), ("room", 25), ("warehouse", 40)];
const FEW_RANDOM: [(u32, u32, u32); 3] = [(8, 20, 12), (16, 10, 30), (24, 30, 25)];

/// Numbers of robots for proofs of 1.05 times the least cost.
const BOUNDED: [(&str, usize); 5] =
    [("empty", 70), ("maze", 30), ("random", 70), ("room", 75), ("warehouse", 175)];
const BOUNDED_RANDOM: [(u32, u32, u32); 1] = [(24, 30, 40)];

/// Returns sets of techniques and their names. The first one is the default; the others differ from
/// it by one technique.
fn toggled() -> Vec<(String, ConflictTechniques)> {
    let usual = ConflictTechniques::default();
    let toggled = ConflictTechnique::ALL.iter().map(|&technique| {
        if usual.contains(technique) {
            (format!("without {technique}"), usual.without(technique))
        } else {
            (format!("with {technique}, too"), usual.with(technique))
        }
    });
    [("default".to_owned(), usual)].into_iter().chain(toggled).collect()
}

/// Returns the default set, the empty set, and each technique alone.
fn single() -> Vec<(String, ConflictTechniques)> {
    let none = ConflictTechniques::NONE;
    let alone =
        ConflictTechnique::ALL.iter().map(|&technique| (format!("{technique} alone"), none.with(technique)));
    let first = [("default".to_owned(), ConflictTechniques::default()), ("none".to_owned(), none)];
    first.into_iter().chain(alone).collect()
}

/// All runs on some instances for a ratio to the least cost: one for each set of techniques and
/// each instance.
struct Runs {
    name: &'static str,
    thousandths: u32,
    cases: Vec<Case>,
    variants: Vec<(String, ConflictTechniques)>,
    attempts: Vec<Vec<Attempt<Best>>>,
}

impl Runs {
    fn new(
        runner: &Runner,
        (name, thousandths): (&'static str, u32),
        cases: Vec<Case>,
        variants: Vec<(String, ConflictTechniques)>,
        seconds: f64,
    ) -> Self {
        let attempts = runner.map_pairs("conflict search", &variants, &cases, |(_, techniques), case| {
            let search = ConflictSearch::default().with_techniques(*techniques).with_ratio(thousandths);
            attempt(&search, &case.instance, seconds)
        });
        for (index, case) in cases.iter().enumerate() {
            assert_one_cost(case, attempts.iter().map(|attempts| &attempts[index]));
        }
        Self { name, thousandths, cases, variants, attempts }
    }

    fn is_proved(&self, attempt: &Attempt<Best>) -> bool {
        attempt.is_within(u64::from(self.thousandths))
    }

    /// Returns the proved runs of a variant, each with the default's run, where both have a proof.
    fn proved_by_both(&self, variant: usize) -> impl Iterator<Item = (&Attempt<Best>, &Attempt<Best>)> {
        let both = self.attempts[variant].iter().zip(&self.attempts[0]);
        both.filter(|(one, usual)| self.is_proved(one) && self.is_proved(usual))
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
    let variants = || runs.iter().flat_map(|it| (0..it.variants.len()).map(move |variant| (it, variant)));
    let summary = Rows::of(variants())
        .column("instances", |(it, _)| it.name)
        .column("techniques", |(it, variant)| it.variants[*variant].0.as_str())
        .column("proved", |(it, variant)| {
            it.attempts[*variant].iter().filter(|run| it.is_proved(run)).count()
        })
        .column("of", |(it, _)| it.cases.len())
        .number("seconds in all", 1, |(it, variant)| {
            it.attempts[*variant].iter().map(|run| run.seconds).sum::<f64>()
        })
        .column("proved by both", |(it, variant)| it.proved_by_both(*variant).count())
        .column("of these with other nodes", |(it, variant)| {
            it.proved_by_both(*variant).filter(|(one, usual)| one.nodes != usual.nodes).count()
        })
        .number("share of the default's nodes", 2, |(it, variant)| {
            geometric_mean(
                it.proved_by_both(*variant).map(|(one, usual)| one.nodes as f64 / usual.nodes as f64),
            )
        })
        .number("share of the default's seconds", 2, |(it, variant)| {
            geometric_mean(it.proved_by_both(*variant).map(|(one, usual)| one.seconds / usual.seconds))
        })
        .shown("conflict-search", "`ConflictSearch`");
    let all = variants().flat_map(|(it, variant)| {
        let runs = it.cases.iter().zip(&it.attempts[variant]);
        runs.map(move |(case, attempt)| (it, &it.variants[variant].0, case, attempt))
    });
    let all = Rows::of(all)
        .column("instances", |run| run.0.name)
        .column("techniques", |run| run.1.as_str())
        .column("where", |run| run.2.place.as_str())
        .column("robots", |run| run.2.instance.robot_count())
        .column("sum of costs", |run| run.3.cost())
        .column("lower bound", |run| run.3.bound())
        .column("proved", |run| run.0.is_proved(run.3).then_some(true))
        .column("nodes", |run| run.3.nodes)
        .number("seconds", 3, |run| run.3.seconds)
        .in_a_file("conflict-search-runs", "`ConflictSearch`, all runs");
    Ok(Findings::of([summary, all]).with_figure("conflict_search_seconds", seconds))
}
