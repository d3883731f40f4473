//! Messages of providers as one short line for the log.

/// The most characters that are kept of a provider's message.
const MAX_CHARACTERS: usize = 200;

/// A provider's message on one line: control characters and repeated spaces become a space, at most 200 characters; "no message" if
/// nothing is left. Phone numbers in it stay: a caller whose message may have one masks it first.
pub(crate) fn for_log(message: &str) -> String {
    let words = message.split(|c: char| c.is_control() || c == ' ').filter(|word| !word.is_empty());
    let short: String = words.collect::<Vec<_>>().join(" ").chars().take(MAX_CHARACTERS).collect();
    if short.is_empty() { "no message".to_owned() } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_of_at_most_200_characters() {
        assert_eq!(for_log("the\r\nkey  is\u{0} wrong "), "the key is wrong");
        assert_eq!(for_log(" \n"), "no message");
        assert_eq!(for_log(&"é".repeat(201)), "é".repeat(200));
    }
}
