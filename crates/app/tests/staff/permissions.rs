//! What an actor may do.

use sideout_app::{
    staff::{EditMember, edit_member, use_link},
    steps::audited::Refused,
};
use sideout_domain::{
    VenueId,
    staff::{Grant, Permission, Role, grant},
};
use sideout_testkit::{NETWORK, on_both_engines, request_key};

use crate::helpers::{VENUE, open_app, open_app_with};

on_both_engines!(each_role_may_do_what_the_table_says, async |store| {
    let app = open_app(store).await;
    for (role, phone) in
        [(Role::Owner, "9825041736"), (Role::Manager, "9825041737"), (Role::Desk, "9825041738")]
    {
        let member = app.staff(role, phone, &[VENUE]).await;
        let actor = app.actor(&member.token).await;
        for permission in Permission::ALL {
            let expected = match grant(role, *permission) {
                Grant::Yes => Ok(()),
                Grant::NeedsApproval => Err(Refused::ApprovalNeeded(*permission)),
                Grant::No => Err(Refused::NotAllowed(*permission)),
            };
            assert_eq!(actor.check(*permission, app.clock_now()), expected, "{role} {permission}");
        }
        let elsewhere = actor.check_at(VenueId(2), Permission::BoardRead, app.clock_now());
        assert_eq!(elsewhere.is_ok(), role == Role::Owner, "{role}");
    }
});

on_both_engines!(a_permission_that_was_taken_away_is_gone_at_once, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let edit = EditMember { denied: Some(vec![Permission::PaymentTake]), ..EditMember::default() };
    let actor = app.actor(&owner.token).await;
    let key = request_key(1);
    edit_member(&app, &actor, clerk.id, 1, edit, key).await.unwrap();
    let clerk = app.actor(&clerk.token).await;
    let refused = clerk.check(Permission::PaymentTake, app.clock_now());
    assert_eq!(refused, Err(Refused::NotAllowed(Permission::PaymentTake)));
    assert_eq!(clerk.check(Permission::BookingMake, app.clock_now()), Ok(()));
});

on_both_engines!(a_link_alone_opens_the_desk_for_as_long_as_the_settings_say, async |store| {
    let app = open_app_with(store, |settings| settings.desk.link_hours = 12).await;
    app.staff_without_session(Role::Owner, "9825041736", &[]).await;
    let link = app.staff_link(&"9825041736".parse().unwrap()).await;
    let started = use_link(&app, &link, "", NETWORK).await.unwrap();
    let token = started.token.reveal();
    let now = app.clock_now();
    assert_eq!(app.actor(token).await.check(Permission::BoardRead, now), Ok(()));
    let managing = app.actor(token).await.check(Permission::StaffManage, now);
    assert_eq!(managing, Err(Refused::ProofNeeded(Permission::StaffManage)));
    // The session is used in between, so that it does not end for being idle.
    for _ in 0..2 {
        app.clock.advance(6 * 3_600);
        let _ = app.actor(token).await;
    }
    let late = app.actor(token).await.check(Permission::BoardRead, app.clock_now());
    assert_eq!(late, Err(Refused::MustEnrol));
});
