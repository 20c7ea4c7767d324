//! Solutions of the fewest moves.
//!
//! Depth-first search with a growing number of moves (`search`), a bound for every cell (`bound`), constant-time slides
//! (`field`) and a table of what was tried (`table`); best-first search over all positions (`exhaustive`) where that
//! ends sooner.

mod exhaustive;
mod plain;
mod search;
mod table;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use motion_core::{Control, Direction, Outcome, Quality, Stop};

use crate::bound::{Bound, FAR};
use crate::field::Field;
use crate::instance::{Approach, Instance, MAX_ROBOTS};
use crate::moves::{Moves, Slide};
use exhaustive::search as search_positions;
use plain::PlainSearch;
use search::{Iteration, MAX_DEPTH, Piece, Pieces, Search, Step, Visit};
use table::Key;

/// Which of the shortest solutions is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preference {
    /// Any.
    #[default]
    Any,
    /// One in which the fewest robots move.
    FewestRobots,
}

/// Finds a solution of the fewest moves, or proves that there is none.
///
/// Depth-first search, with one move more each time, under a bound: the fewest moves to the target of a robot that may stop
/// anywhere. On the last moves only what can still help is tried: once the bound leaves no move to spare, the robot bound
/// for the target moves alone; with one to spare, another robot moves only where that leaves the way or makes a stop. Moves
/// that do not touch each other are tried in one order; positions, with robots that are alike sorted, are remembered in a
/// table that grows up to half a gibibyte, or to what the memory limit grants, and then forgets what matters least.
///
/// # Guarantees
/// Complete and optimal for every game; [`Outcome::Unsolvable`] is a proof: the target is out of reach, or all positions have
/// been seen. When stopped, `lower_bound` holds. The same game gives the same moves under any limits but those that stop
/// it. A node is a position from which moves are tried.
///
/// # Complexity
/// Exponential in the moves beyond the bound.
///
/// # References
/// The bound is the paper's *Graph v2*; iterative deepening: Korf, *Depth-first iterative-deepening*, 1985.
///
/// # Examples
/// ```
/// use motion_core::{Control, Outcome, Quality};
/// use ricochet::{Instance, Optimal};
///
/// let game: Instance = "
/// +---+---+---+
/// | r     |   |
/// +   +   +---+
/// |       | bR|
/// +   +   +   +
/// |           |
/// +---+---+---+".parse()?;
/// match Optimal::default().solve(&game, &mut Control::unlimited()) {
///     Outcome::Solved { plan, quality } => {
///         assert_eq!((game.verify(&plan)?, quality), (6, Quality::Optimal));
///     }
///     outcome => panic!("there is a solution: {outcome:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Optimal {
    preference: Preference,
}

/// Robots that may move, as bits by number.
type Movers = u8;

impl Optimal {
    /// The same with another preference among shortest solutions.
    pub fn with_preference(mut self, preference: Preference) -> Self {
        self.preference = preference;
        self
    }

    /// Finds a shortest solution.
    pub fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Moves> {
        let held = control.stats().bytes;
        let outcome = self.solve_held(instance, control);
        control.release(control.stats().bytes - held);
        outcome
    }

    /// Shows every shortest solution to `visit`, until that breaks off; returns how many it was shown. The preference makes
    /// no difference.
    ///
    /// # Examples
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use motion_core::Control;
    /// use ricochet::{Instance, Optimal};
    ///
    /// let game: Instance = "
    /// +---+---+---+
    /// | r         |
    /// +   +   +   +
    /// |           |
    /// +   +   +   +
    /// |         R |
    /// +---+---+---+".parse()?;
    /// let mut solutions = Vec::new();
    /// let outcome = Optimal::default().all(&game, &mut Control::unlimited(), |moves| {
    ///     solutions.push(moves.to_string());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!((outcome.plan(), solutions), (Some(2), vec!["rR rD".to_owned(), "rD rR".to_owned()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all(
        &self,
        instance: &Instance,
        control: &mut Control,
        mut visit: impl FnMut(Moves) -> ControlFlow<()>,
    ) -> Outcome<u64> {
        let held = control.stats().bytes;
        let mut count = 0;
        let outcome = Run::new(instance, control).map_or_else(Outcome::stopped, |mut run| {
            run.search(ALL, false, None, control, &mut |path| {
                count += 1;
                visit(moves_of(instance, path))
            })
        });
        control.release(control.stats().bytes - held);
        outcome.map(|_| count)
    }

    fn solve_held(self, instance: &Instance, control: &mut Control) -> Outcome<Moves> {
        let mut run = match Run::new(instance, control) {
            Ok(run) => run,
            Err(why) => return Outcome::stopped(why),
        };
        let mut best = None;
        let outcome = run.first(ALL, None, &mut best, control);
        let Outcome::Solved { plan: moves, quality } = outcome else { return outcome.map(|_| Moves::new()) };
        let mut plan = best.unwrap_or_default();
        if self.preference == Preference::FewestRobots {
            let used = plan.robots();
            let mut subsets: Vec<Movers> = (1..=run.everybody()).collect();
            subsets.retain(|subset| subset.count_ones() < used);
            subsets.sort_by_key(|subset| subset.count_ones());
            for subset in subsets {
                let mut fewer = None;
                match run.first(subset, Some(moves), &mut fewer, control) {
                    Outcome::Stopped { why, .. } => {
                        return Outcome::Stopped {
                            why,
                            best: Some(plan),
                            lower_bound: Some(u64::from(moves)),
                        };
                    }
                    _ => {
                        if let Some(fewer) = fewer {
                            plan = fewer;
                            break;
                        }
                    }
                }
            }
        }
        Outcome::Solved { plan, quality }
    }
}

const ALL: Movers = Movers::MAX;

fn moves_of(instance: &Instance, path: &[Step]) -> Moves {
    let slide = |&(number, direction): &Step| Slide {
        robot: instance.robots()[usize::from(number)].0,
        direction: Direction::from_index(direction),
    };
    path.iter().map(slide).collect()
}

/// An instance that is prepared for searches.
struct Run<'i> {
    instance: &'i Instance,
    field: Field,
    bounds: Vec<Option<Bound>>,
}

impl<'i> Run<'i> {
    fn new(instance: &'i Instance, control: &mut Control) -> Result<Self, Stop> {
        let field = Field::new(instance, control)?;
        let mut bounds: Vec<Option<Bound>> = (0..field.classes()).map(|_| None).collect();
        for (number, &(robot, _)) in instance.robots().iter().enumerate() {
            let class = field.class(number);
            let bound = &mut bounds[usize::from(class)];
            if instance.may_win(robot) && bound.is_none() {
                *bound = Some(Bound::new(&field, class, instance, control)?);
            }
        }
        Ok(Self { instance, field, bounds })
    }

    fn robots(&self) -> usize {
        self.instance.robots().len()
    }

    fn everybody(&self) -> Movers {
        Movers::MAX >> (MAX_ROBOTS - self.robots())
    }

    /// The robots in the order of a search.
    fn pieces(&self, movers: Movers) -> Pieces {
        let robots = self.instance.robots();
        let moves = |number: usize| movers >> number & 1 != 0;
        let wins = |number: usize| moves(number) && self.instance.may_win(robots[number].0);
        let mut numbers: Vec<usize> = (0..robots.len()).collect();
        numbers.sort_by_key(|&number| (!wins(number), !moves(number), self.field.class(number)));
        let mut pieces = [Piece::default(); MAX_ROBOTS];
        for (piece, &number) in pieces.iter_mut().zip(&numbers) {
            *piece = Piece {
                spot: self.field.spot(robots[number].1),
                layer: 0,
                class: self.field.class(number),
                number: number as u8,
            };
        }
        let count = |is: &dyn Fn(usize) -> bool| (0..robots.len()).filter(|&number| is(number)).count();
        Pieces { list: pieces, len: robots.len(), winners: count(&wins), movers: count(&moves) }
    }

    /// Finds one solution.
    fn first(
        &mut self,
        movers: Movers,
        just: Option<u16>,
        found: &mut Option<Moves>,
        control: &mut Control,
    ) -> Outcome<u16> {
        let instance = self.instance;
        self.search(movers, true, just, control, &mut |path| {
            *found = Some(moves_of(instance, path));
            ControlFlow::Break(())
        })
    }

    /// Shows shortest solutions; their length is the outcome's. If it is known to be no less than `just`, only solutions
    /// of that length are looked for.
    fn search(
        &mut self,
        movers: Movers,
        canonical: bool,
        just: Option<u16>,
        control: &mut Control,
        visit: Visit,
    ) -> Outcome<u16> {
        let robots = self.pieces(movers);
        // Who has to turn brings two bits more.
        let turning = self.instance.approach() == Approach::Turning;
        let winner_bits = if turning { 14 } else { self.field.bits() };
        let others = (robots.movers - robots.winners) as u32;
        if robots.winners as u32 * winner_bits + others * self.field.bits() <= <u64 as Key>::BITS {
            self.deepen::<u64>(robots, winner_bits, canonical, just, control, visit)
        } else {
            self.deepen::<u128>(robots, winner_bits, canonical, just, control, visit)
        }
    }

    fn deepen<K: Key>(
        &mut self,
        robots: Pieces,
        bits: u32,
        canonical: bool,
        just: Option<u16>,
        control: &mut Control,
        visit: Visit,
    ) -> Outcome<u16> {
        let held = control.stats().bytes;
        let copy = robots.clone();
        let plain = robots.winners == 1
            && self.instance.approach() == Approach::Free
            && self.instance.board().diagonals().next().is_none();
        let least = robots.list[..robots.winners].iter().map(|piece| {
            let bound = self.bounds[usize::from(piece.class)].as_ref();
            bound.map_or(FAR, |bound| bound.moves(bound.entry(piece.layer, piece.spot)))
        });
        let least = least.min().unwrap_or(FAR);
        if least == 0 {
            let _ = visit(&[]);
        }
        let result = if least == 0 || least == FAR {
            Ok((least == 0).then_some(0))
        } else {
            let first = least.max(just.unwrap_or(0));
            let last = just.unwrap_or(MAX_DEPTH);
            if plain && let Some(bound) = &mut self.bounds[0] {
                PlainSearch::<K>::new(&self.field, bound, &robots, canonical, &mut *visit, control)
                    .map_err(|why| (why, first))
                    .and_then(|mut search| deepen(first, last, |moves| search.iterate(moves, control)))
            } else {
                let (field, bounds) = (&self.field, &mut self.bounds);
                Search::<K>::new(field, bounds, robots, bits, canonical, &mut *visit, control)
                    .map_err(|why| (why, first))
                    .and_then(|mut search| deepen(first, last, |moves| search.iterate(moves, control)))
            }
        };
        control.release(control.stats().bytes - held);
        match result {
            Ok(Some(moves)) => Outcome::Solved { plan: moves, quality: Quality::Optimal },
            Ok(None) => Outcome::Unsolvable,
            Err((Stop::Untreated, _)) if just.is_some() => Outcome::Unsolvable,
            Err((Stop::Untreated, _)) => {
                let outcome = search_positions(&self.field, &self.bounds, &copy, control);
                outcome.map(|path| {
                    let _ = visit(&path);
                    path.len() as u16
                })
            }
            Err((why, moves)) => Outcome::Stopped { why, best: None, lower_bound: Some(u64::from(moves)) },
        }
    }
}

/// Searches with more and more moves. The answer is how many were enough, or nothing where no number is; where `last` is
/// not enough, that is [`Stop::Untreated`].
fn deepen(
    first: u16,
    last: u16,
    mut iterate: impl FnMut(u16) -> Result<Iteration, Stop>,
) -> Result<Option<u16>, (Stop, u16)> {
    for moves in first..=last {
        match iterate(moves).map_err(|why| (why, moves))? {
            Iteration::Found => return Ok(Some(moves)),
            Iteration::Exhausted => return Ok(None),
            Iteration::Cut => {}
        }
    }
    Err((Stop::Untreated, last.saturating_add(1)))
}
