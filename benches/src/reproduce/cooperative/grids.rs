//! Tables 1 to 4 and figures 12 to 17 and 19 to 21: puzzles on n × n cells.

use motion_core::Budget;

use super::attempt::{Attempt, Solver};
use super::cases;
use super::paper::{self, Paper};
use super::saving::{SAVING_COLUMNS, Saving};
use crate::reproduce::findings::{Axis, Cell, Curve, Findings, Plot, Table};
use crate::reproduce::runner::Runner;
use crate::reproduce::seed::Seed;
use crate::statistics::mean;

/// A measurement on grids.
pub(super) struct Subject {
    pub(super) solver: Solver,
    /// Whether the last two robots are left out.
    pub(super) lacks_two: bool,
    /// The algorithm with whose moves on the whole puzzle the paper compares.
    pub(super) other: Option<Solver>,
    /// Other readings of the paper's description of snakes.
    pub(super) readings: &'static [Solver],
    pub(super) paper: Option<&'static Paper>,
    /// The largest grid.
    pub(super) largest: u32,
    pub(super) remarks: &'static [&'static str],
}

/// The sizes whose instances are drawn one by one, and the names of the drawings.
const SINGLY: [(u32, &str); 4] =
    [(4, "instances-4"), (16, "instances-16"), (30, "instances-30"), (50, "instances-50")];

const QUICK_SIZES: [u32; 6] = [4, 6, 8, 10, 16, 20];
/// The most nodes for an instance: some minutes at worst.
const NODES: u64 = 2_000_000_000;
const QUICK_NODES: u64 = 50_000_000;

/// The solutions of an instance.
struct Run {
    number: u32,
    /// Without and with snakes.
    attempts: [Option<Attempt>; 2],
    other: Option<Attempt>,
    /// Without and with snakes, for each reading.
    readings: Vec<[Option<Attempt>; 2]>,
}

/// All instances of a size.
struct Size {
    n: u32,
    runs: Vec<Run>,
    saving: Saving,
}

pub(super) fn measure(runner: &Runner, subject: &Subject) -> Findings {
    let (sizes, instances) = runner.size((&paper::SIZES[..], 40), (&QUICK_SIZES[..], 10));
    let sizes: Vec<u32> = sizes.iter().copied().filter(|&size| size <= subject.largest).collect();
    let nodes = runner.size(NODES, QUICK_NODES);
    let budget = Budget::new().with_nodes(nodes);
    let tasks = sizes.iter().flat_map(|&size| (1..=instances).map(move |number| (size, number)));
    let run = |(size, number)| run(subject, runner.seed(), size, number, &budget);
    let mut runs = runner.map("instances", tasks.collect(), run).into_iter();
    let of_size = |n| {
        let runs: Vec<_> = runs.by_ref().take(instances as usize).collect();
        let saving = Saving::of(runs.iter().map(|run| run.attempts));
        Size { n, runs, saving }
    };
    let sizes: Vec<_> = sizes.into_iter().map(of_size).collect();
    let mut plots = vec![subject.moves(&sizes), subject.moves_saved(&sizes), subject.share_saved(&sizes)];
    plots.extend(sizes.iter().filter_map(|size| subject.singly(size)));
    let mut remarks = vec![format!(
        "{instances} instances a size, at most {} million nodes for each; an instance counts where it was solved both without and with snakes.",
        nodes / 1_000_000
    )];
    remarks.extend(subject.remarks.iter().map(|&remark| remark.to_owned()));
    let mut tables = vec![subject.summary(&sizes), subject.times(&sizes), instance_table(&sizes)];
    if !subject.readings.is_empty() {
        tables.extend([subject.readings_saved(&sizes), subject.readings_moves(&sizes)]);
    }
    Findings { tables, plots, drawings: Vec::new(), remarks }
}

fn run(subject: &Subject, seed: Seed, size: u32, number: u32, budget: &Budget) -> Run {
    let whole = cases::puzzle(seed, size, number);
    let less = subject.lacks_two.then(|| whole.without_two());
    let case = less.as_ref().unwrap_or(&whole);
    let attempts = [false, true].map(|snakes| subject.solver.solve(snakes, case, budget));
    let mut baselines = vec![(subject.solver, attempts[0])];
    let mut reading = |&solver: &Solver| {
        let baseline = solver.baseline();
        let known = baselines.iter().find(|(known, _)| *known == baseline).map(|&(_, attempt)| attempt);
        let without = known.unwrap_or_else(|| {
            let attempt = baseline.solve(false, case, budget);
            baselines.push((baseline, attempt));
            attempt
        });
        [without, solver.solve(true, case, budget)]
    };
    Run {
        number,
        attempts,
        readings: subject.readings.iter().map(&mut reading).collect(),
        other: subject.other.and_then(|other| other.solve(false, &whole, budget)),
    }
}

impl Size {
    /// The mean moves of the other algorithm.
    fn other(&self) -> Option<f64> {
        mean(self.runs.iter().filter_map(|run| Some(run.other?.moves as f64)))
    }

    /// The mean time without or with snakes.
    fn seconds(&self, snakes: bool) -> Option<f64> {
        mean(self.runs.iter().filter_map(|run| Some(run.attempts[usize::from(snakes)]?.seconds)))
    }
}

impl Subject {
    fn summary(&self, sizes: &[Size]) -> Table {
        let mut columns = vec!["n".to_owned()];
        columns.extend(SAVING_COLUMNS.map(str::to_owned));
        let more = [
            "in the paper, %",
            "mean of the instances' savings, %",
            "their σ, %",
            "instances",
            "longer with snakes",
        ];
        columns.extend(more.map(str::to_owned));
        columns.extend(self.other.map(|other| format!("moves, of {}'s", other.name())));
        let row = |size: &Size| {
            let saving = &size.saving;
            let mut row = vec![Cell::Count(size.n.into())];
            row.extend(saving.cells());
            row.extend([
                Cell::number(self.paper.and_then(|paper| paper.saved(size.n)), 2),
                Cell::number(saving.mean_share(), 2),
                Cell::number(saving.deviation_of_shares(), 2),
                saving.solved().into(),
                saving.longer().into(),
            ]);
            if self.other.is_some() {
                let ratio = saving.mean(false).zip(size.other()).map(|(ours, other)| ours / other);
                row.push(Cell::number(ratio, 2));
            }
            row
        };
        Table::new("", format!("{} on n × n cells", self.solver.name()), columns, sizes.iter().map(row))
    }

    /// The rows of table 4.
    fn times(&self, sizes: &[Size]) -> Table {
        let columns = ["n", "seconds", "in the paper", "seconds with snakes", "in the paper, with snakes"];
        let timed = sizes.iter().filter(|size| paper::TIMED.contains(&size.n));
        let row = |size: &Size| {
            let ours = |snakes| Cell::number(size.seconds(snakes), 4);
            let theirs = |snakes| self.paper.map_or(Cell::None, |paper| paper.seconds(size.n, snakes));
            vec![Cell::Count(size.n.into()), ours(false), theirs(false), ours(true), theirs(true)]
        };
        Table::new("times", "Mean times", columns, timed.map(row))
    }

    /// What snakes save in every reading.
    fn readings_saved(&self, sizes: &[Size]) -> Table {
        let mut columns = vec!["n".to_owned(), "in the paper, %".to_owned()];
        columns.extend(self.readings.iter().map(|solver| format!("{}, %", solver.name())));
        let row = |size: &Size| {
            let paper = self.paper.and_then(|paper| paper.saved(size.n));
            let mut row = vec![Cell::Count(size.n.into()), Cell::number(paper, 2)];
            row.extend(self.savings(size).map(|saving| Cell::number(saving.share(), 2)));
            row
        };
        let title = "Moves that snakes save, by readings of the paper";
        Table::new("readings", title, columns, sizes.iter().map(row))
    }

    /// The mean moves of every reading.
    fn readings_moves(&self, sizes: &[Size]) -> Table {
        let mut columns = vec!["n".to_owned()];
        columns.extend(
            self.readings
                .iter()
                .flat_map(|solver| SAVING_COLUMNS.map(|column| format!("{}, {column}", solver.name()))),
        );
        let row = |size: &Size| {
            let cells = self.savings(size).flat_map(|saving| saving.cells());
            [Cell::Count(size.n.into())].into_iter().chain(cells).collect()
        };
        Table::new("readings-moves", "Mean moves by readings", columns, sizes.iter().map(row)).in_a_file()
    }

    fn savings<'s>(&self, size: &'s Size) -> impl Iterator<Item = Saving> + use<'s> {
        let readings = 0..self.readings.len();
        readings.map(|reading| Saving::of(size.runs.iter().map(|run| run.readings[reading])))
    }

    fn names(&self) -> [String; 2] {
        let name = self.solver.name();
        [name.to_owned(), format!("{name} with snakes")]
    }

    fn moves(&self, sizes: &[Size]) -> Plot {
        let [without, with] = self.names();
        let mut curves = vec![
            curve(without, sizes, |size| size.saving.mean(false)),
            curve(with, sizes, |size| size.saving.mean(true)),
        ];
        curves.extend(self.other.map(|other| curve(other.name().to_owned(), sizes, Size::other)));
        plot("moves", "Mean moves", Axis::logarithmic("moves"), curves)
    }

    fn moves_saved(&self, sizes: &[Size]) -> Plot {
        let [_, with] = self.names();
        let curves = vec![curve(with, sizes, |size| size.saving.moves())];
        plot("moves-saved", "Moves that snakes save", Axis::linear("moves"), curves)
    }

    fn share_saved(&self, sizes: &[Size]) -> Plot {
        let [_, with] = self.names();
        let mut curves = vec![curve(with, sizes, |size| size.saving.share())];
        curves.extend(self.paper.map(|paper| {
            let points = sizes.iter().filter_map(|size| Some((f64::from(size.n), paper.saved(size.n)?)));
            Curve::of_paper("in the paper", points)
        }));
        plot("saved", "The share of moves that snakes save", Axis::linear("per cent"), curves)
    }

    /// The instances of a size one by one, if they are drawn.
    fn singly(&self, size: &Size) -> Option<Plot> {
        let (_, name) = SINGLY.into_iter().find(|&(it, _)| it == size.n)?;
        let curves = self.names().into_iter().zip([false, true]).map(|(name, snakes)| {
            let points = size.saving.sorted(snakes);
            Curve::ours(name, points)
        });
        Some(Plot {
            name,
            title: format!("Instances on {0} × {0} cells one by one", size.n),
            x: Axis::linear("instances, by their moves without snakes"),
            y: Axis::linear("moves"),
            curves: curves.collect(),
        })
    }
}

/// A figure over n.
fn curve(name: String, sizes: &[Size], figure: impl Fn(&Size) -> Option<f64>) -> Curve {
    let points = sizes.iter().filter_map(|size| Some((f64::from(size.n), figure(size)?)));
    Curve::ours(name, points)
}

fn plot(name: &'static str, title: &str, y: Axis, curves: Vec<Curve>) -> Plot {
    Plot { name, title: title.to_owned(), x: Axis::linear("n"), y, curves }
}

fn instance_table(sizes: &[Size]) -> Table {
    let columns = ["n", "instance", "moves", "moves with snakes", "seconds", "seconds with snakes"];
    let row = |size: &Size, run: &Run| {
        let [without, with] = run.attempts;
        let moves = |attempt: Option<Attempt>| Cell::from(attempt.map(|attempt| attempt.moves));
        let seconds = |attempt: Option<Attempt>| Cell::number(attempt.map(|attempt| attempt.seconds), 4);
        let (number, size) = (Cell::Count(run.number.into()), Cell::Count(size.n.into()));
        vec![size, number, moves(without), moves(with), seconds(without), seconds(with)]
    };
    let rows = sizes.iter().flat_map(|size| size.runs.iter().map(move |run| row(size, run)));
    Table::new("instances", "Instance by instance", columns, rows).in_a_file()
}
