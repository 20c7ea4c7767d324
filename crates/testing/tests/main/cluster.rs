//! Tests of the manifests that start a search on many machines: they fit together, and the program
//! accepts their command lines and those of the page.

use std::fs;
use std::process::Command;

use saphyr::{LoadableYamlNode, Yaml};

use crate::{call, root};

const SLURM: &str = "examples/cluster/slurm.sh";
const KUBERNETES: &str = "examples/cluster/kubernetes.yaml";

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// Returns the words after `motion-puzzles` in the only command of a text, with values for
/// variables.
fn command(text: &str) -> Vec<String> {
    let joined = text.replace("\\\n", " ");
    let mut commands = joined.lines().filter_map(|line| line.split_once("motion-puzzles explore"));
    let (_, rest) = commands.next().expect("a command");
    assert!(commands.next().is_none(), "one command");
    let rest = rest.split("||").next().expect("a beginning").replace(['\'', '"', '\\'], "");
    let value = |word: &str| match word {
        "$resume" => "--resume".to_owned(),
        "$SLURM_NTASKS" => "4".to_owned(),
        "$SLURM_PROCID" | "$JOB_COMPLETION_INDEX" | "I" => "3".to_owned(),
        word => word.to_owned(),
    };
    std::iter::once("explore".to_owned()).chain(rest.split_whitespace().map(value)).collect()
}

/// Returns the value of an option of a command.
fn option<'w>(words: &'w [String], name: &str) -> &'w str {
    let place = words.iter().position(|word| word == name).unwrap_or_else(|| panic!("{name} in {words:?}"));
    &words[place + 1]
}

/// Checks that the program knows all options, and that their values are legal.
fn accepted(words: &[String]) {
    // With --help, the arguments before it are checked, but nothing is done.
    let arguments: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
    let answer = call(&arguments);
    assert!(answer.status() == 0, "{words:?}: {}", answer.message());
}

#[test]
fn commands_of_the_manifests_and_the_page_are_accepted() {
    for manifest in [SLURM, KUBERNETES] {
        let words = command(&read(manifest));
        let (all, one) = (option(&words, "--processes"), option(&words, "--process"));
        assert_eq!((all, one), ("4", "3"), "{manifest}");
        accepted(&words);
    }
    let page = read("docs/scale.md");
    let by_hand = page.split("```").find(|block| block.contains("--processes")).expect("a block of the page");
    accepted(&command(by_hand));
    let wrong = ["explore", "sliding", "3x3", "--machines", "3", "--help"];
    assert_ne!(call(&wrong).status(), 0, "options are looked at");
}

#[test]
fn the_script_is_one_that_the_shell_can_read() {
    let script = read(SLURM);
    assert!(script.contains("\n#SBATCH --nodes=4\n#SBATCH --ntasks-per-node=1\n"), "four processes");
    let Ok(status) = Command::new("bash").arg("-n").arg(root().join(SLURM)).status() else {
        eprintln!("skipped: there is no bash");
        return;
    };
    assert!(status.success());
}

#[test]
fn the_parts_of_the_manifest_fit_together() {
    let documents = Yaml::load_from_str(&read(KUBERNETES)).expect("YAML");
    let of_kind = |kind: &str| {
        let mut found = documents.iter().filter(|document| document["kind"].as_str() == Some(kind));
        let one = found.next().unwrap_or_else(|| panic!("a {kind}"));
        assert!(found.next().is_none(), "one {kind}");
        one
    };
    let text = |node: &Yaml| node.as_str().expect("text").to_owned();
    let (service, job) = (of_kind("Service"), of_kind("Job"));
    let name = text(&service["metadata"]["name"]);
    assert_eq!(text(&service["spec"]["clusterIP"]), "None", "headless");
    assert_eq!(service["spec"]["publishNotReadyAddresses"].as_bool(), Some(true));
    assert_eq!(text(&service["spec"]["selector"]["job-name"]), text(&job["metadata"]["name"]));
    let port = service["spec"]["ports"][0]["port"].as_integer().expect("a port");

    let (spec, pod) = (&job["spec"], &job["spec"]["template"]["spec"]);
    assert_eq!(text(&spec["completionMode"]), "Indexed");
    assert_eq!(text(&pod["subdomain"]), name, "pods have names in the service");
    let [processes, at_once] = ["completions", "parallelism"].map(|key| spec[key].as_integer());
    assert_eq!(processes, at_once, "they wait for each other");
    let container = &pod["containers"][0];
    assert_eq!(container["ports"][0]["containerPort"].as_integer(), Some(port));

    let job_name = text(&job["metadata"]["name"]);
    let hosts = text(&of_kind("ConfigMap")["data"]["hosts"]);
    let expected = (0..processes.expect("a number")).map(|index| format!("{job_name}-{index}.{name}:{port}"));
    assert_eq!(hosts.lines().map(str::to_owned).collect::<Vec<_>>(), expected.collect::<Vec<_>>());

    let words = command(&text(&container["args"][0]));
    assert_eq!(option(&words, "--processes"), processes.expect("a number").to_string());
    let mounts = container["volumeMounts"].as_vec().expect("a list");
    let is_mounted = |path: &str| mounts.iter().any(|mount| path.starts_with(&text(&mount["mountPath"])));
    for option_name in ["--directory", "--scratch", "--hostfile"] {
        assert!(is_mounted(option(&words, option_name)), "{option_name}");
    }
    let volumes = pod["volumes"].as_vec().expect("a list");
    let mut named: Vec<_> = volumes.iter().map(|volume| text(&volume["name"])).collect();
    let mut used: Vec<_> = mounts.iter().map(|mount| text(&mount["name"])).collect();
    named.sort();
    used.sort();
    assert_eq!(named, used);
}
