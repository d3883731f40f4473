//! Coupons at the desk: adding, changing and stopping them, and the permissions for it.

use std::sync::atomic::{AtomicU64, Ordering};

use jiff::civil::date;
use sideout_app::{
    booking::{
        cancel::cancel,
        confirm_at_court::confirm_at_court,
        quote_coupon::{QuoteCouponError, quote_coupon},
    },
    desk::coupons::{
        add_coupon::{AddCoupon, AddCouponError, add_coupon},
        change_coupon::{ChangeCoupon, ChangeCouponError, change_coupon},
        draft::{BadDraft, CouponDraft},
        find_coupon::find_coupon,
        list_coupons::{ListedCoupon, list_coupons},
        list_uses::list_uses,
        stop_coupon::{StopCoupon, StopCouponError, stop_coupon},
    },
    steps::audited::{Actor, RequestKey},
};
use sideout_domain::{
    DeviceId, VenueId,
    coupon::{CouponRefused, CouponState, Discount, Terms},
    money::Money,
    order::OrderStatus,
    staff::{Role, SignInStrength},
};
use sideout_store::{DeskCoupons, Statement, Store, StoreError, params, staff::SessionDevice};
use sideout_testkit::{
    Coupon, StatementCount, TestApp, meanwhile, on_both_engines, request_key, run_concurrently,
    sample_venue::VENUE, statement, two_nodes_on_postgres, without_guard, without_guard_of,
};

use crate::helpers::{held, open_app, open_second_venue, run};

/// 20 % off, at most ₹150, from ₹500 on, a hundred times.
fn draft() -> CouponDraft {
    CouponDraft {
        terms: Terms {
            discount: Discount::Percent(2_000),
            max_discount: Some(Money::from_rupees(150)),
            min_amount: Money::from_rupees(500),
        },
        from: None,
        until: Some(date(2026, 12, 31)),
        venues: None,
        total_limit: Some(100),
        per_customer_limit: Some(1),
        note: Some("For the school".to_owned()),
    }
}

/// A key that this function has not returned before.
fn next_key() -> RequestKey {
    static KEYS: AtomicU64 = AtomicU64::new(1);
    request_key(KEYS.fetch_add(1, Ordering::Relaxed))
}

async fn owner(app: &TestApp) -> Actor {
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    app.actor(&owner.token).await
}

async fn add(app: &TestApp, actor: &Actor, code: &str, draft: CouponDraft) -> Result<(), AddCouponError> {
    let new = AddCoupon { code: code.to_owned(), draft };
    add_coupon(app, actor, new, next_key()).await.map(drop)
}

async fn change(
    app: &TestApp,
    actor: &Actor,
    version: i64,
    draft: CouponDraft,
) -> Result<i64, ChangeCouponError> {
    let request = ChangeCoupon { code: "DIWALI20".to_owned(), version, draft };
    change_coupon(app, actor, request, next_key()).await.map(|changed| changed.version)
}

async fn stop(app: &TestApp, actor: &Actor, code: &str) -> Result<i64, StopCouponError> {
    let request = StopCoupon { code: code.to_owned(), reason: "Posted on a deals page".to_owned() };
    stop_coupon(app, actor, request, next_key()).await.map(|stopped| stopped.used)
}

async fn found(app: &TestApp, actor: &Actor, code: &str) -> Option<ListedCoupon> {
    find_coupon(app, actor, code.to_owned()).await.unwrap().map(|(listed, _)| listed)
}

on_both_engines!(a_coupon_that_the_desk_made_is_used_counted_and_stopped, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let owner = owner(&app).await;
    add(&app, &owner, "DIWALI20", draft()).await.unwrap();
    let order = held(&app, customers[0], 3, "7:00 PM").await;
    let quote = quote_coupon(&app, customers[0], order.number, "diwali20").await.unwrap();
    assert_eq!(quote.discount, Money::from_rupees(150));
    confirm_at_court(&app, customers[0], order.number, Some("Diwali20")).await.unwrap();
    let gone = held(&app, customers[1], 4, "7:00 PM").await;
    confirm_at_court(&app, customers[1], gone.number, Some("DIWALI20")).await.unwrap();
    cancel(&app, customers[1], gone.number, None).await.unwrap();

    let listed = found(&app, &owner, "DIWALI20").await.unwrap();
    assert_eq!((listed.state, listed.found.coupon.used), (CouponState::Running, 1));
    assert_eq!(listed.given, Money::from_rupees(150), "a cancelled booking is given nothing");
    assert!(listed.found.was_used && listed.may_edit && !listed.found.is_in_file);
    assert_eq!(listed.found.note.as_deref(), Some("For the school"));
    let first = list_uses(&app, &owner, "DIWALI20".to_owned(), None, 1).await.unwrap().unwrap();
    let rest = list_uses(&app, &owner, "DIWALI20".to_owned(), first.next, 10).await.unwrap().unwrap();
    assert_eq!(rest.next, None);
    let mut uses: Vec<_> =
        first.uses.iter().chain(&rest.uses).map(|one| (one.booking.order, one.status)).collect();
    uses.sort_by_key(|(_, status)| *status == OrderStatus::Cancelled);
    assert_eq!(uses, [(order.number, OrderStatus::Confirmed), (gone.number, OrderStatus::Cancelled)]);

    assert_eq!(stop(&app, &owner, "DIWALI20").await.unwrap(), 1);
    assert!(matches!(stop(&app, &owner, "DIWALI20").await, Err(StopCouponError::Stopped)));
    let again = held(&app, customers[1], 5, "7:00 PM").await;
    let refused = quote_coupon(&app, customers[1], again.number, "DIWALI20").await;
    assert!(matches!(refused, Err(QuoteCouponError::Refused(CouponRefused::Invalid))), "{refused:?}");
    let stopped = found(&app, &owner, "DIWALI20").await.unwrap();
    assert_eq!((stopped.state, stopped.may_edit), (CouponState::Stopped, false));
    assert_eq!(stopped.found.stop.unwrap().reason, "Posted on a deals page");
    let back = change(&app, &owner, stopped.found.version, draft()).await;
    assert!(matches!(back, Err(ChangeCouponError::Stopped)), "a stop is final: {back:?}");
    let taken = add(&app, &owner, "DIWALI20", draft()).await;
    assert!(matches!(taken, Err(AddCouponError::CodeTaken)), "its code is not used again: {taken:?}");
});

on_both_engines!(what_a_coupon_took_off_at_a_venue_that_was_retired_since_is_still_shown, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let owner = owner(&app).await;
    open_second_venue(&app).await;
    add(&app, &owner, "DIWALI20", draft()).await.unwrap();
    let order = held(&app, customers[0], 3, "7:00 PM").await;
    confirm_at_court(&app, customers[0], order.number, Some("DIWALI20")).await.unwrap();
    run(&app.store, "update venue set active = 0 where venue_id = 1").await;
    app.venues.forget();
    let listed = found(&app, &owner, "DIWALI20").await.unwrap();
    assert_eq!((listed.found.coupon.used, listed.given), (1, Money::from_rupees(150)));
    let page = list_uses(&app, &owner, "DIWALI20".to_owned(), None, 10).await.unwrap().unwrap();
    let uses: Vec<_> = page.uses.iter().map(|one| (one.venue, one.booking.order)).collect();
    assert_eq!(uses, [(VENUE, order.number)]);
});

on_both_engines!(terms_can_change_until_the_first_use_and_then_only_end_limit_and_note, async |store| {
    let (app, customers) = open_app(store, 3).await;
    let owner = owner(&app).await;
    add(&app, &owner, "DIWALI20", draft()).await.unwrap();
    let flat = CouponDraft {
        terms: Terms {
            discount: Discount::Flat(Money::from_rupees(50)),
            max_discount: None,
            min_amount: Money::ZERO,
        },
        ..draft()
    };
    assert_eq!(change(&app, &owner, 0, flat.clone()).await.unwrap(), 1);
    assert_eq!(change(&app, &owner, 1, flat.clone()).await.unwrap(), 1, "nothing differs");
    let old = change(&app, &owner, 0, draft()).await;
    assert!(matches!(old, Err(ChangeCouponError::Changed)), "{old:?}");

    for customer in &customers[..2] {
        let order = held(&app, *customer, if *customer == customers[0] { 3 } else { 4 }, "7:00 PM").await;
        let booked = confirm_at_court(&app, *customer, order.number, Some("DIWALI20")).await.unwrap();
        assert_eq!(booked.total(), Money::from_rupees(750));
        // The cancellation gives the use back, so that the player can use the coupon again.
        cancel(&app, *customer, order.number, None).await.unwrap();
        let order = held(&app, *customer, if *customer == customers[0] { 3 } else { 4 }, "7:00 PM").await;
        confirm_at_court(&app, *customer, order.number, Some("DIWALI20")).await.unwrap();
    }
    let more = change(&app, &owner, 1, draft()).await;
    assert!(matches!(more, Err(ChangeCouponError::WasUsed)), "{more:?}");
    let low = CouponDraft { total_limit: Some(1), ..flat.clone() };
    let low = change(&app, &owner, 1, low).await;
    assert!(matches!(low, Err(ChangeCouponError::LimitBelowUsed(2))), "{low:?}");
    let bounds = CouponDraft { until: None, total_limit: Some(2), note: None, ..flat };
    assert_eq!(change(&app, &owner, 1, bounds).await.unwrap(), 2);
    let full = held(&app, customers[2], 5, "7:00 PM").await;
    let refused = quote_coupon(&app, customers[2], full.number, "DIWALI20").await;
    assert!(matches!(refused, Err(QuoteCouponError::Refused(CouponRefused::Invalid))), "{refused:?}");
});

on_both_engines!(an_amount_of_the_operators_file_beyond_the_range_of_the_desk_can_stay, async |store| {
    let (app, _) = open_app(store.clone(), 0).await;
    let owner = owner(&app).await;
    Coupon::flat("DIWALI20", 200_000).add(&store).await;
    let version = found(&app, &owner, "DIWALI20").await.unwrap().found.version;
    let flat = |rupees| CouponDraft {
        terms: Terms {
            discount: Discount::Flat(Money::from_rupees(rupees)),
            max_discount: None,
            min_amount: Money::ZERO,
        },
        total_limit: None,
        per_customer_limit: None,
        ..draft()
    };
    let more = change(&app, &owner, version, flat(200_001)).await;
    assert!(matches!(more, Err(ChangeCouponError::Bad(BadDraft::Discount))), "{more:?}");
    assert_eq!(change(&app, &owner, version, flat(200_000)).await.unwrap(), version + 1);
    let listed = found(&app, &owner, "DIWALI20").await.unwrap();
    assert!(listed.found.coupon.ends_at.is_some(), "its last day was set");
    assert_eq!(listed.found.coupon.discount, Discount::Flat(Money::from_rupees(200_000)));
});

on_both_engines!(a_use_that_was_given_back_keeps_the_terms_too, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let owner = owner(&app).await;
    add(&app, &owner, "DIWALI20", draft()).await.unwrap();
    let order = held(&app, customers[0], 3, "7:00 PM").await;
    confirm_at_court(&app, customers[0], order.number, Some("DIWALI20")).await.unwrap();
    cancel(&app, customers[0], order.number, None).await.unwrap();
    assert_eq!(found(&app, &owner, "DIWALI20").await.unwrap().found.coupon.used, 0);
    let from = CouponDraft { from: Some(date(2026, 11, 22)), ..draft() };
    let changed = change(&app, &owner, 0, from).await;
    assert!(matches!(changed, Err(ChangeCouponError::WasUsed)), "{changed:?}");
});

on_both_engines!(a_bad_draft_is_refused_and_nothing_is_stored, async |store| {
    let (app, _) = open_app(store, 0).await;
    let owner = owner(&app).await;
    let past = CouponDraft { until: Some(date(2026, 11, 20)), ..draft() };
    let refused = add(&app, &owner, "DIWALI20", past).await;
    assert!(matches!(refused, Err(AddCouponError::Bad(BadDraft::UntilPast))), "{refused:?}");
    let elsewhere = CouponDraft { venues: Some(vec![VenueId(77)]), ..draft() };
    let refused = add(&app, &owner, "DIWALI20", elsewhere).await;
    assert!(matches!(refused, Err(AddCouponError::Bad(BadDraft::UnknownVenue))), "{refused:?}");
    assert!(found(&app, &owner, "DIWALI20").await.is_none());
});

on_both_engines!(a_repeated_call_is_answered_also_after_the_last_day_of_the_coupon, async |store| {
    let (app, _) = open_app(store, 0).await;
    let owner = owner(&app).await;
    let key = next_key();
    let add = async |key: &RequestKey| {
        let draft = CouponDraft { until: Some(date(2026, 11, 21)), ..draft() };
        let new = AddCoupon { code: "TODAY".to_owned(), draft };
        add_coupon(&app, &owner, new, key.clone()).await
    };
    let added = add(&key).await.unwrap();
    app.clock.advance(24 * 60 * 60);
    assert_eq!(add(&key).await.unwrap(), added);
    let new = add(&next_key()).await;
    assert!(matches!(new, Err(AddCouponError::Bad(BadDraft::UntilPast))), "{new:?}");
});

on_both_engines!(coupons_are_listed_by_their_state_and_page_by_page, async |store| {
    let (app, _) = open_app(store, 0).await;
    let owner = owner(&app).await;
    let from = |from, until| CouponDraft { from: Some(from), until: Some(until), ..draft() };
    add(&app, &owner, "LATER", from(date(2026, 12, 1), date(2026, 12, 31))).await.unwrap();
    add(&app, &owner, "ZEBRA", draft()).await.unwrap();
    add(&app, &owner, "GONE", draft()).await.unwrap();
    add(&app, &owner, "TODAY", from(date(2026, 11, 21), date(2026, 11, 21))).await.unwrap();
    stop(&app, &owner, "GONE").await.unwrap();
    let mut seen = Vec::new();
    let mut after = None;
    loop {
        let page = list_coupons(&app, &owner, after, 3).await.unwrap();
        let counts: Vec<usize> = page.counts.iter().map(|(_, count)| *count).collect();
        assert_eq!(counts, [2, 1, 1], "running, planned and stopped");
        seen.extend(page.coupons.into_iter().map(|listed| listed.found.coupon.code));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(seen, ["TODAY", "ZEBRA", "LATER", "GONE"]);
    app.clock.advance(24 * 60 * 60);
    assert_eq!(found(&app, &owner, "TODAY").await.unwrap().state, CouponState::Ended);
});

on_both_engines!(a_manager_makes_and_stops_coupons_of_their_own_venues, async |store| {
    let (app, _) = open_app(store.clone(), 0).await;
    let owner = owner(&app).await;
    open_second_venue(&app).await;
    let manager = app.staff(Role::Manager, "9825041737", &[VENUE]).await;
    let manager = app.actor(&manager.token).await;
    let clerk = app.staff(Role::Desk, "9825041738", &[VENUE]).await;
    let clerk = app.actor(&clerk.token).await;
    let at = |venues: &[i64]| CouponDraft {
        venues: Some(venues.iter().map(|venue| VenueId(*venue)).collect()),
        ..draft()
    };
    add(&app, &manager, "MINE", at(&[1])).await.unwrap();
    for beyond in [draft(), at(&[1, 2])] {
        let refused = add(&app, &manager, "BEYOND", beyond).await;
        assert!(matches!(refused, Err(AddCouponError::OtherVenues)), "{refused:?}");
    }
    add(&app, &owner, "EVERYWHERE", draft()).await.unwrap();
    add(&app, &owner, "ELSEWHERE", at(&[2])).await.unwrap();
    let seen = list_coupons(&app, &manager, None, 10).await.unwrap().coupons;
    let seen: Vec<_> =
        seen.iter().map(|listed| (listed.found.coupon.code.as_str(), listed.may_edit)).collect();
    assert_eq!(seen, [("EVERYWHERE", false), ("MINE", true)]);
    assert!(found(&app, &manager, "ELSEWHERE").await.is_none());
    let refused = stop(&app, &manager, "EVERYWHERE").await;
    assert!(matches!(refused, Err(StopCouponError::OtherVenues)), "{refused:?}");
    assert!(matches!(stop(&app, &manager, "ELSEWHERE").await, Err(StopCouponError::NoCoupon)));
    stop(&app, &manager, "MINE").await.unwrap();
    let refused = add(&app, &clerk, "CLERKS", at(&[1])).await;
    assert!(matches!(refused, Err(AddCouponError::Refused(_))), "{refused:?}");
});

// On SQLite a unit of work that writes is alone, so no venue is added between its read of the coupon and its stop.
#[test]
fn a_manager_does_not_stop_a_coupon_that_gets_another_venue_meanwhile() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (app, _) = open_app(there, 0).await;
        let owner = owner(&app).await;
        open_second_venue(&app).await;
        let manager = app.staff(Role::Manager, "9825041737", &[VENUE]).await;
        let manager = app.actor(&manager.token).await;
        add(&app, &owner, "DIWALI20", CouponDraft { venues: Some(vec![VENUE]), ..draft() }).await.unwrap();
        let (other, changing) = (app.clone(), owner.clone());
        let here = meanwhile(&here, "coupon/stop", move || async move {
            change(&other, &changing, 0, draft()).await.unwrap();
        });
        let node = app.another_node_on(here, |_| {});
        let refused = stop(&node, &manager, "DIWALI20").await;
        assert!(matches!(refused, Err(StopCouponError::OtherVenues)), "{refused:?}");
        let kept = found(&app, &owner, "DIWALI20").await.unwrap();
        assert_eq!((kept.state, kept.found.coupon.venues), (CouponState::Running, None));
    });
}

/// Twenty calls add a coupon with the same code at once; returns how many succeed.
async fn added_at_once(app: &TestApp) -> usize {
    let owner = owner(app).await;
    let answers = run_concurrently(20, |n| {
        let (app, owner) = (app.clone(), owner.clone());
        async move {
            let new = AddCoupon { code: "DIWALI20".to_owned(), draft: draft() };
            let added = add_coupon(&app, &owner, new, request_key(1_000 + u64::try_from(n).unwrap())).await;
            assert!(matches!(added, Ok(_) | Err(AddCouponError::CodeTaken)), "{added:?}");
            added.is_ok()
        }
    });
    answers.await.into_iter().filter(|is_added| *is_added).count()
}

on_both_engines!(of_twenty_calls_that_add_one_code_one_succeeds, async |store| {
    let (app, _) = open_app(store, 0).await;
    assert_eq!(added_at_once(&app).await, 1);
});

on_both_engines!(control_with_codes_that_differ_twenty_coupons_are_made, async |store| {
    // The key of the table refuses two equal codes, so the control appends the id to the code.
    let unguarded =
        without_guard(&store, statement("coupon/add_at_desk"), "values ($1, $2,", "values ($1, $2 || $1,");
    let (app, _) = open_app(unguarded, 0).await;
    assert_eq!(added_at_once(&app).await, 20);
});

/// Uses the coupon once, and then changes its terms through `change_terms`; returns whether they changed.
async fn changed_after_use(store: &Store, change_terms: Statement) -> bool {
    let (app, customers) = open_app(store.clone(), 1).await;
    Coupon::flat("DIWALI20", 50).add(store).await;
    let order = held(&app, customers[0], 3, "7:00 PM").await;
    confirm_at_court(&app, customers[0], order.number, Some("DIWALI20")).await.unwrap();
    let none: Option<i64> = None;
    let touched: Result<u64, StoreError> = store
        .write(change_terms, move |tx, statement| {
            Box::pin(async move {
                let none_text: Option<String> = None;
                // The coupon, its kind and value, the maximum discount, the minimum amount, the first day, the venues, and the limit of one
                // player.
                let params = params![1_i64, "flat", 10_000_i64, none, 0_i64, none, none_text, none];
                tx.run(*statement, params).await
            })
        })
        .await;
    touched.unwrap() == 1
}

on_both_engines!(the_statement_does_not_change_the_terms_of_a_used_coupon, async |store| {
    assert!(!changed_after_use(&store, statement("coupon/change_terms")).await);
    let found: Result<_, StoreError> =
        store.read((), |tx, ()| Box::pin(async move { DeskCoupons(tx).find("DIWALI20").await })).await;
    assert_eq!(found.unwrap().unwrap().coupon.discount, Discount::Flat(Money::from_rupees(50)));
});

on_both_engines!(control_without_the_guard_terms_of_a_used_coupon_change, async |store| {
    let guard = " and used = 0\n   and not exists (select 1 from coupon_use where coupon_use.coupon_id = coupon.coupon_id)";
    let unguarded = without_guard_of(statement("coupon/change_terms"), guard, "");
    assert!(changed_after_use(&store, unguarded).await);
});

on_both_engines!(a_session_by_pin_edits_only_coupons_of_its_venue_and_the_refusal_says_so, async |store| {
    let (app, _) = open_app(store, 0).await;
    let owner = owner(&app).await;
    open_second_venue(&app).await;
    let mut by_pin = owner.clone();
    by_pin.strength = SignInStrength::Pin;
    let label = "Front desk".to_owned();
    by_pin.device = Some(SessionDevice { id: DeviceId(1), venue: VENUE, label, touched_at: app.clock_now() });
    let here = CouponDraft { venues: Some(vec![VENUE]), ..draft() };
    let refused = add(&app, &by_pin, "EVERYWHERE", draft()).await;
    assert!(matches!(refused, Err(AddCouponError::ByPin)), "{refused:?}");
    add(&app, &by_pin, "HERE", here).await.unwrap();
    add(&app, &owner, "DIWALI20", draft()).await.unwrap();
    assert!(!found(&app, &by_pin, "DIWALI20").await.unwrap().may_edit);
    let refused = change(&app, &by_pin, 1, CouponDraft { note: None, ..draft() }).await;
    assert!(matches!(refused, Err(ChangeCouponError::ByPin)), "{refused:?}");
    let refused = stop(&app, &by_pin, "DIWALI20").await;
    assert!(matches!(refused, Err(StopCouponError::ByPin)), "{refused:?}");
});

on_both_engines!(the_sums_take_one_statement_and_only_when_something_has_changed, async |store| {
    let (counted, statements) = StatementCount::on(&store);
    let (app, customers) = open_app(counted, 3).await;
    let owner = owner(&app).await;
    for code in ["ACE", "DINK", "SMASH"] {
        add(&app, &owner, code, draft()).await.unwrap();
    }
    let given = async || {
        let page = list_coupons(&app, &owner, None, 10).await.unwrap();
        page.coupons.iter().map(|listed| listed.given.paise() / 100).collect::<Vec<_>>()
    };
    let book = async |customer: usize, court: i64, code: &str| {
        let order = held(&app, customers[customer], court, "7:00 PM").await;
        confirm_at_court(&app, customers[customer], order.number, Some(code)).await.unwrap();
        order
    };
    let first = book(0, 3, "ACE").await;
    book(1, 4, "DINK").await;
    assert_eq!(given().await, [150, 150, 0]);
    statements.take();
    assert_eq!(given().await, [150, 150, 0]);
    assert_eq!(statements.take(), 1, "the coupons alone");
    book(2, 5, "SMASH").await;
    statements.take();
    assert_eq!(given().await, [150, 150, 150], "at once");
    assert_eq!(statements.take(), 2, "one more for all the sums");
    cancel(&app, customers[0], first.number, None).await.unwrap();
    assert_eq!(given().await, [0, 150, 150]);
});
