//! A drawing surface for text, lines and boxes, in points from the top left.

use krilla::{
    color::rgb,
    geom::{PathBuilder, Point, Rect, Size, Transform},
    image::Image,
    num::NormalizedF32,
    paint::{Fill, FillRule},
    surface::Surface,
};

use crate::{
    face::{self, Run, Weight},
    logo::Logo,
};

/// The style of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    /// The font size in points.
    pub(crate) size: f32,
    /// The font.
    pub(crate) weight: Weight,
    /// The colour.
    pub(crate) ink: Ink,
}

/// The colours of the light theme (web/src/ui/theme.css has them in OKLCH).
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ink {
    /// Text.
    Text,
    /// Secondary text.
    Quiet,
    /// Filled boxes.
    Deep,
    /// Text on filled boxes.
    White,
    /// Boxes behind text.
    Raised,
    /// Lines.
    Line,
    /// The ball beside the operator's name.
    Ball,
}

impl Ink {
    fn color(self) -> rgb::Color {
        match self {
            Ink::Text => rgb::Color::new(5, 33, 39),
            Ink::Quiet => rgb::Color::new(69, 93, 99),
            Ink::Deep => rgb::Color::new(0, 45, 55),
            Ink::White => rgb::Color::new(255, 255, 255),
            Ink::Raised => rgb::Color::new(235, 242, 236),
            Ink::Line => rgb::Color::new(213, 225, 225),
            Ink::Ball => rgb::Color::new(214, 247, 11),
        }
    }
}

/// A quarter of a circle of radius 1 is drawn as one cubic Bézier curve. This is the distance of its control points from the corner of
/// the square around it: 1 - 4/3 × (√2 - 1).
const CONTROL_POINT: f32 = 0.447_7;

/// The width of a line between rows, in points.
const RULE_WIDTH: f32 = 0.75;

/// From one line of a paragraph to the next, in font sizes.
pub(crate) const LINE_HEIGHT: f32 = 1.4;

/// The smallest size to which paragraphs are set, in percent of their own.
const LEAST_PERCENT: u8 = 20;

/// How exactly the largest size that fits is found.
const PERCENT_STEP: u8 = 3;

/// Texts below each other, broken into lines.
pub(crate) struct Paragraphs {
    set: Vec<(Vec<String>, Style)>,
    width: f32,
}

impl Paragraphs {
    /// All of the texts in lines of at most `width`, set smaller if they would be higher than `height`.
    pub(crate) fn fit(texts: &[(String, Style)], (width, height): (f32, f32)) -> Self {
        let own_size = Paragraphs::of_size(texts, width, 100);
        if own_size.height() <= height {
            return own_size;
        }
        let (mut fits, mut too_high) = (LEAST_PERCENT, 100);
        while too_high - fits > PERCENT_STEP {
            let percent = (fits + too_high) / 2;
            if Paragraphs::of_size(texts, width, percent).height() <= height {
                fits = percent;
            } else {
                too_high = percent;
            }
        }
        Paragraphs::of_size(texts, width, fits)
    }

    fn of_size(texts: &[(String, Style)], width: f32, percent: u8) -> Self {
        let set = texts.iter().map(|(text, style)| {
            let size = style.size * f32::from(percent) / 100.0;
            (break_lines(text, width / size, style.weight), Style { size, ..*style })
        });
        Paragraphs { set: set.collect(), width }
    }

    /// From the first line to the one after the last.
    pub(crate) fn height(&self) -> f32 {
        self.lines().map(|(_, style)| style.size * LINE_HEIGHT).sum()
    }

    fn lines(&self) -> impl Iterator<Item = (&str, Style)> {
        self.set.iter().flat_map(|(lines, style)| lines.iter().map(move |line| (line.as_str(), *style)))
    }

    /// The lines as one text, for tests.
    #[cfg(test)]
    pub(crate) fn text(&self) -> String {
        self.lines().map(|(line, _)| line).collect::<Vec<_>>().join(" ")
    }

    /// The width of the widest line as it is drawn, for tests.
    #[cfg(test)]
    pub(crate) fn drawn_width(&self) -> f32 {
        let drawn = |(line, style): (&str, Style)| {
            let runs = face::typeset(line, style.weight);
            face::width(&runs) * size_within(&runs, self.width, style)
        };
        self.lines().map(drawn).fold(0.0, f32::max)
    }
}

/// The surface of a page.
pub(crate) struct Sheet<'p> {
    surface: Surface<'p>,
}

impl<'p> Sheet<'p> {
    pub(crate) fn new(surface: Surface<'p>) -> Self {
        Sheet { surface }
    }

    fn set_fill(&mut self, ink: Ink) {
        let fill = Fill { paint: ink.color().into(), opacity: NormalizedF32::ONE, rule: FillRule::NonZero };
        self.surface.set_fill(Some(fill));
    }

    fn draw_runs(&mut self, (mut x, y): (f32, f32), runs: &[Run], style: Style) {
        self.set_fill(style.ink);
        for run in runs {
            let font = run.font.clone();
            self.surface.draw_glyphs(Point::from_xy(x, y), &run.glyphs, font, &run.text, style.size, false);
            x += run.width * style.size;
        }
    }

    /// Draws one line with its baseline at `y`.
    pub(crate) fn line(&mut self, at: (f32, f32), text: &str, style: Style) {
        self.draw_runs(at, &face::typeset(text, style.weight), style);
    }

    /// Draws one line that ends at `right`.
    pub(crate) fn line_to(&mut self, (right, y): (f32, f32), text: &str, style: Style) {
        let runs = face::typeset(text, style.weight);
        self.draw_runs((right - face::width(&runs) * style.size, y), &runs, style);
    }

    /// Draws one line, set smaller if it is wider than `width`, down to half its size.
    pub(crate) fn line_within(&mut self, at: (f32, f32), text: &str, width: f32, style: Style) {
        let runs = face::typeset(text, style.weight);
        let size = size_within(&runs, width, style);
        self.draw_runs(at, &runs, Style { size, ..style });
    }

    /// Draws at most `most` lines of at most `width`, one [`LINE_HEIGHT`] below the other; returns the `y` of the next one.
    pub(crate) fn lines(
        &mut self,
        (x, y): (f32, f32),
        text: &str,
        width: f32,
        most: usize,
        style: Style,
    ) -> f32 {
        let step = style.size * LINE_HEIGHT;
        let lines = break_lines(text, width / style.size, style.weight);
        let mut next = y;
        for line in lines.iter().take(most) {
            self.line_within((x, next), line, width, style);
            next += step;
        }
        next
    }

    /// Draws paragraphs with the first baseline at `y`; returns the `y` of the next line.
    pub(crate) fn paragraphs(&mut self, (x, y): (f32, f32), paragraphs: &Paragraphs) -> f32 {
        let mut next = y;
        for (line, style) in paragraphs.lines() {
            self.line_within((x, next), line, paragraphs.width, style);
            next += style.size * LINE_HEIGHT;
        }
        next
    }

    /// Draws a filled box with rounded corners.
    pub(crate) fn block(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), corner: f32, ink: Ink) {
        let k = corner * CONTROL_POINT;
        let (right, bottom) = (x + width, y + height);
        let mut path = PathBuilder::new();
        path.move_to(x + corner, y);
        path.line_to(right - corner, y);
        path.cubic_to(right - k, y, right, y + k, right, y + corner);
        path.line_to(right, bottom - corner);
        path.cubic_to(right, bottom - k, right - k, bottom, right - corner, bottom);
        path.line_to(x + corner, bottom);
        path.cubic_to(x + k, bottom, x, bottom - k, x, bottom - corner);
        path.line_to(x, y + corner);
        path.cubic_to(x, y + k, x + k, y, x + corner, y);
        path.close();
        if let Some(path) = path.finish() {
            self.set_fill(ink);
            self.surface.draw_path(&path);
        }
    }

    /// Draws a logo in its own shape, with its upper left corner at `(x, y)`, within a box of this size; `false` if
    /// it cannot be drawn.
    pub(crate) fn logo(&mut self, (x, y): (f32, f32), within: (f32, f32), logo: &Logo) -> bool {
        let (width, height) = logo.size_within(within);
        let Some(size) = Size::from_wh(width, height) else { return false };
        let Ok(image) = Image::from_custom(logo.clone(), true) else { return false };
        self.surface.push_transform(&Transform::from_translate(x, y));
        self.surface.draw_image(image, size);
        self.surface.pop();
        true
    }

    /// Draws a thin horizontal line.
    pub(crate) fn rule(&mut self, (x, y): (f32, f32), width: f32) {
        let mut path = PathBuilder::new();
        if let Some(rect) = Rect::from_xywh(x, y, width, RULE_WIDTH) {
            path.push_rect(rect);
        }
        if let Some(path) = path.finish() {
            self.set_fill(Ink::Line);
            self.surface.draw_path(&path);
        }
    }
}

/// The text in lines of at most `width` at size 1; a wider word has its own line, and is cut if it does not fit at half the size either.
fn break_lines(text: &str, width: f32, weight: Weight) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        for (number, part) in cut_word(word, width, weight).into_iter().enumerate() {
            // A space before a later part would be in the middle of the word.
            let fits = lines.last().filter(|_| number == 0).map(|line| format!("{line} {part}"));
            match (lines.last_mut(), fits) {
                (Some(line), Some(longer)) if width_of(&longer, weight) <= width => {
                    *line = longer;
                }
                _ => lines.push(part),
            }
        }
    }
    lines
}

/// The word, or parts of about `width` at size 1 of one that is more than twice as wide, because [`Sheet::line_within`] cannot draw that
/// within `width`.
fn cut_word(word: &str, width: f32, weight: Weight) -> Vec<String> {
    let needed = width_of(word, weight);
    if needed <= width * 2.0 {
        return vec![word.to_owned()];
    }
    let parts = (3..u16::MAX).find(|parts| needed / f32::from(*parts) <= width).unwrap_or(u16::MAX);
    let letters: Vec<char> = word.chars().collect();
    letters.chunks(letters.len().div_ceil(parts.into())).map(|part| part.iter().collect()).collect()
}

/// The size at which a line is not wider than `width`, but at least half its own.
fn size_within(runs: &[Run], width: f32, style: Style) -> f32 {
    let needed = face::width(runs) * style.size;
    if needed > width { (style.size * width / needed).max(style.size / 2.0) } else { style.size }
}

/// The width of a line at size 1.
fn width_of(text: &str, weight: Weight) -> f32 {
    face::width(&face::typeset(text, weight))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let address = "12 Banyan Ghat Road, beside the Vishwamitri footbridge, Akota, Vadodara 390020";
        let lines = break_lines(address, 20.0, Weight::Text);
        assert!(lines.len() >= 2, "{lines:?}");
        assert_eq!(lines.join(" "), address);
        assert!(
            lines.iter().all(|line| face::width(&face::typeset(line, Weight::Text)) <= 20.0),
            "{lines:?}"
        );
    }

    #[test]
    fn a_word_that_is_too_wide_at_half_its_size_is_cut() {
        let word = "12,BanyanGhatRoad,".repeat(20);
        let lines = break_lines(&word, 20.0, Weight::Text);
        assert!(lines.len() > 2 && lines.concat() == word, "{lines:?}");
        assert!(lines.iter().all(|line| width_of(line, Weight::Text) <= 40.0), "{lines:?}");
        let narrow_end = format!("{}{}", "W".repeat(60), "i".repeat(60));
        let lines = break_lines(&narrow_end, 20.0, Weight::Text);
        assert_eq!(lines.concat(), narrow_end, "no space is put into it");
    }

    #[test]
    fn all_of_a_long_text_is_set_within_its_height() {
        let style = Style { size: 10.0, weight: Weight::Text, ink: Ink::Text };
        let short = Paragraphs::fit(&[("12 Banyan Ghat Road".to_owned(), style)], (232.0, 56.0));
        assert!((short.height() - 14.0).abs() < 0.01, "one line in its own size");
        for word in ["12 Banyan Ghat Road, ", "WWWW ", "x, "] {
            let text: String = word.chars().cycle().take(500).collect();
            let long = Paragraphs::fit(&[(text.clone(), style)], (232.0, 56.0));
            assert_eq!(long.text(), text.trim());
            assert!(long.height() <= 56.0, "{}", long.height());
        }
    }
}
