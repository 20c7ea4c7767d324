//! Every reader of text and of files, as the fuzzers call it: the first byte of an input chooses
//! the reader, the rest is the text.
//!
//! A reader must not panic. What it accepts is printed, and read again as the same; what it refuses
//! has a message.

use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use cpf_core::formats::moving_ai::{Map, Scenario};
use cpf_core::formats::{CellList, CpfText, GraphText, PathsText, PlanText, StepsText};
use grid_puzzle::{Board, CompleteTable, MultiBlankInstance, Notation, PatternDatabases, TileMoves};
use motion_core::{Budget, Control, Schedule, Vertex, Walk};
use ricochet::QuadrantSet;
use sokoban::{Collection, Level, PushList, Setup};

/// A reader of one format, given a text or a file; whether it accepts it.
type Reader = fn(&[u8]) -> bool;

/// The readers of one kind of puzzle.
pub struct Readers {
    /// The name of the fuzzer, and of the folder of its inputs.
    pub name: &'static str,
    /// Readers of single formats.
    pub readers: &'static [Reader],
}

/// All readers, by kind of puzzle.
pub const ALL: [Readers; 5] = [
    Readers {
        name: "sliding",
        readers: &[
            |text| reads::<Board>(text),
            |text| reads::<grid_puzzle::Instance>(text),
            |text| reads::<MultiBlankInstance>(text),
            |text| reads::<TileMoves>(text),
            |text| reads::<Walk>(text),
            |text| reads::<grid_puzzle::AnySolver>(text),
            accepts::<grid_puzzle::Setup>,
            notations,
        ],
    },
    Readers {
        name: "robots",
        readers: &[
            |text| reads::<GraphText>(text),
            |text| reads::<Map>(text),
            |text| reads::<cpf::AnySolver>(text),
            accepts::<cpf_core::Setup>,
            accepts::<CpfText<cpf_core::Instance>>,
            accepts::<PlanText<Schedule>>,
            |text| accepts::<Scenario>(text) | accepts::<CellList>(text),
            steps_and_paths,
        ],
    },
    Readers {
        name: "ricochet",
        readers: &[
            |text| reads::<ricochet::Instance>(text),
            |text| reads::<ricochet::Moves>(text),
            |text| reads::<QuadrantSet>(text),
            |text| reads::<ricochet::AnySolver>(text),
            accepts::<ricochet::Setup>,
        ],
    },
    Readers {
        name: "sokoban",
        readers: &[
            |text| reads::<Level>(text),
            |text| reads::<Collection>(text),
            |text| reads::<sokoban::Moves>(text),
            |text| reads::<PushList>(text),
            |text| reads::<sokoban::AnySolver>(text),
            level_file,
        ],
    },
    Readers { name: "tables", readers: &[pattern_databases, complete_table] },
];

impl Readers {
    /// Gives an input to the reader that its first byte chooses; returns the number of the reader
    /// if it accepts the rest.
    ///
    /// # Panics
    /// If a reader does, or does not read what was printed.
    pub fn read(&self, input: &[u8]) -> Option<usize> {
        let (&first, rest) = input.split_first()?;
        let number = usize::from(first) % self.readers.len();
        self.readers[number](rest).then_some(number)
    }
}

/// The text of an input, or none where reading it would take much time by design: numbers of more
/// than four digits are vertices to allocate or steps to wait.
fn text_of(input: &[u8]) -> Option<Cow<'_, str>> {
    let is_large = input.chunk_by(|a, b| a.is_ascii_digit() && b.is_ascii_digit()).any(|run| run.len() > 4);
    (!is_large).then(|| String::from_utf8_lossy(input))
}

/// Reads a text; returns what it says, and shows the error if it is refused.
fn read<T: FromStr<Err: Display>>(text: &str) -> Option<T> {
    text.parse().inspect_err(|why: &T::Err| drop(why.to_string())).ok()
}

/// What is accepted prints back.
fn reads<T: FromStr<Err: Display> + Display + PartialEq + Debug>(input: &[u8]) -> bool {
    let Some(value) = text_of(input).and_then(|text| read::<T>(&text)) else { return false };
    assert_eq!(read(&value.to_string()), Some(value));
    true
}

/// What is accepted has no text of its own, or one that says the same in other words.
fn accepts<T: FromStr<Err: Display>>(input: &[u8]) -> bool {
    text_of(input).is_some_and(|text| read::<T>(&text).is_some())
}

/// A file of levels in any encoding, and the only level of it.
fn level_file(file: &[u8]) -> bool {
    let text = Setup::text_of(file);
    let all = Setup::all(&text).inspect_err(|why| drop(why.to_string()));
    let only = read::<Setup>(&text);
    assert!(only.is_none_or(|only| all.as_ref() == Ok(&vec![only])));
    all.is_ok()
}

/// Walks of a blank, in all notations.
fn notations(input: &[u8]) -> bool {
    let Some(text) = text_of(input) else { return false };
    let mut is_read = false;
    for notation in [Notation::Tile, Notation::Blank] {
        if let Ok(walk) = notation.parse(&text) {
            let printed = notation.display(&walk).to_string();
            assert_eq!(notation.parse(&printed), Ok(walk));
            is_read = true;
        }
        is_read |= notation.parse_blocks(&text).inspect_err(|why| drop(why.to_string())).is_ok();
    }
    is_read
}

/// Moves of two robots on six cells, in the formats of steps and of paths.
fn steps_and_paths(input: &[u8]) -> bool {
    let Some(text) = text_of(input) else { return false };
    let map: Map = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n".parse().expect("invariant: a map");
    let robots = vec![(Vertex(0), Vertex(3)), (Vertex(1), Vertex(4))];
    let instance = cpf_core::Setup::on_grid(map.grid().clone(), robots).instance();
    let instance = instance.expect("invariant: an instance");
    let (steps, paths) = (StepsText::read(&text, &instance), PathsText::read(&text, &instance));
    let is_read = steps.is_ok() || paths.is_ok();
    if let Ok(schedule) = steps {
        let printed = StepsText::new(&schedule, &instance).expect("invariant: it was read").to_string();
        assert_eq!(StepsText::read(&printed, &instance), Ok(schedule));
    }
    if let Ok(schedule) = paths {
        let printed = PathsText::new(&schedule, &instance).expect("invariant: it was read").to_string();
        assert_eq!(PathsText::read(&printed, &instance), Ok(schedule));
    }
    is_read
}

/// A limit of memory, so that a header that promises much is refused.
fn little() -> Control<'static> {
    Control::new(Budget::new().with_bytes(1 << 20))
}

fn pattern_databases(file: &[u8]) -> bool {
    let read =
        |file: &[u8]| PatternDatabases::read(&mut &*file, &mut little()).map_err(|why| why.to_string());
    read(file).or_else(|_| read(&mended(file))).is_ok()
}

fn complete_table(file: &[u8]) -> bool {
    let read = |file: &[u8]| CompleteTable::read(&mut &*file, &mut little()).map_err(|why| why.to_string());
    read(file).or_else(|_| read(&mended(file))).is_ok()
}

/// Bytes of a file's head up to the description, which tells its own length.
const FIXED: usize = 28;

/// A file whose checksums, of the head and of the rest, are right, where there is room for them.
fn mended(file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let described = file.get(FIXED - 4..).and_then(|rest| rest.first_chunk());
    let described = described.map_or(usize::MAX, |&length| u32::from_le_bytes(length) as usize);
    let head = described.saturating_add(FIXED + 8);
    if file.len() >= head.saturating_add(8) {
        let sum = crc32fast::hash(&file[..head]);
        file[head..head + 4].copy_from_slice(&sum.to_le_bytes());
        let end = file.len() - 4;
        let sum = crc32fast::hash(&file[head + 4..end]);
        file[end..].copy_from_slice(&sum.to_le_bytes());
    }
    file
}
