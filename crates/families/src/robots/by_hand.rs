//! Moves of single robots by hand.

use cpf::motion_core::Token;
use cpf::{Instance, Vertex};
use motion_core::Direction;

use super::source::Source;
use crate::places;
use crate::{PlayAction, Played, TextError};

/// Selects or moves a robot. A click selects it. A click on a vacant neighbour, or an arrow, moves
/// it.
pub(super) fn play(source: &Source, action: &PlayAction) -> Result<Played, TextError> {
    let instance = &source.instance;
    let all = source.all_places()?;
    let start = instance.start();
    let at = |place| nearest(&all, place);
    let selected = action.from.and_then(at).and_then(|vertex| start.token_at(vertex));
    let (robot, to) = match (action.place(), &action.key) {
        (Some(place), _) => {
            let Some(vertex) = at(place) else { return Ok(Played::default()) };
            if start.token_at(vertex).is_some() {
                return Ok(selected_at(instance, &all, vertex));
            }
            let neighbours = instance.graph().neighbours(vertex);
            let mut beside = neighbours.iter().filter_map(|&neighbour| start.token_at(neighbour));
            let robot = match selected {
                Some(robot) => neighbours.contains(&start.vertex_of(robot)).then_some(robot),
                // The only robot that can move there.
                None => beside.next().filter(|_| beside.next().is_none()),
            };
            (robot, Some(vertex))
        }
        (None, Some(key)) => {
            let ahead = places::direction(key)
                .zip(selected)
                .and_then(|(direction, robot)| ahead(instance, &all, start.vertex_of(robot), direction));
            (selected, ahead)
        }
        (None, None) => (None, None),
    };
    let Some((robot, to)) = robot.zip(to) else { return Ok(Played::default()) };
    moved(source, &all, robot, to)
}

/// Returns a selected robot, and the vacant neighbours of its vertex.
fn selected_at(instance: &Instance, all: &[[f64; 2]], vertex: Vertex) -> Played {
    let vacant = vacant_beside(instance, vertex);
    Played::selected(all[vertex.index()], vacant.map(|vertex| all[vertex.index()]).collect())
}

fn vacant_beside(instance: &Instance, vertex: Vertex) -> impl Iterator<Item = Vertex> {
    let neighbours = instance.graph().neighbours(vertex).iter().copied();
    neighbours.filter(|&vertex| instance.start().is_vacant(vertex))
}

fn moved(source: &Source, all: &[[f64; 2]], robot: Token, to: Vertex) -> Result<Played, TextError> {
    let instance = &source.instance;
    let from = instance.start().vertex_of(robot);
    let mut setup = cpf::Setup::from(instance.clone());
    setup.robots[robot.index()].0 = to;
    let after = Source::new(setup.instance().map_err(TextError::of)?, source.places.clone());
    let notation = format!("{}: {}→{}", robot.one_based(), from.one_based(), to.one_based());
    let Played { selected, targets, .. } = selected_at(&after.instance, all, to);
    Ok(Played { selected, targets, ..Played::moved(after.text(), notation, vec![1]) })
}

/// Returns the vacant neighbour nearest to this direction, within 45 degrees.
fn ahead(instance: &Instance, all: &[[f64; 2]], from: Vertex, direction: Direction) -> Option<Vertex> {
    let (down, right) = direction.delta();
    let along = |vertex: Vertex| {
        let ([x, y], [to_x, to_y]) = (all[from.index()], all[vertex.index()]);
        let (x, y) = (to_x - x, to_y - y);
        (x * f64::from(right) + y * f64::from(down)) / x.hypot(y).max(1e-9)
    };
    let vacant = vacant_beside(instance, from).map(|vertex| (along(vertex), vertex));
    let best = vacant.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.filter(|&(cosine, _)| cosine > 0.7).map(|(_, vertex)| vertex)
}

/// Returns the vertex nearest to a place, within half a cell.
pub(super) fn nearest(all: &[[f64; 2]], [x, y]: [f64; 2]) -> Option<Vertex> {
    let distances =
        (0..).map(Vertex).zip(all).map(|(vertex, [left, top])| ((left - x).hypot(top - y), vertex));
    let nearest = distances.min_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.filter(|&(distance, _)| distance <= places::UNITS / 2.0).map(|(_, vertex)| vertex)
}
