//! The sweep phase: all tiles are brought nearer to their goals at the same time, as long as nearly
//! every move does so.
//!
//! A beam in a window minimises the sum of the tiles' [`DistanceWeights`]. For each cell of the
//! blank, the best states survive, even if those of other cells are better. So the beam covers the
//! whole window and does not get stuck where nothing can be gained. If too few of the last moves
//! brought a tile nearer, the window moves on by half its size, back and forth over the board. The
//! threshold for this falls with every sweep.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use motion_core::{Control, Stop};

use super::general_sweep_beam::GeneralSweepBeam;
use super::geometry::Geometry;
use super::permutation::{PartialSolution, TilePermutation};
use super::sweep_beam::SweepBeam;
use super::sweep_search::SweepSearch;
use super::weights::DistanceWeights;
use super::window::BoardWindow;
use super::window_sweep::WindowSweep;

/// For each steady sweep, the yield below which a window is left, in percent of the moves.
const YIELDS: [u32; 12] = [80, 70, 60, 50, 40, 40, 30, 30, 25, 20, 20, 20];

/// Like [`YIELDS`], for paced sweeps. The last value repeats until the aim or the limit is reached,
/// or too little is gained.
const PACED_YIELDS: [u32; 44] = [
    65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 60, 60, 60, 60, 60, 60, 60, 50, 50, 50, 50, 50, 50, 50, 50,
    50, 50, 40, 40, 40, 40, 40, 40, 30, 30, 30, 25, 25, 25, 20, 20, 20, 20,
];

/// The number of the first sweep after a [circulation](super::circulation), and the factor by which
/// the time at which sweeps should end is then later.
const FIRST_AFTER_CIRCULATION: usize = 40;
const LATER_AFTER_CIRCULATION: f64 = 1.15;

/// The sweeps after those of [`PACED_YIELDS`] end when one has a smaller yield than this, in
/// percent.
const LEAST_YIELD: u64 = 10;

/// The moves over which the yield is measured.
const SPAN: usize = 30;

/// Like [`SPAN`], for paced sweeps of boards of more than [`MANY`] cells, where often nothing is
/// left to gain after 30 moves. If there are [`FEW_NODES`] for each cell, it is one move for this
/// number of cells of the window.
const SHORT_SPAN: usize = 12;
const CELLS_OF_SPAN: u32 = 3;

const MANY: u32 = 4000;

/// With fewer nodes, lines that begin late may not end.
const FEW_NODES: RangeInclusive<f64> = 1_500.0..=15_000.0;

/// Like [`SPAN`], if the window is the whole board.
const LONG_SPAN: usize = 150;

/// The exponent of the distances, in quarters, if the window is the whole board. Eight quarters
/// square the distances.
const POWER: u32 = 8;

/// Like [`POWER`], for smaller windows, which a tile does not cross at once.
const POWER_IN_WINDOWS: u32 = 7;

/// The greatest side of a window that is not the whole board. Larger windows gain less than they
/// cost.
const MAX_SIDE: u32 = 40;

/// The least side of a window.
const MIN_SIDE: u32 = 6;

/// The parameters of the sweep phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweepPhase {
    /// The number of rows and of columns of a window. On narrow boards, a window is longer but has
    /// the same area.
    pub(super) side: u32,
    /// The number of states that survive for each cell of the blank.
    pub(super) width: usize,
    /// No window begins after this share of the budget.
    pub(super) until: f64,
    pub(super) way: Sweeping,
}

/// A way to sweep. With 10 s of one thread, paced attempts instead of steady ones lead to 0.989 n³
/// moves instead of 1.050 n³ on a board of 50×50 cells, to 1.078 instead of 1.272 on one of
/// 100×100, and to 1.545 instead of 1.946 on one of 200×200. On boards of 10×10 cells, they were
/// slightly worse. Without a limit, there is no pace.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sweeping {
    /// Sweeps with windows of one size, by the [general beam](super::beam).
    Steady,
    /// Sweeps by the [sweep beam](super::sweep_beam), with windows as large as the remaining share
    /// of the budget allows, and leaves each window later than steady sweeps do.
    Paced(SweepPace),
}

/// The cost of sweeps and their share of the budget.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweepPace {
    /// The share of the budget that a node takes.
    pub(super) node: f64,
    /// The share of the budget that should be used up when the sweeps end.
    pub(super) end: f64,
    /// The number of the first sweep. Sweeps with greater numbers leave windows later.
    pub(super) first: usize,
}

impl Sweeping {
    /// Returns the pace of paced sweeps.
    pub(super) const fn pace(self) -> Option<SweepPace> {
        match self {
            Self::Steady => None,
            Self::Paced(pace) => Some(pace),
        }
    }
}

impl SweepPace {
    /// Whether the budget has few nodes for each cell of the board.
    pub(super) fn has_few_nodes(self, geometry: &Geometry) -> bool {
        FEW_NODES.contains(&(1.0 / self.node / f64::from(geometry.cells())))
    }

    /// Measures the share of the budget that a node takes, in one window.
    pub(super) fn share_of_node(
        geometry: &Geometry,
        start: &TilePermutation,
        control: &mut Control,
    ) -> Result<f64, Stop> {
        const LEVELS: u32 = 400;
        let board = BoardWindow::whole(geometry);
        let window = BoardWindow::of_cell(geometry, start.blank).widened(0, board.part(16), board);
        let weights = DistanceWeights::new(geometry, POWER_IN_WINDOWS);
        let mut beam = SweepBeam::new(geometry, &weights, window, start, 1);
        let before = (control.stats().nodes, control.fraction_used().unwrap_or(1.0));
        let swept = (0..LEVELS).try_for_each(|_| beam.advance(control).map(drop));
        beam.release(control);
        swept?;
        let nodes = control.stats().nodes - before.0;
        let used = control.fraction_used().unwrap_or(1.0) - before.1;
        // A coarse clock may show no time.
        Ok(used.max(1e-12) / nodes.max(1) as f64)
    }
}

impl SweepPhase {
    /// Returns the sweeps after a circulation, which leave windows late and may take longer.
    pub(super) fn after_circulation(self) -> Self {
        let Sweeping::Paced(pace) = self.way else { return self };
        let end = LATER_AFTER_CIRCULATION * pace.end;
        let way = Sweeping::Paced(SweepPace { end, first: FIRST_AFTER_CIRCULATION, ..pace });
        Self { until: self.until + end - pace.end, way, ..self }
    }

    /// For each of these aims in turn, sweeps until the sum of the tiles' distances is at most the
    /// aim. Calls `reached` for each aim, and at the end if an aim is not reached. Afterwards,
    /// `self` has the size of the last windows.
    pub(super) fn run(
        &mut self,
        geometry: &Geometry,
        partial: &mut PartialSolution,
        aims: &[u64],
        control: &mut Control,
        mut reached: impl FnMut(&PartialSolution),
    ) -> Result<(), Stop> {
        let board = BoardWindow::whole(geometry);
        let mut windows = self.windows(board);
        let is_whole = windows.len() == 1;
        let weights = DistanceWeights::new(geometry, if is_whole { POWER } else { POWER_IN_WINDOWS });
        let mut aims = aims.iter().copied().peekable();
        // A window of the whole board cannot move on.
        let (yields, longest) = match self.way {
            Sweeping::Steady if is_whole => (&[1][..], LONG_SPAN),
            Sweeping::Steady => (&YIELDS[..], SPAN),
            Sweeping::Paced(pace) if geometry.cells() > MANY && !pace.has_few_nodes(geometry) => {
                (&PACED_YIELDS[..], SHORT_SPAN)
            }
            Sweeping::Paced(_) => (&PACED_YIELDS[..], SPAN),
        };
        let is_short = self.way.pace().is_some_and(|pace| pace.has_few_nodes(geometry));
        let again = self.way.pace().and(yields.last()).into_iter().cycle();
        let yields = yields.iter().chain(again);
        let first = self.way.pace().map_or(0, |pace| pace.first);
        for (number, &least) in yields.enumerate().skip(first) {
            let before = (control.stats().nodes, control.fraction_used());
            let (distance, moves) = (partial.distance, partial.walk.len() as u64);
            if let Some(&aim) = aims.peek()
                && self.adapt(geometry, partial.distance.saturating_sub(aim), control)
            {
                windows = self.windows(board);
                if number % 2 == 1 {
                    windows.reverse();
                }
            }
            let span = if is_short {
                longest.min((self.side * self.side / CELLS_OF_SPAN) as usize)
            } else {
                longest
            };
            for (index, &window) in windows.iter().enumerate() {
                loop {
                    // Reached aims are reported before the budget is checked.
                    while aims.next_if(|&aim| partial.distance <= aim).is_some() {
                        reached(partial);
                    }
                    let Some(&aim) = aims.peek() else { return Ok(()) };
                    if control.fraction_used().is_some_and(|used| used > self.until) {
                        reached(partial);
                        return Ok(());
                    }
                    let next = windows.get(index + 1).copied();
                    let work = WindowSweep { geometry, window, next, least, span, aim };
                    match self.way {
                        Sweeping::Steady => {
                            work.run::<GeneralSweepBeam<'_>>(&weights, self.width, partial, control)?;
                        }
                        Sweeping::Paced(_) => {
                            work.run::<SweepBeam<'_>>(&weights, self.width, partial, control)?;
                        }
                    }
                    if partial.distance > aim {
                        break;
                    }
                }
            }
            windows.reverse();
            self.learn(before, control);
            let (nearer, moves) =
                (distance.saturating_sub(partial.distance), partial.walk.len() as u64 - moves);
            if number >= PACED_YIELDS.len() && LEAST_YIELD * moves > 100 * nearer {
                break;
            }
        }
        reached(partial);
        Ok(())
    }

    /// Whether sweeps of this board can end in time with windows larger than the smallest.
    pub(super) fn fits(&self, geometry: &Geometry, start: &TilePermutation, control: &Control) -> bool {
        let states = self.states_in_time(geometry, start.distance(geometry), control);
        states.is_some_and(|states| states > u64::from(MIN_SIDE * MIN_SIDE))
    }

    /// Returns how many states per move the sweeps can afford if they are to end in time.
    #[expect(clippy::cast_sign_loss, reason = "shares are not negative")]
    fn states_in_time(&self, geometry: &Geometry, distance: u64, control: &Control) -> Option<u64> {
        let (pace, used) = (self.way.pace()?, control.fraction_used()?);
        // About three of four moves bring a tile nearer; fewer do at the end.
        let levels = 1.4 * distance as f64 + 2.0 * f64::from(geometry.cells());
        Some(((pace.end - used).max(0.0) / (pace.node * levels)) as u64)
    }

    /// Chooses windows and width so that the sweeps end in time. Returns whether they have changed.
    fn adapt(&mut self, geometry: &Geometry, distance: u64, control: &Control) -> bool {
        let Some(states) = self.states_in_time(geometry, distance, control) else { return false };
        let states = states.min(1 << 24) as u32;
        // A level has a state for every second cell.
        let most = MAX_SIDE.min(geometry.rows.max(geometry.columns));
        let mut side = (2 * states).isqrt().clamp(MIN_SIDE.max(self.side * 3 / 4), most.max(self.side));
        while side > MIN_SIDE && SweepBeam::bytes(side * side, 1) > control.free_bytes() / 2 {
            side -= 1;
        }
        let mut width = (2 * states / (side * side)).clamp(1, 64) as usize;
        while width > 1 && SweepBeam::bytes(side * side, width) > control.free_bytes() / 2 {
            width -= 1;
        }
        let before = (self.side, self.width);
        (self.side, self.width) = (side, width);
        before != (side, width)
    }

    /// Updates the share of the budget that a node takes.
    fn learn(&mut self, (nodes, used): (u64, Option<f64>), control: &Control) {
        let more = control.stats().nodes - nodes;
        if let (Sweeping::Paced(pace), Some(before), Some(now)) =
            (&mut self.way, used, control.fraction_used())
            && more > 10_000
        {
            pace.node = (now - before) / more as f64;
        }
    }

    /// Returns windows that overlap by half, back and forth over the region.
    fn windows(&self, region: BoardWindow) -> Vec<BoardWindow> {
        let (rows, columns) = region.part(self.side);
        let starts = |low: u32, whole: u32, side: u32| {
            let steps = (2 * (whole - side)).div_ceil(side);
            (0..=steps).map(move |step| {
                low + (u64::from(step) * u64::from(whole - side) / u64::from(steps.max(1))) as u32
            })
        };
        let mut windows = Vec::new();
        for (number, row) in starts(region.row, region.rows, rows).enumerate() {
            let from = windows.len();
            windows.extend(starts(region.column, region.columns, columns).map(|column| BoardWindow {
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
