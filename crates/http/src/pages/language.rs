//! The language that the player chose before, as the web app stores it (web/src/lib/language.ts).

use http::{HeaderMap, header};

/// The languages of the player's side; English is the default.
const LANGUAGES: [&str; 4] = ["en", "hi", "gu", "mr"];

/// The language of the cookie if the app has it, else English.
pub(crate) fn language_of(headers: &HeaderMap) -> &'static str {
    // Other cookies of the host may have any bytes.
    let lines = headers.get_all(header::COOKIE).iter();
    let mut cookies = lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b';'));
    let chosen = cookies.find_map(|pair| pair.trim_ascii().strip_prefix(b"language="));
    chosen
        .and_then(|chosen| LANGUAGES.into_iter().find(|one| one.as_bytes() == chosen))
        .unwrap_or(LANGUAGES[0])
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

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

    #[test]
    fn the_language_is_found_whatever_bytes_other_cookies_have() {
        let cookies = HeaderValue::from_bytes(b"city=\xe0\xaa\xb5; language=gu; name=\xff").unwrap();
        assert_eq!(language_of(&HeaderMap::from_iter([(header::COOKIE, cookies)])), "gu");
    }
}
