//! The contents of a text.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Setup, SetupError};

/// The contents of a text.
#[derive(Default)]
pub(crate) struct Document {
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) setups: Vec<Result<Setup, SetupError>>,
}
