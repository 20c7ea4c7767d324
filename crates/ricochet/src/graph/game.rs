//! A game prepared for searches.

use alloc::vec::Vec;

use motion_core::{Cell, Control, Stop};

use super::all_robots::{GraphMove, RobotCells};
use crate::colour::Colour;
use crate::free_stop_bound::FreeStopBound;
use crate::instance::{Instance, MAX_ROBOTS};
use crate::moves::{Moves, Slide};
use crate::slide_table::SlideTable;

/// A game prepared for the searches of all methods.
pub(super) struct GraphGame<'i> {
    pub(super) instance: &'i Instance,
    slides: SlideTable,
    bound: FreeStopBound,
    pub(super) target: Cell,
    pub(super) robots: usize,
    pub(super) start: RobotCells,
}

impl<'i> GraphGame<'i> {
    pub(super) fn new(
        instance: &'i Instance,
        (goal_robot, target): (Colour, Cell),
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let slides = SlideTable::new(instance, control)?;
        let number = instance.robots().iter().position(|&(robot, _)| robot == goal_robot);
        let bound = FreeStopBound::new(&slides, instance, number.unwrap_or(0), control)?;
        // Memory of the graph: an optional cell, eight bytes, for each direction.
        control.hold(instance.board().grid().cell_count() as u64 * size_of::<[Option<Cell>; 4]>() as u64)?;
        let robots = instance.robots().len();
        let mut start = [0; MAX_ROBOTS];
        let others = instance.robots().iter().filter(|(robot, _)| *robot != goal_robot);
        let goal = instance.robots().iter().filter(|(robot, _)| *robot == goal_robot);
        for (slot, (_, cell)) in start.iter_mut().zip(goal.chain(others)) {
            *slot = cell.0 as u16;
        }
        start[1..robots].sort_unstable();
        Ok(Self { instance, slides, bound, target, robots, start })
    }

    /// Returns v2's lower bound: the fewest moves from this cell of a goal robot that may stop
    /// anywhere.
    pub(super) fn least(&self, cell: Cell) -> u32 {
        u32::from(self.bound.moves(usize::from(self.slides.index(cell))))
    }

    /// The start cell of the goal robot.
    pub(super) const fn goal_robot(&self) -> Cell {
        Cell(self.start[0] as u32)
    }

    /// Replays moves given by cells, to determine which robot makes each.
    pub(super) fn moves(&self, actions: &[GraphMove]) -> Moves {
        let mut robots: Vec<_> = self.instance.robots().to_vec();
        let grid = self.instance.board().grid();
        let slide = |&(from, direction): &GraphMove| {
            let cells: Vec<Cell> = robots.iter().map(|&(_, cell)| cell).collect();
            let mover = robots.iter_mut().find(|(_, cell)| *cell == from);
            let (robot, cell) = mover.expect("invariant: a robot stands where a move begins");
            *cell = grid.slide(from, direction, |cell| cells.contains(&cell));
            Slide { robot: *robot, direction }
        };
        actions.iter().map(slide).collect()
    }
}
