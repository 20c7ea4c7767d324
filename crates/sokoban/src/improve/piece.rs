//! A piece of a solution in which some boxes are free: the others make the same pushes in the same
//! order.

use alloc::vec::Vec;
use core::ops::Range;

use super::known_solution::KnownSolution;
use super::search_cost::SearchCost;
use crate::board::{BlockedSquares, BoxSet, Push, SearchBoard, Square, UNREACHABLE};

/// The largest number of boxes that are free at once.
pub(super) const MAX_FREE: usize = 6;

/// A range of pushes of a solution, to be solved again by pushes of free boxes and by sections of
/// pushes of the others.
///
/// A section is a run of consecutive pushes of one fixed box. Free boxes are pushed between
/// sections, or in fine pieces between any two pushes. The targets are the squares of the free
/// boxes at the end; any free box may go to any target.
pub(super) struct Piece<'b, const W: usize> {
    pub(super) board: &'b SearchBoard,
    /// The boxes at the start and at the end.
    pub(super) start: BoxSet<W>,
    pub(super) end: BoxSet<W>,
    /// The player's square at the start.
    pub(super) player: Square,
    /// The player's square at the end and the push that follows, unless the solution ends here.
    pub(super) next: Option<(Square, Push)>,
    /// The number of pushes of free boxes in the known solution.
    known_free: u32,
    known_cost: u32,
    /// The pushes of fixed boxes.
    fixed: Vec<Push>,
    /// The index of the first fixed push of each section, and the number of fixed pushes.
    begins: Vec<usize>,
    /// The fixed boxes before each section and at the end.
    fixed_boxes: Vec<BoxSet<W>>,
    /// For each live square, the fewest pushes of a lone box to each target; boxes that are not
    /// pushed in this piece are walls.
    distances: Vec<u16>,
    targets: usize,
}

/// A state of a search of a piece: the number of completed sections, and a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PieceState<P> {
    pub(super) position: P,
    pub(super) sections: u32,
}

/// A move from one state of a piece to the next.
#[derive(Clone, Copy, Debug)]
pub(super) enum PieceAction {
    /// A push of a free box.
    Free(Push),
    /// All pushes of the next section.
    Section,
    /// The walk to the push after the piece.
    End,
}

impl<'b, const W: usize> Piece<'b, W> {
    /// Creates the piece of a range of pushes with these boxes free, at most [`MAX_FREE`].
    pub(super) fn new(
        board: &'b SearchBoard,
        known: &KnownSolution<'b, W>,
        range: Range<usize>,
        free: &[u16],
        is_fine: bool,
    ) -> Self {
        let is_free = |number: u16| free.contains(&number);
        let places = known.places(range.start);
        let numbered = || (0..).zip(&places).filter(|&(number, _)| !is_free(number));
        let mut now: BoxSet<W> = numbered().map(|(_, &square)| square).collect();
        let mut is_pushed = alloc::vec![false; places.len()];
        let (mut fixed, mut begins, mut fixed_boxes) = (Vec::new(), Vec::new(), Vec::new());
        let mut last = None;
        for index in range.clone() {
            let (push, mover) = (known.pushes()[index], known.movers()[index]);
            if is_free(mover) {
                // The known solution has to be a solution of this piece.
                last = None;
                continue;
            }
            if is_fine || last != Some(mover) {
                begins.push(fixed.len());
                fixed_boxes.push(now);
            }
            last = Some(mover);
            is_pushed[usize::from(mover)] = true;
            fixed.push(push);
            now.shift(push.from, board.step(push.from, push.direction));
        }
        begins.push(fixed.len());
        fixed_boxes.push(now);

        let walls = numbered().filter(|&(number, _)| !is_pushed[usize::from(number)]);
        let blocked = BlockedSquares::new(board, walls.map(|(_, &square)| square));
        let end = *known.boxes(range.end);
        let (live, targets) = (board.live_square_count(), free.len());
        let mut distances = alloc::vec![UNREACHABLE; live * targets];
        for (target, square) in end.without(&now).iter().enumerate() {
            let sides = blocked.pushes_to(square, |_| true);
            for (row, sides) in distances.chunks_exact_mut(targets).zip(&sides) {
                row[target] = sides.iter().copied().min().unwrap_or(UNREACHABLE);
            }
            // A box that is already on the target may be enclosed.
            distances[square.index() * targets + target] = 0;
        }
        let follows = known.pushes().get(range.end);
        Self {
            board,
            start: *known.boxes(range.start),
            end,
            player: known.player(range.start),
            next: follows.map(|&push| (known.player(range.end), push)),
            known_free: (range.len() - fixed.len()) as u32,
            known_cost: known.cost_of(range),
            fixed,
            begins,
            fixed_boxes,
            distances,
            targets,
        }
    }

    /// The maximum size in bytes of a piece of this many pushes and free boxes.
    pub(super) const fn bytes(board: &SearchBoard, pushes: usize, free: usize) -> u64 {
        let each = size_of::<Push>() + size_of::<usize>() + size_of::<BoxSet<W>>();
        (2 * (pushes + 1) * each + 2 * board.live_square_count() * free + 16 * board.square_count()) as u64
    }

    /// The number of sections.
    pub(super) const fn section_count(&self) -> usize {
        self.begins.len() - 1
    }

    /// The cost of the known way through this piece.
    pub(super) const fn cost(&self, search_cost: SearchCost) -> u32 {
        match search_cost {
            SearchCost::Pushes => self.known_free,
            SearchCost::Steps | SearchCost::StepsWithinPushes => {
                self.known_cost + search_cost.push_weight() * self.known_free
            }
        }
    }

    /// The fixed pushes of a section.
    pub(super) fn section(&self, number: usize) -> &[Push] {
        &self.fixed[self.begins[number]..self.begins[number + 1]]
    }

    /// Returns the free boxes after this many sections.
    pub(super) fn free(&self, boxes: &BoxSet<W>, sections: usize) -> BoxSet<W> {
        boxes.without(&self.fixed_boxes[sections])
    }

    /// Whether a lone free box could be pushed from this square to a target.
    pub(super) fn leads_to_a_target(&self, square: Square) -> bool {
        self.row(square).iter().any(|&distance| distance != UNREACHABLE)
    }

    fn row(&self, square: Square) -> &[u16] {
        &self.distances[square.index() * self.targets..][..self.targets]
    }

    /// Returns a lower bound on the pushes of the free boxes to the targets; `None` if a box has no
    /// target left.
    pub(super) fn least_pushes(&self, free: &BoxSet<W>) -> Option<u32> {
        let mut rows: [&[u16]; MAX_FREE] = [&[]; MAX_FREE];
        for (entry, square) in rows.iter_mut().zip(free) {
            *entry = self.row(square);
        }
        let at = |row: usize, target: usize| u32::from(rows[row][target]);
        let least = match self.targets {
            0 => 0,
            1 => at(0, 0),
            2 => (at(0, 0) + at(1, 1)).min(at(0, 1) + at(1, 0)),
            3 => {
                let rest = |a, b| (at(1, a) + at(2, b)).min(at(1, b) + at(2, a));
                (at(0, 0) + rest(1, 2)).min(at(0, 1) + rest(0, 2)).min(at(0, 2) + rest(0, 1))
            }
            targets => {
                // For each set of targets, the least sum of the first boxes to them.
                let mut least = [0; 1 << MAX_FREE];
                for set in 1..1_usize << targets {
                    let row = rows[set.count_ones() as usize - 1];
                    let members = (0..targets).filter(|target| set >> target & 1 != 0);
                    let sums = members.map(|target| least[set & !(1 << target)] + u32::from(row[target]));
                    least[set] = sums.min().unwrap_or(0);
                }
                least[(1 << targets) - 1]
            }
        };
        (least < UNREACHABLE.into()).then_some(least)
    }

    /// Returns the pushes of a path through this piece.
    pub(super) fn pushes(&self, actions: &[PieceAction]) -> Vec<Push> {
        let (mut pushes, mut sections) = (Vec::new(), 0);
        for action in actions {
            match *action {
                PieceAction::Free(push) => pushes.push(push),
                PieceAction::Section => {
                    pushes.extend(self.section(sections));
                    sections += 1;
                }
                PieceAction::End => {}
            }
        }
        pushes
    }
}
