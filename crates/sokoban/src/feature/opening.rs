//! Open positions, found from the goals.

use alloc::vec::Vec;
use core::num::NonZero;

use motion_core::internal::{Advice, FeatureSpace, OngoingFeatureSearch};
use motion_core::search::Space;
use motion_core::{Control, Outcome, Stop};

use super::measures::RegionCounter;
use crate::analysis::{PrunedPulls, PullDeadlocks};
use crate::board::{Push, SearchBoard, Square};
use crate::bound::{LowerBounds, MatchingBound};
use crate::search::{MoveGenerator, Position};

/// The nodes of the search for an open position.
const NODES: u64 = 500;

/// Pulls boxes apart from the solved positions on, with few nodes, and returns the most open
/// position found, with the pushes that lead from it to the goals; `None` if no box can be pulled,
/// or the boxes may end on too many sets of goals. `bounds` are those of the game backward.
pub(crate) fn open_position<const W: usize>(
    board: &SearchBoard,
    bounds: &LowerBounds,
    control: &mut Control,
) -> Result<Option<(Position<W>, Vec<Push>)>, Stop> {
    let Some(pulls) = PrunedPulls::new(board) else { return Ok(None) };
    let mut run = OngoingFeatureSearch::new(pulls.starts());
    let space = OpeningPulls { board, bounds, pulls };
    let mut scratch = space.scratch();
    let outcome = run.run(&space, &mut scratch, NODES, control);
    let open = scratch.most_open.and_then(|(_, open)| {
        let pushes = run.actions_to(&open)?.into_iter().rev().map(|pull| pull.push).collect::<Vec<_>>();
        (!pushes.is_empty()).then_some((open, pushes))
    });
    run.release(control);
    match outcome {
        Outcome::Stopped { why, .. } if why != Stop::Nodes => Err(why),
        _ => Ok(open),
    }
}

/// The feature space of a board backward, in which boxes are pulled apart.
///
/// A position is open if the boxes divide the floor into few regions, and the player can push
/// nearly all boxes. Positions that boxes cannot leave for their start squares are omitted.
struct OpeningPulls<'b, const W: usize> {
    board: &'b SearchBoard,
    /// The bounds of the game backward.
    bounds: &'b LowerBounds,
    pulls: PrunedPulls<'b, W>,
}

/// A pull of a box by one square.
#[derive(Clone, Copy)]
struct Pull {
    /// The push that it undoes.
    push: Push,
    /// The lowest square of the player's zone after it.
    player: Square,
}

/// The data of one search.
struct OpeningScratch<'b, const W: usize> {
    pulls: <PrunedPulls<'b, W> as Space>::Scratch,
    matching: MatchingBound<'b>,
    deadlocks: PullDeadlocks<'b, W>,
    obstacles: ObstacleCounter<'b>,
    /// The most open position so far, with its obstacles.
    most_open: Option<(u32, Position<W>)>,
}

/// Counts what a position lacks to be open.
struct ObstacleCounter<'b> {
    regions: RegionCounter<'b>,
    generator: MoveGenerator<'b>,
}

impl ObstacleCounter<'_> {
    /// Returns twice the number of regions plus the number of boxes that the player cannot push.
    fn count<const W: usize>(&mut self, position: &Position<W>) -> u32 {
        self.generator.enter(position);
        let movable = self.generator.pushes(&position.boxes).map(|push| push.from).collect();
        let stuck = position.boxes.without(&movable).len();
        2 * u32::from(self.regions.count(&position.boxes)) + stuck as u32
    }
}

impl<'b, const W: usize> FeatureSpace for OpeningPulls<'b, W> {
    type State = Position<W>;
    type Action = Pull;
    type Cell = ();
    type Scratch = OpeningScratch<'b, W>;

    fn scratch(&self) -> OpeningScratch<'b, W> {
        OpeningScratch {
            pulls: self.pulls.scratch(),
            matching: MatchingBound::new(self.bounds),
            deadlocks: PullDeadlocks::new(self.board),
            obstacles: ObstacleCounter {
                regions: RegionCounter::new(self.board),
                generator: MoveGenerator::new(self.board),
            },
            most_open: None,
        }
    }

    fn turns(&self) -> NonZero<u32> {
        NonZero::<u32>::MIN
    }

    /// Remembers the most open position. None is a goal.
    fn is_goal(&self, scratch: &mut OpeningScratch<'b, W>, position: &Position<W>) -> bool {
        let obstacles = scratch.obstacles.count(position);
        if scratch.most_open.is_none_or(|(least, _)| obstacles < least) {
            scratch.most_open = Some((obstacles, *position));
        }
        false
    }

    fn cell(&self, _: &mut OpeningScratch<'b, W>, _: &Position<W>) {}

    fn advise(
        &self,
        scratch: &mut OpeningScratch<'b, W>,
        position: &Position<W>,
        _: &mut Control,
        visit: &mut impl FnMut(Advice<Pull>),
    ) -> Result<(), Stop> {
        let OpeningScratch { pulls, matching, obstacles, .. } = scratch;
        if matching.enter(position).is_none() {
            return Ok(());
        }
        self.pulls.successors(pulls, position, &mut |push, before, _| {
            let from = self.board.step(push.from, push.direction);
            if matching.after_macro_move(from, push.from, before.player).is_some() {
                let action = Pull { push, player: before.player };
                visit(Advice { action, weight: 0, rank: obstacles.count(&before) });
            }
        });
        Ok(())
    }

    fn after(&self, position: &Position<W>, Pull { push, player }: Pull) -> Position<W> {
        let mut boxes = position.boxes;
        boxes.shift(self.board.step(push.from, push.direction), push.from);
        Position { boxes, player }
    }

    fn is_lost(
        &self,
        scratch: &mut OpeningScratch<'b, W>,
        position: &Position<W>,
        _: Pull,
        _: &mut Control,
    ) -> Result<bool, Stop> {
        Ok(scratch.deadlocks.is_shut_out(position))
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use motion_core::{Budget, Direction};
    use motion_testing::cases;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::board::Reach;
    use crate::samples::{board_of, random_board};
    use crate::search::Pulls;

    /// Counts regions and boxes that cannot be pushed, square by square.
    fn obstacles(board: &SearchBoard, position: &Position<4>) -> usize {
        let (mut seen, mut regions, mut here) = (vec![], 0, Reach::new(board));
        for square in (0..board.square_count() as u16).map(Square) {
            if !seen.contains(&square) && !position.boxes.contains(square) {
                here.flood(board, &position.boxes, square);
                seen.extend(here.squares());
                regions += 1;
            }
        }
        here.flood(board, &position.boxes, position.player);
        let is_stuck = |at: &Square| {
            !Direction::ALL.into_iter().any(|direction| {
                let to = board.step(*at, direction);
                here.contains(board.step(*at, direction.opposite()))
                    && board.is_live(to)
                    && !position.boxes.contains(to)
            })
        };
        2 * regions + position.boxes.iter().filter(is_stuck).count()
    }

    #[test]
    fn the_pushes_of_an_open_position_lead_to_the_goals_and_no_position_nearby_is_more_open() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(61);
        let (mut found, mut more_open) = (0, 0);
        for _ in 0..cases(60, 600) {
            let board = random_board(&mut rng, 5);
            let bounds = LowerBounds::backward(&board);
            let mut control = Control::unlimited();
            let open = open_position::<4>(&board, &bounds, &mut control).expect("no limits");
            let pulls = Pulls::<4>::new(&board).expect("few sets of goals");
            let starts = pulls.starts();
            assert_eq!(control.stats().bytes, 0);
            assert!(control.stats().nodes < 2 * NODES);
            let Some((open, pushes)) = open else { continue };
            found += 1;
            let (mut position, mut generator) = (open, MoveGenerator::new(&board));
            for &push in &pushes {
                generator.enter(&position);
                assert!(generator.pushes(&position.boxes).any(|legal| legal == push));
                position = generator.after_push(&position.boxes, push);
            }
            assert!(position.boxes.iter().all(|at| board.goals().contains(&at)));
            // The best of the positions after one pull is entered, unless all are lost.
            let least = obstacles(&board, &open);
            more_open += u32::from(least < obstacles(&board, &position));
            let (mut scratch, mut deadlocks) = (pulls.scratch(), PullDeadlocks::new(&board));
            let mut matching = MatchingBound::new(&bounds);
            for start in starts {
                pulls.successors(&mut scratch, &start, &mut |push, before, _| {
                    let is_lost = deadlocks.after_pull(&before.boxes, push)
                        || deadlocks.is_shut_out(&before)
                        || matching.enter(&before).is_none();
                    assert!(is_lost || least <= obstacles(&board, &before), "{least}");
                });
            }
        }
        assert!(found > cases(30, 300) && more_open > cases(20, 200), "{found}, {more_open}");
    }

    #[test]
    fn limits_end_the_search() {
        let board = board_of("8#|#@-----#|#-$-$--#|#---$-.#|#----..#|8#");
        let bounds = LowerBounds::backward(&board);
        let ends = |budget| {
            let mut control = Control::new(budget);
            let found = open_position::<4>(&board, &bounds, &mut control);
            assert_eq!(control.stats().bytes, 0);
            (found.map(|open| open.is_some()), control.stats().nodes)
        };
        let (found, nodes) = ends(Budget::new());
        assert!(found == Ok(true) && nodes > 3);
        assert_eq!(ends(Budget::new().with_nodes(3)), (Ok(true), 3));
        assert_eq!(ends(Budget::new().with_bytes(100)).0, Err(Stop::Memory));
    }
}
