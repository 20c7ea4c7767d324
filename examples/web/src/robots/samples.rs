//! Instances to begin with, made for this page.

use crate::protocol::Sample;

const BAY: &str = "c two robots exchange the ends of a path with a bay
c at 1 100 100
c at 2 300 100
c at 3 500 100
c at 4 300 300
p edge 4 3
e 1 2
e 2 3
e 2 4
r 1 3
r 3 1
";

const CYCLE: &str = "c a square with one vacant vertex
p edge 5 5
e 1 2
e 2 3
e 3 4
e 4 1
e 2 5
r 1 3
r 3 4
r 4 1
";

const PATH: &str = "c nobody can pass
p edge 3 2
e 1 2
e 2 3
r 1 3
r 3 1
";

const ROOM: &str = "type octile
height 5
width 9
map
....@....
.........
....@....
....@....
....@....
version 1
0 room.map 9 5 0 0 8 0 8
0 room.map 9 5 8 1 0 1 8
0 room.map 9 5 0 2 8 2 8
0 room.map 9 5 8 3 0 3 8
0 room.map 9 5 1 4 7 4 6
";

pub(super) fn samples() -> Vec<Sample> {
    vec![
        Sample { name: "Two robots and a bay", text: BAY },
        Sample { name: "Three robots on a cycle", text: CYCLE },
        Sample { name: "A path: unsolvable", text: PATH },
        Sample { name: "Two rooms and a door", text: ROOM },
        Sample { name: "Rooms, many robots", text: ROOMS },
    ]
}

const ROOMS: &str = concat!(
    include_str!("../../../../crates/cpf/testdata/rooms.map"),
    include_str!("../../../../crates/cpf/testdata/rooms.scen")
);
