//! Files of ascending states. A file consists of segments of blocks; each block has its checksums
//! and its last state.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::delta_coding;
use crate::disk_error::DiskError;
use crate::shared_file::SharedFile;

const MAGIC: &[u8; 8] = b"mpstates";

/// The version of the format; files of other versions are foreign.
pub(crate) const VERSION: u32 = 1;

/// The number of bytes before the first segment.
const FILE_HEADER: usize = 8 + 4 + 4 + 8 + 4;

/// Returns the header, which identifies the space that a file belongs to.
fn file_header(words: usize, fingerprint: u64) -> [u8; FILE_HEADER] {
    let mut header = [0; FILE_HEADER];
    header[..8].copy_from_slice(MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[12..16].copy_from_slice(&(words as u32).to_le_bytes());
    header[16..24].copy_from_slice(&fingerprint.to_le_bytes());
    let checksum = crc32fast::hash(&header[..24]);
    header[24..].copy_from_slice(&checksum.to_le_bytes());
    header
}

/// Ascending states in a part of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Segment {
    pub(crate) offset: u64,
    pub(crate) bytes: u64,
    pub(crate) states: u64,
}

/// The header of a block.
struct BlockHeader<const N: usize> {
    /// The number of bytes of the states.
    bytes: u32,
    states: u32,
    /// The checksum of the bytes of the states.
    checksum: u32,
    last: [u64; N],
}

impl<const N: usize> BlockHeader<N> {
    const BYTES: usize = 16 + 8 * N;

    /// Writes the fields, followed by a checksum of them.
    fn write(&self, to: &mut impl Write) -> std::io::Result<()> {
        let mut bytes = Vec::with_capacity(Self::BYTES);
        for field in [self.bytes, self.states, self.checksum] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend(self.last.iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        to.write_all(&bytes)
    }

    /// Reads the header; returns `None` if the checksum does not match.
    fn read(bytes: &[u8]) -> Option<Self> {
        let (fields, checksum) = bytes.split_last_chunk()?;
        if u32::from_le_bytes(*checksum) != crc32fast::hash(fields) {
            return None;
        }
        let (head, last) = fields.split_at_checked(12)?;
        let field = |number: usize| Some(u32::from_le_bytes(*head[4 * number..].first_chunk()?));
        let (words, _) = last.as_chunks::<8>();
        let words: Vec<_> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        Some(Self { bytes: field(0)?, states: field(1)?, checksum: field(2)?, last: words.try_into().ok()? })
    }
}

/// A writer of a file, segment by segment.
pub(crate) struct StateWriter<const N: usize> {
    path: PathBuf,
    file: BufWriter<File>,
    /// The states of the block that is being filled.
    block: Vec<u8>,
    block_bytes: usize,
    in_block: u32,
    last: [u64; N],
    /// The offset of the next block.
    offset: u64,
    /// The segment that is being written.
    segment: Segment,
}

impl<const N: usize> StateWriter<N> {
    /// Creates a file, replacing an old one.
    pub(crate) fn create(path: PathBuf, fingerprint: u64, block_bytes: usize) -> Result<Self, DiskError> {
        let file = File::create(&path).map_err(DiskError::io(&path))?;
        let mut file = BufWriter::with_capacity(block_bytes, file);
        file.write_all(&file_header(N, fingerprint)).map_err(DiskError::io(&path))?;
        let offset = FILE_HEADER as u64;
        Ok(Self {
            path,
            file,
            block: Vec::with_capacity(block_bytes + delta_coding::longest(N)),
            block_bytes,
            in_block: 0,
            last: [0; N],
            offset,
            segment: Segment { offset, ..Segment::default() },
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a state to the segment; it must be greater than all before.
    #[inline]
    pub(crate) fn push(&mut self, state: &[u64; N]) -> Result<(), DiskError> {
        assert!(self.segment.states + u64::from(self.in_block) == 0 || *state > self.last);
        if self.block.len() >= self.block_bytes {
            self.end_block()?;
        }
        let before = if self.in_block == 0 { &[0; N] } else { &self.last };
        delta_coding::write(before, state, &mut self.block);
        self.last = *state;
        self.in_block += 1;
        Ok(())
    }

    /// Ends the segment; the next state begins another.
    pub(crate) fn end_segment(&mut self) -> Result<Segment, DiskError> {
        self.end_block()?;
        let ended = self.segment;
        self.segment = Segment { offset: self.offset, ..Segment::default() };
        Ok(ended)
    }

    fn end_block(&mut self) -> Result<(), DiskError> {
        if self.in_block == 0 {
            return Ok(());
        }
        let header = BlockHeader {
            bytes: self.block.len() as u32,
            states: self.in_block,
            checksum: crc32fast::hash(&self.block),
            last: self.last,
        };
        let written = header.write(&mut self.file).and_then(|()| self.file.write_all(&self.block));
        written.map_err(DiskError::io(&self.path))?;
        let bytes = (BlockHeader::<N>::BYTES + self.block.len()) as u64;
        self.offset += bytes;
        self.segment.bytes += bytes;
        self.segment.states += u64::from(self.in_block);
        self.block.clear();
        self.in_block = 0;
        Ok(())
    }

    /// Writes everything left; returns the size of the file.
    pub(crate) fn finish(mut self) -> Result<u64, DiskError> {
        assert_eq!(self.in_block, 0, "the last segment has ended");
        self.file.flush().map_err(DiskError::io(&self.path))?;
        Ok(self.offset)
    }
}

/// Checks by its header that a file is of this space.
pub(crate) fn check_file(path: &Path, words: usize, fingerprint: u64) -> Result<(), DiskError> {
    let mut header = [0; FILE_HEADER];
    let mut file = File::open(path).map_err(DiskError::io(path))?;
    file.read_exact(&mut header).map_err(DiskError::io(path))?;
    let (fields, checksum) = header.split_at(FILE_HEADER - 4);
    if crc32fast::hash(fields).to_le_bytes() != *checksum {
        return Err(DiskError::Damaged { path: path.to_owned() });
    }
    if header != file_header(words, fingerprint) {
        return Err(DiskError::Foreign { path: path.to_owned() });
    }
    Ok(())
}

/// A reader of a segment.
pub(crate) struct StateReader<const N: usize> {
    file: Arc<SharedFile>,
    /// The offset of the next block.
    offset: u64,
    /// The numbers of bytes and states of the segment from that block on.
    bytes_left: u64,
    states_left: u64,
    block: Vec<u8>,
    /// The place of the next state in the block, and the number of states left there.
    place: usize,
    in_block: u32,
    before: [u64; N],
    /// The last state of the block.
    last: [u64; N],
}

impl<const N: usize> StateReader<N> {
    pub(crate) fn new(file: Arc<SharedFile>, segment: Segment) -> Self {
        Self {
            file,
            offset: segment.offset,
            bytes_left: segment.bytes,
            states_left: segment.states,
            block: Vec::new(),
            place: 0,
            in_block: 0,
            before: [0; N],
            last: [0; N],
        }
    }

    /// Returns the next state.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<[u64; N]>, DiskError> {
        if self.in_block == 0 && !self.next_block(None)? {
            return Ok(None);
        }
        let mut rest = &self.block[self.place..];
        let state = delta_coding::read(&self.before, &mut rest).ok_or_else(|| self.damaged())?;
        self.place = self.block.len() - rest.len();
        self.in_block -= 1;
        self.before = state;
        Ok(Some(state))
    }

    /// Returns the next state that is not less than this one; blocks without such a state are
    /// skipped.
    #[inline]
    pub(crate) fn next_from(&mut self, least: &[u64; N]) -> Result<Option<[u64; N]>, DiskError> {
        if (self.in_block == 0 || self.last < *least) && !self.next_block(Some(least))? {
            return Ok(None);
        }
        loop {
            match self.next()? {
                Some(state) if state < *least => {}
                state => return Ok(state),
            }
        }
    }

    /// Reads the next block, or with `least` the next one that does not end before that state;
    /// returns whether there is one.
    fn next_block(&mut self, least: Option<&[u64; N]>) -> Result<bool, DiskError> {
        self.in_block = 0;
        while self.bytes_left > 0 {
            self.block.resize(BlockHeader::<N>::BYTES, 0);
            self.file.read(&mut self.block, self.offset)?;
            let header = BlockHeader::<N>::read(&self.block).ok_or_else(|| self.damaged())?;
            let states_at = self.offset + BlockHeader::<N>::BYTES as u64;
            let bytes = BlockHeader::<N>::BYTES as u64 + u64::from(header.bytes);
            self.offset += bytes;
            self.bytes_left = self.bytes_left.checked_sub(bytes).ok_or_else(|| self.damaged())?;
            let states = self.states_left.checked_sub(header.states.into());
            self.states_left = states.ok_or_else(|| self.damaged())?;
            if least.is_some_and(|least| header.last < *least) {
                continue;
            }
            self.block.resize(header.bytes as usize, 0);
            self.file.read(&mut self.block, states_at)?;
            if crc32fast::hash(&self.block) != header.checksum {
                return Err(self.damaged());
            }
            (self.place, self.in_block, self.before, self.last) = (0, header.states, [0; N], header.last);
            return Ok(true);
        }
        if self.states_left == 0 { Ok(false) } else { Err(self.damaged()) }
    }

    fn damaged(&self) -> DiskError {
        DiskError::Damaged { path: self.file.path().to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn write(path: &Path, segments: &[Vec<[u64; 2]>]) -> Vec<Segment> {
        let mut writer = StateWriter::create(path.to_owned(), 7, 100).expect("a file");
        let segments = segments
            .iter()
            .map(|states| {
                states.iter().try_for_each(|state| writer.push(state)).expect("written");
                writer.end_segment().expect("written")
            })
            .collect();
        assert_eq!(writer.finish().expect("written"), fs::metadata(path).expect("a file").len());
        segments
    }

    fn read(path: &Path, segment: Segment) -> Result<Vec<[u64; 2]>, DiskError> {
        let mut reader = StateReader::new(Arc::new(SharedFile::open(path.to_owned())?), segment);
        let mut states = Vec::new();
        while let Some(state) = reader.next()? {
            states.push(state);
        }
        Ok(states)
    }

    fn samples() -> Vec<Vec<[u64; 2]>> {
        let states = |from: u64, step: usize| (from..9000).step_by(step).map(|number| [number / 100, number]);
        vec![states(0, 1).collect(), Vec::new(), states(50, 7).collect(), vec![[u64::MAX; 2]]]
    }

    #[test]
    fn segments_are_read_back_whole_and_from_any_state() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("states");
        let all = samples();
        let segments = write(&path, &all);
        check_file(&path, 2, 7).expect("this space");
        let file = Arc::new(SharedFile::open(path.clone()).expect("a file"));
        for (states, &segment) in all.iter().zip(&segments) {
            assert_eq!(segment.states, states.len() as u64);
            assert_eq!(read(&path, segment).expect("intact"), *states);
            for step in [1, 3, 40, 900] {
                let mut reader = StateReader::new(Arc::clone(&file), segment);
                let mut returned = None;
                for number in (0..9_100).step_by(step) {
                    let least = [number / 100, number];
                    let is_next = |state: &[u64; 2]| *state >= least && Some(*state) > returned;
                    let next = states.iter().copied().find(is_next);
                    assert_eq!(reader.next_from(&least).expect("intact"), next);
                    returned = next.or(returned);
                }
            }
        }
    }

    #[test]
    fn files_of_others_are_foreign() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("states");
        write(&path, &samples());
        assert!(matches!(check_file(&path, 2, 8), Err(DiskError::Foreign { .. })));
        assert!(matches!(check_file(&path, 1, 7), Err(DiskError::Foreign { .. })));
        assert!(matches!(check_file(&folder.path().join("none"), 2, 7), Err(DiskError::Missing { .. })));
    }

    #[test]
    fn every_damaged_byte_and_every_cut_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("states");
        let states = vec![(0..80).map(|number| [number / 9, number * number]).collect()];
        let segment = write(&path, &states)[0];
        let intact = fs::read(&path).expect("a file");
        let is_found = || {
            check_file(&path, 2, 7)
                .and_then(|()| read(&path, segment))
                .is_err_and(|error| matches!(error, DiskError::Damaged { .. }))
        };
        for place in 0..intact.len() {
            let mut bytes = intact.clone();
            bytes[place] ^= 1 << (place % 8);
            fs::write(&path, &bytes).expect("written");
            assert!(is_found(), "byte {place}");
            fs::write(&path, &intact[..place]).expect("written");
            assert!(is_found(), "cut at {place}");
        }
    }
}
