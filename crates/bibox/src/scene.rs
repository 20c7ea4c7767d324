//! Instances with their ears as scenes for [`motion_core::draw`].

use alloc::vec::Vec;

use cpf_core::Instance;
use motion_core::Vertex;
use motion_core::draw::{Hue, Line, Paint, Point, Scene};
use motion_core::internal::Counted;

use crate::instance::EarInstance;

/// The distance of a line's end from the middle of a goal's mark: about the mark's radius, so that
/// the line touches it.
const CLEARANCE: f32 = 0.44;

/// The part of the colour wheel that is used, so that the first and the last ear differ.
const FIRST_HUE: usize = 20;
const HUES: usize = 300;

impl EarInstance<'_> {
    /// Makes the [scene](Instance::scene) of the instance with its ears drawn over it: the initial
    /// cycle in the colour of text, the ears in their [`hues`](EarInstance::hues). Chords are not
    /// changed.
    ///
    /// The scene fits the start and every plan. To draw the ears alone, use an instance without
    /// robots.
    ///
    /// # Complexity
    /// That of [`Instance::scene`].
    ///
    /// # Examples
    /// ```
    /// use bibox::{EarInsertion, EarInstance};
    /// use cpf_core::Instance;
    /// use motion_core::draw::player;
    /// use motion_core::graph::Graph;
    /// use motion_core::{Control, Solver, Vertex};
    ///
    /// // A triangle with an ear; two robots change places.
    /// let edges = [(0, 1), (1, 2), (2, 0), (0, 3), (3, 1)].map(|(a, b)| (Vertex(a), Vertex(b)));
    /// let robots = [(Vertex(0), Vertex(3)), (Vertex(3), Vertex(0))];
    /// let instance = Instance::new(Graph::from_edges(4, edges)?, &robots)?;
    /// let problem = EarInstance::new(&instance)?;
    /// let plan = EarInsertion::default()
    ///     .solve(&problem, &mut Control::unlimited())
    ///     .plan()
    ///     .expect("solvable");
    /// let page = player(&problem.scene(), instance.start(), &plan)?;
    /// assert!(page.contains("2 robots, a cycle of 3 vertices and 1 ear"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scene(&self) -> Scene {
        let (instance, ears) = (self.instance(), self.ears());
        let scene = instance.scene();
        let title = alloc::format!(
            "{}, a cycle of {} vertices and {}",
            Counted(instance.robot_count(), "robot"),
            ears.cycle().len(),
            Counted(ears.ears().len(), "ear")
        );
        let around = ears.cycle();
        let around = around.iter().copied().zip(around[1..].iter().chain(&around[..1]).copied());
        let cycle = around.filter_map(|edge| line(instance, &scene, edge, Paint::Ink));
        let along = ears.ears().zip(self.hues()).flat_map(|(ear, hue)| {
            let edges = ear.windows(2).map(|pair| (pair[0], pair[1]));
            edges.map(move |edge| (edge, Paint::Hue(hue)))
        });
        let along = along.filter_map(|(edge, paint)| line(instance, &scene, edge, paint));
        let lines: Vec<_> = cycle.chain(along).collect();
        scene.with_title(title).with_lines(lines)
    }

    /// The colours of the ears in the [scene](EarInstance::scene): around the wheel from red for
    /// the first ear to violet for the last, which is arranged first.
    pub fn hues(&self) -> impl ExactSizeIterator<Item = Hue> {
        let count = self.ears().ears().len();
        (0..count).map(move |number| {
            let turned = number * HUES / (count - 1).max(1);
            Hue::degrees((FIRST_HUE + turned) as u16)
        })
    }
}

/// Draws an edge as a thick line that does not cover the marks of goals; `None` between marks that
/// touch.
fn line(instance: &Instance, scene: &Scene, (a, b): (Vertex, Vertex), paint: Paint) -> Option<Line> {
    let (from, to) = (scene.point(a)?, scene.point(b)?);
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = length(x, y);
    let gap = |vertex| if instance.goal().is_vacant(vertex) { 0.0 } else { CLEARANCE };
    let (behind, before) = (gap(a), gap(b));
    if behind + before >= length {
        return None;
    }
    let (begin, end) = (behind / length, 1.0 - before / length);
    let at = |share: f32| Point::new(from.x + share * x, from.y + share * y);
    Some(Line::wall(at(begin), at(end)).with_paint(paint))
}

/// The length of a vector by Newton's method, because `core` has no square root. It is accurate,
/// because the first guess is at most a factor of √2 too small.
fn length(x: f32, y: f32) -> f32 {
    let square = x * x + y * y;
    let mut root = x.abs().max(y.abs());
    if root > 0.0 {
        for _ in 0..4 {
            root = 0.5 * (root + square / root);
        }
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::graph;
    use cpf_core::Setup;
    use motion_core::draw::still;
    use motion_core::{Configuration, Grid};

    /// Returns the numbers of strokes and of colours in which lines are drawn.
    fn strokes(picture: &str) -> (usize, usize) {
        let lines: Vec<_> = picture.lines().filter(|line| line.starts_with("<path class=\"m-line")).collect();
        (lines.iter().map(|line| line.matches('M').count()).sum(), lines.len())
    }

    #[test]
    fn every_edge_of_the_cycle_and_the_ears_is_drawn_once() {
        let grid =
            Setup::on_grid(Grid::new(3, 4).expect("cells"), alloc::vec![]).instance().expect("no robot");
        let problem = EarInstance::new(&grid).expect("an open rectangle");
        let picture = still(&problem.scene(), grid.start()).expect("a scene that fits");
        let (rim, _) = strokes(&still(&grid.scene(), grid.start()).expect("a scene that fits"));
        let edges: usize = problem.ears().ears().map(|ear| ear.len() - 1).sum();
        assert_eq!(strokes(&picture), (rim + 4 + edges, 2 + problem.ears().ears().len()));
        assert!(picture.contains("<title>0 robots, a cycle of 4 vertices and 5 ears</title>"));
    }

    #[test]
    fn lines_end_at_the_marks_of_goals() {
        // Two triangles that share an edge, and a robot that goes from one tip to the other.
        let kite = graph(4, [(0, 1), (1, 2), (2, 0), (1, 3), (3, 2)]);
        let robots = [(Vertex(0), Vertex(3))];
        let instance = Instance::new(kite, &robots).expect("distinct vertices");
        let problem = EarInstance::new(&instance).expect("a bi-connected graph");
        let scene = problem.scene();
        let tip = scene.point(Vertex(3)).expect("a place");
        let reaches = |edge| {
            let line = line(&instance, &scene, edge, Paint::Ink).expect("long enough");
            length(line.to.x - tip.x, line.to.y - tip.y)
        };
        assert!((reaches((Vertex(1), Vertex(3))) - CLEARANCE).abs() < 1e-5);
        let mark = scene.point(Vertex(1)).expect("a place");
        let open = line(&instance, &scene, (Vertex(2), Vertex(1)), Paint::Ink).expect("long enough");
        assert_eq!(open.to, mark);
        let configuration = Configuration::new(4, &[Vertex(3)]).expect("one robot");
        let picture = still(&scene, &configuration).expect("a scene that fits");
        assert_eq!(strokes(&picture), (5, 2));
    }

    #[test]
    fn lengths_are_those_of_pythagoras() {
        for (x, y, expected) in [(3.0, 4.0, 5.0), (0.0, 0.0, 0.0), (-5.0, 12.0, 13.0), (0.0, -2.5, 2.5)] {
            assert!((length(x, y) - expected).abs() < 1e-5, "{x} {y}");
        }
    }
}
