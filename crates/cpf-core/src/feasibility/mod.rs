//! Decides whether the goal can be reached, and if not, why.
//!
//! Robots move one at a time to vacant neighbours, so every move can be undone, and the question is
//! which placements are connected by moves. It is decided without a search, component by component.
//! With m vacant vertices in the component:
//!
//! | case | reachable placements |
//! |---|---|
//! | m = 0 | only the start |
//! | a path | the placements with the same order from end to end |
//! | a cycle | the placements with the same cyclic order |
//! | m = 1 | block by block, those that Wilson's theorem allows: see `one_blank` |
//! | m ≥ 2 | the permutations within classes of robots that can be exchanged: see `many_blanks` |
//!
//! This is the answer in the models `Pebble` and `Train`, because their steps consist of such
//! moves: a train is a sequence of them, beginning with the robot at its head. In the model
//! `Standard`, cycles without a
//! vacant vertex may also turn: see `rotations`.
//!
//! # References
//! * R. M. Wilson, *Graph puzzles, homotopy, and the alternating group*, Journal of Combinatorial
//!   Theory B 16, 1974, pages 86–96.
//! * D. Kornhauser, G. Miller and P. Spirakis, *Coordinating pebble motion on graphs, the diameter
//!   of permutation groups, and applications*, 25th Annual Symposium on Foundations of Computer
//!   Science, 1984, pages 241–250.
//!
//! For m ≥ 2, the graph is divided as in B. de Wilde, A. W. ter Mors and C. Witteveen, *Push and
//! Rotate: a complete multi-agent pathfinding algorithm*, Journal of Artificial Intelligence
//! Research 51, 2014, pages 443–492.

mod components;
mod exchange_classes;
mod forest;
mod infeasible;
mod many_blanks;
mod one_blank;
mod path_and_cycle;
mod rotations;
mod spanning_tree;
mod theta_zero;

#[cfg(test)]
mod tests;

pub use exchange_classes::ExchangeClasses;
pub use infeasible::InfeasibleError;
pub use theta_zero::is_theta_zero;

use motion_core::error::RunError;
use motion_core::{Control, Outcome, Token};

use crate::instance::Instance;
use crate::motion_model::MotionModel;
use crate::sub_instance::SubInstance;

/// The result of a test within limits: `Ok` if the goal can be reached.
type Decision = Result<(), RunError<InfeasibleError>>;

impl Instance {
    /// Decides whether some sequence of moves leads from the start to the goal.
    ///
    /// # Errors
    /// [`InfeasibleError`] names a reason why there is none.
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
    /// * Several blanks: D. Kornhauser, G. Miller and P. Spirakis, *Coordinating pebble motion on
    ///   graphs, the diameter of permutation groups, and applications*, FOCS 1984.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::error::InfeasibleError;
    /// use cpf_core::Instance;
    /// use motion_core::graph::Graph;
    /// use motion_core::{Grid, Token, Vertex};
    ///
    /// // The 15-puzzle with the last two tiles exchanged: Sam Loyd's prize was safe.
    /// let robots = |count: u32| (0..count).map(|v| (Vertex(v), Vertex(v))).collect::<Vec<_>>();
    /// let mut fifteen = robots(15);
    /// (fifteen[13].1, fifteen[14].1) = (Vertex(14), Vertex(13));
    /// let square = Grid::new(4, 4)?.to_graph().graph;
    /// let loyd = Instance::new(square.clone(), &fifteen)?;
    /// let parity = InfeasibleError::Parity { block: (Vertex(0), Vertex(1)) };
    /// assert_eq!(loyd.feasibility(), Err(parity));
    ///
    /// // With one tile fewer there is a plan.
    /// assert_eq!(Instance::new(square, &fifteen[1..])?.feasibility(), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn feasibility(&self) -> Result<(), InfeasibleError> {
        self.feasibility_in(MotionModel::Pebble)
    }

    /// Decides whether some schedule that is legal in the model leads from the start to the goal.
    ///
    /// In the models `Pebble` and `Train` this is [`feasibility`](Instance::feasibility). In the
    /// model `Standard` more instances are feasible, because rotations need no vacant vertex.
    ///
    /// # Errors
    /// [`InfeasibleError`] names a reason why there is none.
    ///
    /// # Guarantees
    /// Exact: `Ok` if and only if the goal can be reached. Deterministic, the reason included.
    /// Nothing recurses.
    ///
    /// # Complexity
    /// Time O(E + V log V), memory O(V + E).
    ///
    /// # References
    /// J. Yu and D. Rus, *Pebble motion on graphs with rotations: efficient feasibility tests and
    /// planning algorithms*, Algorithmic Foundations of Robotics XI (WAFR 2014), arXiv 1205.5263.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::error::InfeasibleError;
    /// use cpf_core::{Instance, MotionModel};
    /// use motion_core::Token;
    ///
    /// // Four robots on a square with a diagonal, two of them exchanged.
    /// let text = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 2\nr 2 1\nr 3 3\nr 4 4\n";
    /// let full: Instance = text.parse()?;
    /// let nothing_moves = Err(InfeasibleError::NoBlank { robot: Token(0) });
    /// assert_eq!(full.feasibility_in(MotionModel::Train), nothing_moves);
    /// assert_eq!(full.feasibility_in(MotionModel::Standard), Ok(()));
    /// # Ok::<(), cpf_core::formats::FormatError>(())
    /// ```
    pub fn feasibility_in(&self, model: MotionModel) -> Result<(), InfeasibleError> {
        self.decide(model, &mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Decides [`feasibility`](Instance::feasibility) within a budget. It first spends a node for
    /// every vertex and edge. While it runs, it [polls](Control::advance) once in a few thousand
    /// vertices.
    #[doc(hidden)]
    pub fn feasibility_within(&self, control: &mut Control) -> Result<(), RunError<InfeasibleError>> {
        self.feasibility_in_within(MotionModel::Pebble, control)
    }

    /// Decides [`feasibility_in`](Instance::feasibility_in) within a budget, like
    /// [`feasibility_within`](Instance::feasibility_within).
    #[doc(hidden)]
    pub fn feasibility_in_within(
        &self,
        model: MotionModel,
        control: &mut Control,
    ) -> Result<(), RunError<InfeasibleError>> {
        control.spend_many((self.graph().vertex_count() + self.graph().edge_count()) as u64)?;
        self.decide(model, control)
    }

    /// Decides component by component.
    fn decide(&self, model: MotionModel, control: &mut Control) -> Decision {
        let mut parts = self.parts(control)?;
        while let Some(part) = parts.next(control)? {
            match model {
                MotionModel::Pebble | MotionModel::Train => by_moves(&part, control)?,
                MotionModel::Standard => rotations::decide(&part, control)?,
            }
        }
        Ok(())
    }

    /// Decides feasibility first, and runs a solver only on a feasible instance. Memory that `run`
    /// holds in `control` and does not release is released afterwards.
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
        self.if_feasible_in(MotionModel::Pebble, control, run)
    }

    /// Does the same as [`if_feasible`](Instance::if_feasible) in a motion model.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::{Instance, MotionModel};
    /// use motion_core::{Control, Outcome, Quality};
    ///
    /// // Three robots turn around a triangle.
    /// let instance: Instance = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\nr 2 3\nr 3 1\n".parse()?;
    /// let mut control = Control::unlimited();
    /// let mut runs = |model| {
    ///     let run = |_: &mut Control| Outcome::Solved { plan: (), quality: Quality::Feasible };
    ///     instance.if_feasible_in(model, &mut control, run) != Outcome::Unsolvable
    /// };
    /// assert_eq!(MotionModel::ALL.map(&mut runs), [false, false, true]);
    /// # Ok::<(), cpf_core::formats::FormatError>(())
    /// ```
    pub fn if_feasible_in<S>(
        &self,
        model: MotionModel,
        control: &mut Control,
        run: impl FnOnce(&mut Control) -> Outcome<S>,
    ) -> Outcome<S> {
        match self.feasibility_in_within(model, control) {
            Ok(()) => control.scope(run),
            Err(RunError::Because(_)) => Outcome::Unsolvable,
            Err(RunError::Stopped(why)) => Outcome::stopped(why),
        }
    }
}

/// Decides a part in which robots move one at a time.
fn by_moves(part: &SubInstance, control: &mut Control) -> Decision {
    let graph = part.instance().graph();
    if part.instance().vacant_count() == 0 {
        return Err(InfeasibleError::NoBlank { robot: away(part) }.into());
    }
    if graph.vertices().all(|vertex| graph.degree(vertex) <= 2) {
        return path_and_cycle::decide(part, control);
    }
    if part.instance().vacant_count() == 1 {
        one_blank::decide(part, control)
    } else {
        many_blanks::decide(part, control)
    }
}

/// Returns a robot that is not at its goal, by its number in the whole instance.
fn away(part: &SubInstance) -> Token {
    let (start, goal) = (part.instance().start(), part.instance().goal());
    let away = part.instance().robots().find(|&robot| start.vertex_of(robot) != goal.vertex_of(robot));
    part.robot(away.expect("invariant: some robot of a part is not at its goal"))
}
