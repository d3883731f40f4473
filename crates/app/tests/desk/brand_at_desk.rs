//! The brand is changed at the desk, also in an empty database, and once for each version.

use jiff::civil::Weekday;
use sideout_app::{
    desk::brand::{
        Manager,
        change_brand::{ChangeBrand, ChangeBrandError, ChangedBrand, change_brand},
        check_brand::BadField,
        read_set_up::{BrandSetUp, ReadSetUpError, read_set_up},
    },
    platform::{
        brand::{Brand, find_brand},
        policies::find_policies,
    },
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    money::Money,
    staff::{Permission, Role},
};
use sideout_store::Store;
use sideout_testkit::{
    TestApp, on_both_engines, on_two_nodes, request_key, run_concurrently, sample_venue::VENUE, statement,
    without_guard,
};

use crate::{
    counter::actor,
    helpers::{booked, number, open_app, run},
};

fn club() -> Brand {
    Brand {
        name: "Baroda Pickleball Club".to_owned(),
        short_name: "BPC".to_owned(),
        phone: "+912652000000".to_owned(),
        email: "hello@club.example".to_owned(),
        address: "12 River Road, Akota, Vadodara 390020".to_owned(),
        legal_name: "Baroda Pickleball Club LLP".to_owned(),
        ..Brand::default()
    }
}

async fn change(
    app: &TestApp,
    actor: &Actor,
    version: i64,
    brand: Brand,
    key: u64,
) -> Result<ChangedBrand, ChangeBrandError> {
    change_brand(
        app,
        actor,
        ChangeBrand { version, brand, map_hosts: vec!["https://www.google.com".to_owned()] },
        request_key(key),
    )
    .await
}

async fn owner(app: &TestApp) -> Actor {
    actor(app, Role::Owner, "9825041730", &[]).await
}

on_both_engines!(an_owner_begins_in_an_empty_database, async |store| {
    let app = TestApp::over(store);
    let asha = owner(&app).await;
    let empty = BrandSetUp { brand: Brand::default(), version: 0, manager: Manager::File };
    assert_eq!(read_set_up(&app, &asha).await.unwrap(), empty);

    let typed =
        Brand { name: " Baroda Pickleball Club ".to_owned(), phone: "0265 2000000".to_owned(), ..club() };
    assert_eq!(change(&app, &asha, 0, typed.clone(), 1).await.unwrap().version, 1);
    assert_eq!(change(&app, &asha, 0, typed, 1).await.unwrap().version, 1, "the same key again");
    let expected = BrandSetUp { brand: club(), version: 1, manager: Manager::Desk };
    assert_eq!(read_set_up(&app, &asha).await.unwrap(), expected);
});

on_both_engines!(players_see_a_change_at_once_and_the_audit_has_the_fields_that_differ, async |store| {
    let (app, _) = open_app(store, 1).await;
    let asha = owner(&app).await;
    change(&app, &asha, 0, club(), 1).await.unwrap();
    assert_eq!(find_brand(&app).await.unwrap().name, "Baroda Pickleball Club");

    let renamed =
        Brand { short_name: "Baroda".to_owned(), gstin: Some("24AAQFB2741K1ZC".to_owned()), ..club() };
    assert_eq!(change(&app, &asha, 1, renamed.clone(), 2).await.unwrap().version, 2);
    // The clock stands still, so only the change event can have dropped the cached brand.
    assert_eq!(*find_brand(&app).await.unwrap(), renamed);
    // The fields that differ, and no others, in the order of their names.
    let audited = r#"select cast(count(*) as bigint) from audit_entry where verb = 'brand.changed'
                    and before = '{"gstin":null,"short_name":"BPC"}'
                    and after = '{"gstin":"24AAQFB2741K1ZC","short_name":"Baroda"}'"#;
    assert_eq!(number(&app.store, audited).await, 1);
    let entries = "select cast(count(*) as bigint) from audit_entry where verb = 'brand.changed'";
    assert_eq!(number(&app.store, entries).await, 2);

    assert_eq!(change(&app, &asha, 2, renamed, 3).await.unwrap().version, 2, "nothing differs");
    assert_eq!(number(&app.store, entries).await, 2, "and nothing is written");
});

on_both_engines!(an_invalid_brand_and_a_caller_without_permission_are_refused, async |store| {
    let (app, _) = open_app(store, 1).await;
    let asha = owner(&app).await;
    let mina = actor(&app, Role::Manager, "9825041731", &[VENUE]).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    assert_eq!(read_set_up(&app, &mina).await.unwrap().version, 0, "a manager reads");
    let refused = change(&app, &mina, 0, club(), 1).await;
    let forbidden = Refused::NotAllowed(Permission::SetupEdit);
    assert!(matches!(refused, Err(ChangeBrandError::Refused(refused)) if refused == forbidden));
    let refused = read_set_up(&app, &kiran).await;
    assert!(matches!(refused, Err(ReadSetUpError::Refused(Refused::NotAllowed(Permission::SetupRead)))));

    let bad = Brand { email: "hello".to_owned(), gstin: Some("24AAQFB2741K1Z6".to_owned()), ..club() };
    let Err(ChangeBrandError::Bad(bad)) = change(&app, &asha, 0, bad, 2).await else { panic!("not refused") };
    assert_eq!(bad, [BadField::new("email", "mail"), BadField::new("gstin", "gstin_check")]);
    assert!(matches!(change(&app, &asha, 3, club(), 3).await, Err(ChangeBrandError::Changed)));
    assert_eq!(read_set_up(&app, &asha).await.unwrap().version, 0);
});

on_both_engines!(the_time_zone_stays_while_a_coupon_ends_on_a_day, async |store| {
    let (app, _) = open_app(store, 1).await;
    let asha = owner(&app).await;
    let moved = Brand { timezone: "Asia/Dubai".to_owned(), ..club() };
    change(&app, &asha, 0, moved, 1).await.unwrap();
    run(
        &app.store,
        "insert into coupon (coupon_id, code, kind, value, min_amount_paise, ends_at, used, active)
         values (1, 'DIWALI', 'flat', 5000, 0, 1800000000000, 0, 1)",
    )
    .await;
    let Err(ChangeBrandError::Bad(bad)) = change(&app, &asha, 1, club(), 2).await else {
        panic!("not refused")
    };
    assert_eq!(bad, [BadField::new("timezone", "coupons")]);
    let renamed = Brand { timezone: "Asia/Dubai".to_owned(), short_name: "B".to_owned(), ..club() };
    change(&app, &asha, 1, renamed, 3).await.unwrap();
});

on_two_nodes!(a_changed_rule_applies_on_all_nodes_and_bookings_keep_the_earlier_one, async |stores| {
    let [here, there]: [Store; 2] = stores;
    let (app, customers) = open_app(here, 1).await;
    let other = app.another_node_on(there, |settings| settings.max_no_shows = 7);
    let asha = owner(&app).await;
    let before = booked(&other, customers[0], 3, "7:00 PM").await;
    assert_eq!(before.policy.cutoff_minutes, 360);

    let own = Brand {
        cancel_cutoff_minutes: Some(90),
        bank_charge_paise: Some(0),
        hold_seconds: Some(120),
        refund_weekday: Some(1),
        ..club()
    };
    change(&app, &asha, 0, own.clone(), 1).await.unwrap();
    // A node knows a change after two seconds at the latest.
    app.clock.advance(2);
    for (node, missed) in [(&app, 2), (&other, 7)] {
        let policies = find_policies(node).await.unwrap();
        assert_eq!((policies.cancellation.cutoff_minutes, policies.hold_seconds), (90, 120));
        assert_eq!(policies.cancellation.bank_charge, Money::ZERO);
        assert_eq!(policies.refund_weekday, Weekday::Monday);
        assert_eq!(policies.max_no_shows, missed, "where the brand has no rule, the node's setting holds");
    }
    let after = booked(&other, customers[0], 4, "7:00 PM").await;
    assert_eq!((after.policy.cutoff_minutes, after.policy.bank_charge), (90, Money::ZERO));
    let kept = "select cast(count(*) as bigint) from orders where cancel_cutoff_minutes = 360";
    assert_eq!(number(&app.store, kept).await, 1);
    let audited = r#"select cast(count(*) as bigint) from audit_entry where verb = 'brand.changed'
                    and before = '{"cancel_cutoff_minutes":90}' and after = '{"cancel_cutoff_minutes":null}'"#;
    change(&app, &asha, 1, Brand { cancel_cutoff_minutes: None, ..own }, 2).await.unwrap();
    assert_eq!(number(&app.store, audited).await, 1);
    assert_eq!(
        find_policies(&app).await.unwrap().cancellation.cutoff_minutes,
        360,
        "the setting holds again"
    );
});

/// Twelve calls change the same version of the brand at once, each to another name; returns how many succeed.
async fn changed_at_once(here: Store, there: Store, seen: i64) -> usize {
    let (app, _) = open_app(here, 1).await;
    let other = app.another_node_on(there, |_| {});
    let asha = owner(&app).await;
    for version in 0..seen {
        let brand = Brand { short_name: format!("Before {version}"), ..club() };
        change(&app, &asha, version, brand, 900 + version.unsigned_abs()).await.unwrap();
    }
    let answers = run_concurrently(12, |n| {
        let node = if n % 2 == 0 { app.app() } else { other.app() };
        let asha = asha.clone();
        async move {
            let brand = Brand { short_name: format!("Club {n}"), ..club() };
            change_brand(
                &node,
                &asha,
                ChangeBrand { version: seen, brand, map_hosts: vec!["https://www.google.com".to_owned()] },
                request_key(n as u64),
            )
            .await
        }
    });
    let answers = answers.await;
    let is_expected = |answer: &Result<ChangedBrand, ChangeBrandError>| {
        matches!(answer, Ok(_) | Err(ChangeBrandError::Changed))
    };
    assert!(answers.iter().all(is_expected), "{answers:?}");
    answers.into_iter().filter(Result::is_ok).count()
}

// INVARIANT: of several changes of one version of the brand one succeeds, and the others are refused.
on_two_nodes!(of_twelve_changes_of_one_version_one_succeeds, async |stores| {
    let [here, there]: [Store; 2] = stores;
    assert_eq!(changed_at_once(here, there, 1).await, 1);
});

on_two_nodes!(of_twelve_first_brands_at_once_one_is_stored, async |stores| {
    let [here, there]: [Store; 2] = stores;
    assert_eq!(changed_at_once(here, there, 0).await, 1);
});

on_two_nodes!(control_without_the_version_all_twelve_changes_succeed, async |stores| {
    let stores: [Store; 2] = stores;
    let [here, there] = stores.map(|store| {
        let change = statement("brand/change_at_desk");
        without_guard(&store, change, "version = $3", "cast($3 as bigint) = cast($3 as bigint)")
    });
    assert_eq!(changed_at_once(here, there, 1).await, 12);
});

on_two_nodes!(control_without_the_conflict_all_twelve_first_brands_are_stored, async |stores| {
    let stores: [Store; 2] = stores;
    let [here, there] = stores.map(|store| {
        let instead = "on conflict (brand_id) do update set document = excluded.document";
        without_guard(&store, statement("brand/add_at_desk"), "on conflict (brand_id) do nothing", instead)
    });
    assert_eq!(changed_at_once(here, there, 0).await, 12);
});
