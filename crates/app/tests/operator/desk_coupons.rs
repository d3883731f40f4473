//! What an import does with coupons that the desk manages.

use jiff::civil::date;
use sideout_app::{
    desk::coupons::{
        add_coupon::{AddCoupon, add_coupon},
        change_coupon::{ChangeCoupon, change_coupon},
        draft::CouponDraft,
        find_coupon::find_coupon,
        stop_coupon::{StopCoupon, StopCouponError, stop_coupon},
    },
    operator::{Choices, ImportError, Mode, import_operator, parse_operator_file},
    platform::clock::Clock,
    steps::audited::Actor,
};
use sideout_domain::{
    coupon::{Coupon, CouponState, Discount, Terms},
    money::Money,
    staff::Role,
};
use sideout_store::{Coupons, StoreError};
use sideout_testkit::{TestApp, on_both_engines, request_key};

use crate::sample::{Drawings, FILE};

async fn import(app: &TestApp, text: &str, mode: Mode) -> Result<usize, ImportError> {
    let file = parse_operator_file(text).unwrap();
    let now = app.clock.now();
    let imported = import_operator(&app.store, &app.images, file, &Drawings, now, mode, Choices::default());
    let changes = imported.await?.changes.len();
    app.venues.forget();
    app.brand.forget();
    Ok(changes)
}

async fn find(app: &TestApp, code: &'static str) -> Coupon {
    let found: Result<_, StoreError> =
        app.store.read(code, |tx, code| Box::pin(async move { Coupons(tx).find(code).await })).await;
    found.unwrap().unwrap()
}

fn fifty_off() -> CouponDraft {
    CouponDraft {
        terms: Terms {
            discount: Discount::Flat(Money::from_rupees(50)),
            max_discount: None,
            min_amount: Money::ZERO,
        },
        from: None,
        until: Some(date(2026, 12, 31)),
        venues: None,
        total_limit: None,
        per_customer_limit: None,
        note: None,
    }
}

/// Imports the file, and lets an owner make `DESK50`; returns the owner.
async fn with_a_coupon_of_the_desk(app: &TestApp) -> Actor {
    import(app, FILE, Mode::Apply).await.unwrap();
    add_coupon_of_the_desk(app).await
}

async fn add_coupon_of_the_desk(app: &TestApp) -> Actor {
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    let new = AddCoupon { code: "DESK50".to_owned(), draft: fifty_off() };
    add_coupon(app, &owner, new, request_key(1)).await.unwrap();
    owner
}

on_both_engines!(an_import_leaves_coupons_of_the_desk_and_refuses_a_file_that_names_one, async |store| {
    let app = TestApp::over(store);
    with_a_coupon_of_the_desk(&app).await;
    let before = find(&app, "DESK50").await;
    assert_eq!(import(&app, FILE, Mode::Apply).await.unwrap(), 0, "it is not switched off");
    assert_eq!(find(&app, "DESK50").await, before);
    let named = FILE.to_owned() + "\n[[coupon]]\ncode = \"desk50\"\nflat = 10\n";
    for mode in [Mode::DryRun, Mode::Apply] {
        let refused = import(&app, &named, mode).await.unwrap_err();
        assert_eq!(
            refused.to_string(),
            "coupon DESK50 is managed at the desk, because staff made, changed or stopped it there; take it out of the file"
        );
    }
    assert_eq!(find(&app, "DESK50").await, before);
});

on_both_engines!(no_file_changes_the_time_zone_while_the_desk_has_a_coupon_with_days, async |store| {
    let app = TestApp::over(store);
    let owner = with_a_coupon_of_the_desk(&app).await;
    let west = FILE.replace("[[sport]]", "timezone = \"Asia/Dubai\"\n[[sport]]");
    for mode in [Mode::DryRun, Mode::Apply] {
        let refused = import(&app, &west, mode).await.unwrap_err();
        assert_eq!(
            refused.to_string(),
            "coupon DESK50 of the desk begins or ends on a day of the present time zone; stop it there before a file changes the \
             zone"
        );
    }
    let stop = StopCoupon { code: "DESK50".to_owned(), reason: "The zone changes".to_owned() };
    stop_coupon(&app, &owner, stop, request_key(2)).await.unwrap();
    assert!(import(&app, &west, Mode::Apply).await.unwrap() > 0);
});

on_both_engines!(the_first_brand_has_no_other_time_zone_than_a_coupon_of_the_desk_with_days, async |store| {
    let app = TestApp::over(store);
    let (_, without_brand) = FILE.split_at(FILE.find("[[sport]]").unwrap());
    import(&app, without_brand, Mode::Apply).await.unwrap();
    add_coupon_of_the_desk(&app).await;
    let west = FILE.replace("[[sport]]", "timezone = \"Asia/Dubai\"\n[[sport]]");
    let refused = import(&app, &west, Mode::Apply).await.unwrap_err();
    assert!(
        matches!(&refused, ImportError::CouponsOfOtherZone(codes) if codes[..] == ["DESK50"]),
        "{refused}"
    );
    assert!(import(&app, FILE, Mode::Apply).await.unwrap() > 0, "the brand, in the standard zone");
});

on_both_engines!(a_coupon_of_the_file_that_the_desk_stopped_stays_stopped, async |store| {
    let app = TestApp::over(store);
    let owner = with_a_coupon_of_the_desk(&app).await;
    let stop = StopCoupon { code: "WELCOME50".to_owned(), reason: "Posted on a deals page".to_owned() };
    stop_coupon(&app, &owner, stop, request_key(2)).await.unwrap();
    let refused = import(&app, FILE, Mode::Apply).await.unwrap_err();
    assert!(matches!(&refused, ImportError::CouponsOfDesk(codes) if codes[..] == ["WELCOME50"]), "{refused}");
    assert!(!find(&app, "WELCOME50").await.is_active);
    // A new coupon of the file gets an unused id, also if the desk manages the coupon with the highest one.
    let without = FILE.split("[[coupon]]").next().unwrap().to_owned();
    let other = without + "[[coupon]]\ncode = \"OTHER\"\nflat = 10\n";
    import(&app, &other, Mode::Apply).await.unwrap();
    for of_desk in ["WELCOME50", "DESK50"] {
        assert_ne!(find(&app, "OTHER").await.id, find(&app, of_desk).await.id, "{of_desk}");
    }
    assert!(!find(&app, "WELCOME50").await.is_active && find(&app, "OTHER").await.is_active);
});

on_both_engines!(a_coupon_of_the_file_that_was_changed_at_the_desk_is_managed_there, async |store| {
    let app = TestApp::over(store);
    let owner = with_a_coupon_of_the_desk(&app).await;
    let version = 0;
    let draft = CouponDraft { total_limit: Some(10), ..fifty_off() };
    let change = ChangeCoupon { code: "WELCOME50".to_owned(), version, draft };
    change_coupon(&app, &owner, change, request_key(2)).await.unwrap();
    import(&app, FILE, Mode::Apply).await.unwrap_err();
    let without = FILE.split("[[coupon]]").next().unwrap();
    assert_eq!(import(&app, without, Mode::Apply).await.unwrap(), 0, "it is not switched off with the file");
    assert!(find(&app, "WELCOME50").await.is_active);
});

on_both_engines!(a_coupon_that_left_the_file_can_be_stopped_for_good, async |store| {
    let app = TestApp::over(store);
    let owner = with_a_coupon_of_the_desk(&app).await;
    let without = FILE.split("[[coupon]]").next().unwrap();
    import(&app, without, Mode::Apply).await.unwrap();
    let shown = async || find_coupon(&app, &owner, "WELCOME50".to_owned()).await.unwrap().unwrap().0;
    let left = shown().await;
    assert_eq!((left.state, left.found.stop), (CouponState::Stopped, None));
    assert!(!left.found.is_in_file && !left.may_edit && left.may_stop);

    let stop = || StopCoupon { code: "WELCOME50".to_owned(), reason: "Posted on a deals page".to_owned() };
    stop_coupon(&app, &owner, stop(), request_key(2)).await.unwrap();
    let stopped = shown().await;
    assert_eq!(stopped.found.stop.unwrap().reason, "Posted on a deals page");
    assert!(!stopped.may_stop);
    let again = stop_coupon(&app, &owner, stop(), request_key(3)).await;
    assert!(matches!(again, Err(StopCouponError::Stopped)), "{again:?}");
    let refused = import(&app, FILE, Mode::Apply).await.unwrap_err();
    assert!(matches!(&refused, ImportError::CouponsOfDesk(codes) if codes[..] == ["WELCOME50"]), "{refused}");
});

on_both_engines!(a_coupon_that_left_the_file_starts_again_with_the_file, async |store| {
    let app = TestApp::over(store);
    let owner = with_a_coupon_of_the_desk(&app).await;
    import(&app, FILE.split("[[coupon]]").next().unwrap(), Mode::Apply).await.unwrap();
    import(&app, FILE, Mode::Apply).await.unwrap();
    let (back, _) = find_coupon(&app, &owner, "WELCOME50".to_owned()).await.unwrap().unwrap();
    assert!(back.found.coupon.is_active && back.found.is_in_file && back.may_edit && back.may_stop);
});
