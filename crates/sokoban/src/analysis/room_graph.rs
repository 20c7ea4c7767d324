//! Rooms whose placements of boxes are grouped into a few abstract states.

use alloc::vec::Vec;

use motion_core::internal::Arcs;
use motion_core::internal::{NodeId, NodeStore};
use motion_core::{Control, Direction, Stop, Vertex};

use super::{RoomOrTunnel, Structure};
use crate::board::{BoxSet, Push, Reach, SearchBoard, Square};
use crate::search::{MoveGenerator, Position};

/// The largest number of boxes of a placement.
const MOST_BOXES: usize = 6;

/// The largest number of placements of a room: those of up to six boxes on 16 squares, of four on
/// 20 or of three on 45. They are found in some hundredths of a second.
const MOST_PLACEMENTS: usize = 1 << 14;

/// The largest number of squares of a room, one bit each.
const MOST_SQUARES: usize = 64;

/// The largest number of exits of a room, one bit each.
const MOST_EXITS: usize = 32;

/// The number of placements between two polls of the control.
const POLL_INTERVAL: usize = 256;

/// The rooms of a board in Power Plan's abstraction, with the boxes that can be brought in and out.
///
/// The boxes of a room and the zone of the player, with no boxes elsewhere, are a *placement*. It
/// is legal if the boxes are all on goals, or if pushes inside the room and one out of it lead to a
/// legal placement of fewer boxes. Placements that lead to each other without a push out of the
/// room are one abstract state. All placements that are not legal also form one state.
///
/// # Guarantees
/// A position in which a room is in the state [`ILLEGAL`](Self::ILLEGAL) has no solution: boxes
/// elsewhere never help, and in a solution the pushes of these boxes, up to the last that leaves
/// the room, would make the placement legal.
///
/// # Complexity
/// A room has at most 16,384 placements, of at most six boxes; rooms of more than 16 squares have
/// placements of fewer boxes. Each takes 8·`W` + 40 bytes for each zone of the player, and some
/// flood fills. Rooms of more than 64 squares or 32 exits, and those for which memory is refused,
/// have no placements.
///
/// # References
/// A. Botea, M. Müller & J. Schaeffer, *Using abstraction for planning in Sokoban*, Computers and
/// Games, 2002. Differences: there, goals are treated separately, and the player does not leave the
/// room.
///
/// # Examples
/// Two boxes side by side in front of the only exit never get out; one box does.
/// ```
/// use motion_core::Control;
/// use sokoban::analysis::{RoomGraph, Structure};
/// use sokoban::board::{BoxSet, SearchBoard};
///
/// let board = SearchBoard::new(&"8#|#---####|#-$$-..#|#-@-####|8#".parse()?);
/// let mut control = Control::unlimited();
/// let rooms = RoomGraph::<1>::new(&board, &Structure::new(&board), &mut control)?;
/// let mut boxes: BoxSet<1> = board.boxes().iter().copied().collect();
/// let mut reach = rooms.scratch();
/// let state = rooms.state(&mut reach, 0, &boxes, board.player());
/// assert_eq!(state, Some(RoomGraph::<1>::ILLEGAL));
/// boxes.remove(board.boxes()[0]);
/// let state = rooms.state(&mut reach, 0, &boxes, board.player()).expect("few boxes");
/// assert!(rooms.exits(0).len() == 1 && rooms.can_take_out(0, state, 0));
/// rooms.release(&mut control);
/// assert_eq!(control.stats().bytes, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RoomGraph<'b, const W: usize> {
    board: &'b SearchBoard,
    rooms: Vec<RoomStates<W>>,
    /// The room of each square, if the square is in one.
    room_of: Vec<Option<u16>>,
}

/// Two neighbouring squares, the first in a room and the second outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomExit {
    /// The square in the room.
    pub inside: Square,
    /// The square beside it.
    pub outside: Square,
}

/// The abstract states of a room.
#[derive(Clone, Debug)]
struct RoomStates<const W: usize> {
    /// All squares, and those on which boxes may stand.
    squares: Vec<Square>,
    live: BoxSet<W>,
    exits: Vec<RoomExit>,
    /// The largest number of boxes of a placement.
    most_boxes: usize,
    placements: NodeStore<Position<W>, ()>,
    /// The state of each placement.
    numbers: Vec<u32>,
    states: Vec<RoomState>,
    held: u64,
}

/// The moves possible in at least one placement of a state, as bits by exits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct RoomState {
    taken_out: u32,
    pushed_in: u32,
    /// For each exit, those to which the player can pass through the room.
    passes: Vec<u32>,
}

impl<'b, const W: usize> RoomGraph<'b, W> {
    /// The state of all placements that are not legal.
    pub const ILLEGAL: u32 = 0;

    /// Finds the states of all rooms. They hold memory until [`release`](Self::release), or the end
    /// of a scope of the control.
    ///
    /// # Errors
    /// [`Stop`] if the time is over or the run is cancelled.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`].
    pub fn new(board: &'b SearchBoard, structure: &Structure, control: &mut Control) -> Result<Self, Stop> {
        let room_of = |square| match structure.region(square) {
            RoomOrTunnel::Room(room) => Some(room as u16),
            RoomOrTunnel::Tunnel(_) => None,
        };
        let room_of: Vec<_> =
            (0..board.square_count() as u16).map(|square| room_of(Square(square))).collect();
        let mut graph = Self { board, rooms: Vec::new(), room_of };
        for room in structure.rooms() {
            let mut states = RoomStates::new(board, &room.squares);
            match states.build(board, control) {
                Ok(()) => {}
                // This room gets no placements.
                Err(Stop::Memory) => states.clear(control),
                Err(why) => {
                    states.clear(control);
                    graph.release(control);
                    return Err(why);
                }
            }
            graph.rooms.push(states);
        }
        Ok(graph)
    }

    /// Releases the memory.
    pub fn release(self, control: &mut Control) {
        self.rooms.into_iter().for_each(|mut room| room.clear(control));
    }

    /// Allocates the memory that [`state`](Self::state) needs.
    pub fn scratch(&self) -> Reach {
        Reach::new(self.board)
    }

    /// The exits of a room. Two exits may have a square in common.
    ///
    /// # Panics
    /// If the room does not exist.
    pub fn exits(&self, room: usize) -> &[RoomExit] {
        &self.rooms[room].exits
    }

    /// The number of states of a room, including the illegal one.
    ///
    /// # Panics
    /// If the room does not exist.
    pub fn state_count(&self, room: usize) -> usize {
        self.rooms[room].states.len()
    }

    /// Returns the state of a room; `None` if it contains more boxes than its placements have. Only
    /// its own boxes count. The player's square must be free of these.
    ///
    /// # Complexity
    /// A flood fill.
    ///
    /// # Panics
    /// If the room does not exist.
    pub fn state(&self, reach: &mut Reach, room: usize, boxes: &BoxSet<W>, player: Square) -> Option<u32> {
        let states = &self.rooms[room];
        let boxes = boxes.and(&states.live);
        if states.states.is_empty() || boxes.len() > states.most_boxes {
            return None;
        }
        Some(states.number(self.board, reach, boxes, player))
    }

    /// Whether, in some placement of a state, a box can be pushed out of the room by this exit such
    /// that a legal placement is left.
    ///
    /// # Panics
    /// If the room or the state does not exist.
    pub fn can_take_out(&self, room: usize, state: u32, exit: usize) -> bool {
        self.rooms[room].states[state as usize].taken_out >> exit & 1 != 0
    }

    /// Whether, in some placement of a state, a box can be pushed into the room by this exit such
    /// that the result is a legal placement; false if placements have no room for one more box.
    ///
    /// # Panics
    /// If the room or the state does not exist.
    pub fn can_push_in(&self, room: usize, state: u32, exit: usize) -> bool {
        self.rooms[room].states[state as usize].pushed_in >> exit & 1 != 0
    }

    /// Whether, in some placement of a state, the player can walk from one exit to another without
    /// leaving the room.
    ///
    /// # Panics
    /// If the room, the state or the first exit does not exist.
    pub fn can_pass(&self, room: usize, state: u32, from: usize, to: usize) -> bool {
        let passes = &self.rooms[room].states[state as usize].passes;
        passes.get(from).is_some_and(|passes| passes >> to & 1 != 0)
    }

    /// Whether a push has made a room illegal; `boxes` are those after it. Only the room of the box
    /// can become illegal.
    pub(crate) fn is_illegal_after(&self, reach: &mut Reach, boxes: &BoxSet<W>, push: Push) -> bool {
        let to = self.board.step(push.from, push.direction);
        let room = self.room_of[to.index()];
        room.is_some_and(|room| self.state(reach, room.into(), boxes, push.from) == Some(Self::ILLEGAL))
    }
}

impl<const W: usize> RoomStates<W> {
    fn new(board: &SearchBoard, squares: &[Square]) -> Self {
        let exits_of = |&inside: &Square| {
            let beside = board.neighbours(inside).iter();
            let outside = beside.filter(|&&outside| !board.is_wall(outside) && !squares.contains(&outside));
            outside.map(move |&outside| RoomExit { inside, outside })
        };
        Self {
            squares: squares.to_vec(),
            live: squares.iter().copied().filter(|&square| board.is_live(square)).collect(),
            exits: squares.iter().flat_map(exits_of).collect(),
            most_boxes: 0,
            placements: NodeStore::default(),
            numbers: Vec::new(),
            states: Vec::new(),
            held: 0,
        }
    }

    fn clear(&mut self, control: &mut Control) {
        core::mem::take(&mut self.placements).release(control);
        control.release(core::mem::take(&mut self.held));
        (self.numbers, self.states) = (Vec::new(), Vec::new());
    }

    fn build(&mut self, board: &SearchBoard, control: &mut Control) -> Result<(), Stop> {
        if self.exits.len() > MOST_EXITS || self.squares.len() > MOST_SQUARES {
            return Ok(());
        }
        let live: Vec<Square> = self.live.iter().collect();
        let (mut placements, mut with_this_many) = (1, 1);
        for boxes in 1..=MOST_BOXES.min(live.len()).min(board.boxes().len()) {
            with_this_many = with_this_many * (live.len() + 1 - boxes) / boxes;
            placements += with_this_many;
            if placements > MOST_PLACEMENTS {
                break;
            }
            self.most_boxes = boxes;
        }
        let mut scratch = BuildScratch {
            reach: Reach::new(board),
            after: Reach::new(board),
            generator: MoveGenerator::new(board),
            beside: self.squares.iter().map(|&at| self.bits(board.neighbours(at).iter().copied())).collect(),
        };
        self.states.push(RoomState::default());
        for boxes in 0..=self.most_boxes {
            let first = self.placements.len();
            self.add_placements(board, &mut scratch, &live, boxes, control)?;
            self.add_states(board, &mut scratch, first, control)?;
        }
        for placement in 0..self.placements.len() {
            poll_sometimes(placement, control)?;
            self.add_ways_in(board, &mut scratch, placement);
        }
        Ok(())
    }

    /// Adds the placements of this many boxes, with the player in each zone.
    fn add_placements(
        &mut self,
        board: &SearchBoard,
        scratch: &mut BuildScratch,
        live: &[Square],
        boxes: usize,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let mut chosen: Vec<usize> = (0..boxes).collect();
        loop {
            poll_sometimes(self.placements.len(), control)?;
            let set: BoxSet<W> = chosen.iter().map(|&number| live[number]).collect();
            // Each zone has a box beside it; without boxes there is one zone.
            let beside = set.iter().flat_map(|at| *board.neighbours(at));
            let mut is_first = true;
            for player in beside.chain((boxes == 0).then_some(Square(0))) {
                let is_free = !board.is_wall(player) && !set.contains(player);
                if is_free && (is_first || !scratch.reach.contains(player)) {
                    is_first = false;
                    scratch.reach.flood(board, &set, player);
                    let placement = Position { boxes: set, player: scratch.reach.least() };
                    self.placements.insert(placement, 0, None, 0, control)?;
                }
            }
            let Some(grown) = (0..boxes).rfind(|&place| chosen[place] < live.len() - boxes + place) else {
                return Ok(());
            };
            chosen[grown] += 1;
            for place in grown + 1..boxes {
                chosen[place] = chosen[place - 1] + 1;
            }
        }
    }

    /// Groups the placements from `first` on into states.
    fn add_states(
        &mut self,
        board: &SearchBoard,
        scratch: &mut BuildScratch,
        first: usize,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let count = self.placements.len() - first;
        let mut outs = alloc::vec![0; count];
        let mut pushes = Vec::new();
        // Lists the pushes as arcs; each arc and each placement also needs memory for its
        // component.
        let mut bytes = 48 * count as u64;
        control.hold(bytes)?;
        let listed = (0..count).try_for_each(|number| {
            poll_sometimes(number, control)?;
            let listed = pushes.len();
            outs[number] = self.list_pushes(board, scratch, first, number, &mut pushes);
            let more = 16 * (pushes.len() - listed) as u64;
            control.hold(more)?;
            bytes += more;
            Ok(())
        });
        if let Err(why) = listed {
            control.release(bytes);
            return Err(why);
        }
        self.numbers.resize(first + count, 0);
        let before = self.states.len();
        // Components come after those to which they lead.
        let arcs = Arcs::new(count, &pushes);
        for component in arcs.strong_components().iter() {
            let leads_on =
                |node| arcs.successors(node).iter().any(|next| self.numbers[first + next.index()] != 0);
            let is_legal = component.iter().any(|&node| {
                outs[node.index()] != 0 || self.is_at_goals(board, first + node.index()) || leads_on(node)
            });
            if !is_legal {
                continue;
            }
            let passes = alloc::vec![0; self.exits.len()];
            let mut state = RoomState { passes, ..RoomState::default() };
            for &node in component {
                self.numbers[first + node.index()] = self.states.len() as u32;
                state.taken_out |= outs[node.index()];
                self.add_passes(board, scratch, first + node.index(), &mut state.passes);
            }
            self.states.push(state);
        }
        control.release(bytes);
        let held = (8 * count + 64 * (self.states.len() - before)) as u64;
        control.hold(held)?;
        self.held += held;
        Ok(())
    }

    /// Adds the pushes of a placement inside the room to the arcs, and returns the exits by which a
    /// box can be pushed out of it such that a legal placement is left.
    fn list_pushes(
        &self,
        board: &SearchBoard,
        scratch: &mut BuildScratch,
        first: usize,
        number: usize,
        arcs: &mut Vec<(Vertex, Vertex)>,
    ) -> u32 {
        let BuildScratch { reach, generator, .. } = scratch;
        let placement = self.placement(first + number);
        generator.enter(&placement);
        let pushes: Vec<Push> = generator.pushes(&placement.boxes).collect();
        let mut out = 0;
        for push in pushes {
            let to = board.step(push.from, push.direction);
            if self.live.contains(to) {
                let after = generator.after_push(&placement.boxes, push);
                let after = self.placements.find(&after).expect("invariant: all placements are there");
                arcs.push((Vertex(number as u32), Vertex((after.index() - first) as u32)));
                continue;
            }
            let mut left = placement.boxes;
            left.remove(push.from);
            if self.number(board, reach, left, push.from) != 0 {
                let leads = |exit: &RoomExit| exit.inside == push.from && exit.outside == to;
                let exit = self.exits.iter().position(leads).expect("invariant: it leads out of the room");
                out |= 1 << exit;
            }
        }
        out
    }

    /// Returns the state of a placement with the player on this square.
    fn number(&self, board: &SearchBoard, reach: &mut Reach, boxes: BoxSet<W>, player: Square) -> u32 {
        reach.flood(board, &boxes, player);
        let found = self.placements.find(&Position { boxes, player: reach.least() });
        self.numbers[found.expect("invariant: all placements are there").index()]
    }

    fn placement(&self, number: usize) -> Position<W> {
        let id: NodeId = self.placements.id(number).expect("invariant: numbers are below the count");
        *self.placements.state(id)
    }

    fn is_at_goals(&self, board: &SearchBoard, number: usize) -> bool {
        self.placement(number).boxes.iter().all(|at| board.goals().contains(&at))
    }

    /// Returns those of some squares that are in the room, as bits by their indices in it.
    fn bits(&self, squares: impl IntoIterator<Item = Square>) -> u64 {
        let place = |square| self.squares.iter().position(|&other| other == square);
        squares.into_iter().filter_map(place).fold(0, |bits, place| bits | 1 << place)
    }

    /// Adds the exits between which the player can walk through the room.
    fn add_passes(&self, board: &SearchBoard, scratch: &mut BuildScratch, number: usize, passes: &mut [u32]) {
        let Position { boxes, player } = self.placement(number);
        let free = self.bits(self.squares.iter().copied().filter(|&at| !boxes.contains(at)));
        scratch.reach.flood(board, &boxes, player);
        for (passes, from) in passes.iter_mut().zip(&self.exits) {
            if !scratch.reach.contains(from.inside) {
                continue;
            }
            let mut seen = self.bits([from.inside]);
            let mut open = seen;
            while open != 0 {
                let place = open.trailing_zeros() as usize;
                let new = scratch.beside[place] & free & !seen;
                seen |= new;
                open = open & (open - 1) | new;
            }
            let is_seen = |to: &RoomExit| self.bits([to.inside]) & seen != 0 && to.outside != from.outside;
            for exit in (0..self.exits.len()).filter(|&exit| is_seen(&self.exits[exit])) {
                *passes |= 1 << exit;
            }
        }
    }

    /// Adds the exits by which a box can be pushed in to the state of a placement.
    fn add_ways_in(&mut self, board: &SearchBoard, scratch: &mut BuildScratch, number: usize) {
        let (state, Position { boxes, player }) = (self.numbers[number] as usize, self.placement(number));
        if state == 0 || boxes.len() == self.most_boxes {
            return;
        }
        scratch.reach.flood(board, &boxes, player);
        for exit in 0..self.exits.len() {
            let RoomExit { inside, outside } = self.exits[exit];
            let heading = Direction::ALL.into_iter().find(|&heading| board.step(outside, heading) == inside);
            let behind = board.step(outside, heading.expect("invariant: they are neighbours").opposite());
            let is_open = self.live.contains(inside) && board.is_live(outside);
            if is_open && !boxes.contains(inside) && scratch.reach.contains(behind) {
                let mut after = boxes;
                after.insert(inside);
                let leads = self.number(board, &mut scratch.after, after, outside) != 0;
                self.states[state].pushed_in |= u32::from(leads) << exit;
            }
        }
    }
}

struct BuildScratch<'b> {
    reach: Reach,
    /// The squares that the player reaches after a push.
    after: Reach,
    generator: MoveGenerator<'b>,
    /// For each square of the room, its neighbours there, as bits by their indices.
    beside: Vec<u64>,
}

/// Polls the control after every [`POLL_INTERVAL`] placements.
fn poll_sometimes(done: usize, control: &mut Control) -> Result<(), Stop> {
    if done.is_multiple_of(POLL_INTERVAL) { control.poll() } else { Ok(()) }
}
