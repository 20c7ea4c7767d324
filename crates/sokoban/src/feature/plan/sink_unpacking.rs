//! Unpacks the solved position by sinks; each start square removes only one box.

use alloc::vec::Vec;

use motion_core::internal::{Advice, FeatureSpace, OngoingFeatureSearch};
use motion_core::{Control, Outcome, Stop};

use super::sink_advice::SinkAdvisors;
use super::sink_unpacking_state::{SinkUnpackingState, SinkUnpackingStep};
use crate::analysis::Corrals;
use crate::board::{BoxSet, Reach, SearchBoard};
use crate::feature::cell::{FeatureCell, fewer};
use crate::search::{Position, Pulls};

/// The feature space of unpacking the solved position by sinks.
///
/// Boxes vanish only on sinks, each together with its sink, and only if the player still reaches
/// all sinks and the remaining bases can be assigned to the remaining boxes. If any box can vanish,
/// nothing else is done. Boxes from bases that are not interchangeable are therefore pulled there
/// in the end, or stay. Others are parked while the way to the sinks is not yet open. A step is
/// omitted if, played forward, a corral would not permit it.
#[derive(Clone, Debug)]
pub(super) struct SinkUnpacking<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
    /// The seed of the order of otherwise equal pulls.
    seed: u64,
    /// The solved positions.
    starts: Vec<Position<W>>,
}

/// The data of one search.
pub(super) struct SinkScratch<'b, const W: usize> {
    advisors: SinkAdvisors<'b, W>,
    corrals: Corrals<'b, W>,
    reach: Reach,
    /// The best state reached.
    best: Option<(FeatureCell, SinkUnpackingState<W>)>,
}

impl<'b, const W: usize> SinkUnpacking<'b, W> {
    pub(super) fn new(board: &'b SearchBoard, seed: u64) -> Self {
        let goals = board.goals().iter().copied().collect();
        let starts = Pulls::<W>::new(board).expect("invariant: boxes are alive and fit").starts();
        Self { board, goals, seed, starts }
    }

    /// Returns the boxes left after each step, from the goals on, and whether the steps remove all
    /// boxes. If this takes more than this many nodes, the steps end with the best state; `None` if
    /// no box can be pulled.
    pub(super) fn stages(
        &self,
        nodes: u64,
        control: &mut Control,
    ) -> Result<Option<(Vec<BoxSet<W>>, bool)>, Stop> {
        let found = self.steps(nodes, control)?;
        Ok(found.map(|(steps, is_whole)| (self.after_each(&steps), is_whole)))
    }

    fn after_each(&self, steps: &[SinkUnpackingStep]) -> Vec<BoxSet<W>> {
        let mut state = SinkUnpackingState::<W>::solved(self.board);
        let mut stages = alloc::vec![state.position.boxes];
        for &step in steps {
            state = state.after(self.board, step);
            if !matches!(step, SinkUnpackingStep::Enter(_)) {
                stages.push(state.position.boxes);
            }
        }
        stages
    }

    /// Returns the steps of [`stages`](Self::stages), and whether they remove all boxes.
    fn steps(
        &self,
        nodes: u64,
        control: &mut Control,
    ) -> Result<Option<(Vec<SinkUnpackingStep>, bool)>, Stop> {
        let (mut scratch, mut run) =
            (self.scratch(), OngoingFeatureSearch::new([SinkUnpackingState::solved(self.board)]));
        let outcome = run.run(self, &mut scratch, nodes, control);
        let best = scratch.best.and_then(|(_, best)| run.actions_to(&best));
        run.release(control);
        match outcome {
            Outcome::Solved { plan, .. } => return Ok(Some((plan.actions, true))),
            Outcome::Stopped { why: Stop::Nodes, .. } => control.spend(1)?,
            Outcome::Stopped { why, .. } => return Err(why),
            Outcome::Unsolvable => {}
        }
        Ok(best.map(|steps| (steps, false)))
    }
}

impl<'b, const W: usize> FeatureSpace for SinkUnpacking<'b, W> {
    type State = SinkUnpackingState<W>;
    type Action = SinkUnpackingStep;
    type Cell = FeatureCell;
    type Scratch = SinkScratch<'b, W>;

    fn scratch(&self) -> SinkScratch<'b, W> {
        SinkScratch {
            advisors: SinkAdvisors::new(self.board, self.seed),
            corrals: Corrals::new(self.board),
            reach: Reach::new(self.board),
            best: None,
        }
    }

    /// Whether each box left is on a base.
    fn is_goal(&self, _: &mut SinkScratch<'b, W>, state: &SinkUnpackingState<W>) -> bool {
        state.position.boxes.is_subset(&state.bases)
    }

    /// Returns the numbers of boxes left, of those on goals, of regions, and of links cut.
    fn cell(&self, scratch: &mut SinkScratch<'b, W>, state: &SinkUnpackingState<W>) -> FeatureCell {
        let boxes = &state.position.boxes;
        let (regions, links) = scratch.advisors.regions_and_links(boxes);
        let cell = [boxes.len() as u16, boxes.and(&self.goals).len() as u16, regions, links].map(fewer);
        let is_better = |best: &(FeatureCell, SinkUnpackingState<W>)| best.0 < cell;
        if !self.board.is_wall(state.position.player) && scratch.best.as_ref().is_none_or(is_better) {
            scratch.best = Some((cell, *state));
        }
        cell
    }

    fn advise(
        &self,
        scratch: &mut SinkScratch<'b, W>,
        state: &SinkUnpackingState<W>,
        control: &mut Control,
        visit: &mut impl FnMut(Advice<SinkUnpackingStep>),
    ) -> Result<(), Stop> {
        if self.board.is_wall(state.position.player) {
            for start in &self.starts {
                visit(Advice { action: SinkUnpackingStep::Enter(start.player), weight: 0, rank: 0 });
            }
            return Ok(());
        }
        scratch.advisors.advise(state, control, visit)
    }

    fn after(&self, state: &SinkUnpackingState<W>, step: SinkUnpackingStep) -> SinkUnpackingState<W> {
        state.after(self.board, step)
    }

    /// Whether a corral, played forward, would force pushes of other boxes first, so that the step
    /// could not be made there.
    fn is_lost(
        &self,
        scratch: &mut SinkScratch<'b, W>,
        state: &SinkUnpackingState<W>,
        step: SinkUnpackingStep,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        control.poll()?;
        let (SinkUnpackingStep::PullAside(pull) | SinkUnpackingStep::Remove(pull)) = step else {
            return Ok(false);
        };
        let mut boxes = state.position.boxes;
        boxes.insert(pull.to);
        scratch.reach.flood(self.board, &boxes, pull.player);
        let forced = scratch.corrals.forced(&scratch.reach);
        Ok(forced.is_some_and(|pushes| pushes.iter().all(|push| push.from != pull.to)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::samples::{board_of, moves_of_a_box, random_board};
    use motion_testing::cases;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    /// Replays steps pull by pull, and returns the state after them.
    fn replayed(board: &SearchBoard, steps: &[SinkUnpackingStep]) -> SinkUnpackingState<4> {
        let mut state = SinkUnpackingState::<4>::solved(board);
        for &step in steps {
            let (SinkUnpackingStep::PullAside(pull) | SinkUnpackingStep::Remove(pull)) = step else {
                let SinkUnpackingStep::Enter(player) = step else { unreachable!() };
                assert!(!state.position.boxes.contains(player));
                state.position = Position::new(board, state.position.boxes, player);
                continue;
            };
            let (mut others, player) = (state.position.boxes, state.position.player);
            assert!(others.contains(pull.from));
            others.remove(pull.from);
            let zone = |box_at: Square, player: Square| {
                let mut boxes = others;
                boxes.insert(box_at);
                Position::new(board, boxes, player).player
            };
            let ends = moves_of_a_box(board, &others, (pull.from, player), true);
            assert!(ends.iter().any(|&(at, player)| at == pull.to && zone(at, player) == pull.player));
            let mut bases = state.bases;
            if matches!(step, SinkUnpackingStep::Remove(_)) {
                assert!(bases.contains(pull.to), "each base is used up once");
                bases.remove(pull.to);
            } else {
                others.insert(pull.to);
            }
            state = SinkUnpackingState { position: Position::new(board, others, pull.player), bases };
        }
        state
    }

    #[test]
    fn steps_are_legal_pulls_that_use_up_bases() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(73);
        let (mut whole, mut parked, mut partial) = (0, 0, 0);
        for _ in 0..cases(20, 300) {
            let board = random_board(&mut rng, 4);
            let unpacking = SinkUnpacking::<4>::new(&board, 0);
            let mut control = Control::unlimited();
            let Some((steps, is_whole)) = unpacking.steps(200, &mut control).expect("no limit") else {
                continue;
            };
            // The last turn may take some nodes more.
            assert!(control.stats().nodes <= 250 && control.stats().bytes == 0);
            let end = replayed(&board, &steps);
            assert_eq!(is_whole, end.position.boxes.is_subset(&end.bases));
            if is_whole {
                whole += 1;
                parked += u32::from(steps.iter().any(|step| matches!(step, SinkUnpackingStep::PullAside(_))));
            } else {
                partial += 1;
            }
            let (stages, _) = unpacking.stages(200, &mut control).expect("no limit").expect("the same steps");
            assert_eq!((stages[0].len(), stages.last()), (4, Some(&end.position.boxes)));
        }
        assert!(
            whole >= cases(3, 60) && parked >= cases(0, 5) && partial >= cases(0, 10),
            "{whole} {parked} {partial}"
        );
    }

    /// A level with a niche above, in which a box starts but into which none can be pushed back.
    const NICHE: &str = "###########\n#  @#######\n# #$##   ##\n#         #\n#  #  $   #\n#    $    #\n\
        #  ...    #\n#         #\n###########";

    #[test]
    fn the_box_of_a_niche_is_pulled_back_into_it() {
        let board = board_of(NICHE);
        let unpacking = SinkUnpacking::<4>::new(&board, 0);
        let (steps, _) =
            unpacking.steps(1_000, &mut Control::unlimited()).expect("no limit").expect("a plan");
        assert!(replayed(&board, &steps).position.boxes.is_empty());
        let bases: Vec<Square> = steps
            .iter()
            .filter_map(|step| if let SinkUnpackingStep::Remove(pull) = step { Some(pull.to) } else { None })
            .collect();
        // While two other bases are left, these are the sinks.
        assert_eq!(bases.len(), 3);
        assert!(bases[0] != board.boxes()[0] && bases.contains(&board.boxes()[0]));
    }

    #[test]
    fn limits_end_it() {
        let board = board_of(NICHE);
        for nodes in 0..4 {
            let mut control = Control::new(motion_core::Budget::new().with_nodes(nodes));
            let stages = SinkUnpacking::<4>::new(&board, 0).stages(1_000, &mut control);
            assert_eq!((stages, control.stats().bytes), (Err(Stop::Nodes), 0));
        }
    }
}
