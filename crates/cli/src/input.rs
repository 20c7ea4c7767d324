//! Text and bytes from a file or from standard input.

use std::fs;
use std::path::Path;

use crate::{CliError, Console};

/// Returns whether a file is standard input.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the name of a file in messages; `-` is standard input.
pub(crate) fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads the whole content of a file; `-` is standard input.
pub(crate) fn bytes(path: &Path, console: &mut Console) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let result = if is_standard(path) {
        console.input.read_to_end(&mut bytes).map(|_| ())
    } else {
        fs::read(path).map(|content| bytes = content)
    };
    result.map_err(|why| CliError::Read { file: name(path), why })?;
    Ok(bytes)
}

/// Reads the whole text of a file; `-` is standard input.
pub(crate) fn read(path: &Path, console: &mut Console) -> Result<String, CliError> {
    String::from_utf8(bytes(path, console)?).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let text = String::from_utf8_lossy(valid);
        let line = text.matches('\n').count() + 1;
        let column = text.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        CliError::NotUtf8 { file: name(path), line, column }
    })
}
