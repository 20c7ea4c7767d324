//! The solvers that prove least costs, beside each other.

use cpf::{MotionModel, Objective, Scheduler};
use mapf::{ConflictSearch, IncreasingCostTree, JointSearch, MddSat};

use super::super::attempt::{Attempt, attempt};
use super::cases::{Case, on_benchmarks, on_random_maps};
use super::costs::assert_one_cost;
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

const NAMES: [&str; 4] = ["`ConflictSearch`", "`IncreasingCostTree`", "`MddSat`", "`JointSearch`"];

fn provers(objective: Objective) -> [Box<dyn Scheduler>; 4] {
    let model = MotionModel::Standard;
    [
        Box::new(ConflictSearch::default().with_model(model).with_objective(objective)),
        Box::new(IncreasingCostTree::new(model, objective)),
        Box::new(MddSat::new(model, objective)),
        Box::new(JointSearch::new(model, objective)),
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
    attempts: &'a [Attempt],
}

impl Row<'_> {
    fn of_prover(&self, prover: usize) -> impl Iterator<Item = &Attempt> {
        self.attempts.iter().skip(prover).step_by(NAMES.len())
    }

    /// How many instances a prover proves, and the time for all of them.
    fn proved(&self, prover: usize) -> (usize, f64) {
        let proved = self.of_prover(prover).filter(|attempt| attempt.is_within(1000)).count();
        (proved, self.of_prover(prover).map(|attempt| attempt.seconds).sum())
    }

    fn cells(&self) -> Vec<Cell> {
        let results = [0, 1, 2, 3].map(|prover| self.proved(prover));
        let best = (0..NAMES.len()).min_by(|&a, &b| {
            let ((proved, time), (other_proved, other_time)) = (results[a], results[b]);
            other_proved.cmp(&proved).then(time.total_cmp(&other_time))
        });
        let mut cells = vec![
            self.kind.name.into(),
            self.objective.name().into(),
            Cell::Count(self.kind.cases.len() as u64),
        ];
        for (proved, seconds) in results {
            cells.extend([Cell::Count(proved as u64), Cell::number(seconds, 2)]);
        }
        cells.push(best.filter(|&best| results[best].0 > 0).map(|best| NAMES[best]).into());
        cells
    }

    fn all(&self) -> impl Iterator<Item = Vec<Cell>> {
        self.kind.cases.iter().zip(self.attempts.chunks(NAMES.len())).map(|(case, attempts)| {
            assert_one_cost(case, attempts);
            let cost = attempts.iter().find_map(|attempt| attempt.best.filter(|best| best.is_proved));
            let mut cells = vec![
                self.kind.name.into(),
                self.objective.name().into(),
                case.place.as_str().into(),
                Cell::Count(case.robots()),
                cost.map(|best| best.cost).into(),
            ];
            for attempt in attempts {
                let is_proved = attempt.is_within(1000);
                cells.push(Cell::number(is_proved.then_some(attempt.seconds), 3));
                cells.push(attempt.lower_bound.into());
            }
            cells
        })
    }
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
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
    let pairs =
        |what: [&'static str; 2]| NAMES.iter().flat_map(move |name| what.map(|it| format!("{name}, {it}")));
    let columns = ["kind", "objective", "instances"].map(str::to_owned).into_iter();
    let columns = columns.chain(pairs(["proved", "seconds"])).chain(["the best".to_owned()]);
    let detailed = ["kind", "objective", "where", "robots", "least cost"].map(str::to_owned).into_iter();
    let detailed = detailed.chain(pairs(["seconds", "lower bound"]));
    Ok(Findings {
        tables: vec![
            Table::new(
                "provers",
                "The best prover by kind of instance",
                columns,
                rows.iter().map(Row::cells),
            ),
            Table::new("runs", "All runs", detailed, rows.iter().flat_map(Row::all)).in_a_file(),
        ],
        remarks: vec![format!(
            "Limit: {seconds} seconds of processor time for each instance. The best one proves the most instances, and of those that prove as many it \
             takes the least time in all."
        )],
        ..Findings::default()
    })
}
