//! The choice of the conflict on which a node is branched: a cardinal one, if possible.

use alloc::vec::Vec;

use cpf_core::Objective;
use motion_core::{Control, Stop};

use super::conflict::Kind;
use super::conflict_analysis::{Analysis, Branches, Reason};
use super::restriction::Restriction;
use super::search::Search;
use super::shared_memos::SharedMemos;
use super::techniques::ConflictTechnique;

impl Search<'_> {
    /// Analyses the node's conflicts that have no valid analysis from another node.
    pub(super) fn analyse(
        &mut self,
        number: u32,
        memos: &mut SharedMemos,
        control: &mut Control,
    ) -> Result<(), Stop> {
        if !self.needs_analysis() {
            return Ok(());
        }
        let mut robots: Vec<u32> =
            self.current.pairs.iter().flat_map(|&(first, second)| [first, second]).collect();
        robots.sort_unstable();
        robots.dedup();
        for robot in robots {
            let cost = self.diagram_cost(number, robot);
            self.current.restrict(self.problem, &mut memos.diagrams.sets, robot as usize, cost);
        }
        for index in 0..self.current.conflicts.len() {
            if self.current.conflicts[index].analysis.is_none() {
                let conflict = self.current.conflicts[index].conflict;
                let robots = conflict.robots.map(|robot| &self.current.robots[robot as usize]);
                let restricted = robots.map(|robot| robot.restricted.expect("invariant: just determined"));
                let paths = robots.map(|robot| robot.path);
                let analysis =
                    Analysis::new(self.problem, &conflict, restricted, paths, (&self.tree, memos), control)?;
                self.current.conflicts[index].analysis = Some(analysis);
            }
        }
        Ok(())
    }

    /// Returns whether any technique that uses diagrams is on.
    fn needs_analysis(&self) -> bool {
        use ConflictTechnique::{
            CardinalGraph, Corridor, DependencyGraph, Prioritise, Rectangle, Target, WeightedGraph,
        };
        [Prioritise, CardinalGraph, DependencyGraph, WeightedGraph, Corridor, Target, Rectangle]
            .into_iter()
            .any(|technique| self.problem.uses(technique))
    }

    /// The path cost of a robot's diagrams.
    pub(super) fn diagram_cost(&self, number: u32, robot: u32) -> u32 {
        match self.problem.objective {
            Objective::Makespan => self.tree.node(number).least as u32,
            _ => self.current.robots[robot as usize].least,
        }
    }

    /// The children of the best conflict to branch on.
    pub(super) fn choose(&self, by_bound: bool) -> Branches {
        let prioritise = self.problem.uses(ConflictTechnique::Prioritise);
        let best = self.current.conflicts.iter().min_by_key(|known| {
            let analysis = known.analysis.as_ref().filter(|_| prioritise);
            // Target conflicts raise the bound most. In nodes not taken by bound, they come last.
            analysis.map(|analysis| {
                let last = !by_bound && analysis.reason == Reason::Target;
                (2 - analysis.raised, last, analysis.reason)
            })
        });
        let known = best.expect("invariant: there is a conflict");
        let plain;
        let analysis = if let Some(analysis) = &known.analysis {
            analysis
        } else {
            plain = Analysis::plain(&known.conflict);
            &plain
        };
        let conflict = &known.conflict;
        if analysis.reason == Reason::Plain
            && matches!(conflict.kind, Kind::Vertex | Kind::Following)
            && self.problem.uses(ConflictTechnique::DisjointSplitting)
        {
            let (robot, vertex, time) = (conflict.robots[0], conflict.vertex, conflict.time);
            let demand = |restriction| (robot, alloc::vec![restriction]);
            return [
                demand(Restriction::Vertex { vertex, first: time, last: time }),
                demand(Restriction::At { vertex, time }),
            ];
        }
        (*analysis.branches).clone()
    }
}
