//! The same search for what most games are: no diagonals, one robot that has to reach the target, a free approach.

use alloc::boxed::Box;
use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::search::{Iteration, Pieces, Step, Visit};
use super::table::{Key, Table};
use crate::bound::Bound;
use crate::field::{Field, Occupied, SPOTS, Spot};
use crate::instance::MAX_ROBOTS;

/// The move before, for what need not come after it.
#[derive(Clone, Copy)]
struct Last {
    robot: usize,
    direction: u8,
    from: Spot,
    to: Spot,
}

const NOBODY: Last = Last { robot: 0, direction: 0, from: 0, to: 0 };

pub(super) struct PlainSearch<'s, K> {
    field: &'s Field,
    bound: &'s mut Bound,
    /// The bound again, in a size that needs no checks.
    least: Box<[u16; SPOTS]>,
    /// The robot that has to reach the target comes first.
    spots: [Spot; MAX_ROBOTS],
    numbers: [u8; MAX_ROBOTS],
    movers: usize,
    bits: u32,
    occupied: Occupied,
    table: Table<K>,
    path: Vec<Step>,
    visit: Visit<'s>,
    canonical: bool,
    cut: bool,
    done: bool,
}

impl<'s, K: Key> PlainSearch<'s, K> {
    pub(super) fn new(
        field: &'s Field,
        bound: &'s mut Bound,
        robots: &Pieces,
        canonical: bool,
        visit: Visit<'s>,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        control.hold(size_of::<[u16; SPOTS]>() as u64)?;
        let mut least = Box::new([0; SPOTS]);
        for (spot, least) in least.iter_mut().enumerate().take(field.size()) {
            *least = bound.moves(spot);
        }
        let mut occupied = Occupied::nobody();
        let (mut spots, mut numbers) = ([0; MAX_ROBOTS], [0; MAX_ROBOTS]);
        for (index, piece) in robots.list[..robots.len].iter().enumerate() {
            field.toggle(&mut occupied, piece.spot);
            (spots[index], numbers[index]) = (piece.spot, piece.number);
        }
        let (table, path) = (Table::new(control)?, Vec::new());
        let (movers, bits) = (robots.movers, field.bits());
        let (cut, done) = (false, false);
        Ok(Self {
            field,
            bound,
            least,
            spots,
            numbers,
            movers,
            bits,
            occupied,
            table,
            path,
            visit,
            canonical,
            cut,
            done,
        })
    }

    pub(super) fn iterate(&mut self, moves: u16, control: &mut Control) -> Result<Iteration, Stop> {
        self.cut = false;
        let found = match moves - self.least(self.spots[0]) {
            0 => self.run_from(moves, NOBODY, control)?,
            1 => self.last_chance(moves, NOBODY, control)?,
            _ => self.step(moves, NOBODY, control)?,
        };
        Ok(match (found, self.cut) {
            (true, _) => Iteration::Found,
            (false, true) => Iteration::Cut,
            (false, false) => Iteration::Exhausted,
        })
    }

    #[inline]
    fn least(&self, spot: Spot) -> u16 {
        self.least[usize::from(spot) & (SPOTS - 1)]
    }

    #[inline]
    fn ends(&self, from: Spot) -> [Spot; 4] {
        let runs = self.field.runs(0, from);
        [0, 1, 2, 3].map(|direction| self.field.straight(runs, from, direction, &self.occupied))
    }

    /// Whether a robot need not move like this after the last move.
    #[inline]
    fn is_idle(&mut self, robot: usize, direction: u8, from: Spot, to: Spot, last: Last) -> bool {
        if to == from {
            return true;
        }
        if last.from == last.to {
            return false;
        }
        if robot == last.robot {
            // Back it could have gone at once.
            return direction == last.direction ^ 2;
        }
        robot < last.robot && self.canonical && self.commutes(direction, from, to, last)
    }

    /// Whether this move, which is tried before the last one in the same position, comes to the same before and after it.
    ///
    /// All that follows from it was then found not to be enough, when it was tried there: robots are tried in the order of
    /// their numbers. So leaving it out is sound with the table, too, whose entries stay true of all moves.
    #[inline]
    fn commutes(&mut self, direction: u8, from: Spot, to: Spot, last: Last) -> bool {
        // Mostly the one has nothing to do with the line of the other.
        let line = |spot| self.field.line(spot, direction);
        let other = |spot| self.field.line(spot, last.direction);
        if line(from) != line(last.from)
            && line(from) != line(last.to)
            && other(last.from) != other(from)
            && other(last.from) != other(to)
        {
            return true;
        }
        self.commutes_on_a_line(direction, from, to, last)
    }

    fn commutes_on_a_line(&mut self, direction: u8, from: Spot, to: Spot, last: Last) -> bool {
        self.field.toggle(&mut self.occupied, last.to);
        self.field.toggle(&mut self.occupied, last.from);
        let runs = self.field.runs(0, from);
        let mut same = self.field.straight(runs, from, direction, &self.occupied) == to;
        if same {
            self.field.toggle(&mut self.occupied, from);
            self.field.toggle(&mut self.occupied, to);
            let runs = self.field.runs(0, last.from);
            same = self.field.straight(runs, last.from, last.direction, &self.occupied) == last.to;
            self.field.toggle(&mut self.occupied, from);
            self.field.toggle(&mut self.occupied, to);
        }
        self.field.toggle(&mut self.occupied, last.to);
        self.field.toggle(&mut self.occupied, last.from);
        same
    }

    /// Two moves more than the bound, or more.
    fn step(&mut self, left: u16, last: Last, control: &mut Control) -> Result<bool, Stop> {
        control.spend(1)?;
        let key = self.key();
        if self.table.visit(key, left as u8) {
            return Ok(false);
        }
        if self.table.is_crowded() {
            self.table.grow(control);
        }
        let mut found = false;
        for robot in 0..self.movers {
            let from = self.spots[robot];
            for (direction, to) in (0..).zip(self.ends(from)) {
                if self.is_idle(robot, direction, from, to, last) {
                    continue;
                }
                found |= self.make(robot, direction, from, to, left, control)?;
                if self.done {
                    return Ok(true);
                }
            }
        }
        if found {
            // Another way to this position is another solution.
            self.table.lower(key, left as u8 - 1);
        }
        Ok(found)
    }

    /// Makes a move and goes on.
    #[inline]
    fn make(
        &mut self,
        robot: usize,
        direction: u8,
        from: Spot,
        to: Spot,
        left: u16,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let least = if robot == 0 { self.least(to) } else { self.least(self.spots[0]) };
        if least >= left {
            self.cut |= least != crate::bound::FAR;
            return Ok(false);
        }
        self.path.push((self.numbers[robot], direction));
        let found = if least == 0 {
            self.done = (self.visit)(&self.path).is_break();
            true
        } else {
            self.field.toggle(&mut self.occupied, from);
            self.field.toggle(&mut self.occupied, to);
            self.spots[robot] = to;
            let last = Last { robot, direction, from, to };
            let found = match left - 1 - least {
                0 => self.run_from(left - 1, last, control),
                1 => self.last_chance(left - 1, last, control),
                _ => self.step(left - 1, last, control),
            };
            self.spots[robot] = from;
            self.field.toggle(&mut self.occupied, from);
            self.field.toggle(&mut self.occupied, to);
            found?
        };
        self.path.pop();
        Ok(found)
    }

    /// One move more than the bound: another robot makes it, where that can help, or the first one does not come nearer once.
    fn last_chance(&mut self, left: u16, last: Last, control: &mut Control) -> Result<bool, Stop> {
        control.spend(1)?;
        self.cut = true;
        let mut found = false;
        let winner = self.spots[0];
        for (direction, to) in (0..).zip(self.ends(winner)) {
            if self.least(to) < left && !self.is_idle(0, direction, winner, to, last) {
                found |= self.make(0, direction, winner, to, left, control)?;
                if self.done {
                    return Ok(true);
                }
            }
        }
        for robot in 1..self.movers {
            let from = self.spots[robot];
            let ends = self.ends(from);
            let mut helps = [true; 4];
            if let Some((stops, ways)) = self.bound.help(self.field, usize::from(winner)) {
                let bit = |set: &[u64], spot: Spot| set[usize::from(spot >> 6)] >> (spot & 63) & 1 != 0;
                let leaves = bit(ways, from);
                helps = ends.map(|to| leaves | bit(stops, to));
            }
            if helps == [false; 4] {
                continue;
            }
            for direction in 0..4 {
                let to = ends[usize::from(direction)];
                if helps[usize::from(direction)] && !self.is_idle(robot, direction, from, to, last) {
                    found |= self.make(robot, direction, from, to, left, control)?;
                    if self.done {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(found)
    }

    /// No move more than the bound: only the first robot moves, nearer each time.
    fn run_from(&mut self, left: u16, last: Last, control: &mut Control) -> Result<bool, Stop> {
        self.cut = true;
        let start = self.spots[0];
        self.field.toggle(&mut self.occupied, start);
        let found = self.run(start, left, last, control);
        self.field.toggle(&mut self.occupied, start);
        found
    }

    fn run(&mut self, from: Spot, left: u16, last: Last, control: &mut Control) -> Result<bool, Stop> {
        control.spend(1)?;
        let mut found = false;
        for (direction, to) in (0..).zip(self.ends(from)) {
            if self.least(to) >= left || last.robot != 0 && self.is_idle_alone(direction, from, to, last) {
                continue;
            }
            self.path.push((self.numbers[0], direction));
            if left == 1 {
                found = true;
                self.done = (self.visit)(&self.path).is_break();
            } else {
                found |= self.run(to, left - 1, NOBODY, control)?;
            }
            self.path.pop();
            if self.done {
                return Ok(true);
            }
        }
        Ok(found)
    }

    /// The same as [`is_idle`](Self::is_idle) for the first robot while it is not among the occupied.
    fn is_idle_alone(&mut self, direction: u8, from: Spot, to: Spot, last: Last) -> bool {
        self.field.toggle(&mut self.occupied, from);
        let idle = self.is_idle(0, direction, from, to, last);
        self.field.toggle(&mut self.occupied, from);
        idle
    }

    /// The position, with robots that are alike in the order of their spots.
    #[inline]
    fn key(&self) -> K {
        let mut others = [0; MAX_ROBOTS];
        for (index, &spot) in self.spots[1..self.movers].iter().enumerate() {
            // Insertion: there are few.
            let mut place = index;
            while place > 0 && others[place - 1] > spot {
                others[place] = others[place - 1];
                place -= 1;
            }
            others[place] = spot;
        }
        let mut key = K::default().push(self.bits, self.spots[0]);
        for &spot in &others[..self.movers - 1] {
            key = key.push(self.bits, spot);
        }
        key.finish()
    }
}
