//! Pictures of a large map and of the robots on it.

use std::fmt::Write as _;

use cpf::motion_core::Configuration;
use cpf::{Grid, Instance, Schedule};
use motion_core::draw::{Scene, TokenStyle, still};
use motion_core::{Cell, Vertex};

use super::{Run, SCHEDULERS};
use crate::reproduce::findings::Drawing;

/// The sides, in cells, of the squares whose traffic is counted, and of the part of the map that is
/// shown.
const SQUARE: u32 = 5;
const PART: u32 = 40;

/// Shades from little to much traffic; no traffic is white.
const SHADES: [&str; 6] = ["#e5f0fa", "#b8d5ee", "#7fb2dd", "#4389c4", "#1c5f9e", "#0b3a66"];

/// Draws the paths for the fewest robots, and traffic and a part of the map for the most robots.
pub(super) fn drawings(map: &Grid, instances: &[Instance], runs: &[Run]) -> Vec<Drawing> {
    let of = |instance| Walks::of_cheapest(map, instance, runs);
    let few = instances.first().and_then(of).map(|(by, walks)| {
        let title =
            format!("The paths of {} robots, by {by}; closed cells are not drawn", walks.robots.len());
        Drawing { name: "paths", title, svg: walks.paths() }
    });
    let most = instances.last().and_then(of).map(|(by, walks)| {
        let count = walks.robots.len();
        let traffic = Drawing {
            name: "traffic",
            title: format!("How often {count} robots, by {by}, enter each square of {SQUARE}×{SQUARE} cells: white never, the darker the more often"),
            svg: walks.traffic(),
        };
        let (time, svg) = walks.part();
        let title = format!(
            "The {PART}×{PART} cells in the middle after {time} steps of the schedule of {count} robots; robots have the colours of the places of their \
             goals on the whole map"
        );
        [traffic, Drawing { name: "part", title, svg }]
    });
    few.into_iter().chain(most.into_iter().flatten()).collect()
}

/// The positions of all robots at all times.
struct Walks<'a> {
    map: &'a Grid,
    instance: &'a Instance,
    /// For each robot the cells that it enters and the numbers of steps until then; the first cell
    /// is its start.
    robots: Vec<Vec<(usize, Cell)>>,
    steps: usize,
}

impl<'a> Walks<'a> {
    /// Returns the walks of the cheapest schedule, and the scheduler that found it.
    fn of_cheapest(map: &'a Grid, instance: &'a Instance, runs: &[Run]) -> Option<(&'static str, Self)> {
        let runs = runs.iter().filter(|run| run.robots == instance.robot_count());
        let cheapest = runs.min_by_key(|run| run.attempt.cost().unwrap_or(u64::MAX))?;
        Some((SCHEDULERS[cheapest.scheduler], Self::new(map, instance, cheapest.schedule.as_ref()?)))
    }

    fn new(map: &'a Grid, instance: &'a Instance, schedule: &Schedule) -> Self {
        let cells: Vec<Cell> = map.cells().filter(|&cell| !map.is_closed(cell)).collect();
        let starts = instance.start().places().iter();
        let mut robots: Vec<_> = starts.map(|start| vec![(0, cells[start.index()])]).collect();
        for (time, moves) in (1..).zip(schedule.steps()) {
            for action in moves {
                robots[action.token.index()].push((time, cells[action.to.index()]));
            }
        }
        Self { map, instance, robots, steps: schedule.makespan() }
    }

    /// Returns the position of a robot after a step.
    fn cell_at(&self, robot: usize, time: usize) -> Cell {
        let walk = &self.robots[robot];
        walk[walk.partition_point(|&(since, _)| since <= time) - 1].1
    }

    /// Draws a line for each robot, from a ring to a disc.
    fn paths(&self) -> String {
        let (rows, columns) = (self.map.rows(), self.map.columns());
        let mut svg = begin(columns, rows);
        for (number, walk) in self.robots.iter().enumerate() {
            let hue = number * 360 / self.robots.len();
            let point = |cell: Cell| (i64::from(self.map.column(cell)), i64::from(self.map.row(cell)));
            let (start, goal) = (point(walk[0].1), point(walk[walk.len() - 1].1));
            let mut line = format!("M{} {}", start.0, start.1);
            let mut at = start;
            let mut turn = start;
            let mut direction = (0, 0);
            for &(_, cell) in &walk[1..] {
                let next = point(cell);
                let step = (next.0 - at.0, next.1 - at.1);
                if step != direction {
                    append(&mut line, turn, at);
                    (turn, direction) = (at, step);
                }
                at = next;
            }
            append(&mut line, turn, at);
            let colour = format!("hsl({hue},70%,42%)");
            let _ = writeln!(
                svg,
                "<path fill=\"none\" stroke=\"{colour}\" d=\"{line}\"/><circle fill=\"#fff\" stroke=\"{colour}\" cx=\"{}\" cy=\"{}\" r=\"2\"/><circle \
                 fill=\"{colour}\" cx=\"{}\" cy=\"{}\" r=\"2.5\"/>",
                start.0, start.1, goal.0, goal.1
            );
        }
        svg + "</g></svg>\n"
    }

    /// Draws how often robots have entered each square.
    fn traffic(&self) -> String {
        let squares = self.map.columns().div_ceil(SQUARE);
        let rows = self.map.rows().div_ceil(SQUARE);
        let mut entered = vec![0u64; (squares * rows) as usize];
        for &(_, cell) in self.robots.iter().flat_map(|walk| &walk[1..]) {
            let (row, column) = (self.map.row(cell) / SQUARE, self.map.column(cell) / SQUARE);
            entered[(row * squares + column) as usize] += 1;
        }
        let most = entered.iter().copied().max().unwrap_or(0).max(1);
        let shade = |count: u64| (count > 0).then(|| (count - 1) as usize * SHADES.len() / most as usize);
        let mut svg = begin(squares, rows);
        for (class, colour) in SHADES.iter().enumerate() {
            let _ = write!(svg, "<path fill=\"{colour}\" d=\"");
            for (index, _) in entered.iter().enumerate().filter(|&(_, &count)| shade(count) == Some(class)) {
                let (row, column) = (index as u32 / squares, index as u32 % squares);
                let _ = write!(svg, "M{column} {row}h1v1h-1z");
            }
            svg += "\"/>\n";
        }
        svg + "</g></svg>\n"
    }

    /// Draws the middle of the map at half the time; also returns that time.
    fn part(&self) -> (usize, String) {
        let time = self.steps / 2;
        let side = PART.min(self.map.rows()).min(self.map.columns());
        let (top, left) = ((self.map.rows() - side) / 2, (self.map.columns() - side) / 2);
        let mut part = Grid::new(side, side).expect("invariant: it has cells");
        for cell in part.cells() {
            let whole = self.map.cell(top + part.row(cell), left + part.column(cell));
            if whole.is_none_or(|whole| self.map.is_closed(whole)) {
                part.close(cell);
            }
        }
        let hues = Scene::open_cells(self.map).hues();
        let mut styles = Vec::new();
        let mut places = Vec::new();
        for (robot, goal) in self.instance.goal().places().iter().enumerate() {
            let cell = self.cell_at(robot, time);
            let row = self.map.row(cell).checked_sub(top);
            let column = self.map.column(cell).checked_sub(left);
            if let Some(cell) = row.zip(column).and_then(|(row, column)| part.cell(row, column)) {
                styles.push(TokenStyle::disc(hues[goal.index()]));
                places.push(Vertex(cell.0));
            }
        }
        let scene = Scene::cells(&part).with_title("A part of the map").with_tokens(styles);
        let configuration = Configuration::new(part.cell_count(), &places);
        let configuration = configuration.expect("invariant: robots are on distinct cells");
        (time, still(&scene, &configuration).expect("invariant: all cells have places"))
    }
}

/// Returns the beginning of a picture of this many units, whose origin is the centre of the first
/// cell.
fn begin(columns: u32, rows: u32) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {} {}\" width=\"760\">\n<rect x=\"-1\" y=\"-1\" width=\"100%\" height=\"100%\" \
         fill=\"#fff\"/>\n<g>\n",
        columns + 2,
        rows + 2
    )
}

/// Adds a straight piece to a path.
fn append(line: &mut String, from: (i64, i64), to: (i64, i64)) {
    let _ = match (to.0 - from.0, to.1 - from.1) {
        (0, 0) => Ok(()),
        (across, 0) => write!(line, "h{across}"),
        (0, down) => write!(line, "v{down}"),
        (across, down) => write!(line, "l{across} {down}"),
    };
}
