//! The path to a state, traced back through the levels.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use motion_core::Control;
use motion_core::search::{PackedSpace, Space};

use crate::disk_error::DiskError;
use crate::disk_search::DiskSearch;
use crate::manifest::part_of;
use crate::manifest::{Layer, PlacedSegment};
use crate::next_level::parts;
use crate::shared_file::SharedFile;
use crate::state_file::StateReader;

/// A state and the action that leads on from it.
type Step<S, const N: usize> = ([u64; N], <S as Space>::Action);

impl<S: PackedSpace<N>, const N: usize> DiskSearch<'_, S, N> {
    /// Returns the actions from a start to a successor of the latest level. All levels must have
    /// been kept.
    pub(crate) fn path_to(&self, goal: [u64; N], control: &mut Control) -> Result<Vec<S::Action>, DiskError> {
        let open = self.open_files()?;
        let (mut target, mut actions) = (goal, Vec::new());
        for level in self.manifest().levels.iter().rev() {
            let before = if self.manifest().kind.is_reversible {
                self.neighbour_in(level, &open, &target)?
            } else {
                self.predecessor_in(level, &open, &target, control)?
            };
            let (before, action) = before.ok_or_else(|| self.damaged())?;
            actions.push(action);
            target = before;
        }
        actions.reverse();
        Ok(actions)
    }

    /// Returns the least neighbour of a state in a level.
    fn neighbour_in(
        &self,
        level: &Layer,
        open: &[Arc<SharedFile>],
        target: &[u64; N],
    ) -> Result<Option<Step<S, N>>, DiskError> {
        let (space, mut scratch) = (self.space(), self.space().scratch());
        let mut neighbours = Vec::new();
        space.successors(&mut scratch, &space.unpack(target), &mut |_, neighbour, _| {
            neighbours.push(space.pack(&neighbour));
        });
        neighbours.sort_unstable();
        for neighbour in neighbours {
            let part = part_of(space.neighbourhood(&neighbour), self.manifest().parts);
            let PlacedSegment { file, segment } = level.segments[part];
            let mut reader = StateReader::new(Arc::clone(&open[file]), segment);
            if reader.next_from(&neighbour)? == Some(neighbour)
                && let Some(action) = action_to(space, &mut scratch, &neighbour, target)
            {
                return Ok(Some((neighbour, action)));
            }
        }
        Ok(None)
    }

    /// Returns the least state of a level from which an action leads to this state, by expanding
    /// all of them.
    fn predecessor_in(
        &self,
        level: &Layer,
        open: &[Arc<SharedFile>],
        target: &[u64; N],
        control: &mut Control,
    ) -> Result<Option<Step<S, N>>, DiskError> {
        let (next_part, space) = (AtomicUsize::new(0), self.space());
        let workers = vec![(); control.threads().get()];
        let found = control.in_parallel(workers, |(), control| {
            let mut scratch = space.scratch();
            let mut least: Option<[u64; N]> = None;
            for part in parts(&next_part, 0, 1, level.segments.len()) {
                let PlacedSegment { file, segment } = level.segments[part];
                let mut reader = StateReader::new(Arc::clone(&open[file]), segment);
                while let Some(words) = reader.next()? {
                    control.spend(1)?;
                    if action_to(space, &mut scratch, &words, target).is_some() {
                        least = Some(least.map_or(words, |least| least.min(words)));
                        break;
                    }
                }
            }
            Ok::<_, DiskError>(least)
        })?;
        let least = found.into_iter().flatten().min();
        Ok(least.and_then(|words| Some((words, action_to(space, &mut space.scratch(), &words, target)?))))
    }
}

/// Returns the action from one state to another.
fn action_to<S: PackedSpace<N>, const N: usize>(
    space: &S,
    scratch: &mut S::Scratch,
    from: &[u64; N],
    to: &[u64; N],
) -> Option<S::Action> {
    let mut found = None;
    space.successors(scratch, &space.unpack(from), &mut |action, successor, _| {
        if found.is_none() && space.pack(&successor) == *to {
            found = Some(action);
        }
    });
    found
}
