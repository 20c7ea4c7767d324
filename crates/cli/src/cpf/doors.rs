//! Solvers of particular instances as solvers of instances: each is asked only where its door is open.

use bibox::{BlockByBlock, BlockInstance, EarDecomposition, EarInstance};
use cpf_core::Instance;
use motion_core::{Control, Move, Outcome, Sink, StreamingSolver};
use push_swap::PushInstance;

/// A solver of instances with two blanks a component.
pub struct WithBlanks<S>(pub S);

impl<S: for<'i> Solver<PushInstance<'i>>> Solver for WithBlanks<S> {
    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        let door = PushInstance::new(problem).expect("invariant: chosen where there are blanks enough");
        self.0.solve_into(&door, sink, control)
    }
}

/// A solver of instances on bi-connected graphs, and how it takes them apart.
pub struct OnEars<S>(pub S, pub for<'i> fn(&'i Instance) -> EarInstance<'i>);

impl<S: for<'i> Solver<EarInstance<'i>>> Solver for OnEars<S> {
    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        self.0.solve_into(&(self.1)(problem), sink, control)
    }
}

/// The instance with the ears that solvers choose themselves.
pub fn default_ears(instance: &Instance) -> EarInstance<'_> {
    EarInstance::new(instance).expect("invariant: chosen for bi-connected graphs only")
}

/// The paper's ears on open grids.
pub fn row_by_row(instance: &Instance) -> EarInstance<'_> {
    let rows = instance.grid().and_then(|grid| EarDecomposition::row_by_row(grid).ok());
    rows.map_or_else(
        || default_ears(instance),
        |rows| EarInstance::with_ears(instance, rows).expect("invariant: ears of this grid"),
    )
}

/// The solver of instances on connected graphs with one blank.
pub struct ByBlocks(pub BlockByBlock);

impl Solver for ByBlocks {
    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        let door =
            BlockInstance::new(problem).expect("invariant: chosen for connected graphs with one blank");
        self.0.solve_into(&door, sink, control)
    }
}
