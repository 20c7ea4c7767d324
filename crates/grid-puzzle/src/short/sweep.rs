//! Sweeping: tiles are brought nearer to their goals, all at once, as long as nearly every move does.
//!
//! A beam, confined to a window, goes for the least sum of the tiles' [`Weights`]. Of each cell that the blank may be in,
//! its best states survive, whatever they are worth beside others: so the beam is everywhere in the window and finds
//! its way out of where nothing is left to gain. Where too few of the last moves brought a tile nearer, the window
//! moves on by half its size, to and fro over the board, and what is too few becomes less with every sweep.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::beam::{Appraisal, Beam, Guide, Slide};
use super::terrain::{Terrain, Way, Window};
use super::weights::Weights;

/// The yields, in percent of the moves, below which a window is left, sweep by sweep.
const YIELDS: [u32; 12] = [80, 70, 60, 50, 40, 40, 30, 30, 25, 20, 20, 20];

/// The moves over which the yield is measured.
const SPAN: usize = 30;

/// The same, where the window is the whole board.
const LONG_SPAN: usize = 150;

/// The power of the distances, in quarters: squares, where the window is the whole board.
const POWER: u32 = 8;

/// The same for smaller windows, which no tile can cross in one go.
const POWER_IN_WINDOWS: u32 = 7;

/// How the board is swept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep {
    /// Rows and columns of a window; on narrow boards it is as large, but longer.
    pub(super) side: u32,
    /// States that survive for each cell of the blank.
    pub(super) width: usize,
    /// The share of the budget after which no window is begun.
    pub(super) until: f64,
}

struct Lead<'s> {
    terrain: &'s Terrain,
    weights: &'s Weights,
    cells: Vec<u32>,
    width: usize,
}

/// Sum of weights, and of distances, beside those at the start.
#[derive(Clone, Copy)]
struct Mark {
    weight: i64,
    distance: i32,
}

impl Guide for Lead<'_> {
    type Mark = Mark;

    fn groups(&self) -> usize {
        self.cells.len()
    }

    fn width(&self) -> usize {
        self.width
    }

    #[inline]
    fn appraise(&mut self, mark: &Mark, _: &mut [u32], slide: Slide) -> Option<Appraisal<Mark>> {
        let change = self.weights.change(self.terrain, &self.cells, slide);
        let weight = mark.weight + change;
        // A step nearer always counts less.
        let mark = Mark { weight, distance: mark.distance + change.signum() as i32 };
        Some(Appraisal { group: slide.from, rank: weight, mark })
    }
}

impl Sweep {
    /// Sweeps until the tiles' distances add up to as little as wanted, for one aim after another; tells of each that is
    /// reached, and of where it ends otherwise.
    pub(super) fn run(
        self,
        terrain: &Terrain,
        way: &mut Way,
        aims: &[u64],
        control: &mut Control,
        mut reached: impl FnMut(&Way),
    ) -> Result<(), Stop> {
        let mut windows = self.windows(terrain);
        let weights = Weights::new(terrain, if windows.len() == 1 { POWER } else { POWER_IN_WINDOWS });
        let mut aims = aims.iter().copied().peekable();
        // Where one window is the whole board there is no elsewhere.
        let (yields, span) = if windows.len() == 1 { (&[1][..], LONG_SPAN) } else { (&YIELDS[..], SPAN) };
        for &least in yields {
            for (index, &window) in windows.iter().enumerate() {
                loop {
                    while aims.next_if(|&aim| way.distance <= aim).is_some() {
                        reached(way);
                    }
                    let Some(&aim) = aims.peek() else { return Ok(()) };
                    if control.fraction_used().is_some_and(|used| used > self.until) {
                        reached(way);
                        return Ok(());
                    }
                    let work =
                        Work { terrain, window, next: windows.get(index + 1).copied(), least, span, aim };
                    work.run(&weights, self.width, way, control)?;
                    if way.distance > aim {
                        break;
                    }
                }
            }
            windows.reverse();
        }
        reached(way);
        Ok(())
    }

    /// Windows that overlap by half, to and fro.
    fn windows(self, terrain: &Terrain) -> Vec<Window> {
        let (rows, columns) = Window::whole(terrain).part(self.side);
        let starts = |whole: u32, side: u32| {
            let steps = (2 * (whole - side)).div_ceil(side);
            (0..=steps)
                .map(move |step| (u64::from(step) * u64::from(whole - side) / u64::from(steps.max(1))) as u32)
        };
        let mut windows = Vec::new();
        for (number, row) in starts(terrain.rows, rows).enumerate() {
            let from = windows.len();
            windows.extend(starts(terrain.columns, columns).map(|column| Window {
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

/// The work in one window.
struct Work<'t> {
    terrain: &'t Terrain,
    window: Window,
    next: Option<Window>,
    /// The yield below which it ends, in percent.
    least: u32,
    span: usize,
    /// The sum of distances at which it ends.
    aim: u64,
}

impl Work<'_> {
    fn run(&self, weights: &Weights, width: usize, way: &mut Way, control: &mut Control) -> Result<(), Stop> {
        let Self { terrain, window, .. } = *self;
        way.enter(terrain, window);
        let mut lead = Lead { terrain, weights, cells: window.cells(terrain), width };
        let start = Mark { weight: 0, distance: 0 };
        let mut beam = Beam::new(terrain, window, &way.arrangement, start, width * window.len());
        let moves = self.beam(&mut beam, &mut lead, way.distance, control);
        beam.release(control);
        way.follow(terrain, moves?);
        Ok(())
    }

    fn beam(
        &self,
        beam: &mut Beam<Mark>,
        lead: &mut Lead<'_>,
        distance: u64,
        control: &mut Control,
    ) -> Result<Vec<Direction>, Stop> {
        // The least distance so far, by level.
        let mut least = alloc::vec![0];
        while beam.advance(lead, control)? {
            let distances = beam.states().iter().map(|state| state.mark.distance);
            let nearest = distances.fold(least[least.len() - 1], i32::min);
            least.push(nearest);
            if distance.saturating_add_signed(nearest.into()) <= self.aim {
                let best = best(beam, |mark| i64::from(mark.distance), |_| true);
                return Ok(beam.moves(beam.level(), best.unwrap_or(0)));
            }
            let level = beam.level();
            let span = self.span;
            if level >= span
                && 100 * (least[level - span] - nearest).unsigned_abs() < self.least * span as u32
            {
                break;
            }
        }
        let inside = |blank| self.next.is_none_or(|next| next.contains(self.terrain, blank));
        let lightest = best(beam, |mark| mark.weight, inside);
        let lightest = lightest.or_else(|| best(beam, |mark| mark.weight, |_| true));
        Ok(lightest.map_or(Vec::new(), |state| beam.moves(beam.level(), state)))
    }
}

/// The state of least worth, among those whose blank is where it should be.
fn best(beam: &Beam<Mark>, worth: impl Fn(&Mark) -> i64, blank: impl Fn(u32) -> bool) -> Option<usize> {
    let states = (0..beam.states().len()).filter(|&state| blank(beam.blank(state)));
    states.min_by_key(|&state| worth(&beam.states()[state].mark))
}
