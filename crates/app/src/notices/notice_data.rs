//! The present data of what a message is about, read when it is sent.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{
    notice::Notice,
    order::{Order, OrderStatus},
    refund::RefundStatus,
};
use sideout_store::{
    Orders, Session, StoreError,
    accounts::{Customer, Customers},
    outbox::DueMessage,
    payments::{Refund, Refunds},
};

use crate::{
    App,
    steps::notify::{failed_refund_key, moved_key_start, refund_key, reminder_key},
};

/// The data of a message that is about to be sent.
#[derive(Debug)]
pub(super) struct NoticeData {
    /// The recipient.
    pub(super) customer: Customer,
    /// The order; `None` if the message is about the account, or if the order is not this customer's.
    pub(super) order: Option<Order>,
    /// The refund that the message is about, or that a cancelled booking waits for.
    pub(super) refund: Option<Refund>,
}

/// Reads what the message is about; `None` if the account no longer exists.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn find_notice_data(
    app: &App,
    message: &DueMessage,
) -> Result<Option<NoticeData>, StoreError> {
    app.store.read(message.clone(), |tx, message| Box::pin(find(tx, message))).await
}

async fn find(tx: &mut dyn Session, message: &DueMessage) -> Result<Option<NoticeData>, StoreError> {
    let Some(customer) = Customers(tx).find(message.customer).await? else { return Ok(None) };
    let Some(number) = message.order else {
        return Ok(Some(NoticeData { customer, order: None, refund: None }));
    };
    let order = Orders(tx).find(number, message.customer).await?;
    let refunds = Refunds(tx).list_of_order(number).await?;
    let refund = match message.notice {
        Notice::RefundIssued | Notice::RefundDone | Notice::RefundSettled => {
            refunds.into_iter().find(|refund| refund_key(refund) == message.about())
        }
        Notice::RefundFailed => {
            refunds.into_iter().find(|refund| failed_refund_key(refund) == message.about())
        }
        _ => refunds.into_iter().find(|refund| refund.reason.ends_booking()),
    };
    Ok(Some(NoticeData { customer, order, refund }))
}

impl NoticeData {
    /// Why the message is no longer true or useful; `None` while it is.
    pub(super) fn outdated_reason(&self, message: &DueMessage, now: Timestamp) -> Option<&'static str> {
        if message.notice.is_optional() && !self.customer.reminders {
            return Some("the player has turned reminders off");
        }
        let Some(order) = &self.order else {
            return message
                .order
                .is_some()
                .then_some("the order does not exist, or belongs to another player");
        };
        let refund = self.refund.as_ref().map(|refund| refund.status);
        match message.notice {
            Notice::Reminder if order.status != OrderStatus::Confirmed => {
                Some("the order is no longer a confirmed booking")
            }
            Notice::Reminder if message.about() != reminder_key(order) => {
                Some("the game was moved to another hour")
            }
            Notice::Reminder if order.slot.starts_at <= now => Some("the game has begun"),
            Notice::Confirmed | Notice::Moved if is_cancelled(order) => Some("the booking was cancelled"),
            Notice::Confirmed | Notice::Moved if ends_at(order) <= now => Some("the game is over"),
            Notice::Moved if !message.about().starts_with(&moved_key_start(order)) => {
                Some("the booking was moved again")
            }
            Notice::RefundIssued if refund != Some(RefundStatus::Issued) => {
                Some("the refund has another status now")
            }
            Notice::RefundDone | Notice::RefundSettled if refund != Some(RefundStatus::Processed) => {
                Some("the refund has another status now")
            }
            Notice::RefundFailed if refund != Some(RefundStatus::Failed) => {
                Some("the refund has another status now")
            }
            _ => None,
        }
    }
}

/// When play ends.
pub(super) fn ends_at(order: &Order) -> Timestamp {
    let play = SignedDuration::from_mins(order.play_minutes.into());
    order.slot.starts_at.checked_add(play).unwrap_or(Timestamp::MAX)
}

fn is_cancelled(order: &Order) -> bool {
    matches!(order.status, OrderStatus::CancelRequested | OrderStatus::Cancelled)
}
