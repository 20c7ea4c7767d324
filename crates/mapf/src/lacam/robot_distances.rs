//! Distances to the robots' goals, all of them or on demand.

use alloc::rc::Rc;

use cpf_core::Instance;
use motion_core::{Control, Stop, Vertex};

use super::resumable_search::ResumableSearches;
use crate::goal_distances::GoalDistances;

pub(super) use crate::goal_distances::UNREACHABLE;

/// The distance from each vertex to the goal of each robot.
#[derive(Debug)]
pub(super) enum RobotDistances<'a> {
    /// A table of all of them.
    Table(Rc<GoalDistances>),
    /// Those that were asked for, and few others.
    OnDemand(ResumableSearches<'a>),
}

/// The most entries of a table.
const MOST_ENTRIES: usize = 1 << 23;

impl<'a> RobotDistances<'a> {
    /// Makes the table, or prepares for what is asked. The memory is held in `control` until the
    /// end of its scope.
    pub(super) fn new(instance: &'a Instance, control: &mut Control) -> Result<Self, Stop> {
        Ok(if instance.graph().vertex_count().saturating_mul(instance.robot_count()) <= MOST_ENTRIES {
            Self::Table(Rc::new(GoalDistances::new(instance, control)?))
        } else {
            Self::OnDemand(ResumableSearches::new(instance, control)?)
        })
    }

    /// The distance from a vertex to the goal of a robot, or [`UNREACHABLE`].
    #[inline]
    pub(super) fn get(&mut self, robot: usize, vertex: Vertex) -> u32 {
        match self {
            Self::Table(table) => table.get(robot, vertex),
            Self::OnDemand(searches) => searches.get(robot, vertex),
        }
    }

    /// The table of all of them, which is made if there is none yet.
    pub(super) fn table(
        &mut self,
        instance: &Instance,
        control: &mut Control,
    ) -> Result<Rc<GoalDistances>, Stop> {
        if let Self::OnDemand(_) = self {
            *self = Self::Table(Rc::new(GoalDistances::new(instance, control)?));
        }
        match self {
            Self::Table(table) => Ok(table.clone()),
            Self::OnDemand(_) => unreachable!("invariant: the table was made"),
        }
    }

    /// Accounts for the memory and the work since the last call.
    pub(super) fn account(&mut self, control: &mut Control) -> Result<(), Stop> {
        match self {
            Self::Table(_) => Ok(()),
            Self::OnDemand(searches) => searches.account(control),
        }
    }
}
