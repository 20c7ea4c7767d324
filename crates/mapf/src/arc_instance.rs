//! Instances of both kinds, on graphs and on directed graphs, as the schedulers see them.

use cpf_core::directed::DirectedInstance;
use cpf_core::{Instance, MotionModel, Objective};
use motion_core::internal::Arcs;
use motion_core::{Configuration, Control, Outcome, Schedule, Stop, Vertex};

/// An instance whose robots move along arcs. Every edge of an undirected graph is two arcs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArcInstance<'i> {
    underlying: &'i Instance,
    directed: Option<&'i DirectedInstance>,
    reversed: &'i Arcs,
}

impl<'i> From<&'i Instance> for ArcInstance<'i> {
    fn from(instance: &'i Instance) -> Self {
        Self { underlying: instance, directed: None, reversed: instance.graph().arcs() }
    }
}

impl<'i> ArcInstance<'i> {
    /// Runs a search on a directed instance. Memory that it holds in `control` is released
    /// afterwards.
    pub(crate) fn with_directed(
        directed: &DirectedInstance,
        control: &mut Control,
        run: impl FnOnce(ArcInstance, &mut Control) -> Outcome<Schedule>,
    ) -> Outcome<Schedule> {
        let arcs = directed.graph().as_arcs();
        // The reversed arcs, and a list of them while they are made.
        let bytes = 4 * (arcs.vertex_count() + 1) + 12 * arcs.arc_count();
        control.scope(|control| {
            let may_begin =
                control.hold(bytes as u64).and_then(|()| control.advance(arcs.arc_count() as u64));
            if let Err(why) = may_begin {
                return Outcome::stopped(why);
            }
            run(ArcInstance::directed(directed, &arcs.reversed()), control)
        })
    }

    /// A directed instance with its reversed arcs.
    pub(crate) const fn directed(directed: &'i DirectedInstance, reversed: &'i Arcs) -> Self {
        Self { underlying: directed.underlying(), directed: Some(directed), reversed }
    }

    /// The robots on the graph with an edge wherever there is an arc.
    pub(crate) const fn underlying(self) -> &'i Instance {
        self.underlying
    }

    /// Whether there may be arcs without one back.
    pub(crate) const fn is_directed(self) -> bool {
        self.directed.is_some()
    }

    /// The arcs along which robots move.
    #[inline]
    pub(crate) const fn arcs(self) -> &'i Arcs {
        match self.directed {
            Some(directed) => directed.graph().as_arcs(),
            None => self.underlying.graph().arcs(),
        }
    }

    /// The arcs, each in the other direction. A search for the distances to a vertex goes along
    /// these.
    #[inline]
    pub(crate) const fn reversed(self) -> &'i Arcs {
        self.reversed
    }

    /// The vertices to which arcs lead from this one, in ascending order.
    #[inline]
    pub(crate) fn successors(self, vertex: Vertex) -> &'i [Vertex] {
        self.arcs().successors(vertex)
    }

    /// Returns whether a robot may enter a vertex. From one without successors that is not its goal
    /// it could not go on.
    #[inline]
    pub(crate) fn may_enter(self, robot: usize, vertex: Vertex) -> bool {
        !self.is_directed() || !self.successors(vertex).is_empty() || vertex == self.goal().places()[robot]
    }

    pub(crate) const fn vertex_count(self) -> usize {
        self.underlying.graph().vertex_count()
    }

    pub(crate) const fn robot_count(self) -> usize {
        self.underlying.robot_count()
    }

    pub(crate) const fn start(self) -> &'i Configuration {
        self.underlying.start()
    }

    pub(crate) const fn goal(self) -> &'i Configuration {
        self.underlying.goal()
    }

    /// The cost of a schedule.
    ///
    /// # Panics
    /// If the schedule is illegal in the model or does not solve the instance.
    pub(crate) fn cost(self, schedule: &Schedule, model: MotionModel, objective: Objective) -> u64 {
        let legal = "invariant: the schedule is legal";
        let metrics = match self.directed {
            Some(directed) => directed.verify_schedule(schedule, model).expect(legal),
            None => self.underlying.verify_schedule(schedule, model).expect(legal),
        };
        metrics.cost(objective)
    }

    /// Runs a search unless the underlying instance is infeasible in the model, which proves that
    /// this one is infeasible. A feasible underlying instance proves nothing unless this one
    /// [is decided](Self::is_decided). Memory that the search holds in `control` is released
    /// afterwards.
    pub(crate) fn if_not_refuted_in<S>(
        self,
        model: MotionModel,
        control: &mut Control,
        run: impl FnOnce(&mut Control) -> Outcome<S>,
    ) -> Outcome<S> {
        self.underlying.if_feasible_in(model, control, run)
    }

    /// Returns whether a feasible underlying instance proves that this one is feasible in the
    /// model.
    pub(crate) fn is_decided(self, model: MotionModel, control: &mut Control) -> Result<bool, Stop> {
        self.directed.map_or(Ok(true), |directed| directed.underlying_decides_within(model, control))
    }
}

#[cfg(test)]
pub(crate) mod samples {
    use alloc::vec::Vec;

    use cpf_core::directed::{DirectedGraph, DirectedInstance};
    use motion_core::{Grid, Vertex};
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::seq::SliceRandom;

    /// Robots on a square grid with an even number of rows. Rows lead east and west in turn,
    /// columns north and south.
    pub(crate) fn one_way_streets(
        rows: u32,
        robots: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> DirectedInstance {
        let grid = Grid::new(rows, rows).expect("a grid").to_graph().graph;
        let arcs = grid.edges().map(|(a, b)| {
            let is_row = b.0 == a.0 + 1;
            let line = if is_row { a.0 / rows } else { a.0 % rows };
            if is_row == line.is_multiple_of(2) { (a, b) } else { (b, a) }
        });
        let graph = DirectedGraph::from_arcs(grid.vertex_count(), arcs).expect("a directed graph");
        let [starts, goals] = [0, 1].map(|_| {
            let mut places: Vec<Vertex> = grid.vertices().collect();
            places.shuffle(rng);
            places
        });
        let ends: Vec<_> = starts.into_iter().zip(goals).take(robots).collect();
        DirectedInstance::new(graph, &ends).expect("its border is a directed cycle")
    }
}
