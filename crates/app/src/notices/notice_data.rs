//! The present data of what a message is about, read when it is sent.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{
    closure_offer::OfferState,
    money::Money,
    notice::{Channel, DropReason, Notice},
    order::{Order, OrderStatus, PaymentMethod},
    refund::{RefundReason, RefundStatus},
};
use sideout_store::{
    Bills, ClosureOffers, Orders, Session, StoreError,
    accounts::{Customer, Customers},
    bills::PaidPart,
    outbox::DueMessage,
    payments::{Refund, Refunds},
};

use crate::{
    App,
    closures::offers::link::{closure_link, store_link},
    platform::secrets::Secrets,
    steps::{
        cancel_booking::{payable, sent_online},
        notify::{failed_refund_key, moved_key_start, refund_key, reminder_key},
    },
};

/// The data of a message that is about to be sent.
#[derive(Debug)]
pub(crate) struct NoticeData {
    /// The recipient.
    pub(super) customer: Customer,
    /// The order; `None` if the message is about the account, or if the order is not this customer's.
    pub(super) order: Option<Order>,
    /// Whether all that was paid for the order was paid in the app; false if the message does not say how it was paid.
    pub(super) is_paid_online: bool,
    /// What would go back of what was paid if the player cancelled before the cut-off; it may be zero if the message does not say it.
    pub(super) back_if_cancelled: Money,
    /// What waits at the desk because the booking was moved to a cheaper hour; zero if the message does not say it.
    pub(super) waits_at_desk: Money,
    /// The refund that the message is about; `None` if it is about none.
    pub(super) refund: Option<Refund>,
    /// The refunds of a cancelled booking, the oldest first.
    pub(super) refunds: Vec<Refund>,
    /// What the player can still choose because of the closure that the message is about.
    pub(super) offers: Option<OpenOffers>,
    /// For a message without an order: the instant from which on the data of the account are erased, if the account is locked.
    pub(super) erase_at: Option<Timestamp>,
}

/// The bookings of a player for which a closure left a choice that is still open.
#[derive(Debug)]
pub(super) struct OpenOffers {
    /// Until when the player can choose.
    pub(super) until: Timestamp,
    /// The bookings, the earliest first.
    pub(super) lost: Vec<Order>,
    /// What counts as paid for them in all and did not go back; what was rounded off in cash counts, too.
    pub(super) paid: Money,
    /// What goes back of it in all if the player does not choose.
    pub(super) back: Money,
    /// The part of `back` that goes back through the payment provider; a desk gives back the rest.
    pub(super) sent: Money,
    /// The address of the page on which the player chooses.
    pub(super) link: String,
}

/// Reads what the message is about; `None` if the account no longer exists.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn find_notice_data(
    app: &App,
    message: &DueMessage,
) -> Result<Option<NoticeData>, StoreError> {
    let input = (message.clone(), app.secrets.clone(), app.settings.public_url.clone());
    if message.notice == Notice::ClosureOffer {
        // A unit of work, because it makes the link valid that the message will hold.
        return app
            .store
            .write(input, |tx, (message, secrets, url)| Box::pin(find(tx, (message, secrets, url))))
            .await;
    }
    app.store.read(input, |tx, (message, secrets, url)| Box::pin(find(tx, (message, secrets, url)))).await
}

/// As [`find_notice_data`], in the caller's unit of work.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn find(
    tx: &mut dyn Session,
    (message, secrets, public_url): (&DueMessage, &Secrets, &str),
) -> Result<Option<NoticeData>, StoreError> {
    let Some(customer) = Customers(tx).find(message.customer).await? else { return Ok(None) };
    let Some(number) = message.order else {
        let lock = Customers(tx).find_state(customer.id).await?.and_then(|state| state.lock);
        let erase_at = lock.map(|lock| lock.erase_at);
        return Ok(Some(NoticeData {
            customer,
            order: None,
            is_paid_online: false,
            back_if_cancelled: Money::ZERO,
            waits_at_desk: Money::ZERO,
            refund: None,
            refunds: Vec::new(),
            offers: None,
            erase_at,
        }));
    };
    // Not of `message.customer`: since the message was read, its account may have been merged into this one.
    let order = Orders(tx).find(number, customer.id).await?;
    let refunds = Refunds(tx).list_of_order(number).await?;
    let refund = match message.notice {
        Notice::RefundIssued | Notice::RefundDone | Notice::RefundSettled => {
            refunds.iter().find(|refund| refund_key(refund) == message.about()).cloned()
        }
        Notice::RefundFailed => {
            refunds.iter().find(|refund| failed_refund_key(refund) == message.about()).cloned()
        }
        _ => None,
    };
    let waits_at_desk = match message.notice {
        Notice::Confirmed | Notice::Moved => waiting_at_desk(&refunds),
        _ => Money::ZERO,
    };
    let refunds = refunds.into_iter().filter(|refund| refund.reason.ends_booking()).collect();
    let (is_paid_online, back_if_cancelled) = match (message.notice, &order) {
        (Notice::Confirmed | Notice::Moved | Notice::Reminder, Some(order))
            if message.channel == Channel::Mail && order.kept() > Money::ZERO =>
        {
            let parts = Bills(tx).list_settled_of_order(order.number).await?;
            (is_paid_online(order, &parts), payable(order.policy.refund(order.kept()), &parts))
        }
        _ => (false, Money::ZERO),
    };
    let offers = match (message.notice, &order) {
        (Notice::ClosureOffer, Some(order)) => find_open_offers(tx, order, secrets, public_url).await?,
        _ => None,
    };
    Ok(Some(NoticeData {
        customer,
        order,
        is_paid_online,
        back_if_cancelled,
        waits_at_desk,
        refund,
        refunds,
        offers,
        erase_at: None,
    }))
}

/// What a desk still pays out because the booking was moved to a cheaper hour. The provider's part has messages of its own.
fn waiting_at_desk(refunds: &[Refund]) -> Money {
    let waiting = refunds.iter().filter(|refund| {
        refund.reason == RefundReason::Moved
            && refund.status == RefundStatus::Approved
            && refund.source.desk_payment().is_some()
    });
    waiting.map(|refund| refund.amount).sum()
}

/// Whether all that was paid for the order was paid in the app. The order itself knows only how the last part was paid.
fn is_paid_online(order: &Order, parts: &[PaidPart]) -> bool {
    order.payment_method == Some(PaymentMethod::Online) && parts.iter().all(PaidPart::is_online)
}

async fn find_open_offers(
    tx: &mut dyn Session,
    order: &Order,
    secrets: &Secrets,
    public_url: &str,
) -> Result<Option<OpenOffers>, StoreError> {
    let Some(offer) = ClosureOffers(tx).find(order.number).await? else { return Ok(None) };
    let (mut paid, mut back, mut sent) = (Money::ZERO, Money::ZERO, Money::ZERO);
    let mut lost = Vec::new();
    for offer in ClosureOffers(tx).list_of_player(offer.closure, offer.customer).await? {
        if offer.state != OfferState::Open {
            continue;
        }
        let Some(order) = Orders(tx).find(offer.order, offer.customer).await? else { continue };
        let parts = Bills(tx).list_settled_of_order(order.number).await?;
        paid = paid.plus(order.kept());
        back = back.plus(payable(order.kept(), &parts));
        sent = sent.plus(sent_online(order.kept(), &parts));
        lost.push(order);
    }
    if lost.is_empty() {
        return Ok(None);
    }
    let token = closure_link(secrets, offer.closure, offer.customer);
    store_link(tx, &token, (offer.closure, offer.customer)).await?;
    let link = format!("{}/r/{}", public_url.trim_end_matches('/'), token.reveal());
    Ok(Some(OpenOffers { until: offer.open_until, lost, paid, back, sent, link }))
}

impl NoticeData {
    /// Why the message is not sent: it is no longer true or useful, or has no recipient. `None` while it may be sent.
    pub(crate) fn drop_reason(&self, message: &DueMessage, now: Timestamp) -> Option<DropReason> {
        let unreachable = match message.channel {
            Channel::Mail => self.customer.email.is_none().then_some(DropReason::NoAddress),
            _ => self.customer.phone.is_none().then_some(DropReason::NoPhone),
        };
        self.outdated_reason(message, now).or(unreachable)
    }

    fn outdated_reason(&self, message: &DueMessage, now: Timestamp) -> Option<DropReason> {
        if message.notice.is_optional() && !self.customer.reminders {
            return Some(DropReason::RemindersOff);
        }
        match (message.notice, self.erase_at) {
            (Notice::ErasureAsked, None) | (Notice::ErasureUndone, Some(_)) => {
                return Some(DropReason::ErasureChanged);
            }
            _ => {}
        }
        let Some(order) = &self.order else {
            return message.order.is_some().then_some(DropReason::OtherPlayer);
        };
        let refund = self.refund.as_ref().map(|refund| refund.status);
        match message.notice {
            Notice::Reminder if order.status != OrderStatus::Confirmed => Some(DropReason::NotConfirmed),
            Notice::Reminder if message.about() != reminder_key(order) => Some(DropReason::HourChanged),
            Notice::Reminder if order.slot.starts_at <= now => Some(DropReason::GameBegun),
            Notice::Confirmed | Notice::Moved if is_cancelled(order) => Some(DropReason::BookingCancelled),
            Notice::Confirmed | Notice::Moved if ends_at(order) <= now => Some(DropReason::GameOver),
            Notice::Moved if !message.about().starts_with(&moved_key_start(order)) => {
                Some(DropReason::MovedAgain)
            }
            // An offer whose time is over stays open until the job `expire_offers` ends it.
            Notice::ClosureOffer if self.offers.as_ref().is_none_or(|offers| offers.until <= now) => {
                Some(DropReason::AlreadyChosen)
            }
            Notice::RefundIssued if refund != Some(RefundStatus::Issued) => Some(DropReason::RefundChanged),
            Notice::RefundDone | Notice::RefundSettled if refund != Some(RefundStatus::Processed) => {
                Some(DropReason::RefundChanged)
            }
            Notice::RefundFailed if refund != Some(RefundStatus::Failed) => Some(DropReason::RefundChanged),
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
