//! Ways that boxes cut.

use alloc::vec::Vec;

use super::room_links::RoomLinks;
use crate::analysis::Structure;
use crate::board::{BoxSet, SearchBoard, Square};

/// The ways through the board that are a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WayKind {
    /// None.
    Nothing,
    /// Tunnels without goals.
    Tunnels,
    /// Links between rooms.
    Links,
}

/// Counts the ways that boxes cut.
#[derive(Clone, Debug)]
pub(in crate::feature) enum WayCounter<'b, const W: usize> {
    Nothing,
    /// The live squares of each tunnel.
    Tunnels(Vec<BoxSet<W>>),
    Links(RoomLinks<'b, W>),
}

impl<'b, const W: usize> WayCounter<'b, W> {
    pub(in crate::feature) fn new(board: &'b SearchBoard, kind: WayKind) -> Self {
        match kind {
            WayKind::Nothing => Self::Nothing,
            WayKind::Tunnels => Self::Tunnels(tunnels(board)),
            WayKind::Links => Self::Links(RoomLinks::new(board)),
        }
    }

    /// Returns the number of tunnels with a box in them, or of links between rooms that boxes cut.
    pub(in crate::feature) fn cut(&mut self, boxes: &BoxSet<W>) -> u16 {
        match self {
            Self::Nothing => 0,
            Self::Tunnels(tunnels) => {
                tunnels.iter().filter(|tunnel| !tunnel.and(boxes).is_empty()).count() as u16
            }
            Self::Links(links) => links.cut(boxes),
        }
    }
}

fn tunnels<const W: usize>(board: &SearchBoard) -> Vec<BoxSet<W>> {
    let goals: BoxSet<W> = board.goals().iter().copied().collect();
    let live = |squares: &Vec<Square>| -> BoxSet<W> {
        squares.iter().copied().filter(|&at| board.is_live(at)).collect()
    };
    let structure = Structure::new(board);
    let tunnels = structure.tunnels().iter().map(|tunnel| live(&tunnel.squares));
    tunnels.filter(|tunnel| !tunnel.is_empty() && tunnel.and(&goals).is_empty()).collect()
}
