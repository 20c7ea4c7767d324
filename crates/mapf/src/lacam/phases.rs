//! The models that are searched for schedules, one after another.

use cpf_core::MotionModel;
use motion_core::error::RunError;
use motion_core::{Control, Stop};

use super::distances_or_paths::DistancesOrPaths;
use super::search::{Incumbent, Search};
use super::{Lacam, LacamTechnique};
use crate::arc_instance::ArcInstance;

/// The number of descents in the model `Train` before the search in `Pebble` begins.
const TRAIN_DESCENTS: u64 = 16;

/// The best schedule and the lower bound so far.
pub(super) struct Progress {
    pub(super) best: Option<Incumbent>,
    pub(super) lower_bound: u64,
}

impl Lacam {
    /// The models of the search, one after another, with the number of descents in each.
    const fn phases(&self) -> &'static [(MotionModel, u64)] {
        match self.model {
            MotionModel::Pebble if self.techniques.contains(LacamTechnique::TrainFirst) => {
                &[(MotionModel::Train, TRAIN_DESCENTS), (MotionModel::Pebble, u64::MAX)]
            }
            MotionModel::Pebble => &[(MotionModel::Pebble, u64::MAX)],
            MotionModel::Train => &[(MotionModel::Train, u64::MAX)],
            MotionModel::Standard => &[(MotionModel::Standard, u64::MAX)],
        }
    }

    /// Searches in one model after another. `Ok` means that the search is exhausted, has used its
    /// descents, or has a schedule of the least possible cost.
    pub(super) fn search(
        &self,
        instance: ArcInstance,
        progress: &mut Progress,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let is_standard = self.model == MotionModel::Standard;
        if !is_standard && !RunError::passed(instance.underlying().feasibility_within(control))? {
            return Ok(());
        }
        let components = instance.underlying().graph().components_within(control)?;
        let mut ends = instance.start().places().iter().zip(instance.goal().places());
        if !ends.all(|(&start, &goal)| components.same(start, goal)) {
            return Ok(());
        }
        let mut ways = DistancesOrPaths::new(instance, self.tables, control)?;
        progress.lower_bound = ways.lower_bound(self.objective, self.model);
        for &(model, descents) in self.phases() {
            control.scope(|control| {
                let mut search = Search::new(self, instance, model, &mut ways, control)?;
                let inserted = match progress.best.take() {
                    Some(best) => search.insert(best, control),
                    None => Ok(()),
                };
                let end = inserted.and_then(|()| {
                    search.run(descents.min(self.descents), &mut progress.lower_bound, control)
                });
                if search.is_exhausted() && end.is_ok() {
                    // `Train` allows all steps that `Pebble` does, so this bounds both.
                    progress.lower_bound = progress.lower_bound.max(search.least());
                }
                progress.best = search.into_incumbent();
                end
            })?;
            if progress.best.as_ref().is_some_and(|best| best.cost <= progress.lower_bound) {
                break;
            }
        }
        Ok(())
    }
}
