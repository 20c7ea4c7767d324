//! Prepares the page's modules for a page that is a single file.
//!
//! Modules import each other by address, but a browser does not load these addresses for a page
//! that was opened from a file. Therefore, each import receives a bare name, and an import map maps
//! each name to a `data:` address that contains the module's text. The browser itself finds the
//! order and loads each module once.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};

use crate::BuildError;

/// A module of the page: the name of its file and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Module {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Makes the import map of all modules, as JSON.
pub(crate) fn import_map(modules: &[Module]) -> Result<String, BuildError> {
    let mut imports = Map::new();
    for module in modules {
        let text = BASE64_STANDARD.encode(with_bare_names(module, modules)?);
        imports.insert(module.name.clone(), Value::String(format!("data:text/javascript;base64,{text}")));
    }
    Ok(json!({ "imports": imports }).to_string())
}

/// Returns the text of a module with `'NAME.js'` for every `'./NAME.js'` that it imports.
fn with_bare_names(module: &Module, modules: &[Module]) -> Result<String, BuildError> {
    let mut lines = Vec::new();
    for (index, line) in module.text.lines().enumerate() {
        let line_number = index + 1;
        let code = line.trim_start();
        if !begins_statement(code) && !has_dynamic_import(code) {
            lines.push(line.to_owned());
            continue;
        }
        let refused = || BuildError::Import { module: module.name.clone(), line: line_number };
        let (before, rest) = line.split_once(" from '").ok_or_else(refused)?;
        let specifier = rest.strip_suffix("';").ok_or_else(refused)?;
        let name = specifier.strip_prefix("./").ok_or_else(refused)?;
        if !modules.iter().any(|other| other.name == name) {
            return Err(BuildError::UnknownModule {
                module: module.name.clone(),
                line: line_number,
                specifier: specifier.to_owned(),
            });
        }
        lines.push(format!("{before} from '{name}';"));
    }
    lines.push(String::new());
    Ok(lines.join("\n"))
}

/// Whether a line begins an import, or re-exports from another module.
fn begins_statement(code: &str) -> bool {
    let is_import =
        code.strip_prefix("import").is_some_and(|rest| rest.starts_with([' ', '{', '*', '\'', '"']));
    let is_export = code.strip_prefix("export").is_some_and(|rest| rest.trim_start().starts_with(['{', '*']));
    is_import || is_export
}

/// Whether a line loads a module at run time, or uses `import.meta`, which knows the module's own
/// address.
fn has_dynamic_import(code: &str) -> bool {
    let is_comment = ["//", "/*", "*"].iter().any(|mark| code.starts_with(mark));
    !is_comment && (code.contains("import(") || code.contains("import.meta"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules(texts: &[(&str, &str)]) -> Vec<Module> {
        texts.iter().map(|&(name, text)| Module { name: name.into(), text: text.into() }).collect()
    }

    fn rewritten(text: &str) -> Result<String, String> {
        let modules = modules(&[("main.js", text), ("dom.js", ""), ("board-view.js", "")]);
        with_bare_names(&modules[0], &modules).map_err(|error| error.to_string())
    }

    #[test]
    fn imports_get_bare_names() {
        let text = "// import './dom.js'\nimport { a, b } from './dom.js';\nexport { c } from './board-view.js';\n\
                    export const important = `from './dom.js';`;\n  imported();\n";
        let expected = text.replace("b } from './", "b } from '").replace("c } from './", "c } from '");
        assert_eq!(rewritten(text), Ok(expected));
    }

    #[test]
    fn other_imports_are_refused_with_their_line() {
        let refused = [
            "import './dom.js';",
            "import { a } from \"./dom.js\";",
            "import { a } from 'dom.js';",
            "import { a } from '../dom.js';",
            "import {",
            "export {",
            "const a = await import('./dom.js');",
            "const here = import.meta.url;",
        ];
        for line in refused {
            let message = rewritten(&format!("'use strict';\n{line}\n")).expect_err(line);
            assert!(message.starts_with("main.js, line 2: "), "{line}: {message}");
        }
        let message = rewritten("import { a } from './doom.js';").expect_err("no such module");
        assert_eq!(message, "main.js, line 1: the page has no module ./doom.js");
    }

    #[test]
    fn the_map_has_every_module_once() {
        let modules =
            modules(&[("a.js", "import { b } from './b.js';\n"), ("b.js", "export const b = 1;\n")]);
        let map: Value = serde_json::from_str(&import_map(&modules).expect("legal")).expect("JSON");
        let imports = map["imports"].as_object().expect("an object");
        let texts = imports.iter().map(|(name, address)| {
            let text =
                address.as_str().and_then(|address| address.strip_prefix("data:text/javascript;base64,"));
            let text = BASE64_STANDARD.decode(text.expect("an address")).expect("base64");
            (name.as_str(), String::from_utf8(text).expect("a text"))
        });
        let expected = [
            ("a.js", "import { b } from 'b.js';\n".to_owned()),
            ("b.js", "export const b = 1;\n".to_owned()),
        ];
        assert_eq!(texts.collect::<Vec<_>>(), expected);
    }
}
