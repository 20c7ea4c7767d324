//! Tests of operations that bring a blank to a vertex (the nearest blank, or the one on the
//! lightest route), and of distances, which move nothing.

use alloc::vec::Vec;

use motion_core::{Control, Grid, Vertex};
use motion_testing::cases;
use proptest::prelude::*;
use proptest::sample::Index;

use super::settings::{Setting, is_biconnected, least, open_scenes, settings, weight};
use crate::board::blank_route::FEW;
use crate::board::{BlankRoute, LocalSearch, OperationError, WorkingBoard};

fn targets() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 1..4)
}

/// Returns the least weight of a route that leads from one of the targets to a blank and avoids
/// locked vertices. Every move weighs 8 if `eighths` is 0.
fn least_weight(setting: &Setting, targets: &[Vertex], eighths: u8) -> Option<u32> {
    let start = setting.start();
    let goal_distances: Vec<_> = setting.goals.iter().map(|&goal| setting.steps(goal, |_| true)).collect();
    let targets: Vec<_> = targets.iter().copied().filter(|&target| setting.is_free(target)).collect();
    let cost = least(&setting.graph, &targets, |from, to| {
        let robot = start.token_at(from).filter(|_| setting.is_free(from) && setting.is_free(to))?;
        Some(weight(&goal_distances[robot.index()], eighths, from, to))
    });
    start.vacant().filter_map(|vertex| cost[vertex.index()]).min()
}

/// Fails unless the moves are those of one blank that went to the vertex and moved no robot twice.
fn check_travel(setting: &Setting, board: &WorkingBoard, came_to: Vertex) {
    setting.check_trail(board, &[]);
    assert!(board.is_vacant(came_to));
    let moves = board.trail();
    assert!(moves.windows(2).all(|pair| pair[1].to == pair[0].from), "{moves:?}");
    assert!(moves.last().is_none_or(|last| last.from == came_to));
    let mut moved: Vec<_> = moves.iter().map(|action| action.token).collect();
    moved.sort_unstable();
    moved.dedup();
    assert_eq!(moved.len(), moves.len());
}

/// Returns the weight of the route taken, computed from the moves of the robots, and the least
/// weight.
fn taken_and_least(
    setting: &Setting,
    targets: &[Vertex],
    route: BlankRoute,
    eighths: u8,
) -> Option<(u32, u32)> {
    let mut control = Control::unlimited();
    let mut board = setting.board(&mut control);
    let least = least_weight(setting, targets, eighths);
    match (board.vacate_one_of(targets, route), least) {
        (Ok(came_to), Some(least)) => {
            assert!(targets.contains(&came_to) && setting.is_free(came_to));
            check_travel(setting, &board, came_to);
            Some((setting.weigh(eighths, board.trail()), least))
        }
        (result, least) => {
            assert_eq!((result, least), (Err(OperationError::Blocked), None));
            assert!(board.trail().is_empty());
            None
        }
    }
}

/// The allowed ratio of a weighted route to the lightest one, as a fraction.
///
/// The search is A* with the estimate `each` = 8 − ⌊5 · eighths / 7⌋ for every step to the nearest
/// blank. A step weighs at least 8 − eighths. So the estimate is at most each / (8 − eighths) times
/// too high, and the route is at most that much heavier.
fn allowed_factor(eighths: u8) -> (u32, u32) {
    let eighths = u32::from(eighths);
    (8 - 5 * eighths / 7, 8 - eighths)
}

/// Whether an estimate guides the search.
fn is_led(setting: &Setting) -> bool {
    let blanks = setting.graph.vertex_count() - setting.places.len();
    setting.is_open_rectangle() && (1..=FEW).contains(&blanks)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(150, 1500)))]

    #[test]
    fn shortest_routes_have_the_fewest_moves(
        setting in prop_oneof![settings(), open_scenes()],
        targets in targets(),
    ) {
        let targets: Vec<_> = targets.into_iter().map(|target| setting.pick(target)).collect();
        if let Some((taken, least)) = taken_and_least(&setting, &targets, BlankRoute::Shortest, 0) {
            prop_assert_eq!(taken, least);
        }
    }

    #[test]
    fn weighted_routes_weigh_least_or_nearly(
        setting in prop_oneof![settings(), open_scenes()],
        targets in targets(),
        eighths in 1u8..=7,
    ) {
        let targets: Vec<_> = targets.into_iter().map(|target| setting.pick(target)).collect();
        if let Some((taken, least)) = taken_and_least(&setting, &targets, BlankRoute::Weighted { eighths }, eighths) {
            if is_led(&setting) {
                let (each, step) = allowed_factor(eighths);
                prop_assert!(least <= taken && taken * step <= each.max(step) * least, "{} {}", taken, least);
            } else {
                prop_assert_eq!(taken, least);
            }
        }
    }

    #[test]
    fn eighths_are_kept_in_their_range(setting in settings(), target in any::<Index>(), more in 8u8..) {
        let mut control = [Control::unlimited(), Control::unlimited()];
        let [first, second] = &mut control;
        for (given, meant) in [(0, 1), (more, 7)] {
            let (mut given_board, mut meant_board) = (setting.board(first), setting.board(second));
            let target = setting.pick(target);
            let results = [
                given_board.vacate(target, BlankRoute::Weighted { eighths: given }),
                meant_board.vacate(target, BlankRoute::Weighted { eighths: meant }),
            ];
            prop_assert_eq!(results[0], results[1]);
            prop_assert_eq!(given_board.trail(), meant_board.trail());
        }
    }

    #[test]
    fn a_vacant_vertex_costs_nothing(setting in settings(), targets in targets(), route in routes()) {
        let targets: Vec<_> = targets.into_iter().map(|target| setting.pick(target)).collect();
        let mut control = Control::unlimited();
        let mut board = setting.board(&mut control);
        let vacant = targets.iter().any(|&target| board.is_vacant(target) && setting.is_free(target));
        let came = board.vacate_one_of(&targets, route);
        prop_assert_eq!(came.is_ok() && board.trail().is_empty(), vacant);
    }

    #[test]
    fn vacating_one_is_vacating_that_one(setting in settings(), target in any::<Index>(), route in routes()) {
        let target = setting.pick(target);
        let mut control = [Control::unlimited(), Control::unlimited()];
        let [first, second] = &mut control;
        let (mut one, mut other) = (setting.board(first), setting.board(second));
        prop_assert_eq!(one.vacate(target, route), other.vacate_one_of(&[target], route).map(|_| ()));
        prop_assert_eq!(one.trail(), other.trail());
    }

    #[test]
    fn kept_blanks_stay(setting in settings(), target in any::<Index>(), kept in targets()) {
        let target = setting.pick(target);
        let kept: Vec<_> = kept.into_iter().map(|vertex| setting.pick(vertex)).collect();
        let mut control = Control::unlimited();
        let mut board = setting.board(&mut control);
        let start = setting.start();
        let steps = setting.steps(target, |vertex| setting.is_free(vertex));
        let others = start.vacant().filter(|blank| !kept.contains(blank) || *blank == target);
        let nearest = others.filter(|&blank| setting.is_free(blank)).filter_map(|blank| steps[blank.index()]).min();
        let result = board.vacate_keeping(target, |blank| kept.contains(&blank));
        setting.check_trail(&board, &[]);
        if let Some(nearest) = nearest.filter(|_| setting.is_free(target)) {
            prop_assert_eq!(result, Ok(()));
            prop_assert!(board.is_vacant(target));
            // The number of steps is the blank's distance; steps over kept blanks count like all
            // others.
            prop_assert_eq!(board.trail().len() as u32, if start.is_vacant(target) { 0 } else { nearest });
            prop_assert!(kept.iter().all(|&blank| board.is_vacant(blank) || !start.is_vacant(blank)));
        } else {
            prop_assert_eq!(result, Err(OperationError::Blocked));
            prop_assert!(board.trail().is_empty());
        }
    }

    #[test]
    fn cheapest_ways_are_cheapest(
        setting in settings(),
        ends in (any::<Index>(), any::<Index>()),
        prices in prop::collection::vec(0..=LocalSearch::MAX_VERTEX_COST, 36),
    ) {
        let (target, last) = (setting.pick(ends.0), setting.pick(ends.1));
        let mut control = Control::unlimited();
        let mut board = setting.board(&mut control);
        let mut ways = LocalSearch::new(setting.graph.vertex_count());
        let (view, control) = board.split();
        let free = |vertex| !view.is_locked(vertex);
        let price = |vertex: Vertex| prices[vertex.index()];
        let found = ways.cheapest(view.graph(), target, last, free, price, control).expect("no limit");
        let costs = least(&setting.graph, &[target], |from, to| setting.is_free(to).then_some(price(from)));
        prop_assert_eq!(found.then(|| ways.cost(last)).flatten(), costs[last.index()]);
        for vertex in setting.graph.vertices() {
            if found && costs[vertex.index()] < costs[last.index()] {
                prop_assert!(costs[vertex.index()].is_none() || ways.cost(vertex) == costs[vertex.index()]);
            }
        }
    }

    #[test]
    fn the_nearest_free_vertex_is_nearest_and_free(
        setting in settings(),
        from in any::<Index>(),
        accepted in prop::collection::vec(prop::bool::weighted(0.2), 36),
    ) {
        let from = setting.pick(from);
        let mut control = Control::unlimited();
        let mut board = setting.board(&mut control);
        let found = board.nearest_free(from, |vertex| accepted[vertex.index()]);
        let steps = setting.steps(from, |vertex| setting.is_free(vertex));
        let is_wanted = |vertex: &Vertex| accepted[vertex.index()] && setting.is_free(*vertex);
        let nearest = setting.graph.vertices().filter(is_wanted).filter_map(|vertex| steps[vertex.index()]).min();
        match found {
            Ok(found) => {
                prop_assert!(is_wanted(&found));
                prop_assert_eq!(steps[found.index()], nearest);
            }
            Err(error) => {
                prop_assert_eq!(error, OperationError::Blocked);
                prop_assert_eq!(nearest, None);
            }
        }
        prop_assert!(board.trail().is_empty());
    }

    #[test]
    fn distances_go_around_locks(setting in settings(), from in any::<Index>(), to in any::<Index>()) {
        let (from, to) = (setting.pick(from), setting.pick(to));
        let mut control = Control::unlimited();
        let mut board = setting.board(&mut control);
        let steps = setting.steps(from, |vertex| setting.is_free(vertex) || vertex == from || vertex == to);
        prop_assert_eq!(board.distance(from, to), Ok(steps[to.index()]));
        prop_assert!(board.trail().is_empty());
    }
}

pub(super) fn routes() -> impl Strategy<Value = BlankRoute> {
    prop_oneof![Just(BlankRoute::Shortest), (1u8..=7).prop_map(|eighths| BlankRoute::Weighted { eighths })]
}

#[test]
fn the_default_route_is_the_best_one() {
    assert_eq!(BlankRoute::default(), BlankRoute::Weighted { eighths: 7 });
}

/// The estimates of two targets may differ by more than the length of the queue. One target is two
/// steps from the blank in a straight line, but eight around locked vertices. The other is ten
/// steps away.
#[test]
fn a_far_target_does_not_come_first() {
    let grid = Grid::new(6, 6).expect("a small grid");
    let graph = grid.to_graph().graph;
    let places: Vec<_> = graph.vertices().skip(1).collect();
    let locked = graph.vertices().map(|vertex| [1, 7, 13].contains(&vertex.0)).collect();
    let setting = Setting { graph, grid: Some(grid), goals: places.clone(), places, locked };
    for targets in [[2, 35], [35, 2]] {
        let taken = taken_and_least(&setting, &targets.map(Vertex), BlankRoute::Shortest, 0);
        assert_eq!(taken, Some((8 * 8, 8 * 8)));
    }
}

/// Checks the oracle of other tests on obvious cases.
#[test]
fn the_oracle_knows_bi_connected_graphs() {
    let square = super::settings::graph(4, [(0, 1), (1, 2), (2, 3), (3, 0)]);
    assert!(is_biconnected(&square, |_| true));
    assert!(!is_biconnected(&square, |vertex| vertex != Vertex(0)));
    assert!(is_biconnected(&square, |vertex| vertex.0 < 2));
    assert!(!is_biconnected(&square, |vertex| vertex.0 < 1));
}
