//! Maps as pictures.

use alloc::string::String;
use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::draw::{Hue, Line, Paint, Point, Scene, VertexShape, still};

use super::survey::{Layer, Mark, Survey};
use crate::board::Square;
use crate::scene::{box_style, player_style};

/// The colours of box tunnels, and of what is open; of player tunnels, and of what is dead; of what no box comes to.
const GREEN: Hue = Hue::degrees(150);
const RED: Hue = Hue::degrees(20);
const GREY_BLUE: Hue = Hue::degrees(240);

impl Survey {
    /// A picture of the level with a layer over it, for its [configuration](crate::Level::configuration).
    ///
    /// Groups have a colour each; goals are drawn as goals where the layer leaves them free; tunnels are lines, green if a box
    /// can be pushed through, red if only the player gets through.
    ///
    /// # Examples
    /// ```
    /// use sokoban::{Layer, Survey};
    ///
    /// let survey = Survey::new(&"10#|#--####--#|#@-$----.#|#--####--#|10#".parse()?);
    /// assert_eq!(survey.scene(Layer::Rooms).token_count(), 2);
    /// assert!(survey.svg(Layer::Rooms).starts_with("<svg"));
    /// # Ok::<(), sokoban::SetupError>(())
    /// ```
    pub fn scene(&self, layer: Layer) -> Scene {
        let (board, level) = (self.board(), self.level());
        let vertex = |square: Square| Vertex(board.cell(square).0);
        let marks = self.marks(layer);
        let squares = (0..board.square_count() as u16).map(Square);
        let painted = squares.zip(marks).filter_map(|(square, mark)| {
            let hue = match (layer, mark) {
                (_, Mark::Group(number)) => Hue::nth(number as u32),
                (Layer::Zones, Mark::Sign('a'..='z')) | (_, Mark::Sign('>')) => GREEN,
                (_, Mark::Sign('x' | '*' | '+')) => RED,
                (Layer::Dead, Mark::Sign(_)) => GREY_BLUE,
                (_, Mark::None | Mark::Sign(_)) => return None,
            };
            Some((vertex(square), VertexShape::Cell(Paint::Hue(hue))))
        });
        let boxes = level.all_boxes().map(|cell| {
            let look = box_style();
            let door = self.passages().iter().find(|passage| board.cell(passage.box_at) == cell);
            match door.filter(|_| layer == Layer::Zones) {
                Some(passage) if passage.is_door() => look.with_label('D'),
                Some(passage) if passage.is_one_way() => look.with_label('O'),
                _ => look,
            }
        });
        let scene = level.floor().with_title(layer.title()).with_shapes(painted);
        let lines = if layer == Layer::Rooms { self.tunnel_lines() } else { Vec::new() };
        scene.with_lines(lines).tokens(boxes.chain([player_style()]))
    }

    /// A picture as SVG.
    pub fn svg(&self, layer: Layer) -> String {
        still(&self.scene(layer), &self.level().configuration())
            .expect("invariant: the scene has all cells and tokens")
    }

    /// A line through every tunnel, from end to end.
    fn tunnel_lines(&self) -> Vec<Line> {
        let centre = |square: Square| {
            let (row, column) = self.board().coordinates(square);
            Point::new(column as f32 + 0.5, row as f32 + 0.5)
        };
        let mut lines = Vec::new();
        for tunnel in self.structure().tunnels() {
            let hue = if tunnel.carries == [false, false] { RED } else { GREEN };
            let [start, end] = tunnel.ends;
            let way: Vec<_> =
                start.into_iter().chain(tunnel.squares.iter().copied()).chain(end).map(centre).collect();
            let piece = |pair: &[Point]| Line::wall(pair[0], pair[1]).with_paint(Paint::Hue(hue));
            lines.extend(way.windows(2).map(piece));
        }
        lines
    }
}
