//! The page as one file, which works where no other file can be loaded.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::BuildError;
use crate::modules::{Module, import_map};

const STYLE: &str = r#"<link rel="stylesheet" href="style.css">"#;
const SCRIPT: &str = r#"<script type="module" src="main.js"></script>"#;

/// The parts that are put into the page.
pub(crate) struct Parts<'a> {
    pub(crate) style: &'a str,
    pub(crate) modules: &'a [Module],
    /// The script around the engine.
    pub(crate) engine: &'a str,
    /// The script of a worker.
    pub(crate) worker: &'a str,
    pub(crate) wasm: &'a [u8],
}

/// Returns the page with its parts in it.
pub(crate) fn single_file(page: &str, parts: &Parts<'_>) -> Result<String, BuildError> {
    if parts.style.to_ascii_lowercase().contains("</style") {
        return Err(BuildError::StyleEnds);
    }
    let embedded = json!({
        "engine": parts.engine,
        "worker": parts.worker,
        "wasm": BASE64_STANDARD.encode(parts.wasm),
    });
    let scripts = format!(
        "<script>globalThis.MOTION_EMBEDDED = {};</script>\n<script type=\"importmap\">{}</script>\n\
         <script type=\"module\">import 'main.js';</script>",
        in_script(&embedded),
        import_map(parts.modules)?,
    );
    let page = replaced_once(page, STYLE, &format!("<style>\n{}</style>", parts.style))?;
    replaced_once(&page, SCRIPT, &scripts)
}

/// Returns JSON that cannot end the script that contains it.
fn in_script(value: &Value) -> String {
    value.to_string().replace('<', r"\u003c")
}

fn replaced_once(page: &str, text: &str, by: &str) -> Result<String, BuildError> {
    match page.matches(text).count() {
        1 => Ok(page.replacen(text, by, 1)),
        _ => Err(BuildError::NotOnce { file: "index.html", text: text.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<head>\n<link rel=\"stylesheet\" href=\"style.css\">\n\
                        <script type=\"module\" src=\"main.js\"></script>\n</head>\n";

    fn parts<'a>(style: &'a str, modules: &'a [Module]) -> Parts<'a> {
        Parts { style, modules, engine: "let a = '</script>';", worker: "self.b = 1;", wasm: b"\0asm" }
    }

    fn main_module() -> [Module; 1] {
        [Module { name: "main.js".into(), text: "start();\n".into() }]
    }

    #[test]
    fn the_parts_are_in_the_page() {
        let page = single_file(PAGE, &parts("p { margin: 0 }\n", &main_module())).expect("a page");
        assert!(page.contains("<style>\np { margin: 0 }\n</style>"), "{page}");
        assert!(page.contains(r#""wasm":"AGFzbQ==""#), "{page}");
        assert!(page.contains(r#"{"imports":{"main.js":"data:text/javascript;base64,"#), "{page}");
        assert_eq!(page.matches("<script").count(), 3);
        assert_eq!(page.matches("</script").count(), 3, "no text ends a script");
        assert!(!page.contains("src=") && !page.contains("href="), "{page}");
    }

    #[test]
    fn a_page_without_the_places_is_refused() {
        let modules = main_module();
        let twice = format!("{PAGE}{PAGE}");
        let without = PAGE.replace("style.css", "other.css");
        for page in ["", &twice, &without] {
            let refused = single_file(page, &parts("", &modules));
            assert!(matches!(refused, Err(BuildError::NotOnce { .. })), "{page}");
        }
        let refused = single_file(PAGE, &parts("/* </STYLE> */", &modules));
        assert!(matches!(refused, Err(BuildError::StyleEnds)));
    }
}
