//! A recovery that is killed, is refused, gets a wrong time, or has very much to do.

use std::sync::{Arc, atomic::AtomicUsize};

use serde_json::json;
use sideout_app::{
    payments::{
        issue_refunds::issue_refunds,
        recovery::{End, RecoverError, Recovery, recover},
    },
    platform::payment_account::PaymentAccount,
};
use sideout_domain::money::Money;
use sideout_providers::payments::CaptureMode;
use sideout_testkit::intercept;

use super::{
    money::{Lost, PRICE, after, before, end_of, held_at_provider, held_by_ledger, numbers, run},
    restored::{Loss, Restored, after_a_loss, cancel, foreign_order, paid, send_refund},
};
use crate::{
    fixture::{PaymentsFixture, account},
    proofs::{
        intercepted_provider::{InterceptedProvider, ProviderCaller, Steps},
        print_counts,
    },
};

/// Runs a recovery that stops with a panic at its `number`th step; returns whether it did, `false` if it reached its end.
async fn dies_at(loss: &Loss, restored: &Restored<Lost>, number: usize) -> bool {
    let die = |step: &str| panic!("dies {step}");
    let steps = Arc::new(Steps { left: AtomicUsize::new(number), name: None, end: die });
    let store = restored.backup.connect().await;
    let provider = account(loss.sandbox, CaptureMode::Automatic);
    let caller = ProviderCaller::Crashing(steps.clone());
    let account = PaymentAccount {
        provider: Arc::new(InterceptedProvider { provider: provider.provider, caller }),
        ..provider
    };
    let fixture = loss.over(intercept(&store, steps), account, restored.now, 1_000 + number as u64);
    let recovery = restored.recovery();
    let app = fixture.app.clone();
    let ran = tokio::spawn(async move { recover(&app, &recovery).await });
    let ended = matches!(ran.await, Ok(Ok(recovered)) if recovered.stopped.is_none());
    store.close().await;
    !ended
}

after_a_loss!(a_recovery_that_is_killed_at_any_step_continues_and_does_nothing_twice, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let kept = {
        let fixture = loss.serve(&restored.backup, restored.now, 13).await;
        let kept = numbers(&fixture).await;
        fixture.app.store.close().await;
        kept
    };
    let mut deaths = 0;
    while dies_at(&loss, &restored, deaths + 1).await {
        deaths += 1;
        assert!(deaths < 500);
    }
    print_counts(&format!("died {deaths} times"));
    assert!(deaths > 15, "{deaths}");
    let fixture = loss.serve(&restored.backup, restored.now, 14).await;
    let done = run(&fixture, &restored.recovery()).await;
    assert!(!done.needs_attention() && done.gaps.is_empty(), "{done:?}");
    issue_refunds(&fixture.app).await.unwrap();
    let of_others: Vec<_> = restored.lost.foreign.iter().chain([&restored.lost.unsure]).collect();
    let held = held_at_provider(&fixture, &of_others).await;
    assert_eq!((held, held_by_ledger(&fixture).await), (3 * 80_000 + 2 * 41_000, held));
    // Three from before the loss, and one for each of the three lost payments.
    assert_eq!(fixture.count("refunds").await, 6);
    let given = &numbers(&fixture).await - &kept;
    assert!(given.is_disjoint(&(&restored.lost.numbers - &kept)), "{given:?}");
    assert_eq!(fixture.number("select count(*) from receipt_gap").await, 2);
    fixture.app.store.close().await;
});

/// A restored backup with a cancelled booking whose refund was sent after the backup was taken.
async fn restore_backup_without_sent_refund(loss: &Loss) -> Restored<()> {
    let cancelled = async |fixture: &PaymentsFixture| {
        let order = paid(fixture, 2).await;
        cancel(fixture, &order).await;
        order
    };
    loss.restore(cancelled, async |fixture, order| send_refund(fixture, &order).await).await
}

/// A refund is owed in the backup and was sent since. Returns the number of refunds at the provider after the jobs ran with new
/// idempotency keys and with searches that find nothing.
async fn refunds_after(loss: &Loss, recovers: bool) -> usize {
    let restored = restore_backup_without_sent_refund(loss).await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    if recovers {
        run(&fixture, &restored.recovery()).await;
    }
    let account = account(loss.sandbox, CaptureMode::Automatic);
    let forgetful = ProviderCaller::Forgetful(AtomicUsize::new(0));
    let account = PaymentAccount {
        provider: Arc::new(InterceptedProvider { provider: account.provider, caller: forgetful }),
        ..account
    };
    let later = loss.over(fixture.app.store.clone(), account, restored.now, 14);
    later.app.clock.advance(14 * 24 * 3_600);
    issue_refunds(&later.app).await.unwrap();
    let count = fixture.count("refunds").await;
    fixture.app.store.close().await;
    count
}

after_a_loss!(a_refund_that_was_sent_after_the_backup_is_not_sent_again, async |loss: Loss| {
    assert_eq!(refunds_after(&loss, true).await, 1);
});

after_a_loss!(control_without_the_recovery_a_refund_is_sent_again, async |loss: Loss| {
    assert_eq!(refunds_after(&loss, false).await, 2);
});

after_a_loss!(a_server_that_starts_before_the_recovery_finds_sent_refunds, async |loss: Loss| {
    let restored = restore_backup_without_sent_refund(&loss).await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    fixture.app.clock.advance(14 * 24 * 3_600);
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!(
        (fixture.count("refunds").await, fixture.calls("refund").await),
        (1, 1),
        "no second refund was requested"
    );
    assert_eq!(fixture.number("select count(*) from refund where status = 'processed'").await, 1);
    fixture.app.store.close().await;
});

after_a_loss!(a_failing_provider_changes_nothing_or_stops_the_recovery_at_its_step, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let down = fixture.paying_at("127.0.0.1:1".parse().unwrap());
    down.app.clock.set(restored.now);
    let refused = recover(&down.app, &restored.recovery()).await.unwrap_err();
    assert!(matches!(refused, RecoverError::Provider(_)), "{refused}");
    assert_eq!(fixture.number("select count(*) from recovered_payment").await, 0);

    fixture.set_faults(json!({"api": {"fail_percent": 100, "only": "refund", "after_the_work": true}})).await;
    let stopped = run(&fixture, &restored.recovery()).await;
    assert!(stopped.stopped.is_some() && stopped.needs_attention(), "{stopped:?}");
    fixture.set_faults(json!({"refunds": "balance_low"})).await;
    let refused = run(&fixture, &restored.recovery()).await;
    assert!(refused.stopped.is_none() && refused.needs_attention(), "{refused:?}");
    fixture.set_faults(json!({})).await;
    let done = run(&fixture, &restored.recovery()).await;
    assert!(!done.needs_attention(), "{done:?}");
    assert_eq!(end_of(&done, restored.lost.unconfirmed.number), End::SentBack(PRICE, false));
    assert_eq!(fixture.count("refunds").await, 6);
    let of_others: Vec<_> = restored.lost.foreign.iter().chain([&restored.lost.unsure]).collect();
    assert_eq!(held_at_provider(&fixture, &of_others).await, held_by_ledger(&fixture).await);
    fixture.app.store.close().await;
});

after_a_loss!(a_refund_that_fails_at_the_bank_is_sent_again, async |loss: Loss| {
    let restored = loss.restore(async |_| {}, async |fixture, ()| paid(fixture, 1).await).await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    fixture.set_faults(json!({"refunds": "failed"})).await;
    let sent = run(&fixture, &restored.recovery()).await;
    assert_eq!(end_of(&sent, restored.lost.number), End::SentBack(PRICE, true));
    let pending = run(&fixture, &restored.recovery()).await;
    assert_eq!(end_of(&pending, restored.lost.number), End::SentBefore(PRICE));
    fixture.advance(3_600).await;
    fixture.set_faults(json!({})).await;
    let anew = run(&fixture, &restored.recovery()).await;
    assert_eq!(end_of(&anew, restored.lost.number), End::SentBack(PRICE, false));
    assert_eq!((fixture.count("refunds").await, held_at_provider(&fixture, &[]).await), (2, 0));
    fixture.app.store.close().await;
});

after_a_loss!(a_time_after_the_backup_and_a_time_in_the_future_are_refused, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let at =
        async |since| recover(&fixture.app, &Recovery { since, ..restored.recovery() }).await.unwrap_err();
    let late = at(restored.now).await;
    assert!(matches!(late, RecoverError::SinceTooLate { .. }), "{late}");
    let future = at(restored.now + jiff::SignedDuration::from_secs(1)).await;
    assert!(matches!(future, RecoverError::InFuture { .. }), "{future}");
    assert_eq!(fixture.number("select count(*) from recovered_payment").await, 0);
    fixture.app.store.close().await;
});

after_a_loss!(a_second_order_for_one_checkout_does_not_show_that_the_backup_is_older, async |loss: Loss| {
    let restored = loss
        .restore(
            async |fixture| {
                let order = fixture.hold(1, 2).await;
                fixture.checkout(&order).await;
                // The provider opened two orders for the row, as it may after a slow answer.
                let number = order.number.to_string();
                let notes = [("order", number.as_str()), ("venue", "Riverside"), ("site", "127.0.0.1:8080")];
                foreign_order(fixture, &format!("{number}-80000"), &notes).await
            },
            async |_, second| second,
        )
        .await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    fixture.pay_order(restored.lost.id.as_str(), json!({})).await;
    let done = run(&fixture, &restored.recovery()).await;
    let ends: Vec<&End> = done.payments.iter().map(|settled| &settled.end).collect();
    assert_eq!(ends, [&End::SentBack(PRICE, false)]);
    fixture.app.store.close().await;
});

after_a_loss!(three_hundred_lost_orders_are_found_and_the_paid_ones_are_refunded, async |loss: Loss| {
    let restored = loss
        .restore(
            async |_| {},
            async |fixture, ()| {
                for number in 0..300 {
                    let order = (4_000_000_000_i64 + number).to_string();
                    let notes =
                        [("order", order.as_str()), ("venue", "Riverside"), ("site", "127.0.0.1:8080")];
                    let opened = foreign_order(fixture, &format!("{order}-80000"), &notes).await;
                    if number % 2 == 0 {
                        fixture.pay_order(opened.id.as_str(), json!({})).await;
                    }
                    foreign_order(fixture, "INV", &[]).await;
                }
            },
        )
        .await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let done = run(&fixture, &restored.recovery()).await;
    assert_eq!((done.listed, done.of_others, done.unpaid.len(), done.payments.len()), (600, 300, 150, 150));
    assert_eq!(done.sum(|settled| settled.sent_back()), Money::from_rupees(150 * 800));
    assert_eq!((fixture.count("refunds").await, held_at_provider(&fixture, &[]).await), (150, 0));
    assert_eq!(fixture.calls("refund").await, 150);
    fixture.app.store.close().await;
});
