//! Permutations on open grids with few vacant cells.

use cpf::cpf_core::{Parallelised, Scheduler, generate};
use cpf::{Auto, AutoScheduler, Instance, MotionModel, Objective};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::attempt::{attempt, ratio};
use crate::reproduce::findings::{Axis, Findings, Plot, Rows};
use crate::reproduce::runner::Runner;

/// Sides, vacant cells, and the makespan of `LaCAM3` without rotations.
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

/// Returns plans in steps, then the scheduler under both objectives.
fn schedulers() -> [Box<dyn Scheduler>; 3] {
    let plans = Parallelised::new(Auto::default()).with_model(MotionModel::Train);
    let scheduler = AutoScheduler::default().with_model(MotionModel::Train);
    [
        Box::new(plans),
        Box::new(scheduler.with_objective(Objective::SumOfCosts)),
        Box::new(scheduler.with_objective(Objective::Makespan)),
    ]
}

/// Generates a random permutation on an open grid with vacant cells.
pub(super) fn permutation(side: u32, vacant: usize) -> Instance {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    generate::permutation_on_grid(side, side, vacant, &mut generator).expect("invariant: it can be solved")
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let seconds = runner.size(10.0, 0.05);
    let sizes = runner.size(SIZES.to_vec(), vec![(4, 3, None)]);
    let tasks = sizes.iter().flat_map(|&(side, vacant, _)| [0, 1, 2].map(|index| (side, vacant, index)));
    let attempts = runner.map("grids", tasks.collect(), |(side, vacant, index): (u32, usize, usize)| {
        attempt(&*schedulers()[index], &permutation(side, vacant), seconds)
    });
    let runs = || sizes.iter().zip(attempts.as_chunks::<3>().0);
    let table = Rows::of(runs())
        .column("side", |(size, _)| size.0)
        .column("vacant cells", |(size, _)| size.1)
        .column("sum of distances", |(size, _)| permutation(size.0, size.1).sum_of_distances())
        .column("sum of costs of plans", |(_, [plans, ..])| Some(plans.best.as_ref()?.metrics.sum_of_costs))
        .column("sum of costs", |(_, [_, costs, _])| costs.cost())
        .number("over that of plans", 3, |(_, [plans, costs, _])| {
            ratio(costs.cost(), Some(plans.best.as_ref()?.metrics.sum_of_costs))
        })
        .column("makespan of plans", |(_, [plans, ..])| Some(plans.best.as_ref()?.metrics.makespan))
        .column("makespan", |(_, [.., makespan])| makespan.cost())
        .number("over that of plans in steps", 3, |(_, [plans, _, makespan])| {
            ratio(makespan.cost(), Some(plans.best.as_ref()?.metrics.makespan))
        })
        .column("makespan of LaCAM3", |(size, _)| size.2)
        .shown("", "Costs");
    let curves = runs().filter(|(_, attempts)| attempts[2].costs().len() > 1);
    let curves = curves
        .map(|(&(side, vacant, _), attempts)| attempts[2].curve(format!("{side}×{side}, {vacant} vacant")));
    let axes = [Axis::logarithmic("seconds of processor time"), Axis::logarithmic("makespan")];
    let plot = Plot::new("makespans", "Makespan over time", axes, curves);
    Findings::of([table]).with_plots([plot]).with_figure("seconds", seconds)
}
