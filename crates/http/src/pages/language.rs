//! The language that the player chose before, as the web app stores it (web/src/lib/language.ts).

use http::HeaderMap;

use crate::platform::cookie;

/// The languages of the player's side; English is the default.
const LANGUAGES: [&str; 4] = ["en", "hi", "gu", "mr"];

/// The language of the cookie if the app has it, else English.
pub(crate) fn language_of(headers: &HeaderMap) -> &'static str {
    let chosen = cookie(headers, "language");
    LANGUAGES.into_iter().find(|language| chosen == Some(*language)).unwrap_or(LANGUAGES[0])
}

#[cfg(test)]
mod tests {
    use http::header;

    use super::*;

    #[test]
    fn only_languages_of_the_app_are_taken_from_the_cookie() {
        let of = |cookie: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.parse().unwrap());
            language_of(&headers)
        };
        assert_eq!(of("a=b; language=gu; c=d"), "gu");
        assert_eq!(of("language=../../etc"), "en");
        assert_eq!(of("my-language=hi"), "en");
        assert_eq!(language_of(&HeaderMap::new()), "en");
    }
}
