//! Races of changes in set-up and of imports: with holds, with bookings at the desk, with publications, and with each other.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use sideout_app::{
    booking::place_hold::{Pick, place_hold},
    desk::{
        bookings::{
            DeskSlot,
            book::{BookAtDesk, Player, book_at_desk},
        },
        hours::publish_hours::publish_hours,
        venues::{
            add_venue::add_venue,
            change_venue::{ChangeVenueError, VenueEdit, change_venue},
        },
    },
    operator::Mode,
    platform::{
        clock::Clock as _,
        venues::{find_venue, list_venues},
    },
    steps::audited::Actor,
};
use sideout_domain::{CourtId, CustomerId, money::Money, staff::Role, venue::CourtType};
use sideout_store::{Statement, Store};
use sideout_testkit::{
    Interceptor, TestApp, intercept, meanwhile, on_both_engines, on_two_nodes, request_key, run_concurrently,
    sample_venue::{PICKLEBALL, VENUE},
    statement, two_nodes_on_postgres, with_call_before, without_guard,
};

use crate::{
    counter::actor,
    helpers::{SUNDAY, at, number, open_app, run},
    publishing_hours::{FIRST, change, every_day, span},
    venues::{court, import, new_venue, owner, request, retire_court, retire_venue},
};

fn pick(court: i64) -> Pick {
    let start = "7:00 PM".parse().unwrap();
    Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(court), day: SUNDAY, start }
}

fn at_desk(court: i64, start: &str, customer: CustomerId) -> BookAtDesk {
    let slots = vec![DeskSlot { court: CourtId(court), day: SUNDAY, start: start.parse().unwrap() }];
    let total = Money::from_rupees(800);
    BookAtDesk { slots, player: Player::Known(customer), contact_name: None, total, pay: None, arrive: false }
}

/// The number of claims at courts and venues that are retired.
async fn claims_without_a_place(app: &TestApp) -> i64 {
    number(
        &app.store,
        "select cast(count(*) as bigint) as n from slot_claim claim join court on court.court_id = claim.court_id \
           join venue on venue.venue_id = court.venue_id where court.active = 0 or venue.active = 0",
    )
    .await
}

async fn drop_guard(store: &Store) {
    let text = match store.engine() {
        "sqlite" => "drop trigger slot_claim_of_open_court",
        _ => "drop trigger slot_claim_of_open_court on slot_claim",
    };
    run(store, text).await;
}

/// Retires a court or venue. A node whose cache still has it then tries to sell one hour to a player and another one at the
/// desk. Returns the number of claims that were made.
async fn sold_after(app: &TestApp, customers: &[CustomerId], edit: VenueEdit) -> i64 {
    let asha = owner(app).await;
    let kiran = actor(app, Role::Desk, "9825041736", &[VENUE]).await;
    let late = app.another_node_on(app.store.clone(), |_| {});
    let before = list_venues(&late).await.unwrap();
    change_venue(app, &asha, request(1, edit, &[], &[]), request_key(1)).await.unwrap();
    // This node stands for one that has not received the change event: after the event its cache is filled with the
    // old venues.
    let now = late.clock.now();
    let generation = loop {
        match late.venues.at(now) {
            Ok(_) => tokio::task::yield_now().await,
            Err(generation) => break generation,
        }
    };
    late.venues.keep((*before).clone(), generation, now);
    assert!(find_venue(&late, VENUE).await.unwrap().unwrap().court(CourtId(5)).is_some());
    drop(place_hold(&late, customers[0], pick(5)).await);
    drop(book_at_desk(&late, &kiran, VENUE, at_desk(5, "8:00 PM", customers[1]), request_key(2)).await);
    claims_without_a_place(app).await
}

on_both_engines!(a_node_with_old_data_does_not_sell_a_retired_court, async |store| {
    let (app, customers) = open_app(store, 2).await;
    assert_eq!(sold_after(&app, &customers, retire_court(5)).await, 0);
});

on_both_engines!(a_node_with_old_data_does_not_sell_a_retired_venue, async |store| {
    let (app, customers) = open_app(store, 2).await;
    assert_eq!(sold_after(&app, &customers, retire_venue()).await, 0);
});

on_both_engines!(
    control_without_the_trigger_a_retired_court_is_sold_to_a_player_and_at_the_desk,
    async |store| {
        let (app, customers) = open_app(store, 2).await;
        drop_guard(&app.store).await;
        assert_eq!(sold_after(&app, &customers, retire_court(5)).await, 2);
    }
);

// A claim locks its court until its unit of work ends, so a booking that claimed a court first and then waited for the venue would be a
// deadlock with a change of the venue.
#[test]
fn a_booking_of_several_courts_takes_the_turn_of_the_venue_before_it_claims_one() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (app, customers) = open_app(there, 1).await;
        app.clock.set(at("7:01 PM"));
        let asha = owner(&app).await;
        let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
        let other = app.another_node_on(app.store.clone(), |_| {});
        let here = meanwhile(&here, "venue/take_turn", move || async move {
            let edit = request(1, retire_court(5), &[], &[]);
            change_venue(&other, &asha, edit, request_key(1)).await.unwrap();
        });
        let node = app.another_node_on(here, |_| {});
        // The hour on the second court has begun, so the day must not be closed meanwhile.
        let slots = [(3, "9:00 PM"), (4, "7:00 PM")].map(|(court, start)| DeskSlot {
            court: CourtId(court),
            day: SUNDAY,
            start: start.parse().unwrap(),
        });
        let total = Money::from_rupees(1_600);
        let both = BookAtDesk { slots: slots.to_vec(), total, ..at_desk(3, "9:00 PM", customers[0]) };
        let booked = book_at_desk(&node, &kiran, VENUE, both, request_key(2)).await.unwrap();
        assert_eq!(booked.orders.len(), 2);
        let version = "select version as n from venue where venue_id = 1";
        assert_eq!(number(&app.store, version).await, 2, "the change was made as well");
    });
}

/// Tries a hold, or a booking at the desk, after the retirement of a court has read the bookings and before it
/// commits. Returns the number of claims that were made.
async fn sold_between(here: Store, there: Store, is_hold: bool) -> i64 {
    let (app, customers) = open_app(there, 1).await;
    let asha = owner(&app).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let (other, customer) = (app.another_node_on(app.store.clone(), |_| {}), customers[0]);
    find_venue(&other, VENUE).await.unwrap().unwrap();
    let here = meanwhile(&here, "court/put", move || async move {
        // With the guard this waits for the retirement, and gives up at the lock timeout.
        if is_hold {
            drop(place_hold(&other, customer, pick(5)).await);
        } else {
            drop(book_at_desk(&other, &kiran, VENUE, at_desk(5, "7:00 PM", customer), request_key(2)).await);
        }
    });
    let node = app.another_node_on(here, |_| {});
    change_venue(&node, &asha, request(1, retire_court(5), &[], &[]), request_key(1)).await.unwrap();
    claims_without_a_place(&app).await
}

#[test]
fn a_hold_waits_for_the_retirement_of_its_court() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(sold_between(here, there, true).await, 0);
    });
}

#[test]
fn a_booking_at_the_desk_waits_for_the_retirement_of_its_court() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(sold_between(here, there, false).await, 0);
    });
}

/// Stores on which units of work at one court do not take turns.
fn without_turns_of_courts(stores: [Store; 2]) -> [Store; 2] {
    stores.map(|store| {
        without_guard(&store, statement("court/take_turn"), "where court_id = $1", "where court_id = -$1")
    })
}

#[test]
fn control_without_the_turn_of_its_court_a_hold_comes_between() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let [here, there] = without_turns_of_courts(stores);
        assert_eq!(sold_between(here, there, true).await, 1);
    });
}

#[test]
fn control_without_the_turn_of_its_court_a_booking_at_the_desk_comes_between() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let [here, there] = without_turns_of_courts(stores);
        assert_eq!(sold_between(here, there, false).await, 1);
    });
}

/// The operator's file of the venue, without court 5.
fn file_without_court_5() -> String {
    let numbers = (1..=12).filter(|number| *number != 5);
    let courts: String =
        numbers.map(|number| format!("[[venue.court]]\nnumber = {number}\ntype = \"outdoor\"\n")).collect();
    format!(
        "[[sport]]\nid = 1\nname = \"pickleball\"\n[[venue]]\nid = 1\nname = \"Riverside Arena\"\nlocation = \"Akota\"\n\
         address = \"14 River Road\"\nimage = \"https://images.example/r.svg\"\ntimezone = \"Asia/Kolkata\"\n\
         [venue.hours]\nevery_day = \"6:00 AM - 10:00 PM\"\n{courts}[[venue.price]]\nrupees = 800\n"
    )
}

/// Tries a hold after an import that takes out its court has read the bookings and before it commits. Returns the number of claims that
/// were made.
async fn sold_during_import(here: Store, there: Store) -> i64 {
    let (app, customers) = open_app(there, 1).await;
    let (other, customer) = (app.another_node_on(app.store.clone(), |_| {}), customers[0]);
    find_venue(&other, VENUE).await.unwrap().unwrap();
    let here = meanwhile(&here, "court/retire", move || async move {
        // With the guard this waits for the import, and gives up at the lock timeout.
        drop(place_hold(&other, customer, pick(5)).await);
    });
    let node = app.another_node_on(here, |_| {});
    import(&node, &file_without_court_5(), Mode::Apply, false).await;
    claims_without_a_place(&app).await
}

#[test]
fn a_hold_waits_for_the_import_that_takes_out_its_court() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(sold_during_import(here, there).await, 0);
    });
}

#[test]
fn control_without_the_turn_of_its_court_a_hold_comes_into_an_import() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let [here, there] = without_turns_of_courts(stores);
        assert_eq!(sold_during_import(here, there).await, 1);
    });
}

/// Changes the same version of a venue twelve times at once, each time another court; returns how many calls succeed.
async fn changed_at_once(here: Store, there: Store) -> usize {
    let (app, _) = open_app(here, 0).await;
    let other = app.another_node_on(there, |_| {});
    let asha = owner(&app).await;
    let answers = run_concurrently(12, |n| {
        let node = if n % 2 == 0 { app.app() } else { other.app() };
        let asha = asha.clone();
        async move {
            let number = i64::try_from(n).unwrap() + 1;
            let courts = vec![court(number, CourtType::Indoor, true)];
            let edit = VenueEdit { courts, ..VenueEdit::default() };
            change_venue(&node, &asha, request(1, edit, &[], &[]), request_key(n as u64)).await
        }
    });
    let answers = answers.await;
    let is_expected =
        |answer: &Result<_, ChangeVenueError>| matches!(answer, Ok(_) | Err(ChangeVenueError::Changed));
    assert!(answers.iter().all(is_expected), "{answers:?}");
    answers.into_iter().filter(Result::is_ok).count()
}

on_two_nodes!(of_twelve_changes_of_one_version_one_succeeds, async |stores| {
    let [here, there]: [Store; 2] = stores;
    assert_eq!(changed_at_once(here, there).await, 1);
});

on_two_nodes!(control_without_the_version_all_twelve_changes_succeed, async |stores| {
    let stores: [Store; 2] = stores;
    let [here, there] = stores.map(|store| {
        without_guard(&store, statement("venue/next_version"), "and version = $2", "and $2 = $2")
    });
    assert_eq!(changed_at_once(here, there).await, 12);
});

/// Counts the runs of the units of work of staff's calls and of imports: one that deadlocked is run again.
#[derive(Default)]
struct RunCount(AtomicUsize);

impl Interceptor for RunCount {
    fn replace_statement(&self, statement: Statement) -> Statement {
        let begins_unit = ["desk_request/claim", "brand/take_turn"].contains(&statement.name);
        self.0.fetch_add(usize::from(begins_unit), Ordering::SeqCst);
        statement
    }
}

/// Publishes hours of a second venue. `call` begins on another node after the publication has taken the turn of its venue and before it takes
/// that of the brand. Returns how often the two units of work were run.
async fn runs_beside_publication<F>(
    [here, there]: [Store; 2],
    call: impl FnOnce(TestApp, Actor) -> F,
) -> usize
where
    F: Future<Output = ()> + Send + 'static,
{
    let (app, _) = open_app(there.clone(), 0).await;
    let asha = owner(&app).await;
    let second = add_venue(&app, &asha, new_venue("Old Mill"), request_key(1)).await.unwrap().id;
    // Not the place after the first venue, so that each of the changes moves it.
    run(&app.store, "update venue set position = 5 where venue_id = 2").await;
    let runs = Arc::new(RunCount::default());
    let other = app.another_node_on(intercept(&there, runs.clone()), |_| {});
    let counted = intercept(&here, runs.clone());
    let (here, called) = with_call_before(&counted, "brand/set_manager", call(other, asha.clone()));
    let node = app.another_node_on(here, |_| {});
    let shorter = change(FIRST, SUNDAY.tomorrow().unwrap(), every_day(&[span("7:00 AM", "9:00 PM")]));
    publish_hours(&node, &asha, second, shorter, request_key(2)).await.unwrap();
    called.await;
    runs.0.load(Ordering::SeqCst)
}

async fn retire_first_venue(app: TestApp, asha: Actor) {
    change_venue(&app, &asha, request(1, retire_venue(), &[], &[]), request_key(3)).await.unwrap();
}

async fn add_third_venue(app: TestApp, asha: Actor) {
    add_venue(&app, &asha, new_venue("New Mill"), request_key(3)).await.unwrap();
}

/// Imports a file of the first venue alone, so that the second one is retired.
async fn import_first_venue(app: TestApp, _: Actor) {
    import(&app, &file_without_court_5(), Mode::Apply, true).await;
}

#[test]
fn a_venue_is_retired_beside_a_publication_without_a_deadlock() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        assert_eq!(runs_beside_publication(stores, retire_first_venue).await, 2);
    });
}

#[test]
fn a_venue_is_added_beside_a_publication_without_a_deadlock() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        assert_eq!(runs_beside_publication(stores, add_third_venue).await, 2);
    });
}

#[test]
fn an_import_that_retires_a_venue_beside_its_publication_is_no_deadlock() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        assert_eq!(runs_beside_publication(stores, import_first_venue).await, 2);
    });
}

#[test]
fn control_without_the_turns_of_all_venues_a_retirement_and_a_publication_are_a_deadlock() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let turn = statement("venue/take_turn");
        let there = without_guard(&there, turn, "where venue_id = $1", "where venue_id = -$1");
        assert_eq!(runs_beside_publication([here, there], retire_first_venue).await, 3);
    });
}
