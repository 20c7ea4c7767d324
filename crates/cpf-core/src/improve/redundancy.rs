//! Redundancy removal: a robot that comes back to a place nobody entered meanwhile might as well have waited there.

use alloc::vec::Vec;

use motion_core::{Control, Move, Stop};

use crate::instance::Instance;

/// Ends a list of moves; no plan that is looked at has so many.
const NONE: u32 = u32::MAX;

/// Moves between two looks at the budget.
const PORTION: usize = 4096;

/// Deletes what robots do between leaving a vertex and returning to it, wherever nobody else has entered the
/// vertex meanwhile, until there is no such place; gives the number of moves deleted.
///
/// Each sweep looks at every move once and spends a node for it. The plan must be legal; it is so after every
/// sweep, also one that is stopped, and ends in the same configuration. Observers are told of plans with fewer than
/// `least` moves.
pub(crate) fn remove(
    instance: &Instance,
    plan: &mut Vec<Move>,
    least: usize,
    control: &mut Control,
) -> Result<(), Stop> {
    if plan.len() >= NONE as usize {
        return Err(Stop::Memory);
    }
    let words = 2 * plan.len() + instance.graph().vertex_count() + instance.robot_count();
    let bytes = (words * size_of::<u32>() + plan.len()) as u64;
    control.hold(bytes)?;
    let mut sweep = Sweep::new(instance, plan.len());
    let result = sweep.repeat(plan, least, control);
    drop(sweep);
    control.release(bytes);
    result
}

/// The live moves seen so far, in two families of stacks that share the moves' numbers: those that left each
/// vertex, and those of each robot.
struct Sweep {
    left_last: Vec<u32>,
    moved_last: Vec<u32>,
    /// For each move the one that left its vertex before, and the one that its robot made before.
    below: Vec<[u32; 2]>,
    dead: Vec<bool>,
}

impl Sweep {
    fn new(instance: &Instance, moves: usize) -> Self {
        Self {
            left_last: alloc::vec![NONE; instance.graph().vertex_count()],
            moved_last: alloc::vec![NONE; instance.robot_count()],
            below: alloc::vec![[NONE; 2]; moves],
            dead: alloc::vec![false; moves],
        }
    }

    fn repeat(&mut self, plan: &mut Vec<Move>, least: usize, control: &mut Control) -> Result<(), Stop> {
        loop {
            self.left_last.fill(NONE);
            self.moved_last.fill(NONE);
            self.dead[..plan.len()].fill(false);
            let before = plan.len();
            let result = self.run(plan, control);
            let mut dead = self.dead.iter();
            plan.retain(|_| !dead.next().expect("invariant: there is a mark for every move"));
            if plan.len() < before.min(least) {
                control.improved(plan.len() as u64)?;
            }
            result?;
            if plan.len() == before {
                return Ok(());
            }
        }
    }

    fn run(&mut self, plan: &[Move], control: &mut Control) -> Result<(), Stop> {
        let mut number = 0;
        for portion in plan.chunks(PORTION) {
            control.spend(portion.len() as u64)?;
            for &action in portion {
                self.look_at(plan, number, action);
                number += 1;
            }
        }
        Ok(())
    }

    /// The target is vacant, so whoever entered it last has left it: if that was this robot, the rest is a detour.
    fn look_at(&mut self, plan: &[Move], number: u32, action: Move) {
        let (robot, from, to) = (action.token.index(), action.from.index(), action.to.index());
        let mut leaving = self.left_last[to];
        while leaving != NONE && self.dead[leaving as usize] {
            leaving = self.below[leaving as usize][0];
        }
        self.left_last[to] = leaving;
        if leaving == NONE || plan[leaving as usize].token != action.token {
            self.below[number as usize] = [self.left_last[from], self.moved_last[robot]];
            self.left_last[from] = number;
            self.moved_last[robot] = number;
            return;
        }
        self.dead[number as usize] = true;
        let mut detour = self.moved_last[robot];
        // `leaving` is one of the robot's live moves, so it comes up.
        while detour >= leaving && detour != NONE {
            self.dead[detour as usize] = true;
            detour = self.below[detour as usize][1];
        }
        self.moved_last[robot] = detour;
    }
}
