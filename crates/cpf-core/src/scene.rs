//! Instances as scenes for [`motion_core::draw`].

use core::convert::Infallible;

use motion_core::draw::{Draw, Goal, Scene, Timeline, TokenStyle};
use motion_core::internal::Counted;
use motion_core::{Configuration, Plan, Schedule};

use crate::instance::Instance;
use crate::layout::layout;

impl Instance {
    /// Draws the graph and its robots. Each robot has the colour of its goal, which is marked.
    /// Robots are numbered from 1, as in plans.
    ///
    /// An instance on a grid is drawn as its cells, with closed cells as walls. Other graphs are
    /// laid out by springs, or on a circle if they have more than 300 vertices. The scene fits the
    /// [start](Instance::start) and any plan or schedule.
    ///
    /// # Complexity
    /// Linear, but quadratic in the vertices if springs are used.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::Instance;
    /// use cpf_core::formats::PlanText;
    /// use motion_core::draw::player;
    ///
    /// let instance: Instance = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\n".parse()?;
    /// let PlanText(schedule) = "1 1 1 2\n".parse()?;
    /// let page = player(&instance.scene(), instance.start(), &schedule)?;
    /// assert!(page.contains("1 robot on 3 vertices"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scene(&self) -> Scene {
        let scene = match self.grid() {
            Some(grid) => Scene::open_cells(grid),
            None => Scene::at(layout(self.graph())).with_edges(self.graph().edges()),
        };
        let hues = scene.hues();
        let robots = (1..).zip(self.goal().places()).map(|(number, &goal)| {
            TokenStyle::disc(hues[goal.index()]).with_label(number).with_goal(Goal::At(goal))
        });
        let count = self.robot_count();
        let vertices = Counted(self.graph().vertex_count(), "vertex");
        let title = alloc::format!("{} on {vertices}", Counted(count, "robot"));
        scene.with_title(title).with_tokens(robots)
    }
}

macro_rules! draw {
    ($solution:ty) => {
        /// Does not check whether the moves are legal.
        impl Draw<$solution> for Instance {
            type Error = Infallible;

            fn scene(&self) -> Scene {
                self.scene()
            }

            fn configuration(&self) -> Configuration {
                self.start().clone()
            }

            fn timeline<'s>(&self, solution: &'s $solution) -> Result<Timeline<'s>, Infallible> {
                Ok(solution.into())
            }
        }
    };
}

draw!(Plan);
draw!(Schedule);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Setup;
    use motion_core::draw::still;
    use motion_core::graph::Graph;
    use motion_core::{Cell, Grid, Vertex};

    #[test]
    fn grids_show_closed_cells_and_graphs_edges() {
        let mut grid = Grid::new(2, 3).expect("six cells");
        grid.close(Cell(1));
        // The vertices are the five open cells.
        let robots = alloc::vec![(Vertex(0), Vertex(4)), (Vertex(4), Vertex(0))];
        let instance = Setup::on_grid(grid, robots.clone()).instance().expect("an instance");
        let scene = instance.scene();
        assert_eq!((scene.vertex_count(), scene.token_count()), (6, 2));
        let picture = still(&scene, instance.start()).expect("a scene that fits");
        assert_eq!(picture.matches("class=\"m-token\"").count(), 2);
        assert_eq!(picture.matches("class=\"m-mark\"").count(), 2);

        let star = Graph::from_edges(5, (1..5).map(|ray| (Vertex(0), Vertex(ray)))).expect("a star");
        let instance = Instance::new(star, &robots).expect("an instance");
        let scene = instance.scene();
        assert_eq!(scene.vertex_count(), 5);
        assert!(still(&scene, instance.start()).is_ok());
    }
}
