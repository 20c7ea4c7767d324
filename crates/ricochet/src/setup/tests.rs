//! Tests of every error in a text, and of round trips.

use alloc::format;
use alloc::string::{String, ToString};

use motion_core::error::TextPosition;
use motion_core::{Cell, Direction, Grid};
use proptest::prelude::*;

use super::*;
use crate::board::{Diagonal, DiagonalStops, SizeError, Slope};

const GOOD: &str = "\
+---+---+---+
| r     |   |
+   +   +---+
|\\      | bR|
+   +   +   +
|    ###    |
+---+---+---+
diagonal 1 0 g";

fn error(text: &str) -> SetupError {
    text.parse::<Instance>().expect_err("a bad game")
}

fn error_after(from: &str, to: &str) -> SetupError {
    assert!(GOOD.contains(from));
    error(&GOOD.replace(from, to))
}

const fn at(line: usize, column: usize) -> TextPosition {
    TextPosition { line, column }
}

#[test]
fn a_good_game_is_read() {
    let game: Instance = GOOD.parse().expect("a game");
    assert_eq!(game.to_string(), GOOD);
    assert_eq!(game.robots(), [(Colour::Red, Cell(0)), (Colour::Blue, Cell(5))]);
    assert_eq!(game.targets(), [Target { cell: Cell(5), robot: TargetRobot::Only(Colour::Red) }]);
    let board = game.board();
    assert_eq!(board.diagonal(Cell(3)), Some(Diagonal { slope: Slope::Falling, colour: Colour::Green }));
    assert!(board.grid().is_closed(Cell(7)));
    assert!(
        board.grid().has_wall(Cell(2), Direction::Left) && board.grid().has_wall(Cell(1), Direction::Right)
    );
    assert!(board.grid().has_wall(Cell(2), Direction::Down) && board.grid().has_wall(Cell(5), Direction::Up));
}

#[test]
fn comments_any_line_ends_and_missing_outer_walls_are_accepted() {
    let text = "\u{feff}# a game\r\n+   +   +   +\r\n| r     |   |\r\n+   +   +---+\r\n# within\r\n  \\     | bR|\r\n\
        +   +   +   +\r\n|    ###    |\r\n+---+---+---+  \r\ndiagonal  1 0\tg\r\n\r\n";
    assert_eq!(text.parse::<Instance>().expect("a game").to_string(), GOOD);
}

#[test]
fn blanks_at_the_end_of_a_line_of_cells_may_be_missing() {
    let drawn: Instance = GOOD.parse().expect("a game");
    for (from, to) in [
        ("| r     |   |", "| r     |    "),
        ("| r     |   |", "| r     |"),
        ("| r     |   |", "  r     |"),
        ("|\\      | bR|", "|\\      | bR"),
        ("|    ###    |", "|    ###"),
        ("|    ###    |", "     ###\t"),
        ("+---+---+---+\ndiagonal", "+   +   +   +\ndiagonal"),
    ] {
        assert!(GOOD.contains(from));
        assert_eq!(GOOD.replace(from, to).parse().as_ref(), Ok(&drawn), "{to:?}");
    }
    let empty = GOOD.replace("|    ###    |", "|           |");
    assert_eq!(empty.replace("|           |", "|").parse::<Instance>(), empty.parse());
    // More than blanks is missing.
    for (from, to) in [
        ("|    ###    |", "|    ### |"),
        ("|    ###    |", "|    ###   |"),
        ("+   +   +---+", "+   +   +---"),
        ("+   +   +---+", "+   +"),
        ("+---+---+---+\ndiagonal", "+---+---+\ndiagonal"),
    ] {
        assert!(matches!(error_after(from, to), SetupError::Ragged { expected: 13, .. }), "{to:?}");
    }
    // A row of blanks only is an empty line, which separates games.
    let cut = SetupError::Size { at: at(1, 1), why: SizeError { rows: 2, columns: 3 } };
    assert_eq!(error(&GOOD.replace("|    ###    |", "   ")), cut);
}

#[test]
fn every_error_is_located() {
    assert_eq!(error(""), SetupError::Empty);
    assert_eq!(error("\n# only a comment\n  \n"), SetupError::Empty);
    assert_eq!(
        error("hello"),
        SetupError::UnexpectedCharacter { at: at(1, 1), expected: "a corner +", found: 'h' }
    );
    let unexpected = |text: &str, line, column, found| match error(text) {
        SetupError::UnexpectedCharacter { at: place, found: letter, .. } => {
            assert_eq!((place, letter), (at(line, column), found), "{text}");
        }
        other => panic!("{other:?}"),
    };
    unexpected(&GOOD.replace("| r ", "| x "), 2, 3, 'x');
    unexpected(&GOOD.replace("| r ", "| é "), 2, 3, 'é');
    unexpected(&GOOD.replace("| bR", ". bR"), 4, 9, '.');
    unexpected(&GOOD.replace("+   +   +---+", "+   x   +---+"), 3, 5, 'x');
    unexpected(&GOOD.replace("+   +   +---+", "+   +   +-- +"), 3, 12, ' ');
    unexpected(&GOOD.replace("+   +   +---+", "+ - +   +---+"), 3, 3, '-');
    unexpected("+---+---+--\n", 1, 11, '-');
    assert_eq!(
        error_after("|    ###    |", "|    ###   |"),
        SetupError::Ragged { at: at(6, 12), expected: 13, found: 12 }
    );
    assert_eq!(
        error_after("|    ###    |", "|    ###     |"),
        SetupError::Ragged { at: at(6, 14), expected: 13, found: 14 }
    );
    assert_eq!(
        error("+---+---+---+\n| r   *     |"),
        SetupError::Size { at: at(1, 1), why: SizeError { rows: 0, columns: 3 } }
    );
    assert_eq!(
        error("+---+---+---+\n| r   *     |\n+---+---+---+"),
        SetupError::Size { at: at(1, 1), why: SizeError { rows: 1, columns: 3 } }
    );
    let unfinished = GOOD.lines().take(6).collect::<Vec<_>>().join("\n");
    assert_eq!(error(&unfinished), SetupError::Unfinished { at: at(6, 1) });
    assert_eq!(error_after("|\\ ", "|\\/"), SetupError::SecondDiagonal { at: at(4, 3) });
    assert_eq!(
        error_after("\ndiagonal 1 0 g", ""),
        SetupError::ColourMissing { at: at(4, 2), row: 1, column: 0 }
    );
    assert_eq!(error_after("0 g", "0 x"), SetupError::ColourUnknown { at: at(8, 14), found: 'x' });
    assert_eq!(error_after("0 g", "0 green"), SetupError::ColourUnknown { at: at(8, 14), found: 'g' });
    assert_eq!(error_after("1 0 g", "2 0 g"), SetupError::NoDiagonal { at: at(8, 10), row: 2, column: 0 });
    assert_eq!(
        error_after("1 0 g", "1 0 g\ndiagonal 1 0 r"),
        SetupError::NoDiagonal { at: at(9, 10), row: 1, column: 0 }
    );
    assert_eq!(error_after("1 0 g", "1"), SetupError::DiagonalLine { at: at(8, 11) });
    assert_eq!(error_after("1 0 g", "1 0"), SetupError::DiagonalLine { at: at(8, 13) });
    assert_eq!(error_after("1 0 g", "1 0 g h"), SetupError::DiagonalLine { at: at(8, 16) });
    assert_eq!(error_after("1 0 g", "1 -1 g"), SetupError::DiagonalLine { at: at(8, 12) });
    assert_eq!(error_after("diagonal", "mirror"), SetupError::DiagonalLine { at: at(8, 1) });
    assert_eq!(error_after("diagonal", "no stops"), SetupError::DiagonalLine { at: at(8, 1) });
    let why = |place, why| SetupError::Instance { at: place, why };
    assert_eq!(error_after("bR", "b "), why(at(1, 1), InstanceError::NoTarget));
    let share = InstanceError::TargetsShareCell { cell: Cell(5) };
    assert_eq!(error_after("| bR", "|BbR"), why(at(4, 12), share.clone()));
    assert_eq!(error_after("| bR", "|*bR"), why(at(4, 12), share));
    let absent = InstanceError::RobotAbsent { robot: Colour::Green };
    assert_eq!(error_after("| r     ", "|*r   G "), why(at(2, 7), absent));
    assert_eq!(error_after("bR", "bG"), why(at(4, 12), InstanceError::RobotAbsent { robot: Colour::Green }));
    assert_eq!(error_after("bR", "rR"), why(at(4, 11), InstanceError::RobotTwice { robot: Colour::Red }));
    let shared = InstanceError::SharedCell { first: Colour::Red, second: Colour::Yellow };
    assert_eq!(error_after(" r ", " ry"), why(at(2, 4), shared));
    assert_eq!(
        error_after("###", "#y#"),
        why(at(6, 7), InstanceError::RobotInClosedCell { robot: Colour::Yellow })
    );
    assert_eq!(
        error(&GOOD.replace("bR", "b ").replace("###", "##R")),
        why(at(6, 8), InstanceError::TargetInClosedCell { cell: Cell(7) })
    );
    assert_eq!(error(&GOOD.replace(" r ", "   ").replace("bR", " *")), why(at(1, 1), InstanceError::NoRobot));
    assert_eq!(error(&alloc::format!("{GOOD}\n\n{GOOD}")), SetupError::SeveralBoards { at: at(10, 1) });
}

#[test]
fn several_targets_are_read_and_printed() {
    let game: Instance = GOOD.replace("| r     ", "|Br   * ").parse().expect("a game");
    let target = |cell, robot| Target { cell: Cell(cell), robot };
    let [red, blue] = [Colour::Red, Colour::Blue].map(TargetRobot::Only);
    assert_eq!(game.targets(), [target(0, blue), target(1, TargetRobot::Any), target(5, red)]);
    assert_eq!(game.to_string().parse(), Ok(game));
}

#[test]
fn silver_robots_are_read_and_nine_robots_refused() {
    let game = GOOD.replace(" r ", " s ").replace("bR", "bS").replace("0 g", "0 s");
    let game: Instance = game.parse().expect("a game");
    assert_eq!(game.robots()[1].0, Colour::Silver);
    assert_eq!(game.to_string().parse(), Ok(game));
    let line = "+---+---+---+";
    let all = alloc::format!("{line}\n| r | g | b |\n{line}\n| y | w | o |\n{line}\n| p | s | k*|\n{line}");
    let why = InstanceError::TooManyRobots { robot: Colour::Black };
    assert_eq!(error(&all), SetupError::Instance { at: at(6, 11), why });
    assert!(all.replace('s', " ").parse::<Instance>().is_ok());
}

#[test]
fn several_games_are_separated_by_empty_lines() {
    let setups = Setup::all(&alloc::format!("{GOOD}\n\n \n{GOOD}\n")).expect("two games");
    assert_eq!(setups.len(), 2);
    assert_eq!(
        (setups[1].start(), Instance::try_from(setups[1].clone())),
        (at(11, 1), setups[0].clone().try_into())
    );
}

#[test]
fn sizes_up_to_64_are_read_and_larger_ones_refused() {
    let drawn = |rows: usize, columns: usize| {
        let mut text = String::from("+") + &"---+".repeat(columns) + "\n";
        for row in 0..rows {
            let robot = if row == 0 { "|r *" } else { "|   " };
            text += &(String::from(robot) + &"    ".repeat(columns - 1) + "|\n");
            text += &(String::from("+") + &"   +".repeat(columns) + "\n");
        }
        text
    };
    let game: Instance = drawn(64, 64).parse().expect("a game");
    assert_eq!(game.board().grid().cell_count(), 4096);
    for (rows, columns) in [(65, 64), (64, 65), (70, 3)] {
        let why = SizeError { rows: rows as u32, columns: columns as u32 };
        assert_eq!(error(&drawn(rows, columns)), SetupError::Size { at: at(1, 1), why });
    }
}

#[test]
fn ten_megabytes_of_noise_are_refused() {
    let line = "+---".repeat(10 << 18);
    assert!(matches!(error(&line), SetupError::UnexpectedCharacter { .. } | SetupError::Size { .. }));
    let lines = "+---+---+---+\n".repeat(1 << 19);
    assert!(matches!(error(&lines), SetupError::UnexpectedCharacter { .. } | SetupError::Size { .. }));
    assert!(matches!(error(&"|".repeat(10 << 20)), SetupError::UnexpectedCharacter { .. }));
}

/// Generates random games with all features.
fn games() -> impl Strategy<Value = Instance> {
    let walls = proptest::collection::vec((0u32..100, 0u8..4), 0..20);
    let closed = proptest::collection::vec(0u32..100, 0..4);
    let diagonals = proptest::collection::vec((0u32..100, any::<bool>(), 0..Colour::ALL.len()), 0..6);
    let diagonals = (diagonals, any::<bool>());
    let robots = proptest::collection::vec((0..Colour::ALL.len(), 0u32..100), 1..9);
    let sides = (3u32..9, 3u32..9);
    let targets = proptest::collection::vec((0u32..100, proptest::option::of(0usize..8)), 1..4);
    let parts = (sides, walls, closed, diagonals, robots, targets);
    parts.prop_filter_map("a game", |((rows, columns), walls, closed, diagonals, robots, targets)| {
        let mut grid = Grid::new(rows, columns).expect("cells");
        let cells = rows * columns;
        for (cell, side) in walls {
            grid.build_wall(Cell(cell % cells), Direction::from_index(side));
        }
        for cell in closed {
            grid.close(Cell(cell % cells));
        }
        let mut board = Board::new(grid).expect("a legal size");
        let (diagonals, may_stop) = diagonals;
        if !may_stop {
            board = board.with_diagonal_stops(DiagonalStops::Forbidden);
        }
        for (cell, rising, colour) in diagonals {
            let slope = if rising { Slope::Rising } else { Slope::Falling };
            board.place(Cell(cell % cells), Diagonal { slope, colour: Colour::ALL[colour] });
        }
        let robots: Vec<_> =
            robots.into_iter().map(|(robot, cell)| (Colour::ALL[robot], Cell(cell % cells))).collect();
        let target = |(cell, robot): (u32, Option<usize>)| Target {
            cell: Cell(cell % cells),
            robot: robot.map_or(TargetRobot::Any, |robot| TargetRobot::Only(robots[robot % robots.len()].0)),
        };
        let targets: Vec<_> = targets.into_iter().map(target).collect();
        Instance::new(board, &robots, &targets).ok()
    })
}

#[test]
fn stops_on_diagonals_are_forbidden_by_a_line() {
    let game = |text: &str| text.parse::<Instance>().expect("a game");
    assert_eq!(game(GOOD).board().diagonal_stops(), DiagonalStops::Allowed);
    let text = format!("{GOOD}\nno  stops on diagonals ");
    let forbidden = game(&text);
    assert_eq!(forbidden.board().diagonal_stops(), DiagonalStops::Forbidden);
    assert!(forbidden.to_string().ends_with("\nno stops on diagonals"));
    assert_eq!(game(&forbidden.to_string()), forbidden);
}

proptest! {
    #[test]
    fn games_round_trip(game in games()) {
        prop_assert_eq!(game.to_string().parse::<Instance>(), Ok(game));
    }
}
