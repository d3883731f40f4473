//! A report of money that is read while the job sums its days.

use jiff::civil::date;
use sideout_app::desk::reports::{
    ReportBody,
    read_report::{ReportRequest, read_report},
    sum_revenue_days::sum_revenue_days,
};
use sideout_domain::{
    report::{Period, ReportName},
    staff::Role,
};
use sideout_store::Store;
use sideout_testkit::{meanwhile, sample_venue::VENUE, statement, two_nodes_on_postgres, without_guard};

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
