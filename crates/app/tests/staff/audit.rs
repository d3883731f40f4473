//! The audit: who sees it, and that a changed entry is noticed.

use sideout_app::staff::{AuditFilter, check_audit, digest_past_days, list_audit};
use sideout_domain::staff::Role;
use sideout_store::{Statement, Store, StoreError};
use sideout_testkit::on_both_engines;

use crate::helpers::{VENUE, add, desk, number};

const DAY: i64 = 24 * 3_600;

async fn change(store: &Store, text: &'static str) -> Result<u64, StoreError> {
    let statement = Statement { name: text, text };
    store.write(statement, |tx, statement| Box::pin(async move { tx.run(*statement, &[]).await })).await
}

on_both_engines!(an_entry_tells_who_did_what_with_the_fields_that_changed, async |store| {
    let app = desk(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    let clerk = add(&app, &actor, "9825041737", 1).await.unwrap();
    let page = list_audit(&app, &actor, AuditFilter::Everything, None, 1).await.unwrap();
    let entry = &page.entries[0];
    assert_eq!((entry.verb.as_str(), entry.staff), ("staff.added", Some(owner.id)));
    assert_eq!(entry.subject_id, clerk.id.to_string());
    let after: serde_json::Value = serde_json::from_str(entry.after.as_deref().unwrap()).unwrap();
    assert_eq!(after["phone"], "+919825041737");
    assert_eq!(after["venues"], serde_json::json!([1]));
    assert_eq!(entry.request_key.as_deref(), Some("00000000-0000-4000-8000-000000000001"));
    assert!(page.next.is_some());
});

on_both_engines!(clerks_see_their_own_entries_and_managers_those_of_their_venues, async |store| {
    let app = desk(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    for (role, phone) in [(Role::Manager, "9825041737"), (Role::Desk, "9825041738")] {
        let member = app.staff(role, phone, &[VENUE]).await;
        let actor = app.actor(&member.token).await;
        let sees = async |filter| list_audit(&app, &actor, filter, None, 50).await.is_ok();
        assert!(sees(AuditFilter::Staff(member.id)).await);
        assert!(!sees(AuditFilter::Everything).await);
        assert!(!sees(AuditFilter::Staff(owner.id)).await);
        assert_eq!(sees(AuditFilter::Venue(VENUE)).await, role == Role::Manager);
    }
});

on_both_engines!(no_entry_can_be_changed_or_removed, async |store| {
    let app = desk(store.clone()).await;
    app.staff(Role::Owner, "9825041736", &[]).await;
    for text in [
        "update audit_entry set reason = 'x'",
        "delete from audit_entry",
        "update audit_digest set entries = 0 where entries >= 0",
    ] {
        let outcome = change(&store, text).await;
        let nothing_there = text.contains("audit_digest") && matches!(outcome, Ok(0));
        assert!(outcome.is_err() || nothing_there, "{text}: {outcome:?}");
    }
});

on_both_engines!(a_changed_entry_of_a_past_day_is_noticed, async |store| {
    let app = desk(store.clone()).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    assert_eq!(digest_past_days(&app).await.unwrap(), 0, "the day is not over");
    app.clock.advance(DAY);
    add(&app, &fresh(&app, &owner).await, "9825041737", 1).await.unwrap();
    app.clock.advance(DAY);
    assert_eq!(digest_past_days(&app).await.unwrap(), 2);
    assert_eq!(digest_past_days(&app).await.unwrap(), 0, "each day once");
    assert_eq!(check_audit(&store).await.unwrap(), None);

    // A person who owns the database changes a role in the audit.
    let unlock = match store.engine() {
        "sqlite" => "drop trigger audit_entry_stays",
        _ => "alter table audit_entry disable trigger user",
    };
    change(&store, unlock).await.unwrap();
    let first =
        "update audit_entry set verb = 'staff.seen' where audit_id = (select min(audit_id) from audit_entry)";
    assert_eq!(change(&store, first).await.unwrap(), 1);
    let fault = check_audit(&store).await.unwrap().unwrap();
    assert_eq!(fault.recorded, fault.found, "an entry was changed, none removed: {fault}");
});

on_both_engines!(an_inserted_day_is_noticed, async |store| {
    let app = desk(store.clone()).await;
    app.staff(Role::Owner, "9825041736", &[]).await;
    app.clock.advance(DAY + 3_600);
    assert_eq!(digest_past_days(&app).await.unwrap(), 1);
    let forged = "insert into audit_entry (at, day, verb, subject_kind, subject_id)
                  values (1, '2020-01-01', 'staff.added', 'staff', '1')";
    assert_eq!(change(&store, forged).await.unwrap(), 1);
    let fault = check_audit(&store).await.unwrap().unwrap();
    assert_eq!((fault.day.to_string().as_str(), fault.recorded, fault.found), ("2020-01-01", 0, 1));
    assert_eq!(number(&store, "select cast(count(*) as bigint) from audit_digest").await, 1);
});

/// The owner with a proof of the last minutes: signed in anew.
async fn fresh(
    app: &sideout_testkit::TestApp,
    owner: &sideout_testkit::StaffMember,
) -> sideout_app::steps::audited::Actor {
    let code = sideout_testkit::totp_code(&owner.secret, app.clock_now());
    let phone = owner.phone.clone();
    let started =
        sideout_app::staff::sign_in_by_code(app, phone, &code, "Test", sideout_testkit::NETWORK).await;
    app.actor(started.unwrap().token.reveal()).await
}
