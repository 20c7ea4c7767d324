//! Windows of other devices, which only Chromium imitates.

use serde_json::json;

use crate::driver::{Driver, DriverError};

/// The colour schemes.
pub(super) const SCHEMES: [&str; 2] = ["light", "dark"];

/// Chooses a colour scheme for the current tab.
pub(super) fn choose_scheme(driver: &Driver, scheme: &str) -> Result<(), DriverError> {
    let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
    driver.chromium("Emulation.setEmulatedMedia", &json!({ "features": [feature] })).map(drop)
}

/// Gives the current tab a size; a narrow one is that of a phone, with fingers for pointers.
pub(super) fn choose_size(driver: &Driver, width: u32, height: u32) -> Result<(), DriverError> {
    let is_phone = width < 500;
    let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
    driver.chromium("Emulation.setDeviceMetricsOverride", &size)?;
    driver.chromium("Emulation.setTouchEmulationEnabled", &json!({ "enabled": is_phone })).map(drop)
}

/// Ends the imitation.
pub(super) fn reset(driver: &Driver) -> Result<(), DriverError> {
    choose_scheme(driver, SCHEMES[0])?;
    driver.chromium("Emulation.setTouchEmulationEnabled", &json!({ "enabled": false }))?;
    driver.chromium("Emulation.clearDeviceMetricsOverride", &json!({})).map(drop)
}
