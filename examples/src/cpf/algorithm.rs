//! Which solver answers to which name.
//!
//! PLACEHOLDER: open grids with one blank are solved by snakes, everything else by breadth-first search.

use clap::ValueEnum;
use cpf_core::{Instance, Solver};
use grid_puzzle::{Board, Snake};
use motion_core::search::{Space, breadth_first};
use motion_core::{Control, Move, Outcome, Sink, Token, Vertex};

use crate::CliError;

/// The names on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Algorithm {
    /// Whatever suits the instance
    Auto,
    /// Ear by ear
    Ears,
    /// BIBOX
    Bibox,
    /// BIBOX with snakes
    BiboxSnake,
    /// BIBOX-θ
    BiboxTheta,
    /// BIBOX-θ with snakes
    BiboxThetaSnake,
}

/// A solver and how it is called in answers.
pub(super) struct Chosen {
    pub(super) name: &'static str,
    pub(super) solver: Box<dyn Solver>,
}

/// The solver for an instance.
///
/// # Errors
/// [`CliError::Unsuitable`] where the algorithm asks for more than the instance has.
pub(super) fn solver(algorithm: Algorithm, instance: &Instance) -> Result<Chosen, CliError> {
    if algorithm != Algorithm::Auto && !instance.graph().is_biconnected() {
        let algorithm = match algorithm {
            Algorithm::Auto => "auto",
            Algorithm::Ears => "ears",
            Algorithm::Bibox => "bibox",
            Algorithm::BiboxSnake => "bibox-snake",
            Algorithm::BiboxTheta => "bibox-theta",
            Algorithm::BiboxThetaSnake => "bibox-theta-snake",
        };
        return Err(CliError::Unsuitable { algorithm, why: "the graph is not bi-connected" });
    }
    if puzzle(instance).is_some() {
        return Ok(Chosen { name: "snake", solver: Box::new(Tiles) });
    }
    Ok(Chosen { name: "breadth-first", solver: Box::new(Exhaustive) })
}

/// An open grid with one blank as a sliding puzzle.
fn puzzle(instance: &Instance) -> Option<grid_puzzle::Instance> {
    let grid = instance.grid()?;
    let (rows, columns) = (grid.rows() as usize, grid.columns() as usize);
    let edges = rows * (columns - 1) + columns * (rows - 1);
    if instance.graph().edge_count() != edges || instance.vacant_count() != 1 {
        return None;
    }
    let board = |robots: &motion_core::Configuration| -> Option<Board> {
        let tile = |vertex| robots.token_at(vertex).map_or(0, |robot| robot.0 + 1).to_string();
        let tiles: Vec<_> = instance.graph().vertices().map(tile).collect();
        let rows: Vec<_> = tiles.chunks(columns).map(|row| row.join(" ")).collect();
        rows.join("\n").parse().ok()
    };
    grid_puzzle::Instance::new(board(instance.start())?, board(instance.goal())?).ok()
}

struct Tiles;

impl Solver for Tiles {
    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        let puzzle = puzzle(problem).expect("invariant: chosen for puzzles only");
        let outcome = grid_puzzle::Solver::solve(&Snake::default(), &puzzle, control);
        outcome.map(|walk| puzzle.start().moves(&walk).for_each(|action| sink.accept(action)))
    }
}

struct Exhaustive;

impl Solver for Exhaustive {
    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        let start = problem.start().places().into();
        let outcome = breadth_first(&Placements(problem), start, control);
        outcome.map(|path| path.actions.into_iter().for_each(|action| sink.accept(action)))
    }
}

struct Placements<'a>(&'a Instance);

impl Space for Placements<'_> {
    type State = Box<[Vertex]>;
    type Action = Move;

    fn is_goal(&self, state: &Self::State) -> bool {
        **state == *self.0.goal().places()
    }

    fn successors(&self, state: &Self::State, visit: &mut impl FnMut(Move, Self::State, u32)) {
        for (token, &from) in (0..).map(Token).zip(state) {
            for &to in self.0.graph().neighbours(from).iter().filter(|to| !state.contains(to)) {
                let mut next = state.clone();
                next[token.index()] = to;
                visit(Move { token, from, to }, next, 1);
            }
        }
    }

    fn heap_bytes(&self, state: &Self::State) -> u64 {
        size_of_val::<[Vertex]>(state) as u64
    }
}
