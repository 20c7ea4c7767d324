//! In which order goals are filled.

mod by_walls;

use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::{Control, Direction, Stop};

use crate::analysis::Structure;
use crate::board::BlockedSquares;
use crate::board::{SearchBoard, Square, UNREACHABLE};

/// An order in which the goals of a board can be filled, each by a box that comes from outside.
///
/// A box on a goal may bar the way to others. The order is found from the end: of the goals that are all filled, the one
/// that a box can be pulled out of, away to where boxes stand at the start, was filled last; it is emptied, and so on. The
/// more goals are empty, the more ways there are, so that nothing is ever gained by emptying another one first, and no
/// choice is taken back. Of several, the one goes that most starts lead to and, of these, the one nearest to them.
///
/// # Guarantees
/// Where some order is [sound](PackingOrder::is_sound), this one is.
///
/// # Complexity
/// Making one takes time in the order of the squares times the square of the goals, mostly less: what is shut in by others
/// is not looked at.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.5 and 6.3. The order described there is
/// [`by_walls`](PackingOrder::by_walls); this one departs from it in going backward, where no backtracking is needed, and
/// in asking for ways from where boxes stand instead of from the first entrance.
///
/// # Examples
/// The left goal comes first.
/// ```
/// use sokoban::{SearchBoard, PackingOrder};
///
/// let board = SearchBoard::new(&"9#|#..--$--#|#----$-@#|#-------#|9#".parse()?);
/// let order = PackingOrder::new(&board);
/// assert_eq!(order.goals(), board.goals());
/// assert!(order.is_sound());
/// # Ok::<(), sokoban::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackingOrder {
    goals: Vec<Square>,
    is_sound: bool,
}

impl PackingOrder {
    /// The order found by emptying the goals one by one.
    pub fn new(board: &SearchBoard) -> Self {
        Self::within(board, &mut Control::unlimited()).expect("invariant: nothing is limited")
    }

    /// The same, unless the time is over first or the run is cancelled: where there are many goals it takes seconds.
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
            let Some((ways, last)) = best else { break };
            is_sound &= ways.is_open();
            goals.push(filled.remove(last));
        }
        goals.reverse();
        Ok(Self { goals, is_sound })
    }

    /// The thesis's order: goals between many walls first, as far as a box can be pushed there from the first entrance of
    /// the goal room while those before are filled; if that comes to an end too early, the choice made last is taken back.
    /// `None` where no order was found by 1,000 choices.
    ///
    /// # Complexity
    /// A choice takes time linear in the squares.
    ///
    /// # References
    /// T. Virkkala, *Solving Sokoban*, 2011, section 6.3. Goals in a room without an entrance are filled from the first box.
    pub fn by_walls(board: &SearchBoard, structure: &Structure) -> Option<Self> {
        let goals = by_walls::order(board, structure)?;
        let anchor = anchor(board);
        let is_sound = (0..goals.len()).all(|last| {
            let filled = &goals[..=last];
            GoalAccess::to(board, filled, last, &outside(board, filled, anchor)).is_open()
        });
        Some(Self { goals, is_sound })
    }

    /// The goals, the first to be filled first.
    pub fn goals(&self) -> &[Square] {
        &self.goals
    }

    /// Whether a lone box can be pushed to each goal from where one stands at the start while the goals before it are
    /// filled, so that the player ends in that part of the floor where most boxes are. Where there is no such order, some boxes
    /// have to be parked, and the goals that cannot be filled so come first.
    pub const fn is_sound(&self) -> bool {
        self.is_sound
    }
}

/// How good it is to fill a goal last, the better the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct GoalAccess {
    /// The boxes that could be brought there from the start, were they alone; or else the one that stands there.
    boxes: usize,
    /// If there is none: the squares from which a box could be brought there.
    squares: usize,
    /// The sum of the pushes of those boxes.
    pushes: Reverse<u32>,
}

impl GoalAccess {
    /// The ways to one of some goals while the others are filled, with an end for the player outside.
    fn to(board: &SearchBoard, filled: &[Square], last: usize, outside: &[bool]) -> Self {
        let goal = filled[last];
        let closed =
            Self { boxes: usize::from(board.boxes().contains(&goal)), squares: 0, pushes: Reverse(0) };
        // A box comes out only if there is space for it and for the player.
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
        let ways: Vec<_> = starts.filter_map(|start| least(&table[start.index()])).map(u32::from).collect();
        if ways.is_empty() {
            return Self { squares: table.iter().filter_map(least).count(), ..closed };
        }
        Self { boxes: ways.len(), squares: 0, pushes: Reverse(ways.into_iter().sum()) }
    }

    const fn is_open(self) -> bool {
        self.boxes > 0
    }
}

/// A square of that part of the floor without the goals that has the most boxes at the start; `None` if all is goals.
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
        // Of equals, the one with the lowest number.
        if best.is_none_or(|(most, _)| boxes > most) {
            best = Some((boxes, square));
        }
    }
    best.map(|(_, square)| square)
}

/// The part of the floor without some goals in which a square lies, as one flag for each square and the wall.
fn outside(board: &SearchBoard, filled: &[Square], anchor: Option<Square>) -> Vec<bool> {
    let mut is_outside = alloc::vec![false; board.square_count() + 1];
    let mut stack = Vec::from_iter(anchor);
    while let Some(square) = stack.pop() {
        if board.is_wall(square) || filled.contains(&square) {
            continue;
        }
        if !core::mem::replace(&mut is_outside[square.index()], true) {
            stack.extend(board.neighbours(square));
        }
    }
    is_outside
}
