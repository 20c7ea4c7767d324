//! The findings of axe-core, in both colour schemes.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use families::{ALL, Family, Sample};
use serde_json::Value;

use super::screen::{SCHEMES, choose_scheme};
use super::{Checked, Setting};
use crate::driver::Driver;
use crate::page::Page;
use crate::samples::first_sample;

/// Returns the script of axe-core: the file that the variable `AXE_CORE` names, or the one in a
/// folder `node_modules`.
fn script() -> Option<PathBuf> {
    let named = env::var_os("AXE_CORE").map(PathBuf::from);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let installed =
        ["node_modules", "target/node_modules"].map(|folder| root.join(folder).join("axe-core/axe.min.js"));
    named.into_iter().chain(installed).find(|path| path.is_file())
}

pub(super) fn no_serious_findings(setting: &Setting<'_>) -> Checked {
    let Some(script) = script() else {
        println!("   skipped: axe-core is not installed; AXE_CORE names its file axe.min.js");
        return Ok(());
    };
    let script = fs::read_to_string(script)?;
    let mut findings = Vec::new();
    for scheme in SCHEMES {
        choose_scheme(setting.driver, scheme)?;
        for family in ALL.map(Family::name) {
            let page = Page::open(setting.driver, setting.site.address())?;
            let panel = page.panel(family)?;
            let Sample { name, text } = first_sample(family);
            panel.open_sample(name)?;
            findings.extend(findings_of(setting.driver, &script, &format!("{family}, {scheme}, at first"))?);
            panel.click("mode-edit")?;
            findings.extend(findings_of(setting.driver, &script, &format!("{family}, {scheme}, editing"))?);
            if panel.is_shown("mode-fleet")? {
                panel.click("mode-fleet")?;
                panel.settle()?;
                panel.click("play")?;
                findings.extend(findings_of(
                    setting.driver,
                    &script,
                    &format!("{family}, {scheme}, a fleet"),
                )?);
            }
            panel.solve(text, 20)?;
            findings.extend(findings_of(setting.driver, &script, &format!("{family}, {scheme}, solved"))?);
            panel.write("?\n")?;
            findings.extend(findings_of(setting.driver, &script, &format!("{family}, {scheme}, an error"))?);
        }
    }
    choose_scheme(setting.driver, SCHEMES[0])?;
    for finding in &findings {
        println!("   {finding}");
    }
    assert!(findings.is_empty(), "{} serious findings", findings.len());
    Ok(())
}

/// Returns the serious and critical findings, each with its place.
fn findings_of(driver: &Driver, script: &str, place: &str) -> Result<Vec<String>, Box<dyn Error>> {
    driver.run(&format!("if (!window.axe) {{ {script} }}"), &[])?;
    // Animations must end first, because changing colours belong to no state.
    let run = "await Promise.all(document.getAnimations().map((animation) => animation.finished));
        const { violations, passes } = await axe.run(document);
        if (passes.length < 10) { throw new Error(`axe-core tried only ${passes.length} rules`); }
        return violations.map(({ id, impact, nodes }) => ({ id, impact, node: nodes[0].html }));";
    let found = driver.run(run, &[])?;
    let is_serious = |finding: &&Value| matches!(finding["impact"].as_str(), Some("serious" | "critical"));
    let serious = found.as_array().ok_or("axe-core returns no array")?.iter().filter(is_serious);
    Ok(serious.map(|finding| format!("{place}: {finding}")).collect())
}
