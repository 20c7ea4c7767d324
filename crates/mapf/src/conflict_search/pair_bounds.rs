//! Lower bounds on the cost of two robots that meet no others.

use alloc::vec::Vec;

use hashbrown::HashMap;
use motion_core::{Control, Stop};
use rustc_hash::FxBuildHasher;

use super::diagrams::Restricted;
use super::problem::Problem;
use crate::mdd::Mdd;

/// The number of pairs of places that cost one node.
const PAIRS_A_NODE: u64 = 16;

/// The known facts about two robots under their restrictions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairBound {
    /// Whether two of their shortest paths are compatible; `None` if unknown.
    pub(super) independent: Option<bool>,
    /// The least cost of both or a lower bound on it, once they have been solved alone.
    pub(super) cost: Option<u64>,
}

/// A memo, indexed by the restrictions of both robots.
#[derive(Clone, Debug, Default)]
pub(super) struct PairBounds {
    known: HashMap<(Restricted, Restricted), PairBound, FxBuildHasher>,
}

impl PairBounds {
    /// The facts about a pair, for reading and adding.
    pub(super) fn of(&mut self, pair: (Restricted, Restricted)) -> &mut PairBound {
        self.known.entry(pair).or_default()
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.known.capacity() * (size_of::<(Restricted, Restricted)>() + size_of::<PairBound>() + 1)) as u64
    }

    pub(super) fn clear(&mut self) {
        self.known.clear();
    }
}

/// Returns whether a path of one diagram and a path of the other have no conflict. Searches pairs
/// of nodes level by level. Each level costs a node, and one more for each [`PAIRS_A_NODE`] pairs.
pub(super) fn have_compatible_paths(
    problem: &Problem,
    first: &Mdd,
    second: &Mdd,
    control: &mut Control,
) -> Result<bool, Stop> {
    use cpf_core::MotionModel::Pebble;
    let last = first.cost().max(second.cost());
    let nodes = |mdd: &Mdd, time: usize| mdd.nodes(time.min(mdd.cost()));
    let width = |time| nodes(second, time).len();
    let mut reached = alloc::vec![true];
    let mut after = Vec::new();
    for time in 0..last {
        let (ones, twos) = (nodes(first, time), nodes(second, time));
        control.spend(1 + (ones.len() * twos.len()) as u64 / PAIRS_A_NODE)?;
        let (next_ones, next_twos) = (nodes(first, time + 1), nodes(second, time + 1));
        after.clear();
        after.resize(next_ones.len() * next_twos.len(), false);
        let mut any = false;
        for one in ones.clone() {
            let from_one = first.vertex(one);
            for two in twos.clone() {
                if !reached[(one - ones.start) * width(time) + (two - twos.start)] {
                    continue;
                }
                let from_two = second.vertex(two);
                for to_one in steps(first, one, time) {
                    let at_one = first.vertex(to_one);
                    for to_two in steps(second, two, time) {
                        let at_two = second.vertex(to_two);
                        let conflict = at_one == at_two
                            || (at_one == from_two && (problem.model == Pebble || at_two == from_one))
                            || (problem.model == Pebble && at_two == from_one);
                        if !conflict {
                            any = true;
                            after
                                [(to_one - next_ones.start) * next_twos.len() + (to_two - next_twos.start)] =
                                true;
                        }
                    }
                }
            }
        }
        if !any {
            return Ok(false);
        }
        core::mem::swap(&mut reached, &mut after);
    }
    Ok(true)
}

/// The nodes that follow a node. At the end of the diagram the robot stays.
fn steps(mdd: &Mdd, node: usize, time: usize) -> impl Iterator<Item = usize> + Clone {
    let stays = (time >= mdd.cost()).then_some(node);
    let steps = if stays.is_some() { &[][..] } else { mdd.successors(node) };
    steps.iter().map(|&next| next as usize).chain(stays)
}
