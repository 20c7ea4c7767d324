//! The checks, with one file per concern.

mod accessibility;
mod editing;
mod failures;
mod inputs;
mod limits;
mod links;
mod playing;
mod solving;
mod texts;

pub mod pictures;

use std::error::Error;

use crate::driver::Driver;
use crate::site::Site;

/// The arguments of a check.
pub struct Setting<'a> {
    /// A browser.
    pub driver: &'a Driver,
    /// The page, built and served.
    pub site: &'a Site,
    /// The factor by which the page may react more slowly than on an idle machine.
    pub patience: f64,
}

/// The result of a check, with the reason why it failed, unless it panicked.
pub type Checked = Result<(), Box<dyn Error>>;

/// A check: a property, and a function that panics or fails if it does not hold.
pub type Check = (&'static str, fn(&Setting<'_>) -> Checked);

/// All checks.
pub const ALL: &[Check] = &[
    ("each tab solves a sample", solving::each_tab_solves_a_sample),
    ("the single file solves a sample without a server", solving::the_single_file_solves_a_sample),
    ("files to save have their content", solving::files_have_their_content),
    ("a wrong text is told with its place", texts::a_wrong_text_is_told_with_its_place),
    ("ten megabytes of noise are refused", texts::noise_is_refused),
    ("a level of 255×255 is read, and a run on it ends with a clear answer", texts::a_large_level_is_read),
    ("a search is cancelled at once and keeps its best solution", limits::cancelling_keeps_the_best),
    ("a limit of memory is kept", limits::memory_is_limited),
    ("limits of time are kept", limits::time_is_limited),
    ("a crash is told and the next run works", failures::a_crash_is_told),
    ("a link restores instance and options", links::a_link_restores_everything),
    ("a damaged link is told", links::a_damaged_link_is_told),
    ("moves by keys, undo and hints", playing::keys_move_and_undo),
    ("a lost level is told with its reason", playing::a_lost_level_is_told),
    ("an unsolvable board is told", playing::an_unsolvable_board_is_told),
    ("a tool changes the text", editing::a_tool_changes_the_text),
    ("inputs of all kinds keep their values", inputs::inputs_keep_their_values),
    ("no serious findings of axe-core", accessibility::no_serious_findings),
];
