//! Fonts and text shaping: each word is set in the first font that has all of its letters, shaped by the rules of its
//! script, and measured.

use std::sync::LazyLock;

use harfrust::{Buffer, ShapeOptions, ShaperFont, shape};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use sideout_domain::public_text::is_invisible;

/// The font weights of the design.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// The weight of ordinary text.
    Text,
    /// The weight for emphasis.
    Bold,
    /// The weight of titles: condensed and italic.
    Display,
}

/// One font file, for drawing and for shaping.
struct Face {
    font: Font,
    shaping_font: harfrust::Font,
    units_per_em: f32,
}

/// A part of a line in one font.
#[derive(Clone)]
pub(crate) struct Run {
    /// The text of the run.
    pub(crate) text: String,
    /// The font of the run.
    pub(crate) font: Font,
    /// The glyphs, in fractions of the font size.
    pub(crate) glyphs: Vec<KrillaGlyph>,
    /// The width of the run at size 1.
    pub(crate) width: f32,
}

static FIGTREE: LazyLock<Option<Face>> = LazyLock::new(|| face(include_bytes!("../fonts/figtree-400.ttf")));
static FIGTREE_BOLD: LazyLock<Option<Face>> =
    LazyLock::new(|| face(include_bytes!("../fonts/figtree-700.ttf")));
static BARLOW: LazyLock<Option<Face>> =
    LazyLock::new(|| face(include_bytes!("../fonts/barlow-condensed-700-italic.ttf")));
static DEVANAGARI: LazyLock<Option<Face>> =
    LazyLock::new(|| face(include_bytes!("../fonts/noto-sans-devanagari-400.ttf")));
static GUJARATI: LazyLock<Option<Face>> =
    LazyLock::new(|| face(include_bytes!("../fonts/noto-sans-gujarati-400.ttf")));

fn face(bytes: &'static [u8]) -> Option<Face> {
    let shaping_font = harfrust::Font::new(bytes, 0)?;
    let units_per_em = f32::from(ShaperFont::new(&shaping_font).units_per_em());
    Some(Face { font: Font::new(bytes.into(), 0)?, shaping_font, units_per_em })
}

/// The fonts in the order in which they are tried for a word.
fn faces(weight: Weight) -> impl Iterator<Item = &'static Face> {
    let own = match weight {
        Weight::Text => &FIGTREE,
        Weight::Bold => &FIGTREE_BOLD,
        Weight::Display => &BARLOW,
    };
    [own, &FIGTREE, &DEVANAGARI, &GUJARATI].into_iter().filter_map(|face| face.as_ref())
}

fn has_all(face: &Face, word: &str) -> bool {
    let font = ShaperFont::new(&face.shaping_font);
    // Joiners need no glyph.
    let letters = word.chars().filter(|letter| !matches!(letter, '\u{200c}' | '\u{200d}'));
    letters.into_iter().all(|letter| font.nominal_glyph(u32::from(letter)).is_some())
}

/// The words of `text` without characters that cannot be seen: they have no glyph, and are copied with names and addresses.
fn visible_words(text: &str) -> impl Iterator<Item = String> {
    let visible = |word: &str| word.chars().filter(|letter| !is_invisible(*letter)).collect::<String>();
    text.split_whitespace().map(visible).filter(|word| !word.is_empty())
}

/// Whether `text` has a word that can be seen, and there is a font for each.
pub(crate) fn can_show(text: &str) -> bool {
    let mut words = visible_words(text).peekable();
    words.peek().is_some() && words.all(|word| faces(Weight::Text).any(|face| has_all(face, &word)))
}

/// The line as glyphs. A word that no font has is left out: check [`can_show`] first if that matters.
pub(crate) fn typeset(text: &str, weight: Weight) -> Vec<Run> {
    let mut runs: Vec<(String, &'static Face)> = Vec::new();
    for word in visible_words(text) {
        let Some(face) = faces(weight).find(|face| has_all(face, &word)) else { continue };
        match runs.last_mut() {
            Some((before, same)) if std::ptr::eq(*same, face) => {
                before.push(' ');
                before.push_str(&word);
            }
            Some((before, _)) => {
                // The space belongs to the previous word.
                before.push(' ');
                runs.push((word, face));
            }
            None => runs.push((word, face)),
        }
    }
    runs.into_iter().map(|(text, face)| run(text, face)).collect()
}

/// The width of the line at size 1.
pub(crate) fn width(runs: &[Run]) -> f32 {
    runs.iter().map(|run| run.width).sum()
}

fn run(text: String, face: &'static Face) -> Run {
    let mut buffer = Buffer::new();
    buffer.push_str(&text);
    buffer.guess_segment_properties();
    let font = ShaperFont::new(&face.shaping_font);
    // No error of `shape` is possible: the buffer is new, its direction is set above, and no plan is given.
    let shaped = shape(&font, &mut buffer, ShapeOptions::default()).is_ok();
    let (infos, places) = (buffer.glyph_infos(), buffer.glyph_positions());
    let starts: Vec<usize> = infos.iter().map(|info| info.cluster as usize).collect();
    let glyphs: Vec<KrillaGlyph> = infos
        .iter()
        .zip(places)
        .filter(|_| shaped)
        .map(|(info, place)| {
            let start = info.cluster as usize;
            let end = starts.iter().copied().filter(|next| *next > start).min().unwrap_or(text.len());
            let part = |units: i32| units_to_f32(units) / face.units_per_em;
            KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                part(place.x_advance),
                part(place.x_offset),
                part(place.y_offset),
                part(place.y_advance),
                start..end,
                None,
            )
        })
        .collect();
    let width = glyphs.iter().map(|glyph| glyph.x_advance).sum();
    Run { text, font: face.font.clone(), glyphs, width }
}

/// Positions in a font are small enough to be exact in an `f32`.
fn units_to_f32(units: i32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "below 2^24")]
    let exact = units as f32;
    exact
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_fonts_can_be_read_and_the_rupee_sign_is_never_a_missing_glyph() {
        for weight in [Weight::Text, Weight::Bold, Weight::Display] {
            assert_eq!(faces(weight).count(), 4);
            let runs = typeset("₹", weight);
            let glyphs: Vec<u32> =
                runs.iter().flat_map(|run| &run.glyphs).map(|glyph| glyph.glyph_id.to_u32()).collect();
            assert!(glyphs.len() == 1 && glyphs[0] != 0, "{weight:?}: {glyphs:?}");
        }
        assert!(can_show("₹800.00 · Łukasz O’Brien"));
    }

    #[test]
    fn names_in_the_scripts_of_all_languages_are_set_without_a_missing_letter() {
        for name in ["आशा मेहता", "આશા મહેતા", "Asha मेहता", "क्षितिज श्रीवास्तव", "જ્ઞાનેશ્વર"]
        {
            assert!(can_show(name), "{name}");
            let runs = typeset(name, Weight::Bold);
            assert!(width(&runs) > 1.0, "{name}");
            let missing = runs.iter().flat_map(|run| &run.glyphs).any(|glyph| glyph.glyph_id.to_u32() == 0);
            assert!(!missing, "{name}");
        }
    }

    #[test]
    fn a_script_without_a_font_is_detected_and_draws_no_boxes() {
        for name in ["ஆஷா", "アシャ", "Asha 🎾"] {
            assert!(!can_show(name), "{name}");
            let missing = typeset(name, Weight::Text)
                .iter()
                .any(|run| run.glyphs.iter().any(|g| g.glyph_id.to_u32() == 0));
            assert!(!missing, "{name}");
        }
    }

    #[test]
    fn characters_that_cannot_be_seen_are_left_out_and_their_words_stay() {
        let copied = "\u{feff}Uttam\u{200b} Tra\u{ad}ders \u{200e}";
        assert!(can_show(copied));
        let text: String = typeset(copied, Weight::Bold).into_iter().map(|run| run.text).collect();
        assert_eq!(text, "Uttam Traders");
        assert!(!can_show("\u{200b} \u{feff}"), "nothing would be drawn");
    }
}
