//! Conversion of schedules from one model to a stricter one.

use alloc::vec::Vec;

use cpf_core::{Instance, MotionModel, improve::parallelise};
use motion_core::{Move, Plan, Vertex};

use crate::timed_paths::TimedPaths;

/// Converts a schedule that is legal in the model `from` to one that is legal in the model `to`.
///
/// A schedule in the model `Train` becomes one in the model `Pebble` with the same moves. Those of
/// a step are ordered one after another, each robot after the one that it follows. Then all moves
/// are made as early as the order of visits allows.
pub(super) fn to_model(
    instance: &Instance,
    paths: TimedPaths,
    from: MotionModel,
    to: MotionModel,
) -> TimedPaths {
    if from == to {
        return paths;
    }
    let plan = one_by_one(instance, &paths);
    let schedule = parallelise(instance, &plan, to).expect("invariant: trains can move one by one");
    TimedPaths::of(instance, &schedule)
}

/// Lists the moves of a schedule in the model `Train` one after another.
fn one_by_one(instance: &Instance, paths: &TimedPaths) -> Plan {
    let schedule = paths.to_schedule();
    let mut leaving = alloc::vec![None; instance.graph().vertex_count()];
    let mut moves = Vec::with_capacity(schedule.moves().len());
    let mut chain: Vec<Move> = Vec::new();
    for step in schedule.steps() {
        for &action in step {
            leaving[action.from.index()] = Some(action);
        }
        for &action in step {
            let mut vertex: Vertex = action.from;
            while let Some(next) = leaving[vertex.index()].take() {
                chain.push(next);
                vertex = next.to;
            }
            moves.extend(chain.drain(..).rev());
        }
    }
    Plan::from(moves)
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;
    use core::error::Error;

    use super::*;

    #[test]
    fn a_train_moves_its_head_first() -> Result<(), Box<dyn Error>> {
        let instance: Instance = "p edge 5 4\ne 1 2\ne 2 3\ne 3 4\ne 4 5\nr 1 3\nr 2 4\nr 3 5\n".parse()?;
        let paths =
            TimedPaths::new([[0, 1, 2], [1, 2, 3], [2, 3, 4]].map(|path| path.map(Vertex).to_vec()).into());
        instance.verify_schedule(&paths.to_schedule(), MotionModel::Train)?;
        assert_eq!(to_model(&instance, paths.clone(), MotionModel::Train, MotionModel::Train), paths);
        let apart = to_model(&instance, paths, MotionModel::Train, MotionModel::Pebble).to_schedule();
        let metrics = instance.verify_schedule(&apart, MotionModel::Pebble)?;
        assert_eq!((metrics.moves, metrics.makespan), (6, 4));
        Ok(())
    }
}
