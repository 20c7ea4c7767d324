//! Puzzles as scenes for [`motion_core::draw`].

use motion_core::draw::{Draw, Goal, Scene, Timeline, TokenStyle};
use motion_core::{Configuration, Plan, Vertex, Walk};

use crate::board::Board;
use crate::instance::Instance;
use crate::verify::VerifyError;

impl Instance {
    /// Returns the board and its tiles, each in the colour of its goal. A solved board is a smooth
    /// gradient.
    ///
    /// Use it with [`Board::configuration`](crate::Board::configuration) and
    /// [`Board::moves`](crate::Board::moves) of the start.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::Instance;
    /// use motion_core::draw::{Timing, animated};
    /// use motion_core::{Plan, Walk};
    ///
    /// let instance: Instance = "1 2\n0 3".parse()?;
    /// let start = instance.start();
    /// let plan: Plan = start.moves(&"R".parse::<Walk>()?).collect();
    /// let svg = animated(&instance.scene(), &start.configuration(), &plan, &Timing::default())?;
    /// assert!(svg.contains("animateTransform"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scene(&self) -> Scene {
        scene(self.goal())
    }
}

/// A walk is verified before it is shown.
impl Draw<Walk> for Instance {
    type Error = VerifyError;

    fn scene(&self) -> Scene {
        self.scene()
    }

    fn configuration(&self) -> Configuration {
        self.start().configuration()
    }

    fn timeline<'s>(&self, walk: &'s Walk) -> Result<Timeline<'s>, VerifyError> {
        self.verify(walk)?;
        Ok(self.start().moves(walk).collect::<Plan>().into())
    }
}

/// A plan is verified before it is shown.
impl Draw<Plan> for Instance {
    type Error = VerifyError;

    fn scene(&self) -> Scene {
        self.scene()
    }

    fn configuration(&self) -> Configuration {
        self.start().configuration()
    }

    fn timeline<'s>(&self, plan: &'s Plan) -> Result<Timeline<'s>, VerifyError> {
        self.verify_plan(plan)?;
        Ok(plan.into())
    }
}

fn scene(goal: &Board) -> Scene {
    let (rows, columns) = (goal.rows(), goal.columns());
    let scene = Scene::grid(rows, columns);
    let hues = scene.hues();
    let goals = goal.cells_of_tiles();
    let tiles = (1..).zip(goals.iter().skip(1)).map(|(number, goal)| {
        let goal_vertex = Goal::Unmarked(Vertex(goal.0));
        TokenStyle::tile(hues[goal.index()]).with_label(number).with_goal(goal_vertex)
    });
    scene.with_title(alloc::format!("{rows}×{columns} sliding puzzle")).with_tokens(tiles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use motion_core::draw::still;

    #[test]
    fn a_still_shows_every_tile_and_nothing_under_the_blank() {
        let instance: Instance = "1 2 3\n4 0 6\n7 5 8".parse().expect("an instance");
        let picture = still(&instance.scene(), &instance.start().configuration()).expect("a scene that fits");
        assert_eq!(picture.matches("class=\"m-token\"").count(), 8);
        assert_eq!(picture.matches("class=\"m-mark\"").count(), 0);
        let solved = still(&instance.scene(), &instance.goal().configuration()).expect("a scene that fits");
        assert_ne!(picture, solved);
    }

    #[test]
    fn nothing_lies_on_any_of_several_blanks() {
        let instance: Instance = "1 0 3\n4 0 5\n0 2 6".parse().expect("several blanks");
        let picture = still(&instance.scene(), &instance.start().configuration()).expect("a scene that fits");
        assert_eq!(picture.matches("class=\"m-token\"").count(), 6);
    }
}
