//! Numbers of receipts and credit notes issued after the backup are not used again.

use std::collections::BTreeSet;

use sideout_app::{
    Order,
    payments::recovery::{RecoverError, Recovery, recover},
};
use sideout_store::receipts::ReceiptGap;
use sideout_testkit::{PriceRule, TestApp};

use super::{
    money::{after, before, numbers, run},
    restored::{Loss, after_a_loss, cancel, paid},
};
use crate::fixture::PaymentsFixture;

/// Each gap as text, such as `R/26-27/000004-000012`.
fn shown(gaps: &[ReceiptGap]) -> Vec<String> {
    let shown = gaps.iter().map(|gap| {
        let (series, year, first, last) = (&gap.series, gap.year, gap.first, gap.last);
        format!("{series}/{year}/{first:06}-{last:06}")
    });
    shown.collect()
}

/// Books, pays and cancels after the restore, so that a receipt and a credit note are issued.
async fn issue_both_kinds(fixture: &PaymentsFixture) {
    let order = paid(fixture, 14).await;
    cancel(fixture, &order).await;
}

after_a_loss!(no_number_that_was_issued_after_the_backup_is_issued_again, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let kept = numbers(&fixture).await;
    let lost = &restored.lost.numbers - &kept;
    assert_eq!(lost.len(), 6, "four receipts, two credit notes: {lost:?}");
    let done = run(&fixture, &restored.recovery()).await;
    // Three receipts are in the backup. Five payments were captured since, two of the three bookings may have been cancelled, and in a day
    // players may have taken a thousand cheaper hours.
    let expected = ["R/26-27/000004-000008", "C/26-27/000002-001008"];
    assert_eq!(shown(&done.gaps), expected);
    issue_both_kinds(&fixture).await;
    let given = &numbers(&fixture).await - &kept;
    assert!(given.len() >= 5, "{given:?}");
    assert!(given.is_disjoint(&lost), "{given:?} {lost:?}");
    let last = fixture.rows("select series, last from receipt_series order by series").await;
    for _ in 0..2 {
        assert!(run(&fixture, &restored.recovery()).await.gaps.is_empty());
    }
    assert_eq!(fixture.rows("select series, last from receipt_series order by series").await, last);
    // An earlier time for the same restore finds no other payment, but each booking may have been moved or cancelled since then as well.
    let paid = "select count(*) from orders where status = 'confirmed' and paid_paise > 0";
    let cancellable = fixture.number(paid).await;
    assert!(cancellable > 0);
    let [(_, notes), _] = last.as_slice() else { panic!("{last:?}") };
    let since = restored.since - jiff::SignedDuration::from_secs(30);
    let more = run(&fixture, &Recovery { since, ..restored.recovery() }).await;
    assert_eq!(shown(&more.gaps), [format!("C/26-27/{:06}-{:06}", notes + 1, notes + cancellable + 1_000)]);
    fixture.app.store.close().await;
});

after_a_loss!(control_without_the_recovery_numbers_are_issued_again, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let kept = numbers(&fixture).await;
    let lost = &restored.lost.numbers - &kept;
    issue_both_kinds(&fixture).await;
    let given = &numbers(&fixture).await - &kept;
    assert!(!given.is_disjoint(&lost), "{given:?} {lost:?}");
    fixture.app.store.close().await;
});

/// Numbers of online credit notes.
fn online_notes(serials: &[i64]) -> BTreeSet<(String, i64)> {
    serials.iter().map(|serial| ("C".to_owned(), *serial)).collect()
}

after_a_loss!(no_credit_note_of_a_game_that_was_moved_twice_has_its_number_again, async |loss: Loss| {
    let restored = loss
        .restore(
            async |fixture| {
                let manager = fixture.manager_with_drawer().await;
                let game = paid(fixture, 2).await;
                PriceRule::rupees(700).numbered(90).of_court(5).add(&fixture.app.store).await;
                PriceRule::rupees(600).numbered(91).of_court(6).add(&fixture.app.store).await;
                (manager, game)
            },
            async |fixture, (manager, game)| {
                let (_, moved) = fixture.move_by_closure(&manager, &game, 5, 1).await;
                fixture.move_by_closure(&manager, &moved, 6, 2).await;
                (game, numbers(fixture).await)
            },
        )
        .await;
    let (game, lost) = &restored.lost;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let kept = numbers(&fixture).await;
    assert_eq!(lost - &kept, online_notes(&[1, 2]), "a credit note for each move");
    let done = run(&fixture, &restored.recovery()).await;
    // The game may have been cancelled as well. The venue may have had a desk by then.
    let expected = ["D1/26-27/000001-001000", "C/26-27/000001-001001", "N1/26-27/000001-001001"];
    assert_eq!(shown(&done.gaps), expected);
    cancel(&fixture, game).await;
    assert_eq!(&numbers(&fixture).await - &kept, online_notes(&[1_002]));
    fixture.app.store.close().await;
});

after_a_loss!(a_game_whose_player_had_yet_to_answer_may_have_a_lost_credit_note, async |loss: Loss| {
    let restored = loss
        .restore(
            async |fixture| {
                let manager = fixture.manager_with_drawer().await;
                let game = paid(fixture, 2).await;
                fixture.close_for_rain(&manager, 1).await;
                game
            },
            async |fixture, game| {
                choose_the_money(fixture, &game).await;
                (game, numbers(fixture).await)
            },
        )
        .await;
    let (game, lost) = &restored.lost;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let kept = numbers(&fixture).await;
    assert_eq!(lost - &kept, online_notes(&[1]));
    let done = run(&fixture, &restored.recovery()).await;
    let expected = ["D1/26-27/000001-001000", "C/26-27/000001-001001", "N1/26-27/000001-001001"];
    assert_eq!(shown(&done.gaps), expected, "one more than players may have taken cheaper hours");
    choose_the_money(&fixture, game).await;
    assert_eq!(&numbers(&fixture).await - &kept, online_notes(&[1_002]));
    fixture.app.store.close().await;
});

/// The player of a closed court takes the money.
async fn choose_the_money(fixture: &PaymentsFixture, game: &Order) {
    let token = fixture.link(game).await;
    fixture.choose_the_money(&token, game.number).await.unwrap();
}

after_a_loss!(a_recovery_without_a_payment_account_leaves_online_numbers_to_the_next, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let app = TestApp::over(fixture.app.store.clone());
    app.clock.set(restored.now);
    assert!(recover(&app, &restored.recovery()).await.unwrap().gaps.is_empty(), "no venue has a desk");
    let dry = run(&fixture, &Recovery { dry_run: true, ..restored.recovery() }).await;
    let done = run(&fixture, &restored.recovery()).await;
    for recovered in [&dry, &done] {
        assert_eq!(shown(&recovered.gaps), ["R/26-27/000004-000008", "C/26-27/000002-001008"]);
    }
    assert!(run(&fixture, &restored.recovery()).await.gaps.is_empty());
    fixture.app.store.close().await;
});

after_a_loss!(an_operator_who_names_the_last_numbers_skips_only_these, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let number = |text: &str| vec![text.parse().unwrap()];
    let known = |receipts: &str, notes: &str| Recovery {
        receipts_after: number(receipts),
        credit_notes_after: number(notes),
        ..restored.recovery()
    };
    for (receipts, notes) in [("C/26-27/000007", "C/26-27/000003"), ("R/25-26/000007", "C/26-27/000003")] {
        let refused = recover(&fixture.app, &known(receipts, notes)).await.unwrap_err();
        assert!(matches!(refused, RecoverError::NotOfThisSeries { .. }), "{refused}");
    }
    let done = run(&fixture, &known("R/26-27/000007", "C/26-27/000003")).await;
    assert_eq!(shown(&done.gaps), ["R/26-27/000004-000007", "C/26-27/000002-000003"]);
    issue_both_kinds(&fixture).await;
    assert!(
        numbers(&fixture).await.iter().filter(|number| restored.lost.numbers.contains(number)).count() == 4,
        "only the documents of the backup"
    );
    fixture.app.store.close().await;
});
