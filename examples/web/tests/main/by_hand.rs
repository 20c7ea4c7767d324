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
    assert!(family == "robots" || shown["metrics"]["moves"] == count, "{family}: {count} steps");
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
        ("sliding", json!({ "x": 250, "y": 250 })),
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
    let pushed = play("sokoban", &text(&walked["text"]), &json!({ "x": 250, "y": 250 }));
    assert_eq!((&pushed["move"], &pushed["counts"]), (&json!("R"), &json!([1, 1])));
    assert_eq!(play("sokoban", level, &json!({ "x": 550, "y": 350 }))["move"], "rrrrdd");
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

    let game = &samples("ricochet")[0].1;
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
