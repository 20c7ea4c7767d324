//! Sokoban.

mod answer_keys;
mod by_hand;
mod improvement;
mod judgement;
#[cfg(feature = "fuzz")]
mod readers;
mod samples;
#[cfg(feature = "soak")]
mod soak;
mod solver_name;
mod solving;
mod source;

pub use answer_keys::AnswerKeys;
pub use improvement::LevelRun;
pub use solver_name::find_solver;
pub use solving::{LevelImprovement, LevelTask, SolutionNotation};

use std::borrow::Cow;

use motion_core::Control;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::json;
use sokoban::error::SetupError;
use sokoban::{GoalPlacement, Level, RandomLevel, Setup};
#[cfg(feature = "explore")]
use sokoban::{
    board::{BoardSearch, SearchBoard, Square},
    search::{Position, Pushes},
};

#[cfg(feature = "explore")]
use crate::space::Packed;
use crate::view::scene_of;
use crate::{
    Answer, Choices, Collection, Description, EditAction, Ending, Family, Input, InstanceText, Moves, Named,
    PlayAction, Played, Replay, Request, Status, TextError, View,
};
use source::{Levels, Sketch, Source};

/// Levels of Sokoban.
pub(crate) struct Sokoban;

impl Family for Sokoban {
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

    fn text_of<'f>(&self, file: &'f [u8]) -> Result<Cow<'f, str>, TextError> {
        Ok(Setup::text_of(file))
    }

    #[cfg(feature = "explore")]
    fn space(&self) -> Option<crate::SpaceDescription> {
        Some(crate::SpaceDescription {
            summary: "Positions of a Sokoban level, by pushes",
            is_by_words: false,
        })
    }

    #[cfg(feature = "explore")]
    fn with_space(&self, text: &str, then: &mut dyn FnMut(&dyn crate::StateSpace)) -> Result<(), TextError> {
        let Source { level, .. } = Source::read(text)?;
        let board = SearchBoard::new(&level);
        let searched = board.with_packed_width(PushSpace { level: &level, then });
        searched.unwrap_or_else(|| Err(TextError::new("the level has too many squares")))
    }

    fn name(&self) -> &'static str {
        "sokoban"
    }

    fn description(&self) -> Description {
        Description {
            name: self.name(),
            title: "Sokoban",
            formats: "Rows of # walls, @ player, $ boxes, . goals, * and + for both; run-length encoded rows; \
                      collections with titles. Of several levels the first is read; a first line \"level 7\" asks \
                      for the seventh.",
            part: Some(source::LEVEL),
            samples: samples::SAMPLES.to_vec(),
            random: vec![
                Input::integer("boxes", "boxes", 4, (1, 30)),
                Input::value::<GoalPlacement>("goals", "goals"),
                Input::seed(),
            ],
            solvers: Named::solvers::<sokoban::solver::LevelSolver>(),
            options: solving::options(),
            tools: by_hand::TOOLS.to_vec(),
            legend: "Yellow squares are goals. A box is pale until it is on one. The disc is the player.",
            keys: "Arrows move the player and push. Click a square to walk there. Click a box, then the square \
                   to which it is to be pushed.",
            selects_first: false,
            has_fleets: false,
            units: &[["step", "steps"], ["push", "pushes"]],
            file_name: "level.xsb",
        }
    }

    fn read(&self, text: &str, _: &mut Control<'_>) -> View {
        let source = match Source::read(text) {
            Ok(source) => source,
            Err(error) => {
                let mut view = View::invalid(text, error);
                if let Some((scene, tokens)) = Sketch::of_rows(text).and_then(|sketch| sketch.scene()) {
                    view.draw((scene.vertex_count(), scene.token_count()), || (scene, tokens));
                }
                return view;
            }
        };
        let level = &source.level;
        let (status, reason) = judgement::judgement(level);
        let (grid, boxes) = (level.grid(), level.boxes().count());
        let on_goals = level.boxes().filter(|&cell| level.tile(cell).is_goal()).count();
        let mut facts = vec![
            ("size", format!("{} × {}", grid.rows(), grid.columns())),
            ("boxes", format!("{boxes}, {on_goals} of them on goals")),
        ];
        facts.extend(source.title.clone().map(|title| ("title", title)));
        if source.count > 1 {
            facts.push(("level", format!("{} of {}", source.number, source.count)));
        }
        let mut view = View {
            text: level.to_string(),
            error: None,
            svg: None,
            points: Vec::new(),
            status,
            reason,
            facts,
        };
        view.draw(size(level), || (level.scene(), level.configuration()));
        view
    }

    fn instances(&self, text: &str) -> Result<Vec<Result<InstanceText, TextError>>, TextError> {
        let level = |setup: Result<Setup, SetupError>| {
            let setup = setup?;
            let title = setup.title().map(str::to_owned);
            Ok(InstanceText { title, text: Level::try_from(&setup)?.to_string() })
        };
        let setups = Setup::each(text).map_err(TextError::of)?;
        Ok(setups
            .into_iter()
            .map(|setup| level(setup).map_err(|why: SetupError| TextError::of(why)))
            .collect())
    }

    fn collection(&self, text: &str) -> Result<Collection, TextError> {
        Ok(Levels::read(text)?.describe())
    }

    fn instance(&self, text: &str, index: usize) -> Result<String, TextError> {
        Ok(Levels::read(text)?.level(index)?.level.to_string())
    }

    fn random(&self, choices: &Choices, rng: &mut Xoshiro256PlusPlus) -> Result<String, TextError> {
        let kind = RandomLevel::default()
            .with_boxes(choices.count("boxes") as usize)
            .with_goals(choices.value("goals"));
        kind.generate(rng).map(|level| level.to_string()).map_err(TextError::of)
    }

    fn edit(&self, text: &str, action: &EditAction) -> Result<String, TextError> {
        by_hand::edit(text, action)
    }

    fn play(&self, text: &str, action: &PlayAction) -> Result<Played, TextError> {
        Ok(by_hand::play(&Source::read(text)?.level, action))
    }

    fn solve(&self, text: &str, request: &mut Request<'_>) -> Result<Answer, TextError> {
        let source = Source::read(text)?;
        let mut answer = solving::solve(&source, request)?;
        if answer.outcome == Ending::Unsolvable
            && let (Status::Lost, reason) = judgement::judgement(&source.level)
        {
            answer.reason = reason;
        }
        Ok(answer)
    }

    fn replay(&self, text: &str, solution: &str) -> Result<Replay, TextError> {
        let level = Source::read(text)?.level;
        let moves = solving::read(&level, solution)?;
        let metrics = level.verify(&moves).map_err(TextError::of)?;
        let schedule = level.schedule(&moves).map_err(TextError::of)?;
        let (moves, _) = level.replay(&moves).map_err(TextError::of)?;
        let metrics = [("pushes", metrics.pushes), ("steps", metrics.steps)];
        Ok(Replay {
            scene: scene_of(size(&level), || level.scene()),
            start: level.configuration(),
            moves: Moves::Schedule(schedule),
            steps: moves.iter().map(|step| step.letter().to_string()).collect(),
            metrics: metrics.map(|(key, value)| (key.to_owned(), json!(value))).into_iter().collect(),
        })
    }
}

/// The space of positions, with pushes as moves.
#[cfg(feature = "explore")]
struct PushSpace<'a> {
    level: &'a Level,
    then: &'a mut dyn FnMut(&dyn crate::StateSpace),
}

#[cfg(feature = "explore")]
impl BoardSearch for PushSpace<'_> {
    type Output = Result<(), TextError>;

    fn run<const W: usize>(self, board: &SearchBoard) -> Self::Output {
        let dead =
            || TextError::new("a box of the level stands on a dead square, so that there is no solution");
        let (space, start) = (Pushes::<W>::new(board), Position::<W>::start(board).ok_or_else(dead)?);
        let text = |_: &Pushes<'_, W>, position: &Position<W>| {
            let cell = |square: Square| board.cell(square);
            let boxes = position.boxes.iter().map(cell);
            let level = self.level.with_position(boxes, cell(position.player));
            level.expect("invariant: a search reaches legal levels").to_string()
        };
        (self.then)(&Packed { space, start, text });
        Ok(())
    }
}

/// Returns the number of cells, and that of boxes and the player.
fn size(level: &Level) -> (usize, usize) {
    (level.grid().cell_count(), level.boxes().count() + 1)
}
