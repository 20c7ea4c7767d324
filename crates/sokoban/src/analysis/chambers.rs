//! Chambers: sets of squares among which a box can be pushed in both directions.

use alloc::vec::Vec;

use motion_core::internal::Arcs;
use motion_core::{Direction, Vertex};

use crate::board::{BoxSet, SearchBoard, Square};

/// The chambers of a board: the largest sets of live squares in which a lone box can be pushed from
/// every square to every other.
///
/// If the player cannot walk around a box on a square, the square may lie in several chambers,
/// depending on the side of the player.
///
/// # Complexity
/// Construction takes time and memory linear in the squares and quadratic in the chambers.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 4.3.2, after T. Schaul, *Evolving a compact,
/// concept-based Sokoban solver*, 2005.
///
/// # Examples
/// Boxes in the upper row never leave it, and it has only one goal:
/// ```
/// use sokoban::analysis::Chambers;
/// use sokoban::board::{BoxSet, SearchBoard};
///
/// let board = SearchBoard::new(&"9#|#.-$-$-##|#-------#|#@-----.#|9#".parse()?);
/// let chambers = Chambers::new(&board);
/// let mut boxes: BoxSet<1> = board.boxes().iter().copied().collect();
/// assert!(chambers.are_overfull(&boxes));
/// boxes.shift(board.boxes()[0], board.goals()[1]);
/// assert!(!chambers.are_overfull(&boxes));
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chambers {
    list: Vec<Chamber>,
    /// For each live square and side of the player, the chamber, if the side is not a wall.
    numbers: Vec<[Option<u16>; 4]>,
    /// For each chamber, the chambers that can be reached from it, including itself.
    reachable: Vec<Vec<bool>>,
    /// For each chamber, the number of goals in these chambers.
    goals: Vec<usize>,
}

/// One of the [`Chambers`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chamber {
    /// Its squares, ascending.
    pub squares: Vec<Square>,
    /// The chambers that a box can enter from here by one push, ascending. The box cannot return
    /// from there.
    pub exits: Vec<usize>,
}

impl Chambers {
    /// Finds the chambers of a board, in topological order.
    pub fn new(board: &SearchBoard) -> Self {
        let places: Vec<_> = (0..board.live_square_count() as u16)
            .flat_map(|square| Direction::ALL.map(|side| (Square(square), side)))
            .collect();
        let number = |square: Square, side: Direction| Vertex((4 * square.index() + side.index()) as u32);
        let has_player = |&(square, side): &(Square, Direction)| !board.is_wall(board.step(square, side));
        let steps = places.iter().filter(|&place| has_player(place)).flat_map(|&(square, side)| {
            let walks =
                Direction::ALL.into_iter().filter(move |&other| board.are_joined(square, side, other));
            let to = board.step(square, side.opposite());
            let push = board.is_live(to).then(|| number(to, side));
            walks
                .map(move |other| number(square, other))
                .chain(push)
                .map(move |to| (number(square, side), to))
        });
        let components = Arcs::new(places.len(), &steps.collect::<Vec<_>>()).strong_components();

        let mut numbers = alloc::vec![[None; 4]; board.live_square_count()];
        let mut chambers = Vec::new();
        for component in components.iter().rev() {
            let members = component.iter().map(|place| places[place.index()]);
            let mut squares: Vec<_> = members.clone().filter(has_player).map(|(square, _)| square).collect();
            squares.sort_unstable();
            squares.dedup();
            if !squares.is_empty() {
                for (square, side) in members {
                    numbers[square.index()][side.index()] = Some(chambers.len() as u16);
                }
                chambers.push(Chamber { squares, exits: Vec::new() });
            }
        }
        for &(square, side) in places.iter().filter(|&place| has_player(place)) {
            let to = board.step(square, side.opposite());
            if board.is_live(to)
                && let (Some(here), Some(there)) =
                    (numbers[square.index()][side.index()], numbers[to.index()][side.index()])
                && here != there
            {
                chambers[usize::from(here)].exits.push(usize::from(there));
            }
        }
        let mut all = Self { list: chambers, numbers, reachable: Vec::new(), goals: Vec::new() };
        all.find_reachable(board);
        all
    }

    fn find_reachable(&mut self, board: &SearchBoard) {
        self.reachable = alloc::vec![alloc::vec![false; self.list.len()]; self.list.len()];
        // Exits lead to later chambers, which are already complete.
        for number in (0..self.list.len()).rev() {
            let Chamber { exits, .. } = &mut self.list[number];
            exits.sort_unstable();
            exits.dedup();
            let (before, after) = self.reachable.split_at_mut(number + 1);
            before[number][number] = true;
            for &exit in &*exits {
                for (here, &there) in before[number].iter_mut().zip(&after[exit - number - 1]) {
                    *here |= there;
                }
            }
        }
        let leads = |reachable: &[bool], goal: Square| {
            self.numbers[goal.index()].iter().flatten().any(|&chamber| reachable[usize::from(chamber)])
        };
        let goals =
            |reachable: &Vec<bool>| board.goals().iter().filter(|&&goal| leads(reachable, goal)).count();
        self.goals = self.reachable.iter().map(goals).collect();
    }

    /// The chambers.
    pub fn chambers(&self) -> &[Chamber] {
        &self.list
    }

    /// Returns the chamber of a box on a square while the player is on this side of it; `None` if
    /// the side is a wall, and for dead squares.
    pub fn chamber_of(&self, square: Square, side: Direction) -> Option<usize> {
        self.numbers.get(square.index())?[side.index()].map(usize::from)
    }

    /// Whether some chamber, together with those that can be reached from it, contains more boxes
    /// than goals: a structural deadlock.
    ///
    /// # Guarantees
    /// If so, there is no solution. [`DeadlockRule::FrozenGoals`](super::DeadlockRule) also detects
    /// all of these deadlocks.
    ///
    /// # Complexity
    /// Chambers times boxes.
    pub fn are_overfull<const W: usize>(&self, boxes: &BoxSet<W>) -> bool {
        self.overfull(boxes).is_some()
    }

    /// Returns the number of the first chamber that, together with those that can be reached from
    /// it, contains more boxes than goals.
    ///
    /// # Complexity
    /// Chambers times boxes.
    pub fn overfull<const W: usize>(&self, boxes: &BoxSet<W>) -> Option<usize> {
        let is_confined = |reachable: &[bool], at: Square| {
            let sides = self.numbers.get(at.index());
            sides.is_some_and(|sides| sides.iter().flatten().all(|&chamber| reachable[usize::from(chamber)]))
        };
        let holds_too_many = |(reachable, &goals): (&Vec<bool>, &usize)| {
            boxes.iter().filter(|&at| is_confined(reachable, at)).count() > goals
        };
        self.reachable.iter().zip(&self.goals).position(holds_too_many)
    }

    /// Works as [`are_overfull`](Self::are_overfull), provided that no chamber was overfull before
    /// this push; `boxes` are those after it. Examines only boxes that leave a chamber.
    pub(crate) fn are_overfull_after<const W: usize>(
        &self,
        boxes: &BoxSet<W>,
        from: Square,
        to: Square,
    ) -> bool {
        self.numbers.get(from.index()) != self.numbers.get(to.index()) && self.are_overfull(boxes)
    }
}
