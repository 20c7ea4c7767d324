//! The experiments of the paper on snakes in cooperative path-finding, and others on its boards.

mod attempt;
mod cases;
mod directed;
mod ears;
mod fewest_moves;
mod grids;
mod paper;
mod parity;
mod plans;
mod saving;

use super::experiment::{Experiment, experiment};
use attempt::Solver;
use grids::Subject;

pub(super) const EXPERIMENTS: &[Experiment] = &[
    experiment!("snakes-cpf-parberry", |runner| Ok(grids::measure(runner, &PARBERRY))),
    experiment!("snakes-cpf-bibox", |runner| Ok(grids::measure(runner, &BIBOX))),
    experiment!("snakes-cpf-push-swap", |runner| Ok(grids::measure(runner, &PUSH_AND_SWAP))),
    experiment!("push-swap-parity", |runner| Ok(parity::measure(runner))),
    experiment!("snakes-cpf-push-rotate", |runner| Ok(grids::measure(runner, &PUSH_AND_ROTATE))),
    experiment!("snakes-cpf-ears", |runner| Ok(ears::measure(runner))),
    experiment!("cpf-plans", |runner| Ok(plans::measure(runner))),
    experiment!("cpf-fewest-moves", |runner| Ok(fewest_moves::measure(runner))),
    experiment!("directed-snakes", |runner| Ok(directed::measure(runner))),
];

const PARBERRY: Subject = Subject {
    solver: Solver::Parberry,
    lacks_two: false,
    other: None,
    readings: &[],
    paper: Some(&paper::PARBERRY),
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
        Solver::BiboxWhole,
        Solver::BiboxPrintedWhole,
        Solver::BiboxFewest,
        Solver::BiboxDisjointFewest,
        Solver::BiboxLong,
        Solver::BiboxLongDisjoint,
        Solver::BiboxLongFewest,
    ],
    paper: Some(&paper::BIBOX),
};

const PUSH_AND_SWAP: Subject = Subject {
    solver: Solver::PushAndSwap,
    lacks_two: true,
    other: Some(Solver::Bibox),
    readings: &[Solver::PushAndSwap, Solver::PushAndSwapWeighted, Solver::PushAndSwapDistances],
    paper: Some(&paper::PUSH_AND_SWAP),
};

const PUSH_AND_ROTATE: Subject = Subject {
    solver: Solver::PushAndRotate,
    lacks_two: true,
    other: Some(Solver::Bibox),
    readings: &[],
    paper: None,
};
