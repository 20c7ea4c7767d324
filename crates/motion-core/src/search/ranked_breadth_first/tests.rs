use super::*;
use crate::control::{Budget, CancelFlag};
use crate::search::RankVisitor;
use core::time::Duration;
use motion_testing::cases;
use proptest::prelude::*;

/// A directed graph with arbitrary arcs, whose neighbourhoods also have moves of whole groups.
#[derive(Clone, Debug)]
struct Ranked {
    arcs: Vec<Vec<u64>>,
    neighbourhood_len: u32,
    /// For each neighbourhood, the neighbourhoods to which each of its states has an arc, at the
    /// same offset.
    moved: Vec<Vec<u64>>,
}

impl RankedSpace for Ranked {
    type Scratch = ();

    fn states(&self) -> u64 {
        self.arcs.len() as u64
    }

    fn scratch(&self) {}

    fn successors(&self, (): &mut (), rank: u64, visit: &mut impl FnMut(u64)) {
        let len = u64::from(self.neighbourhood_len);
        self.arcs[rank as usize].iter().for_each(|&to| visit(to));
        let moved = self.moved.get((rank / len) as usize);
        moved.into_iter().flatten().for_each(|&to| visit(to * len + rank % len));
    }

    fn fingerprint(&self) -> u64 {
        0
    }

    fn neighbourhood_len(&self) -> u32 {
        self.neighbourhood_len
    }

    fn expand(&self, (): &mut (), group: &RankGroup<'_>, visitor: &mut impl RankVisitor) {
        for rank in group.ranks() {
            self.arcs[rank as usize].iter().for_each(|&to| visitor.visit(to));
        }
        let len = u64::from(self.neighbourhood_len);
        let moved = self.moved.get((group.first / len) as usize);
        moved.into_iter().flatten().for_each(|&to| visitor.visit_moved(group, to * len));
    }
}

/// Returns the depths of all states, by listing the states of each level.
fn depths(space: &Ranked, starts: &[u64]) -> Vec<Option<u32>> {
    let mut depths = alloc::vec![None; space.arcs.len()];
    let mut level = starts.to_vec();
    for depth in 0.. {
        level.retain(|&rank| depths[rank as usize].is_none());
        if level.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for rank in level {
            depths[rank as usize] = Some(depth);
            space.successors(&mut (), rank, &mut |to| next.push(to));
        }
        level = next;
    }
    depths
}

fn any_space() -> impl Strategy<Value = Ranked> {
    let sizes = (1usize..600, prop::sample::select(alloc::vec![1u32, 2, 3, 4, 7, 12, 32, 36, 100, 1000]));
    sizes.prop_flat_map(|(states, neighbourhood_len)| {
        let arcs = prop::collection::vec(prop::collection::vec(0..states as u64, 0..3), states);
        let whole = states as u64 / u64::from(neighbourhood_len);
        let moved = prop::collection::vec(prop::collection::vec(0..whole.max(1), 0..2), whole as usize);
        (arcs, moved).prop_map(move |(arcs, moved)| Ranked { arcs, neighbourhood_len, moved })
    })
}

proptest! {
    #[test]
    fn depths_are_those_of_a_plain_search(
        space in any_space(),
        starts in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let starts: Vec<u64> =
            starts.iter().map(|start| start.index(space.arcs.len()) as u64).collect();
        let truth = depths(&space, &starts);
        let mut found = alloc::vec![None; space.arcs.len()];
        let mut last = None;
        let mut control = Control::unlimited();
        let counts = explore_ranked(&space, starts.iter().copied(), &mut control, |group, depth| {
            assert_eq!(group.first % u64::from(space.neighbourhood_len), 0);
            assert!(group.offsets.iter().all(|&offset| offset < space.neighbourhood_len));
            for rank in group.ranks() {
                assert_eq!(found[rank as usize].replace(depth), None, "shown once");
                assert!(last.replace((depth, rank)) < Some((depth, rank)), "in order");
            }
        });
        let counts = counts.expect("no limit is set");
        for (depth, &count) in (0..).zip(&counts) {
            prop_assert_eq!(found.iter().filter(|&&found| found == Some(depth)).count() as u64, count);
        }
        prop_assert_eq!(counts.iter().sum::<u64>(), control.stats().nodes);
        prop_assert_eq!(control.stats().bytes, 0);
        prop_assert_eq!(&found, &truth);
        #[cfg(feature = "std")]
        for threads in 2..5 {
            prop_assert_eq!(on_threads::depths(&space, &starts, threads), (counts.clone(), truth.clone()));
        }
    }
}

/// A path through all states, possibly far more than fit into memory.
struct Line(u64);

impl RankedSpace for Line {
    type Scratch = ();

    fn states(&self) -> u64 {
        self.0
    }

    fn scratch(&self) {}

    fn successors(&self, (): &mut (), rank: u64, visit: &mut impl FnMut(u64)) {
        visit((rank + 1).min(self.0 - 1));
    }

    fn fingerprint(&self) -> u64 {
        self.0
    }
}

#[test]
fn limits_end_the_search() {
    let flag = CancelFlag::new();
    flag.raise();
    for (budget, why) in [
        (Budget::new().with_nodes(999), Stop::Nodes),
        (Budget::new().with_bytes(10_000), Stop::Memory),
        (Budget::new().with_cancel(flag), Stop::Cancelled),
        (Budget::new().with_time_by(|| Duration::ZERO, Duration::ZERO), Stop::Time),
    ] {
        let mut control = Control::new(budget);
        assert_eq!(explore_ranked(&Line(1000), [0], &mut control, |_, _| ()), Err(why));
        assert_eq!(control.stats().bytes, 0);
    }
    let counts = explore_ranked(&Line(1000), [0], &mut Control::unlimited(), |_, _| ());
    assert_eq!(counts, Ok(alloc::vec![1; 1000]));
    for states in [u64::MAX, 1 << 60] {
        let counts = explore_ranked(&Line(states), [0], &mut Control::unlimited(), |_, _| ());
        assert_eq!(counts, Err(Stop::Memory));
    }
}

#[test]
#[should_panic(expected = "rank 5 of 5 states")]
fn a_start_is_a_rank() {
    drop(explore_ranked(&Line(5), [5], &mut Control::unlimited(), |_, _| ()));
}

#[cfg(feature = "std")]
mod on_threads {
    use super::super::parts::{self, ranges};
    use super::*;
    use core::num::NonZero;
    use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::sync::Mutex;

    fn with_threads(threads: usize) -> Budget {
        Budget::new().with_threads(NonZero::new(threads).expect("not zero"))
    }

    /// Returns the number of states of each depth, and the depths of all states. Parts may have any
    /// size.
    pub(super) fn depths(space: &Ranked, starts: &[u64], threads: usize) -> (Vec<u64>, Vec<Option<u32>>) {
        let mut control = Control::new(with_threads(threads));
        let Some(ranges) = ranges(space, 1, &control) else {
            let counts = explore_ranked(space, starts.iter().copied(), &mut control, |_, _| ());
            return (counts.expect("no limit is set"), super::depths(space, starts));
        };
        assert!(ranges.len() > 1 && ranges.len() <= threads);
        assert_eq!((ranges[0].start, ranges[ranges.len() - 1].end), (0, space.states()));
        assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start && pair[0].start < pair[0].end));
        let found = Mutex::new(alloc::vec![None; space.arcs.len()]);
        let counts = parts::explore(space, starts.iter().copied(), &ranges, &mut control, |group, depth| {
            assert_eq!(group.first % u64::from(space.neighbourhood_len), 0);
            for rank in group.ranks() {
                let mut found = found.lock().expect("no panic");
                assert_eq!(found[rank as usize].replace(depth), None, "shown once");
            }
        });
        let counts = counts.expect("no limit is set");
        assert_eq!((control.stats().nodes, control.stats().bytes), (counts.iter().sum(), 0));
        (counts, found.into_inner().expect("no panic"))
    }

    /// Binary numbers; an action flips a digit.
    struct Digits(u32);

    impl RankedSpace for Digits {
        type Scratch = ();

        fn states(&self) -> u64 {
            1 << self.0
        }

        fn scratch(&self) {}

        fn successors(&self, (): &mut (), rank: u64, visit: &mut impl FnMut(u64)) {
            (0..self.0).for_each(|digit| visit(rank ^ 1 << digit));
        }

        fn fingerprint(&self) -> u64 {
            u64::from(self.0)
        }
    }

    /// Returns the binomial coefficients.
    fn digits_by_depth(digits: u64) -> Vec<u64> {
        let mut counts = alloc::vec![1];
        for below in 0..digits {
            counts.push(counts[below as usize] * (digits - below) / (below + 1));
        }
        counts
    }

    #[test]
    fn threads_that_wait_for_slow_ones_label_what_they_get() {
        for slow in [None, Some(0), Some(1)] {
            let is_awake = AtomicBool::new(true);
            let space = Digits(20);
            let counts = explore_ranked_in_parallel(
                &space,
                [0],
                &mut Control::new(with_threads(2)),
                |group, depth| {
                    let part = group.first >> 19;
                    // More than all batches that may wait.
                    if depth == 9 && Some(part) == slow && is_awake.swap(false, Ordering::Relaxed) {
                        std::thread::sleep(Duration::from_millis(60));
                    }
                },
            );
            assert_eq!(counts, Ok(digits_by_depth(20)));
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same_counts() {
        let digits = cases(18, 21);
        let counts = digits_by_depth(digits.into());
        for threads in [1, 3, 8, 100] {
            let mut control = Control::new(with_threads(threads));
            let shown = AtomicU64::new(0);
            let found = explore_ranked_in_parallel(&Digits(digits), [0], &mut control, |group, depth| {
                let sum: u64 = group.ranks().map(|rank| rank.wrapping_mul(u64::from(depth) + 1)).sum();
                shown.fetch_add(sum, Ordering::Relaxed);
            });
            let sum = (0..1u64 << digits).map(|rank| rank * u64::from(rank.count_ones() + 1)).sum::<u64>();
            assert_eq!((found.as_ref(), shown.into_inner()), (Ok(&counts), sum));
        }
    }

    #[test]
    fn limits_end_all_threads() {
        let flag = CancelFlag::new();
        flag.raise();
        let over = || Duration::from_secs(1);
        for (budget, why) in [
            (with_threads(2).with_nodes((1 << 20) - 1), Stop::Nodes),
            (with_threads(2).with_bytes(200_000), Stop::Memory),
            (with_threads(2).with_cancel(flag), Stop::Cancelled),
            (with_threads(2).with_time_by(over, Duration::ZERO), Stop::Time),
        ] {
            let mut control = Control::new(budget);
            assert_eq!(explore_ranked_in_parallel(&Digits(20), [0], &mut control, |_, _| ()), Err(why));
            assert_eq!(control.stats().bytes, 0);
        }
        // There is memory for one thread only.
        let mut control = Control::new(with_threads(2).with_bytes(300_000));
        let counts = explore_ranked_in_parallel(&Digits(20), [0], &mut control, |_, _| ());
        assert_eq!(counts, Ok(digits_by_depth(20)));
        // The flag is raised during the search.
        let flag = CancelFlag::new();
        let mut control = Control::new(with_threads(2).with_cancel(flag.clone()));
        let counts = explore_ranked_in_parallel(&Digits(20), [0], &mut control, |_, depth| {
            if depth == 10 {
                flag.raise();
            }
        });
        assert_eq!(counts, Err(Stop::Cancelled));
    }

    #[test]
    #[should_panic(expected = "at depth 7")]
    fn a_panic_of_one_thread_ends_the_search() {
        drop(explore_ranked_in_parallel(
            &Digits(20),
            [0],
            &mut Control::new(with_threads(2)),
            |group, depth| {
                assert!(depth < 7 || group.first < 1 << 19, "at depth {depth}");
            },
        ));
    }

    #[test]
    #[should_panic(expected = "rank 1048576 of 1048576 states")]
    fn a_start_is_a_rank() {
        let mut control = Control::new(with_threads(2));
        drop(explore_ranked_in_parallel(&Digits(20), [1 << 20], &mut control, |_, _| ()));
    }
}
