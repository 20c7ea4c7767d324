//! Routes of a single box.

use alloc::vec::Vec;

use motion_core::Direction;

use super::{BlockedSquares, Push, SearchBoard, Square, UNREACHABLE, sides_of, sides_where};

/// Finds routes of one box while all others stay.
///
/// A box moves from square to square, and the player walks around it where the other boxes permit
/// it. Distances are therefore computed for each square and each side of the player.
///
/// # Complexity
/// Construction takes time linear in the squares.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 4.1 ("pushable A*").
///
/// # Examples
/// ```
/// use sokoban::board::{BoxRoutes, SearchBoard};
///
/// let board = SearchBoard::new(&"7#|#.----#|#-$-$@#|#-----#|#----.#|7#".parse()?);
/// let [first, second] = *board.boxes() else { unreachable!() };
/// let routes = BoxRoutes::new(&board, [second]);
/// let pushes = routes.find(first, board.player(), board.goals()[0]).expect("a route");
/// assert_eq!(pushes.len(), 2);
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoxRoutes<'b> {
    pub(super) board: &'b SearchBoard,
    pub(super) others: BlockedSquares<'b>,
}

impl<'b> BoxRoutes<'b> {
    /// Prepares a board with boxes on these squares, which exclude the box that is to move.
    ///
    /// # Panics
    /// If a square does not exist.
    pub fn new(board: &'b SearchBoard, others: impl IntoIterator<Item = Square>) -> Self {
        Self { board, others: BlockedSquares::new(board, others) }
    }

    /// Returns the fewest pushes that move a box from one square to another with the player on a
    /// third; `None` if there is no route. Dead squares are treated like others.
    ///
    /// There is no route from or to an occupied square, or with the player on one.
    ///
    /// # Panics
    /// If a square does not exist.
    ///
    /// # Complexity
    /// Linear in the squares.
    pub fn find(&self, from: Square, player: Square, to: Square) -> Option<Vec<Push>> {
        let is_open = |square| self.others.is_open(square);
        if ![from, player, to].into_iter().all(is_open) || from == player {
            return None;
        }
        let distances = self.others.pushes_to(to, |_| true);
        let distance = |at: Square, side: Direction| distances[at.index()][side.index()];
        let (mut at, mut pushes) = (from, Vec::new());
        let mut sides = self.reached_sides(from, player);
        while at != to {
            let side = sides_of(sides).min_by_key(|&side| distance(at, side))?;
            if distance(at, side) == UNREACHABLE {
                return None;
            }
            // Joined sides have equal distances, and from one of them the player can push to a
            // square with the next lower distance.
            let (behind, next) = Direction::ALL
                .into_iter()
                .filter(|&behind| self.others.are_joined(at, side, behind))
                .map(|behind| (behind, self.board.step(at, behind.opposite())))
                .find(|&(behind, next)| is_open(next) && distance(next, behind) < distance(at, side))?;
            pushes.push(Push { from: at, direction: behind.opposite() });
            (at, sides) = (next, 1 << behind.index());
        }
        Some(pushes)
    }

    /// Returns the other squares to which a box can be pushed from a square with the player on
    /// another, ascending.
    ///
    /// # Panics
    /// If a square does not exist.
    ///
    /// # Complexity
    /// Linear in the squares.
    pub fn targets(&self, from: Square, player: Square) -> Vec<Square> {
        let table = self.others.pushes_from(from, self.reached_sides(from, player));
        let is_target = |(square, pushes): &(Square, &[u16; 4])| {
            *square != from && pushes.iter().any(|&pushes| pushes != UNREACHABLE)
        };
        (0..).map(Square).zip(&table).filter(is_target).map(|(square, _)| square).collect()
    }

    /// Returns the sides of a box that the player can reach.
    pub(super) fn reached_sides(&self, box_at: Square, player: Square) -> u8 {
        let is_free = |square| square != box_at && self.others.is_open(square);
        let reached = self.board.reached_over([player], is_free);
        sides_where(|side| reached[self.board.step(box_at, side).index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::{BTreeMap, BTreeSet};
    use alloc::string::ToString;
    use motion_core::Control;
    use motion_core::search::breadth_first;
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use crate::level::Level;
    use crate::samples::{board_of, framed, random_board};
    use crate::search::{Position, Pushes};

    proptest! {
        #[test]
        fn routes_are_as_short_as_solutions_among_walls(
            cells in proptest::collection::vec(0u8..10, 12..49),
            width in 3usize..8,
            places in (0usize..49, 0usize..49, 0usize..49),
        ) {
            // The other boxes stand on goals in one board and are walls in the other.
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
            let found = routes.find(*from.expect("one"), board.player(), *to.expect("one"));
            let among_walls = SearchBoard::new(&walled);
            let expected = Position::start(&among_walls).and_then(|start| {
                let pushes = Pushes::<4>::new(&among_walls);
                breadth_first(&pushes, start, &mut Control::unlimited()).plan().map(|path| path.actions.len())
            });
            prop_assert_eq!(found.as_ref().map(Vec::len), expected, "{}", text);
            if let Some(pushes) = found {
                let moves = board.moves(pushes).expect("possible");
                let pushed = level.verify(&moves).map(|metrics| Some(metrics.pushes as usize));
                prop_assert_eq!(pushed, Ok(expected));
            }
        }

        #[test]
        fn targets_and_their_routes_are_those_of_single_steps(seed in any::<u64>(), boxes in 1usize..5) {
            let board = random_board(&mut Xoshiro256PlusPlus::seed_from_u64(seed), boxes);
            let (&from, others) = board.boxes().split_first().expect("a box");
            let routes = BoxRoutes::new(&board, others.iter().copied());
            let costs = single_steps(&board, others, from);
            let targets: Vec<_> = costs.keys().copied().filter(|&to| to != from).collect();
            prop_assert_eq!(routes.targets(from, board.player()), targets);
            for (to, (pushes, steps)) in costs {
                let route = routes.find_with_fewest_steps(from, board.player(), to).expect("a target");
                prop_assert_eq!(route.len(), pushes);
                prop_assert_eq!(board.moves(route).expect("possible").len(), steps);
            }
        }

        #[test]
        fn walks_are_shortest(
            cells in proptest::collection::vec(0u8..4, 4..40),
            width in 2usize..7,
            to in 0u16..40,
        ) {
            let mut tiles: Vec<u8> = cells.iter().map(|&cell| if cell == 0 { b'#' } else { b' ' }).collect();
            tiles[0] = b'@';
            let board = board_of(&framed(&tiles, width));
            let to = Square(to % board.square_count() as u16);
            let occupied = |square: Square| square.0 % 5 == 4 && square != board.player();
            let walk = board.walk(board.player(), to, occupied);
            // Relaxes until nothing changes.
            let mut steps = alloc::vec![usize::MAX; board.square_count()];
            steps[board.player().index()] = 0;
            for _ in 0..board.square_count() {
                let squares = (0..board.square_count() as u16).map(Square);
                for square in squares.filter(|&square| !occupied(square)) {
                    for &next in board.neighbours(square).iter().filter(|&&next| !board.is_wall(next)) {
                        let after = steps[next.index()].saturating_add(1);
                        steps[square.index()] = steps[square.index()].min(after);
                    }
                }
            }
            let expected = Some(steps[to.index()]).filter(|&steps| steps != usize::MAX);
            prop_assert_eq!(walk.as_ref().map(Vec::len), expected);
            let end = walk.into_iter().flatten().fold(board.player(), |at, step| board.step(at, step));
            prop_assert!(expected.is_none() || end == to);
        }
    }

    /// Returns the fewest pushes of a box to each square, and the fewest steps with them.
    fn single_steps(
        board: &SearchBoard,
        others: &[Square],
        from: Square,
    ) -> BTreeMap<Square, (usize, usize)> {
        let is_free = |at: Square| !board.is_wall(at) && !others.contains(&at);
        let mut settled = BTreeSet::new();
        let mut open = BTreeSet::from([(0, 0, from, board.player())]);
        let mut costs = BTreeMap::new();
        while let Some((pushes, steps, at, player)) = open.pop_first() {
            if !settled.insert((at, player)) {
                continue;
            }
            costs.entry(at).or_insert((pushes, steps));
            for direction in Direction::ALL {
                let next = board.step(player, direction);
                let beyond = board.step(next, direction);
                if next == at && is_free(beyond) {
                    open.insert((pushes + 1, steps + 1, beyond, next));
                } else if next != at && is_free(next) {
                    open.insert((pushes, steps + 1, at, next));
                }
            }
        }
        costs
    }

    #[test]
    fn no_route_starts_in_a_box_or_leads_through_one() {
        let level: Level = "########\n#@$ $ .#\n#     .#\n########".parse().expect("a level");
        let board = SearchBoard::new(&level);
        let [first, second] = *board.boxes() else { panic!("two boxes") };
        let routes = BoxRoutes::new(&board, [second]);
        let find = |from, player, to| routes.find(from, player, to);
        assert_eq!(find(first, first, board.goals()[0]), None);
        assert_eq!(find(first, second, board.goals()[0]), None);
        assert_eq!(find(second, board.player(), board.goals()[0]), None);
        // The way along the wall is blocked.
        assert_eq!(find(first, board.player(), board.goals()[0]), None);
        assert_eq!(find(first, board.player(), first), Some(Vec::new()));
        let refused = board.moves([Push { from: first, direction: Direction::Up }]);
        assert_eq!(refused.map(|moves| moves.to_string()), None);
    }
}
