//! Exchanges two white and two black knights on 3×3 squares, with two search engines.
//!
//! `cargo run --example own_search_space`

use std::error::Error;

use motion_core::graph::Graph;
use motion_core::search::{Space, a_star, breadth_first};
use motion_core::{Configuration, Control, Move, Token, Vertex};

/// The knight's moves between squares, which are numbered from 0 to 8 in reading order.
const JUMPS: [(u32, u32); 8] = [(0, 5), (0, 7), (1, 6), (1, 8), (2, 3), (2, 7), (3, 8), (5, 6)];
/// Two white knights in the upper corners, two black ones in the lower corners.
const START: [Vertex; 4] = [Vertex(0), Vertex(2), Vertex(6), Vertex(8)];

struct Knights(Graph);

impl Space for Knights {
    type State = [Vertex; 4];
    type Action = Move;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), knights: &[Vertex; 4]) -> bool {
        jumps_at_least(knights) == 0
    }

    fn successors(&self, (): &mut (), knights: &[Vertex; 4], visit: &mut impl FnMut(Move, [Vertex; 4], u32)) {
        for (knight, &from) in knights.iter().enumerate() {
            for &to in self.0.neighbours(from).iter().filter(|to| !knights.contains(to)) {
                let next = knights.map(|place| if place == from { to } else { place });
                visit(Move { token: Token(knight as u32), from, to }, next, 1);
            }
        }
    }
}

/// Counts the knights that are not on start squares of the other colour. Each must move.
fn jumps_at_least([a, b, c, d]: &[Vertex; 4]) -> u32 {
    let away = |knight, goals: &[Vertex]| u32::from(!goals.contains(knight));
    away(a, &START[2..]) + away(b, &START[2..]) + away(c, &START[..2]) + away(d, &START[..2])
}

fn main() -> Result<(), Box<dyn Error>> {
    let space = Knights(Graph::from_edges(9, JUMPS.map(|(a, b)| (Vertex(a), Vertex(b))))?);
    let control = &mut Control::unlimited();
    let all = breadth_first(&space, START, control).into_result()?;
    let lower_bound = |knights: &[Vertex; 4]| Some(jumps_at_least(knights));
    let guided = a_star(&space, lower_bound, START, control).into_result()?;
    for path in [all, guided] {
        let mut knights = Configuration::new(9, &START)?;
        let moves = space.0.replay(&mut knights, path.actions.iter().copied())?;
        assert!(space.is_goal(&mut (), knights.places().try_into()?));
        print!("{moves} moves:");
        path.actions.iter().for_each(|jump| print!(" {}→{}", jump.from.0, jump.to.0));
        println!();
    }
    Ok(())
}
