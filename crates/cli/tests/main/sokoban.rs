//! Tests of `sokoban` as its users call it, with good and with bad input.

use motion_testing_program::Answer;
use std::fs;

use crate::call;
use ::sokoban::solver::Method;
use ::sokoban::{AnySolver, Level};
use motion_puzzles::BAD_INPUT;

const LEVELS: &str = "\
Collection: Three levels

#######
#@ $ .#
#######
Title: Straight on

; around the corner
######
#@ . #
# $  #
#    #
######

8#|#.@$---#|8#
Title: 3
";

fn example(arguments: &[&str], input: &str) -> Answer {
    call("sokoban", arguments, input.as_bytes())
}

#[test]
fn every_solver_gives_a_legal_solution() {
    let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
    for solver in AnySolver::all() {
        let name = solver.to_string();
        let answer = example(&["-", "--level", "1-2", "--json", "--solver", &name.to_lowercase()], LEVELS);
        assert_eq!(answer.status(), 0, "{name}");
        let [first, second] = &answer.json()[..] else { panic!("{name}: {}", answer.output) };
        // The cost that the solver minimises: pushes, or steps of the player.
        let cost = if solver.counts_steps() { 3 } else { 2 };
        assert_eq!((&first["algorithm"], &first["moves"]), (&name.as_str().into(), &cost.into()), "{first}");
        assert_eq!((&first["pushes"], &first["player_moves"]), (&2.into(), &3.into()));
        assert_eq!((&first["rows"], &first["columns"], &first["boxes"]), (&3.into(), &7.into(), &1.into()));
        let moves = first["solution"].as_str().expect("steps").parse().expect("steps");
        assert_eq!(level.verify(&moves).map(|metrics| (metrics.pushes, metrics.steps)), Ok((2, 3)));
        let moves = &second[if solver.counts_steps() { "player_moves" } else { "pushes" }];
        assert_eq!((&second["moves"], &second["outcome"]), (moves, &"solved".into()), "{second}");
    }
}

#[test]
fn enhancements_are_part_of_the_name() {
    let algorithm = |arguments: &[&str]| {
        let answer = example(&[&["-", "--level", "1", "--json"], arguments].concat(), LEVELS);
        answer.json()[0]["algorithm"].as_str().expect("a name").to_owned()
    };
    assert_eq!(algorithm(&[]), "auto");
    assert_eq!(algorithm(&["--solver", "iddfs", "--enhance", "imo,pp"]), "IDDFS+PP+IMO");
    assert_eq!(
        algorithm(&["--solver", "IDA*", "--enhance", "pruned", "--enhance", "simple"]),
        "IDA*+simple+pruned"
    );
    for arguments in
        [&["--solver", "greedy"][..], &["--solver", "BFS", "--enhance", "pp"], &["--enhance", "x"]]
    {
        let answer = example(&[&["-"], arguments].concat(), LEVELS);
        let message = answer.message();
        assert_eq!((answer.status(), answer.output.as_str()), (BAD_INPUT, ""));
        assert!(message.contains("there is no solver"), "{message}");
    }
}

#[test]
fn levels_are_chosen_by_number_and_named_by_title() {
    let instances = |level: &str| -> Vec<String> {
        let lines = example(&["-", "--json", "--level", level], LEVELS).json();
        lines.iter().map(|line| line["instance"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(instances("1"), ["standard input, level 1 (Straight on)"]);
    assert_eq!(instances("2-3"), ["standard input, level 2 (around the corner)", "standard input, level 3"]);
    assert_eq!(example(&["-", "--json", "--level", "3"], LEVELS).json()[0]["title"], "3");
    for (level, number) in [("4", 4), ("2-9", 4), ("7-9", 7)] {
        let answer = example(&["-", "--level", level], LEVELS);
        assert_eq!(answer.status(), BAD_INPUT);
        let message = format!("standard input: there is no level {number}: the collection has 3");
        assert_eq!(answer.message(), message);
    }
}

#[test]
fn text_shows_pushes_steps_and_sums() {
    let text = example(&["-", "--level", "1-2"], LEVELS).output;
    for part in [
        "standard input, level 1 (Straight on), auto: 2 pushes, optimal; solved in ",
        "\nrRR\n3 steps of the player, 2 of them pushes\n\n",
        "\n2 of 2 solved: 2.0 pushes on average, 2 at most; ",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let text = example(&["-", "--level", "1-2", "--solver", "a*", "--enhance", "steps"], LEVELS).output;
    for part in [
        "standard input, level 1 (Straight on), A*+steps: 3 steps, optimal; solved in ",
        "\nrRR\n3 steps of the player, 2 of them pushes\n\n",
        "\n2 of 2 solved: 4.0 steps on average, 5 at most; ",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let stopped = ["-", "--level", "2", "--node-limit", "1", "--solver", "A*+steps"];
    let text = example(&stopped, LEVELS).output;
    assert!(text.contains("; any solution has at least ") && text.ends_with(" steps\n"), "{text}");
}

#[test]
fn limits_and_proofs_have_their_exit_status() {
    let answer = example(&["-", "--json"], LEVELS);
    let outcomes: Vec<_> = answer.json().iter().map(|line| line["outcome"].clone()).collect();
    assert_eq!(
        (answer.status(), &outcomes[..]),
        (1, &["solved", "solved", "unsolvable"].map(Into::into)[..])
    );
    assert!(example(&["-", "--level", "3"], LEVELS).output.contains(": unsolvable (proved in "));

    let answer = example(&["-", "--json", "--node-limit", "1"], LEVELS);
    let line = &answer.json()[1];
    assert_eq!((answer.status(), &line["outcome"], &line["why"]), (2, &"stopped".into(), &"nodes".into()));
    assert_eq!((&line["lower_bound"], line.get("pushes")), (&2.into(), None));
    let text = example(&["-", "--level", "2", "--node-limit", "1"], LEVELS).output;
    assert!(text.ends_with("any solution has at least 2 pushes\n"), "{text}");
}

#[test]
fn random_levels_are_made_within_limits() {
    let random = ["--random", "--boxes", "100", "--count", "2", "--time-limit", "0", "--json"];
    let answer = example(&random, "");
    let reason = "the time limit is used up, before the instance was made";
    assert!(answer.json().iter().all(|line| line["reason"] == reason), "{}", answer.output);
    assert_eq!((answer.status(), answer.json().len()), (2, 2));
}

#[test]
fn levels_that_are_too_large_have_a_reason() {
    let wall = "40#|";
    let floor = "#38-#|".repeat(36);
    let large = format!("{wall}#-@$.34-#|{floor}{wall}");
    assert_eq!(example(&["-"], &large).status(), 0);
    let line = example(&["-", "--json", "--solver", "A*"], &large).json().remove(0);
    assert_eq!((&line["outcome"], &line["why"]), (&"stopped".into(), &"unsupported".into()));
    let reason = line["reason"].as_str().expect("a text");
    let expected = "A* does not support this level: auto and FESS support at most 4096 squares from which a \
                    box can be pushed to a goal, and other solvers 1024";
    assert!(reason.starts_with(expected), "{reason}");
}

/// Six boxes may end on more than 1,000 sets of fourteen goals.
const MANY_GOALS: &str = "9#|#-------#|#-$-$-$-#|#.......#|#.......#|#-$-$-$-#|#@------#|9#";

#[test]
fn levels_may_have_more_goals_than_boxes() {
    let solved = |level: &str, arguments: &[&str]| {
        let answer = example(&[&["-", "--json"], arguments].concat(), level);
        assert_eq!(answer.status(), 0, "{}", answer.output);
        answer.json().remove(0)
    };
    for solver in Method::all() {
        let line = solved("######\n#@$..#\n######", &["--solver", &solver.to_string()]);
        // A solver that fills goals in an order may fill the other one first.
        assert!(line["solution"] == "R" || line["solution"] == "RR", "{solver}: {line}");
        assert!(line["solution"] == "R" || line["quality"] == "bounded", "{solver}: {line}");
    }
    let line = solved(MANY_GOALS, &["--improve", "pushes"]);
    let level: Level = MANY_GOALS.parse().expect("a level");
    let moves = line["solution"].as_str().expect("steps").parse().expect("steps");
    assert_eq!(level.verify(&moves).map(|metrics| metrics.pushes), Ok(6));
    assert!(example(&["-", "--analyse"], MANY_GOALS).output.contains("any solution has at least 6 pushes"));
}

#[test]
fn a_method_that_does_not_support_a_level_is_named() {
    for solver in ["RBFS", "RIDDFS", "BBFS", "IDDFS/RBFS", "BFS/RIDDFS", "RFESS+SD", "Takes-X3Y2"] {
        let answer = example(&["-", "--json", "--solver", solver], MANY_GOALS);
        let line = answer.json().remove(0);
        assert_eq!((answer.status(), &line["why"]), (2, &"unsupported".into()), "{line}");
        let reason = line["reason"].as_str().expect("a text");
        let expected = format!(
            "{solver} does not support this level: a search from the goals supports at most 1000 sets of goals \
             that boxes may end on, and 6 boxes may end on more of 14 goals"
        );
        assert_eq!(reason, expected);
        let text = example(&["-", "--solver", solver], MANY_GOALS).output;
        assert!(text.contains(&expected), "{text}");
    }
}

#[test]
fn bad_levels_are_refused_with_line_and_column() {
    for (from, to, message) in [
        ("@ $", "  $", "line 3, column 1: this level has no player"),
        ("@ $", "@ @", "line 4, column 4: a second player; the first is at line 4, column 2"),
        (" .#", "  #", "line 3, column 1: there are more boxes, 1, than goals, 0"),
        ("@ $ .", "@ . .", "line 3, column 1: this level has goals and no box"),
        (" .#", " . ", "line 4, column 7: the border is open: the player could walk out here"),
        (
            "@ $",
            "@x$",
            "line 4, column 3: expected one of # @ + $ * . - _ or a space, or of W p P b B, but found 'x'",
        ),
    ] {
        let levels = LEVELS.replacen(from, to, 1);
        let answer = example(&["-", "--level", "1"], &levels);
        assert_eq!((answer.status(), answer.output.as_str()), (BAD_INPUT, ""));
        assert_eq!(answer.message(), format!("standard input: {message}"));
        // The other levels are solved.
        let answer = example(&["-"], &levels);
        assert_eq!(
            (answer.status(), answer.messages),
            (BAD_INPUT, format!("error: standard input: {message}\n"))
        );
        assert!(answer.output.contains("\n1 of 3 solved: "), "{}", answer.output);
        let lines = example(&["-", "--json"], &levels).json();
        let outcomes: Vec<_> = lines.iter().map(|line| line["outcome"].as_str()).collect();
        assert_eq!(outcomes, ["bad-input", "solved", "unsolvable"].map(Some));
        assert_eq!(lines[0]["reason"], format!("standard input: {message}"));
        let analysed = example(&["-", "--analyse"], &levels);
        assert_eq!(analysed.status(), BAD_INPUT);
        assert!(analysed.output.contains("level 2 (around the corner)"), "{}", analysed.output);
    }
    // Levels that are not selected need not be legal.
    assert_eq!(example(&["-", "--level", "2"], &LEVELS.replacen("@ $", "  $", 1)).status(), 0);
    assert_eq!(
        example(&["-"], "").message(),
        "standard input: there is no level: no rows have a wall and a player, or a wall, boxes and goals"
    );
    for arguments in [
        &[][..],
        &["no/such/file"],
        &["-", "--level", "0"],
        &["-", "--level", "2-1"],
        &["-", "--count", "2"],
        &["-", "--seed", "2"],
        &["-", "--solver", "FESS+upper+farthest"],
        &["-", "--analyse", "--solver", "BFS"],
        &["-", "--analyse", "--time-limit", "1"],
        &["-", "--svg", "x.svg"],
        &["-", "--analyse", "--html", "x.html"],
    ] {
        assert_eq!(example(arguments, LEVELS).status(), BAD_INPUT, "{arguments:?}");
    }
    let drawn = example(&["-", "--svg", "x.svg"], LEVELS).message();
    assert!(drawn.contains("--svg draws one level, but there are 3"), "{drawn}");
}

#[test]
fn analyses_are_printed_as_maps() {
    let answer = example(&["-", "--analyse"], LEVELS);
    assert_eq!(answer.status(), 0);
    for part in [
        "standard input, level 1 (Straight on)\n#######\n#@ $ .#\n#######\nboxes: 1, squares: 5, live squares: 4",
        "; any solution has at least 2 pushes\nsymmetries: up-down\n\nDead squares\n#######\n#x    #\n#######\n",
        "\n\nZones\n#######\n#aaOBB#\n#######\n\nAvailable pushes\n#######\n#..>  #\n#######\n\nstandard input, level 2 (around the corner)\n",
    ] {
        assert!(answer.output.contains(part), "{part} in\n{}", answer.output);
    }
    let lines = example(&["-", "--analyse", "--json"], LEVELS).json();
    let [first, _, third] = &lines[..] else { panic!("three levels") };
    assert_eq!((&first["algorithm"], &first["lower_bound"]), (&"analysis".into(), &2.into()));
    assert_eq!(
        (&first["live_squares"], &first["maps"]["Zones"]),
        (&4.into(), &"#######\n#aaOBB#\n#######".into())
    );
    assert_eq!(third.get("lower_bound"), None);
    assert_eq!((&first["symmetries"], first.get("overfull_chamber")), (&["up-down"][..].into(), None));

    // Boxes of the upper row never leave it.
    let overfull = "9#|#.-$-$-##|#-------#|#@-----.#|9#";
    let text = example(&["-", "--analyse"], overfull).output;
    let said =
        "symmetries: none\nchamber E, with those behind it, holds more boxes than goals: no solution\n";
    assert!(text.contains(said), "{text}");
    assert_eq!(example(&["-", "--analyse", "--json"], overfull).json()[0]["overfull_chamber"], "E");
}

#[test]
fn solutions_are_steps_or_pushes() {
    let solution = |notation: &str| {
        let answer = example(&["-", "--level", "1", "--json", "--notation", notation], LEVELS);
        answer.json()[0]["solution"].as_str().expect("a solution").to_owned()
    };
    assert_eq!((&*solution("steps"), &*solution("pushes")), ("rRR", "Db-Eb-Fb"));
    assert_eq!(example(&["-", "--analyse", "--notation", "pushes"], LEVELS).status(), BAD_INPUT);
}

#[test]
fn solutions_are_improved_by_pushes_or_by_moves() {
    let room = "8#|#--.---#|#-$-$$-#|#.#--#-#|#-$-.--#|#---.@-#|8#";
    let improved = |solver: &str, what: &str| {
        let arguments = ["-", "--json", "--solver", solver, "--improve", what, "--node-limit", "200000"];
        let answer = example(&arguments, room);
        assert_eq!(answer.status(), 0, "{}", answer.output);
        answer.json().remove(0)
    };
    let level: Level = room.parse().expect("a level");
    for (what, name, unit, before) in [
        ("pushes", "pushes", "pushes", "solver_pushes"),
        ("moves", "moves", "player_moves", "solver_player_moves"),
        ("steps", "moves", "player_moves", "solver_player_moves"),
    ] {
        let line = improved("DFS", what);
        assert_eq!((&line["improve"], &line["algorithm"]), (&name.into(), &"DFS".into()), "{line}");
        assert_eq!(line["moves"], line[unit]);
        assert!(line[unit].as_u64() < line[before].as_u64() && line["finish_seconds"].is_f64(), "{line}");
        let moves = line["solution"].as_str().expect("steps").parse().expect("steps");
        let metrics = level.verify(&moves).expect("a solution");
        assert_eq!((&line["pushes"], &line["player_moves"]), (&metrics.pushes.into(), &metrics.steps.into()));
    }
    // A proof of optimality is kept if the unit is the same.
    let line = improved("auto", "pushes");
    assert_eq!((&line["quality"], &line["pushes"]), (&"optimal".into(), &line["solver_pushes"]), "{line}");
    let line = improved("auto", "moves");
    assert_eq!(
        (&line["quality"], &line["lower_bound"]),
        (&"bounded".into(), &line["solver_pushes"]),
        "{line}"
    );
    let line = improved("A*+steps", "moves");
    assert_eq!((&line["quality"], &line["player_moves"]), (&"optimal".into(), &line["moves"]), "{line}");

    let plain = example(&["-", "--json"], room).json().remove(0);
    assert!(plain.get("improve").is_none() && plain.get("solver_pushes").is_none(), "{plain}");
    let text =
        example(&["-", "--solver", "DFS", "--improve", "moves", "--node-limit", "200000"], room).output;
    for part in [" steps, no fewer than ", "; solved in ", ", finished in ", " of them pushes; before: "] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    // Without a solution there is nothing to improve.
    let stopped =
        example(&["-", "--improve", "pushes", "--node-limit", "1", "--json"], room).json().remove(0);
    assert_eq!((&stopped["outcome"], stopped.get("solver_pushes")), (&"stopped".into(), None));
    let lost = example(&["-", "--improve", "moves", "--level", "3", "--json"], LEVELS).json().remove(0);
    assert_eq!(lost["outcome"], "unsolvable");
}

#[test]
fn improvements_that_make_no_sense_are_refused() {
    for arguments in [
        &["-", "--improve"][..],
        &["-", "--improve", "walks"],
        &["-", "--improve", "full"],
        &["-", "--improve", "pushes", "--improve", "moves"],
        &["-", "--improve", "pushes", "--analyse"],
        &["-", "--improve", "pushes", "--solver", "A*+steps"],
    ] {
        let answer = example(arguments, LEVELS);
        assert_eq!((answer.status(), answer.output.as_str()), (BAD_INPUT, ""), "{arguments:?}");
    }
    let message = example(&["-", "--improve", "pushes", "--solver", "A*+steps"], LEVELS).message();
    assert!(message.contains("to make pushes fewer would undo what A*+steps does"), "{message}");
}

#[test]
fn pictures_show_solutions_and_maps() {
    let folder = tempfile::tempdir().expect("a folder");
    let [svg, html] = ["level.svg", "level.html"].map(|name| folder.path().join(name).display().to_string());
    let draw = |more: &[&str]| {
        let answer = example(&[&["-", "--svg", &svg, "--html", &html], more].concat(), LEVELS);
        (answer.status(), answer.messages)
    };
    let said = |file| format!("{file}: not written, as there is no solution to show\n");
    assert_eq!(draw(&["--level", "3"]), (1, said(&svg) + &said(&html)));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);

    assert_eq!(draw(&["--level", "1"]), (0, String::new()));
    let picture = fs::read_to_string(&svg).expect("a picture");
    assert_eq!(picture.matches("class=\"m-token\"").count(), 2);
    assert!(picture.contains("<title>Sokoban, 3×7</title>") && picture.contains("animateTransform"));
    assert!(fs::read_to_string(&html).expect("a page").contains("Sokoban, 3×7"));

    assert_eq!(draw(&["--level", "1", "--analyse"]), (0, String::new()));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 11);
    for map in ["dead-squares", "goal-rooms-and-entrances"] {
        let file = folder.path().join(format!("level-{map}.svg"));
        assert!(fs::read_to_string(file).expect("a picture").starts_with("<svg"));
    }
    assert_eq!(fs::read_to_string(&html).expect("a page").matches("<svg").count(), 9);
}

#[test]
fn files_named_twice_are_not_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let [level, svg] = ["level.xsb", "x.svg"].map(|name| folder.path().join(name).display().to_string());
    let other = folder.path().join(".").join("level.xsb").display().to_string();
    fs::write(&level, "#####\n#@$.#\n#####\n").expect("a file");
    for (arguments, file) in
        [([&level[..], "--svg", &other, "--html", "x"], &other), (["-", "--svg", &svg, "--html", &svg], &svg)]
    {
        let answer = example(&arguments, LEVELS);
        assert_eq!(answer.status(), BAD_INPUT);
        assert_eq!(answer.message(), format!("{file}: this file is named twice, and would be overwritten"));
    }
    let answer = example(&[&level], LEVELS);
    assert!(
        answer.output.starts_with(&format!("{level}, level 1, auto: 1 push, optimal; ")),
        "{}",
        answer.output
    );
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn random_levels_are_shown_and_can_be_solved_again() {
    let random = ["--random", "--boxes", "3", "--seed", "5", "--count", "2", "--json"];
    let answer = example(&random, "");
    let lines = answer.json();
    assert_eq!((answer.status(), lines.len()), (0, 2));
    assert_eq!(example(&random, "").json()[1]["solution"], lines[1]["solution"]);
    let [first, second] = &lines[..] else { panic!("two levels") };
    assert_eq!(first["instance"], "random, seed 5, level 1");
    assert_ne!(first["start"], second["start"]);
    for line in &lines {
        assert_eq!(line["boxes"], 3);
        let start = line["start"].as_str().expect("the level as text");
        assert_eq!(example(&["-", "--json"], start).json()[0]["solution"], line["solution"]);
    }
    let start = first["start"].as_str().expect("the level as text");
    let text = example(&["--random", "--boxes", "3", "--seed", "5"], "").output;
    assert!(text.starts_with("random, seed 5, level 1, auto: "), "{text}");
    assert_eq!(text.matches(start).count(), 1, "{text}");
    let scattered = example(&["--random", "--goals", "scattered", "--json"], "");
    assert_eq!((scattered.status(), &scattered.json()[0]["boxes"]), (0, &10.into()));
    assert_ne!(scattered.json()[0]["start"], example(&["--random", "--json"], "").json()[0]["start"]);
    for arguments in [
        &[][..],
        &["-", "--random"],
        &["-", "--count", "2"],
        &["-", "--boxes", "2"],
        &["-", "--goals", "block"],
        &["--random", "--level", "1"],
        &["--random", "--boxes", "101"],
        &["--random", "--count", "2", "--html", "x.html"],
    ] {
        assert_eq!(example(arguments, LEVELS).status(), BAD_INPUT, "{arguments:?}");
    }
}

#[test]
fn threads_do_not_change_the_answer() {
    let answers = ["1", "2", "4"].map(|jobs| {
        let limits = ["--node-limit", "11200", "--jobs", jobs, "--json"];
        let level = ["--random", "--boxes", "14", "--goals", "scattered", "--seed", "11"];
        let mut lines = example(&[&level[..], &limits].concat(), "").json();
        for line in &mut lines {
            for key in ["seconds", "replay_seconds", "peak_mib"] {
                line.as_object_mut().expect("an object").remove(key);
            }
        }
        lines
    });
    assert_eq!((&answers[1], &answers[2]), (&answers[0], &answers[0]));
    assert!(answers[0].iter().any(|line| line["nodes"].as_u64() > Some(10_000)), "{answers:?}");
    assert_eq!(example(&["--random", "--jobs", "0"], "").status(), BAD_INPUT);
}
