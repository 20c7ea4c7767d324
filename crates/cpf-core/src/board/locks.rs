//! Locked vertices. A vertex is locked while it has at least one lock, or while it is marked as
//! finished. Locks nest. All marks can be suspended together.

use alloc::vec::Vec;

use motion_core::Vertex;

/// Set if a vertex is finished; the bits below count locks.
const FINISHED: u8 = 1 << 7;

/// The number of locks of each vertex, and whether it is finished.
#[derive(Clone, Debug)]
pub(super) struct Locks {
    vertices: Vec<u8>,
    /// The bits that lock a vertex; [`FINISHED`] is left out while finished vertices are not
    /// locked.
    effective: u8,
}

impl Locks {
    pub(super) fn new(vertices: usize) -> Self {
        Self { vertices: alloc::vec![0; vertices], effective: u8::MAX }
    }

    /// Whether the vertex is unlocked.
    #[inline]
    pub(super) fn are_open(&self, vertex: Vertex) -> bool {
        self.vertices[vertex.index()] & self.effective == 0
    }

    /// Locks the vertex once more.
    #[inline]
    pub(super) fn lock(&mut self, vertex: Vertex) {
        let locks = &mut self.vertices[vertex.index()];
        assert!(*locks & !FINISHED < FINISHED - 1, "a vertex has too many nested locks");
        *locks += 1;
    }

    /// Removes one lock from the vertex.
    #[inline]
    pub(super) fn unlock(&mut self, vertex: Vertex) {
        let locks = &mut self.vertices[vertex.index()];
        assert!(*locks & !FINISHED > 0, "a vertex without locks cannot be unlocked");
        *locks -= 1;
    }

    /// Sets or removes the mark of a finished vertex.
    #[inline]
    pub(super) fn mark(&mut self, vertex: Vertex, finished: bool) {
        let locks = &mut self.vertices[vertex.index()];
        *locks = if finished { *locks | FINISHED } else { *locks & !FINISHED };
    }

    /// Whether the vertex is marked as finished.
    #[inline]
    pub(super) fn is_finished(&self, vertex: Vertex) -> bool {
        self.vertices[vertex.index()] & FINISHED != 0
    }

    /// Sets whether finished vertices are locked; returns whether they were before.
    pub(super) const fn lock_finished(&mut self, lock: bool) -> bool {
        let before = self.effective == u8::MAX;
        self.effective = if lock { u8::MAX } else { !FINISHED };
        before
    }
}
