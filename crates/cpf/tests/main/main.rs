//! `Auto` and the adapters: every instance of the suite that all solvers run, and what only they
//! promise.

extern crate alloc;

mod adapters;
mod auto;
mod auto_scheduler;
#[path = "../../../cpf-core/tests/main/cases.rs"]
mod cases;
#[path = "../../../cpf-core/tests/main/every_solver.rs"]
mod every_solver;
mod front_door;
#[path = "../../../cpf-core/tests/main/promises.rs"]
mod promises;
#[path = "../../../push-swap/src/tests/samples.rs"]
mod samples;
mod solvers;
