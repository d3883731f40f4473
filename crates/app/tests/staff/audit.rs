//! The audit: who sees it, and that a changed entry is noticed.

use std::{collections::BTreeSet, fs, path::Path};

use sideout_app::{
    platform::day_range::DayRange,
    staff::{
        AuditAbout, AuditDayState, AuditEntry, ListAudit, ListAuditError, check_audit, check_audit_day,
        check_characters, digest_past_days, list_audit, sign_in_by_code,
    },
    steps::audited::{Actor, Refused},
};
use sideout_domain::{CourtId, VenueId, staff::Role};
use sideout_store::{Statement, Store, StoreError};
use sideout_testkit::{NETWORK, StaffMember, TestApp, on_both_engines, totp_code};

use crate::helpers::{VENUE, add, number, open_app};

const DAY: i64 = 24 * 3_600;

async fn change(store: &Store, text: &'static str) -> Result<u64, StoreError> {
    let statement = Statement { name: text, text };
    store.write(statement, |tx, statement| Box::pin(async move { tx.run(*statement, &[]).await })).await
}

/// Changes the first entry as a person with access to the database does, past the triggers that keep entries as they are.
async fn change_first_entry(store: &Store) {
    let remove_trigger = match store.engine() {
        "sqlite" => "drop trigger audit_entry_stays",
        _ => "alter table audit_entry disable trigger user",
    };
    change(store, remove_trigger).await.unwrap();
    let first =
        "update audit_entry set verb = 'staff.seen' where audit_id = (select min(audit_id) from audit_entry)";
    assert_eq!(change(store, first).await.unwrap(), 1);
}

on_both_engines!(an_entry_tells_who_did_what_with_the_fields_that_changed, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    let clerk = add(&app, &actor, "9825041737", 1).await.unwrap();
    let page = list_audit(&app, &actor, ListAudit { limit: 1, ..ListAudit::default() }).await.unwrap();
    let entry = &page.entries[0];
    assert_eq!((entry.verb.as_str(), entry.staff), ("staff.added", Some(owner.id)));
    assert_eq!(entry.subject_id, clerk.id.to_string());
    let after: serde_json::Value = serde_json::from_str(entry.after.as_deref().unwrap()).unwrap();
    assert_eq!(after["phone"], "+919825041737");
    assert_eq!(after["venues"], serde_json::json!([1]));
    assert_eq!(entry.request_key.as_deref(), Some("00000000-0000-4000-8000-000000000001"));
    assert!(page.next.is_some());
    let session = page.entries[0].session_id.unwrap();
    assert_eq!(page.devices.keys().copied().collect::<Vec<_>>(), [session], "{:?}", page.devices);
});

on_both_engines!(a_court_that_was_retired_keeps_its_name_in_the_audit, async |store| {
    let app = open_app(store.clone()).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    assert_eq!(change(&store, "update court set active = 0 where court_id = 3").await.unwrap(), 1);
    app.venues.forget();
    let page = list_audit(&app, &actor, ListAudit::default()).await.unwrap();
    assert_eq!(page.courts.get(&CourtId(3)).map(String::as_str), Some("Court 3"));
});

async fn seen(app: &TestApp, actor: &Actor, list: ListAudit) -> Vec<AuditEntry> {
    list_audit(app, actor, list).await.unwrap().entries
}

on_both_engines!(clerks_see_their_own_entries_and_managers_those_of_their_venues, async |store| {
    let app = open_app(store.clone()).await;
    let here = "insert into audit_entry (at, day, venue_id, verb, subject_kind, subject_id) \
                values (1795240800000, '2026-11-21', 1, 'test.seen', 'player', '1')";
    assert_eq!(change(&store, here).await.unwrap(), 1);
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    let all = ListAudit::default();
    for (role, phone) in [(Role::Manager, "9825041737"), (Role::Desk, "9825041738")] {
        let member = app.staff(role, phone, &[VENUE]).await;
        let actor = app.actor(&member.token).await;
        let own = seen(&app, &actor, ListAudit { staff: Some(member.id), ..all }).await;
        assert!(!own.is_empty() && own.iter().all(|entry| entry.staff == Some(member.id)), "{role}: {own:?}");
        let unfiltered = seen(&app, &actor, all).await;
        let of_owner = list_audit(&app, &actor, ListAudit { staff: Some(owner.id()), ..all }).await;
        let elsewhere = list_audit(&app, &actor, ListAudit { venue: Some(VenueId(2)), ..all }).await;
        assert!(matches!(elsewhere, Err(ListAuditError::Refused(Refused::OtherVenue))), "{elsewhere:?}");
        if role == Role::Manager {
            assert!(unfiltered.iter().any(|entry| entry.verb == "test.seen"), "{unfiltered:?}");
            assert!(unfiltered.iter().all(|entry| entry.venue == Some(VENUE)), "{unfiltered:?}");
            assert!(of_owner.unwrap().entries.iter().all(|entry| entry.venue == Some(VENUE)));
        } else {
            assert_eq!(unfiltered, own);
            assert!(matches!(of_owner, Err(ListAuditError::Refused(Refused::NotAllowed(_)))), "{of_owner:?}");
        }
    }
    let everything = seen(&app, &owner, all).await;
    assert!(everything.iter().any(|entry| entry.venue.is_none() && entry.staff != Some(owner.id())));
});

on_both_engines!(no_entry_and_no_digest_can_be_changed_or_removed, async |store| {
    let app = open_app(store.clone()).await;
    app.staff(Role::Owner, "9825041736", &[]).await;
    app.clock.advance(DAY + 3_600);
    assert_eq!(digest_past_days(&app).await.unwrap(), 1);
    for text in [
        "update audit_entry set reason = 'x'",
        "delete from audit_entry",
        "update audit_digest set entries = 0",
        "delete from audit_digest",
    ] {
        let outcome = change(&store, text).await;
        assert!(outcome.is_err(), "{text}: {outcome:?}");
    }
});

on_both_engines!(a_changed_entry_of_a_past_day_is_noticed, async |store| {
    let app = open_app(store.clone()).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    assert_eq!(digest_past_days(&app).await.unwrap(), 0, "the day is not over");
    app.clock.advance(DAY);
    add(&app, &with_fresh_proof(&app, &owner).await, "9825041737", 1).await.unwrap();
    app.clock.advance(DAY);
    assert_eq!(digest_past_days(&app).await.unwrap(), 2);
    assert_eq!(digest_past_days(&app).await.unwrap(), 0, "each day gets one digest");
    assert_eq!(check_audit(&store).await.unwrap(), None);

    change_first_entry(&store).await;
    let fault = check_audit(&store).await.unwrap().unwrap();
    assert_eq!(fault.recorded, fault.found, "an entry was changed, none removed: {fault}");
});

on_both_engines!(an_inserted_day_is_noticed, async |store| {
    let app = open_app(store.clone()).await;
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

/// The owner, signed in again, so that the proof is fresh.
async fn with_fresh_proof(app: &TestApp, owner: &StaffMember) -> Actor {
    let code = totp_code(&owner.secret, app.clock_now());
    let started = sign_in_by_code(app, owner.phone.clone(), &code, "Test", NETWORK).await;
    app.actor(started.unwrap().token.reveal()).await
}

on_both_engines!(pages_follow_each_other_and_are_filtered_by_days, async |store| {
    let app = open_app(store).await;
    for (key, day) in [(1_u64, 0), (2, 1), (3, 2)] {
        app.clock.advance(if day == 0 { 0 } else { DAY });
        let member = app.staff(Role::Owner, &format!("982504174{key}"), &[]).await;
        let actor = app.actor(&member.token).await;
        add(&app, &actor, &format!("982504175{key}"), key).await.unwrap();
    }
    let owner = app.staff(Role::Owner, "9825041739", &[]).await;
    let actor = app.actor(&owner.token).await;
    let all = seen(&app, &actor, ListAudit::default()).await;
    let (mut pages, mut before) = (Vec::new(), None);
    loop {
        let page =
            list_audit(&app, &actor, ListAudit { before, limit: 2, ..ListAudit::default() }).await.unwrap();
        pages.extend(page.entries);
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    assert_eq!(pages, all);
    let limit = u32::try_from(all.len()).unwrap();
    let page = list_audit(&app, &actor, ListAudit { limit, ..ListAudit::default() }).await.unwrap();
    assert_eq!((page.entries, page.next), (all, None), "a full page that is the last one");
    let today = app.clock_now().to_zoned(jiff::tz::TimeZone::get("Asia/Kolkata").unwrap()).date();
    let yesterday = today.yesterday().unwrap();
    // The command line added the owners.
    let by_owner = |entry: &&AuditEntry| entry.verb == "staff.added" && entry.staff.is_some();
    let added = |entries: &[AuditEntry]| entries.iter().filter(by_owner).count();
    let of = |first, last| ListAudit { days: DayRange { first, last }, ..ListAudit::default() };
    assert_eq!(added(&seen(&app, &actor, of(Some(yesterday), Some(yesterday))).await), 1);
    assert_eq!(added(&seen(&app, &actor, of(Some(yesterday), None)).await), 2);
    assert_eq!(seen(&app, &actor, of(Some(today.tomorrow().unwrap()), None)).await, []);
    assert_eq!(seen(&app, &actor, ListAudit { money: true, ..ListAudit::default() }).await, []);
    let nothing =
        ListAudit { about: AuditAbout::Booking("4820193756".parse().unwrap()), ..ListAudit::default() };
    assert_eq!(seen(&app, &actor, nothing).await, []);
});

/// The verbs of entries about a payment, a refund, a QR code, a receipt, cash, a shift or a payout, of entries about a booking whose
/// facts have an amount of it, and of what takes such an entry back.
const ABOUT_MONEY: [&str; 27] = [
    "booking.cancelled",
    "booking.made",
    "booking.move_undone",
    "booking.moved",
    "booking.undone",
    "cash.moved",
    "offer.moved",
    "offer.refunded",
    "payment.decided",
    "payment.matched",
    "payment.placed",
    "payment.taken",
    "payment.voided",
    "payout.explained",
    "payout.imported",
    "qr.closed",
    "qr.made",
    "receipt.reissued",
    "refund.expedited",
    "refund.explained",
    "refund.paid_out",
    "refund.retried",
    "refund.settled",
    "shift.closed",
    "shift.counted",
    "shift.opened",
    "shift.reviewed",
];

/// The other verbs. The amounts of a price list, a coupon or a new venue are of no booking, payment or drawer.
const NOT_ABOUT_MONEY: [&str; 67] = [
    "attendance.recorded",
    "attendance.scanned_again",
    "attendance.seen_again",
    "booking.displaced",
    "booking.number_added",
    "brand.changed",
    "closure.made",
    "closure.reopened",
    "coupon.changed",
    "coupon.made",
    "coupon.stopped",
    "court.added",
    "court.changed",
    "court.held",
    "court.released",
    "court.retired",
    "court.returned",
    "day.closed",
    "day.names_removed",
    "day.settled",
    "device.paired",
    "device.unpaired",
    "former_strike.counted_again",
    "former_strike.forgiven",
    "hours.published",
    "hours.reverted",
    "link.made",
    "message.read",
    "message.resent",
    "no_show.counted_again",
    "no_show.forgiven",
    "note.removed",
    "note.written",
    "offer.called",
    "offer.called_back",
    "outcome.corrected",
    "passkey.added",
    "passkey.refused",
    "passkey.removed",
    "phone.seen",
    "picture.added",
    "pin.removed",
    "pin.set",
    "player.added",
    "player.blocked",
    "player.erased",
    "player.erasure_asked",
    "player.erasure_undone",
    "player.exported",
    "player.merged",
    "player.unblocked",
    "player.unlocked",
    "prices.published",
    "prices.reverted",
    "report.exported",
    "session.ended",
    "session.started",
    "staff.added",
    "staff.changed",
    "totp.added",
    "totp.removed",
    "venue.added",
    "venue.bookings_decided",
    "venue.changed",
    "venue.retired",
    "venue.returned",
    "venues.ordered",
];

/// The verbs with which the sources in `folder` make entries.
fn verbs_in(folder: &Path) -> BTreeSet<String> {
    let mut verbs = BTreeSet::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.is_dir() {
            verbs.extend(verbs_in(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).unwrap();
            let code = source.split("#[cfg(test)]\nmod ").next().unwrap();
            // `send_refunds.rs` makes its entries by a function `entry`.
            let calls = [
                "Entry::added(",
                "Entry::changed(",
                "Entry::removed(",
                "Entry::happened(",
                " entry(",
                "(entry(",
            ];
            let first_arguments = calls.iter().flat_map(|call| code.split(*call).skip(1));
            let literals = first_arguments.filter_map(|text| text.trim_start().strip_prefix('"'));
            verbs.extend(literals.filter_map(|text| text.split('"').next()).map(str::to_owned));
        }
    }
    verbs
}

#[test]
fn each_verb_of_the_code_is_about_money_or_not() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let decided: BTreeSet<String> =
        ABOUT_MONEY.iter().chain(&NOT_ABOUT_MONEY).map(|verb| (*verb).to_owned()).collect();
    assert_eq!(verbs_in(&sources), decided);
}

on_both_engines!(the_filter_finds_the_entries_about_money_and_no_others, async |store| {
    let app = open_app(store.clone()).await;
    for verb in ABOUT_MONEY.iter().chain(&NOT_ABOUT_MONEY) {
        let text = format!(
            "insert into audit_entry (at, day, venue_id, verb, subject_kind, subject_id) \
             values (1795240800000, '2026-11-21', 1, '{verb}', 'test', '1')"
        );
        assert_eq!(change(&store, Box::leak(text.into_boxed_str())).await.unwrap(), 1);
    }
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    let found = seen(&app, &actor, ListAudit { money: true, ..ListAudit::default() }).await;
    let mut verbs: Vec<&str> = found.iter().map(|entry| entry.verb.as_str()).collect();
    verbs.sort_unstable();
    assert_eq!(verbs, ABOUT_MONEY);
});

on_both_engines!(a_day_has_a_check_of_four_characters_and_shows_whether_it_was_changed, async |store| {
    let app = open_app(store.clone()).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let day = app.clock_now().to_zoned(jiff::tz::TimeZone::UTC).date();
    let check = async |token: &str, day| check_audit_day(&app, &app.actor(token).await, day).await.unwrap();
    assert_eq!(check(&owner.token, day).await.state, AuditDayState::Open);
    assert_eq!(check(&owner.token, day.yesterday().unwrap()).await.state, AuditDayState::Empty);
    app.clock.advance(2 * DAY);
    digest_past_days(&app).await.unwrap();
    let later = app.staff(Role::Owner, "9825041737", &[]).await;
    let found = check(&later.token, day).await;
    assert_eq!(found.state, AuditDayState::Intact);
    let characters = check_characters(&found.digest.unwrap().digest);
    assert!(characters.len() == 4 && characters.chars().all(|c| c.is_ascii_alphanumeric()), "{characters}");
    change_first_entry(&store).await;
    assert_eq!(check(&later.token, day).await.state, AuditDayState::Changed);
    assert!(check_audit(&store).await.unwrap().is_some(), "`sideout doctor` reports it too");
});

on_both_engines!(a_day_counts_the_entries_that_the_caller_may_see, async |store| {
    let app = open_app(store.clone()).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let manager = app.staff(Role::Manager, "9825041737", &[VENUE]).await;
    let clerk = app.staff(Role::Desk, "9825041738", &[VENUE]).await;
    let day = app.clock_now().to_zoned(jiff::tz::TimeZone::UTC).date();
    // An entry of another venue, and one of no venue.
    for text in [
        "insert into audit_entry (at, day, venue_id, verb, subject_kind, subject_id) values (1795240800000, '2026-11-21', 11, 'note.written', 'player', '1')",
        "insert into audit_entry (at, day, verb, subject_kind, subject_id) values (1795240800000, '2026-11-21', 'staff.added', 'staff', '1')",
    ] {
        assert_eq!(change(&store, text).await.unwrap(), 1);
    }
    let mut counts = Vec::new();
    for member in [&owner, &manager, &clerk] {
        let actor = app.actor(&member.token).await;
        let found = check_audit_day(&app, &actor, day).await.unwrap();
        let listed = seen(&app, &actor, ListAudit::default()).await;
        assert_eq!(found.entries, i64::try_from(listed.len()).unwrap(), "{listed:?}");
        counts.push(found.entries);
    }
    assert!(counts[0] > counts[1] && counts[0] > counts[2], "{counts:?}");
});

on_both_engines!(a_manager_of_venues_one_and_two_sees_nothing_of_eleven_and_twenty_one, async |store| {
    let app = open_app(store.clone()).await;
    for text in [
        "insert into venue (venue_id, name, location, long_location, image, facilities, gallery, time_zone, slot_minutes, play_minutes, position, active) \
         select 2, 'South', '', '', '', '[]', '[]', time_zone, slot_minutes, play_minutes, 2, 1 from venue where venue_id = 1",
        "insert into audit_entry (at, day, venue_id, verb, subject_kind, subject_id) values \
         (1795240800000, '2026-11-21', 1, 'test.seen', 'player', '1'), (1795240800000, '2026-11-21', 2, 'test.seen', 'player', '2'), \
         (1795240800000, '2026-11-21', 11, 'test.seen', 'player', '11'), (1795240800000, '2026-11-21', 12, 'test.seen', 'player', '12'), \
         (1795240800000, '2026-11-21', 21, 'test.seen', 'player', '21')",
    ] {
        change(&store, text).await.unwrap();
    }
    let manager = app.staff(Role::Manager, "9825041737", &[VENUE, VenueId(2)]).await;
    let actor = app.actor(&manager.token).await;
    let entries = seen(&app, &actor, ListAudit::default()).await;
    let mut subjects: Vec<_> = entries
        .iter()
        .filter(|entry| entry.verb == "test.seen")
        .map(|entry| entry.subject_id.as_str())
        .collect();
    subjects.sort_unstable();
    assert_eq!(subjects, ["1", "2"]);
});
