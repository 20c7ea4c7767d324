//! The sweep phase: all tiles are brought nearer to their goals at once, as long as nearly every
//! move does so.
//!
//! A beam in a window minimises the sum of the tiles' [`DistanceWeights`]. For each cell of the
//! blank, its best states survive, however they compare with others: so the beam stays everywhere
//! in the window, and gets away from where there is nothing left to gain. If too few of the last
//! moves brought a tile nearer, the window moves on by half its size, back and forth over the
//! board. The threshold for that is lowered with every sweep.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::geometry::Geometry;
use super::permutation::PartialSolution;
use super::sweep_beam::SweepBeam;
use super::weights::DistanceWeights;
use super::window::BoardWindow;

/// For each sweep, the yield below which a window is left, in percent of the moves.
const YIELDS: [u32; 12] = [80, 70, 60, 50, 40, 40, 30, 30, 25, 20, 20, 20];

/// The moves over which the yield is measured.
const SPAN: usize = 30;

/// As [`SPAN`], if the window is the whole board.
const LONG_SPAN: usize = 150;

/// The exponent of the distances, in quarters: squares, if the window is the whole board.
const POWER: u32 = 8;

/// As [`POWER`] for smaller windows, which a tile does not cross at once.
const POWER_IN_WINDOWS: u32 = 7;

/// The parameters of the sweep phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweepPhase {
    /// Rows and columns of a window; on narrow boards it has the same area, but is longer.
    pub(super) side: u32,
    /// The number of states that survive for each cell of the blank.
    pub(super) width: usize,
    /// No window is begun after this share of the budget.
    pub(super) until: f64,
}

impl SweepPhase {
    /// Sweeps until the sum of the tiles' distances is at most as great as each of these aims, one
    /// after another; calls `reached` for each, and at the end if an aim is not reached.
    pub(super) fn run(
        self,
        geometry: &Geometry,
        partial: &mut PartialSolution,
        aims: &[u64],
        control: &mut Control,
        mut reached: impl FnMut(&PartialSolution),
    ) -> Result<(), Stop> {
        let mut windows = self.windows(geometry);
        let weights =
            DistanceWeights::new(geometry, if windows.len() == 1 { POWER } else { POWER_IN_WINDOWS });
        let mut aims = aims.iter().copied().peekable();
        // If one window is the whole board, there is no other one to move to.
        let (yields, span) = if windows.len() == 1 { (&[1][..], LONG_SPAN) } else { (&YIELDS[..], SPAN) };
        for &least in yields {
            for (index, &window) in windows.iter().enumerate() {
                loop {
                    // Everything that is reached is reported before the budget is checked.
                    while aims.next_if(|&aim| partial.distance <= aim).is_some() {
                        reached(partial);
                    }
                    let Some(&aim) = aims.peek() else { return Ok(()) };
                    if control.fraction_used().is_some_and(|used| used > self.until) {
                        reached(partial);
                        return Ok(());
                    }
                    let work = WindowSweep {
                        geometry,
                        window,
                        next: windows.get(index + 1).copied(),
                        least,
                        span,
                        aim,
                    };
                    work.run(&weights, self.width, partial, control)?;
                    if partial.distance > aim {
                        break;
                    }
                }
            }
            windows.reverse();
        }
        reached(partial);
        Ok(())
    }

    /// Windows that overlap by half, back and forth.
    fn windows(self, geometry: &Geometry) -> Vec<BoardWindow> {
        let (rows, columns) = BoardWindow::whole(geometry).part(self.side);
        let starts = |whole: u32, side: u32| {
            let steps = (2 * (whole - side)).div_ceil(side);
            (0..=steps)
                .map(move |step| (u64::from(step) * u64::from(whole - side) / u64::from(steps.max(1))) as u32)
        };
        let mut windows = Vec::new();
        for (number, row) in starts(geometry.rows, rows).enumerate() {
            let from = windows.len();
            windows.extend(starts(geometry.columns, columns).map(|column| BoardWindow {
                row,
                column,
                rows,
                columns,
            }));
            if number % 2 == 1 {
                windows[from..].reverse();
            }
        }
        windows
    }
}

/// The beam in one window.
struct WindowSweep<'t> {
    geometry: &'t Geometry,
    window: BoardWindow,
    next: Option<BoardWindow>,
    /// The yield below which the window is left, in percent.
    least: u32,
    span: usize,
    /// The sum of distances at which the work ends.
    aim: u64,
}

impl WindowSweep<'_> {
    fn run(
        &self,
        weights: &DistanceWeights,
        width: usize,
        partial: &mut PartialSolution,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let Self { geometry, window, .. } = *self;
        partial.enter(geometry, window);
        let mut beam = SweepBeam::new(geometry, weights, window, &partial.permutation, width);
        let moves = self.beam(&mut beam, partial.distance, control);
        beam.release(control);
        partial.follow(geometry, moves?);
        Ok(())
    }

    fn beam(
        &self,
        beam: &mut SweepBeam<'_>,
        distance: u64,
        control: &mut Control,
    ) -> Result<Vec<Direction>, Stop> {
        // The least distance so far, by level.
        let mut least = alloc::vec![0];
        while beam.advance(control)? {
            let nearest = beam.nearest();
            least.push(nearest);
            if distance.saturating_add_signed(nearest.into()) <= self.aim {
                let best = beam.states().min_by_key(|&(.., distance)| distance);
                return Ok(best.map_or(Vec::new(), |(state, ..)| beam.moves(state)));
            }
            let level = beam.level();
            let span = self.span;
            if level >= span
                && 100 * (least[level - span] - nearest).unsigned_abs() < self.least * span as u32
            {
                break;
            }
        }
        let cells = self.window.cells(self.geometry);
        let inside = |blank: u32| self.next.is_none_or(|next| next.contains(self.geometry, cells[blank as usize]));
        let lightest = beam.states().min_by_key(|&(_, blank, weight, _)| (!inside(blank), weight));
        Ok(lightest.map_or(Vec::new(), |(state, ..)| beam.moves(state)))
    }
}
