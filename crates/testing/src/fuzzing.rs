//! Malformed texts for every reader of text.
//!
//! Each reader is given arbitrary bytes, words of its own format in any order, and good texts that
//! are damaged at random in a few places or cut off at every place. `PROPTEST_CASES` sets the
//! number of texts for a reader.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};

/// Numbers at the limits of types and formats, and some that only look like numbers.
const NUMBERS: &str = "0~1~2~9~-1~255~256~65536~1048576~1048577~16777217~99999999~2147483648~\
     4294967295~4294967296~18446744073709551615~18446744073709551616~\
     99999999999999999999999999~1e9~٣";

/// Separators that may stand between words, and characters that should not occur anywhere.
const STRANGERS: [&str; 12] =
    ["\n", "\n\n", "\r\n", "\r", "\t", " ", "\u{feff}", "\u{0}", "\u{1b}[2J", "\u{a0}", "\u{2028}", "é̈𝄞"];

/// A reader's answer to a text.
pub enum Answer {
    /// The text was accepted.
    Accepted,
    /// The text was refused with this message, with a line and a column if the reader gives them.
    Refused(String, Option<(usize, usize)>),
}

/// A reader of text under test.
pub struct Door<'d> {
    /// The name in reports.
    pub name: &'d str,
    /// The divisor of the number of cases, for readers that take long.
    pub share: u32,
    /// Words and separators of the format, with `~` between them.
    pub words: &'d str,
    /// Texts that are accepted.
    pub good: &'d [&'d str],
}

impl Door<'_> {
    /// Tries many texts. Each must be accepted, or refused in one line that names a place in the
    /// text.
    pub fn fuzz(&self, answer: impl Fn(&str) -> Result<Answer, TestCaseError>) {
        let cases = (Config::default().cases / self.share).max(8);
        let slowest = RefCell::new((Duration::ZERO, String::new()));
        let accepted = Cell::new(0);
        let check = |text: &str| {
            let start = Instant::now();
            let answer = answer(text)?;
            let took = start.elapsed();
            if took > slowest.borrow().0 {
                slowest.replace((took, text.to_owned()));
            }
            match answer {
                Answer::Accepted => accepted.set(accepted.get() + 1),
                Answer::Refused(message, place) => refusal(text, &message, place)?,
            }
            Ok(())
        };
        let mut report = Vec::new();
        let mut run = |kind, cases, texts: BoxedStrategy<String>| {
            accepted.set(0);
            let mut runner =
                TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
            let result = runner.run(&texts, |text| check(&text));
            result.unwrap_or_else(|error| panic!("{} with {kind}: {error}", self.name));
            report.push(format!("{} of {cases} {kind}", accepted.get()));
        };
        run("bytes", cases.div_ceil(8), arbitrary().boxed());
        let own: Vec<&str> = self.words.split('~').collect();
        run("words", cases.div_ceil(3), words(&own).boxed());
        run("damaged texts", cases, damaged(self.good, &own).boxed());

        accepted.set(0);
        let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::default() });
        let mut cut = 0;
        for text in self.good {
            for (end, _) in text.char_indices() {
                let tree = Just(text[..end].to_owned()).new_tree(&mut runner).expect("a single text");
                let result = runner.run_one(tree, |text| check(&text));
                result.unwrap_or_else(|error| panic!("{} cut off: {error}", self.name));
                cut += 1;
            }
            let is_accepted = matches!(answer(text), Ok(Answer::Accepted));
            assert!(is_accepted, "{}: this text should be accepted:\n{text}", self.name);
        }
        report.push(format!("{} of {cut} cut off", accepted.get()));
        let (took, text) = slowest.into_inner();
        println!("{}: accepted {}; at most {took:?} for {text:.99?}", self.name, report.join(", "));
    }
}

/// Checks that an error is one line of at most 300 characters without control characters, and that
/// its place is within the text or just behind the end of a line.
fn refusal(text: &str, message: &str, place: Option<(usize, usize)>) -> Result<(), TestCaseError> {
    prop_assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?}");
    prop_assert!(message.chars().count() <= 300, "{message:?}");
    if let Some((line, column)) = place {
        let is_within =
            |line: Option<&str>| line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&column));
        let number = line.wrapping_sub(1);
        // In some formats lines end with a carriage return alone, or with several of them and a
        // line feed.
        let parts = || text.split('\n').flat_map(|line| line.trim_end_matches('\r').split('\r'));
        let is_right = is_within(text.split('\n').nth(number)) || is_within(parts().nth(number));
        prop_assert!(is_right, "{message:?}");
        prop_assert!(message.starts_with(&format!("line {line}, column {column}: ")), "{message:?}");
    }
    Ok(())
}

/// Returns bytes of any kind, and characters of any kind.
fn arbitrary() -> impl Strategy<Value = String> {
    let bytes = prop::collection::vec(any::<u8>(), 0..120);
    prop_oneof![bytes.prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()), "\\PC{0,60}", ".{0,60}"]
}

fn numbers() -> Vec<String> {
    NUMBERS.split('~').map(str::to_owned).collect()
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Returns words of a format, and other texts that can stand beside them.
fn word(words: &[&str]) -> impl Strategy<Value = String> + use<> {
    prop_oneof![
        8 => select(owned(words)),
        2 => select(numbers()),
        1 => select(owned(&STRANGERS)),
    ]
}

/// Returns words in any order.
fn words(words: &[&str]) -> impl Strategy<Value = String> + use<> {
    let own = prop::collection::vec(select(owned(words)), 0..60);
    prop_oneof![own, prop::collection::vec(word(words), 0..40)].prop_map(|words| words.concat())
}

/// Returns good texts with a few changes.
fn damaged(good: &[&str], words: &[&str]) -> impl Strategy<Value = String> + use<> {
    let damages = prop_oneof![
        4 => prop::collection::vec(damage(words), 1),
        3 => prop::collection::vec(damage(words), 2..4),
        1 => prop::collection::vec(damage(words), 4..12),
    ];
    (select(owned(good)), damages).prop_map(|(text, damages)| {
        let mut bytes = text.into_bytes();
        for damage in damages {
            damage.apply(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// One change of a text.
#[derive(Clone, Debug)]
enum Damage {
    Flip(Index, u8),
    Delete(Index, usize),
    Insert(Index, String),
    Replace(Index, String),
    /// Exchanges two characters.
    Swap(Index, Index),
    /// Exchanges two words.
    SwapWords(Index, Index),
    CutOff(Index),
    Copy(Index, usize, Index),
    /// Replaces a number by another.
    Number(Index, String),
    SwapLines(Index, Index),
    RepeatLine(Index, usize),
    DropLine(Index),
    /// Ends lines with a carriage return.
    Returns,
    /// Adds a byte order mark.
    Mark,
}

fn damage(words: &[&str]) -> impl Strategy<Value = Damage> + use<> {
    let index = any::<Index>;
    prop_oneof![
        2 => (index(), 0u8..8).prop_map(|(at, bit)| Damage::Flip(at, bit)),
        2 => (index(), 1usize..6).prop_map(|(at, length)| Damage::Delete(at, length)),
        3 => (index(), word(words)).prop_map(|(at, word)| Damage::Insert(at, word)),
        4 => (index(), word(words)).prop_map(|(at, word)| Damage::Replace(at, word)),
        4 => (index(), index()).prop_map(|(a, b)| Damage::Swap(a, b)),
        4 => (index(), index()).prop_map(|(a, b)| Damage::SwapWords(a, b)),
        1 => index().prop_map(Damage::CutOff),
        2 => (index(), 1usize..20, index()).prop_map(|(from, length, to)| Damage::Copy(from, length, to)),
        3 => (index(), select(numbers())).prop_map(|(at, number)| Damage::Number(at, number)),
        2 => (index(), index()).prop_map(|(a, b)| Damage::SwapLines(a, b)),
        2 => (index(), 1usize..4).prop_map(|(at, times)| Damage::RepeatLine(at, times)),
        1 => index().prop_map(Damage::DropLine),
        1 => Just(Damage::Returns),
        1 => Just(Damage::Mark),
    ]
}

impl Damage {
    fn apply(self, bytes: &mut Vec<u8>) {
        let place = |at: Index, bytes: &[u8]| at.index(bytes.len() + 1);
        let rest = |from: usize, length: usize, bytes: &[u8]| from..bytes.len().min(from + length);
        match self {
            Self::Flip(at, bit) => {
                let at = place(at, bytes);
                bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << bit);
            }
            Self::Delete(at, length) => drop(bytes.drain(rest(place(at, bytes), length, bytes))),
            Self::Insert(at, word) => {
                let at = place(at, bytes);
                bytes.splice(at..at, word.bytes());
            }
            Self::Replace(at, word) => {
                let replaced = rest(place(at, bytes), 1, bytes);
                bytes.splice(replaced, word.bytes());
            }
            Self::Swap(a, b) if !bytes.is_empty() => {
                let (a, b) = (a.index(bytes.len()), b.index(bytes.len()));
                bytes.swap(a, b);
            }
            Self::SwapWords(a, b) => {
                // Words, and the separators between them.
                let mut pieces: Vec<_> = bytes
                    .chunk_by(|one, next| one.is_ascii_whitespace() == next.is_ascii_whitespace())
                    .map(<[u8]>::to_vec)
                    .collect();
                let begin = usize::from(bytes.first().is_some_and(u8::is_ascii_whitespace));
                let words = pieces.len().saturating_sub(begin).div_ceil(2);
                if words > 0 {
                    let (a, b) = (a.index(words), b.index(words));
                    pieces.swap(begin + 2 * a, begin + 2 * b);
                }
                *bytes = pieces.concat();
            }
            Self::Swap(..) => {}
            Self::CutOff(at) => bytes.truncate(place(at, bytes)),
            Self::Copy(from, length, to) => {
                let copy = bytes[rest(place(from, bytes), length, bytes)].to_vec();
                let to = place(to, bytes);
                bytes.splice(to..to, copy);
            }
            Self::Number(at, number) => {
                let is_begin = |at: &usize| {
                    bytes[*at].is_ascii_digit()
                        && at.checked_sub(1).is_none_or(|before| !bytes[before].is_ascii_digit())
                };
                let begins: Vec<usize> = (0..bytes.len()).filter(is_begin).collect();
                if !begins.is_empty() {
                    let begin = *at.get(&begins);
                    let length = bytes[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    bytes.splice(begin..begin + length, number.bytes());
                }
            }
            Self::SwapLines(a, b) => in_lines(bytes, |lines| {
                let (a, b) = (a.index(lines.len()), b.index(lines.len()));
                lines.swap(a, b);
            }),
            Self::RepeatLine(at, times) => in_lines(bytes, |lines| {
                let at = at.index(lines.len());
                let line = lines[at].clone();
                lines.splice(at..at, std::iter::repeat_n(line, times));
            }),
            Self::DropLine(at) => in_lines(bytes, |lines| {
                let at = at.index(lines.len());
                lines.remove(at);
            }),
            Self::Returns => in_lines(bytes, |lines| lines.iter_mut().for_each(|line| line.push(b'\r'))),
            Self::Mark => drop(bytes.splice(0..0, "\u{feff}".bytes())),
        }
    }
}

fn in_lines(bytes: &mut Vec<u8>, change: impl FnOnce(&mut Vec<Vec<u8>>)) {
    let mut lines: Vec<_> = bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    change(&mut lines);
    *bytes = lines.join(&b'\n');
}
