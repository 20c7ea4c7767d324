//! The spaces of all families, in memory and on disk.

use cpf_core::Instance;
use cpf_core::internal::Placements;
use motion_core::graph::Graph;
use motion_core::search::{Heuristic, PackedSpace, Space, breadth_first};
use motion_core::{Control, Outcome, Vertex};
use motion_distributed::DiskSolver;
use motion_testing::cases;
use ricochet::internal::Positions;
use sokoban::Level;
use sokoban::board::{BoardSearch, SearchBoard};
use sokoban::bound::LowerBounds;
use sokoban::search::{Position, Pushes};

use crate::exploring::{in_memory, on_disk};

/// Checks that packed states unpack to themselves, and that the histogram is that of the search in
/// memory, both by workers and by two processes.
fn compare<S, const N: usize>(space: &S, start: &S::State) -> u64
where
    S: PackedSpace<N, State: std::fmt::Debug + Send + Sync>,
{
    assert_eq!(space.unpack(&space.pack(start)), *start);
    let states = in_memory(space, start.clone());
    for workers in 1..=4 {
        let explored = on_disk(space, start.clone(), workers, 1);
        assert_eq!(explored.states, states, "{workers} workers");
    }
    #[cfg(feature = "cluster")]
    crate::together::two_count(space, start);
    states.iter().sum()
}

/// Checks that the length of a solution on disk is that of the search in memory.
fn compare_lengths<S, H, const N: usize>(space: &S, heuristic: impl Fn() -> H + Sync, start: &S::State) -> u64
where
    S: PackedSpace<N>,
    H: Heuristic<S>,
{
    let folder = tempfile::tempdir().expect("a folder");
    let found = DiskSolver::new(folder.path()).solve(space, heuristic, start, &mut Control::unlimited());
    let Ok(Outcome::Solved { plan, .. }) = found else { panic!("solvable") };
    let least = breadth_first(space, start.clone(), &mut Control::unlimited()).into_result();
    assert_eq!(Ok(plan.cost), least.map(|path| path.cost));
    plan.cost
}

/// A level of two boxes with 60 live squares, so that the player's square needs a second word.
const LEVEL: &str = "
##############
#.    @     .#
#  $      $  #
#            #
#            #
#            #
#            #
##############";

/// A search that returns the number of words of a packed position.
struct Width;

impl BoardSearch for Width {
    type Output = usize;

    fn run<const W: usize>(self, _: &SearchBoard) -> usize {
        W
    }
}

/// Returns the number of positions, and of pushes of a solution; positions are packed into `W`
/// words.
fn figures<const W: usize>(level: &str) -> (u64, u64) {
    let level: Level = level.trim().replace('\n', "|").parse().expect("a level");
    let board = SearchBoard::new(&level);
    assert_eq!(board.with_packed_width(Width), Some(W));
    let start = Position::<W>::start(&board).expect("no box on a dead square");
    let (space, bounds) = (Pushes::<W>::new(&board), LowerBounds::new(&board));
    let positions = compare(&space, &start);
    let bound = || |position: &Position<W>| bounds.matching(position);
    (positions, compare_lengths(&space, bound, &start))
}

#[test]
fn sokoban() {
    assert_eq!(figures::<1>("7#|#@-$-.#|#--$-.#|#-----#|7#"), (22, 4));
    assert_eq!(figures::<2>(LEVEL), (1_770, 6));
}

#[test]
fn ricochet() {
    let game = "
+---+---+---+---+---+
| r     |         b |
+   +   +   +---+   +
|     /             |
+---+   +   +   +   +
|         R     |   |
+   +   +---+   +   +
| g       \\         |
+---+---+---+---+---+
diagonal 1 1 g
diagonal 3 2 r";
    let game: ricochet::Instance = game.parse().expect("a game");
    for approach in [ricochet::Approach::Free, ricochet::Approach::Turning].into_iter().take(cases(1, 2)) {
        let game = game.clone().with_approach(approach);
        let space = Positions::new(&game, &mut Control::unlimited()).expect("no limit");
        assert_eq!(space.words(), 1);
        let start = space.start();
        let positions = compare::<_, 1>(&space, &start);
        assert_eq!(compare::<_, 2>(&space, &start), positions);
        let bound = || |position: &ricochet::internal::Position| space.lower_bound(position);
        compare_lengths::<_, _, 1>(&space, bound, &start);
    }
}

#[test]
fn pebbles() {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (2, 4), (4, 5), (5, 6), (6, 2)];
    let graph = Graph::from_edges(7, edges.map(|(a, b)| (Vertex(a), Vertex(b)))).expect("a graph");
    let robots = [(0, 5), (1, 4), (3, 0), (5, 1)].map(|(start, goal)| (Vertex(start), Vertex(goal)));
    let instance = Instance::new(graph, &robots).expect("an instance");
    assert_eq!(instance.placement_words(), 1);
    let space = Placements::<1>::new(&instance).expect("one word");
    assert_eq!(compare(&space, &space.start()), 7 * 6 * 5 * 4);
    let bound = || |placement: &[u64; 1]| space.lower_bound(placement);
    let moves = compare_lengths(&space, bound, &space.start());
    let two_words = Placements::<2>::new(&instance).expect("two words are enough, too");
    assert_eq!(compare(&two_words, &two_words.start()), 840);
    assert_eq!(space.lower_bound(&space.start()), Some(10));
    assert!(moves > 10 && !space.is_goal(&mut space.scratch(), &space.start()));
}
