//! Moves all robots of a path or a cycle by one step. Every vacant vertex passed over also counts
//! as a node.

use motion_core::Vertex;

use super::operation_error::OperationError;
use super::working_board::WorkingBoard;

impl WorkingBoard<'_, '_> {
    /// Moves every robot on a path by one step towards the path's end, regardless of locks. The
    /// last vertex must be vacant; afterwards the first one is.
    ///
    /// Blanks on the path move along with the robots.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if the last vertex is occupied, or two consecutive vertices are
    /// not adjacent.
    pub fn shift(&mut self, path: &[Vertex]) -> Result<(), OperationError> {
        if path.last().is_some_and(|&last| !self.is_vacant(last)) {
            return Err(OperationError::Blocked);
        }
        for pair in path.windows(2).rev() {
            self.step_if_occupied(pair[0], pair[1])?;
        }
        Ok(())
    }

    /// Makes a step, or spends a node if `from` is vacant.
    fn step_if_occupied(&mut self, from: Vertex, to: Vertex) -> Result<(), OperationError> {
        if self.is_vacant(from) { Ok(self.control.spend(1)?) } else { self.step(from, to) }
    }

    /// [Shifts](WorkingBoard::shift) in the other direction: towards the beginning of the path,
    /// whose first vertex must be vacant.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if the first vertex is occupied, or two consecutive vertices are
    /// not adjacent.
    pub fn shift_back(&mut self, path: &[Vertex]) -> Result<(), OperationError> {
        if path.first().is_some_and(|&first| !self.is_vacant(first)) {
            return Err(OperationError::Blocked);
        }
        for pair in path.windows(2) {
            self.step_if_occupied(pair[1], pair[0])?;
        }
        Ok(())
    }

    /// Moves every robot on a cycle to the next vertex, regardless of locks; at least one vertex
    /// must be vacant.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if no vertex is vacant, or two consecutive vertices are not
    /// adjacent.
    pub fn rotate(&mut self, cycle: &[Vertex]) -> Result<(), OperationError> {
        let length = cycle.len();
        let vacant = (0..length).find(|&index| self.is_vacant(cycle[index]));
        let vacant = vacant.ok_or(OperationError::Blocked)?;
        // Go backwards from the vacant vertex.
        for behind in 1..length {
            let from = (vacant + length - behind) % length;
            self.step_if_occupied(cycle[from], cycle[(from + 1) % length])?;
        }
        Ok(())
    }
}
