//! The solvers of this crate, in all variants.

use cpf_core::improve::Windows;
use cpf_core::internal::BlankRoute;
use motion_core::sink::StreamingSolver;
use motion_core::{Move, Plan};
use motion_testing_robots::promises::{NamedSolver, Promise};
use push_swap::internal::{
    BlankReserve, GoalOrder, Growth, PathRule, Priorities, Root, StepRule, VertexOrder,
};
use push_swap::{Elimination, EliminationBeam, Placing, PushInstance, SnakeCost};

pub(crate) fn all() -> Vec<NamedSolver> {
    eliminations().into_iter().chain(push_and_rotates()).chain(push_and_swaps()).collect()
}

/// Adds the solvers that take long without a small limit.
pub(crate) fn fuzzed() -> Vec<NamedSolver> {
    let beam = named("elimination beam, default", Promise::Anytime, EliminationBeam::default());
    all().into_iter().chain([beam]).collect()
}

fn eliminations() -> Vec<NamedSolver> {
    let default = Elimination::default();
    let shortest = default.with_route(BlankRoute::Shortest);
    let by_paths = default.with_step_rule(StepRule::CheapestPath);
    let shortest_by_paths = by_paths.with_route(BlankRoute::Shortest);
    let complete = |name, solver: Elimination| named(name, Promise::Complete, solver);
    let anytime = |name, solver: EliminationBeam| named(name, Promise::Anytime, solver);
    let windows = Windows::default().with_nodes(5_000);
    let few = EliminationBeam::default().with_orders(3).with_width(6).with_windows(None);
    vec![
        complete("elimination", default),
        complete("elimination, two in reserve", default.with_reserve(BlankReserve::Count(2))),
        complete("elimination, shortest routes", shortest),
        complete(
            "elimination, shortest routes, two in reserve",
            shortest.with_reserve(BlankReserve::Count(2)),
        ),
        complete("elimination by paths", by_paths),
        complete("elimination by paths, all in reserve", by_paths.with_reserve(BlankReserve::All)),
        complete("elimination by paths, shortest routes", shortest_by_paths),
        complete(
            "elimination by paths, shortest routes, three in reserve",
            shortest_by_paths.with_reserve(BlankReserve::Count(3)),
        ),
        complete("elimination with snakes", default.with_snakes(true)),
        complete("elimination with snakes, shortest routes", shortest.with_snakes(true)),
        complete("elimination with snakes, by paths", by_paths.with_snakes(true)),
        complete(
            "elimination with snakes, fewest moves, towards a blank",
            default
                .with_snakes(true)
                .with_snake_cost(SnakeCost::Moves)
                .with_order(VertexOrder::default().with_root(Root::GoalBlank)),
        ),
        complete(
            "elimination with snakes, by distances",
            default.with_snakes(true).with_snake_cost(SnakeCost::Distances),
        ),
        anytime("elimination beam", few),
        anytime("elimination beam and windows", few.with_windows(Some(windows))).within(|_| 300_000),
    ]
}

fn push_and_rotates() -> Vec<NamedSolver> {
    let default = Placing::push_and_rotate();
    let learnt = default.with_priorities(Priorities::Learnt);
    let around = default.with_path_rule(PathRule::AroundFinished);
    let weighted = default.with_route(BlankRoute::default());
    let snakes = default.with_snakes(true);
    let Orders { from_centre, towards_centre, from_corner, towards_corner } = breadth_first();
    let compactly = GoalOrder::Outwards(VertexOrder::default());
    let learnt_around = around.with_priorities(Priorities::Learnt);
    [
        ("push and rotate", default),
        ("push and rotate, learnt, towards a corner", learnt.with_order(towards_corner)),
        ("push and rotate, around, towards the centre", around.with_order(towards_centre)),
        ("push and rotate, weighted, from a corner", weighted.with_order(from_corner)),
        ("push and rotate, learnt, from the centre", learnt.with_order(from_centre)),
        ("push and rotate, by number", default.with_order(GoalOrder::Numbers)),
        ("push and rotate, learnt, around, by number", learnt_around.with_order(GoalOrder::Numbers)),
        ("push and rotate, shortest paths", default.with_path_rule(PathRule::FewestFinished)),
        ("push and rotate, direct", default.with_path_rule(PathRule::Direct)),
        ("push and rotate with snakes", snakes),
        ("push and rotate with snakes, fewest moves", snakes.with_snake_cost(SnakeCost::Moves)),
        ("push and rotate with snakes, by distances", snakes.with_snake_cost(SnakeCost::Distances)),
        ("push and rotate with snakes, outwards", snakes.with_order(compactly)),
        ("push and rotate with snakes, by number", snakes.with_order(GoalOrder::Numbers)),
    ]
    .map(|(name, solver)| named(name, Promise::Complete, solver))
    .into()
}

fn push_and_swaps() -> Vec<NamedSolver> {
    let default = Placing::push_and_swap();
    let around = default.with_path_rule(PathRule::AroundFinished);
    let direct = default.with_path_rule(PathRule::Direct);
    let snakes = default.with_snakes(true);
    let Orders { towards_centre, from_corner, towards_corner, .. } = breadth_first();
    [
        ("push and swap", default),
        ("push and swap, around, towards the centre", around.with_order(towards_centre)),
        ("push and swap, from a corner", default.with_order(from_corner)),
        ("push and swap, around, weighted", around.with_route(BlankRoute::default())),
        ("push and swap, direct, towards a corner", direct.with_order(towards_corner)),
        ("push and swap, cheapest paths", default.with_path_rule(PathRule::Cheapest)),
        ("push and swap with snakes", snakes),
        ("push and swap with snakes, fewest moves", snakes.with_snake_cost(SnakeCost::Moves)),
        ("push and swap with snakes, by distances", snakes.with_snake_cost(SnakeCost::Distances)),
    ]
    .map(|(name, solver)| named(name, Promise::Incomplete, solver))
    .into()
}

/// Orders of goals by breadth-first searches from a root.
struct Orders {
    from_centre: GoalOrder,
    towards_centre: GoalOrder,
    from_corner: GoalOrder,
    towards_corner: GoalOrder,
}

fn breadth_first() -> Orders {
    let centre = VertexOrder::default().with_growth(Growth::BreadthFirst);
    let corner = centre.with_root(Root::Periphery);
    Orders {
        from_centre: GoalOrder::Outwards(centre),
        towards_centre: GoalOrder::Inwards(centre),
        from_corner: GoalOrder::Outwards(corner),
        towards_corner: GoalOrder::Inwards(corner),
    }
}

fn named<S>(name: &'static str, promise: Promise, solver: S) -> NamedSolver
where
    S: for<'i> StreamingSolver<PushInstance<'i>, Move = Move, Solution = Plan> + Copy + 'static,
{
    NamedSolver::new(name, promise, move |instance| {
        let problem = PushInstance::new(instance).ok()?;
        Some(Box::new((solver, problem)))
    })
}
