//! Figures 18 and 22: random bi-connected graphs, from a single robot to one vacant vertex.

use motion_core::Budget;

use super::attempt::{Solved, Solver};
use super::cases::Ears;
use super::saving::{Saving, with_saving};
use crate::reproduce::findings::{Axis, Curve, Findings, Plot, Rows, Table};
use crate::reproduce::runner::Runner;
use crate::reproduce::seed::Seed;

/// A family of graphs, its name, and the name of its drawing.
type Family = (Ears, &'static str, &'static str);

const FAMILIES: [Family; 5] = [
    (Ears { cycle: 3, mean: 1 }, "3, 1", "moves-3-1"),
    (Ears { cycle: 3, mean: 2 }, "3, 2", "moves-3-2"),
    (Ears { cycle: 3, mean: 3 }, "3, 3", "moves-3-3"),
    (Ears { cycle: 3, mean: 4 }, "3, 4", "moves-3-4"),
    (Ears { cycle: 7, mean: 6 }, "7, 6", "moves-7-6"),
];

/// The solvers, and the names of their tables and drawings.
const SOLVERS: [(Solver, &str); 12] = [
    (Solver::Bibox, "bibox"),
    (Solver::BiboxTheta, "bibox-theta"),
    (Solver::PushAndSwap, "push-and-swap"),
    (Solver::PushAndRotate, "push-and-rotate"),
    (Solver::BiboxPrinted, "bibox-printed"),
    (Solver::BiboxDisjoint, "bibox-disjoint"),
    (Solver::BiboxFewest, "bibox-fewest"),
    (Solver::BiboxDisjointFewest, "bibox-disjoint-fewest"),
    (Solver::BiboxLong, "bibox-long"),
    (Solver::BiboxLongFewest, "bibox-long-fewest"),
    (Solver::BiboxFilled, "bibox-filled"),
    (Solver::BiboxFilledBaseline, "bibox-filled-baseline"),
];

const ROBOTS: [u32; 15] = [1, 2, 5, 10, 20, 30, 40, 45, 50, 60, 70, 80, 85, 87, 88];
/// The greatest number of robots: one vertex stays vacant. Only BIBOX is run with them.
const MOST_ROBOTS: u32 = Ears::VERTICES - 1;
const QUICK_ROBOTS: [u32; 4] = [1, 30, 60, 87];

/// Instances with the same number of robots on graphs of a family, solved by all solvers.
struct Place {
    family: usize,
    robots: u32,
    /// The savings in the order of the solvers.
    savings: Vec<Saving>,
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let instances = runner.size(40, 8);
    let robots: Vec<u32> =
        runner.size(&ROBOTS[..], &QUICK_ROBOTS[..]).iter().copied().chain([MOST_ROBOTS]).collect();
    let nodes = runner.size(1_000_000_000, 20_000_000);
    let budget = Budget::new().with_nodes(nodes);
    let places: Vec<_> =
        (0..FAMILIES.len()).flat_map(|family| robots.iter().map(move |&robots| (family, robots))).collect();
    let numbers: Vec<u32> = (1..=instances).collect();
    let runs = runner.map_pairs("instances", &places, &numbers, |&(family, robots), &number| {
        run(runner.seed(), family, robots, number, &budget)
    });
    let place = |((family, robots), runs): ((usize, u32), Vec<_>)| {
        let savings = (0..SOLVERS.len())
            .map(|solver| Saving::of(runs.iter().map(|run: &[_; SOLVERS.len()]| run[solver])));
        Place { family, robots, savings: savings.collect() }
    };
    let places: Vec<_> = places.into_iter().zip(runs).map(place).collect();
    let tables = (0..SOLVERS.len()).map(|solver| saved_table(&places, &robots, solver));
    Findings::of(tables.chain([moves_table(&places)]))
        .with_plots((0..FAMILIES.len()).map(|family| moves_plot(&places, family)))
        .with_plots(
            [(0, "saved-bibox"), (2, "saved-push-and-swap"), (3, "saved-push-and-rotate")]
                .map(|(solver, name)| saved_plot(&places, solver, name)),
        )
        .with_figure("instances", instances)
        .with_figure("millions", nodes / 1_000_000)
}

/// Solves an instance without and with snakes, by all solvers.
fn run(
    seed: Seed,
    family: usize,
    robots: u32,
    number: u32,
    budget: &Budget,
) -> [[Option<Solved>; 2]; SOLVERS.len()] {
    let case = FAMILIES[family].0.case(seed, robots, number);
    SOLVERS.map(|(solver, _)| [false, true].map(|snakes| solver.solve(snakes, &case, budget)))
}

/// Tabulates the moves that snakes save with a solver, with a row for each number of robots and a
/// column for each family.
fn saved_table(places: &[Place], robots: &[u32], solver: usize) -> Table {
    let (who, name) = SOLVERS[solver];
    let share = |family, robots| {
        let place = places.iter().find(|place| (place.family, place.robots) == (family, robots))?;
        place.savings[solver].share()
    };
    Rows::of(robots.iter().copied())
        .column("robots", |&robots| robots)
        .column("vacant", |robots| Ears::VERTICES - robots)
        .for_each(FAMILIES.iter().enumerate(), |rows, (family, (_, parameters, _))| {
            rows.number(format!("({parameters}), %"), 1, |&robots| share(family, robots))
        })
        .shown(name, format!("Moves that snakes save {}", who.name()))
}

/// Tabulates all means.
fn moves_table(places: &[Place]) -> Table {
    Rows::of(places)
        .column("cycle", |place| FAMILIES[place.family].0.cycle)
        .column("mean ear", |place| FAMILIES[place.family].0.mean)
        .column("robots", |place| place.robots)
        .column("vacant", |place| Ears::VERTICES - place.robots)
        .for_each(SOLVERS.iter().enumerate(), |rows, (number, (solver, _))| {
            let name = solver.name();
            with_saving(rows, &format!("{name}, "), |place| &place.savings[number])
                .column(format!("{name}, instances"), |place| place.savings[number].solved())
                .column(format!("{name}, longer with snakes"), |place| place.savings[number].longer())
        })
        .in_a_file("moves", "Mean moves")
}

fn curve(name: String, places: &[Place], family: usize, figure: impl Fn(&Place) -> Option<f64>) -> Curve {
    let places = places.iter().filter(|place| place.family == family);
    let points = places.filter_map(|place| Some((f64::from(place.robots), figure(place)?)));
    Curve::ours(name, points)
}

fn moves_plot(places: &[Place], family: usize) -> Plot {
    let (_, parameters, name) = FAMILIES[family];
    let drawn = [0, 2].into_iter().flat_map(|solver| [(solver, false), (solver, true)]);
    let curves = drawn.map(|(solver, snakes)| {
        let who = SOLVERS[solver].0.name();
        let name = if snakes { format!("{who} with snakes") } else { who.to_owned() };
        curve(name, places, family, |place| place.savings[solver].mean(snakes))
    });
    Plot::new(
        name,
        format!("Mean moves on Biconnected({parameters}, {})", Ears::VERTICES),
        [Axis::linear("robots"), Axis::linear("moves")],
        curves,
    )
}

fn saved_plot(places: &[Place], solver: usize, name: &'static str) -> Plot {
    let curves = FAMILIES.iter().enumerate().map(|(family, (_, parameters, _))| {
        let name = format!("Biconnected({parameters}, {})", Ears::VERTICES);
        curve(name, places, family, |place| place.savings[solver].share())
    });
    Plot::new(
        name,
        format!("The share of moves that snakes save {}", SOLVERS[solver].0.name()),
        [Axis::linear("robots"), Axis::linear("per cent")],
        curves,
    )
}
