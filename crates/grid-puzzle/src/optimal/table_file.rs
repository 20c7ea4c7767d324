//! Tables in files: a header, then the table, each followed by its checksum.
//!
//! All numbers are little-endian. The header: eight bytes of magic, the version (`u16`), the kind
//! of table (`u16`), rows, columns and the blank's goal cell (`u32` each), the length of the
//! description (`u32`) and the description, which depends on the kind, the length of the table in
//! bytes (`u64`), and the CRC-32 of all that. Then the table, and the CRC-32 of the table.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use std::io::{self, Read, Write};

use crc32fast::Hasher;
use motion_core::{Control, Stop};

use super::goal_layout::GoalLayout;
use crate::board::check_size;

const MAGIC: [u8; 8] = *b"gridpuz\n";
const VERSION: u16 = 1;

/// The number of bytes read at once.
const PORTION: usize = 1 << 16;

/// The greatest length of a description. A byte and the counts for 80 moves fit into it.
const MAX_DESCRIPTION: u32 = 1024;

/// The reason why a table could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The reader failed.
    Io(io::Error),
    /// The file does not contain a table of this library.
    NotATable,
    /// An unknown version of the format.
    Version {
        /// The version in the file.
        found: u16,
    },
    /// A table of another kind: pattern databases where a complete table is expected, or vice
    /// versa.
    OtherKind,
    /// Groups of tiles that this version of the library does not use, or that are not a partition
    /// of the board's tiles.
    OtherPatterns,
    /// The file ends too early.
    Truncated,
    /// A checksum is wrong, or numbers are inconsistent.
    Damaged,
    /// A limit was reached.
    Stopped(Stop),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(_) => f.write_str("the table cannot be read"),
            Self::NotATable => f.write_str("this is no table of a sliding puzzle"),
            Self::Version { found } => {
                write!(f, "the table has version {found}, only version {VERSION} can be read")
            }
            Self::OtherKind => f.write_str("this is another kind of table"),
            Self::OtherPatterns => f.write_str("the table was made for other groups of tiles"),
            Self::Truncated => f.write_str("the table ends too early"),
            Self::Damaged => f.write_str("the table is damaged"),
            Self::Stopped(why) => write!(f, "reading was stopped: {why}"),
        }
    }
}

impl Error for TableError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(why) => Some(why),
            Self::Stopped(why) => Some(why),
            _ => None,
        }
    }
}

impl From<Stop> for TableError {
    fn from(why: Stop) -> Self {
        Self::Stopped(why)
    }
}

/// The kind of table in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableFileKind {
    Patterns = 1,
    Complete = 2,
    LinePatterns = 3,
}

/// The header of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TableHeader {
    pub(super) kind: TableFileKind,
    pub(super) layout: GoalLayout,
    pub(super) description: Vec<u8>,
    /// The number of bytes of the table.
    pub(super) len: u64,
}

impl TableHeader {
    pub(super) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.kind as u16).to_le_bytes());
        for number in [self.layout.rows, self.layout.columns, self.layout.goal_blank] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend((self.description.len() as u32).to_le_bytes());
        bytes.extend(&self.description);
        bytes.extend(self.len.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        to.write_all(&bytes)
    }

    /// Reads the header of a table of one of these kinds.
    pub(super) fn read(from: &mut impl Read, kinds: &[TableFileKind]) -> Result<Self, TableError> {
        let mut summed = ChecksumReader { from, sum: Hasher::new() };
        if summed.array()? != MAGIC {
            return Err(TableError::NotATable);
        }
        let version = u16::from_le_bytes(summed.array()?);
        let found = u16::from_le_bytes(summed.array()?);
        let mut number = || summed.array().map(u32::from_le_bytes);
        let [rows, columns, goal_blank, described] = [number()?, number()?, number()?, number()?];
        if version != VERSION {
            return Err(TableError::Version { found: version });
        }
        if described > MAX_DESCRIPTION {
            return Err(TableError::Damaged);
        }
        let mut description = alloc::vec![0; described as usize];
        summed.read(&mut description)?;
        let len = u64::from_le_bytes(summed.array()?);
        summed.check()?;
        let is_board = check_size(rows, columns).is_ok() && goal_blank < rows * columns;
        if !is_board {
            return Err(TableError::Damaged);
        }
        let kind = kinds.iter().copied().find(|&kind| found == kind as u16).ok_or(TableError::OtherKind)?;
        Ok(Self { kind, layout: GoalLayout { rows, columns, goal_blank }, description, len })
    }
}

/// Writes a table and its checksum.
pub(super) fn write_table(table: &[u8], to: &mut impl Write) -> io::Result<()> {
    to.write_all(table)?;
    to.write_all(&crc32fast::hash(table).to_le_bytes())
}

/// Reads a table of this length, whose memory is already held. A node is 64 KiB.
pub(super) fn read_table(
    len: usize,
    from: &mut impl Read,
    control: &mut Control,
) -> Result<Vec<u8>, TableError> {
    let mut table = Vec::new();
    table.try_reserve_exact(len).map_err(|_| Stop::Memory)?;
    table.resize(len, 0);
    let mut summed = ChecksumReader { from, sum: Hasher::new() };
    for portion in table.chunks_mut(PORTION) {
        control.spend(1)?;
        summed.read(portion)?;
    }
    summed.check()?;
    Ok(table)
}

/// A reader that computes the checksum of the bytes it has read.
struct ChecksumReader<'r, R> {
    from: &'r mut R,
    sum: Hasher,
}

impl<R: Read> ChecksumReader<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> Result<(), TableError> {
        self.from.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => TableError::Truncated,
            _ => TableError::Io(error),
        })?;
        self.sum.update(bytes);
        Ok(())
    }

    fn array<const LEN: usize>(&mut self) -> Result<[u8; LEN], TableError> {
        let mut bytes = [0; LEN];
        self.read(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads the checksum and compares it.
    fn check(&mut self) -> Result<(), TableError> {
        let sum = self.sum.clone().finalize();
        let told = u32::from_le_bytes(self.array()?);
        if told == sum { Ok(()) } else { Err(TableError::Damaged) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> Vec<u8> {
        let layout = GoalLayout { rows: 3, columns: 4, goal_blank: 7 };
        let header =
            TableHeader { kind: TableFileKind::Patterns, layout, description: alloc::vec![1, 2, 3], len: 5 };
        let mut file = Vec::new();
        header.write(&mut file).and_then(|()| write_table(&[9, 8, 7, 6, 5], &mut file)).expect("memory");
        assert_eq!(
            TableHeader::read(&mut file.as_slice(), &[TableFileKind::Patterns]).expect("what was written"),
            header
        );
        file
    }

    fn read(mut file: &[u8]) -> Result<Vec<u8>, TableError> {
        let header = TableHeader::read(&mut file, &[TableFileKind::Patterns])?;
        read_table(header.len as usize, &mut file, &mut Control::unlimited())
    }

    #[test]
    fn what_was_written_is_read() {
        assert_eq!(read(&written()).expect("what was written"), [9, 8, 7, 6, 5]);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let file = written();
        let changed = |place: usize, byte: u8| {
            let mut file = file.clone();
            file[place] = byte;
            read(&file)
        };
        assert!(matches!(changed(0, b'G'), Err(TableError::NotATable)));
        assert!(matches!(changed(8, 2), Err(TableError::Version { found: 2 })));
        assert!(matches!(changed(14, 200), Err(TableError::Damaged)));
        assert!(matches!(changed(file.len() - 6, 0), Err(TableError::Damaged)));
        assert!(matches!(read(&file[..file.len() - 1]), Err(TableError::Truncated)));
        assert!(matches!(read(b"1 2 3\n4 5 6\n7 8 0\n"), Err(TableError::NotATable)));
        assert!(matches!(
            TableHeader::read(&mut file.as_slice(), &[TableFileKind::Complete]),
            Err(TableError::OtherKind)
        ));
        let mut control = Control::new(motion_core::Budget::new().with_nodes(0));
        let stopped = read_table(5, &mut &file[..], &mut control);
        assert!(matches!(stopped, Err(TableError::Stopped(Stop::Nodes))));
    }
}
