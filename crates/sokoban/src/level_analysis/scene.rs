//! Maps as pictures.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use motion_core::draw::{Hue, Line, Paint, Point, Scene, TokenStyle, VertexShape, still};
use motion_core::{Configuration, Vertex};

use super::{LevelAnalysis, MapKind, MapMark};
use crate::board::Square;
use crate::scene::{box_style, player_style};

/// The colour of box tunnels, open squares and boxes that stay (green), of player tunnels, dead
/// squares and parked boxes (red), and of squares that no box reaches and sinks (grey-blue).
const GREEN: Hue = Hue::degrees(150);
const RED: Hue = Hue::degrees(20);
const GREY_BLUE: Hue = Hue::degrees(240);

impl LevelAnalysis {
    /// The level as a scene with a map over it, for the map's [configuration](Self::configuration).
    ///
    /// Each group has a colour. Goals without a mark are drawn as goals. Tunnels are lines: green
    /// if a box can be pushed through, red if only the player can pass. Available pushes are arrows
    /// from the box to its next square, over dots on the squares that the player reaches; dead
    /// squares are also red there. The plan by sinks has a disc for each square onto which a step
    /// brings a box, with the numbers of these steps. The disc is green if the last of these boxes
    /// stays, red if it is parked. Sinks are blue.
    ///
    /// # Examples
    /// ```
    /// use sokoban::{Level, MapKind};
    ///
    /// let analysis = "10#|#--####--#|#@-$----.#|#--####--#|10#".parse::<Level>()?.analysis();
    /// assert_eq!(analysis.scene(MapKind::Rooms).token_count(), 2);
    /// assert!(analysis.svg(MapKind::Rooms).starts_with("<svg"));
    /// # Ok::<(), sokoban::error::SetupError>(())
    /// ```
    pub fn scene(&self, kind: MapKind) -> Scene {
        let (board, level) = (self.board(), self.level());
        let vertex = |square: Square| Vertex(board.cell(square).0);
        let marks = self.marks(kind);
        let squares = (0..board.square_count() as u16).map(Square);
        let painted = squares.zip(marks).filter_map(|(square, mark)| {
            let hue = match (kind, mark) {
                (MapKind::Pushes, _) if !board.is_live(square) => RED,
                (MapKind::Plan, _) if self.plan_by_sinks().sinks().contains(&square) => GREY_BLUE,
                (MapKind::Pushes | MapKind::Plan, _) => return None,
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
        let lines = match kind {
            MapKind::Rooms => self.tunnel_lines(),
            MapKind::Pushes => self.arrows(),
            _ => Vec::new(),
        };
        if kind == MapKind::Plan {
            return scene.with_tokens(self.planned().into_iter().map(|(_, style)| style));
        }
        scene.with_lines(lines).with_tokens(boxes.chain([player_style()]))
    }

    /// The configuration that the scene of a map shows: that of the
    /// [level](crate::Level::configuration), or for the plan by sinks a token on each square onto
    /// which a step brings a box.
    pub fn configuration(&self, kind: MapKind) -> Configuration {
        if kind != MapKind::Plan {
            return self.level().configuration();
        }
        let places: Vec<_> = self.planned().into_iter().map(|(vertex, _)| vertex).collect();
        Configuration::new(self.level().grid().cell_count(), &places)
            .expect("invariant: each square is listed once")
    }

    /// Returns the squares onto which steps of the plan bring boxes, with a disc for each.
    fn planned(&self) -> Vec<(Vertex, TokenStyle)> {
        let plan = self.plan_by_sinks();
        let mut planned: Vec<(Square, Vec<usize>)> = Vec::new();
        for (number, step) in plan.steps().iter().enumerate() {
            match planned.iter_mut().find(|(square, _)| *square == step.to) {
                Some((_, numbers)) => numbers.push(number),
                None => planned.push((step.to, alloc::vec![number])),
            }
        }
        let disc = |(square, numbers): (Square, Vec<usize>)| {
            let is_parked = numbers.last().is_some_and(|&last| plan.is_parked(last));
            let label: Vec<_> = numbers.iter().map(|number| (number + 1).to_string()).collect();
            let style = TokenStyle::disc(if is_parked { RED } else { GREEN }).with_label(label.join(" "));
            (Vertex(self.board().cell(square).0), style)
        };
        planned.into_iter().map(disc).collect()
    }

    /// Draws an arrow for each available push, from the edge of the box, and a dot on each other
    /// square that the player reaches.
    fn arrows(&self) -> Vec<Line> {
        let reached = self.reached();
        let dot = |square: Square| {
            let (row, column) = self.board().coordinates(square);
            let (x, y) = (column as f32 + 0.5, row as f32 + 0.5);
            Line::wall((x - 0.02, y), (x + 0.02, y)).with_paint(Paint::Hue(GREEN))
        };
        let is_pushed_to =
            |to: Square| self.pushes(&reached).any(|push| self.board().step(push.from, push.direction) == to);
        let squares = (0..self.board().square_count() as u16).map(Square);
        let free = squares.filter(|&square| reached[square.index()] && !is_pushed_to(square));
        let mut lines: Vec<_> = free.map(dot).collect();
        for push in self.pushes(&reached) {
            let (row, column) = self.board().coordinates(push.from);
            let (down, right) = push.direction.delta();
            let (along_x, along_y) = (right as f32, down as f32);
            // The point `along` cells from the box's centre and `aside` cells to the right of the
            // arrow.
            let point = |along: f32, aside: f32| {
                let x = column as f32 + 0.5 + along * along_x - aside * along_y;
                Point::new(x, row as f32 + 0.5 + along * along_y + aside * along_x)
            };
            let tip = point(0.95, 0.0);
            for start in [point(0.55, 0.0), point(0.75, 0.2), point(0.75, -0.2)] {
                lines.push(Line::wall(start, tip).with_paint(Paint::Hue(GREEN)));
            }
        }
        lines
    }

    /// Draws the map as SVG.
    pub fn svg(&self, kind: MapKind) -> String {
        still(&self.scene(kind), &self.configuration(kind))
            .expect("invariant: the scene has all cells and tokens")
    }

    /// Draws a line through every tunnel, from end to end.
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
