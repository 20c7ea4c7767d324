//! A lower bound on how much more every schedule of a node costs than its paths.

use alloc::vec::Vec;

use cpf_core::Objective;
use motion_core::{Control, Stop};

use super::pair_bounds::have_compatible_paths;
use super::search::Search;
use super::shared_memos::SharedMemos;
use super::techniques::ConflictTechnique;
use super::vertex_cover::{WeightedEdge, minimum_cover};

/// The node limit of a search of two robots.
const PAIR_NODES: u64 = 20_000;

impl Search<'_> {
    /// Returns how far conflicts between pairs raise the node's bound. The conflicts must be
    /// analysed. A pair costs more than its two paths by its weight, and an increase of a robot's
    /// cost counts in all of its pairs.
    ///
    /// Returns `None` if two robots have no schedule at all under their restrictions.
    pub(super) fn heuristic(
        &mut self,
        number: u32,
        memos: &mut SharedMemos,
        control: &mut Control,
    ) -> Result<Option<u64>, Stop> {
        let [weighted, dependency, cardinal] = [
            ConflictTechnique::WeightedGraph,
            ConflictTechnique::DependencyGraph,
            ConflictTechnique::CardinalGraph,
        ]
        .map(|technique| self.problem.uses(technique));
        if !(weighted || dependency || cardinal) {
            return Ok(Some(0));
        }
        let mut edges: Vec<WeightedEdge> = Vec::new();
        for index in 0..self.current.pairs.len() {
            let pair = self.current.pairs[index];
            let is_cardinal = self.has_cardinal_conflict(pair);
            let weight = if self.of_a_pair || !(weighted || dependency) {
                u64::from(is_cardinal)
            } else if !is_cardinal && self.is_independent(pair, memos, control)? {
                0
            } else if weighted {
                match self.weight(number, pair, memos, control)? {
                    Some(weight) => weight,
                    None => return Ok(None),
                }
            } else {
                1
            };
            if weight > 0 {
                edges.push((pair.0, pair.1, weight));
            }
        }
        Ok(Some(match self.problem.objective {
            Objective::Makespan => edges.iter().map(|&(.., weight)| weight).max().unwrap_or(0),
            _ => minimum_cover(&edges),
        }))
    }

    fn has_cardinal_conflict(&self, pair: (u32, u32)) -> bool {
        self.current.conflicts.iter().any(|known| {
            known.conflict.pair() == pair && known.analysis.as_ref().is_some_and(|found| found.raised == 2)
        })
    }

    /// Returns whether two robots have shortest paths that do not conflict.
    fn is_independent(
        &mut self,
        (first, second): (u32, u32),
        memos: &mut SharedMemos,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let [one, two] = [first, second].map(|robot| {
            self.current.robots[robot as usize].restricted.expect("invariant: conflicts are analysed")
        });
        if let Some(known) = memos.pair_bounds.of((one, two)).independent {
            return Ok(known);
        }
        let (Some(first), Some(second)) =
            (memos.diagrams.get(self.problem, one), memos.diagrams.get(self.problem, two))
        else {
            return Ok(true);
        };
        let independent = have_compatible_paths(self.problem, &first, &second, control)?;
        memos.pair_bounds.of((one, two)).independent = Some(independent);
        Ok(independent)
    }

    /// The cost of two dependent robots together, above that of their least paths. It is at least
    /// 1. `None` if they have no schedule.
    pub(super) fn weight(
        &mut self,
        number: u32,
        (first, second): (u32, u32),
        memos: &mut SharedMemos,
        control: &mut Control,
    ) -> Result<Option<u64>, Stop> {
        let robots = [first, second].map(|robot| &self.current.robots[robot as usize]);
        let [one, two] = robots.map(|robot| robot.restricted.expect("invariant: conflicts are analysed"));
        let apart = match self.problem.objective {
            Objective::Makespan => self.tree.node(number).least,
            _ => robots.iter().map(|robot| u64::from(robot.least)).sum(),
        };
        let known = memos.pair_bounds.of((one, two)).cost;
        let cost = if let Some(cost) = known {
            cost
        } else {
            let given = [one, two].map(|restricted| {
                (restricted.robot as usize, memos.diagrams.sets.get(restricted.set).to_vec())
            });
            let occupancy = memos.spare.take().expect("invariant: one search of a pair at a time");
            let mut search = Search::new(self.problem, given.into_iter(), occupancy, 1000);
            search.of_a_pair = true;
            let ended = control
                .scope(|control| control.within_nodes(PAIR_NODES, |control| search.run(memos, control)));
            let cost = search.lower_bound;
            memos.spare = Some(search.current.into_occupancy(&search.tree));
            match ended {
                Ok(()) => {}
                // The pair's limit was reached, or that of the run. In the latter case the next
                // node stops.
                Err(Stop::Nodes) => control.spend(0)?,
                Err(why) => return Err(why),
            }
            memos.pair_bounds.of((one, two)).cost = Some(cost);
            cost
        };
        Ok((cost != u64::MAX).then(|| cost.saturating_sub(apart).max(1)))
    }
}
