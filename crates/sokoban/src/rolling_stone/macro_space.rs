//! The game forward with the moves of Rolling Stone.

use alloc::vec::Vec;

use motion_core::search::{Path, Space};

use super::goal_macros::MacroScratch;
use super::{GoalMacros, PositionWithMoves, RelevanceCuts};
use crate::board::{Push, SearchBoard, Square};
use crate::search::{BoxMove, MoveGenerator, Position, PushSpace, Run, RunScratch, Runs};

/// A move of one box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RollingStoneMove {
    /// A run.
    Run(Run),
    /// A run over an entrance, continued from its end to this goal.
    ByEntrance(Run, Square),
    /// A macro move from the first square to the second, a goal.
    Cut(Square, Square),
}

impl BoxMove for RollingStoneMove {
    fn box_squares(self, board: &SearchBoard) -> (Square, Square) {
        match self {
            Self::Run(run) => run.box_squares(board),
            Self::ByEntrance(run, goal) => (run.from, goal),
            Self::Cut(from, goal) => (from, goal),
        }
    }
}

/// A space that wraps another space of runs, with goal macros and relevance cuts.
///
/// # Guarantees
/// The moves are legal, and cost their pushes. With macros or cuts, some solutions are lost,
/// perhaps all of them.
#[derive(Clone, Debug)]
pub(crate) struct MacroSpace<'b, S, const W: usize> {
    board: &'b SearchBoard,
    runs: Runs<'b, S>,
    macros: Option<GoalMacros<'b, W>>,
    relevance: Option<RelevanceCuts>,
}

/// The scratch of [`MacroSpace`]: that of the runs, and the runs of one position.
#[derive(Clone, Debug)]
pub(crate) struct MacroSpaceScratch<'b, T, const W: usize> {
    of_runs: RunScratch<T, W>,
    of_macros: Option<MacroScratch<'b, W>>,
    runs: Vec<(Run, Position<W>, u32)>,
}

impl<'b, S, const W: usize> MacroSpace<'b, S, W>
where
    S: PushSpace<W>,
{
    pub(crate) fn new(
        board: &'b SearchBoard,
        space: S,
        macros: Option<GoalMacros<'b, W>>,
        relevance: Option<RelevanceCuts>,
    ) -> Self {
        Self { board, runs: Runs::new(board, space), macros, relevance }
    }

    /// Returns the pushes of a path from a position.
    pub(crate) fn to_pushes(&self, start: &Position<W>, path: Path<RollingStoneMove>) -> Path<Push> {
        let mut pushes = Vec::with_capacity(path.cost as usize);
        let mut of_macros = self.macros.as_ref().map(GoalMacros::scratch);
        let mut generator = MoveGenerator::new(self.board);
        let mut position = *start;
        for action in path.actions {
            if let RollingStoneMove::Run(run) | RollingStoneMove::ByEntrance(run, _) = action {
                pushes.extend(run.pushes(self.board));
                generator.enter(&position);
                position = generator.after_run(&position.boxes, run);
            }
            let from = match action {
                RollingStoneMove::Run(_) => continue,
                RollingStoneMove::ByEntrance(run, _) => run.end(self.board),
                RollingStoneMove::Cut(from, _) => from,
            };
            let (macros, scratch) =
                self.macros.as_ref().zip(of_macros.as_mut()).expect("invariant: macros are made by these");
            let (placement, haul) = macros.pushes(scratch, &position, from);
            pushes.extend_from_slice(haul);
            position = placement.after;
        }
        Path { actions: pushes, cost: path.cost }
    }
}

impl<'b, S, const W: usize> Space for MacroSpace<'b, S, W>
where
    S: PushSpace<W>,
{
    type State = PositionWithMoves<W>;
    type Action = RollingStoneMove;
    type Scratch = MacroSpaceScratch<'b, S::Scratch, W>;

    fn scratch(&self) -> Self::Scratch {
        let of_macros = self.macros.as_ref().map(GoalMacros::scratch);
        MacroSpaceScratch { of_runs: self.runs.scratch(), of_macros, runs: Vec::new() }
    }

    fn is_goal(&self, scratch: &mut Self::Scratch, state: &PositionWithMoves<W>) -> bool {
        self.runs.is_goal(&mut scratch.of_runs, &state.position)
    }

    fn successors(
        &self,
        scratch: &mut Self::Scratch,
        state: &PositionWithMoves<W>,
        visit: &mut impl FnMut(RollingStoneMove, PositionWithMoves<W>, u32),
    ) {
        let MacroSpaceScratch { of_runs, of_macros, runs } = scratch;
        let position = &state.position;
        let mut macros = self.macros.as_ref().zip(of_macros.as_mut());
        if let Some((macros, scratch)) = &mut macros
            && let Some((placement, pushes)) =
                macros.cut(scratch, position, |boxes, push| self.runs.leaves_out(of_runs, boxes, push))
        {
            let after = PositionWithMoves::anew(placement.after, placement.goal);
            return visit(RollingStoneMove::Cut(placement.from, placement.goal), after, pushes);
        }
        runs.clear();
        self.runs.successors(of_runs, position, &mut |run, after, cost| runs.push((run, after, cost)));
        for &(run, after, cost) in &*runs {
            let end = run.end(self.board);
            if let Some((macros, scratch)) = &mut macros
                && run
                    .pushes(self.board)
                    .any(|push| macros.is_entrance(self.board.step(push.from, push.direction)))
                && let Some((placement, pushes)) = macros
                    .of_box(scratch, &after, end, |boxes, push| self.runs.leaves_out(of_runs, boxes, push))
            {
                let after = PositionWithMoves::anew(placement.after, placement.goal);
                visit(RollingStoneMove::ByEntrance(run, placement.goal), after, cost + pushes);
                continue;
            }
            let is_switch = match &self.relevance {
                Some(relevance) => match relevance.is_switch(state, run.from, &after) {
                    Some(is_switch) => is_switch,
                    None => continue,
                },
                None => false,
            };
            visit(RollingStoneMove::Run(run), state.then(after, end, is_switch), cost);
        }
    }

    fn continues(&self, last: RollingStoneMove, next: RollingStoneMove) -> bool {
        last.box_squares(self.board).1 == next.box_squares(self.board).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::LowerBounds;
    use crate::rolling_stone::MacroStart;
    use crate::samples::{board_of, live_at};
    use crate::search::Pushes;
    use motion_core::Control;

    /// Returns the moves of the start, as the squares of the box before and after, with the pushes.
    fn moves(text: &str, start: MacroStart) -> Vec<([(u32, u32); 2], u32)> {
        let board = board_of(text);
        let bounds = LowerBounds::new(&board);
        let macros = GoalMacros::new(&board, &bounds, start, &mut Control::unlimited()).expect("unlimited");
        let space = MacroSpace::new(&board, Pushes::<4>::new(&board), Some(macros), None);
        let position = Position::start(&board).expect("on live squares");
        let mut found = Vec::new();
        space.successors(
            &mut space.scratch(),
            &PositionWithMoves::new(position),
            &mut |action, after, cost| {
                let (from, to) = action.box_squares(&board);
                let mut boxes = position.boxes;
                boxes.shift(from, to);
                assert_eq!(after.position.boxes, boxes);
                let path = Path { actions: alloc::vec![action], cost: cost.into() };
                let pushes = space.to_pushes(&position, path).actions;
                assert_eq!(pushes.len() as u32, cost);
                let last = pushes.last().expect("a push");
                assert_eq!(Position::new(&board, boxes, last.from), after.position);
                found.push(([from, to].map(|square| board.coordinates(square)), cost));
            },
        );
        found
    }

    #[test]
    fn a_box_that_passes_an_entrance_ends_on_the_first_goal() {
        let text = "###########\n#    ## ..#\n#  @$     #\n#  $ ##   #\n#    ######\n###########";
        let board = board_of(text);
        let goals: Vec<_> = [(1, 8), (1, 9)].map(|at| live_at(&board, at)).to_vec();
        assert_eq!(board.goals(), goals);
        let found = moves(text, MacroStart::Entrance);
        // One move leads through the door and up to the right goal; the other pushes are unchanged.
        assert!(found.contains(&([(2, 4), (1, 9)], 6)), "{found:?}");
        assert!(found.len() > 1 && found.iter().filter(|&&(_, cost)| cost > 1).count() == 1, "{found:?}");
        // No other move is tried.
        assert_eq!(moves(text, MacroStart::Anywhere), [([(2, 4), (1, 9)], 6)]);
    }
}
