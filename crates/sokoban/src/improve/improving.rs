//! Shortens a solution: first its pushes, then the walks between them.

use alloc::vec::Vec;
use core::ops::Range;

use motion_core::{Control, Stop};

use super::known_solution::KnownSolution;
use super::rounds::Rounds;
use super::search_cost::SearchCost;
use super::{ImprovedMoves, Improver, Objective};
use crate::board::{BoardSearch, Push, SearchBoard};
use crate::bound::LowerBounds;
use crate::level::Level;
use crate::moves::Moves;
use crate::search::Position;
use crate::verify::VerifyError;

impl Improver {
    /// Shortens a solution. Observers receive every solution that is shorter than all before.
    ///
    /// # Errors
    /// Those of [`Level::verify`]. A limit is not an error; it is reported in
    /// [`ImprovedMoves::stopped`].
    pub fn improve(
        &self,
        level: &Level,
        moves: Moves,
        control: &mut Control,
    ) -> Result<ImprovedMoves, VerifyError> {
        let before = level.verify(&moves)?;
        let board = SearchBoard::new(level);
        let work = Improving { improver: *self, pushes: pushes(&board, &moves), control };
        let Some((pushes, stopped)) = board.with_width(work) else {
            return Ok(ImprovedMoves { moves, stopped: Some(Stop::Unsupported) });
        };
        let improved = board.moves(pushes).expect("invariant: pushes of the space are legal");
        let after = level.verify(&improved).expect("invariant: the pushes lead to the goals");
        let in_order = |metrics| (self.objective().cost(metrics), metrics.pushes + metrics.steps);
        let moves = if in_order(&after) < in_order(&before) { improved } else { moves };
        Ok(ImprovedMoves { moves, stopped })
    }
}

/// Returns the pushes among the steps of a solution.
fn pushes(board: &SearchBoard, moves: &Moves) -> Vec<Push> {
    let mut has_box = alloc::vec![false; board.square_count() + 1];
    for square in board.boxes() {
        has_box[square.index()] = true;
    }
    let (mut player, mut pushes) = (board.player(), Vec::new());
    for step in moves {
        player = board.step(player, step.direction);
        if core::mem::take(&mut has_box[player.index()]) {
            pushes.push(Push { from: player, direction: step.direction });
            has_box[board.step(player, step.direction).index()] = true;
        }
    }
    pushes
}

struct Improving<'c, 'o> {
    improver: Improver,
    pushes: Vec<Push>,
    control: &'c mut Control<'o>,
}

impl BoardSearch for Improving<'_, '_> {
    type Output = (Vec<Push>, Option<Stop>);

    fn run<const W: usize>(self, board: &SearchBoard) -> Self::Output {
        let Self { improver, mut pushes, control } = self;
        let stopped =
            improver.work::<W>(board, least_pushes::<W>(board)..u64::MAX, &mut pushes, control).err();
        (pushes, stopped)
    }
}

impl Improver {
    /// Improves the pushes of a solution; they solve the level at every stop. The range contains
    /// the costs that are better than all before: the work ends at its start, and observers receive
    /// every solution in it.
    pub(crate) fn work<const W: usize>(
        self,
        board: &SearchBoard,
        better: Range<u64>,
        pushes: &mut Vec<Push>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        control.scope(|control| {
            // The distances of the bound, and the squares of the map of boxes.
            let bytes = KnownSolution::<W>::bytes(pushes.len()) + 32 * board.square_count() as u64;
            control.hold(bytes)?;
            control.spend(1)?;
            let mut run = |search_cost, control: &mut Control| {
                let mut rounds = Rounds::<W>::new(board, self, search_cost, core::mem::take(pushes));
                let result = rounds.run(better.clone(), control);
                *pushes = rounds.into_pushes();
                result
            };
            match self.objective() {
                Objective::Steps => run(SearchCost::Steps, control),
                Objective::Pushes if !self.walks => run(SearchCost::Pushes, control),
                Objective::Pushes => {
                    match control.within_share(SHARE_FOR_PUSHES, |control| run(SearchCost::Pushes, control)) {
                        // Either the share is used up, or the run has to stop.
                        Err(Stop::Nodes | Stop::Time) => control.poll().and_then(|()| control.spend(1))?,
                        result => result?,
                    }
                    run(SearchCost::StepsWithinPushes, control)
                }
            }
        })
    }
}

/// The percentage of the budget for fewer pushes; the rest is for the walks between them.
const SHARE_FOR_PUSHES: u8 = 80;

/// Returns a lower bound on the pushes of a solution, and hence on its steps.
fn least_pushes<const W: usize>(board: &SearchBoard) -> u64 {
    let start = Position::<W>::start(board).expect("invariant: boxes are on live squares and fit");
    LowerBounds::new(board).matching(&start).map_or(0, u64::from)
}
