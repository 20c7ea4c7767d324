//! Agents that bid for pushes, evolved: a small form of T. Schaul's solver.

mod expression;

use std::collections::HashMap;

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use sokoban::board::{BoardSearch, BoxDistances, SearchBoard, Square};
use sokoban::bound::LowerBounds;
use sokoban::search::{MoveGenerator, Position};
use sokoban::{Level, RandomLevel};

use super::{MICROBAN, puzzles};
use crate::reproduce::findings::{Axis, Curve, Findings, Plot, Rows, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;
use crate::statistics::{deviation, mean};
use expression::{Expression, FEATURES};

/// The number of agents in a game.
const TEAM: usize = 4;

/// The number of agents that are kept unchanged.
const KEPT: usize = 8;

/// The payment for the share of boxes on goals if a game ends without a solution.
const CONSOLATION: f64 = 0.25;

/// The most pushes in a game.
const MOST_PUSHES: usize = 200;

/// The number of boxes of the levels for training.
const BOXES: usize = 3;

/// A game of a team, which ends when it is solved, no push is left, or the most pushes are made.
struct Game<'t>(&'t [&'t Expression]);

/// The end of a game.
#[derive(Clone, Default)]
struct End {
    is_solved: bool,
    /// The share of boxes on goals.
    on_goals: f64,
    /// The number of bids that each agent won.
    won: [u32; TEAM],
}

impl BoardSearch for Game<'_> {
    type Output = End;

    fn run<const W: usize>(self, board: &SearchBoard) -> End {
        let mut end = End::default();
        let Some(mut position) = Position::<W>::start(board) else { return end };
        let (bounds, distances) = (LowerBounds::new(board), BoxDistances::pushes(board, board.goals()));
        let nearest = |at: Square| {
            let to_all = (0..board.goals().len()).map(|goal| distances.least(goal, at));
            f64::from(to_all.min().unwrap_or(0))
        };
        let is_goal = |at: Square| board.goals().contains(&at);
        let (mut generator, mut after_it) = (MoveGenerator::new(board), MoveGenerator::new(board));
        let (mut visits, mut last) = (HashMap::<Position<W>, u32>::new(), None);
        for _ in 0..MOST_PUSHES {
            end.is_solved = position.boxes.iter().all(is_goal);
            let Some(bound) = bounds.matching(&position).filter(|_| !end.is_solved) else { break };
            *visits.entry(position).or_default() += 1;
            generator.enter(&position);
            let pushes: Vec<_> = generator.pushes(&position.boxes).collect();
            let mut offers = Vec::new();
            for push in pushes {
                let after = generator.after_push(&position.boxes, push);
                let to = board.step(push.from, push.direction);
                // A position in which boxes cannot be assigned to goals is lost.
                let Some(bound_after) = bounds.matching(&after) else { continue };
                after_it.enter(&after);
                let features: [f64; FEATURES] = [
                    f64::from(bound) - f64::from(bound_after),
                    nearest(to) / 10.0,
                    f64::from(is_goal(push.from)),
                    f64::from(is_goal(to)),
                    f64::from(last == Some(push.from)),
                    f64::from(visits.get(&after).copied().unwrap_or(0)),
                    after_it.reach().squares().count() as f64 / board.square_count() as f64,
                    after_it.pushes(&after.boxes).count() as f64 / 10.0,
                ];
                offers.push((features, after, to));
            }
            let Some((agent, offer)) = auction(self.0, &offers) else { break };
            let (_, after, to) = offers[offer];
            end.won[agent] += 1;
            (position, last) = (after, Some(to));
        }
        let on_goals = position.boxes.iter().filter(|&at| is_goal(at)).count();
        end.on_goals = on_goals as f64 / board.goals().len().max(1) as f64;
        end
    }
}

/// Returns the agent with the highest bid, and the offer that it bids for. Bids are normalised,
/// because otherwise all agents would evolve towards the greatest numbers.
fn auction<T, U>(team: &[&Expression], offers: &[([f64; FEATURES], T, U)]) -> Option<(usize, usize)> {
    let mut best: Option<(f64, usize, usize)> = None;
    for (agent, expression) in team.iter().enumerate() {
        let values: Vec<f64> = offers.iter().map(|(features, ..)| expression.value(features)).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64;
        for (offer, value) in values.into_iter().enumerate() {
            let bid = if variance > 1e-9 { (value - mean) / variance.sqrt() } else { 0.0 };
            if best.is_none_or(|(highest, ..)| bid > highest) {
                best = Some((bid, agent, offer));
            }
        }
    }
    best.map(|(_, agent, offer)| (agent, offer))
}

fn play(team: &[&Expression], level: &Level) -> End {
    SearchBoard::new(level).with_width(Game(team)).unwrap_or_default()
}

fn solved<'l>(team: &[&Expression], levels: impl IntoIterator<Item = &'l Level>) -> u64 {
    levels.into_iter().filter(|level| play(team, level).is_solved).count() as u64
}

/// The figures of a generation: the pay of the best agent, the mean pay, and the share of games
/// solved.
struct Generation {
    best: f64,
    mean: f64,
    solved: f64,
}

/// A set of agents with their mean pay a game.
struct Population {
    agents: Vec<(Expression, f64)>,
}

impl Population {
    fn random(count: usize, rng: &mut Xoshiro256PlusPlus) -> Self {
        Self { agents: (0..count).map(|_| (Expression::random(rng, 3), 0.0)).collect() }
    }

    /// Plays games with all agents in random teams, and pays agents for the bids that they won.
    fn play(&mut self, levels: &[Level], games: usize, rng: &mut Xoshiro256PlusPlus) -> Generation {
        const ROUNDS: usize = 2;
        self.agents.iter_mut().for_each(|(_, pay)| *pay = 0.0);
        let (mut solved, mut played) = (0_u32, 0_u32);
        for _ in 0..ROUNDS {
            self.agents.shuffle(rng);
            let chosen: Vec<&Level> = (0..games).filter_map(|_| levels.choose(rng)).collect();
            for team in self.agents.chunks_exact_mut(TEAM) {
                for level in &chosen {
                    let expressions: Vec<_> = team.iter().map(|(expression, _)| expression).collect();
                    let End { is_solved, on_goals, won } = play(&expressions, level);
                    let pay = if is_solved { 1.0 } else { CONSOLATION * on_goals };
                    let bids = won.iter().sum::<u32>().max(1);
                    for ((_, paid), won) in team.iter_mut().zip(won) {
                        *paid += pay * f64::from(won) / f64::from(bids) / (ROUNDS * games) as f64;
                    }
                    solved += u32::from(is_solved);
                    played += 1;
                }
            }
        }
        self.agents.sort_by(|one, other| other.1.total_cmp(&one.1));
        Generation {
            best: self.agents[0].1,
            mean: self.agents.iter().map(|(_, pay)| pay).sum::<f64>() / self.agents.len() as f64,
            solved: f64::from(solved) / f64::from(played),
        }
    }

    /// Replaces all but the best agents by offspring of winners of small tournaments.
    fn evolve(&mut self, rng: &mut Xoshiro256PlusPlus) {
        let parents = self.agents.clone();
        let winner = |rng: &mut Xoshiro256PlusPlus| {
            // Agents are in the order of their pay.
            let best = (0..4).map(|_| rng.random_range(0..parents.len())).min();
            &parents[best.expect("invariant: four are chosen")].0
        };
        for (agent, _) in &mut self.agents[KEPT..] {
            let parent = winner(rng);
            *agent = match rng.random_range(0..10) {
                0..6 => parent.crossed(winner(rng), rng),
                6..9 => parent.crossed(&Expression::random(rng, 2), rng),
                _ => parent.clone(),
            };
        }
    }

    /// Returns the best paid agents.
    fn team(&self) -> Vec<&Expression> {
        self.agents.iter().take(TEAM).map(|(expression, _)| expression).collect()
    }
}

/// The sizes of an evolution.
#[derive(Clone, Copy)]
struct Size {
    generations: u32,
    agents: usize,
    games: usize,
}

/// An evolution: the best agents of the last generation and of the first one, and the figures of
/// all.
struct Evolution {
    last: Vec<Expression>,
    first: Vec<Expression>,
    curve: Vec<Generation>,
}

impl Evolution {
    fn run(size: Size, training: &[Level], rng: &mut Xoshiro256PlusPlus) -> Self {
        let mut population = Population::random(size.agents, rng);
        let mut curve = vec![population.play(training, size.games, rng)];
        let first = population.team().into_iter().cloned().collect();
        for _ in 1..size.generations {
            population.evolve(rng);
            curve.push(population.play(training, size.games, rng));
        }
        Self { last: population.team().into_iter().cloned().collect(), first, curve }
    }
}

/// The levels of a kind that teams solve.
struct Solved {
    levels: &'static str,
    of: usize,
    /// By the best agents of each evolution.
    by_last: Vec<f64>,
    /// By the best agents of the first generation of each.
    by_first: Vec<f64>,
    by_gain: u64,
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let (generations, agents, games, count, evolutions) = runner.size((60, 48, 24, 100, 8), (3, 12, 2, 5, 2));
    let size = Size { generations, agents, games };
    let sets = level_sets(runner, count)?;
    let training = &sets[0].1;
    let evolve = |number: u32| Evolution::run(size, training, &mut runner.seed().generator([4, number]));
    let evolutions = runner.map("evolutions", (0..evolutions).collect(), evolve);
    let counts = |levels: &[Level], team: fn(&Evolution) -> &[Expression]| -> Vec<f64> {
        let teams = evolutions.iter().map(|evolution| team(evolution).iter().collect());
        let counts = runner.map("teams", teams.collect(), |team: Vec<_>| solved(&team, levels));
        counts.into_iter().map(|count| count as f64).collect()
    };
    let rows = sets.iter().map(|(name, levels)| Solved {
        levels: name,
        of: levels.len(),
        by_last: counts(levels, |it| &it.last),
        by_first: counts(levels, |it| &it.first),
        by_gain: solved(&[&Expression::Feature(0)], levels),
    });
    Ok(Findings::of([levels_solved(rows.collect()), bids(&evolutions[0]), generations_of(&evolutions)])
        .with_plots([curve(&evolutions)])
        .with_figure("agents", agents)
        .with_figure("generations", generations)
        .with_figure("evolutions", evolutions.len())
        .with_figure("games", 2 * games)
        .with_figure("pushes", MOST_PUSHES)
        .with_figure("consolation", CONSOLATION))
}

/// Returns the levels for training and the others, each with the name of its set.
fn level_sets(runner: &Runner, count: u32) -> Result<[(&'static str, Vec<Level>); 5], Obstacle> {
    let random = |name: u32, boxes: usize| -> Vec<Level> {
        let level = |number| {
            let mut rng = runner.seed().generator([name, number]);
            RandomLevel::default().with_boxes(boxes).generate(&mut rng).expect("invariant: a legal number")
        };
        (0..count).map(level).collect()
    };
    let microban = puzzles(runner, MICROBAN, 'M')?.into_iter().map(|puzzle| puzzle.level).collect();
    Ok([
        ("random, 3 boxes, for training", random(0, BOXES)),
        ("random, 3 boxes, others", random(1, BOXES)),
        ("random, 5 boxes", random(2, BOXES + 2)),
        ("random, 9 boxes", random(3, 3 * BOXES)),
        ("Microban 1", microban),
    ])
}

fn levels_solved(rows: Vec<Solved>) -> Table {
    Rows::of(rows)
        .column("levels", |row| row.levels)
        .column("of", |row| row.of)
        .number("by the best agents, mean", 1, |row| mean(row.by_last.iter().copied()))
        .number("deviation", 1, |row| deviation(row.by_last.iter().copied()))
        .number("least", 0, |row| row.by_last.iter().copied().reduce(f64::min))
        .number("most", 0, |row| row.by_last.iter().copied().reduce(f64::max))
        .number("by the best of the first generation, mean", 1, |row| mean(row.by_first.iter().copied()))
        .number("deviation of these", 1, |row| deviation(row.by_first.iter().copied()))
        .column("by the gain alone", |row| row.by_gain)
        .shown("", "Levels solved without a search")
}

fn bids(evolution: &Evolution) -> Table {
    Rows::of(evolution.last.iter().zip(1_u64..))
        .column("agent", |(_, place)| *place)
        .column("expression", |(agent, _)| format!("`{agent}`"))
        .shown("bids", "The expressions of the best agents of the first evolution")
}

/// Returns the mean over all evolutions of a figure of a generation.
fn over(evolutions: &[Evolution], generation: usize, figure: fn(&Generation) -> f64) -> f64 {
    let figures = evolutions.iter().map(|evolution| figure(&evolution.curve[generation]));
    figures.sum::<f64>() / evolutions.len() as f64
}

fn generations_of(evolutions: &[Evolution]) -> Table {
    Rows::of(0..evolutions[0].curve.len())
        .column("generation", |number| number + 1)
        .number("best", 3, |&number| over(evolutions, number, |it| it.best))
        .number("mean", 3, |&number| over(evolutions, number, |it| it.mean))
        .number("games solved", 3, |&number| over(evolutions, number, |it| it.solved))
        .in_a_file("generations", "Generations, means of all evolutions")
}

fn curve(evolutions: &[Evolution]) -> Plot {
    let over_generations = |name, figure: fn(&Generation) -> f64| {
        let points = (0..evolutions[0].curve.len()).map(|it| (it as f64 + 1.0, over(evolutions, it, figure)));
        Curve::ours(name, points)
    };
    let curves = [
        over_generations("the best", |it| it.best),
        over_generations("the mean", |it| it.mean),
        over_generations("share of games solved", |it| it.solved),
    ];
    let axes = [Axis::linear("generation"), Axis::linear("pay")];
    Plot::new("curve", "What agents are paid a game, means of all evolutions", axes, curves)
}
