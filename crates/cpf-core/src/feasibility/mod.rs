//! Whether the goal can be reached, and if not, why.
//!
//! Robots move one at a time to vacant neighbours, so every move can be undone, and the question is
//! which placements are connected by moves. It is decided without a search, component by component.
//! With m vacant vertices in the component:
//!
//! | case | reachable are |
//! |---|---|
//! | m = 0 | only the start |
//! | a path | the placements with the same order from end to end |
//! | a cycle | the placements with the same cyclic order |
//! | m = 1 | block by block, what Wilson's theorem allows: see `one_blank` |
//! | m ≥ 2 | the permutations within classes of robots that can be exchanged: see `many_blanks` |
//!
//! # References
//! * R. M. Wilson, *Graph puzzles, homotopy, and the alternating group*, Journal of Combinatorial
//!   Theory B 16, 1974, pages 86–96.
//! * D. Kornhauser, G. Miller and P. Spirakis, *Coordinating pebble motion on graphs, the diameter
//!   of permutation groups, and applications*, 25th Annual Symposium on Foundations of Computer
//!   Science, 1984, pages 241–250.
//!
//! The case m ≥ 2 follows B. de Wilde, A. W. ter Mors and C. Witteveen, *Push and Rotate: a
//! complete multi-agent pathfinding algorithm*, Journal of Artificial Intelligence Research 51,
//! 2014, pages 443–492, in how it divides the graph.

mod components;
mod exchange_classes;
mod forest;
mod infeasible;
mod many_blanks;
mod one_blank;
mod path_and_cycle;
mod spanning_tree;
mod theta_zero;

#[cfg(test)]
mod exhaustive;
#[cfg(test)]
mod sampled;
#[cfg(test)]
mod tests;

pub use exchange_classes::ExchangeClasses;
pub use infeasible::Infeasible;
pub use theta_zero::is_theta_zero;

use motion_core::{Control, Outcome, Stop, Token};

use crate::instance::Instance;
use crate::motion_model::MotionModel;
use crate::sub_instance::SubInstance;

impl Instance {
    /// Whether some sequence of moves leads from the start to the goal.
    ///
    /// # Errors
    /// [`Infeasible`] gives a reason why there is none.
    ///
    /// # Guarantees
    /// Exact: `Ok` if and only if the goal can be reached. Deterministic, the reason included.
    /// Nothing recurses.
    ///
    /// # Complexity
    /// Time O(E + V log V), memory O(V + E).
    ///
    /// # References
    /// * One blank: R. M. Wilson, *Graph puzzles, homotopy, and the alternating group*, Journal of
    ///   Combinatorial Theory B 16, 1974.
    /// * More: D. Kornhauser, G. Miller and P. Spirakis, *Coordinating pebble motion on graphs, the
    ///   diameter of permutation groups, and applications*, FOCS 1984.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::{Infeasible, Instance};
    /// use motion_core::{Graph, Grid, Token, Vertex};
    ///
    /// // The 15-puzzle with the last two tiles exchanged: Sam Loyd's prize was safe.
    /// let robots = |count: u32| (0..count).map(|v| (Vertex(v), Vertex(v))).collect::<Vec<_>>();
    /// let mut fifteen = robots(15);
    /// (fifteen[13].1, fifteen[14].1) = (Vertex(14), Vertex(13));
    /// let square = Grid::new(4, 4)?.to_graph().graph;
    /// let loyd = Instance::new(square.clone(), &fifteen)?;
    /// assert_eq!(loyd.feasibility(), Err(Infeasible::Parity { block: (Vertex(0), Vertex(1)) }));
    ///
    /// // With one tile fewer there is a plan.
    /// assert_eq!(Instance::new(square, &fifteen[1..])?.feasibility(), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn feasibility(&self) -> Result<(), Infeasible> {
        self.sub_instances()?.try_for_each(|part| {
            if part.instance().vacant_count() == 0 {
                return Err(Infeasible::NoBlank { robot: away(&part) });
            }
            if part.instance().graph().vertices().all(|vertex| part.instance().graph().degree(vertex) <= 2) {
                return path_and_cycle::decide(&part);
            }
            if part.instance().vacant_count() == 1 {
                one_blank::decide(&part)
            } else {
                many_blanks::decide(&part)
            }
        })
    }

    /// Whether some schedule of a motion model leads from the start to the goal, if that is known.
    ///
    /// In `Pebble` and `Train` it is [`feasibility`](Instance::feasibility): the moves of a step can
    /// be made one after another, the robot that enters a vacant vertex first. In `Standard` robots
    /// can also turn around a cycle, so that more is feasible. Of what is infeasible for plans, it
    /// is known to be infeasible for schedules where no path leads to a goal, where the component is
    /// a path, and where no component has a cycle; for the rest the answer is `None`.
    ///
    /// # Complexity
    /// That of [`feasibility`](Instance::feasibility).
    ///
    /// # Examples
    /// ```
    /// use cpf_core::{Instance, MotionModel};
    ///
    /// // Three robots on a triangle move on: all at once, or not at all.
    /// let triangle: Instance = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\nr 2 3\nr 3 1\n".parse()?;
    /// assert!(triangle.feasibility_in(MotionModel::Train).is_some_and(|answer| answer.is_err()));
    /// assert_eq!(triangle.feasibility_in(MotionModel::Standard), None);
    /// # Ok::<(), cpf_core::formats::FormatError>(())
    /// ```
    pub fn feasibility_in(&self, model: MotionModel) -> Option<Result<(), Infeasible>> {
        let answer = self.feasibility();
        let is_known = match (model, &answer) {
            (MotionModel::Pebble | MotionModel::Train, _)
            | (_, Ok(()) | Err(Infeasible::WrongComponent { .. } | Infeasible::PathOrder { .. })) => true,
            (MotionModel::Standard, Err(_)) => {
                self.graph().edge_count() + self.graph().components().count() == self.graph().vertex_count()
            }
        };
        is_known.then_some(answer)
    }

    /// [`feasibility`](Instance::feasibility) within a budget: a node for every vertex and edge,
    /// spent beforehand. The clock is not read while the test runs.
    ///
    /// # Errors
    /// [`Stop`] if the budget does not allow it.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::Instance;
    /// use motion_core::{Budget, Control, Graph, Stop, Vertex};
    ///
    /// let edge = Graph::from_edges(2, [(Vertex(0), Vertex(1))])?;
    /// let instance = Instance::new(edge, &[(Vertex(0), Vertex(1))])?;
    /// let mut control = Control::new(Budget::new().with_nodes(5));
    /// assert_eq!(instance.feasibility_within(&mut control), Ok(Ok(())));
    /// assert_eq!(instance.feasibility_within(&mut control), Err(Stop::Nodes));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn feasibility_within(&self, control: &mut Control) -> Result<Result<(), Infeasible>, Stop> {
        control.spend_many((self.graph().vertex_count() + self.graph().edge_count()) as u64)?;
        Ok(self.feasibility())
    }

    /// Decides feasibility first, and runs a solver only on a feasible instance.
    ///
    /// What `run` holds in `control` and does not release is released afterwards.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::Instance;
    /// use motion_core::{Control, Outcome};
    ///
    /// let instance: Instance = "p edge 2 1\ne 1 2\nr 1 2\nr 2 1\n".parse()?;
    /// let run = |_: &mut Control| -> Outcome<()> { unreachable!("no robot can move") };
    /// assert_eq!(instance.if_feasible(&mut Control::unlimited(), run), Outcome::Unsolvable);
    /// # Ok::<(), cpf_core::formats::FormatError>(())
    /// ```
    pub fn if_feasible<S>(
        &self,
        control: &mut Control,
        run: impl FnOnce(&mut Control) -> Outcome<S>,
    ) -> Outcome<S> {
        match self.feasibility_within(control) {
            Ok(Ok(())) => control.scope(run),
            Ok(Err(_)) => Outcome::Unsolvable,
            Err(why) => Outcome::stopped(why),
        }
    }
}

/// A robot that is not at its goal, by its number in the whole instance.
fn away(part: &SubInstance) -> Token {
    let (start, goal) = (part.instance().start(), part.instance().goal());
    let away = part.instance().robots().find(|&robot| start.vertex_of(robot) != goal.vertex_of(robot));
    part.robot(away.expect("invariant: some robot of a part is not at its goal"))
}
