//! The vertices that a search of the goal robot visits.

use std::ops::ControlFlow;

use motion_core::search::{Space, explore};
use motion_core::{Cell, Control, Direction};
use ricochet::internal::MoveGraph;

use super::game::Game;
use crate::reproduce::findings::{Axis, Curve, Plot, Rows, Table};
use crate::statistics::{deviation, mean};

/// The result of a search of the goal robot among the others.
pub(super) struct GoalSearch {
    /// The number of vertices that it can reach, including its own.
    pub(super) reached: u64,
    /// The number of vertices visited when the target is found; `None` if it cannot be reached.
    pub(super) until_target: Option<u64>,
}

/// The searches on boards of a kind and a side.
pub(super) type SearchesOfBoards<'s> = (&'static str, u32, &'s [GoalSearch]);

/// The moves of a single robot on a graph that includes the other robots.
struct OneRobot(MoveGraph);

impl Space for OneRobot {
    type State = Cell;
    type Action = ();
    type Scratch = ();

    fn scratch(&self) {}

    fn successors(&self, (): &mut (), &cell: &Cell, visit: &mut impl FnMut((), Cell, u32)) {
        let ends = Direction::ALL.into_iter().filter_map(|direction| self.0.edge(cell, direction));
        ends.for_each(|end| visit((), end, 1));
    }
}

pub(super) fn goal_search(game: &Game) -> GoalSearch {
    let mut graph = MoveGraph::new(game.grid.clone());
    game.others.iter().for_each(|&cell| graph.place_robot(cell));
    let (mut visited, mut until_target) = (0, None);
    let reached = explore(&OneRobot(graph), [game.goal_robot], &mut Control::unlimited(), |&cell, _| {
        visited += 1;
        if cell == game.target {
            until_target = Some(visited);
        }
        ControlFlow::Continue(())
    });
    GoalSearch { reached: reached.expect("invariant: nothing limits the search") as u64, until_target }
}

pub(super) fn vertices(searches: &[SearchesOfBoards<'_>]) -> Table {
    let reached = |&&(.., searches): &&SearchesOfBoards<'_>| -> Vec<f64> {
        searches.iter().map(|search| search.reached as f64).collect()
    };
    let until = |&&(.., searches): &&SearchesOfBoards<'_>| {
        mean(searches.iter().filter_map(|search| Some(search.until_target? as f64)))
    };
    Rows::of(searches)
        .column("boards", |row| row.0)
        .column("n", |row| row.1)
        .column("searches", |row| row.2.len())
        .number("vertices reached, mean", 1, |row| mean(reached(row)))
        .number("deviation", 1, |row| deviation(reached(row)))
        .number("of 4n", 2, |row| Some(mean(reached(row))? / f64::from(4 * row.1)))
        .number("of all cells, %", 1, |row| Some(100.0 * mean(reached(row))? / f64::from(row.1 * row.1)))
        .number("visited until the target, mean", 1, until)
        .number("until the target, of 4n", 2, |row| Some(until(row)? / f64::from(4 * row.1)))
        .shown("vertices", "Vertices that a search of the goal robot visits")
}

pub(super) fn vertices_plot(searches: &[SearchesOfBoards<'_>]) -> Plot {
    let random = || searches.iter().filter(|(boards, ..)| *boards == "random");
    let curve = |name: &str, figure: &dyn Fn(&GoalSearch) -> Option<f64>| {
        let points = random().filter_map(|&(_, side, searches)| {
            Some((f64::from(side), mean(searches.iter().filter_map(figure))?))
        });
        Curve::ours(name, points)
    };
    let four = random().map(|&(_, side, _)| (f64::from(side), f64::from(4 * side)));
    let curves = [
        curve("all that are reached", &|search| Some(search.reached as f64)),
        curve("until the target", &|search| search.until_target.map(|count| count as f64)),
        Curve::of_paper("4n", four),
    ];
    let axes = [Axis::linear("n"), Axis::logarithmic("vertices, mean")];
    Plot::new("vertices", "Vertices that a search of the goal robot visits on random boards", axes, curves)
}
