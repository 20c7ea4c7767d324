//! Numbers of tokens that change while a plan is played, shown as colours with a legend.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::draw::markup::{Escaped, character_count};

/// A number for each token that may change with every step. The token's colour shows it: blue for
/// 0, and from yellow to red for the four quarters up to the maximum. A legend lists the numbers.
///
/// Add it to a [`Timeline`](crate::draw::Timeline).
///
/// # Examples
/// ```
/// use motion_core::draw::{Hue, Scene, Timeline, Timing, TokenStyle, TokenValues, animated};
/// use motion_core::{Configuration, Move, Schedule, Token, Vertex};
///
/// let scene = Scene::grid(1, 2).with_tokens([TokenStyle::disc(Hue::nth(0))]);
/// let start = Configuration::new(2, &[Vertex(0)])?;
/// let mut schedule = Schedule::new();
/// schedule.push_step([]);
/// schedule.push_step([Move { token: Token(0), from: Vertex(0), to: Vertex(1) }]);
/// // After the first step, in which it waits, the token is one step behind.
/// let delays = TokenValues::new("delay in steps", 1, [vec![(1, 1)]]);
/// let timeline = Timeline::from(&schedule).with_values(&delays);
/// let picture = animated(&scene, &start, timeline, &Timing::default())?;
/// assert!(picture.contains(">delay in steps</text>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenValues {
    name: String,
    most: u32,
    /// For each token the changes of its class: after how many steps, and to which class.
    classes: Vec<Vec<(usize, usize)>>,
}

/// The number of classes: one for 0, and one for each quarter of the numbers above.
const CLASSES: usize = 5;

/// The colours of the classes in both themes. They also differ in lightness, and dark text is
/// legible on them.
pub(super) const FILLS: [&str; CLASSES] = ["#9cc9f5", "#fbe58a", "#f9bd55", "#f48c4a", "#f0706c"];

/// The additional style sheet of pictures with values.
pub(super) const STYLE: &str = include_str!("values.css");

/// The legend's sizes in pixels of a picture in its natural size.
const ROW_PIXELS: i64 = 34;
const SWATCH_PIXELS: i64 = 16;
const FONT_PIXELS: i64 = 14;
/// An upper bound on the average width of a character.
const CHARACTER_PIXELS: i64 = 8;

impl TokenValues {
    /// Creates values for each token, in the order of the tokens. In `(s, value)`, the value holds
    /// after s steps until the next entry; before the first entry the value is 0. Greater values
    /// than `most` are shown as `most`.
    ///
    /// # Complexity
    /// Time is linear in the values. Memory for each token grows with the changes of its colour.
    pub fn new<I: IntoIterator<Item = (usize, u32)>>(
        name: impl Into<String>,
        most: u32,
        values: impl IntoIterator<Item = I>,
    ) -> Self {
        let classes = |values: I| {
            let mut classes: Vec<(usize, usize)> = Vec::new();
            for (step, value) in values {
                let class = class(value, most);
                if classes.last().map_or(0, |&(_, last)| last) != class {
                    classes.push((step, class));
                }
            }
            classes
        };
        Self { name: name.into(), most, classes: values.into_iter().map(classes).collect() }
    }

    /// The class of a token at the start, and its later changes: after how many steps, and to which
    /// class.
    pub(super) fn classes_of(&self, token: usize) -> (usize, &[(usize, usize)]) {
        match self.classes.get(token).map_or(&[][..], |classes| classes) {
            [(0, first), rest @ ..] => (*first, rest),
            classes => (0, classes),
        }
    }

    /// The classes that have numbers, with those numbers.
    fn rows(&self) -> impl Iterator<Item = (usize, String)> {
        let most = u64::from(self.most);
        let quarter = move |index: usize| most * index as u64 / (CLASSES as u64 - 1);
        let above = (1..CLASSES).map(move |index| (index, quarter(index - 1) + 1, quarter(index)));
        let above = above.filter(|&(_, first, last)| first <= last).map(|(index, first, last)| {
            (index, if first == last { first.to_string() } else { alloc::format!("{first}–{last}") })
        });
        core::iter::once((0, "0".to_string())).chain(above)
    }

    /// The width and height of the legend in pixels.
    pub(super) fn legend_size(&self) -> (i64, i64) {
        let width = |text: &str| CHARACTER_PIXELS * character_count(text);
        let rows = self.rows().map(|(_, label)| SWATCH_PIXELS + width(&label) + 3 * CHARACTER_PIXELS);
        (width(&self.name) + 3 * CHARACTER_PIXELS + rows.sum::<i64>(), ROW_PIXELS)
    }

    /// Writes the legend from its upper left corner. A pixel is `pixel` hundredths of a unit.
    pub(super) fn legend(&self, out: &mut String, (x, y): (i64, i64), pixel: i64) -> fmt::Result {
        let units = |pixels: i64| pixels * pixel / 100;
        let (middle, font) = (y + units(ROW_PIXELS / 2), units(FONT_PIXELS));
        let base = middle + font * 36 / 100;
        let text = |out: &mut String, x: i64, text: &str| {
            let text = Escaped(text);
            write!(out, "<text class=\"m-key\" x=\"{x}\" y=\"{base}\" font-size=\"{font}\">{text}</text>")
        };
        let width = |text: &str| units(CHARACTER_PIXELS) * character_count(text);
        out.write_str("<g class=\"m-legend\">")?;
        let mut x = x + units(CHARACTER_PIXELS);
        text(out, x, &self.name)?;
        x += width(&self.name) + units(CHARACTER_PIXELS);
        for (class, label) in self.rows() {
            let (side, top) = (units(SWATCH_PIXELS), middle - units(SWATCH_PIXELS) / 2);
            let fill = FILLS[class];
            write!(
                out,
                "<rect class=\"m-swatch\" x=\"{x}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" \
                 fill=\"{fill}\"/>"
            )?;
            x += side + units(CHARACTER_PIXELS) / 2;
            text(out, x, &label)?;
            x += width(&label) + 2 * units(CHARACTER_PIXELS);
        }
        out.write_str("</g>\n")
    }
}

/// Returns the class of a value: 0, or its quarter.
fn class(value: u32, most: u32) -> usize {
    let (value, most) = (u64::from(value.min(most)), u64::from(most.max(1)));
    (value * (CLASSES as u64 - 1)).div_ceil(most) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_quarters_and_the_legend_names_them() {
        let labels = |most| {
            let values = TokenValues::new("delay", most, [[(0, 0); 0]; 0]);
            values
                .rows()
                .map(|(class, label)| alloc::format!("{class}: {label}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        assert_eq!(labels(0), "0: 0");
        assert_eq!(labels(1), "0: 0, 4: 1");
        assert_eq!(labels(2), "0: 0, 2: 1, 4: 2");
        assert_eq!(labels(10), "0: 0, 1: 1–2, 2: 3–5, 3: 6–7, 4: 8–10");
        assert_eq!(
            labels(u32::MAX),
            "0: 0, 1: 1–1073741823, 2: 1073741824–2147483647, 3: 2147483648–3221225471, 4: \
             3221225472–4294967295"
        );
        for most in 0..50 {
            let values = TokenValues::new("delay", most, [[(0, 0); 0]; 0]);
            let rows: Vec<_> = values.rows().collect();
            for value in 0..=most {
                let (_, label) = rows.iter().find(|(row, _)| *row == class(value, most)).expect("a row");
                let (first, last) = label.split_once('–').unwrap_or((label, label));
                let range = first.parse::<u32>().expect("a number")..=last.parse().expect("a number");
                assert!(range.contains(&value), "{value} of {most} in {label}");
            }
            assert_eq!(class(most + 7, most), class(most, most));
        }
    }

    #[test]
    fn only_changes_of_the_colour_are_kept() {
        let values = [vec![(0, 0), (3, 1), (5, 2), (6, 4), (7, 4)], vec![(0, 2)], vec![(2, 0)]];
        let values = TokenValues::new("delay", 8, values);
        assert_eq!(values.classes_of(0), (0, &[(3, 1), (6, 2)][..]));
        assert_eq!(values.classes_of(1), (1, &[][..]));
        assert_eq!(values.classes_of(2), (0, &[][..]));
        assert_eq!(values.classes_of(3), (0, &[][..]), "a token without values");
    }

    #[test]
    fn every_colour_carries_dark_text() {
        for fill in FILLS {
            let channel = |index: usize| u8::from_str_radix(&fill[index..index + 2], 16).expect("a number");
            let linear = [1, 3, 5].map(|index| (f64::from(channel(index)) / 255.0).powi(3));
            let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
            assert!((luminance + 0.05) / (0.0085 + 0.05) >= 4.5, "{fill}");
        }
    }
}
