//! Components without a vertex of degree three or more: robots can never pass each other.
//!
//! On a path the order from end to end never changes; on a cycle the cyclic order never changes.
//! One blank suffices to reach every placement with the same order.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Stop, Token, Vertex};

use super::Decision;
use super::infeasible::InfeasibleError;
use crate::sub_instance::SubInstance;

/// Decides a part with a blank whose graph is a path or a cycle.
///
/// # Complexity
/// Time and memory O(V).
pub(super) fn decide(part: &SubInstance, control: &mut Control) -> Decision {
    let graph = part.instance().graph();
    let end = graph.vertices().find(|&vertex| graph.degree(vertex) < 2);
    let in_order = in_order(graph, end.unwrap_or(Vertex(0)), |_| true, control)?;
    if end.is_none() {
        return cyclic_order(part, &in_order, part.instance().start(), control);
    }
    let before = along(&in_order, part.instance().start(), control)?;
    let mut rank = alloc::vec![0; before.len()];
    for (index, robot) in along(&in_order, part.instance().goal(), control)?.into_iter().enumerate() {
        control.advance(1)?;
        rank[robot.index()] = index;
    }
    let exchanged = before.windows(2).find(|pair| rank[pair[0].index()] > rank[pair[1].index()]);
    exchanged.map_or(Ok(()), |pair| {
        Err(InfeasibleError::PathOrder { first: part.robot(pair[0]), second: part.robot(pair[1]) }.into())
    })
}

/// The vertices of a path from its end `first`, or of a cycle around from `first`; `inside` tells
/// which vertices belong to it.
pub(super) fn in_order(
    graph: &Graph,
    first: Vertex,
    inside: impl Fn(Vertex) -> bool,
    control: &mut Control,
) -> Result<Vec<Vertex>, Stop> {
    let mut in_order = alloc::vec![first];
    let mut last = first;
    let mut before = None;
    while let Some(next) = graph
        .neighbours(last)
        .iter()
        .copied()
        .find(|&next| Some(next) != before && inside(next))
        .filter(|&next| next != first)
    {
        control.advance(1)?;
        in_order.push(next);
        (before, last) = (Some(last), next);
    }
    Ok(in_order)
}

/// The robots on these vertices, in the order of the vertices.
fn along(
    in_order: &[Vertex],
    configuration: &Configuration,
    control: &mut Control,
) -> Result<Vec<Token>, Stop> {
    let mut robots = Vec::with_capacity(in_order.len());
    for &vertex in in_order {
        control.advance(1)?;
        robots.extend(configuration.token_at(vertex));
    }
    Ok(robots)
}

/// Decides whether the robots around the cycle `in_order` have the same cyclic order in the
/// configuration `now` as at the goal. Both must have the same robots on the cycle.
pub(super) fn cyclic_order(
    part: &SubInstance,
    in_order: &[Vertex],
    now: &Configuration,
    control: &mut Control,
) -> Decision {
    let (before, after) = (along(in_order, now, control)?, along(in_order, part.instance().goal(), control)?);
    let Some(offset) = after.iter().position(|robot| before.first() == Some(robot)) else { return Ok(()) };
    let turned = after[offset..].iter().chain(&after[..offset]);
    match before.iter().zip(turned).position(|(before, after)| before != after) {
        None => Ok(()),
        // `wrong` is not 0, because the offset aligns the first robots.
        Some(wrong) => Err(InfeasibleError::CyclicOrder {
            first: part.robot(before[wrong - 1]),
            second: part.robot(before[wrong]),
        }
        .into()),
    }
}
