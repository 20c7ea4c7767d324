//! Sizes of files, as they are and as a server sends them.

use std::fmt;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The size of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of bytes.
    pub bytes: usize,
    /// The number of bytes after `gzip -9`.
    pub compressed: usize,
}

impl Size {
    /// Measures a file with this content.
    pub(crate) fn of(content: &[u8]) -> Self {
        let mut encoder = GzEncoder::new(Counter(0), Compression::best());
        let written = encoder.write_all(content).and_then(|()| encoder.finish());
        let Counter(compressed) = written.expect("invariant: a counter accepts all bytes");
        Self { bytes: content.len(), compressed }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:>9} bytes, {:>9} compressed", self.bytes, self.compressed)
    }
}

/// A writer that counts the bytes.
struct Counter(usize);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_bytes_are_compressed() {
        let size = Size::of(&vec![7; 100_000]);
        assert_eq!(size.bytes, 100_000);
        assert!((20..1000).contains(&size.compressed), "{size}");
    }
}
