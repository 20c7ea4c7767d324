//! What each technique of the schedulers is worth: options on and off.

mod cases;
mod conflict_search;
mod costs;
mod improver;
mod lacam;
mod provers;

use crate::reproduce::experiment::Experiment;
use crate::reproduce::findings::Findings;
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "mapf-techniques",
    source: "J. Li et al., *Pairwise symmetry reasoning for multi-agent path finding search*, 2021; J. Li et al., *Anytime multi-agent path finding \
             via large neighborhood search*, 2021; K. Okumura, *Engineering LaCAM\\*: Towards real-time, large-scale, and near-optimal multi-agent \
             pathfinding*, 2024",
    title: "What each technique of the schedulers is worth",
    about: "Options of the schedulers switched off and on, one by one, on maps of the MAPF benchmark with the first robots of the first random scenario, \
            and on random maps; sum of costs, in the model `Standard` where nothing else is said.",
    measure,
};

pub(super) const PROVERS: Experiment = Experiment {
    name: "mapf-provers",
    source: "G. Sharon et al., *The increasing cost tree search for optimal multi-agent pathfinding*, 2013; P. Surynek et al., *Efficient SAT \
             approach to multi-agent path finding under the sum of costs objective*, 2016; T. Standley, *Finding optimal solutions to cooperative \
             pathfinding problems*, 2010",
    title: "The best prover by kind of instance",
    about: "The solvers that prove least costs beside each other, model `Standard`: conflict-based search, increasing-cost tree search, propositional \
            formulas and joint search, on random maps and on maps of the MAPF benchmark with the first robots of the first random scenario.",
    measure: provers::measure,
};

fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let parts = [conflict_search::measure(runner)?, lacam::measure(runner)?, improver::measure(runner)?];
    let mut findings = Findings::default();
    for part in parts {
        findings.tables.extend(part.tables);
        findings.remarks.extend(part.remarks);
    }
    Ok(findings)
}
