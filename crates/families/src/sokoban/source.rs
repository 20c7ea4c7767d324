//! Levels as typed by the user: one of a collection, or an unfinished one.

use crate::{Collection, TextError};
use motion_core::Configuration;
use motion_core::Vertex;
use motion_core::draw::{Goal, Hue, Paint, Scene, Shape, TokenStyle, VertexShape};
use sokoban::error::SetupError;
use sokoban::{Level, Setup, Tile};

/// The word for an instance.
pub(super) const LEVEL: &str = "level";

/// A level of a text, with its title and number.
pub(super) struct Source {
    pub(super) level: Level,
    pub(super) title: Option<String>,
    pub(super) number: usize,
    pub(super) count: usize,
}

impl Source {
    /// Reads the first level of a text, or the seventh if the first line is `level 7`.
    pub(super) fn read(text: &str) -> Result<Self, TextError> {
        let levels = Levels::read(text)?;
        let chosen = levels.chosen;
        levels.level(chosen)
    }
}

/// All levels of a text.
pub(super) struct Levels {
    setups: Vec<Result<Setup, SetupError>>,
    /// The index of the level that the first line asks for, or of the first.
    chosen: usize,
}

impl Levels {
    pub(super) fn read(text: &str) -> Result<Self, TextError> {
        let first = text.split('\n').next().unwrap_or_default();
        // Without its text, the first line still counts in the positions of errors.
        let (number, levels) = level_number(first).map_or((1, text), |number| (number, &text[first.len()..]));
        let setups = Setup::each(levels).map_err(TextError::of)?;
        let chosen = TextError::nth((0..setups.len()).collect(), number, LEVEL);
        Ok(Self { chosen: chosen.map_err(|why| why.at(1, 1))?, setups })
    }

    pub(super) fn describe(&self) -> Collection {
        let title = |setup: &Result<Setup, _>| setup.as_ref().ok()?.title().map(str::to_owned);
        Collection::titled(LEVEL, self.setups.iter().map(title).collect(), self.chosen)
    }

    pub(super) fn level(self, index: usize) -> Result<Source, TextError> {
        let count = self.setups.len();
        let setup = TextError::nth(self.setups, index + 1, LEVEL)?.map_err(TextError::of)?;
        let title = setup.title().map(str::to_owned);
        let level = Level::try_from(setup).map_err(TextError::of)?;
        Ok(Source { level, title, number: index + 1, count })
    }
}

fn level_number(line: &str) -> Option<usize> {
    line.trim().strip_prefix("level ")?.trim().parse().ok()
}

/// A rectangle of tiles, which need not be a level.
#[derive(Clone)]
pub(super) struct Sketch {
    pub(super) columns: usize,
    pub(super) tiles: Vec<Tile>,
}

impl Sketch {
    /// Reads a text for changes: a level, or else plain rows.
    pub(super) fn read(text: &str) -> Result<Self, TextError> {
        match Source::read(text) {
            Ok(source) => Ok(Self::of_level(&source.level)),
            Err(error) => Self::of_rows(text).ok_or(error),
        }
    }

    fn of_level(level: &Level) -> Self {
        let grid = level.grid();
        let tiles = grid.cells().map(|cell| level.tile(cell)).collect();
        Self { columns: grid.columns() as usize, tiles }
    }

    /// Reads the first block of lines that consist of tiles.
    pub(super) fn of_rows(text: &str) -> Option<Self> {
        let rows = text
            .lines()
            .map(|line| {
                line.chars().take(Setup::MAX_SIDE + 1).map(Tile::from_letter).collect::<Option<Vec<_>>>()
            })
            .map(|row| row.filter(|row| !row.is_empty()))
            .skip_while(Option::is_none)
            .map_while(|row| row)
            .take(Setup::MAX_SIDE + 1);
        let rows: Vec<Vec<Tile>> = rows.collect();
        let columns = rows.iter().map(Vec::len).max()?;
        if rows.len() > Setup::MAX_SIDE || columns > Setup::MAX_SIDE {
            return None;
        }
        let tiles = rows
            .iter()
            .flat_map(|row| (0..columns).map(|column| row.get(column).copied().unwrap_or(Tile::Floor)));
        Some(Self { columns, tiles: tiles.collect() })
    }

    pub(super) fn rows(&self) -> usize {
        self.tiles.len() / self.columns
    }

    /// Returns the tiles as rows of characters.
    pub(super) fn text(&self) -> String {
        let row = |row: &[Tile]| {
            let line: String = row.iter().map(|tile| tile.letter()).collect();
            let line = line.trim_end();
            if line.is_empty() { "-".to_owned() } else { line.to_owned() }
        };
        self.tiles.chunks(self.columns).map(row).collect::<Vec<_>>().join("\n")
    }

    /// Returns the picture, like that of a level, and the places of its tokens.
    pub(super) fn scene(&self) -> Option<(Scene, Configuration)> {
        let shape = |tile: Tile| match tile {
            Tile::Wall => VertexShape::Cell(Paint::Wall),
            tile if tile.is_goal() => VertexShape::Cell(Paint::Goal),
            _ => VertexShape::Cell(Paint::Floor),
        };
        let vertices = || (0..).map(Vertex).zip(&self.tiles);
        let places = |is_token: fn(Tile) -> bool| {
            vertices().filter(move |(_, tile)| is_token(**tile)).map(|(vertex, _)| vertex)
        };
        let (boxes, players): (Vec<_>, Vec<_>) =
            (places(Tile::is_box).collect(), places(Tile::is_player).collect());
        let box_style = TokenStyle::new(Shape::Box, Paint::Hue(Hue::degrees(70))).with_goal(Goal::Painted);
        let player_style = TokenStyle::new(Shape::Disc, Paint::Ink);
        let styles =
            boxes.iter().map(|_| box_style.clone()).chain(players.iter().map(|_| player_style.clone()));
        let scene = Scene::grid(self.rows() as u32, self.columns as u32)
            .with_shapes(vertices().map(|(vertex, &tile)| (vertex, shape(tile))))
            .with_tokens(styles);
        let tokens: Vec<_> = boxes.iter().chain(&players).copied().collect();
        Some((scene, Configuration::new(self.tiles.len(), &tokens).ok()?))
    }
}
