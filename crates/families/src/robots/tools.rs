//! Changes of graphs, maps and robots by hand. The result is always an instance.

use cpf::{Grid, Instance, Setup, Vertex};

use super::by_hand::nearest;
use super::source::{REACH, Source, graph};
use crate::places;
use crate::{EditAction, TextError, Tool};

pub(super) const TOOLS: &[Tool] = &[
    Tool::new("robot", "add a robot, or remove it"),
    Tool::of_two("start", "move a robot's start"),
    Tool::of_two("goal", "set a robot's goal"),
    Tool::painting("vertex", "add a vertex, or open a cell"),
    Tool::painting("remove-vertex", "remove a vertex, or close a cell"),
    Tool::of_two("edge", "add an edge, or remove it"),
    Tool::of_two("move-vertex", "move a vertex of a graph"),
];

/// The least distance between two vertices that are placed by hand, in units of the picture.
const LEAST_DISTANCE: f64 = 60.0;

pub(super) fn edit(source: &Source, action: &EditAction) -> Result<String, TextError> {
    match (action.tool.as_str(), source.instance.grid()) {
        ("vertex", Some(grid)) => set_cells(source, grid, action, false),
        ("remove-vertex", Some(grid)) => set_cells(source, grid, action, true),
        _ => {
            let mut draft = Draft::of(source)?;
            action.apply(&mut draft, |draft, there| draft.apply(action, there))?;
            draft.text(source)
        }
    }
}

/// Opens or closes cells of a map.
fn set_cells(source: &Source, grid: &Grid, action: &EditAction, close: bool) -> Result<String, TextError> {
    let mut closed: Vec<bool> = grid.cells().map(|cell| grid.is_closed(cell)).collect();
    action.apply(&mut closed, |closed, place| {
        let cell = places::cell(place, grid.rows(), grid.columns());
        let cell = cell.and_then(|(row, column)| grid.cell(row, column));
        closed[cell.ok_or_else(|| TextError::new("there is no cell"))?.index()] = close;
        Ok(())
    })?;
    let mut after = Grid::new(grid.rows(), grid.columns()).map_err(TextError::of)?;
    for cell in grid.cells().filter(|cell| closed[cell.index()]) {
        after.close(cell);
    }
    let graph = after.to_graph();
    let old = grid.to_graph();
    let moved = |vertex: &Vertex| graph.vertex(old.cells[vertex.index()]);
    let (start, goal) = (source.instance.start().places(), source.instance.goal().places());
    let robots = start.iter().zip(goal).filter_map(|(start, goal)| Some((moved(start)?, moved(goal)?)));
    let setup = Setup::on_grid(after, robots.collect());
    Ok(Source::new(setup.instance().map_err(TextError::of)?, None).text())
}

/// The parts of an instance.
#[derive(Clone)]
struct Draft {
    places: Vec<[f64; 2]>,
    edges: Vec<(u32, u32)>,
    robots: Vec<(u32, u32)>,
    /// Whether vertices or edges are no longer those of the source.
    has_changed: bool,
}

impl Draft {
    fn of(source: &Source) -> Result<Self, TextError> {
        let instance = &source.instance;
        let robots = instance.start().places().iter().zip(instance.goal().places());
        Ok(Self {
            places: source.all_places()?,
            edges: instance.graph().edges().map(|(a, b)| (a.0, b.0)).collect(),
            robots: robots.map(|(start, goal)| (start.0, goal.0)).collect(),
            has_changed: false,
        })
    }

    /// Returns the text. A map remains a map if only its robots have changed.
    fn text(self, source: &Source) -> Result<String, TextError> {
        let robots: Vec<_> = self.robots.iter().map(|&(start, goal)| (Vertex(start), Vertex(goal))).collect();
        if let (false, Some(grid)) = (self.has_changed, source.instance.grid()) {
            let instance = Setup::on_grid(grid.clone(), robots).instance().map_err(TextError::of)?;
            return Ok(Source::new(instance, None).text());
        }
        let graph = graph(self.places.len(), &self.edges)?;
        let instance = Instance::new(graph, &robots).map_err(TextError::of)?;
        Ok(Source::new(instance, Some(self.places)).text())
    }

    fn vertex(&self, place: [f64; 2]) -> Result<u32, TextError> {
        nearest(&self.places, place)
            .map(|vertex| vertex.0)
            .ok_or_else(|| TextError::new("there is no vertex"))
    }

    fn robot(&self, place: Option<[f64; 2]>) -> Result<usize, TextError> {
        let vertex = self.vertex(place.ok_or_else(|| TextError::new("two places are needed"))?)?;
        let robot = self.robots.iter().position(|&(start, _)| start == vertex);
        robot.ok_or_else(|| TextError::new("there is no robot"))
    }

    fn apply(&mut self, action: &EditAction, there: [f64; 2]) -> Result<(), TextError> {
        if !there.iter().chain(action.from.iter().flatten()).all(|value| value.abs() <= REACH) {
            return Err(TextError::new("there is no place"));
        }
        match action.tool.as_str() {
            "robot" => self.toggle_robot(there),
            "start" => {
                let (robot, to) = (self.robot(action.from)?, self.vertex(there)?);
                let from = self.robots[robot].0;
                for (start, _) in self.robots.iter_mut().filter(|(start, _)| *start == to) {
                    *start = from;
                }
                self.robots[robot].0 = to;
                Ok(())
            }
            "goal" => {
                let (robot, to) = (self.robot(action.from)?, self.vertex(there)?);
                let from = self.robots[robot].1;
                for (_, goal) in self.robots.iter_mut().filter(|(_, goal)| *goal == to) {
                    *goal = from;
                }
                self.robots[robot].1 = to;
                Ok(())
            }
            "vertex" => self.add_vertex(there),
            "remove-vertex" => self.remove_vertex(there),
            "edge" => self.toggle_edge(action.from, there),
            "move-vertex" => self.move_vertex(action.from, there),
            _ => Err(TextError::new("there is no such tool")),
        }
    }

    /// Adds a robot whose goal is this vertex or, if it is taken, the first vertex that is no
    /// robot's goal. Removes the robot if there is one.
    fn toggle_robot(&mut self, there: [f64; 2]) -> Result<(), TextError> {
        let vertex = self.vertex(there)?;
        if let Some(robot) = self.robots.iter().position(|&(start, _)| start == vertex) {
            self.robots.remove(robot);
            return Ok(());
        }
        let is_free = |vertex: &u32| self.robots.iter().all(|&(_, goal)| goal != *vertex);
        let goal = [vertex].into_iter().chain(0..self.places.len() as u32).find(is_free);
        let goal = goal.ok_or_else(|| TextError::new("all vertices are goals"))?;
        self.robots.push((vertex, goal));
        Ok(())
    }

    fn is_vacant(&self, [x, y]: [f64; 2], besides: Option<u32>) -> bool {
        let apart = |&[left, top]: &[f64; 2]| (left - x).hypot(top - y) >= LEAST_DISTANCE;
        (0..).zip(&self.places).all(|(vertex, place)| Some(vertex) == besides || apart(place))
    }

    fn add_vertex(&mut self, there: [f64; 2]) -> Result<(), TextError> {
        if !self.is_vacant(there, None) {
            return Err(TextError::new("too near to another vertex"));
        }
        self.places.push(there.map(f64::round));
        self.has_changed = true;
        Ok(())
    }

    /// Removes a vertex, its edges, and the robots that start or end there.
    fn remove_vertex(&mut self, there: [f64; 2]) -> Result<(), TextError> {
        let removed = self.vertex(there)?;
        if self.places.len() == 1 {
            return Err(TextError::new("the last vertex stays"));
        }
        let renumber = |&(a, b): &(u32, u32)| {
            let new = |vertex: u32| (vertex != removed).then(|| vertex - u32::from(vertex > removed));
            Some((new(a)?, new(b)?))
        };
        self.edges = self.edges.iter().filter_map(renumber).collect();
        self.robots = self.robots.iter().filter_map(renumber).collect();
        self.places.remove(removed as usize);
        self.has_changed = true;
        Ok(())
    }

    fn toggle_edge(&mut self, from: Option<[f64; 2]>, there: [f64; 2]) -> Result<(), TextError> {
        let from = self.vertex(from.ok_or_else(|| TextError::new("an edge has two ends"))?)?;
        let to = self.vertex(there)?;
        if from == to {
            return Err(TextError::new("an edge has two ends"));
        }
        let edge = (from.min(to), from.max(to));
        let count = self.edges.len();
        self.edges.retain(|&(a, b)| (a.min(b), a.max(b)) != edge);
        if self.edges.len() == count {
            self.edges.push(edge);
        }
        self.has_changed = true;
        Ok(())
    }

    fn move_vertex(&mut self, from: Option<[f64; 2]>, there: [f64; 2]) -> Result<(), TextError> {
        let vertex = self.vertex(from.ok_or_else(|| TextError::new("two places are needed"))?)?;
        if !self.is_vacant(there, Some(vertex)) {
            return Err(TextError::new("too near to another vertex"));
        }
        self.places[vertex as usize] = there.map(f64::round);
        self.has_changed = true;
        Ok(())
    }
}
