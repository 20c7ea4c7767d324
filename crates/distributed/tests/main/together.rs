//! Several processes over loopback: they give the same answers as one, and typed errors if one is
//! lost.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use motion_core::search::{PackedSpace, Space};
use motion_core::{Budget, CancelFlag, Control};
use motion_distributed::error::{ClusterError, DiskError};
use motion_distributed::{Cluster, Exploration, Explorer, Interrupted};
use motion_testing::cases;

use crate::exploring::{in_memory, on_disk};
use crate::spaces::{Jumps, Tiles};

pub(crate) const SPACE: Tiles = Tiles { rows: 3, columns: 3 };

/// Returns addresses of this machine at which nothing listens.
pub(crate) fn free_addresses(count: usize) -> Vec<String> {
    let listeners: Vec<_> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
    listeners.iter().map(|listener| listener.local_addr().expect("bound").to_string()).collect()
}

fn cluster(addresses: &[String], number: usize) -> Cluster {
    Cluster::new(addresses, number).expect("a number").with_timeout(Duration::from_secs(20))
}

pub(crate) fn budget(workers: usize) -> Budget {
    Budget::new().with_threads(NonZero::new(workers).expect("a worker")).with_bytes((workers as u64) << 20)
}

pub(crate) fn explore<S: PackedSpace<N>, const N: usize>(
    folder: &Path,
    cluster: &Cluster,
    space: &S,
    start: S::State,
    resumes: bool,
    budget: Budget,
) -> Result<Exploration<S::State>, Interrupted> {
    let explorer = Explorer::new(folder).with_resume(resumes).with_commit_interval(Duration::ZERO);
    explorer.explore_together(cluster, space, [start], &mut Control::new(budget))
}

/// Runs each process as a thread of this one, with one worker, two workers, and so on.
pub(crate) fn together<S: PackedSpace<N>, const N: usize>(
    folder: &Path,
    processes: usize,
    space: &S,
    start: &S::State,
    resumes: bool,
    budget: impl Fn(usize) -> Budget + Sync,
) -> Vec<Result<Exploration<S::State>, Interrupted>>
where
    S::State: Send + Sync,
{
    let (addresses, budget) = (free_addresses(processes), &budget);
    thread::scope(|scope| {
        let all: Vec<_> = (0..processes)
            .map(|number| {
                let cluster = cluster(&addresses, number);
                scope.spawn(move || explore(folder, &cluster, space, start.clone(), resumes, budget(number)))
            })
            .collect();
        all.into_iter().map(|process| process.join().expect("no panic")).collect()
    })
}

/// A space in which listing the successors of some states takes long.
pub(crate) struct Delayed<'s, S> {
    space: &'s S,
    calls: AtomicU64,
    /// One call in this many sleeps.
    apart: u64,
}

impl<'s, S> Delayed<'s, S> {
    pub(crate) const fn new(space: &'s S) -> Self {
        Self { space, calls: AtomicU64::new(0), apart: 300 }
    }
}

impl<S: Space> Space for Delayed<'_, S> {
    type State = S::State;
    type Action = S::Action;
    type Scratch = S::Scratch;

    fn scratch(&self) -> S::Scratch {
        self.space.scratch()
    }

    fn successors(
        &self,
        scratch: &mut S::Scratch,
        state: &S::State,
        visit: &mut impl FnMut(S::Action, S::State, u32),
    ) {
        let call = self.calls.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        if call.is_multiple_of(self.apart) {
            thread::sleep(Duration::from_micros(call % 3_000));
        }
        self.space.successors(scratch, state, visit);
    }
}

impl<S: PackedSpace<N>, const N: usize> PackedSpace<N> for Delayed<'_, S> {
    fn pack(&self, state: &S::State) -> [u64; N] {
        self.space.pack(state)
    }

    fn unpack(&self, words: &[u64; N]) -> S::State {
        self.space.unpack(words)
    }

    fn is_reversible(&self) -> bool {
        self.space.is_reversible()
    }

    fn neighbourhood(&self, words: &[u64; N]) -> u64 {
        self.space.neighbourhood(words)
    }

    fn fingerprint(&self) -> u64 {
        self.space.fingerprint()
    }
}

fn is_counted_together<S: PackedSpace<N>, const N: usize>(space: &S, start: &S::State, processes: usize)
where
    S::State: Send + Sync,
{
    let states = in_memory(space, start.clone());
    let folder = tempfile::tempdir().expect("a folder");
    let mut farthest = HashSet::new();
    for explored in together(folder.path(), processes, space, start, false, |number| budget(1 + number % 2)) {
        let explored = explored.expect("explored");
        assert_eq!(explored.states, states, "{processes} processes");
        farthest.insert(space.pack(&explored.farthest.expect("a state")));
    }
    assert_eq!(farthest.len(), 1, "all have the same answer");
}

#[test]
fn processes_count_boards_as_one_does() {
    for processes in (1..=4).step_by(cases(3, 1)) {
        is_counted_together(&SPACE, &SPACE.solved(), processes);
    }
}

#[test]
fn processes_count_spaces_whose_steps_cannot_be_undone() {
    for limit in [1, 30, 30_030] {
        is_counted_together(&Jumps { limit, goal: limit }, &[0, u64::MAX, 0], 2);
    }
    is_counted_together(&Jumps { limit: 20_000, goal: 0 }, &[0, u64::MAX, 0], 3);
}

#[test]
fn delays_change_nothing() {
    let tiles = Tiles { rows: 2, columns: 4 };
    for processes in [2, 3] {
        is_counted_together(&Delayed::new(&tiles), &tiles.solved(), processes);
    }
    if cases(false, true) {
        is_counted_together(&Delayed::new(&SPACE), &SPACE.solved(), 2);
    }
}

/// Checks that two processes count a space as one does, with and without delays.
pub(crate) fn two_count<S: PackedSpace<N>, const N: usize>(space: &S, start: &S::State)
where
    S::State: Send + Sync,
{
    is_counted_together(space, start, 2);
    is_counted_together(&Delayed::new(space), start, 2);
}

#[test]
#[ignore = "exhaustive: 1 minutes"]
fn more_boards_are_counted_by_any_number_of_workers_and_by_two_processes() {
    let tiles = Tiles { rows: 2, columns: 5 };
    let states = in_memory(&tiles, tiles.solved());
    assert_eq!((states.len(), states.iter().sum::<u64>()), (56, 1_814_400));
    for workers in 1..=4 {
        assert_eq!(on_disk(&tiles, tiles.solved(), workers, 1).states, states, "{workers} workers");
    }
    two_count(&tiles, &tiles.solved());
}

/// The number of boards of 3×4 at each distance, up to a limit, from the solved board, whose blank
/// is in a corner: the beginning of OEIS A090166.
#[rustfmt::skip]
const TWELVE_CELL_BOARDS_BY_DISTANCE: [u64; 28] = [
    1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1_392, 2_494, 4_442, 7_854, 13_899, 24_215, 41_802, 71_167,
    119_888, 198_363, 323_206, 515_778, 811_000, 1_248_011, 1_885_279, 2_782_396, 4_009_722,
];

#[test]
#[ignore = "exhaustive: 0.5 minutes"]
fn twelve_cells_are_counted_by_two_processes_under_delays() {
    let tiles = Tiles { rows: 3, columns: 4 };
    let folder = tempfile::tempdir().expect("a folder");
    let delayed = Delayed { apart: 30_000, ..Delayed::new(&tiles) };
    let budget = |_| Budget::new().with_bytes(8 << 20).with_nodes(4_600_000);
    for process in together(folder.path(), 2, &delayed, &tiles.solved(), false, budget) {
        let states = process.expect_err("a limit").states;
        assert!(states.len() >= 27, "{} distances", states.len());
        assert_eq!(states, TWELVE_CELL_BOARDS_BY_DISTANCE[..states.len()]);
    }
}

#[test]
fn runs_can_have_folders_of_their_own() {
    let (folder, addresses) = (tempfile::tempdir().expect("a folder"), free_addresses(2));
    let explored: Vec<_> = thread::scope(|scope| {
        let all: Vec<_> = (0..2)
            .map(|number| {
                let scratch = folder.path().join(format!("scratch {number}"));
                let cluster = cluster(&addresses, number).with_scratch(scratch);
                let folder = folder.path().join("shared");
                scope.spawn(move || explore(&folder, &cluster, &SPACE, SPACE.solved(), false, budget(1)))
            })
            .collect();
        all.into_iter().map(|process| process.join().expect("no panic").expect("explored")).collect()
    });
    assert!(explored.iter().all(|explored| explored.states == in_memory(&SPACE, SPACE.solved())));
    for number in 0..2 {
        let scratch = fs::read_dir(folder.path().join(format!("scratch {number}"))).expect("a folder");
        assert_eq!(scratch.count(), 0, "no run is left behind");
    }
}

#[test]
fn a_limit_of_one_process_ends_all_and_any_number_goes_on() {
    const LIMITS: [u64; 4] = [9_000, 18_000, 27_000, 9_000];
    let all = in_memory(&SPACE, SPACE.solved());
    let folder = tempfile::tempdir().expect("a folder");
    let mut complete = 0;
    for (run, processes) in [3, 2, 1, 4].into_iter().enumerate() {
        let limited = |number| {
            let nodes = if number == run % processes { LIMITS[run] } else { u64::MAX };
            budget(1).with_nodes(nodes)
        };
        let runs = together(folder.path(), processes, &SPACE, &SPACE.solved(), run > 0, limited);
        for (number, stopped) in runs.into_iter().enumerate() {
            let Interrupted { error, states, .. } = stopped.expect_err("a limit");
            assert_eq!(states, all[..states.len()]);
            assert!(states.len() >= complete);
            complete = complete.max(states.len() - usize::from(number > 0));
            match error {
                DiskError::Stopped(_) => assert_eq!(number, run % processes),
                DiskError::Cluster(ClusterError::Failed { process, message }) => {
                    assert!(processes > 2 || process == run % processes);
                    assert!(message.contains("limit") || message.contains("has ended"), "{message}");
                }
                DiskError::Cluster(ClusterError::Lost { .. }) => {}
                other => panic!("{other}"),
            }
        }
    }
    assert!(complete > 12, "it was stopped on the way");
    for explored in together(folder.path(), 2, &SPACE, &SPACE.solved(), true, |_| budget(2)) {
        assert_eq!(explored.expect("explored").states, all);
    }
    let alone = Explorer::new(folder.path()).with_resume(true);
    let explored = alone.explore(&SPACE, [SPACE.solved()], &mut Control::unlimited()).expect("explored");
    assert_eq!(explored.states, all);
}

fn cluster_error(result: Result<Exploration<u64>, Interrupted>) -> ClusterError {
    match result.expect_err("alone").error {
        DiskError::Cluster(error) => error,
        other => panic!("{other}"),
    }
}

#[test]
fn wrong_numbers_addresses_and_absent_processes_are_told() {
    let addresses = free_addresses(2);
    assert!(matches!(Cluster::new(&addresses, 2), Err(ClusterError::NoSuchProcess { number: 2, count: 2 })));
    assert!(matches!(Cluster::new(Vec::<String>::new(), 0), Err(ClusterError::NoSuchProcess { .. })));
    let folder = tempfile::tempdir().expect("a folder");
    let alone = |number, addresses: &[String]| {
        let cluster = cluster(addresses, number).with_timeout(Duration::from_millis(200));
        cluster_error(explore(folder.path(), &cluster, &SPACE, SPACE.solved(), false, budget(1)))
    };
    assert!(matches!(alone(0, &addresses), ClusterError::Unreachable { process: 1, .. }));
    assert!(matches!(alone(1, &addresses), ClusterError::Unreachable { process: 0, .. }));
    let bad = ["no such host:1".to_owned(), addresses[1].clone()];
    assert!(matches!(alone(0, &bad), ClusterError::Address { .. }));
    assert!(matches!(alone(1, &bad), ClusterError::Unreachable { process: 0, .. }));
    let _occupied = TcpListener::bind(&addresses[0]).expect("free");
    assert!(matches!(alone(0, &addresses), ClusterError::Address { .. }));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing was begun");
}

#[test]
fn waiting_for_others_can_be_cancelled() {
    let (folder, addresses, flag) =
        (tempfile::tempdir().expect("a folder"), free_addresses(2), CancelFlag::new());
    flag.raise();
    let cancelled = explore(
        folder.path(),
        &cluster(&addresses, 0),
        &SPACE,
        SPACE.solved(),
        false,
        budget(1).with_cancel(flag),
    );
    assert!(matches!(cancelled.expect_err("cancelled").error, DiskError::Stopped(_)));
}

/// Runs two processes of which the second one is different.
fn different(
    folders: [&Path; 2],
    second: impl FnOnce(&Path, &Cluster) -> Result<Exploration<u64>, Interrupted> + Send,
) -> [DiskError; 2] {
    let addresses = free_addresses(2);
    let [zero, one] = [0, 1].map(|number| cluster(&addresses, number));
    thread::scope(|scope| {
        let first = scope.spawn(move || explore(folders[0], &zero, &SPACE, SPACE.solved(), false, budget(1)));
        let second = second(folders[1], &one);
        [first.join().expect("no panic"), second].map(|result| result.expect_err("different").error)
    })
}

#[test]
fn processes_of_other_searches_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let is_different =
        |error: &DiskError| matches!(error, DiskError::Cluster(ClusterError::Different { .. }));
    let errors = different([folder.path(); 2], |folder, cluster| {
        let tiles = Tiles { rows: 2, columns: 4 };
        explore(folder, cluster, &tiles, tiles.solved(), false, budget(1))
    });
    assert!(errors.iter().all(is_different), "{errors:?}");
    let errors = different([folder.path(); 2], |folder, cluster| {
        explore(folder, cluster, &SPACE, SPACE.solved(), true, budget(1))
    });
    assert!(errors.iter().all(is_different), "{errors:?}");
}

#[test]
fn directories_that_are_not_shared_are_told() {
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    let [first, second] = different([folders[0].path(), folders[1].path()], |folder, cluster| {
        explore(folder, cluster, &SPACE, SPACE.solved(), false, budget(1))
    });
    assert!(matches!(second, DiskError::NotShared { .. }), "{second}");
    let DiskError::Cluster(ClusterError::Failed { process: 1, message }) = first else { panic!("{first}") };
    assert!(message.contains("not that of process 0"), "{message}");
}

#[test]
fn errors_of_process_0_at_the_beginning_reach_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = together(folder.path(), 2, &SPACE, &SPACE.solved(), true, |_| budget(1));
    let [Err(first), Err(second)] = &runs[..] else { panic!("nothing to resume") };
    assert!(matches!(first.error, DiskError::NothingToResume { .. }), "{first}");
    assert!(matches!(second.error, DiskError::Cluster(ClusterError::Failed { process: 0, .. })), "{second}");
}

#[test]
fn who_does_not_speak_as_a_process_is_not_listened_to() {
    let (folder, addresses) = (tempfile::tempdir().expect("a folder"), free_addresses(2));
    let explored = thread::scope(|scope| {
        let run = |number| {
            let (addresses, folder) = (&addresses, folder.path());
            move || explore(folder, &cluster(addresses, number), &SPACE, SPACE.solved(), false, budget(1))
        };
        let first = scope.spawn(run(0));
        let mut noise = loop {
            match TcpStream::connect(&addresses[0]) {
                Ok(socket) => break socket,
                Err(_) => thread::sleep(Duration::from_millis(5)),
            }
        };
        noise.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("sent");
        let second = scope.spawn(run(1));
        [first, second].map(|process| process.join().expect("no panic").expect("explored").states)
    });
    assert_eq!(explored, [(); 2].map(|()| in_memory(&SPACE, SPACE.solved())));
}
