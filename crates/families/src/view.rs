//! A text as an instance: its picture, its status, some facts.

use motion_core::draw::{Scene, still};
use motion_core::{Configuration, Vertex};
use serde::Serialize;

use crate::TextError;
use crate::places::units;

/// Larger scenes are not drawn.
const MOST_VERTICES: usize = 70_000;
const MOST_TOKENS: usize = 20_000;

/// Whether an instance is solved, solvable or lost, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The text is no instance, or not yet.
    Invalid,
    /// Neither solved nor known to have no solution.
    Open,
    /// At the goal.
    Solved,
    /// The goal cannot be reached.
    Unsolvable,
    /// The goal cannot be reached any more.
    Lost,
}

/// A text that was read.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The text, in its usual form.
    pub text: String,
    /// Why it is no instance.
    pub error: Option<TextError>,
    /// The picture.
    pub svg: Option<String>,
    /// The places of all vertices in the picture.
    pub points: Vec<[f64; 2]>,
    /// Whether it can be solved, as far as that is known.
    pub status: Status,
    /// Why there is no solution, or in which way there is one.
    pub reason: Option<String>,
    /// Sizes and the like, by their names.
    pub facts: Vec<(&'static str, String)>,
}

impl View {
    /// A text that is no instance.
    pub fn invalid(text: &str, error: TextError) -> Self {
        Self {
            text: text.to_owned(),
            error: Some(error),
            svg: None,
            points: Vec::new(),
            status: Status::Invalid,
            reason: None,
            facts: Vec::new(),
        }
    }
}

impl View {
    /// Adds the picture of this many vertices and tokens, unless it would be too large.
    pub(crate) fn draw(
        &mut self,
        (vertices, tokens): (usize, usize),
        scene: impl FnOnce() -> (Scene, Configuration),
    ) {
        if let Some(fact) = too_large(vertices, tokens) {
            self.facts.push(("picture", fact));
            return;
        }
        let (scene, start) = scene();
        let vertices = (0..scene.vertex_count() as u32).map(Vertex);
        self.points = vertices.filter_map(|vertex| scene.point(vertex)).map(units).collect();
        self.svg = still(&scene, &start).ok();
    }
}

/// A message, if a picture of this many vertices and tokens would be too large.
pub(crate) fn too_large(vertices: usize, tokens: usize) -> Option<String> {
    (vertices > MOST_VERTICES || tokens > MOST_TOKENS).then(|| {
        format!("too large to draw: at most {MOST_VERTICES} places and {MOST_TOKENS} tokens can be drawn")
    })
}

/// The scene of this many vertices and tokens, unless it would be too large.
pub(crate) fn scene_of(
    (vertices, tokens): (usize, usize),
    scene: impl FnOnce() -> Scene,
) -> Result<Scene, TextError> {
    too_large(vertices, tokens).map_or_else(|| Ok(scene()), |message| Err(TextError::new(message)))
}
