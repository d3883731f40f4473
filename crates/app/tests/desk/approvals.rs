//! A colleague approves what a clerk may not do alone.

use std::sync::Arc;

use sideout_app::{
    desk::bookings::cancel_at_desk::{CancelAtDesk, CancelAtDeskError, cancel_at_desk},
    staff::{
        EditMember, PinSignInError, TypedApproval, TypedSecret, approve, edit_member, list_approvers,
        passkeys::{
            PasskeyError, PasskeyRequest, StartApprovalError, prove_by_passkey, remove_passkey,
            start_passkey_approval, start_passkey_proof,
        },
        set_pin, sign_in_by_pin, use_link,
    },
    steps::audited::{Actor, ApprovalError, Refused},
};
use sideout_domain::{
    CustomerId, StaffId,
    money::Money,
    order::OrderNumber,
    staff::{Permission, Pin, Role},
};
use sideout_store::Store;
use sideout_testkit::{
    Authenticator, NETWORK, StaffMember, TestApp, on_both_engines, request_key, run_concurrently,
    sample_venue::VENUE, statement, totp_code, without_guard,
};

use crate::helpers::{at, booked, details, number, open_app, pay_cash};

const PIN: &str = "503816";
const WRONG: &str = "111222";

/// A clerk at a paired device, and a manager and an owner who can approve.
struct Scene {
    app: TestApp,
    clerk: Actor,
    manager: StaffMember,
    owner: StaffMember,
    /// The secret of the device.
    device: String,
    customers: Vec<CustomerId>,
}

impl Scene {
    async fn over(store: Store) -> Self {
        let (app, customers) = open_app(store, 3).await;
        Self::with(app, customers).await
    }

    async fn with(app: TestApp, customers: Vec<CustomerId>) -> Self {
        let manager = app.staff(Role::Manager, "9825041737", &[VENUE]).await;
        let owner = app.staff(Role::Owner, "9825041738", &[]).await;
        let clerk = app.staff(Role::Desk, "9825041736", &[VENUE]).await;
        let device = app.device(&manager, VENUE).await;
        app.set_pin(&manager, PIN).await;
        app.set_pin(&owner, "614927").await;
        app.set_pin(&clerk, "402917").await;
        let clerk = app.actor(&app.pin_session(&device, clerk.id, "402917").await).await;
        Scene { app, clerk, manager, owner, device, customers }
    }

    /// A booking of this customer that is paid with ₹800 in cash. The policy gives nothing back, as its cut-off has passed.
    async fn paid(&self, customer: usize) -> OrderNumber {
        let hours = ["7:00 PM", "8:00 PM", "9:00 PM"];
        let order = booked(&self.app, self.customers[customer], 3, hours[customer]).await.number;
        pay_cash(&self.app.store, order, 800).await;
        order
    }

    async fn cancel_all(&self, actor: &Actor, order: OrderNumber, key: u64) -> Result<(), CancelAtDeskError> {
        let cancel = CancelAtDesk {
            number: order,
            version: details(&self.app, order).await.booking.version,
            shown: Money::ZERO,
            refund: Some(Money::from_rupees(800)),
            reason: Some("Lights failed".to_owned()),
        };
        cancel_at_desk(&self.app, actor, cancel, request_key(key)).await.map(drop)
    }

    async fn approved(&self, typed: TypedApproval, key: u64) -> Result<Actor, ApprovalError> {
        approve(&self.app, self.clerk.clone(), Some(typed), &request_key(key), NETWORK).await
    }

    /// Cancels with all of the money back, approved by what was typed.
    async fn cancel(
        &self,
        order: OrderNumber,
        typed: TypedApproval,
        key: u64,
    ) -> Result<(), CancelAtDeskError> {
        let actor = self.approved(typed, key).await.map_err(CancelAtDeskError::Approval)?;
        self.cancel_all(&actor, order, key).await
    }

    fn code(&self, of: &StaffMember) -> TypedApproval {
        let code = totp_code(&of.secret, self.app.clock_now());
        TypedApproval { staff: of.id, secret: TypedSecret::Code(code) }
    }

    async fn edit(&self, member: &StaffMember, version: i64, edit: EditMember, key: u64) {
        let owner = self.app.actor(&self.owner.token).await;
        edit_member(&self.app, &owner, member.id, version, edit, request_key(key)).await.unwrap();
    }
}

fn by_pin(staff: StaffId, pin: &str) -> TypedApproval {
    TypedApproval { staff, secret: TypedSecret::Pin(pin.to_owned()) }
}

fn is_wrong<T: std::fmt::Debug>(tried: &Result<T, CancelAtDeskError>) -> bool {
    matches!(tried, Err(CancelAtDeskError::Approval(ApprovalError::Wrong)))
}

/// An app at 6 PM on Sunday with a paid booking of 7 PM, of which the policy gives nothing back any more.
async fn late(store: Store) -> (Scene, OrderNumber) {
    let (app, customers) = open_app(store, 3).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    pay_cash(&app.store, order, 800).await;
    app.clock.set(at("6:00 PM"));
    (Scene::with(app, customers).await, order)
}

on_both_engines!(a_manager_approves_by_a_pin_and_the_audit_names_both, async |store| {
    let (scene, order) = late(store.clone()).await;
    let alone = scene.cancel_all(&scene.clerk, order, 1).await;
    let needed = Refused::ApprovalNeeded(Permission::BookingCancelBeyondPolicy);
    assert!(matches!(&alone, Err(CancelAtDeskError::Refused(refused)) if *refused == needed), "{alone:?}");
    scene.cancel(order, by_pin(scene.manager.id, PIN), 2).await.unwrap();
    assert_eq!(details(&scene.app, order).await.booking.amounts.returned, Money::from_rupees(800));
    let both = "select cast(count(*) as bigint) from audit_entry where verb = 'booking.cancelled' \
                and staff_id = (select staff_id from staff where role = 'desk') \
                and approver_id = (select staff_id from staff where role = 'manager')";
    assert_eq!(number(&store, both).await, 1);
    for secret in ["answer", "request_key"] {
        let text = format!("select cast(count(*) as bigint) from desk_request where {secret} like '%{PIN}%'");
        assert_eq!(number(&store, text.leak()).await, 0);
    }
});

on_both_engines!(an_approved_call_that_is_repeated_needs_no_second_code, async |store| {
    let (scene, order) = late(store.clone()).await;
    scene.app.clock.advance(60);
    let typed = scene.code(&scene.manager);
    let version = details(&scene.app, order).await.booking.version;
    let cancel = CancelAtDesk {
        number: order,
        version,
        shown: Money::ZERO,
        refund: Some(Money::from_rupees(800)),
        reason: Some("Lights failed".to_owned()),
    };
    for _ in 0..3 {
        let actor = scene.approved(typed.clone(), 1).await.unwrap();
        cancel_at_desk(&scene.app, &actor, cancel.clone(), request_key(1)).await.unwrap();
    }
    let entries = "select cast(count(*) as bigint) from audit_entry where verb = 'booking.cancelled'";
    assert_eq!(number(&store, entries).await, 1);
    // The idempotency key of an answered call does not let another call pass the check.
    let mut other = cancel;
    other.refund = Some(Money::from_rupees(700));
    let actor = scene.approved(by_pin(scene.manager.id, WRONG), 1).await.unwrap();
    let refused = cancel_at_desk(&scene.app, &actor, other, request_key(1)).await;
    assert!(matches!(refused, Err(CancelAtDeskError::Refused(Refused::KeyReused))), "{refused:?}");
});

/// Whether one code approves two calls.
async fn approves_twice(app: TestApp, customers: Vec<CustomerId>) -> bool {
    let first = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let second = booked(&app, customers[1], 4, "7:00 PM").await.number;
    for order in [first, second] {
        pay_cash(&app.store, order, 800).await;
    }
    app.clock.set(at("6:00 PM"));
    let scene = Scene::with(app, customers).await;
    scene.app.clock.advance(60);
    // Both are checked before one of them is used.
    let (one, other) =
        (scene.approved(scene.code(&scene.manager), 1), scene.approved(scene.code(&scene.manager), 2));
    let (one, other) = (one.await.unwrap(), other.await.unwrap());
    scene.cancel_all(&one, first, 1).await.unwrap();
    scene.cancel_all(&other, second, 2).await.is_ok()
}

on_both_engines!(one_code_approves_one_call, async |store| {
    let (app, customers) = open_app(store, 3).await;
    assert!(!approves_twice(app, customers).await);
});

on_both_engines!(control_without_its_guard_a_code_approves_several_calls, async |store| {
    let (app, customers) = open_app(store.clone(), 3).await;
    let unguarded = without_guard(&store, statement("staff_totp/use_step"), "and last_step < $2 ", "");
    assert!(approves_twice(app.another_node_on(unguarded, |_| {}), customers).await);
});

on_both_engines!(a_colleague_with_no_permission_of_their_own_cannot_approve, async |store| {
    let (scene, order) = late(store).await;
    let app = &scene.app;
    let colleague = app.staff(Role::Desk, "9825041739", &[VENUE]).await;
    app.set_pin(&colleague, PIN).await;
    let tried = scene.cancel(order, by_pin(colleague.id, PIN), 1).await;
    assert!(matches!(tried, Err(CancelAtDeskError::Approval(ApprovalError::NotAllowed))), "{tried:?}");
    let own = scene.cancel(order, by_pin(scene.clerk.id(), "402917"), 2).await;
    assert!(matches!(own, Err(CancelAtDeskError::Approval(ApprovalError::OwnCall))), "{own:?}");
    assert!(is_wrong(&scene.cancel(order, by_pin(scene.manager.id, WRONG), 3).await));
    assert!(is_wrong(&scene.cancel(order, by_pin(StaffId(7), PIN), 4).await));
    let code = TypedApproval { staff: StaffId(7), secret: TypedSecret::Code("123456".to_owned()) };
    assert!(is_wrong(&scene.cancel(order, code, 5).await));
    let denied =
        EditMember { denied: Some(vec![Permission::BookingCancelBeyondPolicy]), ..EditMember::default() };
    scene.edit(&scene.manager, 1, denied, 6).await;
    let tried = scene.cancel(order, by_pin(scene.manager.id, PIN), 7).await;
    assert!(matches!(tried, Err(CancelAtDeskError::Approval(ApprovalError::NotAllowed))), "{tried:?}");
    assert_eq!(details(app, order).await.booking.amounts.returned, Money::ZERO);
});

on_both_engines!(an_approval_must_be_valid_when_the_change_is_made, async |store| {
    let (scene, order) = late(store).await;
    let typed = || by_pin(scene.manager.id, PIN);
    let set_active = |active| EditMember { active: Some(active), ..EditMember::default() };
    let actor = scene.approved(typed(), 1).await.unwrap();
    scene.edit(&scene.manager, 1, set_active(false), 2).await;
    assert!(is_wrong(&scene.cancel_all(&actor, order, 1).await), "the manager was switched off meanwhile");
    scene.edit(&scene.manager, 2, set_active(true), 3).await;

    let actor = scene.approved(typed(), 4).await.unwrap();
    let clerk = EditMember { role: Some(Role::Desk), ..EditMember::default() };
    scene.edit(&scene.manager, 3, clerk, 5).await;
    let demoted = scene.cancel_all(&actor, order, 4).await;
    assert!(matches!(demoted, Err(CancelAtDeskError::Approval(ApprovalError::NotAllowed))), "{demoted:?}");

    let actor = scene.approved(by_pin(scene.owner.id, "614927"), 6).await.unwrap();
    let owner = scene.app.actor(&scene.owner.token).await;
    set_pin(&scene.app, &owner, &Pin::parse("725938").unwrap(), NETWORK, request_key(7)).await.unwrap();
    assert!(is_wrong(&scene.cancel_all(&actor, order, 6).await), "the PIN was changed meanwhile");
    scene.cancel(order, by_pin(scene.owner.id, "725938"), 8).await.unwrap();
});

on_both_engines!(above_a_limit_and_without_a_paired_device_a_pin_is_not_enough, async |store| {
    let (scene, order) = late(store.clone()).await;
    let strict = scene.app.another_node_on(store, |settings| settings.desk.pin_approval_paise = 79_999);
    let strict = Scene { app: strict, ..scene };
    let by_pin = strict.cancel(order, by_pin(strict.manager.id, PIN), 1).await;
    let limit = Money::from_paise(79_999);
    assert!(
        matches!(by_pin, Err(CancelAtDeskError::Approval(ApprovalError::CodeNeeded(most))) if most == limit),
        "{by_pin:?}"
    );
    let elsewhere = strict.app.staff(Role::Desk, "9825041739", &[VENUE]).await;
    let elsewhere = strict.app.actor(&elsewhere.token).await;
    let typed = TypedApproval { staff: strict.manager.id, secret: TypedSecret::Pin(PIN.to_owned()) };
    let unpaired = approve(&strict.app, elsewhere, Some(typed), &request_key(2), NETWORK).await;
    assert!(matches!(unpaired, Err(ApprovalError::CodeNeeded(Money::ZERO))), "{unpaired:?}");
    strict.app.clock.advance(60);
    strict.cancel(order, strict.code(&strict.manager), 3).await.unwrap();
});

on_both_engines!(guesses_pause_a_managers_pin_not_their_code_and_then_unpair_the_device, async |store| {
    let (scene, order) = late(store).await;
    for key in 0..5 {
        assert!(is_wrong(&scene.cancel(order, by_pin(scene.manager.id, WRONG), 10 + key).await));
    }
    let paused = scene.cancel(order, by_pin(scene.manager.id, PIN), 20).await;
    assert!(
        matches!(&paused, Err(CancelAtDeskError::Approval(ApprovalError::Throttled(wait))) if wait.retry_after == 900),
        "{paused:?}"
    );
    // The clerk can still work, and the manager approves by a code.
    let other = scene.paid(1).await;
    let by_policy = CancelAtDesk {
        number: other,
        version: details(&scene.app, other).await.booking.version,
        shown: Money::ZERO,
        refund: None,
        reason: None,
    };
    cancel_at_desk(&scene.app, &scene.clerk, by_policy, request_key(21)).await.unwrap();
    scene.app.clock.advance(60);
    scene.cancel(order, scene.code(&scene.manager), 22).await.unwrap();
    // Fifteen more wrong PINs, of any members of staff, unpair the device.
    let third = scene.paid(2).await;
    for n in 0..15 {
        let guess = by_pin(StaffId(100 + n / 4), WRONG);
        assert!(is_wrong(&scene.cancel(third, guess, 30 + n.unsigned_abs()).await), "{n}");
    }
    let staff = scene.clerk.id();
    let tried = sign_in_by_pin(&scene.app, &scene.device, (staff, "402917"), "", NETWORK).await;
    assert!(matches!(tried, Err(PinSignInError::NotPaired)), "{tried:?}");
});

/// The member with a new session, and the passkey that they have added in it.
async fn with_passkey(app: &TestApp, member: &StaffMember, n: u8) -> (StaffMember, Authenticator) {
    let link = app.staff_link(&member.phone).await;
    let token = use_link(app, &link, "Test", NETWORK).await.unwrap().token.reveal().to_owned();
    let member = StaffMember { token, ..member.clone() };
    let phone = app.passkey(&member, n).await;
    (member, phone)
}

async fn challenge(scene: &Scene, of: &StaffMember) -> Result<PasskeyRequest, StartApprovalError> {
    start_passkey_approval(&scene.app, &scene.clerk, VENUE, of.id, NETWORK).await
}

fn by_passkey(staff: StaffId, phone: &Authenticator, request: &PasskeyRequest) -> TypedApproval {
    TypedApproval { staff, secret: TypedSecret::Passkey(Box::new(phone.sign(request))) }
}

fn is_wrong_passkey<T: std::fmt::Debug>(tried: &Result<T, CancelAtDeskError>) -> bool {
    matches!(tried, Err(CancelAtDeskError::Approval(ApprovalError::WrongPasskey)))
}

on_both_engines!(a_passkey_approves_what_a_pin_may_not_and_the_audit_names_both, async |store| {
    let (scene, order) = late(store.clone()).await;
    let (_, phone) = with_passkey(&scene.app, &scene.manager, 1).await;
    let strict =
        scene.app.another_node_on(store.clone(), |settings| settings.desk.pin_approval_paise = 79_999);
    let strict = Scene { app: strict, ..scene };
    let by_pin = strict.cancel(order, by_pin(strict.manager.id, PIN), 1).await;
    assert!(matches!(by_pin, Err(CancelAtDeskError::Approval(ApprovalError::CodeNeeded(_)))), "{by_pin:?}");
    let request = challenge(&strict, &strict.manager).await.unwrap();
    assert_eq!(request.allowed, std::slice::from_ref(&phone.credential_id));
    strict.cancel(order, by_passkey(strict.manager.id, &phone, &request), 2).await.unwrap();
    assert_eq!(details(&strict.app, order).await.booking.amounts.returned, Money::from_rupees(800));
    let both = "select cast(count(*) as bigint) from audit_entry where verb = 'booking.cancelled' \
                and staff_id = (select staff_id from staff where role = 'desk') \
                and approver_id = (select staff_id from staff where role = 'manager')";
    assert_eq!(number(&store, both).await, 1);
    // The answer was lost: the same call with the same signature changes nothing and is answered.
    strict.approved(by_passkey(strict.manager.id, &phone, &request), 2).await.unwrap();
});

on_both_engines!(one_signature_approves_one_call_of_one_session_for_one_colleague, async |store| {
    let (scene, order) = late(store.clone()).await;
    let (signed_in, phone) = with_passkey(&scene.app, &scene.manager, 1).await;
    let (_, owners) = with_passkey(&scene.app, &scene.owner, 2).await;
    let (manager, owner) = (scene.manager.id, scene.owner.id);
    let other = scene.app.staff(Role::Desk, "9825041739", &[VENUE]).await;
    let other = scene.app.actor(&other.token).await;

    let request = challenge(&scene, &scene.manager).await.unwrap();
    let typed = by_passkey(manager, &phone, &request);
    let foreign = approve(&scene.app, other, Some(typed), &request_key(1), NETWORK).await;
    assert!(matches!(foreign, Err(ApprovalError::WrongPasskey)), "another session: {foreign:?}");
    assert!(is_wrong_passkey(&scene.cancel(order, by_passkey(manager, &phone, &request), 2).await), "spent");

    let request = challenge(&scene, &scene.manager).await.unwrap();
    assert!(is_wrong_passkey(&scene.cancel(order, by_passkey(owner, &owners, &request), 3).await));
    let request = challenge(&scene, &scene.manager).await.unwrap();
    assert!(is_wrong_passkey(&scene.cancel(order, by_passkey(manager, &owners, &request), 4).await));
    let request = challenge(&scene, &scene.manager).await.unwrap();
    scene.app.clock.advance(301);
    assert!(
        is_wrong_passkey(&scene.cancel(order, by_passkey(manager, &phone, &request), 5).await),
        "expired"
    );

    // A challenge for another purpose approves nothing, and one of an approval proves nothing.
    let own = scene.app.actor(&signed_in.token).await;
    let request = start_passkey_proof(&scene.app, &own, NETWORK).await.unwrap();
    assert!(is_wrong_passkey(&scene.cancel(order, by_passkey(manager, &phone, &request), 6).await));
    let request = challenge(&scene, &scene.manager).await.unwrap();
    let proven = prove_by_passkey(&scene.app, &own, phone.sign(&request), NETWORK).await;
    assert!(matches!(proven, Err(PasskeyError::Wrong)), "{proven:?}");

    assert_eq!(details(&scene.app, order).await.booking.amounts.returned, Money::ZERO);
    let request = challenge(&scene, &scene.manager).await.unwrap();
    scene.cancel(order, by_passkey(manager, &phone, &request), 7).await.unwrap();
    let second = scene.paid(1).await;
    assert!(is_wrong_passkey(&scene.cancel(second, by_passkey(manager, &phone, &request), 8).await), "used");
});

/// Sends one signature with a call for each order at once; returns how many calls it approved and how many were done.
async fn approve_at_once(app: TestApp, orders: Vec<OrderNumber>) -> (usize, usize) {
    let scene = Arc::new(Scene::with(app, Vec::new()).await);
    let (_, phone) = with_passkey(&scene.app, &scene.manager, 1).await;
    let request = challenge(&scene, &scene.manager).await.unwrap();
    let typed = by_passkey(scene.manager.id, &phone, &request);
    let before = scene.returned(&orders).await;
    assert_eq!(before, 0);
    let approved = run_concurrently(orders.len(), |n| {
        let (scene, typed, order) = (scene.clone(), typed.clone(), orders[n]);
        async move {
            match scene.cancel(order, typed, 50 + u64::try_from(n).unwrap()).await {
                Ok(()) => 1,
                Err(CancelAtDeskError::Approval(ApprovalError::WrongPasskey)) => 0,
                Err(failed) => panic!("{failed:?}"),
            }
        }
    });
    (approved.await.into_iter().sum(), scene.returned(&orders).await)
}

impl Scene {
    /// How many of these bookings were cancelled with money back.
    async fn returned(&self, orders: &[OrderNumber]) -> usize {
        let mut returned = 0;
        for order in orders {
            let amounts = details(&self.app, *order).await.booking.amounts;
            returned += usize::from(amounts.returned == Money::from_rupees(800));
        }
        returned
    }
}

/// An app with four paid bookings, of which the policy gives nothing back any more.
async fn four_paid(store: Store) -> (TestApp, Vec<OrderNumber>) {
    let (app, customers) = open_app(store, 4).await;
    let mut orders = Vec::new();
    for (n, customer) in (3..).zip(customers) {
        let order = booked(&app, customer, n, "7:00 PM").await.number;
        pay_cash(&app.store, order, 800).await;
        orders.push(order);
    }
    app.clock.set(at("6:00 PM"));
    (app, orders)
}

on_both_engines!(one_signature_sent_four_times_at_once_approves_one_call, async |store| {
    let (app, orders) = four_paid(store).await;
    assert_eq!(approve_at_once(app, orders).await, (1, 1));
});

on_both_engines!(control_a_challenge_that_stays_approves_several_calls_at_once, async |store| {
    let (app, orders) = four_paid(store.clone()).await;
    let kept = "select staff_id, state from passkey_ceremony where token_hash = $1 and kind = $2 and expires_at > $3";
    let taken = statement("passkey_ceremony/take");
    let unguarded = without_guard(&store, taken, taken.text, kept);
    let (approved, returned) = approve_at_once(app.another_node_on(unguarded, |_| {}), orders).await;
    assert!(approved > 1, "{approved}");
    assert_eq!(approved, returned);
});

on_both_engines!(a_passkey_that_is_removed_meanwhile_approves_nothing, async |store| {
    let (scene, order) = late(store).await;
    let (manager, phone) = with_passkey(&scene.app, &scene.manager, 1).await;
    let request = challenge(&scene, &scene.manager).await.unwrap();
    let actor = scene.approved(by_passkey(scene.manager.id, &phone, &request), 1).await.unwrap();
    let own = scene.app.actor(&manager.token).await;
    remove_passkey(&scene.app, &own, phone.credential_id.clone(), request_key(2)).await.unwrap();
    assert!(is_wrong(&scene.cancel_all(&actor, order, 1).await));
});

on_both_engines!(a_challenge_is_made_only_for_a_colleague_who_can_approve_by_a_passkey, async |store| {
    let scene = Scene::over(store).await;
    let app = &scene.app;
    let elsewhere = app.staff(Role::Manager, "9825041740", &[]).await;
    app.passkey(&elsewhere, 1).await;
    let clerk = app.staff(Role::Desk, "9825041742", &[VENUE]).await;
    app.passkey(&clerk, 2).await;
    for member in [&scene.manager, &elsewhere, &clerk] {
        let refused = challenge(&scene, member).await;
        let is_wrong = matches!(refused, Err(StartApprovalError::Passkey(PasskeyError::Wrong)));
        assert!(is_wrong, "{refused:?}");
    }
    app.passkey(&scene.owner, 3).await;
    challenge(&scene, &scene.owner).await.unwrap();
});

on_both_engines!(a_clerk_sees_who_can_approve, async |store| {
    let scene = Scene::over(store).await;
    let app = &scene.app;
    let elsewhere = app.staff(Role::Manager, "9825041740", &[]).await;
    let permission = Permission::BookingCancelBeyondPolicy;
    let listed = list_approvers(app, &scene.clerk, VENUE, permission).await.unwrap();
    let names: Vec<_> = listed.iter().map(|approver| (approver.staff, approver.has_pin)).collect();
    assert_eq!(names, [(scene.manager.id, true), (scene.owner.id, true)]);
    assert!(!names.iter().any(|(staff, _)| *staff == elsewhere.id));
    assert!(listed.iter().all(|approver| approver.has_app && !approver.has_passkey));
    app.passkey(&scene.owner, 1).await;
    let listed = list_approvers(app, &scene.clerk, VENUE, permission).await.unwrap();
    assert_eq!(listed.iter().map(|approver| approver.has_passkey).collect::<Vec<_>>(), [false, true]);
    // A person who can sign in only by a link has no way to approve.
    app.staff_without_session(Role::Manager, "9825041741", &[VENUE]).await;
    assert_eq!(list_approvers(app, &scene.clerk, VENUE, permission).await.unwrap(), listed);
});
