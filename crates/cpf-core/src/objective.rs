//! The costs of plans and schedules, and lower bounds on them.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use motion_core::error::UnknownNameError;
use motion_core::{Control, Stop};

use crate::instance::Instance;
use crate::motion_model::MotionModel;
use crate::path_search::{DistanceBound, PathSearch};

/// The cost to minimise. Prints as and is read from its [name](Objective::name).
///
/// # Examples
/// ```
/// use cpf_core::{Metrics, Objective};
///
/// let mut metrics = Metrics::default();
/// metrics.sum_of_costs = 9;
/// assert_eq!(metrics.cost(Objective::SumOfCosts), 9);
/// assert_eq!("makespan".parse(), Ok(Objective::Makespan));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Objective {
    /// [`Metrics::moves`]: waiting costs nothing.
    Moves,
    /// [`Metrics::sum_of_costs`]: every robot pays for each step until it has stopped for good.
    #[default]
    SumOfCosts,
    /// [`Metrics::makespan`]: the number of steps until all robots have stopped.
    Makespan,
}

impl Objective {
    /// All objectives.
    pub const ALL: [Self; 3] = [Self::Moves, Self::SumOfCosts, Self::Makespan];

    /// `moves`, `sum-of-costs` or `makespan`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::SumOfCosts => "sum-of-costs",
            Self::Makespan => "makespan",
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Objective {
    type Err = UnknownNameError;

    fn from_str(name: &str) -> Result<Self, UnknownNameError> {
        let found = Self::ALL.into_iter().find(|objective| objective.name() == name);
        found.ok_or_else(|| UnknownNameError::new("objective", name, Self::ALL.map(Self::name)))
    }
}

/// The costs of a verified schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Metrics {
    /// The number of moves of single robots.
    pub moves: u64,
    /// The number of time steps.
    pub makespan: u64,
    /// The sum of the robots' costs. A robot costs the number of the step after which it no longer
    /// moves, or 0 if it never moves.
    pub sum_of_costs: u64,
}

impl Metrics {
    /// The cost under an objective.
    pub const fn cost(self, objective: Objective) -> u64 {
        match objective {
            Objective::Moves => self.moves,
            Objective::SumOfCosts => self.sum_of_costs,
            Objective::Makespan => self.makespan,
        }
    }
}

impl Instance {
    /// A lower bound: no schedule that is legal in the model costs less. `None` if no path leads
    /// from a robot's start to its goal, or if the model allows no robot to move and one must.
    ///
    /// For moves and the sum of costs it is the [sum of distances](Instance::sum_of_distances). For
    /// the makespan it is the longest distance of a robot; in the model `Pebble` also the sum of
    /// distances divided by the number of vacant vertices, because at most that many robots move in
    /// one step.
    ///
    /// # Complexity
    /// That of [`sum_of_distances`](Instance::sum_of_distances).
    ///
    /// # Examples
    /// ```
    /// use cpf_core::{Instance, MotionModel, Objective};
    ///
    /// // Two robots move on along a path.
    /// let instance: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 2 3\nr 1 2\n".parse()?;
    /// let bound = |objective, model| instance.lower_bound(objective, model);
    /// assert_eq!(bound(Objective::SumOfCosts, MotionModel::Train), Some(2));
    /// assert_eq!(bound(Objective::Makespan, MotionModel::Train), Some(1));
    /// assert_eq!(bound(Objective::Makespan, MotionModel::Pebble), Some(2));
    /// # Ok::<(), cpf_core::formats::FormatError>(())
    /// ```
    pub fn lower_bound(&self, objective: Objective, model: MotionModel) -> Option<u64> {
        self.lower_bound_within(objective, model, &mut Control::unlimited())
            .expect("invariant: without limits")
    }

    /// Computes [`lower_bound`](Instance::lower_bound) within the limits of time and memory and the
    /// flag of `control`, which is [advanced](Control::advance) by a step for every vertex
    /// expanded.
    #[doc(hidden)]
    pub fn lower_bound_within(
        &self,
        objective: Objective,
        model: MotionModel,
        control: &mut Control,
    ) -> Result<Option<u64>, Stop> {
        let bound = DistanceBound::new(self);
        let distances = control.scope(|control| {
            let mut search = PathSearch::new(self.graph().vertex_count(), control)?;
            let ways = (self.graph().arcs(), &bound);
            let ends = self.start().places().iter().zip(self.goal().places());
            ends.map(|(&start, &goal)| search.distance(start, goal, &ways, control))
                .collect::<Result<Option<Vec<_>>, _>>()
        })?;
        Ok(distances.and_then(|distances| self.lower_bound_from(&distances, objective, model)))
    }

    /// Computes [`lower_bound`](Instance::lower_bound) from the known distances of all robots
    /// between starts and goals.
    #[doc(hidden)]
    pub fn lower_bound_from(
        &self,
        distances: &[u32],
        objective: Objective,
        model: MotionModel,
    ) -> Option<u64> {
        let (mut sum, mut longest) = (0, 0);
        for distance in distances.iter().copied().map(u64::from) {
            sum += distance;
            longest = longest.max(distance);
        }
        let vacant = self.vacant_count() as u64;
        if vacant == 0 && sum > 0 && model != MotionModel::Standard {
            return None;
        }
        Some(match (objective, model) {
            (Objective::Moves | Objective::SumOfCosts, _) => sum,
            (Objective::Makespan, MotionModel::Pebble) if vacant > 0 => longest.max(sum.div_ceil(vacant)),
            (Objective::Makespan, _) => longest,
        })
    }

    /// The sum of all robots' distances to their goals; no plan has fewer moves. `None` if no path
    /// leads from a robot's start to its goal.
    ///
    /// # Complexity
    /// One search for each robot: time O(r (n + e)) for r robots, n vertices and e edges; on open
    /// grids little more than the sum of distances.
    #[doc(hidden)]
    pub fn sum_of_distances(&self) -> Option<u64> {
        self.lower_bound(Objective::Moves, MotionModel::Standard)
    }
}
