//! Sample puzzles.

use crate::Sample;

pub(super) const SAMPLES: &[Sample] = &[
    Sample { name: "3×3, a few moves", text: "1 2 3\n4 0 6\n7 5 8" },
    Sample { name: "3×3, 31 moves: the most there are", text: "8 6 7\n2 5 4\n3 0 1" },
    Sample { name: "4×4, random", text: "5 1 3 4\n2 6 8 12\n9 10 7 11\n13 14 15 0" },
    Sample { name: "4×4, three blanks", text: "9 5 1 0\n2 6 10 0\n3 7 11 12\n4 8 13 0" },
    Sample { name: "4×4, Sam Loyd's: unsolvable", text: "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0" },
    Sample { name: "3×3, another goal", text: "1 2 3\n4 5 6\n7 8 0\ngoal\n1 2 3\n8 0 4\n7 6 5" },
    Sample {
        name: "6×6 in reverse order",
        text: "34 35 33 32 31 30\n29 28 27 26 25 24\n23 22 21 20 19 18\n17 16 15 14 13 12\n11 10 9 8 7 6\n5 4 3 2 1 0",
    },
];
