//! Best-first search over all positions, for games that go deeper than depth-first search looks and for proofs that there
//! is no solution.

use alloc::vec::Vec;

use motion_core::search::{Space, a_star};
use motion_core::{Control, Outcome};

use super::search::{Action, Pieces, Step, steps};
use crate::bound::{Bound, FAR};
use crate::field::{Field, Occupied};
use crate::instance::MAX_ROBOTS;

/// For each robot its layer, above twelve bits of its spot; sorted where robots are alike. Robots that do not move are
/// left out.
type Position = [u16; MAX_ROBOTS];

const SPOT: u16 = (1 << 12) - 1;

struct Positions<'s> {
    field: &'s Field,
    bounds: &'s [Option<Bound>],
    robots: &'s Pieces,
    /// Robots that do not move.
    fixed: Occupied,
}

/// The fewest moves, with the engine's bookkeeping of every position.
pub(super) fn search(
    field: &Field,
    bounds: &[Option<Bound>],
    robots: &Pieces,
    control: &mut Control,
) -> Outcome<Vec<Step>> {
    let mut fixed = Occupied::nobody();
    for piece in &robots.list[robots.movers..robots.len] {
        field.toggle(&mut fixed, piece.spot);
    }
    let space = Positions { field, bounds, robots, fixed };
    let mut start = [0; MAX_ROBOTS];
    for (state, piece) in start.iter_mut().zip(&robots.list[..robots.movers]) {
        *state = u16::from(piece.layer) << 12 | piece.spot;
    }
    space.sort(&mut start);
    a_star(&space, start, control).map(|path| steps(field, robots, &path.actions))
}

impl Positions<'_> {
    fn sort(&self, position: &mut Position) {
        for &(first, end) in &self.robots.groups() {
            position[first..end].sort_unstable();
        }
    }

    fn occupied(&self, position: &Position) -> Occupied {
        let mut occupied = self.fixed.clone();
        for state in &position[..self.robots.movers] {
            self.field.toggle(&mut occupied, state & SPOT);
        }
        occupied
    }

    fn moves(&self, position: &Position) -> u16 {
        let winners = self.robots.list[..self.robots.winners].iter().zip(position);
        let moves = winners.filter_map(|(piece, state)| {
            let bound = self.bounds[usize::from(piece.class)].as_ref()?;
            Some(bound.moves(bound.entry((state >> 12) as u8, state & SPOT)))
        });
        moves.min().unwrap_or(FAR)
    }
}

impl Space for Positions<'_> {
    type State = Position;
    type Action = Action;

    fn is_goal(&self, position: &Position) -> bool {
        self.moves(position) == 0
    }

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Action, Position, u32)) {
        let mut occupied = self.occupied(position);
        for (index, piece) in self.robots.list[..self.robots.movers].iter().enumerate() {
            let spot = position[index] & SPOT;
            self.field.toggle(&mut occupied, spot);
            for direction in 0..4 {
                let slid = self.field.slide(piece.class, spot, direction, &occupied);
                if slid.end == spot {
                    continue;
                }
                let mut next = *position;
                next[index] = slid.end;
                if let Some(bound) = &self.bounds[usize::from(piece.class)]
                    && index < self.robots.winners
                {
                    let layer = bound.after((position[index] >> 12) as u8, direction, slid.bent);
                    next[index] |= u16::from(layer) << 12;
                }
                self.sort(&mut next);
                visit((spot, direction), next, 1);
            }
            self.field.toggle(&mut occupied, spot);
        }
    }

    fn lower_bound(&self, position: &Position) -> Option<u32> {
        Some(self.moves(position)).filter(|&moves| moves != FAR).map(u32::from)
    }
}

#[cfg(test)]
mod tests {
    use motion_core::{Control, Quality};

    use super::*;
    use crate::Approach;
    use crate::instance::Instance;
    use crate::optimal::{ALL, Optimal, Run};

    /// Depth-first search ends long before it gives way to this one, so that it is called here.
    #[test]
    fn the_engine_finds_solutions_of_the_same_length() {
        let board = "
+---+---+---+---+---+
| r     |         b |
+   +   +   +---+   +
|     /             |
+---+   +   +   +   +
|         T     |   |
+   +   +---+   +   +
| g       \\         |
+---+---+---+---+---+
diagonal 1 1 g
diagonal 3 2 r";
        for target in ["R", "B", "*"] {
            for approach in [Approach::Free, Approach::Turning] {
                let game: Instance = board.replace('T', target).parse().expect("a game");
                let game = game.with_approach(approach);
                let mut control = Control::unlimited();
                let run = Run::new(&game, &mut control).expect("no limit");
                let pieces = run.pieces(ALL);
                let outcome = search(&run.field, &run.bounds, &pieces, &mut control);
                let found = outcome.map(|path| crate::optimal::moves_of(&game, &path));
                let least = Optimal::default().solve(&game, &mut control);
                assert_eq!(
                    found.clone().map(|moves| moves.len()),
                    least.map(|moves| moves.len()),
                    "{target}"
                );
                if let Outcome::Solved { plan, quality } = found {
                    assert_eq!((game.verify(&plan), quality), (Ok(plan.len() as u64), Quality::Optimal));
                }
            }
        }
    }
}
