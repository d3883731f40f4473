//! Reads the money of a venue's day, and the shift of its drawer.

use std::sync::Arc;

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    ShiftId, StaffId, VenueId,
    drawer::Shift,
    money::Money,
    staff::{Grant, Permission},
    venue::Venue,
};
use sideout_store::{OfflinePayments, Session, Shifts, StoreError, Takings};
pub use sideout_store::{
    money_for::MoneyFor,
    offline_payments::CountedCash,
    shifts::CashMovement,
    takings::{
        DueSum, ListedPayment, ListedQrPayment, ListedQrRefund, ListedRefund, OnlineTakings, QrPaymentOutcome,
    },
};

use crate::{
    App,
    platform::venues::find_known_venue,
    steps::audited::{Actor, Refused},
};

/// The most counted shifts of a day that are listed.
const MOST_SHIFTS: u32 = 50;

/// The most amounts of cash in counts of a day that are listed.
const MOST_COUNTED_CASH: u32 = 500;

/// The money of a venue's day.
#[derive(Debug, Clone)]
pub struct DayMoney {
    /// The day.
    pub day: Date,
    /// The payments at the desk, the newest first.
    pub payments: Vec<ListedPayment>,
    /// The refunds that the desk still has to pay out, and those that it paid out, or settled after they failed at the provider; the
    /// newest first.
    pub refunds: Vec<ListedRefund>,
    /// The payments by QR codes of the provider at the desk, the newest first.
    pub qr_payments: Vec<ListedQrPayment>,
    /// The money of such codes that the provider was asked to send back and has not failed to, the newest first.
    pub qr_refunds: Vec<ListedQrRefund>,
    /// What was paid online, and what was sent back.
    pub online: OnlineTakings,
    /// What the day's bookings still owe.
    pub due: DueSum,
    /// The shifts that were counted on the day, the newest first, at most 50.
    pub counted: Vec<Shift>,
    /// The cash in these counts that was refused as a payment, or recorded as one later, the earliest first, at most 500.
    pub counted_cash: Vec<CountedCash>,
    /// The movements of cash without a booking, the oldest first.
    pub movements: Vec<CashMovement>,
    /// The open shift of the drawer now, also if the day is another one.
    open_shift: Option<ShiftId>,
}

impl DayMoney {
    /// Removes what other staff took, paid out, moved and counted, except the movements of the open shift. The sums of online money become
    /// those of the QR codes of `staff`.
    fn keep_own(&mut self, staff: StaffId) {
        self.payments.retain(|listed| listed.payment.staff == Some(staff));
        self.refunds
            .retain(|listed| listed.refund.is_to_pay_out() || listed.refund.paid_out_by == Some(staff));
        self.counted.retain(|shift| shift.count.as_ref().is_some_and(|count| count.by == staff));
        let counted = &self.counted;
        self.counted_cash.retain(|cash| counted.iter().any(|shift| shift.id == cash.shift));
        let open = self.open_shift;
        self.movements.retain(|movement| movement.staff == staff || Some(movement.shift) == open);
        self.qr_payments.retain(|listed| listed.staff == staff);
        self.qr_refunds.retain(|listed| listed.staff == staff);
        let by_itself: Money = self.qr_payments.iter().map(|listed| listed.sent_back).sum();
        let refunded: Money = self.qr_refunds.iter().map(|listed| listed.refund.amount).sum();
        self.online = OnlineTakings {
            taken: self.qr_payments.iter().map(|listed| listed.amount).sum(),
            returned: refunded.plus(by_itself),
        };
    }
}

/// The open shift of a drawer.
#[derive(Debug, Clone)]
pub struct OpenShift {
    /// The shift.
    pub shift: Shift,
    /// What has to be in the drawer now; `None` if the caller counts without seeing it.
    pub expected: Option<Money>,
    /// The movements without a booking, the oldest first.
    pub movements: Vec<CashMovement>,
}

/// Why money is not shown.
#[derive(Debug, thiserror::Error)]
pub enum ReadMoneyError {
    /// There is no such venue.
    #[error("no such venue")]
    NoSuchVenue,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whether the actor may know what has to be in a drawer before it is counted.
fn sees_expected(actor: &Actor) -> bool {
    actor.grant(Permission::ShiftSeeExpected) == Grant::Yes
}

/// The money of a venue's day; of today if `day` is `None`. A person who counts the drawer without seeing its
/// expected total sees only what they took, paid out, moved and counted themselves, the movements of the open shift, and what is still
/// to do.
///
/// # Errors
/// [`ReadMoneyError`].
pub async fn read_day_money(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    day: Option<Date>,
) -> Result<DayMoney, ReadMoneyError> {
    actor.check_at(venue, Permission::PaymentTake, app.clock.now())?;
    let venue = find_known_venue(app, venue).await?.ok_or(ReadMoneyError::NoSuchVenue)?;
    let day = day.unwrap_or_else(|| venue.today(app.clock.now()));
    let input = (venue.id, day, venue.span_of(day));
    let read: Result<DayMoney, StoreError> =
        app.store.read(input, |tx, input| Box::pin(read_day(tx, *input))).await;
    let mut money = read?;
    if !sees_expected(actor) {
        money.keep_own(actor.id());
    }
    Ok(money)
}

async fn read_day(
    tx: &mut dyn Session,
    (venue, day, span): (VenueId, Date, (Timestamp, Timestamp)),
) -> Result<DayMoney, StoreError> {
    Ok(DayMoney {
        day,
        payments: Takings(tx).list_payments(venue, span, span.0).await?,
        refunds: Takings(tx).list_refunds(venue, span).await?,
        qr_payments: Takings(tx).list_qr_payments(venue, span).await?,
        qr_refunds: Takings(tx).list_qr_refunds(venue, span).await?,
        online: Takings(tx).sum_online(venue, span).await?,
        due: Takings(tx).sum_due(venue, day).await?,
        counted: Shifts(tx).list(venue, span, MOST_SHIFTS).await?,
        counted_cash: OfflinePayments(tx).list_counted(venue, span, MOST_COUNTED_CASH).await?,
        movements: Shifts(tx).list_movements_of_day(venue, span).await?,
        open_shift: Shifts(tx).find_open(venue).await?.map(|shift| shift.id),
    })
}

/// A venue with the open shift of its drawer; `None` if no shift is open.
///
/// # Errors
/// [`ReadMoneyError`].
pub async fn read_drawer(
    app: &App,
    actor: &Actor,
    venue: VenueId,
) -> Result<(Arc<Venue>, Option<OpenShift>), ReadMoneyError> {
    actor.check_at(venue, Permission::ShiftOwn, app.clock.now())?;
    let venue = find_known_venue(app, venue).await?.ok_or(ReadMoneyError::NoSuchVenue)?;
    let input = (venue.id, sees_expected(actor));
    let open: Result<Option<OpenShift>, StoreError> =
        app.store.read(input, |tx, (venue, sees)| Box::pin(read_shift(tx, *venue, *sees))).await;
    Ok((venue, open?))
}

async fn read_shift(
    tx: &mut dyn Session,
    venue: VenueId,
    sees_expected: bool,
) -> Result<Option<OpenShift>, StoreError> {
    let Some(shift) = Shifts(tx).find_open(venue).await? else { return Ok(None) };
    let expected = match sees_expected {
        true => Some(Shifts(tx).sum_cash(shift.id).await?.expected(shift.opening)),
        false => None,
    };
    let movements = Shifts(tx).list_movements(shift.id).await?;
    Ok(Some(OpenShift { shift, expected, movements }))
}
