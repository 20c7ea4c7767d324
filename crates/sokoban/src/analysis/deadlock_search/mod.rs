//! Proves positions lost by small searches.
//!
//! The rules of [`Deadlocks`](super::Deadlocks) do not search. This module takes a few boxes of a
//! position that may block each other, ignores all other boxes, and searches for a way to resolve
//! them. If there is none, the position is lost, and so is every other position with these boxes
//! and the player in the same zone between them; see [`prover`] for the proof. Proofs are stored,
//! and looked up in later positions.

mod box_choices;
mod deadlock_sets;
mod proof_cache;
mod prover;
mod sub_position;

use motion_core::{Control, Stop};

use crate::board::{BoxSet, Push, Reach, SearchBoard};
use crate::search::Position;
use box_choices::BoxChoices;
use deadlock_sets::DeadlockSets;
use proof_cache::ProofCache;
use prover::{ProofResult, SubPositionProver};
use sub_position::SubPosition;

/// The default number of nodes of the first search of a choice of boxes.
const NODES: u32 = 25;

/// Proves positions lost by small searches, and stores the boxes responsible: corral deadlocks and
/// deadlock sets.
///
/// The boxes searched together are those around a zone that the player does not reach, those around
/// zones linked by boxes, or those close to the box that was pushed last. Boxes frozen on goals are
/// always included. All other boxes are removed; all goals stay. A box is removed from the search
/// as soon as it can be pushed to a square of the player's zone, and to a goal, while the others
/// stay. If no box is left, or all boxes left are on goals and every goal out of reach is filled,
/// nothing is proved. If the search is exhausted, the position is lost. Boxes are then omitted as
/// long as the rest can be proved lost, and the rest is stored as a *deadlock set*.
///
/// Test the cheap rules of [`Deadlocks`](super::Deadlocks) first; they are not repeated here.
///
/// # Guarantees
/// A position with a solution is never reported as lost. The same sequence of calls returns the
/// same answers, unless memory is refused.
///
/// # Complexity
/// A search of a choice of boxes is limited to a number of nodes, by default 25. If it reaches the
/// limit, the same boxes are searched again whenever the number of queries for them has doubled.
/// The limit then also doubles, up to 64 times the first. A node takes about one flood fill for
/// each box. Memory is bounded: 4,096 choices and 64 deadlock sets for each live square.
///
/// # References
/// Corral deadlocks and deadlock sets are B. Damgaard's, in the solver *YASS*. The omission of
/// boxes after a proof follows the pattern searches of A. Junghanns & J. Schaeffer, *Sokoban:
/// enhancing general single-agent search methods using domain knowledge*, Artificial Intelligence
/// 129 (2001). T. Virkkala, *Solving Sokoban*, 2011, section 4.4.3.
///
/// # Examples
/// Whichever box is pushed down first blocks the side from which the other has to be pushed. No
/// rule detects this.
/// ```
/// use motion_core::Control;
/// use sokoban::analysis::{DeadlockSearch, Deadlocks};
/// use sokoban::board::SearchBoard;
/// use sokoban::search::Position;
///
/// let board = SearchBoard::new(&"5#|#--@#|#$$##|#.-.#|5#".parse()?);
/// let position = Position::<1>::start(&board).expect("no box on a dead square");
/// assert_eq!(Deadlocks::new(&board).position(&position), None);
/// let mut control = Control::unlimited();
/// let mut search = DeadlockSearch::new(&board);
/// assert!(search.is_lost(&position, None, &mut control)?);
/// assert!(search.is_known(&position)); // from now on
/// search.release(&mut control);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DeadlockSearch<'b, const W: usize> {
    board: &'b SearchBoard,
    nodes: u32,
    choices: BoxChoices<'b, W>,
    prover: SubPositionProver<'b, W>,
    sets: DeadlockSets<W>,
    proofs: ProofCache<W>,
    reach: Reach,
}

impl<'b, const W: usize> DeadlockSearch<'b, W> {
    /// Prepares for the positions of a board.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`].
    pub fn new(board: &'b SearchBoard) -> Self {
        Self {
            board,
            nodes: NODES,
            choices: BoxChoices::new(board),
            prover: SubPositionProver::new(board),
            sets: DeadlockSets::new(board),
            proofs: ProofCache::default(),
            reach: Reach::new(board),
        }
    }

    /// Sets the largest number of nodes of the first search of a choice of boxes.
    pub const fn with_nodes(mut self, nodes: u32) -> Self {
        self.nodes = nodes;
        self
    }

    /// Returns whether a position is proved lost. `last` is the push that led to it, if the
    /// previous position was also tested or is known not to be lost; only choices with the pushed
    /// box are then searched. Nodes are the sub-positions visited. `control` accounts for the
    /// memory of stored proofs: pass the same one to all calls and to [`release`](Self::release).
    ///
    /// # Errors
    /// [`Stop`] if a limit on nodes or time is reached, or the run is cancelled. If memory is
    /// refused, less is proved and less is stored.
    ///
    /// # Panics
    /// If the position or the push belongs to another board.
    pub fn is_lost(
        &mut self,
        position: &Position<W>,
        last: Option<Push>,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        if self.is_known(position) {
            return Ok(true);
        }
        let pushed = last.map(|last| self.board.step(last.from, last.direction));
        self.choices.find(&position.boxes, position.player, pushed);
        self.is_a_choice_lost(position, control)
    }

    /// Works as [`is_lost`](Self::is_lost) without a last push, but also searches the cluster
    /// around each box. So it proves more, in more time.
    ///
    /// # Errors
    /// Those of [`is_lost`](Self::is_lost).
    pub(crate) fn is_lost_around_any_box(
        &mut self,
        position: &Position<W>,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        if self.is_lost(position, None, control)? {
            return Ok(true);
        }
        self.choices.find_clusters(&position.boxes);
        self.is_a_choice_lost(position, control)
    }

    /// Whether one of the choices of boxes is proved lost.
    fn is_a_choice_lost(&mut self, position: &Position<W>, control: &mut Control) -> Result<bool, Stop> {
        for number in 0..self.choices.chosen().len() {
            let boxes = self.choices.chosen()[number];
            let whole = (&position.boxes, position.player);
            let part = SubPosition::new(self.board, self.prover.goals(), whole, boxes, &mut self.reach);
            let Some(limit) = self.proofs.limit(&part, self.nodes) else { continue };
            match self.prover.prove(&part, &self.sets, limit, control)? {
                (ProofResult::Lost, lost) => {
                    let least = self.minimised(position, lost, limit, control)?;
                    self.reach.flood(self.board, &least.boxes, least.player);
                    self.sets.insert(&least, &self.reach, control);
                    return Ok(true);
                }
                (result, _) => self.proofs.note(&part, result, control),
            }
        }
        Ok(false)
    }

    /// Whether a position contains a deadlock set found before. This is a look-up without a search.
    ///
    /// # Complexity
    /// At most 64 comparisons for each box.
    #[inline]
    pub fn is_known(&self, position: &Position<W>) -> bool {
        self.sets.has_part_of_position(&position.boxes, position.player)
    }

    /// The number of deadlock sets stored.
    pub const fn sets(&self) -> usize {
        self.sets.len()
    }

    /// Omits boxes one by one as long as the rest is proved lost.
    fn minimised(
        &mut self,
        position: &Position<W>,
        lost: SubPosition<W>,
        limit: u32,
        control: &mut Control,
    ) -> Result<SubPosition<W>, Stop> {
        let mut least = lost;
        for at in &lost.boxes {
            if least.boxes.contains(at) {
                let mut boxes = least.boxes;
                boxes.remove(at);
                let fewer = self.part(position, boxes);
                if let (ProofResult::Lost, rest) = self.prover.prove(&fewer, &self.sets, limit, control)? {
                    least = rest;
                }
            }
        }
        Ok(least)
    }

    fn part(&mut self, position: &Position<W>, boxes: BoxSet<W>) -> SubPosition<W> {
        let whole = (&position.boxes, position.player);
        SubPosition::new(self.board, self.prover.goals(), whole, boxes, &mut self.reach)
    }

    /// The number of bytes held in the control.
    pub(crate) const fn held_bytes(&self) -> u64 {
        self.sets.held_bytes() + self.proofs.held_bytes()
    }

    /// Releases the memory.
    pub fn release(self, control: &mut Control) {
        self.sets.release(control);
        self.proofs.release(control);
    }
}
