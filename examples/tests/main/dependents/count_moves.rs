//! Counts and verifies the moves for a board of 200×200 cells without keeping them in memory.

use grid_puzzle::{Board, Instance, Referee, Snake};
use motion_core::Control;
use motion_core::sink::StreamingSolver;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::Done;

pub(super) fn program() -> Done {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    // begin
    let instance = Instance::random(Board::solved(200, 200)?, &mut rng);
    let mut referee = Referee::new(&instance);
    let outcome = Snake::default().solve_into(&instance, &mut referee, &mut Control::unlimited());
    let moves = referee.finish()?.moves;
    // end
    assert!(outcome.is_solved() && (17_000_000..20_000_000).contains(&moves), "{moves}");
    Ok(())
}
