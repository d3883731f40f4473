//! `GET /v1/settlements/recon/combined`: what was paid out to the bank account (razorpay.com/docs/api/settlements/fetch-recon).
//!
//! There is one settlement a day, at nine in the morning in India, of all that was captured and refunded at least
//! `settlements.after_hours` before.

use std::collections::{BTreeSet, HashMap};

use jiff::{
    SignedDuration, Timestamp,
    civil::Date,
    tz::{Offset, TimeZone},
};
use serde_json::{Value, json};

use super::{
    entities::{Payment, Refund, RefundStatus},
    failure::Failure,
    order_faults::SettlementFault,
    provider_data::ProviderData,
};

/// The provider's days are those of India: this many seconds ahead of UTC.
const INDIA_AHEAD: i32 = 5 * 3_600 + 1_800;
/// The hour of the day at which the provider pays out.
const PAYS_OUT_AT: i8 = 9;
/// By how much the amount of a line with a wrong amount is too low, in paise.
const WRONG_BY: i64 = 1_000;
/// The amount of the line that belongs to no payment, in paise.
const UNKNOWN_CREDIT: i64 = 1_012;

/// The day whose settlements are requested: year, month and day. Without a day the whole month is requested.
pub(super) fn requested_day(query: &HashMap<String, String>) -> Result<(i16, i8, Option<i8>), Failure> {
    let number = |name: &'static str| {
        query.get(name).and_then(|text| text.parse::<i16>().ok()).ok_or(Failure::field(name, "required"))
    };
    let part = |name: &'static str, number: i16| {
        i8::try_from(number).map_err(|_| Failure::field(name, "not a part of a date"))
    };
    let (year, month) = (number("year")?, part("month", number("month")?)?);
    let day = query.contains_key("day").then(|| part("day", number("day")?)).transpose()?;
    Date::new(year, month, day.unwrap_or(1)).map_err(|_| Failure::field("day", "no such day"))?;
    Ok((year, month, day))
}

impl ProviderData {
    /// The lines of the settlements of a day, or of a month, in a stable order.
    pub(super) fn settlement_lines(
        &self,
        (year, month, day): (i16, i8, Option<i8>),
    ) -> Result<Vec<Value>, Failure> {
        let requested = format!("{year:04}-{month:02}-{:02}", day.unwrap_or(0));
        if self.switches.settlements.unreadable_day.as_deref() == Some(requested.as_str()) {
            return Err(Failure::refused("The settlements of this day cannot be listed"));
        }
        let is_requested = |at: Timestamp| {
            let date = date_in_india(at);
            date.year() == year && date.month() == month && day.is_none_or(|day| date.day() == day)
        };
        let settled = |captured_at: Option<Timestamp>| {
            captured_at.and_then(|at| self.settled_at(at)).filter(|at| is_requested(*at))
        };
        let mut lines: Vec<(Timestamp, Value)> = Vec::new();
        for payment in self.payments.values() {
            if let Some(at) = settled(payment.captured_at()) {
                lines.extend(self.payment_line(payment, at).map(|line| (at, line)));
            }
        }
        for refund in self.refunds.values().filter(|refund| refund.status != RefundStatus::Failed) {
            if let Some(at) = settled(Some(refund.created_at)) {
                lines.extend(self.refund_line(refund, at).map(|line| (at, line)));
            }
        }
        lines.sort_by(|(a_at, a), (b_at, b)| {
            (a_at, a["entity_id"].as_str()).cmp(&(b_at, b["entity_id"].as_str()))
        });
        if self.switches.settlements.unknown_line {
            let days: BTreeSet<Timestamp> = lines.iter().map(|(at, _)| *at).collect();
            lines.extend(days.into_iter().map(|at| (at, adjustment(at))));
        }
        Ok(lines.into_iter().map(|(_, line)| line).collect())
    }

    /// When the money that was captured or refunded at `at` was paid out; `None` if it has not been paid out yet.
    fn settled_at(&self, at: Timestamp) -> Option<Timestamp> {
        let after = SignedDuration::from_hours(self.switches.settlements.after_hours.into());
        let due = at.checked_add(after).ok()?;
        let nine = |date: Date| {
            date.at(PAYS_OUT_AT, 0, 0, 0).to_zoned(TimeZone::fixed(india())).ok().map(|at| at.timestamp())
        };
        let date = date_in_india(due);
        let paid_out = nine(date).filter(|nine| *nine >= due).or_else(|| nine(date.tomorrow().ok()?))?;
        (paid_out <= self.clock.now()).then_some(paid_out)
    }

    fn settlement_fault(&self, payment: &str) -> Option<SettlementFault> {
        self.faults_of(payment).and_then(|faults| faults.settlement)
    }

    fn payment_line(&self, payment: &Payment, at: Timestamp) -> Option<Value> {
        let fault = self.settlement_fault(&payment.id);
        if fault == Some(SettlementFault::Missing) {
            return None;
        }
        let (fee, tax) = payment.fee();
        let (fee, tax) = (fee.unwrap_or(0), tax.unwrap_or(0));
        let less = if fault == Some(SettlementFault::WrongAmount) { WRONG_BY } else { 0 };
        let order = (!payment.is_by_qr_code()).then_some(&payment.order);
        let mut line = line(("payment", &payment.id), (payment.amount - less, fee, tax), at);
        line["credit"] = json!(payment.amount - less - fee);
        line["created_at"] = json!(payment.created_at.as_second());
        line["order_id"] = json!(order);
        line["method"] = json!(payment.method.name());
        Some(line)
    }

    fn refund_line(&self, refund: &Refund, at: Timestamp) -> Option<Value> {
        if self.settlement_fault(&refund.payment) == Some(SettlementFault::Missing) {
            return None;
        }
        let mut line = line(("refund", &refund.id), (refund.amount, 0, 0), at);
        line["debit"] = json!(refund.amount);
        line["created_at"] = json!(refund.created_at.as_second());
        line["payment_id"] = json!(refund.payment);
        Some(line)
    }
}

/// A line without credit and debit, as Razorpay writes it.
fn line((kind, id): (&str, &str), (amount, fee, tax): (i64, i64, i64), at: Timestamp) -> Value {
    let date = date_in_india(at).strftime("%Y%m%d").to_string();
    json!({
        "entity_id": id, "type": kind, "debit": 0, "credit": 0, "amount": amount, "currency": "INR", "fee": fee, "tax": tax,
        "on_hold": false, "settled": true, "created_at": at.as_second(), "settled_at": at.as_second(),
        "settlement_id": format!("setl_SBX{date}900"), "settlement_utr": format!("SBXN{date}0900"), "posted_at": null,
        "credit_type": "default", "description": null, "notes": "{}", "payment_id": null, "order_id": null,
        "order_receipt": null, "method": null, "card_network": null, "card_issuer": null, "card_type": null,
        "dispute_id": null,
    })
}

/// A correction by the provider that belongs to no payment.
fn adjustment(at: Timestamp) -> Value {
    let date = date_in_india(at).strftime("%Y%m%d").to_string();
    let mut line = line(("adjustment", &format!("adj_SBX{date}900")), (UNKNOWN_CREDIT, 0, 0), at);
    line["credit"] = json!(UNKNOWN_CREDIT);
    line["description"] = json!("Correction of a fee");
    line
}

fn india() -> Offset {
    Offset::from_seconds(INDIA_AHEAD).unwrap_or(Offset::UTC)
}

fn date_in_india(at: Timestamp) -> Date {
    india().to_datetime(at).date()
}
