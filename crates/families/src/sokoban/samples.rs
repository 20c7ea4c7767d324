//! Sample levels, made for the page.

use crate::Sample;

pub(super) const SAMPLES: &[Sample] = &[
    Sample { name: "One box", text: "#######\n#@ $ .#\n#######" },
    Sample { name: "Two boxes", text: "########\n#      #\n# $  $ #\n# @#.. #\n########" },
    Sample { name: "Crossing", text: include_str!("../../samples/crossing.xsb") },
    Sample { name: "Hall", text: include_str!("../../samples/hall.xsb") },
    Sample { name: "Warehouse", text: include_str!("../../samples/warehouse.xsb") },
    Sample { name: "Lost: a box in a corner", text: "#######\n#$   .#\n#  @  #\n# $  .#\n#######" },
    Sample {
        name: "An empty room to build in",
        text: "########\n#@     #\n#   $  #\n#     .#\n#      #\n########",
    },
];
