//! All solvers of this crate: the suite that every solver runs, published instances, limits and
//! fuzzing.

extern crate alloc;

#[path = "../../../cpf-core/tests/main/cases.rs"]
mod cases;
mod classes;
#[path = "../../../cpf-core/tests/main/every_solver.rs"]
mod every_solver;
mod fuzz;
#[path = "../../../cpf-core/tests/main/fuzzed_instances.rs"]
mod fuzzed_instances;
#[path = "../../../motion-core/tests/main/fuzzing.rs"]
mod fuzzing;
mod limits;
mod polls;
#[path = "../../../cpf-core/tests/main/promises.rs"]
mod promises;
#[path = "../../../motion-core/tests/main/published.rs"]
mod published;
mod published_maps;
#[path = "../../src/tests/samples.rs"]
mod samples;
mod snakes;
mod solvers;
