//! Boxes that are packed out of turn.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::analysis::{GoalMatching, GoalTable, frozen, goals_reached_in_play};
use crate::board::{BoxSet, SearchBoard, Square};
use crate::feature::plan::PackingPlan;
use crate::lossy_index::lossy_index;

/// The number of sets of frozen boxes that are cached.
const REMEMBERED: usize = 64;

/// Finds boxes that freeze on a goal before their turn, so that others can no longer be brought to
/// the squares where later steps of the plan need them.
#[derive(Clone, Debug)]
pub(super) struct OutOfTurn<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
    /// The boxes of each stage of the plan.
    stages: Vec<BoxSet<W>>,
    /// For each stage the squares onto which later steps bring boxes that were not moved before;
    /// `None` if one of them is needed twice.
    entries: Vec<Option<BoxSet<W>>>,
    /// A lossy table: sets of frozen boxes, and the entries that can be reached beside them.
    beside: Vec<Option<Box<(BoxSet<W>, BoxSet<W>, GoalTable<W>)>>>,
    matching: GoalMatching<W>,
    /// Whether a move was refused.
    has_refused: bool,
}

impl<'b, const W: usize> OutOfTurn<'b, W> {
    pub(super) fn new(board: &'b SearchBoard, plan: Option<&PackingPlan<W>>) -> Self {
        let stages = plan.map_or(Vec::new(), |plan| plan.stages.clone());
        let mut entries: Vec<Option<BoxSet<W>>> = alloc::vec![Some(BoxSet::new()); stages.len()];
        for step in (1..stages.len()).rev() {
            let [before, after] = [&stages[step - 1], &stages[step]];
            let is_entry = before.is_subset(after);
            let square = after.without(before);
            entries[step - 1] = match entries[step] {
                Some(later) if !is_entry => Some(later),
                Some(later) if later.and(&square).is_empty() => Some(later.or(&square)),
                _ => None,
            };
        }
        let goals = board.goals().iter().copied().collect();
        let (beside, matching) = (alloc::vec![None; REMEMBERED], GoalMatching::new(board));
        Self { board, goals, stages, entries, beside, matching, has_refused: false }
    }

    /// Whether a move was refused.
    pub(super) const fn has_refused(&self) -> bool {
        self.has_refused
    }

    /// Whether a box that has come to a square is frozen there on a goal, and the boxes that are
    /// neither part of this stage nor frozen cannot be assigned squares onto which later steps
    /// bring boxes.
    pub(super) fn refuses(&mut self, stage: usize, boxes: &BoxSet<W>, to: Square) -> bool {
        if !self.goals.contains(to) {
            return false;
        }
        let frozen = frozen(self.board, boxes.and(&self.goals));
        if !frozen.contains(to) {
            return false;
        }
        let Some(&Some(entries)) = self.entries.get(stage) else { return false };
        let here = self.stages[stage];
        let entries = entries.or(&here.without(boxes)).without(&frozen);
        let number = lossy_index(&(frozen, entries), REMEMBERED);
        let place = &mut self.beside[number];
        if place.as_ref().is_none_or(|entry| (entry.0, entry.1) != (frozen, entries)) {
            *place = Some(Box::new((frozen, entries, goals_reached_in_play(self.board, &entries, &frozen))));
        }
        let table = &place.as_ref().expect("invariant: it has just been filled").2;
        let left = boxes.without(&here).without(&frozen);
        let refuses = !self.matching.is_complete(&left, &entries, table);
        self.has_refused |= refuses;
        refuses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{board_of, live_at};

    /// Boxes enter the hall in rows 1 and 2 through column 2. There they go up at once, and are
    /// pushed right only from the goal in the corner.
    const HALL: &str = "########\n#..    #\n#      #\n## #####\n# $    #\n#.$$@  #\n#      #\n########";

    #[test]
    fn a_corner_is_filled_after_what_needs_it() {
        let board = board_of(HALL);
        let at = |row: u32, column: u32| live_at(&board, (row, column));
        let set = |squares: &[Square]| squares.iter().copied().collect::<BoxSet<1>>();
        let (corner, beside, below) = (at(1, 1), at(1, 2), at(5, 1));
        let [one, two] = [at(1, 5), at(1, 4)];
        let stages = alloc::vec![
            set(&[]),
            set(&[one]),
            set(&[one, two]),
            set(&[one, two, below]),
            set(&[one, corner, below]),
            set(&[beside, corner, below]),
        ];
        let plan = PackingPlan { outside: alloc::vec![BoxSet::new(); stages.len()], stages };
        let mut turns = OutOfTurn::new(&board, Some(&plan));
        let [first, second] = [at(5, 2), at(5, 3)];
        // Two squares need it.
        assert!(turns.refuses(0, &set(&[corner, first, second]), corner));
        assert!(turns.has_refused());
        // One needs it.
        assert!(turns.refuses(1, &set(&[corner, first, second]), corner));
        // The box on the lower goal can be pushed again, those off the goals are parked.
        assert!(!turns.refuses(0, &set(&[below, first, second]), below));
        assert!(!turns.refuses(0, &set(&[one, first, second]), one));
        // Nothing needs it any more.
        assert!(!turns.refuses(2, &set(&[corner, one, second]), corner));
        assert!(!turns.refuses(3, &set(&[corner, one, below]), corner));
        assert!(!OutOfTurn::<1>::new(&board, None).refuses(0, &set(&[corner, first, second]), corner));
    }
}
