//! Which vertices are locked: by locks, which nest, or as finished, which can be suspended for all
//! vertices together.

use alloc::vec::Vec;

use motion_core::Vertex;

use super::WorkingBoard;

/// Set if a vertex is finished; the bits below count locks.
const FINISHED: u8 = 1 << 7;

/// For each vertex its locks, and whether it is finished.
#[derive(Clone, Debug)]
pub(super) struct Locks {
    vertices: Vec<u8>,
    /// The bits that lock a vertex: without [`FINISHED`] while finished vertices are not locked.
    effective: u8,
}

impl Locks {
    pub(super) fn new(vertices: usize) -> Self {
        Self { vertices: alloc::vec![0; vertices], effective: u8::MAX }
    }

    /// Whether the vertex is not locked.
    #[inline]
    pub(super) fn are_open(&self, vertex: Vertex) -> bool {
        self.vertices[vertex.index()] & self.effective == 0
    }
}

impl WorkingBoard<'_, '_> {
    /// Locks a vertex once more.
    ///
    /// # Panics
    /// If it is locked 127 times already.
    #[inline]
    pub fn lock(&mut self, vertex: Vertex) {
        let locks = &mut self.locks.vertices[vertex.index()];
        assert!(*locks & !FINISHED < FINISHED - 1, "locks nest a few levels deep");
        *locks += 1;
    }

    /// Removes one lock from a vertex.
    ///
    /// # Panics
    /// If it has no lock.
    #[inline]
    pub fn unlock(&mut self, vertex: Vertex) {
        let locks = &mut self.locks.vertices[vertex.index()];
        assert!(*locks & !FINISHED > 0, "what is unlocked was locked");
        *locks -= 1;
    }

    /// Marks a vertex as finished: it is locked, except while finished vertices are
    /// [not](WorkingBoard::lock_finished). Doing so twice has no further effect.
    #[inline]
    pub fn finish(&mut self, vertex: Vertex) {
        self.locks.vertices[vertex.index()] |= FINISHED;
    }

    /// Removes the mark of a finished vertex, if there is one.
    #[inline]
    pub fn unfinish(&mut self, vertex: Vertex) {
        self.locks.vertices[vertex.index()] &= !FINISHED;
    }

    /// Whether the vertex is marked as finished.
    #[inline]
    pub fn is_finished(&self, vertex: Vertex) -> bool {
        self.locks.vertices[vertex.index()] & FINISHED != 0
    }

    /// Sets whether finished vertices are locked, in constant time; returns whether they were
    /// before. Initially they are.
    ///
    /// # Examples
    /// An operation that puts all robots back in the end may move those on finished vertices, but
    /// not those on vertices that it has locked itself.
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
    /// let before = board.lock_finished(false);
    /// assert_eq!(board.vacate(Vertex(1), BlankRoute::Shortest), Ok(()));
    /// board.lock_finished(before);
    /// assert!(board.is_locked(Vertex(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn lock_finished(&mut self, lock: bool) -> bool {
        let before = self.locks.effective == u8::MAX;
        self.locks.effective = if lock { u8::MAX } else { !FINISHED };
        before
    }

    /// Whether the vertex has a lock, or is finished while finished vertices are locked.
    #[inline]
    pub fn is_locked(&self, vertex: Vertex) -> bool {
        !self.locks.are_open(vertex)
    }
}
