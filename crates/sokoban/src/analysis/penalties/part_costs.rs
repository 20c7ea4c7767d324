//! The costs of parts that have been searched.

use alloc::vec::Vec;

use motion_core::Control;

use super::part_search::PartCost;
use crate::board::Push;
use crate::lossy_index::lossy_index;
use crate::search::Position;

/// The number of entries.
const ENTRIES: usize = 1 << 12;

/// A lossy table of the costs of parts.
#[derive(Clone, Debug, Default)]
pub(super) struct PartCosts<const W: usize> {
    entries: Vec<Option<(Position<W>, PartCost)>>,
}

impl<const W: usize> PartCosts<W> {
    /// Returns the cost of a part, if it is stored.
    pub(super) fn get(&self, part: &Position<W>) -> Option<&PartCost> {
        let (known, cost) = self.entries.get(lossy_index(part, ENTRIES))?.as_ref()?;
        (known == part).then_some(cost)
    }

    /// Stores the cost of a part, if memory is granted.
    pub(super) fn insert(&mut self, part: Position<W>, cost: &PartCost, control: &mut Control) {
        if self.entries.is_empty() {
            if control.hold((ENTRIES * size_of::<Option<(Position<W>, PartCost)>>()) as u64).is_err() {
                return;
            }
            self.entries.resize_with(ENTRIES, || None);
        }
        if control.hold(bytes(cost)).is_ok() {
            let entry = &mut self.entries[lossy_index(&part, ENTRIES)];
            if let Some((_, old)) = entry.replace((part, cost.clone())) {
                control.release(bytes(&old));
            }
        }
    }
}

/// The number of heap bytes that a cost owns.
fn bytes(cost: &PartCost) -> u64 {
    match cost {
        PartCost::Pushes(pushes) => (pushes.len() * size_of::<Push>()) as u64,
        PartCost::Lost | PartCost::Unknown => 0,
    }
}
