//! Tests of the pages of the repository: all links lead somewhere, and the book can be read from
//! its first page to its last.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::root;

/// The parts of a page that concern other pages.
#[derive(Default)]
struct Page {
    title: String,
    /// The names by which links can refer to its headings.
    anchors: BTreeSet<String>,
    links: Vec<String>,
    images: Vec<String>,
    last_line: String,
}

impl Page {
    fn read(text: &str) -> Self {
        let last_line = text.lines().last().unwrap_or_default().to_owned();
        let mut page = Self { last_line, ..Self::default() };
        let mut headings: HashMap<String, u32> = HashMap::new();
        let mut heading = None;
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let text = heading.take().expect("a heading began");
                    if page.title.is_empty() {
                        page.title.clone_from(&text);
                    }
                    let anchor = anchor(&text);
                    let count = headings.entry(anchor.clone()).or_insert(0);
                    page.anchors.insert(if *count == 0 { anchor } else { format!("{anchor}-{count}") });
                    *count += 1;
                }
                Event::Start(Tag::Link { dest_url, .. }) => page.links.push(dest_url.into_string()),
                Event::Start(Tag::Image { dest_url, .. }) => page.images.push(dest_url.into_string()),
                Event::Text(part) | Event::Code(part) => {
                    if let Some(text) = &mut heading {
                        text.push_str(&part);
                    }
                }
                _ => {}
            }
        }
        page
    }
}

/// Returns the name that code hosts give a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|&letter| letter.is_alphanumeric() || " -_".contains(letter));
    kept.flat_map(char::to_lowercase).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// Returns the Markdown files of a folder of the workspace.
pub(crate) fn pages_in(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder of the workspace");
    let mut pages: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| Path::new(folder).join(path.file_name().expect("a file")))
        .collect();
    pages.sort();
    pages
}

/// Returns the files of all pages, by their paths from the root of the workspace.
pub(crate) fn all_pages() -> impl Iterator<Item = PathBuf> {
    let crates = fs::read_dir(root().join("crates")).expect("a folder of the workspace");
    let crates = crates.map(|entry| format!("crates/{}", entry.expect("an entry").file_name().display()));
    let folders = ["", "docs", "docs/results", "examples/web"].into_iter().map(str::to_owned).chain(crates);
    folders.filter(|folder| root().join(folder).is_dir()).flat_map(|folder| pages_in(&folder))
}

/// Reads all pages.
fn read_pages() -> BTreeMap<PathBuf, Page> {
    let read = |file: PathBuf| {
        let text = fs::read_to_string(root().join(&file)).expect("a readable page");
        (file, Page::read(&text))
    };
    all_pages().map(read).collect()
}

/// Returns the target of a link on a page, as a path from the root of the workspace.
pub(crate) fn resolve(page: &Path, target: &str) -> PathBuf {
    let mut path = page.parent().expect("a folder").to_owned();
    for part in Path::new(target).components() {
        match part {
            Component::ParentDir => assert!(path.pop(), "{}: {target} leaves the workspace", page.display()),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

fn leads_elsewhere(link: &str) -> bool {
    ["https://", "http://", "mailto:"].iter().any(|scheme| link.starts_with(scheme))
}

#[test]
fn headings_have_the_anchors_of_code_hosts() {
    let page = Page::read(
        "# A\n## `cpf`\n## What the papers get wrong, 1–2\n### A\n```console\n# no heading\n```\n",
    );
    let anchors: Vec<_> = page.anchors.iter().map(String::as_str).collect();
    assert_eq!(anchors, ["a", "a-1", "cpf", "what-the-papers-get-wrong-12"]);
    assert_eq!(page.title, "A");
}

/// Returns the error in a link, if there is one.
fn fault(pages: &BTreeMap<PathBuf, Page>, path: &Path, link: &str) -> Option<&'static str> {
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, name)| (file, Some(name)));
    let target = if file.is_empty() { path.to_owned() } else { resolve(path, file) };
    if !root().join(&target).exists() {
        return Some("leads nowhere");
    }
    let known = |name| pages.get(&target).is_some_and(|page| page.anchors.contains(name));
    anchor.is_some_and(|name| !known(name)).then_some("names no heading")
}

#[test]
fn every_link_and_picture_is_there() {
    let pages = read_pages();
    let (mut count, mut faults) = (0, Vec::new());
    for (path, page) in &pages {
        for link in page.links.iter().chain(&page.images).filter(|link| !leads_elsewhere(link)) {
            count += 1;
            faults.extend(fault(&pages, path, link).map(|what| format!("{}: {link} {what}", path.display())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 50, "only {count} links were found");
}

/// Returns the pages of the book in the order of its index.
fn chapters(pages: &BTreeMap<PathBuf, Page>) -> Vec<&str> {
    let mut chapters: Vec<&str> = Vec::new();
    for link in &pages[Path::new("docs/README.md")].links {
        let is_page = pages.contains_key(&resolve(Path::new("docs/README.md"), link));
        if is_page && !link.contains('/') && !chapters.contains(&link.as_str()) {
            chapters.push(link);
        }
    }
    chapters
}

#[test]
fn the_book_is_read_from_its_index_page_by_page() {
    let pages = read_pages();
    let chapters = chapters(&pages);
    let listed: BTreeSet<_> = chapters.iter().map(|chapter| Path::new("docs").join(chapter)).collect();
    let mut written: BTreeSet<_> = pages_in("docs").into_iter().collect();
    written.remove(Path::new("docs/README.md"));
    assert_eq!(listed, written, "the index lists other pages than there are");
    let title = |chapter: &str| &pages[&Path::new("docs").join(chapter)].title;
    for (number, chapter) in chapters.iter().enumerate() {
        let before = number.checked_sub(1).map(|number| chapters[number]);
        let before = before.map(|before| format!("[← {}]({before}) · ", title(before))).unwrap_or_default();
        let after = chapters.get(number + 1);
        let after = after.map(|after| format!(" · [{} →]({after})", title(after))).unwrap_or_default();
        let page = &pages[&Path::new("docs").join(chapter)];
        assert_eq!(page.last_line, format!("{before}[The book](README.md){after}"), "the end of {chapter}");
    }
}

#[test]
fn every_picture_is_shown() {
    let pages = read_pages();
    let shown: BTreeSet<_> =
        pages.iter().flat_map(|(path, page)| page.images.iter().map(|image| resolve(path, image))).collect();
    for entry in fs::read_dir(root().join("docs/images")).expect("a folder of the workspace") {
        let picture = Path::new("docs/images").join(entry.expect("an entry").file_name());
        assert!(shown.contains(&picture), "no page shows {}", picture.display());
    }
}

/// Rustdoc compiles and runs the Rust examples of a page only if a library includes the page.
#[test]
fn examples_on_every_page_are_tested() {
    let library = fs::read_to_string(root().join("examples/src/lib.rs")).expect("the examples' library");
    for page in pages_in("docs").into_iter().chain([PathBuf::from("README.md")]) {
        let line = format!("#[doc = include_str!(\"../../{}\")]", page.display());
        assert!(library.contains(&line), "examples/src/lib.rs does not include {}", page.display());
    }
    for page in all_pages().filter(|page| page.ends_with("README.md")) {
        let folder = page.parent().expect("a folder");
        if let Ok(library) = fs::read_to_string(root().join(folder).join("src/lib.rs")) {
            let line = "#![doc = include_str!(\"../README.md\")]";
            assert!(library.starts_with(line), "the library of {} does not include it", page.display());
        }
        let text = fs::read_to_string(root().join(&page)).expect("a readable page");
        let left_out = text.lines().find(|line| line.starts_with("```rust,"));
        assert_eq!(left_out, None, "a program on {} is not compiled, or not run", page.display());
    }
}

/// Readers copy the dependencies, and must get the crates that the programs beside them use.
#[test]
fn dependencies_on_pages_are_of_this_version() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest of the workspace");
    let quoted = |text: &str| text.split('"').nth(1).expect("a version in quotes").to_owned();
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = ").map(quoted));
    let version = version.expect("the version of the workspace");
    // A release candidate is only taken where it is named in full.
    let needed = match version.rsplit_once('.') {
        Some((minor, _)) if !version.contains('-') => minor,
        _ => &version,
    };
    let crates = manifest.lines().filter(|line| line.contains("path = \"crates/"));
    let crates: Vec<_> = crates.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name).collect();
    let mut found = 0;
    for page in all_pages() {
        let text = fs::read_to_string(root().join(&page)).expect("a readable page");
        for (name, dependency) in text.lines().filter_map(|line| line.split_once(" = ")) {
            if crates.contains(&name) {
                assert_eq!(quoted(dependency), needed, "{name} on {}", page.display());
                found += 1;
            }
        }
    }
    assert!(found >= 5, "{found} dependencies");
}

/// Returns the names of files and folders in a line of the map, before its description.
fn names_in(line: &str) -> impl Iterator<Item = &str> {
    let is_source = |word: &str| Path::new(word).extension().is_some_and(|extension| extension == "rs");
    line.split_whitespace().take_while(move |word| is_source(word) || word.ends_with('/'))
}

#[test]
fn the_map_names_only_what_exists() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("a readable page");
    let map = page.split("```text\n").find(|block| block.starts_with("crates/")).expect("a map");
    let map = map.split("```").next().expect("a map");
    let (mut source, mut folders) = (PathBuf::new(), Vec::new());
    let (mut count, mut missing) = (0, Vec::new());
    for line in map.lines().filter(|line| !line.contains('*')) {
        let indentation = line.len() - line.trim_start().len();
        // The parents by indentation: crates and folders of the workspace, then their files and
        // folders, then the files of those folders.
        let parents = match indentation {
            0 => vec![root().to_owned()],
            2 => vec![source.clone()],
            4 => folders.clone(),
            _ => continue,
        };
        for name in names_in(line) {
            count += 1;
            if !parents.iter().any(|parent| parent.join(name).exists()) {
                missing.push(format!("{name}: {line}"));
            }
        }
        let inner = names_in(line).filter(|name| name.ends_with('/'));
        match indentation {
            0 => source = inner.map(|name| root().join(name)).last().unwrap_or_default(),
            2 => folders = inner.map(|name| source.join(name)).collect(),
            _ => {}
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(count > 100, "only {count} names were found");
}
