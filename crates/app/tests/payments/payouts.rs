//! What the provider pays out is read each night, compared line by line, and posted to the account `bank` to the paisa.

use jiff::civil::{Date, date};
use serde_json::json;
use sideout_app::{
    booking::cancel::cancel,
    desk::{
        payouts::{
            RowFaultKind,
            explain_line::{ExplainLineError, explain_line},
            import_file::{ImportPayoutsError, import_payouts},
            list_payouts::{
                ListPayoutsError, PayoutsPage, StoredPayoutLine, find_payout, find_unread, list_payouts,
            },
        },
        refunds::settle_refund::settle_refund,
    },
    payments::{issue_refunds::issue_refunds, read_payouts::read_payouts},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    payout::{PayoutLine, PayoutLineKind, PayoutLineState},
    refund::RefundMethod,
    staff::Role,
};
use sideout_store::{Invariants, StoreError};
use sideout_testkit::{on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    expedited_refunds::{expedite, failed, first_refund},
    fixture::PaymentsFixture,
    settled_refunds::settlement_by,
};

pub(crate) const DAY: u32 = 24 * 3_600;

/// Books a court, pays online, cancels, and sends the refund.
pub(crate) async fn pay_and_refund(fixture: &PaymentsFixture, player: usize, court: i64) {
    let order = fixture.book_pay_and_cancel(player, court).await;
    expedite(fixture, &order).await;
    issue_refunds(&fixture.app).await.unwrap();
}

/// An owner with a fresh proof.
pub(crate) async fn owner(fixture: &PaymentsFixture) -> Actor {
    let member = fixture.app.staff(Role::Owner, "9825041730", &[]).await;
    fixture.app.actor(&member.token).await
}

async fn listed(fixture: &PaymentsFixture, owner: &Actor) -> PayoutsPage {
    list_payouts(&fixture.app, owner, None, 50).await.unwrap()
}

/// What the provider paid out on the third day after the payments of a test.
pub(crate) async fn paid_out(fixture: &PaymentsFixture) -> Vec<PayoutLine> {
    let provider = &fixture.app.payments.as_ref().unwrap().provider;
    provider.list_payout_lines(date(2026, 11, 24), 0).await.unwrap().items
}

/// The provider's file with these lines.
pub(crate) fn file(lines: &[PayoutLine]) -> String {
    let rupees = |paise: i64| format!("{}.{:02}", paise / 100, paise % 100);
    let mut text =
        "type,entity_id,amount,fee,tax,debit,credit,settlement_id,settled_at,settlement_utr\n".to_owned();
    for line in lines {
        let amounts = &line.amounts;
        let [amount, fee, tax, debit, credit] =
            [amounts.amount, amounts.fee, amounts.tax, amounts.debit, amounts.credit]
                .map(|money| rupees(money.paise()));
        text += &format!(
            "{},{},{amount},{fee},{tax},{debit},{credit},{},{},{}\n",
            line.kind,
            line.entity,
            line.payout,
            line.settled_at.as_second(),
            line.utr.as_deref().unwrap_or_default(),
        );
    }
    text
}

pub(crate) const BANK: &str =
    "select cast(coalesce(sum(amount_paise), 0) as bigint) from ledger_posting where account = 'bank'";
pub(crate) const PROVIDER: &str =
    "select cast(coalesce(sum(amount_paise), 0) as bigint) from ledger_posting where account = 'provider'";

on_both_engines!(the_nightly_read_posts_payouts_to_the_bank_account_to_the_paisa, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 3).await;
    fixture.book_and_pay(0, 3).await;
    fixture.book_and_pay(1, 4).await;
    pay_and_refund(&fixture, 2, 5).await;
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 0, "nothing was paid out yet");
    fixture.advance(4 * DAY).await;
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 4, "three payments and a refund");
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 0, "once each night");
    fixture.advance(DAY).await;
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 0, "the same day again adds nothing");

    let owner = owner(&fixture).await;
    let page = listed(&fixture, &owner).await;
    assert_eq!((page.open.len(), page.open_lines, page.payouts.len()), (0, 0, 1));
    let payout = &page.payouts[0];
    assert_eq!((payout.lines, payout.utr.as_deref()), (4, Some("SBXN202611240900")));
    let net: i64 = paid_out(&fixture).await.iter().map(|line| line.amounts.net().paise()).sum();
    assert_eq!(payout.sums.net().paise(), net);
    assert_eq!(page.last_month.sums, payout.sums);
    assert_eq!(fixture.number(BANK).await, net);
    assert_eq!(fixture.number(PROVIDER).await, 0, "the provider holds nothing any more");
    let found = find_payout(&fixture.app, &owner, payout.id.clone(), (None, 3)).await.unwrap().unwrap();
    assert!(found.lines.iter().all(|line| line.state == PayoutLineState::Matched && line.booking.is_some()));
    let rest = find_payout(&fixture.app, &owner, payout.id.clone(), (found.next, 3)).await.unwrap().unwrap();
    assert_eq!((found.lines.len(), rest.lines.len(), rest.next), (3, 1, None));
    let all = find_payout(&fixture.app, &owner, payout.id.clone(), (None, 4)).await.unwrap().unwrap();
    assert_eq!((all.lines.len(), all.next), (4, None), "nothing follows a full page");
    assert!(find_payout(&fixture.app, &owner, "setl_none".to_owned(), (None, 3)).await.unwrap().is_none());
    fixture.assert_all_agree().await;

    assert_eq!(broken(&fixture).await, Vec::<String>::new());
    fixture.change("update payout set credit_paise = credit_paise + 1").await;
    assert_eq!(broken(&fixture).await, ["payouts whose sums differ from their lines"]);
});

/// The rules of payouts that are broken.
async fn broken(fixture: &PaymentsFixture) -> Vec<String> {
    let read = fixture
        .app
        .store
        .read((), |tx, ()| Box::pin(async move { Invariants(tx).list_broken_payouts().await }));
    read.await.unwrap().into_iter().map(|broken| broken.rule).collect()
}

fn open_line<'p>(page: &'p PayoutsPage, id: &str) -> &'p StoredPayoutLine {
    page.open.iter().find(|line| line.entity == id).unwrap()
}

on_both_engines!(a_line_that_is_different_unknown_or_missing_needs_an_explanation, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 3).await;
    let mut ids = Vec::new();
    for (player, fault) in [(0, json!({})), (1, json!("wrong_amount")), (2, json!("missing"))] {
        let order = fixture.hold(player, 3 + player as i64).await;
        let checkout = fixture.checkout(&order).await;
        if fault.is_string() {
            fixture.set_order_faults(&checkout, json!({ "settlement": fault })).await;
        }
        let answer = fixture.pay(&checkout, json!({})).await;
        ids.push(answer["payment"]["id"].as_str().unwrap().to_owned());
        fixture.hint(&order).await;
    }
    fixture.set_faults(json!({ "settlements": { "unknown_line": true } })).await;
    read_payouts(&fixture.app).await.unwrap();
    fixture.advance(4 * DAY).await;
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 3);
    let owner = owner(&fixture).await;
    let page = listed(&fixture, &owner).await;
    assert_eq!((page.open_lines, page.payouts[0].open), (2, 2));
    let different = open_line(&page, &ids[1]);
    assert_eq!(different.state, PayoutLineState::Different);
    let off = different.expected.unwrap().paise() - different.amounts.net().paise();
    assert_eq!(off, 1_000, "ten rupees less than expected");
    let unknown = open_line(&page, "adj_SBX20261124900");
    assert_eq!((unknown.kind, unknown.state), (PayoutLineKind::Adjustment, PayoutLineState::Unknown));
    assert!(unknown.expected.is_none() && unknown.booking.is_none());

    let explain = async |id: &str, key| {
        let text = "The provider corrects it in December".to_owned();
        explain_line(&fixture.app, &owner, (id.to_owned(), text), request_key(key)).await
    };
    explain(&ids[1], 1).await.unwrap();
    explain(&ids[1], 1).await.unwrap();
    let again = explain(&ids[1], 2).await;
    assert!(matches!(again, Err(ExplainLineError::NothingToExplain)), "{again:?}");
    let matched = explain(&ids[0], 3).await;
    assert!(matches!(matched, Err(ExplainLineError::NothingToExplain)), "{matched:?}");
    let strange = explain("pay_none", 4).await;
    assert!(matches!(strange, Err(ExplainLineError::NoSuchLine)), "{strange:?}");
    let audited =
        "select count(*) from audit_entry where verb = 'payout.explained' and reason like 'The provider%'";
    assert_eq!(fixture.number(audited).await, 1);
    assert_eq!(listed(&fixture, &owner).await.open_lines, 1);

    // Eight days after the payment no payout has named the third one.
    fixture.advance(4 * DAY).await;
    read_payouts(&fixture.app).await.unwrap();
    let member = fixture.app.staff(Role::Owner, "9825041731", &[]).await;
    let owner = fixture.app.actor(&member.token).await;
    let page = listed(&fixture, &owner).await;
    let missing = open_line(&page, &ids[2]);
    assert_eq!((missing.state, missing.payout.as_ref()), (PayoutLineState::Missing, None));
    assert!(missing.booking.is_some() && missing.expected.unwrap() > missing.amounts.net());
    assert_eq!(page.open_lines, 2);
    fixture.assert_all_agree().await;

    // A file of the provider names it, so it is no longer missing.
    let stored =
        fixture.number("select amount_paise - fee_paise from payout_line where state = 'missing'").await;
    let mut late = paid_out(&fixture).await.into_iter().find(|line| line.entity == ids[0]).unwrap();
    late.entity = ids[2].clone();
    assert_eq!(late.amounts.net().paise(), stored);
    let imported = import_payouts(&fixture.app, &owner, file(&[late]), request_key(5)).await.unwrap();
    assert_eq!((imported.lines, imported.added, imported.net_paise), (1, 1, stored));
    assert_eq!(listed(&fixture, &owner).await.open_lines, 1, "the correction is left");
    fixture.assert_all_agree().await;
});

on_both_engines!(a_missing_refund_that_was_settled_in_cash_is_not_missing_any_more, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.set_order_faults(&checkout, json!({ "settlement": "missing" })).await;
    fixture.pay(&checkout, json!({})).await;
    fixture.hint(&order).await;
    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    // The provider takes the refund, and it fails an hour later.
    fixture.set_faults(json!({ "refunds": "failed" })).await;
    expedite(&fixture, &order).await;
    issue_refunds(&fixture.app).await.unwrap();
    read_payouts(&fixture.app).await.unwrap();
    fixture.advance(8 * DAY).await;
    read_payouts(&fixture.app).await.unwrap();
    let missing = "select count(*) from payout_line where state = 'missing' and kind = 'refund'";
    assert_eq!(fixture.number(missing).await, 1, "the provider was not asked about it since");

    issue_refunds(&fixture.app).await.unwrap();
    let request = settlement_by(&fixture, RefundMethod::Cash).await;
    settle_refund(&fixture.app, &manager, request, request_key(1)).await.unwrap();
    fixture.advance(DAY).await;
    read_payouts(&fixture.app).await.unwrap();
    assert_eq!(fixture.number(missing).await, 0, "no payout will name it");
    let payments = "select count(*) from payout_line where state = 'missing' and kind = 'payment'";
    assert_eq!(fixture.number(payments).await, 1, "control: the payment is still missing");
    fixture.assert_all_agree().await;
});

on_both_engines!(a_refund_sent_after_all_under_the_id_that_failed_matches_its_line, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    failed(&fixture).await;
    let manager = fixture.manager_with_drawer().await;
    let request = settlement_by(&fixture, RefundMethod::Cash).await;
    settle_refund(&fixture.app, &manager, request, request_key(1)).await.unwrap();
    let sent = "update refund set sent_after_all = provider_refund_id, sent_after_all_at = issued_at, next_step_at = null";
    assert_eq!(fixture.change(sent).await, 1);
    let entity = first_refund(&fixture).await.provider_refund.unwrap();
    let owner = owner(&fixture).await;
    let line = format!(
        "type,entity_id,amount,debit,credit,settlement_id,settled_at\n\
         refund,{entity},770,770,0,setl_late,2026-11-21\n"
    );
    import_payouts(&fixture.app, &owner, line, request_key(2)).await.unwrap();
    let matched = "select count(*) from payout_line where kind = 'refund' and state = 'matched'";
    assert_eq!(fixture.number(matched).await, 1, "the provider has sent it, whatever became of it before");
});

on_both_engines!(a_payment_that_is_found_later_is_matched_by_the_next_nightly_read, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({})).await;
    fixture.advance(4 * DAY).await;
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 1);
    let owner = owner(&fixture).await;
    assert_eq!(listed(&fixture, &owner).await.open[0].state, PayoutLineState::Unknown);
    fixture.hint(&order).await;
    fixture.advance(DAY).await;
    read_payouts(&fixture.app).await.unwrap();
    let member = fixture.app.staff(Role::Owner, "9825041731", &[]).await;
    let owner = fixture.app.actor(&member.token).await;
    let page = listed(&fixture, &owner).await;
    assert_eq!((page.open_lines, page.payouts[0].open), (0, 0));
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(lines_that_match_nothing_do_not_keep_later_ones_from_matching, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({})).await;
    fixture.advance(4 * DAY).await;
    let owner = owner(&fixture).await;
    // Six hundred corrections without an explanation; by their ids they come before the payment.
    let line = paid_out(&fixture).await.remove(0);
    let strange = |n: u32| PayoutLine {
        entity: format!("adj_{n:04}"),
        kind: PayoutLineKind::Adjustment,
        payout: "setl_other".to_owned(),
        ..line.clone()
    };
    let lines: Vec<PayoutLine> = (0..600).map(strange).collect();
    import_payouts(&fixture.app, &owner, file(&lines), request_key(1)).await.unwrap();
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 1);
    assert_eq!(listed(&fixture, &owner).await.open_lines, 601);
    fixture.hint(&order).await;
    fixture.advance(DAY).await;
    read_payouts(&fixture.app).await.unwrap();
    let unknown = "select count(*) from payout_line where state = 'unknown'";
    assert_eq!(fixture.number(unknown).await, 600, "the payment that became known matches");
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(a_file_of_long_ago_does_not_change_which_days_the_nightly_read_covers, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 2).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.set_order_faults(&checkout, json!({ "settlement": "missing" })).await;
    fixture.pay(&checkout, json!({})).await;
    fixture.hint(&order).await;
    // The first night that is read is after this payment, so it is not missing.
    fixture.advance(12 * DAY).await;
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 0);
    let owner = owner(&fixture).await;
    let old = "type,entity_id,amount,debit,credit,settlement_id,settled_at\n\
               payment,pay_old,800,0,800,setl_old,2026-06-01\n";
    import_payouts(&fixture.app, &owner, old.to_owned(), request_key(1)).await.unwrap();
    let days = "select count(*) from payout_day";
    let before = fixture.number(days).await;
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 0);
    fixture.advance(DAY).await;
    read_payouts(&fixture.app).await.unwrap();
    assert_eq!(fixture.number(days).await, before + 1, "the next night reads the next day");
    assert_eq!(fixture.number("select count(*) from payout_line where state = 'missing'").await, 0);
    assert_eq!(fixture.number("select count(*) from payout_line where state = 'unknown'").await, 1);
});

on_both_engines!(a_day_that_cannot_be_read_is_shown_and_retried_while_later_days_are_read, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 2).await;
    fixture.book_and_pay(0, 3).await;
    fixture.advance(DAY).await;
    fixture.book_and_pay(1, 4).await;
    fixture.set_faults(json!({ "settlements": { "unreadable_day": "2026-11-24" } })).await;
    fixture.advance(4 * DAY).await;
    let owner = owner(&fixture).await;
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 1, "the payout of the day after it");
    let page = listed(&fixture, &owner).await;
    assert_eq!((page.payouts.len(), page.unread.as_slice()), (1, [date(2026, 11, 24)].as_slice()));
    assert!(page.read_at.is_some());
    let calls = fixture.calls("list settlement lines").await;
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 0);
    assert_eq!(fixture.calls("list settlement lines").await, calls + 1, "only that day is tried again");

    fixture.set_faults(json!({})).await;
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 1);
    let page = listed(&fixture, &owner).await;
    assert_eq!((page.payouts.len(), page.open_lines, page.unread.len()), (2, 0, 0));
    fixture.assert_all_agree().await;
});

on_both_engines!(days_since_the_first_payment_are_shown_as_unread_if_none_could_be_read_yet, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 1).await;
    let unread = async || {
        let now = fixture.app.clock_now();
        let read = fixture.app.store.read(now, |tx, now| Box::pin(find_unread(tx, *now))).await;
        let days: Result<Vec<Date>, StoreError> = read;
        days.unwrap()
    };
    assert!(unread().await.is_empty(), "nothing was paid yet");
    fixture.book_and_pay(0, 3).await;
    fixture.advance(4 * DAY).await;
    let days: Vec<Date> = (21..=25).map(|day| date(2026, 11, day)).collect();
    assert_eq!(unread().await, days);
    read_payouts(&fixture.app).await.unwrap();
    assert!(unread().await.is_empty());
});

on_both_engines!(a_file_is_imported_whole_or_not_at_all_and_counts_once, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 2).await;
    fixture.book_and_pay(0, 3).await;
    fixture.book_and_pay(1, 4).await;
    fixture.advance(4 * DAY).await;
    let owner = owner(&fixture).await;
    let lines = paid_out(&fixture).await;
    let good = file(&lines);
    let bad = format!("{good}payment,pay_X,ten,0,0,0,10,setl_X,2026-11-24,N\n");
    let refused = import_payouts(&fixture.app, &owner, bad, request_key(1)).await;
    let Err(ImportPayoutsError::BadRows(rows)) = refused else { panic!("{refused:?}") };
    let first = &rows.first[0];
    assert_eq!((first.row, first.column, first.kind), (4, Some("amount"), RowFaultKind::NotAnAmount));
    assert_eq!(fixture.number("select count(*) from payout_line").await, 0);

    let imported = import_payouts(&fixture.app, &owner, good.clone(), request_key(2)).await.unwrap();
    assert_eq!((imported.lines, imported.added), (2, 2));
    assert_eq!(import_payouts(&fixture.app, &owner, good.clone(), request_key(2)).await.unwrap(), imported);
    let again = import_payouts(&fixture.app, &owner, good, request_key(3)).await.unwrap();
    assert_eq!((again.lines, again.added, again.net_paise), (2, 0, 0));
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 0, "the night finds nothing new");
    assert_eq!(fixture.number(BANK).await, imported.net_paise);
    assert_eq!(fixture.number("select count(*) from audit_entry where verb = 'payout.imported'").await, 1);

    let waiting = format!("{}payment,pay_later,800,0,0,0,800,,,\n", file(&lines));
    let again = import_payouts(&fixture.app, &owner, waiting, request_key(5)).await.unwrap();
    assert_eq!(
        (again.lines, again.added, again.unsettled),
        (2, 0, 1),
        "what is not paid out yet is left out"
    );

    let mut changed = lines;
    changed[1].amounts.credit = changed[1].amounts.credit.plus(changed[1].amounts.fee);
    let refused = import_payouts(&fixture.app, &owner, file(&changed), request_key(4)).await;
    let Err(ImportPayoutsError::BadRows(rows)) = refused else { panic!("{refused:?}") };
    assert_eq!((rows.first.len(), rows.more), (1, 0));
    assert_eq!((rows.first[0].row, rows.first[0].kind), (3, RowFaultKind::Contradicts));
    fixture.assert_all_agree().await;
});

on_both_engines!(a_payout_has_the_utr_that_some_of_its_lines_in_a_file_have, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 1).await;
    let owner = owner(&fixture).await;
    let row = |id, utr| format!("adjustment,{id},10,0,0,0,10,setl_X,2026-11-20,{utr}\n");
    let text = [file(&[]), row("adj_A", ""), row("adj_B", "N1"), row("adj_C", "")].concat();
    assert_eq!(import_payouts(&fixture.app, &owner, text, request_key(1)).await.unwrap().added, 3);
    assert_eq!(listed(&fixture, &owner).await.payouts[0].utr.as_deref(), Some("N1"));
});

on_both_engines!(the_audit_of_an_import_names_a_payout_that_got_a_line, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 1).await;
    fixture.book_and_pay(0, 3).await;
    fixture.advance(4 * DAY).await;
    let owner = owner(&fixture).await;
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 1);
    let known = file(&paid_out(&fixture).await);
    let with_another = format!("{known}payment,pay_X,10,0,0,0,10,setl_X,2026-11-24,N\n");
    let imported = import_payouts(&fixture.app, &owner, with_another, request_key(1)).await.unwrap();
    assert_eq!((imported.lines, imported.added), (2, 1));
    let named = "select count(*) from audit_entry where verb = 'payout.imported' and subject_id = 'setl_X'";
    assert_eq!(fixture.number(named).await, 1);
});

on_both_engines!(a_payout_whose_lines_are_known_in_another_one_is_not_kept, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 1).await;
    fixture.book_and_pay(0, 3).await;
    fixture.advance(4 * DAY).await;
    let owner = owner(&fixture).await;
    let mut lines = paid_out(&fixture).await;
    for line in &mut lines {
        line.payout = "setl_before".to_owned();
    }
    import_payouts(&fixture.app, &owner, file(&lines), request_key(1)).await.unwrap();
    assert_eq!(read_payouts(&fixture.app).await.unwrap(), 0, "the provider names another payout now");
    let payouts = fixture.rows("select payout_id, lines from payout").await;
    assert_eq!(payouts, [("setl_before".to_owned(), 1)]);
    assert_eq!(broken(&fixture).await, Vec::<String>::new());
    fixture.assert_all_agree().await;
});

on_both_engines!(only_an_owner_with_a_fresh_proof_sees_payouts, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 1).await;
    let manager = fixture.app.staff(Role::Manager, "9825041739", &[VENUE]).await;
    let manager = fixture.app.actor(&manager.token).await;
    let refused = list_payouts(&fixture.app, &manager, None, 50).await;
    assert!(matches!(refused, Err(ListPayoutsError::Refused(Refused::NotAllowed(_)))), "{refused:?}");
    let owner = owner(&fixture).await;
    listed(&fixture, &owner).await;
    fixture.advance(3_600).await;
    let late = list_payouts(&fixture.app, &owner, None, 50).await;
    assert!(matches!(late, Err(ListPayoutsError::Refused(Refused::ProofNeeded(_)))), "{late:?}");
    let late = import_payouts(&fixture.app, &owner, String::new(), request_key(1)).await;
    assert!(matches!(late, Err(ImportPayoutsError::Refused(Refused::ProofNeeded(_)))), "{late:?}");
});
