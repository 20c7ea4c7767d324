//! `--analyse`, which shows properties of a level that need no search, as maps.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use motion_core::internal::Counted;
use serde_json::{Map, Value, json};
use sokoban::analysis::Passage;
use sokoban::board::{BoardSearch, SearchBoard};
use sokoban::bound::LowerBounds;
use sokoban::search::Position;
use sokoban::{LevelAnalysis, MapKind};

use super::levels::NamedLevel;
use crate::options::Common;
use crate::report::Summary;
use crate::{CliError, Console, Verdict, output};

/// Prints and draws the analyses of a level.
pub(super) fn show(
    NamedLevel { name, title, level, .. }: &NamedLevel,
    common: &Common,
    console: &mut Console,
) -> Result<Summary, CliError> {
    let analysis = level.analysis();
    if common.json {
        writeln!(console.output, "{}", object(name, title.as_deref(), &analysis))?;
    } else {
        write!(console.output, "{name}\n{level}\n{}", figures(&analysis))?;
        for &kind in MapKind::ALL {
            writeln!(console.output, "\n{}\n{}", kind.title(), analysis.map(kind))?;
        }
    }
    console.output.flush()?;
    if let Some(path) = &common.svg {
        for (&kind, file) in MapKind::ALL.iter().zip(drawings(path)) {
            output::write_text(&file, &analysis.svg(kind))?;
        }
    }
    if let Some(path) = &common.html {
        output::write_text(path, &page(&analysis))?;
    }
    Ok(Verdict::Solved.into())
}

/// Returns the figures of a level.
fn counts(analysis: &LevelAnalysis) -> [(&'static str, usize); 10] {
    let (board, structure) = (analysis.board(), analysis.structure());
    let squares = || (0..board.square_count() as u16).map(sokoban::board::Square);
    [
        ("boxes", board.boxes().len()),
        ("squares", board.square_count()),
        ("live_squares", board.live_square_count()),
        ("rooms", structure.rooms().len()),
        ("tunnels", structure.tunnels().len()),
        ("articulation_squares", squares().filter(|&square| structure.is_articulation(square)).count()),
        ("chambers", analysis.chambers().chambers().len()),
        ("goal_rooms", analysis.goal_rooms().len()),
        ("doors", analysis.passages().iter().filter(|passage| passage.is_door()).count()),
        (
            "one_way_passages",
            analysis.passages().iter().filter(|passage| Passage::is_one_way(passage)).count(),
        ),
    ]
}

/// Returns a lower bound on the pushes, by the matching of boxes and goals; `None` if there is no
/// solution or the board is too large.
fn lower_bound(analysis: &LevelAnalysis) -> Option<u32> {
    struct LeastPushes;
    impl BoardSearch for LeastPushes {
        type Output = Option<u32>;

        fn run<const W: usize>(self, board: &SearchBoard) -> Option<u32> {
            LowerBounds::new(board).matching(&Position::<W>::start(board)?)
        }
    }
    analysis.board().with_width(LeastPushes).flatten()
}

/// Returns the figures as text.
fn figures(analysis: &LevelAnalysis) -> String {
    let counts = counts(analysis).map(|(key, count)| format!("{}: {count}", key.replace('_', " ")));
    let bound = lower_bound(analysis)
        .map_or(String::new(), |bound| format!("; any solution has at least {}", Counted(bound, "push")));
    let symmetries = analysis.symmetries();
    let symmetries = if symmetries.is_empty() {
        "none".to_owned()
    } else {
        symmetries.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let overfull = overfull_chamber(analysis).map_or(String::new(), |chamber| {
        format!("chamber {chamber}, with those behind it, holds more boxes than goals: no solution\n")
    });
    format!("{}{bound}\nsymmetries: {symmetries}\n{overfull}", counts.join(", "))
}

/// Returns the letter, on the map, of the first chamber with too many boxes.
fn overfull_chamber(analysis: &LevelAnalysis) -> Option<char> {
    analysis.overfull_chamber().map(|number| char::from(b'A' + (number % 26) as u8))
}

/// Returns the figures and the maps as an object of JSON.
fn object(name: &str, title: Option<&str>, analysis: &LevelAnalysis) -> Value {
    let grid = analysis.level().grid();
    let maps = MapKind::ALL.iter().map(|&kind| (kind.title().to_owned(), json!(analysis.map(kind))));
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("instance", json!(name));
    put("algorithm", json!("analysis"));
    if let Some(bound) = lower_bound(analysis) {
        put("lower_bound", json!(bound));
    }
    if let Some(title) = title {
        put("title", json!(title));
    }
    put("rows", json!(grid.rows()));
    put("columns", json!(grid.columns()));
    for (key, count) in counts(analysis) {
        put(key, json!(count));
    }
    let symmetries: Vec<_> = analysis.symmetries().iter().map(ToString::to_string).collect();
    put("symmetries", json!(symmetries));
    if let Some(chamber) = overfull_chamber(analysis) {
        put("overfull_chamber", json!(chamber));
    }
    put("maps", Value::Object(maps.collect()));
    Value::Object(object)
}

/// Returns the files for the pictures of all maps.
pub(super) fn drawings(path: &Path) -> Vec<PathBuf> {
    MapKind::ALL.iter().map(|&kind| beside(path, kind)).collect()
}

/// Returns the file for the picture of a map: the given name, followed by the map's title.
fn beside(path: &Path, kind: MapKind) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
    path.with_file_name(format!("{stem}-{}{ending}", kind.title().to_lowercase().replace(' ', "-")))
}

/// Returns a page of all maps.
fn page(analysis: &LevelAnalysis) -> String {
    let mut page = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Sokoban: analysis</title>\n\
        <style>\nbody { font-family: system-ui, sans-serif; display: flex; flex-wrap: wrap; gap: 1.5em; margin: 1.5em; \
        color-scheme: light dark }\nfigure { margin: 0 }\nfigcaption { margin-bottom: .5em }\n</style>\n"
        .to_owned();
    for &kind in MapKind::ALL {
        writeln!(page, "<figure><figcaption>{}</figcaption>\n{}</figure>", kind.title(), analysis.svg(kind))
            .expect("invariant: strings can be written to");
    }
    page.push_str("</html>\n");
    page
}
