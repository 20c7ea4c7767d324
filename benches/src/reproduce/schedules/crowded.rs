//! Permutations on open grids with few vacant cells.

use cpf::{Auto, AutoScheduler, Instance, MotionModel, Objective, Parallelised, Scheduler, generate};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::attempt::{Attempt, attempt};
use crate::reproduce::experiment::Experiment;
use crate::reproduce::findings::{Axis, Cell, Curve, Findings, Plot, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "mapf-crowded",
    source: "K. Okumura, *Engineering LaCAM\\*: Towards real-time, large-scale, and near-optimal multi-agent pathfinding*, 2024",
    title: "Schedules where few cells are vacant",
    about: "A random permutation on open grids, model `Train`, by the default scheduler for the sum of costs and for the makespan, and by the solver of \
            plans whose moves happen as early as its order of visits allows. LaCAM3's makespans were found without rotations; it has none with three \
            vacant cells or fewer.",
    measure,
};

/// Sides and vacant cells, and the makespan of `LaCAM3` without rotations.
const SIZES: [(u32, usize, Option<u64>); 12] = [
    (10, 1, None),
    (10, 2, None),
    (10, 3, None),
    (10, 10, Some(68)),
    (20, 1, None),
    (20, 2, None),
    (20, 3, None),
    (20, 40, Some(141)),
    (30, 1, None),
    (30, 2, None),
    (30, 3, None),
    (30, 90, Some(135)),
];

/// Plans in steps, then the scheduler under both objectives.
fn schedulers() -> [Box<dyn Scheduler>; 3] {
    let plans = Parallelised::new(Auto::default()).with_model(MotionModel::Train);
    let scheduler = AutoScheduler::default().with_model(MotionModel::Train);
    [
        Box::new(plans),
        Box::new(scheduler.with_objective(Objective::SumOfCosts)),
        Box::new(scheduler.with_objective(Objective::Makespan)),
    ]
}

/// A random permutation on an open grid with vacant cells.
pub(super) fn permutation(side: u32, vacant: usize) -> Instance {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    generate::permutation_on_grid(side, side, vacant, &mut generator).expect("invariant: it can be solved")
}

#[expect(clippy::unnecessary_wraps, reason = "experiments with data can fail")]
fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let seconds = runner.size(10.0, 0.05);
    let sizes = runner.size(SIZES.to_vec(), vec![(4, 3, None)]);
    let tasks = sizes.iter().flat_map(|&(side, vacant, _)| [0, 1, 2].map(|index| (side, vacant, index)));
    let attempts = runner.map("grids", tasks.collect(), |(side, vacant, index): (u32, usize, usize)| {
        attempt(&*schedulers()[index], &permutation(side, vacant), seconds)
    });
    let attempts: Vec<&[Attempt]> = attempts.chunks(3).collect();
    let columns = [
        "side",
        "vacant cells",
        "sum of distances",
        "sum of costs of plans",
        "sum of costs",
        "over that of plans",
        "makespan of plans",
        "makespan",
        "over that of plans in steps",
        "makespan of LaCAM3",
    ];
    let rows = sizes.iter().zip(&attempts).map(|(&(side, vacant, lacam), attempts)| {
        let [plans, costs, makespan] = [0, 1, 2].map(|index| attempts[index].best.map(|best| best.metrics));
        let plans_in_steps = plans.map(|metrics| (metrics.sum_of_costs, metrics.makespan));
        let sum = costs.map(|metrics| metrics.sum_of_costs);
        let steps = makespan.map(|metrics| metrics.makespan);
        let ratio = |ours: Option<u64>, of: Option<u64>| ours.zip(of).map(|(a, b)| a as f64 / b as f64);
        let (plan_sum, plan_steps) = (plans_in_steps.map(|it| it.0), plans_in_steps.map(|it| it.1));
        vec![
            Cell::Count(u64::from(side)),
            Cell::Count(vacant as u64),
            permutation(side, vacant).sum_of_distances().into(),
            plan_sum.into(),
            sum.into(),
            Cell::number(ratio(sum, plan_sum), 3),
            plan_steps.into(),
            steps.into(),
            Cell::number(ratio(steps, plan_steps), 3),
            lacam.into(),
        ]
    });
    let curve = |(&(side, vacant, _), attempts): (&(u32, usize, Option<u64>), &&[Attempt])| {
        let points = attempts[2].curve.iter().map(|&(seconds, cost)| (seconds, cost as f64));
        Curve::ours(format!("{side}×{side}, {vacant} vacant"), points)
    };
    let plot = Plot {
        name: "makespans",
        title: "Makespan over time".to_owned(),
        x: Axis::logarithmic("seconds of processor time"),
        y: Axis::logarithmic("makespan"),
        curves: sizes.iter().zip(&attempts).map(curve).filter(|curve| curve.points.len() > 1).collect(),
    };
    Ok(Findings {
        tables: vec![Table::new("", "Costs", columns, rows)],
        plots: vec![plot],
        drawings: Vec::new(),
        remarks: vec![format!(
            "Limit: {seconds} seconds of processor time for each objective. The seed of all permutations is 1."
        )],
    })
}
