//! The data that are constant during a search.

use alloc::rc::Rc;
use alloc::vec::Vec;

use cpf_core::{MotionModel, Objective};
use motion_core::{Control, Stop, Vertex};

use super::corridor_map::CorridorMap;
use super::techniques::{ConflictTechnique, ConflictTechniques};
use crate::all_distances::AllDistances;
use crate::arc_instance::ArcInstance;

/// The instance, the search's options, and distances computed beforehand.
#[derive(Debug)]
pub(super) struct Problem<'i> {
    pub(super) instance: ArcInstance<'i>,
    pub(super) starts: &'i [Vertex],
    pub(super) goals: &'i [Vertex],
    pub(super) model: MotionModel,
    pub(super) objective: Objective,
    pub(super) techniques: ConflictTechniques,
    /// The ratio, in thousandths.
    pub(super) ratio: u64,
    pub(super) to_goal: Rc<AllDistances<'static>>,
    pub(super) from_start: AllDistances<'static>,
    pub(super) corridors: CorridorMap,
    /// The row and column of each vertex, if the graph is that of a grid, with edges both ways.
    pub(super) coordinates: Option<Vec<(i64, i64)>>,
}

impl<'i> Problem<'i> {
    /// Computes the distances. Each vertex costs two nodes for each robot.
    pub(super) fn new(
        instance: ArcInstance<'i>,
        (model, objective): (MotionModel, Objective),
        (techniques, ratio): (ConflictTechniques, u64),
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let (underlying, starts) = (instance.underlying(), instance.start().places());
        // On arcs, robots may be unable to cross a rectangle.
        let grid = underlying.grid().filter(|_| !instance.is_directed());
        let coordinates = grid.zip(underlying.cells()).map(|(grid, cells)| {
            cells.iter().map(|&cell| (i64::from(grid.row(cell)), i64::from(grid.column(cell)))).collect()
        });
        control.hold(16 * instance.vertex_count() as u64)?;
        Ok(Self {
            instance,
            starts,
            goals: instance.goal().places(),
            model,
            objective,
            techniques,
            ratio,
            to_goal: Rc::new(AllDistances::new(instance, control)?),
            from_start: AllDistances::from_places(instance.arcs(), starts, control)?,
            corridors: CorridorMap::new(underlying.graph()),
            coordinates,
        })
    }

    /// Returns whether a technique is on.
    pub(super) const fn uses(&self, technique: ConflictTechnique) -> bool {
        self.techniques.contains(technique)
    }

    /// The total of the robots' costs, by the objective.
    pub(super) fn total(&self, costs: impl Iterator<Item = u32>) -> u64 {
        match self.objective {
            Objective::Makespan => costs.max().unwrap_or(0).into(),
            _ => costs.map(u64::from).sum(),
        }
    }

    /// The largest integer that is at most the ratio times `bound`.
    pub(super) const fn relaxed(&self, bound: u64) -> u64 {
        (bound as u128 * self.ratio as u128 / 1000) as u64
    }
}
