//! In which order boxes are packed.
//!
//! The solved position is taken apart: boxes are pulled from the goals until they stand where boxes stand at the start, and
//! vanish there. Backwards, that is an order in which they can be packed, each with a way to its goal. Where a box has to
//! make way before it can leave, the plan has a step that parks it.

use alloc::vec::Vec;
use core::cell::RefCell;
use core::cmp::Reverse;

use motion_core::search::{Advice, FeatureSpace, feature_search};
use motion_core::{Control, Outcome, Stop};

use super::regions::Regions;
use super::shoves::{Shove, Shoves, Way};
use crate::analysis::goals_reached;
use crate::board::{Board, Boxes, Reach, Square};
use crate::space::{Position, Pulls};

/// Which boxes leave the solved position first when a plan is made, so that they are packed last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FirstOut {
    /// Those with the shortest way.
    #[default]
    Nearest,
    /// Those with the longest way.
    Farthest,
    /// The upper ones, from the left to the right.
    Upper,
}

/// What stands where after each step of packing.
#[derive(Clone, Debug)]
pub(super) struct Plan<const W: usize> {
    /// The boxes packed or parked after each step, from none to all goals.
    pub(super) stages: Vec<Boxes<W>>,
    /// For each stage the squares from which a box has no goal left once the next step is done.
    pub(super) outside: Vec<Boxes<W>>,
}

impl<const W: usize> Plan<W> {
    /// A plan; `None` where there is none within this many nodes. Its memory is held in `control`.
    pub(super) fn find(
        board: &Board,
        first_out: FirstOut,
        nodes: u64,
        control: &mut Control,
    ) -> Result<Option<Self>, Stop> {
        let goals: Boxes<W> = board.goals().iter().copied().collect();
        let starting: Boxes<W> = board.boxes().iter().copied().collect();
        let pulls = Pulls::<W>::new(board).expect("invariant: boxes are alive and fit");
        let mut starts = pulls.starts();
        let mut reach = Reach::new(board);
        starts.sort_by_cached_key(|start| {
            reach.flood(board, &start.boxes, start.player);
            Reverse(reach.squares().count())
        });
        let scratch = RefCell::new((Shoves::new(board, Way::Pulls), Regions::new(board)));
        let space = Unpacking { board, base: starting.without(&goals), first_out, scratch };
        for start in starts {
            match control.within_nodes(nodes, |control| feature_search(&space, start, control)) {
                Outcome::Solved { plan, .. } => {
                    control.hold(Self::bytes(plan.actions.len() + 1))?;
                    let mut position = start;
                    let mut stages = alloc::vec![position.boxes];
                    for shove in plan.actions {
                        position = space.after(&position, shove);
                        stages.push(position.boxes);
                    }
                    stages.reverse();
                    let outside = outside(board, &goals, &stages, control).inspect_err(|_| {
                        control.release(Self::bytes(stages.len()));
                    })?;
                    return Ok(Some(Self { stages, outside }));
                }
                Outcome::Stopped { why: Stop::Nodes, .. } => control.spend(1)?,
                Outcome::Stopped { why, .. } => return Err(why),
                Outcome::Unsolvable => {}
            }
        }
        Ok(None)
    }

    /// Bytes for so many stages.
    const fn bytes(stages: usize) -> u64 {
        (2 * stages * size_of::<Boxes<W>>()) as u64
    }

    /// Gives memory back to `control`.
    pub(super) fn release(self, control: &mut Control) {
        control.release(Self::bytes(self.stages.len()));
    }
}

/// For each stage the squares from which a box reaches none of the goals that are left after the next one, with what stays
/// for good as walls.
fn outside<const W: usize>(
    board: &Board,
    goals: &Boxes<W>,
    stages: &[Boxes<W>],
    control: &mut Control,
) -> Result<Vec<Boxes<W>>, Stop> {
    let next = (1..stages.len()).chain(stages.len().checked_sub(1));
    next.map(|next| {
        control.poll()?;
        let settled = stages[next..].iter().fold(*goals, |settled, stage| settled.and(stage));
        let table = goals_reached(board, &goals.without(&settled), &settled);
        Ok((0..).map(Square).zip(&table).filter(|(_, goals)| goals.is_empty()).map(|(at, _)| at).collect())
    })
    .collect()
}

/// The solved position being taken apart.
struct Unpacking<'b, const W: usize> {
    board: &'b Board,
    /// Where boxes vanish.
    base: Boxes<W>,
    first_out: FirstOut,
    scratch: RefCell<(Shoves<'b, W>, Regions<'b>)>,
}

impl<const W: usize> FeatureSpace for Unpacking<'_, W> {
    type State = Position<W>;
    type Action = Shove;
    /// How few boxes are left, and in how few regions.
    type Cell = (Reverse<usize>, Reverse<u16>);

    fn is_goal(&self, position: &Position<W>) -> bool {
        position.boxes.is_empty()
    }

    fn cell(&self, position: &Position<W>) -> Self::Cell {
        let regions = self.scratch.borrow_mut().1.count(&position.boxes);
        (Reverse(position.boxes.len()), Reverse(regions))
    }

    /// The shortest way of each box to the base; else boxes are parked, rather far away.
    fn advise(&self, position: &Position<W>, visit: &mut impl FnMut(Advice<Shove>)) {
        let (shoves, _) = &mut *self.scratch.borrow_mut();
        for from in &position.boxes {
            let mut is_gone = false;
            shoves.each(
                position,
                from,
                None,
                |_, _| Some(0),
                |action, pulls, _| {
                    if !self.base.contains(action.to) {
                        visit(Advice { action, weight: 1, rank: u16::MAX - pulls });
                    } else if !core::mem::replace(&mut is_gone, true) {
                        let rank = match self.first_out {
                            FirstOut::Nearest => pulls,
                            FirstOut::Farthest => u16::MAX - pulls,
                            FirstOut::Upper => from.0,
                        };
                        visit(Advice { action, weight: 0, rank });
                    }
                },
            );
        }
    }

    fn after(&self, position: &Position<W>, shove: Shove) -> Position<W> {
        let mut boxes = position.boxes;
        boxes.remove(shove.from);
        if self.base.contains(shove.to) {
            return Position::new(self.board, boxes, shove.player);
        }
        boxes.insert(shove.to);
        Position { boxes, player: shove.player }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    fn plan(text: &str, first_out: FirstOut) -> (Board, Option<Plan<1>>) {
        let board = Board::new(&text.parse::<Level>().expect("a level"));
        let plan = Plan::find(&board, first_out, 1_000, &mut Control::unlimited()).expect("no limit");
        (board, plan)
    }

    #[test]
    fn a_corridor_is_packed_from_its_end() {
        for first_out in [FirstOut::Nearest, FirstOut::Farthest, FirstOut::Upper] {
            let (board, plan) = plan("#########\n###   ###\n#...$$$ #\n###  @###\n#########", first_out);
            let goals: Boxes<1> = board.goals().iter().copied().collect();
            let plan = plan.expect("a plan");
            assert_eq!((plan.stages[0], plan.stages.last()), (Boxes::new(), Some(&goals)));
            let mut order = plan.stages.windows(2).map(|pair| pair[1].without(&pair[0]));
            assert!(board.goals().iter().all(|&goal| order.next().is_some_and(|new| new.iter().eq([goal]))));
            // A box beyond the goals has none left.
            assert!(plan.outside.last().is_some_and(|outside| outside.contains(board.boxes()[0])));
        }
    }

    #[test]
    fn boxes_make_way_where_they_must() {
        // The box on the left goal comes out only past the right one, which has to leave through
        // the same door.
        let (board, plan) =
            plan("########\n#  #####\n#..  $ #\n#  #$ @#\n####   #\n########", FirstOut::Nearest);
        let plan = plan.expect("a plan");
        assert!(plan.stages.windows(2).all(|pair| pair[1].without(&pair[0]).len() == 1));
        assert_eq!(plan.stages.last().map(Boxes::len), Some(board.goals().len()));
    }

    #[test]
    fn without_nodes_there_is_no_plan_and_a_run_that_ends_says_so() {
        let board =
            Board::new(&"#########\n###   ###\n#...$$$ #\n###  @###\n#########".parse().expect("a level"));
        let mut control = Control::unlimited();
        let plan = |nodes, control: &mut Control| Plan::<1>::find(&board, FirstOut::Nearest, nodes, control);
        assert!(plan(0, &mut control).expect("no limit").is_none());
        let mut control = Control::new(motion_core::Budget::new().with_nodes(2));
        assert_eq!(plan(1_000, &mut control).map(|_| ()), Err(Stop::Nodes));
        assert_eq!(control.stats().bytes, 0);
    }
}
