//! The results of a recovery, for the operator to read.

use sideout_domain::{money::Money, order::OrderNumber, refund::RefundReason};
use sideout_store::{StoreError, receipts::ReceiptGap};

use crate::steps::poll::PollError;

/// What one recovery found and did, or would do in a dry run.
#[derive(Debug, Default)]
pub struct Recovered {
    /// Number of orders that the provider listed.
    pub listed: usize,
    /// Number of QR codes that the provider listed.
    pub listed_codes: usize,
    /// Number of orders and codes that other software opened; they are left alone.
    pub of_others: usize,
    /// Number of entries in the provider's lists that could not be read.
    pub unreadable: u32,
    /// Orders and QR codes that look like those of this program but may belong to another installation; they are left alone.
    pub unsure: Vec<Unsure>,
    /// Lost orders without a payment; they can still be paid.
    pub unpaid: Vec<(OrderNumber, Money)>,
    /// Lost QR codes that still took payments: they are closed, or would be in a dry run.
    pub closed_codes: Vec<(OrderNumber, Money)>,
    /// Payments, the oldest order first.
    pub payments: Vec<Settled>,
    /// Orders and QR codes that the provider says are paid, but whose payment cannot be read, each with its id there.
    pub hidden: Vec<(OrderNumber, String)>,
    /// Refunds at the provider that were not known here.
    pub refunds: Vec<SentRefund>,
    /// Numbers of receipts and credit notes that are skipped.
    pub gaps: Vec<ReceiptGap>,
    /// Why the recovery ended early, if it did.
    pub stopped: Option<EarlyEnd>,
}

/// Why a recovery ended early. What it did before stays done.
#[derive(Debug, thiserror::Error)]
pub enum EarlyEnd {
    /// The provider failed, or a lost QR code was paid before it could be closed. A later run goes on.
    #[error("{0}")]
    Provider(String),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<PollError> for EarlyEnd {
    fn from(error: PollError) -> Self {
        match error {
            PollError::Store(error) => EarlyEnd::Store(error),
            PollError::Provider(_) | PollError::Hidden => EarlyEnd::Provider(error.to_string()),
        }
    }
}

/// An order or QR code at the provider that looks like one of this program, but whose notes have another address or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsure {
    /// Its id at the provider.
    pub provider_order: String,
    /// The number of the order.
    pub order: OrderNumber,
    /// The amount to be paid.
    pub amount: Money,
    /// Whether it is paid.
    pub is_paid: bool,
    /// The address in its notes, if there is one.
    pub site: Option<String>,
}

/// A payment and its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The number of the order, known or lost.
    pub order: OrderNumber,
    /// Whether the order is known here.
    pub is_known: bool,
    /// The id of the payment.
    pub payment: String,
    /// Its amount.
    pub amount: Money,
    /// Whether it is or was captured, as far as the provider has said.
    pub is_captured: bool,
    /// How much of it was refunded before, without what an earlier recovery sent back.
    pub returned: Money,
    /// What became of it.
    pub end: End,
}

/// What became of a payment, or would in a dry run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// It pays for its booking.
    Booked,
    /// It pays for no booking, for this reason: the rest of it is promised as a refund.
    Promised(Money, RefundReason),
    /// It was refunded already.
    Returned,
    /// Its order is lost: this much was sent back. `true`: the bank has not confirmed that yet.
    SentBack(Money, bool),
    /// An earlier recovery sent this much back.
    SentBefore(Money),
    /// Not captured: the provider captures it later or returns it by itself.
    UnderWay,
    /// It is not finished, for this reason.
    Open(String),
    /// Dry run: it would be settled as any payment that comes late.
    WouldSettle,
    /// Dry run: this much would be sent back.
    WouldSendBack(Money),
}

/// A refund at the provider that was not known here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentRefund {
    /// The number of the order.
    pub order: OrderNumber,
    /// The id of the payment.
    pub payment: String,
    /// Its id at the provider.
    pub refund: String,
    /// The amount refunded.
    pub amount: Money,
    /// What was done about it.
    pub end: RefundEnd,
}

/// What was done about a refund at the provider that was not known here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundEnd {
    /// It is recorded as sent: it was owed here too.
    Recorded,
    /// Its booking is cancelled again, as it was before the restore.
    Cancelled,
    /// It was sent by hand or by other software: nothing was changed.
    ByHand,
    /// The order's state in this database does not fit: nothing was changed.
    DoesNotFit,
    /// Staff had settled it another way: the money went back twice.
    SentTwice,
    /// Dry run: it would be recorded as sent.
    WouldRecord,
    /// Dry run: its booking would be cancelled again.
    WouldCancel,
    /// Dry run: staff had settled it another way; it would be recorded as sent twice.
    WouldMarkTwice,
}

impl Recovered {
    /// Whether the recovery ended early, could not read or do something, or found a refund that a person must look at.
    pub fn needs_attention(&self) -> bool {
        self.stopped.is_some()
            || !self.hidden.is_empty()
            || self.unreadable > 0
            || self.payments.iter().any(|settled| matches!(settled.end, End::Open(_)))
            || self
                .refunds
                .iter()
                .any(|refund| matches!(refund.end, RefundEnd::DoesNotFit | RefundEnd::SentTwice))
    }

    /// The sum of `amount` over all payments.
    pub fn sum(&self, amount: impl Fn(&Settled) -> Money) -> Money {
        Money::from_paise(self.payments.iter().map(|settled| amount(settled).paise()).sum())
    }
}

impl Settled {
    /// The part of it that pays for a booking.
    pub fn booked(&self) -> Money {
        if self.end == End::Booked { self.amount.less(self.returned) } else { Money::ZERO }
    }

    /// The amount promised as a refund.
    pub fn promised(&self) -> Money {
        if let End::Promised(amount, _) = self.end { amount } else { Money::ZERO }
    }

    /// The amount that recoveries have sent back.
    pub fn sent_back(&self) -> Money {
        match self.end {
            End::SentBack(amount, _) | End::SentBefore(amount) => amount,
            _ => Money::ZERO,
        }
    }
}
