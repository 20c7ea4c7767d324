//! Counts of all states of small spaces of every family on disk, with any number of workers and
//! little memory, stopped and resumed at random. The states at each depth must be those of the
//! search in memory.

use std::num::NonZero;
use std::time::Duration;

use families::soak::{Costs, Problem, Scale, Task};
use families::{ALL, Family, StateSpace};
use motion_core::{Budget, Control, Outcome, Quality, Stop};
use motion_distributed::error::DiskError;
use motion_distributed::{Explorer, Interrupted};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::{Rng, RngExt};

/// The most states of a space; boards with eight cells have a little more than 20,000.
const NODES: u64 = 25_000;

/// The measure of an exploration; both searches find the same.
const STATES: &str = "states";

pub(super) struct Exploring {
    family: &'static dyn Family,
    text: String,
    /// The number of states at each depth.
    states: Vec<u64>,
    commit_interval: Duration,
    /// The runs; the last one has enough nodes for the whole space.
    runs: Vec<DiskRun>,
}

/// A run on disk, which continues where the one before was stopped.
struct DiskRun {
    workers: NonZero<usize>,
    /// The memory of all workers.
    mebibytes: u64,
    nodes: u64,
}

impl DiskRun {
    fn draw(nodes: u64, rng: &mut impl Rng) -> Self {
        let workers = rng.random_range(1..=4);
        let mebibytes = workers as u64 * rng.random_range(1..=3);
        Self { workers: NonZero::new(workers).expect("invariant: at least one"), mebibytes, nodes }
    }
}

/// The number of states at each depth.
type Counts = Result<Vec<u64>, Stop>;

pub(super) fn draw(rng: &mut Xoshiro256PlusPlus) -> Exploring {
    let families = ALL.into_iter().filter(|family| family.space().is_some());
    let family = families.choose(rng).expect("invariant: some families have spaces");
    let (text, states) = loop {
        let text = family.random_problem(Scale::Small, rng).space_text();
        if let Some(Ok(states)) = count(family, &text, in_memory) {
            break (text, states);
        }
    };
    let mut limits: Vec<_> = (0..rng.random_range(0..4)).map(|_| rng.random_range(1..NODES / 10)).collect();
    limits.push(NODES);
    Exploring {
        family,
        text,
        states,
        commit_interval: if rng.random_bool(0.5) { Duration::ZERO } else { Duration::from_secs(1) },
        runs: limits.into_iter().map(|nodes| DiskRun::draw(nodes, rng)).collect(),
    }
}

/// Counts the states of a text, if it has a space.
fn count(family: &dyn Family, text: &str, by: impl Fn(&dyn StateSpace) -> Counts) -> Option<Counts> {
    let mut counts = None;
    family.with_space(text, &mut |space| counts = Some(by(space))).ok()?;
    counts
}

fn in_memory(space: &dyn StateSpace) -> Counts {
    space.count(&mut Control::new(Budget::new().with_nodes(NODES)))
}

impl Problem for Exploring {
    fn text(&self) -> String {
        self.text.clone()
    }

    fn tasks(&self) -> Vec<Task<'_>> {
        vec![self.task("in memory", in_memory), self.task("on disk", |space| self.on_disk(space))]
    }
}

impl Exploring {
    fn on_disk(&self, space: &dyn StateSpace) -> Counts {
        let folder = tempfile::tempdir().expect("a folder for the states can be made");
        let explorer = Explorer::new(folder.path()).with_commit_interval(self.commit_interval);
        for (number, run) in self.runs.iter().enumerate() {
            let budget = Budget::new().with_threads(run.workers).with_bytes(run.mebibytes << 20);
            let mut control = Control::new(budget.with_nodes(run.nodes));
            match space.explore(&explorer.clone().with_resume(number > 0), None, &mut control) {
                Ok(explored) => return Ok(explored.states),
                Err(Interrupted { error: DiskError::Stopped(Stop::Nodes), .. }) => {}
                Err(why) => panic!("{why}"),
            }
        }
        Err(Stop::Nodes)
    }

    fn task<'p>(&'p self, name: &str, by: impl Fn(&dyn StateSpace) -> Counts + 'p) -> Task<'p> {
        let solve = move |control: &mut Control| {
            let counts = count(self.family, &self.text, &by).expect("invariant: it was counted");
            // Each state is a node.
            let spent = counts.and_then(|states| control.spend(states.iter().sum()).map(|()| states));
            match spent {
                Ok(plan) => Outcome::Solved { plan, quality: Quality::Optimal },
                Err(why) => Outcome::stopped(why),
            }
        };
        let check = |states: Vec<u64>| {
            if states != self.states {
                return Err(format!("counted {states:?} instead of {:?}", self.states));
            }
            Ok(Costs::from([(STATES, states.iter().sum())]))
        };
        Task::new(name, NODES, solve, check).measured_in(STATES).without_plans()
    }
}
