//! All positions of a game, as a search space for engines outside this crate.

use alloc::string::ToString;
use alloc::vec::Vec;

use motion_core::search::fingerprint;
use motion_core::search::{PackedFields, PackedSpace, Space};
use motion_core::{Cell, Control, Direction, Stop};

use super::generic_a_star::{AllPositions, CELL_BITS};
use super::search_robots::{SearchRobots, robot_moves};
use super::shortest::{ALL_ROBOTS, ShortestSearch, moves_of};
use crate::colour::Colour;
use crate::free_stop_bound::FreeStopBound;
use crate::instance::{Approach, Instance, MAX_ROBOTS};
use crate::line_costs::UNREACHABLE;
use crate::moves::Moves;
use crate::slide_table::{OccupiedCells, SlideTable};

/// The positions of a game and the slides between them.
///
/// Indistinguishable robots are interchangeable: two positions are equal if they differ only in
/// which of these robots stands where. In a game with [`Approach::Turning`], the position also
/// contains the turn state of each robot that may reach a target.
///
/// # Examples
/// Count the positions of a game:
/// ```
/// use core::ops::ControlFlow;
/// use motion_core::Control;
/// use motion_core::search::explore;
/// use ricochet::Instance;
/// use ricochet::internal::Positions;
///
/// let game: Instance = "
/// +---+---+---+
/// | r       R |
/// +   +   +   +
/// |           |
/// +   +   +   +
/// |     b     |
/// +---+---+---+".parse()?;
/// let space = Positions::new(&game, &mut Control::unlimited())?;
/// let control = &mut Control::unlimited();
/// let positions = explore(&space, [space.start()], control, |_, _| ControlFlow::Continue(()))?;
/// assert_eq!(positions, 44);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Positions<'i> {
    instance: &'i Instance,
    slides: SlideTable,
    bounds: Vec<FreeStopBound>,
    robots: SearchRobots,
    /// The robots that do not move: none.
    fixed: OccupiedCells,
}

/// A position: the cells of the robots, and their turn states where these matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position([u16; MAX_ROBOTS]);

/// A slide: the cell of the robot and the direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionMove {
    /// The cell of the robot before the slide.
    pub from: Cell,
    /// The direction of the slide.
    pub direction: Direction,
    index: u16,
}

impl<'i> Positions<'i> {
    /// Creates the space of a game. The memory of its tables, some hundred kilobytes, is held in
    /// `control`.
    ///
    /// # Errors
    /// [`Stop`] if the memory is refused.
    pub fn new(instance: &'i Instance, control: &mut Control) -> Result<Self, Stop> {
        let search = ShortestSearch::new(instance, control)?;
        let robots = search.search_robots(ALL_ROBOTS);
        let ShortestSearch { slides, bounds, .. } = search;
        let fixed = slides.occupied([]);
        Ok(Self { instance, slides, bounds, robots, fixed })
    }

    /// Returns the position at the start.
    pub fn start(&self) -> Position {
        let mut start = [0; MAX_ROBOTS];
        for (state, robot) in start.iter_mut().zip(&self.robots.list[..self.robots.movers]) {
            *state = robot.cell;
        }
        self.all().sort(&mut start);
        Position(start)
    }

    /// The number of words of a packed position: one or two.
    pub fn words(&self) -> usize {
        self.fields().words(self.robots.movers)
    }

    /// Returns the cells of the robots, in the order of the instance. Indistinguishable robots may
    /// be exchanged among their cells.
    pub fn robots(&self, position: &Position) -> Vec<(Colour, Cell)> {
        let mut robots = self.instance.robots().to_vec();
        for (robot, state) in self.robots.list[..self.robots.movers].iter().zip(position.0) {
            robots[usize::from(robot.number)].1 = self.slides.cell(state & ((1 << CELL_BITS) - 1));
        }
        robots
    }

    /// Returns a lower bound on the number of slides from a position to a target; `None` if no
    /// target can be reached.
    pub fn lower_bound(&self, position: &Position) -> Option<u32> {
        Some(self.all().moves(&position.0)).filter(|&moves| moves != UNREACHABLE).map(u32::from)
    }

    /// Converts a path from the start to moves of the game.
    pub fn moves(&self, path: &[PositionMove]) -> Moves {
        let path: Vec<_> = path.iter().map(|step| (step.index, step.direction.index() as u8)).collect();
        moves_of(self.instance, &robot_moves(&self.slides, &self.robots, &path))
    }

    const fn all(&self) -> AllPositions<'_> {
        let Self { slides, bounds, robots, fixed, .. } = self;
        AllPositions { slides, bounds: bounds.as_slice(), robots, fixed }
    }

    /// The fields of a position: the cells, with two bits more if robots must turn.
    fn fields(&self) -> PackedFields {
        let cells = self.slides.size() as u32;
        PackedFields::below(if self.is_turning() { 4 * cells } else { cells })
    }

    fn is_turning(&self) -> bool {
        self.instance.approach() == Approach::Turning
    }
}

impl Space for Positions<'_> {
    type State = Position;
    type Action = PositionMove;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), position: &Position) -> bool {
        self.all().moves(&position.0) == 0
    }

    fn successors(
        &self,
        (): &mut (),
        position: &Position,
        visit: &mut impl FnMut(PositionMove, Position, u32),
    ) {
        self.all().successors(&mut (), &position.0, &mut |(index, direction), next, cost| {
            let direction = Direction::from_index(direction);
            let from = self.slides.cell(index);
            visit(PositionMove { from, direction, index }, Position(next), cost);
        });
    }
}

impl<const N: usize> PackedSpace<N> for Positions<'_> {
    fn pack(&self, position: &Position) -> [u64; N] {
        let (mut words, fields, size) = ([0; N], self.fields(), self.slides.size() as u32);
        for (robot, &state) in position.0[..self.robots.movers].iter().enumerate() {
            let (turn_state, cell) = (state >> CELL_BITS, state & ((1 << CELL_BITS) - 1));
            fields.set(&mut words, robot, u32::from(turn_state) * size + u32::from(cell));
        }
        words
    }

    fn unpack(&self, words: &[u64; N]) -> Position {
        let (mut states, fields, size) = ([0; MAX_ROBOTS], self.fields(), self.slides.size() as u32);
        for (robot, state) in states[..self.robots.movers].iter_mut().enumerate() {
            let value = fields.get(words, robot);
            *state = (value / size) as u16 * (1 << CELL_BITS) + (value % size) as u16;
        }
        Position(states)
    }

    /// Slides cannot be undone in general.
    fn is_reversible(&self) -> bool {
        false
    }

    fn fingerprint(&self) -> u64 {
        let text = self.instance.to_string();
        let turns = u64::from(self.is_turning());
        fingerprint(*b"ricochet", text.bytes().map(u64::from).chain([256 + turns]))
    }
}
