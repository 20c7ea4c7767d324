//! Numbers for sets of restrictions.

use alloc::rc::Rc;
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::restriction::Restriction;

/// Numbers for sets of restrictions. Equal sets have equal numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct RestrictionSets {
    numbers: HashMap<Rc<[Restriction]>, u32, FxBuildHasher>,
    elements: Vec<Rc<[Restriction]>>,
    /// The memory of all sets.
    pub(super) bytes: u64,
}

impl RestrictionSets {
    /// Returns the number of the set with these elements, and sorts them.
    pub(super) fn number(&mut self, elements: &mut Vec<Restriction>) -> u32 {
        elements.sort_unstable();
        elements.dedup();
        if let Some(&number) = self.numbers.get(&elements[..]) {
            return number;
        }
        let number = self.elements.len() as u32;
        let set: Rc<[Restriction]> = elements[..].into();
        self.bytes += (size_of_val(&elements[..]) + 64) as u64;
        self.elements.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    /// The elements of a set, in order.
    pub(super) fn get(&self, number: u32) -> &Rc<[Restriction]> {
        &self.elements[number as usize]
    }
}
