//! A refund that failed at the provider is given back another way: once, with a voucher and its ledger entries, and
//! a refund that the provider sends nevertheless is noticed.

use jiff::SignedDuration;
use serde_json::json;
use sideout_app::{
    booking::cancel::cancel,
    desk::{
        money::{
            count_shift::count_shift,
            read_money::{read_day_money, read_drawer},
        },
        players::erase_player::erase_player,
        refunds::{
            explain_refund::{ExplainRefundError, explain_refund},
            find_voucher::find_voucher,
            read_queue::{QueuePlace, read_queue},
            settle_refund::{SettleRefund, SettleRefundError, settle_refund},
        },
    },
    jobs::erase_players::erase_players,
    payments::{
        issue_refunds::issue_refunds,
        list_refunds::list_refunds,
        recovery::{Recovery, RefundEnd, recover},
        webhooks::process_webhooks,
    },
    staff::{AuditAbout, ListAudit, list_audit},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    ShiftId, VenueId,
    drawer::CashCount,
    money::Money,
    order::OrderStatus,
    refund::{RefundMethod, RefundStatus},
    staff::Role,
};
use sideout_sandbox::{ClockAhead, SandboxSettings};
use sideout_store::{StoreError, Takings};
use sideout_testkit::{FixedClock, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    closure_steps::SECOND_VENUE,
    expedited_refunds::{expedite, failed, first_refund, send_by_hand},
    fixture::{FRIDAY, PaymentsFixture, open_sandbox},
    receipts::{set_logo, shows, stored_drawing},
    several_orders::{basket_paid_too_late, paid_basket},
};

/// In seconds, a little more than a day, after which the provider is asked again.
const CHECK_EVERY: u32 = 25 * 3_600;

/// The request that settles the refund of `fixture` by this method, with what UPI and bank need.
pub(crate) async fn settlement_by(fixture: &PaymentsFixture, method: RefundMethod) -> SettleRefund {
    let is_cash = method == RefundMethod::Cash;
    let text = |text: &str| (!is_cash).then(|| text.to_owned());
    SettleRefund {
        refund: first_refund(fixture).await.id,
        method,
        reference: text("432198765012"),
        note: text("To the account of the player"),
    }
}

/// Settles the refund of `fixture` in cash.
async fn settle_in_cash(fixture: &PaymentsFixture, manager: &Actor) {
    let request = settlement_by(fixture, RefundMethod::Cash).await;
    settle_refund(&fixture.app, manager, request, request_key(1)).await.unwrap();
}

async fn expected_cash(fixture: &PaymentsFixture, manager: &Actor) -> Money {
    read_drawer(&fixture.app, manager, VENUE).await.unwrap().1.unwrap().expected.unwrap()
}

/// The refunds in the takings of all days: online, and at the desk.
async fn returned(fixture: &PaymentsFixture) -> (Money, Money) {
    let all = (jiff::Timestamp::MIN, jiff::Timestamp::MAX);
    let read = fixture.app.store.read(all, |tx, all| {
        Box::pin(async move {
            let online = Takings(tx).sum_online(VENUE, *all).await?.returned;
            let desk = Takings(tx).sum_desk(VENUE, *all).await?;
            Ok::<_, StoreError>((online, desk.iter().map(|sums| sums.returned).sum()))
        })
    });
    read.await.unwrap()
}

/// Receives and processes what the provider has to report.
async fn process_all_webhooks(fixture: &PaymentsFixture) {
    fixture.advance(1).await;
    while process_webhooks(&fixture.app).await.unwrap() > 0 {}
}

/// The place of the first refund in the queue.
async fn place(fixture: &PaymentsFixture, manager: &Actor) -> QueuePlace {
    read_queue(&fixture.app, manager, None, 10).await.unwrap().refunds[0].place
}

on_both_engines!(a_refund_settled_in_cash_leaves_the_drawer_and_ends_its_booking, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = failed(&fixture).await;
    let manager = fixture.manager_with_drawer().await;
    assert_eq!(place(&fixture, &manager).await, QueuePlace::Failed);
    let absent = find_voucher(&fixture.app, &manager, first_refund(&fixture).await.id).await;
    assert!(absent.is_err(), "before the settlement there is no voucher");
    let request = settlement_by(&fixture, RefundMethod::Cash).await;
    settle_refund(&fixture.app, &manager, request.clone(), request_key(1)).await.unwrap();
    settle_refund(&fixture.app, &manager, request.clone(), request_key(1)).await.unwrap();
    let again = settle_refund(&fixture.app, &manager, request, request_key(2)).await;
    assert!(matches!(again, Err(SettleRefundError::NotFailed)), "{again:?}");

    let settled = first_refund(&fixture).await;
    assert_eq!((settled.status, settled.source.method()), (RefundStatus::Processed, RefundMethod::Cash));
    assert_eq!(settled.paid_out_by, Some(manager.id()));
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Cancelled);
    assert_eq!(place(&fixture, &manager).await, QueuePlace::Done);
    assert_eq!(expected_cash(&fixture, &manager).await, Money::from_rupees(2_000 - 770));
    let back = read_day_money(&fixture.app, &manager, VENUE, None).await.unwrap().refunds;
    assert_eq!((back.len(), back[0].refund.amount), (1, Money::from_rupees(770)));
    assert_eq!(
        returned(&fixture).await,
        (Money::ZERO, Money::from_rupees(770)),
        "the report of the day says the same"
    );
    let entries = "select count(*) from audit_entry where verb = 'refund.settled' and before like '%provider%' and after like '%cash%'";
    assert_eq!(fixture.number(entries).await, 1);
    let left = "select cast(sum(amount_paise) as bigint) from ledger_posting where account = 'desk_cash'";
    assert_eq!(fixture.number(left).await, -77_000);
    let voucher = find_voucher(&fixture.app, &manager, settled.id).await.unwrap();
    assert_eq!(voucher.name, format!("refund-voucher-{}.pdf", settled.id));
    assert!(voucher.bytes.starts_with(b"%PDF"));
    let shown = "select count(*) from refund where voucher like '%\"way\":\"cash\"%' and voucher like '%\"credit_note\":\"%'";
    assert_eq!(fixture.number(shown).await, 1, "the voucher names the credit note");
    fixture.assert_all_agree().await;
    // A count that follows agrees, and nothing is ever sent.
    let counted = CashCount::new([(500, 2)].into(), 230).unwrap();
    let counted = count_shift(&fixture.app, &manager, ShiftId(1), counted, request_key(3)).await.unwrap();
    assert_eq!((counted.expected_paise, counted.counted_paise), (123_000, 123_000));
    for _ in 0..40 {
        fixture.advance(CHECK_EVERY).await;
        assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0);
    }
    assert_eq!(
        first_refund(&fixture).await.next_step_at,
        None,
        "after thirty days the provider is not asked any more"
    );
    assert_eq!(fixture.count("refunds").await, 1, "the attempt that failed");
    fixture.assert_all_agree().await;
});

on_both_engines!(a_voucher_shows_a_drawing_as_its_logo, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    failed(&fixture).await;
    let manager = fixture.manager_with_drawer().await;
    let drawn = stored_drawing(&fixture, 1, "<path d=\"M0 0h20v10H0z\" fill=\"#c81e05\"/>").await;
    set_logo(&store, Some(&drawn)).await;
    settle_in_cash(&fixture, &manager).await;
    let voucher = find_voucher(&fixture.app, &manager, first_refund(&fixture).await.id).await.unwrap();
    assert!(shows(&voucher.bytes, "/Width 960") && shows(&voucher.bytes, "/Height 240"));
});

on_both_engines!(upi_and_bank_need_a_reference_and_a_note_and_upi_leaves_the_drawer_alone, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    failed(&fixture).await;
    let manager = fixture.manager_with_drawer().await;
    let whole = settlement_by(&fixture, RefundMethod::Upi).await;
    let refused = |request| async { settle_refund(&fixture.app, &manager, request, request_key(1)).await };
    for method in [RefundMethod::Upi, RefundMethod::Bank] {
        let no_reference = refused(SettleRefund { method, reference: None, ..whole.clone() }).await;
        assert!(matches!(no_reference, Err(SettleRefundError::ReferenceNeeded)), "{no_reference:?}");
        let no_note = refused(SettleRefund { method, note: None, ..whole.clone() }).await;
        assert!(matches!(no_note, Err(SettleRefundError::NoteNeeded)), "{no_note:?}");
    }
    for method in [RefundMethod::Card, RefundMethod::Provider] {
        let strange = refused(SettleRefund { method, ..whole.clone() }).await;
        assert!(matches!(strange, Err(SettleRefundError::BadMethod)), "{strange:?}");
    }
    settle_refund(&fixture.app, &manager, whole, request_key(2)).await.unwrap();
    assert_eq!(expected_cash(&fixture, &manager).await, Money::from_rupees(2_000));
    let back = read_day_money(&fixture.app, &manager, VENUE, None).await.unwrap().refunds;
    assert_eq!(back[0].refund.reference.as_deref(), Some("432198765012"));
    let left = "select cast(sum(amount_paise) as bigint) from ledger_posting where account = 'desk_upi'";
    assert_eq!(fixture.number(left).await, -77_000);
    let reason = "select count(*) from audit_entry where verb = 'refund.settled' and reason like 'To the account%' and after like '%432198765012%'";
    assert_eq!(fixture.number(reason).await, 1);
    fixture.assert_all_agree().await;
});

on_both_engines!(only_a_failed_refund_is_settled_and_only_from_a_drawer_with_enough_cash, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    fixture.book_pay_and_cancel(0, 3).await;
    let member = fixture.app.staff(Role::Manager, "9825041739", &[VENUE]).await;
    let manager = fixture.app.actor(&member.token).await;
    let upi = settlement_by(&fixture, RefundMethod::Upi).await;
    let waiting = settle_refund(&fixture.app, &manager, upi, request_key(1)).await;
    assert!(matches!(waiting, Err(SettleRefundError::NotFailed)), "it waits for its batch: {waiting:?}");
    fixture.change("update refund set status = 'failed', next_step_at = null").await;
    let cash = settlement_by(&fixture, RefundMethod::Cash).await;
    let closed = settle_refund(&fixture.app, &manager, cash.clone(), request_key(2)).await;
    assert!(matches!(closed, Err(SettleRefundError::ShiftNeeded)), "{closed:?}");
    fixture.manager_with_drawer().await;
    fixture.change("insert into cash_movement (shift_id, kind, amount_paise, note, staff_id, at) values (1, 'safe', -150000, '', 1, 1)").await;
    let short = settle_refund(&fixture.app, &manager, cash.clone(), request_key(3)).await;
    assert!(
        matches!(short, Err(SettleRefundError::DrawerShort(there)) if there == Money::from_rupees(500)),
        "{short:?}"
    );
    fixture.change("update refund set amount_paise = 77050").await;
    let paise = settle_refund(&fixture.app, &manager, cash, request_key(4)).await;
    assert!(matches!(paise, Err(SettleRefundError::NotWholeRupees)), "{paise:?}");
});

on_both_engines!(clerks_and_staff_of_other_venues_cannot_settle_a_refund, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    failed(&fixture).await;
    fixture.manager_with_drawer().await;
    let clerk = fixture.app.staff(Role::Desk, "9825041731", &[VENUE]).await;
    let clerk = fixture.app.actor(&clerk.token).await;
    fixture.change(SECOND_VENUE).await;
    fixture.app.venues.forget();
    let stranger = fixture.app.staff(Role::Manager, "9825041732", &[VenueId(2)]).await;
    let stranger = fixture.app.actor(&stranger.token).await;
    let request = settlement_by(&fixture, RefundMethod::Upi).await;
    let refused = settle_refund(&fixture.app, &clerk, request.clone(), request_key(1)).await;
    assert!(matches!(refused, Err(SettleRefundError::Refused(Refused::NotAllowed(_)))), "{refused:?}");
    let absent = settle_refund(&fixture.app, &stranger, request, request_key(2)).await;
    assert!(matches!(absent, Err(SettleRefundError::NoSuchRefund)), "{absent:?}");
    assert!(read_queue(&fixture.app, &clerk, None, 10).await.is_err());
    assert!(read_queue(&fixture.app, &stranger, None, 10).await.unwrap().refunds.is_empty());
    assert_eq!(first_refund(&fixture).await.status, RefundStatus::Failed);
});

on_both_engines!(a_failed_refund_of_a_retired_venue_is_in_the_queue_and_is_settled, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    failed(&fixture).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.change("update venue set active = 0").await;
    fixture.app.venues.forget();
    assert_eq!(place(&fixture, &manager).await, QueuePlace::Failed);
    let request = settlement_by(&fixture, RefundMethod::Upi).await;
    settle_refund(&fixture.app, &manager, request, request_key(1)).await.unwrap();
    assert_eq!(place(&fixture, &manager).await, QueuePlace::Done);
    assert_eq!(first_refund(&fixture).await.status, RefundStatus::Processed);
});

on_both_engines!(a_refund_that_the_provider_has_sent_is_not_settled_again, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = failed(&fixture).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.set_faults(json!({"api": {"fail_percent": 100}})).await;
    let request = settlement_by(&fixture, RefundMethod::Cash).await;
    let silent = settle_refund(&fixture.app, &manager, request.clone(), request_key(1)).await;
    assert!(matches!(silent, Err(SettleRefundError::ProviderSilent)), "{silent:?}");
    assert_eq!(first_refund(&fixture).await.status, RefundStatus::Failed);
    fixture.set_faults(json!({})).await;
    fixture.advance(600).await;
    send_by_hand(&fixture, 770).await;
    let sent = settle_refund(&fixture.app, &manager, request, request_key(2)).await;
    assert!(matches!(sent, Err(SettleRefundError::WasSent)), "{sent:?}");
    let found = first_refund(&fixture).await;
    assert_eq!((found.status, found.source.method()), (RefundStatus::Processed, RefundMethod::Provider));
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Cancelled);
    assert_eq!(expected_cash(&fixture, &manager).await, Money::from_rupees(2_000));
    fixture.assert_all_agree().await;
});

on_both_engines!(a_refund_is_not_settled_while_the_provider_refuses_to_say_what_it_has_sent, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    failed(&fixture).await;
    let manager = fixture.manager_with_drawer().await;
    send_by_hand(&fixture, 770).await;
    fixture.set_faults(json!({"api": {"fail_percent": 100, "how": "refused"}})).await;
    let request = settlement_by(&fixture, RefundMethod::Cash).await;
    let refused = settle_refund(&fixture.app, &manager, request, request_key(1)).await;
    assert!(matches!(refused, Err(SettleRefundError::ProviderSilent)), "{refused:?}");
    assert_eq!(first_refund(&fixture).await.status, RefundStatus::Failed);
    assert_eq!(expected_cash(&fixture, &manager).await, Money::from_rupees(2_000));
});

on_both_engines!(
    a_refund_of_another_amount_at_the_provider_is_not_taken_for_the_settled_one,
    async |store| {
        let fixture = PaymentsFixture::new(store, 1).await;
        failed(&fixture).await;
        let manager = fixture.manager_with_drawer().await;
        settle_refund(
            &fixture.app,
            &manager,
            settlement_by(&fixture, RefundMethod::Cash).await,
            request_key(1),
        )
        .await
        .unwrap();
        let id = first_refund(&fixture).await.id;
        let early = explain_refund(&fixture.app, &manager, (id, "Nothing".to_owned()), request_key(2)).await;
        assert!(matches!(early, Err(ExplainRefundError::NothingToExplain)), "{early:?}");
        fixture.advance(3_600).await;
        assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0, "the failed attempt stays failed");
        send_by_hand(&fixture, 100).await;
        fixture.advance(CHECK_EVERY).await;
        assert_eq!(
            issue_refunds(&fixture.app).await.unwrap(),
            0,
            "a refund of another amount is another refund"
        );
        assert_eq!(place(&fixture, &manager).await, QueuePlace::Done);
    }
);

on_both_engines!(a_settled_refund_of_a_payment_in_another_account_is_checked_once_a_day, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    failed(&fixture).await;
    let manager = fixture.manager_with_drawer().await;
    settle_in_cash(&fixture, &manager).await;
    fixture.advance(3_600).await;
    let other = open_sandbox(SandboxSettings::default(), ClockAhead::default()).await;
    let changed = fixture.paying_at(other);
    let now = fixture.app.clock_now();
    changed.app.clock.set(now);
    assert_eq!(issue_refunds(&changed.app).await.unwrap(), 0);
    let next = first_refund(&fixture).await.next_step_at;
    assert_eq!(next, Some(now + SignedDuration::from_hours(24)), "this account has nothing to tell");
});

on_both_engines!(money_given_back_twice_is_in_the_ledger_and_marked_in_the_queue, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    failed(&fixture).await;
    let manager = fixture.manager_with_drawer().await;
    settle_in_cash(&fixture, &manager).await;
    send_by_hand(&fixture, 770).await;
    fixture.advance(3_600).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0);
    assert_eq!(place(&fixture, &manager).await, QueuePlace::SentTwice);
    let twice = "select cast(sum(amount_paise) as bigint) from ledger_posting where event = 'refund_sent_twice' and account = 'provider'";
    assert_eq!(fixture.number(twice).await, -77_000);
    let each = Money::from_rupees(770);
    assert_eq!(returned(&fixture).await, (each, each), "the report of the day has both");
    fixture.assert_all_agree().await;

    let id = first_refund(&fixture).await.id;
    let text = "The player gave the cash back".to_owned();
    explain_refund(&fixture.app, &manager, (id, text.clone()), request_key(2)).await.unwrap();
    let again = explain_refund(&fixture.app, &manager, (id, text.clone()), request_key(3)).await;
    assert!(matches!(again, Err(ExplainRefundError::NothingToExplain)), "{again:?}");
    assert_eq!(place(&fixture, &manager).await, QueuePlace::Done);
    let explained = first_refund(&fixture).await.sent_after_all.unwrap().explanation.unwrap();
    assert_eq!((explained.text, explained.staff), (text, manager.id()));
    fixture.assert_all_agree().await;
});

on_both_engines!(a_refund_by_hand_is_noticed_by_its_event_as_money_given_back_twice, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 1).await;
    failed(&fixture).await;
    let manager = fixture.manager_with_drawer().await;
    settle_in_cash(&fixture, &manager).await;
    process_all_webhooks(&fixture).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0, "the next check is a day later");
    send_by_hand(&fixture, 770).await;
    process_all_webhooks(&fixture).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!(place(&fixture, &manager).await, QueuePlace::SentTwice);
    fixture.assert_all_agree().await;
});

on_both_engines!(a_refund_by_hand_ends_by_its_event_one_that_failed, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 1).await;
    let order = failed(&fixture).await;
    process_all_webhooks(&fixture).await;
    assert_eq!(first_refund(&fixture).await.status, RefundStatus::Failed);
    send_by_hand(&fixture, 770).await;
    process_all_webhooks(&fixture).await;
    let found = first_refund(&fixture).await;
    assert_eq!((found.status, found.source.method()), (RefundStatus::Processed, RefundMethod::Provider));
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Cancelled);
    assert_eq!(fixture.count("refunds").await, 2, "the one that failed and the one by hand");
    fixture.assert_all_agree().await;
});

on_both_engines!(one_refund_sent_by_hand_is_taken_for_one_of_two_settled_refunds, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    for order in paid_basket(&fixture, 2).await {
        cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    }
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    fixture.set_faults(json!({"refunds": "failed"})).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 2);
    fixture.advance(3_600).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 2);
    fixture.set_faults(json!({})).await;
    let manager = fixture.manager_with_drawer().await;
    let refunds = list_refunds(&fixture.app.store, None, None).await.unwrap();
    let settle = async |number: usize, key| {
        let cash = settlement_by(&fixture, RefundMethod::Cash).await;
        let request = SettleRefund { refund: refunds[number].id, ..cash };
        settle_refund(&fixture.app, &manager, request, request_key(key)).await
    };
    let twice = "select count(*) from refund where sent_after_all is not null";

    settle(0, 1).await.unwrap();
    send_by_hand(&fixture, 770).await;
    fixture.advance(3_600).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!(fixture.number(twice).await, 1, "the first refund went back twice");
    settle(1, 2).await.unwrap();
    fixture.advance(3_600).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0);
    assert_eq!(fixture.number(twice).await, 1, "the second refund went back once");
    fixture.assert_all_agree().await;
});

on_both_engines!(the_audit_of_each_booking_of_a_payment_has_what_became_of_its_refund, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let orders = basket_paid_too_late(&fixture, 2).await;
    fixture.hint(&orders[0]).await;
    fixture.set_faults(json!({"refunds": "failed"})).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    fixture.advance(3_600).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    fixture.set_faults(json!({})).await;
    let manager = fixture.manager_with_drawer().await;
    settle_in_cash(&fixture, &manager).await;
    let refund = first_refund(&fixture).await;
    assert_eq!(refund.amount, Money::from_rupees(1_600));
    let owner = fixture.app.staff(Role::Owner, "9825041733", &[]).await;
    let owner = fixture.app.actor(&owner.token).await;
    for order in &orders {
        let about = ListAudit { about: AuditAbout::Booking(order.number), ..ListAudit::default() };
        let entries = list_audit(&fixture.app, &owner, about).await.unwrap().entries;
        let found: Vec<_> =
            entries.iter().map(|entry| (entry.verb.as_str(), entry.subject_id.clone())).collect();
        assert_eq!(found, [("refund.settled", refund.id.to_string())], "{}", order.number);
    }
});

on_both_engines!(words_of_staff_about_a_refund_are_erased_with_the_player, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    failed(&fixture).await;
    let manager = fixture.manager_with_drawer().await;
    let mut request = settlement_by(&fixture, RefundMethod::Cash).await;
    request.reference = Some("Signed by Ketaki".to_owned());
    request.note = Some("Ketaki came to the desk".to_owned());
    settle_refund(&fixture.app, &manager, request, request_key(1)).await.unwrap();
    send_by_hand(&fixture, 770).await;
    fixture.advance(3_600).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    let id = first_refund(&fixture).await.id;
    let text = "Ketaki gave the cash back".to_owned();
    explain_refund(&fixture.app, &manager, (id, text), request_key(2)).await.unwrap();
    fixture.advance(24 * 3_600).await;
    let owner = fixture.app.staff(Role::Owner, "9825041733", &[]).await;
    let owner = fixture.app.actor(&owner.token).await;
    let has_name = async || {
        let entries = list_audit(&fixture.app, &owner, ListAudit::default()).await.unwrap().entries;
        let settled = entries.iter().find(|entry| entry.verb == "refund.settled").unwrap();
        settled.after.as_ref().unwrap().contains("Ketaki")
    };
    assert!(has_name().await);
    let reason = "Asked by mail".to_owned();
    erase_player(&fixture.app, &owner, fixture.players[0], reason, request_key(3)).await.unwrap();
    assert!(!has_name().await, "the audit hides the reference from the request on");
    fixture.advance(7 * 24 * 3_600).await;
    assert_eq!(erase_players(&fixture.app).await.unwrap(), 1);
    let erased = first_refund(&fixture).await;
    assert_eq!((erased.reference, erased.note), (None, None));
    assert_eq!(erased.sent_after_all.unwrap().explanation.unwrap().text, "");
    assert_eq!(place(&fixture, &manager).await, QueuePlace::Done, "it stays explained");
    let voucher = "select count(*) from refund where voucher like '%Signed by Ketaki%'";
    assert_eq!(fixture.number(voucher).await, 1, "a voucher stays as it was printed");
    fixture.assert_all_agree().await;
});

on_both_engines!(a_recovery_sends_no_settled_refund_and_shows_what_was_given_back_twice, async |store| {
    // The provider's lists are read by its clock.
    let fixture = PaymentsFixture::with_webhooks(store, 1).await;
    failed(&fixture).await;
    let manager = fixture.manager_with_drawer().await;
    settle_refund(&fixture.app, &manager, settlement_by(&fixture, RefundMethod::Upi).await, request_key(1))
        .await
        .unwrap();
    let recovery = Recovery {
        since: FixedClock::START,
        receipts_after: Vec::new(),
        credit_notes_after: Vec::new(),
        also: Vec::new(),
        dry_run: false,
    };
    let done = recover(&fixture.app, &recovery).await.unwrap();
    assert!(done.refunds.is_empty() && !done.needs_attention(), "{done:?}");
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(fixture.count("refunds").await, 1, "the attempt that failed");

    send_by_hand(&fixture, 770).await;
    let dry = recover(&fixture.app, &Recovery { dry_run: true, ..recovery.clone() }).await.unwrap();
    assert_eq!(dry.refunds[0].end, RefundEnd::WouldMarkTwice);
    assert_eq!(place(&fixture, &manager).await, QueuePlace::Done, "a dry run changes nothing");
    let done = recover(&fixture.app, &recovery).await.unwrap();
    assert_eq!(done.refunds[0].end, RefundEnd::SentTwice);
    assert!(done.needs_attention(), "a person must act");
    assert_eq!(place(&fixture, &manager).await, QueuePlace::SentTwice);
    assert!(
        recover(&fixture.app, &recovery).await.unwrap().refunds.is_empty(),
        "the refund is known already"
    );
    assert_eq!(fixture.count("refunds").await, 2, "and nothing was sent");
    fixture.assert_all_agree().await;
});

on_both_engines!(a_player_gets_one_notice_of_a_failed_refund_and_one_of_its_settlement, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = failed(&fixture).await;
    let manager = fixture.manager_with_drawer().await;
    let notices = "select count(*) from outbox where notice = 'refund_failed'";
    assert_eq!(fixture.number(notices).await, 2, "by text and by mail");
    fixture.set_faults(json!({"refunds": "failed"})).await;
    expedite(&fixture, &order).await;
    issue_refunds(&fixture.app).await.unwrap();
    fixture.advance(3_600).await;
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(
        (first_refund(&fixture).await.status, first_refund(&fixture).await.attempt),
        (RefundStatus::Failed, 2)
    );
    assert_eq!(fixture.number(notices).await, 2, "the second failure sends no notice");
    settle_refund(&fixture.app, &manager, settlement_by(&fixture, RefundMethod::Bank).await, request_key(1))
        .await
        .unwrap();
    assert_eq!(fixture.number("select count(*) from outbox where notice = 'refund_settled'").await, 2);
    fixture.assert_all_agree().await;
});
