//! The two readings of "fewer nodes" and "faster".

/// The figures of an attempt that are compared.
#[derive(Clone, Copy)]
pub(super) struct Figures {
    pub(super) is_solved: bool,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

/// The puzzles on which two solvers are compared.
#[derive(Clone, Copy)]
pub(super) enum Reading {
    /// All puzzles, as in the thesis's tables: their nodes count whether they are solved or not,
    /// and an attempt that fails takes no time.
    AsInTables,
    /// Those that both solve.
    SolvedByBoth,
}

impl Reading {
    pub(super) const fn has_fewer_nodes(self, one: Figures, other: Figures) -> bool {
        self.counts(one, other) && one.nodes < other.nodes
    }

    pub(super) fn is_faster(self, one: Figures, other: Figures) -> bool {
        let seconds = |it: Figures| if it.is_solved { it.seconds } else { 0.0 };
        self.counts(one, other) && seconds(one) < seconds(other)
    }

    const fn counts(self, one: Figures, other: Figures) -> bool {
        match self {
            Self::AsInTables => true,
            Self::SolvedByBoth => one.is_solved && other.is_solved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_fast_by_the_tables_only() {
        let solved = Figures { is_solved: true, nodes: 5, seconds: 0.5 };
        let failed = Figures { is_solved: false, nodes: 4, seconds: 300.0 };
        let [tables, both] = [Reading::AsInTables, Reading::SolvedByBoth];
        assert!(tables.is_faster(failed, solved) && tables.has_fewer_nodes(failed, solved));
        assert!(!both.is_faster(failed, solved) && !both.has_fewer_nodes(failed, solved));
        let slower = Figures { nodes: 6, seconds: 0.6, ..solved };
        assert!([tables, both].into_iter().all(|it| it.is_faster(solved, slower)));
        assert!([tables, both].into_iter().all(|it| it.has_fewer_nodes(solved, slower)));
    }
}
