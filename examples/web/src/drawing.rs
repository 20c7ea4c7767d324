//! Scenes as pictures and as pages.

use motion_core::Configuration;
use motion_core::draw::{
    ANIMATION_LIMIT, DrawError, PLAYER_LIMIT, Scene, Timeline, Timing, animated, player, still,
};

use crate::error::TextError;
use crate::field::{Moves, Replay};
use crate::places::units;
use crate::protocol::{Shown, View};

/// Larger scenes are not drawn.
const MOST_VERTICES: usize = 70_000;
const MOST_TOKENS: usize = 20_000;

impl View {
    /// Adds the picture, unless it would be too large.
    pub(crate) fn draw(&mut self, scene: &Scene, start: &Configuration) {
        if let Some(fact) = too_large(scene) {
            self.facts.push(("picture", fact));
            return;
        }
        let vertices = (0..scene.vertex_count() as u32).map(motion_core::Vertex);
        self.points = vertices.filter_map(|vertex| scene.point(vertex)).map(units).collect();
        self.svg = still(scene, start).ok();
    }
}

fn too_large(scene: &Scene) -> Option<String> {
    let (vertices, tokens) = (scene.vertex_count(), scene.token_count());
    (vertices > MOST_VERTICES || tokens > MOST_TOKENS).then(|| {
        format!("too large to draw: at most {MOST_VERTICES} places and {MOST_TOKENS} tokens can be drawn")
    })
}

impl Replay {
    /// The player's page, or why there is none.
    pub(crate) fn show(self) -> Shown {
        let html = self
            .check(PLAYER_LIMIT)
            .and_then(|()| player(&self.scene, &self.start, self.moves.timeline()).map_err(TextError::of));
        let metrics = Some(self.metrics);
        match html {
            Ok(html) => Shown { html: Some(html), steps: Some(self.steps), metrics, error: None },
            Err(error) => Shown { metrics, error: Some(error), ..Shown::default() },
        }
    }

    /// An animated picture.
    pub(crate) fn animated(&self) -> Result<String, TextError> {
        self.check(ANIMATION_LIMIT)?;
        animated(&self.scene, &self.start, self.moves.timeline(), &Timing::default()).map_err(TextError::of)
    }

    fn check(&self, limit: usize) -> Result<(), TextError> {
        let moves = self.moves.timeline().moves().len();
        if moves > limit {
            return Err(TextError::of(DrawError::TooLong { moves, limit }));
        }
        too_large(&self.scene).map_or(Ok(()), |message| Err(TextError::new(message)))
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
