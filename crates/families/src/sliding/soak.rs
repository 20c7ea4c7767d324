//! Sliding puzzles, with all solvers in several configurations.

use grid_puzzle::internal::OptimalHeuristic;
use grid_puzzle::tables::CompleteTable;
use grid_puzzle::{Board, Dummies, MoveMetric, NearOptimal, Optimal, Parberry, Snake};
use motion_core::solver_table::Guarantee;
use motion_core::{Control, Outcome, Solver, Walk};
use rand::{Rng, RngExt};

use super::{Puzzle, Solution, SolverChoice};
use crate::soak::{Costs, MOVES, Problem, Scale, Task};

/// The greatest number of cells of boards for which all distances are tabulated, so that every
/// claim is checked.
const TABULATED: u32 = 9;

/// The greatest number of cells of boards for which shortest solutions are searched.
const SEARCHED: u32 = 16;

const NODES: u64 = 100_000;

/// The measure in which any number of tiles of a line move at once.
const LINES: &str = "moves of lines";

/// Both metrics, with the suffix that each adds to a solver's name.
const METRICS: [(&str, MoveMetric, &str); 2] =
    [("", MoveMetric::SingleTile, MOVES), (", lines", MoveMetric::MultiTile, LINES)];

pub(super) struct SoakPuzzle {
    puzzle: Puzzle,
    /// The greatest length of snakes.
    length: u32,
}

/// Generates a board of any size, with one blank or several, solvable or not, with the standard
/// goal or another.
pub(super) fn random(scale: Scale, rng: &mut impl Rng) -> SoakPuzzle {
    let most = match (scale, rng.random_range(0..10)) {
        (Scale::Small, 0..5) => 3,
        (Scale::Small, 5..8) => 6,
        (Scale::Small, _) => 12,
        (Scale::Large, 0..4) => 5,
        (Scale::Large, _) => 60,
    };
    let [rows, columns] = [(); 2].map(|()| rng.random_range(2..=most));
    let cells = rows * columns;
    let blanks = if rng.random_bool(0.65) { 1 } else { rng.random_range(2..cells) };
    let any = |rng: &mut _| {
        let board = Board::random_with_blanks(rows, columns, blanks, rng);
        board.expect("invariant: fewer blanks than cells")
    };
    let goal = if rng.random_bool(0.5) {
        Board::solved_with_blanks(rows, columns, blanks).expect("invariant: fewer blanks than cells")
    } else {
        any(rng)
    };
    let puzzle =
        if rng.random_bool(0.3) { Puzzle::new(any(rng), Some(&goal)) } else { Ok(Puzzle::random(goal, rng)) };
    let puzzle = puzzle.expect("invariant: equal sizes and blanks");
    SoakPuzzle { puzzle, length: rng.random_range(3..7) }
}

impl Problem for SoakPuzzle {
    fn text(&self) -> String {
        self.puzzle.text()
    }

    fn space_text(&self) -> String {
        format!("{}x{}", self.puzzle.start().rows(), self.puzzle.start().columns())
    }

    fn is_solvable(&self) -> Option<bool> {
        Some(self.puzzle.is_solvable())
    }

    fn tasks(&self) -> Vec<Task<'_>> {
        let mut tasks: Vec<_> = SolverChoice::all()
            .filter(|choice| self.cells() <= SEARCHED || choice.entry().guarantee != Guarantee::Optimal)
            .filter_map(|choice| self.choice(choice))
            .collect();
        let instance: &grid_puzzle::Instance = &self.puzzle;
        if self.puzzle.has_several_blanks() {
            tasks.push(self.task("dummies, parberry", move |control| {
                let solver = Dummies::new(Parberry::default()).with_tries(3);
                solver.solve(instance, control).map(Solution::Moves)
            }));
            if self.cells() <= TABULATED {
                tasks.push(self.task("dummies, optimal", move |control| {
                    // A new solver is made for each run, since a solver keeps its tables.
                    let solver = Dummies::new(Optimal::default());
                    solver.solve(instance, control).map(Solution::Moves)
                }));
            }
        } else {
            let snake = Snake::default().with_length(self.length);
            tasks.push(
                self.task("snake, longer", move |control| snake.solve(instance, control).map(Solution::Free)),
            );
            tasks.push(self.improved(instance));
            if self.cells() <= SEARCHED {
                tasks.extend(self.shortest(instance));
            }
            if self.cells() <= TABULATED {
                tasks.extend(METRICS.map(|metric| self.tabulated(instance, metric)));
            }
        }
        tasks
    }
}

impl SoakPuzzle {
    fn cells(&self) -> u32 {
        self.puzzle.start().rows() * self.puzzle.start().columns()
    }

    fn task<'p>(
        &'p self,
        name: impl Into<String>,
        solve: impl Fn(&mut Control) -> Outcome<Solution> + 'p,
    ) -> Task<'p> {
        Task::new(name, NODES, solve, |solution| self.costs(&solution))
    }

    /// Replays a solution. Panics if a claim beyond its moves is wrong.
    fn costs(&self, solution: &Solution) -> Result<Costs, String> {
        self.puzzle.verify(solution).map_err(|why| why.message().to_owned())?;
        let _ = solution.choice_squares(self.puzzle.start());
        let lines = solution.walk().map(|walk| (LINES, MoveMetric::MultiTile.moves(walk)));
        Ok([(MOVES, solution.moves(MoveMetric::SingleTile))].into_iter().chain(lines).collect())
    }

    /// Returns the task of a solver in the table, if it supports the puzzle.
    fn choice(&self, choice: SolverChoice) -> Option<Task<'_>> {
        if let SolverChoice::Robots(solver) = choice {
            let robots = self.puzzle.robots(&mut Control::unlimited()).ok()?;
            solver.check(&robots).ok()?;
        }
        let task = self.task(choice.entry().name, move |control| {
            let method = choice.method(Snake::default(), Optimal::default());
            method.solve(&self.puzzle, control).expect("invariant: it suits").1
        });
        Some(task.with_guarantee(choice.entry().guarantee))
    }

    /// Returns the task of shortening a long solution.
    fn improved<'p>(&'p self, instance: &'p grid_puzzle::Instance) -> Task<'p> {
        self.task("parberry, improved", move |control| {
            let improve = |walk: Walk| {
                let short = NearOptimal::default().improve(instance, &walk, control);
                let short = short.expect("Short refuses a solution of Parberry's algorithm");
                assert!(short.len() <= walk.len(), "{} moves became {}", walk.len(), short.len());
                Solution::Free(short)
            };
            Parberry::default().solve(instance, &mut Control::unlimited()).map(improve)
        })
    }

    /// Returns the tasks of IDA* with every heuristic, in both metrics.
    fn shortest<'p>(&'p self, instance: &'p grid_puzzle::Instance) -> impl Iterator<Item = Task<'p>> {
        let bounds = [
            ("distances", OptimalHeuristic::Manhattan),
            ("conflicts", OptimalHeuristic::LinearConflict),
            ("walking", OptimalHeuristic::WalkingDistance),
            ("patterns", OptimalHeuristic::PatternDatabases),
        ];
        bounds.into_iter().flat_map(move |(bound, heuristic)| {
            METRICS.map(|(ending, metric, measure)| {
                let solve = move |control: &mut Control| {
                    let solver = Optimal::default().with_heuristic(heuristic).with_metric(metric);
                    solver.solve(instance, control).map(Solution::Free)
                };
                self.task(format!("optimal, {bound}{ending}"), solve).measured_in(measure)
            })
        })
    }

    fn tabulated<'p>(
        &'p self,
        instance: &'p grid_puzzle::Instance,
        (ending, metric, measure): (&str, MoveMetric, &'static str),
    ) -> Task<'p> {
        let solve = move |control: &mut Control| match CompleteTable::new(instance.goal(), metric, control) {
            Ok(table) => table.solve(instance, control).map(Solution::Free),
            Err(why) => Outcome::stopped(why),
        };
        // The table takes one node per board.
        Task { nodes: 10 * NODES, ..self.task(format!("complete table{ending}"), solve).measured_in(measure) }
    }
}
