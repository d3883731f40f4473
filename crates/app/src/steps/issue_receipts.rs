//! Issues documents, at the end of the unit of work that takes or refunds the money: a receipt for a booking that was
//! paid online, a credit note for what goes back of it. A document takes its number and stores its data. A payment that
//! never became a booking was no sale: it is refunded in full, without a document.

use std::sync::Arc;

use jiff::{Timestamp, tz::TimeZone};
use sideout_documents::Facts;
use sideout_domain::{
    gst::TaxSplit,
    order::{Order, OrderNumber},
    receipt::{DocumentKind, Series},
    refund::RefundAbout,
};
use sideout_store::{
    Receipts, Session, StoreError,
    payments::{Refund, Refunds, Reported},
    receipts::NewDocument,
};

use crate::{
    App,
    platform::{
        brand::{Brand, find_brand},
        settings::ReceiptSettings,
    },
};

/// The issuer's data and settings, read before the unit of work begins.
#[derive(Debug, Clone)]
pub(crate) struct Issuer {
    brand: Arc<Brand>,
    settings: ReceiptSettings,
    series: Series,
    credit_series: Series,
    zone: TimeZone,
}

impl Issuer {
    /// The issuer with the operator's present data.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub(crate) async fn find(app: &App) -> Result<Issuer, StoreError> {
        Self::new(find_brand(app).await?, app.settings.receipts.clone())
    }

    /// The issuer for staff commands, which have no [`App`].
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if the settings are invalid.
    pub(crate) fn new(brand: Arc<Brand>, settings: ReceiptSettings) -> Result<Issuer, StoreError> {
        let series = |text: &str| {
            text.parse()
                .map_err(|error| StoreError::Corrupt(format!("business.receipts: \"{text}\": {error}")))
        };
        Ok(Issuer {
            series: series(&settings.series)?,
            credit_series: series(&settings.credit_series)?,
            zone: TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC),
            brand,
            settings,
        })
    }

    fn facts(&self, order: &Order, reported: &Reported) -> Facts {
        let given = |text: &str| (!text.trim().is_empty()).then(|| text.trim().to_owned());
        let brand = &self.brand;
        Facts {
            brand: brand.name.clone(),
            legal_name: brand.legal_name.clone(),
            address: brand.address.clone(),
            phone: brand.phone.clone(),
            email: brand.email.clone(),
            gstin: brand.gstin.clone(),
            sac: given(&self.settings.sac),
            place_of_supply: given(&self.settings.place_of_supply),
            player: order.customer_name.clone(),
            order: order.number.to_string(),
            venue: order.venue_name.clone(),
            venue_address: order.venue_long_location.clone(),
            court: order.court_name.clone(),
            day: order.day,
            start: order.start.to_string(),
            play_minutes: order.play_minutes,
            price: order.price.paise(),
            discount: order.discount.paise(),
            coupon: order.coupon.as_ref().map(|(_, code)| code.clone()),
            payment: reported.id.clone(),
            method: reported.method.clone(),
        }
    }
}

/// Issues the receipt for a bill that was just paid; `orders` are its orders as they are now, at least one.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn receipt(
    tx: &mut dyn Session,
    issuer: &Issuer,
    orders: &[Order],
    reported: &Reported,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Some(order) = orders.first() else { return Ok(()) };
    let facts = serde_json::to_string(&issuer.facts(order, reported))
        .map_err(|error| StoreError::Corrupt(format!("the facts of a receipt: {error}")))?;
    let rate = issuer.settings.gst_rate;
    let new = NewDocument {
        kind: DocumentKind::Receipt,
        series: &issuer.series,
        bill: reported.bill,
        order: order.number,
        payment: Some(&reported.id),
        issued_at: now,
        issued_on: now.to_zoned(issuer.zone.clone()).date(),
        total: reported.amount,
        tax: issuer.brand.gstin.is_some().then(|| (rate, TaxSplit::of(reported.amount, rate))),
        refund: None,
        facts: &facts,
    };
    Receipts(tx).issue(&new).await.map(drop)
}

/// Issues a credit note for each refund of a booking that was just cancelled, at the tax rate of the receipt that
/// it reduces. Does nothing if there is no receipt or no refund.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn credit_notes(
    tx: &mut dyn Session,
    issuer: &Issuer,
    order: OrderNumber,
    now: Timestamp,
) -> Result<(), StoreError> {
    let refunds = Refunds(tx).list_of_order(order).await?;
    let ending: Vec<Refund> = refunds.into_iter().filter(|refund| refund.reason.ends_booking()).collect();
    issue_credit_notes(tx, issuer, order, &ending, now).await
}

/// As [`credit_notes`], for what goes back of a booking that was moved from this version to a cheaper hour.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn credit_notes_of_move(
    tx: &mut dyn Session,
    issuer: &Issuer,
    (order, version): (OrderNumber, i64),
    now: Timestamp,
) -> Result<(), StoreError> {
    let about = RefundAbout::Move(order, version);
    let refunds = Refunds(tx).list_of_order(order).await?;
    let of_move: Vec<Refund> = refunds.into_iter().filter(|refund| refund.about == about).collect();
    issue_credit_notes(tx, issuer, order, &of_move, now).await
}

async fn issue_credit_notes(
    tx: &mut dyn Session,
    issuer: &Issuer,
    order: OrderNumber,
    refunds: &[Refund],
    now: Timestamp,
) -> Result<(), StoreError> {
    for refund in refunds {
        let Some(receipt) = Receipts(tx).find_of_bill(refund.bill).await? else { continue };
        let new = NewDocument {
            kind: DocumentKind::CreditNote,
            series: &issuer.credit_series,
            bill: refund.bill,
            order,
            payment: receipt.payment.as_deref(),
            issued_at: now,
            issued_on: now.to_zoned(issuer.zone.clone()).date(),
            total: refund.amount,
            tax: receipt.tax.map(|(rate, _)| (rate, TaxSplit::of(refund.amount, rate))),
            refund: Some((refund.id, refund.reason)),
            facts: &receipt.facts,
        };
        Receipts(tx).issue(&new).await?;
    }
    Ok(())
}
