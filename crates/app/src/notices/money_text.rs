//! Sentences about money in mails.

use jiff::tz::TimeZone;
use sideout_domain::{
    money::Money,
    order::{Order, OrderStatus},
    refund::{RefundMethod, RefundReason, RefundStatus},
    slot::StartTime,
};
use sideout_store::payments::Refund;

use super::notice_data::OpenOffers;

/// A row each for what was paid, and what is still to be paid at the court.
pub(super) fn payment_rows(order: &Order, is_paid_online: bool) -> Vec<(&'static str, String)> {
    let (owed, kept) = (order.due(), order.kept());
    let how = if is_paid_online { "Paid online" } else { "Paid" };
    let paid = (kept > Money::ZERO).then(|| (how, kept.to_string()));
    let owed = (owed > Money::ZERO).then(|| ("To pay at court", owed.to_string()));
    paid.into_iter().chain(owed).collect()
}

/// What of the money for a booking waits at the desk, because it was moved to a cheaper hour; `None` if nothing does.
pub(super) fn waiting_text(waits_at_desk: Money) -> Option<String> {
    (waits_at_desk > Money::ZERO).then(|| {
        format!(
            "Because of a move to a cheaper court or hour, {waits_at_desk} of what you paid comes back to you at the desk."
        )
    })
}

/// What is refunded for a cancelled booking, when, and how, as it was approved: what staff gave back another way since is told as if it
/// were sent. What `refunds` do not send, the player gets at the desk.
pub(super) fn refund_text(order: &Order, back: Option<Money>, refunds: &[Refund], zone: &TimeZone) -> String {
    let paid = order.paid_without_moves();
    let Some(back) = back else {
        return match (paid, order.cancelled_by) {
            (Money::ZERO, _) => "Nothing was paid yet, so there is nothing to send back.".to_owned(),
            (paid, None) if order.closed_by.is_some() => nothing_comes_back(paid),
            // The desk may decide otherwise than the policy.
            (paid, Some(_)) => format!("Nothing of the {paid} that was paid comes back."),
            (paid, None) => {
                format!("Nothing of the {paid} that was paid comes back, by the cancellation policy.")
            }
        };
    };
    let all = if back == paid { ", all that you paid," } else { "" };
    let sent: Vec<&Refund> = refunds.iter().filter(|refund| refund.source.payment().is_some()).collect();
    let amount_sent: Money = sent.iter().map(|refund| refund.amount).sum();
    // A desk gives back what it took. Of a booking that was imported as paid no payment is known, so it has no refund.
    let at_desk = back.less(amount_sent);
    if sent.is_empty() {
        return format!("{back}{all} comes back to you at the desk.");
    }
    let when = sent_text(&sent, zone);
    match at_desk {
        Money::ZERO => format!("{back}{all} goes back the way it came. {when}"),
        _ => format!(
            "{back}{all} comes back to you in two ways. {amount_sent} goes back the way it came. {when} The other {at_desk} comes back \
             to you at the desk."
        ),
    }
}

/// What becomes of the money if a player does not choose between another court or hour and the money.
pub(super) fn offer_text(offers: &OpenOffers) -> String {
    let OpenOffers { paid, back, sent, .. } = *offers;
    if paid == Money::ZERO {
        return "Nothing was paid yet, so there is nothing to send back.".to_owned();
    }
    if back == Money::ZERO {
        return nothing_comes_back(paid);
    }
    let what = if back == paid {
        format!("the {paid} that you paid")
    } else {
        format!("{back} of the {paid} that you paid")
    };
    let how = match (sent, back.less(sent)) {
        (_, Money::ZERO) => "goes back the way it came.".to_owned(),
        (Money::ZERO, _) => "comes back to you at the desk.".to_owned(),
        (sent, at_desk) => {
            format!("comes back to you in two ways: {sent} the way it came, and {at_desk} at the desk.")
        }
    };
    format!("If we do not hear from you, {what} {how}")
}

/// Why a closure gives nothing back although something counts as paid.
fn nothing_comes_back(paid: Money) -> String {
    format!(
        "Nothing of the {paid} that was paid comes back: it was rounded off in cash, or is too little to be sent."
    )
}

/// When refunds through the payment provider are sent.
fn sent_text(sent: &[&Refund], zone: &TimeZone) -> String {
    let waiting = sent
        .iter()
        .filter(|refund| refund.status == RefundStatus::Approved && refund.reason.waits_for_batch());
    match waiting.filter_map(|refund| refund.next_step_at).min() {
        Some(at) => {
            let (day, _) = StartTime::at(at, zone);
            let day = day.strftime("%A, %-d %B");
            format!("It is sent on {day}; most banks show it within 2 business days, some take up to 7.")
        }
        None => "You hear from us as soon as your bank has it.".to_owned(),
    }
}

/// The reason of a refund, as the rest of a sentence after the greeting. `status` is that of its order now; `is_closed_hold`: the venue
/// ended its hold by closing the court.
pub(super) fn refund_reason_text(
    reason: RefundReason,
    status: OrderStatus,
    is_closed_hold: bool,
) -> &'static str {
    match reason {
        RefundReason::Cancelled => "here is the refund of the booking that was cancelled.",
        RefundReason::Moved => "your game was moved to a cheaper court or hour, and here is the difference.",
        RefundReason::VenueClosed => "here is the refund of the game for which we had to close the court.",
        RefundReason::PaidLate if is_closed_hold => {
            "we had to close this court before your payment came. There is no booking from it, and all of it goes back."
        }
        RefundReason::PaidLate => {
            "your payment came too late to be used for this booking. There is no booking from it, and all of it goes back."
        }
        RefundReason::PaidTwice if status.keeps_court() => {
            "this order was paid already. Your booking stands as it is, and the second payment goes back."
        }
        // The booking may have been cancelled since it was paid.
        RefundReason::PaidTwice => "this order was paid already, and the second payment goes back.",
        RefundReason::OrderClosed => {
            "your payment came after the court had been given back or closed. There is no booking from it, and all of it goes back."
        }
        RefundReason::WrongAmount => {
            "your payment was not the amount of the order, or a part of it had gone back already. There is no booking \
             from it, and all that is left of it goes back."
        }
        RefundReason::CouponGone => {
            "the coupon could not be used any more when your payment came. There is no booking from it, and all of it goes back."
        }
    }
}

/// The way by which money went back, for a row.
pub(super) fn refund_method_text(method: RefundMethod) -> &'static str {
    match method {
        RefundMethod::Provider => "To where you paid from",
        RefundMethod::Cash => "Cash at the desk",
        RefundMethod::Upi => "UPI",
        RefundMethod::Card => "Card",
        RefundMethod::Bank => "Bank transfer",
    }
}

/// When the refund shows on the player's statement: within 2 business days by the terms (spec §9), which some banks exceed.
pub(super) fn bank_delay_text(is_done: bool) -> &'static str {
    if is_done {
        "It went to the card, account or UPI app that you paid with. Most banks show it within 2 business days, some take \
         up to 7. If it is not on your statement by then, your bank can find it by the reference."
    } else {
        "It goes to the card, account or UPI app that you paid with. Most banks show it within 2 business days, some take \
         up to 7."
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offers(paid: i64, back: i64, sent: i64) -> OpenOffers {
        let [paid, back, sent] = [paid, back, sent].map(Money::from_paise);
        let until = "2026-11-22T13:30:00Z".parse().unwrap();
        OpenOffers { until, lost: Vec::new(), paid, back, sent, link: String::new() }
    }

    #[test]
    fn what_is_left_of_a_payment_is_not_said_to_be_all_of_it() {
        let text = refund_reason_text(RefundReason::WrongAmount, OrderStatus::Confirmed, false);
        assert!(
            text.contains("a part of it had gone back already")
                && text.ends_with("all that is left of it goes back.")
        );
    }

    #[test]
    fn a_mail_says_how_long_most_banks_and_some_take() {
        for is_done in [false, true] {
            let text = bank_delay_text(is_done);
            assert!(text.contains("Most banks show it within 2 business days, some take up to 7."), "{text}");
        }
    }

    #[test]
    fn money_that_came_too_late_is_not_said_to_have_lost_the_court() {
        let text = refund_reason_text(RefundReason::PaidLate, OrderStatus::Expired, false);
        assert!(
            text.contains("too late") && !text.contains("court"),
            "the account may have been locked: {text}"
        );
    }

    #[test]
    fn money_for_a_hold_that_the_venue_ended_is_not_said_to_have_come_too_late() {
        let text = refund_reason_text(RefundReason::PaidLate, OrderStatus::Expired, true);
        assert!(text.contains("close this court") && !text.contains("too late"), "{text}");
    }

    #[test]
    fn money_for_an_order_that_had_ended_names_both_causes() {
        let text = refund_reason_text(RefundReason::OrderClosed, OrderStatus::CancelRequested, false);
        assert!(text.contains("given back or closed"), "the venue may have closed the court: {text}");
    }

    #[test]
    fn a_booking_that_was_cancelled_is_not_said_to_stand() {
        let stands = |status| {
            let text = refund_reason_text(RefundReason::PaidTwice, status, false);
            assert!(
                text.contains("paid already") && text.ends_with("the second payment goes back."),
                "{text}"
            );
            text.contains("stands")
        };
        assert!(stands(OrderStatus::Confirmed) && stands(OrderStatus::Completed));
        assert!(!stands(OrderStatus::CancelRequested) && !stands(OrderStatus::Cancelled));
    }

    #[test]
    fn an_offer_says_what_was_paid_and_by_which_way_it_comes_back() {
        let texts: Vec<String> = [
            (0, 0, 0),
            (80_000, 80_000, 80_000),
            (80_000, 80_000, 0),
            (130_050, 130_050, 80_000),
            (80_040, 80_000, 0),
            (40, 0, 0),
        ]
        .map(|(paid, back, sent)| offer_text(&offers(paid, back, sent)))
        .into();
        assert_eq!(
            texts,
            [
                "Nothing was paid yet, so there is nothing to send back.",
                "If we do not hear from you, the ₹800 that you paid goes back the way it came.",
                "If we do not hear from you, the ₹800 that you paid comes back to you at the desk.",
                "If we do not hear from you, the ₹1,300.50 that you paid comes back to you in two ways: ₹800 the way it came, and ₹500.50 at \
                 the desk.",
                "If we do not hear from you, ₹800 of the ₹800.40 that you paid comes back to you at the desk.",
                "Nothing of the ₹0.40 that was paid comes back: it was rounded off in cash, or is too little to be sent.",
            ]
        );
    }
}
