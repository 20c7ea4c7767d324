//! Levels as scenes for [`motion_core::draw`].

use motion_core::draw::{Draw, Goal, Hue, Paint, Scene, Shape, Timeline, TokenStyle, VertexShape};
use motion_core::{Configuration, Token, Vertex};

use crate::level::Level;
use crate::moves::Moves;
use crate::setup::Tile;
use crate::verify::VerifyError;

/// The colour of boxes that are not on goals.
const BROWN: Hue = Hue::degrees(70);

impl Level {
    /// The level with its boxes and the player, decoration included. Boxes on goals have the full
    /// colour.
    ///
    /// Goes with [`configuration`](Level::configuration) and [`schedule`](Level::schedule).
    ///
    /// # Examples
    /// ```
    /// use motion_core::draw::{Timing, animated};
    /// use sokoban::Level;
    ///
    /// let level: Level = "7#|#@-$-.#|7#".parse()?;
    /// let schedule = level.schedule(&"rRR".parse()?)?;
    /// let svg = animated(&level.scene(), &level.configuration(), &schedule, &Timing::default())?;
    /// assert!(svg.contains("animateTransform"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scene(&self) -> Scene {
        let (rows, columns) = (self.grid().rows(), self.grid().columns());
        let boxes = self.all_boxes().map(|_| box_style());
        let title = alloc::format!("Sokoban, {rows}×{columns}");
        let scene = self.floor().with_title(title).with_tokens(boxes);
        let boxes = (0..scene.token_count() as u32).map(Token);
        scene.with_counter("pushes", boxes).with_tokens([player_style()])
    }

    /// Draws walls, floor and goals; cells outside the walls stay blank.
    pub(crate) fn floor(&self) -> Scene {
        let grid = self.grid();
        let places = grid.cells().map(|cell| {
            let place = match self.tile(cell) {
                Tile::Wall => VertexShape::Cell(Paint::Wall),
                tile if tile.is_goal() => VertexShape::Cell(Paint::Goal),
                _ if self.is_inside(cell) => VertexShape::Cell(Paint::Floor),
                _ => VertexShape::Bare,
            };
            (Vertex(cell.0), place)
        });
        // Shapes replace the grid's own walls, which follow the border of the rectangle.
        Scene::grid(grid.rows(), grid.columns()).with_shapes(places)
    }
}

impl Draw<Moves> for Level {
    type Error = VerifyError;

    fn scene(&self) -> Scene {
        self.scene()
    }

    fn configuration(&self) -> Configuration {
        self.configuration()
    }

    fn timeline<'s>(&self, moves: &'s Moves) -> Result<Timeline<'s>, VerifyError> {
        self.schedule(moves).map(Timeline::from)
    }
}

/// The style of boxes.
pub(crate) fn box_style() -> TokenStyle {
    TokenStyle::new(Shape::Box, Paint::Hue(BROWN)).with_goal(Goal::Painted)
}

/// The style of the player.
pub(crate) fn player_style() -> TokenStyle {
    TokenStyle::new(Shape::Disc, Paint::Ink)
}

#[cfg(test)]
mod tests {
    use motion_core::draw::still;

    use crate::level::Level;

    #[test]
    fn a_still_shows_boxes_goals_and_decoration_and_nothing_outside() {
        let level: Level = "  ####\n  #.@#\n###$ #\n#**# #\n###  #\n  ####".parse().expect("a level");
        let picture = still(&level.scene(), &level.configuration()).expect("a scene that fits");
        assert_eq!(picture.matches("class=\"m-token\"").count(), 4);
        // The cells of a kind form one path, with a subpath each.
        let cells = |kind| {
            let line = picture.lines().find(|line| line.contains(kind)).expect("cells of this kind");
            line.matches(['M', 'z']).count() / 2
        };
        assert_eq!(["m-cell m-wall\" ", "m-cell m-goal\" ", "m-cell m-floor\" "].map(cells), [21, 3, 6]);
        assert!(!picture.contains("class=\"m-line"), "{picture}");
    }
}
