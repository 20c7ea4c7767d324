//! Preparing instances reads the clock once in a few thousand vertices.

use cpf_core::generate;
use motion_core::Control;
use motion_core::error::RunError;
use push_swap::PushInstance;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use motion_testing::readings;

#[test]
fn components_are_found_with_polls() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let instance = generate::permutation_on_grid(300, 300, 2, rng).expect("a grid");
    let prepare = |control: &mut Control| {
        assert!(RunError::passed(PushInstance::new_within(&instance, control))?);
        Ok(())
    };
    // Searching and listing, with at most 4,096 vertices for each poll.
    assert_eq!(readings("components", prepare), 2 * 90_000 / 4096);
}
