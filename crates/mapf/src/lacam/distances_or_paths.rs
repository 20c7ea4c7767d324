//! The best known distances of robots to their goals.

use alloc::rc::Rc;

use cpf_core::{MotionModel, Objective};
use motion_core::{Control, Stop};

use super::guide_paths::GuidePaths;
use crate::all_distances::{AllDistances, LARGE_TABLE, SMALL_TABLE};
use crate::arc_instance::ArcInstance;

/// The distances to the goals. If their table is too large to have a first schedule soon, a path of
/// each robot and bounds on the distances.
pub(super) struct DistancesOrPaths<'a> {
    instance: ArcInstance<'a>,
    distances: Rc<AllDistances<'a>>,
    paths: Option<GuidePaths<'a>>,
    sizes: TableSizes,
    /// Whether no improvement is possible.
    is_final: bool,
}

/// The limits on the size of a distance table, before there is a schedule and afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableSizes {
    pub(super) first: usize,
    pub(super) later: usize,
}

impl TableSizes {
    pub(super) const DEFAULT: Self = Self { first: SMALL_TABLE, later: LARGE_TABLE };
}

/// The number of vertices that may be expanded for shortest paths before there is a schedule.
const FOR_SHORTEST: u64 = 1 << 22;

impl<'a> DistancesOrPaths<'a> {
    /// Builds a table if that is fast and memory suffices, and paths otherwise. Every robot must be
    /// able to reach its goal. The memory is held in `control` until the end of its scope.
    pub(super) fn new(
        instance: ArcInstance<'a>,
        sizes: TableSizes,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        // On crowded graphs robots often leave their paths, so a larger table pays.
        let is_crowded = 5 * instance.underlying().vacant_count() < instance.vertex_count();
        let entries = if is_crowded { sizes.later } else { sizes.first };
        let distances = match AllDistances::with_table_of_at_most(entries, instance, control) {
            Err(Stop::Memory) => AllDistances::with_table_of_at_most(0, instance, control),
            made => made,
        };
        let distances = Rc::new(distances?);
        let is_final = distances.is_table();
        let paths = if is_final { None } else { Some(GuidePaths::new(instance, FOR_SHORTEST, control)?) };
        Ok(Self { instance, distances, paths, sizes, is_final })
    }

    /// Replaces paths by a table of distances, or by shortest paths if the table would be too
    /// large. Returns whether anything changed. If memory does not suffice, nothing does.
    ///
    /// # Errors
    /// The reasons to stop other than memory.
    pub(super) fn improve(&mut self, control: &mut Control) -> Result<bool, Stop> {
        if core::mem::replace(&mut self.is_final, true) {
            return Ok(false);
        }
        let before = control.stats().bytes;
        let made = AllDistances::with_table_of_at_most(self.sizes.later, self.instance, control);
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

    pub(super) const fn instance(&self) -> ArcInstance<'a> {
        self.instance
    }

    /// A lower bound on the cost of schedules that are legal in the model.
    pub(super) fn lower_bound(&self, objective: Objective, model: MotionModel) -> u64 {
        let shortest = self.paths.as_ref().filter(|paths| paths.is_shortest()).map(GuidePaths::lengths);
        let distances = shortest.unwrap_or_else(|| self.distances.of_starts(self.instance));
        self.instance.underlying().lower_bound_from(&distances, objective, model).unwrap_or(0)
    }

    /// The distances, or bounds on them.
    pub(super) const fn distances(&self) -> &Rc<AllDistances<'a>> {
        &self.distances
    }

    /// The paths, if there is no table of distances.
    pub(super) const fn paths(&self) -> Option<&GuidePaths<'a>> {
        self.paths.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use cpf_core::{LeavingInstance, Scheduler, generate};
    use motion_core::{Budget, Outcome, Quality, Solver};
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::Lacam;
    use crate::arc_instance::samples::one_way_streets;

    #[test]
    fn without_memory_for_a_table_there_are_paths() -> Result<(), Stop> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let instance = generate::permutation_on_grid(20, 20, 30, &mut rng).expect("a grid");
        for (bytes, has_table) in [(300_000, true), (200_000, false)] {
            let control = &mut Control::new(Budget::new().with_bytes(bytes));
            let ways = DistancesOrPaths::new((&instance).into(), TableSizes::DEFAULT, control)?;
            assert_eq!((ways.distances().is_table(), ways.paths().is_none()), (has_table, has_table));
        }
        Ok(())
    }

    #[test]
    fn schedules_by_paths_go_along_arcs() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
        for robots in [3, 20, 40] {
            let instance = one_way_streets(8, robots, &mut rng);
            let leaving = instance.underlying().robots().map(|robot| {
                let [start, goal] = [instance.underlying().start(), instance.underlying().goal()];
                (start.vertex_of(robot), goal.vertex_of(robot))
            });
            let leaving =
                LeavingInstance::on_arcs(instance.graph(), &leaving.collect::<Vec<_>>()).expect("robots");
            for model in MotionModel::ALL {
                let lacam = Lacam::default().with_descents(3).with_model(model);
                for tables in
                    [TableSizes { first: 0, ..TableSizes::DEFAULT }, TableSizes { first: 0, later: 0 }]
                {
                    let control = &mut Control::new(Budget::new().with_nodes(60_000));
                    let outcome = Lacam { tables, ..lacam }.solve(&instance, control);
                    let Outcome::Solved { plan, quality } = outcome else { panic!("{robots}: {outcome:?}") };
                    let metrics = instance.verify_schedule(&plan, model).expect("legal");
                    let cost = metrics.sum_of_costs;
                    assert!(quality.lower_bound(cost).is_none_or(|bound| bound <= cost));
                    let control = &mut Control::new(Budget::new().with_nodes(60_000));
                    let plan = Lacam { tables, ..lacam }.solve(&leaving, control).plan().expect("a schedule");
                    assert!(leaving.verify_schedule(&plan, model).is_ok());
                }
            }
        }
    }

    /// Solvable instances are solved with paths alone, and with a table made after the first
    /// schedule.
    #[test]
    fn schedules_by_paths_are_legal() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut costs = [0; 3];
        for number in 0..8 {
            let (rows, blanks) = if number < 7 { (4, 8 + number % 5) } else { (12, 100) };
            let instance = generate::permutation_on_grid(rows, rows, blanks, &mut rng).expect("a grid");
            for model in MotionModel::ALL {
                for objective in Objective::ALL {
                    let lacam = Lacam::default().with_descents(3).with_model(model).with_objective(objective);
                    let sizes = [TableSizes::DEFAULT, TableSizes { first: 0, ..TableSizes::DEFAULT }];
                    let sizes = [sizes[0], sizes[1], TableSizes { first: 0, later: 0 }];
                    let solved = sizes.map(|tables| {
                        let control = &mut Control::new(Budget::new().with_nodes(60_000));
                        let outcome = Lacam { tables, ..lacam }.solve(&instance, control);
                        assert_eq!(control.stats().bytes, 0);
                        let Outcome::Solved { plan, quality } = outcome else { return None };
                        let metrics = instance.verify_schedule(&plan, lacam.model()).expect("legal");
                        let cost = metrics.cost(objective);
                        if let Quality::Bounded { lower_bound } = quality {
                            let bound = instance.lower_bound(objective, model).expect("solvable");
                            assert!(bound <= lower_bound && lower_bound <= cost, "{lower_bound}, {cost}");
                        }
                        Some(cost)
                    });
                    assert!(solved.iter().all(Option::is_some), "{solved:?} in {model} of {number}");
                    for (sum, cost) in costs.iter_mut().zip(solved) {
                        *sum += cost.unwrap_or(0);
                    }
                }
            }
        }
        assert!(10 * costs[1] < 11 * costs[0] && 10 * costs[2] < 13 * costs[0], "{costs:?}");
    }
}
