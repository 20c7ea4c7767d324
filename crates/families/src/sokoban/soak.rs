//! Small levels, with all solvers by name.

use motion_core::{Cell, Control, Direction, Grid, Solver as _};
use rand::seq::{IndexedRandom, IteratorRandom, SliceRandom};
use rand::{Rng, RngExt};
use sokoban::solver::Enhancement;
use sokoban::{AnySolver, Level, Moves};

use crate::soak::{Costs, Problem, Scale, Task};

const NODES: u64 = 20_000;

/// The measures of solutions.
const PUSHES: &str = "pushes";
const STEPS: &str = "steps";

pub(super) struct SoakLevel {
    level: Level,
    /// Whether it was generated from its solution.
    is_solvable: bool,
    /// Solvers that are not in the list.
    others: Vec<AnySolver>,
}

/// Generates a level with random walls, boxes anywhere or pulled from their goals, and sometimes
/// more goals.
pub(super) fn random(scale: Scale, rng: &mut impl Rng) -> SoakLevel {
    let others = (0..3).filter_map(|_| other(rng)).collect();
    loop {
        let is_solvable = rng.random_bool(0.6);
        if let Some(level) = Yard::draw(scale, rng).level(scale, is_solvable, rng) {
            return SoakLevel { level, is_solvable, others };
        }
    }
}

/// Returns a solver of the list with one more enhancement, if that has a name.
fn other(rng: &mut impl Rng) -> Option<AnySolver> {
    (0..50).find_map(|_| {
        let solver = AnySolver::all().choose(rng)?;
        let enhancement = *Enhancement::ALL.choose(rng)?;
        let found: AnySolver = format!("{solver}+{enhancement}").parse().ok()?;
        AnySolver::all().all(|listed| listed != found).then_some(found)
    })
}

/// A connected floor within walls.
struct Yard {
    grid: Grid,
    floor: Vec<Cell>,
}

impl Yard {
    fn draw(scale: Scale, rng: &mut impl Rng) -> Self {
        let most = match scale {
            Scale::Small => 7,
            Scale::Large => 28,
        };
        let [rows, columns] = [(); 2].map(|()| rng.random_range(2..=most) + 2);
        let mut grid = Grid::new(rows, columns).expect("invariant: a legal size");
        let walls = rng.random_range(0.0..0.3);
        for cell in grid.cells() {
            let (row, column) = (grid.row(cell), grid.column(cell));
            let is_border = row == 0 || column == 0 || row + 1 == rows || column + 1 == columns;
            if is_border || rng.random_bool(walls) {
                grid.close(cell);
            }
        }
        let open = grid.cells().filter(|&cell| !grid.is_closed(cell));
        let floor = open.choose(rng).map_or(Vec::new(), |first| reached(&grid, first, &[]));
        grid.cells().filter(|cell| !floor.contains(cell)).for_each(|cell| grid.close(cell));
        Self { grid, floor }
    }

    /// Generates a level on this floor, unless it is too small.
    fn level(mut self, scale: Scale, is_pulled: bool, rng: &mut impl Rng) -> Option<Level> {
        let room = self.floor.len();
        let most = match scale {
            Scale::Small => 4,
            Scale::Large => 150,
        };
        let count = rng.random_range(1..=most.min(room.checked_sub(2).filter(|&room| room > 0)?));
        self.floor.shuffle(rng);
        let spare = if rng.random_bool(0.2) { rng.random_range(0..=2.min(room - 1 - count)) } else { 0 };
        let goals = self.floor[..count + spare].to_vec();
        let (boxes, player) = if is_pulled {
            self.pulled(goals[..count].to_vec(), *self.floor.last()?, 30 * count, rng)
        } else {
            self.floor.shuffle(rng);
            (self.floor[..count].to_vec(), self.floor[count])
        };
        let text = self.text(&goals, &boxes, player);
        Some(text.parse().expect("invariant: a legal level"))
    }

    /// Returns boxes and player after this many attempts to pull a box, each from a cell that the
    /// player can reach.
    fn pulled(
        &self,
        mut boxes: Vec<Cell>,
        mut player: Cell,
        tries: usize,
        rng: &mut impl Rng,
    ) -> (Vec<Cell>, Cell) {
        for _ in 0..tries {
            let number = rng.random_range(0..boxes.len());
            let direction = Direction::ALL[rng.random_range(0..4)];
            let Some(beside) = self.grid.step(boxes[number], direction) else { continue };
            let Some(beyond) = self.grid.step(beside, direction) else { continue };
            if !boxes.contains(&beyond) && reached(&self.grid, player, &boxes).contains(&beside) {
                (boxes[number], player) = (beside, beyond);
            }
        }
        (boxes, player)
    }

    fn text(&self, goals: &[Cell], boxes: &[Cell], player: Cell) -> String {
        let letter = |cell| match (goals.contains(&cell), boxes.contains(&cell), cell == player) {
            _ if self.grid.is_closed(cell) => '#',
            (false, true, _) => '$',
            (true, true, _) => '*',
            (false, _, true) => '@',
            (true, _, true) => '+',
            (true, ..) => '.',
            _ => ' ',
        };
        let cells: Vec<_> = self.grid.cells().map(letter).collect();
        let rows: Vec<String> =
            cells.chunks(self.grid.columns() as usize).map(|row| row.iter().collect()).collect();
        rows.join("\n")
    }
}

/// Returns the cells to which the player can walk.
fn reached(grid: &Grid, player: Cell, boxes: &[Cell]) -> Vec<Cell> {
    let mut free = grid.clone();
    for &cell in boxes {
        free.close(cell);
    }
    let floor = free.to_graph();
    let components = floor.graph.components();
    let is_joined = |&cell: &Cell| {
        floor.vertex(player).zip(floor.vertex(cell)).is_some_and(|(a, b)| components.same(a, b))
    };
    grid.cells().filter(is_joined).collect()
}

impl Problem for SoakLevel {
    fn text(&self) -> String {
        self.level.to_string()
    }

    fn is_solvable(&self) -> Option<bool> {
        self.is_solvable.then_some(true)
    }

    fn tasks(&self) -> Vec<Task<'_>> {
        let listed = AnySolver::all().map(|solver| (solver.to_string(), solver));
        let others = self.others.iter().map(|&solver| ("others".to_owned(), solver));
        let supported = listed.chain(others).filter(|(_, solver)| solver.check(&self.level).is_ok());
        supported.map(|(name, solver)| self.task(name, solver)).collect()
    }
}

impl SoakLevel {
    fn task(&self, name: String, solver: AnySolver) -> Task<'_> {
        let check = |plan: Moves| {
            let metrics = self.level.verify(&plan).map_err(|why| why.to_string())?;
            assert_eq!(metrics.pushes, plan.pushes() as u64, "pushes of {plan}");
            assert_eq!(metrics.steps, plan.len() as u64, "steps of {plan}");
            Ok(Costs::from([(PUSHES, metrics.pushes), (STEPS, metrics.steps)]))
        };
        let measure = if solver.counts_steps() { STEPS } else { PUSHES };
        let solve = move |control: &mut Control| solver.solve(&self.level, control);
        Task::new(name, NODES, solve, check).measured_in(measure)
    }
}
