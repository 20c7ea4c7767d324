use alloc::collections::{BTreeMap, VecDeque};

use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::samples::random_board;

/// Returns the fewest pushes of these boxes to any goals, by trying everything.
fn fewest_pushes(board: &SearchBoard, part: Position<4>) -> Penalty {
    let goals: BoxSet<4> = board.goals().iter().copied().collect();
    let mut generator = MoveGenerator::new(board);
    let key = |position: &Position<4>| (*position.boxes.words(), position.player);
    let mut seen = BTreeMap::from([(key(&part), 0)]);
    let mut queue = VecDeque::from([part]);
    while let Some(position) = queue.pop_front() {
        let pushes = seen[&key(&position)];
        if position.boxes.is_subset(&goals) {
            return Penalty::Pushes(pushes);
        }
        generator.enter(&position);
        generator.each_push(&position.boxes, |_, after| {
            seen.entry(key(&after)).or_insert_with(|| {
                queue.push_back(after);
                pushes + 1
            });
        });
    }
    Penalty::Lost
}

/// Returns the fewest pushes minus the matching.
fn penalty(board: &SearchBoard, bounds: &LowerBounds, boxes: BoxSet<4>, player: Square) -> Penalty {
    let part = Position::new(board, boxes, player);
    match (fewest_pushes(board, part), bounds.matching(&part)) {
        (Penalty::Pushes(pushes), Some(matching)) => Penalty::Pushes(pushes - matching),
        _ => Penalty::Lost,
    }
}

/// Makes random pushes from the start, each followed by a call.
fn play<'b>(
    board: &'b SearchBoard,
    rng: &mut Xoshiro256PlusPlus,
    penalties: &mut Penalties<'b, 4>,
    mut visit: impl FnMut(&mut Penalties<'b, 4>, &Position<4>, Square),
) {
    let mut generator = MoveGenerator::new(board);
    for _ in 0..4 {
        let mut position = Position::start(board).expect("boxes on live squares");
        for _ in 0..12 {
            generator.enter(&position);
            let pushes: Vec<_> = generator.pushes(&position.boxes).collect();
            if pushes.is_empty() {
                break;
            }
            let push = pushes[rng.random_range(0..pushes.len())];
            position = generator.after_push(&position.boxes, push);
            visit(penalties, &position, board.step(push.from, push.direction));
        }
    }
}

#[test]
fn sets_have_the_penalty_found_by_trying_everything_and_no_box_too_many() {
    let boards = cases(60, 2_000);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(71);
    let (mut finite, mut lost, mut largest) = (0, 0, 0);
    for number in 0..boards {
        let board = random_board(&mut rng, 3 + number % 3);
        let bounds = LowerBounds::new(&board);
        let mut penalties = Penalties::new(&board, &bounds);
        play(&board, &mut rng, &mut penalties, |penalties, position, pushed| {
            penalties.examine(position, pushed, &mut Control::unlimited()).expect("no limit");
        });
        for (boxes, known, player) in penalties.sets.all() {
            assert_eq!(penalty(&board, &bounds, boxes, player), known, "{boxes:?}");
            assert!(known > Penalty::Pushes(0));
            for at in &boxes {
                let mut fewer = boxes;
                fewer.remove(at);
                assert!(penalty(&board, &bounds, fewer, player) < known, "{boxes:?} without {at:?}");
            }
            let is_lost = known == Penalty::Lost;
            (finite, lost) = (finite + usize::from(!is_lost), lost + usize::from(is_lost));
            largest = largest.max(boxes.len());
        }
    }
    assert!(finite > boards / 10 && lost > boards / 10 && largest > 2, "{finite}, {lost}, {largest}");
}

#[test]
fn the_penalty_of_a_position_is_the_greatest_sum_of_its_sets_without_a_common_box() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(72);
    let (mut together, mut raised) = (0, 0);
    for _ in 0..60 {
        let board = random_board(&mut rng, 6);
        let bounds = LowerBounds::new(&board);
        let (mut penalties, mut reach) = (Penalties::new(&board, &bounds), Reach::new(&board));
        let mut weights = Xoshiro256PlusPlus::seed_from_u64(74);
        play(&board, &mut rng, &mut penalties, |penalties, position, pushed| {
            // Chooses some boxes with any penalty.
            let mut boxes: BoxSet<4> = position.boxes.iter().filter(|_| weights.random_bool(0.3)).collect();
            boxes.insert(pushed);
            let is_lost = weights.random_bool(0.02);
            let penalty = if is_lost { Penalty::Lost } else { Penalty::Pushes(weights.random_range(1..9)) };
            reach.flood(&board, &boxes, position.player);
            penalties.sets.insert(boxes, penalty, &reach, &mut Control::unlimited());
        });
        play(&board, &mut rng, &mut penalties, |penalties, position, _| {
            let contained = |(boxes, _, player): &(BoxSet<4>, Penalty, Square)| {
                let zone = |player| Position::new(&board, *boxes, player).player;
                boxes.is_subset(&position.boxes) && zone(*player) == zone(position.player)
            };
            let parts: Vec<_> = penalties.sets.all().filter(contained).collect();
            if parts.len() > 12 {
                return;
            }
            let (mut greatest, mut best) = (Some(0), 0);
            for chosen in 0..1u32 << parts.len() {
                let (mut taken, mut sum, mut count) = (BoxSet::<4>::new(), 0, 0);
                let is_disjoint = (0..).zip(&parts).all(|(number, (boxes, penalty, _))| {
                    if chosen >> number & 1 == 0 {
                        return true;
                    }
                    count += 1;
                    let is_free = taken.and(boxes).is_empty();
                    taken = taken.or(boxes);
                    match penalty {
                        Penalty::Pushes(pushes) => sum += pushes,
                        Penalty::Lost => greatest = None,
                    }
                    is_free
                });
                if is_disjoint && greatest.is_some_and(|before| sum > before) {
                    (greatest, best) = (Some(sum), count);
                }
            }
            assert_eq!(penalties.penalty(&position.boxes, position.player), greatest);
            together += usize::from(best > 1);
            raised += usize::from(greatest > Some(0));
        });
    }
    assert!(together > 300 && raised > 500, "{together} with two sets, {raised} with any");
}

#[test]
fn sets_that_are_refused_memory_are_not_stored() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(73);
    let board = random_board(&mut rng, 5);
    let bounds = LowerBounds::new(&board);
    let mut penalties = Penalties::<4>::new(&board, &bounds);
    let mut control = Control::new(motion_core::Budget::new().with_bytes(1_000));
    play(&board, &mut rng, &mut penalties, |penalties, position, pushed| {
        assert_eq!(penalties.examine(position, pushed, &mut control), Ok(()));
    });
    assert_eq!((penalties.found(), penalties.sets.all().count(), control.stats().peak_bytes), (0, 0, 0));
}
