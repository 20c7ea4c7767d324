//! Macro moves with the features after them.

use super::feature_options::Ties;
use super::macro_moves::MacroMove;

/// A macro move and the features after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct AdvisedMove {
    pub(super) macro_move: MacroMove,
    pub(super) packed: u16,
    pub(super) outside: u16,
    pub(super) regions: u16,
    /// Ways that boxes cut.
    pub(super) cut: u16,
    pub(super) hotspots: u16,
    /// The sum of the distances to the nearest goals.
    pub(super) bound: u16,
    /// Whether the player has access to more sides of boxes.
    pub(super) explores: bool,
}

impl AdvisedMove {
    /// What comes first among equal weights: the least.
    pub(super) fn rank(&self, ties: Ties) -> u32 {
        if ties == Ties::Near {
            return self.bound.into();
        }
        // Bits for each feature, the most important first.
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

/// The index of the candidate with the least key and, on ties, the least rank. Candidates without
/// a key are skipped.
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
