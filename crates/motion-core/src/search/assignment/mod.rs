//! Minimum-cost assignment, updated when single rows change.

use alloc::vec::Vec;

/// A cheapest assignment of different columns to all rows: the Hungarian method by shortest
/// augmenting paths. When a row changes, the assignment is repaired instead of solved again.
///
/// Rows are the things to place (boxes), columns the places (goals). There may be more columns than
/// rows; some then stay free. Some pairs of a row and a column may be impossible.
///
/// # Complexity
/// With *n* columns, of which a fraction may stay free, [`new`](Assignment::new) and the first
/// [`cost`](Assignment::cost) take O(*n*³) time. Afterwards `cost` takes O(*n*²) for each row
/// changed since, and O(1) if the row's column is still a best one for it.
/// [`mark`](Assignment::mark) and [`roll_back`](Assignment::roll_back) take O(*n*), plus O(*n*) for
/// each row changed in between. Memory is O(*n*²). Nothing more is allocated once the nesting of
/// marks and the number of changes have reached their maximum.
///
/// # Guarantees
/// The cost is minimal; `None` proves that no assignment exists. The proof: every row and every
/// column has a number, its *potential*. The sum of two potentials never exceeds the cost of their
/// row and column, and equals it if they are assigned to each other. So no assignment of all rows
/// and columns costs less. Columns beyond the number of rows are taken by rows whose costs are all
/// zero. A changed row is taken out, gets the greatest potential that its new costs allow, and is
/// put in again by one shortest augmenting path, which preserves these properties.
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
    /// The costs row by row, and one more row of zeros. It stands for all rows from `rows` on,
    /// which take the columns that would stay free.
    costs: Vec<i64>,
    /// The potentials of rows and columns.
    row_potential: Vec<i64>,
    column_potential: Vec<i64>,
    column_of: Vec<u32>,
    row_of: Vec<u32>,
    /// The number of rows without a column.
    open: usize,
    scratch: Scratch,
    journal: Journal,
    /// If a column potential is below the negative of this, all potentials are computed anew. Only
    /// tests change it.
    drift: i64,
}

/// The cost of an impossible pair of a row and a column, beyond all sums of costs and potentials.
const NEVER: i64 = i64::MAX / 4;

/// Marks a missing row or column.
const NONE: u32 = u32::MAX;

/// Buffers of a search for an augmenting path, indexed by column.
#[derive(Clone, Debug)]
struct Scratch {
    /// The length of the shortest path found to each column.
    distance: Vec<i64>,
    /// The previous column; `NONE` if the path comes from the row to be put in.
    before: Vec<u32>,
    /// The columns; those whose distance is final are last.
    order: Vec<u32>,
}

/// The state at each mark.
#[derive(Clone, Debug, Default)]
struct Journal {
    /// The number of changed rows at each mark.
    marks: Vec<usize>,
    /// The rows changed after a mark, and their costs before.
    rows: Vec<usize>,
    costs: Vec<i64>,
    /// The potentials at each mark, and the row of each column.
    potentials: Vec<i64>,
    row_of: Vec<u32>,
}

impl Assignment {
    /// Creates an assignment of rows to columns with these costs; `None` marks an impossible pair.
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

    /// Sets the costs of a row, one for each column.
    ///
    /// # Panics
    /// If there is no such row, or if the number of costs is not that of columns.
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
        // Nothing bounds the potential of a row without any possible column.
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

    /// Returns the least cost of an assignment of all rows; `None` if there is no assignment.
    pub fn cost(&mut self) -> Option<u64> {
        if self.open > 0 {
            for row in 0..self.column_of.len() {
                if self.column_of[row] == NONE && !self.put_in(row) {
                    return None;
                }
            }
            // Each repair may lower potentials. Only their differences matter.
            if self.column_potential.iter().any(|&potential| potential < -self.drift) {
                self.begin();
                return self.cost();
            }
        }
        let of_rows = self.column_of[..self.rows].iter().enumerate();
        let cost: i64 = of_rows.map(|(row, &column)| self.costs[row * self.columns + column as usize]).sum();
        Some(cost.cast_unsigned())
    }

    /// Returns the column of a row, by the last [`cost`](Assignment::cost) that was not `None`.
    ///
    /// Of several cheapest assignments it is one, which depends on all previous changes.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn column_of(&self, row: usize) -> Option<usize> {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        let column = self.column_of[row];
        (column != NONE).then_some(column as usize)
    }

    /// Returns the potential of a column after the last [`cost`](Assignment::cost) that was not
    /// `None`. The potential of a row is the cost of its column minus that column's potential. The
    /// sum of a row's and a column's potential never exceeds the cost of the pair. So every
    /// assignment costs at least the sum of all potentials, and a cheapest one costs exactly that.
    /// The choice of potentials is not unique, and only their differences matter.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn column_potential(&self, column: usize) -> i64 {
        self.column_potential[column]
    }

    /// Saves the present state, to be restored by [`roll_back`](Assignment::roll_back). Marks nest.
    pub fn mark(&mut self) {
        let Self { journal, row_potential, column_potential, row_of, .. } = self;
        journal.marks.push(journal.rows.len());
        journal.potentials.extend_from_slice(row_potential);
        journal.potentials.extend_from_slice(column_potential);
        journal.row_of.extend_from_slice(row_of);
    }

    /// Restores the state at the last mark, and removes the mark.
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

    /// Takes all rows out and sets potentials that are valid for the costs.
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

    /// Gives a row a column along a shortest augmenting path. Returns `false` and changes nothing
    /// if there is no path.
    fn put_in(&mut self, row: usize) -> bool {
        let Scratch { distance, before, order } = &mut self.scratch;
        distance.fill(i64::MAX);
        let (mut from, mut from_row, mut so_far) = (NONE, row, 0);
        // The columns `order[..left]` are those whose distance is not final.
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
