//! Every reader of text, given malformed text.

use motion_core::{Direction, Walk};
use motion_testing::fuzzing::{Answer, Door};
use proptest::prelude::*;

#[test]
fn directions() {
    let door = Door { name: "direction", share: 1, words: "U~R~D~L~u~r~d~l~X~Up", good: &["U", "r"] };
    door.fuzz(|text| match text.parse::<Direction>() {
        Ok(direction) => {
            prop_assert_eq!(direction.to_string(), text.to_ascii_uppercase());
            Ok(Answer::Accepted)
        }
        Err(error) => Ok(Answer::Refused(error.to_string(), None)),
    });
}

#[test]
fn walks() {
    let door = Door {
        name: "walk",
        share: 1,
        words: "U~R~D~L~u~rr~d~l~URDLURDLURDLURDL~ ~\n",
        good: &["", "URDL urdl\nUU", "ururururururururururururururururururururururdlllll"],
    };
    door.fuzz(|text| match text.parse::<Walk>() {
        Ok(walk) => {
            let letters: String = text.split_whitespace().collect();
            prop_assert_eq!(walk.to_string(), letters.to_ascii_uppercase());
            prop_assert_eq!(walk.to_string().parse(), Ok(walk));
            Ok(Answer::Accepted)
        }
        Err(error) => Ok(Answer::Refused(error.to_string(), Some((error.at.line, error.at.column)))),
    });
}

#[cfg(feature = "serde")]
mod json {
    use super::*;
    use motion_core::graph::Graph;
    use motion_core::observer::Stats;
    use motion_core::{Configuration, Outcome, Plan, Schedule, Vertex};
    use serde::Serialize;
    use serde::de::DeserializeOwned;
    use std::fmt::Debug;

    const WORDS: &str = "{~}~[~]~:~,~\"~\"token\"~\"from\"~\"to\"~\"Solved\"~\"plan\"~\"quality\"~\"Optimal\"~\
         \"Bounded\"~\"lower_bound\"~\"Unsolvable\"~\"Stopped\"~\"why\"~\"Nodes\"~\"best\"~\
         null~\"nodes\"~\"bytes\"~\"peak_bytes\"~\"URD\"~\\u0041~\\";

    const fn door<'d>(name: &'d str, good: &'d [&'d str]) -> Door<'d> {
        Door { name, share: 2, words: WORDS, good }
    }

    fn value<T: DeserializeOwned + Serialize + PartialEq + Debug>(
        text: &str,
        check: impl Fn(T) -> Result<(), TestCaseError>,
    ) -> Result<Answer, TestCaseError> {
        match serde_json::from_str::<T>(text) {
            Ok(value) => {
                let written = serde_json::to_string(&value).expect("can be written");
                let again = serde_json::from_str::<T>(&written);
                prop_assert_eq!(again.as_ref().ok(), Some(&value));
                check(value)?;
                Ok(Answer::Accepted)
            }
            Err(error) => Ok(Answer::Refused(error.to_string().escape_debug().to_string(), None)),
        }
    }

    /// Checks that the replay returns a result for any moves that a file holds.
    fn replayed(moves: &Plan) {
        let path = Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))]).expect("a path");
        let mut places = Configuration::new(3, &[Vertex(0), Vertex(1)]).expect("two tokens");
        let result = path.replay(&mut places, moves);
        assert!(result.is_err() || places.token_count() == 2);
    }

    #[test]
    fn plans_schedules_walks_and_outcomes_as_json() {
        let a_move = r#"{"token":1,"from":1,"to":2}"#;
        let plan = format!("[{a_move},{{\"token\":0,\"from\":0,\"to\":1}}]");
        door("plan as JSON", &[&plan, "[]"]).fuzz(|text| {
            value::<Plan>(text, |plan| {
                replayed(&plan);
                Ok(())
            })
        });
        let schedule = format!("[[],{plan},[{a_move}]]");
        door("schedule as JSON", &[&schedule, "[]"]).fuzz(|text| {
            value::<Schedule>(text, |schedule| {
                let moves: usize = schedule.steps().map(<[_]>::len).sum();
                prop_assert_eq!(moves, schedule.moves().len());
                replayed(&schedule.moves().to_vec().into());
                Ok(())
            })
        });
        door("walk as JSON", &["\"URDL\"", "\"\""]).fuzz(|text| value::<Walk>(text, |_| Ok(())));
        let solved = format!(r#"{{"Solved":{{"plan":{plan},"quality":{{"Bounded":{{"lower_bound":3}}}}}}}}"#);
        let stopped = r#"{"Stopped":{"why":"Nodes","best":null,"lower_bound":7}}"#;
        door("outcome as JSON", &[&solved, stopped, "\"Unsolvable\""])
            .fuzz(|text| value::<Outcome<Plan>>(text, |_| Ok(())));
        let stats = r#"{"nodes":18446744073709551615,"bytes":2,"peak_bytes":3}"#;
        door("stats as JSON", &[stats]).fuzz(|text| value::<Stats>(text, |_| Ok(())));
    }
}
