//! Moves and times of the program's solvers of plans.

use cpf::AnySolver;
use cpf_core::{Instance, generate};
use motion_core::Budget;

use super::cases::Ears;
use crate::reproduce::attempt::attempt;
use crate::reproduce::findings::{Findings, Rows, Table};
use crate::reproduce::runner::Runner;
use crate::reproduce::seed::Seed;
use crate::statistics::mean;

const SOLVERS: [&str; 8] = [
    "ears",
    "bibox",
    "bibox-snake",
    "elimination",
    "elimination-snake",
    "push-swap",
    "push-rotate",
    "push-rotate-snake",
];

/// Random instances of one kind.
#[derive(Clone, Copy)]
enum Kind {
    /// Permutations on n × n cells with some vacant ones.
    Grid { side: u32, vacant: u32 },
    /// Graphs of ninety vertices from a cycle of five, with ears of this mean length.
    Ears { mean: u32, vacant: u32 },
}

const KINDS: [Kind; 18] = [
    Kind::Grid { side: 10, vacant: 1 },
    Kind::Grid { side: 10, vacant: 2 },
    Kind::Grid { side: 10, vacant: 3 },
    Kind::Grid { side: 10, vacant: 10 },
    Kind::Grid { side: 10, vacant: 50 },
    Kind::Grid { side: 20, vacant: 1 },
    Kind::Grid { side: 20, vacant: 2 },
    Kind::Grid { side: 20, vacant: 3 },
    Kind::Grid { side: 20, vacant: 40 },
    Kind::Grid { side: 20, vacant: 200 },
    Kind::Grid { side: 30, vacant: 1 },
    Kind::Grid { side: 30, vacant: 2 },
    Kind::Grid { side: 30, vacant: 90 },
    Kind::Ears { mean: 1, vacant: 1 },
    Kind::Ears { mean: 1, vacant: 45 },
    Kind::Ears { mean: 3, vacant: 45 },
    Kind::Ears { mean: 6, vacant: 1 },
    Kind::Ears { mean: 6, vacant: 45 },
];

/// The most nodes for each instance.
const NODES: u64 = 100_000_000;

/// The means of the instances that were solved.
struct Means {
    moves: Option<f64>,
    milliseconds: Option<f64>,
}

impl Kind {
    fn name(self) -> String {
        match self {
            Self::Grid { side, .. } => format!("{side}×{side}"),
            Self::Ears { mean, .. } => format!("(5, {mean})"),
        }
    }

    const fn vacant(self) -> u32 {
        match self {
            Self::Grid { vacant, .. } | Self::Ears { vacant, .. } => vacant,
        }
    }

    fn instance(self, seed: Seed, number: u32) -> Instance {
        match self {
            Self::Grid { side, vacant } => {
                let mut rng = seed.generator([3, side, vacant, number]);
                generate::permutation_on_grid(side, side, vacant as usize, &mut rng)
                    .expect("invariant: a legal grid")
            }
            Self::Ears { mean, vacant } => {
                Ears { cycle: 5, mean }.case(seed, Ears::VERTICES - vacant, number).robots
            }
        }
    }
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let count = runner.size(10, 2);
    let kinds = runner.size(&KINDS[..], &KINDS[..3]);
    let measured = runner.map_pairs("kinds", kinds, &SOLVERS, |&kind, name| means(runner, kind, count, name));
    let rows: Vec<_> = kinds.iter().zip(measured).collect();
    let table = |name: &'static str, title: &str, digits, figure: fn(&Means) -> Option<f64>| -> Table {
        Rows::of(&rows)
            .column("graph", |(kind, _)| kind.name())
            .column("vacant", |(kind, _)| kind.vacant())
            .for_each(SOLVERS.iter().enumerate(), |rows, (place, name)| {
                rows.number(*name, digits, |(_, means)| figure(&means[place]))
            })
            .shown(name, title)
    };
    Findings::of([
        table("moves", "Moves, mean", 0, |means| means.moves),
        table("times", "Milliseconds of processor time, mean", 2, |means| means.milliseconds),
    ])
    .with_figure("count", count)
    .with_figure("millions", NODES / 1_000_000)
}

/// Solves random instances by the solver of this name.
fn means(runner: &Runner, kind: Kind, count: u32, name: &str) -> Means {
    let solver: AnySolver = name.parse().expect("invariant: a solver of the crate");
    let budget = Budget::new().with_nodes(NODES);
    let instances = (0..count).map(|number| kind.instance(runner.seed(), number));
    let supported = instances.filter(|instance| solver.check(instance).is_ok());
    let solved = supported.filter_map(|instance| {
        let attempt = attempt(&*solver, &instance, &budget);
        Some((attempt.best?.moves as f64, attempt.seconds))
    });
    let solved: Vec<_> = solved.collect();
    let milliseconds = mean(solved.iter().map(|(_, seconds)| 1000.0 * seconds));
    Means { moves: mean(solved.iter().map(|(moves, _)| *moves)), milliseconds }
}
