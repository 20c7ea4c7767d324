//! A robot of a conflict, and the check whether demands bar all of its paths.

use motion_core::Vertex;

use super::diagrams::Restricted;
use super::restriction::Restriction;
use crate::mdd::Mdd;

/// One robot of a conflict.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConflictRobot<'t> {
    pub(super) restricted: Restricted,
    pub(super) path: &'t [Vertex],
    pub(super) mdd: &'t Mdd,
}

/// Returns whether every path of a diagram breaks the demands.
pub(super) fn bars_all(mdd: &Mdd, demands: &[Restriction]) -> bool {
    if let &[Restriction::Vertex { vertex, first, last }] = demands
        && first == last
    {
        return mdd.single(first as usize) == Some(vertex);
    }
    if let &[Restriction::Step { from, to, time }] = demands {
        let time = time as usize;
        return time <= mdd.cost() && mdd.single(time - 1) == Some(from) && mdd.single(time) == Some(to);
    }
    let barred = |time: usize, vertex| {
        demands.iter().any(|&demand| match demand {
            Restriction::Vertex { vertex: other, first, last } => {
                other == vertex && first as usize <= time && time <= last as usize
            }
            Restriction::LengthAtLeast(least) => time == mdd.cost() && (least as usize) > time,
            _ => false,
        })
    };
    // For each node of a level, whether a path that keeps the demands reaches it.
    let mut reached = alloc::vec![true];
    for time in 0..mdd.cost() {
        let (nodes, next) = (mdd.nodes(time), mdd.nodes(time + 1));
        let mut after = alloc::vec![false; next.len()];
        for node in nodes.clone().filter(|node| reached[node - nodes.start]) {
            for &to in mdd.successors(node) {
                after[to as usize - next.start] |= !barred(time + 1, mdd.vertex(to as usize));
            }
        }
        if !after.contains(&true) {
            return true;
        }
        reached = after;
    }
    mdd.cost() == 0 && barred(0, mdd.vertex(0))
}
