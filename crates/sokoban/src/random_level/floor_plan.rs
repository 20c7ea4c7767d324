//! The floor of a random level: rooms, passages between them, and pillars.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use rand::{Rng, RngExt};

use crate::level::Level;

/// The number of rows and of columns before the level is cut out.
const SIDE: usize = 160;

/// The offsets of the neighbours of a cell.
pub(super) const STEPS: [isize; 4] = [-SIDE.cast_signed(), 1, SIDE.cast_signed(), -1];

/// The share of the cells of rooms that become pillars.
const PILLARS: f64 = 0.15;

/// Floor within walls. Cells are numbered row by row; the border is wall.
#[derive(Clone, Debug)]
pub(super) struct FloorPlan {
    is_floor: Vec<bool>,
    /// The first room has the goals.
    rooms: Vec<Room>,
}

#[derive(Clone, Debug)]
struct Room {
    rows: Range<usize>,
    columns: Range<usize>,
}

/// Returns the cell one step away.
pub(super) const fn step(cell: usize, by: isize) -> usize {
    cell.wrapping_add_signed(by)
}

impl FloorPlan {
    /// Generates a room for the goals of at least this many cells, and further rooms joined to it
    /// and to each other. The number of rooms grows with that of boxes. All floor is connected.
    pub(super) fn random(boxes: usize, cells: usize, rng: &mut impl Rng) -> Self {
        let mut plan = Self { is_floor: alloc::vec![false; SIDE * SIDE], rooms: Vec::new() };
        plan.add(Room::for_goals(cells, rng));
        for _ in 0..rng.random_range(1..=2) + boxes / 5 {
            plan.attach_room(rng);
        }
        plan.add_passages(rng);
        plan.add_pillars(rng);
        plan
    }

    /// For each cell, whether it is neither a wall nor one of these.
    pub(super) fn without(&self, boxes: &[usize]) -> Vec<bool> {
        let mut free = self.is_floor.clone();
        for &cell in boxes {
            free[cell] = false;
        }
        free
    }

    /// All cells that are not walls, ascending.
    pub(super) fn floor(&self) -> impl Iterator<Item = usize> {
        (0..self.is_floor.len()).filter(|&cell| self.is_floor[cell])
    }

    /// The cells of the room with the goals.
    pub(super) fn goal_room(&self) -> Vec<usize> {
        self.rooms[0].cells().collect()
    }

    /// The cells of the room with the goals in rows, beginning at each of its four walls.
    pub(super) fn rows_from_walls(&self) -> [Vec<usize>; 4] {
        let by_rows = self.goal_room();
        let mut by_columns = by_rows.clone();
        by_columns.sort_by_key(|cell| (cell % SIDE, cell / SIDE));
        let reversed = |cells: &[usize]| cells.iter().rev().copied().collect();
        [reversed(&by_rows), reversed(&by_columns), by_rows, by_columns]
    }

    /// Builds the level with these goals, boxes and player on floor.
    pub(super) fn level(&self, goals: &[usize], boxes: &[usize], player: usize) -> Level {
        let letter = |cell: usize| match (goals.contains(&cell), boxes.contains(&cell), cell == player) {
            _ if !self.is_floor[cell] && self.is_beside_floor(cell) => '#',
            _ if !self.is_floor[cell] => ' ',
            (false, true, _) => '$',
            (true, true, _) => '*',
            (false, _, true) => '@',
            (true, _, true) => '+',
            (true, ..) => '.',
            _ => ' ',
        };
        let mut text = String::new();
        for row in 0..SIDE {
            text.extend((row * SIDE..(row + 1) * SIDE).map(letter));
            text.push('\n');
        }
        text.parse().expect("invariant: boxes, goals and one player on floor within walls")
    }

    /// Whether a cell is beside floor, also diagonally.
    fn is_beside_floor(&self, cell: usize) -> bool {
        let (row, column) = (cell / SIDE, cell % SIDE);
        let rows = row.saturating_sub(1)..(row + 2).min(SIDE);
        Room { rows, columns: column.saturating_sub(1)..(column + 2).min(SIDE) }
            .cells()
            .any(|near| self.is_floor[near])
    }

    fn add(&mut self, room: Room) {
        room.cells().for_each(|cell| self.is_floor[cell] = true);
        self.rooms.push(room);
    }

    /// Adds a room beside another one with a straight passage between them, if there is space.
    fn attach_room(&mut self, rng: &mut impl Rng) {
        const ATTEMPTS: u32 = 100;
        for _ in 0..ATTEMPTS {
            let old = self.rooms[rng.random_range(0..self.rooms.len())].clone();
            let across = [(); 2].map(|()| rng.random_range(3..=5));
            let gap = rng.random_range(1..=3);
            let is_beside = rng.random_bool(0.5);
            let is_after = rng.random_bool(0.5);
            let (along, beside) =
                if is_beside { (&old.columns, &old.rows) } else { (&old.rows, &old.columns) };
            // The passage leaves the old room in this row or column, within the width of the new
            // room.
            let exit = rng.random_range(beside.clone());
            let (Some(from), Some(start)) = (
                if is_after { Some(along.end + gap) } else { along.start.checked_sub(gap + across[0]) },
                exit.checked_sub(rng.random_range(0..across[1])),
            ) else {
                continue;
            };
            let ranges = (from..from + across[0], start..start + across[1]);
            let passage = if is_after { along.end..from } else { from + across[0]..along.start };
            let (room, passage) = if is_beside {
                (Room { columns: ranges.0, rows: ranges.1 }, Room { columns: passage, rows: exit..exit + 1 })
            } else {
                (Room { rows: ranges.0, columns: ranges.1 }, Room { rows: passage, columns: exit..exit + 1 })
            };
            if room.with_walls().is_some_and(|walls| walls.cells().all(|cell| !self.is_floor[cell])) {
                passage.cells().for_each(|cell| self.is_floor[cell] = true);
                self.add(room);
                return;
            }
        }
    }

    /// Joins some of the rooms that face each other with nothing between them.
    fn add_passages(&mut self, rng: &mut impl Rng) {
        const LONGEST: usize = 6;
        const SHARE: f64 = 0.3;
        for first in 0..self.rooms.len() {
            for second in 0..self.rooms.len() {
                let (one, other) = (&self.rooms[first], &self.rooms[second]);
                let (rows, columns) = (common(&one.rows, &other.rows), common(&one.columns, &other.columns));
                let passage = if !rows.is_empty() {
                    let row = rng.random_range(rows);
                    Room { rows: row..row + 1, columns: one.columns.end..other.columns.start }
                } else if !columns.is_empty() {
                    let column = rng.random_range(columns);
                    Room { rows: one.rows.end..other.rows.start, columns: column..column + 1 }
                } else {
                    continue;
                };
                let cells: Vec<_> = passage.cells().collect();
                let is_free = !cells.is_empty() && cells.iter().all(|&cell| !self.is_floor[cell]);
                if is_free && cells.len() <= LONGEST && rng.random_bool(SHARE) {
                    for cell in cells {
                        self.is_floor[cell] = true;
                    }
                }
            }
        }
    }

    /// Turns some cells of the rooms without goals into walls that do not disconnect the floor.
    fn add_pillars(&mut self, rng: &mut impl Rng) {
        let cells: Vec<_> = self.rooms[1..].iter().flat_map(Room::cells).collect();
        for cell in cells {
            if rng.random_bool(PILLARS) {
                self.is_floor[cell] = false;
                self.is_floor[cell] = !self.is_connected();
            }
        }
    }

    fn is_connected(&self) -> bool {
        let Some(first) = self.floor().next() else { return true };
        reached(first, &self.is_floor).1 == self.floor().count()
    }
}

/// For each cell, whether it can be reached from another by steps to free cells; and the number of
/// such cells.
pub(super) fn reached(from: usize, is_free: &[bool]) -> (Vec<bool>, usize) {
    let mut reached = alloc::vec![false; is_free.len()];
    reached[from] = true;
    let mut cells = alloc::vec![from];
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        for to in STEPS.map(|by| step(cell, by)) {
            if is_free[to] && !reached[to] {
                reached[to] = true;
                cells.push(to);
            }
        }
    }
    (reached, next)
}

impl Room {
    /// Creates a room of at least this many cells in the middle.
    fn for_goals(cells: usize, rng: &mut impl Rng) -> Self {
        let width = rng.random_range((cells * 3 / 4).isqrt().max(3)..=(cells * 3 / 2).isqrt().max(3));
        let height = cells.div_ceil(width).max(3);
        let middle = SIDE / 2;
        Self { rows: middle..middle + height, columns: middle..middle + width }
    }

    fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        let columns = self.columns.clone();
        self.rows.clone().flat_map(move |row| columns.clone().map(move |column| row * SIDE + column))
    }

    /// Returns the room and the cells around it; `None` if it is too close to the border.
    fn with_walls(&self) -> Option<Self> {
        let wider = |range: &Range<usize>| {
            let start = range.start.checked_sub(1)?;
            (start > 0 && range.end + 1 < SIDE).then_some(start..range.end + 1)
        };
        Some(Self { rows: wider(&self.rows)?, columns: wider(&self.columns)? })
    }
}

fn common(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    one.start.max(other.start)..one.end.min(other.end)
}
