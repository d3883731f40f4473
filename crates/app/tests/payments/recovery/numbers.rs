//! Numbers of receipts and credit notes issued after the backup are not used again.

use sideout_app::payments::recovery::{RecoverError, Recovery, recover};

use sideout_store::receipts::ReceiptGap;

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
    // Three receipts are in the backup. Five payments were captured since, and two of the three bookings may have been cancelled.
    let expected = ["R/26-27/000004-000008", "C/26-27/000002-000008"];
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
    // An earlier time for the same restore finds no other payment, but each booking may have been cancelled since then as well.
    let paid = "select count(*) from orders where status = 'confirmed' and paid_paise > 0";
    let cancellable = fixture.number(paid).await;
    assert!(cancellable > 0);
    let [(_, notes), _] = last.as_slice() else { panic!("{last:?}") };
    let since = restored.since - jiff::SignedDuration::from_secs(30);
    let more = run(&fixture, &Recovery { since, ..restored.recovery() }).await;
    assert_eq!(shown(&more.gaps), [format!("C/26-27/{:06}-{:06}", notes + 1, notes + cancellable)]);
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
