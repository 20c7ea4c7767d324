//! Whether the goal can be reached, and if not, why.
//!
//! Robots move one at a time to vacant neighbours, so every move can be taken back, and the question is which
//! arrangements are joined. It is decided without a search, component by component. With m vacant vertices in
//! the component:
//!
//! | case | reachable are |
//! |---|---|
//! | m = 0 | nothing but the start |
//! | a path | the placements with the same order from end to end |
//! | a cycle | the placements with the same cyclic order |
//! | m = 1 | block by block, what Wilson's theorem allows: see `one_blank` |
//! | m ≥ 2 | the permutations within classes of robots that can be exchanged: see `many_blanks` |
//!
//! # References
//! * R. M. Wilson, *Graph puzzles, homotopy, and the alternating group*, Journal of Combinatorial Theory B 16,
//!   1974, pages 86–96.
//! * D. Kornhauser, G. Miller and P. Spirakis, *Coordinating pebble motion on graphs, the diameter of permutation
//!   groups, and applications*, 25th Annual Symposium on Foundations of Computer Science, 1984, pages 241–250.
//!
//! The second part follows B. de Wilde, A. W. ter Mors and C. Witteveen, *Push and Rotate: a complete multi-agent
//! pathfinding algorithm*, Journal of Artificial Intelligence Research 51, 2014, pages 443–492, in how it divides
//! the graph.

mod components;
mod exchange_classes;
mod forest;
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
pub use theta_zero::is_theta_zero;

use motion_core::{Control, Stop, Token, Vertex};
use thiserror::Error;

use crate::instance::Instance;
use crate::sub_instance::SubInstance;

/// Why no sequence of moves leads from the start to the goal. The error of [`Instance::feasibility`].
///
/// Where several reasons hold, one of them is given.
///
/// # Examples
/// ```
/// use cpf_core::{Infeasible, Instance};
/// use motion_core::{Graph, Token, Vertex};
///
/// // Two robots cannot pass each other on a path.
/// let path = Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))])?;
/// let instance = Instance::new(path, &[(Vertex(0), Vertex(2)), (Vertex(2), Vertex(0))])?;
/// let why = instance.feasibility().expect_err("nowhere to pass");
/// assert_eq!(why, Infeasible::PathOrder { first: Token(0), second: Token(1) });
/// assert_eq!(why.to_string(), "robots 1 and 2 would have to pass each other on a path");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Infeasible {
    /// No path leads from a robot's start to its goal.
    #[error("no path leads from the start of robot {} to its goal", robot.one_based())]
    WrongComponent {
        /// The robot.
        robot: Token,
    },
    /// A robot that is not home stands in a component without a vacant vertex.
    #[error("robot {} is not at its goal, and no vertex that it could reach is vacant", robot.one_based())]
    NoBlank {
        /// The robot.
        robot: Token,
    },
    /// The component is a path, and two robots that are neighbours on it have to be there in the other order.
    #[error("robots {} and {} would have to pass each other on a path", first.one_based(), second.one_based())]
    PathOrder {
        /// The robot nearer to the end of the path with the smaller number.
        first: Token,
        /// The robot that follows.
        second: Token,
    },
    /// The component is a cycle, or there is one blank and a block is a cycle, and of the robots on it another has
    /// to follow the first one.
    #[error("another robot than {} would have to follow robot {} around a cycle", second.one_based(), first.one_based())]
    CyclicOrder {
        /// A robot on the cycle.
        first: Token,
        /// The robot that follows it at the start, in one of the two directions, and not at the goal.
        second: Token,
    },
    /// There is one blank, and a robot has to leave the block that it belongs to; only the blank can.
    #[error("robot {} cannot leave its block with a single blank", robot.one_based())]
    LeavesBlock {
        /// The robot.
        robot: Token,
    },
    /// There is one blank, and on a bipartite block the goal is an odd permutation away.
    #[error(
        "an odd permutation on the bipartite block of vertices {} and {} with a single blank",
        block.0.one_based(), block.1.one_based()
    )]
    Parity {
        /// The two smallest vertices of the block; no other block contains both.
        block: (Vertex, Vertex),
    },
    /// There is one blank, and on a block that is Wilson's exceptional graph θ₀ – 7 vertices, three paths with
    /// 1, 2 and 2 inner vertices between two ends – the permutation is not among the 120 (of 720) it allows.
    #[error(
        "an unreachable permutation on the exceptional block θ0 of vertices {} and {} with a single blank",
        block.0.one_based(), block.1.one_based()
    )]
    ThetaZero {
        /// The two smallest vertices of the block; no other block contains both.
        block: (Vertex, Vertex),
    },
    /// There are two blanks or more, but too few for a robot to be exchanged for one that stands where it has to
    /// be: corridors in between are too long.
    #[error("the blanks do not suffice to bring robot {} past the robots on the way to its goal", robot.one_based())]
    Separated {
        /// The robot.
        robot: Token,
    },
}

impl Instance {
    /// Whether some sequence of moves leads from the start to the goal.
    ///
    /// # Errors
    /// [`Infeasible`] gives a reason why none does.
    ///
    /// # Guarantees
    /// Exact: `Ok` if and only if the goal can be reached. Deterministic, the reason included. Nothing recurses.
    ///
    /// # Complexity
    /// Time O(E + V log V), memory O(V + E).
    ///
    /// # References
    /// * One blank: R. M. Wilson, *Graph puzzles, homotopy, and the alternating group*, Journal of Combinatorial
    ///   Theory B 16, 1974.
    /// * More: D. Kornhauser, G. Miller and P. Spirakis, *Coordinating pebble motion on graphs, the diameter of
    ///   permutation groups, and applications*, FOCS 1984.
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
    /// // With one tile less there is a way.
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

    /// The same, as work within a budget: a node for every vertex and edge, spent beforehand. The clock is not looked at
    /// while the test runs.
    ///
    /// # Errors
    /// [`Stop`] where the budget does not allow it.
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
}

/// A robot that is not at its goal.
fn away(part: &SubInstance) -> Token {
    let (start, goal) = (part.instance().start(), part.instance().goal());
    let away = part.instance().robots().find(|&robot| start.vertex_of(robot) != goal.vertex_of(robot));
    part.robot(away.expect("invariant: some robot of a part is not at its goal"))
}
