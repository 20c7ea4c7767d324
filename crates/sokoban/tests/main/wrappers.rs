//! Spaces that wrap the game change nothing except their purpose.

use motion_core::search::breadth_first;
use motion_core::{Control, Outcome};
use motion_testing::cases;
use motion_testing::wrapped_space::{
    WithHeapBytes, assert_alike, assert_alike_from_both_ends, is_ordered_by_inertia,
};
use sokoban::analysis::PrunedPushes;
use sokoban::board::SearchBoard;
use sokoban::one_box_at_a_time::{OneBoxAtATime, PackingOrder, UntilOneBoxAtATime};
use sokoban::search::{Position, Pulls, Pushes};

use crate::random_levels::{Style, levels};

/// Levels with space for detours, so that the order of pushes matters.
const OPEN: Style = Style { side: 6, boxes: 3, walls: 0.1, spare: 0 };

#[test]
fn pushes_that_nothing_prunes_are_searched_like_all() {
    let mut ordered = 0;
    for level in levels(31, &[(cases(10, 60), OPEN)]) {
        let board = SearchBoard::new(&level);
        let start = Position::<4>::start(&board).expect("alive");
        let pushes = Pushes::new(&board);
        let pruned = PrunedPushes::new(&board).with_rules(&[]).with_corrals(false);
        assert_alike(&pushes, &pruned, &start);
        let pulls = Pulls::new(&board).expect("alive");
        assert_alike_from_both_ends(&pushes, &pruned, &start, &pulls, &pulls.starts());
        ordered += usize::from(is_ordered_by_inertia(&pushes, &start));
    }
    assert!(ordered > cases(1, 10), "inertia changes the nodes of {ordered} levels");
}

#[test]
fn levels_without_a_solution_are_searched_alike_until_one_box_at_a_time() {
    let (mut searched, mut ordered) = (0, 0);
    for level in levels(32, &[(cases(50, 1_000), OPEN)]) {
        let board = SearchBoard::new(&level);
        let start = Position::<4>::start(&board).expect("alive");
        let pushes = || Pushes::new(&board);
        if breadth_first(&pushes(), start, &mut Control::unlimited()) != Outcome::Unsolvable {
            continue;
        }
        let method = || OneBoxAtATime::new(&board, &PackingOrder::new(&board));
        assert_alike(&pushes(), &UntilOneBoxAtATime::new(pushes(), method()), &start);
        let until = UntilOneBoxAtATime::new(WithHeapBytes(pushes()), method());
        assert_alike(&WithHeapBytes(pushes()), &until, &start);
        searched += 1;
        ordered += usize::from(is_ordered_by_inertia(&until, &start));
    }
    assert!(ordered >= cases(0, 5), "inertia changes the nodes of {ordered} levels of {searched}");
}
