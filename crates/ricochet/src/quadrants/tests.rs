//! Tests of reading, turning and assembling quadrants.

use alloc::string::ToString;

use motion_core::Grid;
use motion_core::error::TextPosition;

use super::*;
use crate::board::Slope;
use crate::colour::Colour;
use crate::instance::Target;

const TEXT: &str = "
quadrant 1A # with everything
wall 2 1 NE
wall 7 7 NESW
target 2 1 red circle
target 3 3 any
end
mirror 1A 4 5 / green
";

fn error(text: &str) -> QuadrantError {
    text.parse::<QuadrantSet>().expect_err("a bad text")
}

#[test]
fn a_quadrant_is_turned_for_each_corner_of_the_board() {
    let set: QuadrantSet = TEXT.parse().expect("a set");
    let StandardBoard { board, targets } = set.assemble(["1A"; 4]).expect("the quadrant is there");
    let cell = |x, y| Grid::new(16, 16).expect("cells").cell(y, x).expect("within");
    let red = TargetRobot::Only(Colour::Red);
    let corners = [cell(2, 1), cell(14, 2), cell(13, 14), cell(1, 13)];
    let found: Vec<_> =
        targets.iter().filter(|target| target.robot == red).map(|target| target.cell).collect();
    assert_eq!(found, corners);
    assert_eq!(targets[1], Target { cell: cell(3, 3), robot: TargetRobot::Any });
    let walls = [(Direction::Up, Direction::Right), (Direction::Right, Direction::Down)];
    for (corner, (first, second)) in corners.into_iter().zip(walls) {
        assert!(board.grid().has_wall(corner, first) && board.grid().has_wall(corner, second));
    }
    let centre = [cell(7, 7), cell(8, 7), cell(8, 8), cell(7, 8)];
    assert!(centre.into_iter().all(|cell| board.grid().is_closed(cell)));
    assert_eq!(board.grid().cells().filter(|&cell| board.grid().is_closed(cell)).count(), 4);
    let diagonals: Vec<_> = board.diagonals().map(|(cell, diagonal)| (cell, diagonal.slope)).collect();
    let slopes = [
        (cell(10, 4), Slope::Falling),
        (cell(4, 5), Slope::Rising),
        (cell(11, 10), Slope::Rising),
        (cell(5, 11), Slope::Falling),
    ];
    assert_eq!(diagonals, slopes);
}

#[test]
fn every_error_is_located() {
    let at = |line, column| TextPosition { line, column };
    let unexpected = |text: &str, place, word: &str| match error(text) {
        QuadrantError::UnexpectedWord { at, found, .. } => {
            assert_eq!((at, found.as_str()), (place, word), "{text}");
        }
        other => panic!("{other:?}"),
    };
    unexpected("quadrant", at(1, 9), "");
    unexpected("wall 1 2 N", at(1, 1), "wall");
    unexpected("quadrant 1A\nquadrant 1B", at(2, 1), "quadrant");
    unexpected("quadrant 1A\nwall 8 0 N", at(2, 6), "8");
    unexpected("quadrant 1A\nwall 0 -1 N", at(2, 8), "-1");
    unexpected("quadrant 1A\nwall 0 1 NX", at(2, 10), "NX");
    unexpected("quadrant 1A\nwall 0 1 # N", at(2, 9), "");
    unexpected("quadrant 1A\ntarget 0 1 pink", at(2, 12), "pink");
    unexpected("quadrant 1A\nend\nmirror 1A 1 1 | red", at(3, 15), "|");
    let name = || "1A".to_string();
    assert_eq!(
        error("quadrant 1A\nend\nquadrant 1A"),
        QuadrantError::DuplicateName { at: at(3, 10), name: name() }
    );
    assert_eq!(error("mirror 1A 1 1 / red"), QuadrantError::UnknownName { at: at(1, 8), name: name() });
    assert_eq!(error("quadrant 1A\nwall 1 1 N"), QuadrantError::MissingEnd { at: at(1, 10), name: name() });
    let taken = "quadrant 1A\nwall 7 7 NESW\ntarget 7 7 red\nend";
    assert_eq!(error(taken), QuadrantError::CellTaken { at: at(3, 8) });
    let closed = "quadrant 1A\ntarget 7 7 red\nwall 7 7 NESW\nend";
    assert_eq!(error(closed), QuadrantError::CellTaken { at: at(3, 6) });
    let unprintable = error("mirror \u{1b} 1 1 / red").to_string();
    assert_eq!(unprintable, "line 1, column 8: there is no quadrant \"\\u{1b}\"");
    let twice = "quadrant 1A\nend\nmirror 1A 1 1 / red\nmirror 1A 1 1 \\ red";
    assert_eq!(error(twice), QuadrantError::CellTaken { at: at(4, 11) });
    let mut set: QuadrantSet = TEXT.parse().expect("a set");
    let before = set.clone();
    assert!(set.add_text("quadrant 2A\nend\noops").is_err());
    assert_eq!(set, before);
}

#[test]
fn quadrants_round_trip() {
    let open_cell_with_four_walls = "quadrant 2B\nwall 1 1 SE\nwall 1 1 NW\nwall 0 1 E\nend\n";
    for text in [TEXT, open_cell_with_four_walls, include_str!("standard.txt")] {
        let set: QuadrantSet = text.parse().expect("a set");
        assert_eq!(set.to_string().parse().as_ref(), Ok(&set), "{set}");
    }
}

#[test]
fn the_standard_set_has_what_a_game_needs() {
    let set = QuadrantSet::standard();
    assert_eq!(set.quadrants().len(), 12);
    for quadrant in set.quadrants() {
        assert_eq!(!quadrant.diagonals.is_empty(), quadrant.side() == "D");
        assert_eq!(quadrant.closed, [Cell(63)]);
        let any = quadrant.targets.iter().filter(|(_, robot)| *robot == TargetRobot::Any).count();
        assert_eq!((any, quadrant.targets.len()), if quadrant.piece() == '4' { (1, 5) } else { (0, 4) });
    }
}

#[cfg(feature = "rand")]
#[test]
fn random_games_are_as_configured() {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    let set = QuadrantSet::standard();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut any, mut on_diagonals) = (0, 0);
    for robots in (1..=8).chain([8; 20]) {
        for sides in ["AB", "D", "ABD"] {
            let random_game =
                RandomGame::default().with_robots(robots).with_sides(sides).with_any_robot_targets(true);
            let game = random_game.generate(&set, &mut rng).expect("a game");
            assert_eq!(game.robots().len(), robots);
            let diagonals = game.board().diagonals().count();
            assert!(if sides == "D" { diagonals == 8 } else { sides == "ABD" || diagonals == 0 });
            let cells = game.robots().iter().map(|&(_, cell)| cell).chain([game.targets()[0].cell]);
            on_diagonals += { cells }.filter(|&cell| game.board().diagonal(cell).is_some()).count();
            any += u32::from(game.targets()[0].robot == TargetRobot::Any);
            assert_eq!(game.to_string().parse().as_ref(), Ok(&game));
        }
    }
    assert!(any > 0);
    assert_eq!(on_diagonals, 0);
    let mut refused = |random_game: RandomGame| random_game.generate(&set, &mut rng).expect_err("no game");
    assert_eq!(refused(RandomGame::default().with_robots(0)), RandomGameError::RobotCount { robots: 0 });
    assert_eq!(refused(RandomGame::default().with_robots(9)), RandomGameError::RobotCount { robots: 9 });
    assert_eq!(refused(RandomGame::default().with_sides("C")), RandomGameError::TooFewPieces { found: 0 });
    let poor: QuadrantSet =
        "quadrant 1A\nend\nquadrant 2A\nend\nquadrant 3A\nend\nquadrant 4A\nend".parse().expect("a set");
    assert_eq!(RandomGame::default().generate(&poor, &mut rng), Err(RandomGameError::NoTarget { robots: 4 }));

    // All cells except one are closed, and that one is the target.
    let walls = |number: u32| alloc::format!("wall {} {} NESW\n", number % 8, number / 8);
    let full: String = (1..64).map(walls).collect();
    let side = |piece| alloc::format!("quadrant {piece}A\ntarget 0 0 red\n{full}end\n");
    let full: QuadrantSet = [1, 2, 3, 4].map(side).concat().parse().expect("a set");
    assert_eq!(
        RandomGame::default().generate(&full, &mut rng),
        Err(RandomGameError::TooFewCells { robots: 4 })
    );
}
