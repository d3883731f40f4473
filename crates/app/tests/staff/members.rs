//! Adding and changing members of staff.

use sideout_app::staff::{
    AddMember, AddMemberError, EditMember, EditMemberError, MakeLinkError, UseLinkError, add_member,
    authenticate_staff, edit_member, list_members, make_link, sign_in_by_code, use_link,
};
use sideout_domain::{
    StaffId, VenueId,
    staff::{Permission, Role},
};
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{
    NETWORK, on_both_engines, request_key, statement, totp_code, two_nodes_on_postgres, with_call_before,
    without_guard,
};

use crate::helpers::{self, VENUE, add, clerk, open_app};

on_both_engines!(an_owner_adds_a_clerk_who_signs_in_by_a_link, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    let added = add(&app, &actor, "98250 41737", 1).await.unwrap();
    let made = make_link(&app, &actor, added.id, request_key(2)).await.unwrap();
    let started = use_link(&app, made.token.reveal(), "Test", NETWORK).await.unwrap();
    assert_eq!(started.member.full_name, "Kiran Joshi");
    let clerk = app.actor(started.token.reveal()).await;
    assert!(clerk.works_at(VENUE) && !clerk.works_at(VenueId(2)));
    let again = use_link(&app, made.token.reveal(), "Test", NETWORK).await;
    assert!(matches!(again, Err(UseLinkError::Unknown)), "{again:?}");
});

on_both_engines!(a_lost_answer_with_a_link_is_sent_again_to_the_same_session_only, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    let added = add(&app, &actor, "98250 41737", 1).await.unwrap();
    let made = make_link(&app, &actor, added.id, request_key(2)).await.unwrap();
    app.clock.advance(60);
    let again = make_link(&app, &actor, added.id, request_key(2)).await.unwrap();
    assert_eq!((again.token.reveal(), again.expires_at), (made.token.reveal(), made.expires_at));

    // Who has the key of the call but another session does not get the link; another call makes another one.
    let code = totp_code(&owner.secret, app.clock_now());
    let session = sign_in_by_code(&app, owner.phone.clone(), &code, "Test", NETWORK).await.unwrap();
    let other_session = app.actor(session.token.reveal()).await;
    let elsewhere = make_link(&app, &other_session, added.id, request_key(2)).await;
    assert!(matches!(elsewhere, Err(MakeLinkError::MadeBefore)), "{elsewhere:?}");
    assert!(
        use_link(&app, again.token.reveal(), "Test", NETWORK).await.is_ok(),
        "the refused call ended nothing"
    );
    let next = make_link(&app, &actor, added.id, request_key(3)).await.unwrap();
    assert_ne!(next.token.reveal(), made.token.reveal());
    assert!(use_link(&app, next.token.reveal(), "Test", NETWORK).await.is_ok());
    let ended = make_link(&app, &actor, added.id, request_key(2)).await.unwrap();
    let ended = use_link(&app, ended.token.reveal(), "Test", NETWORK).await;
    assert!(
        matches!(ended, Err(UseLinkError::Unknown)),
        "a repeated call makes no used link valid: {ended:?}"
    );
});

on_both_engines!(a_number_belongs_to_one_member, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    add(&app, &actor, "9825041737", 1).await.unwrap();
    let again = add(&app, &actor, "9825041737", 2).await;
    assert!(matches!(again, Err(AddMemberError::PhoneTaken)), "{again:?}");
});

on_both_engines!(a_manager_manages_clerks_of_their_own_venues_only, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let manager = app.staff(Role::Manager, "9825041737", &[VENUE]).await;
    let actor = app.actor(&manager.token).await;
    let added = add(&app, &actor, "9825041738", 1).await.unwrap();
    let mut elsewhere = clerk("9825041739");
    elsewhere.venues = vec![VENUE, VenueId(2)];
    let mut promoted = clerk("9825041739");
    promoted.role = Role::Manager;
    for (n, new) in [(2, elsewhere), (3, promoted)] {
        let refused = add_member(&app, &actor, new, request_key(n)).await;
        assert!(matches!(refused, Err(AddMemberError::BeyondOwn)), "{refused:?}");
    }
    // The manager can neither change the owner, nor promote the clerk, nor make a link for the owner.
    let edit = |role| EditMember { role: Some(role), ..EditMember::default() };
    let owner_down = edit_member(&app, &actor, owner.id, 1, edit(Role::Desk), request_key(4)).await;
    assert!(matches!(owner_down, Err(EditMemberError::BeyondOwn)), "{owner_down:?}");
    let up = edit_member(&app, &actor, added.id, 1, edit(Role::Owner), request_key(5)).await;
    assert!(matches!(up, Err(EditMemberError::BeyondOwn)), "{up:?}");
    let link = make_link(&app, &actor, owner.id, request_key(6)).await;
    assert!(matches!(link, Err(MakeLinkError::BeyondOwn)), "{link:?}");
    let seen = list_members(&app, &actor).await.unwrap();
    assert_eq!(seen.iter().map(|listed| listed.member.id).filter(|id| *id == owner.id).count(), 0);
});

on_both_engines!(a_manager_may_change_a_clerk_who_works_at_a_retired_venue_of_theirs_too, async |store| {
    let app = open_app(store.clone()).await;
    let add_retired = Statement {
        name: "test/add_retired_venue",
        text: "insert into venue (venue_id, name, location, long_location, image, facilities, gallery, time_zone, slot_minutes, play_minutes, position, active) \
               select $1, 'South', '', '', '', '[]', '[]', time_zone, slot_minutes, play_minutes, $1, 0 from venue where venue_id = 1",
    };
    for venue in [3, 4] {
        let added: Result<u64, StoreError> = store
            .write(venue, move |tx, venue| {
                Box::pin(async move { tx.run(add_retired, params![i64::from(*venue)]).await })
            })
            .await;
        added.unwrap();
    }
    let manager = app.staff(Role::Manager, "9825041737", &[VENUE, VenueId(3)]).await;
    let actor = app.actor(&manager.token).await;
    let own = app.staff_without_session(Role::Desk, "9825041738", &[VENUE, VenueId(3)]).await;
    let elsewhere = app.staff_without_session(Role::Desk, "9825041739", &[VENUE, VenueId(4)]).await;
    let seen = list_members(&app, &actor).await.unwrap();
    let may_change = |id: StaffId| seen.iter().find(|listed| listed.member.id == id).unwrap().may_change;
    assert_eq!([own, elsewhere, manager.id].map(may_change), [true, false, false]);
    let off = || EditMember { active: Some(false), ..EditMember::default() };
    edit_member(&app, &actor, own, 1, off(), request_key(1)).await.unwrap();
    let refused = edit_member(&app, &actor, elsewhere, 1, off(), request_key(2)).await;
    assert!(matches!(refused, Err(EditMemberError::BeyondOwn)), "{refused:?}");
});

on_both_engines!(members_are_listed_by_name_without_regard_to_capitals_and_accents, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    for (n, name) in [(1, "Zoya Khan"), (2, "asha Rao"), (3, "\u{c9}mile Rao"), (4, "Bina Shah")] {
        let mut new = clerk(&format!("982504174{n}"));
        new.full_name = name.parse().unwrap();
        add_member(&app, &actor, new, request_key(n)).await.unwrap();
    }
    let mut seen = list_members(&app, &actor).await.unwrap();
    seen.retain(|listed| listed.member.role == Role::Desk);
    let names: Vec<&str> = seen.iter().map(|listed| listed.member.full_name.as_str()).collect();
    assert_eq!(names, ["asha Rao", "Bina Shah", "\u{c9}mile Rao", "Zoya Khan"]);
});

on_both_engines!(switching_a_person_off_ends_sessions_and_links_at_once, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let link = app.staff_link(&clerk.phone).await;
    let actor = app.actor(&owner.token).await;
    let off = EditMember { active: Some(false), ..EditMember::default() };
    edit_member(&app, &actor, clerk.id, 1, off, request_key(1)).await.unwrap();
    assert!(authenticate_staff(&app, &clerk.token).await.is_err());
    let used = use_link(&app, &link, "", NETWORK).await;
    assert!(matches!(used, Err(UseLinkError::Unknown)), "{used:?}");
});

on_both_engines!(a_link_ends_when_its_person_or_its_maker_gets_other_rights, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    let manager = app.staff(Role::Manager, "9825041740", &[VENUE]).await;
    let by_manager = app.actor(&manager.token).await;
    let role = |role| EditMember { role: Some(role), ..EditMember::default() };
    let raised = add(&app, &owner, "9825041737", 1).await.unwrap().id;
    let renamed = add(&app, &owner, "9825041738", 2).await.unwrap().id;
    let link = async |id, key| {
        make_link(&app, &by_manager, id, request_key(key)).await.unwrap().token.reveal().to_owned()
    };
    let sign_in = async |link: &str| use_link(&app, link, "", NETWORK).await;

    let of_raised = link(raised, 3).await;
    edit_member(&app, &owner, raised, 1, role(Role::Manager), request_key(4)).await.unwrap();
    let used = sign_in(&of_raised).await;
    assert!(matches!(used, Err(UseLinkError::Unknown)), "the manager made it for a clerk: {used:?}");

    let of_renamed = link(renamed, 5).await;
    let name = EditMember { full_name: Some("Kiran J".parse().unwrap()), ..EditMember::default() };
    edit_member(&app, &owner, renamed, 1, name, request_key(6)).await.unwrap();
    sign_in(&of_renamed).await.unwrap();

    let by_one_who_goes = link(renamed, 7).await;
    let off = EditMember { active: Some(false), ..EditMember::default() };
    edit_member(&app, &owner, manager.id, 1, off, request_key(8)).await.unwrap();
    let used = sign_in(&by_one_who_goes).await;
    assert!(matches!(used, Err(UseLinkError::Unknown)), "its maker is switched off: {used:?}");
});

on_both_engines!(a_person_who_was_switched_off_since_the_call_came_makes_no_link, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    let manager = app.staff(Role::Manager, "9825041740", &[VENUE]).await;
    let by_manager = app.actor(&manager.token).await;
    let clerk = add(&app, &owner, "9825041737", 1).await.unwrap().id;
    let off = EditMember { active: Some(false), ..EditMember::default() };
    edit_member(&app, &owner, manager.id, 1, off, request_key(2)).await.unwrap();
    let made = make_link(&app, &by_manager, clerk, request_key(3)).await;
    assert!(matches!(made, Err(MakeLinkError::BeyondOwn)), "{made:?}");
});

/// A manager makes a link for a clerk through `here`. Right before it is written, an owner switches the manager off (`of_maker`), or
/// raises the clerk. Returns whether the link signs in afterwards.
async fn signs_in_after_a_change([here, there]: [Store; 2], of_maker: bool) -> bool {
    let app = open_app(there).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    let manager = app.staff(Role::Manager, "9825041740", &[VENUE]).await;
    let by_manager = app.actor(&manager.token).await;
    let clerk = add(&app, &owner, "9825041737", 1).await.unwrap().id;
    let (changed, edit) = if of_maker {
        (manager.id, EditMember { active: Some(false), ..EditMember::default() })
    } else {
        (clerk, EditMember { role: Some(Role::Manager), ..EditMember::default() })
    };
    let second = app.clone();
    let (here, change) = with_call_before(&here, "staff_link/add", async move {
        edit_member(&second, &owner, changed, 1, edit, request_key(2)).await
    });
    let first = app.another_node_on(here, |_| {});
    let made = make_link(&first, &by_manager, clerk, request_key(3)).await.unwrap();
    change.await.unwrap();
    use_link(&app, made.token.reveal(), "", NETWORK).await.is_ok()
}

// On SQLite a unit of work that writes is alone.
#[test]
fn a_link_that_is_made_while_its_person_is_raised_ends() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        assert!(!signs_in_after_a_change(stores, false).await);
    });
}

#[test]
fn a_link_that_is_made_while_its_maker_is_switched_off_ends() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        assert!(!signs_in_after_a_change(stores, true).await);
    });
}

/// These stores without the lock of a member.
fn without_the_lock(stores: [Store; 2]) -> [Store; 2] {
    let guard = "where staff_id = $1";
    stores.map(|store| without_guard(&store, statement("staff/lock"), guard, "where staff_id = $1 and 1 = 0"))
}

#[test]
fn control_without_the_lock_a_link_outlives_the_change_of_its_person() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        assert!(signs_in_after_a_change(without_the_lock(stores), false).await);
    });
}

/// A link for a clerk is made on the command line, through `here`. Right before it is written, an owner raises the clerk. Returns whether
/// the link signs in afterwards.
async fn link_by_phone_signs_in_after_a_change([here, there]: [Store; 2]) -> bool {
    let app = open_app(there).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    let clerk = add(&app, &owner, "9825041737", 1).await.unwrap().id;
    let second = app.clone();
    let (here, change) = with_call_before(&here, "staff_link/add", async move {
        let raise = EditMember { role: Some(Role::Manager), ..EditMember::default() };
        edit_member(&second, &owner, clerk, 1, raise, request_key(2)).await
    });
    let first = app.another_node_on(here, |_| {});
    let link = first.staff_link(&"9825041737".parse().unwrap()).await;
    change.await.unwrap();
    use_link(&app, &link, "", NETWORK).await.is_ok()
}

#[test]
fn a_link_that_is_made_on_the_command_line_while_its_person_is_raised_ends() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        assert!(!link_by_phone_signs_in_after_a_change(stores).await);
    });
}

#[test]
fn control_without_the_lock_a_link_of_the_command_line_outlives_the_change() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        assert!(link_by_phone_signs_in_after_a_change(without_the_lock(stores)).await);
    });
}

on_both_engines!(an_owner_may_do_everything_whatever_was_taken_away_before, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    let denied = vec![Permission::PaymentTake];
    let limited = EditMember { denied: Some(denied.clone()), ..EditMember::default() };
    let raised = EditMember { role: Some(Role::Owner), ..EditMember::default() };
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    edit_member(&app, &owner, clerk.id, 1, limited.clone(), request_key(1)).await.unwrap();
    edit_member(&app, &owner, clerk.id, 2, raised, request_key(2)).await.unwrap();
    let unchanged = edit_member(&app, &owner, clerk.id, 3, limited, request_key(3)).await.unwrap();
    assert_eq!(unchanged.version, 3);
    let raised = app.actor(&clerk.token).await;
    assert_eq!(raised.check(Permission::PaymentTake, app.clock_now()), Ok(()));

    let second = AddMember { role: Role::Owner, denied, ..helpers::clerk("9825041738") };
    let second = add_member(&app, &owner, second, request_key(4)).await.unwrap();
    let seen = list_members(&app, &owner).await.unwrap();
    let added = seen.iter().find(|listed| listed.member.id == second.id).unwrap();
    assert!(added.member.denied.is_empty() && added.venues.is_empty(), "{added:?}");
});

on_both_engines!(denied_permissions_in_another_order_change_nothing_and_end_no_link, async |store| {
    let app = open_app(store.clone()).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    let clerk = add(&app, &actor, "9825041737", 1).await.unwrap();
    let denying =
        |denied: [Permission; 2]| EditMember { denied: Some(denied.to_vec()), ..EditMember::default() };
    let denied = denying([Permission::PaymentTake, Permission::PhoneRead]);
    edit_member(&app, &actor, clerk.id, 1, denied, request_key(2)).await.unwrap();
    let link = make_link(&app, &actor, clerk.id, request_key(3)).await.unwrap();
    let before = helpers::entries(&store).await;
    let turned = denying([Permission::PhoneRead, Permission::PaymentTake]);
    let unchanged = edit_member(&app, &actor, clerk.id, 2, turned, request_key(4)).await.unwrap();
    assert_eq!((unchanged.version, helpers::entries(&store).await), (2, before));
    assert!(use_link(&app, link.token.reveal(), "Test", NETWORK).await.is_ok());
});

on_both_engines!(of_two_changes_of_one_version_one_is_refused, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    let clerk = add(&app, &actor, "9825041737", 1).await.unwrap();
    let named = |name: &str| EditMember { full_name: Some(name.parse().unwrap()), ..EditMember::default() };
    edit_member(&app, &actor, clerk.id, 1, named("Kiran J"), request_key(2)).await.unwrap();
    let late = edit_member(&app, &actor, clerk.id, 1, named("Kiran K"), request_key(3)).await;
    assert!(matches!(late, Err(EditMemberError::Changed)), "{late:?}");
});
