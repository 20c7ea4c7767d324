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

/// OKLCH with lightness 0.78 and chroma 0.135, every 15°, moved into the sRGB gamut.
const VIVID: [u32; 24] = [
    0xfd_91b4, 0xff_939c, 0xff_9686, 0xfe_9a6c, 0xf6_a157, 0xe9_aa47, 0xd9_b342, 0xc4_bc49, 0xac_c45a,
    0x91_cb70, 0x72_cf88, 0x50_d2a2, 0x27_d3bb, 0x00_d1d2, 0x00_cee7, 0x36_c9f8, 0x64_c1ff, 0x85_baff,
    0x9c_b4ff, 0xb0_adff, 0xc4_a3ff, 0xd8_9cf3, 0xe8_97e0, 0xf4_93cb,
];

/// The hues again, with lightness 0.80 and chroma 0.065.
const PALE: [u32; 24] = [
    0xe2_adbc, 0xe5_adb0, 0xe5_afa5, 0xe2_b19c, 0xde_b494, 0xd7_b88f, 0xce_bd8e, 0xc3_c190, 0xb8_c496,
    0xac_c89e, 0xa1_caa8, 0x97_ccb3, 0x8f_ccbf, 0x8b_cbcb, 0x8c_cad5, 0x90_c7dd, 0x98_c4e4, 0xa2_c0e8,
    0xad_bce9, 0xb9_b9e7, 0xc4_b5e2, 0xce_b2db, 0xd6_afd2, 0xdd_adc7,
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

    /// The greyed colour, for tokens away from their goals.
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
        assert_eq!(Hue::degrees(0).vivid().to_string(), "#fd91b4");
        assert_eq!(Hue::degrees(15).pale().to_string(), "#e5adb0");
        for degrees in 0..360 {
            let (Rgb(here), Rgb(next)) = (Hue::degrees(degrees).vivid(), Hue::degrees(degrees + 1).vivid());
            assert!(here.iter().zip(next).all(|(&a, b)| a.abs_diff(b) <= 4), "a jump at {degrees}°");
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
                assert!(contrast >= 6.5, "{degrees}°: {contrast}");
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
