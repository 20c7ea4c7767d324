//! Tests the ways of two robots past a third.

use motion_core::{Control, Vertex};
use motion_testing_robots::samples::graph;

use crate::tests::walker;

/// Passing a robot on a ray of a hub with four rays takes 10 moves; two swaps would take 12. With
/// three rays, only two swaps are possible.
#[test]
fn the_cheaper_way_past_a_robot_is_taken() {
    let star = graph(5, (1..=4).map(|ray| (0, ray)));
    let spider = graph(7, [(0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6)]);
    for (made, row, expected) in [(star, [2, 0, 1], 10), (spider, [0, 1, 4], 20)] {
        let mut control = Control::unlimited();
        let [next, here, behind] = row.map(Vertex);
        let mut walker = walker(&made, &[next, here, behind], &mut control);
        assert_eq!(walker.pass_together(next, here, behind), Ok(()));
        assert_eq!(walker.board.configuration().places(), [behind, next, here]);
        assert_eq!(walker.board.trail().len(), expected);
    }
}
