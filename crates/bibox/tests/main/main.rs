//! All solvers of this crate: the suite that every solver runs, limits and fuzzing.

extern crate alloc;

#[path = "../../../cpf-core/tests/main/cases.rs"]
mod cases;
mod classes;
#[path = "../../../cpf-core/tests/main/every_solver.rs"]
mod every_solver;
mod fewest_moves;
mod fuzz;
#[path = "../../../cpf-core/tests/main/fuzzed_instances.rs"]
mod fuzzed_instances;
#[path = "../../../motion-core/tests/main/fuzzing.rs"]
mod fuzzing;
mod limits;
mod polls;
#[path = "../../../cpf-core/tests/main/promises.rs"]
mod promises;
mod readings;
#[path = "../../../push-swap/src/tests/samples.rs"]
mod samples;
mod solvers;
