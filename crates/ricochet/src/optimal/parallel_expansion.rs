//! The expansion of a batch of positions by several threads.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::a_star::AStarSearch;
use super::a_star_node::{AStarNode, OpenList};
use super::expansion::Expander;
use super::packed_position::PackedPosition;
use super::search_robots::CellMove;
use crate::instance::MAX_ROBOTS;

/// The successors found by a thread, each with its lower bound on the moves of a solution.
struct Successors<K>(Vec<(u16, AStarNode<K>)>);

impl<K> OpenList<K> for Successors<K> {
    #[inline]
    fn push(&mut self, moves: u16, node: AStarNode<K>, _: &mut Control) {
        self.0.push((moves, node));
    }
}

/// With fewer nodes, a thread is not worth its start.
const NODES_PER_THREAD: usize = 512;

impl<K: PackedPosition> AStarSearch<'_, K> {
    /// Expands the nodes from this number on, on the threads of the run; `None` if one thread must
    /// do it. The successors are added in the order of the nodes.
    pub(super) fn expand_in_parallel(
        &mut self,
        first: usize,
        moves: u16,
        control: &mut Control,
    ) -> Option<Result<Option<(u32, CellMove)>, Stop>> {
        let count = self.nodes.len() - first;
        let threads = control.threads().get().min(count / NODES_PER_THREAD);
        if threads < 2 || !self.prepare_workers(threads, control) {
            return None;
        }
        let bytes = (count * 4 * MAX_ROBOTS * size_of::<(u16, AStarNode<K>)>()) as u64;
        if control.hold(bytes).is_err() {
            return None;
        }
        let share = count.div_ceil(threads);
        let nodes = &self.nodes[first..];
        let starts = (first..).step_by(share);
        let tasks = self.workers.iter_mut().zip(nodes.chunks(share)).zip(starts);
        let tasks = tasks.map(|((expander, nodes), start)| (expander, nodes, start)).collect();
        let work = |(expander, nodes, start): (&mut Expander, &[AStarNode<K>], usize),
                    control: &mut Control| {
            let mut successors = Successors(Vec::new());
            for (number, node) in (start as u32..).zip(nodes) {
                if let Some(last) = expander.expand((node, number), moves, &mut successors, control) {
                    return Ok((successors, Some((number, last))));
                }
            }
            Ok::<_, Stop>((successors, None))
        };
        let results = control.in_parallel(tasks, work);
        let result = results.and_then(|results| {
            for (successors, found) in results {
                for (moves, node) in successors.0 {
                    self.open.push(moves, node, control);
                }
                if found.is_some() {
                    return Ok(found);
                }
            }
            self.open.stop.map_or(Ok(None), Err)
        });
        control.release(bytes);
        Some(result)
    }

    /// Creates expanders for this number of threads, if the memory is granted; returns whether it
    /// is.
    fn prepare_workers(&mut self, threads: usize, control: &mut Control) -> bool {
        while self.workers.len() < threads {
            if control.hold(self.expander.bytes()).is_err() {
                return false;
            }
            self.workers.push(self.expander.clone());
        }
        true
    }
}
