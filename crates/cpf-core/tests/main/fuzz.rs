//! Feeds every reader of text with arbitrary text. Accepted instances and plans are checked by the
//! feasibility test and the referee.

use cpf_core::directed::DirectedInstance;
use cpf_core::formats::moving_ai::{Map, Scenario};
use cpf_core::formats::{
    CellList, CpfText, FormatError, GraphText, PathsText, PlanText, StepsText, TaskList,
};
use cpf_core::improve::{Improver, parallelise};
use cpf_core::internal::{Reachability, reached_along_arcs};
use cpf_core::{Instance, MotionModel, Referee, Setup};
use motion_core::error::RunError;
use motion_core::sink::Sink;
use motion_core::{Budget, Cell, Control, Grid, Plan, Schedule, Vertex};
use motion_testing::fuzzing::{Answer, Door};
use proptest::prelude::*;

const GRAPHS: [&str; 5] = [
    "p edge 4 3\ne 1 2\ne 2 3\ne 3 4\nr 1 4\n",
    "c a tail\r\np edge 5 5\r\ne 1 2\r\ne 2 3\r\ne 1 3\r\ne 3 4\r\ne 4 5\r\nr 1 2\r\nr 2 1\r\nr 4 4\r\n",
    "p edge 6 7\ne 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\nr 1 2\nr 2 1\nr 3 3\nr 4 4\nr 5 6\n",
    "p edge 5 2\ne 1 2\ne 4 5\nr 1 2\nr 5 4",
    "p edge 3 2\ne 1 2\ne 2 3\n",
];

const GRAPH_WORDS: &str = "p ~edge ~p edge 3 2\n~p edge 4 3\n~e ~e 1 2\n~e 2 3\n~e 1 3\n~e 3 4\n~r ~r 1 2\n~r 2 1\n~\
    r 3 3\n~r 2 3\n~c x\n~1~2~3~4~ ~ ~\n~\n~\t~1 2\n~5";

const ARCS: [&str; 4] = [
    "p arc 3 3\na 1 2\na 2 3\na 3 1\nr 1 3\nr 2 1\n",
    "c across\r\np arc 4 5\r\na 1 2\r\na 2 3 1\r\na 3 4\r\na 4 1 1.0\r\na 3 1\r\nr 1 2\r\nr 2 1\r\nr 4 4\r\n",
    "p arc 5 6\na 1 2\na 2 1\na 2 3\na 3 2\na 4 5\na 5 4\nr 1 3\nr 5 4",
    "p arc 2 0\nr 2 2\n",
];

const ARC_WORDS: &str = "p ~arc ~edge ~p arc 3 3\n~p arc 4 5\n~a ~a 1 2\n~a 2 3\n~a 3 1\n~a 3 4\n~a 4 1\n~a 2 1\n~e 1 2\n~\
    r ~r 1 2\n~r 2 1\n~r 3 3\n~c x\n~1~2~3~4~ ~ 1~.0~-~\n~\n~\t~5";

const CELLS: [&str; 3] = ["2\n0\n5\n", "# LoRR\r\n3\r\n5\r\n\r\n 0\r\n#1\r\n2", "0\n"];

const TASKS: [&str; 3] = ["2\n0,5,0\n5\n", "# LoRR\r\n3\r\n5, 4\r\n\r\n 0\r\n#1\r\n2,2 ,1", "0\n"];

const CELL_WORDS: &str = "0\n~1\n~2\n~3\n~4\n~5\n~6\n~0~1~2~#~# x\n~,~, ~\n~\r\n~-1\n~99999999999\n";

const CPFS: [&str; 3] = [
    "V =\n(0:-1)[1:0:0]\n(1:-1)[0:2:2]\n(2:-1)[2:1:1]\nE =\n{0,1} (-1)\n{1,2} (-1)\n",
    " V = \r\n( 0 : 3 ) [ 1 : 2 : 2 ]\r\n\r\n(1:0)[2:1:1]\r\n(2:-7)[0:0:0]\r\nE=\r\n{ 0 , 1 }\r\n{2,1}(5)\r\n{0,2}",
    "V =\n(0:-1)[0:0:0]\nE =\n",
];

const CPF_WORDS: &str = "V =\n~E =\n~(0:-1)[1:0:0]\n~(1:-1)[0:1:1]\n~(2:-1)[2:2:2]\n~(0:-1)[0:0:0]\n~{0,1} (-1)\n~\
    {1,2}\n~V~E~=~(~)~[~]~{~}~:~,~-~0~1~2~3~\n~\n~ ~(1:-1)[0:0:0]\n~V=\n~{0,2}";

const MAPS: [&str; 4] = [
    "type octile\nheight 2\nwidth 3\nmap\n..@\n.T.\n",
    "width 4\r\n\r\ntype octile\r\nheight 3\r\nmap\r\nGS.W\r\n@.O.\r\n....\r\n\r\n",
    "type octile\nheight 1\nwidth 1\nmap\n.",
    "# a comment\n\ntype octile\nwidth 3\n#\nheight 2\nmap\n\n.ES\n \n@TG\n",
];

const MAP_WORDS: &str = "E~#~# x\n~type octile\n~height ~width ~height 2\n~width 3\n~map\n~type ~octile~...\n~..@\n~.~@~T~\n~ ~1\n~2\n~3\n~G~S";

const SCENARIOS: [&str; 4] = [
    "version 1\n0\ta.map\t3\t2\t0\t0\t2\t1\t3.00000000\n0\ta.map\t3\t2\t1\t0\t0\t0\t1\n",
    "version 1\r\n4294967295 b 3 2 2 1 0 1 1e300\r\n\r\n1 b 3 2 0 1 0 0 0.5\r\n",
    "version 1\n0 a.map 3 2 0 0 0 0 0",
    "# first\nversion 1.0\n\n0 a.map 3 2 0 0 0 0 0\n #last",
];

const SCENARIO_WORDS: &str = "version 1.0\n~version 1\n~.~#~# x\n~version ~0 a.map 3 2 0 0 2 1 3.0\n~1 a.map 3 2 2 0 0 0 2\n~0 ~1 ~2 ~3 ~a.map ~\
    \t~\n~-0.0 ~nan ~inf ~1e999 ~2 1 ~3 2 ";

const PLANS: [&str; 5] = [
    "c two robots\n1 2 2 3\n2 1 1 2\n2 2 3 5\n3 1 2 1\n4 1 1 4\n",
    "1 2 2 3\r\n2 2 3 5\r\n3 1 1 4\r\n",
    "1 2 2 3\n1 1 1 4\n2 2 3 5\n",
    "9 1 1 4\n9 1 4 1\n",
    "",
];

const PLAN_WORDS: &str = "1 ~2 ~3 ~4 ~5 ~1 1 1 4\n~1 2 2 3\n~2 2 3 5\n~2 1 4 1\n~c\n~\n~\n~6\n";

const STEPS: [&str; 3] = [
    "0:(0,0),(1,0),\n1:(0,0),(2,0),\n2:(0,1),(2,1),\n",
    "agents=2\nsolution=\n0:(0,0),(1,0)\r\n1:(0,0),(1,0),\r\n2: (0,1), (2,0)\r\n",
    "0:(0,0),(1,0)\n1:(1,0),(0,0)\n2:(2,1),(2,1)",
];

const STEPS_WORDS: &str =
    "0:~1:~2:~(0,0),~(1,0),~(2,0),~(0,1),~(2,1),\n~(1,1)~(~)~,~0~1~\n~\n~x=1\n~0:(0,0),(1,0),\n";

const PATHS: [&str; 3] = [
    "Agent 0: (0,0)->(1,0)->\nAgent 1: (0,1)->(0,2)->(1,2)->\n",
    "Agent 0:(0,0)\r\nAgent 1:(0,1)->(0,1)->(0,2)\r\n",
    "Agent 0: (0,0)->(0,1)->(0,2)->(1,2)->(1,2)->\n\nAgent 1: (0,1)->(0,0)->(1,0)->",
];

const PATHS_WORDS: &str =
    "Agent 0: ~Agent 1:~Agent ~(0,0)~(0,0)->~(0,1)~(0,1)->~(1,0)->~(0,2)->~(1,2)~(1,1)~->~-~:~0~1~\n~\n";

/// Fuzzes a reader with its own format.
fn door<T>(
    name: &str,
    words: &str,
    good: &[&str],
    read: impl Fn(&str) -> Result<T, FormatError>,
    check: impl Fn(&str, T) -> Result<(), TestCaseError>,
) {
    Door { name, share: 1, words, good }.fuzz(|text| match read(text) {
        Ok(value) => check(text, value).map(|()| Answer::Accepted),
        Err(error) => Ok(Answer::Refused(error.to_string(), Some((error.at.line, error.at.column)))),
    });
}

/// Checks the feasibility test on small graphs against the placements that are reached.
fn judge(instance: &Instance) -> Result<(), TestCaseError> {
    let feasible = instance.feasibility().is_ok();
    let graph = instance.graph();
    if graph.vertex_count() <= 6 {
        let reachability = Reachability::new(graph, instance.robot_count()).expect("a small graph");
        let reached = reachability.connected(instance.start().places(), instance.goal().places());
        prop_assert_eq!(feasible, reached);
    }
    let within = instance.feasibility_within(&mut Control::new(Budget::new().with_nodes(50)));
    prop_assert!(RunError::passed(within).unwrap_or(feasible) == feasible);
    Ok(())
}

/// Checks that an instance prints back in both formats; graph text cannot hold an instance without
/// robots.
fn printed(instance: &Instance) -> Result<(), TestCaseError> {
    let same = |again: &Instance| {
        again.graph() == instance.graph()
            && (again.start(), again.goal()) == (instance.start(), instance.goal())
    };
    let text = instance.to_string();
    let again = text.parse::<Instance>();
    prop_assert!(again.map_or(instance.robot_count() == 0, |again| same(&again)), "{}", text);
    let text = CpfText(instance).to_string();
    prop_assert!(text.parse().is_ok_and(|CpfText::<Instance>(again)| same(&again)), "{}", text);
    Ok(())
}

fn check_instance(instance: &Instance) -> Result<(), TestCaseError> {
    if instance.graph().vertex_count() < 1000 {
        printed(instance)?;
        judge(instance)?;
    }
    Ok(())
}

/// Instances and setups differ only if robots share a vertex.
#[test]
fn graph_texts() {
    let is_clear = |text: &str, error: &FormatError| match text.parse::<Setup>() {
        Ok(setup) => setup.instance().is_err(),
        Err(same) => same == *error,
    };
    let checked = |text: &str| {
        let result = text.parse::<Instance>();
        assert!(result.as_ref().map_or_else(|error| is_clear(text, error), |_| true), "{result:?}");
        result
    };
    door("graph text", GRAPH_WORDS, &GRAPHS, checked, |text, instance| {
        prop_assert_eq!(text.parse().map(Setup::instance), Ok(Ok(instance.clone())));
        check_instance(&instance)
    });
}

/// An instance is feasible if and only if moves along arcs reach its goal.
#[test]
fn graph_texts_with_arcs() {
    let read = |text: &str| {
        let either = text.parse::<GraphText>();
        let result = text.parse::<DirectedInstance>();
        match &either {
            Ok(GraphText::Edges(instance)) => assert_eq!(text.parse().as_ref(), Ok(instance)),
            Ok(GraphText::Arcs(instance)) => assert_eq!(result.as_ref(), Ok(instance)),
            Err(error) => assert!(!error.to_string().is_empty() && result.is_err()),
        }
        result
    };
    door("graph text, arcs", ARC_WORDS, &ARCS, read, |_, instance| {
        let underlying = instance.underlying();
        if underlying.graph().vertex_count() < 1000 {
            let text = instance.to_string();
            prop_assert_eq!(text.parse(), Ok(GraphText::Arcs(instance.clone())));
            judge(underlying)?;
        }
        if underlying.graph().vertex_count() <= 5 {
            let reached = reached_along_arcs(instance.graph(), underlying.start().places());
            let is_reached =
                reached.expect("a small graph").iter().any(|to| to == underlying.goal().places());
            prop_assert_eq!(instance.feasibility().is_ok(), is_reached);
        }
        Ok(())
    });
}

/// Tasks of several cells.
#[test]
fn lists_of_tasks() {
    door("tasks", CELL_WORDS, &TASKS, str::parse::<TaskList>, |_, list| {
        let printed = list.to_string();
        let again = printed.parse::<TaskList>().expect("what was printed");
        prop_assert_eq!(again.to_string(), printed);
        let vertices = list.vertices(&grid()).ok();
        prop_assert_eq!(again.vertices(&grid()).ok(), vertices);
        Ok(())
    });
}

/// Cells as starts and as goals.
#[test]
fn lists_of_cells() {
    door("cells", CELL_WORDS, &CELLS, str::parse::<CellList>, |_, list| {
        let printed = list.to_string();
        let again = printed.parse::<CellList>().expect("what was printed");
        prop_assert_eq!(again.to_string(), printed);
        let vertices = list.vertices(&grid(), list.len());
        prop_assert_eq!(again.vertices(&grid(), list.len()).is_ok(), vertices.is_ok());
        if let Ok(starts) = vertices {
            let goals = starts.iter().rev().copied();
            let robots = starts.iter().copied().zip(goals).collect();
            judge(&Setup::on_grid(grid(), robots).instance().expect("distinct cells"))?;
        }
        Ok(())
    });
}

#[test]
fn cpf_files() {
    let read = |text: &str| text.parse().map(|CpfText::<Instance>(instance)| instance);
    door(".cpf", CPF_WORDS, &CPFS, read, |_, instance| check_instance(&instance));
}

#[test]
fn maps() {
    door(".map", MAP_WORDS, &MAPS, str::parse::<Map>, |text, map| {
        prop_assert!(map.grid().cell_count() <= text.len());
        prop_assert_eq!(map.to_string().parse(), Ok(map.clone()));
        prop_assert_eq!(Map::try_from(map.grid().clone()), Ok(map));
        Ok(())
    });
}

/// A grid of six cells, one of them closed.
fn grid() -> Grid {
    let mut grid = Grid::new(2, 3).expect("six cells");
    grid.close(Cell(4));
    grid
}

#[test]
fn scenarios() {
    let all = |text: &str| {
        let scenario = text.parse::<Scenario>()?;
        assert!(scenario.instance(grid(), usize::MAX).is_err());
        let instance = scenario.instance(grid(), scenario.entries().len())?;
        Ok((scenario, instance))
    };
    door(".scen", SCENARIO_WORDS, &SCENARIOS, all, |_, (scenario, instance)| {
        let printed = scenario.to_string();
        let again = printed.parse::<Scenario>().expect("what was printed");
        prop_assert_eq!(again.to_string(), printed);
        prop_assert_eq!(again.instance(grid(), scenario.entries().len()), Ok(instance.clone()));
        prop_assert!(Scenario::new(scenario.entries().to_vec()).is_ok());
        let of = Scenario::of_instance(&instance, "a.map").expect("on a grid");
        prop_assert_eq!(of.instance(grid(), instance.robot_count()), Ok(instance.clone()));
        judge(&instance)
    });
}

fn on_grid() -> Instance {
    let robots = vec![(Vertex(0), Vertex(3)), (Vertex(1), Vertex(4))];
    Setup::on_grid(grid(), robots).instance().expect("an instance")
}

/// Whatever moves a file holds, the referee answers, as do all functions that take plans.
fn refereed(schedule: &Schedule, instance: &Instance) -> Result<(), TestCaseError> {
    for model in [MotionModel::Pebble, MotionModel::Train, MotionModel::Standard] {
        if let Ok(metrics) = instance.verify_schedule(schedule, model) {
            prop_assert_eq!(metrics.moves, schedule.moves().len() as u64);
        }
    }
    let plan: Plan = schedule.moves().iter().copied().collect();
    let verified = instance.verify(&plan);
    let mut referee = Referee::new(instance);
    plan.iter().for_each(|action| referee.accept(action));
    prop_assert_eq!(referee.finish(), verified.clone());
    let as_schedule = instance.verify_schedule(&Schedule::from(&plan), MotionModel::Pebble);
    prop_assert_eq!(&as_schedule, &verified);
    let solves = verified.is_ok();
    let mut control = Control::new(Budget::new().with_nodes(10_000).with_bytes(1 << 20));
    let improved = Improver::default().improve(instance, plan.clone(), &mut control);
    prop_assert_eq!(control.stats().bytes, 0);
    for model in [MotionModel::Pebble, MotionModel::Train] {
        let parallel = parallelise(instance, &plan, model);
        prop_assert!(parallel.is_ok() == improved.is_ok() && (parallel.is_ok() || !solves));
        if solves && let Ok(schedule) = parallel {
            prop_assert!(instance.verify_schedule(&schedule, model).is_ok());
        }
    }
    if solves && let Ok(improved) = improved {
        prop_assert!(improved.plan.len() <= plan.len() && instance.verify(&improved.plan).is_ok());
    }
    Ok(())
}

#[test]
fn plans() {
    let instance = on_grid();
    let read = |text: &str| text.parse().map(|PlanText::<Schedule>(schedule)| schedule);
    door("plan", PLAN_WORDS, &PLANS, read, |_, schedule| {
        // Waits that are merely stated may be very many.
        if schedule.makespan() < 10_000 {
            let printed = PlanText(&schedule).to_string();
            prop_assert_eq!(read(&printed), Ok(schedule.clone()));
            refereed(&schedule, &instance)?;
        }
        Ok(())
    });
}

#[test]
fn steps() {
    let instance = on_grid();
    let read = |text: &str| StepsText::read(text, &instance);
    door("steps", STEPS_WORDS, &STEPS, read, |_, schedule| {
        let printed = StepsText::new(&schedule, &instance).expect("moves fit").to_string();
        prop_assert_eq!(read(&printed), Ok(schedule.clone()));
        refereed(&schedule, &instance)
    });
}

#[test]
fn paths() {
    let instance = on_grid();
    let read = |text: &str| PathsText::read(text, &instance);
    door("paths", PATHS_WORDS, &PATHS, read, |_, schedule| {
        let printed = PathsText::new(&schedule, &instance).expect("moves fit").to_string();
        prop_assert_eq!(read(&printed), Ok(schedule.clone()));
        refereed(&schedule, &instance)
    });
}
