//! A custom Sokoban search, which counts the reachable positions.

use std::ops::ControlFlow;

use motion_core::search::explore;
use motion_core::{Control, Stop};
use sokoban::Level;
use sokoban::board::{BoardSearch, SearchBoard};
use sokoban::search::{Position, Pushes};

use super::Done;

// begin
struct CountPositions<'c, 'o>(&'c mut Control<'o>);

impl BoardSearch for CountPositions<'_, '_> {
    type Output = Result<usize, Stop>;

    fn run<const W: usize>(self, board: &SearchBoard) -> Self::Output {
        let start = Position::<W>::start(board);
        explore(&Pushes::new(board), start, self.0, |_, _| ControlFlow::Continue(()))
    }
}
// end

pub(super) fn program() -> Done {
    let level: Level = "8#|#@-$--.#|8#".parse()?;
    let mut control = Control::unlimited();
    let positions = SearchBoard::new(&level).with_width(CountPositions(&mut control));
    assert_eq!(positions, Some(Ok(4)));
    Ok(())
}
