//! Games as scenes for [`motion_core::draw`].

use alloc::vec::Vec;

use motion_core::draw::{self, Draw, Line, Paint, Point, Scene, Timeline, TokenStyle, VertexShape};
use motion_core::{Cell, Configuration, Token, Vertex};

use crate::board::Slope;
use crate::instance::{Instance, TargetRobot};
use crate::moves::Moves;
use crate::verify::VerifyError;

impl Instance {
    /// Returns a scene of the board, its robots and the targets.
    ///
    /// Draw it with the [`configuration`](Instance::configuration) and the
    /// [`plan`](Instance::plan), which has a move for each straight piece of a slide. If there are
    /// diagonals, players state that they count these pieces.
    ///
    /// # Examples
    /// ```
    /// use motion_core::draw::{Timing, animated};
    /// use ricochet::{Instance, Moves};
    ///
    /// let game: Instance = "
    /// +---+---+---+
    /// | r         |
    /// +   +   +   +
    /// |           |
    /// +   +   +   +
    /// |         R |
    /// +---+---+---+".parse()?;
    /// let plan = game.plan(&"rR rD".parse::<Moves>()?)?;
    /// let svg = animated(&game.scene(), &game.configuration(), &plan, &Timing::default())?;
    /// assert!(svg.contains("animateTransform"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scene(&self) -> Scene {
        let board = self.board();
        let grid = board.grid();
        let at =
            |cell: Cell, x: f32, y: f32| Point::new(grid.column(cell) as f32 + x, grid.row(cell) as f32 + y);
        let diagonals = board.diagonals().map(|(cell, diagonal)| {
            let (left, right) = match diagonal.slope {
                Slope::Rising => (0.9, 0.1),
                Slope::Falling => (0.1, 0.9),
            };
            Line::wall(at(cell, 0.1, left), at(cell, 0.9, right))
                .with_paint(Paint::Hue(diagonal.colour.hue()))
        });
        let only =
            |robot| self.targets().iter().filter(move |target| target.robot == TargetRobot::Only(robot));
        // A token has only one goal. If a robot has several targets, their cells have its colour
        // instead.
        let shapes = self.targets().iter().filter_map(|target| {
            let paint = match target.robot {
                TargetRobot::Any => Paint::Goal,
                TargetRobot::Only(robot) if only(robot).count() > 1 => Paint::Hue(robot.hue()),
                TargetRobot::Only(_) => return None,
            };
            Some((Vertex(target.cell.0), VertexShape::Cell(paint)))
        });
        let robots: Vec<_> = self
            .robots()
            .iter()
            .map(|&(robot, _)| {
                let style = TokenStyle::disc(robot.hue()).with_label(robot);
                let mut own = only(robot);
                match (own.next(), own.next()) {
                    (Some(target), None) => style.with_goal(draw::Goal::At(Vertex(target.cell.0))),
                    _ => style,
                }
            })
            .collect();
        // A plan moves a deflected robot piece by piece, and so do players.
        let is_deflected = board.diagonals().next().is_some();
        let tokens = (0..robots.len() as u32).map(Token);
        let title = alloc::format!("Ricochet Robots, {}×{}", grid.rows(), grid.columns());
        let scene = Scene::cells(grid)
            .with_title(title)
            .with_shapes(shapes)
            .with_lines(diagonals)
            .with_tokens(robots);
        if is_deflected { scene.with_counter("straight pieces", tokens) } else { scene }
    }
}

impl Draw<Moves> for Instance {
    type Error = VerifyError;

    fn scene(&self) -> Scene {
        self.scene()
    }

    fn configuration(&self) -> Configuration {
        self.configuration()
    }

    fn timeline<'s>(&self, moves: &'s Moves) -> Result<Timeline<'s>, VerifyError> {
        self.plan(moves).map(Timeline::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use motion_core::Plan;
    use motion_core::draw::{player, still};

    #[test]
    fn a_still_shows_robots_diagonals_and_the_target() {
        let text = "\
+---+---+---+
|\\r     |   |
+   +   +---+
|       | b |
+   +   +   +
|/      | * |
+---+---+---+
diagonal 0 0 g
diagonal 2 0 b";
        let game: Instance = text.parse().expect("a game");
        let picture = still(&game.scene(), &game.configuration()).expect("a scene that fits");
        assert_eq!(picture.matches("class=\"m-token\"").count(), 2);
        let own = still(
            &text.replace('*', "R").parse::<Instance>().expect("a game").scene(),
            &game.configuration(),
        );
        assert_eq!(own.expect("a scene that fits").matches("class=\"m-mark\"").count(), 1);
        // Two targets of different robots have marks; two targets of one robot are cells of its
        // colour.
        let marks = |first: &str, second: &str| {
            let text = text.replace(" * ", first).replace("| b ", second);
            let game: Instance = text.parse().expect("a game");
            let picture = still(&game.scene(), &game.configuration()).expect("a scene that fits");
            picture.matches("class=\"m-mark\"").count()
        };
        assert_eq!([marks(" R ", "| bB"), marks(" R ", "| b*"), marks(" R ", "| bR")], [2, 1, 0]);
        assert_ne!(
            picture,
            still(
                &text
                    .replace('/', " ")
                    .replace("\ndiagonal 2 0 b", "")
                    .parse::<Instance>()
                    .expect("a game")
                    .scene(),
                &game.configuration()
            )
            .expect("a scene that fits")
        );
    }
    #[test]
    fn players_say_that_they_count_straight_pieces() {
        let straight = "+---+---+---+\n| r         |\n+   +   +   +\n|           |\n+   +   +   +\n\
            |         R |\n+---+---+---+";
        for (text, name) in [
            (String::from(straight), "moves"),
            (
                alloc::format!("{}\ndiagonal 1 1 b", straight.replacen("|           |", "|    \\      |", 1)),
                "straight pieces",
            ),
        ] {
            let game: Instance = text.parse().expect("a game");
            let page =
                player(&game.scene(), &game.configuration(), Plan::default()).expect("a scene that fits");
            assert!(page.contains(&alloc::format!("\"count\":\"{name}\"")), "{text}");
        }
    }
}
