//! The instances of the solvers of this crate.

use cpf_core::Instance;
use motion_core::Control;
use motion_core::error::RunError;

use crate::ears::{EarDecomposition, EarError, NotBiconnectedError};

/// An instance on a bi-connected graph, and the ears in which its robots will be arranged. It may
/// be unsolvable; every solver decides that first.
///
/// # Examples
/// ```
/// use bibox::EarInstance;
/// use bibox::error::NotBiconnectedError;
/// use cpf_core::Instance;
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
///
/// // Two triangles that share a vertex.
/// let edges =
///     [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)].map(|(a, b)| (Vertex(a), Vertex(b)));
/// let butterfly = Instance::new(Graph::from_edges(5, edges)?, &[(Vertex(0), Vertex(4))])?;
/// let why = EarInstance::new(&butterfly).err();
/// assert_eq!(why, Some(NotBiconnectedError::Articulation { vertex: Vertex(2) }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarInstance<'i> {
    instance: &'i Instance,
    ears: EarDecomposition,
}

impl<'i> EarInstance<'i> {
    /// Makes the instance with the [default choice](EarDecomposition::for_instance) of ears.
    ///
    /// # Errors
    /// [`NotBiconnectedError`] if the graph has no ears.
    pub fn new(instance: &'i Instance) -> Result<Self, NotBiconnectedError> {
        Ok(Self { instance, ears: EarDecomposition::for_instance(instance)? })
    }

    /// Does the same as [`new`](Self::new) within the limits of time and the flag of `control`,
    /// which is [advanced](Control::advance) by steps for every vertex.
    #[doc(hidden)]
    pub fn new_within(
        instance: &'i Instance,
        control: &mut Control,
    ) -> Result<Self, RunError<NotBiconnectedError>> {
        Ok(Self { instance, ears: EarDecomposition::for_instance_within(instance, control)? })
    }

    /// Makes the instance with these ears.
    ///
    /// # Errors
    /// [`EarError`] if they are not ears of the instance's graph.
    ///
    /// # Complexity
    /// That of [`EarDecomposition::new`].
    pub fn with_ears(instance: &'i Instance, ears: EarDecomposition) -> Result<Self, EarError> {
        Self::with_ears_within(instance, ears, &mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Does the same as [`with_ears`](Self::with_ears) within the limits of time and the flag of
    /// `control`, which is [advanced](Control::advance) by a step for every ear.
    #[doc(hidden)]
    pub fn with_ears_within(
        instance: &'i Instance,
        ears: EarDecomposition,
        control: &mut Control,
    ) -> Result<Self, RunError<EarError>> {
        let cycle = ears.cycle().to_vec();
        EarDecomposition::new_within(instance.graph(), cycle, ears.ears(), control)?;
        Ok(Self { instance, ears })
    }

    /// The wrapped instance.
    pub const fn instance(&self) -> &'i Instance {
        self.instance
    }

    /// Its ears.
    pub const fn ears(&self) -> &EarDecomposition {
        &self.ears
    }
}
