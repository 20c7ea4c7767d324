//! Multi-agent path-finding: schedules beside those of public programs.

mod anytime;
mod attempt;
mod crowded;
mod growth;
mod maps;
mod moves;
mod peers;
mod proved;
mod random_maps;
mod techniques;

use super::experiment::Experiment;

pub(super) const EXPERIMENTS: &[Experiment] = &[
    Experiment { name: "mapf-proved", text: include_str!("mapf-proved.md"), measure: proved::measure },
    Experiment { name: "mapf-anytime", text: include_str!("mapf-anytime.md"), measure: anytime::measure },
    Experiment {
        name: "mapf-crowded",
        text: include_str!("mapf-crowded.md"),
        measure: |runner| Ok(crowded::measure(runner)),
    },
    Experiment { name: "mapf-moves", text: include_str!("mapf-moves.md"), measure: moves::measure },
    Experiment {
        name: "mapf-growth",
        text: include_str!("mapf-growth.md"),
        measure: |runner| Ok(growth::measure(runner)),
    },
    Experiment {
        name: "mapf-techniques",
        text: include_str!("mapf-techniques.md"),
        measure: techniques::measure,
    },
    Experiment {
        name: "mapf-provers",
        text: include_str!("mapf-provers.md"),
        measure: techniques::provers::measure,
    },
];
