//! Improved solutions are legal, never longer under any limit, and optimal where this is promised.

use std::ops::ControlFlow;

use motion_core::observer::{Improvement, Observer};
use motion_core::{Budget, CancelFlag, Control, Direction, Outcome, Quality, Solver, Stop};
use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use sokoban::error::VerifyError;
use sokoban::improve::Improver;
use sokoban::improve::{Neighbourhood, Objective};
use sokoban::solver::DepthFirst;
use sokoban::{Level, Moves, PlayerStep};

use crate::brute_force::{brute_force, fewest_steps};
use crate::random_levels::{Style, WALLED, levels, small};

/// Six boxes in a room.
const ROOM: &str = "10#|#--.-----#|#-$-$$---#|#.#--#-#-#|#-$-.---.#|#---.@-$-#|#--$----.#|10#";

/// Returns a solution that is much longer than needed; `None` if there is no solution.
fn long_solution(level: &Level) -> Option<Moves> {
    DepthFirst::default().solve(level, &mut Control::unlimited()).plan()
}

/// Returns the room, and a solution that is somewhat longer than needed.
fn room() -> (Level, Moves) {
    let level: Level = ROOM.parse().expect("a level");
    let long = long_solution(&level).expect("a solution");
    let only_one = Neighbourhood::ALL.into_iter().fold(Improver::default(), |improver, rule| {
        improver.with_neighbourhood(rule, rule == Neighbourhood::OneBox)
    });
    let improved = only_one.with_walks(false).improve(&level, long, &mut Control::unlimited());
    (level, improved.expect("a solution").moves)
}

/// Returns the same pushes with walks back and forth in between.
fn with_detours(level: &Level, moves: &Moves) -> Moves {
    let mut longer = Moves::new();
    for step in moves {
        let before = longer.clone();
        longer.extend([step, PlayerStep { direction: step.direction.opposite(), ..step }, step]);
        let replayed = level.replay(&longer).map(|(moves, _)| moves.pushes());
        if step.pushes || replayed != Ok(before.pushes()) {
            longer = before;
            longer.push(step);
        }
    }
    longer
}

/// Returns an improver that works until no search is cut off.
fn tireless(objective: Objective) -> Improver {
    Improver::default().with_objective(objective).with_nodes(20).with_patience(u32::MAX)
}

/// Improves long solutions of levels with up to four boxes. Returns the numbers of levels with at
/// most three boxes, of those with more, and of the latter whose solutions became optimal.
fn improve_levels(levels: impl Iterator<Item = Level>) -> [usize; 3] {
    let mut counts = [0; 3];
    for level in levels {
        let Some(long) = long_solution(&level) else { continue };
        let long = with_detours(&level, &long);
        let least_pushes = brute_force(&level).map(u64::from);
        let least_steps = fewest_steps(&level).map(|(steps, _)| steps);
        // If there are more goals than boxes, the boxes stay on the goals that the solution fills.
        let is_promised = level.boxes().count() <= 3 && level.goals().count() == level.boxes().count();
        for (objective, least) in [(Objective::Pushes, least_pushes), (Objective::Steps, least_steps)] {
            let mut control = Control::unlimited();
            let improved = tireless(objective).improve(&level, long.clone(), &mut control).expect("legal");
            assert_eq!((improved.stopped, control.stats().bytes), (None, 0));
            let [before, after] =
                [&long, &improved.moves].map(|moves| level.verify(moves).expect("a solution"));
            assert!(objective.cost(&after) <= objective.cost(&before), "{level}");
            let is_optimal = Some(objective.cost(&after)) == least;
            assert!(is_optimal || !is_promised, "{objective}: {} in\n{level}", improved.moves);
            counts[1 - usize::from(is_promised)] += 1;
            counts[2] += usize::from(is_optimal && !is_promised);
        }
    }
    counts
}

#[test]
fn solutions_of_three_boxes_become_optimal_and_of_four_mostly() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    let small = (0..250).map(|number| small(&mut rng, 3 + number % 3, 3));
    let [three, four, optimal] = improve_levels(small.chain(levels(32, &[(250, WALLED)])));
    assert!(three > 100 && four > 10 && 10 * optimal > 9 * four, "{three}, {optimal} of {four}");
}

#[test]
fn solutions_of_levels_with_more_goals_than_boxes_stay_legal_and_are_mostly_optimal() {
    let styles =
        [(cases(60, 1_000), Style { spare: 1, ..WALLED }), (cases(30, 500), Style { spare: 3, ..WALLED })];
    let [promised, others, optimal] = improve_levels(levels(37, &styles));
    assert!(promised == 0 && others > cases(10, 200) && 2 * optimal > others, "{optimal} of {others}");
}

#[test]
fn boxes_that_others_enclose_may_be_free() {
    let level = "10#|#**6-#|5#-$--#|#----@.--#|#---$--.-#|#8-#|10#";
    let found = improve_levels([level.parse().expect("a level")].into_iter());
    assert_eq!(found[1], 2);
}

#[test]
#[ignore = "exhaustive: 0.4 minutes"]
fn solutions_of_650_levels_become_optimal() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(33);
    let small = (0..2_500).map(|number| small(&mut rng, 3 + number % 3, 3));
    let [three, four, optimal] = improve_levels(small.chain(levels(34, &[(500, WALLED)])));
    assert!(three > 1_300 && four > 25 && 10 * optimal > 9 * four, "{three}, {optimal} of {four}");
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn nothing_gets_longer_under_any_limit() {
    let (level, long) = room();
    let before = level.verify(&long).expect("a solution");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(35);
    let mut shorter = 0;
    for _ in 0..60 {
        let objective = Objective::ALL[rng.random_range(0..2)];
        let mut improver = Improver::default()
            .with_objective(objective)
            .with_ties(rng.random_bool(0.5))
            .with_walks(rng.random_bool(0.5))
            .with_nodes(rng.random_range(1..300));
        for rule in Neighbourhood::ALL {
            improver = improver.with_neighbourhood(rule, rng.random_bool(0.6));
        }
        let nodes = rng.random_range(0..4_000);
        let bytes = if rng.random_bool(0.5) { u64::MAX } else { rng.random_range(0..2_000_000) };
        let run = || {
            let mut control = Control::new(Budget::new().with_nodes(nodes).with_bytes(bytes));
            let improved = improver.improve(&level, long.clone(), &mut control).expect("a solution");
            assert!(control.stats().nodes <= nodes && control.stats().peak_bytes <= bytes);
            assert_eq!(control.stats().bytes, 0);
            improved
        };
        let improved = run();
        let after = level.verify(&improved.moves).expect("a solution");
        assert!(objective.cost(&after) <= objective.cost(&before));
        assert!(matches!(improved.stopped, None | Some(Stop::Nodes | Stop::Memory)), "{improved:?}");
        assert_eq!(run(), improved, "the same limit gives another solution");
        shorter += usize::from(objective.cost(&after) < objective.cost(&before));
    }
    assert!(shorter >= 20, "only {shorter} became shorter");
}

#[test]
fn every_neighbourhood_gains_pushes_and_steps() {
    let found: Vec<_> = levels(36, &[(60, WALLED)])
        .filter_map(|level| long_solution(&level).map(|long| (level, long)))
        .collect();
    assert!(found.len() > 20, "only {} solutions", found.len());
    for objective in Objective::ALL {
        // The total cost of all solutions.
        let sum = |improver: Improver| {
            let cost = |(level, long): &(Level, Moves)| {
                let mut control = Control::new(Budget::new().with_nodes(3_000));
                let improver = improver.with_objective(objective);
                let improved = improver.improve(level, long.clone(), &mut control).expect("a solution");
                objective.cost(&level.verify(&improved.moves).expect("a solution"))
            };
            found.iter().map(cost).sum::<u64>()
        };
        let nothing = Neighbourhood::ALL
            .into_iter()
            .fold(Improver::default(), |improver, rule| improver.with_neighbourhood(rule, false));
        let before = sum(nothing);
        for rule in Neighbourhood::ALL {
            let alone = nothing.with_neighbourhood(rule, true);
            assert!(alone.uses(rule) && sum(alone) < before, "{objective}: {}", rule.name());
        }
    }
}

#[test]
#[ignore = "exhaustive: 0.05 minutes"]
fn walks_get_shorter_with_the_same_pushes() {
    let level: Level = ROOM.parse().expect("a level");
    let long = long_solution(&level).expect("a solution");
    let improved = |walks, nodes| {
        let mut control = Control::new(Budget::new().with_nodes(nodes));
        let improver = Improver::default().with_walks(walks);
        let improved = improver.improve(&level, long.clone(), &mut control).expect("a solution");
        level.verify(&improved.moves).expect("a solution")
    };
    let (without, with) = (improved(false, 80_000), improved(true, 100_000));
    assert!(with.pushes == without.pushes && with.steps < without.steps, "{without:?}, {with:?}");
}

/// Notes all improvements, and ends the run after some of them.
struct Notes {
    level: Level,
    objective: Objective,
    costs: Vec<u64>,
    most: usize,
}

impl Observer for Notes {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let moves: Moves = improvement.solution().expect("moves");
        let metrics = self.level.verify(&moves).expect("a solution");
        assert_eq!(self.objective.cost(&metrics), improvement.cost);
        self.costs.push(improvement.cost);
        if self.costs.len() < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn observers_see_every_gain_and_may_end_the_work() {
    let (level, long) = room();
    for objective in Objective::ALL {
        for most in [1, usize::MAX] {
            let mut notes = Notes { level: level.clone(), objective, costs: Vec::new(), most };
            let budget = Budget::new().with_nodes(30_000);
            let mut control = Control::new(budget).with_observer(&mut notes);
            let improver = Improver::default().with_objective(objective);
            let improved = improver.improve(&level, long.clone(), &mut control).expect("a solution");
            let metrics = level.verify(&improved.moves).expect("a solution");
            assert!(notes.costs.is_sorted_by(|a, b| a > b));
            assert_eq!(notes.costs.last(), Some(&objective.cost(&metrics)));
            let is_ended = improved.stopped == Some(Stop::Cancelled) && notes.costs.len() == most;
            assert!(is_ended || most == usize::MAX && !notes.costs.is_empty(), "{improved:?}");
        }
    }
}

#[test]
#[ignore = "exhaustive: 0.05 minutes"]
fn flags_and_lack_of_memory_stop_the_work_with_the_solution_so_far() {
    let (level, long) = room();
    let flag = CancelFlag::new();
    flag.raise();
    for (budget, why) in
        [(Budget::new().with_cancel(flag), Stop::Cancelled), (Budget::new().with_bytes(99), Stop::Memory)]
    {
        let mut control = Control::new(budget);
        let improved = Improver::default().improve(&level, long.clone(), &mut control).expect("a solution");
        assert_eq!((improved.stopped, &improved.moves), (Some(why), &long));
        assert_eq!(control.stats().bytes, 0);
    }
}

#[test]
fn steps_that_are_no_solution_are_refused() {
    let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
    let improve = |text: &str| {
        let moves = text.parse().expect("steps");
        let improved = Improver::default().improve(&level, moves, &mut Control::unlimited());
        improved.map(|improved| improved.moves.to_string())
    };
    assert_eq!(improve("rR"), Err(VerifyError::NotAtGoal { boxes: 1 }));
    assert_eq!(improve("u"), Err(VerifyError::Wall { index: 0, direction: Direction::Up }));
    let direction = Direction::Right;
    assert_eq!(improve("rRRR"), Err(VerifyError::Blocked { index: 3, direction }));
    // The case of the letters is ignored, and steps after the last push are omitted.
    assert_eq!(improve("rlrrrl").as_deref(), Ok("rRR"));
    assert_eq!(improve("rRR").as_deref(), Ok("rRR"));

    let solved: Level = "#####\n#@* #\n#####".parse().expect("a level");
    let improved = Improver::default().improve(&solved, Moves::new(), &mut Control::unlimited());
    assert_eq!(improved.map(|improved| (improved.moves, improved.stopped)), Ok((Moves::new(), None)));
}

#[test]
fn levels_of_too_many_squares_stay_as_they_are() {
    let row = format!("#{}#\n", " ".repeat(40));
    let text = format!("{0}\n#@ $.{1}#\n{2}{0}", "#".repeat(42), " ".repeat(36), row.repeat(39));
    let level: Level = text.parse().expect("a level");
    let moves: Moves = "rR".parse().expect("steps");
    let improved = Improver::default().improve(&level, moves.clone(), &mut Control::unlimited());
    let improved = improved.expect("a solution");
    assert_eq!((improved.moves, improved.stopped), (moves, Some(Stop::Unsupported)));
}

#[test]
fn as_a_solver_it_improves_what_the_default_solver_finds() {
    let level: Level = ROOM.parse().expect("a level");
    for objective in Objective::ALL {
        let improver = Improver::default().with_objective(objective);
        let mut control = Control::new(Budget::new().with_nodes(60_000));
        let Outcome::Solved { plan, quality } = improver.solve(&level, &mut control) else {
            panic!("there is a solution")
        };
        let metrics = level.verify(&plan).expect("a solution");
        let bound = match quality {
            Quality::Optimal => objective.cost(&metrics),
            Quality::Bounded { lower_bound } => lower_bound,
            Quality::Feasible => panic!("no bound"),
        };
        assert!((1..=objective.cost(&metrics)).contains(&bound), "{bound}");
        let mut control = Control::new(Budget::new().with_nodes(1));
        assert!(matches!(improver.solve(&level, &mut control), Outcome::Stopped { why: Stop::Nodes, .. }));
        let lost: Level = "8#|#.@$---#|8#".parse().expect("a level");
        assert_eq!(improver.solve(&lost, &mut Control::unlimited()), Outcome::Unsolvable);
    }
}
