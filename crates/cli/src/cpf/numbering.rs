//! How messages name vertices: as the file does that the instance is from.

use cpf::bibox::ears::NotBiconnected;
use cpf::{Infeasible, Instance, UnsupportedInstance, Vertex};

/// How a source names vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbering {
    /// By numbers from 1: graph text.
    FromOne,
    /// By numbers from 0: `.cpf`.
    FromZero,
    /// By column and row from 0: maps.
    Coordinates,
}

impl Numbering {
    pub(crate) fn name(self, instance: &Instance, vertex: Vertex) -> String {
        match (self, instance.grid(), instance.cells()) {
            (Self::Coordinates, Some(grid), Some(cells)) => {
                let cell = cells[vertex.index()];
                format!("({}, {})", grid.column(cell), grid.row(cell))
            }
            (Self::FromZero, ..) => vertex.0.to_string(),
            (Self::FromOne | Self::Coordinates, ..) => vertex.one_based().to_string(),
        }
    }

    /// Why an instance is infeasible.
    pub(super) fn infeasible(self, instance: &Instance, why: &Infeasible) -> String {
        let block = |(first, second): (Vertex, Vertex)| {
            format!("block of vertices {} and {}", self.name(instance, first), self.name(instance, second))
        };
        match why {
            Infeasible::Parity { block: ends } => {
                format!("an odd permutation on the bipartite {} with a single blank", block(*ends))
            }
            Infeasible::ThetaZero { block: ends } => {
                let block = block(*ends);
                format!("an unreachable permutation on the exceptional {block} (θ0) with a single blank")
            }
            Infeasible::OddCycles { part: (first, second) } => format!(
                "an odd permutation on the odd cycles of vertices {} and {} without a vacant vertex",
                self.name(instance, *first),
                self.name(instance, *second)
            ),
            // The others name robots only.
            why => why.to_string(),
        }
    }

    /// Why an algorithm does not support an instance.
    pub(super) fn unsuitable(self, instance: &Instance, why: &UnsupportedInstance) -> String {
        let name = |vertex: Vertex| self.name(instance, vertex);
        match why {
            UnsupportedInstance::Graph(NotBiconnected::Disconnected { first, second }) => {
                format!("no path joins vertices {} and {}", name(*first), name(*second))
            }
            UnsupportedInstance::Graph(NotBiconnected::Articulation { vertex }) => {
                format!("without vertex {} the graph falls into pieces", name(*vertex))
            }
            UnsupportedInstance::Blanks(why) => format!(
                "there is only one blank in the component of vertex {}, which is neither a path nor a cycle",
                name(why.vertex)
            ),
            why => why.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use cpf::{Graph, Infeasible, PushInstance, Setup};
    use motion_core::{Cell, Grid};

    use super::*;

    /// Messages of the libraries, which count from 1, and those with other names of vertices differ
    /// in these names only.
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
        let parity = Infeasible::Parity { block };
        let theta = Infeasible::ThetaZero { block };
        let odd = Infeasible::OddCycles { part: block };
        for (why, plain) in [
            (&odd, odd.to_string()),
            (&parity, parity.to_string()),
            (&theta, theta.to_string().replace(" θ0 of", " of")),
        ] {
            let [one, zero, coordinates] = names(&|numbering| numbering.infeasible(&instance, why));
            assert_eq!(one.replace(" (θ0)", ""), plain);
            assert_eq!(zero, one.replace("vertices 2 and 4", "vertices 1 and 3"));
            assert_eq!(coordinates, one.replace("vertices 2 and 4", "vertices (2, 0) and (1, 1)"));
        }
        let order = Infeasible::PathOrder { first: cpf::Token(0), second: cpf::Token(1) };
        assert_eq!(Numbering::Coordinates.infeasible(&instance, &order), order.to_string());

        let edges = [(0, 1), (1, 2), (1, 3), (3, 4)].map(|(a, b)| (Vertex(a), Vertex(b)));
        let graph = Graph::from_edges(5, edges).expect("a tree");
        let robots = [(0, 1), (1, 0), (2, 2), (3, 3)].map(|(start, goal)| (Vertex(start), Vertex(goal)));
        let tee = Setup { graph, robots: robots.into(), grid: None };
        let tee = tee.instance().expect("an instance");
        let blanks = UnsupportedInstance::from(PushInstance::new(&tee).expect_err("one blank"));
        let cut = UnsupportedInstance::from(NotBiconnected::check(tee.graph()).expect_err("a tree"));
        let apart =
            UnsupportedInstance::from(NotBiconnected::Disconnected { first: Vertex(0), second: Vertex(2) });
        for why in [blanks, cut, apart] {
            let [one, zero, none] = names(&|numbering| numbering.unsuitable(&tee, &why));
            assert_eq!((&one, &none), (&why.to_string(), &one), "without a grid there are no coordinates");
            assert_ne!(one, zero);
        }
    }
}
