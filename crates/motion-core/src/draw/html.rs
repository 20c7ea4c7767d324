//! The HTML player: a single file that plays a plan, with buttons, keys and a slider.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::configuration::Configuration;
use crate::draw::error::DrawError;
use crate::draw::markup::{Escaped, JsonText, Listed, collect};
use crate::draw::picture::{Motion, Picture, Tint};
use crate::draw::scene::{Goal, Scene};
use crate::draw::timeline::Timeline;
use crate::draw::values::{FILLS, TokenValues};
use crate::graph::Vertex;

/// The maximum number of moves, and of steps, of a player: 2,000,000, which make a file of 15 to 25
/// MB.
pub const PLAYER_LIMIT: usize = 2_000_000;

const PAGE: &str = include_str!("player.html");
const STYLE: &str = include_str!("player.css");
const SCRIPT: &str = include_str!("player.js");

/// Writes a plan or schedule as one HTML file that needs no other file and no network.
///
/// The page plays, pauses, steps both ways and scrubs, by mouse, touch or keyboard (Space, arrows,
/// Page Up and Down, Home, End, `+`, `−`; the page lists the keys). It follows the reader's light
/// or dark theme and the setting for reduced motion. At low speed, tokens move smoothly, in
/// schedules at constant speed during the whole step. At high speed, one frame shows many moves.
///
/// Rules are not checked here; [`Graph::replay`](crate::graph::Graph::replay) checks them.
///
/// # Errors
/// [`DrawError::MissingVertex`] or [`DrawError::MissingToken`] if the scene lacks a vertex or a
/// token, [`DrawError::Illegal`] if a move does not fit, [`DrawError::TooLong`] beyond
/// [`PLAYER_LIMIT`].
///
/// # Complexity
/// Linear in the sizes of the scene and of the plan; the file takes about ten bytes per move.
///
/// # Examples
/// ```
/// use motion_core::draw::{Hue, Scene, TokenStyle, player};
/// use motion_core::{Configuration, Move, Plan, Token, Vertex};
///
/// let scene =
///     Scene::grid(1, 2).with_title("One step").with_tokens([TokenStyle::disc(Hue::nth(0))]);
/// let start = Configuration::new(2, &[Vertex(1)])?;
/// let plan = Plan::from(vec![Move { token: Token(0), from: Vertex(1), to: Vertex(0) }]);
/// let page = player(&scene, &start, &plan)?;
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>One step</h1>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn player<'a>(
    scene: &Scene,
    start: &Configuration,
    timeline: impl Into<Timeline<'a>>,
) -> Result<String, DrawError> {
    let timeline = timeline.into();
    let picture = playable(scene, start, &timeline)?;
    Ok(collect(|out| {
        fill(out, PAGE, |out, name| match name {
            "title" if scene.title.is_empty() => out.write_str("Motion"),
            "title" => write!(out, "{}", Escaped(&scene.title)),
            "theme" => picture.style(out),
            "style" => out.write_str(STYLE),
            "picture" => still(out, &picture, start),
            "story" => write_story(out, scene, &picture, start, &timeline),
            "script" => out.write_str(SCRIPT),
            _ => Ok(()),
        })
    }))
}

/// Returns the data of a [`player`], for a page that plays them in its own [`still`] picture.
///
/// # Errors
/// Those of [`player`].
///
/// [`still`]: crate::draw::still
#[doc(hidden)]
pub fn story<'a>(
    scene: &Scene,
    start: &Configuration,
    timeline: impl Into<Timeline<'a>>,
) -> Result<String, DrawError> {
    let timeline = timeline.into();
    let picture = playable(scene, start, &timeline)?;
    Ok(collect(|out| write_story(out, scene, &picture, start, &timeline)))
}

/// Returns the picture of the start, if the moves can be played.
fn playable<'s>(
    scene: &'s Scene,
    start: &Configuration,
    timeline: &'s Timeline<'_>,
) -> Result<Picture<'s>, DrawError> {
    let picture = Picture::new(scene, start)?.with_values(timeline.values());
    timeline.play(start, PLAYER_LIMIT, |_, _| {})?;
    Ok(picture)
}

/// Copies a template and calls `hole` to write the text in place of each `{{name}}`. Text from
/// `hole` is not searched for holes, so braces in it stay as they are.
fn fill(out: &mut String, template: &str, hole: impl Fn(&mut String, &str) -> fmt::Result) -> fmt::Result {
    let mut rest = template;
    while let Some((before, (name, after))) =
        rest.split_once("{{").and_then(|(before, hole)| Some((before, hole.split_once("}}")?)))
    {
        out.write_str(before)?;
        hole(out, name)?;
        rest = after;
    }
    out.write_str(rest)
}

fn still(out: &mut String, picture: &Picture<'_>, start: &Configuration) -> fmt::Result {
    picture.open(out)?;
    picture.background(out)?;
    for (token, (style, &vertex)) in picture.styles().iter().zip(start.places()).enumerate() {
        let fill = picture.first_fill(token);
        picture.token(out, style, vertex, &Motion { fill, ..Motion::default() })?;
    }
    out.write_str("</svg>")
}

/// Writes the data for the script as JSON:
/// * `x`, `y`: the point of each vertex;
/// * `at`, `goals`, `tints`: for each token its vertex at the start; its goal (−1 for none, −2 for
///   any painted one); and, if it has a goal, the attribute that colours it, with the values at
///   home and away;
/// * `painted`: the painted goals;
/// * `moves`: the token and target of every move; its origin follows from the moves before;
/// * `steps`: the number of moves in each step, or `null` if each step has one;
/// * `counted`: the tokens whose moves are counted, or `null` for all; `count`: the word for these
///   moves;
/// * `values`: `null`, or the colours of tokens by their values: `fills`, the colours; `first`, the
///   index of each token's colour at the start; `changes`, a flat list of the step, token and index
///   of each change, ordered by step.
fn write_story(
    out: &mut String,
    scene: &Scene,
    picture: &Picture<'_>,
    start: &Configuration,
    timeline: &Timeline<'_>,
) -> fmt::Result {
    let vertices = || (0..start.vertex_count() as u32).map(Vertex);
    write!(out, "{{\"x\":[{}]", Listed(",", vertices().map(|vertex| picture.point(vertex).x)))?;
    write!(out, ",\"y\":[{}]", Listed(",", vertices().map(|vertex| picture.point(vertex).y)))?;
    write!(out, ",\"at\":[{}]", Listed(",", start.places().iter().map(|vertex| vertex.0)))?;
    let goals = picture.styles().iter().map(|style| match style.goal {
        Goal::None => -1,
        Goal::Painted => -2,
        Goal::At(vertex) | Goal::Unmarked(vertex) => i64::from(vertex.0),
    });
    write!(out, ",\"goals\":[{}]", Listed(",", goals))?;
    let tints = picture.styles().iter().map(|style| match style.goal {
        Goal::None => "null".into(),
        Goal::At(_) | Goal::Unmarked(_) | Goal::Painted => {
            let (attribute, home) = Tint::Vivid.attribute(style.paint);
            let (_, away) = Tint::Pale.attribute(style.paint);
            alloc::format!("[\"{attribute}\",\"{home}\",\"{away}\"]")
        }
    });
    write!(out, ",\"tints\":[{}]", Listed(",", tints))?;
    let painted: Vec<_> = vertices().filter(|&vertex| picture.is_painted_goal(vertex)).collect();
    write!(out, ",\"painted\":[{}]", Listed(",", painted.iter().map(|vertex| vertex.0)))?;
    let moves = timeline.moves().iter().flat_map(|action| [action.token.0, action.to.0]);
    write!(out, ",\"moves\":[{}]", Listed(",", moves))?;
    if timeline.is_sequential() {
        out.write_str(",\"steps\":null")?;
    } else {
        let steps: Vec<_> = timeline.steps().map(<[_]>::len).collect();
        write!(out, ",\"steps\":[{}]", Listed(",", steps.iter()))?;
    }
    match &scene.counted {
        None => out.write_str(",\"counted\":null,\"count\":\"moves\"")?,
        Some((name, tokens)) => {
            let tokens = Listed(",", tokens.iter().map(|token| token.0));
            write!(out, ",\"counted\":[{tokens}],\"count\":{}", JsonText(name))?;
        }
    }
    match timeline.values() {
        None => out.write_str(",\"values\":null}"),
        Some(values) => {
            out.write_str(",\"values\":")?;
            story_of_values(out, values, start.token_count())?;
            out.write_str("}")
        }
    }
}

fn story_of_values(out: &mut String, values: &TokenValues, tokens: usize) -> fmt::Result {
    let fills = FILLS.iter().map(|fill| alloc::format!("\"{fill}\""));
    write!(out, "{{\"fills\":[{}]", Listed(",", fills))?;
    write!(out, ",\"first\":[{}]", Listed(",", (0..tokens).map(|token| values.classes_of(token).0)))?;
    let changes = |token| values.classes_of(token).1.iter().map(move |&(step, class)| [step, token, class]);
    let mut changes: Vec<_> = (0..tokens).flat_map(changes).collect();
    changes.sort_unstable();
    write!(out, ",\"changes\":[{}]}}", Listed(",", changes.iter().flatten()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::Token;
    use crate::draw::samples::{HOSTILE, after, schedules, step, zoo};
    use crate::plan::{IllegalMoveError, Move};
    use proptest::prelude::*;
    use serde_json::Value;

    /// Returns the data of the page as its script reads them.
    fn story_of(page: &str) -> Value {
        let (_, story) =
            page.split_once("<script id=\"story\" type=\"application/json\">").expect("the data");
        let (story, _) = story.split_once("</script>").expect("their end");
        serde_json::from_str(story).expect("JSON")
    }

    fn index(number: i64) -> usize {
        usize::try_from(number).expect("an index")
    }

    fn integers(list: &Value) -> Vec<i64> {
        list.as_array().expect("a list").iter().map(|item| item.as_i64().expect("an integer")).collect()
    }

    #[test]
    fn hostile_text_breaks_out_of_nothing() {
        let (scene, start) = zoo();
        let page = player(&scene, &start, &[][..]).expect("it fits");
        let tame = player(&scene.clone().with_title("Tame"), &start, &[][..]).expect("it fits");
        for tag in ["<script", "</script", "<style", "</style", "<title", "</title", "</svg"] {
            assert_eq!(page.matches(tag).count(), tame.matches(tag).count(), "{tag}");
        }
        assert_eq!(page.matches("<script").count(), 2);
        assert!(!page.contains("alert(1)<") && !page.contains('\0'));
        let title = Escaped(HOSTILE);
        assert_eq!(page.matches(&alloc::format!("<h1>{title}</h1>")).count(), 1, "and braces stay braces");
    }

    #[test]
    fn the_page_is_complete_and_needs_nothing_else() {
        let (scene, start) = zoo();
        let page = player(&scene, &start, &[][..]).expect("it fits").replace(HOSTILE, "");
        let page = page.replace("http://www.w3.org/2000/svg", "");
        for reference in ["http:", "https:", "src=", "href=", "url(", "@import", "fetch(", "import("] {
            assert!(!page.contains(reference), "{reference}");
        }
        for asset in [STYLE, SCRIPT, crate::draw::picture::THEME, crate::draw::values::STYLE] {
            assert!(!asset.contains("</"), "would end its element");
        }
        for id in SCRIPT.split("element('").skip(1).filter_map(|rest| rest.split('\'').next()) {
            assert!(PAGE.contains(&alloc::format!("id=\"{id}\"")), "{id}");
        }
    }

    #[test]
    fn a_page_counts_what_its_scene_counts() {
        let (scene, start) = zoo();
        let page = |scene: &Scene| player(scene, &start, &[][..]).expect("it fits");
        let plain = page(&scene);
        assert!(story_of(&plain)["count"] == "moves" && story_of(&plain)["counted"].is_null());
        let counting = page(&scene.clone().with_counter(HOSTILE, [Token(1)]));
        assert_eq!(story_of(&counting)["count"], HOSTILE);
        assert_eq!(integers(&story_of(&counting)["counted"]), [1]);
    }

    #[test]
    fn an_untitled_page_has_a_heading() {
        let empty = Configuration::new(0, &[]).expect("no token");
        let page = player(&Scene::default(), &empty, &[][..]).expect("it fits");
        assert!(page.contains("<title>Motion</title>") && page.contains("<h1>Motion</h1>"));
    }

    #[test]
    fn goals_and_colours_are_told() {
        let (scene, start) = zoo();
        let story = story_of(&player(&scene, &start, &[][..]).expect("it fits"));
        assert_eq!(integers(&story["goals"]), [8, 4, -2, -1]);
        assert_eq!(integers(&story["painted"]), [3, 6]);
        assert_eq!(story["tints"][2], serde_json::json!(["fill-opacity", "1", "0.6"]));
        assert_eq!(story["tints"][3], Value::Null);
    }

    #[test]
    fn values_are_told_with_their_colours() {
        let (scene, start) = zoo();
        let plain = player(&scene, &start, &[][..]).expect("it fits");
        assert!(story_of(&plain)["values"].is_null() && !plain.contains("m-legend\""));
        let values = TokenValues::new("delay", 4, [alloc::vec![(0, 4), (2, 3)], alloc::vec![(1, 1)]]);
        let moves = [step(1, 2, 5), step(1, 5, 2)];
        let timeline = Timeline::from(&moves[..]).with_values(&values);
        let page = player(&scene, &start, timeline).expect("it fits");
        let told = &story_of(&page)["values"];
        assert_eq!(integers(&told["first"]), [4, 0, 0, 0]);
        assert_eq!(integers(&told["changes"]), [1, 1, 1, 2, 0, 3]);
        assert_eq!(told["fills"][4], FILLS[4]);
        assert_eq!(page.matches("m-swatch\"").count(), 5);
        assert!(page.contains(">delay</text>"));
    }

    #[test]
    fn the_data_alone_are_those_of_the_page() {
        let (scene, start) = zoo();
        let moves = [step(1, 2, 5)];
        let alone = story(&scene, &start, &moves[..]).expect("it fits");
        assert_eq!(story_of(&player(&scene, &start, &moves[..]).expect("it fits")).to_string(), alone);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let (scene, start) = zoo();
        let draw = |moves: &[Move]| player(&scene, &start, moves).err();
        let illegal = draw(&[step(0, 1, 2)]);
        let why = IllegalMoveError::NotThere { actually: Vertex(0) };
        assert!(matches!(illegal, Some(DrawError::Illegal(error)) if error.index == 0 && error.why == why));
        let long = [step(0, 0, 1), step(0, 1, 0)].repeat(PLAYER_LIMIT / 2 + 1);
        assert_eq!(draw(&long[..PLAYER_LIMIT]), None);
        assert_eq!(draw(&long), Some(DrawError::TooLong { moves: PLAYER_LIMIT + 2, limit: PLAYER_LIMIT }));
    }

    proptest! {
        #[test]
        fn the_data_replay_to_the_end_of_the_plan(schedule in schedules()) {
            let (scene, start) = zoo();
            let page = player(&scene, &start, &schedule).expect("samples fit");
            let story = story_of(&page);
            let mut at = integers(&story["at"]);
            let moves = integers(&story["moves"]);
            let steps = integers(&story["steps"]);
            prop_assert_eq!(steps.len(), schedule.makespan());
            prop_assert_eq!(index(2 * steps.iter().sum::<i64>()), moves.len());
            for action in moves.chunks(2) {
                at[index(action[0])] = action[1];
            }
            let end = after(&start, &schedule, schedule.makespan());
            prop_assert!(end.places().iter().map(|vertex| i64::from(vertex.0)).eq(at));
            prop_assert_eq!(page.matches("class=\"m-token\"").count(), 4);

            let sequence = story_of(&player(&scene, &start, schedule.moves()).expect("samples fit"));
            prop_assert_eq!(&sequence["moves"], &story["moves"]);
            prop_assert_eq!(&sequence["steps"], &Value::Null);
        }
    }
}
