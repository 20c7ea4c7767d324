//! Pictures of all tabs, for inspection by people.

use std::fs;
use std::path::Path;

use families::{ALL, Family, Sample};

use super::screen::{SCHEMES, Screen, choose_scheme};
use super::{Checked, Setting};
use crate::page::Page;
use crate::samples::first_sample;

/// The widths of a phone, two tablets and a desktop.
pub const WIDTHS: [u32; 4] = [390, 768, 1024, 1366];
/// The height of a picture, for a phone and for other screens.
const HEIGHTS: [u32; 2] = [1600, 900];
const MOST_BYTES: usize = 100_000;

/// Draws every tab with a solution, in both colour schemes and these widths, into a folder.
///
/// # Errors
///
/// If a sample is not solved, or a picture cannot be written.
pub fn draw(setting: &Setting<'_>, folder: &Path, widths: &[u32]) -> Checked {
    let driver = setting.driver;
    for family in ALL.map(Family::name) {
        let page = Page::open(driver, setting.site.address())?;
        let panel = page.panel(family)?;
        let Sample { name, text } = first_sample(family);
        panel.open_sample(name)?;
        panel.solve(text, 20)?;
        for scheme in SCHEMES {
            choose_scheme(driver, scheme)?;
            for &width in widths {
                let height = HEIGHTS[usize::from(width > WIDTHS[0])];
                let _screen = Screen::imitate(driver, width, height)?;
                driver.run("scrollTo(0, 0); await new Promise((drawn) => setTimeout(drawn, 400));", &[])?;
                let path = folder.join(format!("web-{family}-{scheme}-{width}.webp"));
                let picture = [80, 60, 40].into_iter().map(|quality| driver.picture(width, height, quality));
                let small = picture.filter_map(Result::ok).find(|picture| picture.len() <= MOST_BYTES);
                let small = small.ok_or_else(|| format!("{} is too large", path.display()))?;
                println!("   {}: {} bytes", path.display(), small.len());
                fs::write(&path, small)?;
            }
        }
        choose_scheme(driver, SCHEMES[0])?;
    }
    Ok(())
}
