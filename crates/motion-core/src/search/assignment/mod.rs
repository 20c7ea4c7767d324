//! Minimum-cost assignment, kept up to date while single rows change.

use alloc::vec::Vec;

/// The cheapest way to give every row a column of its own: the Hungarian method by shortest
/// augmenting paths, repaired where a row has changed instead of solved again.
///
/// Rows are what is to be placed (boxes), columns the places (goals); of the columns, which may be
/// more, some then stay free. A row need not go with every column.
///
/// # Complexity
/// With *n* columns, of which a fraction may stay free: [`new`](Assignment::new) and the first
/// [`cost`](Assignment::cost) take O(*n*³) time; afterwards `cost` takes O(*n*²) for each row
/// changed since, and O(1) where a row's column is still a best one for it.
/// [`mark`](Assignment::mark) and [`roll_back`](Assignment::roll_back) take O(*n*) for themselves
/// and for each row changed in between. Memory O(*n*²). Nothing is allocated once marks have been
/// as deep, with as many changes, as they get.
///
/// # Guarantees
/// The cost is the least there is; `None` is a proof that no assignment exists. Why: there are a
/// number for each row and one for each column whose sum never exceeds the cost of the two
/// (*potentials*) and equals it where they are assigned to each other, so that no assignment of all
/// rows and columns can cost less; columns beyond the number of rows are for rows that cost nothing
/// anywhere. A changed row is taken out, gets the greatest number that its new costs allow, and is
/// put in again by one shortest augmenting path, which keeps all that.
///
/// # References
/// H. W. Kuhn, *The Hungarian method for the assignment problem*, Naval Research Logistics
/// Quarterly 2 (1955) 83–97. R. Jonker & A. Volgenant, *A shortest augmenting path algorithm for
/// dense and sparse linear assignment problems*, Computing 38 (1987) 325–340. Changes of a row: G.
/// A. Mills-Tettey, A. Stentz & M. B. Dias, *The dynamic Hungarian algorithm for the assignment
/// problem with changing costs*, CMU-RI-TR-07-27 (2007).
///
/// # Examples
/// ```
/// use motion_core::internal::Assignment;
///
/// // Distances of two boxes to three goals; the second box cannot get to the first goal.
/// let distances = [[Some(1), Some(2), Some(9)], [None, Some(2), Some(6)]];
/// let mut assignment = Assignment::new(2, 3, |row, column| distances[row][column]);
/// assert_eq!(assignment.cost(), Some(3));
/// assert_eq!([assignment.column_of(0), assignment.column_of(1)], [Some(0), Some(1)]);
///
/// assignment.mark();
/// assignment.set_row(0, [Some(7), Some(1), None]); // the first box is pushed
/// assert_eq!(assignment.cost(), Some(7));
/// assignment.roll_back();
/// assert_eq!(assignment.cost(), Some(3));
/// ```
#[derive(Clone, Debug)]
pub struct Assignment {
    rows: usize,
    columns: usize,
    /// The costs row by row, and one more row of zeros for all rows from `rows` on: those take the
    /// columns that would stay free.
    costs: Vec<i64>,
    /// The potentials of rows and columns.
    row_potential: Vec<i64>,
    column_potential: Vec<i64>,
    column_of: Vec<u32>,
    row_of: Vec<u32>,
    /// Rows without a column.
    open: usize,
    scratch: Scratch,
    journal: Journal,
    /// Column potentials below minus this are thrown away; only tests change it.
    drift: i64,
}

/// The cost of a row and a column that do not go together, beyond all sums of costs and potentials.
const NEVER: i64 = i64::MAX / 4;

/// No row, no column.
const NONE: u32 = u32::MAX;

/// Room for one search for an augmenting path, by column.
#[derive(Clone, Debug)]
struct Scratch {
    /// The length of the shortest path found to a column.
    distance: Vec<i64>,
    /// The column before; `NONE` where the path has come from the row that is put in.
    before: Vec<u32>,
    /// The columns, those whose distance is final last.
    order: Vec<u32>,
}

/// What was before the marks.
#[derive(Clone, Debug, Default)]
struct Journal {
    /// How many rows had been changed at each mark.
    marks: Vec<usize>,
    /// Rows that were changed after a mark, and their costs before.
    rows: Vec<usize>,
    costs: Vec<i64>,
    /// The potentials at each mark, and which row each column had.
    potentials: Vec<i64>,
    row_of: Vec<u32>,
}

impl Assignment {
    /// The assignment of rows to columns at these costs, `None` where a row and a
    /// column do not go together.
    ///
    /// # Panics
    /// If there are 2³² or more rows or columns.
    pub fn new(rows: usize, columns: usize, mut cost: impl FnMut(usize, usize) -> Option<u32>) -> Self {
        let lines = rows.max(columns);
        assert!(lines < NONE as usize, "rows and columns are numbered in 32 bits");
        let mut costs = Vec::with_capacity((rows + 1) * columns);
        for row in 0..rows {
            costs.extend((0..columns).map(|column| number(cost(row, column))));
        }
        costs.resize((rows + 1) * columns, 0);
        let mut new = Self {
            rows,
            columns,
            costs,
            row_potential: alloc::vec![0; lines],
            column_potential: alloc::vec![0; columns],
            column_of: alloc::vec![NONE; lines],
            row_of: alloc::vec![NONE; columns],
            open: lines,
            scratch: Scratch {
                distance: alloc::vec![0; columns],
                before: alloc::vec![NONE; columns],
                order: (0..columns as u32).collect(),
            },
            journal: Journal::default(),
            drift: 1 << 48,
        };
        new.begin();
        new
    }

    /// Gives a row other costs, one for each column.
    ///
    /// # Panics
    /// If there is no such row, or not one cost for each column.
    pub fn set_row(&mut self, row: usize, costs: impl IntoIterator<Item = Option<u32>>) {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        let there = row * self.columns..(row + 1) * self.columns;
        if !self.journal.marks.is_empty() {
            self.journal.rows.push(row);
            self.journal.costs.extend_from_slice(&self.costs[there.clone()]);
        }
        let mut costs = costs.into_iter();
        for cost in &mut self.costs[there.clone()] {
            *cost = number(costs.next().expect("one cost for each column"));
        }
        assert!(costs.next().is_none(), "one cost for each column");
        let rest = self.costs[there].iter().zip(&self.column_potential);
        let potential = rest.map(|(cost, potential)| cost - potential).min().unwrap_or(0);
        // A row that goes with no column has nothing to bound its potential.
        let potential = if potential < NEVER / 2 { potential } else { 0 };
        self.row_potential[row] = potential;
        let column = self.column_of[row];
        if column != NONE {
            let column = column as usize;
            if self.costs[row * self.columns + column] != potential + self.column_potential[column] {
                self.column_of[row] = NONE;
                self.row_of[column] = NONE;
                self.open += 1;
            }
        }
    }

    /// The least cost of an assignment of all rows; `None` where there is no assignment.
    pub fn cost(&mut self) -> Option<u64> {
        if self.open > 0 {
            for row in 0..self.column_of.len() {
                if self.column_of[row] == NONE && !self.put_in(row) {
                    return None;
                }
            }
            // Each repair may lower potentials, and only differences matter.
            if self.column_potential.iter().any(|&potential| potential < -self.drift) {
                self.begin();
                return self.cost();
            }
        }
        let of_rows = self.column_of[..self.rows].iter().enumerate();
        let cost: i64 = of_rows.map(|(row, &column)| self.costs[row * self.columns + column as usize]).sum();
        Some(cost.cast_unsigned())
    }

    /// The column of a row, by the last [`cost`](Assignment::cost) that was not `None`.
    ///
    /// Where several assignments cost the least, it is one of them, which one depending on all that
    /// happened before.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn column_of(&self, row: usize) -> Option<usize> {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        let column = self.column_of[row];
        (column != NONE).then_some(column as usize)
    }

    /// The potential of a column after the last [`cost`](Assignment::cost) that was not `None`:
    /// with those of the rows, which are what is left of the cost of each row's column, no sum of
    /// two exceeds the cost of row and column. So every assignment costs at least all of them
    /// together, and the least exactly that. Potentials are one choice of many; only differences
    /// count.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn column_potential(&self, column: usize) -> i64 {
        self.column_potential[column]
    }

    /// Remembers what is, to be restored by [`roll_back`](Assignment::roll_back). Marks nest.
    pub fn mark(&mut self) {
        let Self { journal, row_potential, column_potential, row_of, .. } = self;
        journal.marks.push(journal.rows.len());
        journal.potentials.extend_from_slice(row_potential);
        journal.potentials.extend_from_slice(column_potential);
        journal.row_of.extend_from_slice(row_of);
    }

    /// Restores what was at the last mark, and removes the mark.
    ///
    /// # Panics
    /// If there is no mark.
    pub fn roll_back(&mut self) {
        let Self { journal, columns, .. } = self;
        let rows = journal.marks.pop().expect("a mark");
        for row in journal.rows.drain(rows..).rev() {
            let old = journal.costs.len() - *columns;
            self.costs[row * *columns..][..*columns].copy_from_slice(&journal.costs[old..]);
            journal.costs.truncate(old);
        }
        restore(&mut self.column_potential, &mut journal.potentials);
        restore(&mut self.row_potential, &mut journal.potentials);
        restore(&mut self.row_of, &mut journal.row_of);
        self.column_of.fill(NONE);
        self.open = self.column_of.len();
        for (column, &row) in self.row_of.iter().enumerate() {
            if row != NONE {
                self.column_of[row as usize] = column as u32;
                self.open -= 1;
            }
        }
    }

    /// Takes all rows out and sets potentials that are right for any costs.
    fn begin(&mut self) {
        self.column_potential.fill(0);
        self.row_potential.fill(0);
        self.column_of.fill(NONE);
        self.row_of.fill(NONE);
        self.open = self.column_of.len();
        for row in 0..self.rows {
            let costs = &self.costs[row * self.columns..][..self.columns];
            let least = costs.iter().copied().min().unwrap_or(NEVER);
            self.row_potential[row] = if least == NEVER { 0 } else { least };
        }
    }

    /// Gives a row a column along a shortest augmenting path, unless there is none; then nothing
    /// changes.
    fn put_in(&mut self, row: usize) -> bool {
        let Scratch { distance, before, order } = &mut self.scratch;
        distance.fill(i64::MAX);
        let (mut from, mut from_row, mut so_far) = (NONE, row, 0);
        // The columns order[..left] are those whose distance is not final.
        let mut left = self.columns;
        let (end, length) = loop {
            let costs = &self.costs[from_row.min(self.rows) * self.columns..][..self.columns];
            let offset = so_far - self.row_potential[from_row];
            let (mut nearest, mut least) = (0, i64::MAX);
            for (index, &column) in order[..left].iter().enumerate() {
                let column = column as usize;
                let through = costs[column] - self.column_potential[column] + offset;
                if through < distance[column] {
                    distance[column] = through;
                    before[column] = from;
                }
                if distance[column] < least {
                    (nearest, least) = (index, distance[column]);
                }
            }
            if least > NEVER / 2 {
                return false;
            }
            left -= 1;
            order.swap(nearest, left);
            let column = order[left];
            let owner = self.row_of[column as usize];
            if owner == NONE {
                break (column, least);
            }
            (from, from_row, so_far) = (column, owner as usize, least);
        };
        self.row_potential[row] += length;
        for &column in &order[left + 1..] {
            let column = column as usize;
            let change = length - distance[column];
            self.column_potential[column] -= change;
            self.row_potential[self.row_of[column] as usize] += change;
        }
        let mut column = end;
        loop {
            let previous = before[column as usize];
            let owner = if previous == NONE { row as u32 } else { self.row_of[previous as usize] };
            self.row_of[column as usize] = owner;
            self.column_of[owner as usize] = column;
            if previous == NONE {
                break;
            }
            column = previous;
        }
        self.open -= 1;
        true
    }
}

fn number(cost: Option<u32>) -> i64 {
    cost.map_or(NEVER, i64::from)
}

/// Moves the end of `saved` into `target`.
fn restore<T: Copy>(target: &mut [T], saved: &mut Vec<T>) {
    let start = saved.len() - target.len();
    target.copy_from_slice(&saved[start..]);
    saved.truncate(start);
}

#[cfg(test)]
mod tests;
