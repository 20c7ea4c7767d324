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

/// The screen of another device, until this is dropped.
pub(super) struct Screen<'a>(&'a Driver);

impl<'a> Screen<'a> {
    /// Gives the current tab a size; a narrow one is that of a phone, with fingers for pointers.
    pub(super) fn imitate(driver: &'a Driver, width: u32, height: u32) -> Result<Self, DriverError> {
        let screen = Self(driver);
        let is_phone = width < 500;
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
        driver.chromium("Emulation.setDeviceMetricsOverride", &size)?;
        driver.chromium("Emulation.setTouchEmulationEnabled", &json!({ "enabled": is_phone }))?;
        Ok(screen)
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        // A browser that does not imitate has nothing to end.
        let _ = self.0.chromium("Emulation.setTouchEmulationEnabled", &json!({ "enabled": false }));
        let _ = self.0.chromium("Emulation.clearDeviceMetricsOverride", &json!({}));
    }
}
