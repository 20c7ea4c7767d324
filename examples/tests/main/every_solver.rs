//! Tests of every solver of every field through the common trait: it solves, its solution passes
//! the problem's own check, limits and flags stop it, and it releases the memory that it accounted
//! for.

use std::fmt::Debug;

use cpf::cpf_core::error::VerifyError;
use cpf::cpf_core::{Metrics, Parallelised};
use cpf::{AnyScheduler, Auto, MotionModel, Objective};
use grid_puzzle::tables::CompleteTable;
use grid_puzzle::{Board, MoveMetric, SeveralBlanks};
use motion_core::solver_table::Guarantee;
use motion_core::{Budget, CancelFlag, Control, Outcome, Quality, Schedule, Solver, Stop, Verify, Walk};
use sokoban::{Level, Moves};

/// The number of nodes with which every solver here has a solution. Anytime solvers use all of
/// them.
const ENOUGH_NODES: u64 = 100_000;

/// Solves under a budget, and checks what holds under every budget. Returns the number of moves, if
/// there is a solution, and the reason why the run stopped, if it did.
fn run<P: Verify<S>, S>(
    name: &str,
    solver: &dyn Solver<P, Solution = S>,
    problem: &P,
    budget: Budget,
) -> (Option<u64>, Option<Stop>, Control<'static>)
where
    P::Error: Debug,
{
    let mut control = Control::new(budget);
    let outcome = solver.solve(problem, &mut control);
    assert_eq!(control.stats().bytes, 0, "{name}: all memory is given back");
    let why = match &outcome {
        Outcome::Stopped { why, .. } => Some(*why),
        Outcome::Solved { .. } => None,
        Outcome::Unsolvable => panic!("{name}: the problem is solvable"),
    };
    let moves = outcome.plan().map(|solution| {
        let metrics = problem.verify(&solution).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        P::moves(&metrics)
    });
    (moves, why, control)
}

fn keeps_its_promises<P: Verify<S>, S>(
    name: &str,
    guarantee: Guarantee,
    solver: &dyn Solver<P, Solution = S>,
    problem: &P,
) where
    P::Error: Debug,
{
    println!("{name}");
    if guarantee == Guarantee::Optimal {
        let outcome = solver.solve(problem, &mut Control::unlimited());
        assert!(matches!(outcome, Outcome::Solved { quality: Quality::Optimal, .. }), "{name}");
    }
    let (moves, why, control) = run(name, solver, problem, Budget::new().with_nodes(ENOUGH_NODES));
    assert!(moves.is_some_and(|moves| moves > 0) && why.is_none(), "{name}: {moves:?} {why:?}");
    let (nodes, bytes) = (control.stats().nodes, control.stats().peak_bytes);

    let (again, _, control) = run(name, solver, problem, Budget::new().with_nodes(ENOUGH_NODES));
    assert_eq!((again, control.stats().nodes), (moves, nodes), "{name}: two runs are alike");

    for limit in [0, 1, nodes / 3, nodes.saturating_sub(1)] {
        let (moves, why, control) = run(name, solver, problem, Budget::new().with_nodes(limit));
        assert!(control.stats().nodes <= limit, "{name}: {limit} nodes");
        assert!(why.is_none_or(|why| why == Stop::Nodes), "{name}: {why:?}");
        assert!(moves.is_some() || why.is_some(), "{name}");
    }
    for limit in [0, bytes / 3, bytes.saturating_sub(1)] {
        let budget = Budget::new().with_bytes(limit).with_nodes(ENOUGH_NODES);
        let (_, why, control) = run(name, solver, problem, budget);
        assert!(control.stats().peak_bytes <= limit, "{name}: {limit} bytes");
        let by_limit = why.is_none_or(|why| matches!(why, Stop::Memory | Stop::Nodes));
        assert!(by_limit, "{name}: {why:?}");
    }
    let flag = CancelFlag::new();
    flag.raise();
    let (_, why, control) = run(name, solver, problem, Budget::new().with_cancel(flag));
    assert!(why.is_none_or(|why| why == Stop::Cancelled), "{name}: {why:?}");
    assert!(control.stats().nodes <= 4096, "{name}");
}

#[test]
fn solvers_of_sliding_puzzles() {
    let problem: grid_puzzle::Instance = "1 2 3\n4 0 6\n7 5 8\n".parse().expect("a puzzle");
    let goal = problem.goal();
    let table =
        CompleteTable::new(goal, MoveMetric::SingleTile, &mut Control::unlimited()).expect("no limit");
    keeps_its_promises("complete table", Guarantee::Optimal, &table, &problem);
    for solver in grid_puzzle::AnySolver::all() {
        let as_trait: &dyn Solver<grid_puzzle::Instance, Solution = Walk> = &*solver;
        keeps_its_promises(solver.name(), solver.guarantee(), as_trait, &problem);
    }
}

#[test]
fn solvers_of_sliding_puzzles_with_several_blanks() {
    let start: Board = "1 0 3\n4 2 6\n7 5 0\n".parse().expect("a board");
    let problem = grid_puzzle::Instance::standard(start);
    for solver in grid_puzzle::AnySolver::all() {
        let as_plans = SeveralBlanks(solver.method());
        keeps_its_promises(solver.name(), solver.guarantee(), &as_plans, &problem);
    }
}

#[test]
fn solvers_of_cooperative_path_finding() {
    let two_blanks =
        "p edge 6 7\ne 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\nr 1 6\nr 2 3\nr 3 2\nr 4 1\n";
    let one_blank = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 4 1\ne 1 3\nr 1 2\nr 2 1\nr 3 3\n";
    let square = "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\nr 1 2\nr 2 3\nr 3 4\n";
    let [two_blanks, one_blank, square]: [cpf::Instance; 3] =
        [two_blanks, one_blank, square].map(|text| text.parse().expect("an instance"));
    for solver in cpf::AnySolver::all() {
        let problem = match solver.name() {
            "blocks" => &one_blank,
            "sliding" => &square,
            _ => &two_blanks,
        };
        assert_eq!(solver.check(problem), Ok(()), "{solver}");
        keeps_its_promises(solver.name(), solver.guarantee(), &*solver, problem);
    }
}

/// An instance whose solutions are schedules in the standard model.
struct Scheduled(cpf::Instance);

impl Verify<Schedule> for Scheduled {
    type Metrics = Metrics;
    type Error = VerifyError;

    fn verify(&self, schedule: &Schedule) -> Result<Metrics, VerifyError> {
        self.0.verify_schedule(schedule, MotionModel::Standard)
    }

    fn moves(metrics: &Metrics) -> u64 {
        metrics.moves
    }
}

/// A scheduler of such instances.
struct ByInstance<'s>(&'s dyn Solver<cpf::Instance, Solution = Schedule>);

impl Solver<Scheduled> for ByInstance<'_> {
    type Solution = Schedule;

    fn solve(&self, problem: &Scheduled, control: &mut Control) -> Outcome<Schedule> {
        self.0.solve(&problem.0, control)
    }
}

#[test]
fn schedulers() {
    let text = "p edge 6 7\ne 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\nr 1 6\nr 2 3\nr 3 2\n";
    let problem = Scheduled(text.parse().expect("an instance"));
    let model = MotionModel::Standard;
    let plans = Parallelised::new(Auto::default()).with_model(model);
    for objective in [Objective::SumOfCosts, Objective::Makespan] {
        let plans = plans.with_objective(objective);
        keeps_its_promises(
            &format!("plans, {objective}"),
            Guarantee::Complete,
            &ByInstance(&plans),
            &problem,
        );
        for named in AnyScheduler::all() {
            let scheduler = named.scheduler(model, objective, 1000, 1);
            keeps_its_promises(
                &format!("{named}, {objective}"),
                named.guarantee(),
                &ByInstance(&*scheduler),
                &problem,
            );
        }
    }
}

#[test]
fn solvers_of_ricochet_robots() {
    let text = "+---+---+---+---+\n| r           b |\n+   +   +   +   +\n|               |\n+   +   +---+   +\n|         R |   |\n+   +   +   +   +\n|               |\n+---+---+---+---+\n";
    let problem: ricochet::Instance = text.parse().expect("a game");
    for solver in ricochet::AnySolver::all() {
        keeps_its_promises(solver.name(), solver.guarantee(), &*solver, &problem);
    }
}

#[test]
fn solvers_of_sokoban() {
    let problem: Level = "8#|#--#---#|#-$--.-#|#-@-#$-#|#--.---#|8#".parse().expect("a level");
    for solver in sokoban::AnySolver::all() {
        let as_trait: &dyn Solver<Level, Solution = Moves> = &solver;
        keeps_its_promises(&solver.to_string(), solver.guarantee(), as_trait, &problem);
    }
}

/// Compiles only for types that several workers may share.
const fn is_shared<T: Send + Sync>() {}

/// Checks problems, budgets, and the spaces that users can name.
#[test]
fn spaces_and_problems_can_be_shared_by_workers() {
    use sokoban::analysis::PrunedPushes;
    use sokoban::one_box_at_a_time::UntilOneBoxAtATime;
    use sokoban::search::{Pulls, Pushes};
    const {
        is_shared::<Pushes<'_, 1>>();
        is_shared::<Pulls<'_, 1>>();
        is_shared::<PrunedPushes<'_, 1>>();
        is_shared::<UntilOneBoxAtATime<'_, Pushes<'_, 1>, 1>>();
        is_shared::<UntilOneBoxAtATime<'_, PrunedPushes<'_, 1>, 1>>();
        is_shared::<(Level, ricochet::Instance, cpf::Instance)>();
        is_shared::<grid_puzzle::Instance>();
        is_shared::<(Budget, CancelFlag)>();
    }
}
