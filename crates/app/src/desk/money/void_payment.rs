//! Voids money that a desk took by mistake.

use jiff::{SignedDuration, Timestamp};
use serde::{Serialize, Serializer};
use sideout_domain::{
    DeskPaymentId, ShiftId, VenueId,
    bill::Tender,
    ledger as entries,
    money::Money,
    order::{Order, OrderNumber},
    staff::{Permission, Role},
};
use sideout_store::{
    Bills, DeskPayments, Ledger, Orders, Session, Shifts, StoreError,
    desk_payments::DeskPayment,
    ledger::{NewEntry, Subject},
};

use crate::{
    App,
    platform::venues::find_known_venue,
    staff::list_workplaces,
    steps::{
        announce_order::announce_order,
        audited::{
            Actor, ApprovalError, Audited, Command, Decider, Entry, Refused, RequestKey, audited_write,
        },
        issue_receipts::{Issuer, issue_credit_note_of_void},
    },
};

/// A payment to be voided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoidPayment {
    /// The payment.
    pub payment: DeskPaymentId,
    /// Why it was a mistake, as the clerk typed it.
    pub reason: String,
}

/// Why a payment is not voided.
#[derive(Debug, thiserror::Error)]
pub enum VoidPaymentError {
    /// No payment at the actor's venues has this id.
    #[error("no such payment")]
    NoSuchPayment,
    /// It was voided already, or a part of it was refunded.
    #[error("voided or refunded")]
    Ended,
    /// A booking that it paid was cancelled: what was paid of it is kept or goes back, and is not owed again.
    #[error("a booking was cancelled")]
    Cancelled,
    /// A clerk may void only what they took themselves, for some minutes and in the same shift; a manager only what was taken today.
    #[error("beyond the role")]
    BeyondRole,
    /// No shift is open: the drawer has to be counted first.
    #[error("no shift is open")]
    ShiftNeeded,
    /// The payment was in cash, and the drawer holds only this much.
    #[error("the drawer holds {0:?}")]
    DrawerShort(Money),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The approval is not valid.
    #[error(transparent)]
    Approval(#[from] ApprovalError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    actor: Actor,
    request: VoidPayment,
    venue: VenueId,
    issuer: Issuer,
    /// How long after a payment a clerk may void it.
    clerk_time: SignedDuration,
    /// When the venue's day began.
    day_began_at: Timestamp,
    now: Timestamp,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.request.payment, &self.request.reason).serialize(serializer)
    }
}

/// What the audit shows of a voided payment.
#[derive(Serialize)]
struct Facts {
    voided: bool,
    amount_paise: i64,
}

/// Voids a payment in the name of `actor`: its bookings owe the money again, and cash leaves the drawer of the open shift, never
/// more than it holds. A credit note is issued if the payment has a receipt.
///
/// # Errors
/// [`VoidPaymentError`].
pub async fn void_payment(
    app: &App,
    actor: &Actor,
    request: VoidPayment,
    key: RequestKey,
) -> Result<(), VoidPaymentError> {
    let now = app.clock.now();
    actor.check(Permission::PaymentVoid, now)?;
    let workplaces = list_workplaces(app, actor).await?;
    let found = find_payment(app, request.payment).await?;
    let venue = found.filter(|payment| workplaces.contains(&payment.venue)).map(|payment| payment.venue);
    let venue = venue.ok_or(VoidPaymentError::NoSuchPayment)?;
    let venue = find_known_venue(app, venue).await?.ok_or(VoidPaymentError::NoSuchPayment)?;
    let input = Input {
        actor: actor.clone(),
        request,
        venue: venue.id,
        issuer: Issuer::find(app).await?,
        clerk_time: SignedDuration::from_mins(app.settings.desk.void_minutes.into()),
        day_began_at: venue.span_of(venue.today(now)).0,
        now,
    };
    let permission = Permission::PaymentVoid;
    let command = Command { operation: "void_payment", permission, venue: Some(venue.id), key };
    audited_write(app, actor, command, input, |tx, input| Box::pin(void_once(tx, input))).await
}

/// The desk payment with this id.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn find_payment(
    app: &App,
    payment: DeskPaymentId,
) -> Result<Option<DeskPayment>, StoreError> {
    app.store.read(payment, |tx, id| Box::pin(async move { DeskPayments(tx).find(*id).await })).await
}

async fn void_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, VoidPaymentError> {
    let Input { actor, request, venue, now, .. } = input;
    let (shift, opening) =
        Shifts(tx).enter(*venue, actor.id()).await?.ok_or(VoidPaymentError::ShiftNeeded)?;
    let payment = DeskPayments(tx).find(request.payment).await?.ok_or(VoidPaymentError::NoSuchPayment)?;
    let allowed = |decider: Decider<'_>| check_role(input, decider, &payment, shift);
    let approver = actor.decide(tx, payment.amount, *now, allowed).await?;
    let in_drawer = Shifts(tx).sum_cash(shift).await?.expected(opening);
    let by = (Some(actor.id()), Some(shift));
    if !DeskPayments(tx).void(payment.id, &request.reason, by, *now).await? {
        return Err(VoidPaymentError::Ended);
    }
    let bill = Bills(tx).find(payment.bill).await?;
    let lines = bill.map(|bill| bill.lines).unwrap_or_default();
    if !Bills(tx).void_settled(payment.bill).await? {
        return Err(VoidPaymentError::Ended);
    }
    let mut orders: Vec<(OrderNumber, Money)> =
        lines.iter().filter_map(|line| Some((line.order?, line.amount))).collect();
    orders.sort_by_key(|(order, _)| order.value());
    for (order, amount) in &orders {
        if !Orders(tx).take_payment_back(*order, *amount).await? {
            let is_cancelled = find_order(tx, *order).await?.is_some_and(|order| !order.status.keeps_court());
            return Err(if is_cancelled { VoidPaymentError::Cancelled } else { VoidPaymentError::Ended });
        }
        if let Some(order) = find_order(tx, *order).await? {
            announce_order(tx, &order);
        }
    }
    if payment.tender == Tender::Cash && payment.amount.less(payment.round_off) > in_drawer {
        return Err(VoidPaymentError::DrawerShort(in_drawer));
    }
    let only = if let [(order, _)] = orders.as_slice() { Some(*order) } else { None };
    let entry = NewEntry {
        entry: entries::desk_payment_voided(payment.amount, payment.round_off, payment.tender),
        subject: Subject::DeskPayment { id: payment.id, bill: payment.bill, order: only },
        happened_at: *now,
    };
    Ledger(tx).record(&entry).await?;
    if let Some((first, _)) = orders.first() {
        issue_credit_note_of_void(tx, &input.issuer, &payment, *first, *now).await?;
    }
    let facts = |voided| Facts { voided, amount_paise: payment.amount.paise() };
    let entry = Entry::changed("payment.voided", "payment", payment.id, &facts(false), &facts(true));
    Ok(Audited::new((), entry.with_reason(&request.reason).approved_by(approver)))
}

async fn find_order(tx: &mut dyn Session, number: OrderNumber) -> Result<Option<Order>, StoreError> {
    match Orders(tx).find_owner(number).await? {
        Some(customer) => Orders(tx).find(number, customer).await,
        None => Ok(None),
    }
}

fn check_role(
    input: &Input,
    decider: Decider<'_>,
    payment: &DeskPayment,
    shift: ShiftId,
) -> Result<(), VoidPaymentError> {
    let Input { venue, clerk_time, day_began_at, now, .. } = input;
    decider.check_at(*venue, Permission::PaymentVoid)?;
    let may = match decider.role() {
        Role::Owner => true,
        Role::Manager => payment.taken_at >= *day_began_at,
        Role::Desk => {
            payment.staff == Some(decider.id())
                && payment.shift == Some(shift)
                && now.duration_since(payment.taken_at) <= *clerk_time
        }
    };
    if may { Ok(()) } else { Err(VoidPaymentError::BeyondRole) }
}
