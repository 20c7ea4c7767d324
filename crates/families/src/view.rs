//! The view of a text as an instance: its picture, its status, some facts.

use motion_core::draw::{Scene, still};
use motion_core::{Configuration, Vertex};
use serde::Serialize;

use crate::TextError;
use crate::places::units;

/// The greatest numbers of vertices and tokens of scenes that are drawn.
const MOST_VERTICES: usize = 70_000;
const MOST_TOKENS: usize = 20_000;

/// The status of an instance: solved, solvable or lost, as far as known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The text is not an instance, or not yet.
    Invalid,
    /// Neither solved nor known to have no solution.
    Open,
    /// The instance is at its goal.
    Solved,
    /// The goal cannot be reached.
    Unsolvable,
    /// The goal can no longer be reached.
    Lost,
}

/// The view of a text.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The text, in its usual form.
    pub text: String,
    /// The reason why it is not an instance.
    pub error: Option<TextError>,
    /// The picture.
    pub svg: Option<String>,
    /// The places of all vertices in the picture.
    pub points: Vec<[f64; 2]>,
    /// The status, as far as known.
    pub status: Status,
    /// The reason why there is no solution, or the way in which there is one.
    pub reason: Option<String>,
    /// Facts such as sizes, by name.
    pub facts: Vec<(&'static str, String)>,
}

impl View {
    /// Makes the view of a text that is not an instance.
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

/// Returns a message if a picture of this many vertices and tokens would be too large.
pub(crate) fn too_large(vertices: usize, tokens: usize) -> Option<String> {
    (vertices > MOST_VERTICES || tokens > MOST_TOKENS).then(|| {
        format!("too large to draw: at most {MOST_VERTICES} places and {MOST_TOKENS} tokens can be drawn")
    })
}

/// Returns the scene of this many vertices and tokens, unless it would be too large.
pub(crate) fn scene_of(
    (vertices, tokens): (usize, usize),
    scene: impl FnOnce() -> Scene,
) -> Result<Scene, TextError> {
    too_large(vertices, tokens).map_or_else(|| Ok(scene()), |message| Err(TextError::new(message)))
}
