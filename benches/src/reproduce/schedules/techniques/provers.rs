//! A comparison of the solvers that prove least costs.

use cpf::cpf_core::Scheduler;
use cpf::{MotionModel, Objective};
use mapf::{ConflictSearch, IncreasingCostTree, JointSearch, MddSat};

use super::super::attempt::{Best, attempt};
use super::cases::{Case, on_benchmarks, on_random_maps};
use super::costs::assert_one_cost;
use crate::reproduce::attempt::Attempt;
use crate::reproduce::findings::{Findings, Rows};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

const NAMES: [&str; 4] = ["`ConflictSearch`", "`IncreasingCostTree`", "`MddSat`", "`JointSearch`"];

fn provers(objective: Objective) -> [Box<dyn Scheduler>; 4] {
    let model = MotionModel::Standard;
    [
        Box::new(ConflictSearch::default().with_model(model).with_objective(objective)),
        Box::new(IncreasingCostTree::default().with_model(model).with_objective(objective)),
        Box::new(MddSat::default().with_model(model).with_objective(objective)),
        Box::new(JointSearch::default().with_model(model).with_objective(objective)),
    ]
}

/// Instances of a kind.
struct Kind {
    name: &'static str,
    cases: Vec<Case>,
}

fn kinds(runner: &Runner) -> Result<Vec<Kind>, Obstacle> {
    let benchmark =
        |name, robots: &[(&str, usize)]| on_benchmarks(runner, robots).map(|cases| Kind { name, cases });
    let random = |name, maps: &[(u32, u32, u32)]| Kind { name, cases: on_random_maps(runner, maps) };
    Ok(if runner.size(true, false) {
        vec![
            random("small full grids", &[(3, 0, 8), (4, 0, 12), (4, 0, 14)]),
            random("small crowded grids", &[(6, 0, 12), (8, 0, 20), (8, 20, 14)]),
            benchmark("open grids", &[("empty", 20), ("empty", 30), ("empty", 40)])?,
            random("random obstacles", &[(16, 20, 20), (24, 20, 30), (32, 20, 40)]),
            benchmark("mazes", &[("maze", 10), ("maze", 15), ("maze", 20)])?,
            benchmark("rooms", &[("room", 15), ("room", 25), ("room", 35)])?,
            benchmark("warehouses", &[("warehouse", 20), ("warehouse", 40), ("warehouse", 80)])?,
        ]
    } else {
        vec![random("small full grids", &[(3, 0, 4)]), benchmark("open grids", &[("empty", 5)])?]
    })
}

/// A kind of instances under an objective, and the attempts of all provers on each.
struct Row<'a> {
    kind: &'a Kind,
    objective: Objective,
    attempts: &'a [Attempt<Best>],
}

impl Row<'_> {
    fn of_prover(&self, prover: usize) -> impl Iterator<Item = &Attempt<Best>> {
        self.attempts.iter().skip(prover).step_by(NAMES.len())
    }

    /// Returns the number of instances that a prover proves, and the time for all of them.
    fn proved(&self, prover: usize) -> (usize, f64) {
        let proved = self.of_prover(prover).filter(|attempt| attempt.is_within(1000)).count();
        (proved, self.of_prover(prover).map(|attempt| attempt.seconds).sum())
    }

    /// Returns the prover that proves the most instances; of several such provers, the one that
    /// takes the least time.
    fn best(&self) -> Option<&'static str> {
        let results = [0, 1, 2, 3].map(|prover| self.proved(prover));
        let best = (0..NAMES.len()).min_by(|&a, &b| {
            let ((proved, time), (other_proved, other_time)) = (results[a], results[b]);
            other_proved.cmp(&proved).then(time.total_cmp(&other_time))
        });
        best.filter(|&best| results[best].0 > 0).map(|best| NAMES[best])
    }
}

pub(in super::super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let seconds = runner.size(5.0, 0.02);
    let kinds = kinds(runner)?;
    let rows: Vec<(&Kind, Objective)> = kinds
        .iter()
        .flat_map(|kind| [Objective::SumOfCosts, Objective::Makespan].map(|objective| (kind, objective)))
        .collect();
    let tasks = rows.iter().flat_map(|&(kind, objective)| {
        kind.cases.iter().flat_map(move |case| (0..NAMES.len()).map(move |index| (case, objective, index)))
    });
    let attempts = runner.map("provers", tasks.collect(), |(case, objective, index)| {
        attempt(&*provers(objective)[index], &case.instance, seconds)
    });
    let mut rest = &attempts[..];
    let rows: Vec<Row> = rows
        .into_iter()
        .map(|(kind, objective)| {
            let (attempts, others) = rest.split_at(kind.cases.len() * NAMES.len());
            rest = others;
            Row { kind, objective, attempts }
        })
        .collect();
    let kinds = Rows::of(&rows)
        .column("kind", |row| row.kind.name)
        .column("objective", |row| row.objective.name())
        .column("instances", |row| row.kind.cases.len())
        .for_each(NAMES.into_iter().enumerate(), |table, (prover, name)| {
            table.column(format!("{name}, proved"), |row| row.proved(prover).0).number(
                format!("{name}, seconds"),
                2,
                |row| row.proved(prover).1,
            )
        })
        .column("the best", |row| row.best())
        .shown("provers", "The best prover by kind of instance");
    let runs = rows.iter().flat_map(|row| {
        let cases = row.kind.cases.iter().zip(row.attempts.chunks(NAMES.len()));
        cases.map(move |(case, attempts)| (row, case, attempts))
    });
    let runs = Rows::of(runs.inspect(|(_, case, attempts)| assert_one_cost(case, *attempts)))
        .column("kind", |run| run.0.kind.name)
        .column("objective", |run| run.0.objective.name())
        .column("where", |run| run.1.place.as_str())
        .column("robots", |run| run.1.instance.robot_count())
        .column("least cost", |run| run.2.iter().find_map(Attempt::least_cost))
        .for_each(NAMES.into_iter().enumerate(), |table, (prover, name)| {
            table
                .number(format!("{name}, seconds"), 3, |run| {
                    Some(run.2[prover].seconds).filter(|_| run.2[prover].is_within(1000))
                })
                .column(format!("{name}, lower bound"), |run| run.2[prover].bound())
        })
        .in_a_file("runs", "All runs");
    Ok(Findings::of([kinds, runs]).with_figure("seconds", seconds))
}
