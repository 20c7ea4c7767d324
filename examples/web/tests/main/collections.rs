//! Texts with several instances.

use serde_json::{Value, json};

use crate::engine::{all_names, instance, instances, read, samples, text};

const LEVELS: &str =
    "First\n\n#####\n#@$.#\n#####\n\n#####\n#@?.#\n#####\n\nLast\n\n######\n#@$ .#\n######\n";

#[test]
fn the_chosen_instance_is_the_one_that_is_read() {
    for family in all_names() {
        for (name, sample) in samples(family) {
            let all = instances(family, &sample);
            let chosen = all["chosen"].as_u64().expect("an index");
            assert!(chosen < all["count"].as_u64().expect("a number"), "{name}: {all}");
            let one = instance(family, &sample, chosen as usize);
            assert_eq!(one, json!({ "text": read(family, &sample)["text"] }), "{name}");
        }
        for garbage in ["", "no instance"] {
            let all = instances(family, garbage);
            assert!(all["count"] == 1 || all["error"]["message"].is_string(), "{family}: {all}");
            assert!(instance(family, garbage, 0)["error"]["message"].is_string(), "{family}");
        }
    }
}

#[test]
fn levels_have_titles_and_errors_of_their_own() {
    let titles = json!(["First", null, "Last"]);
    let expected = |chosen| json!({ "label": "level", "count": 3, "chosen": chosen, "titles": titles });
    assert_eq!(instances("sokoban", LEVELS), expected(0));
    let third = format!("level 3\n{LEVELS}");
    assert_eq!(instances("sokoban", &third), expected(2));
    for index in [0, 2] {
        let one = text(&instance("sokoban", &third, index)["text"]);
        assert_eq!(read("sokoban", &one)["text"], one);
        assert_eq!(one, text(&read("sokoban", &format!("level {}\n{LEVELS}", index + 1))["text"]));
    }
    assert_eq!(instance("sokoban", LEVELS, 1)["error"]["line"], 8);
    assert_eq!(instance("sokoban", &third, 1)["error"]["line"], 9);
    let message = "there is no level 4: the text has 3";
    assert_eq!(instance("sokoban", LEVELS, 3)["error"]["message"], message);
    assert_eq!(instances("sokoban", &format!("level 4\n{LEVELS}"))["error"]["message"], message);
}

#[test]
fn a_broken_game_does_not_hide_the_others() {
    let game = text(&read("ricochet", &samples("ricochet")[0].1)["text"]);
    let broken = game.replacen("---", "-?-", 1);
    let all = format!("{game}\n\n{broken}\n\n{game}");
    let expected = json!({ "label": "game", "count": 3, "chosen": 0, "titles": [null, null, null] });
    assert_eq!(instances("ricochet", &all), expected);
    assert_eq!(read("ricochet", &all)["text"], game);
    assert_eq!(instance("ricochet", &all, 2)["text"], game);
    let line = game.lines().count() + 2;
    assert_eq!(instance("ricochet", &all, 1)["error"]["line"], line);
}

#[test]
fn a_scenario_holds_its_first_robots() {
    // The fourth entry starts where the first does.
    let entries = [(0, 1), (1, 2), (2, 3), (0, 4)];
    let entries = entries.map(|(start, goal)| format!("0\ta.map\t5\t1\t{start}\t0\t{goal}\t0\t1\n"));
    let all = format!("type octile\nheight 1\nwidth 5\nmap\n.....\nversion 1\n{}", entries.concat());
    let expected = json!({ "label": "first robots", "count": 3, "chosen": 2, "titles": [] });
    assert_eq!(instances("robots", &all), expected);
    for index in 0..3 {
        let one = text(&instance("robots", &all, index)["text"]);
        let facts = &read("robots", &one)["facts"];
        assert!(facts.as_array().expect("facts").contains(&json!(["robots", (index + 1).to_string()])));
    }
    let error = instance("robots", &all, 3);
    assert_eq!(error["error"]["message"], "there is no instance 4: the text has 3");
    let graph = "p edge 2 1\ne 1 2\nr 1 2\n";
    assert_eq!(instances("robots", graph)["count"], 1);
    assert_eq!(instance("robots", graph, 1)["text"], Value::Null);
}
