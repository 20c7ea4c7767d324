//! Experiments with state spaces larger than memory.

mod cost;
mod exploring;
mod solving;

use cpf::cpf_core::generate::permutation_on_grid;
use motion_core::{Control, Solver as _};
use motion_puzzles::CliError;
use ricochet::quadrants::{QuadrantSet, RandomGame};
use sokoban::error::SetupError;
use sokoban::{AnySolver, Collection, Level};

use super::experiment::{Experiment, experiment};
use super::findings::Findings;
use super::obstacle::Obstacle;
use super::runner::Runner;
use exploring::Explorations;
use solving::Solutions;

pub(super) const EXPERIMENTS: &[Experiment] = &[experiment!("distributed", measure)];

/// The levels' file in the data folder.
const XSOKOBAN: &str = "sokoban/xsokoban_90.xsb";

/// A hall of more than a hundred million positions.
const HALL: &str = "
##############
#  ......    #
#            #
#  $  $  $   #
#            #
#  $  $  $   #
#            #
#     @      #
#            #
##############";

const SMALL_HALL: &str = "
########
#.. .  #
#  $ $ #
#   $  #
#  @   #
########";

/// Returns the first level of the data folder.
fn first_level(runner: &Runner) -> Result<Level, Obstacle> {
    let unreadable = |why: SetupError| Obstacle::Unreadable(CliError::in_file(XSOKOBAN, why));
    let collection: Collection = runner.data(XSOKOBAN)?.parse().map_err(unreadable)?;
    let first = collection.entries().first().ok_or(Obstacle::NoData(XSOKOBAN))?;
    Ok(first.level().clone())
}

fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let mebibytes = runner.size(256, 4);
    let boards = runner.size([(3, 4), (2, 6)], [(2, 4), (3, 2)]);
    let hall = runner.size(HALL, SMALL_HALL).parse().expect("invariant: a legal level");
    let (robots_of_game, (side, blanks)) = runner.size((3, (4, 9)), (1, (3, 6)));
    let (tiles_side, instances, lengths) = runner.size((4, 10, 50..=54), (3, 2, 20..=31));
    let first = first_level(runner)?;
    let game = RandomGame::default()
        .with_robots(robots_of_game)
        .generate(&QuadrantSet::standard(), &mut runner.seed().generator([16]))
        .expect("invariant: a standard game");
    let pebbles = permutation_on_grid(side, side, blanks, &mut runner.seed().generator([side]))
        .expect("invariant: a legal size");
    let names = (
        format!("ricochet 16×16, {robots_of_game} robots"),
        format!("pebbles {side}×{side}, {} robots", pebbles.robot_count()),
    );

    let mut explorations = Explorations::new(runner, mebibytes);
    for (rows, columns) in boards {
        explorations.boards(rows, columns);
    }
    explorations.positions("X1", &first, true);
    explorations.positions("hall", &hall, runner.size(false, true));
    explorations.game(&names.0, &game);
    explorations.placements(&names.1, &pebbles);

    let mut solutions = Solutions::new(runner, mebibytes);
    solutions.boards(tiles_side, instances, &lengths);
    solutions.level("X1", &first, fewest_pushes(runner, "X1", &first));
    solutions.game(&names.0, &game);
    solutions.placements(&names.1, &pebbles);

    Ok(Findings::of([explorations.table(), solutions.table(), explorations.levels()])
        .with_plots([explorations.plot()])
        .with_figure("shortest", lengths.start())
        .with_figure("longest", lengths.end())
        .with_figure("mebibytes", mebibytes))
}

/// Returns the fewest pushes of a level, by a search in memory.
fn fewest_pushes(runner: &Runner, name: &str, level: &Level) -> u64 {
    runner.kept(format!("{name}, solved in memory"), || {
        let solver: AnySolver = "auto+optimal".parse().expect("invariant: a solver of the crate");
        let moves = solver.solve(level, &mut Control::unlimited()).plan();
        level.verify(&moves.expect("invariant: a solvable level")).expect("invariant: it solves").pushes
    })
}
