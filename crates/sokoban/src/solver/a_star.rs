//! A* by pushes or by the player's steps.

use motion_core::search::{Path, a_star};
use motion_core::{Control, Outcome};

use super::search_problem::{SearchMethod, SearchProblem, level_solver};
use super::symmetric_search::SymmetricBound;
use super::{Enhancement, Enhancements, symmetric_search, tunnel_search};
use crate::board::Push;
use crate::bound::RunBound;

/// Finds the fewest pushes by best-first search on the sum of pushes and lower bound: A*. With
/// [`steps`](Enhancement::Steps) it finds the fewest steps of the player instead, with the fewest
/// pushes among solutions of that many steps.
///
/// With `steps`, positions differ by the exact square of the player, and the bound adds to the
/// pushes the steps that the player has to walk between them. `pruned` then uses the deadlock rules
/// only, because PI-corrals preserve the fewest pushes but not the fewest steps.
///
/// With [`groups`](Enhancement::Groups), the bound of a position is raised before its expansion, by
/// the cost of disjoint groups of two and three boxes beyond their part of the matching. The bound
/// is then exact for levels of up to three boxes.
///
/// # Complexity
/// Memory is linear in the positions reached, as for `BreadthFirst`; a tighter bound leaves fewer
/// to expand. A bound takes time linear in the boxes, or quadratic if a push changes the matching.
///
/// # Guarantees
/// Complete, and optimal in pushes but not in steps between them. With `steps`, optimal in steps,
/// and in pushes among solutions of that many steps; the quality and the lower bound then count
/// steps, pushes included. When stopped, the lower bound is proved. Levels of more than 1,024 live
/// squares are [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 2 (both ways of counting), 3.4 and 4.2.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::solver::{Enhancement, Enhancements};
/// use sokoban::solver::AStar;
/// use sokoban::Level;
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let simple = Enhancements::new(&[Enhancement::SimpleBound]);
/// let solver = AStar::default().with_enhancements(simple);
/// let moves = solver.solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
///
/// // Two pushes suffice, but then the player has to walk around the box.
/// let level: Level = "6#|##---#|#@$--#|#.---#|6#".parse()?;
/// let metrics = |solver: AStar| {
///     let moves = solver.solve(&level, &mut Control::unlimited()).plan().expect("a solution");
///     level.verify(&moves).map(|metrics| (metrics.steps, metrics.pushes))
/// };
/// assert_eq!(metrics(AStar::default()), Ok((10, 2)));
/// let steps = Enhancements::new(&[Enhancement::Steps]);
/// assert_eq!(metrics(AStar::default().with_enhancements(steps)), Ok((8, 4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AStar {
    enhancements: Enhancements,
}

/// The enhancements that cannot be combined with `steps`.
const PUSHES_ONLY: [Enhancement; 4] =
    [Enhancement::Symmetry, Enhancement::TunnelMacros, Enhancement::BoxTables, Enhancement::Groups];

level_solver! {
    /// Sets the enhancements. This solver has `simple`, `pruned`, `steps`, `sym`, `TM`, `tables`
    /// and `groups`; others are ignored. `steps` excludes the last four, which preserve the fewest
    /// pushes but not the fewest steps. `sym` excludes `TM`. `groups` excludes `simple` and
    /// `tables`, because it detects lost positions itself.
    AStar, "positions expanded",
    Enhancements::new(&[
        Enhancement::SimpleBound,
        Enhancement::Pruned,
        #[cfg(feature = "survey")]
        Enhancement::Steps,
        Enhancement::Symmetry,
        Enhancement::TunnelMacros,
        Enhancement::BoxTables,
        Enhancement::Groups,
    ]),
    |set| set
        .excluding(&[Enhancement::Steps], &PUSHES_ONLY)
        .excluding(&[Enhancement::Symmetry], &[Enhancement::TunnelMacros])
        .excluding(&[Enhancement::Groups], &[Enhancement::SimpleBound, Enhancement::BoxTables])
}

impl SearchMethod for AStar {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        #[cfg(feature = "survey")]
        if self.enhancements.contains(Enhancement::Steps) {
            return super::fewest_steps::search(problem, self.enhancements, control);
        }
        if self.enhancements.contains(Enhancement::Groups) && problem.groups.is_none() {
            return problem.search(control, |control| {
                problem.with_groups(control, |problem, control| self.search(problem, control))
            });
        }
        problem.search(control, |control| {
            let (start, heuristic) = (problem.start, problem.heuristic(self.enhancements.bound()));
            let is_pruned = self.enhancements.contains(Enhancement::Pruned);
            let tables = problem.push_tables(self.enhancements, control)?;
            let space = problem.pruned_pushes_or_all(is_pruned).with_tables(tables);
            let has_symmetry = self.enhancements.contains(Enhancement::Symmetry);
            Ok(if self.enhancements.contains(Enhancement::TunnelMacros) {
                let bound = RunBound(heuristic);
                tunnel_search::search(problem, space, |space| a_star(space, bound, start, control))
            } else if has_symmetry && symmetric_search::has_symmetries(problem) {
                let bound = SymmetricBound(heuristic);
                symmetric_search::search(problem, space, |space, start| a_star(space, bound, start, control))
            } else {
                a_star(&space, heuristic, start, control)
            })
        })
    }
}
