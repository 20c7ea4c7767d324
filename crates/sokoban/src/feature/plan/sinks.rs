//! Finds the interchangeable start squares.

use alloc::vec::Vec;

use crate::analysis::{GoalMatching, GoalTable, goals_reached_in_play, starts_reaching};
use crate::board::{BoxSet, JoinedSides, SearchBoard, Square, sides_where};

/// Decides which start squares are interchangeable while the solved position is unpacked.
///
/// Each start square removes one box. Several start squares are sinks if a lone box can be pushed
/// from each of them to each other one. Then it does not matter to which of them a box is pulled.
/// Start squares in closets or behind one-way passages are not.
#[derive(Clone, Debug)]
pub(super) struct Sinks<'b, const W: usize> {
    board: &'b SearchBoard,
    /// For each live square, the start squares from which a lone box reaches it.
    starts: GoalTable<W>,
    matching: GoalMatching<W>,
}

impl<'b, const W: usize> Sinks<'b, W> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        let starts = starts_reaching(board, &board.boxes().iter().copied().collect(), &BoxSet::new());
        Self { board, starts, matching: GoalMatching::new(board) }
    }

    /// Returns the largest set of free `bases` such that a lone box can be pushed from each of them
    /// to each other one while these boxes stand still, possibly over others of the set. Of several
    /// such sets, it returns the first. The time is proportional to the number of bases times the
    /// number of squares.
    pub(super) fn largest(&self, bases: &BoxSet<W>, boxes: &BoxSet<W>) -> BoxSet<W> {
        let free = bases.without(boxes);
        let next = goals_reached_in_play(self.board, &free, boxes);
        let reached_from = |base: Square| {
            let (mut reached, mut stack): (BoxSet<W>, _) = (BoxSet::new(), alloc::vec![base]);
            reached.insert(base);
            while let Some(here) = stack.pop() {
                for there in &next[here.index()].without(&reached) {
                    reached.insert(there);
                    stack.push(there);
                }
            }
            reached
        };
        let reached: Vec<(Square, BoxSet<W>)> = free.iter().map(|base| (base, reached_from(base))).collect();
        let mut largest = BoxSet::new();
        for &(base, there) in &reached {
            let is_mutual =
                |(other, back): &&(Square, BoxSet<W>)| there.contains(*other) && back.contains(base);
            let component: BoxSet<W> = reached.iter().filter(is_mutual).map(|&(other, _)| other).collect();
            if component.len() > largest.len() {
                largest = component;
            }
        }
        largest
    }

    /// Whether each box can be assigned a base of its own from which a lone box can be pushed to
    /// the square of that box.
    pub(super) fn are_matched(&mut self, bases: &BoxSet<W>, boxes: &BoxSet<W>) -> bool {
        self.matching.is_complete(boxes, bases, &self.starts)
    }

    /// Returns the same as [`are_matched`](Self::are_matched), if that was true before a box moved
    /// from `from` to `to`.
    pub(super) fn are_matched_after(
        &mut self,
        bases: &BoxSet<W>,
        boxes: &BoxSet<W>,
        from: Square,
        to: Square,
    ) -> bool {
        let [before, after] = [from, to].map(|at| self.starts[at.index()].and(bases));
        before.is_subset(&after) || self.are_matched(bases, boxes)
    }

    /// Returns the live squares to which a lone box can be pushed from one of the sinks, if the
    /// squares of `walls` are walls as well.
    pub(super) fn pushed_from(&self, sinks: &BoxSet<W>, walls: &BoxSet<W>) -> BoxSet<W> {
        let board = self.board;
        let is_open = |square: Square| !board.is_wall(square) && !walls.contains(square);
        let sides = JoinedSides::on(board, is_open);
        let mut seen = alloc::vec![0u8; board.live_square_count()];
        let open_sides = |at: Square| sides_where(|side| is_open(board.step(at, side)));
        let from: BoxSet<W> = sinks.iter().filter(|&sink| is_open(sink)).collect();
        let mut reached = from;
        let from = from.iter().map(|sink| (sink, open_sides(sink)));
        sides.spread(from, &mut seen, &mut Vec::new(), |at, side| {
            let to = board.step(at, side.opposite());
            (board.is_live(to) && is_open(to)).then(|| {
                reached.insert(to);
                to
            })
        });
        reached
    }
}

/// Returns the goals that are closed on at least three sides. A goal that is returned counts as a
/// wall for the others. In forward play, they are filled first.
pub(super) fn dead_ends<const W: usize>(board: &SearchBoard, goals: &BoxSet<W>) -> BoxSet<W> {
    let mut filled = BoxSet::new();
    loop {
        let is_closed = |square: Square| board.is_wall(square) || filled.contains(square);
        let is_end = |goal: &Square| {
            let closed = board.neighbours(*goal).iter().filter(|&&side| is_closed(side)).count();
            closed >= 3 && !filled.contains(*goal)
        };
        let more: BoxSet<W> = goals.iter().filter(is_end).collect();
        if more.is_empty() {
            return filled;
        }
        filled = filled.or(&more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{board_of, moves_of_a_box, random_board};
    use alloc::collections::BTreeMap;
    use motion_testing::cases;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    /// A level with a niche above, in which a box starts but into which none can be pushed back.
    const NICHE: &str = "###########\n#  @#######\n# #$##   ##\n#         #\n#  #  $   #\n#    $    #\n\
        #  ...    #\n#         #\n###########";

    #[test]
    fn start_squares_in_a_hall_are_sinks_and_one_in_a_niche_is_not() {
        let board = board_of(NICHE);
        let bases: BoxSet<4> = board.boxes().iter().copied().collect();
        let sinks = Sinks::new(&board).largest(&bases, &BoxSet::new());
        assert!(sinks.iter().eq(board.boxes()[1..].iter().copied()), "{sinks:?}");
        // With a box on one of them, each of the other two is a set of its own, and the first is
        // chosen.
        let taken: BoxSet<4> = core::iter::once(board.boxes()[2]).collect();
        assert_eq!(Sinks::new(&board).largest(&bases, &taken).len(), 1);
    }

    #[test]
    fn a_lone_box_can_be_pushed_from_each_sink_to_each_other() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(71);
        let mut pairs = 0;
        for _ in 0..cases(30, 300) {
            let board = random_board(&mut rng, 4);
            let bases: BoxSet<4> = board.boxes().iter().copied().collect();
            let boxes: BoxSet<4> = board.goals().iter().copied().collect();
            let sinks = Sinks::new(&board).largest(&bases, &boxes);
            assert!(sinks.is_subset(&bases.without(&boxes)));
            let reached = |from: Square| -> BoxSet<4> {
                let free = |at: &Square| !board.is_wall(*at) && !boxes.contains(*at);
                let players = board.neighbours(from).iter().copied().filter(free);
                let reached =
                    players.flat_map(|player| moves_of_a_box(&board, &boxes, (from, player), false));
                reached.map(|(at, _)| at).filter(|&at| board.is_live(at)).collect()
            };
            let next: BTreeMap<Square, BoxSet<4>> =
                sinks.iter().map(|from| (from, reached(from).and(&sinks))).collect();
            for from in &sinks {
                // The way may lead over other sinks.
                let mut there = next[&from];
                for _ in 0..sinks.len() {
                    there = there.iter().fold(there, |all, at| all.or(&next[&at]));
                }
                assert!(sinks.len() == 1 || there == sinks, "{sinks:?} {there:?}");
                pairs += sinks.len() - 1;
            }
        }
        assert!(pairs > cases(40, 500), "{pairs}");
    }

    #[test]
    fn bases_that_are_used_up_are_assigned_to_no_box() {
        let board = board_of(NICHE);
        let (goals, bases): (BoxSet<4>, BoxSet<4>) =
            (board.goals().iter().copied().collect(), board.boxes().iter().copied().collect());
        let niche = board.boxes()[0];
        let mut sinks = Sinks::new(&board);
        assert!(sinks.are_matched(&bases, &goals));
        let mut left = bases;
        left.remove(niche);
        assert!(!sinks.are_matched(&left, &goals), "three boxes, two bases");
        // The box in the niche comes from nowhere else.
        let mut boxes: BoxSet<4> = goals.iter().skip(2).collect();
        assert!(sinks.are_matched(&left, &boxes));
        boxes.insert(niche);
        assert!(sinks.are_matched(&bases, &boxes) && !sinks.are_matched(&left, &boxes));
        assert!(!sinks.are_matched_after(&left, &boxes, board.goals()[0], niche));
    }

    #[test]
    fn goals_at_the_end_of_a_corridor_are_dead_ends() {
        let board = board_of("##########\n######   #\n#... .$$$#\n######@$ #\n##########");
        let goals: BoxSet<4> = board.goals().iter().copied().collect();
        let ends: Vec<u32> = dead_ends(&board, &goals).iter().map(|at| board.coordinates(at).1).collect();
        assert_eq!(ends, [1, 2, 3]);
    }
}
