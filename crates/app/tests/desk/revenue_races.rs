//! A report of money that is read while the job sums its days, or after its venue got another time zone.

use jiff::{
    SignedDuration,
    civil::{Date, date},
    tz::TimeZone,
};
use sideout_app::{
    desk::reports::{
        ReportBody,
        read_report::{ReportRequest, read_report},
        sum_revenue_days::sum_revenue_days,
    },
    platform::venues::find_venue,
    steps::audited::Actor,
};
use sideout_domain::{
    money::Money,
    report::{Period, ReportName},
    staff::Role,
    venue::Venue,
};
use sideout_store::{Store, StoreError, import::Imports};
use sideout_testkit::{
    TestApp, meanwhile, on_both_engines, sample_venue::VENUE, statement, two_nodes_on_postgres, without_guard,
};

use crate::{
    counter::{actor, open_counter, take_cash},
    helpers::{SUNDAY, at, booked},
};

/// Reads the sums of a period.
const LIST: &str = "revenue_sum/list";

/// Friday is summed, and ₹800 were taken in cash on Saturday. The job on another node sums Saturday while a report is read, right before
/// its statement `before`. Returns what the report says was taken, in paise.
async fn taken_in_report([here, there]: [Store; 2], before: &'static str) -> i64 {
    let (app, customers, kiran, _) = open_counter(there, 1).await;
    assert_eq!(sum_revenue_days(&app).await.unwrap(), 1);
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    take_cash(&app, &kiran, &order, 800, 1).await;
    app.clock.set(at("9:00 AM"));
    let owner = actor(&app, Role::Owner, "9825041738", &[]).await;
    let other = app.clone();
    let here = meanwhile(&here, before, move || async move {
        assert_eq!(sum_revenue_days(&other).await.unwrap(), 1);
    });
    let node = app.another_node_on(here, |_| {});
    let request = ReportRequest {
        name: ReportName::Revenue,
        venue: VENUE,
        period: Some(Period::new(date(2026, 11, 20), SUNDAY).unwrap()),
        compares_with_before: false,
    };
    let ReportBody::Revenue(figures) = read_report(&node, &owner, request).await.unwrap().body else {
        panic!("another report")
    };
    assert_eq!(sum_revenue_days(&app).await.unwrap(), 0, "it was summed meanwhile");
    figures.now.iter().map(|sum| sum.taken.paise()).sum()
}

// On SQLite all reads of a report see the same state of the database.
#[test]
fn a_day_that_is_summed_before_the_range_of_days_is_read_is_counted_once() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        assert_eq!(taken_in_report(stores, "revenue_day/find_range").await, 80_000);
    });
}

#[test]
fn a_day_that_is_summed_before_the_sums_are_read_is_counted_once() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        assert_eq!(taken_in_report(stores, LIST).await, 80_000);
    });
}

#[test]
fn control_without_the_range_a_day_is_counted_from_its_sums_and_from_the_ledger() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let guard = "and day >= $4 and day <= $5";
        let unguarded = without_guard(&here, statement(LIST), guard, "and $4 = $4 and $5 = $5");
        assert_eq!(taken_in_report([unguarded, there], LIST).await, 160_000);
    });
}

// This one has no guard that could be removed: the sums were read before.
#[test]
fn a_day_that_is_summed_before_the_ledger_is_read_is_counted_once() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        assert_eq!(taken_in_report(stores, "ledger_posting/find_first").await, 80_000);
    });
}

/// What was taken from 20 to 24 November, by day.
async fn taken_by_day(app: &TestApp, owner: &Actor) -> Vec<(Date, Money)> {
    let request = ReportRequest {
        name: ReportName::Revenue,
        venue: VENUE,
        period: Some(Period::new(date(2026, 11, 20), date(2026, 11, 24)).unwrap()),
        compares_with_before: false,
    };
    let ReportBody::Revenue(figures) = read_report(app, owner, request).await.unwrap().body else {
        panic!("another report")
    };
    figures.now.iter().map(|sum| (sum.day, sum.taken)).collect()
}

/// Gives the venue another time zone; the cache of `app` keeps the one of before.
async fn set_zone(app: &TestApp, zone: TimeZone) {
    let venue = find_venue(app, VENUE).await.unwrap().unwrap();
    let venue = Venue { zone, ..(*venue).clone() };
    let put =
        app.store.write(venue, |tx, venue| Box::pin(async move { Imports(tx).put_venue(venue, 1).await }));
    let put: Result<(), StoreError> = put.await;
    put.unwrap();
}

on_both_engines!(a_venue_that_gets_another_time_zone_has_its_money_on_its_new_days, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    // In India it is Sunday, by UTC still Saturday.
    app.clock.set(at("3:00 AM"));
    take_cash(&app, &kiran, &order, 800, 1).await;
    app.clock.set(at("3:00 AM") + SignedDuration::from_hours(48));
    let owner = actor(&app, Role::Owner, "9825041738", &[]).await;
    assert!(sum_revenue_days(&app).await.unwrap() > 0);
    let rupees = Money::from_rupees(800);
    assert_eq!(taken_by_day(&app, &owner).await, [(SUNDAY, rupees)]);

    set_zone(&app, TimeZone::UTC).await;
    assert_eq!(sum_revenue_days(&app).await.unwrap(), 0, "its days are not known here yet");
    app.venues.forget();
    let saturday = SUNDAY.yesterday().unwrap();
    assert_eq!(taken_by_day(&app, &owner).await, [(saturday, rupees)], "from the ledger");
    assert!(sum_revenue_days(&app).await.unwrap() > 0);
    assert_eq!(taken_by_day(&app, &owner).await, [(saturday, rupees)], "from the sums");
});
