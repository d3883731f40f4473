//! Makes a QR code of the payment provider, with which a player pays for bookings at a desk.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    BillId, StaffId, VenueId,
    bill::{BillKind, BillLine, BillMethod, qr_reference},
    money::Money,
    refund::LEAST_REFUND,
    staff::Permission,
    venue::Venue,
};
use sideout_providers::payments::{PaymentError, TimeBudget};
use sideout_store::{
    Bills, DeskQrs, Orders, Session, StoreError, accounts::Customers, bills::NewBill, desk_qrs::DeskQr,
    payments::ProviderOrders,
};

use super::{
    read_qr::{QrDetails, read_details},
    take_payment::{PaymentLine, TakePaymentError, check_lines, find, find_owing},
};
use crate::{
    App,
    payments::open_provider_order::{OpenError, Opening, find_or_open_provider_order},
    platform::{payment_account::PaymentAccount, venues::find_known_venue},
    steps::{
        audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
        close_qrs::close_qrs_of_order,
    },
};

/// How long a player can pay by a code. The provider requires fifteen minutes; the rest is for the time that a request takes and for a
/// difference of the clocks.
const OPEN_FOR: SignedDuration = SignedDuration::from_mins(16);
/// The least amount that the provider accepts and that can be sent back.
const LEAST: Money = LEAST_REFUND;

/// The bookings that a code is for, and its amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MakeQr {
    /// What it pays: at least one booking, at most [`MOST_LINES`](super::take_payment::MOST_LINES), each once, all of one player.
    pub lines: Vec<PaymentLine>,
    /// The name of a payer who is not the player.
    pub payer: Option<String>,
}

/// Why no code is made.
#[derive(Debug, thiserror::Error)]
pub enum MakeQrError {
    /// No payment account is set up, or QR codes are switched off.
    #[error("QR codes of the provider are not offered")]
    NotOffered,
    /// It is for less than the provider takes: one rupee.
    #[error("too little for the provider")]
    TooLittle,
    /// The bookings cannot be paid like this.
    #[error(transparent)]
    Lines(#[from] TakePaymentError),
    /// The provider did not make it. A repeated call with the same key requests it again.
    #[error("provider: {0}")]
    Provider(PaymentError),
    /// Another call with the same key is making it.
    #[error("being made elsewhere")]
    Busy,
}

impl From<Refused> for MakeQrError {
    fn from(refused: Refused) -> Self {
        MakeQrError::Lines(refused.into())
    }
}

impl From<StoreError> for MakeQrError {
    fn from(error: StoreError) -> Self {
        MakeQrError::Lines(error.into())
    }
}

impl From<OpenError> for MakeQrError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Busy => MakeQrError::Busy,
            OpenError::Provider(error) => MakeQrError::Provider(error),
            OpenError::Store(error) => error.into(),
        }
    }
}

/// The account by which clerks make codes; `None` if there is none or codes are switched off.
pub fn qr_account(app: &App) -> Option<&PaymentAccount> {
    app.payments.as_ref().filter(|_| app.settings.desk.provider_qr)
}

struct Input {
    venue: Arc<Venue>,
    staff: StaffId,
    request: MakeQr,
    /// The random part of the reference.
    random: [u8; 8],
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let line = |line: &PaymentLine| (line.order.value(), line.version, line.amount.paise());
        let lines: Vec<_> = self.request.lines.iter().map(line).collect();
        (lines, &self.request.payer).serialize(serializer)
    }
}

/// A code that was reserved: its bill.
#[derive(Serialize, Deserialize)]
struct Reserved {
    bill: i64,
}

/// What the audit shows of a code.
#[derive(Serialize)]
struct Facts {
    amount_paise: i64,
    orders: Vec<i64>,
}

/// Makes a code in the name of `actor`; a repeated call with the same key returns the same code. Open codes for the same bookings are
/// closed.
///
/// The code is reserved first, then the provider gets the request. If its answer is lost, the next call finds the code by
/// its reference.
///
/// # Errors
/// [`MakeQrError`].
pub async fn make_qr(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    request: MakeQr,
    key: RequestKey,
) -> Result<QrDetails, MakeQrError> {
    let permission = Permission::PaymentTake;
    let now = app.clock.now();
    actor.check_at(venue, permission, now)?;
    let account = qr_account(app).ok_or(MakeQrError::NotOffered)?;
    let venue = find_known_venue(app, venue).await?.ok_or(Refused::OtherVenue)?;
    let budget = TimeBudget::interactive();
    let command = Command { operation: "make_qr", permission, venue: Some(venue.id), key };
    let name = venue.name.clone();
    let input = Input { venue, staff: actor.id(), request, random: app.random.bytes(), now };
    let reserved: Result<Reserved, MakeQrError> =
        audited_write(app, actor, command, input, |tx, input| Box::pin(reserve(tx, input))).await;
    let bill = BillId(reserved?.bill);
    let qr = app.store.read(bill, |tx, bill| Box::pin(async move { DeskQrs(tx).find(*bill).await }));
    let qr: Option<DeskQr> = qr.await?;
    let qr = qr.ok_or_else(|| StoreError::Corrupt(format!("the QR code of bill {bill} vanished")))?;
    // A call that is repeated later may find the code paid or closed, and must not make it again.
    if qr.is_open() && qr.id.is_none() {
        find_or_open_provider_order(app, account, (bill, Opening::QrCode(&qr)), &name, budget).await?;
    }
    Ok(read_details(app, bill).await?)
}

/// Adds the bill, its row for the provider and the code. The bookings are locked meanwhile.
async fn reserve(tx: &mut dyn Session, input: &Input) -> Result<Audited<Reserved>, MakeQrError> {
    let Input { venue, staff, request, now, .. } = input;
    let lines = check_lines(&request.lines)?;
    let first = lines.first().ok_or(TakePaymentError::BadLines)?.order;
    let customer = Orders(tx).find_owner(first).await?.ok_or(TakePaymentError::NoSuchBooking)?;
    Customers(tx).take_turn(customer).await?;
    for line in &lines {
        let details = find_owing(tx, venue.id, line, *now).await?;
        if details.booking.customer != customer {
            return Err(TakePaymentError::BadLines.into());
        }
        // INVARIANT: no code is open for a booking that was cancelled or paid before (suite `qr_races`).
        if !Orders(tx).lock_at_version(line.order, line.version).await? {
            let current = find(tx, venue.id, line.order, *now).await?;
            return Err(TakePaymentError::ChangedMeanwhile(Box::new(current)).into());
        }
        close_qrs_of_order(tx, line.order, *now).await?;
    }
    let closes_at = *now + OPEN_FOR;
    let bill = NewBill {
        kind: if lines.len() > 1 { BillKind::Cart } else { BillKind::Booking },
        customer: Some(customer),
        payer_name: request.payer.clone(),
        discount: Money::ZERO,
        coupon: None,
        method: BillMethod::Provider,
        open_until: Some(closes_at),
        lines: lines.iter().map(|line| BillLine { order: Some(line.order), amount: line.amount }).collect(),
        created_at: *now,
    };
    let amount = bill.amount();
    if amount < LEAST {
        return Err(MakeQrError::TooLittle);
    }
    let bill = Bills(tx).add(&bill).await?;
    let reference = qr_reference(first, input.random);
    if !ProviderOrders(tx).add(bill, &reference, false, *now).await? {
        return Err(StoreError::Constraint(format!("the reference {reference} is used")).into());
    }
    DeskQrs(tx).add(bill, venue.id, *staff, closes_at).await?;
    let facts =
        Facts { amount_paise: amount.paise(), orders: lines.iter().map(|line| line.order.value()).collect() };
    let entry = Entry::added("qr.made", "qr", bill, &facts).at(venue.id);
    Ok(Audited::new(Reserved { bill: bill.0 }, entry))
}
