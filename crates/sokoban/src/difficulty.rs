//! A measure of the difficulty of levels.

use motion_core::{Control, Outcome, Solver};

use crate::board::SearchBoard;
use crate::level::Level;
use crate::solver::auto::FirstSolution;

impl Level {
    /// Measures the difficulty of this level: the nodes with which [`Auto`](crate::Auto) finds its
    /// first solution, times the number of boxes, without decoration.
    ///
    /// The measure is the work of a program, since a node examines all boxes. It spans many orders
    /// of magnitude, and values within a factor of a few say nothing. It does not know which ideas
    /// are hard for people.
    ///
    /// The outcome is that of the searches. If they are stopped, the level is more difficult than
    /// the limit allows to tell; the quality and the lower bound are those of the pushes.
    ///
    /// # Complexity
    /// That of [`Auto`](crate::Auto). A limit of 100,000 nodes is enough for most levels.
    ///
    /// # Guarantees
    /// With one thread and no limit of time, the same version of this crate measures the same. In
    /// another version the searches may differ, so compare values of one version.
    ///
    /// # Examples
    /// ```
    /// use motion_core::{Budget, Control};
    /// use sokoban::Level;
    ///
    /// let difficulty = |text: &str| -> Result<u64, Box<dyn std::error::Error>> {
    ///     let mut control = Control::new(Budget::new().with_nodes(100_000));
    ///     Ok(text.parse::<Level>()?.difficulty(&mut control).into_result()?)
    /// };
    /// let corridor = difficulty("7#|#@-$-.#|7#")?;
    /// let room = difficulty("8#|#--.---#|#-$-$$-#|#.#--#-#|#-$-.--#|#---.@-#|8#")?;
    /// assert!(corridor < 10 && room > 10 * corridor);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn difficulty(&self, control: &mut Control) -> Outcome<u64> {
        let before = control.stats().nodes;
        let outcome = FirstSolution.solve(self, control);
        let nodes = control.stats().nodes - before;
        outcome.map(|_| nodes.saturating_mul(SearchBoard::new(self).boxes().len() as u64))
    }
}
