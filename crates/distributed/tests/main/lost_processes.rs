//! Processes of a cluster that are killed or frozen: the others end, and the run can be resumed.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use motion_core::Control;
use motion_distributed::error::DiskError;
use motion_distributed::{Cluster, Explorer, Interrupted};
use motion_testing::cases;

use crate::exploring::in_memory;
use crate::together::{Delayed, SPACE, budget, explore, free_addresses, together};

/// The variables with the folder, the addresses and the number of a child of this program.
const CHILD: [&str; 3] = ["MOTION_CLUSTER_FOLDER", "MOTION_CLUSTER_ADDRESSES", "MOTION_CLUSTER_PROCESS"];

/// A time longer than a sound process is silent on a busy machine.
const CHILD_TIMEOUT: Duration = Duration::from_secs(3);

/// The process that the tests below start; as an ordinary test it does nothing.
#[test]
fn a_process_of_a_cluster() {
    let [Ok(folder), Ok(addresses), Ok(number)] = CHILD.map(std::env::var) else { return };
    let addresses: Vec<_> = addresses.split(' ').collect();
    let number: usize = number.parse().expect("a number");
    let cluster = Cluster::new(addresses, number).expect("a number").with_timeout(CHILD_TIMEOUT);
    let folder = Path::new(&folder);
    let resumes = folder.join("manifest").exists();
    let space = Delayed::new(&SPACE);
    let explored = explore(folder, &cluster, &space, SPACE.solved(), resumes, budget(1 + number % 2));
    std::process::exit(match explored {
        Ok(_) => 0,
        Err(Interrupted { error: DiskError::Cluster(_), .. }) => 2,
        Err(other) => {
            eprintln!("process {number}: {other}");
            3
        }
    });
}

fn start(folder: &Path, addresses: &[String], number: usize) -> Child {
    let values = [folder.display().to_string(), addresses.join(" "), number.to_string()];
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "lost_processes::a_process_of_a_cluster"])
        .envs(CHILD.iter().zip(values))
        .stdout(Stdio::null())
        .spawn()
        .expect("started")
}

#[test]
fn killed_processes_end_the_others_and_all_go_on() {
    let kills: u32 = cases(6, 100);
    let all = in_memory(&SPACE, SPACE.solved());
    let folder = tempfile::tempdir().expect("a folder");
    let (mut killed, mut wait) = (0, 40);
    for run in 0..20 * kills {
        let count = 2 + run as usize % 2;
        let addresses = free_addresses(count);
        let mut children: Vec<_> =
            (0..count).map(|number| start(folder.path(), &addresses, number)).collect();
        thread::sleep(Duration::from_millis(wait));
        wait = wait * 31 % 397 + 20;
        let victim = &mut children[run as usize / 2 % count];
        if victim.try_wait().expect("a child").is_none() {
            victim.kill().expect("killed");
            killed += 1;
        }
        let codes: Vec<_> = children.iter_mut().map(|child| child.wait().expect("ended").code()).collect();
        assert!(codes.iter().all(|code| matches!(code, None | Some(0 | 2))), "{codes:?}");
        if codes.contains(&Some(0)) {
            let alone = Explorer::new(folder.path()).with_resume(true);
            let explored = alone.explore(&SPACE, [SPACE.solved()], &mut Control::unlimited());
            assert_eq!(explored.expect("complete").states, all);
            fs::remove_file(folder.path().join("manifest")).expect("removed");
        }
        if killed >= kills {
            break;
        }
    }
    assert!(killed >= kills, "{killed} processes were killed");
    let resumes = folder.path().join("manifest").exists();
    for explored in together(folder.path(), 3, &SPACE, &SPACE.solved(), resumes, |_| budget(1)) {
        assert_eq!(explored.expect("explored").states, all);
    }
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

/// A process that is frozen for a moment is waited for; one that stays frozen is lost.
#[cfg(unix)]
#[test]
fn frozen_processes_are_waited_for_until_the_limit() {
    let freeze = |frozen: Duration, expected: Option<i32>| {
        let (folder, addresses) = (tempfile::tempdir().expect("a folder"), free_addresses(2));
        let mut children = [0, 1].map(|number| start(folder.path(), &addresses, number));
        let begun = Instant::now();
        while !folder.path().join("manifest").exists() && begun.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(2));
        }
        signal(&children[1], "-STOP");
        thread::sleep(frozen);
        let ended = children[0].try_wait().expect("a child").is_some();
        assert_eq!(ended, expected == Some(2), "frozen for {frozen:?}");
        signal(&children[1], "-CONT");
        let codes = children.each_mut().map(|child| child.wait().expect("ended").code());
        assert_eq!(codes[0], expected);
        assert!(matches!(codes[1], Some(0 | 2)));
    };
    thread::scope(|scope| {
        scope.spawn(|| freeze(CHILD_TIMEOUT / 6, Some(0)));
        freeze(2 * CHILD_TIMEOUT, Some(2));
    });
}
