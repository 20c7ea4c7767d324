//! Colours: a few that follow the reader's light or dark theme, and a wheel of hues for tokens.
//!
//! The wheel has even lightness in the OKLCH colour space, so that one dark ink is legible on every
//! hue in both themes. OKLCH needs cube roots and cosines, which `core` lacks; linear interpolation
//! between 24 precomputed colours looks the same.
//!
//! Reference: B. Ottosson, *A perceptual color space for image processing*, 2020.

use core::fmt;

/// A colour of a place, a line or a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Paint {
    /// The ground, barely visible.
    Floor,
    /// An obstacle, heavy.
    Wall,
    /// A place where something must arrive.
    Goal,
    /// The colour of text, for a token that is not one of many, such as a player.
    Ink,
    /// A colour of the wheel, the same in both themes.
    Hue(Hue),
}

/// An angle on the colour wheel: 0° pink, 90° yellow, 150° green, 240° blue, 300° violet.
///
/// # Examples
/// ```
/// use motion_core::draw::Hue;
///
/// assert_eq!(Hue::degrees(400), Hue::degrees(40));
/// assert_ne!(Hue::nth(0), Hue::nth(1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hue(u16);

/// A colour as SVG and CSS write it, `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rgb([u8; 3]);

/// OKLCH with lightness 0.74 and chroma 0.17, every 15°, moved into the sRGB gamut.
const VIVID: [u32; 24] = [
    0xfe_77a6, 0xff_7c8a, 0xff_806d, 0xff_8346, 0xf6_8c11, 0xe3_9a01, 0xd0_a501, 0xba_af00, 0x9e_b919,
    0x79_c24a, 0x47_c86e, 0x05_c992, 0x02_c6ae, 0x03_c3c3, 0x00_c0d7, 0x02_bced, 0x3a_b5fe, 0x6d_adff,
    0x8a_a6ff, 0xa2_9dfe, 0xbb_91ff, 0xd3_86f3, 0xe5_7fdd, 0xf4_7ac3,
];

/// The hues again, with lightness 0.85 and chroma 0.09.
const PALE: [u32; 24] = [
    0xff_b6cb, 0xff_b8bc, 0xff_baae, 0xff_bc9f, 0xfa_c092, 0xf1_c68b, 0xe5_cc89, 0xd6_d28c, 0xc6_d794,
    0xb5_dba0, 0xa4_dfaf, 0x94_e1bf, 0x88_e1d0, 0x82_e1e0, 0x83_deee, 0x8a_dbfa, 0x9c_d6ff, 0xad_d1ff,
    0xbb_ccff, 0xc8_c7ff, 0xd6_c1ff, 0xe4_bcf7, 0xf0_b9ea, 0xf9_b6db,
];

const STEP: u16 = 15;

impl Hue {
    /// Returns the hue at this angle, taken modulo 360.
    pub const fn degrees(angle: u16) -> Self {
        Self(angle % 360)
    }

    /// Returns the hue of the `index`-th of many tokens. Neighbouring indices differ clearly.
    pub const fn nth(index: u32) -> Self {
        // Turning by the golden angle, 137.5°, leaves the widest gaps for any number of tokens.
        Self(((index as u64 * 275 / 2 + 250) % 360) as u16)
    }

    /// The full colour.
    pub(super) fn vivid(self) -> Rgb {
        self.on(&VIVID)
    }

    /// The pale colour, for tokens away from their goals.
    pub(super) fn pale(self) -> Rgb {
        self.on(&PALE)
    }

    fn on(self, wheel: &[u32; 24]) -> Rgb {
        let index = usize::from(self.0 / STEP);
        let share = u32::from(self.0 % STEP);
        let (near, far) = (wheel[index % 24], wheel[(index + 1) % 24]);
        Rgb([16, 8, 0].map(|shift| {
            let (near, far) = (near >> shift & 0xff, far >> shift & 0xff);
            let all = u32::from(STEP);
            ((near * (all - share) + far * share + all / 2) / all) as u8
        }))
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn the_wheel_passes_through_its_table_and_closes() {
        assert_eq!(Hue::degrees(0).vivid().to_string(), "#fe77a6");
        assert_eq!(Hue::degrees(15).pale().to_string(), "#ffb8bc");
        for degrees in 0..360 {
            let (Rgb(here), Rgb(next)) = (Hue::degrees(degrees).vivid(), Hue::degrees(degrees + 1).vivid());
            assert!(here.iter().zip(next).all(|(&a, b)| a.abs_diff(b) <= 5), "a jump at {degrees}°");
        }
    }

    #[test]
    fn every_hue_carries_dark_text() {
        // Contrast as in WCAG, with a cube in place of the sRGB curve, which lies below the cube.
        // Level AA requires 4.5.
        let luminance = |Rgb(channels): Rgb| {
            let linear =
                channels.map(|channel| f64::from(channel) / 255.0).map(|share| share * share * share);
            0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        };
        let ink = 0.0085; // of #14171d
        for degrees in 0..360 {
            for colour in [Hue::degrees(degrees).vivid(), Hue::degrees(degrees).pale()] {
                let contrast = (luminance(colour) + 0.05) / (ink + 0.05);
                assert!(contrast >= 5.5, "{degrees}°: {contrast}");
            }
        }
    }

    #[test]
    fn the_first_tokens_differ_by_thirty_degrees() {
        for (first, second) in (0..8).flat_map(|first| (0..first).map(move |second| (first, second))) {
            let apart = Hue::nth(first).0.abs_diff(Hue::nth(second).0);
            assert!(apart.min(360 - apart) >= 30, "{first} and {second}");
        }
    }
}
