//! Tests of stills and animations, read as XML.

use super::*;
use crate::configuration::Token;
use crate::draw::samples::{HOSTILE, after, schedules, step, zoo};
use crate::plan::{IllegalMoveError, Move, ReplayError, Schedule};
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

/// Returns the key times of an animation, and checks that they are valid SMIL.
fn key_times(animation: Node<'_, '_>) -> Vec<f64> {
    let times = numbers(animation.attribute("keyTimes").expect("key times"));
    let values = animation.attribute("values").expect("values").split(';').count();
    assert_eq!(times.len(), values);
    assert_eq!(times.first(), Some(&0.0));
    assert!(times.is_sorted() && times.iter().all(|&time| time <= 1.0), "{times:?}");
    times
}

/// Returns the place of an animation at a moment from 0 to 1.
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
    let title = document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
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
    let picture = animated(&scene, &start, Schedule::new(), &TIMING).expect("it fits");
    assert_eq!(picture, still(&scene, &start).expect("it fits"));
}

#[test]
fn colours_change_on_leaving_and_on_arrival() {
    let (scene, start) = zoo();
    // Token 1 reaches its goal in the second of four steps and leaves it in the fourth.
    let plan = [step(1, 2, 5), step(1, 5, 4), step(3, 8, 7), step(1, 4, 1)];
    let picture = animated(&scene, &start, &plan[..], &TIMING).expect("it fits");
    let document = Document::parse(&picture).expect("well-formed");
    let token = tokens(&document)[1];
    let animation = token.descendants().find(|node| node.has_tag_name("animate")).expect("it changes colour");
    assert_eq!(animation.attribute("attributeName"), Some("fill"));
    assert_eq!(animation.attribute("dur"), Some("2400ms"));
    let times = key_times(animation);
    assert!(
        times.iter().zip([0.0, 1000.0, 1250.0]).all(|(time, moment)| (time * 2400.0 - moment).abs() < 0.01)
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
    let values = [alloc::vec![(0, 4)], alloc::vec![(2, 1), (3, 4), (9, 0)], Vec::new(), alloc::vec![(1, 2)]];
    let values = TokenValues::new(HOSTILE, 4, values);
    let timeline = Timeline::from(&schedule).with_values(&values);
    let picture = animated(&scene, &start, timeline, &TIMING).expect("it fits");
    let document = Document::parse(&picture).expect("well-formed");
    let fills = tokens(&document).into_iter().map(|token| {
        let body = token.children().find(|node| node.attribute("class") == Some("m-body")).expect("a body");
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
    let animation = document.descendants().find(|node| node.has_tag_name("animate")).expect("an animation");
    assert_eq!(animation.attribute("attributeName"), Some("fill-opacity"));
    assert_eq!((animation.attribute("keyTimes"), animation.attribute("values")), (Some("0"), Some("0.6")));
}

#[test]
fn what_does_not_fit_is_named() {
    let (scene, start) = zoo();
    let draw = |moves: &[Move]| animated(&scene, &start, moves, &TIMING);
    let action = step(0, 1, 2);
    let error = ReplayError { index: 1, action, why: IllegalMoveError::Occupied { by: Token(1) } };
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
