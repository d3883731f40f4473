//! Receipts and credit notes: one for each settled bill and each amount of it that goes back, numbered without gaps, and never changed.

use jiff::{
    Timestamp,
    civil::{Date, date},
};
use serde_json::json;
use sideout_app::{
    Order,
    booking::cancel::cancel,
    platform::brand::Brand,
    receipts::find_document::{FindDocumentError, find_desk_document, find_document, find_provider_document},
};
use sideout_documents::Facts;
use sideout_domain::{
    BillId, DeskPaymentId, VenueId,
    bill::{BillKind, BillLine, BillMethod},
    cancellation::CancellationPolicy,
    claim::Slot,
    gst::TaxSplit,
    money::Money,
    order::{OrderNumber, OrderStatus},
    payment::PaymentStatus,
    receipt::DocumentKind::{self, CreditNote, Receipt},
    refund::RefundReason,
};
use sideout_providers::images::{ImageKey, ImageKind};
use sideout_store::{
    Bills, Brands, Receipts, Session, Statement, Store, StoreError, Value,
    bills::NewBill,
    import::{ImportedBooking, ImportedBookings},
    params,
    payments::{Payments, ReportedPayment},
    receipts::{CreditReason, IssuedDocument, NewDocument},
};
use sideout_testkit::{
    on_both_engines, run_concurrently,
    sample_venue::{VENUE, add_customers, open_venue, set_brand},
    statement,
};

use crate::{
    court_closures::{close, sunday},
    fixture::PaymentsFixture,
};

pub(crate) async fn issued(store: &Store, order: &Order, kind: DocumentKind) -> Option<IssuedDocument> {
    let find: Result<_, StoreError> = store
        .read((order.number, kind), |tx, (number, kind)| {
            Box::pin(async move { Receipts(tx).find(*number, *kind).await })
        })
        .await;
    find.unwrap()
}

/// What the receipt of an order lists: each order, whether it is paid in part, and the amount in rupees.
pub(crate) async fn listed(store: &Store, order: &Order) -> Vec<(String, bool, i64)> {
    let receipt = issued(store, order, Receipt).await.unwrap();
    let facts: Facts = serde_json::from_str(&receipt.facts).unwrap();
    assert_eq!(
        facts.items.iter().map(|item| item.amount).sum::<i64>() - facts.round_off,
        receipt.total.paise(),
        "the lines add up to the total"
    );
    facts.items.into_iter().map(|item| (item.order, item.is_part, item.amount / 100)).collect()
}

on_both_engines!(
    a_paid_booking_has_a_receipt_and_a_cancelled_one_a_credit_note_less_the_charge,
    async |store| {
        set_brand(&store, "Baroda Pickleball Club LLP", Some("24AAQFB2741K1ZC")).await;
        let fixture = PaymentsFixture::new(store.clone(), 2).await;
        let order = fixture.book_and_pay(0, 1).await;
        let receipt = issued(&store, &order, Receipt).await.unwrap();
        assert_eq!(receipt.number.to_string(), "R/26-27/000001");
        assert_eq!(receipt.total, Money::from_rupees(800));
        assert_eq!(receipt.tax, Some((1_800, TaxSplit::of(Money::from_rupees(800), 1_800))));
        assert_eq!(issued(&store, &order, CreditNote).await, None);
        let before = find_document(&fixture.app, order.customer, order.number, Receipt).await.unwrap();

        cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
        let note = issued(&store, &order, CreditNote).await.unwrap();
        assert_eq!(
            (note.number.to_string(), note.total),
            ("C/26-27/000001".to_owned(), Money::from_rupees(770))
        );
        assert_eq!(note.tax, Some((1_800, TaxSplit::of(Money::from_rupees(770), 1_800))));
        assert_eq!(
            (note.reason, &note.facts),
            (Some(CreditReason::Refund(RefundReason::Cancelled)), &receipt.facts)
        );
        cancel(&fixture.app, order.customer, order.number, None).await.unwrap();

        // An issued document stays, also if the operator changes.
        set_brand(&store, "Another Club LLP", None).await;
        fixture.app.clock.advance(10);
        let after = find_document(&fixture.app, order.customer, order.number, Receipt).await.unwrap();
        assert_eq!(after, before);
        assert_eq!(after.name, "receipt-R-26-27-000001.pdf");
        let later = fixture.book_and_pay(1, 2).await;
        let plain = issued(&store, &later, Receipt).await.unwrap();
        assert_eq!((plain.number.to_string(), plain.tax), ("R/26-27/000002".to_owned(), None));
        let other = find_document(&fixture.app, later.customer, order.number, Receipt).await.unwrap_err();
        assert!(matches!(other, FindDocumentError::NoSuchDocument));
    }
);

/// Replaces the brand by one with this logo.
pub(crate) async fn set_logo(store: &Store, logo: Option<&str>) {
    let brand = Brand { logo: logo.map(str::to_owned), ..Brand::default() };
    let document = serde_json::to_string(&brand).unwrap();
    let done: Result<bool, StoreError> = store
        .write(document, |tx, document| {
            Box::pin(async move { Brands(tx).put(document, Timestamp::UNIX_EPOCH).await })
        })
        .await;
    assert!(done.unwrap());
}

/// Stores a picture of this size; returns its address.
async fn stored_logo(fixture: &PaymentsFixture, name: u8, (width, height): (u32, u32)) -> String {
    let picture = image::RgbImage::from_pixel(width, height, image::Rgb([200, 30, name]));
    let mut png = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let key = ImageKey::from_random([name; 16], ImageKind::Png);
    fixture.app.images.put(&key, png.into_inner()).await.unwrap();
    format!("/images/{key}")
}

pub(crate) fn shows(pdf: &[u8], what: &str) -> bool {
    pdf.windows(what.len()).any(|part| part == what.as_bytes())
}

on_both_engines!(a_receipt_shows_the_logo_of_its_day_in_its_own_shape, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 4).await;
    let wide = stored_logo(&fixture, 1, (400, 100)).await;
    set_logo(&store, Some(&wide)).await;
    let with_logo = fixture.book_and_pay(0, 1).await;
    let before = find_document(&fixture.app, with_logo.customer, with_logo.number, Receipt).await.unwrap();
    assert!(shows(&before.bytes, "/Width 400") && shows(&before.bytes, "/Height 100"));

    // Another logo, one on another site, and none: only a stored logo is printed, and the first receipt stays as it is.
    let high = stored_logo(&fixture, 2, (100, 150)).await;
    let logos = [Some(high.as_str()), Some("https://cdn.example/logo.png"), None];
    for ((player, logo), width) in (1..).zip(logos).zip([Some("/Width 100"), None, None]) {
        set_logo(&store, logo).await;
        fixture.app.clock.advance(2);
        let order = fixture.book_and_pay(player, i64::try_from(player).unwrap() + 1).await;
        let receipt = find_document(&fixture.app, order.customer, order.number, Receipt).await.unwrap();
        match width {
            Some(width) => assert!(shows(&receipt.bytes, width), "{logo:?}"),
            None => assert!(!shows(&receipt.bytes, "/Subtype/Image"), "{logo:?}"),
        }
        let facts = issued(&store, &order, Receipt).await.unwrap().facts;
        assert_eq!(facts.contains("logo"), logo.is_some(), "{facts}");
    }
    let after = find_document(&fixture.app, with_logo.customer, with_logo.number, Receipt).await.unwrap();
    assert_eq!(after, before);
});

/// Stores a drawing; returns its address.
pub(crate) async fn stored_drawing(fixture: &PaymentsFixture, name: u8, inside: &str) -> String {
    let text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 10\" onload=\"alert(1)\">{inside}</svg>"
    );
    let key = ImageKey::from_random([name; 16], ImageKind::Svg);
    fixture.app.images.put(&key, text.into_bytes()).await.unwrap();
    format!("/images/{key}")
}

on_both_engines!(
    a_drawing_is_printed_on_receipts_and_credit_notes_and_one_that_cannot_be_is_left_out,
    async |store| {
        let fixture = PaymentsFixture::new(store.clone(), 3).await;
        let drawn = stored_drawing(&fixture, 1, "<path d=\"M0 0h20v10H0z\" fill=\"#c81e05\"/>").await;
        set_logo(&store, Some(&drawn)).await;
        let order = fixture.book_and_pay(0, 1).await;
        for (player, inside) in
            [(1, "<text y=\"8\">Baroda</text>"), (2, "<use href=\"https://cdn.example/a.svg#a\"/>")]
        {
            let name = u8::try_from(player).unwrap() + 1;
            let unprinted = stored_drawing(&fixture, name, inside).await;
            set_logo(&store, Some(&unprinted)).await;
            fixture.app.clock.advance(2);
            let order = fixture.book_and_pay(player, i64::from(name)).await;
            let file = find_document(&fixture.app, order.customer, order.number, Receipt).await.unwrap();
            assert!(file.bytes.starts_with(b"%PDF-") && !shows(&file.bytes, "/Subtype/Image"), "{inside}");
        }
        close(&fixture, sunday("1", "19:00", "20:00")).await;
        for kind in [Receipt, CreditNote] {
            let file = find_document(&fixture.app, order.customer, order.number, kind).await.unwrap();
            assert!(shows(&file.bytes, "/Width 960") && shows(&file.bytes, "/Height 240"), "{kind:?}");
        }
    }
);

on_both_engines!(a_closed_court_has_a_credit_note_over_everything, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 2).await;
    let orders = [fixture.book_and_pay(0, 1).await, fixture.book_and_pay(1, 2).await];
    close(&fixture, sunday("all", "19:00", "20:00")).await;
    let mut numbers = Vec::new();
    for order in &orders {
        let note = issued(&store, order, CreditNote).await.unwrap();
        assert_eq!(
            (note.total, note.reason),
            (Money::from_rupees(800), Some(CreditReason::Refund(RefundReason::VenueClosed)))
        );
        numbers.push(note.number.serial);
        let file = find_document(&fixture.app, order.customer, order.number, CreditNote).await.unwrap();
        assert!(file.bytes.starts_with(b"%PDF-"));
    }
    assert_eq!(numbers, [1, 2]);
});

on_both_engines!(an_unpaid_booking_and_a_payment_that_goes_back_have_no_receipt, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 2).await;
    let at_court = fixture.book_at_court(0, 1).await;
    let given_back = fixture.hold(1, 2).await;
    let checkout = fixture.checkout(&given_back).await;
    fixture.hold(1, 3).await;
    fixture.pay(&checkout, json!({})).await;
    fixture.hint(&given_back).await;
    for order in [&at_court, &given_back] {
        assert_eq!(issued(&store, order, Receipt).await, None);
        assert_eq!(issued(&store, order, CreditNote).await, None);
    }
    assert_eq!(fixture.number("select count(*) from refund").await, 1);
    assert_eq!(fixture.number("select count(*) from receipt_series").await, 0);
});

on_both_engines!(the_day_of_a_receipt_is_that_of_the_operators_city, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    // Half past midnight in India.
    fixture.app.clock.set("2026-11-21T19:00:00Z".parse().unwrap());
    let order = fixture.book_and_pay(0, 1).await;
    assert_eq!(issued(&store, &order, Receipt).await.unwrap().issued_on, date(2026, 11, 22));
});

on_both_engines!(receipts_are_only_added_to, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    fixture.book_and_pay(0, 1).await;
    for text in ["update receipt set total_paise = 1", "delete from receipt where 1 = 1"] {
        let tried: Result<u64, StoreError> = store
            .write(text, |tx, text| {
                Box::pin(async move { tx.run(Statement { name: text, text }, &[] as &[Value]).await })
            })
            .await;
        assert!(matches!(tried, Err(StoreError::Constraint(_))), "{text}");
    }
});

/// A bill for one order with a captured payment, which has no receipt.
#[derive(Debug, Clone)]
struct PaidBill {
    bill: BillId,
    order: OrderNumber,
    payment: String,
}

async fn add_paid_bills(store: &Store, many: i64) -> Vec<PaidBill> {
    let courts = open_venue(store).await;
    let players = add_customers(store, 1).await;
    let first: Timestamp = "2026-11-22T00:30:00Z".parse().unwrap();
    let numbers: Vec<i64> = (0..many).collect();
    let added: Result<Vec<PaidBill>, StoreError> = store
        .write((courts, players, numbers), move |tx, (courts, players, numbers)| {
            Box::pin(async move {
                let mut bills = Vec::new();
                for n in numbers {
                    let number = OrderNumber::try_from(1_000_000_000 + n).unwrap();
                    let court = courts[usize::try_from(n % 12).unwrap()];
                    let starts_at = first + jiff::SignedDuration::from_hours(n / 12);
                    let booking = ImportedBooking {
                        number,
                        customer: players[0],
                        venue: VENUE,
                        slot: Slot { court, starts_at },
                        day: date(2026, 11, 22),
                        start: "7:00 PM".parse().unwrap(),
                        play_minutes: 55,
                        slot_minutes: 60,
                        price: Money::from_rupees(800),
                        paid: Money::ZERO,
                        policy: CancellationPolicy { cutoff_minutes: 360, bank_charge: Money::ZERO },
                        status: OrderStatus::Confirmed,
                        booked_at: first,
                        cancelled: None,
                    };
                    assert!(ImportedBookings(tx).add(&booking).await?);
                    let line = BillLine { order: Some(number), amount: Money::from_rupees(800) };
                    let bill = NewBill {
                        kind: BillKind::Booking,
                        customer: Some(players[0]),
                        payer_name: None,
                        discount: Money::ZERO,
                        coupon: None,
                        method: BillMethod::Provider,
                        open_until: None,
                        lines: vec![line],
                        created_at: first,
                    };
                    let bill = Bills(tx).add(&bill).await?;
                    let payment = format!("pay_{n}");
                    let reported = ReportedPayment {
                        id: payment.clone(),
                        provider_order: "order_1".to_owned(),
                        bill,
                        order: Some(number),
                        amount: Money::from_rupees(800),
                        currency: "INR".to_owned(),
                        status: PaymentStatus::Captured,
                        method: None,
                        fee: Money::ZERO,
                        failure: None,
                        seen_at: first,
                    };
                    Payments(tx).put(&reported).await?;
                    bills.push(PaidBill { bill, order: number, payment });
                }
                Ok(bills)
            })
        })
        .await;
    added.unwrap()
}

/// Issues the receipt of a bill on this day; returns its serial number.
async fn issue(tx: &mut dyn Session, paid: &PaidBill, day: Date) -> Result<u32, StoreError> {
    let new = NewDocument {
        kind: Receipt,
        series: &"PB".parse().unwrap(),
        bill: paid.bill,
        order: paid.order,
        payment: Some(&paid.payment),
        issued_at: Timestamp::UNIX_EPOCH,
        issued_on: day,
        total: Money::from_rupees(800),
        tax: None,
        credit: None,
        facts: "{}",
        edition: 1,
    };
    Ok(Receipts(tx).issue(&new).await?.serial)
}

/// The serials of all receipts, by year and serial.
async fn serials(store: &Store) -> Vec<i64> {
    const TEXT: &str = "select serial from receipt order by year, serial";
    let rows: Result<Vec<i64>, StoreError> = store
        .read((), |tx, ()| {
            Box::pin(async move {
                let rows = tx.all(Statement { name: TEXT, text: TEXT }, params![]).await?;
                rows.iter().map(|row| row.integer("serial")).collect()
            })
        })
        .await;
    rows.unwrap()
}

on_both_engines!(
    two_hundred_concurrent_documents_are_numbered_without_a_gap_despite_rollbacks,
    async |store| {
        let bills = add_paid_bills(&store, 200).await;
        let done = run_concurrently(200, |n| {
            let (store, paid) = (store.clone(), bills[n].clone());
            async move {
                let issued: Result<u32, StoreError> = store
                    .write((n, paid), |tx, (n, paid)| {
                        Box::pin(async move {
                            let serial = issue(tx, paid, date(2026, 11, 22)).await?;
                            let fails = n % 5 == 0;
                            if fails {
                                Err(StoreError::Corrupt("something after it failed".to_owned()))
                            } else {
                                Ok(serial)
                            }
                        })
                    })
                    .await;
                issued.is_ok()
            }
        })
        .await;
        assert_eq!(done.into_iter().filter(|done| *done).count(), 160);
        assert_eq!(serials(&store).await, (1..=160).collect::<Vec<_>>());
    }
);

on_both_engines!(control_numbers_taken_outside_the_unit_of_work_leave_gaps, async |store| {
    let bills = add_paid_bills(&store, 10).await;
    for (n, paid) in bills.into_iter().enumerate() {
        if n % 5 == 0 {
            // The number is taken in a unit of its own, and the unit that is to write its document fails.
            let taken: Result<(), StoreError> = store
                .write((), |tx, ()| {
                    Box::pin(async move {
                        let take = statement("receipt_series/take");
                        tx.one(take, params!["PB", 2026_i64]).await.map(drop)
                    })
                })
                .await;
            taken.unwrap();
        } else {
            let issued: Result<u32, StoreError> =
                store.write(paid, |tx, paid| Box::pin(issue(tx, paid, date(2026, 11, 22)))).await;
            issued.unwrap();
        }
    }
    assert_eq!(serials(&store).await, [2, 3, 4, 5, 7, 8, 9, 10]);
});

on_both_engines!(the_numbers_begin_again_at_one_on_the_first_of_april, async |store| {
    let bills = add_paid_bills(&store, 4).await;
    let days = [date(2027, 3, 30), date(2027, 3, 31), date(2027, 4, 1), date(2027, 4, 2)];
    for (paid, day) in bills.into_iter().zip(days) {
        let issued: Result<u32, StoreError> =
            store.write((paid, day), |tx, (paid, day)| Box::pin(issue(tx, paid, *day))).await;
        issued.unwrap();
    }
    assert_eq!(serials(&store).await, [1, 2, 1, 2]);
});

on_both_engines!(the_desk_of_the_venue_alone_opens_the_documents_of_a_payment_in_the_app, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.book_and_pay(0, 1).await;
    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    let bill = BillId(fixture.number("select bill_id from provider_order").await);
    for (kind, name) in
        [(Receipt, "receipt-R-26-27-000001.pdf"), (CreditNote, "credit-note-C-26-27-000001.pdf")]
    {
        let file = find_provider_document(&fixture.app, &[VENUE], bill, kind).await.unwrap();
        assert_eq!(file.name, name);
        let elsewhere = find_provider_document(&fixture.app, &[VenueId(2)], bill, kind).await;
        assert!(matches!(elsewhere, Err(FindDocumentError::NoSuchDocument)), "{elsewhere:?}");
    }
    // A document of money taken at a desk is found by the number of its payment, not by that of its bill.
    let manager = fixture.manager_with_drawer().await;
    let order = fixture.book_at_court(0, 2).await;
    let taken = fixture.take_cash(&manager, &order, 800, 1).await.unwrap();
    let at_desk = BillId(fixture.number("select bill_id from desk_payment").await);
    let refused = find_provider_document(&fixture.app, &[VENUE], at_desk, Receipt).await;
    assert!(matches!(refused, Err(FindDocumentError::NoSuchDocument)), "{refused:?}");
    find_desk_document(&fixture.app, &[VENUE], DeskPaymentId(taken.payment), Receipt).await.unwrap();
});
