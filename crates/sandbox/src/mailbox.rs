//! All mail that the relay received.

use std::collections::VecDeque;

use jiff::Timestamp;
use mail_parser::{MessageParser, MimeHeaders as _};

use crate::random;

/// The most e-mails stored; older ones are removed, so that a load test cannot fill the memory.
const KEPT: usize = 500;

/// An e-mail that the relay accepted.
#[derive(Debug, Clone, serde::Serialize)]
pub(crate) struct ReceivedEmail {
    /// Its number in the order of arrival, from 1.
    id: u64,
    /// Its `Message-ID`, without brackets.
    message_id: String,
    from: String,
    to: String,
    subject: String,
    text: String,
    #[serde(skip)]
    html: String,
    attachments: Vec<Attachment>,
    at: Timestamp,
}

#[derive(Debug, Clone, serde::Serialize)]
struct Attachment {
    name: String,
    content_type: String,
    text: String,
}

/// The last e-mails, newest first.
#[derive(Debug)]
pub(crate) struct Mailbox {
    emails: VecDeque<ReceivedEmail>,
    received: u64,
    /// Tells this mailbox from that of a sandbox before a restart, which counted the same numbers.
    run: String,
}

impl Default for Mailbox {
    fn default() -> Self {
        Mailbox { emails: VecDeque::new(), received: 0, run: random::hex(12) }
    }
}

impl Mailbox {
    /// Stores an e-mail as received, one copy for each recipient. `false` if it is not valid (RFC 5322).
    pub(crate) fn add(&mut self, from: &str, recipients: &[String], source: &[u8], at: Timestamp) -> bool {
        let Some(email) = MessageParser::default().parse(source) else { return false };
        let attachments: Vec<Attachment> = email
            .attachments()
            .map(|part| Attachment {
                name: part.attachment_name().unwrap_or("unnamed").to_owned(),
                content_type: part.content_type().map_or_else(String::new, |kind| {
                    format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default())
                }),
                text: String::from_utf8_lossy(part.contents()).into_owned(),
            })
            .collect();
        for to in recipients {
            self.received += 1;
            self.emails.truncate(KEPT - 1);
            self.emails.push_front(ReceivedEmail {
                id: self.received,
                message_id: email.message_id().unwrap_or_default().to_owned(),
                from: from.to_owned(),
                to: to.clone(),
                subject: email.subject().unwrap_or_default().to_owned(),
                text: email.body_text(0).unwrap_or_default().into_owned(),
                html: email.body_html(0).unwrap_or_default().into_owned(),
                attachments: attachments.clone(),
                at,
            });
        }
        true
    }

    /// The e-mails to this address, or all.
    pub(crate) fn delivered_to(&self, address: Option<&str>) -> Vec<ReceivedEmail> {
        let is_wanted =
            |email: &&ReceivedEmail| address.is_none_or(|address| email.to.eq_ignore_ascii_case(address));
        self.emails.iter().filter(is_wanted).cloned().collect()
    }

    /// The HTML of the e-mail with this number.
    pub(crate) fn html(&self, id: u64) -> Option<&str> {
        self.emails.iter().find(|email| email.id == id).map(|email| email.html.as_str())
    }

    /// Deletes all e-mails.
    pub(crate) fn clear(&mut self) {
        self.emails.clear();
    }

    /// A tag that changes with the content, and with each start of the sandbox.
    pub(crate) fn tag(&self) -> String {
        format!("\"{}-{}-{}\"", self.run, self.received, self.emails.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_is_parsed_and_kept_for_each_recipient() {
        let mut mailbox = Mailbox::default();
        let source = b"From: a@example.in\r\nTo: b@example.in\r\nSubject: =?utf-8?q?Court_3_=E2=9C=93?=\r\n\
            Message-ID: <1.confirmed@example.in>\r\n\r\nSee you at 7.\r\n";
        let recipients = ["b@example.in", "C@example.in"].map(str::to_owned);
        assert!(mailbox.add("a@example.in", &recipients, source, Timestamp::UNIX_EPOCH));
        let emails = mailbox.delivered_to(Some("c@example.in"));
        assert_eq!(emails.len(), 1);
        assert_eq!((emails[0].subject.as_str(), emails[0].text.trim()), ("Court 3 ✓", "See you at 7."));
        assert_eq!(emails[0].message_id, "1.confirmed@example.in");
        assert_eq!(mailbox.delivered_to(None).len(), 2);
    }

    #[test]
    fn a_tag_names_one_content_also_after_a_restart() {
        let mut tags = std::collections::HashSet::new();
        let recipient = ["b@example.in".to_owned()];
        for _start in 0..2 {
            let mut mailbox = Mailbox::default();
            assert!(tags.insert(mailbox.tag()));
            assert_eq!(mailbox.tag(), mailbox.tag());
            assert!(mailbox.add(
                "a@example.in",
                &recipient,
                b"Subject: 1\r\n\r\n.\r\n",
                Timestamp::UNIX_EPOCH
            ));
            assert!(tags.insert(mailbox.tag()));
            mailbox.clear();
            assert!(tags.insert(mailbox.tag()));
        }
    }

    #[test]
    fn the_oldest_emails_are_removed() {
        let mut mailbox = Mailbox::default();
        for number in 0..KEPT + 3 {
            let source = format!("Subject: {number}\r\n\r\n.\r\n");
            assert!(mailbox.add(
                "a@example.in",
                &["b@example.in".to_owned()],
                source.as_bytes(),
                Timestamp::UNIX_EPOCH
            ));
        }
        let kept = mailbox.delivered_to(None);
        assert_eq!((kept.len(), kept[KEPT - 1].subject.as_str()), (KEPT, "3"));
    }
}
