//! A court's time is sold once, on any grid of slots: hours, slot length or zone may change while bookings exist.
//! Each race is run again without the guards, where the same time is sold twice.

use jiff::{SignedDuration, Timestamp};
use sideout_app::{
    booking::place_hold::{PlaceHoldError, place_hold},
    jobs::expire_holds::expire_holds,
};
use sideout_domain::{
    claim::{CourtTime, Slot},
    order::OrderNumber,
};
use sideout_store::{Claims, Session, Statement, Store, StoreError, params};
use sideout_testkit::{
    FixedClock, Hours, TestApp, on_both_engines, on_postgres, run_concurrently, statement, without_guard_of,
};

use crate::helpers::{booked, confirmed, held, is_free, number, open_app, pick, slot};

/// Pairs of claims on one court that overlap.
const OVERLAPS: &str = "select count(*) from slot_claim a
  join slot_claim b on b.court_id = a.court_id and b.starts_at > a.starts_at and b.starts_at < a.ends_at";

/// Starts at half past: 5:30 AM, 6:30 AM and so on to 10:30 PM.
fn half_past() -> Hours {
    Hours::usual().starts("5:30 AM", "10:30 PM")
}

/// Starts from 12 AM to 11:30 PM.
fn around_the_clock() -> Hours {
    Hours::usual().starts("12:00 AM", "11:30 PM")
}

async fn overlaps(store: &Store) -> i64 {
    let found: Result<i64, StoreError> =
        store.read((), |tx, ()| Box::pin(async move { Ok(number(tx, OVERLAPS).await) })).await;
    found.unwrap()
}

/// What is left of court 5, which is booked or held from 7 to 8 PM on the old grid: its starts on the new grid.
struct Left<'t> {
    taken: &'t [&'t str],
    free: &'t [&'t str],
}

impl Left<'_> {
    /// Asserts that taken starts are shown as taken and refused, and that free ones can be held.
    async fn assert_sold_once(self, app: &TestApp, customers: &[sideout_domain::CustomerId]) {
        for start in self.taken {
            assert!(!is_free(app, 5, start).await, "{start} is shown as free");
            let refused = held(app, customers[1], 5, start).await;
            assert!(matches!(refused, Err(PlaceHoldError::Taken)), "{start}: {refused:?}");
        }
        for start in self.free {
            assert!(is_free(app, 5, start).await, "{start} is shown as taken");
            held(app, customers[2], 5, start).await.unwrap_or_else(|error| panic!("{start}: {error}"));
        }
        assert_eq!(overlaps(&app.store).await, 0);
    }
}

on_both_engines!(a_booked_hour_is_not_sold_again_when_the_day_begins_half_an_hour_earlier, async |store| {
    let (app, customers) = open_app(store, 3).await;
    booked(&app, customers[0], 5, "7:00 PM").await;
    half_past().set(&app).await;
    let left = Left { taken: &["6:30 PM", "7:30 PM"], free: &["5:30 PM", "8:30 PM"] };
    left.assert_sold_once(&app, &customers).await;
});

on_both_engines!(a_booked_hour_is_not_sold_again_in_halves, async |store| {
    let (app, customers) = open_app(store, 3).await;
    booked(&app, customers[0], 5, "7:00 PM").await;
    Hours::usual().slots_of(30).set(&app).await;
    let left = Left { taken: &["7:00 PM", "7:30 PM"], free: &["6:30 PM", "8:00 PM"] };
    left.assert_sold_once(&app, &customers).await;
});

on_both_engines!(a_booked_hour_is_not_sold_again_in_longer_slots, async |store| {
    let (app, customers) = open_app(store, 3).await;
    booked(&app, customers[0], 5, "7:00 PM").await;
    Hours::usual().slots_of(90).set(&app).await;
    let left = Left { taken: &["6:00 PM", "7:30 PM"], free: &["4:30 PM", "9:00 PM"] };
    left.assert_sold_once(&app, &customers).await;
});

on_both_engines!(a_booked_hour_is_not_sold_again_in_another_zone, async |store| {
    let (app, customers) = open_app(store, 3).await;
    booked(&app, customers[0], 5, "7:00 PM").await;
    // 7 PM in Vadodara is 5:30 PM in Dubai.
    Hours::usual().in_zone("Asia/Dubai").set(&app).await;
    let left = Left { taken: &["5:00 PM", "6:00 PM"], free: &["4:00 PM", "7:00 PM"] };
    left.assert_sold_once(&app, &customers).await;
});

on_both_engines!(a_slot_past_midnight_is_taken_by_a_booking_of_the_next_day, async |store| {
    let (app, customers) = open_app(store, 3).await;
    around_the_clock().slots_of(30).set(&app).await;
    let monday = "2026-11-23".parse().unwrap();
    let first = sideout_app::booking::place_hold::Pick { day: monday, ..pick(5, "12:00 AM") };
    let order = place_hold(&app, customers[0], first).await.unwrap();
    confirmed(&app, &order).await.unwrap();
    Hours::usual().starts("12:30 AM", "11:30 PM").set(&app).await;
    assert!(!is_free(&app, 5, "11:30 PM").await, "the slot would end at 12:30 AM");
    assert!(is_free(&app, 5, "10:30 PM").await);
    sideout_app::booking::cancel::cancel(&app, customers[0], order.number, None).await.unwrap();
    assert!(is_free(&app, 5, "11:30 PM").await, "and is free at once when that is cancelled");
});

on_both_engines!(an_expired_hold_of_another_grid_can_be_claimed, async |store| {
    let (app, customers) = open_app(store, 4).await;
    held(&app, customers[0], 5, "7:00 PM").await.unwrap();
    half_past().set(&app).await;
    let left = Left { taken: &["6:30 PM", "7:30 PM"], free: &[] };
    left.assert_sold_once(&app, &customers).await;
    app.clock.advance(600);
    // The hold has expired, and the job `expire_holds` has not run yet.
    held(&app, customers[1], 5, "6:30 PM").await.unwrap();
    held(&app, customers[2], 5, "7:30 PM").await.unwrap();
    expire_holds(&app).await.unwrap();
    assert_eq!(overlaps(&app.store).await, 0);
});

on_both_engines!(a_cancelled_booking_of_another_grid_frees_both_slots_it_lay_in, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 5, "7:00 PM").await;
    half_past().set(&app).await;
    assert!(!is_free(&app, 5, "6:30 PM").await && !is_free(&app, 5, "7:30 PM").await);
    sideout_app::booking::cancel::cancel(&app, customers[0], order.number, None).await.unwrap();
    assert!(is_free(&app, 5, "6:30 PM").await && is_free(&app, 5, "7:30 PM").await);
});

const ROUNDS: i64 = 500;
/// Most rounds of a control, which ends with the first round that goes wrong.
const CONTROL_ROUNDS: i64 = 200;

/// The statements of a rival.
#[derive(Debug, Clone, Copy)]
struct ClaimStatements {
    claim: Statement,
    claim_paid: Statement,
    block: Statement,
    add_confirmed: Statement,
}

fn guarded() -> ClaimStatements {
    ClaimStatements {
        claim: statement("slot_claim/claim"),
        claim_paid: statement("slot_claim/claim_paid"),
        block: statement("slot_claim/block"),
        add_confirmed: statement("slot_claim/add_confirmed"),
    }
}

/// The same statements without their check of other claims; `claim` has no such check.
fn unguarded() -> ClaimStatements {
    let unguarded =
        |statement| without_guard_of(statement, "and other.ends_at > $2", "and other.ends_at < $2");
    let guarded = guarded();
    ClaimStatements {
        claim: guarded.claim,
        claim_paid: unguarded(guarded.claim_paid),
        block: unguarded(guarded.block),
        add_confirmed: unguarded(guarded.add_confirmed),
    }
}

/// One of twelve rivals of a round claims time of the same two and a half hours: by one of four claiming statements, with its own
/// start and length.
async fn rival(store: &Store, statements: ClaimStatements, round: i64, n: i64) -> bool {
    let base = slot(round % 12 + 1, "7:00 PM");
    let from = base.starts_at + SignedDuration::from_hours(4 * (round / 12));
    let starts_at = from + SignedDuration::from_mins((n * 7 + round) % 5 * 15);
    let time = Slot { court: base.court, starts_at }
        .lasting([30, 45, 60, 90][usize::try_from((n + round) % 4).unwrap()]);
    let who = 1_000_000_000 + round * 100 + n;
    let written: Result<bool, StoreError> = store
        .write((), move |tx, ()| {
            Box::pin(async move {
                let CourtTime { slot, ends_at } = time;
                let now = FixedClock::START;
                let until = now + SignedDuration::from_mins(10);
                let (court, start) = (slot.court.0, slot.starts_at);
                let touched = match n % 4 {
                    0 => tx.run(statements.claim, params![court, start, ends_at, who, until, now]).await?,
                    1 => tx.run(statements.claim_paid, params![court, start, ends_at, who, now]).await?,
                    2 => tx.run(statements.block, params![court, start, ends_at, who]).await?,
                    _ => tx.run(statements.add_confirmed, params![court, start, ends_at, who]).await?,
                };
                Ok(touched == 1)
            })
        })
        .await;
    written.unwrap()
}

/// Returns how many rivals of a round succeeded.
async fn winners(store: &Store, statements: ClaimStatements, round: i64) -> usize {
    let won = run_concurrently(12, |n| {
        let store = store.clone();
        async move { rival(&store, statements, round, i64::try_from(n).unwrap()).await }
    });
    won.await.into_iter().filter(|won| *won).count()
}

async fn drop_triggers(store: &Store) {
    let (one, other) = match store.engine() {
        "sqlite" => ("drop trigger slot_claim_overlaps", "drop trigger slot_claim_moves"),
        _ => {
            ("drop trigger slot_claim_overlaps on slot_claim", "drop trigger slot_claim_moves on slot_claim")
        }
    };
    let dropped: Result<(), StoreError> = store
        .write((), move |tx, ()| {
            Box::pin(async move {
                for text in [one, other] {
                    tx.run(Statement { name: text, text }, params![]).await?;
                }
                Ok(())
            })
        })
        .await;
    dropped.unwrap();
}

on_both_engines!(five_hundred_races_for_time_on_many_grids_never_sell_it_twice, async |store| {
    open_app(store.clone(), 0).await;
    let mut won = 0;
    for round in 0..ROUNDS {
        let of_round = winners(&store, guarded(), round).await;
        assert!(of_round >= 1, "round {round}: no winner");
        won += of_round;
    }
    assert!(won > usize::try_from(ROUNDS).unwrap(), "some rounds have two who do not overlap");
    assert_eq!(overlaps(&store).await, 0);
});

on_both_engines!(the_database_refuses_overlaps_whatever_the_statements_say, async |store| {
    open_app(store.clone(), 0).await;
    for round in 0..50 {
        assert!(winners(&store, unguarded(), round).await >= 1);
    }
    assert_eq!(overlaps(&store).await, 0);
    // An update from outside cannot extend a claim over its neighbour either.
    let stretched: Result<u64, StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                let at = slot(1, "6:00 AM");
                claim(tx, at.lasting(60), 1).await?;
                claim(tx, Slot { starts_at: at.lasting(60).ends_at, ..at }.lasting(60), 2).await?;
                let text = "update slot_claim set ends_at = ends_at + 1 where order_number = 4000000001";
                tx.run(Statement { name: "test/stretch", text }, params![]).await
            })
        })
        .await;
    assert!(matches!(stretched, Err(StoreError::Constraint(_))), "{stretched:?}");
});

async fn claim(tx: &mut dyn Session, time: CourtTime, n: i64) -> Result<bool, StoreError> {
    let number = OrderNumber::try_from(4_000_000_000 + n).unwrap();
    let until: Timestamp = FixedClock::START + SignedDuration::from_mins(10);
    Claims(tx).claim(time, number, until, FixedClock::START).await
}

on_both_engines!(control_without_the_guards_the_same_time_is_sold_twice, async |store| {
    open_app(store.clone(), 0).await;
    drop_triggers(&store).await;
    for round in 0..CONTROL_ROUNDS {
        winners(&store, unguarded(), round).await;
        if overlaps(&store).await > 0 {
            return;
        }
    }
    panic!("{CONTROL_ROUNDS} rounds without the guards went well: there is no race");
});

// SQLite has one writer, so there the statement alone is enough.
#[test]
fn control_on_postgres_the_statement_alone_does_not_decide_a_race() {
    // `claim` with a read of its own.
    const LOOKS_FIRST: Statement = Statement {
        name: "test/claim_looks_first",
        text: "insert into slot_claim (court_id, starts_at, ends_at, order_number, held_until)
               select cast($1 as bigint), cast($2 as bigint), cast($3 as bigint), cast($4 as bigint), cast($5 as bigint)
                where not exists (select 1 from slot_claim other
                                   where other.court_id = $1 and other.starts_at < $3 and other.ends_at > $2
                                     and (other.held_until is null or other.held_until > $6))
               on conflict do nothing",
    };
    on_postgres(async |store| {
        open_app(store.clone(), 0).await;
        drop_triggers(&store).await;
        for round in 0..CONTROL_ROUNDS {
            winners(&store, ClaimStatements { claim: LOOKS_FIRST, ..guarded() }, round).await;
            if overlaps(&store).await > 0 {
                return;
            }
        }
        panic!("{CONTROL_ROUNDS} races without the lock went well: there is no race");
    });
}

on_both_engines!(a_claim_ends_after_its_start_and_within_four_hours, async |store| {
    const HOURS: i64 = 3_600_000;
    const ADD: Statement = Statement {
        name: "test/add_claim",
        text: "insert into slot_claim (court_id, starts_at, ends_at, order_number) values (1, 1000, $1, 4000000001)",
    };
    const STRETCH: Statement =
        Statement { name: "test/stretch", text: "update slot_claim set ends_at = $1 where starts_at = 1000" };
    open_app(store.clone(), 0).await;
    let write = async |statement: Statement, ends_at: i64| -> Result<u64, StoreError> {
        store
            .write((statement, ends_at), |tx, (statement, ends_at)| {
                Box::pin(async move { tx.run(*statement, params![*ends_at]).await })
            })
            .await
    };
    for ends_at in [1_000, 999, 1_001 + 4 * HOURS] {
        let refused = write(ADD, ends_at).await;
        assert!(matches!(refused, Err(StoreError::Constraint(_))), "added until {ends_at}: {refused:?}");
    }
    assert_eq!(write(ADD, 1_000 + 4 * HOURS).await.unwrap(), 1);
    for ends_at in [1_000, 1_001 + 4 * HOURS] {
        let refused = write(STRETCH, ends_at).await;
        assert!(matches!(refused, Err(StoreError::Constraint(_))), "stretched until {ends_at}: {refused:?}");
    }
    assert_eq!(write(STRETCH, 1_000 + HOURS).await.unwrap(), 1);
});

on_both_engines!(an_older_program_that_writes_no_end_cannot_sell_time_twice, async |store| {
    // The statement of the version before claims had an end.
    const BEFORE: Statement = Statement {
        name: "test/claim_before",
        text: "insert into slot_claim (court_id, starts_at, order_number, held_until) values ($1, $2, $3, $4)
               on conflict (court_id, starts_at) do update
                  set order_number = excluded.order_number, block_id = null, held_until = excluded.held_until
                where slot_claim.held_until is not null and slot_claim.held_until <= $5",
    };
    let (app, customers) = open_app(store.clone(), 1).await;
    booked(&app, customers[0], 5, "7:00 PM").await;
    let claimed = |start: &'static str| {
        let store = store.clone();
        async move {
            let claimed: Result<u64, StoreError> = store
                .write((), move |tx, ()| {
                    Box::pin(async move {
                        let (at, now) = (slot(5, start), FixedClock::START);
                        let until = now + SignedDuration::from_mins(10);
                        tx.run(BEFORE, params![at.court.0, at.starts_at, 4_000_000_001_i64, until, now]).await
                    })
                })
                .await;
            claimed.unwrap()
        }
    };
    assert_eq!(claimed("6:30 PM").await, 0);
    assert_eq!(claimed("8:00 PM").await, 1);
    assert_eq!(overlaps(&store).await, 0);
    assert!(!is_free(&app, 5, "8:00 PM").await);
    half_past().set(&app).await;
    assert!(!is_free(&app, 5, "8:30 PM").await, "its end was filled in");
});
