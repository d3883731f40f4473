//! The language that the player chose before, as the web app stores it (web/src/lib/language.ts).

use http::{HeaderMap, header};

/// The languages of the player's side; English is the default.
const LANGUAGES: [&str; 4] = ["en", "hi", "gu", "mr"];

/// The language of the cookie if the app has it, else English.
pub(crate) fn language_of(headers: &HeaderMap) -> &'static str {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let chosen =
        cookies.flat_map(|line| line.split(';')).find_map(|pair| pair.trim().strip_prefix("language="));
    chosen.and_then(|chosen| LANGUAGES.into_iter().find(|one| *one == chosen)).unwrap_or(LANGUAGES[0])
}

#[cfg(test)]
mod tests {
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
