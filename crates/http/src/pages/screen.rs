//! Which page an address asks for. Only so many differ, whatever strangers put into their addresses: each is drawn once
//! and kept.

use sideout_domain::VenueId;

/// The information pages, which name the venues: nothing in their query changes them.
const INFORMATION: [&str; 5] =
    ["/about-us", "/contact-us", "/privacy-policy", "/terms-conditions", "/cancellation-refund-policy"];

/// An address that no screen has; all unknown ones get this page.
const NOWHERE: &str = "/no-such-page";

/// What a page has to know beside the operator's brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Content {
    /// Nothing.
    Brand,
    /// The venues and how many courts are free tonight.
    Tonight,
    /// The venues.
    Venues,
    /// The free hours of one venue.
    Hours(VenueId),
    /// The screen is the browser's to draw; only its head is told.
    Head,
}

/// One page.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Screen {
    /// The path that it is drawn for.
    pub(super) path: String,
    pub(super) content: Content,
}

impl Screen {
    /// The page at an address: `known` is the pattern of the screen that the web app has there, if it has one.
    pub(super) fn at(known: Option<&str>, query: &str) -> Screen {
        let of = |path: &str, content| Screen { path: path.to_owned(), content };
        let Some(known) = known else { return of(NOWHERE, Content::Brand) };
        // An hour in the address changes what is drawn; there are too many of them to keep.
        let timeless = value_of(query, "date").is_none() && value_of(query, "time").is_none();
        match known {
            "/" => of(known, Content::Tonight),
            "/location" if timeless => of(known, Content::Venues),
            "/time-date-selection" if timeless => match (venue_of(query), value_of(query, "sport")) {
                (Some(venue), None | Some("1")) => of(known, Content::Hours(venue)),
                _ => of(known, Content::Head),
            },
            _ if INFORMATION.contains(&known) => of(known, Content::Venues),
            _ => of(known, Content::Head),
        }
    }

    /// The same screen left to the browser.
    pub(super) fn undrawn(&self) -> Screen {
        Screen { path: self.path.clone(), content: Content::Head }
    }

    pub(super) fn is_drawn(&self) -> bool {
        self.content != Content::Head
    }

    /// The query that it is drawn with.
    pub(super) fn query(&self) -> String {
        match self.content {
            Content::Hours(venue) => format!("venue={}&sport=1", venue.0),
            _ => String::new(),
        }
    }
}

fn value_of<'q>(query: &'q str, name: &str) -> Option<&'q str> {
    query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

/// As web/src/lib/search.ts reads it: a positive number of at most ten digits, no sign and no zero in front.
fn venue_of(query: &str) -> Option<VenueId> {
    let text = value_of(query, "venue")?;
    let plain = text.len() <= 10 && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok().map(VenueId)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(path: &str, query: &str) -> Content {
        Screen::at(Some(path), query).content
    }

    #[test]
    fn what_strangers_add_to_an_address_makes_no_other_page() {
        assert_eq!(Screen::at(Some("/"), "utm_source=x"), Screen::at(Some("/"), ""));
        let hours = |query| Screen::at(Some("/time-date-selection"), query);
        assert_eq!(hours("venue=2&sport=1&device_id=aZ09"), hours("venue=2"));
        assert_eq!(Screen::at(None, ""), Screen::at(None, "c=d"));
    }

    #[test]
    fn an_hour_in_the_address_leaves_the_screen_to_the_browser() {
        assert_eq!(content("/location", "date=2026-11-22&time=7:00+PM"), Content::Head);
        assert_eq!(content("/time-date-selection", "venue=1&date=2026-11-22"), Content::Head);
        assert_eq!(content("/time-date-selection", "venue=1"), Content::Hours(VenueId(1)));
    }

    #[test]
    fn a_venue_is_read_as_the_web_app_reads_it() {
        for wrong in ["", "venue=", "venue=0", "venue=01", "venue=-1", "venue=%31", "venue=99999999999"] {
            assert_eq!(content("/time-date-selection", wrong), Content::Head, "{wrong}");
        }
        assert_eq!(content("/time-date-selection", "sport=2&venue=1"), Content::Head);
    }

    #[test]
    fn private_screens_are_left_to_the_browser() {
        let details = Screen::at(Some("/history-details/{orderNumber}"), "");
        assert_eq!((details.is_drawn(), details.path.as_str()), (false, "/history-details/{orderNumber}"));
    }
}
