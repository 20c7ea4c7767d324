//! The compilation of the engine to WebAssembly, by cargo.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::BuildError;

const TARGET: &str = "wasm32-unknown-unknown";

/// Compiles the crate `motion-web` in the workspace at `root`. Returns the path of the WebAssembly
/// file.
pub(crate) fn compile(root: &Path) -> Result<PathBuf, BuildError> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    check_target(root)?;
    let output = Command::new(&cargo)
        .args(["build", "--package", "motion-web", "--lib", "--profile", "web", "--locked"])
        .args(["--target", TARGET, "--message-format", "json-render-diagnostics"])
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|source| BuildError::NotStarted { program: cargo.into(), source })?;
    if !output.status.success() {
        return Err(BuildError::NotCompiled);
    }
    built_module(&String::from_utf8_lossy(&output.stdout)).ok_or(BuildError::NoModule)
}

/// Checks that the standard library for the target exists. Otherwise, rustc would report its
/// absence for every crate.
fn check_target(root: &Path) -> Result<(), BuildError> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let output = Command::new(&rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .current_dir(root)
        .output()
        .map_err(|source| BuildError::NotStarted { program: rustc.into(), source })?;
    let folder = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && Path::new(folder.trim_end()).is_dir() {
        Ok(())
    } else {
        Err(BuildError::MissingTarget { target: TARGET })
    }
}

/// Returns the WebAssembly file that cargo's messages name, with one message per line.
fn built_module(messages: &str) -> Option<PathBuf> {
    let mut messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    messages.find_map(|message| {
        let names = message["filenames"].as_array()?.iter().filter_map(Value::as_str);
        let mut paths = names.filter(|_| message["target"]["name"] == "motion_web").map(PathBuf::from);
        paths.find(|path| path.extension().is_some_and(|end| end == "wasm"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_found_among_the_messages() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"serde"},"filenames":["/t/libserde.rlib"]}
{"reason":"compiler-artifact","target":{"name":"motion_web"},"filenames":["/t/libmotion_web.rlib","/t/motion_web.wasm"]}
{"reason":"build-finished","success":true}"#;
        assert_eq!(built_module(messages), Some(PathBuf::from("/t/motion_web.wasm")));
        assert_eq!(built_module(&messages.replace(".wasm", ".so")), None);
        assert_eq!(built_module("warning: not JSON"), None);
    }
}
