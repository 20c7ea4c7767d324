//! The experiments of the paper on snakes in cooperative path-finding, and others on its boards.

mod attempt;
mod cases;
mod ears;
mod fewest_moves;
mod grids;
mod paper;
mod parity;
mod saving;

use super::experiment::Experiment;
use attempt::Solver;
use grids::Subject;

pub(super) const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "snakes-cpf-parberry",
        source: "P. Surynek & P. Michalík, *The joint movement of pebbles*, 2015: tables 1 and 4, figures 12 to 14",
        title: "Snakes in Parberry's algorithm",
        about: "Random solvable (n² − 1)-puzzles, to be put into reading order: moves by Parberry's algorithm and by its variant with snakes of two, \
                means, and the moves of single instances. What is saved is the share of the sum of all moves.",
        measure: |runner| Ok(grids::measure(runner, &PARBERRY)),
    },
    Experiment {
        name: "snakes-cpf-bibox",
        source: "P. Surynek & P. Michalík, *The joint movement of pebbles*, 2015: tables 2 and 4, figures 15 to 17",
        title: "Snakes in BIBOX on grids",
        about: "The same (n² − 1)-puzzles as for Parberry's algorithm, by BIBOX on ears row by row: robots are carried by rotating a whole cycle \
                through them and their target; with snakes two go together where inequality (7) says so. What is saved is the share of the sum of \
                all moves.",
        measure: |runner| Ok(grids::measure(runner, &BIBOX)),
    },
    Experiment {
        name: "snakes-cpf-push-swap",
        source: "P. Surynek & P. Michalík, *The joint movement of pebbles*, 2015: tables 3 and 4, figures 19 to 21",
        title: "Snakes in PUSH-and-SWAP on grids",
        about: "The same puzzles without their last two robots, so that the last three cells are vacant in the end. Robots are placed by their goals in \
                the order of a breadth-first search; with snakes two of them together where trying says that it takes fewer moves. What is saved is \
                the share of the sum of all moves.",
        measure: |runner| Ok(grids::measure(runner, &PUSH_AND_SWAP)),
    },
    Experiment {
        name: "push-swap-parity",
        source: "beside table 3 of P. Surynek & P. Michalík, *The joint movement of pebbles*, 2015",
        title: "Where PUSH-and-SWAP's moves go",
        about: "The puzzles of table 3 again, with goals placed in the order of a breadth-first search from one of two corners, and with shortest paths \
                of two kinds: any, or those with the fewest finished robots. What is counted isolates why moves depended on whether n is odd.",
        measure: |runner| Ok(parity::measure(runner)),
    },
    Experiment {
        name: "snakes-cpf-push-rotate",
        source: "beside table 3 and figures 19 to 21 of P. Surynek & P. Michalík, *The joint movement of pebbles*, 2015",
        title: "Snakes in PUSH-and-ROTATE on grids",
        about: "The same puzzles as for PUSH-and-SWAP, by PUSH-and-ROTATE, which is complete; goals are ordered compactly instead of breadth-first. \
                What is saved is the share of the sum of all moves.",
        measure: |runner| Ok(grids::measure(runner, &PUSH_AND_ROTATE)),
    },
    Experiment {
        name: "snakes-cpf-ears",
        source: "P. Surynek & P. Michalík, *The joint movement of pebbles*, 2015: figures 18 and 22",
        title: "Snakes on random bi-connected graphs",
        about: "Random bi-connected graphs of ninety vertices, Biconnected(c, e, 90): a cycle of c vertices and ears of e inner vertices on average. \
                On each of them robots anywhere, with goals anywhere, from a single one to as many as leave one vertex vacant. Columns are c, e; what \
                is saved is the share of the sum of all moves, negative where snakes make plans longer.",
        measure: |runner| Ok(ears::measure(runner)),
    },
    Experiment {
        name: "cpf-fewest-moves",
        source: "beside the tables of P. Surynek & P. Michalík, *The joint movement of pebbles*, 2015",
        title: "The fewest moves with one vacant cell",
        about: "Random solvable (n² − 1)-puzzles as robots on open grids, to be put into reading order: verified plans beside the fewest moves of all, \
                which an exact search finds on the smallest boards.",
        measure: |runner| Ok(fewest_moves::measure(runner)),
    },
];

const PARBERRY: Subject = Subject {
    solver: Solver::Parberry,
    lacks_two: false,
    other: None,
    readings: &[],
    paper: Some(&paper::PARBERRY),
    largest: 50,
    remarks: &[
        "Figures 12 to 14 are drawings without numbers; the sizes of figure 14 are taken to be those of figure 21.",
        "Snakes save somewhat more here on large boards: where two tiles meet is chosen by an estimate of the whole way, and of a line with an odd \
         number of cells the single tile is the first.",
        TIMES,
    ],
};

const BIBOX: Subject = Subject {
    solver: Solver::Bibox,
    lacks_two: false,
    other: Some(Solver::Parberry),
    readings: &[
        Solver::Bibox,
        Solver::BiboxPrinted,
        Solver::BiboxPrintedDisjoint,
        Solver::BiboxDisjoint,
        Solver::BiboxFewest,
        Solver::BiboxDisjointFewest,
        Solver::BiboxLong,
        Solver::BiboxLongDisjoint,
        Solver::BiboxLongFewest,
    ],
    paper: Some(&paper::BIBOX),
    largest: 50,
    remarks: &[
        "With one blank BIBOX is BIBOX-θ; on open grids its core is the first cycle of four, as in the paper.",
        "The paper says that BIBOX makes about three times the moves of Parberry's algorithm. That is so near n = 8 only: a robot at distance d costs \
         about d² moves, which makes Θ(n⁴) in all instead of Θ(n³).",
        "Where the paper's savings come from is shown by its other readings. *As printed* rotates the whole cycle of an ear and takes robots out of \
         their goals: on the smallest boards snakes then cost moves, as in the paper; on large ones it changes nothing, since it costs some moves a \
         robot beside about n². *Disjoint snakes* lets a robot that came along in a snake be placed alone, where the pseudo-code asks for the next \
         snake; otherwise the next robot is often fetched to the one that waits at the ear, which saves nothing. With both, savings are within \
         three points of the paper's at every size but n = 5 and 10, and grow with n as they do there.",
        "Choosing by *fewest moves* among both ways of forming a snake and none, as the paper does for PUSH-and-SWAP, saves more than any reading of \
         inequality (7); so do *snakes of four*, which the paper proposes for future work.",
        "Table 4: snakes make BIBOX quicker in the paper, which writes fewer moves then. Here the time that is saved goes into searching.",
        "The pseudo-code has been corrected where it gets stuck, and a snake is formed also of the robots of two ears that follow each other: \
         `i > 1` is never true in ears of one inner vertex.",
        TIMES,
    ],
};

const PUSH_AND_SWAP: Subject = Subject {
    solver: Solver::PushAndSwap,
    lacks_two: true,
    other: Some(Solver::Bibox),
    readings: &[Solver::PushAndSwap, Solver::PushAndSwapWeighted, Solver::PushAndSwapDistances],
    paper: Some(&paper::PUSH_AND_SWAP),
    largest: 50,
    remarks: &[
        "With snakes two robots go together where that takes fewer moves, as in the paper; among the readings is the default of the program, which \
         weighs whether other robots come nearer to their goals.",
        "Algorithm 4, lines 12 to 14, compares distances instead of trying, which the text of section 5.3 describes: the third reading.",
        "The paper leaves open where the breadth-first search begins, which of the shortest paths a robot takes, and how robots that a swap has moved \
         return. Here the goals farthest from the blanks of the goal come first, paths pass the fewest finished robots, and robots return along the \
         way of the robot that was placed. [Other choices](push-swap-parity.md) cost two to five times as many moves, and snakes then cost moves, too, \
         by the parity of n.",
        "The paper says that PUSH-and-SWAP makes up to ten times the moves of BIBOX; here it is BIBOX that makes more, the more, the larger n is. \
         Both have the same instances, PUSH-and-SWAP without the last two robots.",
        TIMES,
    ],
};

const PUSH_AND_ROTATE: Subject = Subject {
    solver: Solver::PushAndRotate,
    lacks_two: true,
    other: Some(Solver::Bibox),
    readings: &[],
    paper: None,
    largest: 50,
    remarks: &[
        "The paper has no figures of this algorithm. Snakes are chosen by the least weight, the default.",
    ],
};

const TIMES: &str = "The paper's times are of a Core 2 with 3 GHz for Parberry's algorithm and of a Xeon with 2 GHz for the others.";
