//! Tests of distances to goals, also with scarce memory.

use motion_core::{Budget, Configuration, Control, Stop, Token, Vertex};
use motion_testing::cases;
use proptest::prelude::*;

use super::settings::{Setting, settings};
use crate::board::{BlankRoute, GoalDistances, WorkingBoard};

fn goals_of(setting: &Setting) -> Configuration {
    Configuration::new(setting.graph.vertex_count(), &setting.goals).expect("distinct goals")
}

/// Every robot and vertex, with the claimed distance and the measured one.
fn distances(
    setting: &Setting,
    goal_distances: &GoalDistances,
) -> impl Iterator<Item = (Token, Vertex, u32, Option<u32>)> {
    (0..).map(Token).zip(&setting.goals).flat_map(move |(robot, &goal)| {
        let steps = setting.steps(goal, |_| true);
        let vertices = setting.graph.vertices();
        vertices
            .map(move |vertex| (robot, vertex, goal_distances.distance(robot, vertex), steps[vertex.index()]))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(50, 500)))]

    #[test]
    fn distances_from_home_are_measured(setting in settings()) {
        let mut control = Control::unlimited();
        let goal_distances = setting.goal_distances(&mut control);
        prop_assert!(goal_distances.are_known());
        prop_assert_eq!(goal_distances.open_rectangle().is_some(), setting.is_open_rectangle());
        for (robot, vertex, claimed, steps) in distances(&setting, &goal_distances) {
            prop_assert_eq!(claimed, steps.unwrap_or(u32::from(u16::MAX)), "{:?} {:?}", robot, vertex);
        }
        if let Some(open) = goal_distances.open_rectangle() {
            for from in setting.graph.vertices() {
                let steps = setting.steps(from, |_| true);
                for to in setting.graph.vertices() {
                    prop_assert_eq!(Some(open.between(from, to)), steps[to.index()]);
                }
            }
        }
    }

    /// Checks that a grid is then treated as open, and that distances on another graph are unknown.
    #[test]
    fn scarce_memory_makes_distances_inexact(setting in settings()) {
        let (vertices, robots) = (setting.graph.vertex_count(), setting.places.len());
        if robots == 0 || setting.is_open_rectangle() {
            return Ok(());
        }
        let enough = 4 * (vertices * robots) as u64;
        for (bytes, suffices) in [(enough, true), (enough - 1, false)] {
            let mut control = Control::new(Budget::new().with_bytes(bytes));
            let goal_distances = GoalDistances::new(&setting.graph, setting.grid.as_ref(), &goals_of(&setting), &mut control);
            let goal_distances = goal_distances.expect("no limit on nodes");
            prop_assert_eq!(goal_distances.are_known(), suffices || setting.grid.is_some());
            prop_assert!(goal_distances.open_rectangle().is_none());
            let cells = setting.grid.as_ref().map(|grid| (grid, grid.to_graph().cells));
            for (robot, vertex, claimed, steps) in distances(&setting, &goal_distances) {
                let expected = match &cells {
                    _ if suffices => steps.unwrap_or(u32::from(u16::MAX)),
                    None => 0,
                    Some((grid, cells)) => {
                        let (a, b) = (cells[vertex.index()], cells[setting.goals[robot.index()].index()]);
                        grid.row(a).abs_diff(grid.row(b)) + grid.column(a).abs_diff(grid.column(b))
                    }
                };
                prop_assert_eq!(claimed, expected);
            }
        }
    }

    /// Checks that weighted routes without distances are those with the fewest moves.
    #[test]
    fn nothing_known_weighs_nothing(setting in settings(), target in any::<prop::sample::Index>()) {
        let target = setting.pick(target);
        let mut control = [Control::unlimited(), Control::unlimited()];
        let mut boards = control.each_mut().map(|control| {
            let mut board = WorkingBoard::new(&setting.graph, setting.start(), GoalDistances::default(), control)
                .expect("no limit");
            let locked = setting.graph.vertices().filter(|&vertex| setting.is_locked(vertex));
            locked.for_each(|vertex| board.lock(vertex));
            board
        });
        let results = [boards[0].vacate(target, BlankRoute::default()), boards[1].vacate(target, BlankRoute::Shortest)];
        prop_assert_eq!(results[0], results[1]);
        prop_assert_eq!(boards[0].trail(), boards[1].trail());
        prop_assert!(!boards[0].goal_distances().are_known());
    }

    /// Checks that there is one breadth-first search for each robot, and none on open grids.
    #[test]
    fn measuring_is_work(setting in settings()) {
        let work = (setting.graph.vertex_count() * setting.goals.len()) as u64;
        let work = if setting.is_open_rectangle() { 0 } else { work };
        let mut control = Control::unlimited();
        setting.goal_distances(&mut control);
        prop_assert_eq!(control.stats().nodes, work);
        if work > 0 {
            let mut control = Control::new(Budget::new().with_nodes(work - 1));
            let stopped = GoalDistances::new(&setting.graph, setting.grid.as_ref(), &goals_of(&setting), &mut control);
            prop_assert_eq!(stopped.err(), Some(Stop::Nodes));
        }
    }
}
