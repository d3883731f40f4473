//! The present data of what a message is about, read when it is sent.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{
    notice::Notice,
    order::{Order, OrderStatus},
    refund::RefundStatus,
};
use sideout_store::{
    Orders, StoreError,
    accounts::{Customer, Customers},
    outbox::DueMessage,
    payments::{Refund, Refunds},
};

use super::tell::{attempt_of, reminder_of};
use crate::App;

/// The data of a message that is about to be sent.
#[derive(Debug)]
pub(super) struct Facts {
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
pub(super) async fn find_facts(app: &App, message: &DueMessage) -> Result<Option<Facts>, StoreError> {
    app.store
        .read(message.clone(), |tx, message| {
            Box::pin(async move {
                let Some(customer) = Customers(tx).find(message.customer).await? else { return Ok(None) };
                let Some(number) = message.order else {
                    return Ok(Some(Facts { customer, order: None, refund: None }));
                };
                let order = Orders(tx).find(number, message.customer).await?;
                let refunds = Refunds(tx).list_of_order(number).await?;
                let refund = match message.notice {
                    Notice::RefundIssued | Notice::RefundDone => {
                        refunds.into_iter().find(|refund| attempt_of(refund) == message.about())
                    }
                    _ => refunds.into_iter().find(|refund| refund.reason.ends_booking()),
                };
                Ok(Some(Facts { customer, order, refund }))
            })
        })
        .await
}

impl Facts {
    /// Why the message is no longer true or useful; `None` while it is.
    pub(super) fn outdated(&self, message: &DueMessage, now: Timestamp) -> Option<&'static str> {
        if message.notice.is_optional() && !self.customer.reminders {
            return Some("the player does without it");
        }
        let Some(order) = &self.order else {
            return message.order.is_some().then_some("there is no such order of this player");
        };
        let refund = self.refund.as_ref().map(|refund| refund.status);
        match message.notice {
            Notice::Reminder if order.status != OrderStatus::Confirmed => Some("it is no booking any more"),
            Notice::Reminder if message.about() != reminder_of(order) => Some("the game is at another hour"),
            Notice::Reminder if order.slot.starts_at <= now => Some("the game has begun"),
            Notice::Confirmed if is_taken_back(order) => Some("it was cancelled since"),
            Notice::Confirmed if ends_at(order) <= now => Some("the game is over"),
            Notice::RefundIssued if refund != Some(RefundStatus::Issued) => Some("the refund went on since"),
            Notice::RefundDone if refund != Some(RefundStatus::Processed) => Some("the refund went on since"),
            _ => None,
        }
    }
}

/// When play ends.
pub(super) fn ends_at(order: &Order) -> Timestamp {
    let play = SignedDuration::from_mins(order.play_minutes.into());
    order.slot.starts_at.checked_add(play).unwrap_or(Timestamp::MAX)
}

fn is_taken_back(order: &Order) -> bool {
    matches!(order.status, OrderStatus::CancelRequested | OrderStatus::Cancelled)
}
