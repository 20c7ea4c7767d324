//! Pictures of all tabs, for inspection by people.

use std::fs;
use std::path::Path;

use families::{ALL, Family, Sample};
use serde_json::json;

use super::accessibility::{SCHEMES, choose_scheme};
use super::{Checked, Setting};
use crate::page::Page;
use crate::samples::open_samples;

/// The widths of the window of a phone and of a desktop, each with the height of a picture.
const WINDOWS: [(u32, u32); 2] = [(390, 1600), (1280, 900)];
/// The index of the sample. The first samples are the smallest ones.
const SAMPLE: usize = 2;
const MOST_BYTES: usize = 100_000;

/// Draws every tab with a solution, in both colour schemes and both widths, into a folder.
///
/// # Errors
///
/// If a sample is not solved, or a picture cannot be written.
pub fn draw(setting: &Setting<'_>, folder: &Path) -> Checked {
    let driver = setting.driver;
    for family in ALL.map(Family::name) {
        let page = Page::open(driver, setting.site.address())?;
        let panel = page.panel(family)?;
        let samples = open_samples(family);
        let Sample { name, text } = samples.get(SAMPLE).or(samples.last()).ok_or("there is no sample")?;
        panel.open_sample(name)?;
        panel.solve(text, 20)?;
        for scheme in SCHEMES {
            choose_scheme(driver, scheme)?;
            for (width, height) in WINDOWS {
                let size =
                    json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
                driver.chromium("Emulation.setDeviceMetricsOverride", &size)?;
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
        driver.chromium("Emulation.clearDeviceMetricsOverride", &json!({}))?;
    }
    Ok(())
}
