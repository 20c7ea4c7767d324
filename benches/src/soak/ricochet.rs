//! Ricochet Robots: the fewest moves by several searches, and by plain breadth-first search on
//! small boards.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use motion_core::{Cell, Control, Direction, Grid, Outcome, Quality, Solver};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use ricochet::{
    Approach, Board, Colour, Diagonal, GraphMethod, GraphSolver, Instance, MAX_ROBOTS, Moves, Optimal,
    Preference, QuadrantSet, RandomGame, Slide, Slope, Target, TargetRobot,
};

use super::scale::Scale;
use super::task::{Check, MOVES, Problem, Task, moves};

const NODES: u64 = 20_000;

/// Solutions in which the target robot moves last.
const LAST: &str = "moves of others, then its own";

pub(super) struct Ricochet(Instance);

/// A game on a random board, or on one of the standard boards.
pub(super) fn draw(scale: Scale, rng: &mut impl Rng) -> Ricochet {
    let approach = if rng.random_bool(0.3) { Approach::Turning } else { Approach::Free };
    if rng.random_bool(0.15) {
        let sides = if rng.random_bool(0.5) { "ABD" } else { "AB" };
        let random_game = RandomGame::default()
            .with_robots(rng.random_range(1..=5))
            .with_sides(sides)
            .with_any_robot_targets(true);
        if let Ok(game) = random_game.generate(&QuadrantSet::standard(), rng) {
            return Ricochet(game.with_approach(approach));
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
    Ricochet(game.with_approach(approach))
}

/// A board, and its open cells, at least nine.
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
    (board, open)
}

impl Ricochet {
    pub(super) const fn instance(&self) -> &Instance {
        &self.0
    }
}

impl Problem for Ricochet {
    fn text(&self) -> String {
        let Self(game) = self;
        let rules = if game.approach() == Approach::Free { "free" } else { "turn" };
        format!("{game}\n# --rules {rules}")
    }

    fn is_solvable(&self) -> Option<bool> {
        None
    }

    fn tasks(&self) -> Vec<Task<'_>> {
        let Self(game) = self;
        let optimal = |name: &str, preference| {
            self.task(name, move |control| {
                Optimal::default().with_preference(preference).solve(game, control)
            })
        };
        let mut tasks = vec![
            optimal("optimal", Preference::Any),
            optimal("optimal, fewest robots", Preference::FewestRobots),
            self.task("optimal, all", |control| all(game, control)),
            self.plain(),
        ];
        for (name, method) in [
            ("graph-dp", GraphMethod::Dp),
            ("graph-v1", GraphMethod::V1),
            ("graph-v2", GraphMethod::V2),
            ("graph", GraphMethod::Combined),
        ] {
            let task = self
                .task(name, move |control| GraphSolver::default().with_method(method).solve(game, control))
                .incomplete();
            let is_last = matches!(method, GraphMethod::Dp | GraphMethod::V2);
            tasks.push(if is_last { task.least_in(LAST) } else { task });
        }
        tasks
    }
}

impl Ricochet {
    fn task<'p>(&'p self, name: &str, solve: impl Fn(&mut Control) -> Outcome<Moves> + 'p) -> Task<'p> {
        let is_last = matches!(name, "graph-dp" | "graph-v2");
        Task::new(name, NODES, move |control| {
            solve(control).map(|plan| {
                Box::new(move || {
                    let count = self.0.verify(&plan).map_err(|why| why.to_string())?.moves;
                    let mut costs = moves(count);
                    if is_last {
                        costs.insert(LAST, count);
                    }
                    Ok(costs)
                }) as Check<'p>
            })
        })
    }

    /// Breadth-first search by the slides of the verifier.
    fn plain(&self) -> Task<'_> {
        self.task("breadth-first", |control| breadth_first(&self.0, control)).least_in(MOVES)
    }
}

/// The last of all shortest solutions, after all have been checked.
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

/// A shortest solution, or the proof that there is no solution, by the rules alone.
fn breadth_first(game: &Instance, control: &mut Control) -> Outcome<Moves> {
    let start: State = game.robots().iter().map(|&(_, cell)| (cell, 0)).collect();
    let mut queue = VecDeque::from([(start.clone(), Moves::new())]);
    let mut seen = HashSet::from([start]);
    while let Some((state, path)) = queue.pop_front() {
        if game.verify(&path).is_ok() {
            return Outcome::Solved { plan: path, quality: Quality::Optimal };
        }
        if let Err(why) = control.spend(1) {
            return Outcome::stopped(why);
        }
        for (number, &(robot, _)) in game.robots().iter().enumerate() {
            for direction in Direction::ALL {
                let (from, axes) = state[number];
                let occupied = |cell| state.iter().any(|&(taken, _)| taken == cell);
                let Some(slide) = game.board().slide(robot, from, direction, occupied) else { continue };
                let mut next = state.clone();
                let axes = if slide.deflections.is_empty() { axes | 1 << (direction.index() % 2) } else { 3 };
                next[number] = (slide.end, axes);
                if slide.end != from && seen.insert(next.clone()) {
                    let mut path = path.clone();
                    path.push(Slide { robot, direction });
                    queue.push_back((next, path));
                }
            }
        }
    }
    Outcome::Unsolvable
}
