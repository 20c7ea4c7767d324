//! The reasons why moves of Push and Swap depend on the parity of the side. The corner where the
//! order of the goals begins and the choice among the shortest paths of robots are varied, one at a
//! time.

use cpf::solvers::push_swap::internal::{GoalOrder, Growth, PathRule, Root, VertexOrder};
use cpf::solvers::push_swap::{Placing, PushInstance, SnakeCost};
use cpf_core::Instance;
use cpf_core::internal::LocalSearch;
use motion_core::graph::Graph;
use motion_core::{Budget, Configuration, Control, Plan, Solver as _, Token, Vertex};

use super::cases;
use crate::reproduce::findings::{Findings, Rows};
use crate::reproduce::runner::Runner;
use crate::reproduce::seed::Seed;
use crate::statistics::{deviation, mean};

/// Sides in pairs of an even and an odd one.
const SIZES: [u32; 10] = [8, 9, 12, 13, 16, 17, 20, 21, 24, 25];
const QUICK_SIZES: [u32; 4] = [8, 9, 12, 13];
const NODES: u64 = 2_000_000_000;

/// The corner where the order of the goals begins; goals there are placed last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Corner {
    TopRight,
    /// The corner with the three vacant cells of the goal.
    BottomRight,
}

impl Corner {
    const fn name(self) -> &'static str {
        match self {
            Self::TopRight => "top right",
            Self::BottomRight => "bottom right",
        }
    }

    const fn vertex(self, side: u32) -> Vertex {
        match self {
            Self::TopRight => Vertex(side - 1),
            Self::BottomRight => Vertex(side * side - 1),
        }
    }
}

const VARIANTS: [(Corner, PathRule, &str); 4] = [
    (Corner::TopRight, PathRule::Direct, "any"),
    (Corner::BottomRight, PathRule::Direct, "any"),
    (Corner::TopRight, PathRule::FewestFinished, "fewest finished robots"),
    (Corner::BottomRight, PathRule::FewestFinished, "fewest finished robots"),
];

/// The moves of a plan, and some parts of them.
#[derive(Clone, Copy, Default)]
struct MoveCounts {
    all: u64,
    /// Moves for robots that no blank could reach around finished robots when their turn came.
    without_blank: u64,
    /// Moves from or to the goal of a finished robot.
    on_finished: u64,
    /// Moves in the turn with the most.
    longest_turn: u64,
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let (sizes, instances) = runner.size((&SIZES[..], 40), (&QUICK_SIZES[..], 8));
    let kinds: Vec<_> = sizes.iter().flat_map(|&size| VARIANTS.map(|variant| (size, variant))).collect();
    let numbers: Vec<u32> = (1..=instances).collect();
    let runs = runner.map_pairs("instances", &kinds, &numbers, |&(size, (corner, rule, _)), &number| {
        run(runner.seed(), size, number, corner, rule)
    });
    let rows = kinds.iter().zip(runs).map(|(&(size, (corner, _, paths)), runs)| {
        (size, corner, paths, runs.into_iter().flatten().collect())
    });
    let table = Rows::of(rows)
        .column("n", |row| row.0)
        .column("order from", |row| row.1.name())
        .column("shortest paths", |row| row.2);
    let table = with_counts(table, 0, ["moves", "σ"], "");
    let table = with_counts(table, 1, ["with snakes", "with snakes, σ"], "with snakes, ")
        .number("saved, %", 2, |row| 100.0 * (1.0 - sum(row, 1, |run| run.all) / sum(row, 0, |run| run.all)))
        .column("instances", |row| row.3.len())
        .shown("", "PUSH-and-SWAP by corner and paths");
    Findings::of([table]).with_figure("instances", instances)
}

/// A size, a variant, and the counts of its instances without and with snakes.
type Row = (u32, Corner, &'static str, Vec<[MoveCounts; 2]>);

fn sum((.., runs): &Row, snakes: usize, part: fn(&MoveCounts) -> u64) -> f64 {
    runs.iter().map(|run| part(&run[snakes])).sum::<u64>() as f64
}

/// Adds columns of plans without or with snakes.
fn with_counts(rows: Rows<Row>, snakes: usize, [moves, its_deviation]: [&str; 2], whose: &str) -> Rows<Row> {
    let all = |(.., runs): &Row| -> Vec<f64> { runs.iter().map(|run| run[snakes].all as f64).collect() };
    let share = |row: &Row, part| 100.0 * sum(row, snakes, part) / sum(row, snakes, |run| run.all);
    rows.number(moves, 1, |row| mean(all(row)))
        .number(its_deviation, 1, |row| deviation(all(row)))
        .number(format!("{whose}without a blank, %"), 1, |row| share(row, |run| run.without_blank))
        .number(format!("{whose}on finished, %"), 1, |row| share(row, |run| run.on_finished))
        .number(format!("{whose}longest turn"), 0, |(.., runs)| {
            mean(runs.iter().map(|run| run[snakes].longest_turn as f64))
        })
}

/// Returns the counts without and with snakes, if both solve the instance.
fn run(seed: Seed, side: u32, number: u32, corner: Corner, rule: PathRule) -> Option<[MoveCounts; 2]> {
    let instance = cases::puzzle(seed, side, number).without_two().robots;
    let problem = PushInstance::new(&instance).expect("invariant: three vacant cells");
    let root = corner.vertex(side);
    let order = VertexOrder::default().with_growth(Growth::BreadthFirst).with_root(Root::Vertex(root));
    let solver = Placing::push_and_swap().with_order(GoalOrder::Inwards(order)).with_path_rule(rule);
    let solver = solver.with_snake_cost(SnakeCost::Moves);
    let solve = |snakes| {
        let mut control = Control::new(Budget::new().with_nodes(NODES));
        solver.with_snakes(snakes).solve(&problem, &mut control).plan()
    };
    let plans = [solve(false)?, solve(true)?];
    Some(plans.map(|plan| {
        assert!(instance.verify(&plan).is_ok(), "plans are right");
        counts(&instance, &robots(&instance, root), &plan)
    }))
}

/// Returns the robots in the order in which they are placed: by their goals, the farthest from the
/// root first.
fn robots(instance: &Instance, root: Vertex) -> Vec<Token> {
    let mut search = LocalSearch::new(instance.graph().vertex_count());
    let control = &mut Control::unlimited();
    let all = search.breadth_first(instance.graph(), &[root], |_| true, |_| false, control);
    assert_eq!(all, Ok(None), "there is no limit");
    let goals = search.reached().iter().rev();
    goals.filter_map(|&vertex| instance.goal().token_at(vertex)).collect()
}

/// Replays a plan. A robot is finished once all robots before it are finished, and all of them and
/// the robot itself are at their goals.
fn counts(instance: &Instance, robots: &[Token], plan: &Plan) -> MoveCounts {
    let (graph, goal) = (instance.graph(), instance.goal());
    let mut now = instance.start().clone();
    let mut counts = MoveCounts::default();
    let mut is_finished = vec![false; graph.vertex_count()];
    // The number of finished robots, and the number of these that are not at their goals.
    let (mut finished, mut away) = (0, 0);
    let mut has_blank = true;
    let mut moves = plan.iter();
    let (mut is_new_turn, mut turn_began) = (true, 0);
    loop {
        while away == 0
            && let Some(&robot) = robots.get(finished)
            && now.vertex_of(robot) == goal.vertex_of(robot)
        {
            is_finished[goal.vertex_of(robot).index()] = true;
            finished += 1;
            is_new_turn = true;
            counts.longest_turn = counts.longest_turn.max(counts.all - turn_began);
            turn_began = counts.all;
        }
        if is_new_turn && let Some(&robot) = robots.get(finished) {
            has_blank = reaches_blank(graph, &is_finished, &now, now.vertex_of(robot));
            is_new_turn = false;
        }
        let Some(action) = moves.next() else { return counts };
        let on = |vertex: Vertex| is_finished[vertex.index()];
        counts.all += 1;
        counts.without_blank += u64::from(!has_blank);
        counts.on_finished += u64::from(on(action.from) || on(action.to));
        let home = goal.vertex_of(action.token);
        if on(home) {
            away += usize::from(action.from == home);
            away -= usize::from(action.to == home);
        }
        let is_legal = now.relocate(action.token, action.to);
        assert!(is_legal, "the plan was verified");
    }
}

/// Returns whether a vacant vertex can be reached from here over vertices that are not finished.
fn reaches_blank(graph: &Graph, is_finished: &[bool], now: &Configuration, here: Vertex) -> bool {
    let mut search = LocalSearch::new(graph.vertex_count());
    let free = |vertex: Vertex| !is_finished[vertex.index()];
    let is_vacant = |vertex| now.is_vacant(vertex);
    search
        .breadth_first(graph, &[here], free, is_vacant, &mut Control::unlimited())
        .is_ok_and(|met| met.is_some())
}

#[cfg(test)]
mod tests {
    use motion_core::Move;

    use super::*;

    #[test]
    fn robots_come_by_the_distances_of_their_goals() {
        let grid = cases::puzzle(Seed(1), 3, 1).without_two().robots;
        let order = |root| robots(&grid, Vertex(root)).iter().map(|robot| robot.0).collect::<Vec<_>>();
        assert_eq!(order(8), [0, 3, 1, 4, 2, 5]);
        assert_eq!(order(2), [3, 4, 0, 5, 1, 2]);
    }

    /// On a path of four, robot 0 is already finished on the second vertex, and robot 1 comes next.
    #[test]
    fn turns_without_a_blank_and_moves_of_finished_robots_are_counted() {
        let counted = |start, goal, moves: &[(u32, u32, u32)]| {
            let path = Graph::from_edges(4, [0, 1, 2].map(|vertex| (Vertex(vertex), Vertex(vertex + 1))));
            let ways = [(Vertex(1), Vertex(1)), (Vertex(start), Vertex(goal))];
            let instance = Instance::new(path.expect("a path"), &ways).expect("distinct vertices");
            let action =
                |&(token, from, to)| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
            let plan: Plan = moves.iter().map(action).collect();
            let MoveCounts { all, without_blank, on_finished, longest_turn } =
                counts(&instance, &[Token(0), Token(1)], &plan);
            [all, without_blank, on_finished, longest_turn]
        };
        // Robot 1 is behind robot 0, which makes way and returns.
        assert_eq!(counted(0, 3, &[(0, 1, 2), (1, 0, 1), (1, 1, 0), (0, 2, 1)]), [4, 4, 4, 0]);
        // Robot 1 is beside a blank; robot 0 moves unnecessarily.
        assert_eq!(counted(3, 0, &[(1, 3, 2), (1, 2, 3), (0, 1, 0), (0, 0, 1)]), [4, 0, 2, 0]);
        // Robot 1 arrives, is finished, and leaves again.
        assert_eq!(counted(3, 2, &[(1, 3, 2), (1, 2, 3)]), [2, 0, 1, 1]);
    }
}
