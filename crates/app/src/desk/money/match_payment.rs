//! Records that a payment to the venue's own UPI account was found in the bank's list.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{DeskPaymentId, StaffId, staff::Permission};
use sideout_store::{DeskPayments, Session, StoreError};

use super::void_payment::find_payment;
use crate::{
    App,
    staff::list_workplaces,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// Why a payment is not matched.
#[derive(Debug, thiserror::Error)]
pub enum MatchPaymentError {
    /// No payment at the actor's venues has this id.
    #[error("no such payment")]
    NoSuchPayment,
    /// It was matched or voided already, or did not come to the venue's own UPI account.
    #[error("the payment cannot be matched")]
    CannotMatch,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    payment: DeskPaymentId,
    staff: StaffId,
    now: Timestamp,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.payment.serialize(serializer)
    }
}

#[derive(Serialize)]
struct Facts {
    matched: bool,
}

/// Records in the name of `actor` that the money of a payment is in the bank.
///
/// # Errors
/// [`MatchPaymentError`].
pub async fn match_payment(
    app: &App,
    actor: &Actor,
    payment: DeskPaymentId,
    key: RequestKey,
) -> Result<(), MatchPaymentError> {
    let now = app.clock.now();
    let permission = Permission::PaymentTake;
    actor.check(permission, now)?;
    let workplaces = list_workplaces(app, actor).await?;
    let found = find_payment(app, payment).await?.filter(|payment| workplaces.contains(&payment.venue));
    let venue = found.ok_or(MatchPaymentError::NoSuchPayment)?.venue;
    let command = Command { operation: "match_payment", permission, venue: Some(venue), key };
    let input = Input { payment, staff: actor.id(), now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(match_once(tx, input))).await
}

async fn match_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, MatchPaymentError> {
    if !DeskPayments(tx).match_with_bank(input.payment, input.staff, input.now).await? {
        return Err(MatchPaymentError::CannotMatch);
    }
    let (before, after) = (Facts { matched: false }, Facts { matched: true });
    Ok(Audited::new((), Entry::changed("payment.matched", "payment", input.payment, &before, &after)))
}
