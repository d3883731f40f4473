//! Stores notices for players, in the unit of work that makes the change. A notice that is stored twice is sent once.

use jiff::Timestamp;
use sideout_domain::{
    BlockId, CustomerId,
    money::Money,
    notice::{Channel, Notice},
    order::Order,
};
use sideout_store::{Orders, Outbox, Session, StoreError, outbox::NewMessage, payments::Refund};

use crate::platform::clock::earlier;

/// A booking was confirmed, with any way of payment. Also stores a reminder for later, unless its time has passed or
/// `reminder_minutes` is 0.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn confirmed(
    tx: &mut dyn Session,
    order: &Order,
    reminder_minutes: u32,
    now: Timestamp,
) -> Result<(), StoreError> {
    confirmed_later(tx, order, reminder_minutes, now, now).await
}

/// As [`confirmed`], but the notice is sent at `notify_at`, and no reminder is stored that is due by then.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn confirmed_later(
    tx: &mut dyn Session,
    order: &Order,
    reminder_minutes: u32,
    notify_at: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    let number = order.number.to_string();
    let about = reminder_key(order);
    let confirmation =
        NewMessage { send_at: notify_at, ..order_message(order, Notice::Confirmed, &number, now) };
    let reminder = reminder(order, &about, reminder_minutes, notify_at, now);
    let messages: Vec<_> = [Some(confirmation), reminder].into_iter().flatten().collect();
    add_to_outbox(tx, &messages).await
}

/// Stores only the reminder of a booking, unless it is due by `notify_at` or `reminder_minutes` is 0.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn reminded_later(
    tx: &mut dyn Session,
    order: &Order,
    reminder_minutes: u32,
    notify_at: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    let about = reminder_key(order);
    match reminder(order, &about, reminder_minutes, notify_at, now) {
        Some(reminder) => add_to_outbox(tx, &[reminder]).await,
        None => Ok(()),
    }
}

/// The desk moved a booking, which has `version` now. The notice is sent at `notify_at`. If the start has changed, also stores the
/// reminder of the new one, unless it is due by then or `reminder_minutes` is 0.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn moved_later(
    tx: &mut dyn Session,
    (order, version): (&Order, i64),
    reminder_minutes: u32,
    notify_at: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    let moved_about = moved_key(order, version);
    let moved = NewMessage { send_at: notify_at, ..order_message(order, Notice::Moved, &moved_about, now) };
    // A reminder for the same start is stored already, and a second one has its key.
    let about = reminder_key(order);
    let reminder = reminder(order, &about, reminder_minutes, notify_at, now);
    let messages: Vec<_> = [Some(moved), reminder].into_iter().flatten().collect();
    add_to_outbox(tx, &messages).await
}

/// The reminder of a booking; `None` if it is due by `after` or `reminder_minutes` is 0.
fn reminder<'o>(
    order: &'o Order,
    about: &'o str,
    reminder_minutes: u32,
    after: Timestamp,
    now: Timestamp,
) -> Option<NewMessage<'o>> {
    let send_at = earlier(order.slot.starts_at, i64::from(reminder_minutes) * 60);
    let is_stored = reminder_minutes > 0 && send_at > after;
    is_stored.then(|| NewMessage { send_at, ..order_message(order, Notice::Reminder, about, now) })
}

/// The desk has undone a move: `order` is the booking at the place that it was moved to, and `version` is the one that it had there.
/// Withdraws the notice of that move, unless it was sent.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn move_undone(tx: &mut dyn Session, order: &Order, version: i64) -> Result<(), StoreError> {
    Outbox(tx).withdraw(&moved_key(order, version), Notice::Moved).await
}

/// A booking was cancelled, but not because its court was closed; `refund` is refunded.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn cancelled(
    tx: &mut dyn Session,
    order: &Order,
    refund: Money,
    now: Timestamp,
) -> Result<(), StoreError> {
    cancellation(tx, order, Notice::Cancelled, refund, now).await
}

/// The venue closed the court of a booking; `refund` is refunded.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn court_closed(
    tx: &mut dyn Session,
    order: &Order,
    refund: Money,
    now: Timestamp,
) -> Result<(), StoreError> {
    cancellation(tx, order, Notice::CourtClosed, refund, now).await
}

/// The venue closed the court of a booking, and its player may choose between another hour and the money. One message for each player and
/// closure.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn closure_offered(
    tx: &mut dyn Session,
    order: &Order,
    closure: BlockId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let about = format!("closure-{closure}-{}", order.customer);
    add_to_outbox(tx, &[order_message(order, Notice::ClosureOffer, &about, now)]).await
}

/// The payment provider has accepted a refund.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn refund_issued(
    tx: &mut dyn Session,
    refund: &Refund,
    now: Timestamp,
) -> Result<(), StoreError> {
    refund_notice(tx, Notice::RefundIssued, &refund_key(refund), refund, now).await
}

/// The payment provider has sent a refund to the player's bank.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn refund_done(
    tx: &mut dyn Session,
    refund: &Refund,
    now: Timestamp,
) -> Result<(), StoreError> {
    refund_notice(tx, Notice::RefundDone, &refund_key(refund), refund, now).await
}

/// The payment provider could not send a refund.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn refund_failed(
    tx: &mut dyn Session,
    refund: &Refund,
    now: Timestamp,
) -> Result<(), StoreError> {
    refund_notice(tx, Notice::RefundFailed, &failed_refund_key(refund), refund, now).await
}

/// Staff gave back the money of a refund that had failed at the payment provider.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn refund_settled(
    tx: &mut dyn Session,
    refund: &Refund,
    now: Timestamp,
) -> Result<(), StoreError> {
    refund_notice(tx, Notice::RefundSettled, &refund_key(refund), refund, now).await
}

/// The password of an account was changed or reset.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn password_changed(
    tx: &mut dyn Session,
    customer: CustomerId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let about = format!("account-{customer}-{}", now.as_millisecond());
    add_to_outbox(tx, &[message(Notice::PasswordChanged, &about, customer, now)]).await
}

/// The erasure of a player was requested.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn erasure_asked(
    tx: &mut dyn Session,
    customer: CustomerId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let about = format!("erasure-{customer}-{}", now.as_millisecond());
    add_to_outbox(tx, &[message(Notice::ErasureAsked, &about, customer, now)]).await
}

/// The erasure of a player was undone.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn erasure_undone(
    tx: &mut dyn Session,
    customer: CustomerId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let about = format!("erasure-{customer}-{}", now.as_millisecond());
    add_to_outbox(tx, &[message(Notice::ErasureUndone, &about, customer, now)]).await
}

/// The key of a reminder: the order and its hour, so that a reminder for a previous hour of the order is recognized as
/// outdated.
pub(crate) fn reminder_key(order: &Order) -> String {
    format!("{}-{}", order.number, order.slot.starts_at.as_second())
}

/// The key of a notice that a booking was moved: its place, so that a notice of a place that it has left is recognized as outdated,
/// and its version, so that it may come to the same place again.
fn moved_key(order: &Order, version: i64) -> String {
    format!("{}{version}", moved_key_start(order))
}

/// The start of the key of each notice that `order` was moved to its present place.
pub(crate) fn moved_key_start(order: &Order) -> String {
    format!("{}-{}-", reminder_key(order), order.slot.court)
}

/// The key of a notice about a refund: one attempt to send it.
pub(crate) fn refund_key(refund: &Refund) -> String {
    format!("refund-{}-{}", refund.id, refund.attempt)
}

/// The key of the notice that a refund failed. It is the same for every attempt, so the player gets one notice.
pub(crate) fn failed_refund_key(refund: &Refund) -> String {
    format!("refund-{}", refund.id)
}

async fn cancellation(
    tx: &mut dyn Session,
    order: &Order,
    notice: Notice,
    refund: Money,
    now: Timestamp,
) -> Result<(), StoreError> {
    let number = order.number.to_string();
    let amount = Some(refund).filter(|refund| *refund > Money::ZERO);
    add_to_outbox(tx, &[NewMessage { amount, ..order_message(order, notice, &number, now) }]).await
}

async fn refund_notice(
    tx: &mut dyn Session,
    notice: Notice,
    about: &str,
    refund: &Refund,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Some(customer) = Orders(tx).find_owner(refund.order).await? else { return Ok(()) };
    let (order, amount) = (Some(refund.order), Some(refund.amount));
    add_to_outbox(tx, &[NewMessage { order, amount, ..message(notice, about, customer, now) }]).await
}

fn order_message<'a>(order: &Order, notice: Notice, about: &'a str, now: Timestamp) -> NewMessage<'a> {
    NewMessage { order: Some(order.number), ..message(notice, about, order.customer, now) }
}

fn message(notice: Notice, about: &str, customer: CustomerId, now: Timestamp) -> NewMessage<'_> {
    NewMessage {
        about,
        notice,
        // A placeholder: `add_to_outbox` sets every channel.
        channel: Channel::Text,
        customer,
        order: None,
        amount: None,
        send_at: now,
        created_at: now,
    }
}

/// Stores each message for every channel. The delivery knows which channels are set up.
async fn add_to_outbox(tx: &mut dyn Session, messages: &[NewMessage<'_>]) -> Result<(), StoreError> {
    let on_each = messages
        .iter()
        .flat_map(|message| Channel::ALL.iter().map(|channel| NewMessage { channel: *channel, ..*message }));
    let rows: Vec<NewMessage<'_>> = on_each.collect();
    Outbox(tx).add(&rows).await.map(drop)
}
