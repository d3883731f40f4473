//! Maps an address to a page. Of the query only the venue, the sport, and whether there is an hour, make another page.

use sideout_domain::VenueId;

/// The information pages, which list the venues: their query changes nothing.
const INFORMATION: [&str; 5] =
    ["/about-us", "/contact-us", "/privacy-policy", "/terms-conditions", "/cancellation-refund-policy"];

/// Account screens that are the same for all visitors: forms.
const FORMS: [&str; 3] = ["/join", "/login", "/forgot-password"];

/// Screens of one player or one hour: rendered as skeletons, with placeholders for the content.
const SKELETONS: [&str; 3] = ["/court-selection", "/booking-status", "/booking-confirmation"];

/// The page for all addresses without a screen.
const NO_SUCH_PAGE: &str = "/no-such-page";

/// The data of a page beside the operator's brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Content {
    /// No further data.
    Brand,
    /// The venues and the number of courts free tonight.
    Tonight,
    /// The venues.
    Venues,
    /// The free hours of one venue.
    Hours(VenueId),
    /// No data for the screen.
    Head,
}

/// How much of a page the server renders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Rendered {
    /// The screen with its content.
    Whole,
    /// The screen with placeholders for its content.
    Skeleton,
    /// Only the head.
    Nothing,
}

/// One page.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Screen {
    /// The path it is rendered for.
    pub(crate) path: String,
    pub(crate) content: Content,
    pub(crate) rendered: Rendered,
}

impl Screen {
    /// The page at an address: `known` is the route pattern of the screen that the web app has there, if any.
    pub(crate) fn at(known: Option<&str>, query: &str) -> Screen {
        let rendered = |path: &str, content, rendered| Screen { path: path.to_owned(), content, rendered };
        let of = |path: &str, content| rendered(path, content, Rendered::Whole);
        let Some(known) = known else { return of(NO_SUCH_PAGE, Content::Brand) };
        // An hour in the address changes the rendered page; there are too many hours to cache.
        let has_no_hour = value_of(query, "date").is_none() && value_of(query, "time").is_none();
        let extent = if has_no_hour { Rendered::Whole } else { Rendered::Skeleton };
        match known {
            "/" => of(known, Content::Tonight),
            "/location" => rendered(known, Content::Venues, extent),
            "/time-date-selection" => match (venue_of(query), value_of(query, "sport")) {
                (Some(venue), None | Some("1")) => rendered(known, Content::Hours(venue), extent),
                _ => rendered(known, Content::Head, Rendered::Nothing),
            },
            _ if INFORMATION.contains(&known) => of(known, Content::Venues),
            _ if FORMS.contains(&known) => of(known, Content::Brand),
            _ if SKELETONS.contains(&known) => rendered(known, Content::Head, Rendered::Skeleton),
            _ => rendered(known, Content::Head, Rendered::Nothing),
        }
    }

    /// The same screen, to be rendered by the browser.
    pub(crate) fn unrendered(&self) -> Screen {
        Screen { path: self.path.clone(), content: Content::Head, rendered: Rendered::Nothing }
    }

    /// The query it is rendered with.
    pub(crate) fn query(&self) -> String {
        match self.content {
            Content::Hours(venue) => format!("venue={}&sport=1", venue.0),
            _ => String::new(),
        }
    }
}

fn value_of<'q>(query: &'q str, name: &str) -> Option<&'q str> {
    query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

/// As in web/src/lib/search.ts: a positive number of at most ten digits, without sign or leading zero.
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
    fn unknown_query_parameters_make_no_other_page() {
        assert_eq!(Screen::at(Some("/"), "utm_source=x"), Screen::at(Some("/"), ""));
        let hours = |query| Screen::at(Some("/time-date-selection"), query);
        assert_eq!(hours("venue=2&sport=1&device_id=aZ09"), hours("venue=2"));
        assert_eq!(Screen::at(None, ""), Screen::at(None, "c=d"));
    }

    #[test]
    fn a_page_with_an_hour_in_its_address_is_rendered_as_a_skeleton() {
        let at = |path, query| {
            let screen = Screen::at(Some(path), query);
            (screen.content, screen.rendered)
        };
        assert_eq!(at("/location", "date=2026-11-22&time=7:00+PM"), (Content::Venues, Rendered::Skeleton));
        let hours = Content::Hours(VenueId(1));
        assert_eq!(at("/time-date-selection", "venue=1&date=2026-11-22"), (hours, Rendered::Skeleton));
        assert_eq!(at("/time-date-selection", "venue=1"), (hours, Rendered::Whole));
        assert_eq!(at("/court-selection", "venue=1&date=2026-11-22"), (Content::Head, Rendered::Skeleton));
    }

    #[test]
    fn every_hour_of_a_venue_shares_one_skeleton() {
        let hours = |query| Screen::at(Some("/time-date-selection"), query);
        assert_eq!(
            hours("venue=1&sport=1&date=2026-11-22&time=7:00+PM"),
            hours("venue=1&date=2026-12-01&court=3")
        );
        let courts = |query| Screen::at(Some("/court-selection"), query);
        assert_eq!(courts("venue=1&date=2026-11-22&time=7:00+PM"), courts("venue=2&order=4071553902"));
    }

    #[test]
    fn a_venue_is_read_as_the_web_app_reads_it() {
        for wrong in ["", "venue=", "venue=0", "venue=01", "venue=-1", "venue=%31", "venue=99999999999"] {
            assert_eq!(content("/time-date-selection", wrong), Content::Head, "{wrong}");
        }
        assert_eq!(content("/time-date-selection", "sport=2&venue=1"), Content::Head);
    }

    #[test]
    fn private_screens_are_rendered_by_the_browser() {
        let details = Screen::at(Some("/history-details/{orderNumber}"), "");
        assert_eq!(
            (details.rendered, details.path.as_str()),
            (Rendered::Nothing, "/history-details/{orderNumber}")
        );
    }
}
