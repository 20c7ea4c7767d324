//! Results of long measurements kept in a file, so that an interrupted run can continue.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line<R> {
    measurement: String,
    result: R,
}

/// The earlier results, and the file to which more are written; nothing is kept without one.
#[derive(Default)]
pub(super) struct KeptResults {
    before: HashMap<String, Value>,
    file: Option<Mutex<File>>,
    /// The number of results that were asked for and found.
    taken: AtomicUsize,
}

impl KeptResults {
    /// Opens or creates a file. A line that an interrupted run has not finished is ignored.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let text = if path.exists() { fs::read_to_string(path)? } else { String::new() };
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Line<Value>>(line).ok());
        let before = lines.map(|Line { measurement, result }| (measurement, result)).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file)?;
        }
        Ok(Self { before, file: Some(Mutex::new(file)), taken: AtomicUsize::new(0) })
    }

    /// Returns the result of a measurement, if it was made before.
    pub(super) fn get<R: DeserializeOwned>(&self, measurement: &str) -> Option<R> {
        let result = R::deserialize(self.before.get(measurement)?).ok()?;
        self.taken.fetch_add(1, Ordering::Relaxed);
        Some(result)
    }

    /// The number of measurements that were taken from the file.
    pub(super) fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    /// Writes a result. If this fails the run continues, and the next run will not find the result.
    pub(super) fn keep<R: Serialize>(&self, measurement: String, result: &R) {
        if let Some(file) = &self.file
            && let Ok(line) = serde_json::to_string(&Line { measurement, result })
        {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = writeln!(file, "{line}").and_then(|()| file.flush());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_finished_is_found_again_and_half_a_line_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("kept");
        let kept = KeptResults::open(&path).expect("a new file");
        kept.keep("first".to_owned(), &(1, 0.5));
        assert_eq!(kept.get::<(u32, f64)>("first"), None, "of this run");
        let mut file = OpenOptions::new().append(true).open(&path).expect("the file");
        write!(file, r#"{{"measurement":"second","#).expect("written");
        KeptResults::open(&path).expect("the file").keep("third".to_owned(), &(3, 1.5));
        let kept = KeptResults::open(&path).expect("the file");
        assert_eq!(kept.get("first"), Some((1, 0.5)));
        assert_eq!(kept.get::<(u32, f64)>("second"), None);
        assert_eq!(kept.get("third"), Some((3, 1.5)));
        assert_eq!(kept.get::<String>("third"), None, "of another kind");
        assert_eq!(kept.taken(), 2);
        assert_eq!(KeptResults::default().get::<u32>("first"), None);
    }
}
