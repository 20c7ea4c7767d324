//! Tasks finished a step on two published maps.

use std::time::Duration;

use mapf::fleet::Fleet;

use super::maps::{FleetMap, fulfilment, sorting};
use super::run::{Measured, run, run_anew};
use crate::reproduce::findings::{Findings, Rows, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// The peer's tasks a step over 500 steps and over 5,000, and its seconds a step.
type Peer = (Option<f64>, Option<f64>, Option<f64>);

/// Numbers of robots with the limit for each step in milliseconds, and the peer's figures.
const FULFILMENT: [(usize, u64, Peer); 4] = [
    (60, 2, (Some(2.19), Some(2.33), Some(0.02))),
    (100, 5, (Some(3.47), Some(3.56), Some(0.12))),
    (140, 5, (Some(4.44), Some(4.55), Some(0.37))),
    (180, 5, (Some(5.25), None, Some(0.86))),
];
const SORTING: [(usize, u64, Peer); 3] =
    [(200, 5, (None, None, None)), (600, 5, (None, None, None)), (1000, 10, (None, None, None))];

/// Compares with a plan of all robots to their goals before every step, in the same time.
fn beside_plans_anew(map: &FleetMap, runner: &Runner) -> Table {
    let (steps, sizes) = runner.size((200, &FULFILMENT[..]), (3, &FULFILMENT[..1]));
    let tasks = sizes.iter().flat_map(|&(robots, limit, _)| [true, false].map(|anew| (robots, limit, anew)));
    let runs = runner.map("plans anew", tasks.collect(), |(robots, limit, anew): (usize, u64, bool)| {
        let limit = Duration::from_millis(limit);
        if anew {
            run_anew(map, robots, steps, limit, 0)
        } else {
            run(map, robots, steps, limit, 0, |fleet| fleet)
        }
    });
    Rows::of(sizes.iter().zip(runs.as_chunks::<2>().0))
        .column("robots", |(size, _)| size.0)
        .column("limit in ms", |(size, _)| size.1)
        .number("tasks a step", 3, |(_, [_, fleet])| fleet.throughput())
        .number("planning anew", 3, |(_, [anew, _])| anew.throughput())
        .number("ms a step", 2, |(_, [_, fleet])| fleet.mean_milliseconds())
        .number("planning anew, ms", 2, |(_, [anew, _])| anew.mean_milliseconds())
        .shown("anew", format!("Beside a schedule by `AutoScheduler` before every step, {steps} steps"))
}

/// The ways of planning: their names, whether the limit is used, and whether there is guidance.
const WAYS: [(&str, bool, bool); 4] = [
    ("priority inheritance", false, false),
    ("with guidance", false, true),
    ("planned", true, false),
    ("planned, with guidance", true, true),
];

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let (steps, seeds) = runner.size((5000, 3), (20, 1));
    let mut tables = Vec::new();
    let maps: [(FleetMap, &[_], _, _); 2] = [
        (fulfilment(runner)?, &FULFILMENT, "fulfilment", "The fulfilment map of 33×46 cells"),
        (
            sorting(runner)?,
            &SORTING,
            "sorting",
            "The sorting map of 37×77 cells, with arcs that lead one way",
        ),
    ];
    for (map, sizes, name, title) in &maps {
        let sizes = &sizes[..runner.size(sizes.len(), 1)];
        let tasks = sizes.iter().flat_map(|&(robots, limit, _)| {
            let ways =
                WAYS.iter().map(move |&(_, planned, guided)| (robots, limit * u64::from(planned), guided));
            ways.flat_map(|way| (0..seeds).map(move |seed| (way, seed)))
        });
        let runs = runner.map(
            title,
            tasks.collect(),
            |((robots, limit, guided), seed): ((usize, u64, bool), u64)| {
                let change = |fleet: Fleet| if guided { fleet.with_guidance() } else { fleet };
                run(map, robots, steps, Duration::from_millis(limit), seed, change)
            },
        );
        let rows = sizes.iter().flat_map(|size| WAYS.iter().map(move |way| (size, way)));
        let rows = rows.zip(runs.chunks(seeds as usize));
        let mean = |runs: &[Measured], of: &dyn Fn(&Measured) -> f64| {
            runs.iter().map(of).sum::<f64>() / runs.len() as f64
        };
        let table = Rows::of(rows)
            .column("robots", |((size, _), _)| size.0)
            .column("steps come from", |((_, way), _)| way.0)
            .number("tasks a step", 3, |(_, runs)| mean(runs, &Measured::throughput))
            .number("least of the seeds", 3, |(_, runs)| {
                runs.iter().map(Measured::throughput).reduce(f64::min)
            })
            .number("peer, 5,000 steps", 2, |((size, _), _)| size.2.1)
            .number("peer, 500 steps", 2, |((size, _), _)| size.2.0)
            .number("ms a step", 3, |(_, runs)| mean(runs, &Measured::mean_milliseconds))
            .number("99 % of steps", 3, |(_, runs)| mean(runs, &|run| run.milliseconds(99)))
            .number("peer's ms", 0, |((size, _), _)| size.2.2.map(|seconds| 1e3 * seconds))
            .number("waits a robot and step", 3, |((size, _), runs)| {
                mean(runs, &|run| run.waits as f64 / run.steps as f64 / size.0 as f64)
            })
            .shown(name, *title);
        tables.push(table);
    }
    tables.push(beside_plans_anew(&maps[0].0, runner));
    Ok(Findings::of(tables).with_figure("steps", steps).with_figure("seeds", seeds))
}
