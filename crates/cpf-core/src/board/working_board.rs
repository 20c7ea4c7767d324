//! The board.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::internal::Metered;
use motion_core::{Configuration, Control, Move, Stop, Token, Vertex};
use smallvec::SmallVec;

use super::blank_route::FEW;
use super::goal_distances::GoalDistances;
use super::local_search::LocalSearch;
use super::locks::Locks;
use super::operation_error::OperationError;
use super::view::BoardView;
use crate::directed::DirectedGraph;

/// The weight of a step against an arc, where a step along it weighs 1: roughly the number of moves
/// in which a directed cycle turns, limited by the queue of the searches.
pub(super) const AGAINST_ARC: u32 = LocalSearch::MAX_VERTEX_COST;

/// A position in the trail of moves, to which the board can be [rolled
/// back](WorkingBoard::roll_back).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TrailMark(usize);

/// Robots on a graph, locks on its vertices, and a trail of all moves.
///
/// No operation enters or empties a *locked* vertex, unless its documentation says so. Locks nest:
/// a vertex is free once it has been unlocked as often as it was locked. Mark vertices that have
/// their final robot as *finished* ([`WorkingBoard::finish`]): these are also locked, but can all
/// be [released](WorkingBoard::lock_finished) together for a time.
///
/// # Errors
/// Operations fail with [`OperationError::Blocked`] if the locks leave no path, and with
/// [`OperationError::Stop`] if the budget ends. In both cases the moves made so far stand and can
/// be rolled back.
///
/// # Panics
/// Operations panic on vertices and robots that do not exist.
///
/// # Complexity
/// Memory is 29 bytes for each vertex, 4 for each robot, 12 for each move of the trail, and the
/// distances to goals. All of it is held in the run's [`Control`] until the board is dropped. The
/// queue of the widest search so far comes on top.
///
/// # Examples
/// ```
/// use cpf_core::internal::{GoalDistances, BlankRoute, WorkingBoard};
/// use motion_core::graph::Graph;
/// use motion_core::{Configuration, Control, Token, Vertex};
///
/// // Two robots exchange their positions on a star with three rays.
/// let star = Graph::from_edges(4, [1, 2, 3].map(|ray| (Vertex(0), Vertex(ray))))?;
/// let start = Configuration::new(4, &[Vertex(0), Vertex(1)])?;
/// let mut control = Control::unlimited();
/// let mut board = WorkingBoard::new(&star, start, GoalDistances::default(), &mut control)?;
/// board.carry(Token(0), Vertex(2), BlankRoute::Shortest)?;
/// board.carry(Token(1), Vertex(3), BlankRoute::Shortest)?;
/// board.carry(Token(0), Vertex(1), BlankRoute::Shortest)?;
/// board.carry(Token(1), Vertex(0), BlankRoute::Shortest)?;
/// assert_eq!(board.configuration().places(), [Vertex(1), Vertex(0)]);
/// assert_eq!(board.trail().len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct WorkingBoard<'a, 'c> {
    pub(super) graph: &'a Graph,
    pub(super) configuration: Configuration,
    pub(super) locks: Locks,
    trail: Vec<Move>,
    pub(super) goal_distances: GoalDistances,
    /// The vacant vertices in no particular order, if they are few; otherwise empty.
    pub(super) vacant: SmallVec<[Vertex; FEW]>,
    pub(super) blank_search: LocalSearch,
    /// The search that guides a robot. Its labels must last while blanks are brought to the robot.
    pub(super) robot_search: LocalSearch,
    pub(super) control: &'a mut Control<'c>,
    /// The arcs against which robots move only where they have to.
    pub(super) arcs: Option<&'a DirectedGraph>,
    /// The bytes that `control` has granted to the board.
    held: u64,
}

impl<'a, 'c> WorkingBoard<'a, 'c> {
    /// Makes a board without locks and with an empty trail.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget does not allow it.
    ///
    /// # Panics
    /// If the configuration belongs to another graph.
    pub fn new(
        graph: &'a Graph,
        configuration: Configuration,
        goal_distances: GoalDistances,
        control: &'a mut Control<'c>,
    ) -> Result<Self, Stop> {
        let vertices = graph.vertex_count();
        assert_eq!(configuration.vertex_count(), vertices, "the configuration is one of another graph");
        let held = (vertices * (size_of::<u8>() + size_of::<u32>() + 2 * LocalSearch::BYTES_PER_VERTEX)
            + configuration.token_count() * size_of::<Vertex>()) as u64
            + goal_distances.heap_bytes();
        control.hold(held)?;
        Ok(Self {
            graph,
            vacant: few_vacant(&configuration),
            configuration,
            locks: Locks::new(vertices),
            trail: Vec::new(),
            goal_distances,
            blank_search: LocalSearch::new(vertices),
            robot_search: LocalSearch::new(vertices),
            control,
            arcs: None,
            held,
        })
    }

    /// Leads robots along these arcs of the graph from now on, where possible: a step against an
    /// arc weighs as much as 30 steps along arcs. Blanks then take the route with the least of
    /// these weights, whatever their [`BlankRoute`].
    ///
    /// Only [`carry`](WorkingBoard::carry), [`carry_pair`](WorkingBoard::carry_pair),
    /// [`vacate`](WorkingBoard::vacate) and [`vacate_one_of`](WorkingBoard::vacate_one_of) follow
    /// the arcs.
    ///
    /// [`BlankRoute`]: super::BlankRoute
    pub const fn prefer_arcs(&mut self, arcs: &'a DirectedGraph) {
        self.arcs = Some(arcs);
    }

    /// Whether robots are led along arcs, see [`prefer_arcs`](WorkingBoard::prefer_arcs).
    pub const fn prefers_arcs(&self) -> bool {
        self.arcs.is_some()
    }

    /// The graph on which robots move.
    pub const fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// The positions of the robots.
    pub const fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// The distances of the robots to their goals.
    pub const fn goal_distances(&self) -> &GoalDistances {
        &self.goal_distances
    }

    /// The budget of the run.
    pub const fn control(&mut self) -> &mut Control<'c> {
        self.control
    }

    /// Splits the board into a view and its budget, for the caller's own searches, such as those of
    /// [`LocalSearch`].
    pub const fn split(&mut self) -> (BoardView<'_>, &mut Control<'c>) {
        let Self { graph, configuration, locks, control, .. } = self;
        (BoardView { graph, configuration, locks }, control)
    }

    /// The moves since the board was made or last [flushed](WorkingBoard::flush).
    pub fn trail(&self) -> &[Move] {
        &self.trail
    }

    /// The moves since a mark.
    pub fn trail_since(&self, mark: TrailMark) -> &[Move] {
        &self.trail[mark.0..]
    }

    /// Writes the moves of the trail into a sink, accounts for its memory, and clears the trail.
    /// Marks set before are void.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget does not allow the memory that the sink now holds; the sink
    /// has received the moves nevertheless.
    pub fn flush(&mut self, sink: &mut Metered<'_, Move>) -> Result<(), Stop> {
        self.trail.drain(..).for_each(|action| sink.accept(action));
        sink.account(self.control)
    }

    /// The robot on a vertex.
    #[inline]
    pub fn robot_at(&self, vertex: Vertex) -> Option<Token> {
        self.configuration.token_at(vertex)
    }

    /// The vertex on which a robot stands.
    #[inline]
    pub fn vertex_of(&self, robot: Token) -> Vertex {
        self.configuration.vertex_of(robot)
    }

    /// Whether no robot stands on the vertex.
    #[inline]
    pub fn is_vacant(&self, vertex: Vertex) -> bool {
        self.configuration.is_vacant(vertex)
    }

    /// Moves the robot on `from` to the vacant neighbour `to`, regardless of locks.
    ///
    /// # Errors
    /// [`OperationError::Stop`] if the budget ends; the move is then not made.
    /// [`OperationError::Blocked`] if `from` is vacant, `to` is occupied, or they are not adjacent.
    #[inline]
    pub fn step(&mut self, from: Vertex, to: Vertex) -> Result<(), OperationError> {
        let token = self.robot_at(from).ok_or(OperationError::Blocked)?;
        if !self.is_vacant(to) || !self.graph.has_edge(from, to) {
            return Err(OperationError::Blocked);
        }
        Ok(self.make(Move { token, from, to })?)
    }

    /// Makes a move that is known to be legal.
    #[inline]
    pub(super) fn make(&mut self, action: Move) -> Result<(), Stop> {
        self.control.spend(1)?;
        if self.trail.len() == self.trail.capacity() {
            self.grow()?;
        }
        let made = self.relocate(action.token, action.from, action.to);
        assert!(made, "an illegal move: {action:?}");
        self.trail.push(action);
        Ok(())
    }

    #[inline]
    fn relocate(&mut self, token: Token, from: Vertex, to: Vertex) -> bool {
        if let Some(vacant) = self.vacant.iter_mut().find(|vacant| **vacant == to) {
            *vacant = from;
        }
        self.configuration.relocate(token, to)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let capacity = self.trail.capacity();
        self.held += self.control.reserve(&mut self.trail, capacity + capacity.max(256))?;
        Ok(())
    }

    /// Locks a vertex once more.
    ///
    /// # Panics
    /// If it is locked 127 times already.
    #[inline]
    pub fn lock(&mut self, vertex: Vertex) {
        self.locks.lock(vertex);
    }

    /// Removes one lock from a vertex.
    ///
    /// # Panics
    /// If it has no lock.
    #[inline]
    pub fn unlock(&mut self, vertex: Vertex) {
        self.locks.unlock(vertex);
    }

    /// Marks a vertex as finished. It is locked, except while finished vertices [are
    /// not](WorkingBoard::lock_finished). Repeating this has no effect.
    #[inline]
    pub fn finish(&mut self, vertex: Vertex) {
        self.locks.mark(vertex, true);
    }

    /// Removes the mark of a finished vertex, if there is one.
    #[inline]
    pub fn unfinish(&mut self, vertex: Vertex) {
        self.locks.mark(vertex, false);
    }

    /// Whether the vertex is marked as finished.
    #[inline]
    pub fn is_finished(&self, vertex: Vertex) -> bool {
        self.locks.is_finished(vertex)
    }

    /// Sets whether finished vertices are locked, in constant time; returns whether they were
    /// before. Initially they are.
    ///
    /// # Examples
    /// An operation that puts all robots back in the end may move robots on finished vertices, but
    /// not those on vertices that it has locked itself.
    /// ```
    /// use cpf_core::internal::{GoalDistances, BlankRoute, OperationError, WorkingBoard};
    /// use motion_core::graph::Graph;
    /// use motion_core::{Configuration, Control, Vertex};
    ///
    /// let path = Graph::from_edges(4, [0, 1, 2].map(|a| (Vertex(a), Vertex(a + 1))))?;
    /// let start = Configuration::new(4, &[Vertex(0), Vertex(1), Vertex(2)])?;
    /// let mut control = Control::unlimited();
    /// let mut board = WorkingBoard::new(&path, start, GoalDistances::default(), &mut control)?;
    /// board.finish(Vertex(2));
    /// assert_eq!(board.vacate(Vertex(1), BlankRoute::Shortest), Err(OperationError::Blocked));
    /// let before = board.lock_finished(false);
    /// assert_eq!(board.vacate(Vertex(1), BlankRoute::Shortest), Ok(()));
    /// board.lock_finished(before);
    /// assert!(board.is_locked(Vertex(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn lock_finished(&mut self, lock: bool) -> bool {
        self.locks.lock_finished(lock)
    }

    /// Whether the vertex has a lock, or is finished while finished vertices are locked.
    #[inline]
    pub fn is_locked(&self, vertex: Vertex) -> bool {
        !self.locks.are_open(vertex)
    }

    /// The present end of the trail.
    pub const fn mark(&self) -> TrailMark {
        TrailMark(self.trail.len())
    }

    /// Undoes all moves made since the mark. Locks stay as they are.
    pub fn roll_back(&mut self, mark: TrailMark) {
        while self.trail.len() > mark.0
            && let Some(Move { token, from, to }) = self.trail.pop()
        {
            let undone = self.relocate(token, to, from);
            assert!(undone, "the trail is what happened");
        }
    }

    /// Replaces the configuration and clears the trail; locks stay.
    ///
    /// # Panics
    /// If the number of robots or of vertices differs.
    pub fn reset(&mut self, configuration: &Configuration) {
        let size = |of: &Configuration| (of.token_count(), of.vertex_count());
        assert_eq!(
            size(configuration),
            size(&self.configuration),
            "the configuration is one of another board"
        );
        self.configuration.clone_from(configuration);
        self.vacant = few_vacant(configuration);
        self.trail.clear();
    }
}

/// The vacant vertices, if they are few; otherwise nothing.
fn few_vacant(configuration: &Configuration) -> SmallVec<[Vertex; FEW]> {
    if configuration.vertex_count() - configuration.token_count() > FEW {
        return SmallVec::new();
    }
    configuration.vacant().collect()
}

impl Drop for WorkingBoard<'_, '_> {
    fn drop(&mut self) {
        self.control.release(self.held);
    }
}
