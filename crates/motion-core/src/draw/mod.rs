//! Pictures: SVG stills, animated SVG, and a player in one HTML file.
//!
//! Any motion puzzle is a set of tokens on vertices and a plan that moves them, and so is its
//! picture. A [`Scene`] defines where the vertices are and how things look. With a
//! [`Configuration`](crate::Configuration) it makes a [`still`]; with a [`Timeline`] – a plan or a
//! schedule – it makes an [`animated`] SVG or a [`player`]. Instances of all families provide the
//! three parts by the trait [`Draw`].
//!
//! | function | format | limit | suits |
//! |---|---|---|---|
//! | [`still`] | SVG 1.1 | memory | documents |
//! | [`animated`] | SVG 1.1 with SMIL | [`ANIMATION_LIMIT`], 20,000 moves | READMEs: it moves even as an `<img>` |
//! | [`player`] | HTML | [`PLAYER_LIMIT`], 2,000,000 moves | looking closely: step, scrub, change the speed |
//!
//! A schedule is a sequence of steps of simultaneous moves; the tokens of a step move during the
//! whole step, at constant speed. Tokens have the colours of the scene, or the colours of
//! [`TokenValues`]: numbers that change during the plan, such as delays.
//!
//! Titles and labels may contain any text; it is escaped. The same input gives the same bytes on
//! every platform.
//!
//! # Examples
//! A sliding puzzle of three tiles, one move from its goal:
//! ```
//! use motion_core::draw::{Goal, Scene, Timing, TokenStyle, animated, player, still};
//! use motion_core::{Configuration, Move, Plan, Token, Vertex};
//!
//! let scene = Scene::grid(2, 2).with_title("Three tiles");
//! let tiles: Vec<TokenStyle> = (0..3)
//!     .zip(scene.hues())
//!     .map(|(tile, hue)| {
//!         TokenStyle::tile(hue).with_label(tile + 1).with_goal(Goal::At(Vertex(tile)))
//!     })
//!     .collect();
//! let scene = scene.with_tokens(tiles);
//!
//! let start = Configuration::new(4, &[Vertex(0), Vertex(3), Vertex(2)])?;
//! let plan = Plan::from(vec![Move { token: Token(1), from: Vertex(3), to: Vertex(1) }]);
//!
//! let still = still(&scene, &start)?; // puzzle.svg
//! let animated = animated(&scene, &start, &plan, &Timing::default())?; // moving.svg
//! let player = player(&scene, &start, &plan)?; // puzzle.html
//! assert!(still.len() < animated.len() && animated.len() < player.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod chart;
pub(crate) mod error;
mod html;
mod instance;
mod markup;
mod paint;
mod picture;
#[cfg(test)]
mod samples;
mod scene;
mod svg;
mod ticks;
mod timeline;
mod values;

#[doc(hidden)]
pub use html::story;
pub use html::{PLAYER_LIMIT, player};
pub use instance::Draw;
pub use paint::{Hue, Paint};
pub use scene::{Goal, Line, Point, Scene, Shape, TokenStyle, VertexShape};
pub use svg::{ANIMATION_LIMIT, Timing, animated, still};
pub use timeline::Timeline;
pub use values::TokenValues;
