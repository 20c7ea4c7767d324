//! The order in which boxes are packed.
//!
//! The solved position is unpacked: boxes are pulled from the goals to the start squares of boxes,
//! and are removed there. In reverse, this is an order in which they can be packed, each with a
//! route to its goal. If a box has to be moved aside before another can leave, the plan has a step
//! that parks it.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::any_start_unpacking::AnyStartUnpacking;
use super::packing_heuristic::PackingHeuristic;
use super::planned_goals::with_planned_goals;
use super::sink_unpacking::SinkUnpacking;
use crate::analysis::goals_reached_in_play;
use crate::board::{BoxSet, SearchBoard, Square};

/// The largest number of nodes spent on a plan on any start squares. Such a plan is found with few
/// nodes or not at all.
const ON_ANY_START: u64 = 1_000;

/// The largest number of nodes spent on a plan by sinks in a random order, which is one of many.
const IN_RANDOM_ORDER: u64 = 500;

/// The boxes after each step of packing.
#[derive(Clone, Debug)]
pub(in crate::feature) struct PackingPlan<const W: usize> {
    /// The boxes packed or parked after each step, up to all goals that are planned. The boxes of
    /// the first stage, if there are any, have to be brought to their squares before the first
    /// step.
    pub(in crate::feature) stages: Vec<BoxSet<W>>,
    /// For each stage, the squares from which a box has no goal left after the next step.
    pub(in crate::feature) outside: Vec<BoxSet<W>>,
}

impl<const W: usize> PackingPlan<W> {
    /// Finds a plan; `None` if there is none within this many nodes. Its memory is held in
    /// `control`.
    ///
    /// If sinks do not unpack the solved position completely, the plan is the one on any start
    /// squares. If that does not exist either, the plan by sinks begins with boxes that have to be
    /// brought to their squares before the first step. A plan by sinks in a random order always
    /// does so if it is incomplete.
    pub(in crate::feature) fn find(
        board: &SearchBoard,
        packing: PackingHeuristic,
        nodes: u64,
        control: &mut Control,
    ) -> Result<Option<Self>, Stop> {
        let board = &*with_planned_goals::<W>(board);
        let unpacked = match packing {
            PackingHeuristic::Sinks { seed } => by_sinks(board, seed, nodes, control)?,
            _ => AnyStartUnpacking::new(board, packing).stages(nodes.min(ON_ANY_START), control)?,
        };
        let Some(mut stages) = unpacked else { return Ok(None) };
        stages.reverse();
        control.hold((2 * stages.len() * size_of::<BoxSet<W>>()) as u64)?;
        let goals = board.goals().iter().copied().collect();
        let outside = outside(board, &goals, &stages, control)?;
        Ok(Some(Self { stages, outside }))
    }
}

/// Returns the boxes left after each step of unpacking by sinks or, if that is incomplete, on any
/// start squares.
fn by_sinks<const W: usize>(
    board: &SearchBoard,
    seed: u64,
    nodes: u64,
    control: &mut Control,
) -> Result<Option<Vec<BoxSet<W>>>, Stop> {
    let by_sinks = SinkUnpacking::new(board, seed);
    match by_sinks.stages(if seed == 0 { nodes } else { nodes.min(IN_RANDOM_ORDER) }, control)? {
        Some((stages, is_whole)) if is_whole || seed != 0 => Ok(Some(stages)),
        found => {
            let on_any = AnyStartUnpacking::new(board, PackingHeuristic::Nearest);
            let on_any = on_any.stages(nodes.min(ON_ANY_START), control)?;
            Ok(on_any.or(found.map(|(stages, _)| stages)))
        }
    }
}

/// Returns for each stage the squares from which a box reaches none of the goals that are left
/// after the next stage. Boxes that never move again count as walls.
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
        let table = goals_reached_in_play(board, &goals.without(&settled), &settled);
        Ok((0..).map(Square).zip(&table).filter(|(_, goals)| goals.is_empty()).map(|(at, _)| at).collect())
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use motion_testing::cases;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::samples::{board_of, random_board};

    fn plan(text: &str, packing: PackingHeuristic) -> (SearchBoard, Option<PackingPlan<4>>) {
        let board = board_of(text);
        let plan = PackingPlan::find(&board, packing, 1_000, &mut Control::unlimited()).expect("no limit");
        (board, plan)
    }

    #[test]
    fn a_corridor_is_packed_from_its_end() {
        for packing in [
            PackingHeuristic::Nearest,
            PackingHeuristic::Farthest,
            PackingHeuristic::Upper,
            PackingHeuristic::Sinks { seed: 0 },
            PackingHeuristic::Sinks { seed: 1 },
        ] {
            let (board, plan) = plan("#########\n###   ###\n#...$$$ #\n###  @###\n#########", packing);
            let goals: BoxSet<4> = board.goals().iter().copied().collect();
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
    fn where_sinks_do_not_unpack_everything_any_start_squares_do() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(74);
        let (mut by_sinks, mut on_any, mut partial) = (0, 0, 0);
        for _ in 0..cases(20, 300) {
            let board = random_board(&mut rng, 4);
            let control = &mut Control::unlimited();
            let plan = PackingPlan::<4>::find(&board, PackingHeuristic::Sinks { seed: 0 }, 200, control);
            let stages = plan.expect("no limit").map(|plan| plan.stages);
            let forward = |stages: Option<Vec<_>>| stages.map(|stages| stages.into_iter().rev().collect());
            let found = SinkUnpacking::new(&board, 0).stages(200, control).expect("no limit");
            let whole = found.and_then(|(stages, is_whole)| is_whole.then_some(stages));
            let any = AnyStartUnpacking::new(&board, PackingHeuristic::Nearest);
            let any = any.stages(200, control).expect("no limit");
            match (&whole, &any) {
                (Some(_), _) => by_sinks += 1,
                (None, Some(_)) => on_any += 1,
                (None, None) => partial += u32::from(stages.is_some()),
            }
            if whole.is_some() || any.is_some() {
                assert_eq!(stages, forward(whole.or(any)));
            }
        }
        assert!(
            by_sinks >= cases(3, 60) && on_any >= cases(0, 3) && partial >= cases(0, 3),
            "{by_sinks} {on_any} {partial}"
        );
    }

    #[test]
    fn other_seeds_make_other_plans() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(75);
        let mut different = 0;
        for _ in 0..cases(20, 100) {
            let board = random_board(&mut rng, 5);
            let plans = [0, 1, 2, 2].map(|seed| {
                let packing = PackingHeuristic::Sinks { seed };
                let plan = PackingPlan::<4>::find(&board, packing, 500, &mut Control::unlimited());
                plan.expect("no limit").map(|plan| plan.stages)
            });
            assert_eq!(plans[2], plans[3]);
            different += u32::from(plans[1] != plans[2]);
        }
        assert!(different >= cases(5, 25), "{different}");
    }

    #[test]
    fn without_nodes_there_is_no_plan_and_a_run_that_ends_says_so() {
        let board = board_of("#########\n###   ###\n#...$$$ #\n###  @###\n#########");
        let mut control = Control::unlimited();
        let plan = |nodes, control: &mut Control| {
            PackingPlan::<4>::find(&board, PackingHeuristic::Nearest, nodes, control)
        };
        assert!(plan(0, &mut control).expect("no limit").is_none());
        let mut control = Control::new(motion_core::Budget::new().with_nodes(2));
        assert_eq!(plan(1_000, &mut control).map(|_| ()), Err(Stop::Nodes));
        assert_eq!(control.stats().bytes, 0);
    }
}
