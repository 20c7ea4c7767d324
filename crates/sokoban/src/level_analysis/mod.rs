//! The results of all analyses of a level, and maps of them.

use alloc::string::String;
use alloc::vec::Vec;

use motion_core::{Cell, Direction};

mod plan_by_sinks;
#[cfg(feature = "draw")]
mod scene;

pub use plan_by_sinks::{PlanBySinks, PlanStep};

use crate::analysis::{Chambers, GoalRoom, Passage, Room, RoomOrTunnel, Structure, Zones};
use crate::board::{BoxSet, MAX_WORDS, Push, SearchBoard, Square, Symmetries, Symmetry};
use crate::level::Level;
use crate::one_box_at_a_time::PackingOrder;

/// The results of all analyses of a level. Made by [`Level::analysis`].
#[derive(Clone, Debug)]
pub struct LevelAnalysis {
    level: Level,
    board: SearchBoard,
    structure: Structure,
    chambers: Chambers,
    goal_rooms: Vec<GoalRoom>,
    passages: Vec<Passage>,
    order: PackingOrder,
    plan: PlanBySinks,
}

/// The content of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MapKind {
    /// `x`: a box here reaches no goal (dead); `o`: no box can be pushed here from its start
    /// square; `*`: both.
    Dead,
    /// A letter for each room, and `+` for crossings. Tunnels are `=` if a box can be pushed
    /// through, `-` if only the player can pass, `~` if they end at a wall.
    Rooms,
    /// `+` on articulation squares.
    Articulation,
    /// A letter for each chamber; `*` where the side of the player decides between several.
    Chambers,
    /// A letter for each goal room, and `>` for its entrances.
    GoalRooms,
    /// A letter for each goal, in the order in which goals are filled ([`PackingOrder`]).
    Packing,
    /// A letter for the last step of the [plan by sinks](PlanBySinks) that brings a box to a
    /// square, in lower case if a later step removes it again; `+`: sinks without a step.
    Plan,
    /// A letter for each zone of the floor, in lower case for the player's zone. Boxes are `$`,
    /// doors among them `D`, one-way passages `O`.
    Zones,
    /// `.`: squares that the player reaches. A box that the player can push at once is `^`, `>`,
    /// `v` or `<`, or the number of directions if there are several; other boxes are `$`.
    Pushes,
}

impl MapKind {
    /// All kinds.
    pub const ALL: &[Self] = &[
        Self::Dead,
        Self::Rooms,
        Self::Articulation,
        Self::Chambers,
        Self::GoalRooms,
        Self::Packing,
        Self::Plan,
        Self::Zones,
        Self::Pushes,
    ];

    /// The heading of the map.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Dead => "Dead squares",
            Self::Rooms => "Rooms and tunnels",
            Self::Articulation => "Articulation squares",
            Self::Chambers => "Chambers",
            Self::GoalRooms => "Goal rooms and entrances",
            Self::Packing => "Packing order",
            Self::Plan => "Plan by sinks",
            Self::Zones => "Zones",
            Self::Pushes => "Available pushes",
        }
    }
}

/// The mark of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapMark {
    /// No mark.
    None,
    /// The number of the group to which the square belongs.
    Group(usize),
    /// A character.
    Sign(char),
}

impl Level {
    /// Analyses this level: maps of its dead squares, rooms, chambers, and more.
    ///
    /// # Complexity
    /// Squares times boxes, with three exceptions: the packing order takes squares times the square
    /// of the goals, the passages take the square of squares times boxes at worst, and the plan by
    /// sinks takes at most 2,000 nodes. Passages are omitted on boards of more than 1,024 live
    /// squares and if a box is on a dead square.
    ///
    /// # Examples
    /// ```
    /// use sokoban::{Level, MapKind};
    ///
    /// let level: Level = "10#|#--####--#|#@-$----.#|#--####--#|10#".parse()?;
    /// let map = level.analysis().map(MapKind::Rooms);
    /// assert_eq!(map.lines().nth(2), Some("#AA====BB#"));
    /// # Ok::<(), sokoban::error::SetupError>(())
    /// ```
    pub fn analysis(&self) -> LevelAnalysis {
        LevelAnalysis::new(self)
    }
}

impl LevelAnalysis {
    pub(crate) fn new(level: &Level) -> Self {
        let board = SearchBoard::new(level);
        let structure = Structure::new(&board);
        let passages = if board.starts_on_live_squares() && board.word_count() <= MAX_WORDS {
            let boxes: BoxSet<MAX_WORDS> = board.boxes().iter().copied().collect();
            Passage::all(&board, &structure, &boxes, board.player())
        } else {
            Vec::new()
        };
        let (chambers, goal_rooms) = (Chambers::new(&board), GoalRoom::all(&board, &structure));
        let (order, plan) = (PackingOrder::new(&board), PlanBySinks::new(&board));
        Self { level: level.clone(), board, structure, chambers, goal_rooms, passages, order, plan }
    }

    /// The board.
    #[doc(hidden)]
    pub const fn board(&self) -> &SearchBoard {
        &self.board
    }

    /// The rooms and tunnels.
    #[doc(hidden)]
    pub const fn structure(&self) -> &Structure {
        &self.structure
    }

    /// The chambers.
    #[doc(hidden)]
    pub const fn chambers(&self) -> &Chambers {
        &self.chambers
    }

    /// The number of the first chamber that, together with those that can be reached from it,
    /// contains more boxes than goals at the start; there is then no solution. Also `None` on
    /// boards of more than 1,024 live squares and if a box is on a dead square.
    #[doc(hidden)]
    pub fn overfull_chamber(&self) -> Option<usize> {
        let boxes = || self.board.boxes().iter().copied().collect::<BoxSet<MAX_WORDS>>();
        let fits = self.board.starts_on_live_squares() && self.board.word_count() <= MAX_WORDS;
        fits.then(boxes).and_then(|boxes| self.chambers.overfull(&boxes))
    }

    /// The rotations and reflections that map squares to squares and goals to goals, without the
    /// identity.
    #[doc(hidden)]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        Symmetries::new(&self.board).iter().filter(|&symmetry| symmetry != Symmetry::Identity).collect()
    }

    /// The goal rooms.
    #[doc(hidden)]
    pub fn goal_rooms(&self) -> &[GoalRoom] {
        &self.goal_rooms
    }

    /// The boxes that separate zones: doors, one-way passages, and those that can be pushed out of
    /// the way from both sides.
    #[doc(hidden)]
    pub fn passages(&self) -> &[Passage] {
        &self.passages
    }

    /// The order in which goals are filled.
    #[doc(hidden)]
    pub const fn packing_order(&self) -> &PackingOrder {
        &self.order
    }

    /// The order in which boxes are packed and parked by sinks.
    #[doc(hidden)]
    pub const fn plan_by_sinks(&self) -> &PlanBySinks {
        &self.plan
    }

    /// The level.
    #[doc(hidden)]
    pub const fn level(&self) -> &Level {
        &self.level
    }

    /// Draws a map in characters, row by row; walls are `#`, squares without a mark are blank.
    ///
    /// After `Z`, letters start again at `A`.
    pub fn map(&self, kind: MapKind) -> String {
        let grid = self.level.grid();
        let marks = self.marks(kind);
        let mut text = String::new();
        for row in 0..grid.rows() {
            let cells = (0..grid.columns()).map(|column| Cell(row * grid.columns() + column));
            let letters = cells.map(|cell| match self.board.square(cell) {
                square if !self.board.is_wall(square) => match marks[square.index()] {
                    MapMark::None => ' ',
                    MapMark::Group(number) => char::from(b'A' + (number % 26) as u8),
                    MapMark::Sign(sign) => sign,
                },
                _ if grid.is_closed(cell) => '#',
                _ => ' ',
            });
            let line: String = letters.collect();
            if row > 0 {
                text.push('\n');
            }
            text.push_str(line.trim_end());
        }
        text
    }

    /// The marks of a map, square by square.
    pub(super) fn marks(&self, kind: MapKind) -> Vec<MapMark> {
        let all = (0..self.board.square_count() as u16).map(Square);
        match kind {
            MapKind::Dead => all.map(|square| self.dead(square)).collect(),
            MapKind::Rooms => all.map(|square| self.room(square)).collect(),
            MapKind::Articulation => {
                let mark = |square| {
                    if self.structure.is_articulation(square) { MapMark::Sign('+') } else { MapMark::None }
                };
                all.map(mark).collect()
            }
            MapKind::Chambers => self.chamber_marks(),
            MapKind::GoalRooms => self.goal_room_marks(),
            MapKind::Packing => {
                let place = |square| self.order.goals().iter().position(|&goal| goal == square);
                all.map(|square| place(square).map_or(MapMark::None, MapMark::Group)).collect()
            }
            MapKind::Plan => self.plan_marks(),
            MapKind::Zones => self.zone_marks(),
            MapKind::Pushes => self.push_marks(),
        }
    }

    fn plan_marks(&self) -> Vec<MapMark> {
        let mut marks = alloc::vec![MapMark::None; self.board.square_count()];
        for sink in self.plan.sinks() {
            marks[sink.index()] = MapMark::Sign('+');
        }
        for (number, step) in self.plan.steps().iter().enumerate() {
            let parked = MapMark::Sign(char::from(b'a' + (number % 26) as u8));
            marks[step.to.index()] =
                if self.plan.is_parked(number) { parked } else { MapMark::Group(number) };
        }
        marks
    }

    fn dead(&self, square: Square) -> MapMark {
        match (self.board.is_live(square), self.board.can_be_reached(square)) {
            (true, true) => MapMark::None,
            (false, true) => MapMark::Sign('x'),
            (true, false) => MapMark::Sign('o'),
            (false, false) => MapMark::Sign('*'),
        }
    }

    fn room(&self, square: Square) -> MapMark {
        match self.structure.region(square) {
            RoomOrTunnel::Room(room) if self.structure.rooms()[room].squares.len() == 1 => MapMark::Sign('+'),
            RoomOrTunnel::Room(room) => {
                let is_room = |room: &&Room| room.squares.len() > 1;
                MapMark::Group(self.structure.rooms()[..room].iter().filter(is_room).count())
            }
            RoomOrTunnel::Tunnel(tunnel) => {
                let tunnel = &self.structure.tunnels()[tunnel];
                MapMark::Sign(match (tunnel.ends, tunnel.carries) {
                    ([Some(_), Some(_)], [false, false]) => '-',
                    ([Some(_), Some(_)], _) => '=',
                    _ => '~',
                })
            }
        }
    }

    fn chamber_marks(&self) -> Vec<MapMark> {
        let mut marks = alloc::vec![MapMark::None; self.board.square_count()];
        for (number, chamber) in self.chambers.chambers().iter().enumerate() {
            for square in &chamber.squares {
                let mark = &mut marks[square.index()];
                *mark = if *mark == MapMark::None { MapMark::Group(number) } else { MapMark::Sign('*') };
            }
        }
        marks
    }

    fn goal_room_marks(&self) -> Vec<MapMark> {
        let mut marks = alloc::vec![MapMark::None; self.board.square_count()];
        for (number, room) in self.goal_rooms.iter().enumerate() {
            for square in &room.entrances {
                marks[square.index()] = MapMark::Sign('>');
            }
            for square in &room.squares {
                marks[square.index()] = MapMark::Group(number);
            }
        }
        marks
    }

    /// The squares that the player reaches at the start without pushing, square by square.
    pub(super) fn reached(&self) -> Vec<bool> {
        let is_free = |square| !self.board.boxes().contains(&square);
        self.board.reached_over([self.board.player()], is_free)
    }

    /// Iterates over the pushes that the rules permit at the start, also onto dead squares.
    pub(super) fn pushes(&self, reached: &[bool]) -> impl Iterator<Item = Push> {
        let all = self.board.boxes().iter();
        let all = all.flat_map(|&from| Direction::ALL.map(|direction| Push { from, direction }));
        all.filter(move |push| {
            let to = self.board.step(push.from, push.direction);
            let behind = self.board.step(push.from, push.direction.opposite());
            reached[behind.index()] && !self.board.is_wall(to) && !self.board.boxes().contains(&to)
        })
    }

    fn push_marks(&self) -> Vec<MapMark> {
        let reached = self.reached();
        let mark = |square: Square| {
            if !self.board.boxes().contains(&square) {
                return if reached[square.index()] { MapMark::Sign('.') } else { MapMark::None };
            }
            let pushes: Vec<_> = self.pushes(&reached).filter(|push| push.from == square).collect();
            MapMark::Sign(match &pushes[..] {
                [] => '$',
                [push] => ['^', '>', 'v', '<'][push.direction.index()],
                several => char::from(b'0' + several.len() as u8),
            })
        };
        (0..self.board.square_count() as u16).map(|square| mark(Square(square))).collect()
    }

    fn zone_marks(&self) -> Vec<MapMark> {
        let all = (0..self.board.square_count() as u16).map(Square);
        let zones =
            Zones::with_boxes_at(&self.board, self.board.boxes().iter().copied(), self.board.player());
        let mark = |square| match zones.zone_of(square) {
            Some(zone) if zone == zones.player() => MapMark::Sign(char::from(b'a' + (zone % 26) as u8)),
            Some(zone) => MapMark::Group(zone),
            None => {
                let mut here = self.passages.iter().filter(|passage| passage.box_at == square);
                MapMark::Sign(match here.clone().next() {
                    Some(_) if here.clone().all(Passage::is_door) => 'D',
                    Some(_) if here.any(Passage::is_one_way) => 'O',
                    _ => '$',
                })
            }
        };
        all.map(mark).collect()
    }
}
