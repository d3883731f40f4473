//! Receipts of a desk that are made out to a firm, when the money is taken or afterwards.

use sideout_app::{
    Order,
    desk::{
        bookings::cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
        money::{
            invoice_firm::{DeskMoney, FirmInvoice, InvoiceFirmError, invoice_firm},
            take_payment::{TakePayment, TakePaymentError},
            void_payment::{VoidPayment, void_payment},
        },
    },
    receipts::find_document::{FindDocumentError, find_desk_document, find_document},
    steps::audited::Actor,
};
use sideout_domain::{
    DeskPaymentId, bill::Tender, gst::TaxSplit, gstin::Firm, money::Money, receipt::DocumentKind, staff::Role,
};
use sideout_store::{Receipts, Store, StoreError, receipts::IssuedDocument};
use sideout_testkit::{
    TestApp, on_both_engines, request_key, run_concurrently,
    sample_venue::{VENUE, set_brand},
    statement, two_nodes_on_postgres, with_call_before, without_guard,
};

use crate::{
    counter::{actor, line_of, open_counter, open_taxed, payment_by, take_cash, try_take},
    desk_bookings::assert_sound,
    helpers::{booked, number, open_second_venue, run},
    shifts::broken,
};

fn firm() -> Firm {
    Firm {
        name: "Uttam Traders LLP".to_owned(),
        gstin: "27AAPFU0939F1ZV".parse().unwrap(),
        address: Some("4 Station Road, Pune 411001".to_owned()),
    }
}

async fn invoice(
    app: &TestApp,
    actor: &Actor,
    payment: i64,
    key: u64,
) -> Result<FirmInvoice, InvoiceFirmError> {
    let money = DeskMoney::Payment(DeskPaymentId(payment));
    invoice_firm(app, actor, money, firm(), request_key(key)).await
}

async fn newest(app: &TestApp, order: &Order, kind: DocumentKind) -> Option<IssuedDocument> {
    let find: Result<_, StoreError> = app
        .store
        .read((order.number, kind), |tx, (number, kind)| {
            Box::pin(async move { Receipts(tx).find(*number, *kind).await })
        })
        .await;
    find.unwrap()
}

fn firm_of(document: &IssuedDocument) -> serde_json::Value {
    serde_json::from_str::<serde_json::Value>(&document.facts).unwrap()["firm"].clone()
}

on_both_engines!(a_repeated_invoice_is_answered_also_without_the_tax_number_of_then, async |store| {
    let (app, customers, kiran) = open_taxed(store.clone(), 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let taken = take_cash(&app, &kiran, &order, 800, 1).await;
    let issued = invoice(&app, &kiran, taken.payment, 2).await.unwrap();
    set_brand(&store, "Baroda Pickleball Club LLP", None).await;
    app.brand.forget();
    assert_eq!(invoice(&app, &kiran, taken.payment, 2).await.unwrap(), issued);
    let new = invoice(&app, &kiran, taken.payment, 3).await;
    assert!(matches!(new, Err(InvoiceFirmError::NoTaxInvoices)), "{new:?}");
});

on_both_engines!(a_payment_can_be_taken_with_an_invoice_for_a_firm, async |store| {
    let (app, customers, kiran) = open_taxed(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let request = TakePayment {
        firm: Some(firm()),
        ..payment_by(Tender::Cash, vec![line_of(&app, order.number, 800).await])
    };
    try_take(&app, &kiran, request, 1).await.unwrap();
    let receipt = newest(&app, &order, DocumentKind::Receipt).await.unwrap();
    assert_eq!(receipt.number.to_string(), "D1/26-27/000001");
    // The court is in Gujarat, so a firm of another State pays CGST and SGST too.
    assert_eq!(receipt.tax, Some((1_800, TaxSplit::of(Money::from_rupees(800), 1_800))));
    assert_eq!(firm_of(&receipt)["gstin"], "27AAPFU0939F1ZV");
    assert_eq!(firm_of(&receipt)["state"], "27 Maharashtra");
    assert_sound(&app).await;
});

on_both_engines!(a_receipt_is_replaced_by_an_invoice_and_stays_as_it_was, async |store| {
    let (app, customers, kiran) = open_taxed(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let taken = take_cash(&app, &kiran, &order, 800, 1).await;
    let first = newest(&app, &order, DocumentKind::Receipt).await.unwrap();
    let issued = invoice(&app, &kiran, taken.payment, 2).await.unwrap();
    assert_eq!(
        (issued.receipt.as_str(), issued.credit_note.as_str()),
        ("D1/26-27/000002", "N1/26-27/000001")
    );
    // The same key again issues nothing.
    assert_eq!(invoice(&app, &kiran, taken.payment, 2).await.unwrap(), issued);
    let second = newest(&app, &order, DocumentKind::Receipt).await.unwrap();
    assert_eq!((second.edition, second.total, second.tax), (2, first.total, first.tax));
    assert_eq!(firm_of(&second)["name"], "Uttam Traders LLP");
    assert_eq!(
        number(
            &app.store,
            "select count(*) from receipt where kind = 'receipt' and edition = 1 and facts not like '%firm%'"
        )
        .await,
        1
    );
    // The player has the new receipt. The credit note is the desk's: no money went back.
    let file = find_document(&app, customers[0], order.number, DocumentKind::Receipt).await.unwrap();
    assert_eq!(file.name, "receipt-D1-26-27-000002.pdf");
    let note = find_document(&app, customers[0], order.number, DocumentKind::CreditNote).await;
    assert!(matches!(note, Err(FindDocumentError::NoSuchDocument)), "{note:?}");
    let note =
        find_desk_document(&app, &[VENUE], DeskPaymentId(taken.payment), DocumentKind::CreditNote).await;
    assert_eq!(note.unwrap().name, "credit-note-N1-26-27-000001.pdf");
    let audited =
        "select count(*) from audit_entry where verb = 'receipt.reissued' and after like '%27AAPFU0939F1ZV%'";
    assert_eq!(number(&app.store, audited).await, 1);
    assert_sound(&app).await;

    // A mistyped firm is corrected the same way; what goes back later reduces the newest receipt.
    assert_eq!(invoice(&app, &kiran, taken.payment, 3).await.unwrap().receipt, "D1/26-27/000003");
    void(&app, &kiran, taken.payment, 4).await;
    let voided = "select edition from receipt where voided_payment is not null";
    assert_eq!(number(&app.store, voided).await, 3);
    assert_sound(&app).await;
});

on_both_engines!(the_audit_says_which_firm_a_receipt_was_made_out_to_before, async |store| {
    let (app, customers, kiran) = open_taxed(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let taken = take_cash(&app, &kiran, &order, 800, 1).await;
    let entries = "select count(*) from audit_entry where verb = 'receipt.reissued'
                      and before like '%Uttam Traders LLP%' and after like '%Uttam Industries LLP%'";
    let other = Firm { name: "Uttam Industries LLP".to_owned(), ..firm() };
    invoice(&app, &kiran, taken.payment, 2).await.unwrap();
    assert_eq!(number(&app.store, entries).await, 0);
    let money = DeskMoney::Payment(DeskPaymentId(taken.payment));
    invoice_firm(&app, &kiran, money, other, request_key(3)).await.unwrap();
    assert_eq!(number(&app.store, entries).await, 1);
});

on_both_engines!(a_voided_or_unknown_payment_gets_no_invoice, async |store| {
    let (app, customers, kiran) = open_taxed(store, 2).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let taken = take_cash(&app, &kiran, &order, 800, 1).await;
    void(&app, &kiran, taken.payment, 2).await;
    let refused = invoice(&app, &kiran, taken.payment, 3).await;
    assert!(matches!(refused, Err(InvoiceFirmError::Ended)), "{refused:?}");
    let refused = invoice(&app, &kiran, 9_999, 4).await;
    assert!(matches!(refused, Err(InvoiceFirmError::NoSuchPayment)), "{refused:?}");
    // A clerk of another venue does not see it.
    let hillside = open_second_venue(&app).await;
    let other = actor(&app, Role::Desk, "9825041737", &[hillside]).await;
    let again = take_cash(&app, &kiran, &order, 800, 5).await;
    let refused = invoice(&app, &other, again.payment, 6).await;
    assert!(matches!(refused, Err(InvoiceFirmError::NoSuchPayment)), "{refused:?}");
    assert_eq!(number(&app.store, "select count(*) from receipt where edition > 1").await, 0);
    assert_sound(&app).await;
});

on_both_engines!(without_a_tax_number_there_is_no_invoice_for_a_firm, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let request = TakePayment {
        firm: Some(firm()),
        ..payment_by(Tender::Cash, vec![line_of(&app, order.number, 800).await])
    };
    let refused = try_take(&app, &kiran, request, 1).await;
    assert!(matches!(refused, Err(TakePaymentError::NoTaxInvoices)), "{refused:?}");
    let taken = take_cash(&app, &kiran, &order, 800, 2).await;
    let refused = invoice(&app, &kiran, taken.payment, 3).await;
    assert!(matches!(refused, Err(InvoiceFirmError::NoTaxInvoices)), "{refused:?}");
    // A receipt from before the operator had a number is no tax invoice, and does not become one.
    set_brand(&app.store, "Baroda Pickleball Club LLP", Some("24AAQFB2741K1ZC")).await;
    app.clock.advance(60);
    let refused = invoice(&app, &kiran, taken.payment, 4).await;
    assert!(matches!(refused, Err(InvoiceFirmError::NoTaxInvoices)), "{refused:?}");
    assert_sound(&app).await;
});

async fn void(app: &TestApp, actor: &Actor, payment: i64, key: u64) {
    let request = VoidPayment { payment: DeskPaymentId(payment), reason: "Taken twice".to_owned() };
    void_payment(app, actor, request, request_key(key)).await.unwrap();
}

on_both_engines!(what_is_voided_or_cancelled_meanwhile_is_credited_once, async |store| {
    let (app, customers, kiran) = open_taxed(store, 12).await;
    let nisha = actor(&app, Role::Owner, "9825041738", &[]).await;
    let mut paid = Vec::new();
    for (n, customer) in customers.iter().enumerate() {
        let court = i64::try_from(n).unwrap() + 1;
        let order = booked(&app, *customer, court, "7:00 PM").await;
        let taken = take_cash(&app, &kiran, &order, 800, u64::try_from(n).unwrap()).await;
        paid.push((order.number, taken.payment, taken.bookings[0].version));
    }
    run_concurrently(24, |n| {
        let (app, kiran, nisha, (order, payment, version)) =
            (app.clone(), kiran.clone(), nisha.clone(), paid[n / 2]);
        async move {
            let key = 100 + u64::try_from(n).unwrap();
            if n % 2 == 0 {
                let issued = invoice(&app, &kiran, payment, key).await;
                assert!(matches!(issued, Ok(_) | Err(InvoiceFirmError::Ended)), "{issued:?}");
            } else if n % 4 == 1 {
                void(&app, &nisha, payment, key).await;
            } else {
                let refund = Some(Money::from_rupees(800));
                let reason = Some("Rain".to_owned());
                let (_, preview) = preview_cancellation(&app, &nisha, order).await.unwrap();
                let cancel = CancelAtDesk { number: order, version, shown: preview.refund, refund, reason };
                cancel_at_desk(&app, &nisha, cancel, request_key(key)).await.unwrap();
            }
        }
    })
    .await;
    assert_sound(&app).await;
});

/// A receipt is made out to a firm when another call, which does the same, has read it, in a database from which these statements removed
/// something. Returns whether the other call succeeds too, and how often the first edition was replaced.
async fn invoiced_by_two(here: &Store, there: Store, removed: &[&'static str]) -> (bool, i64) {
    for &text in removed {
        run(&there, text).await;
    }
    let (app, customers, kiran) = open_taxed(there, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let payment = take_cash(&app, &kiran, &order, 800, 1).await.payment;
    let (other, clerk) = (app.clone(), kiran.clone());
    let (here, first) =
        with_call_before(
            here,
            "receipt_series/take",
            async move { invoice(&other, &clerk, payment, 2).await },
        );
    let node = app.another_node_on(here, |_| {});
    let second = invoice(&node, &kiran, payment, 3).await;
    first.await.unwrap();
    assert!(matches!(second, Ok(_) | Err(InvoiceFirmError::Store(StoreError::Constraint(_)))), "{second:?}");
    let replaced = "select cast(count(*) as bigint) from receipt where reason = 'reissued' and edition = 1";
    (second.is_ok(), number(&app.store, replaced).await)
}

/// `store` on which an invoice locks the shift of its payment instead of the payment, so that another node does not wait for it.
fn without_lock(store: &Store) -> Store {
    let lock = "update desk_payment
   set refunded_paise = refunded_paise
 where bill_id = $1 and voided_at is null and refunded_paise = 0";
    let instead = "update desk_shift
   set kept_by = kept_by
 where shift_id = (select paid.shift_id from desk_payment paid where paid.bill_id = $1)";
    without_guard(store, statement("desk_payment/lock_whole"), lock, instead)
}

// On SQLite a unit of work that writes is alone.
#[test]
fn of_two_invoices_at_once_the_second_replaces_that_of_the_first() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(invoiced_by_two(&here, there, &[]).await, (true, 1));
    });
}

#[test]
fn an_edition_is_replaced_once_by_the_index() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let removed = ["drop index receipt_of_bill"];
        assert_eq!(invoiced_by_two(&without_lock(&here), there, &removed).await, (false, 1));
    });
}

#[test]
fn control_without_the_index_an_edition_is_replaced_twice() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let removed = ["drop index receipt_of_bill", "drop index receipt_replaced"];
        assert_eq!(invoiced_by_two(&without_lock(&here), there, &removed).await, (true, 2));
    });
}

on_both_engines!(control_without_its_guard_a_voided_payment_gets_an_invoice, async |store| {
    let lock = statement("desk_payment/lock_whole");
    let unguarded = without_guard(&store, lock, "and voided_at is null and refunded_paise = 0", "");
    let (app, customers, kiran) = open_taxed(unguarded, 1).await;
    let nisha = actor(&app, Role::Owner, "9825041738", &[]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let taken = take_cash(&app, &kiran, &order, 800, 1).await;
    void(&app, &nisha, taken.payment, 2).await;
    invoice(&app, &kiran, taken.payment, 3).await.unwrap();
    assert_eq!(broken(&app.store).await, ["receipts replaced without a credit note over all of them"]);
});
