//! The replay of a fleet's run, by code that shares nothing with fleets.

use std::collections::VecDeque;

use cpf::Vertex;
use cpf::cpf_core::internal::StepReferee;
use cpf::fleet::{Step, TaskEvent, TaskEventKind};
use cpf::motion_core::{Configuration, Token};

use super::fleet::{FleetRun, SoakFleet};
use super::open_network::OpenNetwork;
use crate::soak::{Costs, moves};

/// The state of a replay.
struct Replay<'p> {
    problem: &'p SoakFleet,
    network: OpenNetwork<'p>,
    referee: StepReferee<'p>,
    /// For each robot, the tasks and places that it has to visit.
    goals: Vec<VecDeque<(usize, Vertex)>>,
    /// For each robot, the steps for which its first goal has been guaranteed to be visited.
    waited: Vec<u64>,
    patience: u64,
    /// For each task, whether a robot has it, and the number of places to be visited.
    is_given: Vec<bool>,
    left: Vec<usize>,
}

/// Replays a run: nothing collides, moves against an arc or enters a closed vertex, tasks that are
/// finished were visited, and no robot waits too long.
pub(super) fn replay(problem: &SoakFleet, run: &FleetRun) -> Result<Costs, String> {
    let graph = problem.graph.underlying();
    let start = Configuration::new(graph.vertex_count(), &problem.starts);
    let network = OpenNetwork::new(&problem.graph);
    let mut replay = Replay {
        problem,
        patience: network.patience(problem.starts.len()),
        network,
        referee: StepReferee::new(graph, start.expect("invariant: distinct vertices"), problem.model),
        goals: vec![VecDeque::new(); problem.starts.len()],
        waited: vec![0; problem.starts.len()],
        is_given: vec![false; problem.tasks.len()],
        left: problem.tasks.iter().map(Vec::len).collect(),
    };
    for (number, step) in (0..).zip(&run.steps) {
        let in_step = |why| format!("step {}: {why}", number + 1);
        replay.begin(number, &run.events).map_err(in_step)?;
        replay.make(step).map_err(in_step)?;
    }
    let is_end = |event: &&TaskEvent| matches!(event.kind, TaskEventKind::Visited { is_finished: true, .. });
    let told = run.events.iter().filter(is_end).count() as u64;
    let finished = replay.left.iter().filter(|&&left| left == 0).count() as u64;
    if [run.finished, told] != [finished; 2] {
        return Err(format!("{finished} tasks are finished, not {} or {told}", run.finished));
    }
    Ok(moves(run.steps.iter().map(|step| step.moves.len() as u64).sum()))
}

impl Replay<'_> {
    /// Changes the graph before a step, and takes note of the tasks that are given to robots.
    fn begin(&mut self, number: u64, events: &[TaskEvent]) -> Result<(), String> {
        for (vertex, is_closed) in self.problem.changes_before(number) {
            self.network.change(vertex, is_closed);
            self.waited.fill(0);
        }
        for event in events.iter().filter(|event| event.time == number) {
            let TaskEventKind::Given(robot) = event.kind else { continue };
            if std::mem::replace(&mut self.is_given[event.task], true) {
                return Err(format!("task {} is given twice", event.task + 1));
            }
            let places = self.problem.tasks[event.task].iter();
            self.goals[robot.index()].extend(places.map(|&place| (event.task, place)));
        }
        Ok(())
    }

    fn make(&mut self, step: &Step) -> Result<(), String> {
        let places = self.referee.configuration().places();
        let is_guaranteed = self.network.serves(places);
        for action in &step.moves {
            if !self.problem.graph.arcs().successors(action.from).contains(&action.to) {
                return Err(format!("{action:?} along no arc"));
            }
            if self.network.is_closed(action.to) {
                return Err(format!("{action:?} onto a closed vertex"));
            }
        }
        self.referee.make(&step.moves).map_err(|why| why.to_string())?;
        let mut arrivals = Vec::new();
        for (robot, &place) in (0..).map(Token).zip(self.referee.configuration().places()) {
            let (goals, waited) = (&mut self.goals[robot.index()], &mut self.waited[robot.index()]);
            let Some(&(task, goal)) = goals.front() else { continue };
            if goal == place {
                arrivals.push((robot, goal));
                self.left[task] -= 1;
                goals.pop_front();
                *waited = 0;
                continue;
            }
            *waited = if is_guaranteed && !self.network.is_closed(goal) { *waited + 1 } else { 0 };
            if *waited >= self.patience {
                return Err(format!("robot {} has waited for {waited} steps", robot.one_based()));
            }
        }
        if arrivals == step.arrivals {
            Ok(())
        } else {
            Err(format!("{arrivals:?} have arrived, not {:?}", step.arrivals))
        }
    }
}
