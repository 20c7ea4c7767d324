//! Blanks on their way: which of them comes, and by which route.

use alloc::vec::Vec;
use core::cmp::Ordering;

use motion_core::{Control, Graph, Move, Stop, Token, Vertex};

use super::{Trouble, WorkingBoard};

/// By which route a blank comes to where it is wanted.
///
/// A blank that travels moves every robot on its route by one step. By the weighted route these bystanders are
/// moved towards their homes rather than away from them: one that comes `d` steps nearer to its home (d = 1, 0
/// or −1) costs 8 − `eighths` · d instead of 8. The sum is exact for each route, since no robot is met twice.
///
/// On random one-blank grids of side 20 to 50 weighted routes save a third of all moves; 7 eighths are best, and
/// one eighth alone, which only decides between equals, saves half of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Route {
    /// The fewest moves, by the nearest blank.
    Shortest,
    /// The least weight. Where nothing is known of the robots' homes, that is the fewest moves.
    Weighted {
        /// How much the bystanders' distances count, in eighths of a move; 1 to 7, more counts as 7.
        eighths: u8,
    },
}

impl Default for Route {
    fn default() -> Self {
        Self::Weighted { eighths: 7 }
    }
}

/// What a move costs that leaves its bystander as far from home as it was.
const STEP: u32 = 8;

/// More than the sum of cost and estimate grows by in a single move: 15 and 8 at the most.
const RING: usize = 32;

/// Up to so many blanks, the search is led towards the nearest one.
pub(super) const FEW: usize = 4;

/// What a search knows of a vertex; valid only where the stamp is that of the search.
#[derive(Clone, Copy, Debug)]
struct Place {
    stamp: u32,
    cost: u32,
    /// The next vertex on the way to the nearest target.
    towards: Vertex,
}

/// A search that starts at targets and ends at what it looks for, with its memory.
pub(super) struct Search {
    places: Vec<Place>,
    stamp: u32,
    queue: Vec<Vertex>,
    /// One stack for each cost, modulo their number (R. B. Dial, Algorithm 360, Communications of the ACM 12,
    /// 1969): no move costs as much as there are stacks.
    ring: [Vec<(Vertex, u32)>; RING],
}

/// Vertices looked at between two looks at the budget.
const PORTION: usize = 1024;

impl Search {
    pub(super) const BYTES_PER_VERTEX: usize = size_of::<Place>();

    pub(super) fn new(vertices: usize) -> Self {
        let place = Place { stamp: 0, cost: 0, towards: Vertex(0) };
        Self {
            places: alloc::vec![place; vertices],
            stamp: 0,
            queue: Vec::new(),
            ring: [const { Vec::new() }; RING],
        }
    }

    /// Forgets everything.
    fn begin(&mut self) {
        self.queue.clear();
        self.ring.iter_mut().for_each(Vec::clear);
        self.stamp = self.stamp.checked_add(1).unwrap_or_else(|| {
            self.places.iter_mut().for_each(|place| place.stamp = 0);
            1
        });
    }

    /// The cost from a vertex to the nearest target, if the search came there.
    #[inline]
    pub(super) fn cost(&self, vertex: Vertex) -> Option<u32> {
        let place = self.places[vertex.index()];
        (place.stamp == self.stamp).then_some(place.cost)
    }

    /// Notes a way to a vertex; says whether it is the first or better than those before.
    #[inline]
    fn reach(&mut self, vertex: Vertex, cost: u32, towards: Vertex) -> bool {
        let place = &mut self.places[vertex.index()];
        let better = place.stamp != self.stamp || cost < place.cost;
        if better {
            *place = Place { stamp: self.stamp, cost, towards };
        }
        better
    }

    /// Looks from the targets, breadth-first over passable vertices, for the first vertex that is wanted.
    ///
    /// Afterwards [`cost`](Search::cost) is known for all vertices nearer than that one.
    pub(super) fn breadth_first(
        &mut self,
        graph: &Graph,
        targets: &[Vertex],
        passable: impl Fn(Vertex) -> bool,
        wanted: impl Fn(Vertex) -> bool,
        control: &mut Control,
    ) -> Result<Option<Vertex>, Stop> {
        self.begin();
        for &target in targets {
            if passable(target) && self.reach(target, 0, target) {
                if wanted(target) {
                    return Ok(Some(target));
                }
                self.queue.push(target);
            }
        }
        let mut next = 0;
        while let Some(&vertex) = self.queue.get(next) {
            next += 1;
            if next % PORTION == 0 {
                control.spend(PORTION as u64)?;
            }
            let cost = self.places[vertex.index()].cost + 1;
            for &neighbour in graph.neighbours(vertex) {
                if self.places[neighbour.index()].stamp != self.stamp && passable(neighbour) {
                    self.places[neighbour.index()] = Place { stamp: self.stamp, cost, towards: vertex };
                    if wanted(neighbour) {
                        control.spend((next % PORTION) as u64)?;
                        return Ok(Some(neighbour));
                    }
                    self.queue.push(neighbour);
                }
            }
        }
        control.spend((next % PORTION) as u64)?;
        Ok(None)
    }

    /// Looks from the targets over passable vertices for the blank whose way to one of them weighs least, led by
    /// an estimate of the weight that is left (A* with buckets).
    ///
    /// Where the estimate is too high, the way found may weigh more than the least, at most in the same proportion.
    #[expect(clippy::too_many_arguments, reason = "four of them are what the board looks like")]
    fn weighted(
        &mut self,
        graph: &Graph,
        targets: &[Vertex],
        passable: impl Fn(Vertex) -> bool,
        robot_at: impl Fn(Vertex) -> Option<Token>,
        weight: impl Fn(Token, Vertex, Vertex) -> u32,
        estimate: impl Fn(Vertex) -> u32,
        control: &mut Control,
    ) -> Result<Option<Vertex>, Stop> {
        self.begin();
        let mut open = 0;
        let mut key = u32::MAX;
        for &target in targets {
            if passable(target) && self.reach(target, 0, target) {
                key = key.min(estimate(target));
            }
        }
        for &target in targets {
            // Two targets may be farther apart than the ring is long; then the one that looks better waits no longer
            // than it must.
            if self.cost(target) == Some(0) {
                self.ring[estimate(target).min(key + RING as u32 - 1) as usize % RING].push((target, 0));
                open += 1;
            }
        }
        let mut looked_at = 0;
        while open > 0 {
            let Some((vertex, cost)) = self.ring[key as usize % RING].pop() else {
                key += 1;
                continue;
            };
            open -= 1;
            if self.places[vertex.index()].cost < cost {
                continue;
            }
            looked_at += 1;
            if looked_at % PORTION == 0 {
                control.spend(PORTION as u64)?;
            }
            let Some(bystander) = robot_at(vertex) else {
                control.spend((looked_at % PORTION) as u64)?;
                return Ok(Some(vertex));
            };
            for &neighbour in graph.neighbours(vertex) {
                if passable(neighbour) {
                    let cost = cost + weight(bystander, vertex, neighbour);
                    if self.reach(neighbour, cost, vertex) {
                        // Never back, even where the estimate has fallen by more than the move weighs.
                        let sum = (cost + estimate(neighbour)).max(key);
                        self.ring[sum as usize % RING].push((neighbour, cost));
                        open += 1;
                    }
                }
            }
        }
        control.spend((looked_at % PORTION) as u64)?;
        Ok(None)
    }
}

impl WorkingBoard<'_, '_> {
    /// Makes a vertex vacant: the blank that comes most cheaply to it travels there around all locked vertices.
    /// Nothing happens where the vertex is vacant already.
    ///
    /// # Errors
    /// [`Trouble::Blocked`] where the vertex is locked or no blank can come to it.
    ///
    /// # Complexity
    /// Looks only at vertices that are nearer than the blank that comes.
    pub fn vacate(&mut self, vertex: Vertex, route: Route) -> Result<(), Trouble> {
        self.vacate_one_of(&[vertex], route).map(|_| ())
    }

    /// Makes one of these vertices vacant, the one to which a blank comes most cheaply, and says which.
    ///
    /// # Errors
    /// [`Trouble::Blocked`] where all of them are locked or out of reach of all blanks.
    ///
    /// # Complexity
    /// Looks only at vertices that are nearer than the blank that comes.
    pub fn vacate_one_of(&mut self, vertices: &[Vertex], route: Route) -> Result<Vertex, Trouble> {
        let vacant = |&&vertex: &&Vertex| self.is_vacant(vertex) && !self.is_locked(vertex);
        if let Some(&vertex) = vertices.iter().find(vacant) {
            return Ok(vertex);
        }
        let blank = self.find_blank(vertices, route)?.ok_or(Trouble::Blocked)?;
        Ok(self.travel(blank)?)
    }

    /// Makes a vertex vacant by the nearest blank, whatever is locked.
    ///
    /// # Errors
    /// [`Trouble::Blocked`] where there is no blank in the component.
    pub fn vacate_despite_locks(&mut self, vertex: Vertex) -> Result<(), Trouble> {
        let Self { graph, configuration, blanks, control, .. } = self;
        let wanted = |vertex| configuration.is_vacant(vertex);
        let blank = blanks.breadth_first(graph, &[vertex], |_| true, wanted, control)?;
        self.travel(blank.ok_or(Trouble::Blocked)?)?;
        Ok(())
    }

    /// The nearest vertex that can be reached over unlocked ones and is accepted, by distance from `vertex`.
    ///
    /// # Errors
    /// [`Trouble::Blocked`] where there is none.
    pub fn nearest_free(
        &mut self,
        vertex: Vertex,
        accepted: impl Fn(Vertex) -> bool,
    ) -> Result<Vertex, Trouble> {
        let Self { graph, locks, blanks, control, .. } = self;
        let passable = |vertex: Vertex| locks[vertex.index()] == 0;
        blanks.breadth_first(graph, &[vertex], passable, accepted, control)?.ok_or(Trouble::Blocked)
    }

    /// The length of a shortest way between two vertices over unlocked ones, `None` where there is none; the two
    /// themselves may be locked.
    ///
    /// # Errors
    /// [`Stop`] where the budget ends.
    pub fn distance(&mut self, from: Vertex, to: Vertex) -> Result<Option<u32>, Stop> {
        let Self { graph, locks, blanks, control, .. } = self;
        let passable = |vertex: Vertex| locks[vertex.index()] == 0 || vertex == from || vertex == to;
        let met = blanks.breadth_first(graph, &[from], passable, |vertex| vertex == to, control)?;
        Ok(met.and_then(|met| blanks.cost(met)))
    }

    fn find_blank(&mut self, targets: &[Vertex], route: Route) -> Result<Option<Vertex>, Stop> {
        let Self { graph, configuration, locks, homes, vacant, blanks, control, .. } = self;
        let passable = |vertex: Vertex| locks[vertex.index()] == 0;
        let robot_at = |vertex| configuration.token_at(vertex);
        // Few blanks on an open grid: the way to the nearest is known but for what the bystanders weigh.
        let few = !vacant.is_empty() && homes.between(vacant[0], vacant[0]).is_some();
        let steps_left = |vertex| vacant.iter().filter_map(|&blank| homes.between(vertex, blank)).min();
        match route {
            Route::Weighted { eighths } if homes.are_known() => {
                let share = u32::from(eighths.clamp(1, 7));
                let weight =
                    |robot, from, to| match homes.distance(robot, to).cmp(&homes.distance(robot, from)) {
                        Ordering::Less => STEP - share,
                        Ordering::Equal => STEP,
                        Ordering::Greater => STEP + share,
                    };
                if few {
                    // The routes that are taken lead about five bystanders in seven nearer to their homes. Reckoning
                    // with that instead of seven in seven halves the search, and plans are no longer for it.
                    let each = STEP - 5 * share / 7;
                    let estimate = |vertex| each * steps_left(vertex).unwrap_or(0);
                    blanks.weighted(graph, targets, passable, robot_at, weight, estimate, control)
                } else {
                    blanks.weighted(graph, targets, passable, robot_at, weight, |_| 0, control)
                }
            }
            _ if few => {
                let weight = |_, _, _| STEP;
                let estimate = |vertex| STEP * steps_left(vertex).unwrap_or(0);
                blanks.weighted(graph, targets, passable, robot_at, weight, estimate, control)
            }
            _ => {
                let wanted = |vertex| configuration.is_vacant(vertex);
                blanks.breadth_first(graph, targets, passable, wanted, control)
            }
        }
    }

    /// Moves the robots on the way that was found, so that the blank comes to its target; returns the target.
    fn travel(&mut self, blank: Vertex) -> Result<Vertex, Stop> {
        let mut vacant = blank;
        loop {
            let next = self.blanks.places[vacant.index()].towards;
            if next == vacant {
                return Ok(vacant);
            }
            let token = self.robot_at(next).expect("invariant: the search stops at the first blank");
            self.make(Move { token, from: next, to: vacant })?;
            vacant = next;
        }
    }
}
