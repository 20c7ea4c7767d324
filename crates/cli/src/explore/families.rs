//! The spaces of the families.

use std::path::Path;

use cpf::{Instance, Placements, VertexNames};
use grid_puzzle::{Board, MoveMetric, RankedBoards};
use ricochet::Positions;
use sokoban::board::{BoardSearch, SearchBoard, Square};
use sokoban::search::{Position, Pushes};
use sokoban::{Level, Setup};

use super::report::Report;
use super::{Arguments, usage};
use crate::cpf::instances;
use crate::options::Size;
use crate::{CliError, Console, input};

/// Sliding tiles: boards by single moves, from the solved one.
pub(super) fn sliding(arguments: &Arguments, console: &mut Console) -> Result<Report, CliError> {
    let size: Size =
        arguments.what.parse().map_err(|why: String| usage(&format!("{}: {why}", arguments.what)))?;
    let solved = Board::solved(size.rows, size.columns)?;
    let space = RankedBoards::new(solved, MoveMetric::SingleTile).map_err(|why| usage(&why.to_string()))?;
    arguments.explore(&space, space.goal_rank(), |&rank| space.board(rank).to_string(), console)
}

/// Sokoban: positions by pushes.
pub(super) fn sokoban(arguments: &Arguments, console: &mut Console) -> Result<Report, CliError> {
    let path = Path::new(&arguments.what);
    let content = input::bytes(path, console)?;
    let bad_level = |why| CliError::Level { file: input::name(path), why };
    let setups = Setup::all(&Setup::text_of(&content)).map_err(bad_level)?;
    let count = setups.len();
    let setup = setups.into_iter().nth(arguments.level.get() - 1).ok_or_else(|| missing(arguments, count))?;
    let level = Level::try_from(setup).map_err(bad_level)?;
    let board = SearchBoard::new(&level);
    let report = board.with_packed_width(PushSearch { arguments, level: &level, console });
    report.unwrap_or_else(|| Err(usage("the level has too many squares")))
}

/// The error of a number that a file does not reach.
fn missing(arguments: &Arguments, count: usize) -> CliError {
    usage(&format!("--level {} is not in the file, which has {count}", arguments.level))
}

struct PushSearch<'a, 'c> {
    arguments: &'a Arguments,
    level: &'a Level,
    console: &'a mut Console<'c>,
}

impl BoardSearch for PushSearch<'_, '_> {
    type Output = Result<Report, CliError>;

    fn run<const W: usize>(self, board: &SearchBoard) -> Self::Output {
        let dead = || usage("a box of the level stands on a dead square, so that there is no solution");
        let start = Position::<W>::start(board).ok_or_else(dead)?;
        let text = |position: &Position<W>| {
            let cell = |square: Square| board.cell(square);
            let boxes = position.boxes.iter().map(cell);
            self.level.with_position(boxes, cell(position.player)).to_string()
        };
        self.arguments.explore(&Pushes::<W>::new(board), start, text, self.console)
    }
}

/// Ricochet Robots: positions by slides.
pub(super) fn ricochet(arguments: &Arguments, console: &mut Console) -> Result<Report, CliError> {
    let (text, file) = arguments.read(console)?;
    let bad_game = |why| CliError::Game { file: file.clone(), why };
    let setups = ricochet::Setup::all(&text).map_err(bad_game)?;
    let count = setups.len();
    let setup = setups.into_iter().nth(arguments.level.get() - 1).ok_or_else(|| missing(arguments, count))?;
    let game = ricochet::Instance::try_from(setup).map_err(bad_game)?;
    let control = &mut motion_core::Control::unlimited();
    let space = Positions::new(&game, control).expect("invariant: nothing is limited");
    let text = |position: &ricochet::Position| {
        let (board, robots) = (game.board().clone(), space.robots(position));
        let moved = ricochet::Instance::new(board, &robots, game.targets());
        moved.map(|game| game.to_string()).unwrap_or_default()
    };
    match space.words() {
        1 => arguments.explore::<_, 1>(&space, space.start(), text, console),
        _ => arguments.explore::<_, 2>(&space, space.start(), text, console),
    }
}

/// Robots on a graph: placements by moves.
pub(super) fn cpf(arguments: &Arguments, console: &mut Console) -> Result<Report, CliError> {
    let (instance, numbering) = instances::read_graph(Path::new(&arguments.what), console)?;
    let names = numbering.names(&instance);
    match instance.placement_words() {
        1 => placements::<1>((&instance, &names), arguments, console),
        2 => placements::<2>((&instance, &names), arguments, console),
        3 | 4 => placements::<4>((&instance, &names), arguments, console),
        5..=8 => placements::<8>((&instance, &names), arguments, console),
        _ => Err(usage("there are too many robots: their places take more than 512 bits")),
    }
}

fn placements<const N: usize>(
    (instance, names): (&Instance, &VertexNames),
    arguments: &Arguments,
    console: &mut Console,
) -> Result<Report, CliError> {
    let space = Placements::<N>::new(instance).expect("invariant: the placements fit");
    let text = |placement: &[u64; N]| {
        let places: Vec<_> = space.places(placement).map(|vertex| names.name(vertex)).collect();
        format!("robots on {}", places.join(" "))
    };
    arguments.explore(&space, space.start(), text, console)
}
