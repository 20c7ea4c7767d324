//! Schedules with few moves.

use cpf::cpf_core::{Parallelised, Scheduler};
use cpf::{Auto, AutoScheduler, Instance, MotionModel, Objective};

use super::attempt::{Best, attempt, ratio};
use super::crowded::permutation;
use super::maps::MAPS;
use crate::reproduce::attempt::Attempt;
use crate::reproduce::findings::{Findings, Rows};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// A place and some robots there.
struct Case {
    place: String,
    instance: Instance,
}

/// Returns schedulers of plans, of schedules in `Train`, and of schedules in `Pebble`.
fn schedulers() -> [Box<dyn Scheduler>; 3] {
    let scheduler = AutoScheduler::default().with_objective(Objective::Moves);
    [
        Box::new(Parallelised::new(Auto::default())),
        Box::new(scheduler.with_model(MotionModel::Train)),
        Box::new(scheduler.with_model(MotionModel::Pebble)),
    ]
}

const COLUMNS: [&str; 3] = ["plans", "`Train`", "`Pebble`"];

/// Sides and vacant cells of the permutations.
const GRIDS: [(u32, usize); 6] = [(10, 1), (10, 10), (20, 1), (20, 40), (30, 1), (30, 90)];

fn cases(runner: &Runner) -> Result<Vec<Case>, Obstacle> {
    let mut cases = Vec::new();
    for map in &MAPS {
        let files = map.read(runner)?;
        let quarters = runner.size(map.quarters().to_vec(), vec![10]);
        cases.extend(
            quarters
                .into_iter()
                .map(|robots| Case { place: map.name.to_owned(), instance: files.instance(robots) }),
        );
    }
    let grids = runner.size(GRIDS.to_vec(), vec![(4, 3)]);
    let permutations = grids.into_iter().map(|(side, vacant)| Case {
        place: format!("{side}×{side}, {vacant} vacant"),
        instance: permutation(side, vacant),
    });
    cases.extend(permutations);
    Ok(cases)
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let seconds = runner.size(10.0, 0.02);
    let cases = cases(runner)?;
    let tasks = cases.iter().flat_map(|case| [0, 1, 2].map(|index| (case, index)));
    let attempts = runner.map("moves", tasks.collect(), |(case, index): (&Case, usize)| {
        attempt(&*schedulers()[index], &case.instance, seconds)
    });
    let moves =
        |attempts: &[Attempt<Best>], number: usize| Some(attempts[number].best.as_ref()?.metrics.moves);
    let table = Rows::of(cases.iter().zip(attempts.chunks(3)))
        .column("where", |(case, _)| case.place.as_str())
        .column("robots", |(case, _)| case.instance.robot_count())
        .column("sum of distances", |(case, _)| case.instance.sum_of_distances())
        .for_each(COLUMNS.into_iter().enumerate(), |rows, (number, name)| {
            rows.column(format!("moves, {name}"), |(_, attempts)| moves(attempts, number))
        })
        .for_each(COLUMNS.into_iter().enumerate(), |rows, (number, name)| {
            rows.number(format!("over the distances, {name}"), 3, |(case, attempts)| {
                ratio(moves(attempts, number), case.instance.sum_of_distances())
            })
        })
        .for_each(COLUMNS.into_iter().enumerate(), |rows, (number, name)| {
            rows.number(format!("seconds, {name}"), 2, |(_, attempts)| attempts[number].seconds)
        })
        .shown("", "Moves");
    Ok(Findings::of([table]).with_figure("seconds", seconds))
}
