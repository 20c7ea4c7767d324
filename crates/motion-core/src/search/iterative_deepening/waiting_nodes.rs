//! Nodes that wait to be expanded, within the limit or beyond it.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::successor_order::Place;
use crate::control::Control;
use crate::outcome::Stop;
use crate::search::growth::push;
use crate::search::{BucketQueue, NodeId};

/// A node with its cost when it was added; it is stale if the node has since become cheaper.
pub(super) type WaitingNode = (NodeId, u32);

/// The next waiting item.
pub(super) enum Next {
    Node(WaitingNode),
    Goal(NodeId),
}

/// A stack of the nodes within the limit, and a queue of the nodes beyond it.
///
/// It is independent of the type of states, so that its long functions are compiled once for all
/// searches.
#[derive(Debug, Default)]
pub(super) struct WaitingNodes {
    /// The nodes within the limit that are not yet expanded.
    frontier: Vec<WaitingNode>,
    /// The nodes beyond the limit, by the sum of cost and bound.
    postponed: BucketQueue<WaitingNode>,
    /// The successors within the limit and beyond it, with their places in the order. They are
    /// empty between two expansions, and always if successors are not ordered.
    within: Vec<(Place, WaitingNode)>,
    beyond: Vec<(Place, u32, WaitingNode)>,
    /// The length of the frontier when the last expansion began.
    before: usize,
    /// Bytes granted for the frontier and the ordered successors.
    held: u64,
}

impl WaitingNodes {
    /// Takes the next node within the limit.
    #[inline]
    pub(super) fn pop(&mut self, limit: u32) -> Option<Next> {
        if let Some(node) = self.frontier.pop() {
            return Some(Next::Node(node));
        }
        if self.is_done(limit) {
            return None;
        }
        // Only goals have a bound of 0.
        self.postponed.pop().map(
            |(sum, (id, cost))| {
                if sum == cost { Next::Goal(id) } else { Next::Node((id, cost)) }
            },
        )
    }

    /// Postpones a node with this sum of cost and bound to a later limit.
    pub(super) fn postpone(
        &mut self,
        sum: u32,
        node: WaitingNode,
        control: &mut Control,
    ) -> Result<(), Stop> {
        self.postponed.push(sum, node, control)
    }

    /// Begins an expansion: nodes added until it ends are successors.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.before = self.frontier.len();
    }

    /// Adds a successor with its sum of cost and bound, and its place if successors are ordered.
    #[inline]
    pub(super) fn add(
        &mut self,
        node: WaitingNode,
        sum: u32,
        place: Option<Place>,
        limit: u32,
        control: &mut Control,
    ) -> Result<(), Stop> {
        match place {
            Some(place) if sum > limit => push(&mut self.beyond, (place, sum, node), &mut self.held, control),
            Some(place) => push(&mut self.within, (place, node), &mut self.held, control),
            None if sum > limit => self.postpone(sum, node, control),
            None => push(&mut self.frontier, node, &mut self.held, control),
        }
    }

    /// Ends an expansion: arranges its successors so that the first in the order comes next.
    pub(super) fn end(&mut self, control: &mut Control) -> Result<(), Stop> {
        // A stack returns the last item first.
        self.frontier[self.before..].reverse();
        self.within.reverse();
        self.within.sort_by_key(|&(place, _)| Reverse(place));
        for (_, node) in self.within.drain(..) {
            push(&mut self.frontier, node, &mut self.held, control)?;
        }
        // Among equals the latest comes first, as among all postponed nodes.
        self.beyond.sort_by_key(|&(place, ..)| Reverse(place));
        for (_, sum, node) in self.beyond.drain(..) {
            self.postponed.push(sum, node, control)?;
        }
        Ok(())
    }

    /// Returns whether nothing is left within the limit.
    #[inline]
    pub(super) fn is_done(&mut self, limit: u32) -> bool {
        self.frontier.is_empty() && self.least_postponed().is_none_or(|sum| sum > limit)
    }

    /// Returns the least sum of a postponed node.
    #[inline]
    pub(super) fn least_postponed(&mut self) -> Option<u32> {
        self.postponed.first_key()
    }

    pub(super) fn release(self, control: &mut Control) {
        control.release(self.held);
        self.postponed.release(control);
    }
}
