//! Solves a solution again, piece after piece.

use alloc::vec::Vec;
use core::ops::Range;

use motion_core::search::{Heuristic, Path, Space, a_star};
use motion_core::{Control, Outcome, Stop};

use super::by_pushes::{ByPushes, PushBound};
use super::by_steps::{BySteps, Coordinates, StepBound};
use super::known_solution::KnownSolution;
use super::piece::{Piece, PieceAction};
use super::search_cost::SearchCost;
use super::{Improver, Neighbourhood};
use crate::board::{Push, SearchBoard};

/// The factor by which the nodes of each search grow from round to round.
const GROWTH: u64 = 4;

/// The largest numbers of boxes in a window.
const WINDOWS: [usize; 3] = [3, 4, 6];

/// The divisor of the nodes for three boxes, since there are many such searches.
const FRACTION_FOR_THREE: u64 = 4;

/// A solution whose cost is reduced round by round.
pub(super) struct Rounds<'b, const W: usize> {
    board: &'b SearchBoard,
    improver: Improver,
    search_cost: SearchCost,
    known: KnownSolution<'b, W>,
    places: Coordinates,
    /// Observers receive only solutions that cost less.
    best: u64,
    /// The nodes of each search of this round.
    nodes: u64,
    /// Whether a search of this round has used up its nodes.
    was_cut_off: bool,
}

impl<'b, const W: usize> Rounds<'b, W> {
    pub(super) fn new(
        board: &'b SearchBoard,
        improver: Improver,
        search_cost: SearchCost,
        pushes: Vec<Push>,
    ) -> Self {
        Self {
            board,
            improver,
            search_cost,
            known: KnownSolution::new(board, search_cost, pushes),
            places: Coordinates::new(board),
            best: u64::MAX,
            nodes: improver.nodes(),
            was_cut_off: false,
        }
    }

    /// Returns the pushes of the solution.
    pub(super) fn into_pushes(self) -> Vec<Push> {
        self.known.pushes().to_vec()
    }

    /// Runs rounds until the cost is the lower bound, all neighbourhoods are exhausted, or a limit
    /// is reached. The range contains the costs of solutions that are better than all before.
    pub(super) fn run(&mut self, better: Range<u64>, control: &mut Control) -> Result<(), Stop> {
        let (improver, mut fruitless) = (self.improver, 0);
        self.best = better.end;
        while self.known.cost() > better.start {
            let before = self.known.cost();
            self.was_cut_off = false;
            for rule in self.order().into_iter().filter(|&rule| improver.uses(rule)) {
                let gains = self.known.cost() < before;
                match rule {
                    Neighbourhood::OneBox if !gains || self.search_cost.counts_steps() => {
                        self.groups(1, self.nodes, control)?;
                    }
                    Neighbourhood::TwoBoxes => self.groups(2, self.nodes, control)?,
                    Neighbourhood::ThreeBoxes if !gains => {
                        self.groups(3, self.nodes / FRACTION_FOR_THREE, control)?;
                    }
                    Neighbourhood::Windows if !gains || self.search_cost.counts_steps() => {
                        self.windows(control)?;
                    }
                    _ => {}
                }
            }
            fruitless = if self.known.cost() < before { 0 } else { fruitless + 1 };
            let is_limited = control.fraction_used().is_some();
            if fruitless > 0 && !(self.was_cut_off && (is_limited || fruitless < improver.patience())) {
                return Ok(());
            }
            self.nodes = self.nodes.saturating_mul(GROWTH);
        }
        Ok(())
    }

    /// Returns the neighbourhoods in the order in which they are tried. Windows and single boxes
    /// reduce steps quickly, but reduce pushes hardly more than two boxes do.
    fn order(&self) -> [Neighbourhood; Neighbourhood::ALL.len()] {
        let [one, two, three, windows] = Neighbourhood::ALL;
        if self.search_cost.counts_steps() { [one, windows, two, three] } else { [two, three, one, windows] }
    }

    /// Frees every group of this many boxes, at most three, in the whole solution.
    fn groups(&mut self, size: usize, nodes: u64, control: &mut Control) -> Result<(), Stop> {
        let boxes = self.board.boxes().len() as u16;
        let mut group: Vec<u16> = (0..size as u16).collect();
        while group.last().is_some_and(|&last| last < boxes) {
            // A search of a single box is cheap, so it may push the box between any two pushes.
            self.solve_again(0..self.known.len(), &group, size == 1, nodes, control)?;
            // Advances to the next group in lexicographic order.
            let movable =
                (0..size).rev().find(|&member| usize::from(group[member]) + size - member < boxes.into());
            let Some(member) = movable else { break };
            group[member] += 1;
            for next in member + 1..size {
                group[next] = group[next - 1] + 1;
            }
        }
        Ok(())
    }

    /// Solves every window again, from the first push to the last.
    fn windows(&mut self, control: &mut Control) -> Result<(), Stop> {
        for most in WINDOWS {
            let mut start = 0;
            while start < self.known.len() {
                let (range, free) = self.window(start, most);
                self.solve_again(range, &free, true, self.nodes, control)?;
                let movers = self.known.movers();
                start = (start + 1..movers.len())
                    .find(|&index| movers[index] != movers[index - 1])
                    .unwrap_or(movers.len());
            }
        }
        Ok(())
    }

    /// Returns the pushes from here on that move at most this many boxes, and these boxes.
    fn window(&self, start: usize, most: usize) -> (Range<usize>, Vec<u16>) {
        let mut free = Vec::new();
        let mut end = start;
        for mover in &self.known.movers()[start..] {
            if !free.contains(mover) {
                if free.len() == most {
                    break;
                }
                free.push(*mover);
            }
            end += 1;
        }
        (start..end, free)
    }

    /// Solves a piece again, and keeps the result if it costs less, or the same if ties are kept.
    fn solve_again(
        &mut self,
        range: Range<usize>,
        free: &[u16],
        is_fine: bool,
        nodes: u64,
        control: &mut Control,
    ) -> Result<(), Stop> {
        control.spend(1)?;
        let bytes = Piece::<W>::bytes(self.board, range.len(), free.len());
        let found = control.scope(|control| {
            control.hold(bytes)?;
            let piece = Piece::new(self.board, &self.known, range.clone(), free, is_fine);
            let cost = piece.cost(self.search_cost);
            let outcome = self.search(&piece, cost, nodes, control);
            let most = u64::from(cost) - u64::from(!self.improver.ties());
            let path = self.path(outcome)?.filter(|path| path.cost <= most);
            Ok(path.map(|path| piece.pushes(&path.actions)))
        })?;
        let Some(pushes) = found else { return Ok(()) };
        if self.search_cost == SearchCost::StepsWithinPushes && pushes.len() > range.len() {
            return Ok(());
        }
        let before = self.objective_cost();
        self.known.replace(range, pushes);
        if self.objective_cost() < before.min(self.best) {
            let pushes = || self.known.pushes().iter().copied();
            let moves = || self.board.moves(pushes()).expect("invariant: pushes of the space are legal");
            control.improved(self.objective_cost(), moves)?;
        }
        Ok(())
    }

    /// The cost of the whole solution by the improver's objective.
    fn objective_cost(&self) -> u64 {
        if self.search_cost == SearchCost::Steps { self.known.cost() } else { self.known.len() as u64 }
    }

    /// Searches for the best way through a piece, unless the known way is already proved best.
    fn search(
        &self,
        piece: &Piece<'b, W>,
        cost: u32,
        nodes: u64,
        control: &mut Control,
    ) -> Option<Outcome<Path<PieceAction>>> {
        if self.search_cost == SearchCost::Pushes {
            let space = ByPushes::new(piece);
            cheaper(&space, PushBound(piece), space.start(), cost, nodes, control)
        } else {
            let space = BySteps { piece, push_weight: self.search_cost.push_weight() };
            let bound = StepBound::new(&space, &self.places);
            cheaper(&space, bound, space.start(), cost, nodes, control)
        }
    }

    /// Returns the path of an outcome; `None` for a search that reached its own limit or ran out of
    /// memory.
    fn path(
        &mut self,
        outcome: Option<Outcome<Path<PieceAction>>>,
    ) -> Result<Option<Path<PieceAction>>, Stop> {
        match outcome {
            None => Ok(None),
            Some(Outcome::Solved { plan, .. }) => Ok(Some(plan)),
            Some(Outcome::Unsolvable) => unreachable!("invariant: the known solution is a way through"),
            Some(Outcome::Stopped { why: Stop::Nodes | Stop::Memory, .. }) => {
                self.was_cut_off = true;
                Ok(None)
            }
            Some(Outcome::Stopped { why, .. }) => Err(why),
        }
    }
}

/// Finds a path of least cost, unless the bound of the start already equals the known cost.
fn cheaper<S: Space<Action = PieceAction>>(
    space: &S,
    mut heuristic: impl Heuristic<S>,
    start: S::State,
    cost: u32,
    nodes: u64,
    control: &mut Control,
) -> Option<Outcome<Path<PieceAction>>> {
    let is_open = heuristic.lower_bound(&start).is_none_or(|least| least < cost);
    is_open.then(|| control.within_nodes(nodes, |control| a_star(space, heuristic, start, control)))
}
