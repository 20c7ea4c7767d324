//! One blank on any graph: block by block.
//!
//! With a single blank no robot ever leaves its block (see the feasibility test of `cpf-core`). The
//! blank first goes to its goal. Seen from there, every other block has a *gate*, its vertex
//! nearest to that goal. The blank walks from gate to gate. It arranges each block, a bi-connected
//! graph, starting and ending on the gate, and goes on to the blocks beyond it. The blank returns
//! by the same path, so all robots that it moved on the path also return.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use cpf_core::Instance;
use cpf_core::internal::LocalSearch;
use cpf_core::internal::{Renumbering, SubInstance};
use motion_core::error::RunError;
use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Configuration, Control, Move, Outcome, Plan, Quality, Stop, Vertex};

use crate::insertion::EarInsertion;
use crate::instance::EarInstance;

/// An instance on a connected graph with exactly one blank. It may be unsolvable; the solver
/// decides that first.
///
/// # Examples
/// ```
/// use bibox::error::NotOneBlankError;
/// use bibox::BlockInstance;
/// use cpf_core::Instance;
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
///
/// let row = Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))])?;
/// let instance = Instance::new(row, &[(Vertex(0), Vertex(1))])?;
/// assert_eq!(BlockInstance::new(&instance).err(), Some(NotOneBlankError::Blanks { blanks: 2 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockInstance<'i> {
    instance: &'i Instance,
}

/// The reason why an instance cannot be solved block by block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotOneBlankError {
    /// There is no blank, or there are several.
    Blanks {
        /// The number of blanks.
        blanks: usize,
    },
    /// The graph is not connected.
    Disconnected,
}

impl fmt::Display for NotOneBlankError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blanks { blanks } => write!(f, "there must be exactly one blank, not {blanks}"),
            Self::Disconnected => f.write_str("the graph is not connected"),
        }
    }
}

impl Error for NotOneBlankError {}

impl<'i> BlockInstance<'i> {
    /// Wraps the instance, if there is one blank on a connected graph.
    ///
    /// # Errors
    /// [`NotOneBlankError`].
    ///
    /// # Complexity
    /// Time O(V + E).
    pub fn new(instance: &'i Instance) -> Result<Self, NotOneBlankError> {
        Self::new_within(instance, &mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Does the same as [`new`](Self::new) within the limits of time and the flag of `control`,
    /// which is [advanced](Control::advance) by a step for every vertex.
    #[doc(hidden)]
    pub fn new_within(
        instance: &'i Instance,
        control: &mut Control,
    ) -> Result<Self, RunError<NotOneBlankError>> {
        Err(RunError::Because(match instance.vacant_count() {
            1 if instance.graph().is_connected_within(control)? => return Ok(Self { instance }),
            1 => NotOneBlankError::Disconnected,
            blanks => NotOneBlankError::Blanks { blanks },
        }))
    }

    /// The wrapped instance.
    pub const fn instance(&self) -> &'i Instance {
        self.instance
    }
}

/// A solver that arranges one block after another, each ear by ear, and walks the blank from block
/// to block.
///
/// # Guarantees
/// Complete on every [`BlockInstance`]. Deterministic. Moves are written block by block, within a
/// block as by [`EarInsertion`].
///
/// # Complexity
/// That of [`EarInsertion`] on each block; in addition, at most two moves for each vertex between
/// blocks, and the blank's path to its goal.
///
/// # References
/// R. M. Wilson, *Graph puzzles, homotopy, and the alternating group*, Journal of Combinatorial
/// Theory B 16, 1974; D. Kornhauser, G. Miller and P. Spirakis, *Coordinating pebble motion on
/// graphs, the diameter of permutation groups, and applications*, FOCS 1984, for the division into
/// blocks.
///
/// # Examples
/// ```
/// use bibox::{BlockByBlock, BlockInstance};
/// use cpf_core::Instance;
/// use motion_core::graph::Graph;
/// use motion_core::{Control, Solver, Vertex};
///
/// // Two triangles joined by an edge; on both two robots change places.
/// let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)]
///     .map(|(a, b)| (Vertex(a), Vertex(b)));
/// let robots =
///     [(1, 2), (2, 1), (3, 3), (4, 5), (5, 4)].map(|(start, goal)| (Vertex(start), Vertex(goal)));
/// let instance = Instance::new(Graph::from_edges(6, edges)?, &robots)?;
/// let problem = BlockInstance::new(&instance)?;
/// let plan = BlockByBlock::default()
///     .solve(&problem, &mut Control::unlimited())
///     .plan()
///     .expect("solvable");
/// assert!(instance.verify(&plan).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockByBlock {
    insertion: EarInsertion,
}

impl BlockByBlock {
    /// Sets the solver that arranges a block.
    pub const fn with_insertion(self, insertion: EarInsertion) -> Self {
        Self { insertion }
    }
}

impl StreamingSolver<BlockInstance<'_>> for BlockByBlock {
    type Move = Move;
    type Solution = Plan;

    fn solve_into(
        &self,
        problem: &BlockInstance<'_>,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        let instance = problem.instance;
        instance.if_feasible(control, |control| {
            if let Err(why) = control.hold(scratch_bytes(instance)) {
                return Outcome::stopped(why);
            }
            let result = BlockTraversal::new(instance, sink, control)
                .and_then(|traversal| traversal.run(&self.insertion));
            match result {
                Ok(quality) => Outcome::Solved { plan: (), quality },
                Err(why) => Outcome::stopped(why),
            }
        })
    }
}

/// The bytes of configurations, distances, blocks, a renumbering, a search, branches and pending
/// steps.
fn scratch_bytes(instance: &Instance) -> u64 {
    let lists = 2 * size_of::<Vec<Vertex>>() + 4 * size_of::<TraversalStep>();
    ((14 * size_of::<u32>() + LocalSearch::BYTES_PER_VERTEX + lists) * instance.graph().vertex_count()) as u64
}

/// A block that must be permuted, or has such blocks beyond it.
struct PendingBlock {
    vertices: Vec<Vertex>,
    /// Whether some of its robots are not at their goals while the blank is on the gate.
    is_permuted: bool,
}

/// A step of the traversal.
enum TraversalStep {
    /// Moves the blank to this vertex.
    Step(Vertex),
    /// Arranges the block with these vertices, from its gate.
    Arrange(Vec<Vertex>),
    /// Solves all blocks whose gate is this vertex.
    Enter(Vertex),
    /// Visits the branches from this vertex to blocks beyond its block.
    Visit(Vertex),
}

/// The traversal of all blocks by the blank.
struct BlockTraversal<'t, 'c> {
    instance: &'t Instance,
    now: Configuration,
    blank: Vertex,
    /// For each vertex, the pending blocks of which it is the gate.
    behind: Vec<Vec<PendingBlock>>,
    search: LocalSearch,
    sink: &'t mut dyn Sink<Move>,
    control: &'t mut Control<'c>,
}

impl<'t, 'c> BlockTraversal<'t, 'c> {
    /// Moves the blank to its goal and finds the pending blocks.
    fn new(
        instance: &'t Instance,
        sink: &'t mut dyn Sink<Move>,
        control: &'t mut Control<'c>,
    ) -> Result<Self, Stop> {
        let vacant = |of: &Configuration| of.vacant().next().expect("invariant: there is one blank");
        let now = instance.start().clone();
        let blank = vacant(&now);
        let search = LocalSearch::new(instance.graph().vertex_count());
        let mut traversal = Self { instance, now, blank, behind: Vec::new(), search, sink, control };
        let way = traversal.path_of_blank(vacant(instance.goal()))?;
        traversal.control.spend_many(way.len() as u64)?;
        way[1..].iter().for_each(|&vertex| traversal.step(vertex));
        traversal.find_pending_blocks()?;
        Ok(traversal)
    }

    fn find_pending_blocks(&mut self) -> Result<(), Stop> {
        let graph = self.instance.graph();
        self.control.spend_many((graph.vertex_count() + graph.edge_count()) as u64)?;
        let distances = graph.distances_within([self.blank], self.control)?;
        let distance = |vertex: Vertex| distances.get(vertex).expect("invariant: the graph is connected");
        let biconnected = graph.biconnected_within(self.control)?;
        let mut blocks: Vec<_> = biconnected
            .blocks()
            .map(|vertices| {
                let gate = vertices.iter().copied().min_by_key(|&vertex| distance(vertex));
                (gate.expect("invariant: blocks are not empty"), vertices)
            })
            .collect();
        // Blocks beyond a block come before it.
        blocks.sort_by_key(|&(gate, _)| core::cmp::Reverse(distance(gate)));
        self.behind.resize_with(graph.vertex_count(), Vec::new);
        for (gate, vertices) in blocks {
            self.control.advance(vertices.len() as u64)?;
            let mut inside = vertices.iter().copied().filter(|&vertex| vertex != gate);
            let goal = self.instance.goal();
            let is_permuted = inside.clone().any(|vertex| self.now.token_at(vertex) != goal.token_at(vertex));
            if is_permuted || inside.any(|vertex| !self.behind[vertex.index()].is_empty()) {
                self.behind[gate.index()].push(PendingBlock { vertices: vertices.to_vec(), is_permuted });
            }
        }
        Ok(())
    }

    fn run(mut self, insertion: &EarInsertion) -> Result<Quality, Stop> {
        let mut renumbering = Renumbering::new(self.instance.graph().vertex_count());
        // From each vertex of a block, the next vertices on the paths to pending blocks beyond the
        // block.
        let mut branches: Vec<Vec<Vertex>> = alloc::vec![Vec::new(); self.instance.graph().vertex_count()];
        let mut pending = alloc::vec![TraversalStep::Enter(self.blank)];
        while let Some(task) = pending.pop() {
            match task {
                TraversalStep::Step(to) => {
                    self.control.spend(1)?;
                    self.step(to);
                }
                TraversalStep::Arrange(vertices) => self.arrange(&mut renumbering, vertices, insertion)?,
                // A stack: the last item pushed is done first.
                TraversalStep::Enter(gate) => {
                    for block in core::mem::take(&mut self.behind[gate.index()]) {
                        pending.push(TraversalStep::Visit(gate));
                        self.plan_branches(gate, &block.vertices, &mut branches)?;
                        if block.is_permuted {
                            pending.push(TraversalStep::Arrange(block.vertices));
                        }
                    }
                }
                TraversalStep::Visit(vertex) => {
                    for next in core::mem::take(&mut branches[vertex.index()]) {
                        // Return by the same path, because another one would make the blank rotate
                        // a cycle.
                        let visit = [
                            TraversalStep::Step(vertex),
                            TraversalStep::Visit(next),
                            TraversalStep::Enter(next),
                        ];
                        pending.extend(visit);
                        pending.push(TraversalStep::Step(next));
                    }
                }
            }
        }
        Ok(Quality::Feasible)
    }

    /// Searches a block from its gate, and keeps the branches of the search tree that lead to
    /// pending blocks beyond it.
    fn plan_branches(
        &mut self,
        gate: Vertex,
        block: &[Vertex],
        branches: &mut [Vec<Vertex>],
    ) -> Result<(), Stop> {
        let Self { instance, behind, search, control, .. } = self;
        let has_work = |vertex: Vertex| vertex != gate && !behind[vertex.index()].is_empty();
        if !block.iter().any(|&vertex| has_work(vertex)) {
            return Ok(());
        }
        // A shortest path between two vertices of a block stays inside it.
        let inside = |vertex| block.binary_search(&vertex).is_ok();
        search.breadth_first(instance.graph(), &[gate], inside, |_| false, control)?;
        for &vertex in block.iter().filter(|&&vertex| has_work(vertex)) {
            let mut next = vertex;
            while next != gate {
                let before = search.towards(next);
                if branches[before.index()].contains(&next) {
                    break;
                }
                branches[before.index()].push(next);
                next = before;
            }
        }
        Ok(())
    }

    /// Finds a shortest path for the blank.
    fn path_of_blank(&mut self, to: Vertex) -> Result<Vec<Vertex>, Stop> {
        let Self { instance, search, control, blank, .. } = self;
        search.breadth_first(instance.graph(), &[to], |_| true, |vertex| vertex == *blank, control)?;
        let next = |&vertex: &Vertex| Some(search.towards(vertex)).filter(|&next| next != vertex);
        Ok(core::iter::successors(Some(*blank), next).collect())
    }

    /// Moves the blank to a neighbour.
    fn step(&mut self, to: Vertex) {
        let token = self.now.token_at(to).expect("invariant: there is one blank");
        self.now.relocate(token, self.blank);
        self.sink.accept(Move { token, from: to, to: self.blank });
        self.blank = to;
    }

    /// Arranges the robots of a block; the blank is on its gate.
    fn arrange(
        &mut self,
        renumbering: &mut Renumbering,
        vertices: Vec<Vertex>,
        insertion: &EarInsertion,
    ) -> Result<(), Stop> {
        let (graph, goal) = (self.instance.graph(), self.instance.goal());
        let part = SubInstance::extract(graph, &self.now, goal, vertices, renumbering, self.control)?;
        let problem = EarInstance::new_within(part.instance(), self.control)
            .map_err(|why| why.stopped("larger blocks are bi-connected"))?;
        let mut lifted = SubInstanceSink { part: &part, now: &mut self.now, sink: self.sink };
        match insertion.solve_into(&problem, &mut lifted, self.control) {
            Outcome::Solved { .. } => Ok(()),
            Outcome::Stopped { why, .. } => Err(why),
            Outcome::Unsolvable => unreachable!("invariant: all blocks of a feasible instance are feasible"),
        }
    }
}

/// A sink that converts moves of a part into moves of the whole instance.
struct SubInstanceSink<'l> {
    part: &'l SubInstance,
    now: &'l mut Configuration,
    sink: &'l mut dyn Sink<Move>,
}

impl Sink<Move> for SubInstanceSink<'_> {
    fn accept(&mut self, action: Move) {
        let action = self.part.lift(action);
        self.now.relocate(action.token, action.to);
        self.sink.accept(action);
    }

    fn heap_bytes(&self) -> u64 {
        self.sink.heap_bytes()
    }
}

#[cfg(test)]
mod tests;
