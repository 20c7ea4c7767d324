//! A test of the number of public items, by the committed lists of them.

use std::fs;

use super::root;

/// The most public items of all libraries, and the most names at the root of one of them.
const MOST_ITEMS: usize = 950;
const MOST_AT_ROOT: usize = 25;

/// The items that are counted: all but fields, variants, and implementations of traits.
const KINDS: [&str; 8] = ["mod", "struct", "enum", "trait", "fn", "const", "macro", "static"];

/// Returns the kind and the path of each counted item of a list, and of each re-exported name.
fn items(list: &str) -> Vec<(&str, String)> {
    let mut implementing = None;
    let mut items = Vec::new();
    for line in list.lines() {
        let line =
            if line.starts_with("#[") { line.split_once("] ").map_or(line, |(_, item)| item) } else { line };
        let Some(item) = line.strip_prefix("pub ") else {
            implementing = line.split_once(" for ").map(|(_, name)| path(name));
            continue;
        };
        let item = item.strip_prefix("const ").filter(|item| item.starts_with("fn ")).unwrap_or(item);
        let (kind, name) = item.split_once(' ').unwrap_or((item, ""));
        let path = path(name);
        let is_counted = kind == "use" || KINDS.contains(&kind);
        let parent = path.rsplit_once("::").map_or("", |(parent, _)| parent);
        if is_counted && implementing.as_deref() != Some(parent) {
            items.push((kind, path));
        }
    }
    items
}

/// Returns a path without its generic arguments, and without the text after it.
fn path(name: &str) -> String {
    let mut depth = 0_usize;
    let mut path = String::new();
    let name = if name.starts_with('&') { name.split_once(' ').map_or(name, |(_, name)| name) } else { name };
    for character in name.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth -= 1,
            '(' | ' ' if depth == 0 => break,
            _ if depth == 0 => path.push(character),
            _ => {}
        }
    }
    path.trim_end_matches(':').to_owned()
}

#[test]
fn items_are_counted_by_their_kinds() {
    let list = "pub mod a\npub use a::b\n#[non_exhaustive] pub enum a::E\npub a::E::V\nimpl a::E\n\
                pub const fn a::E::f(u8) -> Self\nimpl core::fmt::Display for a::E\n\
                pub fn a::E::fmt(&self) -> core::fmt::Result\npub const a::N: usize\npub type a::T = u8";
    let expected = [("mod", "a"), ("use", "a::b"), ("enum", "a::E"), ("fn", "a::E::f"), ("const", "a::N")];
    assert!(items(list).iter().map(|(kind, path)| (*kind, path.as_str())).eq(expected));
}

#[test]
fn public_items_are_few() {
    let mut total = 0;
    let mut wide = Vec::new();
    for entry in fs::read_dir(root().join("docs/public-api")).expect("a folder of the workspace") {
        let file = entry.expect("an entry").path();
        let list = fs::read_to_string(&file).expect("a readable list");
        let items = items(&list);
        let at_root = items.iter().filter(|(_, path)| path.matches("::").count() == 1).count();
        let own = items.iter().filter(|(kind, _)| *kind != "use").count();
        println!("{}: {own} items, {at_root} at the root", file.display());
        total += own;
        if at_root > MOST_AT_ROOT {
            wide.push((file, at_root));
        }
    }
    assert!(total <= MOST_ITEMS, "{total} public items are more than {MOST_ITEMS}");
    assert!(wide.is_empty(), "more than {MOST_AT_ROOT} names at the root: {wide:?}");
}
