//! Compares rooms and their abstract states with every step of the player.

use std::collections::{BTreeMap, BTreeSet};

use motion_core::{Budget, CancelFlag, Control, Direction, Stop};
use motion_testing::cases;
use sokoban::analysis::{RoomGraph, Structure};
use sokoban::board::{BoxSet, SearchBoard, Square};
use sokoban::search::MoveGenerator;

use crate::games::each_game;
use crate::random_levels::{Style, levels};

const ILLEGAL: u32 = RoomGraph::<4>::ILLEGAL;

/// The boxes of a room, ascending, and the player.
type State = (Vec<Square>, Square);

/// The states adjacent to each state.
type Steps<'s> = BTreeMap<&'s State, Vec<&'s State>>;

/// Returns the states reached from a state.
fn closed<'s>(state: &'s State, steps: &Steps<'s>) -> BTreeSet<&'s State> {
    let (mut seen, mut stack) = (BTreeSet::from([state]), vec![state]);
    while let Some(state) = stack.pop() {
        stack.extend(steps.get(state).into_iter().flatten().filter(|&&next| seen.insert(next)));
    }
    seen
}

/// A room of a board, played step by step with no boxes elsewhere.
struct Room<'b> {
    board: &'b SearchBoard,
    squares: Vec<Square>,
}

impl Room<'_> {
    /// Returns the state after one step, and the square outside onto which it pushes a box.
    fn step(&self, (boxes, player): &State, direction: Direction) -> Option<(State, Option<Square>)> {
        let to = self.board.step(*player, direction);
        if self.board.is_wall(to) {
            return None;
        }
        let mut boxes = boxes.clone();
        let Some(pushed) = boxes.iter().position(|&at| at == to) else {
            return Some(((boxes, to), None));
        };
        let at = self.board.step(to, direction);
        if !self.board.is_live(at) || boxes.contains(&at) {
            return None;
        }
        if !self.squares.contains(&at) {
            boxes.remove(pushed);
            return Some(((boxes, to), Some(at)));
        }
        boxes[pushed] = at;
        boxes.sort_unstable();
        Some(((boxes, to), None))
    }

    /// Returns for each state those after a step without a push out of the room, and those before
    /// one.
    fn inside<'s>(&self, states: &'s BTreeSet<State>) -> [Steps<'s>; 2] {
        let mut steps = [Steps::new(), Steps::new()];
        for state in states {
            for direction in Direction::ALL {
                if let Some((next, None)) = self.step(state, direction) {
                    let next = states.get(&next).expect("a state of the room");
                    steps[0].entry(state).or_default().push(next);
                    steps[1].entry(next).or_default().push(state);
                }
            }
        }
        steps
    }

    /// Returns the states from which all boxes that do not stay on goals can be brought out.
    fn legal(&self, states: &BTreeSet<State>) -> BTreeSet<State> {
        let is_end = |(boxes, _): &&State| boxes.iter().all(|at| self.board.goals().contains(at));
        let mut legal: BTreeSet<State> = states.iter().filter(is_end).cloned().collect();
        loop {
            let leads = |state: &&State| {
                let mut nexts =
                    Direction::ALL.into_iter().filter_map(|direction| self.step(state, direction));
                !legal.contains(*state) && nexts.any(|(next, _)| legal.contains(&next))
            };
            let more: Vec<State> = states.iter().filter(leads).cloned().collect();
            if more.is_empty() {
                return legal;
            }
            legal.extend(more);
        }
    }

    /// Returns every choice of up to `most` boxes in the room, with the player on every square.
    fn states(&self, most: usize) -> BTreeSet<State> {
        let live: Vec<_> =
            self.squares.iter().copied().filter(|&square| self.board.is_live(square)).collect();
        let mut sets = vec![vec![]];
        for &square in &live {
            let with = sets.iter().filter(|set| set.len() < most);
            let with: Vec<_> = with.map(|set: &Vec<Square>| [&set[..], &[square]].concat()).collect();
            sets.extend(with);
        }
        let all = (0..self.board.square_count() as u16).map(Square);
        let with_players = |mut set: Vec<Square>| {
            set.sort_unstable();
            all.clone().filter(|player| !set.contains(player)).map(|player| (set.clone(), player)).collect()
        };
        sets.into_iter().flat_map::<Vec<State>, _>(with_players).collect()
    }

    /// Whether the player can walk between two squares of the room without leaving it.
    fn walks(&self, boxes: &[Square], from: Square, to: Square) -> bool {
        let (mut seen, mut stack) = (BTreeSet::from([from]), vec![from]);
        while let Some(at) = stack.pop() {
            for &next in self.board.neighbours(at) {
                if self.squares.contains(&next) && !boxes.contains(&next) && seen.insert(next) {
                    stack.push(next);
                }
            }
        }
        !boxes.contains(&from) && seen.contains(&to)
    }
}

/// The numbers of legal and illegal states, and of edges that exist or not.
#[derive(Debug, Default)]
struct Seen {
    states: [usize; 2],
    edges: [[usize; 2]; 3],
}

fn compare(board: &SearchBoard, structure: &Structure, rooms: &RoomGraph<'_, 4>, seen: &mut Seen) {
    let mut reach = rooms.scratch();
    let most = board.boxes().len();
    for (number, room) in structure.rooms().iter().enumerate() {
        let room = Room { board, squares: room.squares.clone() };
        let states = room.states(most);
        let (legal, steps) = (room.legal(&states), room.inside(&states));
        let mut state_of = |(boxes, player): &State| {
            let set: BoxSet<4> = boxes.iter().copied().collect();
            rooms.state(&mut reach, number, &set, *player).expect("few boxes")
        };
        let numbers: BTreeMap<&State, u32> = states.iter().map(|state| (state, state_of(state))).collect();
        let mut classes: BTreeMap<u32, Vec<&State>> = BTreeMap::new();
        for (state, &number) in &numbers {
            assert_eq!(number != ILLEGAL, legal.contains(*state), "{state:?}");
            seen.states[usize::from(number != ILLEGAL)] += 1;
            classes.entry(number).or_default().push(state);
        }
        assert_eq!(classes.len() + usize::from(!classes.contains_key(&ILLEGAL)), rooms.state_count(number));
        for (&state, members) in classes.range(ILLEGAL + 1..) {
            // The members are the states that lead to each other.
            let [after, before] = steps.each_ref().map(|steps| closed(members[0], steps));
            assert!(after.intersection(&before).eq(members), "{members:?}");
            for (exit, way) in rooms.exits(number).iter().enumerate() {
                let goes_out = |member: &&&State| {
                    let steps =
                        Direction::ALL.into_iter().filter_map(|direction| room.step(member, direction));
                    let mut outs = steps.filter(|(_, out)| *out == Some(way.outside));
                    outs.any(|(next, _)| {
                        member.0.contains(&way.inside)
                            && !next.0.contains(&way.inside)
                            && numbers[&next] != ILLEGAL
                            && board.step(next.1, heading(board, way.inside, way.outside)) == way.outside
                    })
                };
                let found = [
                    (rooms.can_take_out(number, state, exit), members.iter().any(|member| goes_out(&member))),
                    (rooms.can_push_in(number, state, exit), {
                        let inward = heading(board, way.outside, way.inside);
                        let behind = board.step(way.outside, inward.opposite());
                        members.iter().any(|(boxes, player)| {
                            let mut after = [&boxes[..], &[way.inside]].concat();
                            after.sort_unstable();
                            *player == behind
                                && boxes.len() < most
                                && !boxes.contains(&way.inside)
                                && board.is_live(way.inside)
                                && board.is_live(way.outside)
                                && numbers[&(after, way.outside)] != ILLEGAL
                        })
                    }),
                ];
                for ((said, is_so), seen) in found.into_iter().zip(&mut seen.edges) {
                    assert_eq!(said, is_so, "{way:?} of {members:?}");
                    seen[usize::from(is_so)] += 1;
                }
                for (other, to) in rooms.exits(number).iter().enumerate() {
                    let is_so = to.outside != way.outside
                        && members.iter().any(|(boxes, player)| {
                            *player == way.inside && room.walks(boxes, way.inside, to.inside)
                        });
                    assert_eq!(rooms.can_pass(number, state, exit, other), is_so, "{way:?} to {to:?}");
                    seen.edges[2][usize::from(is_so)] += 1;
                }
            }
        }
    }
}

fn heading(board: &SearchBoard, from: Square, to: Square) -> Direction {
    let mut all = Direction::ALL.into_iter();
    all.find(|&direction| board.step(from, direction) == to).expect("neighbours")
}

#[test]
fn abstract_states_and_edges_are_what_steps_of_the_player_find() {
    let mut seen = Seen::default();
    for level in levels(
        71,
        &[
            (40, Style { side: 5, boxes: 2, walls: 0.3, spare: 0 }),
            (10, Style { side: 4, boxes: 3, walls: 0.2, spare: 0 }),
        ],
    ) {
        let board = SearchBoard::new(&level);
        let structure = Structure::new(&board);
        let mut control = Control::unlimited();
        let rooms = RoomGraph::<4>::new(&board, &structure, &mut control).expect("no limit");
        compare(&board, &structure, &rooms, &mut seen);
        rooms.release(&mut control);
        assert_eq!(control.stats().bytes, 0);
    }
    assert!(seen.states.iter().all(|&count| count > 1_000), "{seen:?}");
    assert!(seen.edges.as_flattened().iter().all(|&count| count > 15), "{seen:?}");
}

/// No room is illegal in any position that has a solution.
#[test]
fn rooms_are_legal_in_every_position_with_a_solution() {
    let part = cases(499, 1);
    let (mut solvable, mut lost, mut found) = (0, 0, 0);
    each_game(72, part, |level, board, game| {
        let structure = Structure::new(board);
        let rooms = RoomGraph::<4>::new(board, &structure, &mut Control::unlimited()).expect("no limit");
        let (mut reach, mut generator) = (rooms.scratch(), MoveGenerator::new(board));
        for position in &game.reached {
            generator.enter(position);
            let is_illegal =
                |room| rooms.state(&mut reach, room, &position.boxes, position.player) == Some(ILLEGAL);
            let is_illegal = (0..structure.rooms().len()).any(is_illegal);
            if game.solvable.contains_key(position) {
                assert!(!is_illegal, "{position:?} of\n{level}");
                solvable += 1;
            } else {
                lost += 1;
                found += usize::from(is_illegal);
            }
        }
    });
    assert!(solvable > 20_000 / part && found > lost / 4, "{solvable}, {found} of {lost}");
}

#[test]
fn rooms_keep_to_limits_and_give_memory_back() {
    let text = include_str!("../../../testdata/crossing.xsb");
    let board = SearchBoard::new(&text.parse().expect("a level"));
    let structure = Structure::new(&board);
    let mut control = Control::unlimited();
    let rooms = RoomGraph::<4>::new(&board, &structure, &mut control).expect("no limit");
    let (bytes, peak) = (control.stats().bytes, control.stats().peak_bytes);
    assert!(bytes > 1_000 && peak > bytes && control.stats().nodes == 0);
    rooms.release(&mut control);
    assert_eq!(control.stats().bytes, 0);

    let boxes: BoxSet<4> = board.boxes().iter().copied().collect();
    let mut control = Control::new(Budget::new().with_bytes(peak / 2));
    let rooms = RoomGraph::<4>::new(&board, &structure, &mut control).expect("no limit of time");
    let mut reach = rooms.scratch();
    let unknown = (0..structure.rooms().len())
        .filter(|&room| rooms.state(&mut reach, room, &boxes, board.player()).is_none());
    assert!(unknown.count() > 0 && control.stats().peak_bytes <= peak / 2);
    rooms.release(&mut control);
    assert_eq!(control.stats().bytes, 0);

    let flag = CancelFlag::new();
    flag.raise();
    let mut control = Control::new(Budget::new().with_cancel(flag));
    assert_eq!(RoomGraph::<4>::new(&board, &structure, &mut control).err(), Some(Stop::Cancelled));
    assert_eq!(control.stats().bytes, 0);
}
