//! Solutions that the page shows, verified by the crates, without the engine of the page.

use std::error::Error;
use std::fmt;

use cpf::cpf_core::MotionModel;
use cpf::{PlanText, Schedule};
use grid_puzzle::Notation;
use serde_json::Value;

/// The fields, by the names that the page gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Sliding puzzles.
    Sliding,
    /// Cooperative path-finding.
    Robots,
    /// Ricochet Robots.
    Ricochet,
    /// Sokoban.
    Sokoban,
}

impl Field {
    /// All fields, in the order of their tabs.
    pub const ALL: [Self; 4] = [Self::Sliding, Self::Robots, Self::Ricochet, Self::Sokoban];

    /// The name in the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sliding => "sliding",
            Self::Robots => "robots",
            Self::Ricochet => "ricochet",
            Self::Sokoban => "sokoban",
        }
    }

    /// Verifies a solution of an instance, both as the page writes them; returns the moves.
    ///
    /// # Errors
    ///
    /// If either is not legal.
    pub fn verify(self, text: &str, solution: &str) -> Result<u64, Box<dyn Error>> {
        let solution = solution.trim();
        match self {
            Self::Sliding => {
                let puzzle: grid_puzzle::Instance = text.parse()?;
                Ok(puzzle.verify(&Notation::Tile.parse(solution)?)?.moves)
            }
            Self::Robots => {
                let instance: cpf::Instance = text.parse()?;
                let PlanText::<Schedule>(schedule) = solution.parse()?;
                Ok(instance.verify_schedule(&schedule, MotionModel::Pebble)?.moves)
            }
            Self::Ricochet => {
                let game: ricochet::Instance = text.parse()?;
                Ok(game.verify(&solution.parse::<ricochet::Moves>()?)?.moves)
            }
            Self::Sokoban => {
                let level: sokoban::Level = text.parse()?;
                Ok(level.verify(&solution.parse::<sokoban::Moves>()?)?.steps)
            }
        }
    }

    /// The name and the text of the first sample that is [open](Self::samples).
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn sample(self) -> Result<(String, String), Box<dyn Error>> {
        let mut samples = self.samples()?.into_iter();
        samples.next().ok_or_else(|| "no sample is in the format of the crate".into())
    }

    /// The names and the texts of all samples that can be solved and are in the crate's own format.
    ///
    /// # Errors
    ///
    /// If the engine does not know the field.
    pub fn samples(self) -> Result<Vec<(String, String)>, Box<dyn Error>> {
        let fields: Value = serde_json::from_str(&motion_web::describe())?;
        let of_name = |field: &&Value| field["field"] == self.name();
        let field =
            fields.as_array().and_then(|fields| fields.iter().find(of_name)).ok_or("no such field")?;
        let samples = field["samples"].as_array().into_iter().flatten();
        let texts = samples.filter_map(|sample| Some((sample["name"].as_str()?, sample["text"].as_str()?)));
        let is_legal = |text: &str| match self {
            Self::Sliding => text.parse::<grid_puzzle::Instance>().is_ok_and(|puzzle| puzzle.is_solvable()),
            Self::Robots => {
                text.parse::<cpf::Instance>().is_ok_and(|instance| instance.feasibility().is_ok())
            }
            Self::Ricochet => text.parse::<ricochet::Instance>().is_ok(),
            Self::Sokoban => text.parse::<sokoban::Level>().is_ok(),
        };
        let legal = texts.filter(|(_, text)| is_legal(text));
        Ok(legal.map(|(name, text)| (name.to_owned(), text.to_owned())).collect())
    }
}

impl fmt::Display for Field {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
