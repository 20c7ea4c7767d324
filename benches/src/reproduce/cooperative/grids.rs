//! Tables 1 to 4 and figures 12 to 17 and 19 to 21, on puzzles of n × n cells.

use motion_core::Budget;

use super::attempt::{Solved, Solver};
use super::cases;
use super::paper::{self, Paper};
use super::saving::{Saving, with_saving};
use crate::reproduce::findings::{Axis, Cell, Curve, Findings, Plot, Rows, Table};
use crate::reproduce::runner::Runner;
use crate::reproduce::seed::Seed;
use crate::statistics::mean;

/// A measurement on grids.
pub(super) struct Subject {
    pub(super) solver: Solver,
    /// Whether the last two robots are left out.
    pub(super) lacks_two: bool,
    /// The algorithm with whose moves on the whole puzzle the paper compares, if it does.
    pub(super) other: Option<Solver>,
    /// Other readings of the paper's description of snakes.
    pub(super) readings: &'static [Solver],
    pub(super) paper: Option<&'static Paper>,
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
    /// The solutions without and with snakes.
    attempts: [Option<Solved>; 2],
    other: Option<Solved>,
    /// The solutions without and with snakes, for each reading.
    readings: Vec<[Option<Solved>; 2]>,
}

/// All instances of a size.
struct Size {
    n: u32,
    runs: Vec<Run>,
    saving: Saving,
    /// The savings for each reading.
    readings: Vec<Saving>,
}

pub(super) fn measure(runner: &Runner, subject: &Subject) -> Findings {
    let (sizes, instances) = runner.size((&paper::SIZES[..], 40), (&QUICK_SIZES[..], 10));
    let nodes = runner.size(NODES, QUICK_NODES);
    let budget = Budget::new().with_nodes(nodes);
    let numbers: Vec<u32> = (1..=instances).collect();
    let run = |&size: &u32, &number: &u32| run(subject, runner.seed(), size, number, &budget);
    let of_size = |(&n, runs): (&u32, Vec<Run>)| {
        let saving = Saving::of(runs.iter().map(|run| run.attempts));
        let reading = |number: usize| Saving::of(runs.iter().map(|run| run.readings[number]));
        let readings = (0..subject.readings.len()).map(reading).collect();
        Size { n, runs, saving, readings }
    };
    let sizes: Vec<_> =
        sizes.iter().zip(runner.map_pairs("instances", sizes, &numbers, run)).map(of_size).collect();
    let mut tables = vec![subject.summary(&sizes), subject.times(&sizes), instance_table(&sizes)];
    if !subject.readings.is_empty() {
        tables.extend([subject.readings_saved(&sizes), subject.readings_moves(&sizes)]);
    }
    Findings::of(tables)
        .with_plots([subject.moves(&sizes), subject.moves_saved(&sizes), subject.share_saved(&sizes)])
        .with_plots(sizes.iter().filter_map(|size| subject.singly(size)))
        .with_figure("instances", instances)
        .with_figure("millions", nodes / 1_000_000)
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
    /// Returns the mean moves of the other algorithm.
    fn other(&self) -> Option<f64> {
        mean(self.runs.iter().filter_map(|run| Some(run.other?.moves as f64)))
    }

    /// Returns the mean time without or with snakes.
    fn seconds(&self, snakes: bool) -> Option<f64> {
        mean(self.runs.iter().filter_map(|run| Some(run.attempts[usize::from(snakes)]?.seconds)))
    }
}

impl Subject {
    fn summary(&self, sizes: &[Size]) -> Table {
        with_saving(Rows::of(sizes).column("n", |size| size.n), "", |size| &size.saving)
            .number("in the paper, %", 2, |size| self.paper?.saved(size.n))
            .number("mean of the instances' savings, %", 2, |size| size.saving.mean_share())
            .number("their σ, %", 2, |size| size.saving.deviation_of_shares())
            .column("instances", |size| size.saving.solved())
            .column("longer with snakes", |size| size.saving.longer())
            .for_each(self.other, |rows, other| {
                let ratio = |size: &&Size| Some(size.saving.mean(false)? / size.other()?);
                rows.number(format!("moves, of {}'s", other.name()), 2, ratio)
            })
            .shown("", format!("{} on n × n cells", self.solver.name()))
    }

    /// Tabulates the rows of table 4.
    fn times(&self, sizes: &[Size]) -> Table {
        let paper =
            |size: &Size, snakes| self.paper.map_or(Cell::None, |paper| paper.seconds(size.n, snakes));
        Rows::of(sizes.iter().filter(|size| paper::TIMED.contains(&size.n)))
            .column("n", |size| size.n)
            .number("seconds", 4, |size| size.seconds(false))
            .column("in the paper", |size| paper(size, false))
            .number("seconds with snakes", 4, |size| size.seconds(true))
            .column("in the paper, with snakes", |size| paper(size, true))
            .shown("times", "Mean times")
    }

    /// Tabulates the moves that snakes save in every reading.
    fn readings_saved(&self, sizes: &[Size]) -> Table {
        Rows::of(sizes)
            .column("n", |size| size.n)
            .number("in the paper, %", 2, |size| self.paper?.saved(size.n))
            .for_each(self.readings.iter().enumerate(), |rows, (number, solver)| {
                rows.number(format!("{}, %", solver.name()), 2, |size| size.readings[number].share())
            })
            .shown("readings", "Moves that snakes save, by readings of the paper")
    }

    /// Tabulates the mean moves of every reading.
    fn readings_moves(&self, sizes: &[Size]) -> Table {
        Rows::of(sizes)
            .column("n", |size| size.n)
            .for_each(self.readings.iter().enumerate(), |rows, (number, solver)| {
                with_saving(rows, &format!("{}, ", solver.name()), |size| &size.readings[number])
            })
            .in_a_file("readings-moves", "Mean moves by readings")
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
        Plot::new("moves", "Mean moves", [Axis::linear("n"), Axis::logarithmic("moves")], curves)
    }

    fn moves_saved(&self, sizes: &[Size]) -> Plot {
        let [_, with] = self.names();
        let axes = [Axis::linear("n"), Axis::linear("moves")];
        Plot::new(
            "moves-saved",
            "Moves that snakes save",
            axes,
            [curve(with, sizes, |size| size.saving.moves())],
        )
    }

    fn share_saved(&self, sizes: &[Size]) -> Plot {
        let [_, with] = self.names();
        let mut curves = vec![curve(with, sizes, |size| size.saving.share())];
        curves.extend(self.paper.map(|paper| {
            let points = sizes.iter().filter_map(|size| Some((f64::from(size.n), paper.saved(size.n)?)));
            Curve::of_paper("in the paper", points)
        }));
        let axes = [Axis::linear("n"), Axis::linear("per cent")];
        Plot::new("saved", "The share of moves that snakes save", axes, curves)
    }

    /// Draws the instances of a size one by one, if this size is drawn.
    fn singly(&self, size: &Size) -> Option<Plot> {
        let (_, name) = SINGLY.into_iter().find(|&(it, _)| it == size.n)?;
        let curves = self.names().into_iter().zip([false, true]);
        let curves = curves.map(|(name, snakes)| Curve::ours(name, size.saving.sorted(snakes)));
        let axes = [Axis::linear("instances, by their moves without snakes"), Axis::linear("moves")];
        Some(Plot::new(name, format!("Instances on {0} × {0} cells one by one", size.n), axes, curves))
    }
}

/// Returns the curve of a figure over n.
fn curve(name: String, sizes: &[Size], figure: impl Fn(&Size) -> Option<f64>) -> Curve {
    let points = sizes.iter().filter_map(|size| Some((f64::from(size.n), figure(size)?)));
    Curve::ours(name, points)
}

fn instance_table(sizes: &[Size]) -> Table {
    let rows =
        sizes.iter().flat_map(|size| size.runs.iter().map(move |run| (size.n, run.number, run.attempts)));
    Rows::of(rows)
        .column("n", |row| row.0)
        .column("instance", |row| row.1)
        .column("moves", |(.., [without, _])| without.map(|it| it.moves))
        .column("moves with snakes", |(.., [_, with])| with.map(|it| it.moves))
        .number("seconds", 4, |(.., [without, _])| without.map(|it| it.seconds))
        .number("seconds with snakes", 4, |(.., [_, with])| with.map(|it| it.seconds))
        .in_a_file("instances", "Instance by instance")
}
