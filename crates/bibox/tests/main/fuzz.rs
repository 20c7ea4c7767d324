//! Instances from arbitrary text: what is accepted is solved, and the plan is verified.

use crate::{fuzzed_instances, solvers};

/// A triangle, a square with a diagonal, two squares, two triangles with a common vertex, θ₀.
const GOOD: [&str; 6] = [
    "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\nr 2 3\n",
    "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 2\nr 2 1\nr 3 3\n",
    "p edge 6 7\ne 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\nr 1 2\nr 2 1\nr 3 3\nr 4 4\nr 5 6\n",
    "p edge 6 7\ne 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\nr 1 2\nr 2 1\nr 3 3\n",
    "p edge 5 6\ne 1 2\ne 2 3\ne 1 3\ne 3 4\ne 4 5\ne 3 5\nr 1 2\nr 2 1\nr 4 4\nr 5 5\n",
    "p edge 7 8\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 6\ne 1 6\ne 1 7\ne 4 7\nr 1 2\nr 2 1\nr 3 3\nr 4 5\nr 5 4\nr 6 6\n",
];

#[test]
fn instances_are_solved_ear_by_ear_and_block_by_block() {
    fuzzed_instances::fuzz("graph text, ears", &GOOD, &solvers::fuzzed());
}
