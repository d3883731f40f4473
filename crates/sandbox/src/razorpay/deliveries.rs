//! Webhooks waiting to be sent: when, how often, and what goes wrong with them on the way. Pure: no socket, no clock.

use jiff::{SignedDuration, Timestamp};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value, json};

use super::switches::WebhookSwitches;
use crate::chance;

/// Retries end a day after the event.
const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// The pause after the first failed try; each further one is twice as long.
const FIRST_PAUSE: SignedDuration = SignedDuration::from_secs(30);

/// One event on its way.
#[derive(Debug, Clone)]
pub(crate) struct Delivery {
    /// `x-razorpay-event-id`: the same however often it is sent.
    pub(crate) event_id: String,
    /// The raw bytes that are signed.
    pub(crate) body: String,
    pub(crate) created_at: Timestamp,
    pub(crate) due_at: Timestamp,
    pub(crate) tries: u32,
    pub(crate) signed: Signed,
}

/// Under which secret an event is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signed {
    /// The webhook's secret of today.
    Now,
    /// The one before the last change.
    Before,
    /// None that the receiver knows.
    Forged,
}

/// What happened to events so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Counts {
    pub(crate) events: u64,
    pub(crate) lost: u64,
    pub(crate) duplicated: u64,
    pub(crate) forged: u64,
    pub(crate) delivered: u64,
    pub(crate) refused: u64,
    pub(crate) given_up: u64,
}

/// The events not yet delivered.
#[derive(Debug)]
pub(crate) struct Deliveries {
    waiting: Vec<Delivery>,
    pub(crate) counts: Counts,
    /// Seeded, so that a bad day can be had again.
    chance: StdRng,
}

impl Default for Deliveries {
    fn default() -> Self {
        Deliveries { waiting: Vec::new(), counts: Counts::default(), chance: StdRng::seed_from_u64(1) }
    }
}

impl Deliveries {
    /// Takes an event that happened at `now`.
    pub(crate) fn add(&mut self, event: &str, payload: &Value, switches: &WebhookSwitches, now: Timestamp) {
        self.counts.events += 1;
        let body = envelope(event, payload, now).to_string();
        let id = chance::alphanumeric(14);
        if self.happens(switches.forge_percent) {
            self.counts.forged += 1;
            let body = envelope(event, &forged(payload), now).to_string();
            self.send(chance::alphanumeric(14), body, switches, Signed::Forged, now);
        }
        if self.happens(switches.lose_percent) {
            self.counts.lost += 1;
            return;
        }
        let signed = if switches.old_secret { Signed::Before } else { Signed::Now };
        if self.happens(switches.duplicate_percent) {
            self.counts.duplicated += 1;
            self.send(id.clone(), body.clone(), switches, signed, now);
        }
        self.send(id, body, switches, signed, now);
    }

    fn send(
        &mut self,
        event_id: String,
        body: String,
        switches: &WebhookSwitches,
        signed: Signed,
        now: Timestamp,
    ) {
        let held_back = self.chance.random_range(0..=i64::from(switches.shuffle_seconds) * 1_000);
        let due_at = now.checked_add(SignedDuration::from_millis(held_back)).unwrap_or(now);
        self.waiting.push(Delivery { event_id, body, created_at: now, due_at, tries: 0, signed });
    }

    /// Takes out what is due at `now`, the longest due first.
    pub(crate) fn take_due(&mut self, now: Timestamp) -> Vec<Delivery> {
        let mut due: Vec<Delivery> = self.waiting.extract_if(.., |delivery| delivery.due_at <= now).collect();
        due.sort_by_key(|delivery| delivery.due_at);
        due
    }

    /// Learns how a try ended at `now`. What was not taken is tried again, ever later, for a day.
    pub(crate) fn ended(&mut self, mut delivery: Delivery, taken: bool, now: Timestamp) {
        if taken {
            self.counts.delivered += 1;
            return;
        }
        self.counts.refused += 1;
        delivery.tries += 1;
        let pause = FIRST_PAUSE * (1_i32 << delivery.tries.saturating_sub(1).min(12));
        let next = now.checked_add(pause).unwrap_or(Timestamp::MAX);
        // Nobody retries a forgery: its maker saw the refusal.
        if delivery.signed == Signed::Forged || next > delivery.created_at + GIVE_UP_AFTER {
            self.counts.given_up += 1;
            return;
        }
        delivery.due_at = next;
        self.waiting.push(delivery);
    }

    /// How many still wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    fn happens(&mut self, percent: u8) -> bool {
        self.chance.random_range(0..100) < percent
    }
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

/// The same event with every payment in it captured and everything refunded undone: what a forger would wish for.
fn forged(payload: &Value) -> Value {
    let mut payload = payload.clone();
    if let Some(payment) = payload.get_mut("payment") {
        payment["status"] = Value::from("captured");
        payment["captured"] = Value::from(true);
        payment["id"] = Value::from(format!("pay_{}", chance::alphanumeric(14)));
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
    fn a_refused_event_is_tried_ever_later_for_a_day() {
        let mut deliveries = deliveries(&WebhookSwitches::default(), 1);
        let mut tries = Vec::new();
        for second in 0..2 * 86_400 {
            for delivery in deliveries.take_due(at(second)) {
                tries.push(second);
                deliveries.ended(delivery, false, at(second));
            }
        }
        assert_eq!(tries[..5], [0, 30, 90, 210, 450]);
        assert!(*tries.last().unwrap() <= 86_400 && tries.len() < 20);
        assert_eq!((deliveries.waiting(), deliveries.counts.given_up), (0, 1));
    }

    #[test]
    fn a_taken_event_is_done() {
        let mut deliveries = deliveries(&WebhookSwitches::default(), 1);
        let delivery = deliveries.take_due(at(0)).pop().unwrap();
        let body: Value = serde_json::from_str(&delivery.body).unwrap();
        assert_eq!(body["contains"], json!(["payment"]));
        assert_eq!(body["payload"]["payment"]["entity"]["id"], "pay_1");
        deliveries.ended(delivery, true, at(1));
        assert_eq!((deliveries.waiting(), deliveries.counts.delivered), (0, 1));
    }

    #[test]
    fn bad_days_have_about_their_share_and_are_the_same_every_time() {
        let switches = WebhookSwitches {
            duplicate_percent: 20,
            lose_percent: 10,
            forge_percent: 5,
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
}
