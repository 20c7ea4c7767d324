//! The solver `batsat` under a control.

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use motion_core::{Control, Stop};

use super::clauses::{Clauses, Literal, SatSolver};

/// An estimate of a variable's memory: its value, activity, place in the queue, polarity, reason,
/// level, marks, and two lists of watches.
const VARIABLE_BYTES: u64 = 120;

/// An estimate of a clause's memory besides its literals: its head, its place in the list of
/// clauses, and two watches.
const CLAUSE_BYTES: u64 = 40;

/// A solver that spends a node for each variable, clause, decision and conflict. Its memory is held
/// until the end of the caller's scope.
pub(super) struct BatsatSolver<'r, 'c> {
    solver: Solver<Watch<'r, 'c>>,
    /// The literals of the clause that is being added.
    buffer: Vec<Lit>,
}

/// Callbacks that stop the solver at a limit of the control.
struct Watch<'r, 'c> {
    control: RefCell<&'r mut Control<'c>>,
    stop: Cell<Option<Stop>>,
}

impl<'c> Watch<'_, 'c> {
    /// Calls the control unless it has already stopped the run, and stores a stop.
    fn ask(&self, request: impl FnOnce(&mut Control<'c>) -> Result<(), Stop>) -> Result<(), Stop> {
        if let Some(why) = self.stop.get() {
            return Err(why);
        }
        request(&mut self.control.borrow_mut()).inspect_err(|&why| self.stop.set(Some(why)))
    }
}

fn clause_bytes(literals: usize) -> u64 {
    CLAUSE_BYTES + 4 * literals as u64
}

impl Callbacks for Watch<'_, '_> {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        // A stop is stored, and read by `stop`.
        let _ = self.ask(|control| {
            control.spend(1)?;
            control.hold(clause_bytes(clause.len()))
        });
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.control.borrow_mut().release(clause_bytes(clause.len()));
    }

    /// Called before each decision.
    fn stop(&self) -> bool {
        self.ask(|control| control.spend(1)).is_err()
    }
}

impl<'r, 'c> BatsatSolver<'r, 'c> {
    pub(super) fn new(control: &'r mut Control<'c>) -> Self {
        let watch = Watch { control: RefCell::new(control), stop: Cell::new(None) };
        Self { solver: Solver::new(SolverOpts::default(), watch), buffer: Vec::new() }
    }
}

impl Clauses for BatsatSolver<'_, '_> {
    fn variable(&mut self) -> Result<Literal, Stop> {
        self.solver.cb().ask(|control| {
            control.spend(1)?;
            control.hold(VARIABLE_BYTES)
        })?;
        Ok(Literal::positive(self.solver.new_var_default().idx()))
    }

    fn add(&mut self, clause: &[Literal]) -> Result<(), Stop> {
        self.solver.cb().ask(|control| {
            control.spend(1)?;
            control.hold(clause_bytes(clause.len()))
        })?;
        self.buffer.clear();
        self.buffer.extend(clause.iter().map(|&literal| lit(literal)));
        // If no solution is left, the next call of `solve` returns false.
        self.solver.add_clause_reuse(&mut self.buffer);
        Ok(())
    }
}

impl SatSolver for BatsatSolver<'_, '_> {
    fn solve(&mut self) -> Result<bool, Stop> {
        self.solver.cb().ask(Control::poll)?;
        let answer = self.solver.solve_limited(&[]);
        self.solver.cb().ask(|_| Ok(()))?;
        Ok(answer == lbool::TRUE)
    }

    fn is_true(&self, literal: Literal) -> bool {
        self.solver.value_lit(lit(literal)) == lbool::TRUE
    }
}

fn lit(literal: Literal) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.variable()), literal.is_positive())
}
