//! The checks, with one file per concern.

mod accessibility;
mod board;
mod collections;
mod editing;
mod failures;
mod fleet;
mod focus;
mod inputs;
mod keeping;
mod layout;
mod limits;
mod links;
mod playing;
mod results;
mod screen;
mod sequences;
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
    /// The number of random sequences of actions.
    pub sequences: usize,
    /// The seed of the first sequence.
    pub seed: u64,
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
    ("an error while drawing is told", failures::an_error_while_drawing_is_told),
    ("inputs of all kinds keep their values", inputs::inputs_keep_their_values),
    ("inputs of other solvers block nothing", inputs::unused_inputs_block_nothing),
    ("every solution is played, not only the first", results::every_solution_is_played),
    ("results go with their instance", results::results_go_with_their_instance),
    ("a pasted text replaces the solution", results::a_pasted_text_replaces_the_solution),
    ("solving again shows the solution", results::solving_again_shows_the_solution),
    ("a worse solution is not called better", results::a_worse_solution_is_not_called_better),
    ("a better solution is shown once", results::a_better_solution_is_shown_once),
    ("a step to be shown goes with its solution", results::a_step_to_be_shown_goes_with_its_solution),
    ("a solved instance has an empty solution", results::a_solved_instance_has_an_empty_solution),
    ("schedulers need no objective", results::schedulers_need_no_objective),
    ("optimal is said with its unit", results::optimal_is_said_with_its_unit),
    ("an own solution is judged", results::an_own_solution_is_judged),
    ("every open sample is shown and solved as one instance", results::every_open_sample_is_consistent),
    ("arrows are moves after a button, and after a sample", playing::arrows_are_moves_after_buttons),
    ("a distant box is moved by clicks and by dragging", playing::a_distant_box_is_moved),
    ("the stops of a robot are marked", playing::stops_are_marked),
    ("marks go with their instance", playing::marks_go_with_their_instance),
    ("a finger moves by swipes and buttons", playing::a_finger_moves),
    ("a fleet runs until it is stopped", fleet::a_fleet_runs_until_it_is_stopped),
    ("a click closes a cell and sends a robot", fleet::a_click_closes_a_cell_and_sends_a_robot),
    ("a move keeps the other levels", collections::a_move_keeps_the_other_levels),
    ("solved levels are marked", collections::solved_levels_are_marked),
    ("levels are chosen by number and buttons", collections::levels_are_chosen_by_number_and_buttons),
    ("an altered level is not marked", collections::an_altered_level_is_not_marked),
    ("the first robots of a scenario are chosen", collections::the_first_robots_of_a_scenario),
    ("a tool is dragged over cells", editing::a_tool_is_dragged),
    ("a reload keeps everything", keeping::a_reload_keeps_everything),
    (
        "a new tab of the browser begins with what was kept, or with its address",
        keeping::a_new_tab_begins_with_it,
    ),
    ("what was kept is checked", keeping::what_was_kept_is_checked),
    ("an address restores what was not kept", keeping::an_address_restores_what_was_not_kept),
    ("texts are kept without a long solution", keeping::texts_are_kept_without_a_long_solution),
    ("going back stays within the page", keeping::back_stays_within_the_page),
    ("going back outruns a write of the address", keeping::going_back_outruns_a_write),
    ("going back twice shows the last address", keeping::going_back_twice_shows_the_last_address),
    ("a link is one entry of the history", links::a_link_is_one_entry),
    ("the board is zoomed and panned", board::the_board_is_zoomed),
    ("the pointer has coordinates", board::the_pointer_has_coordinates),
    ("the cursor goes with its picture", board::the_cursor_goes_with_its_picture),
    ("the list of steps keeps the focus", focus::the_list_of_steps_keeps_the_focus),
    ("a choice by key keeps the focus", focus::a_choice_by_key_keeps_the_focus),
    ("keys go to the player or to a control", focus::keys_go_to_the_player_or_to_a_control),
    ("status lines go with their instance", texts::status_lines_go_with_their_instance),
    ("texts that people paste are read", texts::pasted_texts_are_read),
    ("a word says what is wrong with garbage", texts::garbage_is_named),
    ("too large a level is refused with its limit", texts::a_limit_is_told),
    ("the button that solves is above the fold", layout::solve_is_above_the_fold),
    ("a phone shows the board and the button that solves first", layout::a_phone_shows_board_and_solve_first),
    ("every sequence of two actions leaves one instance", sequences::pairs_leave_one_instance),
    ("random sequences of ten actions leave one instance", sequences::random_sequences_leave_one_instance),
    ("no serious findings of axe-core", accessibility::no_serious_findings),
];
