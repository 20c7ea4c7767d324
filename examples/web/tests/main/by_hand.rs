//! Moves and changes by hand.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::engine::{all_names, description, edit, play, random, read, samples, show, solve, text};

/// The families whose moves are made by hand here.
const PLAYED: [&str; 4] = ["sliding", "robots", "ricochet", "sokoban"];

const ARROWS: [(char, &str); 4] =
    [('U', "ArrowUp"), ('R', "ArrowRight"), ('D', "ArrowDown"), ('L', "ArrowLeft")];

fn arrow(letter: char) -> &'static str {
    let letter = letter.to_ascii_uppercase();
    ARROWS.iter().find(|(name, _)| *name == letter).expect("a direction").1
}

/// Makes a step of a solution by hand. Returns the text afterwards.
fn make(family: &str, instance: &str, step: &str) -> String {
    let last = step.chars().last().expect("a step");
    let moved = |instance: &str, action: Value| {
        let played = play(family, instance, &action);
        assert!(played["text"].is_string(), "{family}: {step} by {action}: {played}");
        let lengths =
            [&played["counts"], &description(family)["units"]].map(|list| list.as_array().map(Vec::len));
        assert_eq!(lengths[0], lengths[1], "{family}: {played}");
        (text(&played["text"]), text(&played["move"]))
    };
    match family {
        "sliding" | "sokoban" => moved(instance, json!({ "key": arrow(last) })).0,
        "ricochet" => {
            let selected = play(family, instance, &json!({ "key": step[..1] }));
            let (after, name) = moved(instance, json!({ "key": arrow(last), "from": selected["selected"] }));
            assert_eq!(name, step);
            after
        }
        _ => {
            let points = read(family, instance)["points"].clone();
            let mut after = instance.to_owned();
            for action in step.split(", ") {
                let (_, ends) = action.split_once(": ").expect("a robot");
                let (from, to) = ends.split_once('→').expect("two vertices");
                let place = |vertex: &str| &points[vertex.parse::<usize>().expect("a number") - 1];
                let selected = play(family, &after, &json!({ "x": place(from)[0], "y": place(from)[1] }));
                assert_eq!(&selected["selected"], place(from));
                let to = place(to);
                let (next, name) =
                    moved(&after, json!({ "x": to[0], "y": to[1], "from": selected["selected"] }));
                assert_eq!(name, action);
                after = next;
            }
            after
        }
    }
}

/// Makes the moves of an answer one by one, which must lead to its text. Returns their number.
fn check_moves(family: &str, instance: &str, played: &Value) -> usize {
    let steps: Vec<String> = match (family, text(&played["move"])) {
        ("sokoban", steps) => steps.chars().map(String::from).collect(),
        ("robots", step) => vec![step],
        (_, steps) => steps.split(' ').map(str::to_owned).collect(),
    };
    assert_eq!(played["counts"][0], steps.len(), "{family}: {played}");
    let after = steps.iter().fold(instance.to_owned(), |at, step| make(family, &at, step));
    assert_eq!(after, text(&played["text"]), "{family}: {played} in\n{instance}");
    steps.len()
}

/// Solves an instance and makes its moves by hand. Returns the number of steps, if the instance was
/// solved.
fn play_through(family: &str, instance: &str) -> Option<usize> {
    let (answer, _) = solve(family, instance, None, &json!({}));
    let solution = answer["solution"].as_str()?;
    let shown = show(family, instance, solution);
    let mut steps: Vec<String> = shown["steps"].as_array()?.iter().map(text).collect();
    let count = steps.len();
    // Steps of robots have several moves. Slides deflected by diagonals have several steps, but
    // there are no diagonals here.
    let unit = if family == "sokoban" { "steps" } else { "moves" };
    assert!(family == "robots" || shown["metrics"][unit] == count, "{family}: {count} steps");
    let mut at = instance.to_owned();
    for step in steps.drain(..) {
        assert_ne!(read(family, &at)["status"], "lost", "{family}: before {step} in\n{at}");
        at = make(family, &at, &step);
    }
    assert_eq!(read(family, &at)["status"], "solved", "{family}:\n{at}");
    Some(count)
}

#[test]
fn the_moves_of_a_solution_lead_to_the_goal() {
    for family in PLAYED {
        for (name, sample) in samples(family).into_iter().take(2) {
            assert!(play_through(family, &sample).is_some_and(|steps| steps > 0), "{family}, {name}");
        }
    }
}

#[test]
fn what_cannot_move_stays() {
    for (family, action) in [
        ("sliding", json!({ "x": 50, "y": 50 })),
        ("sliding", json!({ "key": "a" })),
        ("sokoban", json!({ "key": "ArrowUp" })),
        ("sokoban", json!({ "x": 650, "y": 150 })),
        ("robots", json!({ "x": 5000, "y": 0 })),
        ("robots", json!({ "key": "ArrowUp" })),
        ("ricochet", json!({ "key": "z" })),
        ("ricochet", json!({ "x": 50, "y": -50 })),
    ] {
        assert_eq!(play(family, &samples(family)[0].1, &action), json!({}), "{family}: {action}");
    }
}

#[test]
fn several_tiles_move_towards_a_blank() {
    let played = play("sliding", "1 2 3\n4 5 6\n0 7 8", &json!({ "x": 250, "y": 250 }));
    assert_eq!(played, json!({ "text": "1 2 3\n4 5 6\n7 8 0", "move": "7L 8L", "counts": [2] }));
}

#[test]
fn the_player_walks_and_pushes_by_clicks() {
    let level = "#######\n#@    #\n# $  .#\n#     #\n#######";
    let walked = play("sokoban", level, &json!({ "x": 150, "y": 250 }));
    assert_eq!((&walked["move"], &walked["counts"]), (&json!("d"), &json!([1, 0])));
    let beside = text(&walked["text"]);
    let selected = play("sokoban", &beside, &json!({ "x": 250, "y": 250 }));
    assert_eq!((&selected["selected"], &selected["text"]), (&json!([250.0, 250.0]), &Value::Null));
    let pushed = play("sokoban", &beside, &json!({ "x": 250, "y": 250, "from": selected["selected"] }));
    assert_eq!((&pushed["move"], &pushed["counts"]), (&json!("R"), &json!([1, 1])));
    assert_eq!(pushed["selected"], json!([350.0, 250.0]));
    assert_eq!(play("sokoban", level, &json!({ "x": 550, "y": 350 }))["move"], "rrrrdd");
}

/// A click on a target is as good as its moves one by one, and leaves the same token selected.
#[test]
fn selected_tokens_move_to_their_targets() {
    let sokoban = "########\n#@     #\n# $#   #\n#  # $.#\n#     .#\n########";
    let ricochet = "+---+---+---+---+\n| r     |     b |\n+   +   +   +   +\n|             G |\n\
        +   +---+   +   +\n|   |     g     |\n+---+---+---+---+";
    let robots = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\nversion 1\n0 a.map 3 2 0 0 2 1 1\n0 a.map 3 2 1 0 0 1 1\n";
    for (family, instance, token, least) in [
        ("sokoban", sokoban, [250, 250], 10),
        ("sokoban", sokoban, [550, 350], 8),
        ("ricochet", ricochet, [50, 50], 2),
        ("robots", robots, [50, 50], 1),
        ("robots", robots, [150, 50], 1),
    ] {
        let selected = play(family, instance, &json!({ "x": token[0], "y": token[1] }));
        let targets = selected["targets"].as_array().expect("targets");
        assert!(targets.len() >= least, "{family}: {selected}");
        let ways = selected["reachable"].as_array().unwrap_or(targets);
        let direct = ways.iter().filter(|way| way.get(2).is_none_or(|moves| moves == 1)).count();
        assert_eq!(direct, targets.len(), "{family}");
        for way in ways {
            let action = json!({ "x": way[0], "y": way[1], "from": selected["selected"] });
            let moved = play(family, instance, &action);
            assert_eq!(moved["selected"], json!([way[0], way[1]]), "{family}: {action}");
            let again = json!({ "x": way[0], "y": way[1] });
            let reselected = play(family, &text(&moved["text"]), &again);
            assert_eq!(moved["targets"], reselected["targets"], "{family}: {action}");
            assert_eq!(moved["reachable"], reselected["reachable"], "{family}: {action}");
            let steps = check_moves(family, instance, &moved);
            assert!(way.get(2).is_none_or(|moves| *moves == steps), "{family}: {action}");
        }
    }
}

#[test]
fn a_box_without_a_way_is_selected_and_the_player_walks() {
    let level = "#######\n#@ $ .#\n#######";
    let selected = json!({ "selected": [350.0, 150.0], "targets": [[450.0, 150.0], [550.0, 150.0]] });
    assert_eq!(play("sokoban", level, &json!({ "x": 350, "y": 150 })), selected);
    let beyond = "#######\n#.$ @ #\n#######";
    let blocked = play("sokoban", beyond, &json!({ "x": 550, "y": 150, "from": [250, 150] }));
    assert_eq!((&blocked["move"], &blocked["selected"]), (&json!("r"), &Value::Null));
    let pushed = play("sokoban", beyond, &json!({ "x": 150, "y": 150, "from": [250, 150] }));
    assert_eq!((&pushed["move"], &pushed["counts"]), (&json!("lL"), &json!([2, 1])));
}

#[test]
fn the_rule_of_diagonals_survives_moves_and_changes() {
    let game = "+---+---+---+\n| r         |\n+   +   +   +\n|     /   b |\n+   +   +   +\n|         R |\n\
        +---+---+---+\ndiagonal 1 1 g\nno stops on diagonals\n";
    let rule = |text: &Value| text.as_str().is_some_and(|text| text.contains("no stops on diagonals"));
    assert!(rule(&play("ricochet", game, &json!({ "key": "ArrowRight" }))["text"]));
    let closed = json!({ "tool": "closed", "x": 250, "y": 50 });
    assert!(rule(&edit("ricochet", game, &closed)["text"]));
}

#[test]
fn lost_positions_are_seen() {
    let reason = |level: &str| {
        let view = read("sokoban", level);
        assert_eq!(view["status"], "lost", "{level}");
        text(&view["reason"])
    };
    let corner = reason("#######\n#$   .#\n#  @  #\n#######");
    assert_eq!(
        corner,
        "the box in row 2, column 2 is on a dead square, from which no box can be pushed to a goal"
    );
    let block = reason("########\n#      #\n# $$   #\n# $$ @ #\n#    ..#\n#    ..#\n########");
    assert!(block.starts_with("the box in row 3, column 3 can never be moved again"), "{block}");
}

#[test]
fn tools_do_what_their_labels_say() {
    let changed = |family, instance: &str, action| text(&edit(family, instance, &action)["text"]);
    let swap = json!({ "tool": "swap", "from": [50, 50], "x": 150, "y": 50 });
    assert_eq!(changed("sliding", "1 2\n3 0", swap), "2 1\n3 0");
    assert_eq!(changed("sliding", "1 2\n3 0", json!({ "tool": "add-row", "x": 0, "y": 0 })), "1 2\n3 0\n4 5");
    let blank = json!({ "tool": "blank", "x": 50, "y": 50 });
    assert_eq!(changed("sliding", "1 2\n3 0", blank.clone()), "0 1\n2 0");
    assert_eq!(changed("sliding", "0 1\n2 0", blank), "3 1\n2 0");
    let removed = json!({ "tool": "remove-column", "x": 0, "y": 0 });
    assert_eq!(changed("sliding", "1 2 3\n0 4 5", removed), "1 2\n0 3");

    let on_goal = json!({ "tool": "box", "x": 350, "y": 150 });
    assert_eq!(changed("sokoban", "#####\n#@$.#\n#####", on_goal), "#####\n#@$*#\n#####");

    let path = "c at 1 100 100\nc at 2 300 100\np edge 2 1\ne 1 2\nr 1 2\n";
    let vertex = changed("robots", path, json!({ "tool": "vertex", "x": 200, "y": 300 }));
    assert_eq!(vertex, "c at 1 100 100\nc at 2 300 100\nc at 3 200 300\np edge 3 1\ne 1 2\nr 1 2\n");
    let edge = changed("robots", &vertex, json!({ "tool": "edge", "from": [100, 100], "x": 200, "y": 300 }));
    assert!(edge.contains("p edge 3 2\ne 1 2\ne 1 3\n"), "{edge}");
    let goal = changed("robots", &edge, json!({ "tool": "goal", "from": [100, 100], "x": 200, "y": 300 }));
    assert!(goal.ends_with("r 1 3\n"), "{goal}");
    let robot = changed("robots", &goal, json!({ "tool": "robot", "x": 300, "y": 100 }));
    assert!(robot.ends_with("r 1 3\nr 2 2\n"), "{robot}");
    let removed = changed("robots", &robot, json!({ "tool": "remove-vertex", "x": 300, "y": 100 }));
    assert_eq!(removed, "c at 1 100 100\nc at 2 200 300\np edge 2 1\ne 1 2\nr 1 2\n");

    // Tools that paint are dragged; places without an effect are skipped.
    let dragged = |tool, path: Value| json!({ "tool": tool, "path": path });
    let room = "#####\n#@$.#\n#   #\n#####";
    let walls = dragged("wall", json!([[150, 250], [9000, 250], [250, 250], [350, 250]]));
    assert_eq!(changed("sokoban", room, walls), "#####\n#@$.#\n#####\n#####");
    let map = "type octile\nheight 1\nwidth 4\nmap\n....\nversion 1\n";
    let closed = changed("robots", map, dragged("remove-vertex", json!([[50, 50], [150, 50], [-50, 50]])));
    assert!(closed.contains("\n@@..\n"), "{closed}");
    assert_eq!(changed("robots", &closed, dragged("vertex", json!([[50, 50], [150, 50]]))), map);
    let nowhere = edit("robots", map, &dragged("vertex", json!([[-50, 50]])));
    assert_eq!(nowhere["error"]["message"], "there is no cell");
    assert!(edit("robots", map, &dragged("vertex", json!([])))["error"]["message"].is_string());

    let game = "+---+---+---+\n| r     |   |\n+   +   +---+\n|       | bR|\n+   +   +   +\n|           |\n+---+---+---+";
    let wall = json!({ "tool": "wall", "x": 190, "y": 150 });
    let without_wall = changed("ricochet", game, wall.clone());
    assert_eq!(without_wall.lines().nth(3), Some("|         bR|"));
    assert_eq!(changed("ricochet", &without_wall, wall).lines().nth(3), Some("|       | bR|"));

    // A single target moves. If there are several, one is added or removed.
    let target = |game: &str, tool, x: u32| {
        let game = changed("ricochet", game, json!({ "tool": tool, "x": x, "y": 50 }));
        game.lines().filter(|line| line.starts_with('|')).map(str::to_owned).collect::<Vec<_>>()
    };
    let line = "+---+---+---+";
    let one = format!("{line}\n| r   R   b |\n{line}\n|           |\n{line}\n|           |\n{line}");
    assert_eq!(target(&one, "target-b", 50)[0], "| rB      b |");
    let two = one.replacen("|           |", "|          *|", 1);
    assert_eq!(target(&two, "target-b", 50)[..2], ["| rB   R  b |", "|          *|"]);
    assert_eq!(target(&two, "target-r", 150)[..2], ["| r       b |", "|          *|"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn random_instances_can_be_played_to_the_end(family in prop::sample::select(&PLAYED[..]), seed in 0..1000_u32) {
        let size = json!({ "rows": 3, "columns": 3, "blanks": if family == "robots" { 2 } else { 1 }, "boxes": 1, "seed": seed });
        let instance = text(&random(family, &size)["text"]);
        play_through(family, &instance);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Arrows, clicks on places and on targets, and tools lead from instances to instances.
    #[test]
    fn hands_lead_to_texts_that_are_read_by_moves_that_replay(
        family in prop::sample::select(&PLAYED[..]),
        seed in 0..1000_u32,
        actions in prop::collection::vec((0..5, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..16),
    ) {
        let mut instance = text(&random(family, &json!({ "seed": seed, "boxes": 2 }))["text"]);
        let tools = description(family)["tools"].as_array().expect("tools").clone();
        let mut chosen = json!({});
        for (kind, which, other) in actions {
            let points = read(family, &instance)["points"].as_array().expect("points").clone();
            let targets = chosen["targets"].as_array().or(chosen["reachable"].as_array()).unwrap_or(&points);
            let (point, target) = (&points[which.index(points.len())], &targets[which.index(targets.len())]);
            let from = &chosen["selected"];
            let played = match kind {
                0 => play(family, &instance, &json!({ "key": ARROWS[which.index(4)].1, "from": from })),
                1 => play(family, &instance, &json!({ "x": point[0], "y": point[1], "from": from })),
                2 | 3 => play(family, &instance, &json!({ "x": target[0], "y": target[1], "from": from })),
                _ => {
                    let tool = &tools[other.index(tools.len())]["tool"];
                    let places = json!({ "tool": tool, "path": [point, target], "from": point });
                    edit(family, &instance, &places)
                }
            };
            if kind < 4 {
                prop_assert_eq!(&played["error"], &Value::Null);
            }
            if played["selected"].is_array() {
                chosen = played.clone();
            }
            let Some(after) = played["text"].as_str() else { continue };
            if kind < 4 {
                check_moves(family, &instance, &played);
            } else {
                chosen = json!({});
            }
            let view = read(family, after);
            if kind == 4 && family == "sokoban" && view["error"].is_object() {
                continue;
            }
            prop_assert_eq!((&view["error"], &view["text"]), (&Value::Null, &json!(after)));
            instance = after.to_owned();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn edited_texts_can_be_read_and_drawn(
        family in prop::sample::select(all_names()),
        sample in any::<prop::sample::Index>(),
        actions in prop::collection::vec(
            (any::<prop::sample::Index>(), [-100.0..1000.0, -100.0..1000.0], [0.0..1000.0, 0.0..1000.0]),
            1..10,
        ),
    ) {
        let samples = samples(family);
        let mut instance = samples[sample.index(samples.len())].1.clone();
        let tools = description(family)["tools"].clone();
        let tools = tools.as_array().expect("tools");
        for (tool, [x, y], from) in actions.into_iter().filter(|_| !tools.is_empty()) {
            let action = json!({ "tool": tools[tool.index(tools.len())]["tool"], "x": x, "y": y, "from": from });
            let edited = edit(family, &instance, &action);
            let Some(after) = edited["text"].as_str() else {
                prop_assert!(edited["error"]["message"].is_string(), "{edited}");
                continue;
            };
            let view = read(family, after);
            prop_assert!(view["svg"].is_string(), "{family}: {action} in\n{instance}\n{}", view["error"]);
            if PLAYED.contains(&family) && family != "sokoban" {
                prop_assert_eq!(&view["error"], &Value::Null);
                prop_assert_eq!(text(&view["text"]), after);
            }
            play(family, after, &json!({ "x": y, "y": x, "from": from }));
            instance = after.to_owned();
        }
    }
}
