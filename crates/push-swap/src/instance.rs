//! The instances of the solvers of this crate.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use cpf_core::Instance;
use motion_core::error::RunError;
use motion_core::graph::Components;
use motion_core::{Control, Stop, Vertex};

/// An instance with enough blanks: no component has a single blank, unless the component is a path,
/// a cycle or already at its goal.
///
/// The graph need not be connected. The goal may be unreachable; every solver decides that first.
///
/// # Examples
/// ```
/// use cpf_core::Instance;
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
/// use push_swap::PushInstance;
///
/// // A star with three rays, on which two robots exchange their positions, or three move around.
/// let star = Graph::from_edges(4, [1, 2, 3].map(|ray| (Vertex(0), Vertex(ray))))?;
/// let turn = [(1, 2), (2, 3), (3, 1)].map(|(start, goal)| (Vertex(start), Vertex(goal)));
/// let two = Instance::new(star.clone(), &[(Vertex(1), Vertex(2)), (Vertex(2), Vertex(1))])?;
/// assert!(PushInstance::new(&two).is_ok());
/// let three = Instance::new(star, &turn)?;
/// assert_eq!(PushInstance::new(&three).err().map(|error| error.vertex), Some(Vertex(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushInstance<'i> {
    instance: &'i Instance,
    components: Components,
}

/// The error of a component that has a single blank, is neither a path nor a cycle, and has robots
/// away from their goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotEnoughBlanksError {
    /// The smallest vertex of the component.
    pub vertex: Vertex,
}

impl fmt::Display for NotEnoughBlanksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { vertex } = self;
        write!(
            f,
            "there is only one blank in the component of vertex {}, which is neither a path nor a cycle",
            vertex.one_based()
        )
    }
}

impl Error for NotEnoughBlanksError {}

/// The kind of a component, which decides how it is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ComponentKind {
    /// All of its robots are at their goals.
    Settled,
    /// A path or a cycle: robots keep their order.
    PathOrCycle,
    /// Some vertex has three neighbours or more.
    Branched,
}

/// The vertices and the kind of a component.
pub(crate) struct PushComponent {
    pub(crate) kind: ComponentKind,
    /// In ascending order.
    pub(crate) vertices: Vec<Vertex>,
}

impl PushComponent {
    fn blanks(&self, instance: &Instance) -> usize {
        self.vertices.iter().filter(|&&vertex| instance.start().is_vacant(vertex)).count()
    }
}

impl<'i> PushInstance<'i> {
    /// Wraps the instance, if there are enough blanks.
    ///
    /// # Errors
    /// [`NotEnoughBlanksError`] names the first component with too few blanks.
    ///
    /// # Complexity
    /// Time and memory O(V + E).
    pub fn new(instance: &'i Instance) -> Result<Self, NotEnoughBlanksError> {
        Self::new_within(instance, &mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Does the same as [`new`](Self::new) within the limits of time and the flag of `control`,
    /// which is [advanced](Control::advance) by steps for every vertex.
    #[doc(hidden)]
    pub fn new_within(
        instance: &'i Instance,
        control: &mut Control,
    ) -> Result<Self, RunError<NotEnoughBlanksError>> {
        let made = Self { instance, components: instance.graph().components_within(control)? };
        let parts = made.parts(control)?;
        let is_refused =
            |part: &PushComponent| part.kind == ComponentKind::Branched && part.blanks(instance) == 1;
        match parts.iter().find(|part| is_refused(part)) {
            Some(part) => Err(RunError::Because(NotEnoughBlanksError { vertex: part.vertices[0] })),
            None => Ok(made),
        }
    }

    /// The wrapped instance.
    pub const fn instance(&self) -> &'i Instance {
        self.instance
    }

    /// The components in the order of their smallest vertices.
    pub(crate) fn parts(&self, control: &mut Control) -> Result<Vec<PushComponent>, Stop> {
        let (graph, start, goal) = (self.instance.graph(), self.instance.start(), self.instance.goal());
        let empty = || PushComponent { kind: ComponentKind::Settled, vertices: Vec::new() };
        let mut parts: Vec<_> = (0..self.components.count()).map(|_| empty()).collect();
        for vertex in graph.vertices() {
            control.advance(1)?;
            let part = &mut parts[self.components.component_of(vertex)];
            if start.token_at(vertex).is_some_and(|robot| goal.vertex_of(robot) != vertex) {
                part.kind = ComponentKind::PathOrCycle;
            }
            part.vertices.push(vertex);
        }
        for part in parts.iter_mut().filter(|part| part.kind == ComponentKind::PathOrCycle) {
            if part.vertices.iter().any(|&vertex| graph.degree(vertex) > 2) {
                part.kind = ComponentKind::Branched;
            }
        }
        Ok(parts)
    }
}
