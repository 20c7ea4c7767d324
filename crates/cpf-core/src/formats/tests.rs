//! Tests that every format reads back what it has written.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use motion_core::{Cell, Grid, Move, Schedule, Token, Vertex};
use proptest::prelude::*;
use proptest::sample::Index;

use super::moving_ai::{Map, Scenario, ScenarioEntry};
use super::{CellList, CpfText, GraphText, PathsText, PlanText, StepsText, TaskList};
use crate::directed::{DirectedGraph, DirectedInstance};
use crate::instance::{Instance, Setup};

fn small_grids() -> impl Strategy<Value = Grid> {
    (1u32..6, 1u32..6, any::<u32>()).prop_map(|(rows, columns, closed)| {
        let mut grid = Grid::new(rows, columns).expect("small");
        for cell in (0..rows * columns).filter(|cell| closed.rotate_left(*cell).trailing_zeros() >= 2) {
            grid.close(Cell(cell));
        }
        grid
    })
}

/// Instances on grids with at least one open cell; some have no robot.
fn instances() -> impl Strategy<Value = Instance> {
    let open = |grid: &Grid| grid.to_graph().cells.len() as u32;
    small_grids().prop_filter("no open cell", move |grid| open(grid) > 0).prop_flat_map(move |grid| {
        let vertices: Vec<_> = (0..open(&grid)).map(Vertex).collect();
        let orders = (Just(vertices.clone()).prop_shuffle(), Just(vertices).prop_shuffle());
        (orders, any::<Index>()).prop_map(move |((starts, goals), count)| {
            let count = count.index(starts.len() + 1);
            let robots = starts.into_iter().zip(goals).take(count).collect();
            Setup::on_grid(grid.clone(), robots).instance().expect("distinct vertices")
        })
    })
}

/// Generates consecutive moves, legal or not: in each step some robots change their vertices.
fn schedules(instance: &Instance) -> impl Strategy<Value = Schedule> + use<> {
    let vertices = instance.graph().vertex_count();
    let robots = instance.robot_count();
    let start = instance.start().places().to_vec();
    let targets = prop::collection::vec(prop::option::of(0..vertices as u32), robots);
    prop::collection::vec(targets, 0..6).prop_map(move |steps| {
        let mut places = start.clone();
        let mut schedule = Schedule::new();
        for targets in steps {
            let moves = (0..).map(Token).zip(targets).filter_map(|(token, to)| {
                let (from, to) = (places[token.index()], Vertex(to?));
                places[token.index()] = to;
                (from != to).then_some(Move { token, from, to })
            });
            schedule.push_step(moves.collect::<Vec<_>>());
        }
        schedule
    })
}

/// Puts the robots of an instance on arcs in both directions. Arcs chosen by these bits are left
/// out, unless another arc would then lie on no directed cycle.
fn with_arcs(instance: &Instance, bits: u64) -> DirectedInstance {
    let vertices = instance.graph().vertex_count();
    let mut arcs: Vec<_> = instance.graph().edges().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    for index in (0..arcs.len()).rev().filter(|index| bits.rotate_right(*index as u32) & 1 == 1) {
        let mut fewer = arcs.clone();
        fewer.remove(index);
        let graph = DirectedGraph::from_arcs(vertices, fewer.iter().copied());
        if graph.is_ok_and(|graph| graph.one_way().is_none()) {
            arcs = fewer;
        }
    }
    let graph = DirectedGraph::from_arcs(vertices, arcs).expect("a directed graph");
    let robots = instance.start().places().iter().copied().zip(instance.goal().places().iter().copied());
    DirectedInstance::new(graph, &robots.collect::<Vec<_>>()).expect("arcs on cycles")
}

fn sorted_steps(schedule: &Schedule) -> Vec<Vec<Move>> {
    let mut steps: Vec<_> = schedule.steps().map(<[Move]>::to_vec).collect();
    while steps.last().is_some_and(Vec::is_empty) {
        steps.pop();
    }
    steps
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        (instance, schedule) in
            instances().prop_flat_map(|instance| (Just(instance.clone()), schedules(&instance))),
        arcs in any::<u64>(),
    ) {
        let on_grid = |text: &str| (text.parse::<Scenario>(), instance.grid().cloned().expect("on a grid"));
        let mut texts = Vec::new();
        let again: [(String, Result<Instance, _>); 2] = {
            let (graph_text, cpf_text) = (instance.to_string(), CpfText(&instance).to_string());
            let read = (graph_text.parse(), cpf_text.parse().map(|CpfText(instance)| instance));
            [(graph_text, read.0), (cpf_text, read.1)]
        };
        for (text, again) in again {
            let again = again.expect("what was written");
            prop_assert_eq!(again.graph(), instance.graph());
            prop_assert_eq!((again.start(), again.goal()), (instance.start(), instance.goal()));
            texts.push(text);
        }
        let grid = instance.grid().expect("on a grid");
        let map = Map::try_from(grid.clone()).expect("no walls");
        texts.push(map.to_string());
        prop_assert_eq!(texts[2].parse(), Ok(map));

        let ends = [instance.start(), instance.goal()].map(motion_core::Configuration::places);
        for places in ends {
            let cells = instance.cells().expect("on a grid");
            let list: CellList = places.iter().map(|place| cells[place.index()]).collect();
            let again: CellList = list.to_string().parse().expect("what was written");
            prop_assert_eq!(again.vertices(grid, places.len()), Ok(places.to_vec()));
            prop_assert!(again.vertices(grid, places.len() + 1).is_err());
            texts.push(list.to_string());
        }
        if instance.robot_count() > 0 {
            let cells = instance.cells().expect("on a grid");
            let tasks: TaskList = ends.map(|places| places.iter().map(|place| cells[place.index()]).collect())
                .into_iter().collect();
            let again: TaskList = tasks.to_string().parse().expect("what was written");
            prop_assert_eq!(again.vertices(grid), Ok(ends.map(<[Vertex]>::to_vec).to_vec()));
            prop_assert_eq!(again.to_string(), tasks.to_string());
        }
        let directed = with_arcs(&instance, arcs);
        texts.push(directed.to_string());
        prop_assert_eq!(texts[5].parse(), Ok(GraphText::Arcs(directed)));
        prop_assert_eq!(texts[0].parse::<GraphText>().map(|read| read.to_string()), Ok(texts[0].clone()));

        texts.push(Scenario::of_instance(&instance, "a.map").expect("a grid").to_string());
        let (scenario, grid) = on_grid(&texts[6]);
        let scenario = scenario.expect("what was written");
        prop_assert_eq!(scenario.instance(grid.clone(), instance.robot_count()), Ok(instance.clone()));
        prop_assert!(scenario.instance(grid, instance.robot_count() + 1).is_err());

        texts.push(PlanText(&schedule).to_string());
        let PlanText(again) = texts[7].parse().expect("what was written");
        prop_assert_eq!(sorted_steps(&again), sorted_steps(&schedule));

        texts.push(StepsText::new(&schedule, &instance).expect("moves fit").to_string());
        prop_assert_eq!(StepsText::read(&texts[8], &instance), Ok(schedule.clone()));

        texts.push(PathsText::new(&schedule, &instance).expect("moves fit").to_string());
        let again = PathsText::read(&texts[9], &instance).expect("what was written");
        prop_assert_eq!(sorted_steps(&again), sorted_steps(&schedule));
    }
}

#[test]
fn scenarios_complain_where_a_robot_stands() {
    let entry = |start, goal, map: &str| ScenarioEntry {
        bucket: 0,
        map: map.into(),
        width: 3,
        height: 1,
        start,
        goal,
        length: 1.0,
    };
    let good = |start, goal| entry(start, goal, "a.map");
    let mut grid = Grid::new(1, 3).expect("three cells");
    grid.close(Cell(2));
    let complaint = |entries: &[ScenarioEntry]| {
        let text = Scenario::new(entries.to_vec()).expect("can be written").to_string();
        let scenario: Scenario = text.parse().expect("what was written");
        scenario.instance(grid.clone(), entries.len()).expect_err("a bad robot").to_string()
    };
    let fine = good((0, 0), (1, 0));
    let wide = ScenarioEntry { width: 4, ..fine.clone() };
    assert_eq!(
        complaint(&[fine.clone(), wide]),
        "line 3, column 1: this is for a map 4 wide and 1 high, but the map is 3 wide and 1 high"
    );
    assert_eq!(complaint(&[good((0, 1), (0, 0))]), "line 2, column 13: (0, 1) is not on the map");
    assert_eq!(complaint(&[good((0, 0), (2, 0))]), "line 2, column 17: (2, 0) is a closed cell");
    assert_eq!(
        complaint(&[fine.clone(), good((1, 0), (1, 0))]),
        "line 3, column 17: the robot at line 2, column 17 has the same goal"
    );
    // Entries of several buckets form one list, whose first robots are taken; a bucket is part of
    // it.
    let later = ScenarioEntry { bucket: 3, ..good((1, 0), (0, 0)) };
    let again = ScenarioEntry { bucket: 3, ..good((0, 0), (0, 0)) };
    assert_eq!(
        complaint(&[fine.clone(), later.clone(), again.clone()]),
        "line 4, column 13: the robot at line 2, column 13 starts on the same vertex"
    );
    let scenario = Scenario::new([fine.clone(), later.clone(), again].into()).expect("can be written");
    let robots = |scenario: &Scenario, robots| {
        scenario.setup(grid.clone(), robots).map(|setup| setup.robots).map_err(|error| error.to_string())
    };
    let [zero, one] = [0, 1].map(Vertex);
    assert_eq!(robots(&scenario, 0), Ok([].into()));
    assert_eq!(robots(&scenario, 2), Ok([(zero, one), (one, zero)].into()));
    let bucket = scenario.bucket(3).expect("two entries");
    assert_eq!(robots(&bucket, 1), Ok([(one, zero)].into()));
    assert_eq!(robots(&bucket, 3), Err("line 5, column 1: 3 robots are wanted, but there are 2".into()));
    assert_eq!(
        scenario.bucket(1).map_err(|error| error.to_string()).err().as_deref(),
        Some("line 5, column 1: no robot is in bucket 1")
    );
    for text in [
        "version 2\n",
        "version 1.5\n",
        "version 1.\n",
        "version 01\n",
        "version\n",
        "version 1 0\n",
        "version 1\n1 a.map 3 1 0 0 1 0 -1",
        "version 1\n1 a.map 3 1 0 0 1 0 nan",
    ] {
        assert!(text.parse::<Scenario>().is_err());
    }
    assert_eq!(
        "version 1.5\n".parse::<Scenario>().err().map(|error| error.to_string()).as_deref(),
        Some("line 1, column 9: scenarios of version 1 or 1.0 are read, not of version \"1.5\"")
    );
    for version in ["1", "1.0", "1.00"] {
        let printed = scenario.to_string();
        let entries = printed.strip_prefix("version 1\n").expect("the first line");
        let text = alloc::format!("# a scenario\n\nversion {version}\n\n #1 b.map\n{entries}");
        let again = text.parse::<Scenario>().expect("a scenario");
        assert_eq!(again.entries(), scenario.entries());
        assert_eq!(again.to_string(), printed);
    }
    assert!(Scenario::new([entry((0, 0), (1, 0), "a map")].into()).is_err());
    assert!(Scenario::new([ScenarioEntry { length: f64::NAN, ..fine }].into()).is_err());
}
