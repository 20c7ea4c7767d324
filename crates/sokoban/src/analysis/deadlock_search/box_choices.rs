//! Chooses the boxes of a position that are searched together.

use alloc::vec::Vec;

use crate::analysis::deadlock::freeze::frozen;
use crate::board::{BoxSet, Reach, SearchBoard, Square};

/// The largest number of boxes around the pushed one that are searched together.
const CLUSTER: usize = 6;

/// Chooses boxes that may block each other. Boxes frozen on goals are always included, as walls.
#[derive(Clone, Debug)]
pub(super) struct BoxChoices<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
    reach: Reach,
    zone: Reach,
    /// The squares whose zone has been found.
    seen: Vec<bool>,
    /// The boxes around each zone that the player does not reach.
    barriers: Vec<BoxSet<W>>,
    chosen: Vec<BoxSet<W>>,
}

impl<'b, const W: usize> BoxChoices<'b, W> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        Self {
            board,
            goals: board.goals().iter().copied().collect(),
            reach: Reach::new(board),
            zone: Reach::new(board),
            seen: alloc::vec![false; board.square_count()],
            barriers: Vec::new(),
            chosen: Vec::new(),
        }
    }

    /// Chooses sets of boxes: those around each zone that the player does not reach, those around
    /// all zones that have boxes in common with it, and a cluster around the box that was pushed
    /// last. If that box is given, sets without it are skipped, because they were searched before.
    pub(super) fn find(&mut self, boxes: &BoxSet<W>, player: Square, pushed: Option<Square>) {
        self.chosen.clear();
        self.find_barriers(boxes, player);
        for number in 0..self.barriers.len() {
            let barrier = self.barriers[number];
            if pushed.is_none_or(|pushed| barrier.contains(pushed)) {
                self.choose(barrier);
            }
        }
        for number in 0..self.chosen.len() {
            let linked = self.linked(self.chosen[number]);
            self.choose(linked);
        }
        if let Some(pushed) = pushed {
            self.choose_cluster(boxes, pushed);
        }
        self.add_frozen(boxes);
    }

    /// Chooses the clusters around all boxes.
    pub(super) fn find_clusters(&mut self, boxes: &BoxSet<W>) {
        self.chosen.clear();
        boxes.iter().for_each(|at| self.choose_cluster(boxes, at));
        self.add_frozen(boxes);
    }

    /// The sets chosen last.
    pub(super) fn chosen(&self) -> &[BoxSet<W>] {
        &self.chosen
    }

    fn choose_cluster(&mut self, boxes: &BoxSet<W>, at: Square) {
        let cluster = self.cluster(boxes, at);
        if cluster.len() > 1 {
            self.choose(cluster);
        }
    }

    /// Adds the boxes frozen on goals to each set.
    fn add_frozen(&mut self, boxes: &BoxSet<W>) {
        let frozen_on_goals = frozen(self.board, boxes.and(&self.goals));
        self.chosen.iter_mut().for_each(|chosen| *chosen = chosen.or(&frozen_on_goals));
    }

    fn choose(&mut self, boxes: BoxSet<W>) {
        if !self.chosen.contains(&boxes) {
            self.chosen.push(boxes);
        }
    }

    /// Finds the boxes beside zones, also diagonally.
    fn find_barriers(&mut self, boxes: &BoxSet<W>, player: Square) {
        let Self { board, reach, zone, seen, barriers, .. } = self;
        barriers.clear();
        reach.flood(board, boxes, player);
        reach.unreached(board).for_each(|square| seen[square.index()] = false);
        for square in reach.unreached(board) {
            if seen[square.index()] {
                continue;
            }
            zone.flood(board, boxes, square);
            let mut barrier = BoxSet::new();
            for inside in zone.squares() {
                seen[inside.index()] = true;
                let around = board.ring(inside).iter().copied();
                around.filter(|&at| boxes.contains(at)).for_each(|at| barrier.insert(at));
            }
            barriers.push(barrier);
        }
    }

    /// Returns a barrier joined with all barriers that share boxes with it, directly or through
    /// others.
    fn linked(&self, mut all: BoxSet<W>) -> BoxSet<W> {
        loop {
            let before = all;
            for barrier in &self.barriers {
                if !barrier.and(&all).is_empty() {
                    all = all.or(barrier);
                }
            }
            if all == before {
                return all;
            }
        }
    }

    /// Returns up to [`CLUSTER`] boxes: the pushed one, then boxes within two steps of it or
    /// diagonally next to it, then boxes as near to those, and so on.
    fn cluster(&self, boxes: &BoxSet<W>, pushed: Square) -> BoxSet<W> {
        let board = self.board;
        let mut cluster = BoxSet::new();
        cluster.insert(pushed);
        let mut found = Vec::with_capacity(CLUSTER);
        found.push(pushed);
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            let near = board.ring(at).iter().copied();
            let beyond = board.neighbours(at).iter().flat_map(|&side| *board.neighbours(side));
            for other in near.chain(beyond) {
                if found.len() < CLUSTER && boxes.contains(other) && !cluster.contains(other) {
                    cluster.insert(other);
                    found.push(other);
                }
            }
        }
        cluster
    }
}
