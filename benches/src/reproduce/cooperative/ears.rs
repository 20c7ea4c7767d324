//! Figures 18 and 22: random bi-connected graphs, from a single robot to one vacant vertex.

use motion_core::Budget;

use super::attempt::{Attempt, Solver};
use super::cases::Ears;
use super::saving::{SAVING_COLUMNS, Saving};
use crate::reproduce::findings::{Axis, Cell, Curve, Findings, Plot, Table};
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
/// With a single vacant vertex, only BIBOX is run.
const MOST_ROBOTS: u32 = Ears::VERTICES - 1;
const QUICK_ROBOTS: [u32; 4] = [1, 30, 60, 87];

/// Instances with the same number of robots on graphs of a family, solved by all solvers.
struct Place {
    family: usize,
    robots: u32,
    /// In the order of the solvers.
    savings: Vec<Saving>,
}

const REMARKS: [&str; 6] = [
    "The families are those of figure 18, whose means are drawn only. The text says of savings: \"up to 50 %\" with half \
     of the vertices occupied and \"up to 80 %\" with few robots for BIBOX, and between −10 % and 10 % for PUSH-and-SWAP.",
    "Each family of the paper is a single graph of about ninety vertices. Here every instance has a graph of its own, of exactly ninety, the same \
     for all numbers of robots: one graph says little about others.",
    "BIBOX saves much less here with few robots, as printed, too: a lone robot carried by rotating an otherwise empty cycle makes no more moves than \
     its way on that cycle is long, and there is nothing to save. Savings of the paper's size – 75 to 91 % with at most five robots, 36 to \
     47 % on half-full graphs – appear if without snakes all vacant vertices but two hold robots with goals of their own, whose \
     moves do not count, and with snakes vacant vertices are vacant. With such robots on both sides snakes save as little as without them. The paper \
     mentions no such robots; its losses on nearly full graphs with long ears were not found.",
    "The paper finds PUSH-and-SWAP shorter on graphs with short ears and BIBOX on those with long ones. Here BIBOX is shorter only on nearly full \
     graphs whose ears have three inner vertices or more on average, and the sooner, the longer they are.",
    "With one vacant vertex BIBOX is BIBOX-θ: the core is then arranged by one blank. PUSH-and-SWAP and PUSH-and-ROTATE need two vacant vertices, and \
     their snakes three for most of what they do.",
    "Ears have between one and 2e − 1 inner vertices and two different ends, which the paper leaves open.",
];

pub(super) fn measure(runner: &Runner) -> Findings {
    let instances = runner.size(40, 8);
    let robots: Vec<u32> =
        runner.size(&ROBOTS[..], &QUICK_ROBOTS[..]).iter().copied().chain([MOST_ROBOTS]).collect();
    let nodes = runner.size(1_000_000_000, 20_000_000);
    let budget = Budget::new().with_nodes(nodes);
    let places: Vec<_> =
        (0..FAMILIES.len()).flat_map(|family| robots.iter().map(move |&robots| (family, robots))).collect();
    let tasks = places.iter().flat_map(|&place| (1..=instances).map(move |number| (place, number)));
    let seed = runner.seed();
    let run = |((family, robots), number)| run(seed, family, robots, number, &budget);
    let mut runs = runner.map("instances", tasks.collect(), run).into_iter();
    let place = |(family, robots)| {
        let runs: Vec<_> = runs.by_ref().take(instances as usize).collect();
        let savings = (0..SOLVERS.len()).map(|solver| Saving::of(runs.iter().map(|run| run[solver])));
        Place { family, robots, savings: savings.collect() }
    };
    let places: Vec<_> = places.into_iter().map(place).collect();
    let mut tables: Vec<_> = (0..SOLVERS.len()).map(|solver| saved_table(&places, &robots, solver)).collect();
    tables.push(moves_table(&places));
    let drawn = (0..FAMILIES.len()).map(|family| moves_plot(&places, family));
    let saved = [(0, "saved-bibox"), (2, "saved-push-and-swap"), (3, "saved-push-and-rotate")]
        .map(|(solver, name)| saved_plot(&places, solver, name));
    let mut remarks = vec![format!(
        "{instances} instances for each number of robots, at most {} million nodes for each; an instance counts where it was solved both without and with snakes.",
        nodes / 1_000_000
    )];
    remarks.extend(REMARKS.map(str::to_owned));
    Findings { tables, plots: drawn.chain(saved).collect(), drawings: Vec::new(), remarks }
}

/// Without and with snakes, by all solvers.
fn run(
    seed: Seed,
    family: usize,
    robots: u32,
    number: u32,
    budget: &Budget,
) -> [[Option<Attempt>; 2]; SOLVERS.len()] {
    let case = FAMILIES[family].0.case(seed, robots, number);
    SOLVERS.map(|(solver, _)| [false, true].map(|snakes| solver.solve(snakes, &case, budget)))
}

/// The moves that snakes save with a solver: a row for each number of robots, a column for each
/// family.
fn saved_table(places: &[Place], robots: &[u32], solver: usize) -> Table {
    let mut columns = vec!["robots".to_owned(), "vacant".to_owned()];
    columns.extend(FAMILIES.map(|(_, name, _)| format!("({name}), %")));
    let row = |robots: u32| {
        let mut row = vec![Cell::Count(robots.into()), Cell::Count((Ears::VERTICES - robots).into())];
        let of_families = places.iter().filter(|place| place.robots == robots);
        row.extend(of_families.map(|place| Cell::number(place.savings[solver].share(), 1)));
        row
    };
    let (who, name) = SOLVERS[solver];
    Table {
        name,
        title: format!("Moves that snakes save {}", who.name()),
        columns,
        rows: robots.iter().map(|&robots| row(robots)).collect(),
        is_shown: true,
    }
}

/// All means.
fn moves_table(places: &[Place]) -> Table {
    let mut columns: Vec<String> = ["cycle", "mean ear", "robots", "vacant"].map(str::to_owned).into();
    for (solver, _) in SOLVERS {
        let name = solver.name();
        let more = ["instances", "longer with snakes"];
        columns.extend(SAVING_COLUMNS.into_iter().chain(more).map(|column| format!("{name}, {column}")));
    }
    let row = |place: &Place| {
        let Ears { cycle, mean } = FAMILIES[place.family].0;
        let mut row: Vec<_> = [cycle, mean, place.robots, Ears::VERTICES - place.robots]
            .map(|it| Cell::Count(it.into()))
            .into();
        for saving in &place.savings {
            row.extend(saving.cells());
            row.extend([saving.solved().into(), saving.longer().into()]);
        }
        row
    };
    Table::new("moves", "Mean moves", columns, places.iter().map(row)).in_a_file()
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
    Plot {
        name,
        title: format!("Mean moves on Biconnected({parameters}, {})", Ears::VERTICES),
        x: Axis::linear("robots"),
        y: Axis::linear("moves"),
        curves: curves.collect(),
    }
}

fn saved_plot(places: &[Place], solver: usize, name: &'static str) -> Plot {
    let curves = FAMILIES.iter().enumerate().map(|(family, (_, parameters, _))| {
        let name = format!("Biconnected({parameters}, {})", Ears::VERTICES);
        curve(name, places, family, |place| place.savings[solver].share())
    });
    Plot {
        name,
        title: format!("The share of moves that snakes save {}", SOLVERS[solver].0.name()),
        x: Axis::linear("robots"),
        y: Axis::linear("per cent"),
        curves: curves.collect(),
    }
}
