//! The options of BIBOX change plans as documented.

use bibox::internal::{EarShift, SnakeChoice, SnakeDistance, SnakePairing, SnakeRule};
use bibox::{Bibox, EarDecomposition, EarInstance};
use cpf_core::{Instance, generate};
use motion_core::{Control, Solver};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// Returns the sum of the moves of ten instances.
fn sum(solver: Bibox, instance: impl Fn(&mut Xoshiro256PlusPlus) -> Instance) -> usize {
    let moves = |seed| {
        let instance = instance(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let rows = instance.grid().and_then(|grid| EarDecomposition::row_by_row(grid).ok());
        let problem = match rows {
            Some(rows) => EarInstance::with_ears(&instance, rows).expect("ears of this graph"),
            None => EarInstance::new(&instance).expect("a bi-connected graph"),
        };
        let plan = solver.solve(&problem, &mut Control::unlimited()).plan().expect("solvable");
        instance.verify(&plan).expect("a plan").moves as usize
    };
    (0..10).map(moves).sum()
}

fn on_grid(solver: Bibox, n: u32) -> usize {
    sum(solver, |rng| generate::permutation_on_grid(n, n, 1, rng).expect("a small grid"))
}

fn on_ears(solver: Bibox, robots: usize) -> usize {
    sum(solver, |rng| {
        let graph = generate::biconnected(7, 6, 60, rng).expect("legal").graph;
        generate::robots(graph, robots, rng).expect("fewer robots than vertices")
    })
}

fn plain() -> Bibox {
    Bibox::default()
}

fn snakes() -> Bibox {
    plain().with_snakes(true)
}

#[test]
fn whole_cycles_take_more_moves_on_small_boards() {
    let whole = plain().with_shift(EarShift::WholeCycle);
    assert!(on_grid(whole, 4) > on_grid(plain(), 4) * 11 / 10);
    assert!(on_ears(whole, 30) > on_ears(plain(), 30) * 21 / 20);
    // There, snakes cost moves or save few.
    let save = |shift| {
        let [plain, snakes] = [plain(), snakes()].map(|solver| on_grid(solver.with_shift(shift), 4));
        plain as f64 / snakes as f64
    };
    assert!(save(EarShift::WholeCycle) < save(EarShift::EarOnly));
}

#[test]
fn rules_order_the_moves_as_documented() {
    let rule = SnakeRule::default();
    let moves = |rule| on_grid(snakes().with_rule(rule), 14);
    let chained = moves(rule);
    let disjoint = moves(rule.with_pairing(SnakePairing::Disjoint));
    let four = moves(rule.with_longest(4));
    let fewest = moves(rule.with_choice(SnakeChoice::FewestMoves));
    assert!(on_grid(plain(), 14) > chained && chained > disjoint && disjoint > four && four > fewest);
    // On grids locks are never in the way; on long ears they are.
    let whole = rule.with_distance(SnakeDistance::WholeGraph);
    assert_eq!(moves(whole), chained);
    assert_ne!(on_ears(snakes().with_rule(whole), 57), on_ears(snakes(), 57));
}

#[test]
fn fewest_moves_save_on_long_ears_with_any_number_of_robots() {
    let fewest = snakes().with_rule(SnakeRule::default().with_choice(SnakeChoice::FewestMoves));
    for robots in [10, 20, 30, 45, 57] {
        assert!(on_ears(fewest, robots) < on_ears(plain(), robots), "{robots} robots");
    }
}

#[test]
fn without_snakes_rules_have_no_effect_and_lengths_have_a_least() {
    let rule = SnakeRule::default().with_choice(SnakeChoice::FewestMoves).with_longest(0);
    assert_eq!((rule.longest(), rule.choice()), (2, SnakeChoice::FewestMoves));
    assert_eq!(on_grid(plain().with_rule(rule), 6), on_grid(plain(), 6));
}
