//! The courts and hours offered to a player whose court was just taken.

use sideout_app::booking::{
    alternatives::{Alternatives, find_alternatives, find_alternatives_to_taken},
    place_hold::PlaceHoldError,
};
use sideout_store::{Claims, StoreError};
use sideout_testkit::{TestApp, on_both_engines};

use crate::helpers::{booked, held, is_free, open_app, pick, slot};

fn courts_and_hours(found: &Alternatives) -> (Vec<u16>, Vec<String>) {
    let hours = found.hours.iter().map(|hour| format!("{} {} {}", hour.day.day(), hour.start, hour.free));
    (found.courts.iter().map(|free| free.court.number).collect(), hours.collect())
}

async fn offered(app: &TestApp, court: i64) -> (Vec<u16>, Vec<String>) {
    courts_and_hours(&find_alternatives(app, pick(court, "7:00 PM")).await.unwrap())
}

on_both_engines!(the_nearest_courts_and_hours_are_offered_and_can_be_held, async |store| {
    let (app, customers) = open_app(store, 3).await;
    booked(&app, customers[0], 3, "7:00 PM").await;
    booked(&app, customers[0], 4, "7:00 PM").await;
    booked(&app, customers[0], 1, "8:00 PM").await;
    assert!(matches!(held(&app, customers[1], 3, "7:00 PM").await, Err(PlaceHoldError::Taken)));
    let (courts, hours) = offered(&app, 3).await;
    assert_eq!(courts, [2, 1, 5]);
    assert_eq!(hours, ["22 6:00 PM 12", "22 8:00 PM 11", "22 5:00 PM 12"]);
    held(&app, customers[1], courts[0].into(), "7:00 PM").await.unwrap();
    assert_eq!(offered(&app, 3).await.0, [1, 5, 6], "and then it is offered no more");
    for start in ["6:00 PM", "8:00 PM", "5:00 PM"] {
        held(&app, customers[2], 3, start).await.unwrap();
    }
});

on_both_engines!(alternatives_to_a_taken_court_are_not_taken_from_an_outdated_cache, async |store| {
    let (app, _) = open_app(store.clone(), 1).await;
    // This node has two courts cached as free that another node has claimed, whose events have not arrived yet.
    assert!(is_free(&app, 3, "7:00 PM").await && is_free(&app, 2, "7:00 PM").await);
    let silent = store.write(app.clock_now(), |tx, now| {
        Box::pin(async move {
            for court in [2, 3] {
                let number = format!("482019375{court}").parse().unwrap();
                Claims(tx)
                    .claim(
                        slot(court, "7:00 PM").lasting(60),
                        number,
                        *now + jiff::SignedDuration::from_mins(9),
                        *now,
                    )
                    .await?;
            }
            Ok::<_, StoreError>(())
        })
    });
    silent.await.unwrap();
    assert!(is_free(&app, 2, "7:00 PM").await, "the control: the cache still shows it as free");
    assert_eq!(offered(&app, 3).await.0, [2, 4, 1], "a screen gets the cached answer");
    let found = find_alternatives_to_taken(&app, pick(3, "7:00 PM")).await.unwrap();
    assert_eq!(courts_and_hours(&found).0, [4, 1, 5]);
});

on_both_engines!(no_alternatives_are_offered_for_an_invalid_request, async |store| {
    let (app, _) = open_app(store, 0).await;
    let far =
        sideout_app::booking::place_hold::Pick { day: jiff::civil::date(2027, 1, 1), ..pick(3, "7:00 PM") };
    let no_court = pick(99, "7:00 PM");
    for pick in [far, no_court] {
        let found = find_alternatives(&app, pick).await.unwrap();
        assert!(found.courts.is_empty() && found.hours.is_empty(), "{found:?}");
        let found = find_alternatives_to_taken(&app, pick).await.unwrap();
        assert!(found.courts.is_empty() && found.hours.is_empty(), "{found:?}");
    }
});
