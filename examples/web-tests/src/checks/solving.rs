//! Checks that samples are solved, in all tabs and from a single file, and checks of the saved
//! files.

use families::{ALL, Family, Sample};

use super::{Checked, Setting};
use crate::page::Page;
use crate::samples::{BOARD, first_sample};

const SECONDS: u32 = 20;

fn solve_samples(page: &Page<'_>, families: &[&dyn Family]) -> Checked {
    for family in families.iter().map(|family| family.name()) {
        let Sample { name, text } = first_sample(family);
        let panel = page.panel(family)?;
        panel.open_sample(name)?;
        let moves = panel.solve(text, SECONDS)?;
        println!("   {family}, {name}: {moves} moves");
        panel.wait("steps", "Number(part.dataset.steps) > 0", 10)?;
    }
    Ok(())
}

pub(super) fn each_tab_solves_a_sample(setting: &Setting<'_>) -> Checked {
    solve_samples(&Page::open(setting.driver, setting.site.address())?, &ALL)
}

pub(super) fn the_single_file_solves_a_sample(setting: &Setting<'_>) -> Checked {
    solve_samples(&Page::open(setting.driver, &setting.site.file_address())?, &ALL[..1])
}

pub(super) fn files_have_their_content(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sliding")?;
    panel.write(BOARD)?;
    let instance = panel.saved("download-instance")?;
    let moves = panel.solve(&instance.text, SECONDS)?;
    assert!(moves >= 2);
    let still = panel.saved("download-svg")?;
    assert_eq!(still.kind, "image/svg+xml");
    assert!(still.text.starts_with("<svg") && !still.text.contains("@keyframes"), "{}", still.name);
    let animated = panel.saved("download-animated")?;
    assert!(animated.text.starts_with("<svg"), "{}", animated.name);
    let moves_by_itself = ["@keyframes", "<animate"].iter().any(|mark| animated.text.contains(mark));
    assert!(moves_by_itself && animated.text != still.text, "{}", animated.name);
    let player = panel.saved("download-player")?;
    assert_eq!(player.kind, "text/html");
    assert!(player.text.contains("<html") && player.text.contains("<script"), "{}", player.name);
    for saved in [&still, &animated, &player] {
        let loads = ["src=\"http", "href=\"http", "url(http"].iter().any(|mark| saved.text.contains(mark));
        assert!(!loads, "{} stands alone", saved.name);
    }
    Ok(())
}
