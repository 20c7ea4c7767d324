//! Rearranges the core as a graph of its own.

use alloc::vec::Vec;

use motion_core::{Configuration, Control, Move, Stop, Token, Vertex};

use crate::prepared::PreparedEars;
use crate::rearrange;

/// Returns the moves that take the core to its goal, or `None` if that is impossible. Their memory
/// is held. All other vertices must already be arranged.
pub(crate) fn rearrange(
    prepared: &PreparedEars,
    now: &Configuration,
    control: &mut Control,
) -> Result<Option<Vec<Move>>, Stop> {
    let core = &prepared.core;
    let graph = prepared.instance.graph().induced(core);
    let robots: Vec<Token> = core.iter().filter_map(|&vertex| now.token_at(vertex)).collect();
    let mut here = alloc::vec![None; now.vertex_count()];
    for (index, vertex) in (0..).map(Vertex).zip(core) {
        here[vertex.index()] = Some(index);
    }
    let within = |everywhere: &Configuration| {
        let places = robots.iter().map(|&robot| here[everywhere.vertex_of(robot).index()]);
        let places = places.collect::<Option<Vec<_>>>();
        places.and_then(|places| Configuration::new(core.len(), &places).ok())
    };
    let (Some(start), Some(goal)) = (within(now), within(&prepared.goal)) else {
        unreachable!("invariant: the robots of the core belong there, all others have been arranged");
    };
    if start == goal {
        return Ok(Some(Vec::new()));
    }
    let Some(plan) = rearrange::rearrange(&graph, &start, &goal, control)? else { return Ok(None) };
    control.hold(bytes(plan.moves()))?;
    let outside = |Move { token, from, to }| Move {
        token: robots[token.index()],
        from: core[from.index()],
        to: core[to.index()],
    };
    Ok(Some(Vec::from(plan).into_iter().map(outside).collect()))
}

/// The bytes of moves.
pub(crate) const fn bytes(moves: &[Move]) -> u64 {
    size_of_val(moves) as u64
}
