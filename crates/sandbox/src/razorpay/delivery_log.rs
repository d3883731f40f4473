//! The log of webhooks for the page; only the newest, to limit memory.

use std::collections::VecDeque;

use jiff::Timestamp;

use super::delivery::{Delivery, Signed};

/// The most webhooks in the log.
const KEPT: usize = 200;

/// The status of a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    /// It will be sent or retried.
    Waiting,
    /// The receiver accepted it.
    Delivered,
    /// It is never sent, to simulate a loss.
    Lost,
    /// The receiver did not accept it, and it is not tried again.
    GivenUp,
}

/// The response of the receiver to a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    /// The receiver answered with this HTTP status.
    Status(u16),
    /// The receiver did not answer, or not within the timeout.
    None,
}

impl Answer {
    /// Whether the receiver accepted the webhook: with any status 2xx.
    pub(super) fn accepts(self) -> bool {
        matches!(self, Answer::Status(200..=299))
    }
}

/// A webhook and its status.
#[derive(Debug, Clone, serde::Serialize)]
pub(super) struct Record {
    /// A serial number.
    pub(super) number: u64,
    pub(super) event_id: String,
    pub(super) event: String,
    /// The id of the event's refund, payment or QR code.
    pub(super) about: String,
    pub(super) signed: Signed,
    pub(super) state: State,
    pub(super) tries: u32,
    /// The response to the last try.
    pub(super) answer: Option<Answer>,
    pub(super) created_at: Timestamp,
    /// When it is sent next; `None` if never.
    pub(super) due_at: Option<Timestamp>,
    #[serde(skip)]
    pub(super) body: String,
}

/// The latest webhooks, the newest first.
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

    /// Records the end of a try; the webhook may have left the log in the meantime.
    pub(super) fn record_try(
        &mut self,
        number: u64,
        answer: Answer,
        state: State,
        due_at: Option<Timestamp>,
    ) {
        if let Some(record) = self.records.iter_mut().find(|record| record.number == number) {
            record.tries += 1;
            record.answer = Some(answer);
            record.state = state;
            record.due_at = due_at;
        }
    }

    /// Records that a waiting webhook was dropped.
    pub(super) fn record_drop(&mut self, number: u64) {
        if let Some(record) = self.records.iter_mut().find(|record| record.number == number) {
            record.state = State::GivenUp;
            record.due_at = None;
        }
    }

    pub(super) fn find(&self, number: u64) -> Option<&Record> {
        self.records.iter().find(|record| record.number == number)
    }

    pub(super) fn newest(&self) -> &VecDeque<Record> {
        &self.records
    }
}
