//! Scenes as pictures and as pages.

use motion_core::draw::{
    ANIMATION_LIMIT, DrawError, PLAYER_LIMIT, Scene, Timeline, Timing, animated, player, still,
};
use motion_core::{Configuration, Vertex};

use crate::error::TextError;
use crate::field::{Moves, Replay};
use crate::places::units;
use crate::protocol::{Shown, View};

/// Larger scenes are not drawn.
const MOST_VERTICES: usize = 70_000;
const MOST_TOKENS: usize = 20_000;

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

impl Replay {
    /// The player's page, or why there is none.
    pub(crate) fn show(self) -> Shown {
        let html = self.drawn(PLAYER_LIMIT, |scene| player(scene, &self.start, self.moves.timeline()));
        let metrics = Some(self.metrics);
        match html {
            Ok(html) => Shown { html: Some(html), steps: Some(self.steps), metrics, error: None },
            Err(error) => Shown { metrics, error: Some(error), ..Shown::default() },
        }
    }

    /// An animated picture.
    pub(crate) fn animated(&self) -> Result<String, TextError> {
        let timing = Timing::default();
        self.drawn(ANIMATION_LIMIT, |scene| animated(scene, &self.start, self.moves.timeline(), &timing))
    }

    fn drawn(
        &self,
        limit: usize,
        draw: impl FnOnce(&Scene) -> Result<String, DrawError>,
    ) -> Result<String, TextError> {
        let moves = self.moves.timeline().moves().len();
        if moves > limit {
            return Err(TextError::of(DrawError::TooLong { moves, limit }));
        }
        draw(self.scene.as_ref().map_err(TextError::clone)?).map_err(TextError::of)
    }
}

impl Moves {
    fn timeline(&self) -> Timeline<'_> {
        match self {
            Self::Plan(plan) => plan.into(),
            Self::Schedule(schedule) => schedule.into(),
        }
    }
}
