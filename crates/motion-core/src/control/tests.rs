//! Limits, flags, observers and clocks of a run.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::time::Duration;

use super::*;

#[test]
fn node_limits_are_exact_whatever_the_portions() {
    for limit in [0, 1, 255, 256, 257, 1000, 100_000] {
        for portion in [1, 3, 256, 1000] {
            let mut control = Control::new(Budget::new().with_nodes(limit));
            while control.spend(portion).is_ok() {}
            assert_eq!(control.spend(portion), Err(Stop::Nodes));
            assert_eq!(control.stats().nodes, limit / portion * portion);
        }
    }
}

#[test]
fn much_work_is_spent_in_portions() {
    let mut control = Control::new(Budget::new().with_nodes(10_000));
    assert_eq!(control.spend_many(9_999), Ok(()));
    assert_eq!(control.spend_many(2), Err(Stop::Nodes));
    assert_eq!(control.stats().nodes, 9_999);
    assert_eq!(Control::new(Budget::new().with_nodes(10_000)).spend_many(1 << 40), Err(Stop::Nodes));
}

#[test]
fn memory_is_granted_up_to_the_limit_and_can_be_given_back() {
    let mut control = Control::new(Budget::new().with_bytes(100));
    assert_eq!(control.hold(60), Ok(()));
    assert_eq!(control.hold(41), Err(Stop::Memory));
    control.release(20);
    assert_eq!(control.hold(60), Ok(()));
    assert_eq!((control.free_bytes(), control.stats().peak_bytes), (0, 100));
}

#[test]
fn a_raised_flag_is_seen_within_four_nodes() {
    let flag = CancelFlag::new();
    let mut control = Control::new(Budget::new().with_cancel(flag.clone()));
    assert_eq!(control.spend(5000), Ok(()));
    flag.raise();
    let nodes = (1..=5).find(|_| control.spend(1).is_err());
    assert!(nodes.is_some_and(|nodes| nodes <= 4), "{nodes:?}");
    assert_eq!(control.spend(4), Err(Stop::Cancelled));
}

#[test]
fn the_share_used_is_that_of_the_scarcer_part() {
    let percent = |control: &Control| control.fraction_used().map(|used| (100.0 * used).round());
    assert_eq!(percent(&Control::new(Budget::new().with_bytes(1))), None);
    assert_eq!(percent(&Control::new(Budget::new().with_nodes(0))), Some(100.0));
    let mut control = Control::new(Budget::new().with_nodes(10));
    assert_eq!(control.spend(4), Ok(()));
    assert_eq!(percent(&control), Some(40.0));
    let limit = |time| Control::new(Budget::new().with_nodes(10).with_time_by(|| Duration::ZERO, time));
    assert_eq!(percent(&limit(Duration::ZERO)), Some(100.0));
    assert_eq!(percent(&limit(Duration::MAX)), Some(0.0));
}

#[test]
fn a_share_of_the_time_ends_before_the_run_does() {
    use core::sync::atomic::{AtomicU64, Ordering};
    static SECONDS: AtomicU64 = AtomicU64::new(0);
    let clock = || Duration::from_secs(SECONDS.load(Ordering::Relaxed));
    let budget = Budget::new().with_time_by(clock, Duration::from_secs(100));
    let mut control = Control::new(budget);
    let last = control.within_share(25, |control| {
        (0..200).find(|&second| {
            SECONDS.store(second, Ordering::Relaxed);
            control.poll().is_err()
        })
    });
    assert_eq!((last, control.poll()), (Some(25), Ok(())));
    SECONDS.store(100, Ordering::Relaxed);
    assert_eq!(control.within_share(25, Control::poll), Err(Stop::Time));
    assert_eq!(control.poll(), Err(Stop::Time));
}

#[test]
fn a_limit_that_is_met_is_remembered_unless_it_was_that_of_a_share() {
    let budget = |nodes| Budget::new().with_nodes(nodes).with_bytes(10);
    let spend = |control: &mut Control| (0..9).try_for_each(|_| control.spend(1));
    let mut control = Control::new(budget(10));
    for ended in [control.within_nodes(3, spend), control.within_share(50, spend)] {
        assert_eq!((ended, control.limit_met()), (Err(Stop::Nodes), None));
    }
    assert_eq!((control.hold(11), control.limit_met()), (Err(Stop::Memory), Some(Stop::Memory)));
    assert_eq!((control.within_nodes(9, spend), control.limit_met()), (Err(Stop::Nodes), Some(Stop::Nodes)));

    let flag = CancelFlag::new();
    let mut control = Control::new(budget(9).with_cancel(flag.clone()));
    assert_eq!((spend(&mut control), control.limit_met()), (Ok(()), Some(Stop::Nodes)), "used up");

    let mut control = Control::new(Budget::new().with_cancel(flag.clone()));
    flag.raise();
    assert_eq!(control.limit_met(), None, "the run ended before");
    assert_eq!((control.poll(), control.limit_met()), (Err(Stop::Cancelled), Some(Stop::Cancelled)));
    let timed = Budget::new().with_time_by(|| Duration::ZERO, Duration::ZERO);
    let mut control = Control::new(timed);
    assert_eq!((control.poll(), control.limit_met()), (Err(Stop::Time), Some(Stop::Time)));

    let hour = Budget::new().with_time_by(|| Duration::ZERO, Duration::from_secs(3600));
    for (budget, met) in [(Budget::new(), None), (budget(9), Some(Stop::Nodes)), (hour, Some(Stop::Time))] {
        let mut control = Control::new(budget);
        control.end_by_limit();
        assert_eq!(control.limit_met(), met);
    }
}

#[test]
fn progress_is_shown_by_time_where_that_is_asked_for() {
    use core::sync::atomic::{AtomicU64, Ordering};
    static MILLISECONDS: AtomicU64 = AtomicU64::new(0);
    let clock = || Duration::from_millis(MILLISECONDS.load(Ordering::Relaxed));
    let mut shown = Vec::new();
    let mut observer = |progress: &Progress| {
        shown.push(progress.stats.nodes);
        ControlFlow::Continue(())
    };
    let control = Control::unlimited().with_observer(&mut observer);
    let mut control = control.with_progress_interval_by(clock, Duration::from_millis(500));
    for _ in 0..1900 {
        MILLISECONDS.fetch_add(1, Ordering::Relaxed);
        control.spend(1).expect("no limits");
    }
    // The clock is read every few nodes, since each node takes a millisecond.
    assert_eq!(shown.len(), 3);
    let late = shown.iter().zip([500_u64, 1000, 1500]).map(|(&nodes, due)| due.abs_diff(nodes));
    assert!(late.max() <= Some(3), "{shown:?}");
}

#[cfg(feature = "std")]
#[test]
fn a_deadline_that_has_passed_stops_the_first_node() {
    let mut control = Control::new(Budget::new().with_time(Duration::ZERO));
    assert_eq!(control.spend(1), Err(Stop::Time));
}

#[test]
fn observers_see_progress_and_may_end_the_run() {
    struct Patience(u32);
    impl Observer for Patience {
        fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
            assert_eq!(progress.fraction_done, Some(0.5));
            self.0 -= 1;
            if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
        fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
            assert_eq!(improvement.solution::<u64>(), Ok(improvement.cost));
            let why = improvement.solution::<u32>().expect_err("not u32").to_string();
            assert_eq!(why, "the solver's solutions are of the type u64, not u32");
            if improvement.cost < 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    let mut patience = Patience(3);
    let mut control = Control::unlimited().with_observer(&mut patience);
    control.set_progress(0.5);
    while control.spend(1).is_ok() {}
    // The node that would end the third portion is not done.
    assert_eq!(control.stats().nodes, 3 * REPORT_INTERVAL - 1);
    assert_eq!(control.spend(1), Err(Stop::Cancelled), "once ended, always");

    // The same holds while solutions are converted.
    let mut patience = Patience(2);
    let mut control = Control::new(Budget::new().with_nodes(REPORT_INTERVAL)).with_observer(&mut patience);
    control.set_progress(0.5);
    let stop = control.converting(
        0,
        |text: String| text.len() as u64,
        |control| {
            assert_eq!(control.improved(12, || String::from("twelve bytes")), Ok(()));
            assert_eq!(control.improved(11, || 11u64), Ok(()), "of the run's own type");
            assert_eq!(control.hold(7), Ok(()));
            control.spend(REPORT_INTERVAL).and_then(|()| control.spend(1))
        },
    );
    assert_eq!((stop, control.spend(1)), (Err(Stop::Nodes), Err(Stop::Nodes)));
    assert_eq!((control.stats().nodes, control.stats().bytes), (REPORT_INTERVAL, 7));
    let ended = control.converting(2, |_: i8| 9u64, |control| control.improved(11, || 1i8));
    assert_eq!((ended, control.poll()), (Err(Stop::Cancelled), Err(Stop::Cancelled)));

    let mut patience = Patience(3);
    let mut control = Control::unlimited().with_observer(&mut patience);
    assert_eq!((control.improved(10, || 10u64), control.spend(1)), (Ok(()), Ok(())));
    assert_eq!(control.improved(9, || 9u64), Err(Stop::Cancelled));
    assert_eq!(control.spend(1), Err(Stop::Cancelled));
}
