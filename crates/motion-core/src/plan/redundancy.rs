//! Redundancy removal: if a token returns to a vertex that no other token has entered meanwhile,
//! the token might as well have waited there.

use alloc::vec::Vec;

use super::{Move, Plan};
use crate::control::Control;
use crate::outcome::Stop;

/// Marks the end of a list of moves; no plan handled here has this many moves.
const NONE: u32 = u32::MAX;

/// The number of moves accounted for at once.
const PORTION: usize = 4096;

impl Plan {
    /// Deletes the moves of a token between leaving a vertex and returning to it if no other token
    /// has entered the vertex meanwhile. Repeats this until no such moves are left.
    ///
    /// The plan must be legal in pebble motion. It stays legal, even if the removal is stopped, and
    /// ends in the same configuration. `after_sweep` is called with the plan after each sweep over
    /// it.
    ///
    /// # Errors
    /// [`Stop`] if a limit is reached, or the error of `after_sweep`.
    ///
    /// # Complexity
    /// Each sweep takes time linear in the moves and counts a node per move; usually a few sweeps
    /// suffice. Memory is nine bytes per move, and four per vertex and token.
    ///
    /// # References
    /// P. Surynek, *Redundancy elimination in highly parallel solutions of motion coordination
    /// problems*,
    /// 2011. De Wilde, ter Mors & Witteveen, *Push and Rotate: a complete multi-agent pathfinding
    /// algorithm*, 2014, section 3.4.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Control, Move, Plan, Token, Vertex};
    ///
    /// let step =
    ///     |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
    /// let mut plan = Plan::from(vec![step(0, 0, 1), step(1, 5, 6), step(0, 1, 0)]);
    /// plan.remove_redundant_moves(&mut Control::unlimited(), |_, _| Ok(()))?;
    /// assert_eq!(plan.moves(), [step(1, 5, 6)]);
    /// # Ok::<(), motion_core::Stop>(())
    /// ```
    pub fn remove_redundant_moves(
        &mut self,
        control: &mut Control,
        mut after_sweep: impl FnMut(&Self, &mut Control) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if self.len() >= NONE as usize {
            return Err(Stop::Memory);
        }
        let above = |bound: usize, index: usize| bound.max(index + 1);
        let vertices =
            self.iter().fold(0, |bound, step| above(above(bound, step.from.index()), step.to.index()));
        let tokens = self.iter().fold(0, |bound, step| above(bound, step.token.index()));
        let words = 2 * self.len() + vertices + tokens;
        control.scope(|control| {
            control.hold((words * size_of::<u32>() + self.len()) as u64)?;
            let mut sweep = Sweep::new(vertices, tokens, self.len());
            loop {
                let before = self.len();
                let result = sweep.run(&self.moves, control);
                let mut is_redundant = sweep.is_redundant.iter();
                let marked = "invariant: there is a mark for every move";
                self.moves.retain(|_| !is_redundant.next().expect(marked));
                after_sweep(self, control)?;
                result?;
                if self.len() == before {
                    return Ok(());
                }
            }
        })
    }
}

/// The moves kept so far, in two families of lists that share the moves' numbers: the departures
/// from each vertex, and the moves of each token. Both run from the last to the first.
struct Sweep {
    last_departure: Vec<u32>,
    last_move: Vec<u32>,
    /// For each move, the previous departure from its vertex, and the previous move of its token.
    before: Vec<[u32; 2]>,
    is_redundant: Vec<bool>,
}

impl Sweep {
    fn new(vertices: usize, tokens: usize, moves: usize) -> Self {
        Self {
            last_departure: alloc::vec![NONE; vertices],
            last_move: alloc::vec![NONE; tokens],
            before: alloc::vec![[NONE; 2]; moves],
            is_redundant: alloc::vec![false; moves],
        }
    }

    fn run(&mut self, plan: &[Move], control: &mut Control) -> Result<(), Stop> {
        self.last_departure.fill(NONE);
        self.last_move.fill(NONE);
        self.is_redundant[..plan.len()].fill(false);
        let mut number = 0;
        for portion in plan.chunks(PORTION) {
            control.spend(portion.len() as u64)?;
            for &action in portion {
                self.examine(plan, number, action);
                number += 1;
            }
        }
        Ok(())
    }

    /// Checks a move. Its target is vacant, so the token that entered it last has left it. If that
    /// was this token, all its moves since then are redundant.
    fn examine(&mut self, plan: &[Move], number: u32, action: Move) {
        let (token, from, to) = (action.token.index(), action.from.index(), action.to.index());
        let mut departure = self.last_departure[to];
        while departure != NONE && self.is_redundant[departure as usize] {
            departure = self.before[departure as usize][0];
        }
        self.last_departure[to] = departure;
        if departure == NONE || plan[departure as usize].token != action.token {
            self.before[number as usize] = [self.last_departure[from], self.last_move[token]];
            self.last_departure[from] = number;
            self.last_move[token] = number;
            return;
        }
        self.is_redundant[number as usize] = true;
        let mut redundant = self.last_move[token];
        // The loop reaches `departure`, because it is one of the token's kept moves.
        while redundant >= departure && redundant != NONE {
            self.is_redundant[redundant as usize] = true;
            redundant = self.before[redundant as usize][1];
        }
        self.last_move[token] = redundant;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::configuration::{Configuration, Token};
    use crate::control::Budget;
    use crate::graph::{Graph, Vertex};

    /// Returns a grid graph of three rows and three columns.
    fn square() -> Graph {
        let right = (0..9).filter(|vertex| vertex % 3 < 2).map(|vertex| (Vertex(vertex), Vertex(vertex + 1)));
        let down = (0..6).map(|vertex| (Vertex(vertex), Vertex(vertex + 3)));
        Graph::from_edges(9, right.chain(down)).expect("a simple graph")
    }

    /// Returns the legal moves among those drawn, with the configuration before them.
    fn legal_moves(tokens: u32, drawn: &[(u32, u32)]) -> (Configuration, Vec<Move>) {
        let graph = square();
        let places: Vec<_> = (0..tokens).map(Vertex).collect();
        let start = Configuration::new(9, &places).expect("distinct places");
        let mut now = start.clone();
        let mut moves = Vec::new();
        for &(token, to) in drawn {
            let token = Token(token % tokens);
            let action = Move { token, from: now.vertex_of(token), to: Vertex(to) };
            if graph.apply(&mut now, action).is_ok() {
                moves.push(action);
            }
        }
        (start, moves)
    }

    /// Returns whether a token returns to a vertex that no other token has entered since it left.
    /// Compares all pairs of moves.
    fn has_redundancy(moves: &[Move]) -> bool {
        (0..moves.len()).any(|leaving| {
            let Move { token, from, .. } = moves[leaving];
            moves[leaving + 1..].iter().find(|next| next.to == from).is_some_and(|next| next.token == token)
        })
    }

    proptest! {
        #[test]
        fn what_remains_is_legal_without_redundancy_and_ends_alike(
            tokens in 1u32..8, drawn in proptest::collection::vec((0u32..8, 0u32..9), 0..300),
        ) {
            let (start, moves) = legal_moves(tokens, &drawn);
            let (mut before, mut after) = (start.clone(), start);
            let mut plan = Plan::from(moves);
            prop_assert!(square().replay(&mut before, &plan).is_ok());
            let mut control = Control::unlimited();
            let mut lengths = alloc::vec![plan.len()];
            let result = plan.remove_redundant_moves(&mut control, |plan, _| {
                lengths.push(plan.len());
                Ok(())
            });
            prop_assert_eq!((result, control.stats().bytes), (Ok(()), 0));
            prop_assert!(square().replay(&mut after, &plan).is_ok() && before == after);
            prop_assert!(!has_redundancy(plan.moves()));
            let [.., last_but_one, last] = lengths[..] else { panic!("a sweep at least") };
            prop_assert!(last == last_but_one && lengths.is_sorted_by(|a, b| a >= b));
        }

        #[test]
        fn a_stopped_removal_leaves_a_legal_plan(
            drawn in proptest::collection::vec((0u32..8, 0u32..9), 0..300), limit in 0u64..400,
        ) {
            let (start, moves) = legal_moves(4, &drawn);
            let (mut before, mut after) = (start.clone(), start);
            let mut plan = Plan::from(moves);
            prop_assert!(square().replay(&mut before, &plan).is_ok());
            let mut control = Control::new(Budget::new().with_nodes(limit));
            let _ = plan.remove_redundant_moves(&mut control, |_, _| Ok(()));
            prop_assert!(square().replay(&mut after, &plan).is_ok() && before == after);
        }
    }
}
