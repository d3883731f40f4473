//! How often a hold and a confirmation wait for PostgreSQL: each wait keeps a connection and row locks.

use sideout_app::{
    accounts::authenticate::authenticate,
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, place_hold},
    },
};
use sideout_domain::CourtId;
use sideout_providers::payments::CaptureMode;
use sideout_sandbox::{ClockAhead, SandboxSettings};
use sideout_store::Store;
use sideout_testkit::{
    RoundTrips, TestApp, one_statement_at_a_time,
    postgres::fresh_database,
    sample_venue::{PICKLEBALL, VENUE, open_venue},
};

use crate::fixture::{account, open_sandbox};

/// The number of round trips of each request, with the read of the session.
#[derive(Debug, Default, PartialEq, Eq)]
struct Trips {
    /// The round trips of a hold by a player who has none.
    hold: usize,
    /// The round trips of a hold that replaces another one.
    other_hold: usize,
    /// The round trips of the confirmation.
    confirmation: usize,
}

/// Measures requests with the default limits, of a player who may pay online; `None` without PostgreSQL.
async fn round_trips(wrap: impl Fn(&Store) -> Store) -> Option<Trips> {
    let database = fresh_database()?;
    let counted = RoundTrips::default();
    let store = counted.count_on(&database).await;
    open_venue(&store).await;
    let sandbox = open_sandbox(SandboxSettings::default(), ClockAhead::default()).await;
    let app = TestApp::with_payments(wrap(&store), account(sandbox, CaptureMode::Automatic), |_| {});
    let player = app.player("9876543210").await;
    let day = jiff::civil::date(2026, 11, 22);
    counted.begin();
    let mut trips = Trips::default();
    // The second round counts: the first prepares the statements.
    for start in ["7:00 PM", "8:00 PM"] {
        let start = start.parse().unwrap();
        let hold = async |court| {
            counted.take();
            let session = authenticate(&app, &player.token).await.unwrap();
            let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(court), day, start };
            let order = place_hold(&app, session.customer_id, pick).await.unwrap();
            (order.number, counted.take())
        };
        let (_, first) = hold(3).await;
        let (number, second) = hold(4).await;
        let session = authenticate(&app, &player.token).await.unwrap();
        confirm_at_court(&app, session.customer_id, number, Some("")).await.unwrap();
        trips = Trips { hold: first, other_hold: second, confirmation: counted.take() };
    }
    store.close().await;
    Some(trips)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hold_waits_at_most_three_times_for_postgres_and_a_confirmation_at_most_four() {
    let Some(trips) = round_trips(Store::clone).await else { return };
    assert!(trips.hold <= 3 && trips.other_hold <= 3 && trips.confirmation <= 4, "{trips:?}");
    assert!(trips.hold >= 2 && trips.confirmation >= 2, "nothing was counted: {trips:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn control_one_statement_at_a_time_waits_more_often() {
    let Some(trips) = round_trips(one_statement_at_a_time).await else { return };
    assert!(trips.hold > 3 && trips.other_hold > 3 && trips.confirmation > 4, "{trips:?}");
}
