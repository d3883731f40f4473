//! The table `desk_payment`: money taken at the desks.

use jiff::Timestamp;
use sideout_domain::{
    BillId, CustomerId, DeskPaymentId, GroupId, ShiftId, StaffId, VenueId, bill::Tender, money::Money,
};

use crate::{Row, Session, StoreError, params, sql};

/// The repository of money taken at desks.
pub struct DeskPayments<'s>(pub &'s mut dyn Session);

/// Money taken at a desk, about to be written.
#[derive(Debug, Clone)]
pub struct NewDeskPayment {
    /// The bill that it settles.
    pub bill: BillId,
    /// The venue of the desk.
    pub venue: VenueId,
    /// The shift of the drawer; `None` for money that no drawer counts.
    pub shift: Option<ShiftId>,
    /// How it was taken.
    pub tender: Tender,
    /// The amount of the bill.
    pub amount: Money,
    /// What was rounded off, so that whole rupees were taken in cash.
    pub round_off: Money,
    /// The name of a payer who is not the customer.
    pub payer: Option<String>,
    /// The reference of the UPI payment, of the card machine or of the bank transfer.
    pub reference: Option<String>,
    /// The member of staff who took it.
    pub staff: Option<StaffId>,
    /// When the money was handed over.
    pub taken_at: Timestamp,
}

/// Money that was taken at a desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskPayment {
    /// Its id.
    pub id: DeskPaymentId,
    /// The bill that it settled.
    pub bill: BillId,
    /// The venue of the desk.
    pub venue: VenueId,
    /// The shift of the drawer.
    pub shift: Option<ShiftId>,
    /// How it was taken.
    pub tender: Tender,
    /// The amount of the bill.
    pub amount: Money,
    /// What was rounded off.
    pub round_off: Money,
    /// How much of it went back or is owed back.
    pub refunded: Money,
    /// The name of a payer who is not the customer.
    pub payer: Option<String>,
    /// The reference of the UPI payment, of the card machine or of the bank transfer.
    pub reference: Option<String>,
    /// When it was found in the bank's list, and by whom.
    pub matched: Option<(Timestamp, StaffId)>,
    /// The member of staff who took it.
    pub staff: Option<StaffId>,
    /// When it was taken.
    pub taken_at: Timestamp,
    /// Its void; `None` if it is valid.
    pub voided: Option<DeskPaymentVoid>,
}

impl DeskPayment {
    /// The amount that was handed over.
    pub fn received(&self) -> Money {
        self.amount.less(self.round_off)
    }

    /// Whether it came to the venue's own UPI account and was not found in the bank's list yet.
    pub fn is_to_match(&self) -> bool {
        self.tender == Tender::UpiOwn && self.matched.is_none() && self.voided.is_none()
    }
}

/// A void of money that was taken by mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskPaymentVoid {
    /// When it was voided.
    pub at: Timestamp,
    /// The member of staff who voided it.
    pub by: Option<StaffId>,
    /// Why it was a mistake, as the clerk typed it; empty after the player was erased.
    pub reason: String,
}

impl DeskPayments<'_> {
    /// Adds money that settles a bill and returns its id.
    ///
    /// # Errors
    /// [`StoreError::Constraint`] if the bill has a desk payment already.
    pub async fn add(&mut self, new: &NewDeskPayment) -> Result<DeskPaymentId, StoreError> {
        let params = params![
            new.bill.0,
            new.venue.0,
            new.shift.map(|id| id.0),
            new.tender.name(),
            new.amount.paise(),
            new.round_off.paise(),
            new.payer.clone(),
            new.reference.clone(),
            new.staff.map(|id| id.0),
            new.taken_at,
        ];
        self.0.one(sql!("desk_payment/add"), params).await?.integer("desk_payment_id").map(DeskPaymentId)
    }

    /// The desk payment with this id.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, id: DeskPaymentId) -> Result<Option<DeskPayment>, StoreError> {
        self.0
            .first(sql!("desk_payment/find"), params![id.0])
            .await?
            .map(|row| desk_payment(&row))
            .transpose()
    }

    /// Voids a payment that was a mistake; `false` if it is voided already or a part of it was refunded. Cash goes out
    /// of the drawer of `shift`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn void(
        &mut self,
        id: DeskPaymentId,
        reason: &str,
        (staff, shift): (Option<StaffId>, Option<ShiftId>),
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![id.0, now, staff.map(|id| id.0), reason, shift.map(|id| id.0)];
        Ok(self.0.run(sql!("desk_payment/void"), params).await? == 1)
    }

    /// Records that a payment to the venue's own UPI account was found in the bank's list; `false` if it was matched or
    /// voided, or came another way.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn match_with_bank(
        &mut self,
        id: DeskPaymentId,
        staff: StaffId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("desk_payment/match"), params![id.0, now, staff.0]).await? == 1)
    }

    /// The cash taken from a player from `from` to before `until`, or for the bookings of `group` at any time, without what was voided.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_cash_from(
        &mut self,
        customer: CustomerId,
        (from, until): (Timestamp, Timestamp),
        group: Option<GroupId>,
    ) -> Result<Money, StoreError> {
        let params = params![customer.0, from, until, group.map(|id| id.0)];
        self.0.one(sql!("desk_payment/sum_cash_from"), params).await?.money("taken_paise")
    }
}

pub(crate) fn desk_payment(row: &Row) -> Result<DeskPayment, StoreError> {
    let staff = |column| Ok::<_, StoreError>(row.integer_or_null(column)?.map(StaffId));
    let voided = match (row.instant_or_null("voided_at")?, row.text_or_null("void_reason")?) {
        (Some(at), Some(reason)) => {
            Some(DeskPaymentVoid { at, by: staff("voided_by")?, reason: reason.to_owned() })
        }
        _ => None,
    };
    Ok(DeskPayment {
        id: DeskPaymentId(row.integer("desk_payment_id")?),
        bill: BillId(row.integer("bill_id")?),
        venue: VenueId(row.integer("venue_id")?),
        shift: row.integer_or_null("shift_id")?.map(ShiftId),
        tender: row.parsed("tender")?,
        amount: row.money("amount_paise")?,
        round_off: row.money("round_off_paise")?,
        refunded: row.money("refunded_paise")?,
        payer: row.text_or_null("payer")?.map(str::to_owned),
        reference: row.text_or_null("reference")?.map(str::to_owned),
        matched: row.instant_or_null("matched_at")?.zip(staff("matched_by")?),
        staff: staff("staff_id")?,
        taken_at: row.instant("taken_at")?,
        voided,
    })
}
