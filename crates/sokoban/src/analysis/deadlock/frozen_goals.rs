//! Detects that boxes frozen on goals leave too few goals for the others. Backward, the start
//! squares of boxes take the place of the goals.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::goals_beside::{GoalsBeside, MoveRules};
use super::lone_box::GoalTable;
use crate::board::{BoxSet, SearchBoard, Square};
use crate::lossy_index::lossy_index;

/// The number of sets of frozen boxes that are cached.
const REMEMBERED: usize = 256;

/// No box.
const NO_BOX: u16 = u16::MAX;

/// Detects positions in which frozen boxes leave the others too few goals.
#[derive(Clone, Debug)]
pub(super) struct FrozenGoalDeadlock<const W: usize> {
    goals: BoxSet<W>,
    /// The goals without frozen boxes.
    without: GoalsBeside<W>,
    /// A lossy table from sets of frozen boxes to the goals beside them.
    beside: Vec<Option<Box<(BoxSet<W>, GoalsBeside<W>)>>>,
    matching: GoalMatching<W>,
    rules: MoveRules<W>,
}

impl<const W: usize> FrozenGoalDeadlock<W> {
    pub(super) fn new(board: &SearchBoard, goals: BoxSet<W>, rules: MoveRules<W>) -> Self {
        Self::remembering(board, goals, rules, REMEMBERED)
    }

    fn remembering(board: &SearchBoard, goals: BoxSet<W>, rules: MoveRules<W>, sets: usize) -> Self {
        Self {
            goals,
            rules,
            without: GoalsBeside::new(board, &goals, rules, &BoxSet::new()),
            beside: alloc::vec![None; sets],
            matching: GoalMatching::new(board),
        }
    }

    /// Whether a closed goal is vacant, or the open goals cannot be assigned to the boxes.
    pub(super) fn is_lost(&mut self, board: &SearchBoard, boxes: &BoxSet<W>) -> bool {
        let frozen_boxes = self.frozen_boxes(board, boxes);
        let (beside, matching) = self.beside(board, &frozen_boxes);
        beside.has_vacant_closed_goal(boxes) || !beside.can_be_assigned(boxes, &frozen_boxes, matching)
    }

    /// Works as [`is_lost`](Self::is_lost), provided that the goals could be assigned before a box
    /// moved from one square to another.
    #[inline]
    pub(super) fn is_lost_after(
        &mut self,
        board: &SearchBoard,
        boxes: &BoxSet<W>,
        from: Square,
        to: Square,
    ) -> bool {
        let frozen_boxes = self.frozen_boxes(board, boxes);
        let (beside, matching) = self.beside(board, &frozen_boxes);
        let is_as_before =
            !frozen_boxes.contains(to) && beside.table[from.index()] == beside.table[to.index()];
        beside.has_vacant_closed_goal(boxes)
            || !is_as_before && !beside.can_be_assigned(boxes, &frozen_boxes, matching)
    }

    /// Returns the boxes that are frozen on their goals.
    #[inline]
    fn frozen_boxes(&self, board: &SearchBoard, boxes: &BoxSet<W>) -> BoxSet<W> {
        (self.rules.frozen)(board, boxes.and(&self.goals))
    }

    /// Returns the goals beside frozen boxes, from the table or computed.
    fn beside(
        &mut self,
        board: &SearchBoard,
        frozen_boxes: &BoxSet<W>,
    ) -> (&GoalsBeside<W>, &mut GoalMatching<W>) {
        let Self { goals, without, beside, matching, rules } = self;
        if frozen_boxes.is_empty() {
            return (without, matching);
        }
        let number = lossy_index(frozen_boxes, beside.len());
        let place = &mut beside[number];
        if place.as_ref().is_none_or(|entry| entry.0 != *frozen_boxes) {
            let found = GoalsBeside::new(board, goals, *rules, frozen_boxes);
            *place = Some(Box::new((*frozen_boxes, found)));
        }
        (&place.as_ref().expect("invariant: it has just been filled").1, matching)
    }
}

impl<const W: usize> GoalsBeside<W> {
    #[inline]
    fn has_vacant_closed_goal(&self, boxes: &BoxSet<W>) -> bool {
        !self.closed.is_subset(boxes)
    }

    /// Whether the open goals can be assigned to the boxes that are not on other goals.
    fn can_be_assigned(
        &self,
        boxes: &BoxSet<W>,
        frozen_boxes: &BoxSet<W>,
        matching: &mut GoalMatching<W>,
    ) -> bool {
        let free = boxes.without(frozen_boxes).without(&self.closed);
        // A box that reaches every goal can take any goal left over.
        let mut restricted = free;
        for at in &free {
            if self.table[at.index()] == self.open {
                restricted.remove(at);
            }
        }
        restricted.is_empty() || matching.is_complete(&restricted, &self.open, &self.table)
    }
}

/// Assigns a goal to each box, along augmenting paths.
#[derive(Clone, Debug)]
pub(crate) struct GoalMatching<const W: usize> {
    /// For each live square that is a goal, the square of its assigned box.
    owner: Vec<u16>,
    /// For each goal visited, the box from which it was reached.
    asked_by: Vec<u16>,
    /// The goal of each box.
    goal_of: Vec<u16>,
    queue: Vec<Square>,
}

impl<const W: usize> GoalMatching<W> {
    pub(crate) fn new(board: &SearchBoard) -> Self {
        let none = || alloc::vec![NO_BOX; board.live_square_count()];
        Self { owner: none(), asked_by: none(), goal_of: none(), queue: Vec::new() }
    }

    /// Whether these boxes can be assigned goals of their own among these, to which they can be
    /// pushed by the table. Takes time boxes × boxes × goals at most.
    pub(crate) fn is_complete(&mut self, boxes: &BoxSet<W>, goals: &BoxSet<W>, table: &GoalTable<W>) -> bool {
        self.owner.fill(NO_BOX);
        self.goal_of.fill(NO_BOX);
        // Boxes on goals mostly keep their goals.
        let settled = boxes.and(goals);
        for at in &settled {
            self.owner[at.index()] = at.0;
            self.goal_of[at.index()] = at.0;
        }
        boxes.without(&settled).iter().all(|root| self.augment(root, goals, table))
    }

    fn augment(&mut self, root: Square, goals: &BoxSet<W>, table: &GoalTable<W>) -> bool {
        let mut left = *goals;
        self.queue.clear();
        self.queue.push(root);
        let mut next = 0;
        while let Some(&at) = self.queue.get(next) {
            next += 1;
            for goal in &table[at.index()].and(&left) {
                left.remove(goal);
                self.asked_by[goal.index()] = at.0;
                match self.owner[goal.index()] {
                    NO_BOX => {
                        self.reassign(goal.0);
                        return true;
                    }
                    owner => self.queue.push(Square(owner)),
                }
            }
        }
        false
    }

    /// Inverts the augmenting path that ends at a goal.
    fn reassign(&mut self, mut goal: u16) {
        while goal != NO_BOX {
            let to = self.asked_by[usize::from(goal)];
            self.owner[usize::from(goal)] = to;
            goal = core::mem::replace(&mut self.goal_of[usize::from(to)], goal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn what_is_remembered_of_other_boxes_is_not_taken_for_these() {
        let level = "########\n#....###\n#. $$  #\n#  $$$ #\n#  @  ##\n########".parse().expect("a level");
        let board = SearchBoard::new(&level);
        let goals = board.goals().iter().copied().collect();
        let mut one = FrozenGoalDeadlock::<4>::remembering(&board, goals, MoveRules::FORWARD, 1);
        let mut many = FrozenGoalDeadlock::<4>::new(&board, goals, MoveRules::FORWARD);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut lost, mut sets) = (0, alloc::collections::BTreeSet::new());
        for _ in 0..2_000 {
            let mut boxes = BoxSet::new();
            while boxes.len() < 5 {
                boxes.insert(Square(rng.random_range(0..board.live_square_count() as u16)));
            }
            sets.insert(*many.frozen_boxes(&board, &boxes).words());
            let expected = FrozenGoalDeadlock::<4>::remembering(&board, goals, MoveRules::FORWARD, 1)
                .is_lost(&board, &boxes);
            assert_eq!([&mut one, &mut many].map(|judge| judge.is_lost(&board, &boxes)), [expected; 2]);
            lost += usize::from(expected);
        }
        assert!(lost > 20 && lost < 1_980 && sets.len() > 3, "{lost} lost, {} sets", sets.len());
    }
}
