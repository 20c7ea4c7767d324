//! Macro moves with the features after them.

use crate::feature::feature_options::Ties;
use crate::feature::macro_moves::MacroMove;

/// A macro move and the features after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct AdvisedMove {
    pub(super) macro_move: MacroMove,
    pub(super) packed: u16,
    pub(super) outside: u16,
    pub(super) regions: u16,
    /// The number of ways that boxes cut.
    pub(super) cut: u16,
    pub(super) hotspots: u16,
    /// The sum of the distances of the boxes to their nearest goals.
    pub(super) bound: u16,
    /// Whether the player has access to more sides of boxes.
    pub(super) explores: bool,
}

impl AdvisedMove {
    /// The rank among equal weights; the least comes first.
    pub(super) fn rank(&self, ties: Ties) -> u32 {
        if ties == Ties::Near {
            return self.bound.into();
        }
        // Each feature has some bits, the most important first.
        let fields = [
            (0x7f - self.packed.min(0x7f), 7),
            (self.regions, 5),
            (self.cut, 4),
            (self.outside, 4),
            (self.hotspots, 3),
            (0x1ff - (self.bound / 2).min(0x1ff), 9),
        ];
        fields.iter().fold(0, |rank, &(value, bits)| rank << bits | u32::from(value).min((1 << bits) - 1))
    }
}

/// Returns the index of the candidate with the least key and, on ties, the least rank. Candidates
/// without a key are skipped.
pub(super) fn least<K: Ord>(
    candidates: &[AdvisedMove],
    ties: Ties,
    key: impl Fn(&AdvisedMove) -> Option<K>,
) -> Option<usize> {
    let keys = candidates.iter().enumerate().filter_map(|(number, advised)| {
        let key = key(advised)?;
        Some((key, advised.rank(ties), number))
    });
    keys.min().map(|(.., number)| number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    #[test]
    fn earlier_features_decide_and_far_boxes_win_ties() {
        let macro_move = MacroMove { from: Square(0), to: Square(1), player: Square(2), excess: 0 };
        let [packed, regions, cut, outside, hotspots, bound] = [5; 6];
        let base =
            AdvisedMove { macro_move, packed, outside, regions, cut, hotspots, bound, explores: false };
        // Each is worse than the one before it, whatever the later features are.
        let ordered = [
            AdvisedMove { packed: 6, regions: 31, ..base },
            AdvisedMove { regions: 4, cut: 15, ..base },
            AdvisedMove { cut: 4, outside: 15, ..base },
            AdvisedMove { outside: 4, hotspots: 7, ..base },
            AdvisedMove { hotspots: 4, bound: 0, ..base },
            AdvisedMove { bound: 9, ..base },
            base,
        ];
        let ranks = ordered.map(|advised| advised.rank(Ties::Far));
        assert!(ranks.is_sorted_by(|one, other| one < other), "{ranks:?}");
        assert!(ordered[5].rank(Ties::Near) > base.rank(Ties::Near));
        assert_eq!(least(&ordered, Ties::Far, |advised| (advised.packed == 5).then_some(())), Some(1));
        assert_eq!(least(&ordered, Ties::Near, |advised| Some(advised.packed)), Some(4));
    }
}
