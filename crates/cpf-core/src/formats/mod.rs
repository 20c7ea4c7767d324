//! Instances and plans as text.
//!
//! | type | what | numbering |
//! |---|---|---|
//! | [`Instance`], [`Setup`] | [graph text](#graph-text): `p edge N M`, `e U V`, `r START GOAL` | vertices from 1 |
//! | [`DirectedInstance`], [`GraphText`] | graph text with arcs: `p arc N M`, `a U V`, `r START GOAL`; with arcs or edges | vertices from 1 |
//! | [`CpfText`] | instances as Surynek's `.cpf` | vertices from 0, robots from 1 |
//! | [`moving_ai::Map`] | `.map`: a grid of open and closed cells | – |
//! | [`moving_ai::Scenario`] | `.scen`: starts and goals on a map | x and y from 0 |
//! | [`CellList`] | `.agents` and `.tasks`: starts, and goals, on a map | cells from 0, row by row |
//! | [`TaskList`] | `.tasks`: the cells that robots visit in order | cells from 0, row by row |
//! | [`PlanText`] | schedules and plans as lines `TIME ROBOT FROM TO` | all from 1 |
//! | [`StepsText`] | schedules as lines `t:(x,y),(x,y),…` | t, x and y from 0 |
//! | [`PathsText`] | schedules as lines `Agent i: (row,column)->(row,column)->…` | all from 0 |
//!
//! All are read by [`FromStr`](core::str::FromStr) and written by [`Display`](core::fmt::Display).
//! Only [`StepsText`] and [`PathsText`] are read with the instance to which they belong.
//!
//! All readers accept any text and return the position and kind of an error ([`FormatError`]). They
//! need memory proportional to the text, and to the numbers of vertices and steps that it states,
//! which are limited ([`MAX_VERTICES`], [`MAX_WAITS`]). Lines may end in LF or CR LF; blank lines
//! and a byte order mark are skipped.
//!
//! # Graph text
//!
//! ```text
//! c a star with three rays; two robots exchange their positions
//! p edge 4 3
//! e 1 2
//! e 1 3
//! e 1 4
//! r 2 3
//! r 3 2
//! ```
//!
//! `p edge N M` states N vertices, numbered from 1, and M edges; it comes before all edges and
//! robots. `e U V` is an edge and `r START GOAL` a robot. Robots are numbered in the order of their
//! lines; there may be none. A line whose first word is `c` is a comment. A third number in the
//! line of an edge is its length, and must be 1.
//!
//! `p arc N M` states a graph with M arcs, and `a U V` is an arc from U to V. Every arc must lie on
//! a [directed cycle](crate::directed). Edges and arcs cannot be mixed: write an edge as two arcs.
//!
//! ```
//! use cpf_core::{Instance, Setup};
//!
//! let text = "p edge 3 2\ne 1 2\ne 2 3\nr 1 3\n";
//! let instance: Instance = text.parse()?;
//! assert_eq!((instance.robot_count(), instance.vacant_count()), (1, 2));
//! assert_eq!(instance.to_string(), text);
//!
//! let shared = "p edge 3 2\ne 1 2\ne 2 3\nr 1 3\nr 1 2";
//! assert_eq!(
//!     shared.parse::<Instance>().unwrap_err().to_string(),
//!     "line 5, column 3: the robot at line 4, column 3 starts on the same vertex"
//! );
//! assert_eq!(shared.parse::<Setup>()?.robots.len(), 2);
//! # Ok::<(), cpf_core::formats::FormatError>(())
//! ```
//!
//! [`DirectedInstance`]: crate::directed::DirectedInstance
//! [`Instance`]: crate::Instance
//! [`Setup`]: crate::Setup

mod cell_list;
mod cpf_text;
mod edge_kind;
mod edge_list;
mod error;
mod expected;
mod graph_text;
mod line_reader;
pub mod moving_ai;
mod paths_text;
mod plan_text;
mod positions;
mod steps_text;
mod task_list;
#[cfg(test)]
mod tests;

pub use cell_list::CellList;
pub use cpf_text::CpfText;
pub use edge_kind::EdgeKind;
pub use edge_list::MAX_VERTICES;
pub use error::{FormatError, FormatErrorKind, WriteError};
pub use expected::Expected;
pub use graph_text::GraphText;
pub use paths_text::PathsText;
pub use plan_text::{MAX_WAITS, PlanText};
pub use steps_text::StepsText;
pub use task_list::TaskList;
