//! Instances and the properties of plans go through serde and back; invalid instances are refused.

use cpf_core::{Instance, Metrics, MotionModel, Setup};
use motion_core::graph::Graph;
use motion_core::{Cell, Grid, Vertex};
use serde_json::{Value, from_value, json, to_value};

#[test]
fn instances_keep_their_robots_and_their_grid() {
    let graph = Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))]).expect("a path");
    let instance =
        Instance::new(graph, &[(Vertex(0), Vertex(2)), (Vertex(2), Vertex(1))]).expect("two robots");
    let value = to_value(&instance).expect("can be written");
    let expected = json!({
        "graph": { "vertices": 3, "edges": [[0, 1], [1, 2]] },
        "robots": [[0, 2], [2, 1]],
        "grid": null,
    });
    assert_eq!(value, expected);
    assert_eq!(from_value::<Instance>(value).expect("can be read"), instance);

    let mut grid = Grid::new(2, 2).expect("four cells");
    grid.close(Cell(0));
    let setup = Setup::on_grid(grid, vec![(Vertex(0), Vertex(1))]);
    let instance = Instance::try_from(setup.clone()).expect("a robot");
    assert_eq!(Setup::from(instance.clone()), setup);
    let value = to_value(&instance).expect("can be written");
    assert_eq!(value["grid"], json!({ "rows": 2, "columns": 2, "closed": [0], "walls": [] }));
    assert_eq!(from_value::<Setup>(value.clone()).expect("can be read"), setup);
    assert_eq!(from_value::<Instance>(value).expect("can be read"), instance);
}

#[test]
fn what_is_no_instance_is_refused() {
    let refused = |robots: Value, grid: Value| {
        let value = json!({ "graph": { "vertices": 2, "edges": [[0, 1]] }, "robots": robots, "grid": grid });
        from_value::<Instance>(value).expect_err("no instance").to_string()
    };
    assert!(refused(json!([[0, 1], [0, 0]]), Value::Null).contains("both start on vertex 1"));
    assert!(refused(json!([[0, 5]]), Value::Null).contains("vertex 6"));
    assert!(refused(json!([]), json!({ "rows": 1, "columns": 3 })).contains("grid"));
}

#[test]
fn models_and_metrics_come_back() {
    let models = [MotionModel::Pebble, MotionModel::Train, MotionModel::Standard];
    let value = to_value(models).expect("can be written");
    assert_eq!(value, json!(["Pebble", "Train", "Standard"]));
    assert_eq!(from_value::<[MotionModel; 3]>(value).expect("can be read"), models);
    let mut metrics = Metrics::default();
    (metrics.moves, metrics.makespan, metrics.sum_of_costs) = (1, 2, 3);
    let value = to_value(metrics).expect("can be written");
    assert_eq!(value, json!({ "moves": 1, "makespan": 2, "sum_of_costs": 3 }));
    assert_eq!(from_value::<Metrics>(value).expect("can be read"), metrics);
}
