//! Breadth-first search by pulls of one box until it is let go: the solver of F. Takes.

use alloc::vec::Vec;
use core::fmt;

use motion_core::internal::splitmix64;
use motion_core::search::{Path, Space, breadth_first_from};
use motion_core::{Control, Direction, Outcome, Stop};

use super::search_problem::{SearchMethod, SearchProblem, level_solver};
use crate::board::{BoxDistances, BoxSet, Push, SearchBoard, Square, UNREACHABLE};
use crate::search::{MoveGenerator, Position, Pulls};

/// Condition X, on which a box is let go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub enum LetGo {
    /// `X1`: after each pull.
    EachPull,
    /// `X2(n)`: after this many pulls.
    After(u8),
    /// `X3`: on a square where a box starts. It may also be pulled on from there.
    OnStart,
    /// `X4(n)`: within this many pulls of a square where a box starts, counted for a lone box. It
    /// may also be pulled on from there.
    NearStart(u8),
    /// `X5`: after a pull with probability one half.
    AtRandom,
}

/// Condition Y, which chooses the next box. A box is placed if it was let go on a square where a
/// box starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub enum NextBox {
    /// `Y1`: any.
    Any,
    /// `Y2`: any that is not placed.
    NotPlaced,
    /// `Y3`: among those not placed, the one on the square with the lowest number.
    Lowest,
    /// `Y4`: among those not placed, the one with the least sum of distances to all squares where
    /// boxes start.
    LeastSum,
    /// `Y5`: among those not placed, the one nearest to a square where a box starts.
    Nearest,
    /// `Y6`: among those not placed, one at random.
    AtRandom,
}

impl LetGo {
    /// All conditions, in order, with three pulls where they take a number.
    const ALL: [Self; 5] =
        [Self::EachPull, Self::After(3), Self::OnStart, Self::NearStart(3), Self::AtRandom];
}

impl NextBox {
    /// All conditions, in order.
    pub const ALL: [Self; 6] =
        [Self::Any, Self::NotPlaced, Self::Lowest, Self::LeastSum, Self::Nearest, Self::AtRandom];
}

/// Pulls one box at a time from the goals, everywhere it can go, until condition X lets it go;
/// condition Y then chooses the next box. This is the reversed solver of F. Takes.
///
/// Its name, in print and in [`AnySolver`](crate::AnySolver), has the form `Takes-X3Y2`. `X1Y1` is
/// breadth-first search by pulls, like [`ReverseBreadthFirst`](super::ReverseBreadthFirst). `X3Y2`
/// solves the levels that can be solved one box at a time, if the limits suffice, and `X4(n)Y2` is
/// in between. Random choices depend only on the position.
///
/// # Complexity
/// Time and memory are linear in the positions reached, where positions also differ by the box in
/// hand and the boxes placed.
///
/// # Guarantees
/// `X1Y1` is complete and finds the fewest pushes. The others are not complete: if they find
/// nothing they end with [`Stop::GaveUp`], and the quality is the matching bound. When stopped, the
/// lower bound is proved. Levels of more than 1,024 live squares, or whose boxes may end on more
/// than 1,000 sets of goals, are [`Stop::Unsupported`].
///
/// # References
/// F. Takes, *Sokoban: reversed solving*, 2008, as described by T. Virkkala, *Solving Sokoban*,
/// 2011, section 4.2.5, which does not define the order of `Y3`. Here the search starts from all
/// zones of the player, and the player has to end in the zone of the start.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::{AnySolver, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let solver: AnySolver = "Takes-X3Y2".parse()?;
/// let moves = solver.solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoxByBox {
    /// The condition on which a box is let go.
    #[doc(hidden)]
    pub let_go: LetGo,
    /// The condition that chooses the next box.
    #[doc(hidden)]
    pub next: NextBox,
}

impl BoxByBox {
    /// `X1Y1`, breadth-first search.
    pub(super) const PLAIN: Self = Self { let_go: LetGo::EachPull, next: NextBox::Any };

    /// All pairs of a condition X and a condition Y, `X1Y1` first.
    pub(super) const ALL: [Self; LetGo::ALL.len() * NextBox::ALL.len()] = {
        let mut all = [Self::PLAIN; LetGo::ALL.len() * NextBox::ALL.len()];
        let mut number = 0;
        while number < all.len() {
            let (let_go, next) = (number / NextBox::ALL.len(), number % NextBox::ALL.len());
            all[number] = Self { let_go: LetGo::ALL[let_go], next: NextBox::ALL[next] };
            number += 1;
        }
        all
    };
}

impl Default for BoxByBox {
    fn default() -> Self {
        Self::PLAIN
    }
}

impl fmt::Display for BoxByBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.let_go {
            LetGo::EachPull => f.write_str("Takes-X1")?,
            LetGo::After(pulls) => write!(f, "Takes-X2({pulls})")?,
            LetGo::OnStart => f.write_str("Takes-X3")?,
            LetGo::NearStart(pulls) => write!(f, "Takes-X4({pulls})")?,
            LetGo::AtRandom => f.write_str("Takes-X5")?,
        }
        write!(f, "Y{}", self.next as u8 + 1)
    }
}

impl BoxByBox {
    /// Parses the name of a solver, in upper or lower case.
    pub(super) fn from_name(text: &str) -> Option<Self> {
        let (name, conditions) = text.split_at_checked("Takes-X".len())?;
        let (let_go, next) = conditions.split_once(['Y', 'y'])?;
        let number = |text: &str| text.strip_prefix('(')?.strip_suffix(')')?.parse().ok();
        let (condition, rest) = let_go.split_at_checked(1)?;
        let let_go = match (condition, rest) {
            ("1", "") => LetGo::EachPull,
            ("2", rest) => LetGo::After(number(rest).filter(|&pulls| pulls > 0)?),
            ("3", "") => LetGo::OnStart,
            ("4", rest) => LetGo::NearStart(number(rest)?),
            ("5", "") => LetGo::AtRandom,
            _ => return None,
        };
        let next = NextBox::ALL.into_iter().find(|&other| {
            let mut digits = *b"0";
            digits[0] += other as u8 + 1;
            next.as_bytes() == digits
        })?;
        name.eq_ignore_ascii_case("Takes-X").then_some(Self { let_go, next })
    }
}

level_solver!(BoxByBox, "positions expanded");

impl SearchMethod for BoxByBox {
    const FROM_GOALS: bool = true;

    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let space = PullsOfOneBox::new(problem.board, problem.start, *self);
        let ends =
            Pulls::<W>::new(problem.board).expect("invariant: boxes are on live squares and fit").starts();
        let states = ends.into_iter().map(|position| State { position, placed: BoxSet::new(), taken: None });
        let found = breadth_first_from(&space, states, control).map(|mut path| {
            path.actions.reverse();
            path
        });
        match found {
            outcome if *self == Self::PLAIN => outcome,
            Outcome::Unsolvable => problem.stopped(Stop::GaveUp),
            outcome => problem.with_least(outcome.map(|path| path.actions)),
        }
    }
}

/// A position with the boxes that are placed and the box in hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State<const W: usize> {
    position: Position<W>,
    placed: BoxSet<W>,
    taken: Option<Taken>,
}

/// A box that has not been let go, and the number of its pulls if that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Taken {
    at: Square,
    pulls: u8,
}

/// The game backward, with one box in hand.
struct PullsOfOneBox<'b, const W: usize> {
    board: &'b SearchBoard,
    start: Position<W>,
    solver: BoxByBox,
    /// For each square, the number of pulls to the nearest square where a box starts.
    nearest: Vec<u16>,
    /// For each square, the sum of the numbers of pulls to all squares where boxes start.
    sums: Vec<u32>,
}

impl<'b, const W: usize> PullsOfOneBox<'b, W> {
    fn new(board: &'b SearchBoard, start: Position<W>, solver: BoxByBox) -> Self {
        let distances = BoxDistances::pulls(board, board.boxes());
        let squares = (0..board.live_square_count() as u16).map(Square);
        let to_all = |at| (0..board.boxes().len()).map(move |number| (number, at));
        let least = |(number, at)| distances.least(number, at);
        Self {
            board,
            start,
            solver,
            nearest: squares.clone().map(|at| to_all(at).map(least).min().unwrap_or(UNREACHABLE)).collect(),
            sums: squares.map(|at| to_all(at).map(least).map(u32::from).sum()).collect(),
        }
    }

    /// Returns a pseudo-random number for a position and a square.
    fn random(position: &Position<W>, square: Square) -> u64 {
        let words = position.boxes.words().iter().copied();
        let numbers = words.chain([position.player.0.into(), square.0.into()]);
        numbers.fold(0, |random, number| splitmix64(random ^ number))
    }

    /// Returns whether a box with this many pulls is let go on its square, and whether it may be
    /// pulled on.
    fn ends(&self, position: &Position<W>, taken: Taken) -> (bool, bool) {
        let nearest = self.nearest[taken.at.index()];
        match self.solver.let_go {
            LetGo::EachPull => (true, false),
            LetGo::After(pulls) => (taken.pulls >= pulls, taken.pulls < pulls),
            LetGo::OnStart => (nearest == 0, true),
            LetGo::NearStart(pulls) => (nearest <= pulls.into(), true),
            LetGo::AtRandom => {
                let ends = Self::random(position, taken.at).is_multiple_of(2);
                (ends, !ends)
            }
        }
    }

    /// Returns the boxes that may be taken next.
    fn next(&self, state: &State<W>) -> BoxSet<W> {
        let boxes = state.position.boxes;
        if let Some(taken) = state.taken {
            return [taken.at].into_iter().collect();
        }
        if self.solver.next == NextBox::Any {
            return boxes;
        }
        let left = boxes.without(&state.placed);
        let key = |at: Square| match self.solver.next {
            NextBox::Any | NextBox::NotPlaced | NextBox::Lowest => 0,
            NextBox::LeastSum => self.sums[at.index()].into(),
            NextBox::Nearest => self.nearest[at.index()].into(),
            NextBox::AtRandom => Self::random(&state.position, at),
        };
        match self.solver.next {
            NextBox::NotPlaced => left,
            _ => left.iter().min_by_key(|&at| (key(at), at)).into_iter().collect(),
        }
    }
}

impl<'b, const W: usize> Space for PullsOfOneBox<'b, W> {
    type State = State<W>;
    type Action = Push;
    type Scratch = MoveGenerator<'b>;

    fn scratch(&self) -> MoveGenerator<'b> {
        MoveGenerator::new(self.board)
    }

    fn is_goal(&self, _: &mut MoveGenerator<'b>, state: &State<W>) -> bool {
        state.position == self.start
    }

    fn successors(
        &self,
        generator: &mut MoveGenerator<'b>,
        state: &State<W>,
        visit: &mut impl FnMut(Push, State<W>, u32),
    ) {
        generator.enter(&state.position);
        for from in &self.next(state) {
            for direction in Direction::ALL {
                let at = self.board.step(from, direction);
                let push = Push { from: at, direction: direction.opposite() };
                if !generator.can_undo(push) {
                    continue;
                }
                let position = generator.after_pull(&state.position.boxes, push);
                let pulls = state.taken.map_or(0, |taken| taken.pulls) + 1;
                let (is_let_go, continues) = self.ends(&position, Taken { at, pulls });
                // A box that is taken is no longer placed.
                let mut placed = state.placed;
                placed.remove(from);
                if continues {
                    let pulls = if matches!(self.solver.let_go, LetGo::After(_)) { pulls } else { 0 };
                    visit(push, State { position, placed, taken: Some(Taken { at, pulls }) }, 1);
                }
                if is_let_go {
                    // Placed boxes are recorded only where condition Y needs them.
                    if self.solver.next != NextBox::Any && self.nearest[at.index()] == 0 {
                        placed.insert(at);
                    }
                    visit(push, State { position, placed, taken: None }, 1);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn names_are_read_and_written() {
        for let_go in
            [LetGo::EachPull, LetGo::After(3), LetGo::OnStart, LetGo::NearStart(12), LetGo::AtRandom]
        {
            for next in NextBox::ALL {
                let solver = BoxByBox { let_go, next };
                let name = solver.to_string();
                assert_eq!(
                    [&name, &name.to_lowercase()].map(|name| BoxByBox::from_name(name)),
                    [Some(solver); 2]
                );
            }
        }
        for wrong in
            ["", "Takes", "Takes-X1", "Takes-X2Y1", "Takes-X2(0)Y1", "Takes-X1Y7", "Takes-X1Y11", "é"]
        {
            assert_eq!(BoxByBox::from_name(wrong), None, "{wrong}");
        }
    }
}
