//! `quickstart`: instances of every family there is, solved, verified, summarised and drawn.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use bibox::{EarInsertion, EarInstance};
use clap::Parser;
use cpf_core::generate;
use grid_puzzle::{
    Board, Clockwise, Instance, Notation, Optimal as Shortest, Parberry, Short, Snake, Solver,
};
use motion_core::{Control, Plan, Walk};
use push_swap::{Elimination, PushInstance};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use ricochet::{Deal, Optimal, QuadrantSet};
use sokoban::{AStar, Level};

use crate::report::milliseconds;
use crate::{CliError, Console, Verdict, pictures};

/// Solve, verify, summarise and draw puzzles of every family there is.
#[derive(Parser, Debug)]
#[command(name = "quickstart", max_term_width = 110)]
struct Arguments {
    /// Folder for the pictures
    #[arg(long, value_name = "FOLDER", default_value = "target/quickstart")]
    folder: String,
}

/// A Sokoban level.
const HALL: &str = include_str!("../../crates/sokoban/testdata/hall.xsb");

/// Boards up to this side are drawn, larger ones only summarised.
const DRAWN_SIDE: u32 = 10;

/// Runs the example.
///
/// # Errors
/// [`CliError`] for bad usage and where the pictures cannot be written.
pub fn run(arguments: Vec<OsString>, console: &mut Console) -> Result<Verdict, CliError> {
    let Arguments { folder } = Arguments::try_parse_from(arguments)?;
    let folder = Path::new(&folder);
    let unwritable = |why| CliError::Write { file: folder.display().to_string(), why };
    fs::create_dir_all(folder).map_err(unwritable)?;

    let mut pictures = sliding(folder, console)?;
    pictures.extend(cooperative(folder, console)?);
    pictures.push(robots_that_slide(folder, console)?);
    pictures.push(boxes(folder, console)?);
    writeln!(console.output, "Every solution was replayed by the verifier. Open in a browser:")?;
    for path in pictures {
        writeln!(console.output, "  {}", path.display())?;
    }
    Ok(Verdict::Solved)
}

/// Sliding-tile puzzles of three sizes, one tile after another and ever shorter; returns the pictures.
fn sliding(folder: &Path, console: &mut Console) -> Result<Vec<PathBuf>, CliError> {
    writeln!(
        console.output,
        "Sliding-tile puzzles: Parberry's algorithm, snakes, short and shortest solutions, seed 1\n"
    )?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let boards = [4, 10, 50].map(|side| {
        Board::solved(side, side).map(|goal| Instance::random(goal, &mut rng)).map_err(CliError::Size)
    });
    let mut pictures = Vec::new();
    for instance in boards {
        let instance = instance?;
        let side = instance.start().rows();
        let parberry = solve("Parberry", &Parberry::default(), &instance, console)?;
        let snake = solve("snakes", &Snake::default(), &instance, console)?;
        let saved = 100.0 * (1.0 - snake.len() as f64 / parberry.len() as f64);
        writeln!(console.output, "       snakes save {saved:.1} % of the moves")?;
        let rounds = if side <= DRAWN_SIDE { 2 } else { 1 };
        let short = solve("short", &Short::default().with_rounds(rounds), &instance, console)?;
        if side <= 4 {
            solve("clockwise", &Clockwise::default(), &instance, console)?;
            solve("shortest", &Shortest::default(), &instance, console)?;
            writeln!(console.output, "{}", side_by_side(&instance))?;
            writeln!(console.output, "       {}", Notation::Tile.format(&short))?;
        }
        writeln!(console.output)?;
        if side <= DRAWN_SIDE {
            let plan: Plan = instance.start().moves(&short).collect();
            let path = folder.join(format!("sliding-{side}x{side}.html"));
            pictures::write_html(&path, &instance.scene(), &instance.start().configuration(), &plan)?;
            pictures.push(path);
        }
    }
    Ok(pictures)
}

/// Robots on a grid with two vacant cells and on a sparse graph, ear by ear, and on a graph that falls to pieces, vertex
/// by vertex; returns the pictures.
fn cooperative(folder: &Path, console: &mut Console) -> Result<Vec<PathBuf>, CliError> {
    writeln!(console.output, "Cooperative path-finding: ear by ear, and by elimination, seed 1\n")?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut pictures = Vec::new();
    let grid = generate::permutation_on_grid(10, 10, 2, &mut rng)?;
    let graph = generate::biconnected(5, 3, 40, &mut rng)?.graph;
    let sparse = generate::robots(graph, 30, &mut rng)?;
    for (name, instance) in [("grid-10x10", grid), ("graph-40", sparse)] {
        let problem = EarInstance::new(&instance).expect("invariant: a bi-connected graph");
        pictures.push(arranged(name, &instance, &EarInsertion::default(), &problem, folder, console)?);
    }
    let tree = generate::connected(40, 2, &mut rng)?;
    let instance = loop {
        let instance = generate::robots(tree.clone(), 28, &mut rng)?;
        if instance.feasibility().is_ok() {
            break instance;
        }
    };
    let problem = PushInstance::new(&instance).expect("invariant: twelve blanks");
    pictures.push(arranged("tree-40", &instance, &Elimination::default(), &problem, folder, console)?);
    writeln!(console.output)?;
    Ok(pictures)
}

/// A random game of Ricochet Robots; returns the picture.
fn robots_that_slide(folder: &Path, console: &mut Console) -> Result<PathBuf, CliError> {
    writeln!(console.output, "Ricochet Robots: the fewest moves, seed 1\n")?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let game = Deal::default().with_sides("ABD").game(&QuadrantSet::standard(), &mut rng)?;
    let began = Instant::now();
    let moves = Optimal::default().solve(&game, &mut Control::unlimited()).plan();
    let solving = milliseconds(began.elapsed());
    let moves = moves.expect("invariant: this game has a solution");
    let count = game.verify(&moves).expect("invariant: solutions solve");
    writeln!(console.output, "     16×16, 4 robots: {count} moves, solved in {solving}: {moves}\n")?;
    let plan = game.plan(&moves).expect("invariant: moves that were verified");
    let path = folder.join("ricochet.html");
    pictures::write_html(&path, &game.scene(), &game.configuration(), &plan)?;
    Ok(path)
}

/// A Sokoban level; returns the picture.
fn boxes(folder: &Path, console: &mut Console) -> Result<PathBuf, CliError> {
    writeln!(console.output, "Sokoban: the fewest pushes\n")?;
    let level: Level = HALL.parse().expect("invariant: a level");
    let began = Instant::now();
    let moves = AStar::default().with_pruned(true).solve(&level, &mut Control::unlimited()).plan();
    let solving = milliseconds(began.elapsed());
    let moves = moves.expect("invariant: this level has a solution");
    let tally = level.verify(&moves).expect("invariant: solutions solve");
    let count = level.boxes().count();
    writeln!(
        console.output,
        "      hall, {count} boxes: {} pushes in {} steps, solved in {solving}:\n       {moves}\n",
        tally.pushes, tally.moves
    )?;
    let schedule = level.schedule(&moves).expect("invariant: steps that were verified");
    let path = folder.join("sokoban.html");
    pictures::write_html(&path, &level.scene(), &level.configuration(), &schedule)?;
    Ok(path)
}

/// Solves a feasible instance; returns the picture.
fn arranged<P>(
    name: &str,
    instance: &cpf_core::Instance,
    solver: &impl cpf_core::Solver<P>,
    problem: &P,
    folder: &Path,
    console: &mut Console,
) -> Result<PathBuf, CliError> {
    let began = Instant::now();
    let plan = solver.solve(problem, &mut Control::unlimited()).plan();
    let solving = milliseconds(began.elapsed());
    let plan = plan.expect("invariant: the instance is feasible");
    let moves = instance.verify_plan(&plan).expect("invariant: plans solve").moves;
    let robots = instance.robot_count();
    writeln!(console.output, "{name:>10}, {robots} robots: {moves} moves, solved in {solving}")?;
    let path = folder.join(format!("cpf-{name}.html"));
    pictures::write_html(&path, &instance.scene(), instance.start(), &plan)?;
    Ok(path)
}

fn solve(
    name: &str,
    solver: &impl Solver,
    instance: &Instance,
    console: &mut Console,
) -> Result<Walk, CliError> {
    let began = Instant::now();
    let walk = solver.solve(instance, &mut Control::unlimited()).plan();
    let solving = began.elapsed();
    let walk = walk.expect("invariant: random instances are solvable, and nothing limits the run");
    let began = Instant::now();
    let moves = instance.verify(&walk).expect("invariant: solutions solve");
    let replaying = began.elapsed();
    let side = instance.start().rows();
    writeln!(
        console.output,
        "{:>6} {name:8} {moves:>7} moves, solved in {:>10}, replayed in {:>9}",
        format!("{side}×{side}"),
        milliseconds(solving),
        milliseconds(replaying),
    )?;
    Ok(walk)
}

/// The start and the goal of a small board.
fn side_by_side(instance: &Instance) -> String {
    let (start, goal) = (instance.start().to_string(), instance.goal().to_string());
    let rows: Vec<_> =
        start.lines().zip(goal.lines()).map(|(start, goal)| format!("       {start}    {goal}")).collect();
    rows.join("\n")
}
