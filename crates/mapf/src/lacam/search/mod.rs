//! The search over configurations.

mod expansion;

use alloc::vec::Vec;
use core::cmp::Reverse;

use cpf_core::MotionModel;
use motion_core::{Control, Stop, Vertex};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::configurations::{Configurations, Id};
use super::constraint_trees::ConstraintTrees;
use super::descents::Descents;
use super::distances_or_paths::DistancesOrPaths;
use super::preferences::Preferences;
use super::refinement::Refinement;
use super::step_cost::{bound, step_cost};
use super::technique::LacamTechnique;
use super::{Lacam, stricter_model};
use crate::arc_instance::ArcInstance;
use crate::make_room::make_room;
use crate::priority_inheritance::{StepCosts, StepGenerator};
use crate::timed_paths::TimedPaths;

/// The search for schedules in one model.
///
/// A depth-first search whose nodes are configurations. Each has a [queue of partial
/// steps](ConstraintTrees), which PIBT completes, so all steps out of it are tried in the end. If a
/// step leads to a known configuration, the cheapest ways are updated. After the first schedule,
/// configurations through which no schedule has a lower accumulated cost are left out.
pub(super) struct Search<'a, 'd> {
    lacam: &'a Lacam,
    instance: ArcInstance<'a>,
    /// The model of the steps.
    model: MotionModel,
    ways: &'d mut DistancesOrPaths<'a>,
    known: Configurations,
    constraints: ConstraintTrees,
    generator: StepGenerator,
    descents: Descents,
    refinement: Refinement<'a>,
    rng: Xoshiro256PlusPlus,
    /// The configurations to expand, as a stack.
    open: Vec<Id>,
    goal: Option<Id>,
    /// The least accumulated cost of a known way to the goal.
    least: u64,
    /// The best schedule found.
    incumbent: Option<Incumbent>,
    starts: Vec<u32>,
    /// The robots in descending order of distance from start to goal, and the rank of each in this
    /// order.
    farthest: Vec<u32>,
    ranks: Vec<u32>,
    keys: Vec<u64>,
    order: Vec<u32>,
    given: Vec<(u32, Vertex)>,
    targets: Vec<Vertex>,
    chosen: Vec<Vertex>,
}

/// A schedule in the solver's model, with its cost.
#[derive(Clone, Debug)]
pub(super) struct Incumbent {
    pub(super) paths: TimedPaths,
    pub(super) cost: u64,
}

impl<'a, 'd> Search<'a, 'd> {
    /// Creates a search from the start of the instance. The memory is held in `control` until the
    /// end of its scope.
    pub(super) fn new(
        lacam: &'a Lacam,
        instance: ArcInstance<'a>,
        model: MotionModel,
        ways: &'d mut DistancesOrPaths<'a>,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let (vertices, goals) = (instance.vertex_count(), instance.goal().places());
        let start = instance.start().places();
        control.hold(StepGenerator::bytes(vertices, goals.len()))?;
        let preferences = Preferences::new(ways, None, &[], 0);
        let starts: Vec<_> =
            start.iter().enumerate().map(|(robot, &place)| preferences.distance(robot, place)).collect();
        let mut farthest: Vec<u32> = (0..goals.len() as u32).collect();
        farthest.sort_by_key(|&robot| Reverse(starts[robot as usize]));
        let mut ranks = alloc::vec![0; goals.len()];
        for (rank, &robot) in (0..).zip(&farthest) {
            ranks[robot as usize] = rank;
        }
        let has = |technique| lacam.techniques.contains(technique);
        let mut search = Self {
            lacam,
            instance,
            model,
            ways,
            known: Configurations::new(goals.len()),
            constraints: ConstraintTrees::default(),
            generator: StepGenerator::new(
                vertices,
                goals.len(),
                model,
                has(LacamTechnique::Swap) && !instance.is_directed(),
            ),
            descents: Descents::new(instance, has(LacamTechnique::Guidance)),
            refinement: Refinement::new(lacam, instance),
            rng: Xoshiro256PlusPlus::seed_from_u64(lacam.seed),
            open: Vec::new(),
            goal: None,
            least: u64::MAX,
            incumbent: None,
            starts,
            farthest,
            ranks,
            keys: Vec::new(),
            order: Vec::new(),
            given: Vec::new(),
            targets: Vec::new(),
            chosen: Vec::new(),
        };
        let first = search.add(start, None, control)?;
        search.open.push(first);
        Ok(search)
    }

    /// Inserts a legal schedule as the first one, configuration by configuration.
    pub(super) fn insert(&mut self, known: Incumbent, control: &mut Control) -> Result<(), Stop> {
        let paths = self.incumbent.insert(known).paths.clone();
        let mut from = 0;
        for time in 1..=paths.makespan() {
            control.spend_many(paths.robot_count() as u64)?;
            self.chosen.clear();
            self.chosen.extend((0..paths.robot_count()).map(|robot| paths.place(robot, time)));
            from = self.follow(from, control)?;
        }
        self.arrive(control)?;
        self.descend(control)
    }

    /// Searches until all configurations are exhausted, a schedule costs no more than the lower
    /// bound, or the given number of descents has ended. The bound is raised once distances are
    /// known.
    pub(super) fn run(
        &mut self,
        descents: u64,
        lower_bound: &mut u64,
        control: &mut Control,
    ) -> Result<(), Stop> {
        self.arrive(control)?;
        while let Some(&id) = self.open.last() {
            let is_optimal = self.incumbent.as_ref().is_some_and(|best| best.cost <= *lower_bound);
            // The descent to the first schedule is never cut short.
            let is_last = self.incumbent.is_some() && self.descents.count() > descents;
            if is_optimal || is_last && !self.refinement.is_worth_it() {
                break;
            }
            if is_last || self.refinement.is_due(self.descents.count()) {
                self.refine(control)?;
                continue;
            }
            let before = control.stats().nodes;
            if let Some(paths) = self.ways.paths() {
                paths.account(control);
                if self.incumbent.is_some() && self.ways.improve(control)? {
                    self.descents.repeat_first();
                    *lower_bound = self.ways.lower_bound(self.lacam.objective, self.lacam.model);
                }
            }
            control.spend(1)?;
            let is_done = Some(id) == self.goal
                || self.known.total(id) >= self.least
                || self.constraints.is_empty(id as usize);
            if is_done {
                self.open.pop();
                self.descend(control)?;
            } else {
                self.expand(id, control)?;
            }
            let nodes = control.stats().nodes - before;
            self.descents.count_nodes(nodes);
            self.refinement.allow(nodes);
        }
        Ok(())
    }

    /// The least accumulated cost of a known schedule. Once all configurations are exhausted, the
    /// least of all schedules.
    pub(super) const fn least(&self) -> u64 {
        self.least
    }

    /// The best schedule.
    pub(super) fn into_incumbent(self) -> Option<Incumbent> {
        self.incumbent
    }

    /// Returns whether all configurations are exhausted.
    pub(super) fn is_exhausted(&self) -> bool {
        self.open.is_empty()
    }

    /// Begins another descent from the first configuration if it can lead to a cheaper schedule.
    fn descend(&mut self, control: &mut Control) -> Result<(), Stop> {
        let is_useful = self.least < u64::MAX
            && self.lacam.techniques.contains(LacamTechnique::Restarts)
            && !self.constraints.is_empty(0)
            && self.known.total(0) < self.least;
        if is_useful && self.open.last() != Some(&0) {
            self.descents.begin(self.instance, control)?;
            make_room(&mut self.open, 1, control)?;
            self.open.push(0);
        }
        Ok(())
    }

    /// Adds a configuration with its queue of partial steps.
    fn add(&mut self, places: &[Vertex], parent: Option<Id>, control: &mut Control) -> Result<Id, Stop> {
        let goals = self.instance.goal().places();
        let bound = bound(self.lacam.objective, places, self.ways.distances());
        let id = self.known.insert(places, parent, goals, bound, control)?;
        self.constraints.add_queue(control)?;
        if places == goals {
            self.goal = Some(id);
        }
        Ok(id)
    }

    /// Makes the chosen configuration, a successor of `from`, the next to expand.
    fn follow(&mut self, from: Id, control: &mut Control) -> Result<Id, Stop> {
        let goals = self.instance.goal().places();
        let places = core::mem::take(&mut self.chosen);
        let to = match self.known.find(&places) {
            Some(to) => to,
            None => self.add(&places, Some(from), control)?,
        };
        make_room(&mut self.open, 1, control)?;
        self.open.push(to);
        if from != to {
            let cost = step_cost(self.lacam.objective, self.known.places(from), &places, goals);
            self.known.connect(from, to, cost, control)?;
            for id in self.known.take_cheaper() {
                if id != to && self.known.total(id) < self.least {
                    make_room(&mut self.open, 1, control)?;
                    self.open.push(id);
                }
            }
        }
        self.chosen = places;
        Ok(to)
    }

    /// Offers the way to the goal as a schedule if it has become cheaper.
    fn arrive(&mut self, control: &mut Control) -> Result<(), Stop> {
        let Some(goal) = self.goal.filter(|&goal| self.known.cost(goal) < self.least) else {
            return Ok(());
        };
        self.least = self.known.cost(goal);
        let way = self.known.way_to(goal);
        let path = |robot| way.iter().map(|&id| self.known.places(id)[robot]).collect();
        let paths = TimedPaths::new((0..self.instance.robot_count()).map(path).collect());
        let paths = stricter_model::to_model(self.instance.underlying(), paths, self.model, self.lacam.model);
        self.refinement.take_up(paths.clone());
        self.offer(paths, control)
    }

    /// Runs one sweep that improves a schedule.
    fn refine(&mut self, control: &mut Control) -> Result<(), Stop> {
        let before = control.stats().nodes;
        let (end, paths) = self.refinement.sweep(self.ways.distances(), control);
        self.refinement.count_nodes(control.stats().nodes - before);
        if let Some(paths) = paths {
            self.offer(paths, control)?;
        }
        end
    }

    /// Keeps a schedule if it is cheaper than the best one.
    fn offer(&mut self, paths: TimedPaths, control: &mut Control) -> Result<(), Stop> {
        let cost = paths.cost(self.lacam.objective);
        if self.incumbent.as_ref().is_some_and(|incumbent| incumbent.cost <= cost) {
            return Ok(());
        }
        let incumbent = self.incumbent.insert(Incumbent { paths, cost });
        control.improved(cost, || incumbent.paths.to_schedule())
    }
}
