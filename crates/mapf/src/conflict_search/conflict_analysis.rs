//! How a conflict is branched on, and what that is worth.

use alloc::rc::Rc;
use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::conflict::{Conflict, Kind};
use super::constraint_tree::ConstraintTree;
use super::diagrams::Restricted;
use super::problem::Problem;
use super::restriction::Restriction;
use super::shared_memos::SharedMemos;
use super::techniques::Technique;
use super::{corridor, rectangle};
use crate::mdd::Mdd;

/// The two children of a conflict: a robot of the search, and what is demanded of it.
pub(super) type Branches = [(u32, Vec<Restriction>); 2];

/// The reasons for the restrictions, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    Target,
    Corridor,
    Rectangle,
    Plain,
}

/// What is known of a conflict in a node.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    /// The number of children whose bound is larger.
    pub(super) raised: u8,
    pub(super) reason: Reason,
    pub(super) branches: Rc<Branches>,
}

/// One robot of a conflict.
#[derive(Clone, Copy, Debug)]
pub(super) struct Party<'t> {
    pub(super) restricted: Restricted,
    pub(super) path: &'t [motion_core::Vertex],
    pub(super) mdd: &'t Mdd,
}

/// Whether no path of a diagram is as demanded.
pub(super) fn bars_all(mdd: &Mdd, demands: &[Restriction]) -> bool {
    if let &[Restriction::Vertex { vertex, first, last }] = demands
        && first == last
    {
        return mdd.single(first as usize) == Some(vertex);
    }
    if let &[Restriction::Step { from, to, time }] = demands {
        let time = time as usize;
        return time <= mdd.cost() && mdd.single(time - 1) == Some(from) && mdd.single(time) == Some(to);
    }
    let barred = |time: usize, vertex| {
        demands.iter().any(|&demand| match demand {
            Restriction::Vertex { vertex: other, first, last } => {
                other == vertex && first as usize <= time && time <= last as usize
            }
            Restriction::LengthAtLeast(least) => time == mdd.cost() && (least as usize) > time,
            _ => false,
        })
    };
    // Level by level the nodes that are reached as demanded.
    let mut reached = alloc::vec![true];
    for time in 0..mdd.cost() {
        let (nodes, next) = (mdd.nodes(time), mdd.nodes(time + 1));
        let mut after = alloc::vec![false; next.len()];
        for node in nodes.clone().filter(|node| reached[node - nodes.start]) {
            for &to in mdd.successors(node) {
                after[to as usize - next.start] |= !barred(time + 1, mdd.vertex(to as usize));
            }
        }
        if !after.contains(&true) {
            return true;
        }
        reached = after;
    }
    mdd.cost() == 0 && barred(0, mdd.vertex(0))
}

impl Analysis {
    /// Without looking at diagrams.
    pub(super) fn plain(conflict: &Conflict) -> Self {
        let [first, second] = conflict.restrictions();
        let [one, two] = conflict.robots;
        let branches = [(one, alloc::vec![first]), (two, alloc::vec![second])];
        Self { raised: 0, reason: Reason::Plain, branches: Rc::new(branches) }
    }

    /// Of a robot that passes the goal of one that rests there.
    fn target(conflict: &Conflict) -> Branches {
        let resting = conflict.robots[0];
        let demand = |restriction| (resting, alloc::vec![restriction]);
        [
            demand(Restriction::LengthAtLeast(conflict.time + 1)),
            demand(Restriction::LengthAtMost(conflict.time)),
        ]
    }

    /// Looks for the best way to branch on a conflict.
    pub(super) fn new(
        problem: &Problem,
        conflict: &Conflict,
        restricted: [Restricted; 2],
        paths: [u32; 2],
        (tree, memos): (&ConstraintTree, &mut SharedMemos),
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let plain = Self::plain(conflict);
        let mdds = restricted.map(|key| memos.diagrams.get(problem, key));
        let [Some(first), Some(second)] = mdds else { return Ok(plain) };
        let parties = [
            Party { restricted: restricted[0], path: tree.path(paths[0]), mdd: &first },
            Party { restricted: restricted[1], path: tree.path(paths[1]), mdd: &second },
        ];
        let bars = |branches: &Branches| {
            (0..2).filter(|&side| bars_all(parties[side].mdd, &branches[side].1)).count() as u8
        };
        let raised = bars(&plain.branches);
        if conflict.kind == Kind::Target && problem.uses(Technique::Target) {
            let time = conflict.time as usize;
            // The second child bars the robot that passes.
            let passing = problem.goals[restricted[0].robot as usize];
            let demand = [Restriction::Vertex { vertex: passing, first: conflict.time, last: u32::MAX }];
            let raised =
                u8::from(parties[0].mdd.cost() <= time) + u8::from(bars_all(parties[1].mdd, &demand));
            return Ok(Self { raised, reason: Reason::Target, branches: Rc::new(Self::target(conflict)) });
        }
        if problem.uses(Technique::Corridor)
            && let Some(demands) =
                corridor::restrictions(problem, conflict, parties, raised == 2, memos, control)?
        {
            let [one, two] = demands.map(|demand| alloc::vec![demand]);
            let branches = [(conflict.robots[0], one), (conflict.robots[1], two)];
            let raised = bars(&branches);
            return Ok(Self { raised, reason: Reason::Corridor, branches: Rc::new(branches) });
        }
        if raised < 2
            && problem.uses(Technique::Rectangle)
            && let Some([one, two]) = rectangle::restrictions(problem, conflict, parties)
        {
            let branches = [(conflict.robots[0], one), (conflict.robots[1], two)];
            let better = bars(&branches);
            if better >= raised {
                return Ok(Self { raised: better, reason: Reason::Rectangle, branches: Rc::new(branches) });
            }
        }
        Ok(Self { raised, ..plain })
    }
}
