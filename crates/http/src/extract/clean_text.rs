//! Refuses deep nesting and control characters before parsing.

/// The deepest nesting of a JSON body that is accepted.
pub(super) const MAX_DEPTH: u32 = 16;

/// Why a body is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unclean {
    /// More than [`MAX_DEPTH`] objects and lists inside one another.
    TooDeep,
    /// A control character, written raw or as an escape. NUL breaks PostgreSQL texts, the rest breaks logs and messages.
    ControlCharacter,
}

/// Whether the texts of a body may have line breaks, written as `\n` or `\r`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineBreaks {
    Refused,
    Accepted,
}

/// Scans a JSON text once. It does not check the grammar; the parser does that afterwards.
pub(super) fn check_json(json: &[u8], line_breaks: LineBreaks) -> Result<(), Unclean> {
    let (mut depth, mut in_string, mut at) = (0_u32, false, 0);
    while let Some(&byte) = json.get(at) {
        match (byte, in_string) {
            (b'"', _) => in_string = !in_string,
            (b'\\', true) => {
                match json.get(at + 1) {
                    Some(b'n' | b'r') if line_breaks == LineBreaks::Accepted => {}
                    Some(b'b' | b'f' | b'n' | b'r' | b't') => return Err(Unclean::ControlCharacter),
                    Some(b'u') if is_control_escape(json.get(at + 2..at + 6)) => {
                        return Err(Unclean::ControlCharacter);
                    }
                    _ => {}
                }
                at += 1;
            }
            (b'{' | b'[', false) => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(Unclean::TooDeep);
                }
            }
            (b'}' | b']', false) => depth = depth.saturating_sub(1),
            (0..=0x1f | 0x7f, true) => return Err(Unclean::ControlCharacter),
            // U+0080 to U+009F in UTF-8.
            (0xc2, true) if matches!(json.get(at + 1), Some(0x80..=0x9f)) => {
                return Err(Unclean::ControlCharacter);
            }
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

fn is_control_escape(hex: Option<&[u8]>) -> bool {
    hex.and_then(|hex| std::str::from_utf8(hex).ok())
        .and_then(|hex| u32::from_str_radix(hex, 16).ok())
        .and_then(char::from_u32)
        .is_some_and(char::is_control)
}

/// Whether a path or query string contains a control character, percent-encoded or raw: an address may have UTF-8 as it is.
pub(super) fn address_has_control(address: &str) -> bool {
    if address.chars().any(char::is_control) {
        return true;
    }
    let bytes = address.as_bytes();
    bytes.windows(3).enumerate().any(|(at, window)| {
        let [b'%', high, low] = window else { return false };
        matches!((high, low), (b'0' | b'1', _) | (b'7', b'f' | b'F'))
            || (matches!((high, low), (b'c' | b'C', b'2'))
                && matches!(bytes.get(at + 3..at + 5), Some([b'%', b'8' | b'9'])))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_levels_pass_and_seventeen_do_not() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(check_json(nested(16).as_bytes(), LineBreaks::Refused), Ok(()));
        assert_eq!(check_json(nested(17).as_bytes(), LineBreaks::Refused), Err(Unclean::TooDeep));
        assert_eq!(
            check_json(format!(r#"{{"a":"{}"}}"#, "[".repeat(99)).as_bytes(), LineBreaks::Refused),
            Ok(()),
            "brackets in a string do not nest"
        );
        assert_eq!(
            check_json(format!(r#"{{"a":"\"{}"}}"#, "[".repeat(99)).as_bytes(), LineBreaks::Refused),
            Ok(()),
            "an escaped quote does not end the string"
        );
        assert_eq!(
            check_json(format!(r#"{{"a\\":{}"#, nested(17)).as_bytes(), LineBreaks::Refused),
            Err(Unclean::TooDeep),
            "a quote after an escaped backslash ends the string"
        );
    }

    #[test]
    fn control_characters_are_found_raw_and_escaped() {
        for bad in [
            "\"\u{0}\"",
            "\"a\u{7f}\"",
            "\"\u{85}\"",
            r#""\u0000""#,
            r#""\u001F""#,
            r#""\u0085""#,
            r#""\n""#,
            r#""a\tb""#,
        ] {
            assert_eq!(
                check_json(bad.as_bytes(), LineBreaks::Refused),
                Err(Unclean::ControlCharacter),
                "{bad:?}"
            );
        }
        for good in ["{\n\t\"a\": \"₹ é \u{a0}\"\r\n}", r#""\u0041 \\n \/ \" ""#, r#""\ud83c\udfd3""#] {
            assert_eq!(check_json(good.as_bytes(), LineBreaks::Refused), Ok(()), "{good:?}");
        }
        assert_eq!(check_json(br#""a\r\nb""#, LineBreaks::Accepted), Ok(()));
        assert_eq!(check_json(br#""a\tb""#, LineBreaks::Accepted), Err(Unclean::ControlCharacter));
    }

    #[test]
    fn control_characters_are_found_in_an_address() {
        for bad in ["a=%00", "a=x%0Ay", "a=%1f", "a=%7F", "a=%c2%85", "a=\u{85}"] {
            assert!(address_has_control(bad), "{bad}");
        }
        for good in ["time=7%3A00%20PM", "a=%e2%82%b9", "a=₹", "a=100%", "a=%c2%a0", "a=\u{a0}"] {
            assert!(!address_has_control(good), "{good}");
        }
    }
}
