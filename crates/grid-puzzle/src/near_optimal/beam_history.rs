//! The origins of a beam's states, level by level.

use alloc::vec::Vec;

use motion_core::Direction;

/// A record of the parent of each state of each level and of the blank's last direction.
#[derive(Default)]
pub(super) struct BeamHistory {
    /// The parent's number in its level times four, plus the direction.
    origins: Vec<u32>,
    /// The end of each level.
    ends: Vec<usize>,
    /// The moves before these levels, if the history has been [shortened](Self::shorten).
    walk: Vec<Direction>,
}

impl BeamHistory {
    /// Adds a state to the current level.
    #[inline]
    pub(super) fn push(&mut self, parent: u32, direction: Direction) {
        self.origins.push(parent << 2 | direction as u32);
    }

    /// Ends a level.
    pub(super) fn end_level(&mut self) {
        self.ends.push(self.origins.len());
    }

    /// The number of levels after the start.
    pub(super) const fn level(&self) -> usize {
        self.walk.len() + self.ends.len()
    }

    /// The number of states of all levels.
    pub(super) const fn len(&self) -> usize {
        self.origins.len()
    }

    pub(super) const fn bytes(&self) -> usize {
        4 * self.origins.capacity() + 8 * self.ends.capacity() + self.walk.capacity()
    }

    /// Returns the moves that lead to a state of a level.
    pub(super) fn moves(&self, level: usize, state: usize) -> Vec<Direction> {
        let mut at = state;
        let mut last: Vec<_> = (0..level - self.walk.len())
            .rev()
            .map(|level| {
                let origin = self.origins[self.begin(level) + at];
                at = (origin >> 2) as usize;
                Direction::from_index(origin as u8)
            })
            .collect();
        last.reverse();
        let mut moves = self.walk.clone();
        moves.append(&mut last);
        moves
    }

    fn begin(&self, level: usize) -> usize {
        level.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// Replaces the states that made the moves common to all states of the last level by these
    /// moves. Afterwards, only the states of later levels are known.
    pub(super) fn shorten(&mut self) {
        let Some(last) = self.ends.len().checked_sub(1) else { return };
        let mut ancestors: Vec<usize> = (0..self.ends[last] - self.begin(last)).collect();
        for level in (1..=last).rev() {
            let begin = self.begin(level);
            for ancestor in &mut ancestors {
                *ancestor = (self.origins[begin + *ancestor] >> 2) as usize;
            }
            ancestors.sort_unstable();
            ancestors.dedup();
            if let [ancestor] = ancestors[..] {
                self.walk = self.moves(self.walk.len() + level, ancestor);
                self.origins.drain(..begin);
                self.ends.drain(..level);
                self.ends.iter_mut().for_each(|end| *end -= begin);
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortened_histories_lead_to_the_same_states() {
        let [up, right, down, left] = Direction::ALL;
        let levels = [
            &[(0, up), (0, right)][..],
            &[(1, down), (0, left), (1, left)],
            &[(2, up)],
            &[(0, right), (0, up)],
        ];
        let mut history = BeamHistory::default();
        for level in levels {
            for &(parent, direction) in level {
                history.push(parent, direction);
            }
            history.end_level();
        }
        let moves = |history: &BeamHistory| [0, 1].map(|state| history.moves(4, state));
        let before = moves(&history);
        assert_eq!(before, [[right, left, up, right], [right, left, up, up]]);
        history.shorten();
        assert_eq!((history.len(), history.level()), (2, 4));
        assert_eq!(moves(&history), before);
        history.push(1, down);
        history.end_level();
        assert_eq!(history.moves(5, 0), [right, left, up, up, down]);
    }
}
