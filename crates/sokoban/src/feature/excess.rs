//! How few pushes beyond the bound of the start are enough for each position.

use alloc::vec::Vec;

use motion_core::search::{Insertion, NodeStore};
use motion_core::{Control, Stop};

use crate::space::Position;

/// The least excess with which positions were met, be it within the limit or beyond it.
pub(super) struct Excesses<const W: usize> {
    limit: u16,
    least: NodeStore<Position<W>, ()>,
    /// Met beyond the limit, and not yet entered.
    beyond: Vec<(Position<W>, u16)>,
}

impl<const W: usize> Excesses<W> {
    pub(super) fn new(limit: u16) -> Self {
        Self { limit, least: NodeStore::default(), beyond: Vec::new() }
    }

    /// Whether this is within the limit; what is not is remembered.
    pub(super) fn admits(&mut self, position: &Position<W>, excess: u16) -> bool {
        let is_within = excess <= self.limit;
        if !is_within {
            self.beyond.push((*position, excess));
        }
        is_within
    }

    /// Enters a position; says whether it has never been met with so few.
    pub(super) fn is_new(
        &mut self,
        position: &Position<W>,
        excess: u16,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let mut beyond = core::mem::take(&mut self.beyond);
        for (position, excess) in beyond.drain(..) {
            self.enter(&position, excess, control)?;
        }
        self.beyond = beyond;
        self.enter(position, excess, control)
    }

    fn enter(&mut self, position: &Position<W>, excess: u16, control: &mut Control) -> Result<bool, Stop> {
        let excess = u32::from(excess);
        match self.least.insert(*position, excess, None, 0, control)? {
            Insertion::New(_) => Ok(true),
            Insertion::Known(id) if self.least.cost(id) > excess => {
                self.least.improve(id, excess, id, ());
                Ok(true)
            }
            Insertion::Known(_) => Ok(false),
        }
    }

    /// The least limit that admits a position which this one does not; `None` where there is no such position.
    pub(super) fn next_limit(&mut self, control: &mut Control) -> Result<Option<u16>, Stop> {
        for (position, excess) in core::mem::take(&mut self.beyond) {
            self.enter(&position, excess, control)?;
        }
        let ids = (0..self.least.len()).filter_map(|index| self.least.id(index));
        let beyond = ids.map(|id| self.least.cost(id) as u16).filter(|&excess| excess > self.limit);
        Ok(beyond.min())
    }

    /// Gives memory back to `control`.
    pub(super) fn release(self, control: &mut Control) {
        self.least.release(control);
    }
}
