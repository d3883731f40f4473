//! Telling players on both engines: what is written down with which change, and how it reaches phones and mailboxes, over
//! real HTTP and SMTP to the sandbox.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails by panicking")]

mod delivery;
mod email_escaping;
mod reminders;
mod sent_messages;
mod stored_messages;
mod world;
