//! Which vertices are locked: for a while, by locks that nest, or for good, by seals that can be ignored for a while.

use alloc::vec::Vec;

use motion_core::Vertex;

use super::WorkingBoard;

/// Set where a vertex is sealed; the bits below count locks.
const FINISHED: u8 = 1 << 7;

/// The locks and the seal of each vertex.
#[derive(Clone, Debug)]
pub(super) struct Locks {
    vertices: Vec<u8>,
    /// The bits that keep a vertex from being entered: without that of the seal where seals are ignored.
    effective: u8,
}

impl Locks {
    pub(super) fn new(vertices: usize) -> Self {
        Self { vertices: alloc::vec![0; vertices], effective: u8::MAX }
    }

    /// Whether nothing bars the vertex.
    #[inline]
    pub(super) fn are_open(&self, vertex: Vertex) -> bool {
        self.vertices[vertex.index()] & self.effective == 0
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
        assert!(*locks & !FINISHED < FINISHED - 1, "locks nest a few levels deep");
        *locks += 1;
    }

    /// Takes one lock from a vertex.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn unlock(&mut self, vertex: Vertex) {
        let locks = &mut self.locks.vertices[vertex.index()];
        assert!(*locks & !FINISHED > 0, "what is unlocked was locked");
        *locks -= 1;
    }

    /// Seals a vertex: it counts as locked, whatever locks come and go, except while seals are
    /// [ignored](WorkingBoard::lock_finished). Sealing it twice is sealing it once.
    #[inline]
    pub fn finish(&mut self, vertex: Vertex) {
        self.locks.vertices[vertex.index()] |= FINISHED;
    }

    /// Takes the seal from a vertex, if it has one.
    #[inline]
    pub fn unfinish(&mut self, vertex: Vertex) {
        self.locks.vertices[vertex.index()] &= !FINISHED;
    }

    /// Whether the vertex is sealed, be seals ignored or not.
    #[inline]
    pub fn is_finished(&self, vertex: Vertex) -> bool {
        self.locks.vertices[vertex.index()] & FINISHED != 0
    }

    /// From now on heeds or ignores all seals, in constant time; says whether they were heeded before. At the
    /// beginning they are.
    ///
    /// # Examples
    /// What is finished is sealed. An operation that leaves everything in its place may ignore that, but not what it
    /// has locked itself.
    /// ```
    /// use cpf_core::board::{GoalDistances, BlankRoute, OperationError, WorkingBoard};
    /// use motion_core::{Configuration, Control, Graph, Vertex};
    ///
    /// let path = Graph::from_edges(4, [0, 1, 2].map(|a| (Vertex(a), Vertex(a + 1))))?;
    /// let start = Configuration::new(4, &[Vertex(0), Vertex(1), Vertex(2)])?;
    /// let mut control = Control::unlimited();
    /// let mut board = WorkingBoard::new(&path, start, GoalDistances::default(), &mut control)?;
    /// board.finish(Vertex(2));
    /// assert_eq!(board.vacate(Vertex(1), BlankRoute::Shortest), Err(OperationError::Blocked));
    /// let heeded = board.lock_finished(false);
    /// assert_eq!(board.vacate(Vertex(1), BlankRoute::Shortest), Ok(()));
    /// board.lock_finished(heeded);
    /// assert!(board.is_locked(Vertex(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn lock_finished(&mut self, heed: bool) -> bool {
        let heeded = self.locks.effective == u8::MAX;
        self.locks.effective = if heed { u8::MAX } else { !FINISHED };
        heeded
    }

    /// Whether the vertex is locked at least once, or sealed while seals are heeded.
    #[inline]
    pub fn is_locked(&self, vertex: Vertex) -> bool {
        !self.locks.are_open(vertex)
    }
}
