//! The vertices that a search of the goal robot visits.

use std::ops::ControlFlow;

use motion_core::search::{Space, explore};
use motion_core::{Cell, Control, Direction};
use ricochet::MoveGraph;

use super::game::Game;
use crate::reproduce::findings::{Axis, Cell as Figure, Curve, Plot, Table};
use crate::statistics::{deviation, mean};

/// A search of the goal robot among the others.
pub(super) struct GoalSearch {
    /// All vertices that it can reach, its own included.
    pub(super) reached: u64,
    /// Those visited when the target is found; `None` if it cannot be reached.
    pub(super) until_target: Option<u64>,
}

/// The searches on boards of a kind and a side.
pub(super) type SearchesOfBoards<'s> = (&'static str, u32, &'s [GoalSearch]);

/// The moves of a single robot on a graph in which the others stand.
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
    let columns = [
        "boards",
        "n",
        "searches",
        "vertices reached, mean",
        "deviation",
        "of 4n",
        "of all cells, %",
        "visited until the target, mean",
        "until the target, of 4n",
    ];
    let row = |&(boards, side, searches): &SearchesOfBoards<'_>| {
        let reached = || searches.iter().map(|search| search.reached as f64);
        let until = mean(searches.iter().filter_map(|search| Some(search.until_target? as f64)));
        let (four, all) = (f64::from(4 * side), f64::from(side * side));
        vec![
            boards.into(),
            Figure::Count(side.into()),
            Figure::Count(searches.len() as u64),
            Figure::number(mean(reached()), 1),
            Figure::number(deviation(reached()), 1),
            Figure::number(mean(reached()).map(|mean| mean / four), 2),
            Figure::number(mean(reached()).map(|mean| 100.0 * mean / all), 1),
            Figure::number(until, 1),
            Figure::number(until.map(|until| until / four), 2),
        ]
    };
    Table::new(
        "vertices",
        "Vertices that a search of the goal robot visits",
        columns,
        searches.iter().map(row),
    )
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
    Plot {
        name: "vertices",
        title: "Vertices that a search of the goal robot visits on random boards".to_owned(),
        x: Axis::linear("n"),
        y: Axis::logarithmic("vertices, mean"),
        curves: vec![
            curve("all that are reached", &|search| Some(search.reached as f64)),
            curve("until the target", &|search| search.until_target.map(|count| count as f64)),
            Curve::of_paper("4n", four),
        ],
    }
}
