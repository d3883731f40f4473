//! Races of settling a failed refund: against another attempt, a second person, the provider's late success and the count of the drawer.

use sideout_app::{
    desk::{
        money::count_shift::{CountShiftError, count_shift},
        refunds::{
            send_refunds::{SendRefundError, retry_refund},
            settle_refund::{SettleRefundError, settle_refund},
        },
    },
    payments::issue_refunds::issue_refunds,
    steps::audited::Actor,
};
use sideout_domain::{
    ShiftId,
    drawer::CashCount,
    refund::{RefundMethod, RefundStatus},
    staff::Role,
};
use sideout_store::{Store, StoreError};
use sideout_testkit::{
    meanwhile, on_both_engines, request_key, run_concurrently, sample_venue::VENUE, statement,
    two_nodes_on_postgres, with_call_before, without_guard,
};

use crate::{
    expedited_refunds::{failed, first_refund, send_by_hand},
    fixture::PaymentsFixture,
    settled_refunds::settlement_by,
};

/// `store` on which a refund is settled in any state.
fn unguarded(store: &Store) -> Store {
    let guard = "and status = 'failed' and attempt = $3 and next_step_at is null";
    without_guard(store, statement("refund/settle"), guard, "and $3 > 0")
}

/// Two managers, one of whom has opened the drawer.
async fn two_managers(fixture: &PaymentsFixture) -> [Actor; 2] {
    let second = fixture.app.staff(Role::Manager, "9825041738", &[VENUE]).await;
    [fixture.manager_with_drawer().await, fixture.app.actor(&second.token).await]
}

/// Returns how many of twenty concurrent calls settle one refund; each manager makes half of them.
async fn settled_at_once(fixture: &PaymentsFixture, managers: &[Actor; 2]) -> usize {
    let request = settlement_by(fixture, RefundMethod::Cash).await;
    let answers = run_concurrently(20, |n| {
        let (app, manager, request) = (fixture.app.clone(), managers[n % 2].clone(), request.clone());
        async move { settle_refund(&app, &manager, request, request_key(100 + n as u64)).await }
    });
    let mut done = 0;
    for answer in answers.await {
        match answer {
            Ok(()) => done += 1,
            Err(SettleRefundError::NotFailed | SettleRefundError::DrawerShort(_)) => {}
            Err(failed) => panic!("{failed:?}"),
        }
    }
    done
}

on_both_engines!(one_of_twenty_concurrent_calls_settles_a_refund, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    failed(&fixture).await;
    let managers = two_managers(&fixture).await;
    assert_eq!(settled_at_once(&fixture, &managers).await, 1);
    fixture.assert_all_agree().await;
});

on_both_engines!(control_without_the_guard_one_refund_is_settled_more_than_once, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    failed(&fixture).await;
    let managers = two_managers(&fixture).await;
    let unguarded = fixture.on(fixture.app.another_node_on(unguarded(&store), |_| {}));
    let done = settled_at_once(&unguarded, &managers).await;
    assert!(done > 1, "{done}");
});

on_both_engines!(twenty_repeats_of_one_call_settle_once, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    failed(&fixture).await;
    let [manager, _] = two_managers(&fixture).await;
    let request = settlement_by(&fixture, RefundMethod::Cash).await;
    let answers = run_concurrently(20, |_| {
        let (app, manager, request) = (fixture.app.clone(), manager.clone(), request.clone());
        async move { settle_refund(&app, &manager, request, request_key(7)).await }
    });
    for answer in answers.await {
        answer.unwrap();
    }
    assert_eq!(fixture.number("select count(*) from audit_entry where verb = 'refund.settled'").await, 1);
    fixture.assert_all_agree().await;
});

/// Returns how many of twenty concurrent calls settle one refund, and how many begin another attempt.
async fn settled_and_tried(fixture: &PaymentsFixture, managers: &[Actor; 2]) -> (usize, usize) {
    let request = settlement_by(fixture, RefundMethod::Upi).await;
    let answers = run_concurrently(20, |n| {
        let (app, manager, request) = (fixture.app.clone(), managers[n % 2].clone(), request.clone());
        let key = request_key(200 + n as u64);
        async move {
            if n / 2 % 2 == 0 {
                match settle_refund(&app, &manager, request, key).await {
                    Ok(()) => (1, 0),
                    Err(SettleRefundError::NotFailed) => (0, 0),
                    Err(failed) => panic!("{failed:?}"),
                }
            } else {
                match retry_refund(&app, &manager, request.refund, key).await {
                    Ok(()) => (0, 1),
                    Err(SendRefundError::NotFailed) => (0, 0),
                    Err(failed) => panic!("{failed:?}"),
                }
            }
        }
    });
    answers.await.into_iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

on_both_engines!(a_failed_refund_is_settled_or_tried_again_never_both, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    failed(&fixture).await;
    let managers = two_managers(&fixture).await;
    let (settled, tried) = settled_and_tried(&fixture, &managers).await;
    assert_eq!(settled + tried, 1, "{settled} settled, {tried} tried");
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(first_refund(&fixture).await.status, RefundStatus::Processed);
    assert_eq!(
        fixture.count("refunds").await,
        1 + tried,
        "the attempt that failed, and another one if it was begun"
    );
    fixture.assert_all_agree().await;
});

on_both_engines!(control_without_the_guard_a_refund_that_is_tried_again_is_settled_too, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    failed(&fixture).await;
    let [manager, _] = two_managers(&fixture).await;
    let request = settlement_by(&fixture, RefundMethod::Upi).await;
    retry_refund(&fixture.app, &manager, request.refund, request_key(1)).await.unwrap();
    let guarded = settle_refund(&fixture.app, &manager, request.clone(), request_key(2)).await;
    assert!(matches!(guarded, Err(SettleRefundError::NotFailed)), "{guarded:?}");
    let node = fixture.app.another_node_on(unguarded(&store), |_| {});
    settle_refund(&node, &manager, request, request_key(3)).await.unwrap();
});

/// The provider sends a refund, and the job finds it, after a settlement read the state of the refund and before it
/// ends. Returns whether the statement that settles lets it through, also if the ledger then refuses the entry.
async fn passes_beside_a_late_success(here: Store, there: Store) -> bool {
    let fixture = PaymentsFixture::new(there, 1).await;
    failed(&fixture).await;
    let [manager, _] = two_managers(&fixture).await;
    let request = settlement_by(&fixture, RefundMethod::Upi).await;
    let other = fixture.clone();
    let here = meanwhile(&here, "refund/settle", move || async move {
        send_by_hand(&other, 770).await;
        other.change("update refund set next_step_at = 1, tries = 1, attempt = attempt + 1").await;
        issue_refunds(&other.app).await.unwrap();
    });
    let node = fixture.app.another_node_on(here, |_| {});
    match settle_refund(&node, &manager, request, request_key(1)).await {
        Ok(()) => true,
        // The statement let it through; the ledger has an entry of this attempt already, and refuses another one.
        Err(SettleRefundError::Store(StoreError::Corrupt(text))) if text.starts_with("ledger") => true,
        Err(SettleRefundError::NotFailed) => {
            assert_eq!(first_refund(&fixture).await.source.method(), RefundMethod::Provider);
            fixture.assert_all_agree().await;
            false
        }
        Err(failed) => panic!("{failed:?}"),
    }
}

#[test]
fn a_refund_that_the_provider_sends_meanwhile_is_not_settled() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert!(!passes_beside_a_late_success(here, there).await);
    });
}

#[test]
fn control_without_the_guard_the_statement_settles_a_refund_sent_meanwhile() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert!(passes_beside_a_late_success(unguarded(&here), there).await);
    });
}

on_both_engines!(cash_of_a_refund_belongs_to_the_shift_before_or_after_a_count, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    failed(&fixture).await;
    let managers = two_managers(&fixture).await;
    let request = settlement_by(&fixture, RefundMethod::Cash).await;
    let counted = run_concurrently(8, |n| {
        let (app, manager, request) = (fixture.app.clone(), managers[n % 2].clone(), request.clone());
        async move {
            if n == 3 {
                let count = CashCount::new([(500, 4)].into(), 0).unwrap();
                match count_shift(&app, &manager, ShiftId(1), count, request_key(300)).await {
                    Ok(_) => 1,
                    Err(CountShiftError::Store(error)) => panic!("{error}"),
                    Err(_) => 0,
                }
            } else {
                let settled = settle_refund(&app, &manager, request, request_key(310 + n as u64)).await;
                assert!(matches!(settled, Ok(()) | Err(SettleRefundError::NotFailed)), "{settled:?}");
                0
            }
        }
    });
    assert_eq!(counted.await.into_iter().sum::<i32>(), 1);
    let shift = fixture.number("select shift_id from refund").await;
    let expected = fixture.number("select expected_paise from desk_shift where shift_id = 1").await;
    let left = if shift == 1 { 77_000 } else { 0 };
    assert_eq!(expected, 200_000 - left, "settled in shift {shift}");
    fixture.assert_all_agree().await;
});

/// The drawer is counted after a refund in cash has entered its shift and before the refund is settled. Returns the rules that are
/// broken then.
async fn counted_during_a_settlement(here: Store, there: Store) -> Vec<String> {
    let fixture = PaymentsFixture::new(there, 1).await;
    failed(&fixture).await;
    let [manager, second] = two_managers(&fixture).await;
    let request = settlement_by(&fixture, RefundMethod::Cash).await;
    let desk = fixture.app.clone();
    let (here, counted) = with_call_before(&here, "refund/settle", async move {
        let count = CashCount::new([(500, 4)].into(), 0).unwrap();
        count_shift(&desk, &second, ShiftId(1), count, request_key(2)).await
    });
    let node = fixture.app.another_node_on(here, |_| {});
    settle_refund(&node, &manager, request, request_key(1)).await.unwrap();
    counted.await.unwrap();
    fixture.broken().await
}

#[test]
fn a_count_waits_for_a_refund_that_has_entered_the_shift() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(counted_during_a_settlement(here, there).await, [] as [&str; 0]);
    });
}

#[test]
fn control_without_the_lock_a_refund_leaves_a_drawer_that_was_counted() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let enter = statement("desk_shift/enter");
        let lock = &enter.text[enter.text.find("update desk_shift").unwrap()..];
        let read = "select shift_id, opening_paise from desk_shift \
                     where venue_id = $1 and $2 = $2 and counted_at is null";
        let unlocked = without_guard(&here, enter, lock, read);
        let broken = counted_during_a_settlement(unlocked, there).await;
        assert_eq!(broken, ["shifts whose drawer does not add up"]);
    });
}
