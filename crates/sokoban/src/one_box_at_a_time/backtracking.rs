//! Solves positions by moving one box at a time to its goal.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::convert::Infallible;

use motion_core::{Control, Direction, Stop};

use super::box_router::{BoxRouter, least_of};
use super::failed_positions::FailedPositions;
use super::packing_order::PackingOrder;
use crate::board::BlockedSquares;
use crate::board::{BoxSet, Push, Reach, SearchBoard, Square, UNREACHABLE};
use crate::search::Position;

/// The backtracking budget: the largest number of placements undone per query.
const UNDONE: usize = 10;

/// The largest number of failed positions that are stored, and the default number.
const MOST_STORED: usize = 1 << 18;
const FEW_STORED: usize = 1 << 12;

/// Solves positions one box at a time (VL): the goals are filled in a [`PackingOrder`], each by one
/// box that is pushed all the way there while the other boxes stay. The positions that this solves
/// are Van Lishout's *subclass*.
///
/// If there are more goals than boxes, the method ends when all boxes are on goals. A box that is
/// already on the next goal stays there. If several boxes can be pushed to it, the nearest is tried
/// first, and the others if the rest fails. Failed positions are stored from one query to the next,
/// because most of them recur in the queries of a search.
///
/// # Guarantees
/// The pushes returned solve the position. `None` proves nothing: another order might succeed, and
/// at most ten placements are undone per query. Failed positions stored by earlier queries save
/// some of these, so a query may succeed that would fail with a new scratch. Whenever a query
/// succeeds, its pushes are the same.
///
/// # Complexity
/// Most queries take one flood fill from the next goal to the boxes that may reach it. A placement
/// takes time linear in the squares that the box visits, and a flood fill for each square where it
/// cuts the floor. Memory is eight bytes for each goal and square, and 40 bytes for each failed
/// position on boards of up to 192 live squares.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.5 and 5.4; F. Van Lishout & P. Gribomont,
/// *Single-player games: introduction to a new solving method*, 2006.
///
/// # Examples
/// ```
/// use sokoban::board::SearchBoard;
/// use sokoban::one_box_at_a_time::{OneBoxAtATime, PackingOrder};
/// use sokoban::search::Position;
///
/// let board = SearchBoard::new(&"9#|#..--$--#|#----$-@#|#-------#|9#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let method = OneBoxAtATime::new(&board, &PackingOrder::new(&board));
/// let mut scratch = method.scratch();
/// let pushes = method.solve(&mut scratch, &start).expect("one box at a time");
/// assert_eq!(pushes.len(), 8);
/// assert_eq!(pushes[0].from, board.boxes()[0]);
/// assert_eq!(pushes[4].from, board.boxes()[1]);
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OneBoxAtATime<'b, const W: usize> {
    board: &'b SearchBoard,
    order: Vec<Square>,
    goals: BoxSet<W>,
    /// For each goal of the order, the pushes of a lone box to it, with the goals before it as
    /// walls.
    tables: Vec<Vec<[u16; 4]>>,
    /// For each live square, the squares from which a box may be pushed onto it.
    sources: Vec<BoxSet<W>>,
    /// For each goal of the order, the goals before it.
    filled: Vec<BoxSet<W>>,
    /// The largest number of failed positions that a scratch stores.
    stored: usize,
}

/// The working memory of queries of [`OneBoxAtATime`]: failed positions and buffers.
#[derive(Clone, Debug)]
pub struct OneBoxScratch<'b, const W: usize> {
    reach: Reach,
    router: BoxRouter<'b>,
    failures: FailedPositions<W>,
    choices: Vec<ChoicePoint<W>>,
    candidates: Vec<BoxCandidate>,
    pushes: Vec<Push>,
}

/// A position in which a box has to be chosen for the next goal.
#[derive(Clone, Copy, Debug)]
struct ChoicePoint<const W: usize> {
    position: Position<W>,
    /// The index of the goal in the order.
    goal: usize,
    /// The numbers of candidates of earlier choices and of pushes up to here.
    candidates: usize,
    pushes: usize,
}

/// A box that has been pushed to the next goal of the order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement<const W: usize> {
    /// The square from which the box came.
    pub(crate) from: Square,
    pub(crate) goal: Square,
    pub(crate) after: Position<W>,
}

/// A box that may be pushed to the goal, and the sides of it that the player can reach.
#[derive(Clone, Copy, Debug)]
struct BoxCandidate {
    /// The pushes of the box if it were alone.
    pushes: u16,
    at: Square,
    sides: u8,
}

impl<'b, const W: usize> OneBoxAtATime<'b, W> {
    /// Prepares the tables of a board.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`], or the order belongs to another board.
    pub fn new(board: &'b SearchBoard, order: &PackingOrder) -> Self {
        Self::storing(board, order, FEW_STORED)
    }

    /// Works as [`new`](OneBoxAtATime::new), but stores as many failed positions as is useful. The
    /// memory of the tables and of one scratch is held in `control`.
    pub(crate) fn within(
        board: &'b SearchBoard,
        order: &PackingOrder,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let entries = order.goals().len() * (board.square_count() + 1);
        let tables = (entries * size_of::<[u16; 4]>()) as u64;
        let bytes = |stored: usize| tables + stored as u64 * FailedPositions::<W>::SIZE;
        let mut stored = MOST_STORED;
        while stored > FailedPositions::<W>::FEWEST && bytes(stored) > control.free_bytes() / 4 {
            stored /= 4;
        }
        control.hold(bytes(stored))?;
        Ok(Self::storing(board, order, stored))
    }

    /// Works as [`new`](OneBoxAtATime::new) for single placements, which store no failed positions.
    /// The memory of the tables is held in `control`.
    pub(crate) fn for_placements(
        board: &'b SearchBoard,
        order: &PackingOrder,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let entries = order.goals().len() * board.square_count();
        control.hold((entries * size_of::<[u16; 4]>()) as u64)?;
        Ok(Self::storing(board, order, FailedPositions::<W>::FEWEST))
    }

    fn storing(board: &'b SearchBoard, order: &PackingOrder, stored: usize) -> Self {
        let order = order.goals().to_vec();
        let table = |goal: usize| {
            let filled = BlockedSquares::new(board, order[..goal].iter().copied());
            filled.pushes_to(order[goal], |_| true)
        };
        let sources = |to: u16| {
            let from = |side| {
                let from = board.step(Square(to), side);
                (board.is_live(from) && !board.is_wall(board.step(from, side))).then_some(from)
            };
            Direction::ALL.into_iter().filter_map(from).collect()
        };
        Self {
            board,
            goals: order.iter().copied().collect(),
            tables: (0..order.len()).map(table).collect(),
            filled: (0..order.len()).map(|goal| order[..goal].iter().copied().collect()).collect(),
            sources: (0..board.live_square_count() as u16).map(sources).collect(),
            order,
            stored,
        }
    }

    /// Creates a scratch for queries; no failed position is stored yet.
    pub fn scratch(&self) -> OneBoxScratch<'b, W> {
        OneBoxScratch {
            reach: Reach::new(self.board),
            router: BoxRouter::new(self.board),
            failures: FailedPositions::new(self.stored),
            choices: Vec::new(),
            candidates: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// Returns the pushes that bring all boxes to goals from a position, if they are found.
    ///
    /// # Panics
    /// If the position or the scratch belongs to another board.
    pub fn solve<'s>(
        &self,
        scratch: &'s mut OneBoxScratch<'b, W>,
        position: &Position<W>,
    ) -> Option<&'s [Push]> {
        // Placements that lead to the end do not count towards the backtracking budget.
        let placements = self.order.len() + UNDONE;
        let found = self.search(scratch, position, placements, || Ok::<_, Infallible>(()));
        let Ok(is_solved) = found;
        is_solved.then_some(&*scratch.pushes)
    }

    /// Works as [`solve`](OneBoxAtATime::solve), but without a limit on backtracking. Wherever a
    /// query has succeeded, it finds the same pushes, whatever its scratch had stored: stored
    /// positions fail in any case, so they change the number of placements tried, but not the first
    /// sequence that succeeds.
    pub(crate) fn solve_at_any_cost<'s>(
        &self,
        scratch: &'s mut OneBoxScratch<'b, W>,
        position: &Position<W>,
        control: &mut Control,
    ) -> Result<Option<&'s [Push]>, Stop> {
        let is_solved = self.search(scratch, position, usize::MAX, || control.poll())?;
        Ok(is_solved.then_some(&*scratch.pushes))
    }

    /// Pushes a box to the next goal of the order by a shortest route, while the other boxes stay.
    /// The box is that on the square `only` or, if this is `None`, the nearest box for which
    /// `accepts` returns true, given its placement and its pushes.
    ///
    /// Returns the placement and its pushes, of which there is at least one. The result is the same
    /// for the same position.
    pub(crate) fn place_next<'s>(
        &self,
        scratch: &'s mut OneBoxScratch<'b, W>,
        position: &Position<W>,
        only: Option<Square>,
        mut accepts: impl FnMut(&Placement<W>, &[Push]) -> bool,
    ) -> Option<(Placement<W>, &'s [Push])> {
        let goal = self.order.iter().position(|&goal| !position.boxes.contains(goal))?;
        let (table, to) = (&self.tables[goal], self.order[goal]);
        scratch.candidates.clear();
        scratch.reach.flood(self.board, &position.boxes, position.player);
        self.list(scratch, &position.boxes, goal);
        scratch.candidates.retain(|candidate| only.is_none_or(|only| candidate.at == only));
        scratch.candidates.sort_unstable_by_key(|candidate| (Reverse(candidate.pushes), candidate.at));
        while let Some(BoxCandidate { at, sides, .. }) = scratch.candidates.pop() {
            let mut boxes = position.boxes;
            boxes.remove(at);
            scratch.pushes.clear();
            if !scratch.router.find(&boxes, at, sides, to, table, &mut scratch.pushes) {
                continue;
            }
            boxes.insert(to);
            let last = scratch.pushes.last().expect("invariant: the goal is vacant");
            scratch.reach.flood(self.board, &boxes, last.from);
            let after = Position { boxes, player: scratch.reach.least() };
            let placement = Placement { from: at, goal: to, after };
            if accepts(&placement, &scratch.pushes) {
                return Some((placement, &scratch.pushes));
            }
        }
        None
    }

    /// Fills goal after goal by at most this many placements of boxes, and calls `poll` before
    /// each. Returns whether all goals are filled.
    fn search<E>(
        &self,
        scratch: &mut OneBoxScratch<'b, W>,
        position: &Position<W>,
        mut placements: usize,
        mut poll: impl FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        scratch.choices.clear();
        scratch.candidates.clear();
        scratch.pushes.clear();
        scratch.reach.flood(self.board, &position.boxes, position.player);
        if self.enter(scratch, position) {
            return Ok(true);
        }
        while let Some(&ChoicePoint { position, goal, candidates, pushes }) = scratch.choices.last() {
            scratch.pushes.truncate(pushes);
            if scratch.candidates.len() == candidates {
                // No box is left to choose here, so the search returns to the previous choice.
                scratch.failures.insert(&position);
                scratch.choices.pop();
                continue;
            }
            if placements == 0 {
                return Ok(false);
            }
            let BoxCandidate { at, sides, .. } =
                scratch.candidates.pop().expect("invariant: there is a candidate");
            let (mut boxes, to) = (position.boxes, self.order[goal]);
            boxes.remove(at);
            let table = &self.tables[goal];
            if !scratch.router.find(&boxes, at, sides, to, table, &mut scratch.pushes) {
                continue;
            }
            poll()?;
            placements -= 1;
            boxes.insert(to);
            let player = scratch.pushes.last().map_or(position.player, |push| push.from);
            scratch.reach.flood(self.board, &boxes, player);
            let after = Position { boxes, player: scratch.reach.least() };
            if self.enter(scratch, &after) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Continues with a position whose zone has been filled into `reach`. Returns whether it is
    /// solved.
    fn enter(&self, scratch: &mut OneBoxScratch<'b, W>, position: &Position<W>) -> bool {
        if position.boxes.is_subset(&self.goals) {
            return true;
        }
        let vacant = self.order.iter().position(|&goal| !position.boxes.contains(goal));
        let goal = vacant.expect("invariant: there are at least as many goals as boxes");
        if scratch.failures.contains(position) {
            return false;
        }
        let before = scratch.candidates.len();
        self.list(scratch, &position.boxes, goal);
        if scratch.candidates.len() > before {
            // The last candidate, which is the nearest, is tried first.
            let key = |candidate: &BoxCandidate| (Reverse(candidate.pushes), candidate.at);
            scratch.candidates[before..].sort_unstable_by_key(key);
            let (position, pushes) = (*position, scratch.pushes.len());
            scratch.choices.push(ChoicePoint { position, goal, candidates: before, pushes });
        }
        false
    }

    /// Lists the boxes that may be pushed to a goal.
    fn list(&self, scratch: &mut OneBoxScratch<'b, W>, boxes: &BoxSet<W>, goal: usize) {
        for at in &self.boxes_for(boxes, self.order[goal]).without(&self.filled[goal]) {
            let around = self.board.neighbours(at);
            let reached = |&side: &usize| scratch.reach.contains(around[side]);
            let sides = (0..4).filter(reached).fold(0, |sides, side| sides | 1 << side);
            let pushes = least_of(&self.tables[goal], at, sides);
            if pushes != UNREACHABLE {
                scratch.candidates.push(BoxCandidate { pushes, at, sides });
            }
        }
    }

    /// Returns the boxes that could be pushed to a square while the others stay, if the player
    /// could be anywhere.
    ///
    /// This is a backward search over vacant squares: after a box has left its square for the last
    /// time, it visits only squares that are vacant now.
    fn boxes_for(&self, boxes: &BoxSet<W>, to: Square) -> BoxSet<W> {
        let (mut found, mut seen) = (BoxSet::new(), BoxSet::new());
        seen.insert(to);
        let mut frontier = seen;
        while !frontier.is_empty() {
            let sources = |all: BoxSet<W>, to: Square| all.or(&self.sources[to.index()]);
            let next = frontier.iter().fold(BoxSet::new(), sources);
            found = found.or(&next.and(boxes));
            frontier = next.without(boxes).without(&seen);
            seen = seen.or(&frontier);
        }
        found
    }
}
