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
const LINE_HEIGHT: f32 = 1.4;

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
        let needed = face::width(&runs) * style.size;
        let size =
            if needed > width { (style.size * width / needed).max(style.size / 2.0) } else { style.size };
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

/// The text in lines of at most `width` at size 1; a wider word has its own line.
fn break_lines(text: &str, width: f32, weight: Weight) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let fits = lines.last().map(|line| format!("{line} {word}"));
        match (lines.last_mut(), fits) {
            (Some(line), Some(longer)) if face::width(&face::typeset(&longer, weight)) <= width => {
                *line = longer;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
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
}
