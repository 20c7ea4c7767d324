//! Ways of a single box: path-finding in game space.
//!
//! A box goes from square to square, the player round it where it can: the sides of a box that the player can reach are
//! a third dimension, and changing them costs nothing.

use alloc::vec::Vec;

use motion_core::search::{Space, a_star};
use motion_core::{Control, Direction, Outcome};

use crate::board::{JoinedSides, Push, SearchBoard, Square};

/// Finds ways of one box while all others stay where they are.
///
/// # Complexity
/// Making one takes time linear in the squares.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 4.1 ("pushable A*").
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use sokoban::{SearchBoard, BoxRoutes};
///
/// let board = SearchBoard::new(&"7#|#.----#|#-$-$@#|#-----#|#----.#|7#".parse()?);
/// let [first, second] = *board.boxes() else { unreachable!() };
/// let routes = BoxRoutes::new(&board, [second]);
/// let outcome = routes.find(first, board.player(), board.goals()[0], &mut Control::unlimited());
/// assert_eq!(outcome.plan().map(|pushes| pushes.len()), Some(2));
/// # Ok::<(), sokoban::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoxRoutes<'b> {
    board: &'b SearchBoard,
    /// Other boxes and the wall.
    is_occupied: Vec<bool>,
    sides: JoinedSides,
}

/// A box and the sides, as bits, on which the player can be.
type Place = (Square, u8);

/// The ways to one square.
struct Way<'r> {
    routes: &'r BoxRoutes<'r>,
    to: Square,
}

impl<'b> BoxRoutes<'b> {
    /// The board with boxes on these squares, beside the one that is to move.
    ///
    /// # Panics
    /// If there is no such square.
    pub fn new(board: &'b SearchBoard, others: impl IntoIterator<Item = Square>) -> Self {
        let mut is_occupied = alloc::vec![false; board.square_count() + 1];
        is_occupied[board.wall().index()] = true;
        for square in others {
            is_occupied[square.index()] = true;
        }
        let sides = JoinedSides::of(board, |square| !is_occupied[square.index()]);
        Self { board, is_occupied, sides }
    }

    /// The fewest pushes that bring a box from one square to another with the player on a third. Dead squares are used
    /// like others. Nodes are squares and zones of the player around the box.
    ///
    /// # Guarantees
    /// Complete and optimal. There is no way from, to, or for a player on an occupied square.
    ///
    /// # Panics
    /// If there is no such square.
    ///
    /// # Complexity
    /// Time and memory linear in the squares; the straight distance guides the search.
    pub fn find(
        &self,
        from: Square,
        player: Square,
        to: Square,
        control: &mut Control,
    ) -> Outcome<Vec<Push>> {
        if self.is_occupied[from.index()] || self.is_occupied[player.index()] || from == player {
            return Outcome::Unsolvable;
        }
        let way = Way { routes: self, to };
        a_star(&way, (from, self.reached_sides(from, player)), control).map(|path| path.actions)
    }

    /// The sides of a box to which the player can walk.
    fn reached_sides(&self, box_at: Square, player: Square) -> u8 {
        let is_free = |square: Square| !self.is_occupied[square.index()] && square != box_at;
        let mut seen = alloc::vec![false; self.is_occupied.len()];
        seen[player.index()] = true;
        let mut stack = alloc::vec![player];
        while let Some(square) = stack.pop() {
            for &next in self.board.neighbours(square) {
                if is_free(next) && !seen[next.index()] {
                    seen[next.index()] = true;
                    stack.push(next);
                }
            }
        }
        let reached = |side: &Direction| seen[self.board.step(box_at, *side).index()];
        Direction::ALL.into_iter().filter(reached).fold(0, |sides, side| sides | 1 << side.index())
    }
}

impl Space for Way<'_> {
    type State = Place;
    type Action = Push;

    fn is_goal(&self, &(square, _): &Place) -> bool {
        square == self.to
    }

    fn successors(&self, &(from, sides): &Place, visit: &mut impl FnMut(Push, Place, u32)) {
        let BoxRoutes { board, is_occupied, sides: all } = self.routes;
        for direction in Direction::ALL {
            let (to, behind) = (board.step(from, direction), direction.opposite());
            if sides & 1 << behind.index() != 0 && !is_occupied[to.index()] {
                visit(Push { from, direction }, (to, all.around(to, behind)), 1);
            }
        }
    }

    fn lower_bound(&self, &(square, _): &Place) -> Option<u32> {
        let board = self.routes.board;
        let [(row, column), (to_row, to_column)] = [square, self.to].map(|square| board.coordinates(square));
        Some(row.abs_diff(to_row) + column.abs_diff(to_column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use proptest::prelude::*;

    use crate::level::Level;
    use crate::samples::framed;
    use crate::solver::BreadthFirst;

    proptest! {
        #[test]
        fn ways_are_as_short_as_solutions_among_walls(
            cells in proptest::collection::vec(0u8..10, 12..49),
            width in 3usize..8,
            places in (0usize..49, 0usize..49, 0usize..49),
        ) {
            // Other boxes stand on goals: once they are boxes, once walls.
            let tile = |&cell: &u8| b"##*       "[usize::from(cell)];
            let mut tiles: Vec<u8> = cells.iter().map(tile).collect();
            for (place, tile) in [(places.0, b'@'), (places.1, b'$'), (places.2, b'.')] {
                tiles[place % cells.len()] = tile;
            }
            let text = framed(&tiles, width);
            let [level, walled] = [text.parse::<Level>(), text.replace('*', "#").parse()];
            prop_assume!(level.is_ok() && walled.is_ok());
            let (level, walled) = (level.expect("a level"), walled.expect("a level"));
            let board = SearchBoard::new(&level);
            let others = board.boxes().iter().filter(|square| board.goals().contains(square));
            let from = board.boxes().iter().find(|square| !board.goals().contains(square));
            let to = board.goals().iter().find(|square| !board.boxes().contains(square));
            let routes = BoxRoutes::new(&board, others.copied());
            let mut control = Control::unlimited();
            let found = routes.find(*from.expect("one"), board.player(), *to.expect("one"), &mut control);
            let expected = BreadthFirst::default().solve(&walled, &mut control).plan().map(|moves| moves.pushes());
            let found = found.plan();
            prop_assert_eq!(found.as_ref().map(Vec::len), expected, "{}", text);
            if let Some(pushes) = found {
                let moves = board.moves(pushes).expect("possible");
                prop_assert_eq!(level.verify(&moves).map(|metrics| Some(metrics.pushes as usize)), Ok(expected));
            }
        }

        #[test]
        fn walks_are_shortest(cells in proptest::collection::vec(0u8..4, 4..40), width in 2usize..7, to in 0u16..40) {
            let mut tiles: Vec<u8> = cells.iter().map(|&cell| if cell == 0 { b'#' } else { b' ' }).collect();
            tiles[0] = b'@';
            let board = SearchBoard::new(&framed(&tiles, width).parse().expect("a level"));
            let to = Square(to % board.square_count() as u16);
            let occupied = |square: Square| square.0 % 5 == 4 && square != board.player();
            let way = board.walk(board.player(), to, occupied);
            // Relaxed until nothing changes.
            let mut steps = alloc::vec![usize::MAX; board.square_count()];
            steps[board.player().index()] = 0;
            for _ in 0..board.square_count() {
                for square in (0..board.square_count() as u16).map(Square).filter(|&square| !occupied(square)) {
                    for &next in board.neighbours(square).iter().filter(|&&next| !board.is_wall(next)) {
                        steps[square.index()] = steps[square.index()].min(steps[next.index()].saturating_add(1));
                    }
                }
            }
            let expected = Some(steps[to.index()]).filter(|&steps| steps != usize::MAX);
            prop_assert_eq!(way.as_ref().map(Vec::len), expected);
            let end = way.into_iter().flatten().fold(board.player(), |at, step| board.step(at, step));
            prop_assert!(expected.is_none() || end == to);
        }
    }

    #[test]
    fn no_way_starts_in_a_box_or_leads_through_one() {
        let level: Level = "########\n#@$ $ .#\n#     .#\n########".parse().expect("a level");
        let board = SearchBoard::new(&level);
        let [first, second] = *board.boxes() else { panic!("two boxes") };
        let routes = BoxRoutes::new(&board, [second]);
        let find = |from, player, to| routes.find(from, player, to, &mut Control::unlimited());
        assert_eq!(find(first, first, board.goals()[0]), Outcome::Unsolvable);
        assert_eq!(find(first, second, board.goals()[0]), Outcome::Unsolvable);
        assert_eq!(find(second, board.player(), board.goals()[0]), Outcome::Unsolvable);
        // Along the wall, blocked.
        assert_eq!(find(first, board.player(), board.goals()[0]), Outcome::Unsolvable);
        assert_eq!(find(first, board.player(), first).plan(), Some(Vec::new()));
        let refused = board.moves([Push { from: first, direction: Direction::Up }]);
        assert_eq!(refused.map(|moves| moves.to_string()), None);
    }
}
