//! Robots on an open grid as a sliding puzzle.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::error::RunError;
use motion_core::{Configuration, Control, Direction, Move, Vertex};

use super::grid_numbering::GridNumbering;
use crate::board::{Board, SizeError, Tile, check_size};
use crate::instance::Instance;

/// An instance of cooperative path-finding on an open grid with one vacant vertex, as a sliding
/// puzzle.
///
/// The vertices may have any numbers: only the edges must be those of a grid. Tile *r* + 1 is robot
/// *r*. Boards are at least as high as they are wide.
///
/// # Examples
/// ```
/// use grid_puzzle::Optimal;
/// use grid_puzzle::internal::RobotPuzzle;
/// use motion_core::{Control, Plan, Solver};
///
/// // Three robots on a square, around which two edges lead.
/// let text = "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 1 4\nr 1 2\nr 2 3\nr 3 4\n";
/// let robots: cpf_core::Instance = text.parse()?;
/// let mut control = Control::unlimited();
/// let puzzle = RobotPuzzle::new(&robots, &mut control)?;
/// let walk = Optimal::default().solve(puzzle.instance(), &mut control).into_result()?;
/// let plan: Plan = puzzle.moves(&walk).collect();
/// assert_eq!(robots.verify(&plan)?.moves, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RobotPuzzle {
    instance: Instance,
    /// The vertex of every cell.
    vertices: Vec<Vertex>,
}

/// The reason why robots do not make a sliding puzzle with one blank.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RobotPuzzleError {
    /// Not exactly one vertex is vacant.
    Blanks {
        /// The number of vacant vertices.
        vacant: usize,
    },
    /// The graph is not an open grid of at least two rows and two columns.
    NoGrid,
    /// The grid is too large for a board.
    Size(SizeError),
}

impl fmt::Display for RobotPuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blanks { vacant } => write!(f, "exactly one vertex must be vacant, not {vacant}"),
            Self::NoGrid => {
                f.write_str("the graph must be an open grid of at least two rows and two columns")
            }
            Self::Size(why) => why.fmt(f),
        }
    }
}

impl Error for RobotPuzzleError {}

impl From<SizeError> for RobotPuzzleError {
    fn from(why: SizeError) -> Self {
        Self::Size(why)
    }
}

impl RobotPuzzle {
    /// Reads robots as a puzzle, within the time limit and the cancel flag of `control`, which is
    /// [advanced](Control::advance) by one step per vertex and edge.
    ///
    /// # Errors
    /// [`RunError::Because`] with [`RobotPuzzleError`]; [`RunError::Stopped`] if the run is
    /// cancelled or its time is over.
    ///
    /// # Complexity
    /// Time O(V log V), memory O(V).
    pub fn new(
        robots: &cpf_core::Instance,
        control: &mut Control,
    ) -> Result<Self, RunError<RobotPuzzleError>> {
        let vacant = robots.vacant_count();
        if vacant != 1 {
            return Err(RunError::Because(RobotPuzzleError::Blanks { vacant }));
        }
        let numbering = GridNumbering::of(robots.graph(), control)?;
        let numbering = numbering.ok_or(RunError::Because(RobotPuzzleError::NoGrid))?;
        Self::numbered(robots, numbering).map_err(RunError::Because)
    }

    fn numbered(robots: &cpf_core::Instance, numbering: GridNumbering) -> Result<Self, RobotPuzzleError> {
        let GridNumbering { rows, columns, vertices } = numbering;
        check_size(rows, columns)?;
        let board = |places: &Configuration| {
            let tile =
                |&vertex: &Vertex| places.token_at(vertex).map_or(Tile::BLANK, |robot| Tile(robot.0 + 1));
            Board::from_permutation(rows, columns, vertices.iter().map(tile).collect())
        };
        let instance = Instance::new(board(robots.start()), board(robots.goal()));
        Ok(Self { instance: instance.expect("invariant: boards of one size with one blank"), vertices })
    }

    /// The puzzle.
    pub const fn instance(&self) -> &Instance {
        &self.instance
    }

    /// Converts the blank's walk from the start to moves of the robots. Ends early if the walk
    /// leaves the board.
    pub fn moves(&self, walk: impl IntoIterator<Item = Direction>) -> impl Iterator<Item = Move> {
        let lifted = |vertex: Vertex| self.vertices[vertex.index()];
        self.instance.start().moves(walk).map(move |Move { token, from, to }| Move {
            token,
            from: lifted(from),
            to: lifted(to),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snake::Snake;
    use alloc::string::ToString;
    use cpf_core::Setup;
    use motion_core::{Control, Grid, Plan, Solver};
    use proptest::prelude::*;

    /// Generates a grid with renumbered vertices and two placements of robots on all but one of
    /// them.
    fn instances() -> impl Strategy<Value = cpf_core::Instance> {
        (2u32..6, 2u32..6).prop_flat_map(|(rows, columns)| {
            let numbers: Vec<u32> = (0..rows * columns).collect();
            let order = Just(numbers).prop_shuffle();
            (order.clone(), order.clone(), order).prop_map(move |(numbers, starts, goals)| {
                let grid = Grid::new(rows, columns).expect("a size").to_graph().graph;
                let number = |vertex: Vertex| Vertex(numbers[vertex.index()]);
                let edges = grid.edges().map(|(a, b)| (number(a), number(b)));
                let graph = motion_core::graph::Graph::from_edges(numbers.len(), edges).expect("a graph");
                let robots = starts.iter().zip(&goals).skip(1);
                let robots: Vec<_> = robots.map(|(&from, &to)| (Vertex(from), Vertex(to))).collect();
                cpf_core::Instance::new(graph, &robots).expect("an instance")
            })
        })
    }

    proptest! {
        #[test]
        fn walks_of_the_puzzle_move_the_robots(robots in instances()) {
            let puzzle = RobotPuzzle::new(&robots, &mut Control::unlimited()).expect("an open grid");
            let distance = puzzle.instance().manhattan_distance();
            prop_assert_eq!(robots.sum_of_distances(), Some(distance));
            prop_assert_eq!(puzzle.instance().is_solvable(), robots.feasibility().is_ok());
            let outcome = Snake::default().solve(puzzle.instance(), &mut Control::unlimited());
            if let Some(walk) = outcome.plan() {
                let plan: Plan = puzzle.moves(&walk).collect();
                let moves = robots.verify(&plan).map(|metrics| metrics.moves);
                prop_assert_eq!(moves, Ok(walk.len() as u64));
            }
        }
    }

    #[test]
    #[ignore = "exhaustive: 0.02 minutes"]
    fn other_instances_are_refused() {
        let why = |text: &str| {
            let robots = text.parse().expect("an instance");
            RobotPuzzle::new(&robots, &mut Control::unlimited()).expect_err("no puzzle").to_string()
        };
        let square = "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 1 4\n";
        let vacant = |count| alloc::format!("exactly one vertex must be vacant, not {count}");
        assert_eq!(why(&alloc::format!("{square}r 1 2\n")), vacant(3));
        assert_eq!(why(&alloc::format!("{square}r 1 1\nr 2 2\nr 3 3\nr 4 4\n")), vacant(0));
        let no_grid = "the graph must be an open grid of at least two rows and two columns";
        assert_eq!(why("p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 1\nr 2 2\n"), no_grid);
        assert_eq!(why("p edge 3 2\ne 1 2\ne 2 3\nr 1 1\nr 2 2\n"), no_grid);

        let wide = Grid::new(2, 1 << 20).expect("a size");
        let robots = (1..2 << 20).map(|vertex| (Vertex(vertex), Vertex(vertex))).collect();
        let wide = Setup::on_grid(wide, robots).instance().expect("an instance");
        let why = RobotPuzzle::new(&wide, &mut Control::unlimited()).expect_err("no puzzle");
        assert!(matches!(why, RunError::Because(RobotPuzzleError::Size(SizeError::TooLarge { .. }))));
    }
}
