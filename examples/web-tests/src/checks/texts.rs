//! Checks of wrong and large texts.

use families::{ALL, Family, Sample};
use serde_json::json;

use super::{Checked, Setting};
use crate::page::{Page, begin_ticks, ticks};
use crate::panel::Panel;
use crate::samples::{BOARD, first_sample};

/// The longest pause of the page, in milliseconds.
const MOST_GAP: f64 = 200.0;

pub(super) fn a_wrong_text_is_told_with_its_place(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let cases = [
        ("sliding", "1 2 3\n4 0 x\n7 5 8\n", "Line 2, column 5: "),
        ("robots", "p edge 3 2\ne 1 2\ne 2 4\nr 1 3\n", "Line 3, column 5: "),
        ("ricochet", "+---+---+\n| r   R |\n+---+---+\n| z     |\n+---+---+\n", "Line 4, column "),
        ("sokoban", "#####\n#@$.#\n##?##\n#####\n", "Line 3, column 3: "),
    ];
    for (family, text, place) in cases {
        let panel = page.panel(family)?;
        panel.write(text)?;
        let message = panel.words("text-error-message")?;
        assert!(message.starts_with(place), "{family}: {message}");
        assert_eq!(panel.data("badge", "status")?, "invalid", "{family}");
        let Sample { name, text: good } = first_sample(family);
        panel.open_sample(name)?;
        assert!(!panel.is_shown("text-error")?, "{family}");
        assert_eq!(panel.words("text-error-message")?, "", "{family}");
        assert_eq!(panel.text()?.trim_end(), good.trim_end(), "{family}");
    }
    Ok(())
}

/// Opens a text that a script returns, in the way in which a file is opened.
fn open_file(panel: &Panel<'_>, setting: &Setting<'_>, name: &str, script: &str) -> Checked {
    let selector = panel.selector("file");
    let script = format!(
        "const [selector, name] = arguments; const text = await (async () => {{ {script} }})();
        const files = new DataTransfer(); files.items.add(new File([text], name));
        const input = document.querySelector(selector); input.files = files.files;
        input.dispatchEvent(new Event('change', {{ bubbles: true }}));"
    );
    setting.driver.run(&script, &[json!(selector), json!(name)])?;
    panel.wait("text-status", &format!("part.textContent.includes('{name}')"), 20)?;
    std::thread::sleep(std::time::Duration::from_millis(300));
    panel.settle()?;
    Ok(())
}

pub(super) fn noise_is_refused(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let noise = "const bytes = new Uint8Array(10 << 20); let state = 1;
        for (let index = 0; index < bytes.length; index++) {
            state = (Math.imul(state, 1103515245) + 12345) >>> 0; bytes[index] = index % 80 === 79 ? 10 : 32 + (state >>> 24) % 95;
        }
        return bytes;";
    for family in ALL.map(Family::name) {
        let panel = page.panel(family)?;
        begin_ticks(setting.driver)?;
        open_file(&panel, setting, &format!("noise-{family}"), noise)?;
        let message = panel.words("text-error-message")?;
        let (count, greatest) = ticks(setting.driver)?;
        println!("   {family}: {message}; the greatest gap is {greatest:.0} ms");
        assert_eq!(panel.data("badge", "status")?, "invalid");
        assert!(message.len() > 10 && message.len() < 500, "{message}");
        assert!(count > 5, "{count} ticks");
    }
    let Sample { name, text } = first_sample("sliding");
    let panel = page.panel("sliding")?;
    panel.open_sample(name)?;
    panel.solve(text, 10)?;
    Ok(())
}

pub(super) fn a_large_level_is_read(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sokoban")?;
    begin_ticks(setting.driver)?;
    let level = "const inner = '#' + ' '.repeat(253) + '#', wall = '#'.repeat(255);
        const rows = Array(255).fill(inner); rows[0] = rows[254] = wall;
        rows[1] = '#@$.' + ' '.repeat(250) + '#';
        return rows.join('\\n') + '\\n';";
    open_file(&panel, setting, "large.xsb", level)?;
    let status = panel.data("badge", "status")?;
    let (count, greatest) = ticks(setting.driver)?;
    println!("   {status}; the greatest gap is {greatest:.0} ms");
    assert_eq!(status, "open", "{}", panel.words("text-error-message")?);
    assert!(
        count > 5 && greatest <= MOST_GAP * setting.patience,
        "{count} ticks, the greatest gap is {greatest} ms"
    );
    panel.start(None, 5, 1024)?;
    let (state, outcome) = panel.end(12)?;
    let words = panel.words("solve-state")?;
    println!("   {state}, {outcome}: {words}");
    assert_eq!(state, "finished");
    assert!(words.len() > 10, "{words}");
    Ok(())
}

pub(super) fn status_lines_go_with_their_instance(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, &format!("{}#chess", setting.site.address()))?.panel("sliding")?;
    open_file(&panel, setting, "own.txt", &format!("return {};", json!(BOARD)))?;
    assert_eq!(panel.words("text-status")?, "Opened own.txt.");
    panel.saved("download-instance")?;
    assert!(panel.words("download-status")?.starts_with("Saved "));
    panel.open_sample(first_sample("sliding").name)?;
    for line in ["text-status", "download-status"] {
        assert_eq!(panel.words(line)?, "", "{line}");
    }
    let note = "document.getElementById('engine-note')";
    assert_eq!(setting.driver.text(&format!("{note}.hidden"))?, "true", "of the link before");
    Ok(())
}

pub(super) fn pasted_texts_are_read(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let cases = [("sliding", "8 6 7 2 5 4 3 0 1\n", "3 × 3"), ("robots", "....\n.@@.\n....\n", "10")];
    for (family, text, fact) in cases {
        let panel = page.panel(family)?;
        panel.paste(text)?;
        let status = panel.data("badge", "status")?;
        assert_ne!(status, "invalid", "{family}: {}", panel.words("text-error-message")?);
        let facts = panel.words("facts")?;
        assert!(facts.contains(fact), "{family}: {facts}");
        panel.is_consistent()?;
    }
    Ok(())
}

pub(super) fn garbage_is_named(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    for family in ALL.map(Family::name) {
        let panel = page.panel(family)?;
        panel.paste("Lorem ipsum dolor?\n")?;
        println!("   {family}: {}", panel.words("text-error-message")?);
        assert_eq!(panel.words("badge")?, "Text has an error", "{family}");
        panel.is_consistent()?;
    }
    Ok(())
}

pub(super) fn a_limit_is_told(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sokoban")?;
    let (wall, floor) = ("#".repeat(302), " ".repeat(297));
    panel.paste(&format!("{wall}\n#@$.{floor}#\n{wall}\n"))?;
    assert_eq!(panel.data("badge", "status")?, "invalid");
    let message = panel.words("text-error-message")?;
    println!("   {message}");
    assert!(message.contains("255"), "{message}");
    Ok(())
}
