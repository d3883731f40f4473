//! All text messages: those that arrived and those that did not.

use std::collections::VecDeque;

use jiff::Timestamp;

use crate::scenario::Scenario;

/// The most messages stored; older ones are removed, so that a load test cannot fill the memory.
const KEPT: usize = 2_000;

/// A message that a provider accepted.
#[derive(Debug, Clone, serde::Serialize)]
pub(crate) struct Message {
    /// The message's id at the provider.
    pub(crate) id: String,
    pub(crate) provider: &'static str,
    /// The sender shown on the phone.
    pub(crate) from: String,
    /// The phone, `+919876543210`.
    pub(crate) to: String,
    pub(crate) text: String,
    /// The code in the last line, if there is one.
    pub(crate) code: Option<String>,
    pub(crate) at: Timestamp,
    pub(crate) status: Status,
    /// The reason why it was not delivered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Delivered,
    Undelivered,
}

impl Message {
    /// A message as its provider passes it to the telephone operator: the number's scenario and the registered texts decide
    /// whether it arrives.
    pub(crate) fn new(
        provider: &'static str,
        id: String,
        [from, to, text]: [String; 3],
        scenario: Option<Scenario>,
        is_registered: bool,
        at: Timestamp,
    ) -> Self {
        let why = match scenario {
            Some(Scenario::Undelivered) => Some("the phone is out of reach"),
            Some(Scenario::DltBlocked) => Some("DLT 630: template not found"),
            _ if !is_registered => Some("DLT 630: the text equals no registered template"),
            _ => None,
        };
        Message {
            id,
            provider,
            from,
            to,
            code: code_in(&text),
            text,
            at,
            status: if why.is_some() { Status::Undelivered } else { Status::Delivered },
            why,
        }
    }
}

/// The code at the end of the last line: 4 to 9 digits, with or without the `#` of `@host #code`.
fn code_in(text: &str) -> Option<String> {
    let word = text.lines().last()?.rsplit(' ').next()?;
    let digits = word.strip_prefix('#').unwrap_or(word);
    ((4..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())).then(|| digits.to_owned())
}

/// The last messages, newest first.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    messages: VecDeque<Message>,
    /// Increases with every change.
    version: u64,
}

impl Inbox {
    pub(crate) fn add(&mut self, message: Message) {
        if let Some(why) = message.why {
            tracing::warn!(provider = message.provider, why, "the sandbox dropped a message");
        }
        self.messages.truncate(KEPT - 1);
        self.messages.push_front(message);
        self.version += 1;
    }

    /// A message by its provider's id.
    pub(crate) fn find(&self, id: &str) -> Option<&Message> {
        self.messages.iter().find(|message| message.id == id)
    }

    /// The messages that arrived on this phone, or on all.
    pub(crate) fn delivered_to(&self, phone: Option<&str>) -> Vec<Message> {
        let wanted = phone.map(digits_of);
        let is_wanted = |message: &&Message| {
            message.status == Status::Delivered
                && wanted.as_ref().is_none_or(|wanted| digits_of(&message.to) == *wanted)
        };
        self.messages.iter().filter(is_wanted).cloned().collect()
    }

    /// Deletes all messages.
    pub(crate) fn clear(&mut self) {
        self.messages.clear();
        self.version += 1;
    }

    /// The newest messages, at most `count`, also those that did not arrive.
    pub(crate) fn newest(&self, count: usize) -> Vec<&Message> {
        self.messages.iter().take(count).collect()
    }

    /// A tag that changes with the content.
    pub(crate) fn tag(&self) -> String {
        let newest_id = self.messages.front().map_or("none", |message| message.id.as_str());
        // The id besides the version, because a restarted sandbox counts from 0 again.
        format!("\"{}-{newest_id}\"", self.version)
    }
}

/// A number's digits. An unescaped `+` in a query arrives as a blank; ten digits are an Indian number.
fn digits_of(number: &str) -> String {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    if digits.len() == 10 { format!("91{digits}") } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(to: &str, text: &str) -> Message {
        Message::new(
            "test",
            to.to_owned(),
            ["SIDOUT", to, text].map(str::to_owned),
            None,
            true,
            Timestamp::UNIX_EPOCH,
        )
    }

    #[test]
    fn the_code_is_read_from_the_end_of_the_last_line_only() {
        assert_eq!(code_in("482019 is your code.\n\n@127.0.0.1 #482019").as_deref(), Some("482019"));
        assert_eq!(code_in("Your code: 4820").as_deref(), Some("4820"));
        assert_eq!(code_in("482019 is your code.\nDo not share it"), None);
        assert_eq!(code_in("Court 3 at 7"), None);
        assert_eq!(code_in(""), None);
    }

    #[test]
    fn the_newest_is_first_and_the_oldest_are_removed() {
        let mut inbox = Inbox::default();
        for number in 0..KEPT + 5 {
            inbox.add(message("+919876543210", &format!("{number}")));
        }
        let kept = inbox.delivered_to(None);
        assert_eq!(kept.len(), KEPT);
        assert_eq!(kept[0].text, (KEPT + 4).to_string());
        assert_eq!(kept[KEPT - 1].text, "5");
    }

    #[test]
    fn a_phone_shows_its_own_messages_however_its_number_is_written() {
        let mut inbox = Inbox::default();
        inbox.add(message("+919876543210", "mine"));
        inbox.add(message("+919876543211", "theirs"));
        for written in ["+919876543210", " 919876543210", "9876543210", "+91 98765 43210"] {
            assert_eq!(inbox.delivered_to(Some(written)).len(), 1, "{written}");
        }
        assert!(inbox.delivered_to(Some("")).is_empty());
    }

    #[test]
    fn a_dropped_message_is_in_no_phones_inbox() {
        let mut inbox = Inbox::default();
        let of = |scenario, registered| {
            Message::new(
                "test",
                String::new(),
                ["S", "+919876543210", "t"].map(str::to_owned),
                scenario,
                registered,
                Timestamp::UNIX_EPOCH,
            )
        };
        inbox.add(of(Some(Scenario::Undelivered), true));
        inbox.add(of(Some(Scenario::DltBlocked), true));
        inbox.add(of(None, false));
        assert!(inbox.delivered_to(None).is_empty());
        inbox.add(of(None, true));
        assert_eq!(inbox.delivered_to(None).len(), 1);
    }
}
