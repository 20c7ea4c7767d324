//! How far robots are from their goals, as well as it is known by now.

use alloc::rc::Rc;

use cpf_core::{Instance, MotionModel, Objective};
use motion_core::{Control, Stop};

use super::guide_paths::GuidePaths;
use crate::goal_distances::{GoalDistances, LARGE_TABLE, SMALL_TABLE};

/// The distances to the goals; where a table of them is too large for a first schedule soon, a
/// path of each robot beside bounds.
pub(super) struct GoalWays<'a> {
    instance: &'a Instance,
    distances: Rc<GoalDistances<'a>>,
    paths: Option<GuidePaths<'a>>,
    /// Whether nothing better is to be had.
    is_final: bool,
}

/// The vertices that may be expanded for shortest paths before there is a schedule.
const FOR_SHORTEST: u64 = 1 << 22;

impl<'a> GoalWays<'a> {
    /// What is made soon. Every robot can reach its goal. The memory is held in `control` until the
    /// end of its scope.
    pub(super) fn new(instance: &'a Instance, control: &mut Control) -> Result<Self, Stop> {
        // Where robots are often in the way of others, they leave their paths.
        let is_crowded = 5 * instance.vacant_count() < instance.graph().vertex_count();
        let entries = if is_crowded { LARGE_TABLE } else { SMALL_TABLE };
        let distances = Rc::new(GoalDistances::with_table_of_at_most(entries, instance, control)?);
        let is_final = distances.is_table();
        let paths = if is_final { None } else { Some(GuidePaths::new(instance, FOR_SHORTEST, control)?) };
        Ok(Self { instance, distances, paths, is_final })
    }

    /// A table of distances instead of paths, or shortest paths where it would be too large. Returns
    /// whether there is something new; without memory for it all stays as it is.
    ///
    /// # Errors
    /// The other reasons to stop.
    pub(super) fn sharpen(&mut self, control: &mut Control) -> Result<bool, Stop> {
        if core::mem::replace(&mut self.is_final, true) {
            return Ok(false);
        }
        let before = control.stats().bytes;
        let made = GoalDistances::with_table_of_at_most(LARGE_TABLE, self.instance, control);
        let made = made.and_then(|distances| {
            let is_table = distances.is_table();
            if is_table || self.paths.as_ref().is_some_and(GuidePaths::is_shortest) {
                return Ok((is_table.then_some(distances), None));
            }
            GuidePaths::new(self.instance, u64::MAX, control).map(|paths| (None, Some(paths)))
        });
        match made {
            Ok((distances, paths)) => {
                if distances.is_none() && paths.is_none() {
                    return Ok(false);
                }
                if let Some(old) = core::mem::replace(&mut self.paths, paths) {
                    old.release(control);
                }
                self.distances = distances.map_or_else(|| self.distances.clone(), Rc::new);
                Ok(true)
            }
            Err(Stop::Memory) => {
                control.release(control.stats().bytes - before);
                Ok(false)
            }
            Err(why) => Err(why),
        }
    }

    /// No schedule that is legal in the model costs less.
    pub(super) fn lower_bound(&self, objective: Objective, model: MotionModel) -> u64 {
        let shortest = self.paths.as_ref().filter(|paths| paths.is_shortest()).map(GuidePaths::lengths);
        let distances = shortest.unwrap_or_else(|| self.distances.of_starts(self.instance));
        self.instance.lower_bound_from(&distances, objective, model).unwrap_or(0)
    }

    /// The distances, or bounds.
    pub(super) const fn distances(&self) -> &Rc<GoalDistances<'a>> {
        &self.distances
    }

    /// The paths, where there is no table of distances.
    pub(super) const fn paths(&self) -> Option<&GuidePaths<'a>> {
        self.paths.as_ref()
    }
}
