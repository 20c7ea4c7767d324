//! Instances from arbitrary text: accepted ones are solved, and the plans are verified.

use motion_testing_robots::fuzzed_instances;

use crate::solvers;

/// A path, a cycle, a star, a tree, a grid with two blanks, and two components.
const GOOD: [&str; 6] = [
    "p edge 4 3\ne 1 2\ne 2 3\ne 3 4\nr 1 3\nr 2 4\n",
    "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 1 5\nr 1 2\nr 2 3\nr 3 4\nr 4 1\n",
    "p edge 4 3\ne 1 2\ne 1 3\ne 1 4\nr 2 3\nr 3 2\n",
    "p edge 8 7\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 4 6\ne 2 7\ne 7 8\nr 1 8\nr 8 1\nr 3 3\nr 5 6\n",
    "p edge 6 7\ne 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\nr 1 2\nr 2 1\nr 3 3\nr 4 6\n",
    "p edge 9 8\ne 1 2\ne 2 3\ne 3 1\ne 3 4\ne 5 6\ne 6 7\ne 7 8\ne 7 9\nr 1 2\nr 2 1\nr 6 6\nr 8 9\nr 9 8\n",
];

#[test]
fn instances_are_solved_by_pushing_and_swapping() {
    fuzzed_instances::fuzz("graph text, pushes", &GOOD, &solvers::fuzzed());
}
