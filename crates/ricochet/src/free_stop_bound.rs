//! A lower bound: the fewest moves in which a robot reaches a target if it may stop on every cell
//! it passes.
//!
//! This is the paper's Graph v2, extended to robots that must turn. A robot that stops only before
//! obstacles needs at least as many moves.

use alloc::vec::Vec;

use motion_core::{Control, Stop};
use smallvec::SmallVec;

use crate::instance::{Approach, Instance};
use crate::line_costs::{LineCosts, UNREACHABLE};
use crate::slide_table::{CellIndex, RobotClass, SlideTable};

/// The past directions of a robot that must turn: 0 if it has not moved, 1 if it has moved along
/// columns, 2 if along rows, [`TURNED`] if both or if it was deflected. Always 0 if robots need not
/// turn.
pub(crate) type TurnState = u8;

const TURNED: TurnState = 3;

/// The bound for robots of one class that have the same targets. An entry is a pair of a turn state
/// and a cell.
pub(crate) struct FreeStopBound {
    class: RobotClass,
    targets: TargetCells,
    turning: bool,
    size: usize,
    /// The fewest moves of each entry.
    moves: Vec<u16>,
    relevant: Option<RelevantCells>,
}

/// The cells of the targets that a robot may reach.
pub(crate) type TargetCells = SmallVec<[CellIndex; 1]>;

/// Two sets of cells for each entry, computed on first use.
struct RelevantCells {
    /// The number of words of a set.
    words: usize,
    known: Vec<bool>,
    /// For each entry, the set of cells just beyond stops, then the set of passed cells.
    sets: Vec<u64>,
}

/// The sets are not stored if they would take more than this.
const MAX_RELEVANT_BYTES: u64 = 32 << 20;

impl FreeStopBound {
    /// Computes the bound for a robot, given its number in the instance.
    pub(crate) fn new(
        slides: &SlideTable,
        instance: &Instance,
        robot: usize,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let (class, targets) = (slides.class(robot), target_cells(slides, instance, robot));
        let turning = instance.approach() == Approach::Turning;
        let size = slides.size();
        let entries = if turning { 4 * size } else { size };
        control.hold(Self::entry_bytes(entries))?;
        let mut bound = Self { class, targets, turning, size, moves: Vec::new(), relevant: None };
        if turning {
            bound.search_backwards(slides);
        } else {
            bound.moves = costs_to(slides, class, &bound.targets).run(1);
        }
        Ok(bound)
    }

    /// Returns whether this is also the bound of this robot.
    pub(crate) fn is_of(&self, slides: &SlideTable, instance: &Instance, robot: usize) -> bool {
        self.class == slides.class(robot) && self.targets == target_cells(slides, instance, robot)
    }

    pub(crate) const fn class(&self) -> RobotClass {
        self.class
    }

    pub(crate) const fn targets(&self) -> &TargetCells {
        &self.targets
    }

    /// Allocates the sets of [`is_relevant`](Self::is_relevant), if the memory is granted.
    pub(crate) fn keep_relevant(&mut self, control: &mut Control) {
        let (entries, words) = (self.moves.len(), self.size.div_ceil(64));
        let bytes = Self::relevant_bytes(entries, words);
        if self.relevant.is_none() && bytes <= MAX_RELEVANT_BYTES && control.hold(bytes).is_ok() {
            let known = alloc::vec![false; entries];
            let sets = alloc::vec![0; 2 * entries * words];
            self.relevant = Some(RelevantCells { words, known, sets });
        }
    }

    const fn entry_bytes(entries: usize) -> u64 {
        (entries * (size_of::<u16>() + size_of::<u16>())) as u64
    }

    const fn relevant_bytes(entries: usize, words: usize) -> u64 {
        (entries * (2 * 8 * words + 1)) as u64
    }

    /// Searches breadth-first backwards from the targets. Slides can be reversed: a robot that
    /// arrives at a cell heading up comes from one of the cells that it would pass if it left that
    /// cell heading down.
    fn search_backwards(&mut self, slides: &SlideTable) {
        self.moves.resize(if self.turning { 4 * self.size } else { self.size }, UNREACHABLE);
        let mut queue = Vec::with_capacity(self.moves.len());
        for &target in &self.targets {
            let goal = self.entry(TURNED, target);
            self.moves[goal] = 0;
            queue.push(goal as u16);
        }
        let mut next = 0;
        while let Some(&entry) = queue.get(next) {
            next += 1;
            let (state, cell) = (usize::from(entry) / self.size, usize::from(entry) % self.size);
            let moves = self.moves[usize::from(entry)] + 1;
            for direction in 0..4 {
                // A robot that arrives at a diagonal is deflected, even if it must stop there.
                let deflects = slides.deflects(self.class, cell as CellIndex);
                slides.trace(self.class, cell as CellIndex, direction, |from, heading, deflected| {
                    let deflected = deflected || deflects;
                    let earlier_states = if self.turning { 0..4 } else { 0..1 };
                    for earlier in earlier_states {
                        let leads_here =
                            !self.turning || usize::from(state_after(earlier, heading, deflected)) == state;
                        let entry = usize::from(earlier) * self.size + usize::from(from);
                        if leads_here && self.moves[entry] == UNREACHABLE {
                            self.moves[entry] = moves;
                            queue.push(entry as u16);
                        }
                    }
                });
            }
        }
    }

    /// Whether robots must turn.
    pub(crate) const fn is_turning(&self) -> bool {
        self.turning
    }

    /// Returns the entry of a cell in a turn state.
    #[inline]
    pub(crate) fn entry(&self, state: TurnState, cell: CellIndex) -> usize {
        if self.turning { usize::from(state) * self.size + usize::from(cell) } else { usize::from(cell) }
    }

    /// Returns the turn state after a slide.
    #[inline]
    pub(crate) fn state_after(&self, state: TurnState, direction: u8, deflected: bool) -> TurnState {
        if self.turning { state_after(state, direction, deflected) } else { 0 }
    }

    /// Returns the fewest moves to a target; [`UNREACHABLE`] if there is no path.
    #[inline]
    pub(crate) fn moves(&self, entry: usize) -> u16 {
        self.moves[entry]
    }

    /// Returns the fewest moves from a cell, for a robot that has turned or need not turn.
    #[inline]
    pub(crate) fn moves_from(&self, cell: CellIndex) -> u16 {
        self.moves(self.entry(TURNED, cell))
    }

    /// Returns whether a move of another robot from `from` to `to` can help this robot, if exactly
    /// as many moves are left as its bound: the other robot leaves its path, or stands where it can
    /// stop it.
    #[inline]
    pub(crate) fn is_relevant(
        &mut self,
        slides: &SlideTable,
        entry: usize,
        from: CellIndex,
        to: CellIndex,
    ) -> bool {
        let Some(relevant) = &self.relevant else { return true };
        if !relevant.known[entry] {
            self.collect_relevant(slides, entry);
        }
        let Some(relevant) = &self.relevant else { return true };
        let contains =
            |set: usize, cell: CellIndex| relevant.sets[set + usize::from(cell >> 6)] >> (cell & 63) & 1 != 0;
        let behind_stops = 2 * entry * relevant.words;
        contains(behind_stops, to) || contains(behind_stops + relevant.words, from)
    }

    /// Collects the cells passed, and the cells behind each stop, on all paths of exactly as many
    /// moves as the bound.
    ///
    /// The recursion depth is the bound, which is at most the number of moves left in the search.
    #[cold]
    fn collect_relevant(&mut self, slides: &SlideTable, entry: usize) {
        let moves = self.moves[entry];
        let Some(relevant) = &mut self.relevant else { return };
        relevant.known[entry] = true;
        if moves == 0 || moves == UNREACHABLE {
            return;
        }
        let words = relevant.words;
        let mut sets = alloc::vec![0; 2 * words];
        let (state, cell) = ((entry / self.size) as TurnState, (entry % self.size) as CellIndex);
        for direction in 0..4 {
            // The cells and the stops of one slide. A stop is on a shortest path if it is one move
            // nearer to a target.
            let mut passed: Vec<CellIndex> = Vec::new();
            let mut stops: Vec<usize> = Vec::new();
            let mut is_stop = false;
            slides.trace(self.class, cell, direction, |to, _, deflected| {
                if is_stop {
                    sets[usize::from(to >> 6)] |= 1 << (to & 63);
                }
                passed.push(to);
                let deflected = deflected || slides.deflects(self.class, to);
                let next = self.entry(self.state_after(state, direction, deflected), to);
                is_stop = self.moves[next] != UNREACHABLE && self.moves[next] + 1 == moves;
                if is_stop {
                    for cell in passed.drain(..) {
                        sets[words + usize::from(cell >> 6)] |= 1 << (cell & 63);
                    }
                    stops.push(next);
                }
            });
            // A cell that matters after a stop also matters before it.
            for next in stops {
                if self.relevant.as_ref().is_some_and(|relevant| !relevant.known[next]) {
                    self.collect_relevant(slides, next);
                }
                let Some(relevant) = &self.relevant else { return };
                for (word, more) in sets.iter_mut().zip(&relevant.sets[2 * next * words..]) {
                    *word |= more;
                }
            }
        }
        if let Some(relevant) = &mut self.relevant {
            relevant.sets[2 * entry * words..][..2 * words].copy_from_slice(&sets);
        }
    }
}

/// Returns the cells of the targets that a robot may reach.
fn target_cells(slides: &SlideTable, instance: &Instance, robot: usize) -> TargetCells {
    let (robot, _) = instance.robots()[robot];
    let targets = instance.targets().iter().filter(|target| target.is_for(robot));
    targets.map(|target| slides.index(target.cell)).collect()
}

/// Returns the initial costs of all cells: the targets cost 0.
pub(crate) fn costs_to<'s>(
    slides: &'s SlideTable,
    class: RobotClass,
    targets: &[CellIndex],
) -> LineCosts<'s> {
    let mut costs = LineCosts::new(slides.lines(class));
    for &target in targets {
        costs.relax(target, 0);
    }
    costs
}

/// Returns the turn state after a slide that begins in this direction.
fn state_after(state: TurnState, direction: u8, deflected: bool) -> TurnState {
    if deflected { TURNED } else { state | 1 << (direction & 1) }
}

#[cfg(test)]
mod tests {
    use motion_core::{Cell, Control, Direction, Grid};
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::{Board, Colour, Diagonal, Slope, Target, TargetRobot};

    /// Lines and slides give the same numbers of moves, on boards with walls, closed cells and
    /// diagonals.
    #[test]
    fn lines_and_slides_give_the_same_moves() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut bent, mut round) = (0, 0);
        for number in 0..400 {
            let (rows, columns) = (rng.random_range(3..=9), rng.random_range(3..=20));
            let cells = rows * columns;
            let mut grid = Grid::new(rows, columns).expect("cells");
            for _ in 0..rng.random_range(0..=cells / 4) {
                let side = Direction::from_index(rng.random_range(0..4));
                grid.build_wall(Cell(rng.random_range(0..cells)), side);
            }
            for _ in 0..rng.random_range(0..3) {
                grid.close(Cell(rng.random_range(0..cells)));
            }
            let mut board = Board::new(grid).expect("a legal size");
            for _ in 0..rng.random_range(0..=cells / 4) {
                let slope = if rng.random_bool(0.5) { Slope::Rising } else { Slope::Falling };
                let colour = if rng.random_bool(0.5) { Colour::Red } else { Colour::Blue };
                board.place(Cell(rng.random_range(0..cells)), Diagonal { slope, colour });
            }
            let robots = [(Colour::Red, Cell(0)), (Colour::Green, Cell(1))];
            let target = |cell| Target { cell: Cell(cell), robot: TargetRobot::Any };
            let targets = [target(cells - 1), target(number % (cells - 1))];
            let Ok(game) = Instance::new(board, &robots, &targets[number as usize % 2..]) else {
                continue;
            };
            let mut control = Control::unlimited();
            let slides = SlideTable::new(&game, &mut control).expect("no limit");
            for robot in 0..robots.len() {
                let class = slides.class(robot);
                let by_lines = FreeStopBound::new(&slides, &game, robot, &mut control).expect("no limit");
                let mut by_slides = FreeStopBound {
                    class,
                    targets: by_lines.targets.clone(),
                    turning: false,
                    size: slides.size(),
                    moves: Vec::new(),
                    relevant: None,
                };
                by_slides.search_backwards(&slides);
                assert_eq!(by_lines.moves, by_slides.moves, "class {class}\n{game}");
                let lines = slides.lines(class);
                bent += (0..lines.len() as u16).filter(|&line| lines.is_bent(line)).count();
                round += (0..lines.len() as u16).filter(|&line| lines.is_round(line)).count();
            }
        }
        assert!(bent > 1000 && round > 0, "{bent} bent, {round} round");
    }
}
