//! Settles another way a refund that failed at the payment provider: by cash from the drawer, UPI or a bank transfer.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_documents::Voucher;
use sideout_domain::{
    RefundId, ShiftId, VenueId,
    drawer::is_whole_rupees,
    money::Money,
    refund::{RefundMethod, RefundStatus},
    staff::Permission,
};
use sideout_store::{
    Orders, Receipts, Session, Shifts, StoreError,
    payments::{NewSettlement, Refund, RefundSource, Refunds},
};

use super::find_refund::find_refund;
use crate::{
    App,
    payments::check_settled_refund::{CheckError, FIRST_CHECK_AFTER, record_if_sent},
    steps::{
        announce_order::announce_order_of_refund,
        audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
        end_cancelling::end_cancelling,
        issue_receipts::{Issuer, refund_voucher},
        ledger, notify,
    },
};

/// How a refund is settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettleRefund {
    /// The refund.
    pub refund: RefundId,
    /// How the money is given back: cash, UPI or bank.
    pub method: RefundMethod,
    /// The reference of the UPI payment or transfer.
    pub reference: Option<String>,
    /// A remark of the member of staff.
    pub note: Option<String>,
}

/// Why a refund is not settled.
#[derive(Debug, thiserror::Error)]
pub enum SettleRefundError {
    /// There is no such refund at the person's venues.
    #[error("no such refund")]
    NoSuchRefund,
    /// No refund is settled this way.
    #[error("not a way to settle a refund")]
    BadMethod,
    /// UPI and bank transfers need a reference.
    #[error("the reference is missing")]
    ReferenceNeeded,
    /// UPI and bank transfers need a note.
    #[error("the note is missing")]
    NoteNeeded,
    /// The amount has paise, which cannot be paid out in cash.
    #[error("cash is given back in whole rupees")]
    NotWholeRupees,
    /// No shift is open: the drawer has to be counted first.
    #[error("no shift is open")]
    ShiftNeeded,
    /// The drawer holds only this much.
    #[error("the drawer holds {0:?}")]
    DrawerShort(Money),
    /// It did not fail, is being tried again, or was settled already.
    #[error("it did not fail")]
    NotFailed,
    /// The provider has sent the money after all, or is about to.
    #[error("the provider has sent it")]
    WasSent,
    /// The provider cannot be asked whether it has sent the money.
    #[error("the provider does not answer")]
    ProviderSilent,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SettleRefund {
    fn check(&self) -> Result<(), SettleRefundError> {
        match self.method {
            RefundMethod::Cash => Ok(()),
            RefundMethod::Upi | RefundMethod::Bank if self.reference.is_none() => {
                Err(SettleRefundError::ReferenceNeeded)
            }
            RefundMethod::Upi | RefundMethod::Bank if self.note.is_none() => {
                Err(SettleRefundError::NoteNeeded)
            }
            RefundMethod::Upi | RefundMethod::Bank => Ok(()),
            RefundMethod::Provider | RefundMethod::Card => Err(SettleRefundError::BadMethod),
        }
    }
}

struct Input {
    request: SettleRefund,
    venue: VenueId,
    actor: Actor,
    issuer: Issuer,
    now: Timestamp,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SettleRefund { refund, method, reference, note } = &self.request;
        (refund, method.name(), reference, note).serialize(serializer)
    }
}

#[derive(Serialize)]
struct Facts<'a> {
    status: &'static str,
    method: &'static str,
    amount_paise: i64,
    reference: Option<&'a str>,
}

/// Gives a failed refund back another way, in the name of `actor`. The provider is asked first whether it has sent the money after all.
/// Cash leaves the drawer of the booking's venue and never goes beyond what it holds.
///
/// INVARIANT: a refund that failed is tried again or settled, once (suite `settling_races`).
///
/// # Errors
/// [`SettleRefundError`].
pub async fn settle_refund(
    app: &App,
    actor: &Actor,
    request: SettleRefund,
    key: RequestKey,
) -> Result<(), SettleRefundError> {
    request.check()?;
    let permission = Permission::RefundSettle;
    let now = app.clock.now();
    actor.check(permission, now)?;
    let found = find_refund(app, actor, request.refund).await?;
    let (refund, venue) = found.ok_or(SettleRefundError::NoSuchRefund)?;
    if request.method == RefundMethod::Cash && !is_whole_rupees(refund.amount) {
        return Err(SettleRefundError::NotWholeRupees);
    }
    if refund.has_failed() {
        match record_if_sent(app, &refund).await {
            Ok(false) => {}
            Ok(true) => return Err(SettleRefundError::WasSent),
            Err(CheckError::Provider(error)) => {
                tracing::warn!(%error, refund = %refund.id, "provider could not be asked about a refund to settle");
                return Err(SettleRefundError::ProviderSilent);
            }
            Err(CheckError::Store(error)) => return Err(error.into()),
        }
    }
    let command = Command { operation: "settle_refund", permission, venue: Some(venue), key };
    let input = Input { request, venue, actor: actor.clone(), issuer: Issuer::find(app).await?, now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(settle(tx, input))).await
}

async fn settle(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, SettleRefundError> {
    let Input { request, actor, now, .. } = input;
    let shift = match request.method {
        RefundMethod::Cash => Some(drawer_for(tx, input).await?),
        _ => None,
    };
    let refund = Refunds(tx).find(request.refund).await?.ok_or(SettleRefundError::NoSuchRefund)?;
    let voucher = voucher(tx, input, &refund).await?;
    let new = NewSettlement {
        method: request.method,
        shift,
        staff: actor.id(),
        reference: request.reference.as_deref(),
        note: request.note.as_deref(),
        voucher: &voucher,
        first_check_at: *now + FIRST_CHECK_AFTER,
        now: *now,
    };
    if !Refunds(tx).settle(&refund, &new).await? {
        return Err(SettleRefundError::NotFailed);
    }
    let came_by = refund.source.method();
    let settled = settled(refund, request);
    let (from, to) = (RefundStatus::Failed, RefundStatus::Processed);
    ledger::refund_status_changed(tx, &settled, (from, to), *now).await?;
    end_cancelling(tx, &settled).await?;
    notify::refund_settled(tx, &settled, *now).await?;
    announce_order_of_refund(tx, settled.order).await?;
    let facts = |status: RefundStatus, method: RefundMethod, reference| Facts {
        status: status.name(),
        method: method.name(),
        amount_paise: settled.amount.paise(),
        reference,
    };
    let (before, after) =
        (facts(from, came_by, None), facts(to, request.method, request.reference.as_deref()));
    let entry = Entry::changed("refund.settled", "refund", settled.id, &before, &after);
    let entry = match &request.note {
        Some(note) => entry.with_reason(note),
        None => entry,
    };
    Ok(Audited::new((), entry))
}

/// The refund after the settling; its times, its next step and who gave the money back are still those from before.
fn settled(refund: Refund, request: &SettleRefund) -> Refund {
    let payment = refund.source.payment().unwrap_or_default().to_owned();
    Refund {
        source: RefundSource::Settled(payment, request.method),
        attempt: refund.attempt + 1,
        status: RefundStatus::Processed,
        reference: request.reference.clone(),
        note: request.note.clone(),
        ..refund
    }
}

/// The open shift of the venue, locked, if its drawer holds the cash.
async fn drawer_for(tx: &mut dyn Session, input: &Input) -> Result<ShiftId, SettleRefundError> {
    let entered = Shifts(tx).enter(input.venue, input.actor.id()).await?;
    let (shift, opening) = entered.ok_or(SettleRefundError::ShiftNeeded)?;
    let refund = Refunds(tx).find(input.request.refund).await?.ok_or(SettleRefundError::NoSuchRefund)?;
    let in_drawer = Shifts(tx).sum_cash(shift).await?.expected(opening);
    if refund.amount > in_drawer {
        return Err(SettleRefundError::DrawerShort(in_drawer));
    }
    Ok(shift)
}

async fn voucher(tx: &mut dyn Session, input: &Input, refund: &Refund) -> Result<String, SettleRefundError> {
    let owner = Orders(tx).find_owner(refund.order).await?.ok_or(SettleRefundError::NoSuchRefund)?;
    let order = Orders(tx).find(refund.order, owner).await?.ok_or(SettleRefundError::NoSuchRefund)?;
    let note = Receipts(tx).find_credit_note_number(refund.id).await?;
    let voucher = Voucher {
        way: input.request.method.name().to_owned(),
        reference: input.request.reference.clone(),
        note: input.request.note.clone(),
        credit_note: note.map(|number| number.to_string()),
        failed_refund: refund.provider_refund.clone(),
        given_by: input.actor.member.full_name.clone(),
    };
    Ok(refund_voucher(&input.issuer, &order, refund, voucher, input.now)?)
}
