//! Prepares an instance for arranging ears: chooses the core, and the vertices of the blanks while
//! ears are arranged.

use alloc::vec::Vec;

use cpf_core::Instance;
use cpf_core::internal::GoalDistances;
use cpf_core::internal::is_theta_zero;
use motion_core::error::RunError;
use motion_core::{Configuration, Control, Move, Quality, Stop, Vertex};

use crate::ears::EarDecomposition;
use crate::instance::EarInstance;

/// An instance prepared for arranging ears.
///
/// The ears are arranged from the last to the first, except those of the core. Solvers bring the
/// robots to `goal`, which is the instance's goal with the blanks moved into the core. Then they
/// make the moves of `epilogue`.
pub(crate) struct PreparedEars<'i> {
    pub(crate) instance: &'i Instance,
    pub(crate) ears: &'i EarDecomposition,
    /// The number of first ears that belong to the core.
    pub(crate) core_ears: usize,
    /// The vertices of the core: the initial cycle and the inner vertices of its ears.
    pub(crate) core: Vec<Vertex>,
    pub(crate) goal: Configuration,
    pub(crate) epilogue: Vec<Move>,
}

/// Cores of at most this many vertices are rearranged by the fewest moves.
const SMALL_CORE: usize = 9;

/// The intended size of the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CoreSize {
    /// As small as possible.
    Smallest,
    /// As small as possible for one blank.
    ForOneBlank,
    /// As large as possible up to nine vertices, and larger only if needed: cores of up to nine
    /// vertices are rearranged optimally, and fewer ears are left.
    AtMostNine,
}

impl<'i> PreparedEars<'i> {
    pub(crate) fn new(problem: &'i EarInstance, core: CoreSize, control: &mut Control) -> Result<Self, Stop> {
        let (instance, ears) = (problem.instance(), problem.ears());
        let (core_ears, core) = choose_core(instance, ears, core, control)?;
        let (goal, epilogue) = move_blanks_into_core(instance, &core, control)?;
        Ok(Self { instance, ears, core_ears, core, goal, epilogue })
    }

    /// The distances to `goal`; if they are not `needed`, only those in closed form.
    pub(crate) fn goal_distances(&self, needed: bool, control: &mut Control) -> Result<GoalDistances, Stop> {
        let (graph, grid) = (self.instance.graph(), self.instance.grid());
        if needed {
            GoalDistances::new(graph, grid, &self.goal, control)
        } else {
            Ok(GoalDistances::in_closed_form(graph, grid, &self.goal))
        }
    }

    /// Whether the core is the whole graph.
    pub(crate) fn is_core_alone(&self) -> bool {
        self.core_ears == self.ears.ears().len()
    }

    /// The quality of plans: optimal if the core is the whole graph, and is small or a cycle.
    pub(crate) fn quality(&self) -> Quality {
        let is_cycle = self.instance.graph().edge_count() == self.core.len();
        if self.is_core_alone() && (is_cycle || self.core.len() <= SMALL_CORE) {
            Quality::Optimal
        } else {
            Quality::Feasible
        }
    }

    /// Whether ears have two inner vertices or more on average.
    pub(crate) fn has_long_ears(&self) -> bool {
        let inner: usize = self.ears.ears().map(|ear| ear.len() - 2).sum();
        inner >= 2 * self.ears.ears().len()
    }
}

/// The number of blanks that the core must hold so that its robots can be arranged in every order
/// that the whole graph allows.
fn blanks_needed(instance: &Instance) -> usize {
    instance.vacant_count().min(2)
}

/// Chooses the number of first ears that make up the core; returns it with the vertices of the
/// core.
///
/// The initial cycle alone is enough if rotating it reaches every arrangement. This holds for a
/// triangle, and for a cycle of four with two blanks, or with one on a bipartite graph, where
/// parity settles the rest. (The paper solves that cycle by a table and considers no other.)
/// Otherwise ears are added until the core is no cycle. With one blank, ears are also added until
/// the core has an odd cycle if the graph has one, because an even core would leave half of the
/// instances unsolved, and until it is not Wilson's graph θ₀.
fn choose_core(
    instance: &Instance,
    ears: &EarDecomposition,
    size: CoreSize,
    control: &mut Control,
) -> Result<(usize, Vec<Vertex>), Stop> {
    let graph = instance.graph();
    let bipartite = RunError::passed(graph.bipartition_within(control))?;
    let one_blank = instance.vacant_count() == 1 || size == CoreSize::ForOneBlank;
    let limit = if size == CoreSize::AtMostNine { SMALL_CORE } else { 0 };
    let mut core = ears.cycle().to_vec();
    let mut taken = 0;
    let mut sufficient = false;
    let mut left = ears.ears();
    loop {
        if !sufficient {
            control.poll()?;
            let inside = graph.induced(&core);
            sufficient = if inside.edge_count() == core.len() {
                core.len() == 3 || core.len() == 4 && (bipartite || !one_blank)
            } else {
                !one_blank || !is_theta_zero(&inside) && (bipartite || inside.bipartition().is_err())
            };
        }
        let Some(ear) = left.next() else { break };
        let inner = &ear[1..ear.len() - 1];
        if sufficient && core.len() + inner.len() > limit {
            break;
        }
        core.extend_from_slice(inner);
        taken += 1;
    }
    Ok((taken, core))
}

/// Moves robots of the goal so that the core holds the blanks it needs. Returns the new goal, and
/// the moves from it to the old one.
///
/// Each step moves the nearest blank outside to an occupied vertex of the core. Blanks of the core
/// on that path move up first, so the core loses none.
fn move_blanks_into_core(
    instance: &Instance,
    core: &[Vertex],
    control: &mut Control,
) -> Result<(Configuration, Vec<Move>), Stop> {
    let graph = instance.graph();
    let mut goal = instance.goal().clone();
    let mut in_core = alloc::vec![false; graph.vertex_count()];
    for vertex in core {
        in_core[vertex.index()] = true;
    }
    let mut moves = Vec::new();
    let mut blanks = core.iter().filter(|&&vertex| goal.is_vacant(vertex)).count();
    while blanks < blanks_needed(instance).min(core.len()) {
        control.poll()?;
        let outside: Vec<_> = goal.vacant().filter(|vertex| !in_core[vertex.index()]).collect();
        let distances = graph.distances_within(outside, control)?;
        let occupied = core.iter().copied().filter(|&vertex| !goal.is_vacant(vertex));
        let Some(mut last) = occupied.min_by_key(|&vertex| distances.get(vertex).unwrap_or(u32::MAX)) else {
            break;
        };
        // Walk from the core outwards; each blank on the path moves back to the first robot.
        let mut path = alloc::vec![last];
        let mut vacated = 0;
        while let Some(distance) = distances.get(last).filter(|&distance| distance > 0) {
            let closer = |next: &&Vertex| distances.get(**next) == Some(distance - 1);
            last = *graph.neighbours(last).iter().find(closer).expect("invariant: distances fall to 0");
            path.push(last);
            if goal.is_vacant(last) {
                for pair in path[vacated..].windows(2).rev() {
                    let token = goal.token_at(pair[0]).expect("invariant: blanks before were moved up");
                    goal.relocate(token, pair[1]);
                    moves.push(Move { token, from: pair[1], to: pair[0] });
                }
                vacated += 1;
            }
        }
        blanks += 1;
    }
    moves.reverse();
    Ok((goal, moves))
}
