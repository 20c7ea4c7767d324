//! Ricochet Robots.

mod answer_keys;
mod by_hand;
mod draft;
#[cfg(feature = "fuzz")]
mod readers;
mod samples;
#[cfg(feature = "soak")]
mod soak;
mod solving;
mod unfinished;

pub use answer_keys::AnswerKeys;

use std::sync::LazyLock;

use crate::{
    Answer, Choices, Description, EditAction, Family, Input, InstanceText, Moves as DrawnMoves, Named,
    PlayAction, Played, Replay, Request, Status, TextError, View,
};
use motion_core::Control;
use rand::rngs::Xoshiro256PlusPlus;
use ricochet::error::SetupError;
use ricochet::internal::GameSolver;
#[cfg(feature = "explore")]
use ricochet::internal::{Position, Positions};
use ricochet::quadrants::{QuadrantSet, RandomGame};
use ricochet::{Instance, Moves, Setup};
use serde_json::json;

#[cfg(feature = "explore")]
use crate::space::Packed;

/// The quadrants of the printed game, read once for all random games.
static STANDARD: LazyLock<QuadrantSet> = LazyLock::new(QuadrantSet::standard);

/// Games of Ricochet Robots.
pub(crate) struct Ricochet;

/// Reads the first game of a text, and counts its games.
fn read(text: &str) -> Result<(Instance, usize), TextError> {
    let setups = Setup::each(text).map_err(TextError::of)?;
    let count = setups.len();
    let first = TextError::nth(setups, 1, "game")?;
    Ok((first.and_then(Instance::try_from).map_err(TextError::of)?, count))
}

fn is_solved(game: &Instance) -> bool {
    game.robots().iter().any(|&(robot, cell)| game.is_target(robot, cell))
}

impl Family for Ricochet {
    #[cfg(feature = "fuzz")]
    fn readers(&self) -> &'static [crate::Reader] {
        readers::READERS
    }

    #[cfg(feature = "soak")]
    fn random_problem(
        &self,
        scale: crate::soak::Scale,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Box<dyn crate::soak::Problem> {
        Box::new(soak::random(scale, rng))
    }

    #[cfg(feature = "explore")]
    fn space(&self) -> Option<crate::SpaceDescription> {
        Some(crate::SpaceDescription {
            summary: "Positions of a game of Ricochet Robots, by slides",
            is_by_words: false,
        })
    }

    #[cfg(feature = "explore")]
    fn with_space(&self, text: &str, then: &mut dyn FnMut(&dyn crate::StateSpace)) -> Result<(), TextError> {
        let (game, _) = read(text)?;
        let space = Positions::new(&game, &mut Control::unlimited()).expect("invariant: nothing is limited");
        let start = space.start();
        let text = |space: &Positions<'_>, position: &Position| {
            let (board, robots) = (game.board().clone(), space.robots(position));
            Instance::new(board, &robots, game.targets()).map(|game| game.to_string()).unwrap_or_default()
        };
        match space.words() {
            1 => then(&Packed::<_, _, _, 1> { space, start, text }),
            _ => then(&Packed::<_, _, _, 2> { space, start, text }),
        }
        Ok(())
    }

    fn name(&self) -> &'static str {
        "ricochet"
    }

    fn description(&self) -> Description {
        Description {
            name: self.name(),
            title: "Ricochet Robots",
            formats: "A board drawn with +---+ and |, three characters in each cell: a robot's small letter \
                      (r g b y w o p k s), the capital letter of a target's robot or *, / or \\ for a diagonal, # for a closed \
                      cell. Lines \"diagonal ROW COLUMN LETTER\" give the colours of diagonals.",
            samples: samples::samples(),
            part: Some("game"),
            random: random_inputs(),
            solvers: Named::solvers::<GameSolver>(),
            options: solving::options(),
            tools: by_hand::TOOLS.to_vec(),
            legend: "A frame or cell in a robot's colour is its target, a yellow cell that of any robot. \
                     The robot of a frame is pale until it is there.",
            keys: "Select a robot by a click or its letter, then press an arrow, or click where it can stop after \
                   one slide or several.",
            selects_first: false,
            has_fleets: false,
            units: &[["move", "moves"]],
            file_name: "game.txt",
        }
    }

    fn read(&self, text: &str, _: &mut Control<'_>) -> View {
        let (game, count) = match read(text) {
            Ok(read) => read,
            Err(error) => {
                let mut view = View::invalid(text, error);
                if let Some((scene, start)) = unfinished::scene(text) {
                    view.draw((scene.vertex_count(), scene.token_count()), || (scene, start));
                }
                return view;
            }
        };
        let grid = game.board().grid();
        let mut facts = vec![
            ("size", format!("{} × {}", grid.rows(), grid.columns())),
            ("robots", game.robots().len().to_string()),
        ];
        let diagonals = game.board().diagonals().count();
        if diagonals > 0 {
            facts.push(("diagonals", diagonals.to_string()));
        }
        if count > 1 {
            facts.push(("game", format!("1 of {count}")));
        }
        let status = if is_solved(&game) { Status::Solved } else { Status::Open };
        let mut view = View {
            text: game.to_string(),
            error: None,
            svg: None,
            points: Vec::new(),
            status,
            reason: None,
            facts,
        };
        view.draw((grid.cell_count(), game.robots().len()), || (game.scene(), game.configuration()));
        view
    }

    fn instances(&self, text: &str) -> Result<Vec<Result<InstanceText, TextError>>, TextError> {
        let game = |setup: Result<Setup, SetupError>| {
            let game = setup.and_then(Instance::try_from).map_err(TextError::of)?;
            Ok(InstanceText { title: None, text: game.to_string() })
        };
        Ok(Setup::each(text).map_err(TextError::of)?.into_iter().map(game).collect())
    }

    fn random(&self, choices: &Choices, rng: &mut Xoshiro256PlusPlus) -> Result<String, TextError> {
        let mut quadrants = QuadrantSet::default();
        for text in choices.set("quadrants") {
            quadrants.add_text(text).map_err(TextError::of)?;
        }
        let is_standard = quadrants.quadrants().is_empty();
        let quadrants = if is_standard { &*STANDARD } else { &quadrants };
        let kind = RandomGame::default()
            .with_robots(choices.count("robots") as usize)
            .with_sides(choices.choice("sides"))
            .with_any_robot_targets(choices.flag("any"));
        let game = kind.generate(quadrants, rng);
        game.map(|game| game.to_string()).map_err(TextError::of)
    }

    fn edit(&self, text: &str, action: &EditAction) -> Result<String, TextError> {
        by_hand::edit(&read(text)?.0, action)
    }

    fn play(&self, text: &str, action: &PlayAction) -> Result<Played, TextError> {
        by_hand::play(&read(text)?.0, action)
    }

    fn solve(&self, text: &str, request: &mut Request<'_>) -> Result<Answer, TextError> {
        solving::solve(read(text)?.0, request)
    }

    fn replay(&self, text: &str, solution: &str) -> Result<Replay, TextError> {
        let (game, _) = read(text)?;
        let moves: Moves = solution.parse().map_err(TextError::of)?;
        let metrics = game.verify(&moves).map_err(TextError::of)?;
        let plan = game.plan(&moves).map_err(TextError::of)?;
        let steps = steps(&game, &moves);
        Ok(Replay {
            scene: Ok(game.scene()),
            start: game.configuration(),
            moves: DrawnMoves::Plan(plan),
            steps,
            metrics: [("moves".to_owned(), json!(metrics.moves))].into_iter().collect(),
        })
    }
}

/// Returns the inputs of a random game.
fn random_inputs() -> Vec<Input> {
    let quadrants = |text: &str| QuadrantSet::default().add_text(text).map_err(TextError::of);
    vec![
        Input::integer("robots", "robots", 4, (1, 8)),
        Input::text("sides", "sides of quadrants", "AB")
            .with_help("Sides of the quadrants, a letter each; D has diagonals"),
        Input::flag("any", "also targets for any robot"),
        Input::texts("quadrants", "files of quadrants", quadrants)
            .with_help("Quadrants instead of the built-in ones; several files are read in order"),
        Input::seed(),
    ]
}

/// Returns the notation of each drawn step, repeated for each straight piece of a slide.
fn steps(game: &Instance, moves: &Moves) -> Vec<String> {
    let mut robots = game.robots().to_vec();
    let mut steps = Vec::new();
    for slide in moves {
        let Some(number) = robots.iter().position(|&(robot, _)| robot == slide.robot) else { break };
        let from = robots[number].1;
        let occupied = |cell| robots.iter().any(|&(_, at)| at == cell);
        let Some(path) = game.board().slide(slide.robot, from, slide.direction, occupied) else { break };
        robots[number].1 = path.end;
        let places: Vec<_> = [from].into_iter().chain(path.deflections).chain([path.end]).collect();
        let pieces = places.windows(2).filter(|ends| ends[0] != ends[1]).count();
        steps.extend(std::iter::repeat_n(format!("{}{}", slide.robot, slide.direction.letter()), pieces));
    }
    steps
}
