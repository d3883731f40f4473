//! Notices on both engines: which messages are stored with which change, and how they arrive on phones and in mailboxes,
//! over real HTTP and SMTP to the sandbox.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails by panicking")]

mod delivery;
mod desk_bookings;
mod desk_messages;
mod email_escaping;
mod erasures;
mod fixture;
mod own_texts;
mod reminders;
mod sent_messages;
mod stored_messages;
