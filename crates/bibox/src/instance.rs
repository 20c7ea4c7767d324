//! The instances of the solvers of this crate.

use cpf_core::Instance;

use crate::ears::{EarDecomposition, EarError, NotBiconnected};

/// An instance on a bi-connected graph, with the ears in which its robots will be arranged.
///
/// Whether it can be solved is a separate question, which every solver answers first.
///
/// # Examples
/// ```
/// use bibox::EarInstance;
/// use bibox::ears::NotBiconnected;
/// use cpf_core::Instance;
/// use motion_core::{Graph, Vertex};
///
/// // Two triangles that share a vertex.
/// let edges =
///     [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)].map(|(a, b)| (Vertex(a), Vertex(b)));
/// let butterfly = Instance::new(Graph::from_edges(5, edges)?, &[(Vertex(0), Vertex(4))])?;
/// let why = EarInstance::new(&butterfly).err();
/// assert_eq!(why, Some(NotBiconnected::Articulation { vertex: Vertex(2) }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarInstance<'i> {
    instance: &'i Instance,
    ears: EarDecomposition,
}

impl<'i> EarInstance<'i> {
    /// The instance with the [default choice](EarDecomposition::for_instance) of ears.
    ///
    /// # Errors
    /// [`NotBiconnected`] if the graph has no ears.
    pub fn new(instance: &'i Instance) -> Result<Self, NotBiconnected> {
        Ok(Self { instance, ears: EarDecomposition::for_instance(instance)? })
    }

    /// The instance with these ears.
    ///
    /// # Errors
    /// [`EarError`] if they are not ears of the instance's graph.
    ///
    /// # Complexity
    /// That of [`EarDecomposition::new`].
    pub fn with_ears(instance: &'i Instance, ears: EarDecomposition) -> Result<Self, EarError> {
        EarDecomposition::new(instance.graph(), ears.cycle().to_vec(), ears.ears())?;
        Ok(Self { instance, ears })
    }

    /// The instance itself.
    pub const fn instance(&self) -> &'i Instance {
        self.instance
    }

    /// Its ears.
    pub const fn ears(&self) -> &EarDecomposition {
        &self.ears
    }
}
