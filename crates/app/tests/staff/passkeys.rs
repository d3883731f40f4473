//! Passkeys.

use sideout_app::{
    jobs::remove_expired::remove_expired,
    staff::{
        EditMember, authenticate_staff, edit_member,
        passkeys::{
            AddPasskeyError, NewPasskey, PasskeyError, RemovePasskeyError, add_passkey, list_own_passkeys,
            prove_by_passkey, remove_passkey, sign_in_by_passkey, start_passkey, start_passkey_proof,
            start_passkey_sign_in,
        },
        use_link,
    },
    steps::audited::Refused,
};
use sideout_domain::staff::{Permission, Role, SignInStrength};
use sideout_store::{
    Statement, Store, StoreError, params,
    staff::{Passkey, Passkeys},
};
use sideout_testkit::{
    Authenticator, NETWORK, StaffMember, TestApp, on_both_engines, on_two_nodes, request_key,
    run_concurrently, statement, two_nodes_on_postgres, with_call_before, without_guard,
};

use crate::helpers::{VENUE, number, open_app, open_app_with};

const PHONE: &str = "9825041736";
const SIGN_INS: &str = "select cast(count(*) as bigint) from audit_entry where verb = 'session.started'";
const PASSKEYS: &str = "select cast(count(*) as bigint) from staff_passkey";
const CHALLENGES: &str = "select cast(count(*) as bigint) from passkey_ceremony";

async fn owner(app: &TestApp) -> StaffMember {
    app.staff(Role::Owner, PHONE, &[]).await
}

/// Signs in by a new challenge; returns the token of the session.
async fn sign_in(app: &TestApp, authenticator: &Authenticator) -> Result<String, PasskeyError> {
    let request = start_passkey_sign_in(app, NETWORK).await?;
    let sent = authenticator.sign(&request);
    let started = sign_in_by_passkey(app, sent, "Chrome on Android", NETWORK).await?;
    Ok(started.token.reveal().to_owned())
}

fn is_wrong<T: std::fmt::Debug>(answer: &Result<T, PasskeyError>) -> bool {
    matches!(answer, Err(PasskeyError::Wrong))
}

on_both_engines!(a_passkey_signs_in_without_a_name_and_is_a_fresh_proof, async |store| {
    let app = open_app(store.clone()).await;
    let member = owner(&app).await;
    let phone = app.passkey(&member, 1).await;
    app.clock.advance(3_600);
    let before = number(&store, SIGN_INS).await;
    let actor = app.actor(&sign_in(&app, &phone).await.unwrap()).await;
    assert_eq!((actor.id(), actor.strength), (member.id, SignInStrength::Passkey));
    assert!(actor.has_passkey && actor.has_app && !actor.must_enrol);
    assert_eq!(actor.check(Permission::StaffManage, app.clock_now()), Ok(()));
    assert_eq!(number(&store, SIGN_INS).await, before + 1);
    let listed = list_own_passkeys(&app, &actor).await.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].label.as_str(), listed[0].last_used_at), ("Phone 1", Some(app.clock_now())));
});

on_both_engines!(a_person_who_joins_by_a_link_needs_only_a_passkey, async |store| {
    let app = open_app(store).await;
    app.staff_without_session(Role::Desk, PHONE, &[VENUE]).await;
    let link = app.staff_link(&PHONE.parse().unwrap()).await;
    let token = use_link(&app, &link, "", NETWORK).await.unwrap().token.reveal().to_owned();
    let actor = app.actor(&token).await;
    assert!(actor.must_enrol);
    let mut phone = Authenticator::new(&app, 1);
    let sent = phone.make(&start_passkey(&app, &actor).await.unwrap());
    let new = NewPasskey { label: "Kiran's phone".parse().unwrap(), sent };
    add_passkey(&app, &actor, new.clone(), request_key(1)).await.unwrap();
    let actor = app.actor(&token).await;
    assert!(!actor.must_enrol && actor.has_passkey && !actor.has_app);
    assert_eq!(actor.check(Permission::BoardRead, app.clock_now()), Ok(()));
    // The same call again changes nothing; the same answer under another key is spent.
    add_passkey(&app, &actor, new.clone(), request_key(1)).await.unwrap();
    let again = add_passkey(&app, &actor, new, request_key(2)).await;
    assert!(matches!(again, Err(AddPasskeyError::Wrong)), "{again:?}");
    sign_in(&app, &phone).await.unwrap();
});

on_both_engines!(an_earlier_challenge_adds_no_passkey_beyond_the_limit, async |store| {
    let app = open_app(store.clone()).await;
    let member = owner(&app).await;
    app.passkey(&member, 1).await;
    let actor = app.actor(&member.token).await;
    let challenge = start_passkey(&app, &actor).await.unwrap();
    let copied: Result<(), StoreError> = store
        .write(member.id, |tx, staff| {
            Box::pin(async move {
                let own = Passkeys(tx).list(*staff).await?;
                for n in 1..20 {
                    Passkeys(tx).add(&Passkey { credential_id: vec![n], ..own[0].clone() }).await?;
                }
                Ok(())
            })
        })
        .await;
    copied.unwrap();
    let sent = Authenticator::new(&app, 2).make(&challenge);
    let new = NewPasskey { label: "One too many".parse().unwrap(), sent };
    let refused = add_passkey(&app, &actor, new, request_key(1)).await;
    assert!(matches!(refused, Err(AddPasskeyError::TooMany)), "{refused:?}");
});

on_both_engines!(every_wrong_passkey_gets_the_same_answer, async |store| {
    let app = open_app(store.clone()).await;
    let member = owner(&app).await;
    let phone = app.passkey(&member, 1).await;
    let other = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let foreign = app.passkey(&other, 2).await;
    let before = number(&store, SIGN_INS).await;
    let unknown = Authenticator { user_handle: phone.user_handle.clone(), ..Authenticator::new(&app, 9) };
    let wrong = [
        ("an unknown passkey", unknown),
        ("another key", Authenticator { credential_id: phone.credential_id.clone(), ..foreign.clone() }),
        ("another person", Authenticator { user_handle: foreign.user_handle.clone(), ..phone.clone() }),
        ("another site", Authenticator { origin: "https://evil.example".to_owned(), ..phone.clone() }),
        ("a person who was not verified", Authenticator { flags: 0x01, ..phone.clone() }),
        ("an empty id", Authenticator { credential_id: Vec::new(), ..phone.clone() }),
    ];
    for (what, authenticator) in wrong {
        let answer = sign_in(&app, &authenticator).await;
        assert!(is_wrong(&answer), "{what}: {answer:?}");
    }
    let request = start_passkey_sign_in(&app, NETWORK).await.unwrap();
    let mut nameless = phone.sign(&request);
    nameless.user_handle = None;
    assert!(is_wrong(&sign_in_by_passkey(&app, nameless, "", NETWORK).await), "no person is named");
    // The wrong answer has spent the challenge.
    let late = sign_in_by_passkey(&app, phone.sign(&request), "", NETWORK).await;
    assert!(is_wrong(&late), "{late:?}");
    let mut torn = phone.sign(&start_passkey_sign_in(&app, NETWORK).await.unwrap());
    torn.client_data_json.pop();
    assert!(is_wrong(&sign_in_by_passkey(&app, torn, "", NETWORK).await), "truncated client data");
    assert_eq!(number(&store, SIGN_INS).await, before);
    assert!(sign_in(&app, &phone).await.is_ok(), "everything else about the passkey is right");
});

on_both_engines!(a_person_who_is_switched_off_cannot_sign_in, async |store| {
    let app = open_app(store).await;
    let owner = owner(&app).await;
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let phone = app.passkey(&clerk, 1).await;
    assert!(sign_in(&app, &phone).await.is_ok());
    let off = EditMember { active: Some(false), ..EditMember::default() };
    edit_member(&app, &app.actor(&owner.token).await, clerk.id, 1, off, request_key(1)).await.unwrap();
    let answer = sign_in(&app, &phone).await;
    assert!(is_wrong(&answer), "{answer:?}");
});

on_both_engines!(a_challenge_is_valid_for_five_minutes_and_for_one_purpose_and_session, async |store| {
    let app = open_app(store.clone()).await;
    let member = owner(&app).await;
    let phone = app.passkey(&member, 1).await;
    let actor = app.actor(&member.token).await;
    let request = start_passkey_sign_in(&app, NETWORK).await.unwrap();
    app.clock.advance(5 * 60 - 1);
    assert!(sign_in_by_passkey(&app, phone.sign(&request), "", NETWORK).await.is_ok());
    let request = start_passkey_sign_in(&app, NETWORK).await.unwrap();
    app.clock.advance(5 * 60);
    let late = sign_in_by_passkey(&app, phone.sign(&request), "", NETWORK).await;
    assert!(is_wrong(&late), "{late:?}");
    // A challenge of a proof cannot sign in, and one of the sign-in proves nothing.
    let proof = start_passkey_proof(&app, &actor, NETWORK).await.unwrap();
    assert_eq!(proof.allowed, std::slice::from_ref(&phone.credential_id));
    assert!(is_wrong(&sign_in_by_passkey(&app, phone.sign(&proof), "", NETWORK).await));
    let request = start_passkey_sign_in(&app, NETWORK).await.unwrap();
    assert!(is_wrong(&prove_by_passkey(&app, &actor, phone.sign(&request), NETWORK).await));
    // Nor does one that another session of the same person requested.
    let other = app.actor(&sign_in(&app, &phone).await.unwrap()).await;
    let proof = start_passkey_proof(&app, &other, NETWORK).await.unwrap();
    assert!(is_wrong(&prove_by_passkey(&app, &actor, phone.sign(&proof), NETWORK).await));
    // What expires is removed.
    start_passkey_sign_in(&app, NETWORK).await.unwrap();
    assert!(number(&store, CHALLENGES).await > 0);
    app.clock.advance(5 * 60);
    remove_expired(&app).await.unwrap();
    assert_eq!(number(&store, CHALLENGES).await, 0);
});

on_both_engines!(a_proof_by_passkey_opens_what_needs_one, async |store| {
    let app = open_app(store).await;
    let member = owner(&app).await;
    let colleague = app.staff(Role::Manager, "9825041737", &[VENUE]).await;
    let phone = app.passkey(&member, 1).await;
    let foreign = app.passkey(&colleague, 2).await;
    app.clock.advance(5 * 60);
    let actor = app.actor(&member.token).await;
    let needed = Err(Refused::ProofNeeded(Permission::StaffManage));
    assert_eq!(actor.check(Permission::StaffManage, app.clock_now()), needed);
    let proof = start_passkey_proof(&app, &actor, NETWORK).await.unwrap();
    let refused = prove_by_passkey(&app, &actor, foreign.sign(&proof), NETWORK).await;
    assert!(is_wrong(&refused), "a colleague's passkey: {refused:?}");
    assert_eq!(app.actor(&member.token).await.check(Permission::StaffManage, app.clock_now()), needed);
    let proof = start_passkey_proof(&app, &actor, NETWORK).await.unwrap();
    prove_by_passkey(&app, &actor, phone.sign(&proof), NETWORK).await.unwrap();
    let actor = app.actor(&member.token).await;
    assert_eq!(actor.check(Permission::StaffManage, app.clock_now()), Ok(()));
    let again = prove_by_passkey(&app, &actor, phone.sign(&proof), NETWORK).await;
    assert!(is_wrong(&again), "a proof counts once: {again:?}");
});

on_both_engines!(a_count_that_does_not_rise_is_refused_and_recorded, async |store| {
    let app = open_app(store.clone()).await;
    let mut key = app.passkey(&owner(&app).await, 1).await;
    let refusals = "select cast(count(*) as bigint) from audit_entry where verb = 'passkey.refused'";
    for (count, is_accepted) in [(3, true), (4, true), (4, false), (2, false), (0, false), (5, true)] {
        key.count = count;
        assert_eq!(sign_in(&app, &key).await.is_ok(), is_accepted, "count {count}");
    }
    assert_eq!(number(&store, refusals).await, 3);
});

on_both_engines!(a_passkey_that_was_used_since_it_was_read_is_not_recorded_as_read, async |store| {
    let app = open_app(store.clone()).await;
    let member = owner(&app).await;
    app.passkey(&member, 1).await;
    let read: Result<Vec<Passkey>, StoreError> =
        store.read(member.id, |tx, staff| Box::pin(async move { Passkeys(tx).list(*staff).await })).await;
    let read = read.unwrap().remove(0);
    let record = async |credential: &'static str| -> bool {
        let input = (read.clone(), credential, app.clock_now());
        let done: Result<bool, StoreError> = store
            .write(input, |tx, (read, credential, now)| {
                Box::pin(async move { Passkeys(tx).record_use(read, credential, *now).await })
            })
            .await;
        done.unwrap()
    };
    assert!(record("count 5").await);
    assert!(!record("count 4").await);
    let kept = "select cast(count(*) as bigint) from staff_passkey where credential = 'count 5'";
    assert_eq!(number(&store, kept).await, 1);
});

on_both_engines!(a_new_passkey_needs_a_proof_and_ends_the_other_sessions, async |store| {
    let app = open_app(store).await;
    let member = owner(&app).await;
    let phone = app.passkey(&member, 1).await;
    let elsewhere = sign_in(&app, &phone).await.unwrap();
    let actor = app.actor(&member.token).await;
    let mut same = Authenticator::new(&app, 1);
    let creation = start_passkey(&app, &actor).await.unwrap();
    assert_eq!(creation.excluded, std::slice::from_ref(&phone.credential_id));
    let new = NewPasskey { label: "Again".parse().unwrap(), sent: same.make(&creation) };
    let twice = add_passkey(&app, &actor, new, request_key(1)).await;
    assert!(matches!(twice, Err(AddPasskeyError::Wrong)), "the passkey is there already: {twice:?}");
    assert!(authenticate_staff(&app, &elsewhere).await.is_ok());
    app.passkey(&member, 2).await;
    assert!(authenticate_staff(&app, &elsewhere).await.is_err());
    app.clock.advance(5 * 60);
    let actor = app.actor(&member.token).await;
    let old = start_passkey(&app, &actor).await;
    let needed = Refused::ProofNeeded(Permission::OwnKeys);
    assert!(matches!(old, Err(AddPasskeyError::Refused(refused)) if refused == needed), "{old:?}");
});

on_both_engines!(the_last_key_stays_and_others_are_removed_after_a_proof, async |store| {
    let app = open_app(store.clone()).await;
    app.staff_without_session(Role::Desk, PHONE, &[VENUE]).await;
    let link = app.staff_link(&PHONE.parse().unwrap()).await;
    let token = use_link(&app, &link, "", NETWORK).await.unwrap().token.reveal().to_owned();
    let mut first = Authenticator::new(&app, 1);
    let mut second = Authenticator::new(&app, 2);
    for (n, authenticator) in [(1, &mut first), (2, &mut second)] {
        let actor = app.actor(&token).await;
        let sent = authenticator.make(&start_passkey(&app, &actor).await.unwrap());
        let new = NewPasskey { label: format!("Phone {n}").parse().unwrap(), sent };
        add_passkey(&app, &actor, new, request_key(n)).await.unwrap();
    }
    let colleague = app.staff(Role::Owner, "9825041737", &[]).await;
    let id = first.credential_id.clone();
    let foreign = remove_passkey(&app, &app.actor(&colleague.token).await, id.clone(), request_key(3)).await;
    assert!(matches!(foreign, Err(RemovePasskeyError::NoPasskey)), "{foreign:?}");
    let actor = app.actor(&token).await;
    remove_passkey(&app, &actor, id.clone(), request_key(4)).await.unwrap();
    remove_passkey(&app, &actor, id.clone(), request_key(4)).await.unwrap();
    let gone = remove_passkey(&app, &actor, id, request_key(5)).await;
    assert!(matches!(gone, Err(RemovePasskeyError::NoPasskey)), "{gone:?}");
    assert!(is_wrong(&sign_in(&app, &first).await));
    let last = remove_passkey(&app, &actor, second.credential_id.clone(), request_key(6)).await;
    assert!(matches!(last, Err(RemovePasskeyError::LastKey)), "{last:?}");
    app.clock.advance(5 * 60);
    let actor = app.actor(&token).await;
    let unproven = remove_passkey(&app, &actor, second.credential_id.clone(), request_key(7)).await;
    assert!(matches!(unproven, Err(RemovePasskeyError::Refused(Refused::ProofNeeded(_)))), "{unproven:?}");
    assert!(sign_in(&app, &second).await.is_ok());
});

on_both_engines!(with_an_app_the_last_passkey_can_be_removed, async |store| {
    let app = open_app(store.clone()).await;
    let member = owner(&app).await;
    let phone = app.passkey(&member, 1).await;
    let actor = app.actor(&member.token).await;
    remove_passkey(&app, &actor, phone.credential_id, request_key(1)).await.unwrap();
    assert_eq!(number(&store, PASSKEYS).await, 0);
});

on_both_engines!(an_address_that_is_a_number_has_no_passkeys, async |store| {
    let app =
        open_app_with(store, |settings| settings.public_url = "http://192.168.1.20:8080".to_owned()).await;
    let member = owner(&app).await;
    let refused = start_passkey_sign_in(&app, NETWORK).await;
    assert!(matches!(refused, Err(PasskeyError::Off(_))), "{refused:?}");
    let refused = start_passkey(&app, &app.actor(&member.token).await).await;
    assert!(matches!(refused, Err(AddPasskeyError::Off(_))), "{refused:?}");
});

on_both_engines!(one_network_cannot_fill_the_table_of_challenges, async |store| {
    let app = open_app(store).await;
    let mut begun = 0;
    while begun < 1_000 && start_passkey_sign_in(&app, NETWORK).await.is_ok() {
        begun += 1;
    }
    let refused = start_passkey_sign_in(&app, NETWORK).await;
    assert!(matches!(refused, Err(PasskeyError::Throttled(_))), "{begun}: {refused:?}");
});

/// How many of twenty simultaneous uses of one signature sign in.
async fn signed_in(apps: [TestApp; 2]) -> usize {
    let phone = apps[0].passkey(&owner(&apps[0]).await, 1).await;
    let request = start_passkey_sign_in(&apps[0], NETWORK).await.unwrap();
    let uses = run_concurrently(20, |n| {
        let (app, sent) = (apps[n % 2].clone(), phone.sign(&request));
        async move { sign_in_by_passkey(&app, sent, "", NETWORK).await.is_ok() }
    });
    uses.await.into_iter().filter(|signed_in| *signed_in).count()
}

on_two_nodes!(one_signature_signs_in_once, async |stores: [Store; 2]| {
    let [one, other] = stores;
    let first = open_app(one).await;
    let second = first.another_node_on(other, |_| {});
    assert_eq!(signed_in([first, second]).await, 1);
});

on_both_engines!(control_without_its_guard_a_challenge_signs_in_several_times, async |store| {
    let guarded = open_app(store.clone()).await;
    let unguarded = without_guard(
        &store,
        statement("passkey_ceremony/take"),
        "delete from passkey_ceremony",
        "update passkey_ceremony set kind = kind",
    );
    let app = guarded.another_node_on(unguarded, |_| {});
    assert!(signed_in([app.clone(), app]).await > 1);
});

/// A clerk with two passkeys and nothing else; returns them.
async fn clerk_with_two_passkeys(app: &TestApp) -> (StaffMember, [Authenticator; 2]) {
    let clerk = app.staff(Role::Desk, PHONE, &[VENUE]).await;
    let passkeys = [app.passkey(&clerk, 1).await, app.passkey(&clerk, 2).await];
    let without_app: Result<u64, StoreError> = app
        .store
        .write(clerk.id, |tx, staff| {
            Box::pin(async move {
                let text = "delete from staff_totp where staff_id = $1";
                tx.run(Statement { name: "test/without_app", text }, params![staff.0]).await
            })
        })
        .await;
    assert_eq!(without_app.unwrap(), 1);
    (clerk, passkeys)
}

on_two_nodes!(the_last_passkey_stays, async |stores: [Store; 2]| {
    let [one, other] = stores;
    let first = open_app(one).await;
    let second = first.another_node_on(other, |_| {});
    let (clerk, passkeys) = clerk_with_two_passkeys(&first).await;
    let actor = first.actor(&clerk.token).await;
    let apps = [first, second];
    run_concurrently(2, |n| {
        let (app, actor, id) = (apps[n].clone(), actor.clone(), passkeys[n].credential_id.clone());
        let key = request_key(u64::try_from(n).unwrap());
        async move { remove_passkey(&app, &actor, id, key).await.is_ok() }
    })
    .await;
    assert_eq!(number(&apps[0].store, PASSKEYS).await, 1);
});

/// Both passkeys are removed: the second one through `there`, after the first one was deleted and before that commits. Returns the answer
/// to the second removal, and how many passkeys are left.
async fn remove_both([here, there]: [Store; 2]) -> (Result<(), RemovePasskeyError>, i64) {
    let app = open_app(there).await;
    let (clerk, [one, other]) = clerk_with_two_passkeys(&app).await;
    let actor = app.actor(&clerk.token).await;
    let (second, caller) = (app.clone(), actor.clone());
    let (here, answer) = with_call_before(&here, "audit_entry/add", async move {
        remove_passkey(&second, &caller, other.credential_id, request_key(2)).await
    });
    let first = app.another_node_on(here, |_| {});
    remove_passkey(&first, &actor, one.credential_id, request_key(1)).await.unwrap();
    (answer.await, number(&app.store, PASSKEYS).await)
}

// On SQLite a unit of work that writes is alone.
#[test]
fn a_passkey_that_becomes_the_last_one_meanwhile_is_not_removed() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let (answer, left) = remove_both(stores).await;
        assert!(matches!(answer, Err(RemovePasskeyError::LastKey)), "{answer:?}");
        assert_eq!(left, 1);
    });
}

#[test]
fn control_without_the_lock_both_passkeys_are_removed() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let guard = "where staff_id = $1";
        let unguarded = stores.map(|store| {
            without_guard(&store, statement("staff/lock"), guard, "where staff_id = $1 and 1 = 0")
        });
        let (answer, left) = remove_both(unguarded).await;
        answer.unwrap();
        assert_eq!(left, 0);
    });
}
