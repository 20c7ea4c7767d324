//! Instances as typed by the user, and the places of their vertices.

use std::collections::HashSet;
use std::fmt::Write;

use cpf::cpf_core::formats::CpfText;
use cpf::formats::GraphText;
use cpf::formats::moving_ai::{Map, Scenario};
use cpf::motion_core::graph::Graph;
use cpf::{Instance, Setup, Vertex};
use motion_core::draw::{Goal, Point, Scene, TokenStyle};
use motion_core::internal::Counted;

use super::numbering::Numbering;
use super::problem::Problem;
use crate::places;
use crate::view::too_large;
use crate::{Collection, TextError};

/// The name of the map in scenarios that the page writes.
const MAP_NAME: &str = "page.map";

/// The greatest coordinate, in units of the picture.
pub(super) const REACH: f64 = 1e6;

/// An instance, with the further data of its text.
pub(super) struct Source {
    pub(super) instance: Instance,
    numbering: Numbering,
    /// The places given by comments of the text, in units of the picture.
    pub(super) places: Option<Vec<[f64; 2]>>,
    /// The number of entries of a scenario.
    pub(super) entries: Option<usize>,
}

impl Source {
    pub(super) fn new(instance: Instance, places: Option<Vec<[f64; 2]>>) -> Self {
        let is_on_map = instance.grid().is_some();
        let numbering = if is_on_map { Numbering::Coordinates } else { Numbering::FromOne };
        Self { instance, numbering, places, entries: None }
    }

    /// Returns the instance, with the names of its vertices.
    pub(super) fn into_problem(self) -> Problem {
        Problem { graph: GraphText::Edges(self.instance), numbering: self.numbering }
    }

    /// Reads graph text, `.cpf`, or a map, with or without a scenario below it.
    pub(super) fn read(text: &str) -> Result<Self, TextError> {
        let text = text.trim_start_matches('\u{feff}');
        let mut words = text.split_whitespace();
        let word = words.next().unwrap_or_default();
        match word {
            "type" | "height" | "width" => Self::read_map(text),
            "p" | "c" | "e" | "a" | "r" => {
                let instance: Instance = text.parse().map_err(TextError::of)?;
                let places = read_places(text, instance.graph().vertex_count());
                Ok(Self::new(instance, places))
            }
            _ if word.starts_with('V') => {
                let CpfText::<Instance>(instance) = text.parse().map_err(TextError::of)?;
                Ok(Self { numbering: Numbering::FromZero, ..Self::new(instance, None) })
            }
            _ if words.next().is_some() && word.chars().all(Map::is_cell) => Self::read_map(text),
            _ => Err(unknown_format(text, word)),
        }
    }

    fn read_map(text: &str) -> Result<Self, TextError> {
        let mut above = 0;
        let mut length = 0;
        for line in text.split_inclusive('\n') {
            if line.starts_with("version") {
                break;
            }
            above += 1;
            length += line.len();
        }
        let (map, scenario) = text.split_at(length);
        let map: Map = map.parse().map_err(TextError::of)?;
        if scenario.is_empty() {
            let instance = Setup::on_grid(map.into(), Vec::new()).instance().map_err(TextError::of)?;
            return Ok(Self::new(instance, None));
        }
        let below = |why| TextError::of(why).below(above);
        let scenario: Scenario = scenario.parse().map_err(below)?;
        let entries = scenario.entries().len();
        let mut setup = scenario.setup(map, entries).map_err(below)?;
        setup.robots.truncate(distinct(&setup.robots));
        let instance = setup.instance().map_err(TextError::of)?;
        Ok(Self { entries: Some(entries), ..Self::new(instance, None) })
    }

    /// Describes the first robots of a scenario, of which all that go together are read.
    pub(super) fn collection(&self) -> Collection {
        match self.instance.robot_count().checked_sub(1) {
            Some(last) if self.entries.is_some() => Collection::untitled("first robots", last + 1, last),
            _ => Collection::untitled("instance", 1, 0),
        }
    }

    /// Returns the instance with only this many first robots.
    pub(super) fn with_first(self, robots: usize) -> Result<Self, TextError> {
        let mut setup = Setup::from(self.instance);
        setup.robots.truncate(robots);
        Ok(Self { instance: setup.instance().map_err(TextError::of)?, ..self })
    }

    /// Returns the canonical text: a map and a scenario, or graph text.
    pub(super) fn text(&self) -> String {
        let instance = &self.instance;
        if let Some(grid) = instance.grid()
            && let Ok(map) = Map::try_from(grid.clone())
            && let Ok(scenario) = Scenario::of_instance(instance, MAP_NAME)
        {
            return format!("{map}{scenario}");
        }
        let mut text = String::new();
        for (vertex, [x, y]) in (1..).zip(self.places.iter().flatten()) {
            let _ = writeln!(text, "c at {vertex} {x} {y}");
        }
        text + &instance.to_string()
    }

    /// Returns the picture.
    pub(super) fn scene(&self) -> Scene {
        let instance = &self.instance;
        let Some(places) = &self.places else { return instance.scene() };
        let point = |[x, y]: [f64; 2]| Point::new((x / places::UNITS) as f32, (y / places::UNITS) as f32);
        let scene = Scene::at(places.iter().copied().map(point)).with_edges(instance.graph().edges());
        let hues = scene.hues();
        let robots = (1..).zip(instance.goal().places()).map(|(number, &goal)| {
            TokenStyle::disc(hues[goal.index()]).with_label(number).with_goal(Goal::At(goal))
        });
        scene.with_title(title(instance)).with_tokens(robots)
    }

    /// Returns the places of all vertices, in units of the picture.
    pub(super) fn all_places(&self) -> Result<Vec<[f64; 2]>, TextError> {
        let vertices = self.instance.graph().vertex_count();
        if let Some(message) = too_large(vertices, self.instance.robot_count()) {
            return Err(TextError::new(message));
        }
        if let Some(places) = &self.places {
            return Ok(places.clone());
        }
        let scene = self.instance.scene();
        let vertices = (0..vertices as u32).map(Vertex);
        Ok(vertices.filter_map(|vertex| scene.point(vertex)).map(places::units).collect())
    }
}

/// Returns the error of a text whose first word begins none of the formats.
fn unknown_format(text: &str, word: &str) -> TextError {
    let above = text.split(word).next().unwrap_or_default();
    let found: String = word.chars().take(24).collect();
    let found = if word.is_empty() { "the text is empty".to_owned() } else { format!("found {found:?}") };
    let message = format!(
        "expected a graph that begins with \"p edge\", rows of a map such as \"..@\", its line \
         \"type octile\", or a .cpf that begins with \"V\", but {found}"
    );
    TextError::new(message).after(above)
}

/// Returns the title of a picture.
fn title(instance: &Instance) -> String {
    let count = instance.robot_count();
    format!("{} on {}", Counted(count, "robot"), Counted(instance.graph().vertex_count(), "vertex"))
}

/// Returns the number of first robots that start, and end, on different vertices.
fn distinct(robots: &[(Vertex, Vertex)]) -> usize {
    let (mut starts, mut goals) = (HashSet::new(), HashSet::new());
    robots.iter().take_while(|(start, goal)| starts.insert(*start) && goals.insert(*goal)).count()
}

/// Reads the places from comment lines `c at VERTEX X Y`, if every vertex has one.
fn read_places(text: &str, vertices: usize) -> Option<Vec<[f64; 2]>> {
    let mut places: Vec<Option<[f64; 2]>> = Vec::new();
    for line in text.lines() {
        let Some(rest) = line.strip_prefix("c at ") else { continue };
        let mut words = rest.split_whitespace();
        let vertex: usize = words.next()?.parse().ok()?;
        let mut coordinate = || words.next()?.parse().ok().filter(|value: &f64| value.abs() <= REACH);
        let place = [coordinate()?, coordinate()?];
        if places.is_empty() {
            places.resize(vertices, None);
        }
        *places.get_mut(vertex.checked_sub(1)?)? = Some(place);
    }
    let all: Option<Vec<_>> = places.into_iter().collect();
    all.filter(|all| all.len() == vertices && vertices > 0)
}

/// Reads a graph for pictures, without the robots from the first on whose start or goal is shared.
pub(super) fn unfinished(text: &str) -> Option<Source> {
    let setup: Setup = text.parse().ok()?;
    let robots = distinct(&setup.robots);
    let vertices = setup.graph.vertex_count();
    let instance = Instance::new(setup.graph, &setup.robots[..robots]).ok()?;
    Some(Source::new(instance, read_places(text, vertices)))
}

/// Makes the graph of these edges.
pub(super) fn graph(vertices: usize, edges: &[(u32, u32)]) -> Result<Graph, TextError> {
    let edges = edges.iter().map(|&(a, b)| (Vertex(a), Vertex(b)));
    Graph::from_edges(vertices, edges).map_err(TextError::of)
}
