//! Reads the money of a venue's day, and the shift of its drawer.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    StaffId, VenueId,
    drawer::{CashFlow, Shift},
    money::Money,
};
use sideout_store::{Session, Shifts, StoreError, Takings};
pub use sideout_store::{
    shifts::CashMovement,
    takings::{DueSum, ListedPayment, ListedRefund, MoneyFor, OnlineTakings},
};

use crate::{App, platform::venues::find_venue};

/// The most counted shifts of a day that are listed.
const MOST_SHIFTS: u32 = 50;

/// The money of a venue's day.
#[derive(Debug, Clone)]
pub struct DayMoney {
    /// The day.
    pub day: Date,
    /// The payments at the desk, the newest first.
    pub payments: Vec<ListedPayment>,
    /// The refunds that the desk still has to pay out, and those that it paid out, the newest first.
    pub refunds: Vec<ListedRefund>,
    /// What was paid online.
    pub online: OnlineTakings,
    /// What the day's bookings still owe.
    pub due: DueSum,
    /// The shifts that were counted on the day, the newest first.
    pub counted: Vec<Shift>,
}

impl DayMoney {
    /// Leaves what this member of staff took, paid out and counted, and what is still to do for anybody.
    pub fn keep_own(&mut self, staff: StaffId) {
        self.payments.retain(|listed| listed.payment.staff == Some(staff));
        self.refunds
            .retain(|listed| listed.refund.is_to_pay_out() || listed.refund.paid_out_by == Some(staff));
        self.counted.retain(|shift| shift.count.as_ref().is_some_and(|count| count.by == staff));
        self.online = OnlineTakings { taken: Money::ZERO, returned: Money::ZERO };
    }
}

/// The open shift of a drawer.
#[derive(Debug, Clone)]
pub struct OpenShift {
    /// The shift.
    pub shift: Shift,
    /// What entered and left the drawer.
    pub flow: CashFlow,
    /// The movements without a booking, the oldest first.
    pub movements: Vec<CashMovement>,
}

/// The money of a venue's day; of today if `day` is `None`. `None` if there is no such venue.
///
/// # Errors
/// [`StoreError`] only.
pub async fn read_day_money(
    app: &App,
    venue: VenueId,
    day: Option<Date>,
) -> Result<Option<DayMoney>, StoreError> {
    let Some(venue) = find_venue(app, venue).await? else { return Ok(None) };
    let day = day.unwrap_or_else(|| venue.today(app.clock.now()));
    let input = (venue.id, day, venue.span_of(day));
    app.store.read(input, |tx, input| Box::pin(read(tx, *input))).await.map(Some)
}

async fn read(
    tx: &mut dyn Session,
    (venue, day, span): (VenueId, Date, (Timestamp, Timestamp)),
) -> Result<DayMoney, StoreError> {
    Ok(DayMoney {
        day,
        payments: Takings(tx).list_payments(venue, span).await?,
        refunds: Takings(tx).list_refunds(venue, span).await?,
        online: Takings(tx).sum_online(venue, span).await?,
        due: Takings(tx).sum_due(venue, day).await?,
        counted: Shifts(tx).list(venue, span, MOST_SHIFTS).await?,
    })
}

/// The open shift of a venue's drawer.
///
/// # Errors
/// [`StoreError`] only.
pub async fn read_open_shift(app: &App, venue: VenueId) -> Result<Option<OpenShift>, StoreError> {
    app.store.read(venue, |tx, venue| Box::pin(read_shift(tx, *venue))).await
}

async fn read_shift(tx: &mut dyn Session, venue: VenueId) -> Result<Option<OpenShift>, StoreError> {
    let Some(shift) = Shifts(tx).find_open(venue).await? else { return Ok(None) };
    let flow = Shifts(tx).sum_cash(shift.id).await?;
    let movements = Shifts(tx).list_movements(shift.id).await?;
    Ok(Some(OpenShift { shift, flow, movements }))
}
