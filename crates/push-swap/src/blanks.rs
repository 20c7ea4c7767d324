//! The goal with its blanks where they are needed: on the vertices that are finished last.

use alloc::vec::Vec;

use cpf_core::board::{Homes, Route, Trouble, WorkingBoard};
use motion_core::{Configuration, Control, Graph, Move, Vertex};

/// A goal whose blanks have been gathered, and the way back from it.
pub(crate) struct Gathered {
    pub(crate) goal: Configuration,
    /// The moves that lead from the gathered goal to the real one.
    pub(crate) epilogue: Vec<Move>,
}

impl Gathered {
    /// Heap memory of both.
    pub(crate) fn heap_bytes(&self) -> u64 {
        let goal = self.goal.vertex_count() * size_of::<u32>() + size_of_val(self.goal.places());
        (goal + size_of_val(&self.epilogue[..])) as u64
    }
}

/// Moves robots of the goal to the vertices that are finished first, so that the blanks are left on the others.
///
/// Each of those vertices that is vacant draws the nearest robot over vertices that are not yet filled.
pub(crate) fn gather(
    graph: &Graph,
    goal: &Configuration,
    orders: &[Vec<Vertex>],
    control: &mut Control,
) -> Result<Gathered, Trouble> {
    let mut board = WorkingBoard::new(graph, goal.clone(), Homes::default(), control)?;
    let mut vacant: Vec<bool> = graph.vertices().map(|vertex| goal.is_vacant(vertex)).collect();
    for order in orders {
        let blanks = order.iter().filter(|&&vertex| goal.is_vacant(vertex)).count();
        for &vertex in order[blanks..].iter().rev() {
            if board.is_vacant(vertex) {
                let nearest = board.nearest_free(vertex, |vertex| !vacant[vertex.index()])?;
                let robot = board.robot_at(nearest).expect("invariant: it is occupied");
                // All vertices nearer than the nearest robot are vacant, so nobody else is moved.
                board.carry(robot, vertex, Route::Shortest)?;
                vacant[nearest.index()] = true;
                vacant[vertex.index()] = false;
            }
            board.lock(vertex);
        }
    }
    let epilogue = board.record().iter().rev().map(|action| action.reversed()).collect();
    Ok(Gathered { goal: board.configuration().clone(), epilogue })
}
