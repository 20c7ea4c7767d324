//! Instances of all kinds that solvers of cooperative path-finding must handle.

use cpf_core::error::InfeasibleError;
use cpf_core::internal::{Reachability, connected_kinds};
use cpf_core::{Instance, Setup, generate};
use motion_core::graph::Graph;
use motion_core::{Cell, Grid, Token, Vertex};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::samples::{
    Scattered, corridors, cycle, ears_with_chords, graph, grid, instance, odd_cycle, path, random_instance,
    renamed, scattered, theta_zero, wandering,
};

/// An instance of the suite.
pub struct TestCase {
    /// The name, unique within the suite.
    pub name: String,
    /// The graph and its robots.
    pub instance: Instance,
    /// Whether there is a plan, and the reason if there is none.
    pub feasibility: Result<(), InfeasibleError>,
}

/// Returns small cases, feasible and infeasible.
pub fn small() -> Vec<TestCase> {
    let feasible = [
        on_grids(),
        on_lines(),
        on_trees(),
        on_few_vertices(),
        on_blocks(),
        on_several_components(),
        at_goals(),
        drawn(),
    ];
    let infeasible = infeasible().into_iter().map(|(name, instance, why)| (name, instance, Err(why)));
    let all =
        feasible.into_iter().flatten().map(|(name, instance)| (name, instance, Ok(()))).chain(infeasible);
    all.map(|(name, instance, feasibility)| TestCase { name, instance, feasibility }).collect()
}

/// Returns cases for which a run with all checks takes long.
pub fn large() -> Vec<TestCase> {
    let grown = grown(50);
    let feasible = named([
        ("9×9 grid, one blank", permutation(9, 9, 1, 1)),
        ("9×9 grid, two blanks", permutation(9, 9, 2, 1)),
        ("8×8 grid, three blanks", permutation(8, 8, 3, 1)),
        ("longer ears, one blank", wanderers(&grown, 1, 1)),
        ("longer ears, three blanks", random_instance(&grown, 3, &mut rng(1))),
        ("longer ears, many blanks", random_instance(&grown, 30, &mut rng(1))),
        ("odd cycle with a longer ear, two blanks", random_instance(&odd_cycle(15, 14), 2, &mut rng(1))),
    ]);
    feasible.into_iter().map(|(name, instance)| TestCase { name, instance, feasibility: Ok(()) }).collect()
}

type NamedInstance = (String, Instance);

fn named<const N: usize>(cases: [(&str, Instance); N]) -> Vec<NamedInstance> {
    cases.map(|(name, instance)| (name.to_owned(), instance)).into()
}

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Returns a bi-connected graph with long ears.
fn grown(vertices: u32) -> Graph {
    generate::biconnected(5, 8, vertices, &mut rng(4)).expect("legal").graph
}

/// Places robots anywhere, with goals that random moves lead to.
fn wanderers(graph: &Graph, blanks: usize, seed: u64) -> Instance {
    let rng = &mut rng(seed);
    wandering(&random_instance(graph, blanks, rng), rng)
}

/// Returns a feasible instance on an open grid.
pub fn permutation(rows: u32, columns: u32, blanks: usize, seed: u64) -> Instance {
    generate::permutation_on_grid(rows, columns, blanks, &mut rng(seed)).expect("legal")
}

fn on_grids() -> Vec<NamedInstance> {
    let sizes = [
        (2, 2, 1),
        (3, 3, 1),
        (2, 6, 1),
        (5, 4, 1),
        (6, 6, 1),
        (2, 4, 2),
        (4, 4, 2),
        (3, 7, 2),
        (6, 6, 2),
        (3, 3, 5),
        (4, 4, 8),
        (5, 7, 20),
        (5, 5, 24),
    ];
    let open = sizes.map(|(rows, columns, blanks)| {
        (format!("{rows}×{columns} grid, {blanks} blanks"), permutation(rows, columns, blanks, 1))
    });
    let mut holes = Grid::new(5, 5).expect("a small grid");
    [6, 8, 16, 18].map(Cell).into_iter().for_each(|cell| holes.close(cell));
    let with_holes = [1, 2, 9].map(|blanks| {
        let drawn = wanderers(&holes.to_graph().graph, blanks, 1);
        let robots = drawn.start().places().iter().copied().zip(drawn.goal().places().iter().copied());
        let setup = Setup::on_grid(holes.clone(), robots.collect());
        (format!("grid with holes, {blanks} blanks"), setup.instance().expect("open cells"))
    });
    open.into_iter().chain(with_holes).collect()
}

fn on_lines() -> Vec<NamedInstance> {
    let fewest_blanks = [0, 1, 2, 4, 5, 6, 7, 8];
    named([
        ("one vertex and its robot", instance(&graph(1, []), &[0], &[0])),
        ("one vertex without a robot", instance(&graph(1, []), &[], &[])),
        ("no vertex", instance(&graph(0, []), &[], &[])),
        ("an edge", instance(&path(2), &[0], &[1])),
        ("path, one blank", instance(&path(6), &[0, 1, 2, 3, 4], &[1, 2, 3, 4, 5])),
        ("path, two blanks", instance(&path(6), &[5, 1, 2, 0], &[4, 2, 3, 1])),
        ("path, one robot", instance(&path(9), &[8], &[0])),
        ("triangle, one blank", instance(&cycle(3), &[0, 1], &[1, 2])),
        ("cycle, one blank", instance(&cycle(9), &fewest_blanks, &[4, 5, 6, 7, 8, 0, 1, 2])),
        ("cycle, many blanks", instance(&cycle(8), &[0, 1, 2], &[5, 7, 0])),
        ("long cycle, two blanks", wanderers(&cycle(40), 2, 3)),
    ])
}

fn on_trees() -> Vec<NamedInstance> {
    let star = graph(4, [(0, 1), (0, 2), (0, 3)]);
    let large_star = graph(9, (1..9).map(|ray| (0, ray)));
    let tree = graph(8, [(0, 1), (1, 2), (2, 3), (3, 4), (3, 5), (1, 6), (6, 7)]);
    let borders = graph(6, [(0, 1), (0, 4), (0, 5), (1, 2), (1, 3)]);
    named([
        ("star, one blank", instance(&star, &[0, 2, 3], &[1, 2, 3])),
        ("star, two blanks", instance(&star, &[1, 2], &[2, 1])),
        ("large star, three blanks", instance(&large_star, &[1, 2, 3, 4, 5, 0], &[2, 3, 1, 5, 4, 8])),
        ("tree, one blank", wanderers(&tree, 1, 2)),
        ("tree, four blanks", instance(&tree, &[0, 7, 2, 4], &[7, 0, 2, 5])),
        ("tree with borders to be left open", instance(&borders, &[1, 5, 2, 4], &[2, 1, 3, 0])),
        ("tree with blanks to be gathered", instance(&borders, &[5, 1, 4, 2], &[4, 1, 5, 0])),
    ])
}

/// Returns exchanges of the first two robots for which published rules of swaps fail, and special
/// cases of Push and Rotate: a rotation, robots that are in no class, a polygon.
fn on_few_vertices() -> Vec<NamedInstance> {
    let triangle_with_tails = graph(5, [(0, 1), (1, 2), (2, 0), (0, 4), (1, 3)]);
    let house = graph(5, [(0, 1), (0, 2), (0, 4), (1, 2), (1, 3)]);
    let square_with_ray = graph(5, [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)]);
    let tree = graph(7, [(0, 1), (1, 2), (1, 6), (2, 3), (2, 5), (3, 4)]);
    let hexagon = graph(8, [(0, 1), (0, 5), (1, 2), (2, 3), (3, 4), (3, 6), (4, 5), (4, 7)]);
    let small_tree = graph(5, [(0, 1), (0, 3), (0, 4), (1, 2)]);
    named([
        ("the nearest hub is not enough", instance(&triangle_with_tails, &[0, 1, 4], &[1, 0, 4])),
        ("clear where the second was", instance(&house, &[0, 1, 2], &[1, 0, 2])),
        ("retreat to any neighbour", instance(&tree, &[1, 2, 0, 5], &[2, 1, 0, 5])),
        ("clear the second side", instance(&square_with_ray, &[0, 2, 4], &[2, 0, 4])),
        ("clear the second side, beside the ray", instance(&square_with_ray, &[0, 4, 2], &[4, 0, 2])),
        ("a cycle turns", instance(&hexagon, &[6, 4, 3, 5, 7], &[4, 0, 3, 7, 1])),
        ("a robot in no class", instance(&small_tree, &[0, 1, 2], &[4, 3, 0])),
        ("through a finished robot", instance(&cycle(4), &[0, 1], &[1, 3])),
    ])
}

/// Returns instances on bi-connected graphs, single ones and several that meet.
fn on_blocks() -> Vec<NamedInstance> {
    let grown = grown(24);
    let complete = graph(6, (0..6).flat_map(|b| (0..b).map(move |a| (a, b))));
    let two_sides = graph(9, (0..3).flat_map(|a| (3..9).map(move |b| (a, b))));
    let butterfly = graph(5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]);
    let links = 12;
    let chain =
        (0..links).flat_map(|link| [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (2 * link + a, 2 * link + b)));
    let chain = graph(2 * links + 1, chain);
    named([
        ("θ₀, one blank", wanderers(&theta_zero(), 1, 1)),
        ("θ₀, two blanks", random_instance(&theta_zero(), 2, &mut rng(1))),
        ("θ₀, five blanks", random_instance(&theta_zero(), 5, &mut rng(1))),
        ("odd cycle with a long ear, one blank", random_instance(&odd_cycle(11, 6), 1, &mut rng(1))),
        ("odd cycle with a long ear, two blanks", random_instance(&odd_cycle(7, 4), 2, &mut rng(1))),
        ("long ears, one blank", wanderers(&grown, 1, 1)),
        ("long ears, three blanks", random_instance(&grown, 3, &mut rng(1))),
        ("long ears, many blanks", random_instance(&grown, 15, &mut rng(1))),
        ("complete graph, one blank", random_instance(&complete, 1, &mut rng(1))),
        ("complete graph, two blanks", random_instance(&complete, 2, &mut rng(1))),
        ("complete bipartite graph, one blank", wanderers(&two_sides, 1, 1)),
        ("complete bipartite graph, two blanks", random_instance(&two_sides, 2, &mut rng(1))),
        ("butterfly, one blank", instance(&butterfly, &[0, 1, 3, 4], &[1, 0, 4, 3])),
        ("butterfly, two blanks", instance(&butterfly, &[0, 1, 4], &[4, 0, 1])),
        ("chain of triangles, one blank", wanderers(&chain, 1, 1)),
        ("chain of triangles, two blanks", wanderers(&chain, 2, 1)),
    ])
}

fn on_several_components() -> Vec<NamedInstance> {
    let two_stars = graph(9, [(0, 1), (0, 2), (0, 3), (4, 5), (4, 6), (4, 7), (7, 8)]);
    let path_and_star = graph(7, [(0, 1), (1, 2), (3, 4), (3, 5), (3, 6)]);
    named([
        ("two stars", instance(&two_stars, &[1, 2, 5, 6, 7], &[2, 1, 6, 5, 8])),
        ("path, and a star that is settled", instance(&path_and_star, &[0, 1, 4, 5, 6], &[1, 2, 4, 5, 6])),
        ("six components", scattered().solved),
    ])
}

fn at_goals() -> Vec<NamedInstance> {
    let everywhere = |graph: &Graph, but: usize| {
        let vertices: Vec<_> = (0..graph.vertex_count() as u32).skip(but).collect();
        instance(graph, &vertices, &vertices)
    };
    named([
        ("square, all at their goals, no blank", everywhere(&cycle(4), 0)),
        ("square, all at their goals, one blank", everywhere(&cycle(4), 1)),
        ("square without robots", everywhere(&cycle(4), 4)),
        ("grid, all at their goals, one blank", everywhere(&grid(3, 4), 1)),
        ("grid, all at their goals, two blanks", everywhere(&grid(3, 4), 2)),
        ("path, all at their goals, two blanks", everywhere(&path(5), 2)),
        ("six components, all at their goals", scattered().settled),
    ])
}

/// Returns one instance from each generator, and a few more from the one for any graph.
fn drawn() -> Vec<NamedInstance> {
    let rng = &mut rng(9);
    let mut drawn = named([
        ("drawn on a grid", generate::permutation_on_grid(4, 6, 3, rng).expect("legal")),
        ("drawn on ears", {
            let graph = generate::biconnected(4, 2, 24, rng).expect("legal").graph;
            generate::robots(graph, 20, rng).expect("legal")
        }),
        ("drawn on a dense graph", {
            let graph = generate::connected(20, 30, rng).expect("legal");
            generate::robots(graph, 10, rng).expect("legal")
        }),
    ]);
    for blanks in [2, 3, 6] {
        let graph = generate::connected(40, 8, rng).expect("legal");
        let made = wandering(&random_instance(&graph, blanks, rng), rng);
        drawn.push((format!("drawn on a sparse graph, {blanks} blanks"), made));
    }
    let feasible =
        |&seed: &u64| random_instance(&corridors(seed), 4, &mut self::rng(seed)).feasibility().is_ok();
    let seed = (0..5000).find(feasible).expect("some are feasible");
    drawn.push((
        "corridors, four blanks".to_owned(),
        random_instance(&corridors(seed), 4, &mut self::rng(seed)),
    ));
    drawn
}

/// Returns a small instance for each reason of infeasibility.
fn infeasible() -> Vec<(String, Instance, InfeasibleError)> {
    let [zero, one, two] = [0, 1, 2].map(Token);
    let block = |a, b| (Vertex(a), Vertex(b));
    let islands = graph(4, [(0, 1), (2, 3)]);
    let kite = graph(5, (0..4).map(|a| (a, (a + 1) % 4)).chain([(0, 4)]));
    let stars = graph(8, [(0, 1), (0, 2), (0, 3), (3, 4), (4, 5), (5, 6), (5, 7)]);
    let vertices: Vec<_> = (1..7).collect();
    let Scattered { stuck, elsewhere, .. } = scattered();
    let parity = InfeasibleError::Parity { block: block(0, 1) };
    let cases = [
        (
            "to another island",
            instance(&islands, &[0, 1], &[0, 2]),
            InfeasibleError::WrongComponent { robot: one },
        ),
        ("to another of six components", elsewhere, InfeasibleError::WrongComponent { robot: Token(3) }),
        (
            "no blank on an island",
            instance(&islands, &[0, 2, 3], &[0, 3, 2]),
            InfeasibleError::NoBlank { robot: one },
        ),
        ("no blank on a triangle of six components", stuck, InfeasibleError::NoBlank { robot: Token(4) }),
        (
            "no blank on a square",
            instance(&cycle(4), &[0, 1, 2, 3], &[1, 2, 3, 0]),
            InfeasibleError::NoBlank { robot: zero },
        ),
        (
            "past each other on a path",
            instance(&path(4), &[0, 1], &[3, 2]),
            InfeasibleError::PathOrder { first: zero, second: one },
        ),
        (
            "past each other on a path, the second behind",
            instance(&graph(4, [(3, 1), (1, 0), (0, 2)]), &[3, 1], &[0, 3]),
            InfeasibleError::PathOrder { first: one, second: zero },
        ),
        (
            "past each other on a path, one blank",
            instance(&path(3), &[0, 2], &[2, 0]),
            InfeasibleError::PathOrder { first: zero, second: one },
        ),
        (
            "another order on a cycle",
            instance(&cycle(6), &[0, 1, 2], &[0, 2, 1]),
            InfeasibleError::CyclicOrder { first: zero, second: one },
        ),
        (
            "another order on a cycle, one blank",
            instance(&cycle(4), &[0, 1, 2], &[0, 2, 1]),
            InfeasibleError::CyclicOrder { first: zero, second: one },
        ),
        (
            "another order on a block",
            instance(&kite, &[0, 1, 2, 3], &[0, 2, 1, 3]),
            InfeasibleError::CyclicOrder { first: one, second: two },
        ),
        (
            "out of a block",
            instance(&kite, &[4, 1, 2, 3], &[1, 4, 2, 3]),
            InfeasibleError::LeavesBlock { robot: zero },
        ),
        ("odd on a grid", instance(&grid(2, 3), &[0, 1, 2, 3, 4], &[1, 0, 2, 3, 4]), parity.clone()),
        (
            "odd on a larger grid",
            {
                let goals: Vec<_> = [1, 0].into_iter().chain(2..15).collect();
                instance(&grid(4, 4), &(0..15).collect::<Vec<_>>(), &goals)
            },
            parity,
        ),
        (
            "θ₀, out of reach",
            instance(&theta_zero(), &vertices, &[2, 1, 3, 4, 5, 6]),
            InfeasibleError::ThetaZero { block: block(0, 1) },
        ),
        (
            "between stars that are too far apart",
            instance(&stars, &[1, 2, 3, 4, 6], &[6, 2, 3, 4, 1]),
            InfeasibleError::Separated { robot: zero },
        ),
    ];
    cases.map(|(name, instance, why)| (name.to_owned(), instance, why)).into()
}

/// Returns all goals for robots placed in the order of the vertices, with any number of blanks.
pub fn every_instance(graph: &Graph) -> Vec<Instance> {
    let mut instances = Vec::new();
    for robots in 0..=graph.vertex_count() {
        let placements: Vec<_> =
            Reachability::new(graph, robots).expect("a small graph").placements().collect();
        for start in placements.iter().filter(|places| places.is_sorted()) {
            for goal in &placements {
                let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
                instances.push(Instance::new(graph.clone(), &robots).expect("distinct vertices"));
            }
        }
    }
    instances
}

/// Returns all of these instances on one graph of each kind of connected graphs with at most this
/// many vertices.
pub fn every_small_instance(most_vertices: u32) -> impl Iterator<Item = Instance> {
    (1..=most_vertices).flat_map(connected_kinds).flat_map(|graph| every_instance(&graph))
}

/// Returns feasible instances: on a long cycle with any number of blanks, and on a graph of up to
/// eighty vertices with few blanks.
pub fn on_larger_graphs(seed: u64) -> [Instance; 4] {
    let rng = &mut rng(seed);
    let around = renamed(&cycle(rng.random_range(7..40)), rng);
    let sparse = generate::connected(rng.random_range(30..=80), rng.random_range(0..40), rng).expect("legal");
    let any = rng.random_range(1..around.vertex_count());
    [(&around, any), (&sparse, 2), (&sparse, 3), (&sparse, 6)]
        .map(|(graph, blanks)| wandering(&random_instance(graph, blanks, rng), rng))
}

/// Returns instances on a sparse graph with one blank and with a few; for even seeds also some with
/// goals that moves lead to.
pub fn on_corridors(seed: u64) -> Vec<Instance> {
    let graph = corridors(seed);
    let mut instances = Vec::new();
    for blanks in [1, 2 + seed as usize % 5] {
        let rng = &mut rng(seed);
        let drawn = random_instance(&graph, blanks, rng);
        if seed.is_multiple_of(2) {
            instances.push(wandering(&drawn, rng));
        }
        instances.push(drawn);
    }
    instances
}

/// Returns every small instance, and instances on corridors, feasible or not. They are for solvers
/// that are not preceded by the feasibility test.
pub fn small_and_on_corridors() -> impl Iterator<Item = Instance> {
    let on_corridors = (0..motion_testing::cases(100, 1700)).flat_map(on_corridors);
    every_small_instance(motion_testing::cases(4, 5)).chain(on_corridors)
}

/// Returns instances on a bi-connected graph with up to 29 vertices, one with one to three blanks
/// and one with any number of blanks. The goals are anywhere.
pub fn on_ears(seed: u64) -> [Instance; 2] {
    let rng = &mut rng(seed);
    let graph = ears_with_chords(18, rng);
    let few = rng.random_range(1..=3);
    let any = rng.random_range(1..graph.vertex_count());
    [few, any].map(|blanks| random_instance(&graph, blanks.min(graph.vertex_count() - 1), rng))
}
