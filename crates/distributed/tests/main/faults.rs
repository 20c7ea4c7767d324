//! Faults: complete levels always survive, and the error names the fault.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use motion_core::{Budget, CancelFlag, Control, Stop};
use motion_distributed::error::DiskError;
use motion_distributed::{Exploration, Explorer, Interrupted};
use motion_testing::cases;

use crate::exploring::in_memory;
use crate::spaces::{Jumps, Tiles};

const SPACE: Tiles = Tiles { rows: 3, columns: 3 };

fn run(folder: &Path, resumes: bool, budget: Budget) -> Result<Exploration<u64>, Interrupted> {
    let explorer = Explorer::new(folder).with_resume(resumes).with_commit_interval(Duration::ZERO);
    explorer.explore(&SPACE, [SPACE.solved()], &mut Control::new(budget))
}

fn workers(count: usize) -> Budget {
    Budget::new().with_threads(NonZero::new(count).expect("a worker")).with_bytes((count as u64) << 20)
}

/// Returns the number of boards at each depth.
fn all_levels() -> Vec<u64> {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), false, workers(2)).expect("explored").states
}

/// Returns a folder with some levels.
fn begun(nodes: u64) -> (tempfile::TempDir, Vec<u64>) {
    let folder = tempfile::tempdir().expect("a folder");
    let stopped = run(folder.path(), false, workers(2).with_nodes(nodes)).expect_err("a limit");
    assert!(matches!(stopped.error, DiskError::Stopped(Stop::Nodes)), "{stopped}");
    (folder, stopped.states)
}

fn error(folder: &Path, resumes: bool) -> DiskError {
    run(folder, resumes, workers(1)).expect_err("something is wrong").error
}

#[test]
fn what_was_stopped_goes_on_with_any_number_of_workers() {
    let all = all_levels();
    let folder = tempfile::tempdir().expect("a folder");
    let (mut resumes, mut seen) = (false, 0);
    for run_number in 1.. {
        let budget = workers(1 + run_number % 4).with_nodes(20_000 + 1_000 * run_number as u64);
        match run(folder.path(), resumes, budget) {
            Ok(explored) => {
                assert_eq!(explored.states, all);
                break;
            }
            Err(Interrupted { error: DiskError::Stopped(Stop::Nodes), states, .. }) => {
                assert!(states.len() >= seen && states == all[..states.len()]);
                seen = states.len();
            }
            Err(other) => panic!("{other}"),
        }
        resumes = true;
    }
    assert!(seen > 20, "it was stopped on the way");
    let again = run(folder.path(), true, workers(3)).expect("complete");
    assert_eq!(again.states, all, "a complete exploration is read");
}

#[test]
fn cancelled_runs_and_too_little_memory_are_told() {
    let flag = CancelFlag::new();
    flag.raise();
    let folder = tempfile::tempdir().expect("a folder");
    let cancelled = run(folder.path(), false, Budget::new().with_cancel(flag)).expect_err("cancelled");
    assert!(matches!(cancelled.error, DiskError::Stopped(Stop::Cancelled)));
    assert_eq!(cancelled.states, [1]);
    let folder = tempfile::tempdir().expect("a folder");
    let little = run(folder.path(), false, Budget::new().with_bytes(1_000)).expect_err("too little");
    assert!(matches!(little.error, DiskError::Stopped(Stop::Memory)));
}

#[test]
fn directories_are_not_confused() {
    let (folder, _) = begun(1_000);
    assert!(matches!(error(folder.path(), false), DiskError::Occupied { .. }));
    let other = Tiles { rows: 2, columns: 4 };
    let explorer = Explorer::new(folder.path()).with_resume(true);
    let foreign = |space: &Tiles, start| {
        let result = explorer.explore(space, [start], &mut Control::unlimited());
        matches!(result.expect_err("foreign").error, DiskError::Foreign { .. })
    };
    assert!(foreign(&other, other.solved()), "another space");
    assert!(foreign(&SPACE, SPACE.solved() ^ 0x11), "another start");
    let empty = tempfile::tempdir().expect("a folder");
    assert!(matches!(error(empty.path(), true), DiskError::NothingToResume { .. }));
    let file = empty.path().join("file");
    fs::write(&file, "").expect("written");
    assert!(matches!(error(&file, false), DiskError::Io { .. }));
}

#[test]
fn one_run_at_a_time_works_in_a_directory() {
    let (folder, _) = begun(1_000);
    let lock = fs::File::open(folder.path().join("lock")).expect("a lock");
    lock.try_lock().expect("nobody works here");
    assert!(matches!(error(folder.path(), true), DiskError::InUse { .. }));
    drop(lock);
    assert!(run(folder.path(), true, workers(1)).is_ok());
}

#[test]
fn every_damaged_byte_of_a_manifest_is_found() {
    let (folder, _) = begun(300);
    let path = folder.path().join("manifest");
    let intact = fs::read(&path).expect("a manifest");
    for place in (0..intact.len()).step_by(cases(11, 1)) {
        let mut bytes = intact.clone();
        bytes[place] ^= 1 << (place % 7);
        fs::write(&path, &bytes).expect("written");
        assert!(matches!(error(folder.path(), true), DiskError::Damaged { .. }), "byte {place}");
        fs::write(&path, &intact[..place]).expect("written");
        assert!(matches!(error(folder.path(), true), DiskError::Damaged { .. }), "cut at {place}");
    }
    fs::write(&path, &intact).expect("written");
    assert_eq!(run(folder.path(), true, workers(1)).expect("intact again").states, all_levels());
}

#[test]
fn damaged_and_missing_files_of_states_are_named() {
    let (folder, _) = begun(30_000);
    let files = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files: Vec<_> = files.filter(|path| path.to_string_lossy().contains("states-")).collect();
    assert!(files.len() >= 2, "of two workers");
    for path in files {
        let intact = fs::read(&path).expect("a file");
        let last = intact.len() - 1;
        for damaged in [&intact[..last], &[intact.as_slice(), b"x"].concat(), b""] {
            fs::write(&path, damaged).expect("written");
            let DiskError::Damaged { path: named } = error(folder.path(), true) else { panic!("not found") };
            assert_eq!(named, path);
        }
        for place in [0, 9, 13, 17, 25, 28, 29, 40, 60, intact.len() / 2, last] {
            let mut bytes = intact.clone();
            bytes[place] ^= 4;
            fs::write(&path, &bytes).expect("written");
            let DiskError::Damaged { path: named } = error(folder.path(), true) else {
                panic!("byte {place}")
            };
            assert_eq!(named, path);
        }
        fs::remove_file(&path).expect("removed");
        let DiskError::Missing { path: named } = error(folder.path(), true) else { panic!("not found") };
        assert_eq!(named, path);
        fs::write(&path, &intact).expect("written");
    }
    assert_eq!(run(folder.path(), true, workers(4)).expect("intact again").states, all_levels());
}

/// The variable with the folder of a process that is to be killed.
const CHILD_FOLDER: &str = "MOTION_KILLED_RUN";

/// Explores if it is run as a process by the test below.
#[test]
fn a_run_to_be_killed() {
    let Some(folder) = std::env::var_os(CHILD_FOLDER) else { return };
    let resumes = Path::new(&folder).join("manifest").exists();
    let count = std::env::var("MOTION_WORKERS").map_or(1, |count| count.parse().expect("a number"));
    // A killed run leaves nothing that stops the next one.
    run(Path::new(&folder), resumes, workers(count)).expect("explored");
}

#[test]
fn killed_runs_go_on() {
    let kills = cases(10, 100);
    let all = all_levels();
    let folder = tempfile::tempdir().expect("a folder");
    let program = std::env::current_exe().expect("this program");
    let (mut killed, mut wait) = (0, 3);
    for run_number in 0..20 * kills {
        let mut child = Command::new(&program)
            .args(["--exact", "faults::a_run_to_be_killed"])
            .env(CHILD_FOLDER, folder.path())
            .env("MOTION_WORKERS", (1 + run_number % 4).to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        thread::sleep(Duration::from_millis(wait));
        wait = wait * 31 % 97 + 1;
        if child.try_wait().expect("a child").is_none() {
            child.kill().expect("killed");
            killed += 1;
        }
        let status = child.wait().expect("ended");
        if status.success() {
            let explored = run(folder.path(), true, workers(2)).expect("complete");
            assert_eq!(explored.states, all);
            fs::remove_file(folder.path().join("manifest")).expect("removed");
        } else {
            assert_eq!(status.code(), None, "it was killed, and did not fail");
        }
        if killed >= kills {
            break;
        }
    }
    assert!(killed >= kills, "{killed} runs were killed");
    let resumes = folder.path().join("manifest").exists();
    assert_eq!(run(folder.path(), resumes, workers(3)).expect("explored").states, all);
}

/// A file system of 4 MiB, if one can be mounted.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        let mount = mount.args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"]).arg(folder.path());
        let is_mounted = mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        is_mounted.then_some(Self(folder))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

#[test]
#[ignore = "exhaustive: 0.05 minutes"]
fn a_full_disk_is_told_and_what_was_complete_stays() {
    let Some(disk) = SmallDisk::mount() else {
        eprintln!("skipped: no file system can be mounted here");
        return;
    };
    let space = Jumps { limit: 1_000_003, goal: 0 };
    let start = [0, u64::MAX, 0];
    let run = |resumes, count| {
        let explorer = Explorer::new(disk.0.path()).with_resume(resumes);
        explorer.explore(&space, [start], &mut Control::new(workers(count)))
    };
    let full = run(false, 2).expect_err("too small");
    assert!(matches!(full.error, DiskError::DiskFull { .. }), "{full}");
    let all = in_memory(&space, start);
    assert!(full.states.len() > 5 && full.states == all[..full.states.len()]);
    let grown = Command::new("mount").args(["-o", "remount,size=64m"]).arg(disk.0.path()).status();
    assert!(grown.is_ok_and(|status| status.success()));
    assert_eq!(run(true, 3).expect("explored").states, all);
}
