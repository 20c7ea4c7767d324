//! Checks of the address of the page as a link.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::json;

use super::{Checked, Setting};
use crate::page::Page;

/// Two levels of Sokoban.
const LEVELS: &str = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n";

/// Returns the fragment of a link, not compressed.
pub(super) fn link(family: &str, text: &str) -> String {
    format!("#{family}/p.{}", BASE64_URL_SAFE_NO_PAD.encode(json!({ "text": text }).to_string()))
}

pub(super) fn a_link_restores_everything(setting: &Setting<'_>) -> Checked {
    let text = "8 7 6\n5 4 3\n2 1 0\n";
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sliding")?;
    panel.write(text)?;
    panel.choose("solver", "snake")?;
    panel.choose_option("snake-length", "5")?;
    panel.choose_option("notation", "blank")?;
    panel.choose("seconds", "7")?;
    panel.choose("seed", "42")?;
    setting.driver.wait("location.hash.length > 20", 10)?;
    std::thread::sleep(std::time::Duration::from_secs(1));
    let address = setting.driver.text("location.href")?;
    setting.driver.open_tab()?;
    let page = Page::open(setting.driver, &address)?;
    setting.driver.wait("!document.getElementById('panel-sliding').hidden", 5)?;
    let panel = page.panel("sliding")?;
    assert_eq!(panel.text()?, text);
    let value = |selector: &str| setting.driver.text(&format!("document.querySelector('{selector}').value"));
    for (part, expected) in [("solver", "snake"), ("seconds", "7"), ("seed", "42")] {
        assert_eq!(value(&panel.selector(part))?, expected, "{part}");
    }
    let option = |key: &str, kind: &str| format!("#panel-sliding [data-input=\"{key}\"] {kind}");
    assert_eq!(value(&option("snake-length", "input"))?, "5");
    assert_eq!(value(&option("notation", "select"))?, "blank");
    Ok(())
}

pub(super) fn a_damaged_link_is_told(setting: &Setting<'_>) -> Checked {
    for fragment in ["#sliding/z.AAAA", "#chess/p.e30", "#sliding/p.e30", "#%"] {
        Page::open(setting.driver, &format!("{}{fragment}", setting.site.address()))?;
        let words = setting.driver.text("document.getElementById('engine-note').textContent")?;
        assert!(words.starts_with("The link was not opened: "), "{fragment}: {words}");
    }
    Ok(())
}

pub(super) fn a_link_is_one_entry(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sokoban")?;
    panel.await_address()?;
    let first = panel.text()?;
    setting.driver.run(&format!("location.hash = {};", json!(link("sokoban", LEVELS))), &[])?;
    setting.driver.wait("location.hash.includes('/z.')", 5)?;
    panel.settle()?;
    assert!(panel.is_shown("collection")?, "the levels are not listed");
    assert!(page.back()?, "going back leaves the page");
    assert_eq!(panel.text()?, first);
    Ok(())
}
