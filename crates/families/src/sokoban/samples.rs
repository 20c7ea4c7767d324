//! Sample levels, made for the page.

use crate::Sample;

/// The goals are at the end of one passage.
const STOREHOUSE: &str = " #####  ####
##   ####..##
#  $      ...#
# # #$$#  ...#
#         ####
## # # ##$ #
 #$$   $@$ #
 #   ##    #
 ###########";

pub(super) const SAMPLES: &[Sample] = &[
    Sample { name: "Storehouse, 8 boxes", text: STOREHOUSE },
    Sample { name: "2 boxes", text: "########\n#      #\n# $  $ #\n# @#.. #\n########" },
    Sample { name: "Crossing, 4 boxes", text: include_str!("../../samples/crossing.xsb") },
    Sample { name: "Hall, 4 boxes", text: include_str!("../../samples/hall.xsb") },
    Sample { name: "Warehouse, 4 boxes", text: include_str!("../../samples/warehouse.xsb") },
    Sample { name: "Lost: a box in a corner", text: "#######\n#$   .#\n#  @  #\n# $  .#\n#######" },
    Sample {
        name: "An empty room to build in",
        text: "########\n#@     #\n#   $  #\n#     .#\n#      #\n########",
    },
];
