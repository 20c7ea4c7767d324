//! The descents from the first configuration, each with its own settings.

use motion_core::{Control, Stop};

use super::guidance::{Guidance, Traffic};
use crate::arc_instance::ArcInstance;

/// The guidance of the current descent, and the start of the next one.
///
/// The first descent has no guidance, so that a schedule is found soon. It is repeated when better
/// distances are known. The others alternate between several kinds of weights and no guidance.
#[derive(Debug)]
pub(super) struct Descents {
    has_guidance: bool,
    guidance: Option<Guidance>,
    /// The number of descents begun.
    count: u64,
    /// The nodes spent by the descents under this guidance and on making it.
    used: u64,
    made: u64,
    /// Whether the next descent repeats the first, and whether this one does.
    repeats_next: bool,
    repeats: bool,
}

/// The most memory for guidance. Larger instances go without.
const MAX_BYTES: u64 = 1 << 28;

/// The weights of successive descents, in turn.
const TRAFFIC: [Option<Traffic>; 4] = [
    Some(Traffic { against: 3, through: 0 }),
    Some(Traffic { against: 1, through: 1 }),
    Some(Traffic { against: 2, through: 2 }),
    None,
];

impl Descents {
    pub(super) fn new(instance: ArcInstance, has_guidance: bool) -> Self {
        let has_guidance = has_guidance && Guidance::bytes(instance) <= MAX_BYTES;
        Self { has_guidance, guidance: None, count: 1, used: 0, made: 0, repeats_next: false, repeats: false }
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    pub(super) const fn guidance(&self) -> Option<&Guidance> {
        self.guidance.as_ref()
    }

    /// Makes the next descent repeat the first one, because better distances are known.
    pub(super) const fn repeat_first(&mut self) {
        self.repeats_next = true;
    }

    /// Returns whether this descent repeats the first one.
    pub(super) const fn repeats_first(&self) -> bool {
        self.repeats
    }

    /// Counts nodes of the descent.
    pub(super) const fn count_nodes(&mut self, nodes: u64) {
        self.used += nodes;
    }

    /// Begins the next descent. New guidance is computed once the descents have cost as much as
    /// computing the last one.
    pub(super) fn begin(&mut self, instance: ArcInstance, control: &mut Control) -> Result<(), Stop> {
        self.repeats = core::mem::take(&mut self.repeats_next);
        if self.repeats {
            return Ok(());
        }
        self.count += 1;
        if !self.has_guidance || self.used < self.made {
            return Ok(());
        }
        if let Some(old) = self.guidance.take() {
            old.release(control);
        }
        let turn = (self.count - 2) as usize;
        if let Some(traffic) = TRAFFIC[turn % TRAFFIC.len()] {
            let before = control.stats().nodes;
            match Guidance::new(instance, traffic, control) {
                // Guidance is optional.
                Err(Stop::Memory) => self.has_guidance = false,
                made => self.guidance = Some(made?),
            }
            self.made = control.stats().nodes - before;
            self.used = 0;
        }
        Ok(())
    }
}
