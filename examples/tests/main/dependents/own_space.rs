//! A custom search space with a buffer for the occupied cells: three robots on a grid.

use motion_core::search::{Space, breadth_first};
use motion_core::{Cell, Control, Grid};

use super::Done;

// begin
struct Robots {
    grid: Grid,
    goal: [Cell; 3],
}

impl Space for Robots {
    type State = [Cell; 3];
    type Action = (Cell, Cell);
    type Scratch = Vec<bool>;

    fn scratch(&self) -> Vec<bool> {
        vec![false; self.grid.cell_count()]
    }

    fn is_goal(&self, _: &mut Vec<bool>, robots: &[Cell; 3]) -> bool {
        *robots == self.goal
    }

    fn successors(
        &self,
        occupied: &mut Vec<bool>,
        robots: &[Cell; 3],
        visit: &mut impl FnMut((Cell, Cell), [Cell; 3], u32),
    ) {
        occupied.fill(false);
        for cell in robots {
            occupied[cell.index()] = true;
        }
        for &from in robots {
            for (_, to) in self.grid.neighbours(from).filter(|(_, to)| !occupied[to.index()]) {
                visit((from, to), robots.map(|cell| if cell == from { to } else { cell }), 1);
            }
        }
    }
}
// end

/// Compiles only if several workers can search the space at once.
const fn is_shared<S: Space + Sync>(_: &S) {}

pub(super) fn program() -> Done {
    let space = Robots { grid: Grid::new(3, 3)?, goal: [2, 1, 0].map(Cell) };
    is_shared(&space);
    let path = breadth_first(&space, [0, 1, 2].map(Cell), &mut Control::unlimited()).into_result()?;
    assert_eq!(path.cost, 8);
    Ok(())
}
