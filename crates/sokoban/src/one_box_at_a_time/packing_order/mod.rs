//! The order in which goals are filled.

mod by_walls;

use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::{Control, Direction, Stop};

use crate::analysis::Structure;
use crate::board::BlockedSquares;
use crate::board::{SearchBoard, Square, UNREACHABLE};
use by_walls::Equals;

/// An order in which the goals of a board can be filled, each by a box that comes from outside.
///
/// A box on a goal may block the way to other goals, so the order is found from the end. All goals
/// are filled at first. A goal whose box can be pulled out, to the start square of a box, is filled
/// last; it is emptied, and so on. More empty goals leave more routes, so no choice excludes a
/// later one and nothing is undone. Among several goals, the one that most boxes can reach is
/// chosen, and on ties the one nearest to them.
///
/// # Guarantees
/// If any order is [sound](PackingOrder::is_sound), this one is.
///
/// # Complexity
/// Construction takes time in the order of the squares times the square of the goals, but mostly
/// less because goals enclosed by others are skipped.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.5 and 6.3. The order described there is
/// [`by_walls`](PackingOrder::by_walls); this one differs: it is found backward, which needs no
/// backtracking, and by routes from the boxes instead of from the first entrance.
///
/// # Examples
/// The left goal comes first.
/// ```
/// use sokoban::board::SearchBoard;
/// use sokoban::one_box_at_a_time::PackingOrder;
///
/// let board = SearchBoard::new(&"9#|#..--$--#|#----$-@#|#-------#|9#".parse()?);
/// let order = PackingOrder::new(&board);
/// assert_eq!(order.goals(), board.goals());
/// assert!(order.is_sound());
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackingOrder {
    goals: Vec<Square>,
    is_sound: bool,
}

impl PackingOrder {
    /// Finds an order by emptying the goals one by one.
    pub fn new(board: &SearchBoard) -> Self {
        Self::within(board, &mut Control::unlimited()).expect("invariant: nothing is limited")
    }

    /// Works as [`new`](PackingOrder::new), within the limits of `control`, because many goals take
    /// seconds.
    pub(crate) fn within(board: &SearchBoard, control: &mut Control) -> Result<Self, Stop> {
        let mut filled = board.goals().to_vec();
        let mut goals = Vec::with_capacity(filled.len());
        let (anchor, mut is_sound) = (anchor(board), true);
        while !filled.is_empty() {
            let outside = outside(board, &filled, anchor);
            let mut best = None;
            for last in 0..filled.len() {
                control.poll()?;
                best = best.max(Some((GoalAccess::to(board, &filled, last, &outside), last)));
            }
            let Some((access, last)) = best else { break };
            is_sound &= access.is_open();
            goals.push(filled.remove(last));
        }
        goals.reverse();
        Ok(Self { goals, is_sound })
    }

    /// Returns F. Van Lishout's order, from his solver *Talking Stones*, as the thesis describes
    /// it: goals with walls on three sides come first, then those with walls on two adjacent sides.
    /// Earlier goals count as walls, and goals with three walls are taken first whenever there are
    /// any. The order is not tested for whether a box can be pushed to each goal.
    ///
    /// # Complexity
    /// Cubic in the goals.
    ///
    /// # References
    /// F. Van Lishout & P. Gribomont, *Single-player games: introduction to a new solving method*,
    /// 2006, by T. Virkkala, *Solving Sokoban*, 2011, section 6.3. Neither source says which of
    /// several goals with such walls comes next. Here the last one in reading order does, because
    /// all nine levels of `XSokoban` that his solver solves are then solved. If a goal has no such
    /// walls, the one with most walls comes next.
    pub fn by_walls_only(board: &SearchBoard) -> Self {
        Self::rated(board, by_walls::preferred(board, Equals::LastAlone))
    }

    /// Returns the thesis's order: goals between many walls first, provided that a box can be
    /// pushed there from an entrance of the goal room while the earlier goals are filled. If no
    /// goal is left to choose, the last choice is undone. If 1,000 choices lead to no order from
    /// the first entrance, the next one is tried; returns `None` if there is none from any.
    ///
    /// # Complexity
    /// A choice takes time linear in the squares.
    ///
    /// # References
    /// T. Virkkala, *Solving Sokoban*, 2011, section 6.3. The thesis takes the entrance that it
    /// finds first, and does not say which that is. In a room without an entrance, routes start at
    /// the first box.
    pub fn by_walls(board: &SearchBoard, structure: &Structure) -> Option<Self> {
        let order = Self::by_walls_within(board, structure, &mut Control::unlimited());
        order.expect("invariant: nothing is limited")
    }

    /// Works as [`by_walls`](PackingOrder::by_walls), within the limits of `control`.
    pub(crate) fn by_walls_within(
        board: &SearchBoard,
        structure: &Structure,
        control: &mut Control,
    ) -> Result<Option<Self>, Stop> {
        Ok(by_walls::order(board, structure, control)?.map(|goals| Self::rated(board, goals)))
    }

    /// Creates an order, and determines whether it is sound.
    fn rated(board: &SearchBoard, goals: Vec<Square>) -> Self {
        let anchor = anchor(board);
        let is_sound = (0..goals.len()).all(|last| {
            let filled = &goals[..=last];
            GoalAccess::to(board, filled, last, &outside(board, filled, anchor)).is_open()
        });
        Self { goals, is_sound }
    }

    /// The goals in the order in which they are filled.
    pub fn goals(&self) -> &[Square] {
        &self.goals
    }

    /// Whether a lone box can be pushed to each goal from the start square of a box while the
    /// previous goals are filled, such that the player ends in the part of the floor with most
    /// boxes. If there is no such order, some boxes have to be parked, and the goals that cannot be
    /// filled in this way come first.
    pub const fn is_sound(&self) -> bool {
        self.is_sound
    }
}

/// The suitability of a goal to be filled last; greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct GoalAccess {
    /// The number of boxes that could be pushed there from the start if they were alone. If there
    /// are none, 1 if a box is there at the start, otherwise 0.
    boxes: usize,
    /// If no box could be pushed there: the number of squares from which a box could be.
    squares: usize,
    /// The sum of the pushes of those boxes.
    pushes: Reverse<u32>,
}

impl GoalAccess {
    /// Evaluates one of some goals while the others are filled; the player has to end outside.
    fn to(board: &SearchBoard, filled: &[Square], last: usize, outside: &[bool]) -> Self {
        let goal = filled[last];
        let closed =
            Self { boxes: usize::from(board.boxes().contains(&goal)), squares: 0, pushes: Reverse(0) };
        // A box can be pulled out only if there is space for it and for the player.
        let has_space = |side: Direction| {
            let beside = board.step(goal, side);
            let beyond = board.step(beside, side);
            outside[beside.index()] && !board.is_wall(beyond) && !filled.contains(&beyond)
        };
        if !Direction::ALL.into_iter().any(has_space) {
            return closed;
        }
        let walled = BlockedSquares::new(board, filled.iter().copied().filter(|&other| other != goal));
        let table = walled.pushes_to(goal, |square| outside[square.index()]);
        let least = |sides: &[u16; 4]| sides.iter().copied().min().filter(|&pushes| pushes != UNREACHABLE);
        let starts = board.boxes().iter().filter(|start| !filled.contains(start));
        let distances: Vec<_> =
            starts.filter_map(|start| least(&table[start.index()])).map(u32::from).collect();
        if distances.is_empty() {
            return Self { squares: table.iter().filter_map(least).count(), ..closed };
        }
        Self { boxes: distances.len(), squares: 0, pushes: Reverse(distances.into_iter().sum()) }
    }

    const fn is_open(self) -> bool {
        self.boxes > 0
    }
}

/// Returns a square of the part of the floor, without the goals, that has most boxes at the start;
/// `None` if every square is a goal.
fn anchor(board: &SearchBoard) -> Option<Square> {
    let mut is_known = alloc::vec![false; board.square_count() + 1];
    board.goals().iter().for_each(|goal| is_known[goal.index()] = true);
    let mut best = None;
    for square in (0..board.square_count() as u16).map(Square) {
        if is_known[square.index()] {
            continue;
        }
        let part = outside(board, board.goals(), Some(square));
        is_known.iter_mut().zip(&part).for_each(|(known, &is_here)| *known |= is_here);
        let boxes = board.boxes().iter().filter(|square| part[square.index()]).count();
        // On ties, the square with the lowest number wins.
        if best.is_none_or(|(most, _)| boxes > most) {
            best = Some((boxes, square));
        }
    }
    best.map(|(_, square)| square)
}

/// Returns the part of the floor around a square when some goals are walls, as a flag for each
/// square and the wall.
fn outside(board: &SearchBoard, filled: &[Square], anchor: Option<Square>) -> Vec<bool> {
    board.reached_over(anchor, |square| !filled.contains(&square))
}
