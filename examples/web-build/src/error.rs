//! The errors of building the page.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The reason why the page cannot be built.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The toolchain has no standard library for WebAssembly.
    #[error("the target {target} is not installed: rustup target add {target}")]
    MissingTarget {
        /// The target's name.
        target: &'static str,
    },
    /// Cargo or another program cannot be started.
    #[error("{program} cannot be started")]
    NotStarted {
        /// The program.
        program: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Cargo has reported errors.
    #[error("the engine does not compile")]
    NotCompiled,
    /// The engine compiles, but produces no WebAssembly.
    #[error("cargo names no file of WebAssembly that it has built")]
    NoModule,
    /// The JavaScript around the engine cannot be made.
    #[error("wasm-bindgen refuses the engine")]
    Wrapper(#[source] Box<dyn Error + Send + Sync>),
    /// A file cannot be read or written.
    #[error("{}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A file of the page has the name of a generated file.
    #[error("the page has a file {name}, which is the name of a file that is made")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// A module imports something other than a module of the page.
    #[error("{module}, line {line}: the page has no module {specifier}")]
    UnknownModule {
        /// The module that imports.
        module: String,
        /// The line, from 1.
        line: usize,
        /// The imported address.
        specifier: String,
    },
    /// A module imports in a way that is impossible in a single file.
    #[error("{module}, line {line}: only `import … from './NAME.js';` can be put into a single file")]
    Import {
        /// The module that imports.
        module: String,
        /// The line, from 1.
        line: usize,
    },
    /// The page does not contain a part exactly once, or a part cannot be put into a page.
    #[error("{file} does not have exactly one {text}")]
    NotOnce {
        /// The file.
        file: &'static str,
        /// The text that it should contain.
        text: String,
    },
    /// The style sheet would end the element that contains it.
    #[error("the style sheet contains </style")]
    StyleEnds,
    /// The engine is too large.
    #[error("the engine has {bytes} bytes when compressed, more than {most}")]
    TooLarge {
        /// The number of compressed bytes.
        bytes: usize,
        /// The greatest allowed number.
        most: usize,
    },
}

impl BuildError {
    /// Adds the path to an error, for `map_err`.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }
}
