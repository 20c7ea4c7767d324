//! Levels of many collections, half of them for choosing and half for judging.

use std::time::Duration;

use motion_core::Budget;

use super::{Attempt, Puzzle, attempts, names, puzzles, solved};
use crate::reproduce::findings::{Findings, Rows};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;
use crate::thread_time::thread_time;

/// The default solver, and the searches that it is made of.
const DEFAULT: [&str; 1] = ["auto"];
const SEARCHES: [&str; 4] = ["FESS", "FESS+sinks+efficient", "RFESS+SD", "FESS+no-plan"];

/// The limits of time by which solved levels are counted.
const SECONDS: [u32; 6] = [1, 2, 5, 10, 20, 60];

/// The halves, with whether their levels have odd numbers.
const HALVES: [(&str, bool); 2] = [("odd levels, for choosing", true), ("even levels, for judging", false)];

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let puzzles = puzzles(runner, "sokoban/collections_a.xsb", 'C')?;
    let by_time = |seconds| {
        let time = Duration::from_secs(seconds);
        Budget::new().with_time_by(thread_time, time).with_bytes(4 << 30)
    };
    let (budget, limit) = runner.size(
        (by_time(60), "60 seconds and 4 GiB a level"),
        (Budget::new().with_nodes(2_000), "2,000 nodes a level"),
    );
    let (alone, limit_alone) = runner.size(
        (by_time(5), "5 seconds and 4 GiB a level"),
        (Budget::new().with_nodes(500), "500 nodes a level"),
    );
    let by_default = attempts(runner, DEFAULT, &puzzles, &budget, limit);
    let by_searches = attempts(runner, SEARCHES, &puzzles, &alone, limit_alone);
    let by_searches: Vec<&[Attempt]> = by_searches.chunks(puzzles.len()).collect();

    let levels = |is_among: &dyn Fn(usize) -> bool| -> Vec<(&Puzzle, &Attempt)> {
        let levels = puzzles.iter().zip(&by_default).zip(1..);
        levels.filter(|(_, number)| is_among(*number)).map(|(level, _)| level).collect()
    };
    let halves = HALVES.map(|(name, is_odd)| (name, levels(&|number| is_of_half(number, is_odd))));
    let curve = Rows::of(halves.into_iter().chain([("all levels", levels(&|_| true))]))
        .column("levels", |(name, _)| *name)
        .column("of", |(_, levels)| levels.len())
        .for_each(SECONDS, |rows, seconds| {
            rows.column(format!("solved in {seconds} s"), |(_, levels)| {
                levels.iter().filter(|(_, it)| it.is_solved() && it.seconds <= seconds.into()).count()
            })
        })
        .column("pushes", |(_, levels)| levels.iter().filter_map(|(_, it)| it.pushes()).sum::<u64>())
        .column("unsolved", |(_, levels)| {
            names(levels.iter().filter(|(_, it)| !it.is_solved()).map(|(puzzle, _)| *puzzle))
        })
        .shown("", "Solved by the default solver");
    let is_solved_by_another = |level: usize, search: usize| {
        let mut searches = by_searches.iter().enumerate();
        searches.any(|(other, attempts)| other != search && attempts[level].is_solved())
    };
    let searches = Rows::of(SEARCHES.into_iter().zip(&by_searches).enumerate())
        .column("search", |(_, (solver, _))| *solver)
        .for_each(HALVES, |rows, (name, is_odd)| {
            rows.column(name, |(_, (_, attempts))| {
                let half = attempts.iter().zip(1..).filter(|(_, number)| is_of_half(*number, is_odd));
                solved(half.map(|(it, _)| it))
            })
        })
        .column("by no other search", |(search, (_, attempts))| {
            let levels = attempts.iter().enumerate();
            let alone = levels.filter(|(level, it)| it.is_solved() && !is_solved_by_another(*level, *search));
            names(alone.map(|(level, _)| &puzzles[level]))
        })
        .shown("searches", "Solved by each search alone");
    let levels = puzzles.iter().zip(&by_default).enumerate();
    let levels =
        Rows::of(levels.map(|(level, (puzzle, it))| (level, &*puzzle.name, puzzle.level.analysis(), it)))
            .column("level", |row| row.1)
            .column("boxes", |row| row.2.board().boxes().len())
            .column("live squares", |row| row.2.board().live_square_count())
            .column("rooms", |row| row.2.structure().rooms().len())
            .column("tunnels", |row| row.2.structure().tunnels().len())
            .column("boxes without a plan", |row| row.2.plan_by_sinks().initial().len())
            .column("nodes", |row| row.3.nodes)
            .number("seconds", 2, |row| row.3.seconds)
            .column("pushes", |row| row.3.pushes())
            .for_each(SEARCHES.iter().zip(&by_searches), |rows, (solver, attempts)| {
                rows.number(format!("seconds of {solver}"), 2, |row| {
                    let it = &attempts[row.0];
                    it.is_solved().then_some(it.seconds)
                })
            })
            .in_a_file("levels", "Level by level");
    Ok(Findings::of([curve, searches, levels])
        .with_figure("limit", limit)
        .with_figure("limit-alone", limit_alone))
}

/// Whether the level with this number belongs to the half with odd, or even, numbers.
const fn is_of_half(number: usize, is_odd: bool) -> bool {
    (number % 2 == 1) == is_odd
}
