//! Gathers the blanks of the goal on the vertices that are finished last.

use alloc::vec::Vec;

use cpf_core::internal::{BlankRoute, GoalDistances, OperationError, WorkingBoard};
use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Move, Vertex};

/// A goal whose blanks have been gathered, and the moves back to the real goal.
pub(crate) struct GoalWithGatheredBlanks {
    pub(crate) goal: Configuration,
    /// The moves that lead from the gathered goal to the real one.
    pub(crate) epilogue: Vec<Move>,
}

impl GoalWithGatheredBlanks {
    /// The heap memory of the goal and the moves.
    pub(crate) fn heap_bytes(&self) -> u64 {
        let goal = self.goal.vertex_count() * size_of::<u32>() + size_of_val(self.goal.places());
        (goal + size_of_val(&self.epilogue[..])) as u64
    }
}

/// The number of a component's blanks that are gathered.
///
/// Robots walk and are pushed only on unfinished vertices, so blanks must be there, and more blanks
/// make shorter routes. But the robots moved to gather blanks in the goal have to be moved back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlankReserve {
    /// All blanks, if they are at most a fifth of the vertices; otherwise a twentieth of the
    /// vertices, at most a thousand.
    #[default]
    Balanced,
    /// All blanks.
    All,
    /// At most this many, and at least two if two are available.
    Count(usize),
}

impl BlankReserve {
    fn size(self, vertices: usize, blanks: usize) -> usize {
        let wanted = match self {
            Self::Balanced if 5 * blanks > vertices => (vertices / 20).min(1000),
            Self::Balanced | Self::All => blanks,
            Self::Count(wanted) => wanted,
        };
        wanted.max(2).min(blanks)
    }
}

/// Moves robots of the goal so that the vertices finished last are vacant, as many as the reserve
/// requires. Returns their number for each component.
pub(crate) fn gather(
    graph: &Graph,
    goal: &Configuration,
    orders: &[Vec<Vertex>],
    reserve: BlankReserve,
    control: &mut Control,
) -> Result<(GoalWithGatheredBlanks, Vec<usize>), OperationError> {
    let mut board = WorkingBoard::new(graph, goal.clone(), GoalDistances::default(), control)?;
    let mut vacant: Vec<bool> = graph.vertices().map(|vertex| goal.is_vacant(vertex)).collect();
    let mut reserves = Vec::new();
    for order in orders {
        let blanks = order.iter().filter(|&&vertex| goal.is_vacant(vertex)).count();
        let reserve = reserve.size(order.len(), blanks);
        if reserve == blanks {
            fill(&mut board, &order[reserve..], &mut vacant)?;
        } else {
            move_blanks(&mut board, &order[..reserve])?;
        }
        reserves.push(reserve);
    }
    let epilogue = board.trail().iter().rev().map(|action| action.reversed()).collect();
    Ok((GoalWithGatheredBlanks { goal: board.configuration().clone(), epilogue }, reserves))
}

/// Fills these vertices with robots, the last first. The nearest robot comes to each vacant one,
/// over vertices that are not yet filled.
fn fill(board: &mut WorkingBoard, vertices: &[Vertex], vacant: &mut [bool]) -> Result<(), OperationError> {
    for &vertex in vertices.iter().rev() {
        if board.is_vacant(vertex) {
            let nearest = board.nearest_free(vertex, |vertex| !vacant[vertex.index()])?;
            let robot = board.robot_at(nearest).expect("invariant: it is occupied");
            // All vertices nearer than the nearest robot are vacant, so no other robot is moved.
            board.carry(robot, vertex, BlankRoute::Shortest)?;
            vacant[nearest.index()] = true;
            vacant[vertex.index()] = false;
        }
        board.lock(vertex);
    }
    Ok(())
}

/// Moves blanks to these vertices, first to the vertices that are finished first.
fn move_blanks(board: &mut WorkingBoard, vertices: &[Vertex]) -> Result<(), OperationError> {
    let mut is_kept = alloc::vec![false; board.graph().vertex_count()];
    for vertex in vertices {
        is_kept[vertex.index()] = true;
    }
    vertices.iter().rev().try_for_each(|&vertex| board.vacate_keeping(vertex, |blank| is_kept[blank.index()]))
}

#[cfg(test)]
mod tests {
    use motion_core::{Control, Solver, Vertex};
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::{Elimination, PushInstance};

    #[test]
    fn as_many_as_wanted_but_two_at_least_and_no_more_than_there_are() {
        assert_eq!([2, 20, 21, 100].map(|blanks| BlankReserve::Balanced.size(100, blanks)), [2, 20, 5, 5]);
        assert_eq!([2, 21, 100].map(|blanks| BlankReserve::All.size(100, blanks)), [2, 21, 100]);
        assert_eq!([0, 1, 2, 3, 9].map(|wanted| BlankReserve::Count(wanted).size(100, 4)), [2, 2, 2, 3, 4]);
        assert_eq!(BlankReserve::Balanced.size(1_000_000, 900_000), 1000);
    }

    #[test]
    fn the_last_vertices_are_vacant_and_the_moves_back_are_known() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let instance = cpf_core::generate::permutation_on_grid(6, 6, 12, rng).expect("a legal size");
        let order: Vec<_> = instance.graph().vertices().collect();
        for (reserve, count) in
            [(BlankReserve::All, 12), (BlankReserve::Count(7), 7), (BlankReserve::Count(0), 2)]
        {
            let orders = [order.clone()];
            let control = &mut Control::unlimited();
            let gathered = gather(instance.graph(), instance.goal(), &orders, reserve, control);
            let (mut gathered, reserves) = gathered.expect("no limit");
            assert_eq!(reserves, [count]);
            assert!((0..count as u32).all(|vertex| gathered.goal.is_vacant(Vertex(vertex))));
            let made = instance.graph().replay(&mut gathered.goal, gathered.epilogue);
            assert!(made.is_ok() && gathered.goal == *instance.goal());
        }
    }

    #[test]
    fn where_many_vertices_are_vacant_a_small_reserve_is_better() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let instance = cpf_core::generate::permutation_on_grid(10, 10, 60, rng).expect("a legal size");
        let problem = PushInstance::new(&instance).expect("blanks enough");
        let moves = |reserve| {
            let solver = Elimination::default().with_reserve(reserve);
            solver.solve(&problem, &mut Control::unlimited()).plan().expect("solvable").len()
        };
        assert!(moves(BlankReserve::Balanced) < 9 * moves(BlankReserve::All) / 10);
    }
}
