//! Issues documents, at the end of the unit of work that takes or refunds the money. A payment that never became a booking was no
//! sale: it is refunded without a document.

use std::sync::Arc;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};
use sideout_documents::{Facts, FirmFacts, Item, Voucher};
use sideout_domain::{
    BillId, VenueId,
    bill::{BillLine, Tender},
    gst::TaxSplit,
    gstin::Firm,
    money::Money,
    order::{Order, OrderNumber},
    receipt::{DeskSeries, DocumentKind, ReceiptNumber, Series},
    refund::RefundAbout,
};
use sideout_store::{
    Bills, Receipts, Session, StoreError,
    desk_payments::{DeskPayment, NewDeskPayment},
    payments::{Refund, Refunds, ReportedPayment},
    receipts::{Credit, IssuedDocument, NewDocument},
};

use crate::{
    App,
    platform::{
        brand::{Brand, find_brand},
        policies::receipt_rules,
        settings::ReceiptSettings,
    },
    steps::skip_lost_numbers::skip_numbers_of_new_series,
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
        Self::new(find_brand(app).await?, &app.settings.receipts)
    }

    /// The issuer with this data and these settings, which hold where the brand has no rule of its own.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if the settings are invalid.
    pub(crate) fn new(brand: Arc<Brand>, settings: &ReceiptSettings) -> Result<Issuer, StoreError> {
        let series = |text: &str| {
            text.parse()
                .map_err(|error| StoreError::Corrupt(format!("business.receipts: \"{text}\": {error}")))
        };
        let settings = receipt_rules(settings, &brand);
        Ok(Issuer {
            series: series(&settings.series)?,
            credit_series: series(&settings.credit_series)?,
            zone: TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC),
            brand,
            settings,
        })
    }

    fn facts(&self, order: &Order, received: &Received<'_>) -> Facts {
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
            player: received.payer.unwrap_or(&order.customer_name).to_owned(),
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
            payment: received.reference.to_owned(),
            method: received.method.map(str::to_owned),
            items: received.items.clone(),
            round_off: received.round_off.paise(),
            firm: received.firm.map(firm_facts),
            logo: brand.logo.clone(),
        }
    }

    /// Whether receipts are tax invoices, which can be made out to a firm.
    pub(crate) fn issues_tax_invoices(&self) -> bool {
        self.brand.gstin.is_some()
    }

    /// The series of a venue's documents; gives the venue its own if it has none.
    async fn desk_series(
        &self,
        tx: &mut dyn Session,
        venue: VenueId,
        now: Timestamp,
    ) -> Result<DeskSeries, StoreError> {
        if let Some(series) = Receipts(tx).find_desk_series(venue).await? {
            return Ok(series);
        }
        let given = Receipts(tx).list_desk_series().await?;
        let used: Vec<Series> = given
            .into_iter()
            .flat_map(|pair| [pair.receipts, pair.credit_notes])
            .chain([self.series.clone(), self.credit_series.clone()])
            .collect();
        // Waiting does not help, so this is not `Unavailable`.
        let used_up = || StoreError::Constraint("no series of receipts is left for another venue".to_owned());
        let next = DeskSeries::next(&used).ok_or_else(used_up)?;
        if Receipts(tx).add_desk_series(venue, &next).await? {
            skip_numbers_of_new_series(tx, &next, &self.zone, now).await?;
            return Ok(next);
        }
        // Another unit of work gave this venue its series, or this pair to another venue.
        let taken = || StoreError::Unavailable("a series of receipts was given away meanwhile".to_owned());
        Receipts(tx).find_desk_series(venue).await?.ok_or_else(taken)
    }

    fn tax(&self, amount: Money) -> Option<(u32, TaxSplit)> {
        let rate = self.settings.gst_rate;
        self.brand.gstin.is_some().then(|| (rate, TaxSplit::of(amount, rate)))
    }

    fn day(&self, now: Timestamp) -> Date {
        now.to_zoned(self.zone.clone()).date()
    }
}

/// Money that a document is issued for.
struct Received<'a> {
    bill: BillId,
    amount: Money,
    /// The payment at the provider.
    payment: Option<&'a str>,
    /// What the document shows as the payment: its id, or where it was taken.
    reference: &'a str,
    method: Option<&'a str>,
    payer: Option<&'a str>,
    items: Vec<Item>,
    round_off: Money,
    firm: Option<&'a Firm>,
}

fn firm_facts(firm: &Firm) -> FirmFacts {
    FirmFacts {
        name: firm.name.clone(),
        gstin: firm.gstin.to_string(),
        state: firm.gstin.state(),
        address: firm.address.clone(),
    }
}

/// Issues the receipt for a bill that was just paid online; `lines` are the orders that it pays for as they are now, with what it pays
/// of each, at least one.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn issue_online_receipt(
    tx: &mut dyn Session,
    issuer: &Issuer,
    lines: &[(Order, Money)],
    reported: &ReportedPayment,
    now: Timestamp,
) -> Result<(), StoreError> {
    let orders: Vec<Order> = lines.iter().map(|(order, _)| order.clone()).collect();
    let received = Received {
        bill: reported.bill,
        amount: reported.amount,
        payment: Some(&reported.id),
        reference: &reported.id,
        method: reported.method.as_deref(),
        payer: None,
        items: items(lines),
        round_off: Money::ZERO,
        firm: None,
    };
    issue_receipt(tx, issuer, &issuer.series, &orders, received, now).await.map(drop)
}

/// A payment at a desk that a receipt is issued for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeskReceipt<'a> {
    /// The payment.
    pub(crate) payment: &'a NewDeskPayment,
    /// The orders that it pays for as they are now, with what it pays of each; at least one.
    pub(crate) lines: &'a [(Order, Money)],
    /// The firm that it is made out to, if it is not the player.
    pub(crate) firm: Option<&'a Firm>,
}

/// Issues the receipt for a payment that a desk just took, in the series of its venue, and returns its number; `None`, without a receipt,
/// if it pays for no order.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn issue_desk_receipt(
    tx: &mut dyn Session,
    issuer: &Issuer,
    receipt: DeskReceipt<'_>,
    now: Timestamp,
) -> Result<Option<ReceiptNumber>, StoreError> {
    let DeskReceipt { payment, lines, firm } = receipt;
    let orders: Vec<Order> = lines.iter().map(|(order, _)| order.clone()).collect();
    let at_desk =
        orders.first().map(|order| format!("At the desk, {}", order.venue_name)).unwrap_or_default();
    let received = Received {
        bill: payment.bill,
        amount: payment.amount.less(payment.round_off),
        payment: None,
        reference: payment.reference.as_deref().unwrap_or(&at_desk),
        method: Some(payment.tender.name()),
        payer: payment.payer.as_deref(),
        items: items(lines),
        round_off: payment.round_off,
        firm,
    };
    let series = issuer.desk_series(tx, payment.venue, now).await?.receipts;
    issue_receipt(tx, issuer, &series, &orders, received, now).await
}

/// What a receipt lists; nothing if it is for one whole booking.
fn items(lines: &[(Order, Money)]) -> Vec<Item> {
    let item = |(order, amount): &(Order, Money)| Item {
        order: order.number.to_string(),
        court: order.court_name.clone(),
        day: order.day,
        start: order.start.to_string(),
        play_minutes: Some(order.play_minutes),
        is_part: *amount != order.amounts().total(),
        amount: amount.paise(),
    };
    let items: Vec<Item> = lines.iter().map(item).collect();
    let is_one_booking = matches!(items.as_slice(), [only] if !only.is_part);
    if is_one_booking { Vec::new() } else { items }
}

/// A payment by a QR code of a desk that a receipt is issued for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QrReceipt<'a> {
    /// The venue of the desk.
    pub(crate) venue: VenueId,
    /// The name of a payer who is not the player.
    pub(crate) payer: Option<&'a str>,
    /// The payment at the provider.
    pub(crate) reported: &'a ReportedPayment,
    /// The orders that it pays for as they are now, with what it pays of each; at least one.
    pub(crate) lines: &'a [(Order, Money)],
}

/// Issues the receipt for a payment by a QR code, in the series of the venue at whose desk it was taken.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn issue_qr_receipt(
    tx: &mut dyn Session,
    issuer: &Issuer,
    receipt: QrReceipt<'_>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let QrReceipt { venue, payer, reported, lines } = receipt;
    let orders: Vec<Order> = lines.iter().map(|(order, _)| order.clone()).collect();
    let received = Received {
        bill: reported.bill,
        amount: reported.amount,
        payment: Some(&reported.id),
        reference: &reported.id,
        method: Some(Tender::UpiQr.name()),
        payer,
        items: items(lines),
        round_off: Money::ZERO,
        firm: None,
    };
    let series = issuer.desk_series(tx, venue, now).await?.receipts;
    issue_receipt(tx, issuer, &series, &orders, received, now).await.map(drop)
}

async fn issue_receipt(
    tx: &mut dyn Session,
    issuer: &Issuer,
    series: &Series,
    orders: &[Order],
    received: Received<'_>,
    now: Timestamp,
) -> Result<Option<ReceiptNumber>, StoreError> {
    let Some(order) = orders.first() else { return Ok(None) };
    let facts = serde_json::to_string(&issuer.facts(order, &received)).map_err(corrupt_facts)?;
    let new = NewDocument {
        kind: DocumentKind::Receipt,
        series,
        bill: received.bill,
        order: order.number,
        payment: received.payment,
        issued_at: now,
        issued_on: issuer.day(now),
        total: received.amount,
        tax: issuer.tax(received.amount),
        credit: None,
        facts: &facts,
        edition: 1,
    };
    Receipts(tx).issue(&new).await.map(Some)
}

/// Issues a credit note for each refund of a booking that was just cancelled, at the tax rate of the receipt that
/// it reduces. Does nothing if there is no receipt or no refund.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn issue_credit_notes_of_cancellation(
    tx: &mut dyn Session,
    issuer: &Issuer,
    order: OrderNumber,
    now: Timestamp,
) -> Result<(), StoreError> {
    let refunds = Refunds(tx).list_of_order(order).await?;
    let ending: Vec<Refund> = refunds.into_iter().filter(|refund| refund.reason.ends_booking()).collect();
    issue_credit_notes(tx, issuer, order, &ending, now).await
}

/// As [`issue_credit_notes_of_cancellation`], for what goes back of a booking that was moved from this version to a cheaper hour.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn issue_credit_notes_of_move(
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
        let credit = Credit::Refund(refund.id, refund.reason);
        issue_credit_note(tx, issuer, (refund.bill, order), (credit, refund.amount), now).await?;
    }
    Ok(())
}

/// A voucher as it is stored: what its page shows except the number and the amount.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredVoucher {
    /// The day in the operator's city.
    pub(crate) issued_on: Date,
    /// The issuer, the player and the game.
    pub(crate) facts: Facts,
    /// How the money was given back.
    pub(crate) voucher: Voucher,
}

/// The voucher of a refund that is given back another way, as JSON. Its number is the refund's, which is given once, so it takes no number
/// of a series; the tax is on the credit note.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) fn refund_voucher(
    issuer: &Issuer,
    order: &Order,
    refund: &Refund,
    voucher: Voucher,
    now: Timestamp,
) -> Result<String, StoreError> {
    let payment = refund.source.payment();
    let received = Received {
        bill: refund.bill,
        amount: refund.amount,
        payment,
        reference: payment.unwrap_or_default(),
        method: None,
        payer: None,
        items: Vec::new(),
        round_off: Money::ZERO,
        firm: None,
    };
    let stored = StoredVoucher { issued_on: issuer.day(now), facts: issuer.facts(order, &received), voucher };
    serde_json::to_string(&stored)
        .map_err(|error| StoreError::Corrupt(format!("the facts of a voucher: {error}")))
}

/// Issues the credit note for a desk payment that was just voided. Does nothing if the payment has no receipt.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn issue_credit_note_of_void(
    tx: &mut dyn Session,
    issuer: &Issuer,
    payment: &DeskPayment,
    order: OrderNumber,
    now: Timestamp,
) -> Result<(), StoreError> {
    let credit = (Credit::Void(payment.id), payment.received());
    issue_credit_note(tx, issuer, (payment.bill, order), credit, now).await
}

/// Issues a credit note in the series that goes with that of the bill's receipt.
async fn issue_credit_note(
    tx: &mut dyn Session,
    issuer: &Issuer,
    (bill, order): (BillId, OrderNumber),
    (credit, amount): (Credit, Money),
    now: Timestamp,
) -> Result<(), StoreError> {
    let Some(receipt) = Receipts(tx).find_of_bill(bill).await? else { return Ok(()) };
    issue_credit_note_of_receipt(tx, issuer, (&receipt, order), (credit, amount), now).await.map(drop)
}

/// Issues a credit note that reduces a receipt by `amount`.
async fn issue_credit_note_of_receipt(
    tx: &mut dyn Session,
    issuer: &Issuer,
    (receipt, order): (&IssuedDocument, OrderNumber),
    (credit, amount): (Credit, Money),
    now: Timestamp,
) -> Result<ReceiptNumber, StoreError> {
    let facts = match credit {
        Credit::Refund(..) => facts_of_refund(tx, receipt, order).await?,
        Credit::Void(_) | Credit::Reissue => receipt.facts.clone(),
    };
    let desks = Receipts(tx).list_desk_series().await?;
    let desk = desks.into_iter().find(|pair| pair.receipts == receipt.number.series);
    let series = desk.map_or_else(|| issuer.credit_series.clone(), |pair| pair.credit_notes);
    let new = NewDocument {
        kind: DocumentKind::CreditNote,
        series: &series,
        bill: receipt.bill,
        order,
        payment: receipt.payment.as_deref(),
        issued_at: now,
        issued_on: issuer.day(now),
        total: amount,
        tax: receipt.tax.map(|(rate, _)| (rate, TaxSplit::of(amount, rate))),
        credit: Some(credit),
        facts: &facts,
        edition: receipt.edition,
    };
    Receipts(tx).issue(&new).await
}

/// What the credit note for money of `order` shows: the data of the receipt. A receipt for several orders names the first of them, so the
/// order that the money goes back of is named in its place, as the receipt lists it.
async fn facts_of_refund(
    tx: &mut dyn Session,
    receipt: &IssuedDocument,
    order: OrderNumber,
) -> Result<String, StoreError> {
    // Money goes back also if what the receipt shows cannot be read.
    let Some(facts) = facts_of(receipt).ok().filter(|facts| facts.items.len() > 1) else {
        return Ok(receipt.facts.clone());
    };
    let lines = Bills(tx).find(receipt.bill).await?.map(|bill| bill.lines).unwrap_or_default();
    let position = position_of_order(&facts.items, &lines, order);
    let Some(item) = position.and_then(|position| facts.items.get(position)).cloned() else {
        return Ok(receipt.facts.clone());
    };
    let Item { order, court, day, start, play_minutes, .. } = item;
    let play_minutes = play_minutes.unwrap_or(facts.play_minutes);
    serde_json::to_string(&Facts { order, court, day, start, play_minutes, ..facts }).map_err(corrupt_facts)
}

/// The position of an order among the items of a receipt. If a court is closed, the line of the bill goes to the booking that the player
/// chooses in its place, again each time; the item keeps the first booking. So such an order is found by its place among `lines`, those of
/// the bill as they are now.
pub(crate) fn position_of_order(items: &[Item], lines: &[BillLine], order: OrderNumber) -> Option<usize> {
    let number = order.to_string();
    let listed = items.iter().position(|item| item.order == number);
    listed.or_else(|| lines.iter().position(|line| line.order == Some(order)))
}

/// The firm that a receipt is made out to; `None` if it is made out to the player.
///
/// # Errors
/// [`StoreError::Corrupt`] if what the receipt shows cannot be read.
pub(crate) fn firm_of(receipt: &IssuedDocument) -> Result<Option<FirmFacts>, StoreError> {
    Ok(facts_of(receipt)?.firm)
}

fn facts_of(receipt: &IssuedDocument) -> Result<Facts, StoreError> {
    serde_json::from_str(&receipt.facts).map_err(corrupt_facts)
}

fn corrupt_facts(error: serde_json::Error) -> StoreError {
    StoreError::Corrupt(format!("the facts of a receipt: {error}"))
}

/// Replaces a receipt by one that is made out to a firm: a credit note over all of it, and the next edition with the same amounts,
/// tax and data. The caller has made sure that nothing of the payment went back. Returns the numbers of the new receipt and of the credit
/// note.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn reissue_to_firm(
    tx: &mut dyn Session,
    issuer: &Issuer,
    receipt: &IssuedDocument,
    firm: &Firm,
    now: Timestamp,
) -> Result<(ReceiptNumber, ReceiptNumber), StoreError> {
    let facts = Facts { firm: Some(firm_facts(firm)), ..facts_of(receipt)? };
    let facts = serde_json::to_string(&facts).map_err(corrupt_facts)?;
    let new = NewDocument {
        kind: DocumentKind::Receipt,
        series: &receipt.number.series,
        bill: receipt.bill,
        order: receipt.order,
        payment: receipt.payment.as_deref(),
        issued_at: now,
        issued_on: issuer.day(now),
        total: receipt.total,
        tax: receipt.tax,
        credit: None,
        facts: &facts,
        edition: receipt.edition + 1,
    };
    // Every unit of work takes numbers of credit notes last.
    let number = Receipts(tx).issue(&new).await?;
    let credit = (Credit::Reissue, receipt.total);
    Ok((number, issue_credit_note_of_receipt(tx, issuer, (receipt, receipt.order), credit, now).await?))
}
