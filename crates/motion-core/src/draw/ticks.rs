//! Round numbers along an axis.

use alloc::string::String;
use alloc::vec::Vec;

/// The intended maximum number of steps between ticks.
const MOST: f64 = 8.0;

/// Round numbers from `first` to `last`; neighbours differ by 1, 2 or 5 times a power of ten.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ticks {
    first: i64,
    last: i64,
    /// Neighbours differ by `digit` times ten to the `exponent`.
    digit: i64,
    exponent: i32,
}

impl Ticks {
    /// Returns the ticks of a range of finite numbers, at most ten. Widens to both sides a range
    /// that is a point or tiny compared with its numbers.
    pub(super) fn covering(least: f64, most: f64) -> Self {
        let tiny = 1e-9 * least.abs().max(most.abs());
        let wider = tiny.max(if most > least { 0.0 } else { 1.0 });
        let (least, most) = if most - least > tiny { (least, most) } else { (least - wider, most + wider) };
        let (mut unit, mut exponent) = (1.0, 0);
        while (most - least) / unit < MOST {
            unit /= 10.0;
            exponent -= 1;
        }
        while (most - least) / unit > 10.0 * MOST {
            unit *= 10.0;
            exponent += 1;
        }
        // The range now spans 8 to 80 units; choose the smallest digit that leaves at most eight
        // steps.
        let digit = [1, 2, 5, 10].into_iter().find(|&digit| (most - least) / unit <= MOST * digit as f64);
        let digit = digit.unwrap_or(10);
        let step = unit * digit as f64;
        Self { first: floor(least / step), last: -floor(-most / step), digit, exponent }
    }

    /// The least and the greatest tick.
    pub(super) fn range(self) -> (f64, f64) {
        (self.value(self.first), self.value(self.last))
    }

    /// All ticks with their texts.
    pub(super) fn labels(self) -> Vec<(f64, String)> {
        (self.first..=self.last).map(|index| (self.value(index), self.label(index))).collect()
    }

    fn value(self, index: i64) -> f64 {
        let number = (index * self.digit) as f64;
        let power = power_of_ten(self.exponent.unsigned_abs());
        if self.exponent < 0 { number / power } else { number * power }
    }

    fn label(self, index: i64) -> String {
        if self.exponent < 0 {
            // The digit 10 needs one decimal fewer.
            let decimals = self.exponent.unsigned_abs() as usize - usize::from(self.digit == 10);
            alloc::format!("{:.decimals$}", self.value(index))
        } else {
            grouped(&alloc::format!("{}", self.value(index)))
        }
    }
}

/// Inserts a comma before every three digits of a whole number.
fn grouped(digits: &str) -> String {
    let (sign, digits) = digits.split_at(usize::from(digits.starts_with('-')));
    let mut text = String::from(sign);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the greatest whole number not above `number`, since `core` has no `floor`.
fn floor(number: f64) -> i64 {
    let whole = number as i64;
    if (whole as f64) > number { whole - 1 } else { whole }
}

fn power_of_ten(exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(least: f64, most: f64) -> String {
        let labels = Ticks::covering(least, most).labels().into_iter().map(|(_, label)| label);
        labels.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ticks_are_round_and_cover_the_range() {
        assert_eq!(texts(0.0, 10.0), "0 2 4 6 8 10");
        assert_eq!(texts(0.0, 0.73), "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8");
        assert_eq!(
            texts(4_709.0, 12_345.0),
            "4,000 5,000 6,000 7,000 8,000 9,000 10,000 11,000 12,000 13,000"
        );
        assert_eq!(texts(0.0, 0.004), "0.0000 0.0005 0.0010 0.0015 0.0020 0.0025 0.0030 0.0035 0.0040");
        assert_eq!(texts(7.0, 7.0), "6.0 6.5 7.0 7.5 8.0");
        assert_eq!(texts(-3000.0, 3000.0), "-3,000 -2,000 -1,000 0 1,000 2,000 3,000");
        assert_eq!(
            texts(0.0, 3e9),
            "0 500,000,000 1,000,000,000 1,500,000,000 2,000,000,000 2,500,000,000 3,000,000,000"
        );
        for (least, most) in [
            (0.0, 1.0),
            (17.0, 18.5),
            (135.0, 4_709.0),
            (1e-7, 3e-7),
            (1e12, 1e12 + 3.0),
            (1e300, 1e300),
            (-1e300, 1e300),
            (9e18, 9e18 + 1e4),
        ] {
            let ticks = Ticks::covering(least, most);
            let (from, to) = ticks.range();
            assert!(from <= least && most <= to, "{least} to {most}: {from} to {to}");
            let labels = ticks.labels();
            assert!((3..=10).contains(&labels.len()), "{least} to {most}: {labels:?}");
        }
    }
}
