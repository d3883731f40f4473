//! Calls that change data by GET, as the specification requires. They refuse requests that a browser sends without a
//! user action: prefetches, and pages of other sites (docs/API-DESIGN.md, known quirks).

use http::{HeaderMap, HeaderValue, Method};

use crate::wire::{api_error::ApiError, messages::Message};

/// INVARIANT: exactly the addresses that answer GET and POST alike (test `writing_gets_are_the_paths_with_get_and_post_in_the_document`).
pub(crate) const WRITING_GETS: [&str; 5] = [
    "/api/user/confirmCashPayment",
    "/api/user/generatePayment",
    "/api/user/confirmPayment",
    "/api/user/reset_current_order",
    "/api/user/cancel_current_order",
];

/// The methods of a writing GET; HEAD must not confirm a booking.
pub(crate) const ALLOWED_METHODS: HeaderValue = HeaderValue::from_static("GET, POST");

/// Refuses HEAD, prefetches, navigations and other sites. A request without the headers that are checked passes.
pub(crate) fn check(method: &Method, headers: &HeaderMap, has_allowed_origin: bool) -> Result<(), ApiError> {
    if *method == Method::HEAD {
        return Err(ApiError::method_not_allowed());
    }
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?").to_ascii_lowercase());
    let is_speculative = |value: &String| {
        value.contains("prefetch") || value.contains("prerender") || value.contains("preview")
    };
    if [text("sec-purpose"), text("purpose"), text("x-moz")].iter().flatten().any(is_speculative) {
        return Err(ApiError::forbidden(Message::PrefetchRefused));
    }
    let fits =
        |name: &str, allowed: &[&str]| text(name).is_none_or(|value| allowed.contains(&value.as_str()));
    let is_from_script =
        fits("sec-fetch-mode", &["cors", "same-origin"]) && fits("sec-fetch-dest", &["empty"]);
    let is_from_here = has_allowed_origin || fits("sec-fetch-site", &["same-origin", "same-site"]);
    if is_from_script && is_from_here { Ok(()) } else { Err(ApiError::forbidden(Message::CrossSiteRefused)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(headers: &[(&str, &str)], has_allowed_origin: bool) -> &'static str {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(http::HeaderName::try_from(*name).unwrap(), value.parse().unwrap());
        }
        check(&Method::GET, &map, has_allowed_origin).map_or_else(|error| error.code(), |()| "ok")
    }

    #[test]
    fn the_apps_own_script_and_plain_clients_pass() {
        assert_eq!(verdict(&[], false), "ok");
        let own =
            [("sec-fetch-mode", "cors"), ("sec-fetch-dest", "empty"), ("sec-fetch-site", "same-origin")];
        assert_eq!(verdict(&own, false), "ok");
    }

    #[test]
    fn prefetches_navigations_and_other_sites_are_refused() {
        assert_eq!(verdict(&[("sec-purpose", "prefetch;prerender")], false), "prefetch_refused");
        assert_eq!(verdict(&[("purpose", "prefetch")], false), "prefetch_refused");
        assert_eq!(verdict(&[("sec-fetch-mode", "navigate")], false), "cross_site_refused");
        assert_eq!(
            verdict(&[("sec-fetch-mode", "no-cors"), ("sec-fetch-dest", "image")], false),
            "cross_site_refused"
        );
        assert_eq!(verdict(&[("sec-fetch-site", "cross-site")], false), "cross_site_refused");
        assert_eq!(verdict(&[("sec-fetch-site", "none")], false), "cross_site_refused");
    }

    #[test]
    fn an_allowed_origin_may_be_another_site() {
        let other =
            [("sec-fetch-mode", "cors"), ("sec-fetch-dest", "empty"), ("sec-fetch-site", "cross-site")];
        assert_eq!(verdict(&other, true), "ok");
        assert_eq!(verdict(&other, false), "cross_site_refused");
    }

    #[test]
    fn writing_gets_are_the_paths_with_get_and_post_in_the_document() {
        let document = crate::openapi();
        let both = document.paths.paths.iter().filter(|(_, item)| item.get.is_some() && item.post.is_some());
        let mut both: Vec<_> = both.map(|(path, _)| path.as_str()).collect();
        let mut expected = WRITING_GETS;
        both.sort_unstable();
        expected.sort_unstable();
        assert_eq!(both, expected);
    }
}
