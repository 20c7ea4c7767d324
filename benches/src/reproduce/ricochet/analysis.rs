//! The open questions of the paper's analysis.

use super::game::{random_game, standard_game};
use super::goal_search::{goal_search, vertices, vertices_plot};
use super::placements::{layers, placements, placements_plot};
use crate::reproduce::findings::Findings;
use crate::reproduce::runner::Runner;

/// The most moves of the other robots for which placements are counted.
const DEPTHS: usize = 10;
/// The sides of random boards.
const SIDES: [u32; 6] = [8, 16, 24, 32, 48, 64];
/// The side of the standard quadrants' boards.
const STANDARD_SIDE: u32 = 16;

pub(super) fn measure(runner: &Runner) -> Findings {
    let (boards, games, depth) = runner.size((2_000, 1_000, DEPTHS), (50, 6, 4));
    let seed = runner.seed();
    let standard = runner
        .map("standard boards", (0..boards).collect(), |number| goal_search(&standard_game(seed, number)));
    let numbers: Vec<u32> = (0..boards).collect();
    let random = runner.map_pairs("random boards", &SIDES, &numbers, |&side, &number| {
        goal_search(&random_game(seed, side, number))
    });
    let layers =
        runner.map("placements", (0..games).collect(), |number| layers(&standard_game(seed, number), depth));
    let searches: Vec<_> = std::iter::once(("standard", STANDARD_SIDE, &standard[..]))
        .chain(SIDES.iter().zip(&random).map(|(&side, searches)| ("random", side, &searches[..])))
        .collect();
    Findings::of([vertices(&searches), placements(&layers)])
        .with_plots([vertices_plot(&searches), placements_plot(&layers)])
        .with_figure("boards", boards)
        .with_figure("games", games)
}

#[cfg(test)]
mod tests {
    use motion_core::{Cell, Grid};

    use super::super::game::Game;
    use super::*;

    /// An open board of three cells a side, worked out by hand. From a corner a robot reaches the
    /// four corners; three others in a row block it.
    #[test]
    fn a_small_board_is_as_worked_out_by_hand() {
        let grid = Grid::new(3, 3).expect("a legal size");
        let game = Game { grid, goal_robot: Cell(0), target: Cell(2), others: [Cell(6), Cell(7), Cell(8)] };
        // The third row is full, so the goal robot moves to and fro in the two rows above.
        let search = goal_search(&game);
        assert_eq!((search.reached, search.until_target), (4, Some(2)));
        // The robots below can only move up, until the goal robot or the border stops them.
        let layers = layers(&game, 1);
        assert_eq!((layers[0].placements, layers[0].edges, layers[1].placements), (1, 3, 3));
        // In each placement one robot has moved. It can go back, or along its row.
        assert_eq!((layers[1].moved, layers[1].edges_of_moved), (3, 6));
    }
}
