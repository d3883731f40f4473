//! PINs on paired devices.

use sideout_app::{
    staff::{
        EditMember, ListAudit, PairDeviceError, PinSignInError, SetPinError, UnpairDeviceError,
        authenticate_staff, edit_member, list_audit, list_devices, pair_device, remove_pin, set_pin,
        sign_in_by_code, sign_in_by_pin, unpair_device,
    },
    steps::audited::Refused,
};
use sideout_domain::{
    DeviceId, StaffId, VenueId,
    staff::{PROOF_NEEDED, Permission, Pin, Role, SignInStrength},
};
use sideout_store::{
    Store, StoreError,
    accounts::SecretHash,
    staff::{Device, Devices, PinAttempt},
};
use sideout_testkit::{
    FixedClock, NETWORK, StaffMember, TestApp, on_both_engines, request_key, run_concurrently, statement,
    totp_code, without_guard,
};

use crate::helpers::{VENUE, number, open_app};

const PIN: &str = "402917";
const WRONG: &str = "111222";

/// A venue's desk: its manager, a clerk with a PIN, and the secret of the paired device.
struct PairedDesk {
    app: TestApp,
    manager: StaffMember,
    clerk: StaffMember,
    device: String,
}

impl PairedDesk {
    async fn over(store: Store) -> Self {
        let app = open_app(store).await;
        let manager = app.staff(Role::Manager, "9825041736", &[VENUE]).await;
        let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
        let device = app.device(&manager, VENUE).await;
        app.set_pin(&clerk, PIN).await;
        PairedDesk { app, manager, clerk, device }
    }

    async fn sign_in(&self, staff: StaffId, pin: &str) -> Result<String, PinSignInError> {
        let started = sign_in_by_pin(&self.app, &self.device, (staff, pin), "Test", NETWORK).await?;
        Ok(started.token.reveal().to_owned())
    }

    async fn is_signed_in(&self, token: &str) -> bool {
        authenticate_staff(&self.app, token).await.is_ok()
    }
}

fn is_wrong<T: std::fmt::Debug>(tried: &Result<T, PinSignInError>) -> bool {
    matches!(tried, Err(PinSignInError::WrongPin))
}

on_both_engines!(a_pin_signs_in_on_a_paired_device_only, async |store| {
    let desk = PairedDesk::over(store.clone()).await;
    let token = desk.sign_in(desk.clerk.id, PIN).await.unwrap();
    let actor = desk.app.actor(&token).await;
    assert_eq!((actor.strength, actor.id()), (SignInStrength::Pin, desk.clerk.id));
    assert_eq!(actor.device.as_ref().map(|device| device.label.as_str()), Some("Front desk"));
    assert_eq!(actor.check_at(VENUE, Permission::BookingMake, desk.app.clock_now()), Ok(()));
    for elsewhere in ["", "dd_unknown", &desk.clerk.token] {
        let tried = sign_in_by_pin(&desk.app, elsewhere, (desk.clerk.id, PIN), "", NETWORK).await;
        assert!(matches!(tried, Err(PinSignInError::NotPaired)), "{elsewhere}: {tried:?}");
    }
    let plain = "select cast(count(*) as bigint) from staff_pin where pin_hash not like '$argon2id$%'";
    assert_eq!(number(&store, plain).await, 0);
    let started = "select cast(count(*) as bigint) from audit_entry where verb = 'session.started' and after like '%pin%'";
    assert_eq!(number(&store, started).await, 1);
});

on_both_engines!(a_wrong_pin_and_a_person_who_is_not_here_are_refused_alike, async |store| {
    let desk = PairedDesk::over(store).await;
    let app = &desk.app;
    let elsewhere = app.staff(Role::Desk, "9825041740", &[]).await;
    let gone = app.staff(Role::Desk, "9825041741", &[VENUE]).await;
    app.set_pin(&elsewhere, PIN).await;
    app.set_pin(&gone, PIN).await;
    let owner = app.staff(Role::Owner, "9825041739", &[]).await;
    let off = EditMember { active: Some(false), ..EditMember::default() };
    edit_member(app, &app.actor(&owner.token).await, gone.id, 1, off, request_key(1)).await.unwrap();
    for (who, staff, pin) in [
        ("another PIN", desk.clerk.id, WRONG),
        ("no PIN at all", desk.clerk.id, "12"),
        ("a person without a PIN", desk.manager.id, PIN),
        ("an unknown person", StaffId(1), PIN),
        ("a person of another venue", elsewhere.id, PIN),
        ("a person who was switched off", gone.id, PIN),
    ] {
        let tried = desk.sign_in(staff, pin).await;
        assert!(is_wrong(&tried), "{who}: {tried:?}");
    }
    desk.sign_in(desk.clerk.id, PIN).await.unwrap();
});

on_both_engines!(a_clock_that_was_a_day_ahead_pauses_no_person_and_gives_no_more_pins, async |store| {
    let desk = PairedDesk::over(store).await;
    desk.app.clock.advance(24 * 3_600);
    for _ in 0..4 {
        assert!(is_wrong(&desk.sign_in(desk.clerk.id, WRONG).await));
    }
    desk.app.clock.advance(-24 * 3_600);
    assert!(is_wrong(&desk.sign_in(desk.clerk.id, WRONG).await), "the fifth one");
    let paused = desk.sign_in(desk.clerk.id, PIN).await;
    assert!(matches!(paused, Err(PinSignInError::Throttled(_))), "{paused:?}");
    desk.app.clock.advance(15 * 60);
    desk.sign_in(desk.clerk.id, PIN).await.unwrap();
});

on_both_engines!(five_wrong_pins_pause_one_person_on_one_device, async |store| {
    let desk = PairedDesk::over(store).await;
    let app = &desk.app;
    app.set_pin(&desk.manager, "503816").await;
    let owner = app.staff(Role::Owner, "9825041739", &[]).await;
    let other_device = app.device(&owner, VENUE).await;
    for _ in 0..5 {
        assert!(is_wrong(&desk.sign_in(desk.clerk.id, WRONG).await));
    }
    // Even the right PIN has to wait now.
    let early = desk.sign_in(desk.clerk.id, PIN).await;
    assert!(
        matches!(&early, Err(PinSignInError::Throttled(throttled)) if throttled.retry_after == 900),
        "{early:?}"
    );
    desk.sign_in(desk.manager.id, "503816").await.unwrap();
    app.pin_session(&other_device, desk.clerk.id, PIN).await;
    app.clock.advance(15 * 60);
    desk.sign_in(desk.clerk.id, PIN).await.unwrap();
    // A right PIN ends the count.
    for _ in 0..4 {
        assert!(is_wrong(&desk.sign_in(desk.clerk.id, WRONG).await));
    }
    desk.sign_in(desk.clerk.id, PIN).await.unwrap();
});

on_both_engines!(twenty_wrong_pins_in_all_unpair_the_device, async |store| {
    let desk = PairedDesk::over(store.clone()).await;
    let token = desk.sign_in(desk.clerk.id, PIN).await.unwrap();
    let unpaired = "select cast(count(*) as bigint) from audit_entry where verb = 'device.unpaired' and staff_id is null";
    for n in 0..19 {
        assert!(is_wrong(&desk.sign_in(StaffId(n / 4), WRONG).await), "{n}");
    }
    // The right PIN of a clerk does not allow further guesses.
    desk.sign_in(desk.clerk.id, PIN).await.unwrap();
    let token_now = desk.sign_in(desk.clerk.id, PIN).await.unwrap();
    assert!(!desk.is_signed_in(&token).await, "the next sign-in ends the session before it");
    assert!(desk.is_signed_in(&token_now).await);
    assert_eq!(number(&store, unpaired).await, 0);
    assert!(is_wrong(&desk.sign_in(StaffId(9), WRONG).await), "the twentieth wrong PIN has the same answer");
    assert_eq!(number(&store, unpaired).await, 1);
    assert!(!desk.is_signed_in(&token_now).await, "its sessions end");
    let tried = desk.sign_in(desk.clerk.id, PIN).await;
    assert!(matches!(tried, Err(PinSignInError::NotPaired)), "{tried:?}");
});

/// How many of sixty simultaneous PINs on a device are compared.
async fn compared(app: &TestApp) -> usize {
    let manager = app.staff(Role::Manager, "9825041736", &[VENUE]).await;
    let device = Device {
        id: DeviceId(7),
        venue: VENUE,
        label: "Front desk".to_owned(),
        paired_by: manager.id,
        paired_at: FixedClock::START,
        last_seen_at: FixedClock::START,
    };
    let token = SecretHash([7; 32]);
    let add = app.store.write((device, token), |tx, (device, token)| {
        Box::pin(async move { Devices(tx).add(device, token).await })
    });
    let added: Result<(), StoreError> = add.await;
    added.unwrap();
    let tries = run_concurrently(60, |n| {
        let store = app.store.clone();
        async move {
            let staff = StaffId(i64::try_from(n).unwrap());
            let count = store.write(staff, |tx, staff| {
                Box::pin(async move { Devices(tx).count_pin(DeviceId(7), *staff, FixedClock::START).await })
            });
            let counted: Result<PinAttempt, StoreError> = count.await;
            matches!(counted.unwrap(), PinAttempt::Counted(_))
        }
    });
    tries.await.into_iter().filter(|compared| *compared).count()
}

on_both_engines!(of_simultaneous_pins_on_a_device_twenty_are_compared, async |store| {
    assert_eq!(compared(&open_app(store).await).await, 20);
});

on_both_engines!(control_without_its_guard_more_pins_are_compared, async |store| {
    let guarded = open_app(store.clone()).await;
    let unguarded =
        without_guard(&store, statement("desk_device/count_pin"), " and wrong_pins < $2", " and $2 > 0");
    assert_eq!(compared(&guarded.another_node_on(unguarded, |_| {})).await, 60);
});

on_both_engines!(sessions_on_a_device_end_with_it_and_with_the_person, async |store| {
    let desk = PairedDesk::over(store).await;
    let app = &desk.app;
    let token = desk.sign_in(desk.clerk.id, PIN).await.unwrap();
    let owner = app.staff(Role::Owner, "9825041739", &[]).await;
    let actor = app.actor(&owner.token).await;
    let off = |active| EditMember { active: Some(active), ..EditMember::default() };
    edit_member(app, &actor, desk.clerk.id, 1, off(false), request_key(1)).await.unwrap();
    assert!(!desk.is_signed_in(&token).await);
    edit_member(app, &actor, desk.clerk.id, 2, off(true), request_key(2)).await.unwrap();
    assert!(!desk.is_signed_in(&token).await, "the session stays ended");
    let token = desk.sign_in(desk.clerk.id, PIN).await.unwrap();
    let devices = list_devices(app, &actor).await.unwrap();
    let [device] = devices.as_slice() else { panic!("{devices:?}") };
    unpair_device(app, &actor, device.id, request_key(3)).await.unwrap();
    assert!(!desk.is_signed_in(&token).await);
    assert!(matches!(desk.sign_in(desk.clerk.id, PIN).await, Err(PinSignInError::NotPaired)));
    unpair_device(app, &actor, device.id, request_key(3)).await.unwrap();
    let again = unpair_device(app, &actor, device.id, request_key(4)).await;
    assert!(matches!(again, Err(UnpairDeviceError::NoDevice)), "{again:?}");
});

on_both_engines!(a_pin_is_for_the_venue_of_its_device_and_not_for_an_owners_powers, async |store| {
    let desk = PairedDesk::over(store).await;
    let app = &desk.app;
    let owner = app.staff(Role::Owner, "9825041739", &[]).await;
    app.set_pin(&owner, "503816").await;
    let actor = app.actor(&desk.sign_in(owner.id, "503816").await.unwrap()).await;
    assert!(actor.works_at(VENUE) && !actor.works_at(VenueId(2)));
    let now = app.clock_now();
    assert_eq!(actor.check(Permission::PaymentTake, now), Ok(()));
    for permission in PROOF_NEEDED {
        assert!(actor.check(*permission, now).is_err(), "{permission}");
    }
    let list = ListAudit::default();
    let seen = list_audit(app, &actor, list).await.unwrap().entries;
    assert!(
        !seen.is_empty() && seen.iter().all(|entry| entry.venue == Some(VENUE)),
        "only entries of the device's venue: {seen:?}"
    );
});

on_both_engines!(a_pin_is_set_after_a_fresh_proof_and_is_in_no_fingerprint, async |store| {
    let desk = PairedDesk::over(store.clone()).await;
    let app = &desk.app;
    let (one, other) = (Pin::parse("503816").unwrap(), Pin::parse("614927").unwrap());
    let actor = app.actor(&desk.clerk.token).await;
    set_pin(app, &actor, &one, NETWORK, request_key(1)).await.unwrap();
    // The same key is the same call, whatever PIN comes with it: a fingerprint of the PIN would let it be guessed.
    set_pin(app, &actor, &other, NETWORK, request_key(1)).await.unwrap();
    desk.sign_in(desk.clerk.id, "503816").await.unwrap();
    app.clock.advance(5 * 60);
    let actor = app.actor(&desk.clerk.token).await;
    let late = set_pin(app, &actor, &other, NETWORK, request_key(2)).await;
    assert!(matches!(late, Err(SetPinError::Refused(_))), "{late:?}");
    let with_pin = "select cast(count(*) as bigint) from audit_entry where verb = 'pin.set' and (before is not null or after is not null)";
    assert_eq!(number(&store, with_pin).await, 0);
});

on_both_engines!(a_device_is_paired_once_by_a_manager_and_a_lost_answer_is_sent_again, async |store| {
    let desk = PairedDesk::over(store.clone()).await;
    let app = &desk.app;
    let label = || "Bar".parse().unwrap();
    let manager = app.actor(&desk.manager.token).await;
    let paired = pair_device(app, &manager, (VENUE, label()), Some(&desk.device), request_key(1)).await;
    assert!(matches!(paired, Err(PairDeviceError::Paired)), "{paired:?}");
    let bar = pair_device(app, &manager, (VENUE, label()), None, request_key(2)).await.unwrap();
    let again = pair_device(app, &manager, (VENUE, label()), None, request_key(2)).await.unwrap();
    assert_eq!((again.id, again.token.reveal()), (bar.id, bar.token.reveal()), "its answer was lost");
    let paired = "select cast(count(*) as bigint) from desk_device where label = 'Bar'";
    assert_eq!(number(&store, paired).await, 1);
    app.clock.advance(60);
    let code = totp_code(&desk.manager.secret, app.clock_now());
    let phone = desk.manager.phone.clone();
    let session = sign_in_by_code(app, phone, &code, "Test", NETWORK).await.unwrap();
    let session = app.actor(session.token.reveal()).await;
    let other = pair_device(app, &session, (VENUE, label()), None, request_key(2)).await;
    assert!(matches!(other, Err(PairDeviceError::PairedBefore)), "another session of the person: {other:?}");
    let new = pair_device(app, &manager, (VENUE, label()), None, request_key(5)).await.unwrap();
    assert_ne!(new.token.reveal(), bar.token.reveal(), "another call pairs another device");
    let clerk = app.actor(&desk.clerk.token).await;
    let by_clerk = pair_device(app, &clerk, (VENUE, label()), None, request_key(3)).await;
    assert!(matches!(by_clerk, Err(PairDeviceError::Refused(_))), "{by_clerk:?}");
    let elsewhere = pair_device(app, &manager, (VenueId(2), label()), None, request_key(4)).await;
    assert!(matches!(elsewhere, Err(PairDeviceError::Refused(_))), "{elsewhere:?}");
    let started = sign_in_by_pin(app, bar.token.reveal(), (desk.clerk.id, PIN), "Test", NETWORK).await;
    assert!(started.is_ok(), "the secret that was sent again is that of the device: {started:?}");
});

on_both_engines!(an_owner_pairs_no_device_with_a_venue_that_does_not_exist, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041739", &[]).await;
    let actor = app.actor(&owner.token).await;
    let refused = pair_device(&app, &actor, (VenueId(9), "Bar".parse().unwrap()), None, request_key(1)).await;
    assert!(matches!(refused, Err(PairDeviceError::Refused(Refused::OtherVenue))), "{refused:?}");
});

on_both_engines!(a_device_that_is_not_used_for_180_days_has_to_be_paired_again, async |store| {
    let desk = PairedDesk::over(store).await;
    for _ in 0..2 {
        desk.app.clock.advance(179 * 24 * 3_600);
        desk.sign_in(desk.clerk.id, PIN).await.unwrap();
    }
    desk.app.clock.advance(180 * 24 * 3_600);
    assert!(matches!(desk.sign_in(desk.clerk.id, PIN).await, Err(PinSignInError::NotPaired)));
});

on_both_engines!(a_changed_pin_ends_the_sessions_of_the_old_one, async |store| {
    let desk = PairedDesk::over(store).await;
    let token = desk.sign_in(desk.clerk.id, PIN).await.unwrap();
    assert!(desk.is_signed_in(&token).await);
    let actor = desk.app.actor(&desk.clerk.token).await;
    let new = Pin::parse("713508").unwrap();
    set_pin(&desk.app, &actor, &new, NETWORK, request_key(1)).await.unwrap();
    assert!(!desk.is_signed_in(&token).await, "the session that the old PIN began has ended");
    assert!(desk.is_signed_in(&desk.clerk.token).await, "the session that changed it goes on");
    desk.sign_in(desk.clerk.id, "713508").await.unwrap();
});

on_both_engines!(a_removed_pin_no_longer_signs_in_and_its_sessions_end, async |store| {
    let desk = PairedDesk::over(store.clone()).await;
    let token = desk.sign_in(desk.clerk.id, PIN).await.unwrap();
    let by_pin = remove_pin(&desk.app, &desk.app.actor(&token).await, request_key(1)).await;
    assert!(by_pin.is_err(), "a PIN is not enough to remove it: {by_pin:?}");
    let actor = desk.app.actor(&desk.clerk.token).await;
    remove_pin(&desk.app, &actor, request_key(2)).await.unwrap();
    assert!(!desk.is_signed_in(&token).await, "the session that the PIN began has ended");
    assert!(desk.is_signed_in(&desk.clerk.token).await);
    assert!(is_wrong(&desk.sign_in(desk.clerk.id, PIN).await));
    assert!(!desk.app.actor(&desk.clerk.token).await.has_pin);
    remove_pin(&desk.app, &actor, request_key(3)).await.unwrap();
    let removals = "select cast(count(*) as bigint) from audit_entry where verb = 'pin.removed'";
    assert_eq!(number(&store, removals).await, 1, "removing a PIN again writes no entry");
});
