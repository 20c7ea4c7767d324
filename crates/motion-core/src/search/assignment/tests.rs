use alloc::vec::Vec;

use proptest::prelude::*;

use super::*;

type Row = Vec<Option<u32>>;
type Costs = Vec<Row>;

/// Returns the least cost of giving each row its own column, by trying all possibilities.
fn exhaustive(costs: &[Row], taken: &mut Vec<usize>) -> Option<u64> {
    let Some((first, rest)) = costs.split_first() else { return Some(0) };
    let mut least = None;
    for (column, cost) in first.iter().enumerate() {
        if let Some(cost) = cost
            && !taken.contains(&column)
        {
            taken.push(column);
            let sum = exhaustive(rest, taken).map(|rest| rest + u64::from(*cost));
            taken.pop();
            least = least.into_iter().chain(sum).min();
        }
    }
    least
}

/// Checks that the cost is that of the claimed columns, that these are different, and that no
/// assignment costs less.
fn check(assignment: &mut Assignment, costs: &Costs, least: Option<u64>) {
    assert_eq!(assignment.cost(), least, "{costs:?}");
    if least.is_some() {
        let columns: Vec<_> =
            (0..costs.len()).map(|row| assignment.column_of(row).expect("a column")).collect();
        let sum: u64 =
            columns.iter().zip(costs).map(|(&column, row)| u64::from(row[column].expect("allowed"))).sum();
        assert_eq!(Some(sum), least);
        assert!((1..columns.len()).all(|row| !columns[..row].contains(&columns[row])), "{columns:?}");
    }
}

fn entry() -> impl Strategy<Value = Option<u32>> {
    prop_oneof![2 => Just(None), 5 => (0u32..9).prop_map(Some), 2 => any::<u32>().prop_map(Some)]
}

/// Costs of at most seven rows and columns, rarely with more rows than columns, and changes of
/// rows.
fn changing() -> impl Strategy<Value = (usize, Costs, Vec<(usize, Row)>)> {
    (0usize..=6, 0usize..=7).prop_flat_map(|(rows, columns)| {
        let columns = columns.max(rows.saturating_sub(1));
        let row = || proptest::collection::vec(entry(), columns);
        let changes =
            proptest::collection::vec((0..rows.max(1), row()), if rows == 0 { 0..1 } else { 0..12 });
        (Just(columns), proptest::collection::vec(row(), rows), changes)
    })
}

proptest! {
    #[test]
    fn never_dearer_than_any_assignment((columns, mut costs, changes) in changing()) {
        let changes = if costs.is_empty() { Vec::new() } else { changes };
        let mut assignment = Assignment::new(costs.len(), columns, |row, column| costs[row][column]);
        check(&mut assignment, &costs, exhaustive(&costs, &mut Vec::new()));
        for (index, (row, change)) in changes.into_iter().enumerate() {
            assignment.set_row(row, change.iter().copied());
            costs[row] = change;
            // Every third time, two rows change before the cost is computed.
            if index % 3 != 1 {
                check(&mut assignment, &costs, exhaustive(&costs, &mut Vec::new()));
            }
        }
    }

    #[test]
    fn rolling_back_restores_the_costs_and_the_columns((columns, costs, changes) in changing(), depths: u64) {
        let changes = if costs.is_empty() { Vec::new() } else { changes };
        let mut assignment = Assignment::new(costs.len(), columns, |row, column| costs[row][column]);
        let columns_of = |assignment: &Assignment| -> Vec<_> {
            (0..costs.len()).map(|row| assignment.column_of(row)).collect()
        };
        let mut saved = alloc::vec![(costs.clone(), assignment.cost(), columns_of(&assignment))];
        assignment.mark();
        let mut now = costs.clone();
        for (index, (row, change)) in changes.into_iter().enumerate() {
            assignment.set_row(row, change.iter().copied());
            now[row] = change;
            match depths >> (2 * index) & 3 {
                0 => {}
                1 if saved.len() > 1 => {
                    let (costs, cost, columns) = saved.pop().expect("one mark is left");
                    assignment.roll_back();
                    prop_assert_eq!(columns_of(&assignment), columns);
                    prop_assert_eq!(assignment.cost(), cost);
                    now = costs;
                }
                _ => {
                    saved.push((now.clone(), assignment.cost(), columns_of(&assignment)));
                    assignment.mark();
                }
            }
            check(&mut assignment, &now, exhaustive(&now, &mut Vec::new()));
        }
        while let Some((costs, cost, columns)) = saved.pop() {
            assignment.roll_back();
            prop_assert_eq!(columns_of(&assignment), columns);
            check(&mut assignment, &costs, cost);
        }
    }
}

/// Pseudorandom numbers, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % limit
    }

    fn row(&mut self, columns: usize, most: u64) -> Row {
        (0..columns).map(|_| (self.below(6) > 0).then(|| self.below(most) as u32)).collect()
    }
}

#[test]
fn long_sequences_of_changes_agree_with_solving_anew() {
    let mut random = Random(7);
    for (rows, columns, most, drift) in
        [(12, 12, 50, 1 << 48), (9, 15, 1000, 1 << 48), (20, 20, 4, 20), (8, 8, 1 << 32, 1 << 33)]
    {
        let mut costs: Costs = (0..rows).map(|_| random.row(columns, most)).collect();
        let mut assignment = Assignment::new(rows, columns, |row, column| costs[row][column]);
        assignment.drift = drift;
        let mut solved = 0;
        for _ in 0..3000 {
            let row = random.below(rows as u64) as usize;
            costs[row] = random.row(columns, most);
            assignment.set_row(row, costs[row].iter().copied());
            let anew = Assignment::new(rows, columns, |row, column| costs[row][column]).cost();
            check(&mut assignment, &costs, anew);
            solved += usize::from(anew.is_some());
            assert!(assignment.column_potential.iter().all(|&potential| potential >= -drift));
        }
        assert!(solved > 1500, "{solved}");
    }
}

#[test]
fn potentials_do_not_drift_away() {
    // Two rows that compete for the same column keep lowering its potential.
    let lowest = |drift| {
        let mut assignment = Assignment::new(2, 2, |_, column| Some(100 * column as u32));
        assignment.drift = drift;
        let mut lowest = 0;
        for turn in 0..1000 {
            let dear = [Some(100), Some(0)];
            let cheap = [Some(0), Some(100)];
            assignment.set_row(turn % 2, if turn % 4 < 2 { dear } else { cheap });
            assert!(assignment.cost().is_some());
            lowest = assignment.column_potential.iter().copied().chain([lowest]).min().unwrap_or(0);
        }
        lowest
    };
    assert!(lowest(1000) >= -1000, "{}", lowest(1000));
    assert!(lowest(1 << 48) < -1000, "nothing was to be feared: {}", lowest(1 << 48));
}

#[test]
fn without_rows_nothing_is_to_pay_and_without_columns_nothing_to_have() {
    assert_eq!(Assignment::new(0, 0, |_, _| None).cost(), Some(0));
    assert_eq!(Assignment::new(0, 3, |_, _| None).cost(), Some(0));
    assert_eq!(Assignment::new(1, 0, |_, _| None).cost(), None);
    assert_eq!(Assignment::new(2, 1, |_, _| Some(1)).cost(), None);
}

#[test]
#[should_panic(expected = "one cost for each column")]
fn a_row_of_another_length_is_refused() {
    Assignment::new(1, 2, |_, _| Some(1)).set_row(0, [Some(1)]);
}
