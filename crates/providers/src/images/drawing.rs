//! Drawings (SVG) as pixels, for documents. An operator's file is not trusted: what could read another file, run for long or use much
//! memory is refused before it is drawn.

use std::collections::{HashMap, HashSet};

use image::{Rgba, RgbaImage};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{ImageHrefResolver, Options, Tree, roxmltree},
};
use roxmltree::{Document, Node, NodeId, ParsingOptions};

/// The largest drawing, in bytes.
pub const MAX_BYTES: usize = 256 * 1024;

/// The most nodes of XML, text and comments included.
const MAX_NODES: u32 = 20_000;
/// How deep elements may be nested. What an element refers to counts as nested in it.
const MAX_DEPTH: u32 = 40;
/// The most that is drawn: each element costs one, and one more for each 64 bytes of its attributes. What is referred to counts each time.
const MAX_COST: u64 = 10_000;
/// The most bytes of style sheets. Each of their rules is compared with each element.
const MAX_STYLE: usize = 16 * 1024;

const SVG: &str = "http://www.w3.org/2000/svg";

/// The elements of SVG that are accepted, besides `metadata`. Any other is refused, because a logo without it would be another one.
/// Text is not among them: there are no fonts here.
const ELEMENTS: [&str; 20] = [
    "svg",
    "g",
    "defs",
    "symbol",
    "use",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
    "mask",
    "style",
    "title",
    "desc",
];

/// Properties that are refused unless their value is `none`: each may take a thousand times as long as what it is used on.
const COSTLY: [&str; 2] = ["filter", "stroke-dasharray"];

/// Properties that refer to another element, and whose value must not be `inherit`.
const REFERRING: [&str; 2] = ["clip-path", "mask"];

/// Why a drawing cannot be drawn. The message ends a sentence for the operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DrawingError {
    /// More than [`MAX_BYTES`], or too much to draw.
    #[error("it is too large: make it simpler, at most 256 KiB")]
    TooLarge,
    /// The file is not XML in UTF-8 with an `svg` element, or has no size.
    #[error("it cannot be read as an SVG: save it again as a plain SVG with a size")]
    Unreadable,
    /// An element that is not drawn.
    #[error("it has <{0}>, which is not drawn: turn everything into paths")]
    NotDrawn(String),
    /// A property that may take too long to draw.
    #[error("it uses '{0}', which is not drawn: turn everything into paths")]
    Costly(String),
    /// The document type declares entities, which could expand each other.
    #[error("its document type has entities: save it without them")]
    Entities,
    /// The drawing refers to another file or address.
    #[error("it refers to another file: put everything into the drawing itself")]
    RefersOutside,
    /// An element contains or uses itself.
    #[error("a part of it refers to itself: turn everything into paths")]
    RefersToItself,
    /// A style sheet or a `style` attribute that cannot be read, or is not plain enough to be checked.
    #[error("its style sheet cannot be read: save it with attributes instead of styles")]
    Style,
    /// The drawing has no visible part.
    #[error("nothing in it is visible: save it with a fill or a stroke")]
    Empty,
}

/// Checks that [`draw`] can draw this, except that a part of it is visible.
///
/// # Errors
/// [`DrawingError`].
pub fn check(bytes: &[u8]) -> Result<(), DrawingError> {
    parse(bytes).map(drop)
}

/// A drawing in its own shape, as large as fits into this many pixels.
///
/// # Errors
/// [`DrawingError`].
pub fn draw(bytes: &[u8], (width, height): (u16, u16)) -> Result<RgbaImage, DrawingError> {
    let tree = parse(bytes)?;
    let own = tree.size();
    let scale = (f32::from(width) / own.width()).min(f32::from(height) / own.height());
    let across = pixels(own.width() * scale, width);
    let down = pixels(own.height() * scale, height);
    let mut pixmap = Pixmap::new(across, down).ok_or(DrawingError::Unreadable)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    if pixmap.pixels().iter().all(|pixel| pixel.alpha() == 0) {
        return Err(DrawingError::Empty);
    }
    Ok(RgbaImage::from_fn(across, down, |x, y| {
        let pixel = pixmap.pixel(x, y).map(|pixel| pixel.demultiply());
        pixel.map_or(Rgba([0; 4]), |one| Rgba([one.red(), one.green(), one.blue(), one.alpha()]))
    }))
}

/// A length in whole pixels, from 1 to `most`.
fn pixels(length: f32, most: u16) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast of a float saturates, and the result is clamped"
    )]
    let whole = length.round() as u32;
    whole.clamp(1, u32::from(most))
}

fn parse(bytes: &[u8]) -> Result<Tree, DrawingError> {
    if bytes.len() > MAX_BYTES {
        return Err(DrawingError::TooLarge);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| DrawingError::Unreadable)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Drawing programs write a document type. Entities would let a short text become a long one.
    if text.contains("<!ENTITY") {
        return Err(DrawingError::Entities);
    }
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => DrawingError::TooLarge,
        _ => DrawingError::Unreadable,
    })?;
    Survey::of(&document)?.element(document.root_element(), 0)?;
    // Pictures are refused above; this reads no file even if one got through.
    let no_pictures =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let options = Options { image_href_resolver: no_pictures, ..Options::default() };
    Tree::from_xmltree(&document, &options).map_err(|_| DrawingError::Unreadable)
}

/// What drawing an element takes, with everything within it and everything that it refers to.
#[derive(Debug, Clone, Copy)]
struct Effort {
    cost: u64,
    depth: u32,
}

/// Walks through a document once before it is drawn.
struct Survey<'d, 'i> {
    /// The elements with each id: a file may give one to several.
    by_id: HashMap<&'d str, Vec<Node<'d, 'i>>>,
    /// By the selector of a rule, `.name`, `#name` or `name`: the ids that its properties refer to.
    of_rules: HashMap<String, Vec<String>>,
    /// The efforts of the elements that were walked through already.
    known: HashMap<NodeId, Effort>,
    /// The elements that lead from the root to the present one.
    open: HashSet<NodeId>,
}

impl<'d, 'i> Survey<'d, 'i> {
    fn of(document: &'d Document<'i>) -> Result<Self, DrawingError> {
        let root = document.root_element();
        if !root.has_tag_name((SVG, "svg")) {
            return Err(DrawingError::Unreadable);
        }
        let mut by_id: HashMap<&str, Vec<Node<'_, '_>>> = HashMap::new();
        let (mut of_rules, mut style_bytes) = (HashMap::new(), 0);
        for node in root.descendants().filter(Node::is_element) {
            let name = node.tag_name().name();
            // The renderer draws also elements without a namespace, and reads the style sheets of all namespaces.
            if node.tag_name().namespace().is_none() {
                return Err(DrawingError::NotDrawn(name.to_owned()));
            }
            if !is_drawing(node) {
                if name == "style" {
                    return Err(DrawingError::Style);
                }
                continue;
            }
            for id in ids_of(node) {
                by_id.entry(id).or_default().push(node);
            }
            if name == "style" {
                // Each by itself, as the renderer reads them: a comment ends with its sheet.
                let sheet: String = node.children().filter_map(|child| child.text()).collect();
                style_bytes += sheet.len();
                if style_bytes > MAX_STYLE {
                    return Err(DrawingError::TooLarge);
                }
                read_rules(&sheet, &mut of_rules)?;
            }
        }
        Ok(Survey { by_id, of_rules, known: HashMap::new(), open: HashSet::new() })
    }

    fn element(&mut self, node: Node<'d, 'i>, level: u32) -> Result<Effort, DrawingError> {
        if let Some(known) = self.known.get(&node.id()) {
            return if level + known.depth > MAX_DEPTH { Err(DrawingError::TooLarge) } else { Ok(*known) };
        }
        if level >= MAX_DEPTH {
            return Err(DrawingError::TooLarge);
        }
        let name = node.tag_name().name();
        if name != "metadata" && !ELEMENTS.contains(&name) {
            return Err(DrawingError::NotDrawn(name.to_owned()));
        }
        if !self.open.insert(node.id()) {
            return Err(DrawingError::RefersToItself);
        }
        let mut effort = Effort { cost: 1 + attribute_bytes(node) / 64, depth: 0 };
        // Nothing below it is drawn.
        let is_invisible = matches!(name, "metadata" | "style" | "title" | "desc");
        let children = node.children().filter(|child| !is_invisible && is_drawing(*child));
        let mut next: Vec<Node<'d, 'i>> = children.collect();
        for id in self.references(node)? {
            next.extend(self.by_id.get(id.as_str()).into_iter().flatten());
        }
        for node in next {
            let part = self.element(node, level + 1)?;
            effort = Effort { cost: effort.cost + part.cost, depth: effort.depth.max(part.depth) };
            if effort.cost > MAX_COST {
                return Err(DrawingError::TooLarge);
            }
        }
        effort.depth += 1;
        self.open.remove(&node.id());
        self.known.insert(node.id(), effort);
        Ok(effort)
    }

    /// The ids that an element refers to.
    fn references(&self, node: Node<'d, 'i>) -> Result<Vec<String>, DrawingError> {
        let mut ids = Vec::new();
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            match name {
                "href" => {
                    let id = value.trim().strip_prefix('#').ok_or(DrawingError::RefersOutside)?;
                    ids.push(id.to_owned());
                }
                "style" => read_declarations(value, &mut ids)?,
                _ => read_property(name, value, &mut ids)?,
            }
        }
        let classes = node.attribute("class").unwrap_or_default().split_whitespace();
        let own = ids_of(node).map(|id| format!("#{id}")).chain([node.tag_name().name().to_owned()]);
        for selector in classes.map(|class| format!(".{class}")).chain(own) {
            ids.extend(self.of_rules.get(&selector).into_iter().flatten().cloned());
        }
        Ok(ids)
    }
}

fn is_drawing(node: Node<'_, '_>) -> bool {
    node.is_element() && node.tag_name().namespace() == Some(SVG)
}

/// The names by which others refer to an element: `id`, `xml:id` and the like are all read by the renderer.
fn ids_of<'d>(node: Node<'d, '_>) -> impl Iterator<Item = &'d str> {
    node.attributes().filter(|attribute| attribute.name() == "id").map(|attribute| attribute.value())
}

fn attribute_bytes(node: Node<'_, '_>) -> u64 {
    node.attributes().map(|attribute| u64::try_from(attribute.value().len()).unwrap_or(u64::MAX)).sum()
}

/// Adds, by the selector of each rule of a style sheet, the ids that its properties refer to.
fn read_rules(sheet: &str, of_rules: &mut HashMap<String, Vec<String>>) -> Result<(), DrawingError> {
    check_strings(sheet)?;
    let sheet = without_comments(sheet)?;
    // Rules beginning with '@' load fonts and other style sheets.
    if sheet.contains('@') {
        return Err(DrawingError::Style);
    }
    let mut rest = sheet.as_str();
    while let Some((selectors, after)) = rest.split_once('{') {
        let (body, after) = after.split_once('}').ok_or(DrawingError::Style)?;
        rest = after;
        let mut ids = Vec::new();
        read_declarations(body, &mut ids)?;
        for selector in selectors.split(',').map(str::trim) {
            let name = selector.strip_prefix(['.', '#']).unwrap_or(selector);
            let is_plain =
                !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
            if !is_plain {
                return Err(DrawingError::Style);
            }
            of_rules.entry(selector.to_owned()).or_default().extend(ids.iter().cloned());
        }
    }
    if rest.trim().is_empty() { Ok(()) } else { Err(DrawingError::Style) }
}

/// Refuses quoted texts with one of `{};*`: the checks here split at these characters without regard to quotes.
fn check_strings(text: &str) -> Result<(), DrawingError> {
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\'']) {
        let (quote, after) = rest.split_at(at + 1);
        let quoted = after.split_once(quote.get(at..).unwrap_or_default());
        let (inside, after) = quoted.ok_or(DrawingError::Style)?;
        if inside.contains(['{', '}', ';', '*']) {
            return Err(DrawingError::Style);
        }
        rest = after;
    }
    Ok(())
}

fn without_comments(sheet: &str) -> Result<String, DrawingError> {
    let mut kept = String::new();
    let mut rest = sheet;
    while let Some((before, comment)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = comment.split_once("*/").ok_or(DrawingError::Style)?.1;
    }
    kept.push_str(rest);
    // The marks of a comment of XML, which old programs write around a style sheet.
    Ok(kept.replace("<!--", " ").replace("-->", " "))
}

/// Adds the ids that the properties of a rule or of a `style` attribute refer to.
fn read_declarations(text: &str, ids: &mut Vec<String>) -> Result<(), DrawingError> {
    // An escape could hide a name, and so could a comment or a `*` before it.
    if text.contains(['\\', '*']) {
        return Err(DrawingError::Style);
    }
    check_strings(text)?;
    for declaration in text.split(';') {
        if let Some((name, value)) = declaration.split_once(':') {
            read_property(name.trim(), value, ids)?;
            // A second declaration without a semicolon before it.
            if value.contains(':') {
                return Err(DrawingError::Style);
            }
        }
    }
    Ok(())
}

/// Adds the ids that a property refers to.
fn read_property(name: &str, value: &str, ids: &mut Vec<String>) -> Result<(), DrawingError> {
    let lower = value.to_ascii_lowercase();
    let plain = lower.trim().trim_end_matches("!important").trim_end();
    if COSTLY.contains(&name.to_ascii_lowercase().as_str()) && plain != "none" {
        return Err(DrawingError::Costly(name.to_owned()));
    }
    // What a parent refers to would be drawn again for each child.
    if plain == "inherit" && REFERRING.contains(&name.to_ascii_lowercase().as_str()) {
        return Err(DrawingError::Costly(name.to_owned()));
    }
    for (at, found) in lower.match_indices("url(") {
        let target = value.get(at + found.len()..).unwrap_or_default();
        let target = target.trim_start().trim_start_matches(['"', '\'']).trim_start();
        let id = target.strip_prefix('#').ok_or(DrawingError::RefersOutside)?;
        let end = id.find([')', '"', '\'']).unwrap_or(id.len());
        ids.push(id.get(..end).unwrap_or_default().trim_end().to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: (u16, u16) = (1_200, 240);

    fn svg(inside: &str) -> String {
        format!(
            "<svg xmlns=\"{SVG}\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 40 10\">{inside}</svg>"
        )
    }

    fn drawn(inside: &str) -> Result<RgbaImage, DrawingError> {
        draw(svg(inside).as_bytes(), BOX)
    }

    #[test]
    fn a_drawing_keeps_its_shape_and_its_colours() {
        let picture = drawn(r##"<path d="M0 0h20v10H0z" fill="#c81e05"/>"##).unwrap();
        assert_eq!(picture.dimensions(), (960, 240));
        assert_eq!(picture.get_pixel(100, 100).0, [0xc8, 0x1e, 0x05, 255]);
        assert_eq!(picture.get_pixel(900, 100).0[3], 0);
        let high =
            format!("<svg xmlns=\"{SVG}\" width=\"4\" height=\"1000\"><path d=\"M0 0h4v1000H0z\"/></svg>");
        assert_eq!(draw(high.as_bytes(), BOX).unwrap().dimensions(), (1, 240));
    }

    #[test]
    fn what_drawing_programs_write_is_drawn() {
        let from_programs = [
            // Illustrator: a document type, styles by class, a gradient and a clip path.
            "<?xml version=\"1.0\" encoding=\"utf-8\"?><!-- Generator --><!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">"
                .to_owned()
                + &svg(
                    "<defs><style>.cls-1{fill:url(#linear-gradient);}.cls-2,.cls-3{clip-path:url(#clip);}</style><linearGradient id=\"linear-gradient\" x1=\"0\" x2=\"40\" gradientUnits=\"userSpaceOnUse\"><stop offset=\"0\" stop-color=\"#f00\"/><stop offset=\"1\" stop-color=\"#00f\"/></linearGradient><clipPath id=\"clip\"><rect class=\"cls-4\" width=\"20\" height=\"10\"/></clipPath></defs><g class=\"cls-2\"><rect class=\"cls-1\" width=\"40\" height=\"10\"/></g>",
                ),
            // Inkscape: elements of its own, properties that are off.
            svg(
                "<sodipodi:namedview xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\"/><metadata><r xmlns=\"x\"/></metadata><path style=\"fill:#ff0000;stroke-dasharray:none;filter:none\" d=\"M0 0h20v10H0z\"/>",
            ),
            // Figma: a mask.
            svg(
                "<mask id=\"m\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"40\" height=\"10\"><path d=\"M0 0h20v10H0z\" fill=\"#fff\"/></mask><g mask=\"url(#m)\"><path d=\"M0 0h40v10H0z\" fill=\"#f00\"/></g>",
            ),
            svg("<symbol id=\"s\"><circle cx=\"5\" cy=\"5\" r=\"5\" fill=\"red\"/></symbol><use xlink:href=\"#s\"/>"),
        ];
        for text in from_programs {
            let picture = draw(text.as_bytes(), BOX).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert!(picture.get_pixel(120, 120).0[0] > 200, "{text}");
            assert_eq!(picture.get_pixel(900, 120).0[3], 0, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_with_its_reason() {
        let not = |name: &str| Err(DrawingError::NotDrawn(name.to_owned()));
        for (inside, expected) in [
            ("<text y=\"8\">Baroda</text>", not("text")),
            ("<image href=\"data:image/png;base64,AAAA\"/>", not("image")),
            ("<script>alert(1)</script>", not("script")),
            ("<foreignObject/>", not("foreignObject")),
            ("<g><animate attributeName=\"x\"/></g>", not("animate")),
            ("<defs><pattern id=\"p\"/></defs>", not("pattern")),
            (
                "<path d=\"M0 0h9v9z\" filter=\"blur(100px)\"/>",
                Err(DrawingError::Costly("filter".to_owned())),
            ),
            (
                "<style>path{stroke-dasharray:.001}</style>",
                Err(DrawingError::Costly("stroke-dasharray".to_owned())),
            ),
            ("<g><path d=\"M0 0h9v9z\" mask=\"inherit\"/></g>", Err(DrawingError::Costly("mask".to_owned()))),
            (
                "<g><path d=\"M0 0h9v9z\" style=\"clip-path: Inherit !important\"/></g>",
                Err(DrawingError::Costly("clip-path".to_owned())),
            ),
            ("<path d=\"M0 0\" fill=\"none\"/>", Err(DrawingError::Empty)),
            ("<rect width=\"9\" height=\"9\" opacity=\"0\"/>", Err(DrawingError::Empty)),
        ] {
            assert_eq!(drawn(inside).map(drop), expected, "{inside}");
        }
        let prefixed =
            format!("<x:svg xmlns:x=\"{SVG}\" viewBox=\"0 0 9 9\"><g><path d=\"M0 0h9v9z\"/></g></x:svg>");
        assert_eq!(draw(prefixed.as_bytes(), BOX).map(drop), not("g"), "elements without a namespace");
        for text in ["", "<svg", "<html/>", "<svg viewBox='0 0 4 4'/>", "\u{0}"] {
            assert_eq!(check(text.as_bytes()), Err(DrawingError::Unreadable), "{text}");
        }
        assert_eq!(check(b"\xff\xfe"), Err(DrawingError::Unreadable));
        let without_area = format!("<svg xmlns=\"{SVG}\" width=\"0\" height=\"0\"/>");
        assert_eq!(check(without_area.as_bytes()), Err(DrawingError::Unreadable));
    }

    #[test]
    fn nothing_outside_of_the_file_is_read() {
        for inside in [
            "<use href=\"https://example.org/a.svg#x\"/>",
            "<use xlink:href=\"/etc/passwd\"/>",
            "<path fill=\"url(https://example.org/a.svg#x)\" d=\"M0 0h9v9z\"/>",
            "<path style=\"fill: URL( 'file:///etc/passwd' )\" d=\"M0 0h9v9z\"/>",
            "<linearGradient href=\"other.svg#x\"/>",
            "<style>.a{mask:url(other.svg#x)}</style>",
        ] {
            assert_eq!(drawn(inside).map(drop), Err(DrawingError::RefersOutside), "{inside}");
        }
        for inside in [
            "<style>@import url(https://example.org/a.css);</style>",
            "<style>g path{fill:red}</style>",
            "<style>.a{fil\\74 er:url(#f)}</style>",
            "<style>.a{fill:red</style>",
            // What the renderer reads otherwise than a check that splits at `;` and `:`.
            "<path style=\"filter/**/:blur(100px)\" d=\"M0 0h9v9z\"/>",
            "<path style=\"*filter:blur(100px)\" d=\"M0 0h9v9z\"/>",
            "<path style=\"mask:/*;*/url(#m)\" d=\"M0 0h9v9z\"/>",
            "<path style=\"fill:red*filter:blur(9px)\" d=\"M0 0h9v9z\"/>",
            "<path style=\"fill:red filter:blur(9px)\" d=\"M0 0h9v9z\"/>",
            "<style>.a{fill:\"/*\";mask:url(#m);stroke:\"*/\"}</style>",
            "<style>.a{fill:\"}.b{\";mask:url(#m)}</style>",
            "<style>.a{fill:\"red;mask:url(#m)}</style>",
            "<style>/*</style><style>.a{mask:url(#m)}/**/</style>",
            "<x:style xmlns:x=\"urn:x\">.a{mask:url(#m)}</x:style>",
        ] {
            assert_eq!(drawn(inside).map(drop), Err(DrawingError::Style), "{inside}");
        }
        let entity = format!(
            "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><svg xmlns=\"{SVG}\"><title>&x;</title></svg>"
        );
        assert_eq!(check(entity.as_bytes()), Err(DrawingError::Entities));
    }

    #[test]
    fn what_would_take_too_long_or_too_much_memory_is_refused() {
        // Nine levels, each of ten copies of the next: 10^9 paths.
        let copied = |element: &str, reference: &str| {
            let level = |n: usize| {
                let copies = reference.replace('?', &(n + 1).to_string()).repeat(10);
                format!("<{element} id=\"a{n}\">{copies}</{element}>")
            };
            let levels: String = (0..9).map(level).collect();
            format!("<defs>{levels}<path id=\"a9\" d=\"M0 0h9v9z\"/></defs><use href=\"#a0\"/>")
        };
        let copies = copied("g", "<use href=\"#a?\"/>");
        let clips = copied("clipPath", "<path d=\"M0 0h9v9z\" clip-path=\"url(#a?)\"/>")
            + "<path d=\"M0 0h9v9z\" clip-path=\"url(#a0)\"/>";
        let deep = format!("{}<path d=\"M0 0h9v9z\"/>{}", "<g>".repeat(50), "</g>".repeat(50));
        let very_deep = format!("{}{}", "<g>".repeat(15_000), "</g>".repeat(15_000));
        let many = "<path d=\"M0 0h9v9z\"/>".repeat(10_500);
        let long = format!("<path d=\"M0 0{}\"/>", "h1v1".repeat(70_000));
        let styled = format!("<style>{}</style>", ".a{fill:red}".repeat(2_000));
        let used = format!(
            "<path id=\"a\" d=\"M0 0{}\"/>{}",
            "h1v1".repeat(30_000),
            "<use href=\"#a\"/>".repeat(20)
        );
        // The same copies, by another way to name what is referred to.
        let named = clips.replace(" id=", " xml:id=");
        for inside in [copies, clips, named, deep, very_deep, many, long, styled, used] {
            let start = inside.get(..60).unwrap_or(&inside).to_owned();
            assert_eq!(drawn(&inside).map(drop), Err(DrawingError::TooLarge), "{start}");
        }
        for inside in [
            "<g id=\"a\"><use href=\"#a\"/></g>",
            "<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use href=\"#a\"/></g>",
            "<clipPath id=\"c\" clip-path=\"url(#c)\"><path d=\"M0 0h9v9z\"/></clipPath>",
            "<style>path{mask:url(#m)}</style><mask id=\"m\"><path d=\"M0 0h9v9z\"/></mask>",
        ] {
            assert_eq!(drawn(inside).map(drop), Err(DrawingError::RefersToItself), "{inside}");
        }
    }

    #[test]
    fn drawings_just_within_the_limits_are_drawn() {
        // The root and the path make it 39 of 40 levels.
        let deep = format!(
            "{}<path d=\"M0 0h40v10H0z\"/>{}",
            "<g style=\"isolation:isolate\">".repeat(37),
            "</g>".repeat(37)
        );
        let chain: String =
            (0..18).map(|n| format!("<g id=\"a{n}\"><use href=\"#a{}\"/></g>", n + 1)).collect();
        let chain = format!("<defs>{chain}<path id=\"a18\" d=\"M0 0h40v10H0z\"/></defs><use href=\"#a0\"/>");
        let many = "<path d=\"M0 0h1v1H0z\"/>".repeat(9_900);
        let groups = "<g opacity=\".5\"><path d=\"M0 0h40v10H0z\"/></g>".repeat(300);
        for inside in [deep, chain, many, groups] {
            let start = inside.get(..60).unwrap_or(&inside).to_owned();
            let seen = drawn(&inside).unwrap_or_else(|error| panic!("{error}: {start}")).get_pixel(9, 9).0[3];
            assert!(seen > 250, "{seen}: {start}");
        }
    }
}
