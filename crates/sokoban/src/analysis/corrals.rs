//! Corrals: zones that boxes close to the player, and the pushes that have to be considered because
//! of them.
//!
//! Boxes keep the player out of a zone. If they can be pushed only into the zone, and the player
//! can make all these pushes now, one of them has to be made before anything else can happen there.
//! Pushes elsewhere neither need the zone nor change these pushes, so they can wait: all other
//! pushes are pruned.

use alloc::vec::Vec;
use core::ops::Range;

use motion_core::Direction;

use super::deadlock::freeze;
use crate::board::{BoxSet, Push, Reach, SearchBoard, Square};

/// Marks for the player's zone, the wall and boxes, beside the numbers of zones.
const OUTSIDE: u16 = u16::MAX;
const WALL: u16 = u16::MAX - 1;
const BOX: u16 = u16::MAX - 2;

/// Finds corrals whose pushes are the only ones that have to be considered in a position
/// (PI-corrals).
///
/// A corral consists of zones that the player does not reach and of boxes, among them all that
/// stand beside these zones. Zones and boxes are added while a push of one of its boxes depends on
/// them; so corrals are combined when one alone is not closed.
///
/// # Guarantees
/// From a position that can be solved, some solution with the fewest pushes begins with one of the
/// pushes found. If a corral has no such push, there is no solution. So forward searches that prune
/// all other pushes stay complete and optimal in pushes. Bidirectional searches do not: the forward
/// search may avoid the positions in which the two would have met.
///
/// # Complexity
/// Memory linear in the squares.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 4.4.1; the idea is B. Damgaard's.
///
/// # Examples
/// The box on the left can be pushed only towards the goal, and the player can do that now: the
/// other box can wait.
/// ```
/// use sokoban::analysis::Corrals;
/// use sokoban::board::SearchBoard;
/// use sokoban::search::{MoveGenerator, Position};
///
/// let board = SearchBoard::new(&"8#|###-.--#|#.$@$--#|###----#|8#".parse()?);
/// let position = Position::<1>::start(&board).expect("no box on a dead square");
/// let mut generator = MoveGenerator::new(&board);
/// generator.enter(&position);
/// let mut corrals = Corrals::<1>::new(&board);
/// let forced = corrals.forced(generator.reach()).expect("a corral");
/// assert_eq!(forced.len(), 1);
/// assert_eq!(forced[0].from, board.boxes()[0]);
/// assert_eq!(generator.pushes(&position.boxes).count(), 4);
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Corrals<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
    /// The number of the zone of each square that the player does not reach. Entries of other
    /// squares are stale.
    zones: Vec<u16>,
    /// The squares that the player does not reach, zone by zone.
    squares: Vec<Square>,
    /// The boxes beside these squares, zone by zone, possibly more than once.
    border: Vec<Square>,
    /// For each zone its ends in `squares` and in `border`.
    ends: Vec<(u32, u32)>,
    /// The zones that belong to the corral under construction, and the same for boxes.
    has_zone: Vec<bool>,
    has_box: Vec<bool>,
    boxes: Vec<Square>,
    pushes: Vec<Push>,
    /// The best corral's pushes.
    forced: Vec<Push>,
}

/// What a push of a box means for its corral.
enum CorralPush {
    /// It can never be the first push of the corral.
    Never,
    /// It leads into the corral and is legal.
    Inwards,
    /// It may be the first push, now or later, and leads elsewhere.
    Elsewhere,
    /// It depends on this zone.
    Zone(u16),
    /// It depends on this box.
    Box(Square),
}

impl<'b, const W: usize> Corrals<'b, W> {
    /// Prepares for positions of a board.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`].
    pub fn new(board: &'b SearchBoard) -> Self {
        Self {
            board,
            goals: board.goals().iter().copied().collect(),
            zones: alloc::vec![0; board.square_count() + 1],
            squares: Vec::new(),
            border: Vec::new(),
            ends: Vec::new(),
            has_zone: Vec::new(),
            has_box: alloc::vec![false; board.square_count() + 1],
            boxes: Vec::new(),
            pushes: Vec::new(),
            forced: Vec::new(),
        }
    }

    /// The pushes that have to be considered, of the corral with the fewest of them; `None` if
    /// there is no corral, so that all pushes have to be considered. `reach` is that of the
    /// position, boxes included. Pushes that freeze boxes off the goals, and those onto dead
    /// squares, are left out.
    ///
    /// # Complexity
    /// Linear in the squares if the player reaches all of them. Otherwise, for each zone that it
    /// does not reach, at most the boxes of the corral times the zones and boxes that are added to
    /// it.
    ///
    /// # Panics
    /// If `reach` belongs to another board.
    pub fn forced(&mut self, reach: &Reach) -> Option<&[Push]> {
        self.find_zones(reach);
        if self.ends.is_empty() {
            return None;
        }
        let mut found = false;
        for zone in 0..self.ends.len() as u16 {
            if self.is_corral(zone, reach) && (!found || self.pushes.len() < self.forced.len()) {
                core::mem::swap(&mut self.pushes, &mut self.forced);
                found = true;
                if self.forced.is_empty() {
                    break;
                }
            }
        }
        found.then_some(&*self.forced)
    }

    /// Numbers the zones that the player does not reach.
    fn find_zones(&mut self, reach: &Reach) {
        const UNKNOWN: u16 = BOX - 1;
        let board = self.board;
        self.squares.clear();
        self.border.clear();
        self.ends.clear();
        for square in reach.unreached(board) {
            self.zones[square.index()] = UNKNOWN;
        }
        for square in reach.unreached(board) {
            if self.zones[square.index()] != UNKNOWN {
                continue;
            }
            let zone = self.ends.len() as u16;
            let mut next = self.squares.len();
            self.zones[square.index()] = zone;
            self.squares.push(square);
            while let Some(&here) = self.squares.get(next) {
                next += 1;
                for &side in board.neighbours(here) {
                    if self.zones[side.index()] == UNKNOWN {
                        self.zones[side.index()] = zone;
                        self.squares.push(side);
                    } else if reach.has_box(side) && !board.is_wall(side) {
                        self.border.push(side);
                    }
                }
            }
            self.ends.push((next as u32, self.border.len() as u32));
        }
        self.has_zone.clear();
        self.has_zone.resize(self.ends.len(), false);
    }

    /// The number of the zone of a square, or one of the marks above.
    #[inline]
    fn zone_or_mark(&self, square: Square, reach: &Reach) -> u16 {
        match square {
            _ if reach.contains(square) => OUTSIDE,
            _ if self.board.is_wall(square) => WALL,
            _ if reach.has_box(square) => BOX,
            _ => self.zones[square.index()],
        }
    }

    /// Extends a zone by everything that its pushes depend on. Returns whether the result is a
    /// corral with something to do; `pushes` are then its pushes.
    fn is_corral(&mut self, zone: u16, reach: &Reach) -> bool {
        self.has_zone.fill(false);
        for square in self.boxes.drain(..) {
            self.has_box[square.index()] = false;
        }
        self.add_zone(zone);
        loop {
            self.pushes.clear();
            let (set, mut has_grown): (BoxSet<W>, _) = (self.boxes.iter().copied().collect(), false);
            for number in 0..self.boxes.len() {
                let from = self.boxes[number];
                for direction in Direction::ALL {
                    let push = Push { from, direction };
                    match self.classify(push, reach, &set) {
                        CorralPush::Never => {}
                        CorralPush::Inwards => self.pushes.push(push),
                        CorralPush::Elsewhere => return false,
                        CorralPush::Zone(zone) => {
                            self.add_zone(zone);
                            has_grown = true;
                        }
                        CorralPush::Box(at) => {
                            self.add_box(at);
                            has_grown = true;
                        }
                    }
                }
            }
            if !has_grown {
                return self.is_unfinished();
            }
        }
    }

    /// Classifies a push of a box of the corral, before any of its boxes, at least `set`, has been
    /// pushed.
    #[inline]
    fn classify(&self, push: Push, reach: &Reach, set: &BoxSet<W>) -> CorralPush {
        let around = self.board.neighbours(push.from);
        let (to, behind) = (around[push.direction.index()], around[push.direction.opposite().index()]);
        let (zone_to, zone_behind) = (self.zone_or_mark(to, reach), self.zone_or_mark(behind, reach));
        if !self.board.is_live(to)
            || zone_behind == WALL
            || self.has_box[to.index()]
            || self.has_box[behind.index()]
            || self.is_inside(zone_behind)
        {
            return CorralPush::Never;
        }
        // Until then the other boxes of the corral stay where they are, whatever happens elsewhere.
        let mut after = *set;
        after.shift(push.from, to);
        if freeze::is_lost(self.board, &self.goals, &after, to) {
            return CorralPush::Never;
        }
        match (zone_behind, zone_to) {
            (BOX, _) => CorralPush::Box(behind),
            (OUTSIDE, OUTSIDE) => CorralPush::Elsewhere,
            (OUTSIDE, BOX) => CorralPush::Box(to),
            (OUTSIDE, zone) if self.is_inside(zone) => CorralPush::Inwards,
            (OUTSIDE, zone) | (zone, _) => CorralPush::Zone(zone),
        }
    }

    /// Whether this is the number of a zone of the corral.
    #[inline]
    fn is_inside(&self, zone: u16) -> bool {
        self.has_zone.get(usize::from(zone)).is_some_and(|&has| has)
    }

    fn add_zone(&mut self, zone: u16) {
        let zone = usize::from(zone);
        if core::mem::replace(&mut self.has_zone[zone], true) {
            return;
        }
        let start = zone.checked_sub(1).map_or(0, |before| self.ends[before].1);
        for number in start..self.ends[zone].1 {
            self.add_box(self.border[number as usize]);
        }
    }

    fn add_box(&mut self, at: Square) {
        if !core::mem::replace(&mut self.has_box[at.index()], true) {
            self.boxes.push(at);
        }
    }

    /// The range of the squares of a zone.
    fn zone(&self, zone: usize) -> Range<usize> {
        let start = zone.checked_sub(1).map_or(0, |before| self.ends[before].0);
        start as usize..self.ends[zone].0 as usize
    }

    /// Whether a box of the corral is off the goals, or a goal inside is empty that has to be
    /// filled; otherwise nothing has to be done.
    fn is_unfinished(&self) -> bool {
        let has_goal = |zone| self.squares[self.zone(zone)].iter().any(|&square| self.goals.contains(square));
        self.boxes.iter().any(|&square| !self.goals.contains(square))
            || !self.board.has_spare_goals()
                && (0..self.ends.len()).any(|zone| self.has_zone[zone] && has_goal(zone))
    }
}
