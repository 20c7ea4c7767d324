//! Moving all robots of a path or a cycle one step on. A vacant vertex that is passed over counts
//! as a node, too.

use motion_core::Vertex;

use super::operation_error::OperationError;
use super::working_board::WorkingBoard;

impl WorkingBoard<'_, '_> {
    /// Moves every robot on a path one step on towards its end, whatever is locked; the last vertex
    /// must be vacant. Afterwards the first one is.
    ///
    /// Blanks move along with the robots.
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

    /// Makes a step, or spends a node if the vertex is vacant.
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

    /// Moves every robot on a cycle to the next vertex, whatever is locked; at least one vertex
    /// must be vacant.
    ///
    /// # Errors
    /// [`OperationError::Blocked`] if no vertex is vacant, or two consecutive vertices are not
    /// adjacent.
    pub fn rotate(&mut self, cycle: &[Vertex]) -> Result<(), OperationError> {
        let length = cycle.len();
        let vacant = (0..length).find(|&index| self.is_vacant(cycle[index]));
        let vacant = vacant.ok_or(OperationError::Blocked)?;
        // From the vacant vertex backwards.
        for behind in 1..length {
            let from = (vacant + length - behind) % length;
            self.step_if_occupied(cycle[from], cycle[(from + 1) % length])?;
        }
        Ok(())
    }
}
