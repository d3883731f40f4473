//! The queue of webhooks: when each is sent, retries, and failures in transit. Without sockets and clock.

use jiff::{SignedDuration, Timestamp};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value, json};

use super::{
    delivery::{Delivery, Signed},
    delivery_log::{Answer, DeliveryLog, State},
    switches::WebhookSwitches,
};
use crate::random;

/// How long after the event a webhook is retried.
const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// The delay after the first failed try; it doubles with each further one.
const FIRST_PAUSE: SignedDuration = SignedDuration::from_secs(30);
/// The most webhooks in the queue; beyond it those that were queued first are dropped, so that an absent receiver cannot fill
/// the memory.
const MOST_WAITING: usize = 20_000;

/// Counters since the start of the sandbox.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Counts {
    /// Events that happened.
    pub(crate) events: u64,
    /// Events of which no webhook was sent.
    pub(crate) lost: u64,
    /// Events of which two webhooks were sent.
    pub(crate) duplicated: u64,
    /// Forged webhooks.
    pub(crate) forged: u64,
    /// Webhooks that the receiver accepted.
    pub(crate) delivered: u64,
    /// Tries that the receiver did not accept.
    pub(crate) refused: u64,
    /// Webhooks that the receiver did not accept and that are not tried again.
    pub(crate) given_up: u64,
}

/// The queued webhooks, and the log of the newest.
#[derive(Debug)]
pub(crate) struct Deliveries {
    waiting: Vec<Delivery>,
    /// The number of webhooks being sent.
    in_flight: usize,
    pub(super) log: DeliveryLog,
    pub(crate) counts: Counts,
    /// The serial number of the newest webhook.
    last: u64,
    /// Seeded, so that failures are reproducible.
    rng: StdRng,
}

impl Default for Deliveries {
    fn default() -> Self {
        Deliveries {
            waiting: Vec::new(),
            in_flight: 0,
            log: DeliveryLog::default(),
            counts: Counts::default(),
            last: 0,
            rng: StdRng::seed_from_u64(1),
        }
    }
}

impl Deliveries {
    /// Queues an event that happened at `now`.
    pub(crate) fn add(&mut self, event: &str, payload: &Value, switches: &WebhookSwitches, now: Timestamp) {
        self.counts.events += 1;
        let id = random::razorpay_id("");
        if self.happens(switches.forge_percent) {
            self.counts.forged += 1;
            self.schedule(&random::razorpay_id(""), event, &forged(payload), Signed::Forged, switches, now);
        }
        let signed = if switches.old_secret { Signed::Before } else { Signed::Now };
        if self.happens(switches.lose_percent) {
            self.counts.lost += 1;
            let delivery = self.delivery(&id, envelope(event, payload, now).to_string(), signed, now, now);
            self.log.add(&delivery, event, about(payload), State::Lost);
            return;
        }
        if self.happens(switches.duplicate_percent) {
            self.counts.duplicated += 1;
            self.schedule(&id, event, payload, signed, switches, now);
        }
        self.schedule(&id, event, payload, signed, switches, now);
    }

    fn schedule(
        &mut self,
        event_id: &str,
        event: &str,
        payload: &Value,
        signed: Signed,
        switches: &WebhookSwitches,
        now: Timestamp,
    ) {
        let held_back = i64::from(switches.delay_seconds) * 1_000
            + self.rng.random_range(0..=i64::from(switches.shuffle_seconds) * 1_000);
        let due_at = now.checked_add(SignedDuration::from_millis(held_back)).unwrap_or(now);
        let body = envelope(event, payload, now).to_string();
        let delivery = self.delivery(event_id, body, signed, now, due_at);
        self.log.add(&delivery, event, about(payload), State::Waiting);
        self.enqueue(delivery);
    }

    fn delivery(
        &mut self,
        event_id: &str,
        body: String,
        signed: Signed,
        created_at: Timestamp,
        due_at: Timestamp,
    ) -> Delivery {
        self.last += 1;
        Delivery {
            number: self.last,
            event_id: event_id.to_owned(),
            body,
            created_at,
            due_at,
            tries: 0,
            signed,
        }
    }

    fn enqueue(&mut self, delivery: Delivery) {
        if self.waiting.len() >= MOST_WAITING {
            let dropped = self.waiting.remove(0);
            self.counts.given_up += 1;
            self.log.record_drop(dropped.number);
        }
        self.waiting.push(delivery);
    }

    /// Resends a logged webhook with the same bytes and event id. `false` if the log no longer has it.
    pub(super) fn send_again(&mut self, number: u64, now: Timestamp) -> bool {
        let Some(record) = self.log.find(number).cloned() else { return false };
        let delivery = self.delivery(&record.event_id, record.body, record.signed, now, now);
        self.log.add(&delivery, &record.event, &record.about, State::Waiting);
        self.enqueue(delivery);
        true
    }

    /// Removes and returns the webhooks that are due at `now`, the longest due first.
    pub(crate) fn take_due(&mut self, now: Timestamp) -> Vec<Delivery> {
        let mut due: Vec<Delivery> = self.waiting.extract_if(.., |delivery| delivery.due_at <= now).collect();
        due.sort_by_key(|delivery| delivery.due_at);
        self.in_flight += due.len();
        due
    }

    /// Records the response to a try at `now`. A failed webhook is retried with growing delays for a day, unless it is forged.
    pub(super) fn record_answer(&mut self, mut delivery: Delivery, answer: Answer, now: Timestamp) {
        self.in_flight = self.in_flight.saturating_sub(1);
        if answer.accepts() {
            self.counts.delivered += 1;
            self.log.record_try(delivery.number, answer, State::Delivered, None);
            return;
        }
        self.counts.refused += 1;
        delivery.tries += 1;
        // Twelve doublings make it longer than a day, when no further try is made.
        let pause = FIRST_PAUSE * (1_i32 << delivery.tries.saturating_sub(1).min(12));
        let next = now.checked_add(pause).unwrap_or(Timestamp::MAX);
        if delivery.signed == Signed::Forged || next > delivery.created_at + GIVE_UP_AFTER {
            self.counts.given_up += 1;
            self.log.record_try(delivery.number, answer, State::GivenUp, None);
            return;
        }
        delivery.due_at = next;
        self.log.record_try(delivery.number, answer, State::Waiting, Some(next));
        self.enqueue(delivery);
    }

    /// Whether all webhooks due by `now` were tried.
    pub(super) fn are_tried(&self, now: Timestamp) -> bool {
        self.in_flight == 0 && self.waiting.iter().all(|delivery| delivery.due_at > now)
    }

    /// The number of queued webhooks.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    fn happens(&mut self, percent: u8) -> bool {
        self.rng.random_range(0..100) < percent
    }
}

/// The id of the entity of an event: the refund if there is one, else the payment, else the QR code.
fn about(payload: &Value) -> &str {
    ["refund", "payment", "qr_code"].iter().find_map(|name| payload[*name]["id"].as_str()).unwrap_or_default()
}

fn envelope(event: &str, payload: &Value, now: Timestamp) -> Value {
    let contains: Vec<&String> = payload.as_object().into_iter().flatten().map(|(name, _)| name).collect();
    let wrapped = payload
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, entity)| (name.clone(), json!({"entity": entity})));
    json!({"entity": "event", "account_id": "acc_SBX00000000001", "event": event, "contains": contains,
        "payload": Value::Object(wrapped.collect()), "created_at": now.as_second()})
}

/// The event as a forger would change it: its payment is captured and has an id that does not exist.
fn forged(payload: &Value) -> Value {
    let mut payload = payload.clone();
    if let Some(payment) = payload.get_mut("payment") {
        payment["status"] = Value::from("captured");
        payment["captured"] = Value::from(true);
        payment["id"] = Value::from(random::razorpay_id("pay_"));
    }
    payload
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + seconds).unwrap()
    }

    fn deliveries(switches: &WebhookSwitches, events: usize) -> Deliveries {
        let mut deliveries = Deliveries::default();
        for _ in 0..events {
            deliveries.add("payment.captured", &json!({"payment": {"id": "pay_1"}}), switches, at(0));
        }
        deliveries
    }

    #[test]
    fn a_refused_event_is_retried_with_growing_delays_for_a_day() {
        let mut deliveries = deliveries(&WebhookSwitches::default(), 1);
        let mut tries = Vec::new();
        for second in 0..2 * 86_400 {
            for delivery in deliveries.take_due(at(second)) {
                tries.push(second);
                deliveries.record_answer(delivery, Answer::Status(500), at(second));
            }
        }
        assert_eq!(tries[..5], [0, 30, 90, 210, 450]);
        assert!(*tries.last().unwrap() <= 86_400 && tries.len() < 20);
        assert_eq!((deliveries.waiting(), deliveries.counts.given_up), (0, 1));
    }

    #[test]
    fn an_accepted_event_is_not_sent_again() {
        let mut deliveries = deliveries(&WebhookSwitches::default(), 1);
        let delivery = deliveries.take_due(at(0)).pop().unwrap();
        let body: Value = serde_json::from_str(&delivery.body).unwrap();
        assert_eq!(body["contains"], json!(["payment"]));
        assert_eq!(body["payload"]["payment"]["entity"]["id"], "pay_1");
        deliveries.record_answer(delivery, Answer::Status(200), at(1));
        assert_eq!((deliveries.waiting(), deliveries.counts.delivered), (0, 1));
    }

    #[test]
    fn webhook_faults_have_about_their_share_and_are_the_same_every_time() {
        let switches = WebhookSwitches {
            duplicate_percent: 20,
            lose_percent: 10,
            forge_percent: 5,
            delay_seconds: 0,
            shuffle_seconds: 60,
            old_secret: true,
        };
        let (mut first, second) = (deliveries(&switches, 2_000), deliveries(&switches, 2_000));
        assert_eq!(first.counts, second.counts);
        assert!((150..250).contains(&first.counts.lost), "{:?}", first.counts);
        assert!((300..420).contains(&first.counts.duplicated), "{:?}", first.counts);
        assert!((60..140).contains(&first.counts.forged), "{:?}", first.counts);
        assert!(first.take_due(at(-1)).is_empty());
        let due = first.take_due(at(60));
        assert!(due.iter().any(|delivery| delivery.signed == Signed::Before));
        let times: Vec<_> = due.iter().map(|delivery| delivery.due_at).collect();
        assert!(times.is_sorted() && times.first() < times.last(), "held back by different times");
    }

    #[test]
    fn the_log_has_the_newest_and_sends_any_of_them_again_under_its_id() {
        let mut deliveries = deliveries(&WebhookSwitches { delay_seconds: 20, ..Default::default() }, 300);
        assert_eq!(deliveries.log.newest().len(), 200);
        assert!(deliveries.take_due(at(19)).is_empty(), "held back");
        for delivery in deliveries.take_due(at(20)) {
            deliveries.record_answer(delivery, Answer::Status(200), at(20));
        }
        let newest = deliveries.log.newest()[0].clone();
        assert_eq!((newest.state, newest.tries, newest.about.as_str()), (State::Delivered, 1, "pay_1"));
        assert!(deliveries.send_again(newest.number, at(21)));
        let again = deliveries.take_due(at(21)).pop().unwrap();
        assert_eq!((again.event_id, again.body), (newest.event_id, newest.body));
        assert!(!deliveries.send_again(1, at(21)), "the first was removed");
    }

    #[test]
    fn a_receiver_that_is_gone_cannot_fill_the_memory() {
        let deliveries = deliveries(&WebhookSwitches::default(), MOST_WAITING + 5);
        assert_eq!((deliveries.waiting(), deliveries.counts.given_up), (MOST_WAITING, 5));
    }

    #[test]
    fn a_drop_from_a_full_queue_is_not_logged_as_a_try() {
        let switches = WebhookSwitches::default();
        let mut deliveries = deliveries(&switches, MOST_WAITING);
        let refused = deliveries.take_due(at(0));
        deliveries.add("refund.created", &json!({"refund": {"id": "rfnd_1"}}), &switches, at(0));
        for delivery in refused {
            deliveries.record_answer(delivery, Answer::Status(500), at(0));
        }
        let dropped = &deliveries.log.newest()[0];
        assert_eq!((dropped.about.as_str(), dropped.state), ("rfnd_1", State::GivenUp));
        assert_eq!((dropped.tries, dropped.answer, dropped.due_at), (0, None, None));
    }
}
