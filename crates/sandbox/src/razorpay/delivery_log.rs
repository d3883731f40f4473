//! What became of each webhook, for the page: the newest, so that the memory stays small.

use std::collections::VecDeque;

use jiff::Timestamp;

use super::deliveries::{Delivery, Signed};

/// So many are remembered.
const KEPT: usize = 200;

/// Where a webhook stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    /// It will be sent, perhaps again.
    Waiting,
    /// The receiver took it.
    Delivered,
    /// Never sent: lost on the way.
    Lost,
    /// Refused for too long, or a forgery that was refused.
    GivenUp,
}

/// How the receiver answered a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    /// With this HTTP status.
    Status(u16),
    /// Not at all, or not within the time.
    None,
}

impl Answer {
    /// Any 2xx takes the webhook.
    pub(super) fn takes(self) -> bool {
        matches!(self, Answer::Status(200..=299))
    }
}

/// A webhook and what became of it.
#[derive(Debug, Clone, serde::Serialize)]
pub(super) struct Record {
    /// Counts up; the address of [`super::deliveries::Deliveries::send_again`].
    pub(super) number: u64,
    pub(super) event_id: String,
    pub(super) event: String,
    /// The payment or refund it tells of.
    pub(super) about: String,
    pub(super) signed: Signed,
    pub(super) state: State,
    pub(super) tries: u32,
    /// Of the last try.
    pub(super) answer: Option<Answer>,
    pub(super) created_at: Timestamp,
    /// When it is sent next; none when it will not be.
    pub(super) due_at: Option<Timestamp>,
    #[serde(skip)]
    pub(super) body: String,
}

/// The newest webhooks, the newest first.
#[derive(Debug, Default)]
pub(super) struct DeliveryLog {
    records: VecDeque<Record>,
}

impl DeliveryLog {
    pub(super) fn add(&mut self, delivery: &Delivery, event: &str, about: &str, state: State) {
        self.records.truncate(KEPT - 1);
        self.records.push_front(Record {
            number: delivery.number,
            event_id: delivery.event_id.clone(),
            event: event.to_owned(),
            about: about.to_owned(),
            signed: delivery.signed,
            state,
            tries: delivery.tries,
            answer: None,
            created_at: delivery.created_at,
            due_at: (state == State::Waiting).then_some(delivery.due_at),
            body: delivery.body.clone(),
        });
    }

    /// A try ended; the record may have been forgotten meanwhile.
    pub(super) fn tried(&mut self, number: u64, answer: Answer, state: State, due_at: Option<Timestamp>) {
        if let Some(record) = self.records.iter_mut().find(|record| record.number == number) {
            record.tries += 1;
            record.answer = Some(answer);
            record.state = state;
            record.due_at = due_at;
        }
    }

    pub(super) fn find(&self, number: u64) -> Option<&Record> {
        self.records.iter().find(|record| record.number == number)
    }

    pub(super) fn newest(&self) -> &VecDeque<Record> {
        &self.records
    }
}
