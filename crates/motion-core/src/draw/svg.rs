//! SVG: still pictures, and pictures that move by themselves.
//!
//! The animation is SMIL, which browsers run even where an SVG file is only an `<img>`, as in a
//! README, and where scripts are not allowed. Programs that know no SMIL show the start.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::time::Duration;

use crate::configuration::Configuration;
use crate::draw::error::DrawError;
use crate::draw::markup::{Listed, collect};
use crate::draw::picture::{Motion, Picture, Tint};
use crate::draw::scene::{Scene, TokenStyle};
use crate::draw::timeline::Timeline;
use crate::draw::values::{FILLS, TokenValues};
use crate::graph::Vertex;

/// The most moves, and the most steps, of an animated SVG: 20,000.
///
/// Browsers read the whole animation before they show its first frame; beyond this the
/// [`player`](crate::draw::player) is the better format.
pub const ANIMATION_LIMIT: usize = 20_000;

/// How long things take in an animated SVG.
///
/// # Examples
/// ```
/// use core::time::Duration;
/// use motion_core::draw::Timing;
///
/// let brisk =
///     Timing::default().with_step(Duration::from_millis(120)).with_after(Duration::from_secs(3));
/// # let _ = brisk;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    step: Duration,
    before: Duration,
    after: Duration,
}

impl Default for Timing {
    /// A third of a second for each step, with a short rest before the first and a longer one after
    /// the last.
    fn default() -> Self {
        Self {
            step: Duration::from_millis(333),
            before: Duration::from_millis(700),
            after: Duration::from_secs(2),
        }
    }
}

impl Timing {
    /// Sets the time for each step, however far its tokens go: a millisecond to an hour.
    pub const fn with_step(mut self, step: Duration) -> Self {
        self.step = step;
        self
    }

    /// Sets the rest before the first step, an hour at most.
    pub const fn with_before(mut self, before: Duration) -> Self {
        self.before = before;
        self
    }

    /// Sets the rest after the last step, an hour at most. Then everything begins again.
    pub const fn with_after(mut self, after: Duration) -> Self {
        self.after = after;
        self
    }
}

/// A configuration as an SVG 1.1 file that follows the reader's light or dark theme.
///
/// # Errors
/// [`DrawError::MissingVertex`] or [`DrawError::MissingToken`] where the scene lacks a vertex or a
/// token.
///
/// # Complexity
/// Linear in the size of the scene.
///
/// # Examples
/// ```
/// use motion_core::draw::{Hue, TokenStyle, Scene, still};
/// use motion_core::{Configuration, Vertex};
///
/// let scene = Scene::grid(1, 2).with_tokens([TokenStyle::tile(Hue::degrees(240)).with_label(1)]);
/// let picture = still(&scene, &Configuration::new(2, &[Vertex(1)])?)?;
/// assert_eq!(picture.matches("class=\"m-token\"").count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn still(scene: &Scene, configuration: &Configuration) -> Result<String, DrawError> {
    let picture = Picture::new(scene, configuration)?;
    Ok(document(&picture, |out| {
        for (style, &vertex) in picture.styles().iter().zip(configuration.places()) {
            picture.token(out, style, vertex, &Motion::default())?;
        }
        Ok(())
    }))
}

/// A plan or schedule as an SVG file that plays it over and over.
///
/// Every step takes the same time, and its tokens move along straight lines at constant speed, all
/// of them during the whole step; a slide that bends is two steps. Any step that can be drawn is: rules are not checked here, [`replay`](crate::replay)
/// does that.
///
/// # Errors
/// [`DrawError::MissingVertex`] or [`DrawError::MissingToken`] where the scene lacks a vertex or a
/// token, [`DrawError::Illegal`] where a move does not fit, [`DrawError::TooLong`] beyond
/// [`ANIMATION_LIMIT`].
///
/// # Complexity
/// Linear in the sizes of the scene and of the plan.
///
/// # Examples
/// ```
/// use motion_core::draw::{Hue, TokenStyle, Scene, Timing, animated};
/// use motion_core::{Configuration, Move, Plan, Token, Vertex};
///
/// let scene = Scene::grid(1, 2).with_tokens([TokenStyle::tile(Hue::degrees(240)).with_label(1)]);
/// let start = Configuration::new(2, &[Vertex(1)])?;
/// let plan = Plan::from(vec![Move { token: Token(0), from: Vertex(1), to: Vertex(0) }]);
/// let picture = animated(&scene, &start, &plan, &Timing::default())?;
/// assert!(picture.contains("<animateTransform"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn animated<'a>(
    scene: &Scene,
    start: &Configuration,
    timeline: impl Into<Timeline<'a>>,
    timing: &Timing,
) -> Result<String, DrawError> {
    let timeline = timeline.into();
    let picture = Picture::new(scene, start)?.with_values(timeline.values());
    let mut tracks = alloc::vec![Vec::new(); start.token_count()];
    timeline.play(start, ANIMATION_LIMIT, |step, action| {
        tracks[action.token.index()].push(Leg { step, from: action.from, to: action.to });
    })?;
    let clock = Clock::new(timing, timeline.step_count());
    Ok(document(&picture, |out| {
        let tokens = picture.styles().iter().zip(start.places());
        for (token, ((style, &vertex), track)) in tokens.zip(&tracks).enumerate() {
            let colour = match timeline.values() {
                Some(values) => fills(values, token, &clock, timeline.step_count()),
                None => colours(&picture, &clock, style, vertex, track),
            };
            let (fill, place) = (picture.first_fill(token), points_of(&picture, &clock, track));
            picture.token(out, style, vertex, &Motion { fill, colour, place })?;
        }
        Ok(())
    }))
}

/// One move of one token.
#[derive(Clone, Copy)]
struct Leg {
    step: usize,
    from: Vertex,
    to: Vertex,
}

/// Turns steps into moments, in milliseconds from the beginning.
struct Clock {
    step: u64,
    before: u64,
    total: u64,
}

/// A moment as the share of the whole time, with six decimals.
struct Share {
    moment: u64,
    total: u64,
}

impl Clock {
    fn new(timing: &Timing, steps: usize) -> Self {
        const HOUR: Duration = Duration::from_secs(3600);
        let millis = |duration: Duration| duration.min(HOUR).as_millis() as u64;
        let (step, before) = (millis(timing.step).max(1), millis(timing.before));
        Self { step, before, total: (before + step * steps as u64 + millis(timing.after)).max(1) }
    }

    /// When the `step`-th step begins; the one before ends then.
    const fn moment(&self, step: usize) -> u64 {
        self.before + self.step * step as u64
    }

    const fn share(&self, moment: u64) -> Share {
        Share { moment, total: self.total }
    }

    /// An element that animates for the whole time, again and again.
    fn animation(&self, begin: &str, times: impl fmt::Display, values: impl fmt::Display) -> String {
        let total = self.total;
        format!(
            "{begin} dur=\"{total}ms\" repeatCount=\"indefinite\" keyTimes=\"{times}\" values=\"{values}\"/>"
        )
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moment >= self.total {
            return f.write_str("1");
        }
        match u128::from(self.moment) * 1_000_000 / u128::from(self.total) {
            0 => f.write_str("0"),
            millionths => {
                // Leading zeros count, trailing ones do not.
                let (mut digits, mut width) = (millionths, 6);
                while digits % 10 == 0 {
                    digits /= 10;
                    width -= 1;
                }
                write!(f, "0.{digits:0width$}")
            }
        }
    }
}

/// The whole file around the tokens.
fn document(picture: &Picture<'_>, tokens: impl FnOnce(&mut String) -> fmt::Result) -> String {
    collect(|out| {
        picture.open(out)?;
        out.write_str("<style>\n")?;
        picture.style(out)?;
        out.write_str("</style>\n")?;
        picture.background(out)?;
        tokens(out)?;
        out.write_str("</svg>\n")
    })
}

/// The animation of a token's colour, which changes as it comes home or leaves; nothing where it
/// does neither.
fn colours(picture: &Picture<'_>, clock: &Clock, style: &TokenStyle, start: Vertex, track: &[Leg]) -> String {
    let first = picture.tint(style, Some(start));
    let mut changes = alloc::vec![(0, first)];
    for leg in track {
        for (moment, vertex) in [(clock.moment(leg.step), None), (clock.moment(leg.step + 1), Some(leg.to))] {
            // A stay of no time between two steps is not shown.
            changes.pop_if(|&mut (last, _)| last == moment);
            let tint = picture.tint(style, vertex);
            if changes.last().is_none_or(|&(_, last)| last != tint) {
                changes.push((moment, tint));
            }
        }
    }
    if changes.iter().all(|&(_, tint)| tint == first) {
        return String::new();
    }
    let (attribute, _) = Tint::Vivid.attribute(style.paint);
    let times = changes.iter().map(|&(moment, _)| clock.share(moment));
    let values = changes.iter().map(|&(_, tint)| tint.attribute(style.paint).1);
    let begin = format!("<animate attributeName=\"{attribute}\" calcMode=\"discrete\"");
    clock.animation(&begin, Listed(";", times), Listed(";", values))
}

/// The animation of the colour of a token's value, which changes with the step that changes it;
/// nothing where it stays. Changes after the last step are not shown.
fn fills(values: &TokenValues, token: usize, clock: &Clock, steps: usize) -> String {
    let (first, changes) = values.classes_of(token);
    let changes = changes.iter().filter(|&&(step, _)| step <= steps);
    let mut keys = alloc::vec![(0, first)];
    keys.extend(changes.map(|&(step, class)| (clock.moment(step.saturating_sub(1)), class)));
    if keys.len() == 1 {
        return String::new();
    }
    let times = keys.iter().map(|&(moment, _)| clock.share(moment));
    let values = keys.iter().map(|&(_, class)| FILLS[class]);
    let begin = "<animate attributeName=\"fill\" calcMode=\"discrete\"";
    clock.animation(begin, Listed(";", times), Listed(";", values))
}

/// The animation of a token's place; nothing where it stays.
fn points_of(picture: &Picture<'_>, clock: &Clock, track: &[Leg]) -> String {
    let (Some(first), Some(last)) = (track.first(), track.last()) else {
        return String::new();
    };
    let mut keys = alloc::vec![(0, first.from)];
    let moments = track
        .iter()
        .flat_map(|leg| [(clock.moment(leg.step), leg.from), (clock.moment(leg.step + 1), leg.to)]);
    // The end of one step is the beginning of the next; each moment is written once.
    for key in moments.chain([(clock.total, last.to)]) {
        if keys.last() != Some(&key) {
            keys.push(key);
        }
    }
    let times = keys.iter().map(|&(moment, _)| clock.share(moment));
    let values = keys.iter().map(|&(_, vertex)| picture.point(vertex));
    let begin = "<animateTransform attributeName=\"transform\" type=\"translate\"";
    clock.animation(begin, Listed(";", times), Listed(";", values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::Token;
    use crate::draw::samples::{HOSTILE, after, schedules, step, zoo};
    use crate::plan::{IllegalMove, Move, ReplayError, Schedule};
    use alloc::string::ToString;
    use proptest::prelude::*;
    use roxmltree::{Document, Node};

    const TIMING: Timing = Timing {
        step: Duration::from_millis(250),
        before: Duration::from_millis(500),
        after: Duration::from_millis(900),
    };

    fn tokens<'a>(document: &'a Document<'_>) -> Vec<Node<'a, 'a>> {
        document.descendants().filter(|node| node.attribute("class") == Some("m-token")).collect()
    }

    fn numbers(list: &str) -> Vec<f64> {
        list.split(';').map(|number| number.parse().expect("a number")).collect()
    }

    fn points(list: &str) -> Vec<(f64, f64)> {
        let point = |text: &str| {
            let (x, y) = text.split_once(' ').expect("two coordinates");
            (x.parse().expect("a number"), y.parse().expect("a number"))
        };
        list.split(';').map(point).collect()
    }

    /// The key times of an animation, checked to be as SMIL wants them.
    fn key_times(animation: Node<'_, '_>) -> Vec<f64> {
        let times = numbers(animation.attribute("keyTimes").expect("key times"));
        let values = animation.attribute("values").expect("values").split(';').count();
        assert_eq!(times.len(), values);
        assert_eq!(times.first(), Some(&0.0));
        assert!(times.is_sorted() && times.iter().all(|&time| time <= 1.0), "{times:?}");
        times
    }

    /// Where an animation is at a moment, from 0 to 1.
    fn at((times, values): &(Vec<f64>, Vec<(f64, f64)>), moment: f64) -> (f64, f64) {
        let next = times.partition_point(|&time| time <= moment);
        if next == times.len() {
            return values[next - 1];
        }
        let share = (moment - times[next - 1]) / (times[next] - times[next - 1]);
        let ((x, y), (to_x, to_y)) = (values[next - 1], values[next]);
        (x + share * (to_x - x), y + share * (to_y - y))
    }

    #[test]
    fn stills_are_well_formed_whatever_the_labels_say() {
        let (scene, configuration) = zoo();
        let picture = still(&scene, &configuration).expect("it fits");
        let document = Document::parse(&picture).expect("well-formed");
        let title =
            document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
        let readable = HOSTILE.replace(['\0', '\u{b}'], "\u{fffd}");
        assert_eq!(title, Some(&*readable));
        assert!(document.descendants().all(|node| !node.has_tag_name("script")));

        let tokens = tokens(&document);
        let transforms: Vec<_> = tokens.iter().filter_map(|token| token.attribute("transform")).collect();
        assert_eq!(
            transforms,
            ["translate(50 50)", "translate(250 50)", "translate(50 250)", "translate(250 250)"]
        );
        let label =
            |token: &Node<'_, '_>| token.descendants().find_map(|node| node.text().map(ToString::to_string));
        assert_eq!(label(&tokens[0]), Some(readable));
        assert_eq!(tokens[2].children().filter(|node| node.attribute("class") == Some("m-lid")).count(), 1);
    }

    #[test]
    fn the_style_sheets_need_no_escaping() {
        for style in [crate::draw::picture::THEME, crate::draw::values::STYLE] {
            assert!(!style.contains(['<', '&']));
        }
    }

    #[test]
    fn nothing_animates_what_rests() {
        let (scene, start) = zoo();
        let picture = animated(&scene, &start, &Schedule::new(), &TIMING).expect("it fits");
        assert_eq!(picture, still(&scene, &start).expect("it fits"));
    }

    #[test]
    fn colours_change_on_leaving_and_on_arrival() {
        let (scene, start) = zoo();
        // Token 1 goes home in the second of four steps and leaves in the fourth.
        let plan = [step(1, 2, 5), step(1, 5, 4), step(3, 8, 7), step(1, 4, 1)];
        let picture = animated(&scene, &start, &plan[..], &TIMING).expect("it fits");
        let document = Document::parse(&picture).expect("well-formed");
        let token = tokens(&document)[1];
        let animation =
            token.descendants().find(|node| node.has_tag_name("animate")).expect("it changes colour");
        assert_eq!(animation.attribute("attributeName"), Some("fill"));
        assert_eq!(animation.attribute("dur"), Some("2400ms"));
        let times = key_times(animation);
        assert!(
            times
                .iter()
                .zip([0.0, 1000.0, 1250.0])
                .all(|(time, moment)| (time * 2400.0 - moment).abs() < 0.01)
        );
        let values: Vec<_> = animation.attribute("values").expect("values").split(';').collect();
        assert!(values.len() == 3 && values[0] == values[2] && values[0] != values[1], "{values:?}");
    }

    #[test]
    fn values_colour_tokens_from_the_step_on_that_changes_them() {
        let (scene, start) = zoo();
        let mut schedule = Schedule::new();
        schedule.push_step([step(1, 2, 5), step(3, 8, 7)]);
        schedule.push_step([]);
        schedule.push_step([step(1, 5, 2)]);
        let values =
            [alloc::vec![(0, 4)], alloc::vec![(2, 1), (3, 4), (9, 0)], Vec::new(), alloc::vec![(1, 2)]];
        let values = TokenValues::new(HOSTILE, 4, values);
        let timeline = Timeline::from(&schedule).with_values(&values);
        let picture = animated(&scene, &start, timeline, &TIMING).expect("it fits");
        let document = Document::parse(&picture).expect("well-formed");
        let fills = tokens(&document).into_iter().map(|token| {
            let body =
                token.children().find(|node| node.attribute("class") == Some("m-body")).expect("a body");
            let animation = body.children().find(|node| node.has_tag_name("animate")).map(|animation| {
                let moments = key_times(animation).into_iter().map(|time| format!("{:.0}", time * 2150.0));
                let times = moments.collect::<Vec<_>>().join(" ");
                (times, animation.attribute("values").expect("values"))
            });
            (body.attribute("fill").expect("a colour"), animation)
        });
        let [blue, yellow, orange, _, red] = FILLS;
        let expected = [
            (red, None),
            (blue, Some(("0 750 1000", format!("{blue};{yellow};{red}")))),
            (blue, None),
            (blue, Some(("0 500", format!("{blue};{orange}")))),
        ];
        let expected = expected.each_ref().map(|(fill, animation)| {
            (*fill, animation.as_ref().map(|(times, values)| (String::from(*times), values.as_str())))
        });
        assert_eq!(fills.collect::<Vec<_>>(), expected);

        // The legend is inside the picture, below everything else.
        let root = document.root_element();
        let [left, top, width, height] = [0, 1, 2, 3].map(|index| {
            root.attribute("viewBox")
                .and_then(|frame| frame.split(' ').nth(index)?.parse::<f64>().ok())
                .expect("a number")
        });
        let swatches: Vec<_> =
            document.descendants().filter(|node| node.attribute("class") == Some("m-swatch")).collect();
        assert_eq!(swatches.len(), 5);
        for swatch in swatches {
            let number =
                |name| swatch.attribute(name).and_then(|text| text.parse::<f64>().ok()).expect("a number");
            assert!(number("x") >= left && number("x") + number("width") <= left + width);
            assert!(number("y") >= 320.0 && number("y") + number("height") <= top + height);
        }
    }

    #[test]
    fn a_token_that_leaves_at_once_is_grey_from_the_beginning() {
        let (scene, start) = zoo();
        // Token 2 stands on a painted goal and leaves it for good.
        let timing = TIMING.with_before(Duration::ZERO);
        let picture = animated(&scene, &start, &[step(2, 6, 7)][..], &timing).expect("it fits");
        let document = Document::parse(&picture).expect("well-formed");
        let animation =
            document.descendants().find(|node| node.has_tag_name("animate")).expect("an animation");
        assert_eq!(animation.attribute("attributeName"), Some("fill-opacity"));
        assert_eq!(
            (animation.attribute("keyTimes"), animation.attribute("values")),
            (Some("0"), Some("0.6"))
        );
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let (scene, start) = zoo();
        let draw = |moves: &[Move]| animated(&scene, &start, moves, &TIMING);
        let action = step(0, 1, 2);
        let error = ReplayError { index: 1, action, why: IllegalMove::Occupied { by: Token(1) } };
        assert_eq!(draw(&[step(0, 0, 1), action]), Err(DrawError::Illegal(error)));
        let mut shuttle = [step(0, 0, 1), step(0, 1, 0)].repeat(ANIMATION_LIMIT / 2);
        assert!(draw(&shuttle).is_ok());
        shuttle.push(step(0, 0, 1));
        let moves = ANIMATION_LIMIT + 1;
        assert_eq!(draw(&shuttle), Err(DrawError::TooLong { moves, limit: ANIMATION_LIMIT }));
    }

    #[test]
    fn extreme_timings_give_valid_files() {
        let (scene, start) = zoo();
        for (step_time, rest) in [(Duration::ZERO, Duration::ZERO), (Duration::MAX, Duration::MAX)] {
            let timing = Timing::default().with_step(step_time).with_before(rest).with_after(rest);
            for plan in [&[][..], &[step(0, 0, 1)], &[step(0, 0, 1), step(0, 1, 0)]] {
                let picture = animated(&scene, &start, plan, &timing).expect("it fits");
                let document = Document::parse(&picture).expect("well-formed");
                for animation in document.descendants().filter(|node| node.has_tag_name("animateTransform")) {
                    assert_eq!(key_times(animation).last(), Some(&1.0));
                }
            }
        }
    }

    #[test]
    fn shares_are_short_decimals() {
        let share = |moment, total| Share { moment, total }.to_string();
        assert_eq!(share(0, 7), "0");
        assert_eq!(share(1, 4), "0.25");
        assert_eq!(share(1, 20), "0.05");
        assert_eq!(share(1, 3), "0.333333");
        assert_eq!(share(1, 10_000_000), "0");
        assert_eq!(share(7, 7), "1");
    }

    proptest! {
        #[test]
        fn animations_are_at_every_step_where_the_plan_is(schedule in schedules()) {
            let (scene, start) = zoo();
            let picture = animated(&scene, &start, &schedule, &TIMING).expect("samples fit");
            prop_assert_eq!(&picture, &animated(&scene, &start, &schedule, &TIMING).expect("samples fit"));
            let document = Document::parse(&picture).expect("well-formed");
            let tokens = tokens(&document);
            prop_assert_eq!(tokens.len(), 4);
            let length = |steps: usize| 250.0 * f64::from(steps as u32);
            let total = 1400.0 + length(schedule.makespan());
            for ((token, node), first) in (0..).map(Token).zip(tokens).zip(start.places()) {
                let place = |configuration: &Configuration| {
                    let point = scene.point(configuration.vertex_of(token)).expect("a place");
                    (f64::from(point.x) * 100.0, f64::from(point.y) * 100.0)
                };
                for animation in node.descendants().filter(|node| node.has_tag_name("animate")) {
                    key_times(animation);
                }
                let Some(animation) = node.children().find(|node| node.has_tag_name("animateTransform")) else {
                    prop_assert!(schedule.moves().iter().all(|action| action.token != token), "{:?}", first);
                    continue;
                };
                let track = (key_times(animation), points(animation.attribute("values").expect("values")));
                prop_assert_eq!(track.0.last(), Some(&1.0));
                prop_assert_eq!(track.1.last(), Some(&place(&after(&start, &schedule, schedule.makespan()))));
                for steps in 0..=schedule.makespan() {
                    let moment = (500.0 + length(steps)) / total;
                    let ((x, y), (to_x, to_y)) = (at(&track, moment), place(&after(&start, &schedule, steps)));
                    prop_assert!((x - to_x).abs() < 0.1 && (y - to_y).abs() < 0.1, "step {}", steps);
                }
            }
        }
    }
}
