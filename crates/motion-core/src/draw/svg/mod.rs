//! SVG: still pictures and animations.
//!
//! The animation is SMIL. Browsers run it even if the SVG file is only an `<img>`, as in a README,
//! and where scripts are not allowed. Programs without SMIL show the start.

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

/// The maximum number of moves, and of steps, of an animated SVG: 20,000.
///
/// Browsers read the whole animation before they show its first frame. For longer plans, the
/// [`player`](crate::draw::player) is the better format.
pub const ANIMATION_LIMIT: usize = 20_000;

/// The durations in an animated SVG.
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
    /// Returns a third of a second per step, with a short pause before the first step and a longer
    /// one after the last.
    fn default() -> Self {
        Self {
            step: Duration::from_millis(333),
            before: Duration::from_millis(700),
            after: Duration::from_secs(2),
        }
    }
}

impl Timing {
    /// Sets the time per step, from a millisecond to an hour. It does not depend on how far the
    /// tokens go.
    pub const fn with_step(mut self, step: Duration) -> Self {
        self.step = step;
        self
    }

    /// Sets the pause before the first step, an hour at most.
    #[doc(hidden)]
    pub const fn with_before(mut self, before: Duration) -> Self {
        self.before = before;
        self
    }

    /// Sets the pause after the last step, an hour at most. Then the animation starts over.
    #[doc(hidden)]
    pub const fn with_after(mut self, after: Duration) -> Self {
        self.after = after;
        self
    }
}

/// Draws a configuration as an SVG 1.1 file that follows the reader's light or dark theme.
///
/// # Errors
/// [`DrawError::MissingVertex`] or [`DrawError::MissingToken`] if the scene lacks a vertex or a
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

/// Draws a plan or schedule as an SVG file that plays it repeatedly.
///
/// Every step takes the same time. Its tokens move along straight lines at constant speed during
/// the whole step; a slide that bends takes two steps. Rules are not checked here;
/// [`Graph::replay`](crate::graph::Graph::replay) checks them.
///
/// # Errors
/// [`DrawError::MissingVertex`] or [`DrawError::MissingToken`] if the scene lacks a vertex or a
/// token, [`DrawError::Illegal`] if a move does not fit, [`DrawError::TooLong`] beyond
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

/// A move of one token.
#[derive(Clone, Copy)]
struct Leg {
    step: usize,
    from: Vertex,
    to: Vertex,
}

/// Converts steps into moments, in milliseconds from the beginning.
struct Clock {
    step: u64,
    before: u64,
    total: u64,
}

/// A moment as a fraction of the whole time, with six decimals.
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

    /// The moment when the `step`-th step begins and the step before it ends.
    const fn moment(&self, step: usize) -> u64 {
        self.before + self.step * step as u64
    }

    const fn share(&self, moment: u64) -> Share {
        Share { moment, total: self.total }
    }

    /// Returns an animation element that lasts the whole time and repeats forever.
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
                // Keep leading zeros and drop trailing ones.
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

/// Returns the complete file with these tokens.
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

/// Returns the animation of a token's colour, which changes when the token reaches or leaves its
/// goal; the empty string if it does neither.
fn colours(picture: &Picture<'_>, clock: &Clock, style: &TokenStyle, start: Vertex, track: &[Leg]) -> String {
    let first = picture.tint(style, Some(start));
    let mut changes = alloc::vec![(0, first)];
    for leg in track {
        for (moment, vertex) in [(clock.moment(leg.step), None), (clock.moment(leg.step + 1), Some(leg.to))] {
            // A stop of zero duration between two steps is not shown.
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

/// Returns the animation of the colour of a token's value; the empty string if the value does not
/// change. A colour changes at the step that changes the value. Changes after the last step are not
/// shown.
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

/// Returns the animation of a token's place; the empty string if it does not move.
fn points_of(picture: &Picture<'_>, clock: &Clock, track: &[Leg]) -> String {
    let (Some(first), Some(last)) = (track.first(), track.last()) else {
        return String::new();
    };
    let mut keys = alloc::vec![(0, first.from)];
    let moments = track
        .iter()
        .flat_map(|leg| [(clock.moment(leg.step), leg.from), (clock.moment(leg.step + 1), leg.to)]);
    // The end of one step is the beginning of the next; write each moment once.
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
mod tests;
