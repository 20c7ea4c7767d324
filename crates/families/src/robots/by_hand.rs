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
                return Ok(Played::selected(all[vertex.index()]));
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
    moved(source, robot, to, all[to.index()])
}

fn moved(source: &Source, robot: Token, to: Vertex, place: [f64; 2]) -> Result<Played, TextError> {
    let instance = &source.instance;
    let from = instance.start().vertex_of(robot);
    let mut setup = cpf::Setup::from(instance.clone());
    setup.robots[robot.index()].0 = to;
    let after = setup.instance().map_err(TextError::of)?;
    let text = Source::new(after, source.places.clone()).text();
    let notation = format!("{}: {}→{}", robot.one_based(), from.one_based(), to.one_based());
    Ok(Played { selected: Some(place), ..Played::moved(text, notation, vec![1]) })
}

/// Returns the vacant neighbour nearest to this direction, within 45 degrees.
fn ahead(instance: &Instance, all: &[[f64; 2]], from: Vertex, direction: Direction) -> Option<Vertex> {
    let (down, right) = direction.delta();
    let along = |vertex: Vertex| {
        let ([x, y], [to_x, to_y]) = (all[from.index()], all[vertex.index()]);
        let (x, y) = (to_x - x, to_y - y);
        (x * f64::from(right) + y * f64::from(down)) / x.hypot(y).max(1e-9)
    };
    let vacant =
        instance.graph().neighbours(from).iter().filter(|&&vertex| instance.start().is_vacant(vertex));
    let best =
        vacant.map(|&vertex| (along(vertex), vertex)).max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.filter(|&(cosine, _)| cosine > 0.7).map(|(_, vertex)| vertex)
}

/// Returns the vertex nearest to a place, within half a cell.
pub(super) fn nearest(all: &[[f64; 2]], [x, y]: [f64; 2]) -> Option<Vertex> {
    let distances =
        (0..).map(Vertex).zip(all).map(|(vertex, [left, top])| ((left - x).hypot(top - y), vertex));
    let nearest = distances.min_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.filter(|&(distance, _)| distance <= places::UNITS / 2.0).map(|(_, vertex)| vertex)
}
