//! Files of pattern databases.

use alloc::sync::Arc;
use std::io::{self, Read, Write};

use motion_core::Control;

use super::line_databases::LineDatabases;
use super::packed_databases::PackedDatabases;
use super::pattern_databases::{MetricDatabases, PatternDatabases};
use super::table_file::{TableError, TableFileKind, TableHeader, read_table, write_table};

impl PatternDatabases {
    /// Writes the databases: 16 MiB for the 15-puzzle, 233 MiB for the 24-puzzle.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        match &*self.0 {
            MetricDatabases::Single(databases) => {
                let (layout, pairs) = (databases.layout(), databases.packed());
                let description = databases.description().to_vec();
                let (kind, len) = (TableFileKind::Patterns, pairs.len() as u64);
                TableHeader { kind, layout, description, len }.write(to)?;
                write_table(pairs, to)
            }
            MetricDatabases::Multi(databases) => {
                let (layout, description) = (databases.layout(), databases.description());
                let len = databases.tables().map(|table| table.len() as u64).sum();
                TableHeader { kind: TableFileKind::LinePatterns, layout, description, len }.write(to)?;
                databases.tables().try_for_each(|table| write_table(table, to))
            }
        }
    }

    /// Reads databases, and leaves the reader after them. The memory held in `control` is released
    /// at the end.
    ///
    /// # Errors
    /// [`TableError`]. A damaged file is an error, as far as the checksums of the header and the
    /// entries detect the damage.
    pub fn read(from: &mut impl Read, control: &mut Control) -> Result<Self, TableError> {
        let kinds = [TableFileKind::Patterns, TableFileKind::LinePatterns];
        let TableHeader { kind, layout, description, len } = TableHeader::read(from, &kinds)?;
        let tables = if kind == TableFileKind::Patterns {
            MetricDatabases::Single(PackedDatabases::read(
                layout,
                &description,
                len,
                control,
                |len, control| read_table(len, from, control),
            )?)
        } else {
            // An inconsistent header is refused before any entry is read.
            let mut left = len;
            let databases = LineDatabases::read(layout, &description, control, |len, control| {
                left = left.checked_sub(len as u64).ok_or(TableError::Damaged)?;
                read_table(len, from, control)
            })?;
            if left > 0 {
                control.release(databases.bytes());
                return Err(TableError::Damaged);
            }
            MetricDatabases::Multi(databases)
        };
        let tables = Self(Arc::new(tables));
        control.release(tables.bytes());
        Ok(tables)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimal::goal_layout::GoalLayout;
    use crate::optimal::partition::of_groups;
    use crate::optimal::pattern_databases::tests::databases;
    use crate::{Board, Instance, MoveMetric, Optimal};
    use motion_core::Solver;

    #[test]
    fn two_partitions_are_written_read_and_searched_with() {
        let layout = GoalLayout { rows: 3, columns: 3, goal_blank: 8 };
        let groups: [&[u32]; 4] = [&[0, 1, 3, 4], &[2, 5, 6, 7], &[0, 1, 2], &[3, 4, 5, 6, 7]];
        let of = |groups: &[&[u32]]| {
            let patterns = of_groups(layout, groups.iter().map(|group| group.to_vec()).collect());
            PatternDatabases::of_patterns(layout, &patterns, &mut Control::unlimited()).expect("no limit")
        };
        let both = of(&groups);
        let mut file = Vec::new();
        both.write(&mut file).expect("memory takes everything");
        let read = PatternDatabases::read(&mut file.as_slice(), &mut Control::unlimited());
        let read = read.expect("what was written");
        assert_eq!((read.packed().packed(), read.is_large()), (both.packed().packed(), true));
        let description = both.packed().description();
        assert_eq!(description, [4, 0, 1, 3, 4, 4, 2, 5, 6, 7, 3, 0, 1, 2, 5, 3, 4, 5, 6, 7]);
        for len in 11..description.len() {
            let (short, control) = (&description[..len], &mut Control::unlimited());
            let read = PackedDatabases::read(layout, short, 0, control, |_, _| panic!("not read"));
            assert!(matches!(read, Err(TableError::OtherPatterns)), "{short:?}");
        }
        // Entries with ranks have no second partition.
        let layout = GoalLayout { rows: 4, columns: 4, goal_blank: 15 };
        let halves = [8, 0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14].repeat(2);
        let control = &mut Control::unlimited();
        let refused = PackedDatabases::read(layout, &halves, 0, control, |_, _| panic!("not read"));
        assert!(matches!(refused, Err(TableError::OtherPatterns)));
        let instance: Instance = "8 6 7\n2 5 4\n3 0 1".parse().expect("a board");
        let nodes = [of(&groups[..2]), read].map(|databases| {
            let mut control = Control::unlimited();
            let solver = Optimal::default().with_databases(databases);
            let walk = solver.solve(&instance, &mut control).into_result().expect("solvable");
            assert_eq!(instance.verify(&walk).expect("legal").moves, 31);
            control.stats().nodes
        });
        assert!(nodes[1] < nodes[0], "{nodes:?}");
    }

    #[test]
    fn given_patterns_are_written_and_read() {
        let goal = Board::solved(3, 3).expect("a legal size");
        // The second one is the mirror image of the first one.
        let patterns: [&[u32]; 3] = [&[2, 3, 6], &[4, 7, 8], &[1, 5]];
        let written = databases(&goal, &patterns).expect("no limit");
        assert_eq!(written.packed().packed().len(), 365 + 41); // 9³ and 9² entries
        let mut file = Vec::new();
        written.write(&mut file).expect("memory takes everything");
        let read = PatternDatabases::read(&mut file.as_slice(), &mut Control::unlimited());
        let read = read.expect("what was written");
        assert_eq!(read.packed().packed(), written.packed().packed());
        assert_eq!(read.packed().description(), written.packed().description());
        assert_eq!(read.packed().description(), [3, 1, 2, 5, 3, 3, 6, 7, 2, 0, 4]);
        let layout = GoalLayout::of(&goal);
        for description in [
            &[3, 1, 2, 5, 3, 3, 6, 7, 2, 0][..],
            &[3, 1, 2, 5, 3, 3, 6, 7],
            &[3, 1, 2, 5, 3, 3, 6, 7, 2, 0, 0],
            &[3, 1, 2, 5, 3, 3, 6, 7, 2, 0, 8],
            &[3, 1, 2, 5, 3, 3, 6, 7, 2, 0, 200],
            &[0, 3, 1, 2, 5, 3, 3, 6, 7, 2, 0, 4],
        ] {
            let control = &mut Control::unlimited();
            let read = PackedDatabases::read(layout, description, 406, control, |_, _| panic!("not read"));
            assert!(matches!(read, Err(TableError::OtherPatterns)), "{description:?}");
        }
        // The default patterns have the same description, whether or not they are given.
        let given = databases(&goal, &[&[1, 4, 2, 5], &[3, 6, 8, 7]]).expect("no limit");
        let default = PatternDatabases::new(&goal, MoveMetric::SingleTile, &mut Control::unlimited())
            .expect("no limit");
        assert_eq!(given.packed().description(), default.packed().description());
        assert_eq!(given.packed().packed(), default.packed().packed());
    }
}
