//! Positions that small searches prove lost.
//!
//! The rules of [`Deadlocks`](super::Deadlocks) look; this one tries. Of a position it takes a few boxes that may be in each
//! other's way, as if there were no others, and searches for a way out of it. If there is none, the position is lost, and so is
//! every other with these boxes and the player among them: see [`search`] for the proof. What was proved is kept and found
//! again wherever it turns up.

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
use prover::{SubPositionProver, Verdict};
use sub_position::SubPosition;

/// How many nodes the first search of the same boxes may take, unless the caller says otherwise.
const NODES: u32 = 25;

/// Proves positions lost by small searches, and remembers the boxes that are to blame: corral deadlocks and deadlock sets.
///
/// Searched together are the boxes around a zone that the player does not reach, those around zones linked by boxes, and those
/// close to the box that was pushed last; boxes held fast on goals always. All other boxes are taken away, all goals are kept. A box
/// leaves the search as soon as it can be brought out to where the player is, and to a goal, while the others stay. If nothing is
/// left, or all that is left stands on goals and no goal out of reach is empty, nothing is proved. If all pushes are
/// exhausted, the position is lost. Then boxes are left out as long as this stays provable, and what remains is kept: a
/// *deadlock set*.
///
/// Ask the cheap rules, [`Deadlocks`](crate::Deadlocks), first: they are not repeated here.
///
/// # Guarantees
/// A position from which there is a solution is never called lost. The same calls give the same answers, unless memory is
/// refused.
///
/// # Complexity
/// A search takes up to a number of nodes, 25 by default, for each choice of boxes; if it is given up, the same boxes are searched
/// again when they have been asked for twice as often, by as many more nodes, up to 64 times as many. A node takes floods of
/// the player's zone, about one for each box. Memory is bounded: 4,096 choices remembered, 64 deadlock sets for each live square.
///
/// # References
/// Corral deadlocks and deadlock sets are B. Damgaard's, in the solver *YASS*. Leaving boxes out of what was proved is after
/// the pattern searches of A. Junghanns & J. Schaeffer, *Sokoban: enhancing general single-agent search methods using
/// domain knowledge*, Artificial Intelligence 129 (2001). T. Virkkala, *Solving Sokoban*, 2011, section 4.4.3.
///
/// # Examples
/// Whichever box is pushed down first bars the side of the other from which it would have to be pushed on. No rule sees it.
/// ```
/// use motion_core::Control;
/// use sokoban::{SearchBoard, DeadlockSearch, Deadlocks, Position};
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
    /// Nothing is known of the board yet.
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

    /// The same, but the first search of a choice of boxes takes up to this many nodes.
    pub const fn with_nodes(mut self, nodes: u32) -> Self {
        self.nodes = nodes;
        self
    }

    /// Whether a position is proved lost. `last` is the push that led to it, if the position before it was asked for, too, or is
    /// known not to be lost; then only what may have changed is looked at, and the boxes close to the one that was pushed.
    /// Nodes are sets of boxes looked at. `control` is to be the same in all calls and for [`release`](Self::release), or
    /// grant enough: it accounts for what is remembered.
    ///
    /// # Errors
    /// [`Stop`] if a limit on nodes or time is met, or the run is cancelled. Where memory is refused, less is proved and
    /// less remembered.
    ///
    /// # Panics
    /// If the position or the push is none of the board.
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
        for &boxes in self.choices.of(&position.boxes, position.player, pushed) {
            let whole = (&position.boxes, position.player);
            let part = SubPosition::of(self.board, &self.prover.goals, whole, boxes, &mut self.reach);
            let Some(limit) = self.proofs.limit(&part, self.nodes) else { continue };
            match self.prover.prove(&part, &self.sets, limit, control)? {
                (Verdict::Lost, core) => {
                    let core = self.minimised(position, core, limit, control)?;
                    self.reach.flood(self.board, &core.boxes, core.player);
                    self.sets.insert(&core, &self.reach, control);
                    return Ok(true);
                }
                (finding, _) => self.proofs.note(&part, finding, control),
            }
        }
        Ok(false)
    }

    /// Whether a position contains a deadlock set found before: a look-up without a search.
    ///
    /// # Complexity
    /// At most 64 comparisons for each box.
    #[inline]
    pub fn is_known(&self, position: &Position<W>) -> bool {
        self.sets.has_part_of_position(&position.boxes, position.player)
    }

    /// How many deadlock sets are kept.
    pub const fn sets(&self) -> usize {
        self.sets.len()
    }

    /// Leaves out boxes one after another as long as what remains is lost.
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
                if let (Verdict::Lost, core) = self.prover.prove(&fewer, &self.sets, limit, control)? {
                    least = core;
                }
            }
        }
        Ok(least)
    }

    fn part(&mut self, position: &Position<W>, boxes: BoxSet<W>) -> SubPosition<W> {
        let whole = (&position.boxes, position.player);
        SubPosition::of(self.board, &self.prover.goals, whole, boxes, &mut self.reach)
    }

    /// Drops what is known and gives its memory back to `control`.
    pub fn release(self, control: &mut Control) {
        self.sets.release(control);
        self.proofs.release(control);
    }
}
