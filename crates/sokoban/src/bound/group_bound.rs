//! The matching bound, raised by the cost of groups of two and three boxes.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::disjoint_groups::{WeightedGroup, greatest_disjoint};
use super::group_states::{Group, GroupStates, choose};
use super::{LowerBounds, MatchingBound};
use crate::board::{SearchBoard, Square, UNREACHABLE};
use crate::search::Position;

/// The number of placements of three boxes beyond which no table of them is built.
const MOST_PLACEMENTS: usize = 5_000_000;

/// A bound on the pushes: the matching, raised by the cost of groups of two and three boxes.
///
/// Give every goal *g* any number *u(g)*, its potential. The boxes of a group *B*, alone on the
/// board, take at least *c(B)* = min (pushes to the goals *G* − Σ *u(g)* for *g* in *G*) over all
/// sets *G* of as many goals. In a solution every goal is used once, and every push moves one box.
/// So for every partition of the boxes into groups, the pushes are at least Σ *u(g)* over all goals
/// plus Σ *c(B)* over the groups. This is the sum of the potentials, of the costs of the boxes
/// alone, and of the *weights* of groups without a common box, where the weight of a group is
/// *c(B)* minus the costs of its boxes alone. With the potentials of a matching, the first two add
/// up to its cost. If there are more goals than boxes, some goals are not used. Therefore no
/// potential is above 0, so that the sum over all goals is at most that over the goals used, and
/// goals that the matching leaves vacant have potential 0.
///
/// The potentials are those of the matching of one position, and stay constant. Then *c* of all
/// groups of a size comes from a single search backward from all goals, and is one byte in a table.
/// For other positions, better potentials may exist; if the sum is less than the matching, the
/// matching is the bound.
///
/// # Complexity
/// With *L* live squares there are *L*³/6 placements of three boxes. Each takes a flood fill and
/// nine bytes, more if boxes cut the floor, and a single search covers them all. Beyond 5,000,000
/// placements there is no table of three boxes. The bound of a position takes a look-up for every
/// three boxes, and a choice of groups that is cut off after a constant number of steps.
///
/// # Guarantees
/// Admissible, but not consistent; never below the matching, and of its parity if there are as many
/// goals as boxes. On such levels of up to three boxes it is the fewest pushes for the position
/// from which the tables were computed. `None` proves that the position has no solution.
///
/// # References
/// Pairs of boxes beside a matching: A. G. Pereira, M. Ritt, L. S. Buriol, *Optimal Sokoban solving
/// using pattern databases with specific domain knowledge*, Artificial Intelligence 227 (2015), for
/// the part of a level before a square that all boxes pass. Potentials need no such square, and
/// take the goals into account.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use motion_core::search::a_star;
/// use sokoban::board::SearchBoard;
/// use sokoban::bound::{BoundHeuristic, BoundKind, GroupTables, LowerBounds};
/// use sokoban::search::{Position, Pushes};
///
/// // Each box is beside a goal, but the player can push neither into it.
/// let board = SearchBoard::new(&"6#|#--$.#|#-.$@#|#-#--#|##---#|6#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let bounds = LowerBounds::new(&board);
/// let mut control = Control::unlimited();
/// let tables = GroupTables::new(&board, &bounds, &start, &mut control)?;
/// assert_eq!((bounds.matching(&start), tables.bound(&bounds, &start)), (Some(2), Some(6)));
///
/// let heuristic = BoundHeuristic::new(&board, &bounds, BoundKind::Matching).with_groups(&tables);
/// let path = a_star(&Pushes::new(&board), heuristic, start, &mut control).into_result()?;
/// assert_eq!(path.cost, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GroupTables {
    /// The sum of the potentials.
    total: i32,
    /// For each row of costs, the least of pushes minus potential.
    alone: Vec<i32>,
    by_two: Option<WeightTable<2>>,
    by_three: Option<WeightTable<3>>,
}

/// The cost of each state of `K` boxes beyond that of each box alone.
#[derive(Clone, Debug)]
struct WeightTable<const K: usize> {
    states: GroupStates<K>,
    weights: Vec<u8>,
}

/// The weight of boxes that cannot all be pushed to goals.
const LOST: u8 = u8::MAX;

impl GroupTables {
    /// Computes the tables for the potentials of a position's matching. Their memory stays held in
    /// `control`.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the tables do not fit, or any other [`Stop`] that ends the run.
    pub fn new<const W: usize>(
        board: &SearchBoard,
        bounds: &LowerBounds,
        position: &Position<W>,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let mut matching = MatchingBound::new(bounds);
        // Any potentials are valid, even those without a matching.
        matching.enter(position);
        let potentials: Vec<i32> = matching.goal_potentials().collect();
        Self::with_potentials(board, bounds, &potentials, control)
    }

    /// Returns the bound of a position; `None` if it has no solution. For many positions,
    /// [`BoundHeuristic::with_groups`](super::BoundHeuristic::with_groups) is faster.
    ///
    /// # Panics
    /// If the position belongs to another board.
    pub fn bound<const W: usize>(&self, bounds: &LowerBounds, position: &Position<W>) -> Option<u32> {
        GroupBound::new(self).bound(position, bounds, bounds.matching(position)?)
    }

    /// Computes the tables for these potentials of the goals.
    fn with_potentials(
        board: &SearchBoard,
        bounds: &LowerBounds,
        potentials: &[i32],
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let cost = |(&pushes, &potential): (&u16, &i32)| {
            if pushes == UNREACHABLE { i32::MAX } else { i32::from(pushes) - potential }
        };
        let least = |row| bounds.row(row).iter().zip(potentials).map(cost).min().unwrap_or(0);
        let mut new = Self {
            total: potentials.iter().sum(),
            alone: (0..bounds.rows()).map(least).collect(),
            by_two: None,
            by_three: None,
        };
        if bounds.boxes() >= 2 {
            new.by_two = Some(WeightTable::new(board, bounds, potentials, &new.alone, control)?);
        }
        let placements = choose(board.live_square_count(), 3);
        if bounds.boxes() >= 3 && placements <= MOST_PLACEMENTS {
            new.by_three = Some(WeightTable::new(board, bounds, potentials, &new.alone, control)?);
        }
        Ok(new)
    }
}

impl<const K: usize> WeightTable<K> {
    fn new(
        board: &SearchBoard,
        bounds: &LowerBounds,
        potentials: &[i32],
        alone: &[i32],
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let states = GroupStates::new(board, control)?;
        let mut weights = Vec::new();
        control.reserve(&mut weights, states.count())?;
        weights.resize(states.count(), LOST);
        let greatest = potentials.iter().max().map_or(0, |greatest| [*greatest; K].iter().sum());
        let mut ends: Vec<(Group<K>, u32)> = Vec::new();
        goal_sets(board.goals(), potentials, |goals, sum| {
            ends.push((goals, (greatest - sum).cast_unsigned()));
        });
        states.least_costs(board, ends, control, |state, cost| {
            let apart: i32 = state.boxes.iter().map(|&at| alone[bounds.row_number(at, state.player)]).sum();
            let weight = cost.cast_signed() - greatest - apart;
            weights[state.number] = u8::try_from(weight).unwrap_or(LOST - 1).min(LOST - 1);
        })?;
        Ok(Self { states, weights })
    }

    fn weight(&self, boxes: Group<K>, player: Square) -> u8 {
        self.weights[self.states.number(boxes, player)]
    }
}

/// Visits the sets of `K` goals, each with the sum of its potentials.
fn goal_sets<const K: usize>(goals: &[Square], potentials: &[i32], mut visit: impl FnMut(Group<K>, i32)) {
    let mut chosen: [usize; K] = core::array::from_fn(|index| index);
    loop {
        visit(chosen.map(|goal| goals[goal]), chosen.iter().map(|&goal| potentials[goal]).sum());
        let Some(index) = (0..K).rev().find(|&index| chosen[index] < goals.len() - K + index) else { return };
        chosen[index] += 1;
        for later in index + 1..K {
            chosen[later] = chosen[later - 1] + 1;
        }
    }
}

/// Computes the bounds of [`GroupTables`] for one position after another.
#[derive(Clone, Debug)]
pub(crate) struct GroupBound<'t> {
    tables: &'t GroupTables,
    boxes: Vec<Square>,
    groups: Vec<WeightedGroup>,
    pairs: Vec<u8>,
    taken: Vec<bool>,
}

impl<'t> GroupBound<'t> {
    pub(crate) fn new(tables: &'t GroupTables) -> Self {
        let boxes = Vec::new();
        Self { tables, boxes, groups: Vec::new(), pairs: Vec::new(), taken: Vec::new() }
    }

    /// Returns the bound of a position with this matching bound; `None` if some boxes cannot all be
    /// pushed to goals.
    pub(crate) fn bound<const W: usize>(
        &mut self,
        position: &Position<W>,
        bounds: &LowerBounds,
        matching: u32,
    ) -> Option<u32> {
        let Self { tables, boxes, groups, pairs, taken } = self;
        let Some(by_two) = &tables.by_two else { return Some(matching) };
        let player = position.player;
        boxes.clear();
        boxes.extend(&position.boxes);
        groups.clear();
        pairs.clear();
        for (high, &high_at) in boxes.iter().enumerate() {
            for (low, &low_at) in boxes[..high].iter().enumerate() {
                let weight = by_two.weight([low_at, high_at], player);
                if weight == LOST {
                    return None;
                }
                pairs.push(weight);
                if weight > 0 {
                    let (low, high) = (low as u16, high as u16);
                    groups.push(WeightedGroup { boxes: [low, high, high], weight: weight.into() });
                }
            }
        }
        if let Some(by_three) = &tables.by_three {
            for (high, &high_at) in boxes.iter().enumerate() {
                let with_high = &pairs[choose(high, 2)..][..high];
                for (middle, &middle_at) in boxes[..high].iter().enumerate() {
                    let with_middle = &pairs[choose(middle, 2)..][..middle];
                    let least = with_high[middle];
                    for (low, &low_at) in boxes[..middle].iter().enumerate() {
                        let weight = by_three.weight([low_at, middle_at, high_at], player);
                        if weight == LOST {
                            return None;
                        }
                        if weight > least.max(with_high[low]).max(with_middle[low]) {
                            let boxes = [low, middle, high].map(|number| number as u16);
                            groups.push(WeightedGroup { boxes, weight: weight.into() });
                        }
                    }
                }
            }
        }
        let apart: i32 = boxes.iter().map(|&at| tables.alone[bounds.row_number(at, player)]).sum();
        taken.clear();
        taken.resize(boxes.len(), false);
        let together = greatest_disjoint(groups, taken.as_mut_slice());
        let bound = (tables.total + apart).saturating_add_unsigned(together).max(0).cast_unsigned();
        let bound = bound.max(matching);
        // Every solution has the parity of the matching.
        Some(if bounds.have_parity() { bound + (bound - matching) % 2 } else { bound })
    }
}
