//! The sums of past days from which reports are read: each equals the bookings of its day, whatever changes after it was counted.

use jiff::{SignedDuration, civil::date};
use sideout_app::{
    desk::reports::{
        read_report::{ReportRequest, read_report},
        sum_booking_days::sum_booking_days,
    },
    steps::audited::Actor,
};
use sideout_domain::{
    CustomerId,
    order::{OrderNumber, OrderStatus},
    report::{Period, ReportName},
    staff::Role,
};
use sideout_store::{Statement, Store, StoreError, import::ImportedBooking, params};
use sideout_testkit::{
    Coupon, TestApp, on_both_engines, on_two_nodes, run_concurrently, sample_venue::VENUE, statement,
    two_nodes_on_postgres, with_call_before, without_guard,
};

use crate::{
    counter::actor,
    helpers::{import, imported, number, open_app, open_second_venue, run, slot},
};

/// Days of the venue that have been counted.
const COUNTED: &str = "select cast(count(*) as bigint) from booking_day where venue_id = 1";

/// What changes the figures of Sunday, each a statement by itself.
const CHANGES: [(&str, &str); 26] = [
    ("a game was missed", "update orders set status = 'no_show' where order_number = 1000000001"),
    ("it was played after all", "update orders set status = 'completed' where order_number = 1000000001"),
    (
        "players were marked absent",
        "insert into attendance (order_number, state, at, staff_id, way) values (1000000002, 'absent', 1, 3, 'name')",
    ),
    ("the mark was taken back", "update attendance set state = null where order_number = 1000000002"),
    ("a price", "update orders set price_paise = 90000 where order_number = 1000000001"),
    ("a discount", "update orders set discount_paise = 7000 where order_number = 1000000001"),
    ("an hour", "update orders set start_minute = 600 where order_number = 1000000001"),
    ("a day", "update orders set venue_day = '2026-11-23' where order_number = 1000000001"),
    ("the day before", "update orders set venue_day = '2026-11-22' where order_number = 1000000001"),
    ("a court", "update orders set court_id = 9 where order_number = 1000000004"),
    ("a start", "update orders set starts_at = starts_at - 108000000 where order_number = 1000000001"),
    ("a length", "update orders set slot_minutes = 90 where order_number = 1000000001"),
    ("a length that is not kept", "update orders set slot_minutes = null where order_number = 1000000001"),
    ("a time of play", "update orders set play_minutes = 45 where order_number = 1000000001"),
    ("how it is paid", "update orders set payment_method = 'online' where order_number = 1000000001"),
    ("who booked", "update orders set booked_by = 3 where order_number = 1000000001"),
    (
        "a hold that is paid after its start",
        "update orders set status = 'confirmed', held_until = null, payment_method = 'online', confirmed_at = starts_at + 60000
          where order_number = 1000000005",
    ),
    (
        "a cancellation",
        "update orders set status = 'cancelled', cancelled_at = starts_at - 60000 where order_number = 1000000002",
    ),
    (
        "when it was cancelled",
        "update orders set cancelled_at = starts_at - 108000000 where order_number = 1000000002",
    ),
    ("who cancelled", "update orders set cancelled_by = 3 where order_number = 1000000002"),
    ("a closure that cancelled", "update orders set block_id = 9 where order_number = 1000000002"),
    (
        "an earlier booking that becomes one of the player",
        "update orders set customer_id = 100000000000 where order_number = 1000000003",
    ),
    (
        "an earlier booking that a closure has moved",
        "update closure_offer set state = 'moved', answered_at = 2, new_order = 1000000002 where order_number = 1000000003",
    ),
    ("when it was booked", "update orders set confirmed_at = confirmed_at - 864000000 where order_number = 1000000001"),
    ("a coupon", "update orders set coupon_id = null where order_number = 1000000001"),
    ("a venue", "update orders set venue_id = 2 where order_number = 1000000001"),
];

/// The triggers of both engines that remove the sums of a changed day, with their tables.
const TRIGGERS: [(&str, &str); 4] = [
    ("order_confirmed_late", "orders"),
    ("order_of_sums_changed", "orders"),
    ("attendance_of_sums_changed", "attendance"),
    ("closed_game_was_moved", "closure_offer"),
];
/// The triggers that do so on SQLite only.
const TRIGGERS_OF_SQLITE: [&str; 2] = ["player_of_sums_changed", "attendance_added_to_sums"];

/// An app on Wednesday 25 November 2026, and an owner.
struct WeekendGames {
    app: TestApp,
    owner: Actor,
}

impl WeekendGames {
    /// Sunday: 1000000001 was played, with a coupon; 1000000004 was cancelled, and its hour was booked again as 1000000002, whose
    /// attendance was not marked; 1000000005 is a hold that expired. Saturday: the court of 1000000003,
    /// of another player, was closed.
    async fn over(store: Store) -> Self {
        Coupon::flat("WELCOME50", 50).add(&store).await;
        let (app, customers) = open_app(store, 3).await;
        open_second_venue(&app).await;
        for (order, customer, slot, status) in [
            (1_000_000_001, 0, slot(1, "7:00 PM"), OrderStatus::Completed),
            (1_000_000_002, 1, slot(4, "8:00 PM"), OrderStatus::Confirmed),
            (1_000_000_003, 2, slot(5, "7:00 AM"), OrderStatus::Cancelled),
            (1_000_000_004, 2, slot(4, "8:00 PM"), OrderStatus::Cancelled),
            (1_000_000_005, 2, slot(6, "9:00 PM"), OrderStatus::Confirmed),
        ] {
            let mut booking = imported(customers[customer], slot, status);
            booking.number = OrderNumber::try_from(order).unwrap();
            import(&app.store, booking).await;
        }
        for text in [
            "update orders set coupon_id = (select coupon_id from coupon), discount_paise = 5000 where order_number = 1000000001",
            "update orders set status = 'expired', confirmed_at = null where order_number = 1000000005",
            "update orders set venue_day = '2026-11-21', starts_at = starts_at - 86400000, confirmed_at = confirmed_at - 86400000
              where order_number = 1000000003",
            "insert into court_block (block_id, venue_id, reason, created_at) values (9, 1, 'Rain', 1)",
            "insert into closure_offer (order_number, block_id, customer_id, state, open_until, created_at)
             values (1000000003, 9, 100000000002, 'open', 1, 1)",
        ] {
            run(&app.store, text).await;
        }
        app.clock.set("2026-11-25T06:30:00Z".parse().unwrap());
        let owner = actor(&app, Role::Owner, "9825041799", &[]).await;
        WeekendGames { app, owner }
    }

    async fn count(&self) -> u32 {
        sum_booking_days(&self.app).await.unwrap()
    }

    async fn counted(&self) -> i64 {
        number(&self.app.store, COUNTED).await
    }

    /// The four reports that are read from sums of bookings, as text.
    async fn figures(&self) -> String {
        let mut text = String::new();
        for name in
            [ReportName::Occupancy, ReportName::NoShows, ReportName::Cancellations, ReportName::Coupons]
        {
            let days = Period::new(date(2026, 11, 21), date(2026, 11, 23)).unwrap();
            let request =
                ReportRequest { name, venue: VENUE, period: Some(days), compares_with_before: false };
            let report = read_report(&self.app, &self.owner, request).await.unwrap();
            text.push_str(&format!("{:?}\n", report.body));
        }
        text
    }

    /// Whether the reports differ from the bookings. No day has sums afterwards.
    async fn are_figures_stale(&self) -> bool {
        let read = self.figures().await;
        run(&self.app.store, "delete from booking_day").await;
        read != self.figures().await
    }

    /// The changes after which reports that were counted before differ from the bookings.
    async fn stale_after_changes(&self) -> Vec<&'static str> {
        let mut stale = Vec::new();
        for (what, change) in CHANGES {
            self.count().await;
            run(&self.app.store, change).await;
            if self.are_figures_stale().await {
                stale.push(what);
            }
        }
        stale
    }
}

/// Removes triggers, for controls.
async fn drop_triggers(store: &Store) {
    let is_sqlite = store.engine() == "sqlite";
    for (trigger, table) in TRIGGERS {
        let of_table = if is_sqlite { String::new() } else { format!(" on {table}") };
        run(store, format!("drop trigger {trigger}{of_table}").leak()).await;
    }
    for trigger in TRIGGERS_OF_SQLITE.iter().filter(|_| is_sqlite) {
        run(store, format!("drop trigger {trigger}").leak()).await;
    }
}

on_both_engines!(a_past_day_is_counted_once_and_its_figures_stay, async |store| {
    let weekend = WeekendGames::over(store).await;
    let before = weekend.figures().await;
    assert_eq!(
        weekend.count().await,
        3,
        "from Saturday, the first day with a booking, to Monday, which has none"
    );
    assert_eq!(weekend.count().await, 0, "once");
    assert_eq!(weekend.figures().await, before);
    assert!(!weekend.are_figures_stale().await);
    weekend.app.clock.set("2026-11-23T19:30:00Z".parse().unwrap());
    assert_eq!(weekend.count().await, 1, "only Saturday: Sunday ended 25 hours ago");
});

on_both_engines!(control_reports_are_read_from_the_sums, async |store| {
    let weekend = WeekendGames::over(store).await;
    let before = weekend.figures().await;
    weekend.count().await;
    for sums in ["sold_sum", "missed_sum", "cancelled_sum", "coupon_sum"] {
        run(&weekend.app.store, format!("update {sums} set bookings = bookings + 1").leak()).await;
        assert!(weekend.are_figures_stale().await, "{sums}");
        weekend.count().await;
    }
    assert_eq!(weekend.figures().await, before);
});

on_both_engines!(reports_equal_the_bookings_after_each_change, async |store| {
    assert_eq!(WeekendGames::over(store).await.stale_after_changes().await, Vec::<&str>::new());
});

on_both_engines!(control_without_the_triggers_reports_differ_after_each_change, async |store| {
    let weekend = WeekendGames::over(store).await;
    drop_triggers(&weekend.app.store).await;
    assert_eq!(weekend.stale_after_changes().await, CHANGES.map(|(what, _)| what));
});

/// Imports an earlier game of the player with the coupon, on Saturday, and a game of Sunday; returns which of the two is missing in the
/// reports.
async fn stale_after_imports(weekend: &WeekendGames) -> Vec<&'static str> {
    let mut stale = Vec::new();
    let earlier = imported(CustomerId(100_000_000_000), slot(8, "6:00 AM"), OrderStatus::Completed);
    let earlier = ImportedBooking {
        day: date(2026, 11, 21),
        booked_at: earlier.booked_at - SignedDuration::from_hours(240),
        ..earlier
    };
    let other = imported(CustomerId(100_000_000_001), slot(11, "6:00 PM"), OrderStatus::Completed);
    for (what, booking) in [("an earlier game", earlier), ("a game of a day", other)] {
        weekend.count().await;
        import(&weekend.app.store, booking).await;
        if weekend.are_figures_stale().await {
            stale.push(what);
        }
    }
    stale
}

on_both_engines!(reports_equal_the_bookings_after_an_import, async |store| {
    let weekend = WeekendGames::over(store).await;
    assert_eq!(stale_after_imports(&weekend).await, Vec::<&str>::new());
});

on_both_engines!(control_an_import_that_removes_no_sums_is_missing_in_reports, async |store| {
    let mut weekend = WeekendGames::over(store).await;
    if weekend.app.store.engine() != "sqlite" {
        run(&weekend.app.store, "drop trigger order_added_to_sums on orders").await;
    }
    let forgetful = without_guard(
        &weekend.app.store,
        statement("booking_day/remove"),
        "where venue_id = $1",
        "where venue_id = $1 and venue_id = 0",
    );
    weekend.app = weekend.app.another_node_on(forgetful, |_| {});
    assert_eq!(stale_after_imports(&weekend).await, ["an earlier game", "a game of a day"]);
});

on_both_engines!(what_no_report_counts_leaves_the_sums, async |store| {
    let weekend = WeekendGames::over(store).await;
    weekend.count().await;
    for change in [
        "update orders set version = version + 1, paid_paise = paid_paise + 100, contact_name = 'Rohan'",
        "update orders set status = 'released' where order_number = 1000000005",
        "update closure_offer set called_at = 3, called_by = 3",
    ] {
        run(&weekend.app.store, change).await;
        assert_eq!(weekend.counted().await, 3, "{change}");
    }
});

on_two_nodes!(two_nodes_that_count_while_bookings_change_end_with_right_figures, async |stores| {
    let [here, there] = stores;
    let weekend = WeekendGames::over(here).await;
    let nodes = [weekend.app.clone(), weekend.app.another_node_on(there, |_| {})];
    for (_, change) in CHANGES {
        let done = run_concurrently(6, |n| {
            let app = nodes[n % 2].clone();
            async move {
                match n {
                    0 => run(&app.store, change).await,
                    _ => drop(sum_booking_days(&app).await.unwrap()),
                }
            }
        });
        done.await;
        let read = weekend.figures().await;
        weekend.count().await;
        assert_eq!((weekend.figures().await, weekend.counted().await), (read, 3), "{change}");
        assert!(!weekend.are_figures_stale().await, "{change}");
    }
});

const MISSED: &str = "update orders set status = 'no_show' where order_number = 1000000001";
/// Without this trigger the job takes no lock of the day that it sums.
const LOCK_REMOVED: &str = "drop trigger booking_day_is_locked on booking_day";

/// Changes a game of Sunday through `here`, and sums the days through `there` before that change commits. Returns the weekend and how many
/// days were summed.
async fn summed_during_a_change([here, there]: [Store; 2]) -> (WeekendGames, u32) {
    const NEXT: Statement = Statement { name: "next", text: "update sport set name = name" };
    let weekend = WeekendGames::over(here.clone()).await;
    let node = weekend.app.another_node_on(there, |_| {});
    let (changing, summed) =
        with_call_before(&here, NEXT.name, async move { sum_booking_days(&node).await.unwrap() });
    let done: Result<u64, StoreError> = changing
        .write((), |tx, ()| {
            Box::pin(async move {
                tx.run(Statement { name: "missed", text: MISSED }, params![]).await?;
                tx.run(NEXT, params![]).await
            })
        })
        .await;
    done.unwrap();
    (weekend, summed.await)
}

// On SQLite a unit of work that writes is alone.
#[test]
fn the_job_waits_for_a_unit_of_work_that_has_changed_the_day() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let (weekend, summed) = summed_during_a_change(stores).await;
        assert_eq!(summed, 3);
        assert!(!weekend.are_figures_stale().await);
    });
}

#[test]
fn control_a_job_that_does_not_wait_misses_the_change() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        run(&stores[0], LOCK_REMOVED).await;
        let (weekend, summed) = summed_during_a_change(stores).await;
        assert_eq!(summed, 3);
        assert!(weekend.are_figures_stale().await);
    });
}

/// Sums the days through `here`, and changes a game of Sunday through `there` before the sums of Sunday commit. Monday has no bookings, so
/// the first sums are those of Sunday.
async fn changed_during_the_sums([here, there]: [Store; 2]) -> WeekendGames {
    let weekend = WeekendGames::over(there.clone()).await;
    let (summing, changed) =
        with_call_before(&here, "sold_sum/add", async move { run(&there, MISSED).await });
    assert_eq!(sum_booking_days(&weekend.app.another_node_on(summing, |_| {})).await.unwrap(), 3);
    changed.await;
    weekend
}

#[test]
fn a_change_waits_for_the_job_and_removes_what_it_has_counted() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let weekend = changed_during_the_sums(stores).await;
        assert_eq!(weekend.counted().await, 2, "without Sunday");
        assert!(!weekend.are_figures_stale().await);
    });
}

#[test]
fn control_a_change_that_does_not_wait_removes_nothing() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        run(&stores[0], LOCK_REMOVED).await;
        let weekend = changed_during_the_sums(stores).await;
        assert_eq!(weekend.counted().await, 3);
        assert!(weekend.are_figures_stale().await);
    });
}
