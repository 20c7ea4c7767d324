//! The open questions of the paper's analysis: the vertices that a search of the goal robot
//! visits, the edges of robots, and the placements of the other robots.

use std::ops::ControlFlow;

use motion_core::search::{Space, explore};
use motion_core::{Cell, Control, Direction, Grid};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use ricochet::{Instance, MoveGraph, QuadrantSet, RandomGame, TargetRobot};

use crate::reproduce::findings::{Axis, Cell as Figure, Curve, Findings, Plot, Table};
use crate::reproduce::runner::Runner;
use crate::reproduce::seed::Seed;
use crate::statistics::{deviation, mean};

/// The robots beside the goal robot.
const OTHERS: usize = 3;
/// The most moves of the other robots that are counted.
const DEPTHS: usize = 10;
/// The sides of random boards.
const SIDES: [u32; 6] = [8, 16, 24, 32, 48, 64];
/// The side of the standard quadrants' boards.
const STANDARD_SIDE: u32 = 16;

/// Robots on a board without diagonals.
struct Game {
    grid: Grid,
    goal_robot: Cell,
    target: Cell,
    others: [Cell; OTHERS],
}

/// A search of the goal robot among the others.
struct GoalSearch {
    /// All vertices that it can reach, its own included.
    reached: u64,
    /// Those visited when the target is found; `None` if it cannot be reached.
    until_target: Option<u64>,
}

/// The placements of the other robots after this many moves, by the fewest moves.
#[derive(Clone, Copy, Default)]
struct Layer {
    placements: u64,
    /// The edges of the other robots, summed over all placements.
    edges: u64,
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let (boards, games, depth) = runner.size((2_000, 1_000, DEPTHS), (50, 6, 4));
    let seed = runner.seed();
    let standard = runner
        .map("standard boards", (0..boards).collect(), |number| goal_search(&standard_game(seed, number)));
    let tasks = SIDES.iter().flat_map(|&side| (0..boards).map(move |number| (side, number)));
    let mut random = runner
        .map("random boards", tasks.collect(), |(side, number)| goal_search(&random_game(seed, side, number)))
        .into_iter();
    let random: Vec<Vec<_>> = SIDES.iter().map(|_| random.by_ref().take(boards as usize).collect()).collect();
    let layers =
        runner.map("placements", (0..games).collect(), |number| layers(&standard_game(seed, number), depth));
    let searches: Vec<_> = std::iter::once(("standard", STANDARD_SIDE, &standard))
        .chain(SIDES.iter().zip(&random).map(|(&side, searches)| ("random", side, searches)))
        .collect();
    Findings {
        tables: vec![vertices(&searches), placements(&layers)],
        plots: vec![vertices_plot(&searches), placements_plot(&layers)],
        remarks: vec![
            format!(
                "Vertices: {boards} boards a row, a goal robot and three others on random cells. Random boards have as many walls for their size as the \
                 printed game: 17 right angles for 256 cells, and a wall at the border for eight cells of it."
            ),
            format!(
                "Placements: {games} games on the standard quadrants. The other robots can be exchanged for each other, and the goal robot stays where it is, \
                 as in the paper. A placement counts for the fewest moves that lead to it."
            ),
            "`9 to the power of k` is what the analysis expects without the table (it is printed as k to the power of 9). `x` is the exponent for which all \
             placements of at most k moves are k to the power of x."
                .to_owned(),
        ],
    }
}

/// A game on the standard quadrants.
fn standard_game(seed: Seed, number: u32) -> Game {
    let mut rng = seed.generator([0, number]);
    let game = RandomGame::default().generate(&QuadrantSet::standard(), &mut rng);
    let game: Instance = game.expect("invariant: a legal deal");
    let target = game.target();
    let is_goal_robot = |robot| matches!(target.robot, TargetRobot::Only(only) if only == robot);
    let cells = |goal: bool| {
        let robots = game.robots().iter().filter(move |(robot, _)| is_goal_robot(*robot) == goal);
        robots.map(|&(_, cell)| cell)
    };
    let goal_robot = cells(true).next().expect("invariant: the target is one robot's");
    let others: Vec<_> = cells(false).collect();
    let others = others.try_into().expect("invariant: four robots");
    Game { grid: game.board().grid().clone(), goal_robot, target: target.cell, others }
}

/// A game on a square board with random walls.
fn random_game(seed: Seed, side: u32, number: u32) -> Game {
    let mut rng = seed.generator([1, side, number]);
    let mut grid = Grid::new(side, side).expect("invariant: a legal size");
    let angles: Vec<Cell> =
        (0..(17 * side * side).div_ceil(256)).map(|_| right_angle(&mut grid, &mut rng)).collect();
    for along in Direction::ALL {
        for _ in 0..side / 8 {
            border_wall(&mut grid, along, &mut rng);
        }
    }
    let mut cells: Vec<Cell> = grid.cells().collect();
    let (robots, _) = cells.partial_shuffle(&mut rng, 1 + OTHERS);
    let others = robots[1..].try_into().expect("invariant: enough cells");
    Game { grid, goal_robot: robots[0], target: angles[0], others }
}

/// Builds walls on two neighbouring sides of a cell.
fn right_angle(grid: &mut Grid, rng: &mut impl Rng) -> Cell {
    let cell = Cell(rng.random_range(0..grid.cell_count() as u32));
    let side = Direction::from_index(rng.random_range(0..4));
    grid.build_wall(cell, side);
    grid.build_wall(cell, side.clockwise());
    cell
}

/// Builds a wall between two cells at this border.
fn border_wall(grid: &mut Grid, border: Direction, rng: &mut impl Rng) {
    let place = rng.random_range(0..grid.rows() - 1);
    let last = grid.rows() - 1;
    let (row, column, side) = match border {
        Direction::Up => (0, place, Direction::Right),
        Direction::Down => (last, place, Direction::Right),
        Direction::Left => (place, 0, Direction::Down),
        Direction::Right => (place, last, Direction::Down),
    };
    grid.build_wall(grid.cell(row, column).expect("invariant: a cell of the border"), side);
}

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

fn goal_search(game: &Game) -> GoalSearch {
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

/// The moves of the other robots; a state is their cells, ascending.
struct OtherRobots(MoveGraph);

impl OtherRobots {
    /// The graph without other robots.
    fn new(game: &Game) -> Self {
        let mut graph = MoveGraph::new(game.grid.clone());
        graph.place_robot(game.goal_robot);
        Self(graph)
    }
}

/// Shows every edge of the robots on these cells: the robot's number and the cell where it ends.
fn edges(graph: &mut MoveGraph, cells: &[Cell; OTHERS], mut visit: impl FnMut(usize, Cell)) {
    for &cell in cells {
        graph.place_robot(cell);
    }
    for (robot, &cell) in cells.iter().enumerate() {
        for direction in Direction::ALL {
            if let Some(end) = graph.edge(cell, direction) {
                visit(robot, end);
            }
        }
    }
    for &cell in cells {
        graph.remove_robot(cell);
    }
}

impl Space for OtherRobots {
    type State = [Cell; OTHERS];
    type Action = ();
    type Scratch = MoveGraph;

    fn scratch(&self) -> MoveGraph {
        self.0.clone()
    }

    fn successors(
        &self,
        graph: &mut MoveGraph,
        cells: &[Cell; OTHERS],
        visit: &mut impl FnMut((), [Cell; OTHERS], u32),
    ) {
        edges(graph, cells, |robot, end| {
            let mut next = *cells;
            next[robot] = end;
            next.sort_unstable();
            visit((), next, 1);
        });
    }
}

/// The placements after up to this many moves.
fn layers(game: &Game, depths: usize) -> Vec<Layer> {
    let space = OtherRobots::new(game);
    let mut graph = space.scratch();
    let mut layers = vec![Layer::default(); depths + 1];
    let mut start = game.others;
    start.sort_unstable();
    let explored = explore(&space, [start], &mut Control::unlimited(), |cells, depth| {
        let Some(layer) = layers.get_mut(depth as usize) else { return ControlFlow::Break(()) };
        layer.placements += 1;
        edges(&mut graph, cells, |_, _| layer.edges += 1);
        ControlFlow::Continue(())
    });
    explored.expect("invariant: nothing limits the search");
    layers
}

fn vertices(searches: &[(&'static str, u32, &Vec<GoalSearch>)]) -> Table {
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
    let row = |&(boards, side, searches): &(&'static str, u32, &Vec<GoalSearch>)| {
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

/// The sum of a figure of all games, by moves.
fn sums(games: &[Vec<Layer>], figure: impl Fn(&Layer) -> u64) -> Vec<u64> {
    let depths = games.first().map_or(0, Vec::len);
    (0..depths).map(|depth| games.iter().map(|layers| figure(&layers[depth])).sum()).collect()
}

/// For each number of moves, the exponent for which all placements so far are its power.
fn exponents(games: &[Vec<Layer>]) -> Vec<(u32, f64)> {
    let placements = sums(games, |layer| layer.placements);
    let exponent = |moves: u32| {
        let all: u64 = placements[..=moves as usize].iter().sum();
        ((all as f64 / games.len() as f64).ln()) / f64::from(moves).ln()
    };
    (2..placements.len() as u32).map(|moves| (moves, exponent(moves))).collect()
}

fn placements(games: &[Vec<Layer>]) -> Table {
    let columns = [
        "moves k",
        "placements, mean",
        "of those of k − 1",
        "9 to the power of k",
        "edges of a robot",
        "placements so far, mean",
        "x",
    ];
    let (counts, edges) = (sums(games, |layer| layer.placements), sums(games, |layer| layer.edges));
    let exponents = exponents(games);
    let of_games = |count: u64| count as f64 / games.len() as f64;
    let row = |moves: usize| {
        let growth = moves.checked_sub(1).map(|before| counts[moves] as f64 / counts[before] as f64);
        let exponent = exponents.iter().find(|&&(it, _)| it as usize == moves).map(|&(_, exponent)| exponent);
        vec![
            Figure::Count(moves as u64),
            Figure::Number(of_games(counts[moves]), 1),
            Figure::number(growth, 2),
            Figure::Count(9_u64.pow(moves as u32)),
            Figure::Number(edges[moves] as f64 / (OTHERS as u64 * counts[moves]) as f64, 2),
            Figure::Number(of_games(counts[..=moves].iter().sum()), 1),
            Figure::number(exponent, 2),
        ]
    };
    Table::new("placements", "Placements of the other robots", columns, (0..counts.len()).map(row))
}

fn vertices_plot(searches: &[(&'static str, u32, &Vec<GoalSearch>)]) -> Plot {
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

fn placements_plot(games: &[Vec<Layer>]) -> Plot {
    let counts = sums(games, |layer| layer.placements);
    let ours =
        (0_u32..).zip(counts).map(|(moves, count)| (f64::from(moves), count as f64 / games.len() as f64));
    let depths = games.first().map_or(0, Vec::len) as u32;
    let nine = (0..depths).map(|moves| (f64::from(moves), 9_f64.powf(f64::from(moves))));
    Plot {
        name: "placements",
        title: "Placements of the other robots by moves".to_owned(),
        x: Axis::linear("moves"),
        y: Axis::logarithmic("placements, mean"),
        curves: vec![Curve::ours("new placements", ours), Curve::of_paper("9 to the power of k", nine)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An open board of three cells a side, worked out by hand: from a corner a robot reaches the
    /// four corners; three others in a row block it.
    #[test]
    fn a_small_board_is_as_worked_out_by_hand() {
        let grid = Grid::new(3, 3).expect("a legal size");
        let game = Game { grid, goal_robot: Cell(0), target: Cell(2), others: [Cell(6), Cell(7), Cell(8)] };
        // The third row is full: the goal robot goes to and fro in the two rows above.
        let search = goal_search(&game);
        assert_eq!((search.reached, search.until_target), (4, Some(2)));
        // The robots below can only move up, until the goal robot or the border stops them.
        let layers = layers(&game, 1);
        assert_eq!((layers[0].placements, layers[0].edges, layers[1].placements), (1, 3, 3));
    }

    #[test]
    fn games_have_a_robot_a_cell() {
        for number in 0..20 {
            for game in [standard_game(Seed(1), number), random_game(Seed(1), 24, number)] {
                let mut cells: Vec<_> = game.others.into_iter().chain([game.goal_robot]).collect();
                cells.sort_unstable();
                cells.dedup();
                assert_eq!(cells.len(), 1 + OTHERS);
            }
        }
        // As many walls for the cells, whatever the size.
        let walls = |side: u32| {
            let grid = random_game(Seed(1), side, 1).grid;
            let is_wall = |row, column, way| {
                let cell = grid.cell(row, column).expect("a cell");
                grid.has_wall(cell, way)
            };
            let pairs = (0..side).flat_map(|row| (1..side).map(move |column| (row, column)));
            let count = pairs.filter(|&(row, column)| is_wall(row, column, Direction::Left)).count();
            count as f64 / f64::from(side * side)
        };
        assert!(
            (0.04..0.12).contains(&walls(16)) && (0.04..0.12).contains(&walls(64)),
            "{} {}",
            walls(16),
            walls(64)
        );
    }
}
