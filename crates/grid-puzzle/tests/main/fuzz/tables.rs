//! Tables in damaged files, with and without corrected checksums.

use std::sync::LazyLock;

use grid_puzzle::tables::{CompleteTable, PatternDatabases, TableError};
use grid_puzzle::{Board, MoveMetric};
use motion_core::{Budget, Control};
use motion_testing::cases;
use proptest::prelude::*;
use proptest::sample::Index;

/// The number of bytes of a file's head up to the description, including its length.
const FIXED: usize = 28;

fn standard() -> Board {
    Board::solved(2, 3).expect("a legal size")
}

/// A reader of one kind of file. It returns the file that it would write again.
type Reader = fn(&[u8]) -> Result<Vec<u8>, TableError>;

fn patterns(mut file: &[u8]) -> Result<Vec<u8>, TableError> {
    let mut control = Control::new(Budget::new().with_bytes(1 << 20));
    let tables = PatternDatabases::read(&mut file, &mut control);
    assert_eq!(control.stats().bytes, 0);
    let mut again = Vec::new();
    tables?.write(&mut again).expect("memory takes everything");
    Ok(again)
}

fn complete(mut file: &[u8]) -> Result<Vec<u8>, TableError> {
    let mut control = Control::new(Budget::new().with_bytes(1 << 20));
    let table = CompleteTable::read(&mut file, &mut control);
    assert_eq!(control.stats().bytes, 0);
    let mut again = Vec::new();
    table?.write(&mut again).expect("memory takes everything");
    Ok(again)
}

static FILES: LazyLock<[(Vec<u8>, Reader); 2]> = LazyLock::new(|| {
    let unlimited = &mut Control::unlimited();
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let tables = PatternDatabases::new(&standard(), MoveMetric::SingleTile, unlimited).expect("no limit");
    tables.write(&mut first).expect("memory takes everything");
    let table = CompleteTable::new(&standard(), MoveMetric::MultiTile, unlimited).expect("no limit");
    table.write(&mut second).expect("memory takes everything");
    [(first, patterns), (second, complete)]
});

/// Returns the position of the head's checksum.
fn end_of_head(file: &[u8]) -> Option<usize> {
    let described = u32::from_le_bytes(*file.get(FIXED - 4..)?.first_chunk()?) as usize;
    (FIXED + described + 8 + 4 <= file.len()).then_some(FIXED + described + 8)
}

/// Corrects both checksums, if the file is long enough for them.
fn mend(file: &mut [u8]) {
    let Some(head) = end_of_head(file) else { return };
    let sum = crc32fast::hash(&file[..head]);
    file[head..head + 4].copy_from_slice(&sum.to_le_bytes());
    if let Some(end) = file.len().checked_sub(4).filter(|&end| end >= head + 4) {
        let sum = crc32fast::hash(&file[head + 4..end]);
        file[end..].copy_from_slice(&sum.to_le_bytes());
    }
}

/// Every change of a byte is detected.
#[test]
fn every_value_of_every_byte_is_seen() {
    for (file, read) in &*FILES {
        assert_eq!(read(file).as_ref().ok(), Some(file));
        for place in 0..file.len() {
            let mut damaged = file.clone();
            for more in (1..=u8::MAX).step_by(cases(37, 1)) {
                damaged[place] = file[place].wrapping_add(more);
                assert!(read(&damaged).is_err(), "byte {place}");
            }
            assert!(matches!(read(&file[..place]), Err(TableError::Truncated)), "{place} bytes");
        }
    }
}

/// A head with a correct checksum is refused, or describes the tables that are read.
#[test]
fn heads_with_right_checksums_are_not_believed() {
    let numbers = [0, 1, 2, 3, 4, 6, 1 << 8, 1 << 16, 1 << 20, 1 << 24, 1 << 31, u32::MAX];
    for (file, read) in &*FILES {
        for place in 8..end_of_head(file).expect("a head") - 3 {
            for number in numbers {
                let mut forged = file.clone();
                forged[place..place + 4].copy_from_slice(&number.to_le_bytes());
                mend(&mut forged);
                if let Ok(again) = read(&forged) {
                    assert_eq!(again, forged, "{number} at byte {place}");
                }
            }
        }
    }
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let limits =
        prop::sample::select(vec![0u64, 1, 1 << 16, 1 << 31, 1 << 32, 1 << 40, u64::MAX / 2, u64::MAX]);
    let numbers = (limits, 0u64..4).prop_map(|(limit, less)| limit.wrapping_sub(less).to_le_bytes().to_vec());
    prop_oneof![prop::collection::vec(any::<u8>(), 1..9), numbers]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Changes several numbers of a head at once.
    #[test]
    fn forged_files_are_refused_or_mean_what_they_say(
        kind in 0usize..2,
        changes in prop::collection::vec((any::<Index>(), bytes()), 1..4),
        in_head in prop::bool::weighted(0.8),
        mended in prop::bool::weighted(0.8),
        end in prop::option::weighted(0.1, any::<Index>()),
    ) {
        let (file, read) = &FILES[kind];
        let mut forged = file.clone();
        let changeable = if in_head { end_of_head(file).expect("a head") } else { file.len() };
        for (at, bytes) in changes {
            let at = at.index(changeable);
            forged.iter_mut().skip(at).zip(bytes).for_each(|(byte, new)| *byte = new);
        }
        forged.truncate(end.map_or(forged.len(), |end| end.index(file.len())));
        if mended {
            mend(&mut forged);
        }
        if let Ok(again) = read(&forged) {
            prop_assert_eq!(again, &forged[..]);
        }
    }

    #[test]
    fn any_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), has_magic in any::<bool>()) {
        for (file, read) in &*FILES {
            let magic = if has_magic { &file[..12] } else { &[] };
            prop_assert!(read(&[magic, &bytes].concat()).is_err());
        }
    }
}
