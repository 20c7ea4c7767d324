//! Ascending states as differences, in groups of seven bits.
//!
//! A state of `N` words is one number whose first word is the most significant. An ascending
//! sequence is written as its differences, seven bits a byte with the lowest first. The highest bit
//! of a byte is set if more bytes follow.

/// Returns the largest number of bytes of a state.
pub(crate) const fn longest(words: usize) -> usize {
    (64 * words).div_ceil(7)
}

/// Appends a state's difference from the preceding state, which is less.
#[inline]
pub(crate) fn write<const N: usize>(before: &[u64; N], state: &[u64; N], to: &mut Vec<u8>) {
    let mut rest = word_by_word(state, before, u64::overflowing_sub);
    loop {
        let low = (rest[N - 1] & 127) as u8;
        shift_down(&mut rest);
        if rest == [0; N] {
            to.push(low);
            return;
        }
        to.push(low | 128);
    }
}

/// Reads the next state and advances the slice; returns `None` if the slice ends within the state.
#[inline]
pub(crate) fn read<const N: usize>(before: &[u64; N], from: &mut &[u8]) -> Option<[u64; N]> {
    let mut difference = [0; N];
    for place in 0..longest(N) {
        let (&byte, rest) = from.split_first()?;
        *from = rest;
        let (word, shift) = (7 * place / 64, 7 * place % 64);
        let bits = u64::from(byte & 127);
        difference[N - 1 - word] |= bits << shift;
        if shift > 57 && word + 1 < N {
            difference[N - 2 - word] |= bits >> (64 - shift);
        }
        if byte < 128 {
            return Some(word_by_word(before, &difference, u64::overflowing_add));
        }
    }
    None
}

/// Adds or subtracts words, the least significant one first; `step` returns whether it overflows.
#[inline]
fn word_by_word<const N: usize>(
    one: &[u64; N],
    other: &[u64; N],
    step: impl Fn(u64, u64) -> (u64, bool),
) -> [u64; N] {
    let (mut result, mut carries) = ([0; N], false);
    for word in (0..N).rev() {
        let (value, first) = step(one[word], other[word]);
        let (value, second) = step(value, carries.into());
        (result[word], carries) = (value, first | second);
    }
    result
}

#[inline]
fn shift_down<const N: usize>(words: &mut [u64; N]) {
    for word in (0..N).rev() {
        let from_above = if word > 0 { words[word - 1] << 57 } else { 0 };
        words[word] = words[word] >> 7 | from_above;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn restored<const N: usize>(mut states: Vec<[u64; N]>) -> bool {
        states.sort_unstable();
        states.dedup();
        let (mut bytes, mut before) = (Vec::new(), [0; N]);
        for state in &states {
            let len = bytes.len();
            write(&before, state, &mut bytes);
            assert!(bytes.len() - len <= longest(N));
            before = *state;
        }
        let (mut rest, mut before) = (bytes.as_slice(), [0; N]);
        let read_back = states.iter().all(|state| {
            before = read(&before, &mut rest).expect("a state");
            before == *state
        });
        read_back && rest.is_empty() && read(&before, &mut rest).is_none()
    }

    #[test]
    fn close_states_take_few_bytes() {
        let mut bytes = Vec::new();
        write(&[7, u64::MAX], &[8, 99], &mut bytes);
        assert_eq!(bytes, [100]);
        write(&[0, 0], &[u64::MAX, u64::MAX], &mut bytes);
        assert_eq!(bytes.len(), 1 + longest(2));
    }

    #[test]
    fn bytes_without_end_are_no_state() {
        assert_eq!(read(&[0, 0], &mut [255; 40].as_slice()), None);
    }

    proptest! {
        #[test]
        fn states_are_read_back(
            one in prop::collection::vec(any::<[u64; 1]>(), 0..50),
            small in prop::collection::vec(0..300_u64, 0..50),
            three in prop::collection::vec(any::<[u64; 3]>(), 0..50),
            close in prop::collection::vec((0..3_u64, any::<u64>()), 0..50),
        ) {
            prop_assert!(restored(one));
            prop_assert!(restored(small.into_iter().map(|state| [state]).collect()));
            prop_assert!(restored(three));
            prop_assert!(restored(close.into_iter().map(<[u64; 2]>::from).collect()));
        }
    }
}
