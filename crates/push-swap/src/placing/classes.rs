//! The order in which robots of several classes that block each other are placed.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use cpf_core::Instance;
use cpf_core::internal::{ExchangeClasses, Renumbering, SubInstance};
use motion_core::{Configuration, Control, Stop, Token, Vertex};

use super::placer::{PlaceError, Placer};

/// The precedence of classes that is known from the beginning. Further precedence is learnt when
/// robots turn out to block others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Priorities {
    /// If a robot of another class ends on the border of a subgraph, the robots of the subgraph
    /// come before it.
    #[default]
    Borders,
    /// None; all precedence is learnt.
    Learnt,
}

/// The classes of a component's robots, and the order in which classes are placed.
pub(super) struct Precedence {
    /// The class of each robot of the component, in the order of robots' numbers.
    classes: Vec<(Token, Option<Vertex>)>,
    /// Pairs of classes whose first class comes before the second.
    before: BTreeSet<(Vertex, Vertex)>,
}

/// The bytes for each vertex while a component is divided: the component, its tree and blocks,
/// subgraphs, classes.
const BYTES_PER_VERTEX: u64 = 128;

/// The bytes for each edge while a component is divided.
const BYTES_PER_EDGE: u64 = 24;

impl Precedence {
    /// Computes the precedence of classes in a component with two blanks and a vertex with three
    /// neighbours.
    pub(super) fn new(
        instance: &Instance,
        component: &[Vertex],
        priorities: Priorities,
        renumbering: &mut Renumbering,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let graph = instance.graph();
        let edges = component.iter().map(|&vertex| graph.degree(vertex)).sum::<usize>() / 2;
        control.spend_many((component.len() + edges) as u64)?;
        let scratch = BYTES_PER_VERTEX * component.len() as u64 + BYTES_PER_EDGE * edges as u64;
        control.hold(scratch)?;
        let (start, goal, vertices) = (instance.start(), instance.goal(), component.to_vec());
        let known = SubInstance::extract(graph, start, goal, vertices, renumbering, control)
            .and_then(|part| Self::of(&part, priorities, control));
        control.release(scratch);
        known
    }

    fn of(part: &SubInstance, priorities: Priorities, control: &mut Control) -> Result<Self, Stop> {
        let (start, goal) = (part.instance().start(), part.instance().goal());
        let (graph, blanks) = (part.instance().graph(), part.instance().vacant_count());
        let subgraphs = ExchangeClasses::new(graph, blanks, control)?;
        let classes = subgraphs.classes(start, control)?;
        let mut before = BTreeSet::new();
        if priorities == Priorities::Borders {
            let exits = subgraphs.exits().iter();
            before.extend(exits.filter_map(|&exit| border(&subgraphs, exit, goal, &classes)));
        }
        Ok(Self { classes: part.robots().iter().copied().zip(classes).collect(), before })
    }

    /// The heap memory of the classes.
    pub(super) fn heap_bytes(&self) -> u64 {
        size_of_val(&self.classes[..]) as u64
    }

    fn class(&self, robot: Token) -> Option<Vertex> {
        let index = self.classes.binary_search_by_key(&robot, |&(robot, _)| robot);
        self.classes[index.expect("invariant: it is a robot of the component")].1
    }

    /// Whether there are several classes, so that their order may have to be learnt.
    pub(super) fn has_several_classes(&self) -> bool {
        let mut named = self.classes.iter().filter_map(|&(_, class)| class);
        named.next().is_some_and(|first| named.any(|class| class != first))
    }

    /// Sorts robots: classes by precedence, otherwise by their first robots; within a class in the
    /// given order; robots without a class last.
    ///
    /// If classes precede each other mutually, the one with the first robot comes first.
    pub(super) fn schedule(&self, robots: &[Token]) -> Vec<Token> {
        // For each class, the rank of its first robot, and its robots.
        let mut waiting: BTreeMap<Vertex, (usize, Vec<Token>)> = BTreeMap::new();
        let mut classless = Vec::new();
        for (rank, &robot) in robots.iter().enumerate() {
            match self.class(robot) {
                Some(class) => waiting.entry(class).or_insert((rank, Vec::new())).1.push(robot),
                None => classless.push(robot),
            }
        }
        let mut predecessors: BTreeMap<Vertex, usize> = BTreeMap::new();
        for (_, after) in self.before.iter().filter(|(before, _)| waiting.contains_key(before)) {
            *predecessors.entry(*after).or_default() += 1;
        }
        let ranked = |(class, (rank, _)): (&Vertex, &(usize, Vec<Token>))| (*rank, *class);
        let first = waiting.iter().filter(|(class, _)| !predecessors.contains_key(class));
        let mut ready: BTreeSet<_> = first.map(ranked).collect();
        let mut scheduled = Vec::with_capacity(robots.len());
        while let Some((_, class)) = ready.pop_first().or_else(|| waiting.iter().map(ranked).min()) {
            let (_, robots) = waiting.remove(&class).expect("invariant: a class is scheduled once");
            scheduled.extend(robots);
            for (_, after) in self.before.range((class, Vertex(0))..=(class, Vertex(u32::MAX))) {
                let left = predecessors.get_mut(after).expect("invariant: it has been counted");
                *left -= 1;
                if *left == 0 {
                    ready.extend(waiting.get(after).map(|(rank, _)| (*rank, *after)));
                }
            }
        }
        scheduled.extend(classless);
        scheduled
    }

    /// Learns from a robot whose swap failed: its class precedes the classes of all finished robots
    /// between its next vertex and the nearest blank. Returns whether this is new.
    pub(super) fn learn(
        &mut self,
        placer: &mut Placer,
        robot: Token,
        next: Vertex,
    ) -> Result<bool, PlaceError> {
        let Some(class) = self.class(robot) else { return Ok(false) };
        let walker = &mut placer.walker;
        let here = walker.board.vertex_of(robot);
        let (view, control) = walker.board.split();
        let around = |vertex| vertex != here;
        let is_vacant = |vertex| view.is_vacant(vertex);
        let search = &mut walker.search;
        let Some(mut vertex) = search.breadth_first(view.graph(), &[next], around, is_vacant, control)?
        else {
            return Ok(false);
        };
        let known = self.before.len();
        while vertex != next {
            vertex = placer.walker.search.towards(vertex);
            let between = placer.walker.board.robot_at(vertex).filter(|&robot| placer.is_finished(robot));
            if let Some(other) = between.and_then(|robot| self.class(robot)).filter(|&other| other != class) {
                self.before.insert((class, other));
            }
        }
        Ok(self.before.len() > known)
    }
}

/// Returns two classes of which the first precedes the second, because a robot of the second class
/// ends on or nearest to this exit of the first class's subgraph.
fn border(
    subgraphs: &ExchangeClasses,
    exit: (Vertex, Vertex),
    goal: &Configuration,
    classes: &[Option<Vertex>],
) -> Option<(Vertex, Vertex)> {
    let class = subgraphs.subgraph_of(exit.0)?;
    let outwards = core::iter::once(exit.0).chain(subgraphs.corridor(exit));
    let mut robots = outwards.map_while(|vertex| goal.token_at(vertex));
    let first = robots.find_map(|robot| classes[robot.index()])?;
    (first != class).then_some((class, first))
}
