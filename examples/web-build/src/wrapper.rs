//! The JavaScript around the engine, by wasm-bindgen.

use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;

use crate::BuildError;

/// The files that are written.
pub(crate) const SCRIPT: &str = "engine.js";
pub(crate) const WASM: &str = "engine_bg.wasm";

/// Writes the script and its WebAssembly into a folder. It is a classic script, so that workers can
/// load it where module scripts are blocked.
pub(crate) fn write_wrapper(compiled: &Path, folder: &Path) -> Result<PathBuf, BuildError> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(compiled)
        .out_name("engine")
        .typescript(false)
        .demangle(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .no_modules(true)
        .and_then(|bindgen| bindgen.generate(folder))
        .map_err(|error| BuildError::Wrapper(error.into()))?;
    Ok(folder.join(WASM))
}
