//! The experiments of the paper on snakes in cooperative path-finding, and others on its boards.

mod attempt;
mod cases;
mod ears;
mod fewest_moves;
mod grids;
mod paper;
mod parity;
mod saving;

use super::experiment::Experiment;
use attempt::Solver;
use grids::Subject;

pub(super) const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "snakes-cpf-parberry",
        text: include_str!("snakes-cpf-parberry.md"),
        measure: |runner| Ok(grids::measure(runner, &PARBERRY)),
    },
    Experiment {
        name: "snakes-cpf-bibox",
        text: include_str!("snakes-cpf-bibox.md"),
        measure: |runner| Ok(grids::measure(runner, &BIBOX)),
    },
    Experiment {
        name: "snakes-cpf-push-swap",
        text: include_str!("snakes-cpf-push-swap.md"),
        measure: |runner| Ok(grids::measure(runner, &PUSH_AND_SWAP)),
    },
    Experiment {
        name: "push-swap-parity",
        text: include_str!("push-swap-parity.md"),
        measure: |runner| Ok(parity::measure(runner)),
    },
    Experiment {
        name: "snakes-cpf-push-rotate",
        text: include_str!("snakes-cpf-push-rotate.md"),
        measure: |runner| Ok(grids::measure(runner, &PUSH_AND_ROTATE)),
    },
    Experiment {
        name: "snakes-cpf-ears",
        text: include_str!("snakes-cpf-ears.md"),
        measure: |runner| Ok(ears::measure(runner)),
    },
    Experiment {
        name: "cpf-fewest-moves",
        text: include_str!("cpf-fewest-moves.md"),
        measure: |runner| Ok(fewest_moves::measure(runner)),
    },
];

const PARBERRY: Subject = Subject {
    solver: Solver::Parberry,
    lacks_two: false,
    other: None,
    readings: &[],
    paper: Some(&paper::PARBERRY),
    largest: 50,
};

const BIBOX: Subject = Subject {
    solver: Solver::Bibox,
    lacks_two: false,
    other: Some(Solver::Parberry),
    readings: &[
        Solver::Bibox,
        Solver::BiboxPrinted,
        Solver::BiboxPrintedDisjoint,
        Solver::BiboxDisjoint,
        Solver::BiboxFewest,
        Solver::BiboxDisjointFewest,
        Solver::BiboxLong,
        Solver::BiboxLongDisjoint,
        Solver::BiboxLongFewest,
    ],
    paper: Some(&paper::BIBOX),
    largest: 50,
};

const PUSH_AND_SWAP: Subject = Subject {
    solver: Solver::PushAndSwap,
    lacks_two: true,
    other: Some(Solver::Bibox),
    readings: &[Solver::PushAndSwap, Solver::PushAndSwapWeighted, Solver::PushAndSwapDistances],
    paper: Some(&paper::PUSH_AND_SWAP),
    largest: 50,
};

const PUSH_AND_ROTATE: Subject = Subject {
    solver: Solver::PushAndRotate,
    lacks_two: true,
    other: Some(Solver::Bibox),
    readings: &[],
    paper: None,
    largest: 50,
};
