//! Feeds every reader of text with random and damaged texts. Accepted levels are solved, analysed
//! and verified.

use motion_core::error::TextPosition;
use motion_core::{Budget, Control, Outcome, Quality, Solver};
use motion_testing::fuzzing::{Answer, Door};
use proptest::prelude::*;
use sokoban::error::{ParseMovesError, ParsePushListError, SetupError};
use sokoban::{AnySolver, Collection, Level, MapKind, Moves, PushList, Setup};

const WORDS: &str = "#~##~####~#####\n~#~#\n~#\n#~@~$~.~*~+~-~_~ ~  ~|~3~12~0~256~\n~\n~\n\n~#@$.#~# $ #\n~\
     #. #\n~Title: a\n~Author: b\n~::\n~Comment:\n~Comment-End:\n~Solution\n~; x\n~7#|~#-2$~*|~\
     p~P~b~B~W~www\n~(~)~2(~)|~255(~\t~\r~> ~# 1\n~# x #\n~Game: Hexoban\n~Size Y: 3\n~<?xml";

const LEVELS: [&str; 17] = [
    "*|4#|#@-#|4#",
    "#####\n#@$.#\n#####",
    "6#|#@$-.#|6#",
    "  ####\n###  ####\n#     $ #\n# #  #$ #\n# . .#@ #\n#########",
    "#######\n#  .  #\n# $@$ #\n#. $ .#\n#######",
    "#######\n#  .  #\n# @$$ #\n#. $ .#\n#######",
    "8#|#.@$---#|8#",
    "8#|#.@$-.-#|8#",
    "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####",
    "#####  ###\n#@$.#  #*#\n#####  ###\n-\n*",
    "5#\n2#2-2#\n#-$@-#\n#-.--#\n6#",
    "Story\r\n\r\n#####\r\n#+$ #\r\n#####\r\nTitle: Corner\r\nAuthor: nobody\r\n",
    "WWWWWW\nWp b W\nW .BwW\nWWWW",
    "8#|2(#6-#|)#-@(-$)(-.)-#|8#|",
    "> # 1\n> ######\n> #@$ .#\n>> ######\n",
    "\t#####\n        #@*-#\n\t#####",
    "#####|\r#@-*#|\r#####|\r\r##########\r",
];

const fn place(error: &SetupError) -> Option<TextPosition> {
    Some(match error {
        SetupError::UnexpectedCharacter { at, .. }
        | SetupError::Count { at }
        | SetupError::Group { at }
        | SetupError::TooMuch { at }
        | SetupError::OtherGame { at, .. }
        | SetupError::NotSlc { at, .. }
        | SetupError::TooLarge { at }
        | SetupError::NoPlayer { at }
        | SetupError::SeveralPlayers { at, .. }
        | SetupError::Open { at }
        | SetupError::BoxOutOfReach { at }
        | SetupError::GoalOutOfReach { at }
        | SetupError::Unbalanced { at, .. }
        | SetupError::SeveralLevels { at } => *at,
        _ => return None,
    })
}

fn refused(error: &SetupError) -> Answer {
    Answer::Refused(error.to_string(), place(error).map(|at| (at.line, at.column)))
}

/// Returns the limits of the solvers for one level.
fn little() -> Control<'static> {
    Control::new(Budget::new().with_nodes(300).with_bytes(1 << 20))
}

/// Checks that all solvers that promise the fewest pushes, or the fewest steps, find equally few,
/// and that no solver finds fewer. If one proves that there is no solution, no other finds one.
fn solve(level: &Level) -> Result<(), TestCaseError> {
    let (mut least, mut fewest, mut impossible) = ([None; 2], [u64::MAX; 2], false);
    for solver in AnySolver::all() {
        let mut control = little();
        let outcome = solver.solve(level, &mut control);
        prop_assert_eq!(control.stats().bytes, 0, "{}", solver);
        impossible |= matches!(outcome, Outcome::Unsolvable);
        let is_least = matches!(outcome, Outcome::Solved { quality: Quality::Optimal, .. });
        let Some(moves) = outcome.plan() else { continue };
        let metrics = level.verify(&moves);
        let metrics =
            metrics.map_err(|error| TestCaseError::fail(format!("{moves} by {solver}: {error}")))?;
        prop_assert_eq!(moves.pushes() as u64, metrics.pushes, "{}", solver);
        let found = [metrics.pushes, metrics.steps];
        fewest = [fewest[0].min(found[0]), fewest[1].min(found[1])];
        if is_least {
            let measure = usize::from(solver.counts_steps());
            prop_assert!(least[measure].is_none_or(|least| least == found[measure]), "{}", solver);
            least[measure] = Some(found[measure]);
        }
    }
    prop_assert!(!impossible || fewest[0] == u64::MAX);
    for (least, fewest) in least.into_iter().zip(fewest) {
        prop_assert!(least.is_none_or(|least| least == fewest));
    }
    Ok(())
}

/// Checks that a level is as large in every map as in print.
fn analyse(level: &Level) -> Result<(), TestCaseError> {
    let analysis = level.analysis();
    for &kind in MapKind::ALL {
        let map = analysis.map(kind);
        prop_assert!(map.lines().count() as u32 <= level.grid().rows(), "{}", kind.title());
    }
    Ok(())
}

fn printed(level: &Level) -> Result<(), TestCaseError> {
    prop_assert_eq!(level.to_string().parse(), Ok(level.clone()));
    prop_assert_eq!(level.to_rle().parse(), Ok(level.clone()));
    Ok(())
}

#[test]
fn levels() {
    Door { name: "level", share: 1, words: WORDS, good: &LEVELS }.fuzz(|text| {
        let level = match text.parse::<Level>() {
            Ok(level) => level,
            Err(error) => {
                prop_assert!(place(&error).is_some() || error == SetupError::Empty);
                return Ok(refused(&error));
            }
        };
        printed(&level)?;
        #[cfg(feature = "serde")]
        prop_assert_eq!(serde_json::from_value(serde_json::json!(text)).ok(), Some(level.clone()));
        if level.grid().cell_count() <= 100 {
            analyse(&level)?;
            solve(&level)?;
        }
        Ok(Answer::Accepted)
    });
}

/// Checks that both readers of collections accept the same texts, and that accepted collections
/// print back.
fn collection(text: &str) -> Result<Answer, TestCaseError> {
    match (Setup::all(text), text.parse::<Collection>()) {
        (Ok(setups), Ok(collection)) => {
            let levels: Result<Vec<Level>, _> = setups.iter().map(Level::try_from).collect();
            let entries = collection.entries().iter().map(|entry| entry.level().clone());
            prop_assert_eq!(levels, Ok(entries.collect::<Vec<_>>()));
            collection.entries().iter().try_for_each(|entry| printed(entry.level()))?;
            prop_assert_eq!(collection.to_string().parse(), Ok(collection));
            Ok(Answer::Accepted)
        }
        (setups, Err(error)) => {
            prop_assert!(setups.is_ok() || setups == Err(error.clone()));
            prop_assert!(place(&error).is_some() || error == SetupError::Empty);
            Ok(refused(&error))
        }
        (Err(error), Ok(_)) => Err(TestCaseError::fail(format!("only one reader refuses: {error}"))),
    }
}

#[test]
fn collections() {
    let good = LEVELS.join("\n\nName\n");
    let keys = "Collection: All\nAuthor: A\n:: c\nTitle: T\n\nFirst\n5#|#@$.#|5#\nAuthor: B\nComment:\n####\nComment-End:\n\
                ; Second\n####\n#@ #\n####\nSolution\nlLL\n\nSnapshot x\nuu\n\n7#|#.-$-@#|7#\nTitle: Long: one\n";
    Door { name: "collection", share: 1, words: WORDS, good: &[&good, keys] }.fuzz(collection);
}

#[cfg(feature = "slc")]
#[test]
fn collections_in_xml() {
    let words = "<SokobanLevels>~</SokobanLevels>~<LevelCollection Copyright=\"A\">~</LevelCollection>~\
         <Level Id='1'>~</Level>~<Level>\n<L>5#|#@$.#|5#</L>~<L>~</L>~<L/>~<L>#####</L>~\
         <L>#@$.#</L>\n~<Title>~</Title>~&lt;~&#35;~&#10;~&x;~&~<![CDATA[#]]>~<!-- # -->~\
         <?xml version='1.0' encoding='ISO-8859-1'?>~<!DOCTYPE a>~Copyright=\"> #\"~#~é~\r\n~\
         \t~ ~<";
    let good = [
        "<?xml version=\"1.0\"?>\n<SokobanLevels>\n<Title>A &amp; B</Title>\n<LevelCollection Copyright=\"> C\">\n\
         <Level Id=\"#1: &#10; x\" Copyright=\"D\"><L> ####</L>\n<L>## @&#35;</L><L>#   #</L><L>#####</L></Level>\n\
         </LevelCollection></SokobanLevels>",
        "<SokobanLevels><Level><L>###</L><L>#@#</L><L>###</L><L/><L>#*#</L></Level></SokobanLevels>",
    ];
    Door { name: "collection in XML", share: 1, words, good: &good }.fuzz(collection);
}

#[test]
fn lists_of_pushes() {
    let level: Level = LEVELS[4].parse().expect("a level");
    let words = "A~B~Z~IU~a~b~z~iu~-~ ~\n~Aa~Bb~Cb-Db~1~é";
    Door { name: "lists of pushes", share: 1, words, good: &["Aa-Ab-Ac Ba-Ca", "", "Cb-Eb\r\nCc-Ca"] }.fuzz(
        |text| match text.parse::<PushList>() {
            Ok(list) => {
                prop_assert_eq!(list.to_string().parse(), Ok(list.clone()));
                if let Ok(moves) = level.moves_of(&list) {
                    prop_assert_eq!(level.push_list(&moves), Ok(list));
                }
                Ok(Answer::Accepted)
            }
            Err(error) => {
                let (ParsePushListError::UnexpectedCharacter { at, .. }
                | ParsePushListError::UnexpectedEnd { at }
                | ParsePushListError::TooFar { at, .. }
                | ParsePushListError::NotStraight { at, .. }
                | ParsePushListError::NoPush { at, .. }) = error
                else {
                    panic!("an error without a place: {error}")
                };
                Ok(Answer::Refused(error.to_string(), Some((at.line, at.column))))
            }
        },
    );
}

#[test]
fn steps() {
    let level: Level = LEVELS[4].parse().expect("a level");
    let words = "u~r~d~l~U~R~D~L~2~3~16777216~ ~\n~4r~0u~x";
    Door { name: "steps", share: 1, words, good: &["uL 2r2D", "", "0u\r\n12lDR", "rdlluurR\nD"] }.fuzz(
        |text| match text.parse::<Moves>() {
            Ok(moves) => {
                prop_assert!(moves.len() <= 1 << 24);
                if moves.len() < 1000 {
                    prop_assert_eq!(moves.to_string().parse(), Ok(moves.clone()));
                    if let Ok((replayed, after)) = level.replay(&moves) {
                        prop_assert_eq!(replayed.len(), moves.len());
                        prop_assert_eq!(after.is_solved(), level.verify(&moves).is_ok());
                        prop_assert_eq!(
                            level.schedule(&moves).map(|steps| steps.makespan()),
                            Ok(moves.len())
                        );
                        printed(&after)?;
                    }
                }
                Ok(Answer::Accepted)
            }
            Err(error) => {
                let (ParseMovesError::UnexpectedCharacter { at, .. }
                | ParseMovesError::Count { at }
                | ParseMovesError::TooMany { at }) = error
                else {
                    panic!("an error without a place: {error}")
                };
                Ok(Answer::Refused(error.to_string(), Some((at.line, at.column))))
            }
        },
    );
}

#[test]
fn names_of_solvers() {
    let words = "BFS~RBFS~IDDFS~RIDDFS~BBFS~IDDFS/RBFS~BFS/RIDDFS~A*~IDA*~FESS~RFESS~auto~+~+PP~+IMO~+SD~\
         +PI~+VL~+met~+simple~+steps~+sym~+CD~+pruned~+farthest~+upper~+sinks~+no-tunnels~\
         +efficient~+optimal~+optimal~ ";
    let good = ["BFS+VL", "iddfs+pp+imo+sd", "FESS+upper+optimal", "A*+simple+pruned", "auto"];
    Door { name: "name of a solver", share: 1, words, good: &good }.fuzz(|text| {
        match text.parse::<AnySolver>() {
            Ok(solver) => {
                let (name, written) = (solver.to_string().to_ascii_lowercase(), text.to_ascii_lowercase());
                prop_assert_eq!(name.split('+').next(), written.split('+').next());
                prop_assert_eq!(solver.to_string().parse(), Ok(solver));
                Ok(Answer::Accepted)
            }
            Err(error) => Ok(Answer::Refused(error.to_string(), None)),
        }
    });
}
