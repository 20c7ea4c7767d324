//! Corrals: zones that boxes close to the player, and the pushes that suffice because of them.
//!
//! Boxes keep the player out of a zone. If they can be pushed only into the zone, and the player
//! can make all these pushes now, one of them has to be made before anything else can happen there.
//! Pushes elsewhere neither need the zone nor change these pushes, so they can wait. All other
//! pushes are therefore pruned.

use alloc::vec::Vec;
use core::ops::Range;

use motion_core::Direction;

use super::deadlock::freeze;
use crate::board::{BoxSet, Push, Reach, SearchBoard, Square};

/// Marks of the player's zone, the wall and boxes, in addition to the numbers of zones.
const OUTSIDE: u16 = u16::MAX;
const WALL: u16 = u16::MAX - 1;
const BOX: u16 = u16::MAX - 2;

/// Finds corrals whose pushes are the only ones that have to be considered in a position
/// (PI-corrals).
///
/// A corral consists of zones that the player does not reach and of boxes, including all boxes
/// beside these zones. Zones and boxes are added as long as a push of a box of the corral depends
/// on them, so corrals are combined if one alone is not closed.
///
/// # Guarantees
/// From a position that can be solved, some solution with the fewest pushes begins with one of the
/// pushes found. If a corral has no such push, there is no solution. Forward searches that prune
/// all other pushes therefore stay complete and optimal in pushes. Bidirectional searches do not,
/// because the forward search may avoid the positions in which the two would have met.
///
/// # Complexity
/// Memory linear in the squares.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 4.4.1; the idea is B. Damgaard's.
///
/// # Examples
/// The box on the left can be pushed only towards the goal, and the player can do that now, so the
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
    /// The boxes beside these squares, zone by zone, possibly with duplicates.
    border: Vec<Square>,
    /// For each zone, its ends in `squares` and in `border`.
    ends: Vec<(u32, u32)>,
    /// Whether each zone, and each box, belongs to the corral under construction.
    has_zone: Vec<bool>,
    has_box: Vec<bool>,
    boxes: Vec<Square>,
    pushes: Vec<Push>,
    /// The pushes of the best corral.
    forced: Vec<Push>,
}

/// The effect of a push of a box on its corral.
enum CorralPush {
    /// The push can never be the first push of the corral.
    Never,
    /// The push leads into the corral and is legal.
    Inwards,
    /// The push may be the first one, now or later, and leads elsewhere.
    Elsewhere,
    /// The push depends on this zone.
    Zone(u16),
    /// The push depends on this box.
    Box(Square),
}

impl<'b, const W: usize> Corrals<'b, W> {
    /// Prepares for the positions of a board.
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

    /// Returns the pushes of the corral with the fewest pushes, which are the only ones that have
    /// to be considered; `None` if there is no corral, so that all pushes have to be considered.
    /// `reach` is that of the position, boxes included. Pushes that freeze boxes off the goals, and
    /// those onto dead squares, are omitted.
    ///
    /// # Complexity
    /// Linear in the squares if the player reaches all of them. Otherwise, for each zone that the
    /// player does not reach, at most the boxes of the corral times the zones and boxes added to
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

    /// Returns the number of the zone of a square, or one of the marks above.
    #[inline]
    fn zone_or_mark(&self, square: Square, reach: &Reach) -> u16 {
        match square {
            _ if reach.contains(square) => OUTSIDE,
            _ if self.board.is_wall(square) => WALL,
            _ if reach.has_box(square) => BOX,
            _ => self.zones[square.index()],
        }
    }

    /// Extends a zone by everything on which its pushes depend. Returns whether the result is a
    /// corral with work to do; `pushes` are then its pushes.
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

    /// Classifies a push of a box of the corral, assuming that none of its boxes has been pushed.
    /// `set` are the boxes known to be in the corral.
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
        // Until then the other boxes of the corral stay, whatever happens elsewhere.
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

    /// Whether this is the number of a zone in the corral.
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

    /// Returns the range of the squares of a zone.
    fn zone(&self, zone: usize) -> Range<usize> {
        let start = zone.checked_sub(1).map_or(0, |before| self.ends[before].0);
        start as usize..self.ends[zone].0 as usize
    }

    /// Whether a box of the corral is off the goals, or a goal inside is empty and has to be
    /// filled. Otherwise the corral needs no push.
    fn is_unfinished(&self) -> bool {
        let has_goal = |zone| self.squares[self.zone(zone)].iter().any(|&square| self.goals.contains(square));
        self.boxes.iter().any(|&square| !self.goals.contains(square))
            || !self.board.has_spare_goals()
                && (0..self.ends.len()).any(|zone| self.has_zone[zone] && has_goal(zone))
    }
}
