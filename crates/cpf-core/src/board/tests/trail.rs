//! The record: what was made, taken back, handed on.

use alloc::vec;
use alloc::vec::Vec;
use core::mem::replace;

use motion_core::{Configuration, Control, Metered, Move, Plan, Sink, replay};
use proptest::prelude::*;
use proptest::sample::Index;

use super::blanks::routes;
use super::settings::{Scene, scenes};
use crate::board::blank_route::FEW;
use crate::board::{BlankRoute, TrailMark, WorkingBoard};

/// One thing done to a board, whether it comes to its end or not.
#[derive(Clone, Copy, Debug)]
enum BoardOperation {
    Vacate(Index, BlankRoute),
    Carry(Index, Index, BlankRoute),
    CarryPair(Index, Index, Index, BlankRoute),
    Step(Index, Index),
    Lock(Index),
    Unlock(Index),
    Finish(Index),
    Unfinish(Index),
    LockFinished(bool),
    Mark,
    RollBack(Index),
    Flush,
    Reset,
}

fn deeds() -> impl Strategy<Value = Vec<BoardOperation>> {
    let index = any::<Index>;
    let deed = prop_oneof![
        4 => (index(), routes()).prop_map(|(vertex, route)| BoardOperation::Vacate(vertex, route)),
        4 => (index(), index(), routes()).prop_map(|(robot, target, route)| BoardOperation::Carry(robot, target, route)),
        1 => (index(), index(), index(), routes())
            .prop_map(|(robot, other, target, route)| BoardOperation::CarryPair(robot, other, target, route)),
        2 => (index(), index()).prop_map(|(from, to)| BoardOperation::Step(from, to)),
        1 => index().prop_map(BoardOperation::Lock),
        1 => index().prop_map(BoardOperation::Unlock),
        1 => index().prop_map(BoardOperation::Finish),
        1 => index().prop_map(BoardOperation::Unfinish),
        1 => any::<bool>().prop_map(BoardOperation::LockFinished),
        4 => Just(BoardOperation::Mark),
        3 => index().prop_map(BoardOperation::RollBack),
        1 => Just(BoardOperation::Flush),
        1 => prop::bool::weighted(0.1).prop_map(|reset| if reset { BoardOperation::Reset } else { BoardOperation::Mark }),
    ];
    prop::collection::vec(deed, 0..30)
}

/// What must be known beside the board to judge it.
struct Shadow {
    begin: Configuration,
    flushed: Plan,
    marks: Vec<(TrailMark, Configuration)>,
    locks: Vec<u32>,
    sealed: Vec<bool>,
    heeded: bool,
}

impl Shadow {
    fn check(&self, scene: &Scene, board: &WorkingBoard) {
        let mut replayed = self.begin.clone();
        let moves = self.flushed.iter().chain(board.trail().iter().copied());
        let count = (self.flushed.len() + board.trail().len()) as u64;
        assert_eq!(replay(&scene.graph, &mut replayed, moves), Ok(count));
        assert_eq!(&replayed, board.configuration());
        for vertex in scene.graph.vertices() {
            let sealed = self.sealed[vertex.index()];
            assert_eq!(board.is_finished(vertex), sealed);
            assert_eq!(board.is_locked(vertex), self.locks[vertex.index()] > 0 || sealed && self.heeded);
            assert_eq!(board.is_vacant(vertex), board.robot_at(vertex).is_none());
        }
        let mut noted = board.vacant.to_vec();
        noted.sort_unstable();
        let vacant: Vec<_> = replayed.vacant().collect();
        assert_eq!(noted, if vacant.len() > FEW { Vec::new() } else { vacant });
    }

    fn act(&mut self, scene: &Scene, board: &mut WorkingBoard, deed: BoardOperation) {
        let robot = |index| scene.pick_robot(index);
        match deed {
            BoardOperation::Vacate(vertex, route) => {
                let _ = board.vacate(scene.pick(vertex), route);
            }
            BoardOperation::Carry(index, target, route) => {
                if let Some(robot) = robot(index) {
                    let _ = board.carry(robot, scene.pick(target), route);
                }
            }
            BoardOperation::CarryPair(index, other, target, route) => {
                if let (Some(leader), Some(follower)) = (robot(index), robot(other))
                    && leader != follower
                {
                    let _ = board.carry_pair(leader, follower, scene.pick(target), route);
                }
            }
            BoardOperation::Step(from, to) => {
                let from = scene.pick(from);
                let neighbours = scene.graph.neighbours(from);
                if !neighbours.is_empty() {
                    let _ = board.step(from, *to.get(neighbours));
                }
            }
            BoardOperation::Lock(vertex) => {
                board.lock(scene.pick(vertex));
                self.locks[scene.pick(vertex).index()] += 1;
            }
            BoardOperation::Unlock(vertex) => {
                let vertex = scene.pick(vertex);
                if self.locks[vertex.index()] > 0 {
                    board.unlock(vertex);
                    self.locks[vertex.index()] -= 1;
                }
            }
            BoardOperation::Finish(vertex) => {
                board.finish(scene.pick(vertex));
                self.sealed[scene.pick(vertex).index()] = true;
            }
            BoardOperation::Unfinish(vertex) => {
                board.unfinish(scene.pick(vertex));
                self.sealed[scene.pick(vertex).index()] = false;
            }
            BoardOperation::LockFinished(heed) => {
                assert_eq!(board.lock_finished(heed), replace(&mut self.heeded, heed))
            }
            BoardOperation::Mark => self.marks.push((board.mark(), board.configuration().clone())),
            BoardOperation::RollBack(index) => {
                if !self.marks.is_empty() {
                    let (mark, marked) = self.marks[index.index(self.marks.len())].clone();
                    board.roll_back(mark);
                    assert_eq!(board.configuration(), &marked);
                    assert!(board.trail_since(mark).is_empty());
                    self.marks.retain(|&(other, _)| other <= mark);
                }
            }
            BoardOperation::Flush => {
                let mut sink = Metered::new(&mut self.flushed);
                assert_eq!(board.flush(&mut sink), Ok(()));
                sink.release(board.control());
                assert!(board.trail().is_empty());
                self.marks.clear();
            }
            BoardOperation::Reset => {
                self.begin = scene.start();
                self.flushed = Plan::new();
                self.marks.clear();
                board.reset(&self.begin);
                assert!(board.trail().is_empty());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_record_is_what_happened(scene in scenes(), deeds in deeds()) {
        let mut control = Control::unlimited();
        let mut board = scene.board(&mut control);
        let locks = scene.locked.iter().map(|&locked| u32::from(locked)).collect();
        let sealed = vec![false; scene.graph.vertex_count()];
        let mut shadow = Shadow {
            begin: scene.start(), flushed: Plan::new(), marks: Vec::new(), locks, sealed, heeded: true
        };
        for deed in deeds {
            let (mark, before) = (board.mark(), board.trail().to_vec());
            shadow.act(&scene, &mut board, deed);
            if let BoardOperation::Vacate(..) | BoardOperation::Carry(..) | BoardOperation::Step(..) = deed {
                prop_assert_eq!(&[&before, board.trail_since(mark)].concat(), board.trail());
            }
            shadow.check(&scene, &board);
        }
    }
}

/// Counts only.
#[derive(Default)]
struct Counter(usize);

impl Sink<Move> for Counter {
    fn accept(&mut self, _: Move) {
        self.0 += 1;
    }
}

#[test]
fn any_sink_gets_every_move_once() {
    let graph = super::settings::graph(3, [(0, 1), (1, 2)]);
    let places = alloc::vec![motion_core::Vertex(0)];
    let scene =
        Scene { graph, grid: None, goal_distances: places.clone(), places, locked: alloc::vec![false; 3] };
    let mut control = Control::unlimited();
    let mut board = scene.board(&mut control);
    let mut counter = Counter::default();
    for target in [2, 0, 1] {
        board
            .carry(motion_core::Token(0), motion_core::Vertex(target), BlankRoute::Shortest)
            .expect("a free path");
        assert_eq!(board.flush(&mut Metered::new(&mut counter)), Ok(()));
    }
    assert_eq!(counter.0, 5);
    assert_eq!(board.flush(&mut Metered::new(&mut counter)), Ok(()));
    assert_eq!(counter.0, 5);
}
