//! Money of the desks since the backup: QR codes of the provider, and the numbers of receipts that were printed there.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sideout_app::{
    Order,
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, place_hold},
    },
    desk::{
        board::find_booking::find_booking,
        money::{
            open_shift::open_shift,
            take_payment::{PaymentLine, TakePayment, take_payment},
            void_payment::{VoidPayment, void_payment},
        },
        venues::{
            VenueFields,
            add_venue::{AddVenue, add_venue},
        },
    },
    payments::{
        reconcile::reconcile,
        recovery::{End, Recovery, RefundEnd, recover},
    },
    steps::audited::Actor,
};
use sideout_domain::{
    CourtId, DeskPaymentId, VenueId,
    bill::{QrState, Tender},
    drawer::CashCount,
    money::Money,
    order::OrderStatus,
    staff::Role,
};
use sideout_providers::payments::{NewQrCode, QrCode, TimeBudget};
use sideout_store::{Store, receipts::ReceiptGap};
use sideout_testkit::{
    TestApp, meanwhile, on_both_engines, request_key, sample_venue::PICKLEBALL, statement,
    two_nodes_on_postgres, without_guard,
};

use super::{
    money::{PRICE, due, end_of, numbers, run},
    restored::{Loss, after_a_loss, send_refund},
};
use crate::fixture::PaymentsFixture;

/// A booking and the id of its code at the provider.
struct WithCode {
    order: Order,
    code: String,
}

/// Bookings that the backup knows, and the manager at the desk.
struct Known {
    manager: Actor,
    /// It is paid whole by a code that was made after the backup.
    whole: Order,
    /// A part of it is paid by such a code.
    part: Order,
    /// Its code was made before the backup, and is paid after it.
    with_code: WithCode,
}

/// Bookings and codes that the backup does not know.
struct Lost {
    known: Known,
    paid: Order,
    /// Its code is not paid.
    open: WithCode,
    foreign: QrCode,
    numbers: BTreeSet<(String, i64)>,
}

/// Bookings to be paid at the court, one of them with a code.
async fn before(fixture: &PaymentsFixture) -> Known {
    let manager = fixture.manager_with_drawer().await;
    let (whole, part) = (fixture.book_at_court(0, 1).await, fixture.book_at_court(1, 2).await);
    let order = fixture.book_at_court(2, 3).await;
    let code = fixture.qr(&manager, &order, 800, 1).await.qr.id.unwrap();
    Known { manager, whole, part, with_code: WithCode { order, code } }
}

/// A player pays this part of a booking by a code.
async fn pay_by_code(fixture: &PaymentsFixture, manager: &Actor, (order, rupees): (&Order, i64), key: u64) {
    let made = fixture.qr(manager, order, rupees, key).await;
    fixture.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
    assert_eq!(fixture.read_qr(manager, made.qr.bill).await.qr.state, QrState::Paid);
}

/// What happens after the backup to codes, known and new ones, beside a payment in cash.
async fn after(fixture: &PaymentsFixture, known: Known) -> Lost {
    let manager = &known.manager;
    pay_by_code(fixture, manager, (&known.whole, 800), 2).await;
    pay_by_code(fixture, manager, (&known.part, 300), 3).await;
    fixture.pay_qr(&known.with_code.code, json!({})).await;
    let paid = fixture.book_at_court(3, 4).await;
    pay_by_code(fixture, manager, (&paid, 800), 4).await;
    let in_cash = fixture.book_at_court(4, 5).await;
    let line = fixture.line(&in_cash, 800).await;
    fixture.take(manager, line, 5).await.unwrap();
    let order = fixture.book_at_court(5, 6).await;
    let code = fixture.qr(manager, &order, 800, 6).await.qr.id.unwrap();
    let foreign = foreign_code(fixture).await;
    fixture.pay_qr(foreign.id.as_str(), json!({})).await;
    let numbers = numbers(fixture).await;
    Lost { known, paid, open: WithCode { order, code }, foreign, numbers }
}

/// A code of other software on the same account.
async fn foreign_code(fixture: &PaymentsFixture) -> QrCode {
    let new = NewQrCode {
        amount: Money::from_rupees(111),
        name: "Café".to_owned(),
        closes_at: fixture.app.clock_now() + jiff::SignedDuration::from_mins(20),
        reference: "INV-2026-17".to_owned(),
        notes: vec![("order".to_owned(), "4820193756".to_owned())],
    };
    let account = fixture.app.payments.as_ref().unwrap();
    account.provider.create_qr_code(&new, TimeBudget::BACKGROUND).await.unwrap()
}

/// Captured less refunded, without the code of other software.
async fn held_at_provider(fixture: &PaymentsFixture) -> i64 {
    let everything = fixture.everything().await;
    let number = |value: &Value| value.as_i64().unwrap();
    let payments = everything["payments"].as_array().unwrap().iter();
    let ours = payments.filter(|payment| payment["captured"] == json!(true) && payment["amount"] != 11_100);
    ours.map(|payment| number(&payment["amount"]) - number(&payment["amount_refunded"])).sum()
}

/// How many lost codes a recovery would have to settle now, and how many of them were paid.
async fn count_lost(fixture: &PaymentsFixture) -> (usize, usize) {
    let due = due(fixture).await;
    (due.lost, due.lost_and_paid)
}

/// The money, codes and documents, for comparison.
async fn snapshot(fixture: &PaymentsFixture) -> Value {
    let everything = fixture.everything().await;
    json!([
        everything["payments"],
        everything["refunds"],
        fixture.open_codes().await,
        fixture.rows("select series, last from receipt_series order by series").await,
        fixture.rows("select state, count(*) from desk_qr group by state order by state").await,
        fixture.rows("select status, count(*) from recovered_payment group by status order by status").await,
        fixture.number("select count(*) from ledger_posting").await,
        fixture.number("select count(*) from receipt_gap").await,
    ])
}

/// Each gap as text, such as `D1 1-1000`.
fn shown(gaps: &[ReceiptGap]) -> Vec<String> {
    gaps.iter().map(|gap| format!("{} {}-{}", gap.series, gap.first, gap.last)).collect()
}

/// A venue that was added at the desk, and its manager with an open drawer.
struct NewVenue {
    id: VenueId,
    court: CourtId,
    manager: Actor,
}

/// Adds a venue; `key` also makes the numbers of its staff.
async fn add_new_venue(fixture: &PaymentsFixture, key: u64) -> NewVenue {
    let owner = fixture.app.staff(Role::Owner, &format!("98250418{key}"), &[]).await;
    let owner = fixture.app.actor(&owner.token).await;
    let fields = VenueFields {
        name: format!("Hillside {key}"),
        location: "Bhayli".to_owned(),
        address: "3 Neem Terrace, Bhayli, Vadodara 391410".to_owned(),
        map_url: None,
        upi_address: None,
        time_zone: "Asia/Kolkata".to_owned(),
        slot_minutes: 60,
        play_minutes: 55,
        image: String::new(),
        gallery: Vec::new(),
        facilities: Vec::new(),
    };
    let new = AddVenue {
        fields,
        first_minute: 360,
        last_minute: 1_320,
        price_paise: PRICE.paise(),
        outdoor: 1,
        indoor: 0,
    };
    let id = add_venue(&fixture.app, &owner, new, request_key(key)).await.unwrap().id;
    fixture.app.venues.forget();
    let court = CourtId(fixture.number("select max(court_id) from court").await);
    let manager = fixture.app.staff(Role::Manager, &format!("98250419{key}"), &[id]).await;
    let manager = fixture.app.actor(&manager.token).await;
    let float = CashCount::new([(500, 4)].into(), 0).unwrap();
    open_shift(&fixture.app, &manager, id, float, request_key(100 + key)).await.unwrap();
    NewVenue { id, court, manager }
}

/// Takes cash for a game at a new venue and voids the payment, so that a receipt and a credit note are issued.
async fn issue_both_kinds(
    fixture: &PaymentsFixture,
    venue: &NewVenue,
    (player, start): (usize, &str),
    key: u64,
) {
    let app = &fixture.app;
    let day = jiff::civil::date(2026, 11, 22);
    let start = start.parse().unwrap();
    let pick = Pick { sport: PICKLEBALL, venue: venue.id, court: venue.court, day, start };
    let order = place_hold(app, fixture.players[player], pick).await.unwrap();
    confirm_at_court(app, order.customer, order.number, None).await.unwrap();
    let version = find_booking(app, &[venue.id], order.number).await.unwrap().unwrap().booking.version;
    let lines = vec![PaymentLine { order: order.number, version, amount: PRICE }];
    let take = TakePayment { lines, tender: Tender::Cash, payer: None, reference: None, firm: None };
    let taken = take_payment(app, &venue.manager, venue.id, take, request_key(200 + key)).await.unwrap();
    let void = VoidPayment { payment: DeskPaymentId(taken.payment), reason: "Typed twice".to_owned() };
    void_payment(app, &venue.manager, void, request_key(300 + key)).await.unwrap();
}

async fn before_a_new_venue(fixture: &PaymentsFixture) {
    let manager = fixture.manager_with_drawer().await;
    let order = fixture.book_at_court(0, 1).await;
    fixture.take_cash(&manager, &order, 800, 1).await.unwrap();
}

/// A venue is added and issues two documents of each kind; returns the numbers of all documents.
async fn add_a_venue(fixture: &PaymentsFixture, (): ()) -> BTreeSet<(String, i64)> {
    let venue = add_new_venue(fixture, 10).await;
    issue_both_kinds(fixture, &venue, (1, "6:00 PM"), 10).await;
    issue_both_kinds(fixture, &venue, (2, "7:00 PM"), 11).await;
    numbers(fixture).await
}

/// Two venues are added after the restore, and the second one takes money first; returns the numbers that were given.
async fn add_venues_again(fixture: &PaymentsFixture) -> BTreeSet<(String, i64)> {
    let kept = numbers(fixture).await;
    let (first, second) = (add_new_venue(fixture, 20).await, add_new_venue(fixture, 30).await);
    issue_both_kinds(fixture, &second, (3, "6:00 PM"), 20).await;
    issue_both_kinds(fixture, &first, (4, "6:00 PM"), 21).await;
    issue_both_kinds(fixture, &second, (5, "7:00 PM"), 22).await;
    &numbers(fixture).await - &kept
}

fn set_of(numbers: &[(&str, i64)]) -> BTreeSet<(String, i64)> {
    numbers.iter().map(|(series, serial)| ((*series).to_owned(), *serial)).collect()
}

async fn owed(fixture: &PaymentsFixture, order: &Order) -> i64 {
    fixture.details(order).await.booking.amounts.due().paise()
}

after_a_loss!(a_code_paid_after_the_backup_pays_its_booking_or_is_refunded_once, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let (lost, known) = (&restored.lost, &restored.lost.known);
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let kept = numbers(&fixture).await;
    // Two codes of known bookings and one of a lost booking were paid; one of a lost booking has no payment.
    assert_eq!(count_lost(&fixture).await, (4, 3));

    let seen = snapshot(&fixture).await;
    let dry = run(&fixture, &Recovery { dry_run: true, ..restored.recovery() }).await;
    assert_eq!(snapshot(&fixture).await, seen);
    assert_eq!(end_of(&dry, known.whole.number), End::WouldSettle);
    assert_eq!(end_of(&dry, lost.paid.number), End::WouldSendBack(PRICE));

    let done = run(&fixture, &restored.recovery()).await;
    assert!(!done.needs_attention(), "{done:?}");
    assert_eq!((done.listed_codes, done.of_others, done.unpaid.len()), (6, 1, 0));
    for order in [&known.whole, &known.part, &known.with_code.order] {
        assert_eq!(end_of(&done, order.number), End::Booked);
    }
    assert_eq!(end_of(&done, lost.paid.number), End::SentBack(PRICE, false));
    assert_eq!(done.closed_codes, [(lost.open.order.number, PRICE)]);
    assert_eq!(fixture.code(&lost.open.code).await["status"], "closed");
    assert_eq!(owed(&fixture, &known.whole).await, 0);
    assert_eq!(owed(&fixture, &known.part).await, 50_000, "the other part is still owed");
    assert_eq!(owed(&fixture, &known.with_code.order).await, 0);
    let payment = &fixture.details(&known.whole).await.payments[0];
    assert!(payment.by_qr);
    assert_eq!(payment.taken_by, Some(known.manager.id()), "the payment names the person who made the code");
    fixture.assert_sound().await;
    // To the paisa: the provider has what three bookings were paid, and the other software's money is as it was.
    assert_eq!(held_at_provider(&fixture).await, 80_000 + 30_000 + 80_000);
    assert_eq!(fixture.code(lost.foreign.id.as_str()).await["payments_amount_received"], 11_100);

    // The receipts of the recovered payments have no number of a lost document.
    let given = &numbers(&fixture).await - &kept;
    assert_eq!(given.iter().filter(|(series, _)| series == "D1").count(), 3, "{given:?}");
    assert!(given.is_disjoint(&lost.numbers), "{given:?} {:?}", lost.numbers);

    assert_eq!(count_lost(&fixture).await, (0, 0));
    let seen = snapshot(&fixture).await;
    let again = run(&fixture, &restored.recovery()).await;
    assert!(again.gaps.is_empty() && again.closed_codes.is_empty(), "{again:?}");
    assert_eq!(end_of(&again, lost.paid.number), End::SentBefore(PRICE));
    assert_eq!(snapshot(&fixture).await, seen);
    fixture.app.store.close().await;
});

after_a_loss!(control_without_the_recovery_codes_are_unpaid_and_desks_repeat_numbers, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let (lost, known) = (&restored.lost, &restored.lost.known);
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let kept = numbers(&fixture).await;
    reconcile(&fixture.app).await.unwrap();
    assert_eq!(owed(&fixture, &known.whole).await, 80_000);
    assert_eq!(fixture.order(&known.whole).await.status, OrderStatus::Confirmed);
    let given = &numbers(&fixture).await - &kept;
    assert!(!given.is_disjoint(&(&lost.numbers - &kept)), "{given:?} {:?}", lost.numbers);
    fixture.app.store.close().await;
});

after_a_loss!(a_payment_captured_after_its_lost_code_was_closed_is_refunded, async |loss: Loss| {
    let restored = loss
        .restore(before, async |fixture: &PaymentsFixture, known: Known| {
            let lost = fixture.book_at_court(5, 6).await;
            let code = fixture.qr(&known.manager, &lost, 800, 6).await.qr.id.unwrap();
            (lost, fixture.scan(&code).await)
        })
        .await;
    let (lost, payment) = &restored.lost;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let done = run(&fixture, &restored.recovery()).await;
    assert_eq!(done.closed_codes, [(lost.number, PRICE)]);
    fixture.bank_accepts(payment).await;
    assert_eq!(count_lost(&fixture).await, (1, 1));
    let again = run(&fixture, &restored.recovery()).await;
    assert_eq!(end_of(&again, lost.number), End::SentBack(PRICE, false));
    assert_eq!(held_at_provider(&fixture).await, 0);
    fixture.app.store.close().await;
});

after_a_loss!(
    a_refund_of_a_part_that_was_not_paid_last_is_reported_and_changes_nothing,
    async |loss: Loss| {
        let restored = loss
            .restore(
                async |fixture| {
                    let manager = fixture.manager_with_drawer().await;
                    let order = fixture.book_at_court(0, 1).await;
                    pay_by_code(fixture, &manager, (&order, 500), 1).await;
                    let line = fixture.line(&order, 300).await;
                    fixture.take(&manager, line, 2).await.unwrap();
                    (manager, order)
                },
                async |fixture, (manager, order)| {
                    fixture.cancel_at_desk(&manager, &order, 3).await.unwrap();
                    send_refund(fixture, &order).await;
                    order
                },
            )
            .await;
        let order = &restored.lost;
        let fixture = loss.serve(&restored.backup, restored.now, 13).await;
        let done = run(&fixture, &restored.recovery()).await;
        let ends: Vec<_> = done.refunds.iter().map(|refund| (refund.order, refund.end)).collect();
        assert_eq!(ends, [(order.number, RefundEnd::DoesNotFit)]);
        assert!(done.stopped.is_none(), "{done:?}");
        assert_eq!(fixture.order(order).await.status, OrderStatus::Confirmed);
        assert_eq!(fixture.number("select count(*) from refund").await, 0);
        fixture.app.store.close().await;
    }
);

after_a_loss!(without_a_payment_account_the_recovery_skips_the_numbers_of_the_desks, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let app = TestApp::over(restored.backup.connect().await);
    app.clock.set(restored.now);
    let number = |text: &str| vec![text.parse().unwrap()];
    let given = Recovery {
        receipts_after: number("D1/26-27/000005"),
        credit_notes_after: number("N1/26-27/000001"),
        ..restored.recovery()
    };
    let strange = Recovery { receipts_after: number("X9/26-27/000005"), ..given.clone() };
    let refused = recover(&app, &strange).await.unwrap_err();
    assert_eq!(refused.to_string(), "X9/26-27/000005 is no number of the series R or of a desk in this time");
    let dry = recover(&app, &Recovery { dry_run: true, ..restored.recovery() }).await.unwrap();
    assert_eq!(shown(&dry.gaps), ["D1 1-1000", "N1 1-1000"], "the venue had its series after the backup");
    let done = recover(&app, &given).await.unwrap();
    assert_eq!(shown(&done.gaps), ["D1 1-5", "N1 1-1"]);
    assert!(recover(&app, &restored.recovery()).await.unwrap().gaps.is_empty());
    app.store.close().await;
});

after_a_loss!(no_number_of_a_venue_that_the_backup_does_not_know_is_issued_again, async |loss: Loss| {
    let restored = loss.restore(before_a_new_venue, add_a_venue).await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let lost = &restored.lost - &numbers(&fixture).await;
    assert_eq!(lost, set_of(&[("D2", 1), ("D2", 2), ("N2", 1), ("N2", 2)]));
    let done = run(&fixture, &restored.recovery()).await;
    assert!(!shown(&done.gaps).iter().any(|gap| gap.starts_with("D2")), "{:?}", done.gaps);
    let given = add_venues_again(&fixture).await;
    let expected = [("D2", 1_001), ("D2", 1_002), ("D3", 1_001), ("N2", 1_001), ("N2", 1_002), ("N3", 1_001)];
    assert_eq!(given, set_of(&expected));
    // The same recovery again skips no more.
    assert!(run(&fixture, &restored.recovery()).await.gaps.is_empty());
    assert_eq!(fixture.number("select count(*) from receipt_gap where series in ('D2', 'N2')").await, 2);
    fixture.assert_sound().await;
    fixture.app.store.close().await;
});

after_a_loss!(control_without_the_recovery_a_new_venue_repeats_numbers, async |loss: Loss| {
    let restored = loss.restore(before_a_new_venue, add_a_venue).await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let lost = &restored.lost - &numbers(&fixture).await;
    let given = add_venues_again(&fixture).await;
    assert!(lost.is_subset(&given), "{given:?} {lost:?}");
    fixture.app.store.close().await;
});

after_a_loss!(the_last_numbers_of_a_venue_that_the_backup_does_not_know_may_be_named, async |loss: Loss| {
    let restored = loss.restore(before_a_new_venue, add_a_venue).await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let number = |text: &str| vec![text.parse().unwrap()];
    let given = Recovery {
        receipts_after: number("D2/26-27/000002"),
        credit_notes_after: number("N2/26-27/000002"),
        ..restored.recovery()
    };
    let gaps = shown(&run(&fixture, &given).await.gaps);
    assert!(["D2 1-2", "N2 1-2"].iter().all(|gap| gaps.contains(&(*gap).to_owned())), "{gaps:?}");
    let expected = [("D2", 3), ("D2", 4), ("D3", 1_001), ("N2", 3), ("N2", 4), ("N3", 1_001)];
    assert_eq!(add_venues_again(&fixture).await, set_of(&expected));
    fixture.app.store.close().await;
});

after_a_loss!(
    numbers_of_a_desk_whose_staff_came_after_the_backup_are_not_issued_again,
    async |loss: Loss| {
        let restored = loss
            .restore(
                async |_: &PaymentsFixture| (),
                async |fixture: &PaymentsFixture, (): ()| {
                    before_a_new_venue(fixture).await;
                    numbers(fixture).await
                },
            )
            .await;
        assert_eq!(restored.lost, set_of(&[("D1", 1)]));
        // The operator has no account at a payment provider.
        let fixture = loss.serve(&restored.backup, restored.now, 13).await;
        let app = TestApp::over(fixture.app.store.clone());
        app.clock.set(restored.now);
        let fixture = fixture.on(app);
        assert!(run(&fixture, &restored.recovery()).await.gaps.is_empty());
        before_a_new_venue(&fixture).await;
        assert_eq!(numbers(&fixture).await, set_of(&[("D1", 1_001)]));
        fixture.app.store.close().await;
    }
);

/// A venue without documents is added and takes money while a recovery runs, right before `moment`, on a server that should not run then.
/// Returns how many of its series have a gap, and its next numbers.
async fn series_given_meanwhile(
    store: &Store,
    recovering: &Store,
    moment: &'static str,
) -> (i64, BTreeSet<(String, i64)>) {
    let fixture = PaymentsFixture::new(store.clone(), 8).await;
    before_a_new_venue(&fixture).await;
    let since = fixture.app.clock_now();
    fixture.advance(60).await;
    let (send, added) = tokio::sync::oneshot::channel();
    let server = fixture.clone();
    let recovering = meanwhile(recovering, moment, move || async move {
        let venue = add_new_venue(&server, 10).await;
        issue_both_kinds(&server, &venue, (1, "6:00 PM"), 10).await;
        assert!(send.send(venue).is_ok());
    });
    let app = TestApp::over(recovering);
    app.clock.set(fixture.app.clock_now());
    let recovery = Recovery {
        since,
        receipts_after: Vec::new(),
        credit_notes_after: Vec::new(),
        also: Vec::new(),
        dry_run: false,
    };
    recover(&app, &recovery).await.unwrap();
    let venue = added.await.unwrap();
    let kept = numbers(&fixture).await;
    issue_both_kinds(&fixture, &venue, (2, "7:00 PM"), 11).await;
    let gaps = fixture.number("select count(*) from receipt_gap where series in ('D2', 'N2')").await;
    assert!(recover(&app, &recovery).await.unwrap().gaps.is_empty(), "the same recovery again skips no more");
    (gaps, &numbers(&fixture).await - &kept)
}

/// After the series were listed, before the recovery begins.
const LISTED: &str = "staff/list";
/// In the unit of work that begins the recovery and skips numbers.
const SKIPPING: &str = "receipt_series/skip";

fn behind_a_gap() -> (i64, BTreeSet<(String, i64)>) {
    (2, set_of(&[("D2", 1_002), ("N2", 1_002)]))
}

on_both_engines!(a_series_given_while_a_recovery_runs_gets_its_gap, async |store| {
    assert_eq!(series_given_meanwhile(&store, &store, LISTED).await, behind_a_gap());
});

on_both_engines!(control_a_recovery_that_looks_once_misses_a_series, async |store| {
    let once = look_once(&store);
    let missed = (0, set_of(&[("D2", 2), ("N2", 2)]));
    assert_eq!(series_given_meanwhile(&store, &once, LISTED).await, missed);
});

#[test]
fn a_series_given_on_another_node_before_the_recovery_is_seen_gets_its_gap() {
    two_nodes_on_postgres(async |[here, there]| {
        assert_eq!(series_given_meanwhile(&here, &there, SKIPPING).await, behind_a_gap());
    });
}

#[test]
fn control_a_recovery_that_looks_once_misses_a_series_of_another_node() {
    two_nodes_on_postgres(async |[here, there]| {
        let missed = (0, set_of(&[("D2", 2), ("N2", 2)]));
        assert_eq!(series_given_meanwhile(&here, &look_once(&there), SKIPPING).await, missed);
    });
}

/// `store` on which a recovery finds no series without a gap.
fn look_once(store: &Store) -> Store {
    let guard = "not exists (select 1 from receipt_gap where receipt_gap.series = $1 and receipt_gap.since = recovery.since)";
    without_guard(store, statement("recovery/list_without_gap"), guard, "$1 = ''")
}
