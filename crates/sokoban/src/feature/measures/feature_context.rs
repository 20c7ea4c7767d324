//! The features of positions.

use motion_core::{Control, Stop};

use crate::board::{BoxSet, SearchBoard, Square};
use crate::feature::plan::{PackingHeuristic, PackingPlan};

/// The largest number of nodes spent on a plan.
const PLANNING: u64 = 2_000;

/// The data of a level that are computed before the search, to evaluate the features.
#[derive(Clone, Debug)]
pub(in crate::feature) struct FeatureContext<const W: usize> {
    pub(in crate::feature) goals: BoxSet<W>,
    pub(in crate::feature) plan: Option<PackingPlan<W>>,
}

impl<const W: usize> FeatureContext<W> {
    /// Computes the context of a board. Its memory is held in `control`.
    pub(in crate::feature) fn new(
        board: &SearchBoard,
        packing: Option<PackingHeuristic>,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let goals = board.goals().iter().copied().collect();
        let plan = packing.map(|packing| PackingPlan::find(board, packing, PLANNING, control)).transpose()?;
        Ok(Self { goals, plan: plan.flatten() })
    }

    /// Returns the number of boxes packed: that of the last stage of the plan whose boxes are all
    /// in place or, before the first stage, of its boxes in place. Without a plan, the number of
    /// boxes on goals.
    pub(in crate::feature) fn packed(&self, boxes: &BoxSet<W>) -> u16 {
        match &self.plan {
            Some(plan) => {
                let initial = plan.stages[0].len() as u16;
                match plan.stages.iter().rposition(|stage| stage.is_subset(boxes)) {
                    Some(last) => initial + last as u16,
                    None => plan.stages[0].and(boxes).len() as u16,
                }
            }
            None => boxes.and(&self.goals).len() as u16,
        }
    }

    /// Returns the index of the stage of the plan that is packed.
    fn stage(&self, packed: u16) -> usize {
        self.plan.as_ref().map_or(0, |plan| usize::from(packed).saturating_sub(plan.stages[0].len()))
    }

    /// Returns the number of boxes that are not part of this stage and have no goal left after the
    /// next step of the plan.
    pub(in crate::feature) fn outside(&self, packed: u16, boxes: &BoxSet<W>) -> u16 {
        self.plan.as_ref().map_or(0, |plan| {
            let stage = self.stage(packed);
            let [stage, outside] = [&plan.stages, &plan.outside].map(|stages| &stages[stage]);
            boxes.without(stage).and(outside).len() as u16
        })
    }

    /// Returns the goals, and the squares onto which the plan brings boxes.
    pub(in crate::feature) fn squares(&self) -> BoxSet<W> {
        let stages = self.plan.iter().flat_map(|plan| &plan.stages);
        stages.fold(self.goals, |squares, stage| squares.or(stage))
    }

    /// Returns the square onto which the next step of the plan brings a box, and the boxes already
    /// in place.
    pub(in crate::feature) fn next(&self, packed: u16, boxes: &BoxSet<W>) -> Option<(Square, BoxSet<W>)> {
        let stages = &self.plan.as_ref()?.stages;
        let Some(stage) = usize::from(packed).checked_sub(stages[0].len()) else {
            return Some((stages[0].without(boxes).iter().next()?, stages[0].and(boxes)));
        };
        let [stage, next] = stages.get(stage..)?.first_chunk()?;
        Some((next.without(stage).iter().next()?, *stage))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;
    use crate::feature::BlockedGoals;
    use motion_core::Budget;

    #[test]
    fn tables_are_held_within_the_limits() {
        let level =
            "#########\n###   ###\n#...$$$ #\n###  @###\n#########".parse::<Level>().expect("a level");
        let board = SearchBoard::new(&level);
        let context = |control: &mut Control| {
            let blocked = BlockedGoals::<4>::new(&board, control)?;
            Ok((blocked, FeatureContext::<4>::new(&board, Some(PackingHeuristic::Nearest), control)?))
        };
        let mut control = Control::unlimited();
        let (blocked, made) = context(&mut control).expect("no limit");
        let plan = made.plan.as_ref().expect("a plan");
        let sets = plan.stages.len() + plan.outside.len() + blocked.0.len();
        let needed = *control.stats();
        assert_eq!(needed.bytes, (size_of::<BoxSet<4>>() * sets) as u64);

        let budget = Budget::new;
        let few_nodes = (0..needed.nodes).map(|nodes| (budget().with_nodes(nodes), Stop::Nodes));
        let few_bytes = (0..8 * sets as u64).map(|bytes| (budget().with_bytes(bytes), Stop::Memory));
        for (budget, why) in few_nodes.chain(few_bytes) {
            let mut control = Control::new(budget);
            assert_eq!(control.scope(|control| context(control).map(|_| ())), Err(why));
            assert_eq!(control.stats().bytes, 0);
        }
    }
}
