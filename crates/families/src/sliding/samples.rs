//! Sample puzzles.

use crate::Sample;

pub(super) const SAMPLES: &[Sample] = &[
    Sample {
        name: "4×4, shuffled: 49 moves suffice",
        text: "10  5 12  9\n14  3  0  8\n13  2 15  6\n11  1  4  7",
    },
    Sample { name: "3×3, 8 moves", text: "4 1 3\n7 2 6\n5 8 0" },
    Sample { name: "3×3, 31 moves: the most there are", text: "8 6 7\n2 5 4\n3 0 1" },
    Sample { name: "4×4, 3 blanks", text: "9 5 1 0\n2 6 10 0\n3 7 11 12\n4 8 13 0" },
    Sample { name: "3×3, another goal: 30 moves", text: "5 6 7\n4 0 8\n3 2 1\ngoal\n1 2 3\n8 0 4\n7 6 5" },
    Sample {
        name: "4×4, Sam Loyd's 14-15 puzzle: unsolvable",
        text: "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0",
    },
    Sample {
        name: "6×6, in reverse order",
        text: "34 35 33 32 31 30\n29 28 27 26 25 24\n23 22 21 20 19 18\n17 16 15 14 13 12\n11 10 9 8 7 6\n5 4 3 2 1 0",
    },
    Sample { name: "10×10, shuffled", text: include_str!("../../samples/hundred.txt") },
];
