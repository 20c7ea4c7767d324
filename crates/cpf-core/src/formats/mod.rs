//! Instances and plans as text.
//!
//! | module | what | numbering | reads into | writes |
//! |---|---|---|---|---|
//! | [`graph_text`] | `p edge N M`, `e U V`, `r START GOAL` | vertices from 1 | [`Instance`] | [`Instance`] |
//! | [`cpf`] | Surynek's `.cpf` | vertices from 0, robots from 1 | [`Instance`] | [`Instance`] |
//! | [`moving_ai`] | `.map`: a grid of open and closed cells | – | [`Grid`] | [`Grid`] |
//! | [`moving_ai`] | `.scen`: starts and goals on a map | x and y from 0 | [`Scenario`] | [`Scenario`] |
//! | [`plan_text`] | `TIME ROBOT FROM TO` | all from 1 | [`Schedule`] | [`Schedule`], [`Plan`] |
//! | [`steps_text`] | `t:(x,y),(x,y),…` | t, x and y from 0 | [`Schedule`] | [`Schedule`] |
//!
//! All readers take any text, answer with what is wrong and where ([`FormatError`]), and need memory
//! proportional to the text, apart from numbers of vertices and steps that are merely stated, which are limited
//! ([`MAX_VERTICES`], [`MAX_WAITS`]). Lines may end in LF or CR LF, and blank lines do not count.
//!
//! Where a format has two readers, `read` gives an [`Instance`], and an error that names the line of a robot
//! whose start or goal is taken; `read_setup` leaves that question to [`Setup::instance`].
//!
//! [`Instance`]: crate::Instance
//! [`Setup::instance`]: crate::Setup::instance
//! [`Grid`]: motion_core::Grid
//! [`Scenario`]: moving_ai::Scenario
//! [`Schedule`]: motion_core::Schedule
//! [`Plan`]: motion_core::Plan
//! [`MAX_WAITS`]: plan_text::MAX_WAITS

pub mod cpf;
mod edge_list;
mod error;
mod expected;
pub mod graph_text;
mod line;
pub mod moving_ai;
pub mod plan_text;
pub mod steps_text;
#[cfg(test)]
mod tests;

pub use edge_list::MAX_VERTICES;
pub use error::{FormatError, FormatErrorKind, WriteError};
pub use expected::Expected;
