use alloc::vec::Vec;

use motion_core::Direction;
use motion_core::search::Space;
use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::Level;
use crate::analysis::PrunedPushes;
use crate::board::{Push, SearchBoard, WIDE_WORDS};
use crate::samples::{board_of, framed};

/// Generates a random level of at most this size, mostly open, with boxes anywhere.
fn scattered(rng: &mut Xoshiro256PlusPlus, width: usize, rows: usize, walls: f64) -> Level {
    loop {
        let mut tiles = alloc::vec![b' '; width * rows];
        for tile in &mut tiles {
            if rng.random_bool(walls) {
                *tile = b'#';
            }
        }
        for tile in b"$.$.$.$.$.*@" {
            let place = rng.random_range(0..tiles.len());
            tiles[place] = *tile;
        }
        if let Ok(level) = framed(&tiles, width).parse::<Level>()
            && SearchBoard::new(&level).starts_on_live_squares()
        {
            return level;
        }
    }
}

/// Makes random moves and compares every position with one computed by a flood fill.
fn compare(
    board: &SearchBoard,
    start: &Position<WIDE_WORDS>,
    rng: &mut Xoshiro256PlusPlus,
    back: bool,
) -> usize {
    let mut generator = MoveGenerator::new(board);
    let (mut position, mut compared) = (*start, 0);
    for _ in 0..60 {
        generator.enter(&position);
        let mut next = Vec::new();
        let visit = |push: Push, after| next.push((push, after));
        if back {
            generator.each_pull(&position.boxes, visit);
        } else {
            generator.each_push(&position.boxes, visit);
        }
        let listed: Vec<_> = if back {
            generator.pulls(&position.boxes).collect()
        } else {
            generator.pushes(&position.boxes).collect()
        };
        assert!(listed.into_iter().eq(next.iter().map(|&(push, _)| push)));
        for &(push, after) in &next {
            let behind = board.step(push.from, push.direction.opposite());
            let to = board.step(push.from, push.direction);
            let (from, to, player) = if back { (to, push.from, behind) } else { (push.from, to, push.from) };
            let mut boxes = position.boxes;
            boxes.shift(from, to);
            assert_eq!(after, Position::new(board, boxes, player), "{push} from {position:?}");
            compared += 1;
        }
        if next.is_empty() {
            break;
        }
        position = next[rng.random_range(0..next.len())].1;
    }
    compared
}

/// Compares random pushes from the start and random pulls from solved positions.
fn compare_both_ways(board: &SearchBoard, rng: &mut Xoshiro256PlusPlus) -> usize {
    let start = Position::start(board).expect("boxes are alive and fit");
    let pulls = Pulls::<WIDE_WORDS>::new(board).expect("alive");
    let ends = pulls.starts().into_iter().take(2);
    compare(board, &start, rng, false) + ends.map(|end| compare(board, &end, rng, true)).sum::<usize>()
}

#[test]
fn zones_are_those_of_a_flood_on_boards_of_every_size() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let sizes =
        [(5, 4), (8, 7), (12, 10), (15, 13), (17, 15), (20, 18), (24, 20), (28, 26), (34, 30), (40, 36)];
    for (width, rows) in sizes {
        let mut compared = 0;
        let levels = if width > 20 { cases(1, 9) } else { cases(3, 40) };
        for number in 0..levels {
            let level = scattered(&mut rng, width, rows, [0.05, 0.2, 0.3][number % 3]);
            let board = SearchBoard::new(&level);
            if board.word_count() > WIDE_WORDS {
                continue;
            }
            compared += compare_both_ways(&board, &mut rng);
        }
        assert!(compared >= cases(0, 30 * levels), "{compared} at {width}×{rows}");
    }
}

/// A box leaves the door between two halls when pushed, and shuts it when pulled.
#[cfg(feature = "survey")]
#[test]
fn zones_are_joined_and_divided_on_large_boards() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let half = " ".repeat(20);
    let rows = alloc::format!("{half}#{half}\n").repeat(18);
    let tiles = alloc::format!("{rows}{}@$.{}\n{rows}", &half[1..], &half[1..]).replace('\n', "");
    let board = SearchBoard::new(&framed(tiles.as_bytes(), 41).parse().expect("a level"));
    assert!(compare_both_ways(&board, &mut rng) > 0);
}

#[test]
fn pulls_take_pushes_back() {
    let level: Level = "#######\n#.$ @ #\n#  $  #\n# .   #\n#######".parse().expect("a level");
    let board = SearchBoard::new(&level);
    let (pushes, pulls) = (Pushes::<4>::new(&board), Pulls::<4>::new(&board).expect("alive"));
    let start = Position::start(&board).expect("alive");
    let mut count = 0;
    let (mut scratch, mut other) = (pushes.scratch(), pulls.scratch());
    pushes.successors(&mut scratch, &start, &mut |push, after, cost| {
        let mut back = Vec::new();
        pulls.successors(&mut other, &after, &mut |pull, before, _| back.push((pull, before)));
        assert!(back.contains(&(push, start)), "{push}");
        count += cost;
    });
    assert_eq!(count, 6);
}

#[test]
fn the_same_box_goes_on() {
    let level: Level = "########\n#.$ @  #\n#   $ .#\n########".parse().expect("a level");
    let board = SearchBoard::new(&level);
    let (pushes, pulls) = (Pushes::<4>::new(&board), Pulls::<4>::new(&board).expect("alive"));
    let [first, other] = *board.boxes() else { panic!("two boxes") };
    let push = |from, direction| Push { from, direction };
    let (left, right) = (Direction::Left, Direction::Right);
    let beside = board.step(other, right);
    for (last, next, same) in [
        (push(other, right), push(beside, right), true),
        (push(other, right), push(other, right), false),
        (push(other, right), push(first, left), false),
    ] {
        assert_eq!(pushes.continues(last, next), same);
        assert_eq!(pulls.continues(next, last), same);
    }
}

#[test]
fn positions_need_live_boxes_and_enough_words() {
    let board = |text: &str| board_of(text);
    assert_eq!(Position::<4>::start(&board("6#|#@-.$#|6#")), None);
    let wide = board("80#|#@-$76.#|80#".replace("76.", "74-.").as_str());
    assert_eq!(wide.word_count(), 2);
    assert_eq!(Position::<1>::start(&wide), None);
    assert!(Position::<4>::start(&wide).is_some());
    assert_eq!((size_of::<Position<1>>(), size_of::<Position<4>>()), (16, 40));
}

#[test]
fn several_workers_can_search_one_space() {
    fn shared<S: Sync>() {}
    shared::<Pushes<'_, 4>>();
    shared::<Pulls<'_, 4>>();
    shared::<PrunedPushes<'_, 4>>();
    #[cfg(feature = "survey")]
    shared::<crate::one_box_at_a_time::UntilOneBoxAtATime<'_, PrunedPushes<'_, 4>, 4>>();
}
