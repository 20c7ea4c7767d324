//! Two blanks or more: the robots that can be exchanged for each other.
//!
//! Moves can be undone, so both start and goal may first be brought to placements with the blanks
//! on the same vertices. The permutations that lead from there to placements with the same blanks
//! form a group. It is the product of the symmetric groups of certain classes of vertices: see
//! [`ExchangeClasses`].
//!
//! # References
//! D. Kornhauser, G. Miller and P. Spirakis, *Coordinating pebble motion on graphs, the diameter of
//! permutation groups, and applications*, FOCS 1984; B. de Wilde, A. W. ter Mors and C. Witteveen,
//! *Push and Rotate: a complete multi-agent pathfinding algorithm*, JAIR 51, 2014, section 4.
//! Unlike both, this module gathers the blanks before it assigns robots to classes, so that robots
//! without a class can be compared by their vertices.

use motion_core::Control;

use super::Decision;
use super::exchange_classes::{ExchangeClasses, NO_CLASS};
use super::infeasible::InfeasibleError;
use crate::sub_instance::SubInstance;

/// Decides a part with two blanks or more whose graph is neither a path nor a cycle.
///
/// # Complexity
/// Time O(E + V log V), memory O(V + E).
pub(super) fn decide(part: &SubInstance, control: &mut Control) -> Decision {
    let (graph, blanks) = (part.instance().graph(), part.instance().vacant_count());
    compare_classes(part, &ExchangeClasses::new(graph, blanks, control)?, control)
}

/// Decides whether every robot is on its goal or in its goal's class once the blanks are gathered.
pub(super) fn compare_classes(
    part: &SubInstance,
    subgraphs: &ExchangeClasses,
    control: &mut Control,
) -> Decision {
    let start = subgraphs.tree().gather_blanks(part.instance().start().clone(), control)?;
    let goal = subgraphs.tree().gather_blanks(part.instance().goal().clone(), control)?;
    let classes = subgraphs.classes_by_vertex(&start, control)?;
    for robot in part.instance().robots() {
        control.advance(1)?;
        let (from, to) = (start.vertex_of(robot), goal.vertex_of(robot));
        let class = classes[from.index()];
        if from != to && (class == NO_CLASS || class != classes[to.index()]) {
            return Err(InfeasibleError::Separated { robot: part.robot(robot) }.into());
        }
    }
    Ok(())
}
