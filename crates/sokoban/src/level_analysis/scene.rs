//! Maps as pictures.

use alloc::string::String;
use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::draw::{Hue, Line, Paint, Point, Scene, VertexShape, still};

use super::{LevelAnalysis, MapKind, MapMark};
use crate::board::Square;
use crate::scene::{box_style, player_style};

/// The colours of box tunnels and open squares; of player tunnels and dead squares; of squares that
/// no box reaches.
const GREEN: Hue = Hue::degrees(150);
const RED: Hue = Hue::degrees(20);
const GREY_BLUE: Hue = Hue::degrees(240);

impl LevelAnalysis {
    /// The level as a scene with a map over it, for its
    /// [configuration](crate::Level::configuration).
    ///
    /// Each group has a colour. Goals without a mark are drawn as goals. Tunnels are lines: green
    /// if a box can be pushed through, red if only the player can pass.
    ///
    /// # Examples
    /// ```
    /// use sokoban::{MapKind, LevelAnalysis};
    ///
    /// let analysis = LevelAnalysis::new(&"10#|#--####--#|#@-$----.#|#--####--#|10#".parse()?);
    /// assert_eq!(analysis.scene(MapKind::Rooms).token_count(), 2);
    /// assert!(analysis.svg(MapKind::Rooms).starts_with("<svg"));
    /// # Ok::<(), sokoban::SetupError>(())
    /// ```
    pub fn scene(&self, kind: MapKind) -> Scene {
        let (board, level) = (self.board(), self.level());
        let vertex = |square: Square| Vertex(board.cell(square).0);
        let marks = self.marks(kind);
        let squares = (0..board.square_count() as u16).map(Square);
        let painted = squares.zip(marks).filter_map(|(square, mark)| {
            let hue = match (kind, mark) {
                (_, MapMark::Group(number)) => Hue::nth(number as u32),
                (MapKind::Zones, MapMark::Sign('a'..='z')) | (_, MapMark::Sign('>')) => GREEN,
                (_, MapMark::Sign('x' | '*' | '+')) => RED,
                (MapKind::Dead, MapMark::Sign(_)) => GREY_BLUE,
                (_, MapMark::None | MapMark::Sign(_)) => return None,
            };
            Some((vertex(square), VertexShape::Cell(Paint::Hue(hue))))
        });
        let boxes = level.all_boxes().map(|cell| {
            let look = box_style();
            let door = self.passages().iter().find(|passage| board.cell(passage.box_at) == cell);
            match door.filter(|_| kind == MapKind::Zones) {
                Some(passage) if passage.is_door() => look.with_label('D'),
                Some(passage) if passage.is_one_way() => look.with_label('O'),
                _ => look,
            }
        });
        let scene = level.floor().with_title(kind.title()).with_shapes(painted);
        let lines = if kind == MapKind::Rooms { self.tunnel_lines() } else { Vec::new() };
        scene.with_lines(lines).with_tokens(boxes.chain([player_style()]))
    }

    /// The map as SVG.
    pub fn svg(&self, kind: MapKind) -> String {
        still(&self.scene(kind), &self.level().configuration())
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
            let line: Vec<_> =
                start.into_iter().chain(tunnel.squares.iter().copied()).chain(end).map(centre).collect();
            let piece = |pair: &[Point]| Line::wall(pair[0], pair[1]).with_paint(Paint::Hue(hue));
            lines.extend(line.windows(2).map(piece));
        }
        lines
    }
}
