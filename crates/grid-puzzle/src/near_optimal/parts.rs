//! Independent pieces of work on as many threads as the run may use.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

/// Does a piece of work for each task, and returns the results in the order of the tasks. Every
/// task may spend an equal share of the remaining nodes, on any thread. The results therefore do
/// not depend on the number of threads, as long as time and memory suffice. Fewer results are
/// returned if the run must end.
pub(super) fn in_parts<T: Send, R: Send>(
    tasks: Vec<T>,
    control: &mut Control,
    work: impl Fn(T, &mut Control) -> R + Sync,
) -> (Vec<R>, Result<(), Stop>) {
    let nodes = control.free_nodes() / tasks.len().max(1) as u64;
    #[cfg(feature = "std")]
    if control.threads().get() > 1 {
        return threaded::in_parts(tasks, nodes, control, work);
    }
    let mut results = Vec::with_capacity(tasks.len());
    for task in tasks {
        results.push(control.within_nodes(nodes, |control| work(task, control)));
        if let Err(why) = control.poll() {
            return (results, Err(why));
        }
    }
    (results, Ok(()))
}

#[cfg(feature = "std")]
mod threaded {
    extern crate std;

    use std::sync::Mutex;

    use super::{Control, Stop, Vec};

    pub(super) fn in_parts<T: Send, R: Send>(
        tasks: Vec<T>,
        nodes: u64,
        control: &mut Control,
        work: impl Fn(T, &mut Control) -> R + Sync,
    ) -> (Vec<R>, Result<(), Stop>) {
        let threads = control.threads().get();
        // Results are kept if the end of the run cancels the threads.
        let results = Mutex::new(Vec::new());
        let mut tasks = tasks.into_iter().enumerate();
        let mut ended = Ok(());
        while ended.is_ok() {
            let group: Vec<(usize, T)> = tasks.by_ref().take(threads).collect();
            if group.is_empty() {
                break;
            }
            let each = |(number, task), control: &mut Control| {
                let result = control.within_nodes(nodes, |control| work(task, control));
                results.lock().expect("invariant: no thread panics with it").push((number, result));
                Ok::<(), Stop>(())
            };
            ended = control.in_parallel(group, each).map(drop);
        }
        let mut results = results.into_inner().expect("invariant: no thread panics with it");
        results.sort_unstable_by_key(|&(number, _)| number);
        (results.into_iter().map(|(_, result)| result).collect(), ended)
    }
}
