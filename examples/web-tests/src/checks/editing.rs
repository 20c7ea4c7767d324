//! Checks of instances changed by tools.

use super::{Checked, Setting};
use crate::page::Page;
use crate::samples::BOARD;

pub(super) fn a_tool_changes_the_text(setting: &Setting<'_>) -> Checked {
    let page = Page::open(setting.driver, setting.site.address())?;
    let panel = page.panel("sokoban")?;
    panel.write("######\n#@$. #\n#    #\n######\n")?;
    panel.click("mode-edit")?;
    panel.choose_tool("wall")?;
    // The middle of the cell in row 2, column 3.
    panel.click_board(350.0, 250.0)?;
    assert_eq!(panel.text()?.trim_end(), "######\n#@$. #\n#  # #\n######");
    panel.choose_tool("add-column")?;
    panel.click_board(450.0, 150.0)?;
    let wider = panel.text()?;
    assert_eq!(wider.lines().next().map(str::len), Some(7), "{wider}");

    let panel = page.panel("sliding")?;
    panel.write(BOARD)?;
    panel.click("mode-edit")?;
    panel.choose_tool("swap")?;
    panel.click_board(50.0, 50.0)?;
    assert_eq!(panel.words("message")?, "Choose the second place.");
    panel.click_board(250.0, 250.0)?;
    assert_eq!(panel.text()?.trim_end(), "8 2 3\n4 0 6\n7 5 1");
    Ok(())
}

pub(super) fn a_tool_is_dragged(setting: &Setting<'_>) -> Checked {
    let panel = Page::open(setting.driver, setting.site.address())?.panel("sokoban")?;
    panel.write("#######\n#@$.  #\n#     #\n#######\n")?;
    panel.click("mode-edit")?;
    panel.choose_tool("wall")?;
    panel.drag_board(&[[150.0, 250.0], [250.0, 250.0], [350.0, 250.0], [450.0, 250.0]])?;
    assert_eq!(panel.text()?.trim_end(), "#######\n#@$.  #\n##### #\n#######");
    panel.is_consistent()
}
