//! Whether a position can be solved by moving one box at a time to its goal.

use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::{Control, Direction, Stop};

use super::box_router::{BoxRouter, least_of};
use super::failed_positions::FailedPositions;
use super::packing_order::PackingOrder;
use crate::board::BlockedSquares;
use crate::board::{BoxSet, Push, Reach, SearchBoard, Square, UNREACHABLE};
use crate::search::Position;

/// The backtracking budget: how many placements of a box may be undone per query.
const SPARE: usize = 10;

/// The largest number of failed positions that are stored, and the number by default.
const REMEMBERED: usize = 1 << 18;
const FEW_REMEMBERED: usize = 1 << 12;

/// Solves positions one box at a time (VL): the goals are filled in a [`PackingOrder`], each by one
/// box that is pushed all the way there while the other boxes stay where they are. Positions that
/// can be solved so are Van Lishout's *subclass*.
///
/// A box that already stands on the next goal stays there. Of several boxes that can be pushed to
/// it, the nearest is tried first, and the others if the rest fails. Failed positions are stored
/// from one query to the next, because the queries of a search have most of them in common.
///
/// # Guarantees
/// The pushes returned solve the position. `None` proves nothing: another order might succeed, and
/// at most ten placements are undone per query. Failed positions stored by earlier queries save
/// some of these, so a query may succeed with a scratch that would fail with a new one; the pushes
/// are the same whenever it succeeds.
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
/// use sokoban::{SearchBoard, PackingOrder, Position, OneBoxAtATime};
///
/// let board = SearchBoard::new(&"9#|#..--$--#|#----$-@#|#-------#|9#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let mut test = OneBoxAtATime::new(&board, &PackingOrder::new(&board));
/// let pushes = test.solve(&start).expect("box after box");
/// assert_eq!(pushes.len(), 8);
/// assert_eq!(pushes[0].from, board.boxes()[0]);
/// assert_eq!(pushes[4].from, board.boxes()[1]);
/// # Ok::<(), sokoban::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OneBoxAtATime<'b, const W: usize> {
    board: &'b SearchBoard,
    order: Vec<Square>,
    /// For each goal of the order the pushes of a lone box to it, with the goals before it as
    /// walls.
    tables: Vec<Vec<[u16; 4]>>,
    /// For each live square the squares from which a box may be pushed onto it.
    sources: Vec<BoxSet<W>>,
    /// For each goal of the order the goals before it.
    filled: Vec<BoxSet<W>>,
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

/// A box that may be pushed to the goal, and the sides of it that the player can reach.
#[derive(Clone, Copy, Debug)]
struct BoxCandidate {
    /// The pushes that it would need if it were alone.
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
        Self::remembering(board, order, FEW_REMEMBERED)
    }

    /// The same with as much memory for positions as is of use; it is held in `control`, and the
    /// bytes are returned, for the caller to release.
    pub(crate) fn held(
        board: &'b SearchBoard,
        order: &PackingOrder,
        control: &mut Control,
    ) -> Result<(Self, u64), Stop> {
        let entries = order.goals().len() * (board.square_count() + 1);
        let fixed = (entries * size_of::<[u16; 4]>()) as u64;
        let mut places = REMEMBERED;
        while places > FailedPositions::<W>::FEWEST
            && fixed + places as u64 * FailedPositions::<W>::SIZE > control.free_bytes() / 4
        {
            places /= 4;
        }
        let bytes = fixed + places as u64 * FailedPositions::<W>::SIZE;
        control.hold(bytes)?;
        Ok((Self::remembering(board, order, places), bytes))
    }

    fn remembering(board: &'b SearchBoard, order: &PackingOrder, places: usize) -> Self {
        let order = order.goals().to_vec();
        let table = |goal: usize| {
            let walled = BlockedSquares::new(board, order[..goal].iter().copied());
            walled.pushes_to(order[goal], |_| true)
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
            tables: (0..order.len()).map(table).collect(),
            filled: (0..order.len()).map(|goal| order[..goal].iter().copied().collect()).collect(),
            sources: (0..board.live_square_count() as u16).map(sources).collect(),
            order,
            reach: Reach::new(board),
            router: BoxRouter::new(board),
            failures: FailedPositions::new(places),
            choices: Vec::new(),
            candidates: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// The pushes that bring all boxes to goals from a position, if they are found.
    ///
    /// # Panics
    /// If the position belongs to another board.
    pub fn solve(&mut self, position: &Position<W>) -> Option<&[Push]> {
        self.choices.clear();
        self.candidates.clear();
        self.pushes.clear();
        self.reach.flood(self.board, &position.boxes, position.player);
        if self.enter(position) {
            return Some(&self.pushes);
        }
        let mut left = self.order.len() + SPARE;
        while let Some(&ChoicePoint { position, goal, candidates, pushes }) = self.choices.last() {
            self.pushes.truncate(pushes);
            if self.candidates.len() == candidates {
                self.failures.insert(&position);
                self.choices.pop();
                continue;
            }
            if left == 0 {
                return None;
            }
            let BoxCandidate { at, sides, .. } = self.candidates.pop().expect("invariant: there is one");
            let (mut boxes, to) = (position.boxes, self.order[goal]);
            boxes.remove(at);
            if !self.router.find(&boxes, at, sides, to, &self.tables[goal], &mut self.pushes) {
                continue;
            }
            left -= 1;
            boxes.insert(to);
            let player = self.pushes.last().map_or(position.player, |push| push.from);
            self.reach.flood(self.board, &boxes, player);
            if self.enter(&Position { boxes, player: self.reach.least() }) {
                return Some(&self.pushes);
            }
        }
        None
    }

    /// Continues with a position whose zone has been filled into `reach`. Returns whether it is
    /// solved.
    fn enter(&mut self, position: &Position<W>) -> bool {
        let Some(goal) = self.order.iter().position(|&goal| !position.boxes.contains(goal)) else {
            return true;
        };
        if self.failures.contains(position) {
            return false;
        }
        let before = self.candidates.len();
        self.list(&position.boxes, goal);
        if self.candidates.len() > before {
            let key = |candidate: &BoxCandidate| (Reverse(candidate.pushes), candidate.at);
            self.candidates[before..].sort_unstable_by_key(key);
            let (position, pushes) = (*position, self.pushes.len());
            self.choices.push(ChoicePoint { position, goal, candidates: before, pushes });
        }
        false
    }

    /// Lists the boxes that may be pushed to a goal.
    fn list(&mut self, boxes: &BoxSet<W>, goal: usize) {
        let touched = self.touched(boxes, self.order[goal]);
        for at in &touched.without(&self.filled[goal]) {
            let around = self.board.neighbours(at);
            let reached = |&side: &usize| self.reach.contains(around[side]);
            let sides = (0..4).filter(reached).fold(0, |sides, side| sides | 1 << side);
            let pushes = least_of(&self.tables[goal], at, sides);
            if pushes != UNREACHABLE {
                self.candidates.push(BoxCandidate { pushes, at, sides });
            }
        }
    }

    /// The boxes that could be pushed to a square while the others stay, if the player could be
    /// anywhere.
    ///
    /// A backward search over vacant squares: after a box has left its square for the last time, it
    /// visits only squares that are vacant now.
    fn touched(&self, boxes: &BoxSet<W>, to: Square) -> BoxSet<W> {
        let (mut touched, mut met) = (BoxSet::new(), BoxSet::new());
        met.insert(to);
        let mut frontier = met;
        while !frontier.is_empty() {
            let sources = |all: BoxSet<W>, to: Square| all.or(&self.sources[to.index()]);
            let next = frontier.iter().fold(BoxSet::new(), sources);
            touched = touched.or(&next.and(boxes));
            frontier = next.without(boxes).without(&met);
            met = met.or(&frontier);
        }
        touched
    }
}
