//! The built page, served on this machine.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::thread;

use motion_web_build::{SINGLE_FILE, Server, build};

/// The built page, served until the program ends.
#[derive(Clone, Debug)]
pub struct Site {
    folder: PathBuf,
    address: String,
}

impl Site {
    /// Builds the page and starts to serve it.
    ///
    /// # Errors
    ///
    /// If it cannot be built or served.
    pub fn begin() -> Result<Self, Box<dyn Error>> {
        let (folder, _) = build()?;
        Self::of_folder(&folder)
    }

    /// Serves a page that was built before.
    ///
    /// # Errors
    ///
    /// If no port is free.
    pub fn of_folder(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let folder = folder.canonicalize()?;
        let server = Server::bind(folder.clone(), 0)?;
        let address = format!("http://{}/", server.address()?);
        thread::spawn(move || server.run());
        Ok(Self { folder, address })
    }

    /// The address of the page.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns the address of the single-file page, without a server.
    pub fn file_address(&self) -> String {
        format!("file://{}", self.folder.join(SINGLE_FILE).display())
    }
}
