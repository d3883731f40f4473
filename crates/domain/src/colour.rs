//! Colours that an operator chooses, and whether text on them and in them can be read (WCAG 2.2, success criterion
//! 1.4.3).

use std::{fmt, str::FromStr};

/// The least contrast between text and its background (WCAG 2.2, level AA).
pub const LEAST_CONTRAST: f64 = 4.5;

/// A colour of sRGB: red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour([u8; 3]);

/// The text is not a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a colour is written as # and six digits, like #c8e600")]
pub struct NotAColour;

impl FromStr for Colour {
    type Err = NotAColour;

    /// `#c8e600`, in any case.
    fn from_str(text: &str) -> Result<Self, NotAColour> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii());
        let part = |at: usize| {
            let pair = digits.and_then(|digits| digits.get(at..at + 2)).ok_or(NotAColour)?;
            // A sign would be read as part of a number.
            let is_hex = pair.bytes().all(|byte| byte.is_ascii_hexdigit());
            if is_hex { u8::from_str_radix(pair, 16).map_err(|_| NotAColour) } else { Err(NotAColour) }
        };
        Ok(Colour([part(0)?, part(2)?, part(4)?]))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

const WHITE: Colour = Colour([255; 3]);
const BLACK: Colour = Colour([0; 3]);
/// The text on the accent: `--color-ball-ink` of web/src/ui/theme.css.
const ACCENT_INK: Colour = Colour([0x26, 0x33, 0x05]);
/// The lightest background of text in the accent colour: `--color-raised` of the dark theme, in the same file.
const DARK_GROUND: Colour = Colour([0x04, 0x3c, 0x47]);

/// What a chosen colour is used for, in the light and in the dark theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColourRole {
    /// Primary buttons and chosen items: dark text is on it, and it is the colour of text on dark backgrounds.
    Accent,
    /// The floor of courts: white text is on it.
    Court,
}

impl ColourRole {
    /// The lowest contrast of a colour with the text on it and the background behind it.
    pub fn contrast(self, colour: Colour) -> f64 {
        match self {
            ColourRole::Accent => contrast(colour, ACCENT_INK).min(contrast(colour, DARK_GROUND)),
            ColourRole::Court => contrast(colour, WHITE),
        }
    }

    /// Whether the colour has enough contrast to be read.
    pub fn is_readable(self, colour: Colour) -> bool {
        self.contrast(colour) >= LEAST_CONTRAST
    }

    /// The nearest colour of the same hue that people can read: lighter for an accent, darker for a court.
    pub fn nearest_readable(self, colour: Colour) -> Colour {
        let towards = match self {
            ColourRole::Accent => WHITE,
            ColourRole::Court => BLACK,
        };
        let steps = (0..=100).map(|percent| colour.mixed(towards, percent));
        steps.into_iter().find(|step| self.is_readable(*step)).unwrap_or(towards)
    }
}

impl Colour {
    /// This colour mixed with `percent` percent of `other`.
    fn mixed(self, other: Colour, percent: i32) -> Colour {
        let mut parts = self.0;
        for (part, towards) in parts.iter_mut().zip(other.0) {
            let way = (i32::from(towards) - i32::from(*part)) * percent;
            let mixed = i32::from(*part) + (way + 50 * way.signum()) / 100;
            *part = u8::try_from(mixed.clamp(0, 255)).unwrap_or(u8::MAX);
        }
        Colour(parts)
    }

    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

/// The contrast of two colours, 1 to 21.
fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (one.luminance(), other.luminance());
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn colour(text: &str) -> Colour {
        text.parse().unwrap()
    }

    #[test]
    fn a_colour_is_six_digits() {
        assert_eq!(colour("#C8e600").to_string(), "#c8e600");
        for other in ["", "#c8e60", "c8e600", "#c8e6000", "#+8e600", "red", "#ॐ00"] {
            assert_eq!(other.parse::<Colour>(), Err(NotAColour), "{other}");
        }
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((contrast(WHITE, BLACK) - 21.0).abs() < 0.001);
        // The example of WCAG's understanding documents: grey on white.
        assert!((contrast(colour("#767676"), WHITE) - 4.54).abs() < 0.01);
    }

    #[test]
    fn the_colours_of_the_app_can_be_read() {
        assert!(ColourRole::Accent.is_readable(colour("#d6f70b")));
        for court in ["#006681", "#007897"] {
            assert!(ColourRole::Court.is_readable(colour(court)), "{court}, of the light or the dark theme");
        }
        assert!(!ColourRole::Accent.is_readable(colour("#7a1fa2")));
        assert!(!ColourRole::Court.is_readable(colour("#4fc3f7")));
    }

    proptest! {
        #[test]
        fn the_nearest_colour_can_be_read_and_stays_itself(parts in any::<[u8; 3]>()) {
            for role in [ColourRole::Accent, ColourRole::Court] {
                let nearest = role.nearest_readable(Colour(parts));
                prop_assert!(role.is_readable(nearest));
                prop_assert_eq!(role.nearest_readable(nearest), nearest);
                prop_assert!(!role.is_readable(Colour(parts)) || nearest == Colour(parts));
            }
        }
    }
}
