//! Penalties: the numbers of pushes by which some boxes of a position exceed their matching.

mod part_costs;
mod part_search;
mod penalty_bound;
mod penalty_sets;

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use crate::board::{BoxSet, Push, Reach, SearchBoard, Square};
use crate::bound::{LowerBounds, WeightedGroup, greatest_disjoint};
use crate::lossy_index::lossy_index;
use crate::search::{MoveGenerator, Position};
use part_costs::PartCosts;
use part_search::{PartCost, PartSpace};
pub(crate) use penalty_bound::PenaltyBound;
use penalty_sets::{Penalty, PenaltySets};

/// The largest number of boxes that are searched together.
const MOST_BOXES: usize = 4;

/// The largest number of nodes of a search of some boxes.
const NODES: u64 = 10_000;

/// The largest number of nodes of these searches for each node of the main search.
const NODES_FOR_EACH: u64 = 1;

/// The number of positions entered from a position before it is examined.
const SUBTREE: u64 = 20;

/// The number of positions remembered as examined.
const EXAMINED: usize = 1 << 16;

/// Finds penalties by small searches, stores them, and adds up those of a position: Rolling Stone's
/// pattern search.
///
/// A *penalty set* consists of some boxes with the player in one zone between them. Its penalty is
/// the fewest pushes of these boxes to any goals, without other boxes, minus their matching. If
/// they cannot all be pushed to goals, every position that contains the set is lost. No box of a
/// set can be omitted without lowering the penalty.
///
/// # Guarantees
/// `None` proves that there is no solution. The matching plus the penalties of sets without a
/// common box is *not* a lower bound: a box that takes part in a penalty may have to go to another
/// goal anyway, and the matching of all boxes already includes that.
///
/// # Complexity
/// One box is searched alone, then with the boxes that obstruct its pushes, up to four, in at most
/// 10,000 nodes each. These searches take at most one node for each position entered, except for
/// the last search. A look-up takes at most 128 comparisons for each box. The memory stays held in
/// the control until its scope ends.
///
/// # References
/// A. Junghanns & J. Schaeffer, *Sokoban: enhancing general single-agent search methods using
/// domain knowledge*, Artificial Intelligence 129 (2001): pattern searches, overestimation.
#[derive(Clone, Debug)]
pub(crate) struct Penalties<'b, const W: usize> {
    board: &'b SearchBoard,
    bounds: &'b LowerBounds,
    goals: BoxSet<W>,
    sets: PenaltySets<W>,
    costs: PartCosts<W>,
    overestimates: bool,
    examined: Vec<Option<Position<W>>>,
    /// The positions on the way to the position entered last.
    open: Vec<OpenPosition<W>>,
    /// The number of positions entered, and the nodes of searches.
    entered: u64,
    spent: u64,
    new_sets: u64,
    found: Vec<WeightedGroup<BoxSet<W>>>,
    generator: MoveGenerator<'b>,
    reach: Reach,
}

/// A position whose successors are being searched.
#[derive(Clone, Copy, Debug)]
struct OpenPosition<const W: usize> {
    position: Position<W>,
    /// The box that was pushed last.
    pushed: Square,
    /// The number of positions entered when it was entered.
    since: u64,
}

impl<'b, const W: usize> Penalties<'b, W> {
    /// Creates an empty store of penalties.
    pub(crate) fn new(board: &'b SearchBoard, bounds: &'b LowerBounds) -> Self {
        Self {
            board,
            bounds,
            goals: board.goals().iter().copied().collect(),
            sets: PenaltySets::new(board),
            costs: PartCosts::default(),
            overestimates: false,
            examined: Vec::new(),
            open: Vec::new(),
            entered: 0,
            spent: 0,
            new_sets: 0,
            found: Vec::new(),
            generator: MoveGenerator::new(board),
            reach: Reach::new(board),
        }
    }

    /// Sets whether positions are overestimated by the largest penalty of each box; false by
    /// default.
    pub(crate) const fn with_overestimates(mut self, overestimates: bool) -> Self {
        self.overestimates = overestimates;
        self
    }

    /// The number of penalty sets found.
    pub(crate) const fn found(&self) -> u64 {
        self.new_sets
    }

    /// Returns the greatest sum of penalties of sets of a position without a common box; `None` if
    /// it is lost.
    pub(crate) fn penalty(&mut self, boxes: &BoxSet<W>, player: Square) -> Option<u32> {
        let Self { sets, found, .. } = self;
        found.clear();
        for (boxes, penalty) in sets.parts(*boxes, player) {
            match penalty {
                Penalty::Pushes(weight) => found.push(WeightedGroup { boxes, weight }),
                Penalty::Lost => return None,
            }
        }
        Some(greatest_disjoint(found, &mut BoxSet::new()))
    }

    /// Returns the number that a search adds to the matching of a position: the
    /// [`penalty`](Self::penalty) plus the overestimation, made even if all solutions have the
    /// parity of the matching.
    pub(crate) fn excess(&mut self, position: &Position<W>) -> Option<u32> {
        let mut excess = self.penalty(&position.boxes, position.player)?;
        if self.overestimates && excess > 0 {
            let greatest = |at| {
                let of_box = self.found.iter().filter(|group| group.boxes.contains(at));
                of_box.map(|group| group.weight).max().unwrap_or(0)
            };
            excess += position.boxes.iter().map(greatest).sum::<u32>();
        }
        Some(if self.bounds.have_parity() { excess + excess % 2 } else { excess })
    }

    /// Enters a position that a depth-first search is about to expand. Then examines the last
    /// position on the way to it from which 20 positions or more were entered, unless it was
    /// already examined or enough nodes were spent. `moved` contains the squares of the box that
    /// was pushed last, before and after the push; `None` at the start.
    ///
    /// # Errors
    /// [`Stop`] if the run ends.
    pub(crate) fn enter(
        &mut self,
        position: &Position<W>,
        moved: Option<(Square, Square)>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        self.entered += 1;
        let Some((from, pushed)) = moved else {
            self.open.clear();
            return Ok(());
        };
        let mut before = position.boxes;
        before.shift(pushed, from);
        while self.open.last().is_some_and(|open| open.position.boxes != before) {
            self.open.pop();
        }
        self.open.push(OpenPosition { position: *position, pushed, since: self.entered });
        let is_old = |open: &&OpenPosition<W>| open.since + SUBTREE <= self.entered;
        let Some(&OpenPosition { position, pushed, .. }) = self.open.iter().rev().find(is_old) else {
            return Ok(());
        };
        if self.spent >= NODES_FOR_EACH * self.entered || !self.is_new(&position, control) {
            return Ok(());
        }
        let before = control.stats().nodes;
        let examined = self.examine(&position, pushed, control);
        self.spent += control.stats().nodes - before;
        examined
    }

    /// Whether a position has not yet been examined; marks it.
    fn is_new(&mut self, position: &Position<W>, control: &mut Control) -> bool {
        if self.examined.is_empty() {
            if control.hold((EXAMINED * size_of::<Option<Position<W>>>()) as u64).is_err() {
                return false;
            }
            self.examined.resize(EXAMINED, None);
        }
        let entry = &mut self.examined[lossy_index(position, EXAMINED)];
        entry.replace(*position) != Some(*position)
    }

    /// Searches the pushed box, then together with the boxes that obstruct it, one more each time.
    fn examine(&mut self, position: &Position<W>, pushed: Square, control: &mut Control) -> Result<(), Stop> {
        let mut part = self.part([pushed].into_iter().collect(), position.player);
        loop {
            let pushes = match self.cost(&part, control)? {
                PartCost::Unknown => return Ok(()),
                PartCost::Lost => return self.store(part, Penalty::Lost, control),
                PartCost::Pushes(pushes) => pushes,
            };
            let penalty = self.above_matching(&part, &pushes);
            if self.penalty(&part.boxes, part.player).is_some_and(|known| penalty > known) {
                self.store(part, Penalty::Pushes(penalty), control)?;
            }
            if part.boxes.len() == MOST_BOXES {
                return Ok(());
            }
            let Some(next) = self.in_the_way(position, &part, &pushes) else { return Ok(()) };
            let mut boxes = part.boxes;
            boxes.insert(next);
            part = self.part(boxes, position.player);
        }
    }

    /// Returns some boxes of a position without the others.
    fn part(&mut self, boxes: BoxSet<W>, player: Square) -> Position<W> {
        self.reach.flood(self.board, &boxes, player);
        Position { boxes, player: self.reach.least() }
    }

    /// Returns the pushes of a part, from the table of earlier searches if it is there.
    fn cost(&mut self, part: &Position<W>, control: &mut Control) -> Result<PartCost, Stop> {
        if let Some(known) = self.costs.get(part) {
            return Ok(known.clone());
        }
        let Self { board, bounds, goals, sets, generator, costs, .. } = self;
        let cost = PartSpace { board, goals, sets }.cost(generator, bounds, part, NODES, control)?;
        costs.insert(*part, &cost, control);
        Ok(cost)
    }

    fn above_matching(&self, part: &Position<W>, pushes: &[Push]) -> u32 {
        pushes.len() as u32 - self.bounds.matching(part).expect("invariant: there is a solution")
    }

    /// Omits boxes as long as the penalty does not decrease, and stores the rest.
    fn store(
        &mut self,
        mut part: Position<W>,
        mut penalty: Penalty,
        control: &mut Control,
    ) -> Result<(), Stop> {
        loop {
            let before = part;
            for at in &before.boxes {
                let mut boxes = part.boxes;
                boxes.remove(at);
                let rest = self.part(boxes, part.player);
                let without = match self.cost(&rest, control)? {
                    PartCost::Unknown => continue,
                    PartCost::Lost => Penalty::Lost,
                    PartCost::Pushes(pushes) => Penalty::Pushes(self.above_matching(&rest, &pushes)),
                };
                if without >= penalty {
                    (part, penalty) = (rest, without);
                }
            }
            if part == before {
                break;
            }
        }
        self.reach.flood(self.board, &part.boxes, part.player);
        self.new_sets += u64::from(self.sets.insert(part.boxes, penalty, &self.reach, control));
        Ok(())
    }

    /// Returns the first of the other boxes that obstructs these pushes of a part, on a square that
    /// a box passes or else on one that the player passes.
    fn in_the_way(&self, position: &Position<W>, part: &Position<W>, pushes: &[Push]) -> Option<Square> {
        let board = self.board;
        let others = position.boxes.without(&part.boxes);
        let ends = pushes.iter().map(|push| board.step(push.from, push.direction));
        if let Some(at) = ends.into_iter().find(|&to| others.contains(to)) {
            return Some(at);
        }
        let (mut boxes, mut player) = (part.boxes, position.player);
        for &Push { from, direction } in pushes {
            let behind = board.step(from, direction.opposite());
            let walk = board.walk(player, behind, |square| boxes.contains(square));
            let mut at = player;
            for step in walk.expect("invariant: pushes are legal") {
                at = board.step(at, step);
                if others.contains(at) {
                    return Some(at);
                }
            }
            boxes.shift(from, board.step(from, direction));
            player = from;
        }
        None
    }
}

#[cfg(test)]
mod tests;
