//! Tests of `reproduce` as its users call it, with good and with bad input.

use motion_testing_program::Answer;
use std::fs;
use std::path::Path;

use crate::call;
use motion_benches::reproduce;
use motion_puzzles::BAD_INPUT;
use tempfile::{TempDir, tempdir};

fn run(arguments: &[&str]) -> Answer {
    call(reproduce::run, "reproduce", arguments)
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_else(|why| panic!("{file}: {why}"))
}

#[test]
fn the_list_names_every_paper() {
    let answer = run(&["list"]);
    assert_eq!(answer.status(), 0);
    for name in [
        "snakes-puzzle ",
        "snakes-cpf-ears ",
        "clockwise ",
        "sokoban-1 ",
        "sokoban-4 ",
        "sokoban-auto ",
        "sokoban-collections ",
        "sokoban-fewest ",
        "sokoban-rolling-stone ",
        "sokoban-random ",
        "sokoban-agents ",
        "sokoban-rooms ",
        "sokoban-takes ",
        "ricochet-graph-dp ",
        "distributed ",
    ] {
        assert!(answer.output.lines().any(|line| line.starts_with(name)), "{name}");
    }
}

#[test]
fn the_status_tells_the_age_of_results() {
    let folder = tempdir().expect("a folder");
    let results = folder.path().join("results");
    let path = results.to_str().expect("text");
    assert_eq!(run(&["clockwise", "--quick", "--folder", path]).status(), 0);
    let answer = run(&["status", "--folder", path]);
    assert_eq!(answer.status(), 0);
    let line = |name: &str| {
        let line = answer.output.lines().find(|line| line.starts_with(name));
        line.unwrap_or_else(|| panic!("{name} is not in {}", answer.output)).to_owned()
    };
    assert!(line("sokoban-1 ").ends_with("not measured"));
    // A commit may lack a history, as in an archive.
    let now = line("clockwise ");
    assert!(now.ends_with("not changed since") || now.ends_with("at an unknown commit"), "{now}");
    assert!(answer.output.ends_with(&format!("{now}\n")), "the newest come last");
    // A page of the book beside the results.
    let page = folder.path().join("page.md");
    fs::write(&page, "\n<!-- table: results/clockwise.csv | board -->\n<!-- end of table -->\n")
        .expect("a file");
    let answer = run(&["pages", "--folder", path]);
    assert_eq!((answer.status(), answer.output), (0, format!("{}\n", page.display())));
    assert!(read(folder.path(), "page.md").contains("\n| 3×3 |\n"));
    assert!(read(&results, "README.md").contains("(clockwise.md) | M. Almulla"));
    assert_eq!(run(&["pages", "--folder", path]).output, "");
}

#[test]
fn pages_tables_and_drawings_are_written_and_depend_on_no_thread() {
    let folders = ["1", "3"].map(|jobs| {
        let folder = tempdir().expect("a folder");
        let path = folder.path().to_str().expect("text");
        let answer = run(&["clockwise", "--quick", "--jobs", jobs, "--folder", path]);
        assert_eq!(answer.status(), 0);
        folder
    });
    let [one, three] = folders.each_ref().map(|folder| read(folder.path(), "clockwise.csv"));
    assert_eq!(one, three);
    let folder = folders[0].path();
    let page = read(folder, "clockwise.md");
    for part in [
        "| 3×3 | 20 | 1 | 1 |",
        "](clockwise.svg)",
        "](clockwise.csv)",
        "--bin reproduce -- clockwise --quick",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert!(read(folder, "clockwise.svg").contains("procedure"));
    assert!(read(folder, "README.md").contains("(clockwise.md)"));
    let mut table = csv::Reader::from_reader(one.as_bytes());
    assert_eq!(table.headers().expect("a header").len(), 16);
    assert!(table.records().all(|row| row.is_ok_and(|row| row.len() == 16)));
}

#[test]
fn missing_data_is_reported() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let answer = run(&["sokoban-4", "--quick", "--folder", path]);
    assert_eq!(answer.status(), 2);
    assert_eq!(answer.messages, "sokoban-4: skipped, it needs sokoban/xsokoban_90.xsb in --data\n");
    let answer = run(&["sokoban", "--quick", "--folder", path, "--data", path]);
    assert_eq!((answer.status(), answer.messages.lines().count()), (2, 13));
    for arguments in [&[][..], &["tables"], &["clockwise", "puzzles"], &["clockwise", "--jobs", "some"]] {
        assert_eq!(run(arguments).status(), BAD_INPUT, "{arguments:?}");
    }
    let unknown = run(&["tables"]).message();
    assert!(unknown.contains("`tables`") && unknown.contains("reproduce list"), "{unknown}");
    fs::create_dir(folder.path().join("sokoban")).expect("a folder");
    fs::write(folder.path().join("sokoban/xsokoban_90.xsb"), "#####\n#@$.#\n#####\n\n####\n#@$#\n####\n")
        .expect("a file");
    let answer = run(&["sokoban-4", "--quick", "--folder", path, "--data", path]);
    assert_eq!(answer.status(), BAD_INPUT);
    assert!(answer.message().starts_with("sokoban/xsokoban_90.xsb: "), "{}", answer.message());
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let file = file.to_str().expect("text");
    assert_eq!(run(&["clockwise", "--quick", "--folder", file]).status(), BAD_INPUT);
}

#[test]
fn levels_of_the_thesis_are_compared_with_it() {
    let data = tempdir().expect("a folder");
    fs::create_dir(data.path().join("sokoban")).expect("a folder");
    let levels = "######\n#@$ .#\n######\n\n7#|#@$-$.#|#3-.-#|7#\n";
    for file in ["microban_1.xsb", "xsokoban_90.xsb"] {
        fs::write(data.path().join("sokoban").join(file), levels).expect("a file");
    }
    let folder = tempdir().expect("a folder");
    let paths = [data.path(), folder.path()].map(|path| path.to_str().expect("text"));
    let answer = run(&["sokoban-1", "sokoban-2", "--quick", "--data", paths[0], "--folder", paths[1]]);
    assert_eq!(answer.status(), 0, "{}", answer.messages);
    let levels = read(folder.path(), "sokoban-1-levels.csv");
    assert!(levels.contains("BFS+SD,M1,1,2,yes,"), "{levels}");
    // The first level of XSokoban, which the thesis solves by 97 pushes.
    assert!(levels.lines().any(|line| line.starts_with("BFS,X1,") && line.ends_with(",,,")), "{levels}");
    assert!(
        levels.lines().any(|line| line.starts_with("BFS+SD,X1,") && line.contains(",97,997833,")),
        "{levels}"
    );
    assert!(!levels.contains(",X2,"));
    let page = read(folder.path(), "sokoban-2.md");
    assert!(page.contains("| BBFS+SD+met |") && page.contains("| RBFS+zones |"));
    // Table 2, as printed: fewer nodes than BFS 115, IDDFS 143, IDDFS+PP+IMO 126.
    let comparison = read(folder.path(), "sokoban-2-comparison.csv");
    let mut table = csv::Reader::from_reader(comparison.as_bytes());
    let rows = table.records().map(|row| row.expect("a row")).filter(|row| &row[0] == "RBFS");
    let printed: Vec<_> = rows.map(|row| [1, 3, 7].map(|column| row[column].to_owned())).collect();
    let expected = [["BFS+SD", "115", "88"], ["IDDFS+SD", "143", "117"], ["IDDFS+PP+IMO+SD", "126", "125"]];
    assert_eq!(printed, expected);
    assert!(read(folder.path(), "sokoban-2-speeds.svg").contains("of the thesis"));
}

/// Creates a folder of data with two levels in each of the files of levels.
fn two_levels() -> TempDir {
    let data = tempdir().expect("a folder");
    fs::create_dir(data.path().join("sokoban")).expect("a folder");
    let levels = "########\n#      #\n# $@$  #\n#  .## #\n#.  $. #\n########\n\n7#|#@-$-$.#|#3-.-#|7#\n";
    for file in ["microban_1.xsb", "xsokoban_90.xsb"] {
        fs::write(data.path().join("sokoban").join(file), levels).expect("a file");
    }
    data
}

/// Does what [`two_levels`] does, and adds files of their known pushes.
fn two_known_levels() -> TempDir {
    let data = two_levels();
    for file in ["known_pushes_microban1.tsv", "known_pushes_xsokoban.tsv"] {
        let known = "# a comment\nlevel\toptimal\tbest_verified\n1\t-\t200\n2\t-\t-\n";
        fs::write(data.path().join("sokoban").join(file), known).expect("a file");
    }
    data
}

#[test]
fn the_default_solver_is_compared_with_what_is_known() {
    let (data, folder) = (two_known_levels(), tempdir().expect("a folder"));
    let paths = [data.path(), folder.path()].map(|path| path.to_str().expect("text"));
    let answer = run(&["sokoban-auto", "--quick", "--data", paths[0], "--folder", paths[1]]);
    assert_eq!(answer.status(), 0, "{}", answer.messages);
    let summary = read(folder.path(), "sokoban-auto.csv");
    let rows: Vec<Vec<&str>> = summary.lines().skip(1).map(|line| line.split(',').collect()).collect();
    // The first level is solved with fewer pushes than elsewhere; the second has no solution.
    for (row, set) in rows.iter().zip(["XSokoban", "Microban 1"]) {
        assert_eq!(
            [row[0], row[1], row[2], row[4], row[7], row[8], row[9]],
            [set, "2", "1", "1", "200", "1", "0"]
        );
    }
    let techniques = read(folder.path(), "sokoban-auto-techniques.csv");
    assert!(techniques.contains("\nnothing,FESS+sinks+efficient,1,1,,,"), "{techniques}");
    let levels = read(folder.path(), "sokoban-auto-levels.csv");
    assert_eq!(levels.lines().count(), 1 + 4);
}

#[test]
fn levels_of_collections_are_counted_by_half() {
    let (data, folder) = (two_levels(), tempdir().expect("a folder"));
    let sokoban = data.path().join("sokoban");
    fs::copy(sokoban.join("xsokoban_90.xsb"), sokoban.join("collections_a.xsb")).expect("a copy");
    let paths = [data.path(), folder.path()].map(|path| path.to_str().expect("text"));
    let answer = run(&["sokoban-collections", "--quick", "--data", paths[0], "--folder", paths[1]]);
    assert_eq!(answer.status(), 0, "{}", answer.messages);
    let curve = read(folder.path(), "sokoban-collections.csv");
    // The second level has no solution.
    assert!(curve.contains("\n\"odd levels, for choosing\",1,1,1,1,1,1,1,"), "{curve}");
    assert!(curve.contains("\n\"even levels, for judging\",1,0,0,0,0,0,0,0"), "{curve}");
    let levels = read(folder.path(), "sokoban-collections-levels.csv");
    assert_eq!(levels.lines().count(), 1 + 2);
}

#[test]
fn bounds_and_proofs_are_listed_level_by_level() {
    let (data, folder) = (two_known_levels(), tempdir().expect("a folder"));
    let paths = [data.path(), folder.path()].map(|path| path.to_str().expect("text"));
    let answer = run(&["sokoban-fewest", "--quick", "--data", paths[0], "--folder", paths[1]]);
    assert_eq!(answer.status(), 0, "{}", answer.messages);
    let summary = read(folder.path(), "sokoban-fewest.csv");
    assert!(summary.contains("\nXSokoban,2,1,"), "{summary}");
    let levels = read(folder.path(), "sokoban-fewest-levels.csv");
    let rows: Vec<Vec<&str>> = levels.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 4);
    // The first level has three boxes, so the bound by groups is exact.
    let [groups, end, pushes, proved] = [3, 4, 5, 6].map(|column| rows[0][column]);
    assert_eq!((groups, end, proved), (pushes, pushes, "yes"), "{levels}");
    assert!(rows[0][2] <= groups);
    // The second has no solution.
    assert_eq!((rows[1][5], rows[1][6]), ("", "no"), "{levels}");
    let provers = read(folder.path(), "sokoban-fewest-provers.csv");
    assert!(provers.contains("\nXSokoban,A*+pruned+groups,1,"), "{provers}");
}

#[test]
fn parts_of_rolling_stone_are_added_one_after_another() {
    let (data, folder) = (two_levels(), tempdir().expect("a folder"));
    let paths = [data.path(), folder.path()].map(|path| path.to_str().expect("text"));
    let answer = run(&["sokoban-rolling-stone", "--quick", "--data", paths[0], "--folder", paths[1]]);
    assert_eq!(answer.status(), 0, "{}", answer.messages);
    let summary = read(folder.path(), "sokoban-rolling-stone.csv");
    let rows: Vec<Vec<&str>> = summary.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 11);
    // The second level has no solution.
    assert!(rows.iter().all(|row| row[2] == "2" && row[3].parse::<u64>().is_ok_and(|solved| solved <= 1)));
    assert_eq!([rows[2][1], rows[2][4]], ["IDA*+OMO+PI", ""], "{summary}");
    assert_eq!([rows[4][1], rows[4][3], rows[4][4]], ["RS", "1", "6"], "{summary}");
    let levels = read(folder.path(), "sokoban-rolling-stone-levels.csv");
    assert_eq!(levels.lines().count(), 1 + 11 * 2);
}

#[test]
fn orders_of_pushes_and_of_goals_are_compared_by_nodes() {
    let data = two_levels();
    let tables = ["1", "2"].map(|jobs| {
        let folder = tempdir().expect("a folder");
        let paths = [data.path(), folder.path()].map(|path| path.to_str().expect("text"));
        let names = ["sokoban-ordering", "sokoban-packing"];
        let options = ["--quick", "--jobs", jobs, "--data", paths[0], "--folder", paths[1]];
        let answer = run(&[&names[..], &options].concat());
        assert_eq!(answer.status(), 0, "{}", answer.messages);
        let files =
            ["-levels.csv", ".csv"].map(|end| names.map(|name| read(folder.path(), &format!("{name}{end}"))));
        files.concat()
    });
    assert_eq!(tables[0], tables[1]);
    let [_, _, ordering, packing] = &*tables[0] else { panic!("four files") };
    assert_eq!(ordering.lines().count(), 1 + 8 * 4 + 2 * 2);
    assert!(ordering.contains("\nIDDFS+PP+VL+IMO+OMO,"), "{ordering}");
    assert_eq!(packing.lines().count(), 1 + 2 * 3);
    assert!(packing.contains("\nMicroban 1,ours,2,2,"), "{packing}");
}

#[test]
fn pairs_of_conditions_are_compared_by_nodes() {
    let (data, folder) = (two_levels(), tempdir().expect("a folder"));
    let paths = [data.path(), folder.path()].map(|path| path.to_str().expect("text"));
    let answer = run(&["sokoban-takes", "--quick", "--data", paths[0], "--folder", paths[1]]);
    assert_eq!(answer.status(), 0, "{}", answer.messages);
    let summary = read(folder.path(), "sokoban-takes.csv");
    let rows: Vec<Vec<&str>> = summary.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 3 * 19);
    let figures = |set: &str, solver: &str| {
        let row = rows.iter().find(|row| row[..2] == [set, solver]).expect("a row");
        row[2..6].to_vec()
    };
    // The second level has no solution; the two equal searches find this with the same nodes.
    assert_eq!(figures("Microban 1", "Takes-X3Y2")[1..3], ["1", "1"]);
    for set in ["Microban 1", "XSokoban", "random"] {
        assert_eq!(figures(set, "RBFS"), figures(set, "Takes-X1Y1"));
    }
    assert_eq!(figures("random", "RBFS")[0], "10");
    let levels = read(folder.path(), "sokoban-takes-levels.csv");
    assert_eq!(levels.lines().count(), 1 + 2 + 2 + 10);
}

#[test]
fn rooms_are_planned_in_and_deadlocks_counted() {
    let (data, folder) = (two_levels(), tempdir().expect("a folder"));
    let paths = [data.path(), folder.path()].map(|path| path.to_str().expect("text"));
    let answer = run(&["sokoban-rooms", "--quick", "--data", paths[0], "--folder", paths[1]]);
    assert_eq!(answer.status(), 0, "{}", answer.messages);
    let rows = |file: &str| -> Vec<Vec<String>> {
        let table = read(folder.path(), file);
        table.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
    };
    let plans = rows("sokoban-rooms.csv");
    assert_eq!(plans.len(), 3 * 2);
    // The second level has no solution.
    assert_eq!((plans[0][..5].join(" "), &*plans[0][7]), ("XSokoban rooms 2 1 1".to_owned(), "X1"));
    let deadlocks = rows("sokoban-rooms-deadlocks.csv");
    assert_eq!(deadlocks.len(), 3);
    for row in &deadlocks {
        let counts: Vec<u64> = row[1..7].iter().map(|figure| figure.parse().expect("a count")).collect();
        assert!(counts[0] > counts[1] && counts[2..].is_sorted_by(|one, other| one >= other), "{row:?}");
    }
    assert_eq!(rows("sokoban-rooms-pairs.csv").len(), 3 * 2);
}

#[test]
fn agents_evolve_alike_with_any_number_of_threads() {
    let data = two_levels();
    let tables = ["1", "2"].map(|jobs| {
        let folder = tempdir().expect("a folder");
        let paths = [data.path(), folder.path()].map(|path| path.to_str().expect("text"));
        let options = ["sokoban-agents", "--quick", "--jobs", jobs, "--data", paths[0], "--folder", paths[1]];
        let answer = run(&options);
        assert_eq!(answer.status(), 0, "{}", answer.messages);
        assert!(read(folder.path(), "sokoban-agents-curve.svg").contains("generation"));
        ["", "-bids", "-generations"].map(|end| read(folder.path(), &format!("sokoban-agents{end}.csv")))
    });
    assert_eq!(tables[0], tables[1]);
    let [levels, bids, generations] = &tables[0];
    assert_eq!([levels, bids, generations].map(|table| table.lines().count()), [1 + 5, 1 + 4, 1 + 3]);
    assert!(levels.contains("\nMicroban 1,2,"), "{levels}");
}

#[test]
fn random_levels_need_no_data_and_depend_on_no_thread() {
    let tables = ["1", "2"].map(|jobs| {
        let folder = tempdir().expect("a folder");
        let path = folder.path().to_str().expect("text");
        let answer = run(&["sokoban-random", "--quick", "--jobs", jobs, "--folder", path]);
        assert_eq!(answer.status(), 0, "{}", answer.messages);
        ["", "-goals", "-levels"].map(|end| read(folder.path(), &format!("sokoban-random{end}.csv")))
    });
    assert_eq!(tables[0], tables[1]);
    let [boxes, goals, levels] = &tables[0];
    assert!(boxes.starts_with("boxes,levels,solved by auto,solved by FESS,"), "{boxes}");
    let figures = |line: &str| -> Vec<u64> {
        line.split(',').skip(1).map(|figure| figure.parse().expect("a count")).collect()
    };
    let rows: Vec<_> = boxes.lines().skip(1).map(figures).collect();
    let (all, by_boxes) = rows.split_last().expect("rows");
    assert_eq!((by_boxes.len(), all[0]), (15, 20));
    for (column, sum) in all.iter().enumerate() {
        assert_eq!(by_boxes.iter().map(|row| row[column]).sum::<u64>(), *sum);
        assert_eq!(goals.lines().skip(1).map(|line| figures(line)[column]).sum::<u64>(), *sum);
        assert!((1..=20).contains(sum), "{boxes}");
    }
    assert_eq!(levels.lines().count(), 1 + 20);
}

#[test]
fn robots_on_a_large_map_are_drawn() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let answer = run(&["mapf-growth", "--quick", "--folder", path]);
    assert_eq!(answer.status(), 0, "{}", answer.messages);
    let page = read(folder.path(), "mapf-growth.md");
    for picture in ["curves", "paths", "traffic", "part"] {
        let file = format!("mapf-growth-{picture}.svg");
        assert!(page.contains(&format!("]({file})")), "{page}");
        let svg = read(folder.path(), &file);
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    }
    // Three numbers of robots and two schedulers, each with a first schedule.
    let table = read(folder.path(), "mapf-growth.csv");
    let mut table = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<_> = table.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 6);
    let is_at_least_the_distances =
        |row: &csv::StringRecord| row[9].parse::<u64>().ok() >= row[2].parse().ok() && !row[9].is_empty();
    assert!(rows.iter().all(is_at_least_the_distances), "{rows:?}");
}

#[test]
fn states_on_disk_are_those_in_memory() {
    let (data, folder) = (two_levels(), tempdir().expect("a folder"));
    let paths = [data.path(), folder.path()].map(|path| path.to_str().expect("text"));
    let answer = run(&["distributed", "--quick", "--data", paths[0], "--folder", paths[1]]);
    assert_eq!(answer.status(), 0, "{}", answer.messages);
    let rows = |file: &str| -> Vec<Vec<String>> {
        let table = read(folder.path(), file);
        let mut table = csv::Reader::from_reader(table.as_bytes());
        table.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect()
    };
    let explored = rows("distributed.csv");
    // Six spaces, each with one worker, two workers, two processes, and in memory; two of them also
    // by ranks.
    assert_eq!(explored.len(), 6 * 4 + 2);
    assert_eq!(explored[0][..5].join(" "), "sliding 2×4 disk 1 20160 36");
    assert_eq!(explored[4][..5].join(" "), "sliding 2×4 ranks 1 20160 36");
    let sum = |space: &str| -> u64 {
        let levels = rows("distributed-levels.csv");
        levels.iter().filter(|row| row[0] == space).map(|row| row[2].parse::<u64>().expect("a count")).sum()
    };
    for row in &explored {
        assert_eq!(row[3], sum(&row[0]).to_string(), "{row:?}");
        assert_eq!(row[8].is_empty(), !["disk", "processes"].contains(&row[1].as_str()), "{row:?}");
    }
    let solved = rows("distributed-solved.csv");
    assert_eq!(solved.len(), 2 + 3);
    let actions = |row: &Vec<String>| row[1].parse::<u64>().expect("a count");
    assert!(solved[..2].iter().all(|row| actions(row) >= 20), "{solved:?}");
    assert_eq!(solved[2][..3].join(" "), "X1 6 auto+optimal");
}
