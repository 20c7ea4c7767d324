//! Sample instances, made for the page.

use crate::Sample;

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

const SQUARES: &str = "c two squares with two vacant vertices
c at 1 100 100
c at 2 300 100
c at 3 500 100
c at 4 500 300
c at 5 300 300
c at 6 100 300
p edge 6 7
e 1 2
e 1 6
e 2 3
e 2 5
e 3 4
e 4 5
e 5 6
r 1 3
r 3 1
r 4 6
r 6 4
";

const ONE_BLANK: &str = "c a square and a triangle with one vacant vertex
c at 1 100 100
c at 2 300 100
c at 3 300 300
c at 4 100 300
c at 5 470 200
p edge 5 6
e 1 2
e 1 4
e 2 3
e 2 5
e 3 4
e 3 5
r 1 2
r 2 1
r 3 4
r 4 3
";

const PATH: &str = "c the robots cannot pass each other
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

const ROOMS: &str = include_str!("../../samples/twelve-rooms.txt");

const CROWD: &str = "\
type octile
height 5
width 5
map
.....
.....
.....
.....
.....
version 1
0 crowd.map 5 5 2 1 4 0 3
0 crowd.map 5 5 3 3 2 1 3
0 crowd.map 5 5 2 3 0 4 3
0 crowd.map 5 5 4 0 4 4 4
0 crowd.map 5 5 1 2 1 3 1
0 crowd.map 5 5 4 3 2 2 3
0 crowd.map 5 5 0 3 0 0 3
0 crowd.map 5 5 2 0 2 0 0
0 crowd.map 5 5 0 0 0 1 1
0 crowd.map 5 5 3 4 1 0 6
0 crowd.map 5 5 1 4 1 4 0
0 crowd.map 5 5 3 1 4 3 3
0 crowd.map 5 5 3 0 3 3 3
0 crowd.map 5 5 2 2 4 2 2
0 crowd.map 5 5 4 4 3 4 1
0 crowd.map 5 5 3 2 4 1 2
0 crowd.map 5 5 4 1 1 1 3
0 crowd.map 5 5 0 2 3 1 4
0 crowd.map 5 5 0 4 3 0 7
0 crowd.map 5 5 0 1 2 4 5
";

const GRID: &str = "c an open grid with one vacant vertex, which is a sliding puzzle
c at 1 100 100
c at 2 300 100
c at 3 500 100
c at 4 100 300
c at 5 300 300
c at 6 500 300
p edge 6 7
e 1 2
e 2 3
e 1 4
e 2 5
e 3 6
e 4 5
e 5 6
r 1 2
r 2 3
r 3 6
r 4 1
r 5 4
";

pub(super) fn samples() -> Vec<Sample> {
    vec![
        Sample { name: "Twelve rooms, 24 robots", text: ROOMS },
        Sample { name: "2 robots and a bay", text: BAY },
        Sample { name: "Two rooms and a door, 5 robots", text: ROOM },
        Sample { name: "One vacant vertex, 4 robots", text: ONE_BLANK },
        Sample { name: "A crowded grid, 20 robots", text: CROWD },
        Sample { name: "A path: unsolvable", text: PATH },
        Sample { name: "Two squares, 4 robots", text: SQUARES },
        Sample { name: "A sliding puzzle, 5 robots", text: GRID },
    ]
}
