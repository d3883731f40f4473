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

use crate::helpers::{at, booked, details, number, open_app, open_second_venue, pay_cash};

const PIN: &str = "503816";
const WRONG: &str = "111222";

/// A clerk at a paired device, and a manager and an owner who can approve.
struct DeskWithApprovers {
    app: TestApp,
    clerk: Actor,
    manager: StaffMember,
    owner: StaffMember,
    /// The secret of the device.
    device: String,
    customers: Vec<CustomerId>,
}

impl DeskWithApprovers {
    /// With three customers who have booked nothing yet.
    async fn new(store: Store) -> Self {
        let (app, customers) = open_app(store, 3).await;
        Self::on(app, customers).await
    }

    async fn on(app: TestApp, customers: Vec<CustomerId>) -> Self {
        let manager = app.staff(Role::Manager, "9825041737", &[VENUE]).await;
        let owner = app.staff(Role::Owner, "9825041738", &[]).await;
        let clerk = app.staff(Role::Desk, "9825041736", &[VENUE]).await;
        let device = app.device(&manager, VENUE).await;
        app.set_pin(&manager, PIN).await;
        app.set_pin(&owner, "614927").await;
        app.set_pin(&clerk, "402917").await;
        let clerk = app.actor(&app.pin_session(&device, clerk.id, "402917").await).await;
        DeskWithApprovers { app, clerk, manager, owner, device, customers }
    }

    /// A booking of this customer that is paid with ₹800 in cash. The policy gives nothing back, as its cut-off has passed.
    async fn paid(&self, customer: usize) -> OrderNumber {
        let hours = ["7:00 PM", "8:00 PM", "9:00 PM"];
        let order = booked(&self.app, self.customers[customer], 3, hours[customer]).await.number;
        pay_cash(&self.app.store, order, 800).await;
        order
    }

    /// Cancels with all of the money back, as `actor`.
    async fn cancel_with_full_refund(
        &self,
        actor: &Actor,
        order: OrderNumber,
        key: u64,
    ) -> Result<(), CancelAtDeskError> {
        let cancel = CancelAtDesk {
            number: order,
            version: details(&self.app, order).await.booking.version,
            shown: Money::ZERO,
            refund: Some(Money::from_rupees(800)),
            reason: Some("Lights failed".to_owned()),
        };
        cancel_at_desk(&self.app, actor, cancel, request_key(key)).await.map(drop)
    }

    /// The clerk as an approved actor of the call with this key.
    async fn approved(&self, typed: TypedApproval, key: u64) -> Result<Actor, ApprovalError> {
        approve(&self.app, self.clerk.clone(), Some(typed), &request_key(key), NETWORK).await
    }

    /// Cancels with all of the money back, approved by what was typed.
    async fn cancel_approved(
        &self,
        order: OrderNumber,
        typed: TypedApproval,
        key: u64,
    ) -> Result<(), CancelAtDeskError> {
        let actor = self.approved(typed, key).await.map_err(CancelAtDeskError::Approval)?;
        self.cancel_with_full_refund(&actor, order, key).await
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

/// The desk at 6 PM on Sunday with a paid booking of 7 PM, of which the policy gives nothing back any more.
async fn after_the_cutoff(store: Store) -> (DeskWithApprovers, OrderNumber) {
    let (app, customers) = open_app(store, 3).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    pay_cash(&app.store, order, 800).await;
    app.clock.set(at("6:00 PM"));
    (DeskWithApprovers::on(app, customers).await, order)
}

on_both_engines!(a_manager_approves_by_a_pin_and_the_audit_names_both, async |store| {
    let (desk, order) = after_the_cutoff(store.clone()).await;
    let alone = desk.cancel_with_full_refund(&desk.clerk, order, 1).await;
    let needed = Refused::ApprovalNeeded(Permission::BookingCancelBeyondPolicy);
    assert!(matches!(&alone, Err(CancelAtDeskError::Refused(refused)) if *refused == needed), "{alone:?}");
    desk.cancel_approved(order, by_pin(desk.manager.id, PIN), 2).await.unwrap();
    assert_eq!(details(&desk.app, order).await.booking.amounts.returned, Money::from_rupees(800));
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
    let (desk, order) = after_the_cutoff(store.clone()).await;
    desk.app.clock.advance(60);
    let typed = desk.code(&desk.manager);
    let version = details(&desk.app, order).await.booking.version;
    let cancel = CancelAtDesk {
        number: order,
        version,
        shown: Money::ZERO,
        refund: Some(Money::from_rupees(800)),
        reason: Some("Lights failed".to_owned()),
    };
    for _ in 0..3 {
        let actor = desk.approved(typed.clone(), 1).await.unwrap();
        cancel_at_desk(&desk.app, &actor, cancel.clone(), request_key(1)).await.unwrap();
    }
    let entries = "select cast(count(*) as bigint) from audit_entry where verb = 'booking.cancelled'";
    assert_eq!(number(&store, entries).await, 1);
    // The idempotency key of an answered call does not let another call pass the check.
    let mut other = cancel;
    other.refund = Some(Money::from_rupees(700));
    let actor = desk.approved(by_pin(desk.manager.id, WRONG), 1).await.unwrap();
    let refused = cancel_at_desk(&desk.app, &actor, other, request_key(1)).await;
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
    let desk = DeskWithApprovers::on(app, customers).await;
    desk.app.clock.advance(60);
    // Both are checked before one of them is used.
    let (one, other) =
        (desk.approved(desk.code(&desk.manager), 1), desk.approved(desk.code(&desk.manager), 2));
    let (one, other) = (one.await.unwrap(), other.await.unwrap());
    desk.cancel_with_full_refund(&one, first, 1).await.unwrap();
    desk.cancel_with_full_refund(&other, second, 2).await.is_ok()
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
    let (desk, order) = after_the_cutoff(store).await;
    let app = &desk.app;
    let colleague = app.staff(Role::Desk, "9825041739", &[VENUE]).await;
    app.set_pin(&colleague, PIN).await;
    let tried = desk.cancel_approved(order, by_pin(colleague.id, PIN), 1).await;
    assert!(matches!(tried, Err(CancelAtDeskError::Approval(ApprovalError::NotAllowed))), "{tried:?}");
    let own = desk.cancel_approved(order, by_pin(desk.clerk.id(), "402917"), 2).await;
    assert!(matches!(own, Err(CancelAtDeskError::Approval(ApprovalError::OwnCall))), "{own:?}");
    assert!(is_wrong(&desk.cancel_approved(order, by_pin(desk.manager.id, WRONG), 3).await));
    assert!(is_wrong(&desk.cancel_approved(order, by_pin(StaffId(7), PIN), 4).await));
    let code = TypedApproval { staff: StaffId(7), secret: TypedSecret::Code("123456".to_owned()) };
    assert!(is_wrong(&desk.cancel_approved(order, code, 5).await));
    let denied =
        EditMember { denied: Some(vec![Permission::BookingCancelBeyondPolicy]), ..EditMember::default() };
    desk.edit(&desk.manager, 1, denied, 6).await;
    let tried = desk.cancel_approved(order, by_pin(desk.manager.id, PIN), 7).await;
    assert!(matches!(tried, Err(CancelAtDeskError::Approval(ApprovalError::NotAllowed))), "{tried:?}");
    assert_eq!(details(app, order).await.booking.amounts.returned, Money::ZERO);
});

on_both_engines!(an_approval_must_be_valid_when_the_change_is_made, async |store| {
    let (desk, order) = after_the_cutoff(store).await;
    let typed = || by_pin(desk.manager.id, PIN);
    let set_active = |active| EditMember { active: Some(active), ..EditMember::default() };
    let actor = desk.approved(typed(), 1).await.unwrap();
    desk.edit(&desk.manager, 1, set_active(false), 2).await;
    assert!(
        is_wrong(&desk.cancel_with_full_refund(&actor, order, 1).await),
        "the manager was switched off meanwhile"
    );
    desk.edit(&desk.manager, 2, set_active(true), 3).await;

    let actor = desk.approved(typed(), 4).await.unwrap();
    let clerk = EditMember { role: Some(Role::Desk), ..EditMember::default() };
    desk.edit(&desk.manager, 3, clerk, 5).await;
    let demoted = desk.cancel_with_full_refund(&actor, order, 4).await;
    assert!(matches!(demoted, Err(CancelAtDeskError::Approval(ApprovalError::NotAllowed))), "{demoted:?}");

    let actor = desk.approved(by_pin(desk.owner.id, "614927"), 6).await.unwrap();
    let owner = desk.app.actor(&desk.owner.token).await;
    set_pin(&desk.app, &owner, &Pin::parse("725938").unwrap(), NETWORK, request_key(7)).await.unwrap();
    assert!(is_wrong(&desk.cancel_with_full_refund(&actor, order, 6).await), "the PIN was changed meanwhile");
    desk.cancel_approved(order, by_pin(desk.owner.id, "725938"), 8).await.unwrap();
});

on_both_engines!(above_a_limit_and_without_a_paired_device_a_pin_is_not_enough, async |store| {
    let (desk, order) = after_the_cutoff(store.clone()).await;
    let strict = desk.app.another_node_on(store, |settings| settings.desk.pin_approval_paise = 79_999);
    let strict = DeskWithApprovers { app: strict, ..desk };
    let by_pin = strict.cancel_approved(order, by_pin(strict.manager.id, PIN), 1).await;
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
    strict.cancel_approved(order, strict.code(&strict.manager), 3).await.unwrap();
});

on_both_engines!(guesses_pause_a_managers_pin_not_their_code_and_then_unpair_the_device, async |store| {
    let (desk, order) = after_the_cutoff(store).await;
    for key in 0..5 {
        assert!(is_wrong(&desk.cancel_approved(order, by_pin(desk.manager.id, WRONG), 10 + key).await));
    }
    let paused = desk.cancel_approved(order, by_pin(desk.manager.id, PIN), 20).await;
    assert!(
        matches!(&paused, Err(CancelAtDeskError::Approval(ApprovalError::Throttled(wait))) if wait.retry_after == 900),
        "{paused:?}"
    );
    // The clerk can still work, and the manager approves by a code.
    let other = desk.paid(1).await;
    let by_policy = CancelAtDesk {
        number: other,
        version: details(&desk.app, other).await.booking.version,
        shown: Money::ZERO,
        refund: None,
        reason: None,
    };
    cancel_at_desk(&desk.app, &desk.clerk, by_policy, request_key(21)).await.unwrap();
    desk.app.clock.advance(60);
    desk.cancel_approved(order, desk.code(&desk.manager), 22).await.unwrap();
    // Fifteen more wrong PINs, for ids that no member of staff has, unpair the device.
    let third = desk.paid(2).await;
    for n in 0..15 {
        let guess = by_pin(StaffId(100 + n / 4), WRONG);
        assert!(is_wrong(&desk.cancel_approved(third, guess, 30 + n.unsigned_abs()).await), "{n}");
    }
    let staff = desk.clerk.id();
    let tried = sign_in_by_pin(&desk.app, &desk.device, (staff, "402917"), "", NETWORK).await;
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

async fn challenge(desk: &DeskWithApprovers, of: &StaffMember) -> Result<PasskeyRequest, StartApprovalError> {
    start_passkey_approval(&desk.app, &desk.clerk, VENUE, of.id, NETWORK).await
}

fn by_passkey(staff: StaffId, phone: &Authenticator, request: &PasskeyRequest) -> TypedApproval {
    TypedApproval { staff, secret: TypedSecret::Passkey(Box::new(phone.sign(request))) }
}

fn is_wrong_passkey<T: std::fmt::Debug>(tried: &Result<T, CancelAtDeskError>) -> bool {
    matches!(tried, Err(CancelAtDeskError::Approval(ApprovalError::WrongPasskey)))
}

on_both_engines!(a_passkey_approves_what_a_pin_may_not_and_the_audit_names_both, async |store| {
    let (desk, order) = after_the_cutoff(store.clone()).await;
    let (_, phone) = with_passkey(&desk.app, &desk.manager, 1).await;
    let strict =
        desk.app.another_node_on(store.clone(), |settings| settings.desk.pin_approval_paise = 79_999);
    let strict = DeskWithApprovers { app: strict, ..desk };
    let by_pin = strict.cancel_approved(order, by_pin(strict.manager.id, PIN), 1).await;
    assert!(matches!(by_pin, Err(CancelAtDeskError::Approval(ApprovalError::CodeNeeded(_)))), "{by_pin:?}");
    let request = challenge(&strict, &strict.manager).await.unwrap();
    assert_eq!(request.allowed, std::slice::from_ref(&phone.credential_id));
    strict.cancel_approved(order, by_passkey(strict.manager.id, &phone, &request), 2).await.unwrap();
    assert_eq!(details(&strict.app, order).await.booking.amounts.returned, Money::from_rupees(800));
    let both = "select cast(count(*) as bigint) from audit_entry where verb = 'booking.cancelled' \
                and staff_id = (select staff_id from staff where role = 'desk') \
                and approver_id = (select staff_id from staff where role = 'manager')";
    assert_eq!(number(&store, both).await, 1);
    // The answer was lost: the same call with the same signature changes nothing and is answered.
    strict.approved(by_passkey(strict.manager.id, &phone, &request), 2).await.unwrap();
});

on_both_engines!(one_signature_approves_one_call_of_one_session_for_one_colleague, async |store| {
    let (desk, order) = after_the_cutoff(store.clone()).await;
    let (signed_in, phone) = with_passkey(&desk.app, &desk.manager, 1).await;
    let (_, owners) = with_passkey(&desk.app, &desk.owner, 2).await;
    let (manager, owner) = (desk.manager.id, desk.owner.id);
    let other = desk.app.staff(Role::Desk, "9825041739", &[VENUE]).await;
    let other = desk.app.actor(&other.token).await;

    let request = challenge(&desk, &desk.manager).await.unwrap();
    let typed = by_passkey(manager, &phone, &request);
    let foreign = approve(&desk.app, other, Some(typed), &request_key(1), NETWORK).await;
    assert!(matches!(foreign, Err(ApprovalError::WrongPasskey)), "another session: {foreign:?}");
    assert!(
        is_wrong_passkey(&desk.cancel_approved(order, by_passkey(manager, &phone, &request), 2).await),
        "spent"
    );

    let request = challenge(&desk, &desk.manager).await.unwrap();
    assert!(is_wrong_passkey(&desk.cancel_approved(order, by_passkey(owner, &owners, &request), 3).await));
    let request = challenge(&desk, &desk.manager).await.unwrap();
    assert!(is_wrong_passkey(&desk.cancel_approved(order, by_passkey(manager, &owners, &request), 4).await));
    let request = challenge(&desk, &desk.manager).await.unwrap();
    desk.app.clock.advance(301);
    assert!(
        is_wrong_passkey(&desk.cancel_approved(order, by_passkey(manager, &phone, &request), 5).await),
        "expired"
    );

    // A challenge for another purpose approves nothing, and one of an approval proves nothing.
    let own = desk.app.actor(&signed_in.token).await;
    let request = start_passkey_proof(&desk.app, &own, NETWORK).await.unwrap();
    assert!(is_wrong_passkey(&desk.cancel_approved(order, by_passkey(manager, &phone, &request), 6).await));
    let request = challenge(&desk, &desk.manager).await.unwrap();
    let proven = prove_by_passkey(&desk.app, &own, phone.sign(&request), NETWORK).await;
    assert!(matches!(proven, Err(PasskeyError::Wrong)), "{proven:?}");

    assert_eq!(details(&desk.app, order).await.booking.amounts.returned, Money::ZERO);
    let request = challenge(&desk, &desk.manager).await.unwrap();
    desk.cancel_approved(order, by_passkey(manager, &phone, &request), 7).await.unwrap();
    let second = desk.paid(1).await;
    assert!(
        is_wrong_passkey(&desk.cancel_approved(second, by_passkey(manager, &phone, &request), 8).await),
        "used"
    );
});

/// Sends one signature with a call for each order at once; returns how many calls it approved and how many were done.
async fn approve_at_once(app: TestApp, orders: Vec<OrderNumber>) -> (usize, usize) {
    let desk = Arc::new(DeskWithApprovers::on(app, Vec::new()).await);
    let (_, phone) = with_passkey(&desk.app, &desk.manager, 1).await;
    let request = challenge(&desk, &desk.manager).await.unwrap();
    let typed = by_passkey(desk.manager.id, &phone, &request);
    let before = desk.returned(&orders).await;
    assert_eq!(before, 0);
    let approved = run_concurrently(orders.len(), |n| {
        let (desk, typed, order) = (desk.clone(), typed.clone(), orders[n]);
        async move {
            match desk.cancel_approved(order, typed, 50 + u64::try_from(n).unwrap()).await {
                Ok(()) => 1,
                Err(CancelAtDeskError::Approval(ApprovalError::WrongPasskey)) => 0,
                Err(failed) => panic!("{failed:?}"),
            }
        }
    });
    (approved.await.into_iter().sum(), desk.returned(&orders).await)
}

impl DeskWithApprovers {
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
    let (desk, order) = after_the_cutoff(store).await;
    let (manager, phone) = with_passkey(&desk.app, &desk.manager, 1).await;
    let request = challenge(&desk, &desk.manager).await.unwrap();
    let actor = desk.approved(by_passkey(desk.manager.id, &phone, &request), 1).await.unwrap();
    let own = desk.app.actor(&manager.token).await;
    remove_passkey(&desk.app, &own, phone.credential_id.clone(), request_key(2)).await.unwrap();
    assert!(is_wrong(&desk.cancel_with_full_refund(&actor, order, 1).await));
});

on_both_engines!(a_challenge_is_made_only_for_a_colleague_who_can_approve_by_a_passkey, async |store| {
    let desk = DeskWithApprovers::new(store).await;
    let app = &desk.app;
    let elsewhere = app.staff(Role::Manager, "9825041740", &[]).await;
    app.passkey(&elsewhere, 1).await;
    let clerk = app.staff(Role::Desk, "9825041742", &[VENUE]).await;
    app.passkey(&clerk, 2).await;
    for member in [&desk.manager, &elsewhere, &clerk] {
        let refused = challenge(&desk, member).await;
        let is_wrong = matches!(refused, Err(StartApprovalError::Passkey(PasskeyError::Wrong)));
        assert!(is_wrong, "{refused:?}");
    }
    app.passkey(&desk.owner, 3).await;
    challenge(&desk, &desk.owner).await.unwrap();
});

on_both_engines!(a_clerk_sees_who_can_approve, async |store| {
    let desk = DeskWithApprovers::new(store).await;
    let app = &desk.app;
    // A manager who works at no venue is not listed.
    app.staff(Role::Manager, "9825041740", &[]).await;
    let permission = Permission::BookingCancelBeyondPolicy;
    let listed = list_approvers(app, &desk.clerk, VENUE, permission).await.unwrap();
    let names: Vec<_> = listed.iter().map(|approver| (approver.staff, approver.has_pin)).collect();
    assert_eq!(names, [(desk.manager.id, true), (desk.owner.id, true)]);
    assert!(listed.iter().all(|approver| approver.has_app && !approver.has_passkey));
    app.passkey(&desk.owner, 1).await;
    let listed = list_approvers(app, &desk.clerk, VENUE, permission).await.unwrap();
    assert_eq!(listed.iter().map(|approver| approver.has_passkey).collect::<Vec<_>>(), [false, true]);
    // A person who can sign in only by a link has no way to approve.
    app.staff_without_session(Role::Manager, "9825041741", &[VENUE]).await;
    assert_eq!(list_approvers(app, &desk.clerk, VENUE, permission).await.unwrap(), listed);
});

on_both_engines!(a_pin_is_offered_of_colleagues_who_work_at_the_venue_of_the_device, async |store| {
    let (app, _) = open_app(store, 1).await;
    let second = open_second_venue(&app).await;
    let caller = app.staff(Role::Manager, "9825041737", &[VENUE, second]).await;
    let elsewhere = app.staff(Role::Manager, "9825041738", &[second]).await;
    let owner = app.staff(Role::Owner, "9825041739", &[]).await;
    app.set_pin(&elsewhere, PIN).await;
    app.set_pin(&owner, "614927").await;
    app.device(&caller, VENUE).await;
    let actor = app.actor(&caller.token).await;
    let permission = Permission::BookingCancelBeyondPolicy;
    let listed = list_approvers(&app, &actor, second, permission).await.unwrap();
    let names: Vec<_> = listed.iter().map(|approver| (approver.staff, approver.has_pin)).collect();
    assert_eq!(names, [(elsewhere.id, false), (owner.id, true)]);
    let refused = approve(&app, actor, Some(by_pin(elsewhere.id, PIN)), &request_key(1), NETWORK).await;
    assert!(matches!(refused, Err(ApprovalError::Wrong)), "{refused:?}");
});
