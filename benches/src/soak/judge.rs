//! Comparison of the answers of all solvers for one instance.

use families::soak::Task;
use motion_core::Quality;

use super::attempt::Answer;

/// The solver whose claim is wrong, and the reason.
pub(super) type Contradiction = (String, String);

/// Returns all wrong claims.
pub(super) fn contradictions(is_solvable: Option<bool>, answers: &[(&Task, Answer)]) -> Vec<Contradiction> {
    let mut found = Vec::new();
    let solved = answers.iter().find(|(_, answer)| answer.costs().is_some());
    for (task, answer) in answers {
        let mut wrong = |what: String| found.push((task.name.clone(), what));
        match (answer, is_solvable, solved) {
            (Answer::Unsolvable, Some(true), _) => wrong("there is a solution".to_owned()),
            (Answer::Unsolvable, _, Some((other, _))) => wrong(format!("{} has a solution", other.name)),
            (answer, Some(false), _) if answer.costs().is_some() => wrong("there is no solution".to_owned()),
            _ => {}
        }
        for (measure, bound) in bounds(task, answer) {
            let cheaper = answers.iter().find_map(|(other, answer)| {
                let cost = *answer.costs()?.get(measure)?;
                (cost < bound).then_some((&other.name, cost))
            });
            if let Some((name, cost)) = cheaper {
                wrong(format!("says that {bound} {measure} are the least, but {name} needs {cost}"));
            }
        }
    }
    found
}

/// Returns the lower bounds that a solver claims.
fn bounds(task: &Task, answer: &Answer) -> Vec<(&'static str, u64)> {
    let (measure, cost) =
        (task.measure, |measure| answer.costs().and_then(|costs| costs.get(measure)).copied());
    let by_quality = match answer {
        Answer::Solved { quality: Quality::Optimal, .. } => cost(measure),
        Answer::Solved { quality: Quality::Bounded { lower_bound }, .. } => Some(*lower_bound),
        Answer::Stopped { lower_bound, .. } => *lower_bound,
        _ => None,
    };
    let is_solved = matches!(answer, Answer::Solved { .. });
    let by_kind = task.least_in.filter(|_| is_solved).and_then(|measure| Some((measure, cost(measure)?)));
    by_quality.map(|bound| (measure, bound)).into_iter().chain(by_kind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use families::soak::{Costs, MOVES, moves};
    use motion_core::{Outcome, Stop};

    fn judged(is_solvable: Option<bool>, answers: &[Answer]) -> Vec<String> {
        let task = |name: &str| Task::new(name, 1, |_| Outcome::Unsolvable, Ok).least_in("turns");
        let tasks: Vec<_> = ["one", "two"].map(task).into();
        let answers: Vec<_> = tasks.iter().zip(answers.iter().cloned()).collect();
        contradictions(is_solvable, &answers).into_iter().map(|(name, _)| name).collect()
    }

    fn solved(count: u64, quality: Quality) -> Answer {
        Answer::Solved { costs: moves(count), quality }
    }

    #[test]
    fn claims_are_held_against_each_other() {
        let (feasible, optimal) = (Quality::Feasible, Quality::Optimal);
        let stopped = |bound| Answer::Stopped { why: Stop::Nodes, best: None, lower_bound: Some(bound) };
        assert!(judged(None, &[solved(5, optimal), solved(5, optimal)]).is_empty());
        assert!(judged(Some(true), &[solved(7, feasible), stopped(7)]).is_empty());
        assert_eq!(judged(None, &[solved(6, optimal), solved(5, feasible)]), ["one"]);
        assert_eq!(judged(None, &[solved(5, feasible), stopped(6)]), ["two"]);
        assert_eq!(judged(None, &[Answer::Unsolvable, solved(5, feasible)]), ["one"]);
        assert_eq!(judged(Some(true), &[Answer::Unsolvable, stopped(1)]), ["one"]);
        assert_eq!(judged(Some(false), &[Answer::Unsolvable, solved(5, feasible)]), ["one", "two"]);
        let bounded = Quality::Bounded { lower_bound: 6 };
        assert_eq!(judged(None, &[solved(9, bounded), solved(5, feasible)]), ["one"]);
        let best = Answer::Stopped { why: Stop::Nodes, best: Some(moves(4)), lower_bound: None };
        assert_eq!(judged(None, &[best, solved(5, optimal)]), ["two"]);
        let turning =
            |turns| Answer::Solved { costs: Costs::from([(MOVES, 5), ("turns", turns)]), quality: feasible };
        assert_eq!(judged(None, &[turning(2), turning(3)]), ["two"]);
    }
}
