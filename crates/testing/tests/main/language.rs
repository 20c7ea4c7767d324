//! Tests of the language of sources and pages: no phrases that CONTRIBUTING.md bans, no private
//! words that terms of the field have replaced, and no long lines. The root of a module also has
//! only one place.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::root;

/// The last column of code lines in libraries; rustfmt leaves whole functions with longer lines as
/// they are. Tests, and texts for `--help`, are not checked.
const CODE_WIDTH: usize = 110;

/// Crates and files with texts for `--help`.
const HELP_TEXTS: [&str; 5] =
    ["crates/cli/", "crates/families/", "any_solver.rs", "any_scheduler.rs", "solver/method.rs"];

/// The last column of comment lines, except for tables, which cannot be wrapped.
const COMMENT_WIDTH: usize = 100;

/// Names that terms of the field or plain English have replaced. They are refused as whole words,
/// in this case, everywhere but in changelogs.
const PRIVATE_WORDS: &str = "\
    Forgetting InPlace Remembering Transpositions Untreated keen taken_back Actor Appraisal \
    Crowd Detours OverTheRim Rehearsal Sparse SparseInstance SparseOptimal SparseSolver Terrain \
    Theatre Trial Troupe Arranger Glutton Homes Lexeme Manner Trouble hand_over heed_seals Deal \
    DealError Errands PlainSearch Slid Spot Toll Tolls errand errands may_win toll tolls \
    ByStones FirstOut Hauler Outlook Shove Shoves StoneByStone Survey Tally comes_out hampered \
    hangs_together Stranger";

/// Sources and pages whose language is checked, from the root of the workspace.
const FOLDERS: [&str; 4] = ["crates", "examples", "benches", "docs"];

/// Collects all files of a folder and its subfolders, in order.
fn files_in(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder of the workspace");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_in(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// Returns the sources and pages with their texts: `.rs`, `.md` and `.toml`.
fn texts() -> Vec<(PathBuf, String)> {
    let mut files =
        vec![root().join("README.md"), root().join("CONTRIBUTING.md"), root().join("CHANGELOG.md")];
    for folder in FOLDERS {
        files_in(&root().join(folder), &mut files);
    }
    let is_text = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("rs" | "md" | "toml")) && path.file_name() != Path::new(file!()).file_name()
    };
    files.retain(is_text);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a text in UTF-8");
        (path.strip_prefix(root()).expect("a file of the workspace").to_owned(), text)
    };
    files.into_iter().map(read).collect()
}

/// Returns the banned phrases, which are the first column of the table in CONTRIBUTING.md, in small
/// letters.
fn banned_phrases() -> Vec<Vec<String>> {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("a readable page");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| \"")?.split_once('"'));
    let phrases: Vec<_> =
        rows.map(|(phrase, _)| phrase.split(' ').map(str::to_lowercase).collect::<Vec<_>>()).collect();
    assert_eq!(phrases.len(), 14, "CONTRIBUTING.md has a table of fourteen phrases");
    phrases
}

/// Returns whether a comment line is a row of a table.
fn is_table_row(line: &str) -> bool {
    line.trim_start().trim_start_matches(['/', '!']).trim_start().starts_with('|')
}

/// Returns a line without the characters that make it a comment or a quotation.
fn content(line: &str) -> &str {
    line.trim_start().trim_start_matches(['/', '!', '#', '>', '|', '*']).trim_start()
}

/// Returns words and the numbers of their lines; the punctuation after a word is kept.
fn words(text: &str) -> Vec<(usize, String)> {
    let line_words = |(number, line): (usize, &str)| {
        let words: Vec<_> = content(line).split_whitespace().map(str::to_lowercase).collect();
        words.into_iter().map(move |word| (number, word)).collect::<Vec<_>>()
    };
    (1..).zip(text.lines()).flat_map(line_words).collect()
}

/// Returns whether consecutive words are a phrase. Punctuation may precede and follow it, but not
/// occur in it.
fn is_phrase(words: &[(usize, String)], phrase: &[String]) -> bool {
    let is_mark = |letter: char| !letter.is_alphanumeric();
    let last = phrase.len() - 1;
    words.len() > last
        && phrase.iter().enumerate().all(|(index, expected)| {
            let mut word = words[index].1.as_str();
            if index == 0 {
                word = word.trim_start_matches(is_mark);
            }
            if index == last {
                word = word.trim_end_matches(is_mark);
            }
            word == expected
        })
}

/// Fails with all offences, a line each.
fn refuse(offences: &[String]) {
    assert!(offences.is_empty(), "{} offences:\n{}", offences.len(), offences.join("\n"));
}

fn is_of(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|end| end == extension)
}

/// Refuses lines of the checked files that have a fault.
fn refuse_lines(is_checked: impl Fn(&Path) -> bool, fault: impl Fn(&str) -> Option<String>) {
    let mut offences = Vec::new();
    for (path, text) in texts().iter().filter(|(path, _)| is_checked(path)) {
        for (number, line) in (1..).zip(text.lines()) {
            let fault = fault(line);
            offences.extend(fault.map(|fault| format!("{}:{number}: {fault}{line}", path.display())));
        }
    }
    refuse(&offences);
}

/// Only long tests are left out of the usual run, and each states how long it takes.
#[test]
fn ignored_tests_tell_their_minutes() {
    refuse_lines(
        |path| is_of(path, "rs"),
        |line| {
            let reason = line.trim_start().strip_prefix("#[ignore")?;
            let minutes =
                reason.strip_prefix(" = \"exhaustive: ").and_then(|rest| rest.strip_suffix(" minutes\"]"));
            minutes.is_none_or(|minutes| minutes.parse::<f32>().is_err()).then(String::new)
        },
    );
}

#[test]
fn banned_phrases_are_not_used() {
    let phrases = banned_phrases();
    let mut offences = Vec::new();
    for (path, text) in texts() {
        let lines: Vec<_> = text.lines().collect();
        let words = words(&text);
        for start in 0..words.len() {
            for phrase in phrases.iter().filter(|phrase| is_phrase(&words[start..], phrase)) {
                let number = words[start].0;
                let line = lines[number - 1];
                // The table of phrases itself is not checked.
                if !line.starts_with("| \"") {
                    offences.push(format!("{}:{number}: {:?}: {line}", path.display(), phrase.join(" ")));
                }
            }
        }
    }
    refuse(&offences);
}

/// Whether a comment has a sentence that begins with "What" and is no question. `before` is the
/// comment line before it, empty if there is none.
fn begins_with_what(line: &str, before: &str) -> bool {
    let is_end = |text: &str| text.is_empty() || text.ends_with(['.', ':', '?', '|']);
    let is_question = line.contains('?');
    !is_question && (line.contains(". What ") || (line.starts_with("What ") && is_end(before)))
}

#[test]
fn sentences_name_their_subject() {
    let mut offences = Vec::new();
    for (path, text) in texts().iter().filter(|(path, _)| is_of(path, "rs")) {
        let mut before = "";
        for (number, line) in (1..).zip(text.lines()) {
            let line = if line.trim_start().starts_with("//") { content(line) } else { "" };
            if begins_with_what(line, before) {
                offences.push(format!("{}:{number}: {line}", path.display()));
            }
            before = line;
        }
    }
    refuse(&offences);
}

#[test]
fn a_sentence_begins_where_another_ends() {
    assert!(begins_with_what("What it holds.", "") && begins_with_what("It is. What else holds.", ""));
    assert!(!begins_with_what("What it holds is kept.", "if") && !begins_with_what("What is it?", ""));
}

/// Changelogs may use these words, because they name what was renamed.
#[test]
fn private_words_do_not_come_back() {
    let private: HashSet<_> = PRIVATE_WORDS.split_whitespace().collect();
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_checked = |path: &Path| !path.ends_with("CHANGELOG.md");
    refuse_lines(is_checked, |line| {
        let word = line.split(|letter| !is_part(letter)).find(|&word| private.contains(word));
        word.map(|word| format!("{word:?}: "))
    });
}

/// Returns the width of a line that is wider than this.
fn too_wide(line: &str, width: usize) -> Option<String> {
    let columns = line.chars().count();
    (columns > width).then(|| format!("{columns} columns: "))
}

#[test]
fn comment_lines_are_short() {
    for (ending, mark) in [("rs", "//"), ("toml", "#")] {
        let is_comment = |line: &&str| line.trim_start().starts_with(mark) && !is_table_row(line);
        let fault = |line: &str| too_wide(Some(line).filter(is_comment)?, COMMENT_WIDTH);
        refuse_lines(|path| is_of(path, ending), fault);
    }
}

#[test]
fn modules_with_folders_are_their_mod_rs() {
    let beside_folder =
        |path: &PathBuf| !path.ends_with("main.rs") && root().join(path.with_extension("")).is_dir();
    let paths = texts().into_iter().map(|(path, _)| path).filter(beside_folder);
    refuse(&paths.map(|path| format!("{} beside its folder", path.display())).collect::<Vec<_>>());
}

#[test]
fn code_lines_of_libraries_are_short() {
    let is_checked = |path: &Path| {
        let name = path.display().to_string();
        let is_library = name.starts_with("crates/") && name.contains("/src/") && is_of(path, "rs");
        is_library && !name.contains("tests") && !HELP_TEXTS.iter().any(|part| name.contains(part))
    };
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    refuse_lines(is_checked, |line| too_wide(Some(line).filter(is_code)?, CODE_WIDTH));
}

#[test]
fn phrases_are_found_across_lines_but_not_across_sentences() {
    let phrase = ["so", "many"].map(str::to_owned);
    let found = |text: &str| {
        let words = words(text);
        (0..words.len()).find(|&start| is_phrase(&words[start..], &phrase)).map(|start| words[start].0)
    };
    assert_eq!(found("/// Not\n    /// so\n    /// many, but"), Some(2));
    assert_eq!(found("(So many)"), Some(1));
    assert_eq!(found("I think so. Many do."), None);
    assert_eq!(found("so_many"), None);
}
