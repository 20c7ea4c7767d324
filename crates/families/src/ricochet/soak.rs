//! Random games with all solvers and a plain breadth-first search for the fewest moves.

use std::collections::HashSet;
use std::ops::ControlFlow;

use motion_core::solver_table::Guarantee;
use motion_core::{Cell, Control, Direction, Grid, Outcome, Quality, Solver};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use ricochet::internal::MAX_ROBOTS;
use ricochet::quadrants::{QuadrantSet, RandomGame};
use ricochet::{
    AnySolver, Approach, Board, Colour, Diagonal, DiagonalStops, Instance, Moves, Optimal, Slide, Slope,
    Target, TargetRobot,
};

use crate::soak::{MOVES, Problem, Scale, Task, breadth_first};

const NODES: u64 = 20_000;

/// The measure of solutions in which the target robot moves last.
const LAST: &str = "moves of others, then its own";

pub(super) struct SoakGame(Instance);

/// Generates a game on a random board, or on one of the standard boards.
pub(super) fn random(scale: Scale, rng: &mut impl Rng) -> SoakGame {
    let approach = if rng.random_bool(0.3) { Approach::Turning } else { Approach::Free };
    if rng.random_bool(0.15) {
        let sides = if rng.random_bool(0.5) { "ABD" } else { "AB" };
        let random_game = RandomGame::default()
            .with_robots(rng.random_range(1..=5))
            .with_sides(sides)
            .with_any_robot_targets(true);
        if let Ok(game) = random_game.generate(&QuadrantSet::standard(), rng) {
            return SoakGame(game.with_approach(approach));
        }
    }
    let (most, robots) = match scale {
        Scale::Small => (if rng.random_bool(0.6) { 7 } else { 16 }, rng.random_range(1..=5)),
        Scale::Large => (64, rng.random_range(1..=MAX_ROBOTS)),
    };
    let [rows, columns] = [(); 2].map(|()| rng.random_range(3..=most));
    let (board, mut open) = board(rows, columns, rng);
    open.shuffle(rng);
    let robots: Vec<_> = Colour::ALL.into_iter().zip(open.iter().copied()).take(robots).collect();
    let mut target = || {
        let robot = match robots.choose(rng) {
            Some(&(colour, _)) if rng.random_bool(0.8) => TargetRobot::Only(colour),
            _ => TargetRobot::Any,
        };
        Target { cell: open[rng.random_range(0..open.len())], robot }
    };
    let (first, second) = (target(), target());
    let is_second = rng.random_bool(0.2) && first.cell != second.cell;
    let targets = if is_second { &[first, second][..] } else { &[first] };
    let game = Instance::new(board, &robots, targets).expect("invariant: robots on open cells");
    SoakGame(game.with_approach(approach))
}

/// Generates a board. Returns it with its open cells, of which there are at least nine.
fn board(rows: u32, columns: u32, rng: &mut impl Rng) -> (Board, Vec<Cell>) {
    let mut grid = Grid::new(rows, columns).expect("invariant: a legal size");
    let walls = rng.random_range(0.0..0.25);
    for cell in grid.cells() {
        for side in [Direction::Right, Direction::Down] {
            if rng.random_bool(walls) {
                grid.build_wall(cell, side);
            }
        }
    }
    let closed = if rows * columns < 20 { 0 } else { rng.random_range(0..rows * columns / 10) };
    for _ in 0..closed {
        grid.close(Cell(rng.random_range(0..rows * columns)));
    }
    let open: Vec<_> = grid.cells().filter(|&cell| !grid.is_closed(cell)).collect();
    let mut board = Board::new(grid).expect("invariant: a legal size");
    let diagonals = if rng.random_bool(0.3) { rng.random_range(1..=open.len() / 6) } else { 0 };
    for _ in 0..diagonals {
        let slope = if rng.random_bool(0.5) { Slope::Rising } else { Slope::Falling };
        let colour = Colour::ALL[rng.random_range(0..5)];
        board.place(open[rng.random_range(0..open.len())], Diagonal { slope, colour });
    }
    if diagonals > 0 && rng.random_bool(0.3) {
        board = board.with_diagonal_stops(DiagonalStops::Forbidden);
    }
    (board, open)
}

impl Problem for SoakGame {
    fn text(&self) -> String {
        let Self(game) = self;
        let rules = if game.approach() == Approach::Free { "free" } else { "turn" };
        format!("{game}\n# --rules {rules}")
    }

    fn tasks(&self) -> Vec<Task<'_>> {
        let Self(game) = self;
        let listed = AnySolver::all().map(|solver| {
            let task = self.task(solver.name(), move |control| solver.solve(game, control));
            // Searches on the move graph support only plain games.
            let is_supported = self.is_plain() || !solver.name().starts_with("graph");
            task.with_guarantee(if is_supported { solver.guarantee() } else { Guarantee::Incomplete })
        });
        let others = [
            self.task("optimal, all", |control| all(game, control)),
            self.task("breadth-first", |control| fewest(game, control)).least_in(MOVES),
        ];
        listed.chain(others).collect()
    }
}

impl SoakGame {
    /// Whether the game has no diagonals and no special rules, and one given robot must reach one
    /// target.
    fn is_plain(&self) -> bool {
        let Self(game) = self;
        matches!(game.targets(), [Target { robot: TargetRobot::Only(_), .. }])
            && game.approach() == Approach::Free
            && game.board().diagonals().next().is_none()
    }

    fn task<'p>(
        &'p self,
        name: &'static str,
        solve: impl Fn(&mut Control) -> Outcome<Moves> + 'p,
    ) -> Task<'p> {
        let is_last = matches!(name, "graph-dp" | "graph-v2");
        let task = Task::new(name, NODES, solve, move |plan| {
            let count = self.0.verify(&plan).map_err(|why| why.to_string())?.moves;
            let last = is_last.then_some((LAST, count));
            Ok([(MOVES, count)].into_iter().chain(last).collect())
        });
        if is_last { task.least_in(LAST) } else { task }
    }
}

/// Returns the last of all shortest solutions, after checking all of them.
fn all(game: &Instance, control: &mut Control) -> Outcome<Moves> {
    const MOST: usize = 2000;
    let mut seen: HashSet<String> = HashSet::new();
    let mut last = None;
    let outcome = Optimal::default().all(game, control, |moves| {
        assert!(seen.insert(moves.to_string()), "{moves} is shown twice");
        let count = game.verify(&moves).map(|metrics| metrics.moves);
        assert_eq!(count, Ok(moves.len() as u64), "{moves}");
        assert!(
            last.as_ref().is_none_or(|last: &Moves| last.len() == moves.len()),
            "{moves} has another length"
        );
        last = Some(moves);
        if seen.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match (outcome, last) {
        (Outcome::Solved { .. }, Some(plan)) => Outcome::Solved { plan, quality: Quality::Optimal },
        (Outcome::Stopped { why, lower_bound, .. }, last) => {
            Outcome::Stopped { why, best: last, lower_bound }
        }
        (Outcome::Unsolvable, None) => Outcome::Unsolvable,
        (outcome, last) => panic!("{outcome:?} after {last:?}"),
    }
}

/// The cells of the robots, and the axes along which each has moved.
type State = Vec<(Cell, u8)>;

/// Finds a shortest solution, or proves that none exists, by the rules alone.
fn fewest(game: &Instance, control: &mut Control) -> Outcome<Moves> {
    let successors = |state: &State| {
        let mut moved = Vec::new();
        for (number, &(robot, _)) in game.robots().iter().enumerate() {
            for direction in Direction::ALL {
                let (from, axes) = state[number];
                let occupied = |cell| state.iter().any(|&(taken, _)| taken == cell);
                let Some(slide) = game.board().slide(robot, from, direction, occupied) else { continue };
                let mut next = state.clone();
                let axes = if slide.deflections.is_empty() { axes | 1 << (direction.index() % 2) } else { 3 };
                next[number] = (slide.end, axes);
                if slide.end != from {
                    moved.push((Slide { robot, direction }, next));
                }
            }
        }
        moved
    };
    let start: State = game.robots().iter().map(|&(_, cell)| (cell, 0)).collect();
    let is_solved = |_: &State, path: &[Slide]| game.verify(path.iter().copied()).is_ok();
    breadth_first(start, is_solved, successors, control).map(Moves::from)
}
