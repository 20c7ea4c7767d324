//! Which vertices are locked: for a while, by locks that nest, or for good, by seals that can be ignored for a while.

use alloc::vec::Vec;

use motion_core::Vertex;

use super::WorkingBoard;

/// Set where a vertex is sealed; the bits below count locks.
const SEAL: u8 = 1 << 7;

/// The locks and the seal of each vertex.
#[derive(Clone, Debug)]
pub(super) struct Locks {
    vertices: Vec<u8>,
    /// The bits that keep a vertex from being entered: without that of the seal where seals are ignored.
    heeded: u8,
}

impl Locks {
    pub(super) fn new(vertices: usize) -> Self {
        Self { vertices: alloc::vec![0; vertices], heeded: u8::MAX }
    }

    /// Whether nothing bars the vertex.
    #[inline]
    pub(super) fn are_open(&self, vertex: Vertex) -> bool {
        self.vertices[vertex.index()] & self.heeded == 0
    }
}

impl WorkingBoard<'_, '_> {
    /// Locks a vertex once more.
    ///
    /// # Panics
    /// If it has been locked 127 times.
    #[inline]
    pub fn lock(&mut self, vertex: Vertex) {
        let locks = &mut self.locks.vertices[vertex.index()];
        assert!(*locks & !SEAL < SEAL - 1, "locks nest a few levels deep");
        *locks += 1;
    }

    /// Takes one lock from a vertex.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn unlock(&mut self, vertex: Vertex) {
        let locks = &mut self.locks.vertices[vertex.index()];
        assert!(*locks & !SEAL > 0, "what is unlocked was locked");
        *locks -= 1;
    }

    /// Seals a vertex: it counts as locked, whatever locks come and go, except while seals are
    /// [ignored](WorkingBoard::heed_seals). Sealing it twice is sealing it once.
    #[inline]
    pub fn seal(&mut self, vertex: Vertex) {
        self.locks.vertices[vertex.index()] |= SEAL;
    }

    /// Takes the seal from a vertex, if it has one.
    #[inline]
    pub fn unseal(&mut self, vertex: Vertex) {
        self.locks.vertices[vertex.index()] &= !SEAL;
    }

    /// Whether the vertex is sealed, be seals ignored or not.
    #[inline]
    pub fn is_sealed(&self, vertex: Vertex) -> bool {
        self.locks.vertices[vertex.index()] & SEAL != 0
    }

    /// From now on heeds or ignores all seals, in constant time; says whether they were heeded before. At the
    /// beginning they are.
    ///
    /// # Examples
    /// What is finished is sealed. An operation that leaves everything in its place may ignore that, but not what it
    /// has locked itself.
    /// ```
    /// use cpf_core::board::{Homes, Route, Trouble, WorkingBoard};
    /// use motion_core::{Configuration, Control, Graph, Vertex};
    ///
    /// let path = Graph::from_edges(4, [0, 1, 2].map(|a| (Vertex(a), Vertex(a + 1))))?;
    /// let start = Configuration::new(4, &[Vertex(0), Vertex(1), Vertex(2)])?;
    /// let mut control = Control::unlimited();
    /// let mut board = WorkingBoard::new(&path, start, Homes::default(), &mut control)?;
    /// board.seal(Vertex(2));
    /// assert_eq!(board.vacate(Vertex(1), Route::Shortest), Err(Trouble::Blocked));
    /// let heeded = board.heed_seals(false);
    /// assert_eq!(board.vacate(Vertex(1), Route::Shortest), Ok(()));
    /// board.heed_seals(heeded);
    /// assert!(board.is_locked(Vertex(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn heed_seals(&mut self, heed: bool) -> bool {
        let heeded = self.locks.heeded == u8::MAX;
        self.locks.heeded = if heed { u8::MAX } else { !SEAL };
        heeded
    }

    /// Whether the vertex is locked at least once, or sealed while seals are heeded.
    #[inline]
    pub fn is_locked(&self, vertex: Vertex) -> bool {
        !self.locks.are_open(vertex)
    }
}
