//! The start of a browser and of a site for it.

use std::error::Error;
use std::path::Path;

use crate::browser::{Browser, Kind, StartError};
use crate::site::Site;

/// Starts a browser, and serves the page in a folder, or one built now. Prints a message and
/// returns `None` if the browser is absent.
///
/// # Errors
///
/// If the browser does not start, or the page cannot be built or served.
pub fn start(kind: Kind, page: Option<&Path>) -> Result<Option<(Browser, Site)>, Box<dyn Error>> {
    let browser = match Browser::start(kind) {
        Err(error @ StartError::Absent(_)) => {
            println!("skipped: {error}");
            return Ok(None);
        }
        browser => browser?,
    };
    println!("{kind:?} {}", browser.driver().version);
    let site = page.map_or_else(Site::begin, Site::of_folder)?;
    Ok(Some((browser, site)))
}
