//! Checks of the focus of the keyboard, and of the keys that go to controls.

use super::collections::levels;
use super::{Checked, Setting};
use crate::driver::DriverError;
use crate::keys::{END, ENTER, HOME, RIGHT};
use crate::page::Page;
use crate::panel::Panel;
use crate::samples::BOARD;

/// Returns a panel that plays a solution of hundreds of steps.
fn long_solution<'a>(setting: &Setting<'a>) -> Result<Panel<'a>, DriverError> {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sliding")?;
    panel.write(BOARD)?;
    panel.check_own(&format!("UL{}", "RL".repeat(200)))?;
    Ok(panel)
}

/// Gives an element the focus, and presses keys there.
fn press_in(panel: &Panel<'_>, element: &str, keys: &str) -> Result<(), DriverError> {
    panel.driver.run(&format!("{element}.focus();"), &[])?;
    panel.press_where_focus_is(keys)
}

/// Asserts that an element or a part of it has the focus.
fn has_focus(panel: &Panel<'_>, part: &str) -> Checked {
    let focused = panel.driver.text("document.activeElement.outerHTML.slice(0, 100)")?;
    panel.wait(part, "part.contains(document.activeElement)", 1).map_err(|_| format!("{part}: {focused}"))?;
    Ok(())
}

pub(super) fn the_list_of_steps_keeps_the_focus(setting: &Setting<'_>) -> Checked {
    let panel = long_solution(setting)?;
    let current = format!("{}.querySelector('[aria-current]')", panel.element("steps"));
    for (mode, key, step) in [("watch", END, "402"), ("watch", HOME, "0"), ("play", RIGHT, "1")] {
        panel.click(&format!("mode-{mode}"))?;
        panel.settle()?;
        press_in(&panel, &current, key)?;
        panel.wait("steps", &format!("part.dataset.step === '{step}'"), 2)?;
        has_focus(&panel, "steps")?;
    }
    Ok(())
}

pub(super) fn a_choice_by_key_keeps_the_focus(setting: &Setting<'_>) -> Checked {
    let panel = levels(setting)?;
    panel.open_details("random-details")?;
    for button in ["next-part", "random-next"] {
        let before = panel.text()?;
        press_in(&panel, &panel.element(button), ENTER)?;
        assert_ne!(panel.text()?, before, "{button}");
        has_focus(&panel, button)?;
    }
    Ok(())
}

pub(super) fn keys_go_to_the_player_or_to_a_control(setting: &Setting<'_>) -> Checked {
    let panel = long_solution(setting)?;
    let rate = panel.words("rate")?;
    press_in(&panel, &panel.element("scrub"), " +")?;
    panel.wait("play", "part.classList.contains('playing')", 2)?;
    assert_ne!(panel.words("rate")?, rate);
    panel.write("1 2 3\n4 0 x\n7 5 8\n")?;
    let listen = "addEventListener('keydown', (event) => { window.isPrevented = event.defaultPrevented; });";
    setting.driver.run(listen, &[])?;
    press_in(&panel, &panel.element("text-error-line"), RIGHT)?;
    assert_eq!(setting.driver.text("window.isPrevented")?, "false", "the line is not scrolled");
    Ok(())
}
