//! The layout of mails: one column that fits a phone, plain tables and inline styles because many mail programs support
//! no more, dark if the reader's program is dark. Nothing is loaded from other servers.

use std::fmt::{self, Write as _};

use crate::platform::brand::Brand;

/// The content of a mail.
pub(super) struct Page {
    pub(super) subject: String,
    pub(super) heading: String,
    /// The sentence under the heading.
    pub(super) opening: String,
    /// The game that the mail is about.
    pub(super) ticket: Option<Ticket>,
    /// Rows of a name and a value.
    pub(super) rows: Vec<(&'static str, String)>,
    /// More sentences.
    pub(super) more: Vec<String>,
    pub(super) main_link: Option<Link>,
    pub(super) other_links: Vec<Link>,
    pub(super) small_print: Option<(String, Link)>,
    /// The outcome that the mail is about.
    pub(super) tone: Tone,
}

/// A game in two lines.
pub(super) struct Ticket {
    /// `Sun, 22 Nov, 7:00 PM`.
    pub(super) moment: String,
    /// `Court 3, Riverside Arena`.
    pub(super) place: String,
    /// Whether the game does not take place.
    pub(super) is_cancelled: bool,
}

/// A text with a link.
pub(super) struct Link {
    pub(super) text: String,
    pub(super) url: String,
}

/// The outcome that a mail is about; it decides the colour of the heading.
#[derive(Debug, Clone, Copy)]
pub(super) enum Tone {
    /// Something good for the player, such as a game ahead.
    Good,
    /// A fact, neither good nor bad.
    Neutral,
    /// Something bad for the player, such as a cancelled game.
    Bad,
}

impl Page {
    /// An empty page of this tone.
    pub(super) fn of(tone: Tone) -> Self {
        Page {
            subject: String::new(),
            heading: String::new(),
            opening: String::new(),
            ticket: None,
            rows: Vec::new(),
            more: Vec::new(),
            main_link: None,
            other_links: Vec::new(),
            small_print: None,
            tone,
        }
    }
}

/// The mail as plain text, for programs that show no HTML.
pub(super) fn text(page: &Page, brand: &Brand) -> String {
    let mut parts = vec![page.heading.clone(), page.opening.clone()];
    parts.extend(page.ticket.iter().map(|ticket| {
        let note = if ticket.is_cancelled { "\n(cancelled)" } else { "" };
        format!("{}\n{}{note}", ticket.moment, ticket.place)
    }));
    let rows: Vec<String> = page.rows.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    parts.push(rows.join("\n"));
    parts.extend(page.more.iter().cloned());
    let links: Vec<String> = page
        .main_link
        .iter()
        .chain(&page.other_links)
        .map(|link| format!("{}: {}", link.text, link.url))
        .collect();
    parts.push(links.join("\n"));
    parts.extend(
        page.small_print.iter().map(|(sentence, link)| format!("{sentence} {}: {}", link.text, link.url)),
    );
    parts.push(format!("-- \n{}", signature(brand).join("\n")));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

/// The sender: name, postal address, telephone and mail address, as far as they are set.
fn signature(brand: &Brand) -> Vec<String> {
    let lines = [&brand.name, &brand.address, &brand.phone, &brand.email];
    lines.into_iter().filter(|line| !line.is_empty()).cloned().collect()
}

/// The colours for readers whose program is dark, and less space and smaller text on narrow screens.
const MEDIA_RULES: &str = "\
@media (prefers-color-scheme:dark){\
.page{background:#00232d!important}\
.card{background:#00303b!important;border-color:#214c55!important}\
.ink{color:#eef6f1!important}\
.quiet{color:#a9c0c2!important}\
.ticket{background:#043c47!important}\
.row{border-color:#214c55!important}\
.link{color:#91dbf2!important}\
.bad{color:#ffaba3!important}}\
@media (max-width:420px){.pad{padding-left:20px!important;padding-right:20px!important}.moment{font-size:23px!important}}";

/// The mail as HTML.
pub(super) fn html(page: &Page, brand: &Brand) -> String {
    let mut out = String::with_capacity(8 * 1024);
    // Writing into a string does not fail.
    write_html(&mut out, page, brand).ok();
    out
}

fn write_html(out: &mut String, page: &Page, brand: &Brand) -> fmt::Result {
    let (subject, heading, opening) =
        (Escaped(&page.subject), Escaped(&page.heading), Escaped(&page.opening));
    let name = Escaped(&brand.name);
    let heading_class_and_colour = match page.tone {
        Tone::Bad => "bad\" style=\"color:#a51f1e;",
        Tone::Good | Tone::Neutral => "ink\" style=\"color:#052127;",
    };
    write!(
        out,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><meta name=\"supported-color-schemes\" content=\"light dark\">\
         <title>{subject}</title><style>:root{{color-scheme:light dark}}{MEDIA_RULES}</style></head>\
         <body class=\"page\" style=\"margin:0;padding:0;background:#f7f8f2;\">\
         <table role=\"presentation\" class=\"page\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" \
         style=\"background:#f7f8f2;font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;\">\
         <tr><td align=\"center\" style=\"padding:20px 12px 32px;\">\
         <table role=\"presentation\" class=\"card\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" \
         style=\"max-width:560px;background:#ffffff;border:1px solid #d5e1e1;border-radius:16px;\
         border-collapse:separate;overflow:hidden;text-align:left;\">\
         <tr><td class=\"pad\" style=\"padding:18px 32px;background:#002d37;border-bottom:4px solid #d6f70b;\
         color:#ffffff;font-size:16px;font-weight:700;\">{name}</td></tr>\
         <tr><td class=\"pad\" style=\"padding:28px 32px 32px;\">\
         <h1 class=\"{heading_class_and_colour}margin:0 0 10px;font-size:26px;line-height:1.2;font-weight:800;\">\
         {heading}</h1>\
         <p class=\"ink\" style=\"margin:0;color:#052127;font-size:16px;line-height:1.5;\">{opening}</p>"
    )?;
    if let Some(ticket) = &page.ticket {
        write_ticket(out, ticket)?;
    }
    write_rows(out, &page.rows)?;
    for paragraph in &page.more {
        let paragraph = Escaped(paragraph);
        write!(
            out,
            "<p class=\"ink\" style=\"margin:20px 0 0;color:#052127;font-size:16px;line-height:1.5;\">{paragraph}</p>"
        )?;
    }
    write_links(out, page)?;
    write_end(out, page, brand)
}

fn write_ticket(out: &mut String, ticket: &Ticket) -> fmt::Result {
    let (moment, place) = (Escaped(&ticket.moment), Escaped(&ticket.place));
    let (edge, line) = if ticket.is_cancelled { ("#a9c0c2", "line-through") } else { ("#d6f70b", "none") };
    write!(
        out,
        "<table role=\"presentation\" class=\"ticket\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" \
         style=\"margin:22px 0 0;background:#ebf2ec;border-radius:12px;border-collapse:separate;overflow:hidden;\">\
         <tr><td width=\"6\" style=\"width:6px;background:{edge};font-size:0;\">&nbsp;</td>\
         <td style=\"padding:16px 18px;\">\
         <div class=\"ink moment\" style=\"color:#052127;font-size:26px;line-height:1.2;font-weight:800;\
         text-decoration:{line};\">{moment}</div>\
         <div class=\"ink\" style=\"margin-top:4px;color:#052127;font-size:17px;line-height:1.35;\
         text-decoration:{line};\">{place}</div>"
    )?;
    if ticket.is_cancelled {
        out.push_str(
            "<div class=\"quiet\" style=\"margin-top:6px;color:#455d63;font-size:14px;\">Cancelled</div>",
        );
    }
    out.push_str("</td></tr></table>");
    Ok(())
}

fn write_rows(out: &mut String, rows: &[(&'static str, String)]) -> fmt::Result {
    if rows.is_empty() {
        return Ok(());
    }
    out.push_str(
        "<table width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"margin:14px 0 0;border-collapse:collapse;\">",
    );
    for (name, value) in rows {
        let value = Escaped(value);
        write!(
            out,
            "<tr><th class=\"quiet row\" scope=\"row\" align=\"left\" style=\"padding:10px 16px 10px 0;color:#455d63;\
             font-size:14px;line-height:1.5;font-weight:400;text-align:left;vertical-align:top;white-space:nowrap;\
             border-bottom:1px solid #d5e1e1;\">{name}</th>\
             <td class=\"ink row\" style=\"padding:10px 0;width:100%;color:#052127;font-size:15px;line-height:1.4;\
             font-weight:600;vertical-align:top;word-break:break-word;border-bottom:1px solid #d5e1e1;\">{value}</td></tr>"
        )?;
    }
    out.push_str("</table>");
    Ok(())
}

fn write_links(out: &mut String, page: &Page) -> fmt::Result {
    if let Some(Link { text, url }) = &page.main_link {
        let (text, url) = (Escaped(text), Escaped(url));
        write!(
            out,
            "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" style=\"margin:26px 0 0;\"><tr>\
             <td style=\"background:#d6f70b;border-radius:12px;\">\
             <a href=\"{url}\" style=\"display:inline-block;padding:14px 26px;color:#263305;font-size:16px;\
             line-height:1.25;font-weight:700;text-decoration:none;\">{text}</a></td></tr></table>"
        )?;
    }
    if page.other_links.is_empty() {
        return Ok(());
    }
    out.push_str("<p style=\"margin:14px 0 0;font-size:15px;line-height:1.5;\">");
    for Link { text, url } in &page.other_links {
        let (text, url) = (Escaped(text), Escaped(url));
        write!(
            out,
            "<a class=\"link\" href=\"{url}\" style=\"display:inline-block;padding:10px 24px 10px 0;color:#005975;\
             font-weight:600;\">{text}</a>"
        )?;
    }
    out.push_str("</p>");
    Ok(())
}

fn write_end(out: &mut String, page: &Page, brand: &Brand) -> fmt::Result {
    out.push_str(
        "</td></tr></table>\
         <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"max-width:560px;\">\
         <tr><td class=\"quiet pad\" align=\"left\" style=\"padding:18px 32px 0;color:#455d63;font-size:13px;\
         line-height:1.55;text-align:left;\">",
    );
    if let Some((sentence, Link { text, url })) = &page.small_print {
        let (sentence, text, url) = (Escaped(sentence), Escaped(text), Escaped(url));
        write!(
            out,
            "{sentence} <a class=\"link\" href=\"{url}\" style=\"color:#005975;\">{text}</a><br><br>"
        )?;
    }
    let lines: Vec<String> = signature(brand).iter().map(|line| Escaped(line).to_string()).collect();
    write!(out, "{}</td></tr></table></td></tr></table></body></html>", lines.join("<br>"))
}

/// Escapes a text for HTML, between tags and in quoted attributes alike.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                character => f.write_char(character)?,
            }
        }
        Ok(())
    }
}
