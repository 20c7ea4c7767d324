//! What was asked before and could not be proved.

use alloc::vec::Vec;

use motion_core::Control;

use super::extract::Extract;
use super::search::Finding;
use crate::place::place;

/// How many extracts are remembered.
const REMEMBERED: usize = 1 << 12;

/// How many times the nodes of the first search a later one may take.
const MOST: u32 = 64;

/// Remembers extracts that were searched in vain: each has one place, which the last one takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked<const W: usize> {
    entries: Vec<Option<(Extract<W>, State)>>,
    /// Bytes that were granted.
    held: u64,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// There is a way out.
    Open,
    /// The search was given up; the extract was asked for this often.
    Unknown(u32),
}

impl<const W: usize> Asked<W> {
    /// How many nodes to spend on an extract: `first` the first time and, if the search is given up, more each time that the
    /// number of times it is asked for has doubled. Nothing in between, or if there is a way out.
    pub(super) fn limit(&mut self, extract: &Extract<W>, first: u32) -> Option<u32> {
        match self.entries.get_mut(place(extract, REMEMBERED)) {
            Some(Some((known, state))) if known == extract => match state {
                State::Open => None,
                State::Unknown(times) => {
                    *times = times.saturating_add(1);
                    times.is_power_of_two().then(|| first.saturating_mul((*times).min(MOST)))
                }
            },
            _ => Some(first),
        }
    }

    /// Remembers that an extract was not proved lost, if the memory is granted.
    pub(super) fn note(&mut self, extract: &Extract<W>, finding: Finding, control: &mut Control) {
        if self.entries.is_empty() {
            let bytes = (REMEMBERED * size_of::<Option<(Extract<W>, State)>>()) as u64;
            if control.hold(bytes).is_err() {
                return;
            }
            self.held = bytes;
            self.entries.resize_with(REMEMBERED, || None);
        }
        let entry = &mut self.entries[place(extract, REMEMBERED)];
        let is_known = entry.as_ref().is_some_and(|(known, _)| known == extract);
        match finding {
            Finding::Open => *entry = Some((*extract, State::Open)),
            Finding::Unknown if !is_known => *entry = Some((*extract, State::Unknown(1))),
            Finding::Unknown | Finding::Lost => {}
        }
    }

    /// Forgets everything and gives the memory back.
    pub(super) fn release(self, control: &mut Control) {
        control.release(self.held);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Boxes, Square};
    use motion_core::Budget;

    fn extract(square: u16) -> Extract<1> {
        let boxes = [Square(square)].into_iter().collect();
        Extract { boxes, vacant: Boxes::new(), player: Square(0) }
    }

    #[test]
    fn what_was_given_up_is_searched_again_when_it_was_asked_twice_as_often() {
        let mut control = Control::unlimited();
        let mut asked = Asked::default();
        let (unknown, open) = (extract(1), extract(2));
        assert_eq!((asked.limit(&unknown, 10), asked.limit(&open, 10)), (Some(10), Some(10)));
        asked.note(&unknown, Finding::Unknown, &mut control);
        asked.note(&open, Finding::Open, &mut control);
        let mut limits = Vec::new();
        for _ in 2..=256 {
            assert_eq!(asked.limit(&open, 10), None);
            if let Some(limit) = asked.limit(&unknown, 10) {
                asked.note(&unknown, Finding::Unknown, &mut control);
                limits.push(limit);
            }
        }
        assert_eq!(limits, [20, 40, 80, 160, 320, 640, 640, 640]);
        asked.note(&unknown, Finding::Open, &mut control);
        assert_eq!(asked.limit(&unknown, 10), None);
        asked.release(&mut control);
        assert!(control.stats().bytes == 0 && control.stats().peak_bytes > 0);
    }

    #[test]
    fn nothing_is_remembered_without_memory() {
        let mut control = Control::new(Budget::new().with_bytes(1_000));
        let mut asked = Asked::default();
        asked.note(&extract(1), Finding::Open, &mut control);
        assert_eq!((asked.limit(&extract(1), 5), control.stats().bytes), (Some(5), 0));
    }
}
