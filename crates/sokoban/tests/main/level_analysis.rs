//! Maps of the analysis of a level, and plans by sinks.

use motion_testing::cases;
use sokoban::analysis::PlanBySinks;
use sokoban::{Level, MapKind};

use crate::random_levels::{Style, levels};

#[test]
fn maps_show_what_the_layers_say() {
    let level = "
###########
#@  ###   #
#  $      #
#   ### #.#
#  .### # #
####### #$#
#######   #
###########";
    let analysis = level.parse::<Level>().expect("a level").analysis();
    let maps: Vec<_> = MapKind::ALL.iter().map(|&kind| analysis.map(kind)).collect();
    let expected = EXPECTED.map(|map| map.trim_start_matches('\n'));
    for (map, expected) in maps.iter().zip(expected) {
        assert_eq!(map, expected, "\n{}", maps.join("\n\n"));
    }
}

#[test]
fn steps_lead_from_the_initial_boxes_to_the_goals() {
    let styles = [2, 4, 7].map(|boxes| (cases(5, 70), Style { side: 7, boxes, walls: 0.2, spare: 0 }));
    let (mut steps, mut parked) = (0, 0);
    for level in levels(74, &styles) {
        let analysis = level.analysis();
        let (board, plan) = (analysis.board(), analysis.plan_by_sinks());
        if plan.steps().is_empty() {
            continue;
        }
        let mut boxes = plan.initial().to_vec();
        for (number, step) in plan.steps().iter().enumerate() {
            if let Some(from) = step.from {
                boxes.swap_remove(boxes.iter().position(|&at| at == from).expect("a box is there"));
            }
            assert!(!boxes.contains(&step.to));
            boxes.push(step.to);
            steps += 1;
            parked += usize::from(plan.is_parked(number));
        }
        boxes.sort_unstable();
        let mut goals = board.goals().to_vec();
        goals.sort_unstable();
        assert_eq!(boxes, goals);
    }
    assert!(steps > cases(20, 400) && parked >= cases(0, 5), "{steps} {parked}");
}

#[test]
fn boxes_on_dead_squares_have_no_plan() {
    let level: Level = "######\n#$  .#\n#  @ #\n######".parse().expect("a level");
    assert_eq!(*level.analysis().plan_by_sinks(), PlanBySinks::default());
}

const EXPECTED: [&str; 9] = [
    "
###########
#xxx###x*x#
#x        #
#x  ### # #
#x  ### # #
####### # #
#######x*x#
###########",
    "
###########
#AAA###BBB#
#AAA===BBB#
#AAA###-#-#
#AAA###-#-#
#######-#-#
#######---#
###########",
    "
###########
#   ###   #
#  +++++  #
#   ### # #
#   ### # #
####### # #
#######   #
###########",
    "
###########
#   ###   #
# AAAAAAAC#
# AA###A#C#
# BD###A#C#
#######A#C#
#######   #
###########",
    "
###########
#AAA###   #
#AAA>  > >#
#AAA###B#B#
#AAA###B#B#
#######B#B#
#######BBB#
###########",
    "
###########
#   ###   #
#         #
#   ### #B#
#  A### # #
####### # #
#######   #
###########",
    "
###########
#   ###   #
#  +      #
#   ### #A#
#  B### # #
####### # #
#######   #
###########",
    "
###########
#aaa###BBB#
#aa$BBBBBB#
#aaa###B#B#
#aaa###B#B#
#######B#$#
#######BBB#
###########",
    "
###########
#...###   #
#..3      #
#...### # #
#...### # #
####### #$#
#######   #
###########",
];
