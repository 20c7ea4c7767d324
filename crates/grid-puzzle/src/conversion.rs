//! Conversion of boards and walks to the types of `motion_core`: tokens on the vertices of a graph.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Configuration, Direction, Grid, Move, Token, Vertex};

use crate::board::Board;

impl Board {
    /// Returns the board as tokens on the vertices of its [`graph`](Board::graph): tile *t* is
    /// token *t* − 1, cell *c* is vertex *c*.
    pub fn configuration(&self) -> Configuration {
        let places: Vec<_> = self.cells_of_tiles().iter().skip(1).map(|cell| Vertex(cell.0)).collect();
        Configuration::new(self.tiles().len(), &places)
            .expect("invariant: every tile lies on a cell of its own")
    }

    /// Returns the cells and their neighbours as a graph. [`Graph::apply`] makes moves by the rules
    /// of the puzzle.
    pub fn graph(&self) -> Graph {
        let grid = Grid::new(self.rows(), self.columns()).expect("invariant: a board has cells");
        grid.to_graph().graph
    }

    /// Converts the blank's walk from this board to moves of tokens. Ends early if the walk leaves
    /// the board, and at once if there are several blanks.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::Board;
    /// use motion_core::Walk;
    ///
    /// let board: Board = "1 2\n0 3".parse()?;
    /// let walk: Walk = "R".parse()?;
    /// let mut configuration = board.configuration();
    /// board.graph().replay(&mut configuration, board.moves(&walk))?;
    /// assert_eq!(configuration, Board::solved(2, 2)?.configuration());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self, walk: impl IntoIterator<Item = Direction>) -> impl Iterator<Item = Move> {
        let mut board = self.clone();
        walk.into_iter().map_while(move |direction| {
            let to = Vertex(board.blank().0);
            let tile = board.slide(direction)?;
            Some(Move { token: Token(tile.0 - 1), from: Vertex(board.blank().0), to })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_several_blanks_there_is_no_walk() {
        let board: Board = "1 0\n0 2".parse().expect("a board");
        assert_eq!(board.moves([Direction::Down]).count(), 0);
        assert_eq!((board.configuration().token_count(), board.graph().vertex_count()), (2, 4));
    }

    #[test]
    fn moves_name_the_tile_and_end_at_the_edge_of_the_board() {
        let board: Board = "1 2\n0 3".parse().expect("a board");
        let moves: Vec<_> = board.moves("RR".parse::<motion_core::Walk>().expect("a walk").iter()).collect();
        assert_eq!(moves, [Move { token: Token(2), from: Vertex(3), to: Vertex(2) }]);
    }
}
