//! Solutions of the fewest moves.
//!
//! Most games are searched best-first (`plain`), under a bound that looks at all robots (`tolls`, `errands`). The rest, and what memory is
//! not granted for, by depth-first search with a growing number of moves (`search`) and a table of what was tried
//! (`table`); where that brings hardly anything new, best-first search over all positions goes on (`exhaustive`). Positions
//! are numbers (`key`).

mod errands;
mod exhaustive;
mod key;
mod plain;
mod search;
mod table;
mod tolls;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use motion_core::{Control, Direction, Outcome, Quality, Stop};

use crate::bound::{Bound, FAR};
use crate::field::Field;
use crate::instance::{Approach, Instance, MAX_ROBOTS};
use crate::moves::{Moves, Slide};
use key::Key;
use plain::PlainSearch;
use search::{Iteration, MAX_DEPTH, Piece, Pieces, Search, Step, Visit, steps};

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
/// Plain games – no diagonals, one robot for the target, a free approach – are searched best-first, by a bound on the moves
/// of all robots: where the robot bound for the target stops without a wall, another one has to be, and to come if it is not
/// there, which may take it several moves. Moves that do not touch each other are made in one order only.
///
/// Other games, and plain ones whose memory is not granted, are searched depth-first, with one move more each time, under the
/// fewest moves of a robot that may stop anywhere. On the last moves only what can still help is tried. Positions, with robots
/// that are alike sorted, are remembered in a table that grows up to half a gibibyte, or to what the memory limit grants, and
/// then forgets what matters least. Where more moves bring hardly any new positions, all of them are gone through once,
/// best-first, which also proves that there is no solution.
///
/// # Guarantees
/// Complete and optimal for every game; [`Outcome::Unsolvable`] is a proof: the target is out of reach, or all positions have
/// been seen. When stopped, `lower_bound` holds. The same game under the same limits of nodes and memory gives the same moves.
/// A node is a position from which moves are tried.
///
/// # Complexity
/// Exponential in the moves beyond the bound. Memory of plain games: about 80 bytes for each node; a limit is kept, and costs time.
///
/// # References
/// The bound of robots that may stop anywhere is the paper's *Graph v2*. Hart, Nilsson, Raphael, *A formal basis for the
/// heuristic determination of minimum cost paths*, 1968; Korf, *Depth-first iterative-deepening*, 1985.
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
    /// no difference. Solutions of more than 250 moves are not gone through: that is [`Stop::Unsupported`].
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
            let moves = match run.shortest(ALL, None, control) {
                Outcome::Solved { plan, .. } => plan.len() as u16,
                outcome => return outcome.map(|_| ()),
            };
            run.all(moves, control, &mut |path| {
                count += 1;
                visit(moves_of(instance, path))
            })
        });
        control.release(control.stats().bytes - held);
        outcome.map(|()| count)
    }

    fn solve_held(self, instance: &Instance, control: &mut Control) -> Outcome<Moves> {
        let mut run = match Run::new(instance, control) {
            Ok(run) => run,
            Err(why) => return Outcome::stopped(why),
        };
        let (mut path, quality) = match run.shortest(ALL, None, control) {
            Outcome::Solved { plan, quality } => (plan, quality),
            outcome => return outcome.map(|_| Moves::new()),
        };
        if self.preference == Preference::FewestRobots {
            let moves = path.len() as u16;
            let used = path.iter().fold(0, |used: Movers, &(number, _)| used | 1 << number).count_ones();
            let mut subsets: Vec<Movers> = (1..=run.everybody()).collect();
            subsets.retain(|subset| subset.count_ones() < used);
            subsets.sort_by_key(|subset| subset.count_ones());
            for subset in subsets {
                match run.shortest(subset, Some(moves), control) {
                    Outcome::Solved { plan, .. } => {
                        path = plan;
                        break;
                    }
                    Outcome::Unsolvable => {}
                    Outcome::Stopped { why, .. } => {
                        let (best, lower_bound) = (Some(moves_of(instance, &path)), Some(u64::from(moves)));
                        return Outcome::Stopped { why, best, lower_bound };
                    }
                }
            }
        }
        Outcome::Solved { plan: moves_of(instance, &path), quality }
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

    /// A shortest solution. If it is known to be no shorter than `just`, only solutions of that length are looked for, and
    /// there is none if there are only longer ones.
    fn shortest(&mut self, movers: Movers, just: Option<u16>, control: &mut Control) -> Outcome<Vec<Step>> {
        let robots = self.pieces(movers);
        let least = self.least(&robots);
        if least == 0 {
            return Outcome::Solved { plan: Vec::new(), quality: Quality::Optimal };
        }
        if least == FAR {
            return Outcome::Unsolvable;
        }
        let (first, last) = (least.max(just.unwrap_or(0)), just.unwrap_or(u16::MAX));
        let held = control.stats().bytes;
        let mut result = Err((Stop::Memory, first));
        if self.is_plain(&robots) {
            result = self.search_plain(&robots, (first, last), control);
            control.release(control.stats().bytes - held);
        }
        // Without memory for it, or beyond its depth.
        if let Err((Stop::Memory | Stop::Unsupported, first)) = result
            && first <= last
        {
            result = self.deepen(&robots, (first, last), control);
            control.release(control.stats().bytes - held);
        }
        match result {
            Ok(Some(plan)) => Outcome::Solved { plan, quality: Quality::Optimal },
            Ok(None) => Outcome::Unsolvable,
            Err((Stop::Unsupported, moves)) if moves > last => Outcome::Unsolvable,
            Err((why, moves)) => Outcome::Stopped { why, best: None, lower_bound: Some(u64::from(moves)) },
        }
    }

    /// Shows all solutions of so many moves, where there are none of fewer.
    fn all(&mut self, moves: u16, control: &mut Control, visit: Visit) -> Outcome<()> {
        let robots = self.pieces(ALL);
        let result = match moves {
            0 => {
                let _ = visit(&[]);
                Ok(())
            }
            1..=MAX_DEPTH => {
                let game = (&self.field, &mut self.bounds[..]);
                match winner_bits(self.instance, &self.field) {
                    bits if is_small(&self.field, &robots, bits) => {
                        Search::<u64>::new(game, robots, bits, false, visit, control)
                            .and_then(|mut search| search.iterate(moves, control))
                    }
                    bits => Search::<u128>::new(game, robots, bits, false, visit, control)
                        .and_then(|mut search| search.iterate(moves, control)),
                }
                .map(|_| ())
            }
            _ => Err(Stop::Unsupported),
        };
        match result {
            Ok(()) => Outcome::Solved { plan: (), quality: Quality::Optimal },
            Err(why) => Outcome::Stopped { why, best: None, lower_bound: Some(u64::from(moves)) },
        }
    }

    fn least(&self, robots: &Pieces) -> u16 {
        let least = robots.list[..robots.winners].iter().map(|piece| {
            let bound = self.bounds[usize::from(piece.class)].as_ref();
            bound.map_or(FAR, |bound| bound.moves(bound.entry(piece.layer, piece.spot)))
        });
        least.min().unwrap_or(FAR)
    }

    /// Whether there is nothing out of the ordinary: the special search will do.
    fn is_plain(&self, robots: &Pieces) -> bool {
        robots.winners == 1
            && self.instance.approach() == Approach::Free
            && self.instance.board().diagonals().next().is_none()
    }

    fn search_plain(&self, robots: &Pieces, (first, last): (u16, u16), control: &mut Control) -> Found {
        let bits = self.field.bits() * robots.movers as u32;
        if bits <= u32::BITS && robots.movers > 1 {
            self.search_plain_by::<u32>(robots, (first, last), control)
        } else if bits < u64::BITS {
            self.search_plain_by::<u64>(robots, (first, last), control)
        } else {
            self.search_plain_by::<u128>(robots, (first, last), control)
        }
    }

    fn search_plain_by<K: Key>(
        &self,
        robots: &Pieces,
        (first, last): (u16, u16),
        control: &mut Control,
    ) -> Found {
        let bound = self.bounds[usize::from(robots.list[0].class)].as_ref();
        let bound = bound.expect("invariant: there is a bound for all who may reach the target");
        let target = self.field.spot(self.instance.target().cell);
        let mut search =
            PlainSearch::<K>::new(&self.field, bound, target, robots, control).map_err(|why| (why, first))?;
        let actions = search.search(first, last, control)?;
        Ok(actions.map(|actions| steps(&self.field, robots, &actions)))
    }

    /// Looks deeper and deeper, in little memory. Where that hardly brings new positions any more, a search that sees each of
    /// them once goes on, if its memory is granted.
    fn deepen(&mut self, robots: &Pieces, (first, last): (u16, u16), control: &mut Control) -> Found {
        let bits = winner_bits(self.instance, &self.field);
        let mut moves = first;
        let mut patient = false;
        loop {
            let held = control.stats().bytes;
            let end = if is_small(&self.field, robots, bits) {
                self.deepen_by::<u64>(robots, bits, (moves, last), patient, control)
            } else {
                self.deepen_by::<u128>(robots, bits, (moves, last), patient, control)
            };
            control.release(control.stats().bytes - held);
            moves = match end? {
                End::Found(path) => return Ok(Some(path)),
                End::Exhausted => return Ok(None),
                End::Slow(moves) => moves,
            };
            match exhaustive::search(&self.field, &self.bounds, robots, control) {
                Outcome::Solved { plan, .. } if plan.len() <= usize::from(last) => return Ok(Some(plan)),
                Outcome::Solved { plan, .. } => return Err((Stop::Unsupported, plan.len() as u16)),
                Outcome::Unsolvable => return Ok(None),
                Outcome::Stopped { why: Stop::Memory, .. } if moves <= MAX_DEPTH => patient = true,
                Outcome::Stopped { why, lower_bound, .. } => {
                    return Err((why, moves.max(lower_bound.unwrap_or(0) as u16)));
                }
            }
        }
    }

    fn deepen_by<K: Key>(
        &mut self,
        robots: &Pieces,
        bits: u32,
        (first, last): (u16, u16),
        patient: bool,
        control: &mut Control,
    ) -> Result<End, (Stop, u16)> {
        let mut path = Vec::new();
        let mut visit = |steps: &[Step]| {
            path = steps.to_vec();
            ControlFlow::Break(())
        };
        let game = (&self.field, &mut self.bounds[..]);
        let mut search = Search::<K>::new(game, robots.clone(), bits, true, &mut visit, control)
            .map_err(|why| (why, first))?;
        let mut fewer = 0;
        for moves in first..=last.min(MAX_DEPTH) {
            let before = control.stats().nodes;
            match search.iterate(moves, control).map_err(|why| (why, moves))? {
                Iteration::Found => return Ok(End::Found(path)),
                Iteration::Exhausted => return Ok(End::Exhausted),
                Iteration::Cut => {}
            }
            let nodes = control.stats().nodes - before;
            if !patient && nodes > MANY && nodes < fewer + fewer / 2 {
                return Ok(End::Slow(moves + 1));
            }
            fewer = nodes;
        }
        if last > MAX_DEPTH { Ok(End::Slow(MAX_DEPTH + 1)) } else { Err((Stop::Unsupported, last + 1)) }
    }
}

/// A solution, none, or why that is not known and how many moves it has at least.
type Found = Result<Option<Vec<Step>>, (Stop, u16)>;

/// How deepening ends.
enum End {
    Found(Vec<Step>),
    Exhausted,
    /// Solutions have so many moves or more, and looking for more moves is no longer the best there is.
    Slow(u16),
}

/// Nodes of an iteration that one more should be half as many more than.
const MANY: u64 = 20_000;

/// Bits for a robot that may reach the target.
fn winner_bits(instance: &Instance, field: &Field) -> u32 {
    // Who has to turn brings two bits more.
    if instance.approach() == Approach::Turning { 14 } else { field.bits() }
}

/// Whether positions fit into the lesser keys, with the moves left.
fn is_small(field: &Field, robots: &Pieces, winner_bits: u32) -> bool {
    let others = (robots.movers - robots.winners) as u32;
    robots.winners as u32 * winner_bits + others * field.bits() + table::LEFT <= u64::BITS
}
