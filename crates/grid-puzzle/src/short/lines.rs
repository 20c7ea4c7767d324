//! Finishing: cell after cell gets its tile, in the [`Order`], and is never touched again.
//!
//! A beam in a window at the line's front goes for what a unit's tiles still need, which [`Places`] tell exactly, plus
//! the weights of all tiles in the window: of the many ways to place a tile, those that bring others nearer, too. States
//! that have finished different numbers of units do not compete with each other, but whoever is far behind the first
//! is given up.
//!
//! A state can always come nearer to placing its unit's tiles, but that may cost more weight than it seems worth, and a
//! narrow beam then stands still. So what is missing counts the more, the longer nothing is gained.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::beam::{Appraisal, Beam, Guide, NO_CELL, Slide};
use super::order::Order;
use super::places::Places;
use super::terrain::{Terrain, Way, Window};
use super::weights::{UNIT, Weights};

/// The power of the distances, in quarters.
const POWER: u32 = 6;

/// Levels without gain after which what is missing counts more.
const PATIENCE: usize = 12;

/// How often that may happen for one unit.
const MOST_URGES: u32 = 24;

/// How the lines are filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    /// Rows and columns of a window, at least; in narrow regions it is as large, but longer.
    pub(super) side: u32,
    /// States that survive for each number of finished units.
    pub(super) width: usize,
    /// Moves by which a state may be behind the first.
    pub(super) slack: usize,
    /// Ends that are tried.
    pub(super) ends: usize,
    /// The share of the budget after which no window is begun.
    pub(super) until: f64,
}

/// Situations of the largest table. Where tiles are so far away that it would take more, an estimate leads them nearer.
const MOST_SITUATIONS: usize = 1 << 21;

/// A state: the weights beside those at the start, the number of its unit, and where the unit's tiles are.
#[derive(Clone, Copy)]
struct Mark {
    weight: i64,
    unit: u32,
    tiles: [u32; 2],
}

struct Lead<'l> {
    terrain: &'l Terrain,
    order: &'l Order,
    weights: &'l Weights,
    cells: Vec<u32>,
    ranks: Vec<u32>,
    width: usize,
    /// The units that are worked on: from the first to before the last.
    first: u32,
    last: u32,
    stages: Vec<Stage>,
    slack: usize,
    level: usize,
}

/// What is known of the states that work on a unit.
#[derive(Default)]
struct Stage {
    places: Option<Places>,
    /// The level at which the first state came.
    since: Option<usize>,
    /// The least that any state still had to do, and at which level that was.
    least: Option<u32>,
    gained: usize,
    urges: u32,
}

impl Stage {
    /// What a missing move counts.
    fn urgency(&self) -> i64 {
        // Half as much again each time.
        (0..self.urges).fold(UNIT, |urgency, _| urgency + urgency / 2)
    }
}

impl Guide for Lead<'_> {
    type Mark = Mark;

    fn groups(&self) -> usize {
        self.stages.len()
    }

    fn width(&self) -> usize {
        self.width
    }

    #[inline]
    fn appraise(&mut self, mark: &Mark, board: &mut [u32], slide: Slide) -> Option<Appraisal<Mark>> {
        if self.ranks[slide.from as usize] < mark.unit || mark.unit == self.last {
            return None;
        }
        let weight = mark.weight + self.weights.change(self.terrain, &self.cells, slide);
        let goals = self.order.units[mark.unit as usize].cells();
        let mut tiles = mark.tiles;
        for (tile, &goal) in tiles.iter_mut().zip(goals) {
            if slide.tile == goal {
                *tile = self.cells[slide.to as usize];
            }
        }
        let mut mark = Mark { weight, tiles, ..*mark };
        if goals == &tiles[..goals.len()] {
            board.swap(slide.from as usize, slide.to as usize);
            mark = self.next_unit(mark, board);
            board.swap(slide.from as usize, slide.to as usize);
        } else if self.is_late(mark.unit) {
            return None;
        }
        let missing = if mark.unit == self.last { 0 } else { self.missing(&mark, slide.from)? };
        let stage = &mut self.stages[(mark.unit - self.first) as usize];
        if stage.least.is_none_or(|least| missing < least) {
            (stage.least, stage.gained) = (Some(missing), self.level);
        }
        let rank = weight + stage.urgency() * i64::from(missing);
        Some(Appraisal { group: mark.unit - self.first, rank, mark })
    }
}

impl Lead<'_> {
    /// Whether states that have not finished this unit are too late.
    fn is_late(&self, unit: u32) -> bool {
        let next = &self.stages[(unit + 1 - self.first) as usize];
        next.since.is_some_and(|since| self.level > since + self.slack)
    }

    /// The state after a unit is finished, and others that are by chance.
    fn next_unit(&self, mark: Mark, board: &[u32]) -> Mark {
        let is_finished = |&unit: &u32| {
            let goals = self.order.units[unit as usize].cells();
            goals.iter().all(|&goal| self.cell_of(board, goal) == Some(goal))
        };
        let unit = (mark.unit + 1..self.last).find(|unit| !is_finished(unit)).unwrap_or(self.last);
        Mark { unit, tiles: self.tiles(unit, board), ..mark }
    }

    /// Where the tiles of a unit are.
    fn tiles(&self, unit: u32, board: &[u32]) -> [u32; 2] {
        let mut tiles = [0; 2];
        if unit < self.last {
            for (tile, &goal) in tiles.iter_mut().zip(self.order.units[unit as usize].cells()) {
                *tile = self.cell_of(board, goal).unwrap_or(goal);
            }
        }
        tiles
    }

    fn cell_of(&self, board: &[u32], tile: u32) -> Option<u32> {
        board.iter().position(|&other| other == tile).map(|place| self.cells[place])
    }

    /// The moves that a state needs for its unit; an estimate where that is not tabulated yet.
    fn missing(&self, mark: &Mark, blank: u32) -> Option<u32> {
        let blank = self.cells[blank as usize];
        if let Some(places) = &self.stages[(mark.unit - self.first) as usize].places {
            return places.moves(self.terrain, mark.tiles, blank);
        }
        let goals = self.order.units[mark.unit as usize].cells();
        let away = || goals.iter().zip(mark.tiles).filter(|&(&goal, tile)| goal != tile);
        let steps: u32 = away().map(|(&goal, tile)| self.terrain.distance(goal, tile)).sum();
        let walk = away().map(|(_, tile)| self.terrain.distance(blank, tile)).min();
        Some(4 * steps + walk.unwrap_or(0))
    }

    /// Tabulates what the states' units need.
    fn tabulate(&mut self, beam: &Beam<Mark>, window: Window, control: &mut Control) -> Result<(), Stop> {
        for unit in self.first..self.last {
            let stage = (unit - self.first) as usize;
            if self.stages[stage].places.is_some() {
                continue;
            }
            let states = || beam.states().iter().filter(|state| state.mark.unit == unit);
            if states().next().is_none() {
                continue;
            }
            let goals = &self.order.units[unit as usize];
            let mut region = Window::of_cell(self.terrain, goals.cells()[0]);
            let tiles = states().flat_map(|state| &state.mark.tiles[..goals.cells().len()]);
            tiles.chain(goals.cells()).for_each(|&cell| region.include(self.terrain, cell));
            let margin = if goals.cells().len() == 1 { 3 } else { 2 };
            let region = region.widened(margin, (1, 1), window);
            if region.len().saturating_pow(goals.cells().len() as u32 + 1) > MOST_SITUATIONS {
                continue;
            }
            let free = |cell| self.order.rank[cell as usize] >= unit;
            let places = Places::new(self.terrain, region, goals, free, control)?;
            let stage = &mut self.stages[stage];
            stage.since.get_or_insert(self.level);
            (stage.places, stage.least, stage.gained) = (Some(places), None, self.level);
        }
        Ok(())
    }

    /// Makes what is missing more urgent where nothing has been gained for long; false where that has not helped.
    fn urge(&mut self, beam: &mut Beam<Mark>) -> bool {
        let foremost = beam.states().iter().map(|state| state.mark.unit).max();
        let Some(unit) = foremost.filter(|&unit| unit < self.last) else { return true };
        let stage = &mut self.stages[(unit - self.first) as usize];
        if self.level >= stage.gained + PATIENCE {
            stage.urges += 1;
            stage.gained = self.level;
            // Ways that were tried before may now lead on.
            beam.forget();
        }
        stage.urges <= MOST_URGES
    }
}

/// Moves to the end of a group of units.
pub(super) struct End {
    /// What the moves cost, and the weights that are left.
    cost: i64,
    level: usize,
    state: usize,
}

impl Lines {
    /// Fills all lines of the order, up to the last group of units, and gives walks that do the rest, the most promising first.
    /// No walks where a beam gets stuck or its time is over; the way has then come somewhere.
    pub(super) fn run(
        self,
        terrain: &Terrain,
        order: &Order,
        way: &mut Way,
        control: &mut Control,
    ) -> Result<Vec<Vec<Direction>>, Stop> {
        let weights = Weights::new(terrain, POWER);
        let mut unit = 0;
        loop {
            let cells = &way.arrangement.cells;
            let is_finished = |goal: &u32| cells[*goal as usize] == *goal;
            let open = |unit: &usize| !order.units[*unit].cells().iter().all(is_finished);
            let Some(first) = (unit..order.units.len()).find(open) else {
                return Ok(alloc::vec![Vec::new()]);
            };
            if control.fraction_used().is_some_and(|used| used > self.until) {
                return Ok(Vec::new());
            }
            let window = self.window(terrain, order, first, way);
            if window.len() >= usize::from(NO_CELL) {
                return Ok(Vec::new());
            }
            way.enter(terrain, window);
            // A tile cannot enter a corner of the window behind its neighbour: there has to be room beyond its goal.
            let inner = window.inner(2, order.region(first));
            let inside = |unit: &usize| {
                order.units[*unit].cells().iter().all(|&goal| {
                    let tile = way.arrangement.cells[goal as usize];
                    inner.contains(terrain, goal) && window.contains(terrain, tile)
                })
            };
            unit = (first..order.units.len()).find(|unit| !inside(unit)).unwrap_or(order.units.len());
            let group = Group { lines: self, terrain, order, first: first as u32, last: unit as u32 };
            let mut walks = group.run(&weights, window, way, control)?;
            if unit == order.units.len() || walks.is_empty() {
                return Ok(walks);
            }
            way.follow(terrain, walks.swap_remove(0));
        }
    }

    /// The window in which a unit's tiles, and as many after them as possible, are brought to their goals.
    fn window(self, terrain: &Terrain, order: &Order, unit: usize, way: &Way) -> Window {
        let goals = order.units[unit].cells();
        let mut window = Window::of_cell(terrain, goals[0]);
        for &goal in goals {
            window.include(terrain, goal);
            window.include(terrain, way.arrangement.cells[goal as usize]);
        }
        let region = order.region(unit);
        window.widened(3, region.part(self.side), region)
    }
}

/// Units that are worked on in one window, from the first to before the last.
struct Group<'g> {
    lines: Lines,
    terrain: &'g Terrain,
    order: &'g Order,
    first: u32,
    last: u32,
}

impl Group<'_> {
    fn run(
        &self,
        weights: &Weights,
        window: Window,
        way: &Way,
        control: &mut Control,
    ) -> Result<Vec<Vec<Direction>>, Stop> {
        let Self { lines, terrain, order, first, last } = *self;
        let cells = window.cells(terrain);
        let mut lead = Lead {
            terrain,
            order,
            weights,
            ranks: cells.iter().map(|&cell| order.rank[cell as usize]).collect(),
            cells,
            width: lines.width,
            first,
            last,
            stages: (first..=last).map(|_| Stage::default()).collect(),
            slack: lines.slack,
            level: 0,
        };
        let mut tiles = [0; 2];
        for (tile, &goal) in tiles.iter_mut().zip(order.units[first as usize].cells()) {
            *tile = way.arrangement.cells[goal as usize];
        }
        let start = Mark { weight: 0, unit: first, tiles };
        let mut beam = Beam::new(terrain, window, &way.arrangement, start, lines.width * lines.slack);
        let ends = self.beam(&mut beam, &mut lead, window, control);
        let tables = lead.stages.iter().filter_map(|stage| stage.places.as_ref());
        control.release(tables.map(Places::bytes).sum());
        beam.release(control);
        Ok(ends?.into_iter().map(|end| beam.moves(end.level, end.state)).collect())
    }

    fn beam(
        &self,
        beam: &mut Beam<Mark>,
        lead: &mut Lead<'_>,
        window: Window,
        control: &mut Control,
    ) -> Result<Vec<End>, Stop> {
        let mut ends: Vec<End> = Vec::new();
        loop {
            lead.tabulate(beam, window, control)?;
            let more = beam.advance(lead, control)?;
            lead.level = beam.level();
            for (state, mark) in beam.states().iter().map(|state| state.mark).enumerate() {
                for unit in self.first + 1..=mark.unit {
                    let stage = &mut lead.stages[(unit - self.first) as usize];
                    stage.since.get_or_insert(lead.level);
                }
                if mark.unit == self.last {
                    // A step that is missing will cost about one and a half moves.
                    let cost = UNIT * lead.level.cast_signed() as i64 + mark.weight + mark.weight / 2;
                    ends.push(End { cost, level: lead.level, state });
                }
            }
            ends.sort_by_key(|end| end.cost);
            ends.truncate(self.lines.ends);
            let first_end = lead.stages[(self.last - self.first) as usize].since;
            let is_over = first_end.is_some_and(|since| lead.level > since + self.lines.slack);
            if !more || is_over || !lead.urge(beam) {
                return Ok(ends);
            }
        }
    }
}
