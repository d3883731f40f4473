//! The cookies of a request.

use http::{HeaderMap, header};

/// The value of the cookie `name`; `None` also if that value is not ASCII. Other cookies of the host may have any bytes.
pub(crate) fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let cookies = headers.get_all(header::COOKIE).iter();
    let mut pairs = cookies.flat_map(|cookies| cookies.as_bytes().split(|byte| *byte == b';'));
    let value = pairs.find_map(|pair| pair.trim_ascii().strip_prefix(name.as_bytes())?.strip_prefix(b"="))?;
    std::str::from_utf8(value).ok().filter(|value| value.is_ascii())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn sent(cookies: &[u8]) -> Option<String> {
        let headers = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_bytes(cookies).unwrap())]);
        cookie(&headers, "token").map(str::to_owned)
    }

    #[test]
    fn a_cookie_is_found_whatever_bytes_other_cookies_have() {
        for cookies in [
            &b"token=abc="[..],
            b"theme=dark; token=abc=",
            b"city=\xe0\xaa\xb5; token=abc=; name=\xff",
            b"=x;; token-2=no;token=abc= ;",
        ] {
            assert_eq!(sent(cookies).as_deref(), Some("abc="), "{}", cookies.escape_ascii());
        }
        let lines = [b"theme=dark".as_slice(), b"token=abc"];
        let lines = lines.map(|line| (header::COOKIE, HeaderValue::from_bytes(line).unwrap()));
        let mut headers = HeaderMap::new();
        for (name, line) in lines {
            headers.append(name, line);
        }
        assert_eq!(cookie(&headers, "token"), Some("abc"));
    }

    #[test]
    fn a_value_that_is_not_ascii_or_has_another_name_is_not_found() {
        for cookies in
            [&b""[..], b"token", b"token2=abc", b"my-token=abc", b"token=\xe0\xaa\xb5", b"token=\xff"]
        {
            assert_eq!(sent(cookies), None, "{}", cookies.escape_ascii());
        }
    }
}
