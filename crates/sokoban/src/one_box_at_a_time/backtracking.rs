//! Whether a position can be solved stone by stone.

use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::{Control, Direction, Stop};

use super::box_router::{BoxRouter, least_of};
use super::failed_positions::FailedPositions;
use super::packing_order::PackingOrder;
use crate::board::BlockedSquares;
use crate::board::{BoxSet, Push, Reach, SearchBoard, Square, UNREACHABLE};
use crate::search::Position;

/// How many more boxes than there are may be pushed home for one answer: so many may be taken back.
const SPARE: usize = 10;

/// The most positions that are remembered, and how many by default.
const REMEMBERED: usize = 1 << 18;
const FEW_REMEMBERED: usize = 1 << 12;

/// Tells whether a position can be solved stone by stone: the goals are filled in a [`PackingOrder`], each by one box that
/// is pushed all the way there while the others stay where they are.
///
/// A box that already stands on the next goal is home, and stays. Of several boxes that can be brought to it, the nearest
/// goes first; if the rest fails then, the others are tried. Positions that lead to nothing are remembered from one
/// question to the next: those of a search have most of them in common.
///
/// # Guarantees
/// The pushes given solve the position. `None` proves nothing: another order might do, and no more than some ten
/// boxes that were brought home in vain are taken back for an answer. The same questions in the same order have the same answers.
///
/// # Complexity
/// Most questions take a flood from the next goal to the boxes that may come there. Bringing a box home takes time linear
/// in the squares that it comes to, but for floods where it cuts the floor. Memory is eight bytes for each goal and square,
/// and what is remembered: 40 bytes a position up to 192 live squares.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.5 and 5.4; F. Van Lishout & P. Gribomont, *Single-player games:
/// introduction to a new solving method*, 2006.
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
    /// For each step the pushes of a lone box to its goal, with the goals filled before as walls.
    tables: Vec<Vec<[u16; 4]>>,
    /// For each live square those from which a box may be pushed there.
    sources: Vec<BoxSet<W>>,
    /// For each step the goals filled before.
    filled: Vec<BoxSet<W>>,
    reach: Reach,
    router: BoxRouter<'b>,
    failures: FailedPositions<W>,
    choices: Vec<ChoicePoint<W>>,
    candidates: Vec<BoxCandidate>,
    pushes: Vec<Push>,
}

/// A position in which a box is to be chosen.
#[derive(Clone, Copy, Debug)]
struct ChoicePoint<const W: usize> {
    position: Position<W>,
    /// The number of the goal.
    goal: usize,
    /// How many candidates the steps before have, and how many pushes lead here.
    candidates: usize,
    pushes: usize,
}

/// A box that may be brought to the goal, with the sides to which the player can walk.
#[derive(Clone, Copy, Debug)]
struct BoxCandidate {
    /// As many as it needs alone.
    pushes: u16,
    at: Square,
    sides: u8,
}

impl<'b, const W: usize> OneBoxAtATime<'b, W> {
    /// The test for positions of a board.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`], or the order is one of another board.
    pub fn new(board: &'b SearchBoard, order: &PackingOrder) -> Self {
        Self::remembering(board, order, FEW_REMEMBERED)
    }

    /// The same with as much memory for positions as is of use; it is held in `control`, and the bytes are returned, for
    /// the caller to release.
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

    /// The pushes that bring all boxes home from a position, if they are found.
    ///
    /// # Panics
    /// If the position is none of the board.
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

    /// Goes on with a position, whose zone has been flooded; says whether it is solved.
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

    /// Lists the boxes that may be brought to a goal.
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

    /// The boxes that could come to a square while the others stay, if the player could be anywhere.
    ///
    /// Once a box has left where it stands for the last time, it goes over squares on which there is none now.
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
