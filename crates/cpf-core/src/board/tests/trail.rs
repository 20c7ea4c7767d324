//! The trail: moves made, rolled back, flushed.

use alloc::vec;
use alloc::vec::Vec;
use core::mem::replace;

use motion_core::internal::Metered;
use motion_core::sink::Sink;
use motion_core::{Configuration, Control, Move, Plan};
use motion_testing::cases;
use proptest::prelude::*;
use proptest::sample::Index;

use super::blanks::routes;
use super::settings::{Setting, settings};
use crate::board::blank_route::FEW;
use crate::board::{BlankRoute, TrailMark, WorkingBoard};

/// An operation on a board, which may fail.
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

fn operations() -> impl Strategy<Value = Vec<BoardOperation>> {
    let index = any::<Index>;
    let operation = prop_oneof![
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
    prop::collection::vec(operation, 0..30)
}

/// The data needed besides the board to check it.
struct BoardModel {
    begin: Configuration,
    flushed: Plan,
    marks: Vec<(TrailMark, Configuration)>,
    locks: Vec<u32>,
    finished: Vec<bool>,
    locked_if_finished: bool,
}

impl BoardModel {
    fn check(&self, setting: &Setting, board: &WorkingBoard) {
        let mut replayed = self.begin.clone();
        let moves = self.flushed.iter().chain(board.trail().iter().copied());
        let count = (self.flushed.len() + board.trail().len()) as u64;
        assert_eq!(setting.graph.replay(&mut replayed, moves), Ok(count));
        assert_eq!(&replayed, board.configuration());
        for vertex in setting.graph.vertices() {
            let finished = self.finished[vertex.index()];
            assert_eq!(board.is_finished(vertex), finished);
            assert_eq!(
                board.is_locked(vertex),
                self.locks[vertex.index()] > 0 || finished && self.locked_if_finished
            );
            assert_eq!(board.is_vacant(vertex), board.robot_at(vertex).is_none());
        }
        let mut noted = board.vacant.to_vec();
        noted.sort_unstable();
        let vacant: Vec<_> = replayed.vacant().collect();
        assert_eq!(noted, if vacant.len() > FEW { Vec::new() } else { vacant });
    }

    fn act(&mut self, setting: &Setting, board: &mut WorkingBoard, operation: BoardOperation) {
        let robot = |index| setting.pick_robot(index);
        match operation {
            BoardOperation::Vacate(vertex, route) => {
                let _ = board.vacate(setting.pick(vertex), route);
            }
            BoardOperation::Carry(index, target, route) => {
                if let Some(robot) = robot(index) {
                    let _ = board.carry(robot, setting.pick(target), route);
                }
            }
            BoardOperation::CarryPair(index, other, target, route) => {
                if let (Some(leader), Some(follower)) = (robot(index), robot(other))
                    && leader != follower
                {
                    let _ = board.carry_pair(leader, follower, setting.pick(target), route);
                }
            }
            BoardOperation::Step(from, to) => {
                let from = setting.pick(from);
                let neighbours = setting.graph.neighbours(from);
                if !neighbours.is_empty() {
                    let _ = board.step(from, *to.get(neighbours));
                }
            }
            BoardOperation::Lock(vertex) => {
                board.lock(setting.pick(vertex));
                self.locks[setting.pick(vertex).index()] += 1;
            }
            BoardOperation::Unlock(vertex) => {
                let vertex = setting.pick(vertex);
                if self.locks[vertex.index()] > 0 {
                    board.unlock(vertex);
                    self.locks[vertex.index()] -= 1;
                }
            }
            BoardOperation::Finish(vertex) => {
                board.finish(setting.pick(vertex));
                self.finished[setting.pick(vertex).index()] = true;
            }
            BoardOperation::Unfinish(vertex) => {
                board.unfinish(setting.pick(vertex));
                self.finished[setting.pick(vertex).index()] = false;
            }
            BoardOperation::LockFinished(lock) => {
                assert_eq!(board.lock_finished(lock), replace(&mut self.locked_if_finished, lock));
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
                self.begin = setting.start();
                self.flushed = Plan::new();
                self.marks.clear();
                board.reset(&self.begin);
                assert!(board.trail().is_empty());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100, 1000)))]

    #[test]
    fn the_record_is_what_happened(setting in settings(), operations in operations()) {
        let mut control = Control::unlimited();
        let mut board = setting.board(&mut control);
        let locks = setting.locked.iter().map(|&locked| u32::from(locked)).collect();
        let finished = vec![false; setting.graph.vertex_count()];
        let mut shadow = BoardModel {
            begin: setting.start(), flushed: Plan::new(), marks: Vec::new(), locks, finished, locked_if_finished: true
        };
        for operation in operations {
            let (mark, before) = (board.mark(), board.trail().to_vec());
            shadow.act(&setting, &mut board, operation);
            if let BoardOperation::Vacate(..) | BoardOperation::Carry(..) | BoardOperation::Step(..) = operation {
                prop_assert_eq!(&[&before, board.trail_since(mark)].concat(), board.trail());
            }
            shadow.check(&setting, &board);
        }
    }
}

/// A sink that only counts.
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
    let setting = Setting { graph, grid: None, goals: places.clone(), places, locked: alloc::vec![false; 3] };
    let mut control = Control::unlimited();
    let mut board = setting.board(&mut control);
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
