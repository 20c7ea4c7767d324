//! The names of vertices in messages, which are those of the instance's file.

use cpf::Instance;
use cpf::cpf_core::VertexNames;
use cpf::cpf_core::error::InfeasibleError;
use cpf::error::UnsupportedInstanceError;
use cpf::solvers::bibox::error::NotBiconnectedError;

/// The way in which a source names vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// By numbers from 1: graph text.
    FromOne,
    /// By numbers from 0: `.cpf`.
    FromZero,
    /// By column and row from 0: maps.
    Coordinates,
}

impl Numbering {
    /// Returns the names of the vertices of an instance.
    pub fn names(self, instance: &Instance) -> VertexNames {
        match self {
            Self::FromOne => VertexNames::FROM_ONE,
            Self::FromZero => VertexNames::FROM_ZERO,
            Self::Coordinates => VertexNames::coordinates(instance),
        }
    }

    /// Returns the reason why an instance is infeasible.
    pub fn infeasible(self, instance: &Instance, why: &InfeasibleError) -> String {
        let names = self.names(instance);
        match *why {
            InfeasibleError::Parity { block: (first, second) } => {
                let block = names.pair_in_sentence(first, second);
                format!("an odd permutation on the bipartite block of {block} with a single blank")
            }
            InfeasibleError::ThetaZero { block: (first, second) } => format!(
                "an unreachable permutation on the exceptional block of {} (θ0) with a single blank",
                names.pair_in_sentence(first, second)
            ),
            InfeasibleError::OddCycles { part: (first, second) } => {
                let part = names.pair_in_sentence(first, second);
                format!("an odd permutation on the odd cycles of {part} without a vacant vertex")
            }
            // The others name only robots.
            _ => why.to_string(),
        }
    }

    /// Returns the reason why an algorithm does not support an instance.
    pub fn unsuitable(self, instance: &Instance, why: &UnsupportedInstanceError) -> String {
        let names = self.names(instance);
        match why {
            UnsupportedInstanceError::Graph(NotBiconnectedError::Disconnected { first, second }) => {
                format!("no path joins {}", names.pair_in_sentence(*first, *second))
            }
            UnsupportedInstanceError::Graph(NotBiconnectedError::Articulation { vertex }) => {
                format!("without {} the graph falls into pieces", names.in_sentence(*vertex))
            }
            UnsupportedInstanceError::Blanks(why) => format!(
                "there is only one blank in the component of {}, which is neither a path nor a cycle",
                names.in_sentence(why.vertex)
            ),
            why => why.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use cpf::cpf_core::error::InfeasibleError;
    use cpf::motion_core::graph::Graph;
    use cpf::solvers::push_swap::PushInstance;
    use cpf::{Setup, Vertex};
    use motion_core::{Cell, Grid};

    use super::*;

    /// Messages with other names of vertices differ only in these names from those of the
    /// libraries, which count from 1.
    #[test]
    fn vertices_are_named_as_the_source_does() {
        let mut grid = Grid::new(2, 3).expect("six cells");
        grid.close(Cell(1));
        let robots = [0, 1, 2, 3].map(|vertex| (Vertex(vertex), Vertex(vertex)));
        let instance = Setup::on_grid(grid, robots.into()).instance().expect("an instance");
        let block = (Vertex(1), Vertex(3));
        let names = |text: &dyn Fn(Numbering) -> String| {
            [Numbering::FromOne, Numbering::FromZero, Numbering::Coordinates].map(text)
        };
        let parity = InfeasibleError::Parity { block };
        let theta = InfeasibleError::ThetaZero { block };
        let odd = InfeasibleError::OddCycles { part: block };
        for (why, plain) in [
            (&odd, odd.to_string()),
            (&parity, parity.to_string()),
            (&theta, theta.to_string().replace(" θ0 of", " of")),
        ] {
            let [one, zero, coordinates] = names(&|numbering| numbering.infeasible(&instance, why));
            assert_eq!(one.replace(" (θ0)", ""), plain);
            assert_eq!(zero, one.replace("vertices 2 and 4", "vertices 1 and 3"));
            assert_eq!(coordinates, one.replace("vertices 2 and 4", "(2, 0) and (1, 1)"));
        }
        let order =
            InfeasibleError::PathOrder { first: motion_core::Token(0), second: motion_core::Token(1) };
        assert_eq!(Numbering::Coordinates.infeasible(&instance, &order), order.to_string());

        let edges = [(0, 1), (1, 2), (1, 3), (3, 4)].map(|(a, b)| (Vertex(a), Vertex(b)));
        let graph = Graph::from_edges(5, edges).expect("a tree");
        let robots = [(0, 1), (1, 0), (2, 2), (3, 3)].map(|(start, goal)| (Vertex(start), Vertex(goal)));
        let tee = Setup { graph, robots: robots.into(), grid: None };
        let tee = tee.instance().expect("an instance");
        let blanks = UnsupportedInstanceError::from(PushInstance::new(&tee).expect_err("one blank"));
        let cut =
            UnsupportedInstanceError::from(NotBiconnectedError::check(tee.graph()).expect_err("a tree"));
        let apart = UnsupportedInstanceError::from(NotBiconnectedError::Disconnected {
            first: Vertex(0),
            second: Vertex(2),
        });
        for why in [blanks, cut, apart] {
            let [one, zero, none] = names(&|numbering| numbering.unsuitable(&tee, &why));
            assert_eq!((&one, &none), (&why.to_string(), &one), "without a grid there are no coordinates");
            assert_ne!(one, zero);
        }
    }
}
