//! The code on the repository's pages, which `cargo test` compiles and runs as documentation tests.

#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../README.md")]
    struct FrontPage;
    #[doc = include_str!("../../docs/README.md")]
    struct Book;
    #[doc = include_str!("../../docs/architecture.md")]
    struct Architecture;
    #[doc = include_str!("../../docs/cookbook.md")]
    struct Cookbook;
    #[doc = include_str!("../../docs/cooperative-path-finding.md")]
    struct CooperativePathFinding;
    #[doc = include_str!("../../docs/directed.md")]
    struct DirectedGraphs;
    #[doc = include_str!("../../docs/fleets.md")]
    struct Fleets;
    #[doc = include_str!("../../docs/formats.md")]
    struct Formats;
    #[doc = include_str!("../../docs/papers.md")]
    struct Papers;
    #[doc = include_str!("../../docs/push-and-swap.md")]
    struct PushAndSwap;
    #[doc = include_str!("../../docs/ricochet.md")]
    struct Ricochet;
    #[doc = include_str!("../../docs/scale.md")]
    struct Scale;
    #[doc = include_str!("../../docs/schedules.md")]
    struct Schedules;
    #[doc = include_str!("../../docs/sliding-puzzles.md")]
    struct SlidingPuzzles;
    #[doc = include_str!("../../docs/sokoban.md")]
    struct Sokoban;
    #[doc = include_str!("../../docs/words.md")]
    struct Words;
}
