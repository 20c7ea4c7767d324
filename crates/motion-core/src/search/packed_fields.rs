//! Fields of equal width in the words of a state.

/// Fields of equal width side by side in the words of a packed state, such as the places of tokens.
/// The first field is in the least significant bits of the last word.
///
/// # Examples
/// ```
/// use motion_core::search::PackedFields;
///
/// let places = PackedFields::below(1_000); // ten bits each
/// assert_eq!((places.words(6), places.words(7)), (1, 2));
/// let mut words = [0; 2];
/// places.set(&mut words, 6, 999);
/// assert_eq!((places.get(&words, 6), places.get(&words, 5)), (999, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct PackedFields {
    bits: u32,
}

impl PackedFields {
    /// Creates fields for values below a limit.
    pub const fn below(limit: u32) -> Self {
        let bits = u32::BITS - limit.saturating_sub(1).leading_zeros();
        Self { bits: if bits == 0 { 1 } else { bits } }
    }

    /// Returns the number of words for this many fields, at least one.
    pub const fn words(self, fields: usize) -> usize {
        let words = (fields * self.bits as usize).div_ceil(64);
        if words == 0 { 1 } else { words }
    }

    /// Returns the value of a field.
    ///
    /// # Panics
    /// If the words have no such field. The same holds for [`set`](Self::set).
    #[inline]
    pub const fn get<const N: usize>(self, words: &[u64; N], field: usize) -> u32 {
        let (first, shift) = (field * self.bits as usize / 64, field * self.bits as usize % 64);
        let mut value = words[N - 1 - first] >> shift;
        if shift + self.bits as usize > 64 {
            value |= words[N - 2 - first] << (64 - shift);
        }
        (value & self.mask()) as u32
    }

    /// Sets the value of a field; bits of the value beyond the width are dropped.
    #[inline]
    pub const fn set<const N: usize>(self, words: &mut [u64; N], field: usize, value: u32) {
        let (first, shift) = (field * self.bits as usize / 64, field * self.bits as usize % 64);
        let value = value as u64 & self.mask();
        let low = &mut words[N - 1 - first];
        *low = *low & !(self.mask() << shift) | value << shift;
        if shift + self.bits as usize > 64 {
            let high = &mut words[N - 2 - first];
            *high = *high & !(self.mask() >> (64 - shift)) | value >> (64 - shift);
        }
    }

    const fn mask(self) -> u64 {
        (1 << self.bits) - 1
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn widths_are_those_of_the_greatest_values() {
        for (limit, bits) in [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (256, 8), (257, 9)] {
            assert_eq!(PackedFields::below(limit).bits, bits, "{limit}");
        }
        assert_eq!(PackedFields::below(u32::MAX).words(0), 1);
    }

    proptest! {
        #[test]
        fn fields_do_not_touch_each_other(
            limit in 1..u32::MAX,
            changes in prop::collection::vec((0..6_usize, any::<u32>()), 0..40),
        ) {
            let fields = PackedFields::below(limit);
            let (mut words, mut values) = ([0; 3], [0; 6]);
            for (field, value) in changes {
                fields.set(&mut words, field, value % limit);
                values[field] = value % limit;
                let read: Vec<_> = (0..6).map(|field| fields.get(&words, field)).collect();
                prop_assert_eq!(&read, &values);
            }
        }
    }
}
