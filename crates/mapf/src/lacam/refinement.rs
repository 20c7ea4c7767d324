//! When the paths of the schedules are replanned, and of which schedule.

use cpf_core::{Instance, Objective};
use motion_core::{Control, Stop};
use rand::rngs::Xoshiro256PlusPlus;

use super::Lacam;
use super::replanning::Replanning;
use super::robot_distances::RobotDistances;
use super::technique::LacamTechnique;
use crate::timed_paths::TimedPaths;

/// Shares the work between the search and the replanning of what it finds.
///
/// A schedule is replanned until whole sweeps gain nothing; then comes the best one that the search
/// has found meanwhile, if there is one.
#[derive(Debug)]
pub(super) struct Refinement<'a> {
    lacam: &'a Lacam,
    instance: &'a Instance,
    is_on: bool,
    current: Option<Replanning<'a>>,
    waiting: Option<TimedPaths>,
    /// The sweeps without a gain.
    idle: u32,
    /// What it may still cost, in nodes, and what it has cost too much.
    allowed: u64,
    used: u64,
    /// The bytes of its tables.
    held: u64,
}

/// The most memory for its tables; on larger instances there is no replanning.
const MAX_BYTES: u64 = 1 << 30;
/// The sweeps without a gain after which another schedule has its turn.
const IDLE_SWEEPS: u32 = 5;
/// The descents before any schedule is replanned.
const FIRST: u64 = 4;

impl<'a> Refinement<'a> {
    pub(super) fn new(lacam: &'a Lacam, instance: &'a Instance) -> Self {
        let is_on = lacam.techniques.contains(LacamTechnique::Replanning);
        Self { lacam, instance, is_on, current: None, waiting: None, idle: 0, allowed: 0, used: 0, held: 0 }
    }

    /// Takes up a schedule, after the present one.
    pub(super) fn take_up(&mut self, paths: TimedPaths) {
        if self.is_on {
            self.waiting = Some(paths);
        }
    }

    /// The search has spent this many nodes.
    pub(super) fn allow(&mut self, nodes: u64) {
        let share = if self.lacam.objective == Objective::Makespan { 1 } else { 3 };
        self.allowed += share * nodes;
    }

    /// Replanning has spent this many nodes.
    pub(super) fn count_nodes(&mut self, nodes: u64) {
        self.used += nodes;
    }

    /// Whether more is expected of it.
    pub(super) const fn is_worth_it(&self) -> bool {
        self.waiting.is_some() || self.current.is_some() && self.idle < IDLE_SWEEPS
    }

    /// Whether it is the turn of replanning, after this many descents have begun.
    pub(super) const fn is_due(&self, descents: u64) -> bool {
        (self.waiting.is_some() || self.current.is_some()) && descents > FIRST && self.used <= self.allowed
    }

    /// Replans every path once. Returns the schedule, whether the run goes on or not.
    pub(super) fn sweep(
        &mut self,
        distances: &mut RobotDistances<'_>,
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> (Result<(), Stop>, Option<TimedPaths>) {
        if self.idle >= IDLE_SWEEPS && self.waiting.is_some() {
            self.current = None;
            control.release(core::mem::take(&mut self.held));
        }
        if self.current.is_none() {
            let Some(paths) = self.waiting.take() else { return (Ok(()), None) };
            let bytes = Replanning::bytes(self.instance, paths.makespan());
            if bytes > MAX_BYTES || control.hold(bytes).is_err() {
                return (Ok(()), None);
            }
            self.held = bytes;
            let Lacam { model, objective, .. } = *self.lacam;
            self.current = Some(Replanning::new(self.instance, model, objective, &paths));
            self.idle = 0;
        }
        let replanning = self.current.as_mut().expect("invariant: it was just made");
        let before = replanning.total();
        let end = replanning.sweep(distances, rng, control);
        let gain = before - replanning.total();
        let paths = (gain > 0).then(|| replanning.timed_paths());
        self.idle = if gain == 0 { self.idle.saturating_add(1) } else { 0 };
        (end, paths)
    }
}
