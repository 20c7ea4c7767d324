//! The analysis of a conflict: how the search branches on it, and how far that raises the bound.

use alloc::rc::Rc;
use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::conflict::{Conflict, Kind};
use super::conflict_robot::{ConflictRobot, bars_all};
use super::constraint_tree::ConstraintTree;
use super::diagrams::Restricted;
use super::problem::Problem;
use super::restriction::Restriction;
use super::shared_memos::SharedMemos;
use super::techniques::ConflictTechnique;
use super::{corridor, rectangle};

/// The two children of a conflict, each given by a robot of the search and the restrictions on it.
pub(super) type Branches = [(u32, Vec<Restriction>); 2];

/// The reasons for the restrictions, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    Target,
    Corridor,
    Rectangle,
    Plain,
}

/// The results of analysing a conflict in a node.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    /// The number of children whose bound exceeds the node's.
    pub(super) raised: u8,
    pub(super) reason: Reason,
    pub(super) branches: Rc<Branches>,
}

impl Analysis {
    /// The analysis without diagrams.
    pub(super) fn plain(conflict: &Conflict) -> Self {
        let [first, second] = conflict.restrictions();
        let [one, two] = conflict.robots;
        let branches = [(one, alloc::vec![first]), (two, alloc::vec![second])];
        Self { raised: 0, reason: Reason::Plain, branches: Rc::new(branches) }
    }

    /// The branches for a robot that passes the goal on which another rests.
    fn target(conflict: &Conflict) -> Branches {
        let resting = conflict.robots[0];
        let demand = |restriction| (resting, alloc::vec![restriction]);
        [
            demand(Restriction::LengthAtLeast(conflict.time + 1)),
            demand(Restriction::LengthAtMost(conflict.time)),
        ]
    }

    /// Finds the best way to branch on a conflict.
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
            ConflictRobot { restricted: restricted[0], path: tree.path(paths[0]), mdd: &first },
            ConflictRobot { restricted: restricted[1], path: tree.path(paths[1]), mdd: &second },
        ];
        let bars = |branches: &Branches| {
            (0..2).filter(|&side| bars_all(parties[side].mdd, &branches[side].1)).count() as u8
        };
        let raised = bars(&plain.branches);
        if conflict.kind == Kind::Target && problem.uses(ConflictTechnique::Target) {
            let time = conflict.time as usize;
            // The second child bars the passing robot from the goal.
            let passing = problem.goals[restricted[0].robot as usize];
            let demand = [Restriction::Vertex { vertex: passing, first: conflict.time, last: u32::MAX }];
            let raised =
                u8::from(parties[0].mdd.cost() <= time) + u8::from(bars_all(parties[1].mdd, &demand));
            return Ok(Self { raised, reason: Reason::Target, branches: Rc::new(Self::target(conflict)) });
        }
        if problem.uses(ConflictTechnique::Corridor)
            && let Some(demands) =
                corridor::restrictions(problem, conflict, parties, raised == 2, memos, control)?
        {
            let [one, two] = demands.map(|demand| alloc::vec![demand]);
            let branches = [(conflict.robots[0], one), (conflict.robots[1], two)];
            let raised = bars(&branches);
            return Ok(Self { raised, reason: Reason::Corridor, branches: Rc::new(branches) });
        }
        if raised < 2
            && problem.uses(ConflictTechnique::Rectangle)
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
