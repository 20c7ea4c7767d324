//! Choosing and preparing ears reads the clock once in a few thousand vertices.

use bibox::error::NotBiconnectedError;
use bibox::{BlockInstance, EarDecomposition, EarInstance};
use cpf_core::{Instance, Setup};
use motion_core::error::RunError;
use motion_core::{Cell, Control, Direction, Grid, Stop, Vertex};

use motion_testing::readings;

const SIDE: u32 = 300;
const CELLS: u64 = (SIDE * SIDE) as u64;

/// The largest number of vertices for one poll.
const MOST: u64 = 4096;

/// One blank on a grid, with or without a wall.
fn on_grid(is_open: bool) -> Instance {
    let mut grid = Grid::new(SIDE, SIDE).expect("cells");
    if !is_open {
        grid.build_wall(Cell(SIDE * SIDE / 2), Direction::Right);
    }
    let robots = (1..SIDE * SIDE).map(|cell| (Vertex(cell), Vertex(cell))).collect();
    Setup::on_grid(grid, robots).instance().expect("distinct cells")
}

/// Work that chooses or checks something.
type Choosing<'a> = &'a dyn Fn(&mut Control) -> Result<bool, Stop>;

/// The last number is the ratio of steps to vertices.
#[test]
fn ears_are_chosen_with_polls() {
    let (open, walled) = (on_grid(true), on_grid(false));
    let grid = open.grid().expect("a grid");
    let rows = |control: &mut Control| {
        let rows = EarDecomposition::row_by_row_within(grid, control).map_err(|why| why.stopped("open"))?;
        RunError::passed(EarInstance::with_ears_within(&open, rows, control))
    };
    let cases: [(&str, Choosing, u64); 5] = [
        ("shells", &|control| RunError::passed(EarInstance::new_within(&open, control)), 12),
        ("breadth-first", &|control| RunError::passed(EarInstance::new_within(&walled, control)), 28),
        ("rows", &rows, 10),
        ("a check", &|control| RunError::passed(NotBiconnectedError::check_within(open.graph(), control)), 7),
        ("blocks", &|control| RunError::passed(BlockInstance::new_within(&open, control)), 1),
    ];
    for (name, choose, passes) in cases {
        let readings = readings(name, |control| {
            assert!(choose(control)?, "{name}");
            Ok(())
        });
        // The last steps are too few for a poll.
        let polls = (readings + 1) * MOST / CELLS;
        assert!(polls >= passes, "{name}: as for {polls} passes");
    }
}
