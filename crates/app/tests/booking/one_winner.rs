//! Two hundred concurrent claims on one slot have one winner. The control tests race without the guard, where more than one wins.

use jiff::{SignedDuration, Timestamp};
use sideout_app::booking::place_hold::PlaceHoldError;
use sideout_domain::order::OrderNumber;
use sideout_store::{Claims, Statement, Store, StoreError, params};
use sideout_store_postgres::COMBINED_STATEMENTS;
use sideout_testkit::{
    FixedClock, on_both_engines, on_postgres, run_concurrently, sample_venue::open_venue, statement,
    without_guard, without_guard_of,
};

use crate::helpers::{claims_and_owners, held, is_free, open_app, slot};

on_both_engines!(two_hundred_players_on_one_slot_have_one_winner, async |store| {
    let (app, customers) = open_app(store.clone(), 200).await;
    let answers = run_concurrently(customers.len(), |n| {
        let (app, customer) = (app.clone(), customers[n]);
        async move { held(&app, customer, 3, "7:00 PM").await }
    })
    .await;
    let won = answers.iter().filter(|answer| answer.is_ok()).count();
    let lost = answers.iter().filter(|answer| matches!(answer, Err(PlaceHoldError::Taken))).count();
    assert_eq!((won, lost), (1, 199), "{answers:?}");
    assert_eq!(claims_and_owners(&store, FixedClock::START).await, (1, 1));
    assert!(!is_free(&app, 3, "7:00 PM").await);
});

/// This number of players hold a court at once whose hold by another player has expired; returns the number of winners.
async fn winners_of_an_expired_hold(store: Store, players: usize) -> usize {
    let (app, customers) = open_app(store, i64::try_from(players + 1).unwrap()).await;
    held(&app, customers[players], 3, "7:00 PM").await.unwrap();
    app.clock.advance(600);
    let answers = run_concurrently(players, |n| {
        let (app, customer) = (app.clone(), customers[n]);
        async move { held(&app, customer, 3, "7:00 PM").await }
    })
    .await;
    let won = answers.iter().filter(|answer| answer.is_ok()).count();
    let lost = answers.iter().filter(|answer| matches!(answer, Err(PlaceHoldError::Taken))).count();
    assert_eq!(won + lost, players, "{answers:?}");
    won
}

on_both_engines!(two_hundred_players_on_one_expired_hold_have_one_winner, async |store| {
    assert_eq!(winners_of_an_expired_hold(store, 200).await, 1);
});

on_both_engines!(control_without_the_guard_all_players_win_an_expired_hold, async |store| {
    let guard = "where slot_claim.held_until is not null and slot_claim.held_until <= ";
    // SQLite runs the first statement, PostgreSQL the second.
    let claim = statement("slot_claim/claim");
    let claim_unguarded = without_guard(&store, claim, &format!("{guard}$6"), "where cast($6 as bigint) > 0");
    let hold = COMBINED_STATEMENTS.iter().find(|statement| statement.name == "combined/hold").unwrap();
    let unguarded =
        without_guard(&claim_unguarded, *hold, &format!("{guard}$13"), "where cast($13 as bigint) > 0");
    assert_eq!(winners_of_an_expired_hold(unguarded, 50).await, 50);
});

on_both_engines!(a_hold_is_kept_to_its_last_millisecond, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    app.clock.set(order.held_until.unwrap() - SignedDuration::from_millis(1));
    assert!(matches!(held(&app, customers[1], 3, "7:00 PM").await, Err(PlaceHoldError::Taken)));
    assert!(!is_free(&app, 3, "7:00 PM").await);
    app.clock.set(order.held_until.unwrap());
    assert!(is_free(&app, 3, "7:00 PM").await);
    held(&app, customers[1], 3, "7:00 PM").await.unwrap();
});

on_both_engines!(two_hundred_players_on_their_own_slots_all_win, async |store| {
    let (app, customers) = open_app(store.clone(), 200).await;
    let hours = [
        "6:00 AM", "7:00 AM", "8:00 AM", "9:00 AM", "10:00 AM", "11:00 AM", "12:00 PM", "1:00 PM", "2:00 PM",
        "3:00 PM", "4:00 PM", "5:00 PM", "6:00 PM", "7:00 PM", "8:00 PM", "9:00 PM", "10:00 PM",
    ];
    let answers = run_concurrently(200, |n| {
        let (app, customer, start) = (app.clone(), customers[n], hours[n / 12]);
        let court = i64::try_from(n % 12).unwrap() + 1;
        async move { held(&app, customer, court, start).await.map(drop) }
    })
    .await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(claims_and_owners(&store, FixedClock::START).await, (200, 200));
});

#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    NoClaim,
    AnExpiredHold,
}

/// Makes two hundred claims on one slot at once through `claim`; returns the number of winners.
async fn winners(store: &Store, before: Before, claim: Statement) -> usize {
    open_venue(store).await;
    let now = FixedClock::START;
    if before == Before::AnExpiredHold {
        let earlier = now - SignedDuration::from_mins(11);
        assert!(
            claim_by(store, statement("slot_claim/claim"), 0, earlier).await.unwrap(),
            "the expired hold is there"
        );
    }
    let answers = run_concurrently(200, |n| {
        let store = store.clone();
        async move { claim_by(&store, claim, i64::try_from(n).unwrap() + 1, now).await }
    })
    .await;
    answers.into_iter().filter(|answer| matches!(answer, Ok(true))).count()
}

async fn claim_by(store: &Store, claim: Statement, who: i64, now: Timestamp) -> Result<bool, StoreError> {
    let order = 1_000_000_000 + who;
    let until = now + SignedDuration::from_mins(10);
    store
        .write((claim, order, until, now), |tx, (claim, order, until, now)| {
            Box::pin(async move {
                let slot = slot(3, "7:00 PM");
                let ends_at = slot.lasting(60).ends_at;
                let params = params![slot.court.0, slot.starts_at, ends_at, *order, *until, *now];
                Ok(tx.run(*claim, params).await? == 1)
            })
        })
        .await
}

on_both_engines!(one_of_two_hundred_claims_wins_by_the_guard_of_the_statement, async |store| {
    assert_eq!(winners(&store, Before::AnExpiredHold, statement("slot_claim/claim")).await, 1);
});

on_both_engines!(control_without_the_guard_of_the_statement_all_two_hundred_win, async |store| {
    let guard = "where slot_claim.held_until is not null and slot_claim.held_until <= $6";
    let unguarded = without_guard_of(statement("slot_claim/claim"), guard, "where cast($6 as bigint) > 0");
    assert_eq!(winners(&store, Before::NoClaim, unguarded).await, 200);
});

#[test]
fn control_without_the_guard_of_the_combined_statement_a_held_court_is_held_again() {
    on_postgres(async |store| {
        let guard = "where slot_claim.held_until is not null and slot_claim.held_until <= $13";
        let hold = COMBINED_STATEMENTS.iter().find(|statement| statement.name == "combined/hold").unwrap();
        let unguarded = without_guard(&store, *hold, guard, "where cast($13 as bigint) > 0");
        let (app, customers) = open_app(unguarded, 50).await;
        let answers = run_concurrently(customers.len(), |n| {
            let (app, customer) = (app.clone(), customers[n]);
            async move { held(&app, customer, 3, "7:00 PM").await.is_ok() }
        });
        assert_eq!(answers.await.into_iter().filter(|won| *won).count(), 50);
    });
}

on_both_engines!(control_reading_first_and_writing_then_has_more_than_one_winner, async |store| {
    // Reads whether the slot is free, then writes, as booking systems do that sell a slot twice. The read is a unit of
    // work of its own.
    const COUNT_CLAIMS: Statement = Statement {
        name: "test/count_claims",
        text: "select count(*) as count from slot_claim where court_id = $1 and starts_at = $2 and held_until > $3",
    };
    const TAKE: Statement = Statement {
        name: "test/take",
        text: "insert into slot_claim (court_id, starts_at, order_number, held_until) values ($1, $2, $3, $4)
               on conflict (court_id, starts_at) do update set order_number = excluded.order_number",
    };
    open_venue(&store).await;
    let gate = std::sync::Arc::new(tokio::sync::Barrier::new(50));
    let answers = run_concurrently(50, |n| {
        let (store, gate, who) = (store.clone(), gate.clone(), i64::try_from(n).unwrap());
        async move {
            let slot = slot(3, "7:00 PM");
            let now = FixedClock::START;
            let taken = store.read(now, move |tx, now| {
                Box::pin(async move {
                    tx.one(COUNT_CLAIMS, params![slot.court.0, slot.starts_at, *now]).await?.integer("count")
                })
            });
            let taken: Result<i64, StoreError> = taken.await;
            gate.wait().await;
            if taken.unwrap() > 0 {
                return false;
            }
            let until = now + SignedDuration::from_mins(10);
            let wrote: Result<u64, StoreError> = store
                .write(until, move |tx, until| {
                    Box::pin(async move {
                        tx.run(TAKE, params![slot.court.0, slot.starts_at, 1_000_000_000 + who, *until]).await
                    })
                })
                .await;
            wrote.unwrap() == 1
        }
    })
    .await;
    assert!(answers.into_iter().filter(|won| *won).count() > 1);
});

on_both_engines!(a_release_frees_only_a_claim_of_the_same_order, async |store| {
    open_venue(&store).await;
    let (first, second) = (number(1), number(2));
    let now = FixedClock::START;
    let outcome: Result<_, StoreError> = store
        .write((), move |tx, ()| {
            Box::pin(async move {
                let slot = slot(3, "7:00 PM");
                let until = now + SignedDuration::from_mins(10);
                assert!(Claims(tx).claim(slot.lasting(60), first, until, now).await?);
                assert!(
                    Claims(tx)
                        .claim(slot.lasting(60), second, until + SignedDuration::from_mins(10), until)
                        .await?,
                    "taken over"
                );
                assert!(!Claims(tx).release(slot, first).await?, "the claim belongs to the second order now");
                assert!(!Claims(tx).confirm_claim(slot, first, now).await?);
                assert!(Claims(tx).confirm_claim(slot, second, until).await?);
                assert!(!Claims(tx).release_hold(slot, second).await?, "a booking is no hold");
                Claims(tx).release(slot, second).await
            })
        })
        .await;
    assert!(outcome.unwrap());
});

fn number(n: i64) -> OrderNumber {
    OrderNumber::try_from(4_000_000_000 + n).unwrap()
}
