//! What a recovery finds and does, for the operator to read.

use sideout_domain::{money::Money, order::OrderNumber, refund::RefundReason};
use sideout_store::receipts::ReceiptGap;

/// What one recovery found and did, or would do.
#[derive(Debug, Default)]
pub struct Recovered {
    /// So many orders were opened at the provider in that time.
    pub listed: usize,
    /// So many of them by other software: nothing is done about those.
    pub of_others: usize,
    /// So many entries of the provider's lists could not be read.
    pub unreadable: u32,
    /// Orders that look like ours and may be another installation's: nothing is done about those.
    pub unsure: Vec<Unsure>,
    /// Orders that are lost and were not paid; they still can be.
    pub unpaid: Vec<(OrderNumber, Money)>,
    /// Payments, the oldest order first.
    pub payments: Vec<Settled>,
    /// Orders that the provider says are paid, and whose payment cannot be read.
    pub hidden: Vec<(OrderNumber, String)>,
    /// Refunds at the provider that were not known here.
    pub refunds: Vec<SentRefund>,
    /// Numbers of receipts and credit notes that are left out.
    pub gaps: Vec<ReceiptGap>,
    /// Why it ended early.
    pub stopped: Option<String>,
}

/// An order at the provider that looks like ours, opened at another address or before orders told of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsure {
    /// Its id there.
    pub provider_order: String,
    /// The number of the order.
    pub order: OrderNumber,
    /// What was to be paid.
    pub amount: Money,
    /// Whether it is paid.
    pub is_paid: bool,
    /// The address, if it told one.
    pub site: Option<String>,
}

/// A payment and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The number of the order, known or lost.
    pub order: OrderNumber,
    /// Whether the order is known here.
    pub is_known: bool,
    /// Its id.
    pub payment: String,
    /// How much.
    pub amount: Money,
    /// How much of it had gone back before.
    pub returned: Money,
    /// What became of it.
    pub end: End,
}

/// What became of a payment. After a look only, what would.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// It pays for its booking.
    Booked,
    /// It came too late, twice or for something that is over: what is left of it is promised back, and sent by the server.
    Promised(Money, RefundReason),
    /// It had gone back already.
    Returned,
    /// Its order is lost: this much was sent back. `true`: the bank has not confirmed that yet.
    SentBack(Money, bool),
    /// An earlier recovery sent this much back.
    SentBefore(Money),
    /// Not captured: it goes back by itself, or is captured yet.
    UnderWay,
    /// Something is still to be done: why it was not.
    Open(String),
    /// Only looked: it would be settled as any late payment is.
    WouldSettle,
    /// Only looked: this much would be sent back.
    WouldSendBack(Money),
}

/// A refund at the provider that was not known here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentRefund {
    /// For which order.
    pub order: OrderNumber,
    /// Of which payment.
    pub payment: String,
    /// Its id at the provider.
    pub refund: String,
    /// How much.
    pub amount: Money,
    /// What was done about it.
    pub end: RefundEnd,
}

/// What was done about such a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundEnd {
    /// It is written down as sent: it was owed here too.
    TakenIn,
    /// Its booking is cancelled again, as it was before the restore.
    Cancelled,
    /// It was sent by hand or by other software: nothing was changed.
    ByHand,
    /// What this database says of the order does not fit: nothing was changed.
    DoesNotFit,
    /// Only looked: it would be written down as sent.
    WouldTakeIn,
    /// Only looked: its booking would be cancelled again.
    WouldCancel,
}

impl Recovered {
    /// Whether something is left that a person has to look at, or that another run would do.
    pub fn has_open_ends(&self) -> bool {
        self.stopped.is_some()
            || !self.hidden.is_empty()
            || self.unreadable > 0
            || self.payments.iter().any(|settled| matches!(settled.end, End::Open(_)))
            || self.refunds.iter().any(|refund| refund.end == RefundEnd::DoesNotFit)
    }

    /// The sum over the payments of which `amount` tells a part.
    pub fn sum(&self, amount: impl Fn(&Settled) -> Money) -> Money {
        Money::from_paise(self.payments.iter().map(|settled| amount(settled).paise()).sum())
    }
}

impl Settled {
    /// Whether the money is or was ours.
    pub fn is_captured(&self) -> bool {
        self.end != End::UnderWay
    }

    /// What is left of it that a booking stands for.
    pub fn booked(&self) -> Money {
        if self.end == End::Booked { self.amount.less(self.returned) } else { Money::ZERO }
    }

    /// What is promised back.
    pub fn promised(&self) -> Money {
        if let End::Promised(amount, _) = self.end { amount } else { Money::ZERO }
    }

    /// What recoveries have sent back.
    pub fn sent_back(&self) -> Money {
        match self.end {
            End::SentBack(amount, _) | End::SentBefore(amount) => amount,
            _ => Money::ZERO,
        }
    }
}
