//! A mixing function for hashes and keys.

/// The finaliser of `SplitMix64`: a bijection of 64-bit numbers in which every output bit depends
/// on every input bit.
///
/// It serves hashes and tie-breaks that are the same on every platform. It is not meant for random
/// numbers.
///
/// # References
/// G. Steele, D. Lea & C. Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014.
///
/// # Examples
/// ```
/// use motion_core::internal::splitmix64;
///
/// assert_eq!(splitmix64(0), 0xe220_a839_7b1d_cdaf); // the first output for the seed 0
/// ```
pub const fn splitmix64(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
