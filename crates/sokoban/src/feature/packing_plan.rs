//! The order in which boxes are packed.
//!
//! The solved position is unpacked: boxes are pulled from the goals to the squares where boxes
//! stand at the start, and are removed there. In reverse, this is an order in which they can be
//! packed, each with a route to its goal. If a box has to be moved aside before another can leave,
//! the plan has a step that parks it.

use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::search::{Advice, FeatureSpace, feature_search_with};
use motion_core::{Control, Outcome, Stop};

use super::macro_moves::{BoxAction, MacroMove, MacroMoveEnd, MacroMoveGenerator};
use super::region_counter::RegionCounter;
use super::unpacking::{UnpackingSpace as SinkUnpacking, UnpackingStep};
use crate::analysis::goals_reached;
use crate::board::{BoxSet, Reach, SearchBoard, Square};
use crate::search::{Position, Pulls};

/// Which boxes leave the solved position first when a plan is made, so that they are packed last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum PackingHeuristic {
    /// Those with the shortest route.
    #[default]
    Nearest,
    /// Those with the longest route.
    Farthest,
    /// The upper ones, from left to right.
    Upper,
    /// By sinks.
    Sinks,
}

/// The boxes after each step of packing.
#[derive(Clone, Debug)]
pub(super) struct PackingPlan<const W: usize> {
    /// The boxes packed or parked after each step, from none to all goals.
    pub(super) stages: Vec<BoxSet<W>>,
    /// For each stage the squares from which a box has no goal left after the next step.
    pub(super) outside: Vec<BoxSet<W>>,
}

impl<const W: usize> PackingPlan<W> {
    /// Finds a plan; `None` if there is none within this many nodes. Its memory is held in
    /// `control`.
    pub(super) fn find(
        board: &SearchBoard,
        packing: PackingHeuristic,
        nodes: u64,
        control: &mut Control,
    ) -> Result<Option<Self>, Stop> {
        if packing == PackingHeuristic::Sinks {
            return Self::find_by_sinks(board, nodes, control);
        }
        let goals: BoxSet<W> = board.goals().iter().copied().collect();
        let starting: BoxSet<W> = board.boxes().iter().copied().collect();
        let pulls = Pulls::<W>::new(board).expect("invariant: boxes are alive and fit");
        let mut starts = pulls.starts();
        let mut reach = Reach::new(board);
        starts.sort_by_cached_key(|start| {
            reach.flood(board, &start.boxes, start.player);
            Reverse(reach.squares().count())
        });
        let space = UnpackingSpace { board, base: starting.without(&goals), packing };
        let mut scratch = space.scratch();
        for start in starts {
            let search = |control: &mut Control| feature_search_with(&space, &mut scratch, start, control);
            match control.within_nodes(nodes, search) {
                Outcome::Solved { plan, .. } => {
                    let sets = 2 * (plan.actions.len() + 1);
                    control.hold((sets * size_of::<BoxSet<W>>()) as u64)?;
                    let mut position = start;
                    let mut stages = alloc::vec![position.boxes];
                    for macro_move in plan.actions {
                        position = space.after(&position, macro_move);
                        stages.push(position.boxes);
                    }
                    stages.reverse();
                    let outside = outside(board, &goals, &stages, control)?;
                    return Ok(Some(Self { stages, outside }));
                }
                Outcome::Stopped { why: Stop::Nodes, .. } => control.spend(1)?,
                Outcome::Stopped { why, .. } => return Err(why),
                Outcome::Unsolvable => {}
            }
        }
        Ok(None)
    }
}

impl<const W: usize> PackingPlan<W> {
    /// Finds a plan by sinks. If not all boxes can be removed within this many nodes, those left in
    /// the best state are the first stage.
    fn find_by_sinks(board: &SearchBoard, nodes: u64, control: &mut Control) -> Result<Option<Self>, Stop> {
        let space = SinkUnpacking::<W>::new(board);
        let mut state = space.start();
        let Some(steps) = space.clone().steps(nodes, control)? else { return Ok(None) };
        let mut stages = alloc::vec![state.position.boxes];
        for step in steps {
            state = space.after(&state, step);
            if !matches!(step, UnpackingStep::Enter(_)) {
                stages.push(state.position.boxes);
            }
        }
        #[cfg(feature = "std")]
        if std::env::var("SINKS_LOG").is_ok() {
            std::eprintln!("plan: {} steps, {} initial boxes of {}, {} nodes", stages.len() - 1, state.position.boxes.len(), space.goals.len(), control.stats().nodes);
        }
        stages.reverse();
        control.hold((2 * stages.len() * size_of::<BoxSet<W>>()) as u64)?;
        let outside = outside(board, &space.goals, &stages, control)?;
        Ok(Some(Self { stages, outside }))
    }
}

/// For each stage the squares from which a box reaches none of the goals that are left after the
/// next one. Boxes that never move again count as walls.
fn outside<const W: usize>(
    board: &SearchBoard,
    goals: &BoxSet<W>,
    stages: &[BoxSet<W>],
    control: &mut Control,
) -> Result<Vec<BoxSet<W>>, Stop> {
    let next = (1..stages.len()).chain(stages.len().checked_sub(1));
    next.map(|next| {
        control.poll()?;
        let settled = stages[next..].iter().fold(*goals, |settled, stage| settled.and(stage));
        let table = goals_reached(board, &goals.without(&settled), &settled);
        Ok((0..).map(Square).zip(&table).filter(|(_, goals)| goals.is_empty()).map(|(at, _)| at).collect())
    })
    .collect()
}

/// The feature space of unpacking the solved position.
struct UnpackingSpace<'b, const W: usize> {
    board: &'b SearchBoard,
    /// The squares on which boxes are removed.
    base: BoxSet<W>,
    packing: PackingHeuristic,
}

impl<'b, const W: usize> FeatureSpace for UnpackingSpace<'b, W> {
    type State = Position<W>;
    type Action = MacroMove;
    /// The numbers of boxes and of regions that are left; fewer are better.
    type Cell = (Reverse<usize>, Reverse<u16>);
    type Scratch = (MacroMoveGenerator<'b, W>, RegionCounter<'b>);

    fn scratch(&self) -> Self::Scratch {
        (MacroMoveGenerator::new(self.board, BoxAction::Pulls), RegionCounter::new(self.board))
    }

    fn is_goal(&self, _: &mut Self::Scratch, position: &Position<W>) -> bool {
        position.boxes.is_empty()
    }

    fn cell(&self, (_, regions): &mut Self::Scratch, position: &Position<W>) -> Self::Cell {
        let regions = regions.count(&position.boxes);
        (Reverse(position.boxes.len()), Reverse(regions))
    }

    /// Prefers the shortest route of each box to the base; otherwise boxes are parked, preferably
    /// far away.
    fn advise(
        &self,
        (macro_moves, _): &mut Self::Scratch,
        position: &Position<W>,
        visit: &mut impl FnMut(Advice<MacroMove>),
    ) {
        for from in &position.boxes {
            let mut is_gone = false;
            macro_moves.each(
                position,
                from,
                None,
                |_, _| Some(0),
                |action, MacroMoveEnd { pushes: pulls, .. }, _| {
                    if !self.base.contains(action.to) {
                        visit(Advice { action, weight: 1, rank: (u16::MAX - pulls).into() });
                    } else if !core::mem::replace(&mut is_gone, true) {
                        let rank = match self.packing {
                            PackingHeuristic::Nearest => pulls,
                            PackingHeuristic::Farthest => u16::MAX - pulls,
                            PackingHeuristic::Upper | PackingHeuristic::Sinks => from.0,
                        };
                        visit(Advice { action, weight: 0, rank: rank.into() });
                    }
                },
            );
        }
    }

    fn after(&self, position: &Position<W>, macro_move: MacroMove) -> Position<W> {
        let mut boxes = position.boxes;
        boxes.remove(macro_move.from);
        if self.base.contains(macro_move.to) {
            return Position::new(self.board, boxes, macro_move.player);
        }
        boxes.insert(macro_move.to);
        Position { boxes, player: macro_move.player }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    fn plan(text: &str, packing: PackingHeuristic) -> (SearchBoard, Option<PackingPlan<1>>) {
        let board = SearchBoard::new(&text.parse::<Level>().expect("a level"));
        let plan = PackingPlan::find(&board, packing, 1_000, &mut Control::unlimited()).expect("no limit");
        (board, plan)
    }

    #[test]
    fn a_corridor_is_packed_from_its_end() {
        for packing in [PackingHeuristic::Nearest, PackingHeuristic::Farthest, PackingHeuristic::Upper] {
            let (board, plan) = plan("#########\n###   ###\n#...$$$ #\n###  @###\n#########", packing);
            let goals: BoxSet<1> = board.goals().iter().copied().collect();
            let plan = plan.expect("a plan");
            assert_eq!((plan.stages[0], plan.stages.last()), (BoxSet::new(), Some(&goals)));
            let mut order = plan.stages.windows(2).map(|pair| pair[1].without(&pair[0]));
            assert!(board.goals().iter().all(|&goal| order.next().is_some_and(|new| new.iter().eq([goal]))));
            // A box beyond the goals has no goal left.
            assert!(plan.outside.last().is_some_and(|outside| outside.contains(board.boxes()[0])));
        }
    }

    #[test]
    fn boxes_make_way_where_they_must() {
        // The box on the left goal can leave only past the right one, which has to leave through
        // the same door.
        let (board, plan) =
            plan("########\n#  #####\n#..  $ #\n#  #$ @#\n####   #\n########", PackingHeuristic::Nearest);
        let plan = plan.expect("a plan");
        assert!(plan.stages.windows(2).all(|pair| pair[1].without(&pair[0]).len() == 1));
        assert_eq!(plan.stages.last().map(BoxSet::len), Some(board.goals().len()));
    }

    #[test]
    fn without_nodes_there_is_no_plan_and_a_run_that_ends_says_so() {
        let board = SearchBoard::new(
            &"#########\n###   ###\n#...$$$ #\n###  @###\n#########".parse().expect("a level"),
        );
        let mut control = Control::unlimited();
        let plan = |nodes, control: &mut Control| {
            PackingPlan::<1>::find(&board, PackingHeuristic::Nearest, nodes, control)
        };
        assert!(plan(0, &mut control).expect("no limit").is_none());
        let mut control = Control::new(motion_core::Budget::new().with_nodes(2));
        assert_eq!(plan(1_000, &mut control).map(|_| ()), Err(Stop::Nodes));
        assert_eq!(control.stats().bytes, 0);
    }
}
