//! Fills an empty demo with sample data, once.

use std::net::{IpAddr, Ipv4Addr};

use jiff::ToSpan as _;
use rand::{SeedableRng as _, rngs::StdRng};
use sideout_app::{
    App,
    operator::{Choices, Mode, import_operator, parse_operator_file},
    platform::{brand::Brand, policies::find_policies},
};
use sideout_domain::{
    CustomerId,
    order::OrderStatus,
    person::{Birthdate, Gender, Password, PasswordHash, Phone},
    slot::StartTime,
};
use sideout_store::{
    Brands, StoreError, VenueDays, Venues,
    accounts::{Customers, NewCustomer},
    import::{ImportedBooking, ImportedBookings},
};

use super::{
    batches::write_in_batches,
    bookings::{BookingGenerator, slots},
    operator::{SamplePictures, sample_file},
    payments::SampleDay,
    people::generate_people,
    staff::DATABASE_OF_AN_OPERATOR,
    today::plan_today,
};
use crate::failure::Failure;

/// The phone number of the demo player.
pub(crate) const DEMO_PHONE: &str = "9876543210";
/// The password of all players that the demo adds.
pub(crate) const DEMO_PASSWORD: &str = "pickleball";

/// The account number of the demo player.
pub(crate) const DEMO_CUSTOMER: CustomerId = CustomerId(480_193_756_201);
/// The seed of random numbers: demos that start at the same time get the same players and bookings.
const SEED: u64 = 20_261_121;

/// Fills the database with the sample operator, players and bookings unless it is filled; returns the day of the sample clerk if
/// it was filled now. The demo player is written last and marks the data as complete.
///
/// # Errors
/// A message for the person at the terminal, also if the database belongs to another operator.
pub(crate) async fn fill(app: &App) -> Result<Option<SampleDay>, Failure> {
    let failed = |error: StoreError| {
        Failure::new(format!(
            "the sample data could not be written: {error}; start the demo again with an empty database"
        ))
    };
    let phone: Phone = DEMO_PHONE.parse().map_err(|error| Failure::new(format!("demo player: {error}")))?;
    let found = app.store.read(phone.clone(), |tx, phone| {
        Box::pin(async move {
            let (player, brand) = (Customers(tx).find_by_phone(phone).await?, Brands(tx).find().await?);
            Ok::<_, StoreError>((player, brand, VenueDays(tx).list_venues().await?))
        })
    });
    let (player, brand, venues) = found.await.map_err(failed)?;
    if player.as_ref().is_some_and(|player| player.id == DEMO_CUSTOMER) {
        return Ok(None);
    }
    let text = sample_file().map_err(|error| Failure::new(format!("the sample operator: {error}")))?;
    let file =
        parse_operator_file(&text).map_err(|error| Failure::new(format!("the sample operator: {error}")))?;
    let known: Option<Brand> = brand.and_then(|text| serde_json::from_str(&text).ok());
    // An account with the demo player's phone number but another account number is a real player of a real operator.
    let is_of_the_sample = match known {
        Some(known) => Some(known) == file.brand,
        None => venues.is_empty(),
    };
    if player.is_some() || !is_of_the_sample {
        return Err(Failure::new(DATABASE_OF_AN_OPERATOR));
    }
    let now = app.clock.now();
    import_operator(&app.store, &app.images, file, &SamplePictures, now, Mode::Apply, Choices::default())
        .await
        .map_err(|error| {
            Failure::new(format!("the sample operator: {error}; start the demo again with an empty database"))
        })?;
    app.brand.forget();
    app.venues.forget();

    let password = hash_demo_password(app).await?;
    let mut rng = StdRng::seed_from_u64(SEED);
    let players = generate_people(&mut rng, &password)?;
    let ids: Vec<CustomerId> = players.iter().map(|(id, _)| *id).collect();
    let venues = app
        .store
        .read((), |tx, ()| Box::pin(async move { Venues(tx).list().await }))
        .await
        .map_err(failed)?;
    let Some(first) = venues.first() else { return Err(Failure::new("the sample operator has no venue")) };
    let policies = find_policies(app).await.map_err(failed)?;
    let generator = BookingGenerator {
        venues: &venues,
        people: &ids,
        policy: policies.cancellation,
        now,
        today: StartTime::at(now, &first.zone).0,
    };
    let own = demo_players_games(&generator, &mut rng);
    let mut bookings = generator.generate_bookings(&mut rng, &slots(&own));
    let mut today = plan_today(&generator, &mut bookings, &slots(&own), policies.hold_seconds);
    let desk = today.desk.take();

    add_customers(app, &players).await.map_err(failed)?;
    write_in_batches(&app.store, &bookings, |tx, batch| Box::pin(add_bookings(tx, batch)))
        .await
        .map_err(failed)?;
    let demo_player = NewCustomer {
        phone,
        full_name: "Asha Patel".parse().map_err(|error| Failure::new(format!("demo player: {error}")))?,
        email: "asha.patel@example.in"
            .parse()
            .map_err(|error| Failure::new(format!("demo player: {error}")))?,
        birthdate: Birthdate::stored(jiff::civil::date(1994, 3, 8)),
        gender: Gender::Female,
        password_hash: password,
    };
    let work = app.store.write((demo_player, own, today, now), |tx, (player, own, today, now)| {
        Box::pin(async move {
            Customers(tx).add(DEMO_CUSTOMER, player, *now).await?;
            today.write(tx, *now).await?;
            add_bookings(tx, own).await
        })
    });
    work.await.map_err(failed)?;
    Ok(desk)
}

async fn add_bookings(
    tx: &mut dyn sideout_store::Session,
    bookings: &[ImportedBooking],
) -> Result<(), StoreError> {
    ImportedBookings(tx).add_all(bookings).await.map(drop)
}

/// Adds accounts with verified phone numbers; existing accounts are not changed.
pub(super) async fn add_customers(
    app: &App,
    customers: &[(CustomerId, NewCustomer)],
) -> Result<(), StoreError> {
    let now = app.clock.now();
    write_in_batches(&app.store, customers, move |tx, batch| {
        Box::pin(async move { Customers(tx).add_all(batch, now).await })
    })
    .await
}

/// The hash of the password that all players added by the demo share.
pub(super) async fn hash_demo_password(app: &App) -> Result<PasswordHash, Failure> {
    let password =
        Password::parse(DEMO_PASSWORD, 6).map_err(|error| Failure::new(format!("demo password: {error}")))?;
    let place = app
        .passwords
        .take_place(IpAddr::V4(Ipv4Addr::LOCALHOST))
        .map_err(|error| Failure::new(error.to_string()))?;
    place.hash(&password, app.random.bytes()).await.map_err(|error| Failure::new(error.to_string()))
}

fn demo_players_games(generator: &BookingGenerator<'_>, rng: &mut StdRng) -> Vec<ImportedBooking> {
    // Days from today, hour of the start, venue, court number, status.
    let games = [
        (-19, 18, 1, 2, OrderStatus::Completed),
        (-12, 7, 2, 5, OrderStatus::Completed),
        (-8, 19, 3, 4, OrderStatus::Cancelled),
        (-5, 20, 1, 6, OrderStatus::Completed),
        (2, 7, 2, 3, OrderStatus::Confirmed),
        (5, 18, 3, 11, OrderStatus::Confirmed),
    ];
    let game = |(days, hour, venue, court, status): (i32, u16, i64, u16, OrderStatus)| {
        let (venue, court) = generator.find_court(venue, court)?;
        let day = generator.today.checked_add(days.days()).ok()?;
        let start = StartTime::from_minute(hour * 60)?;
        generator.generate_booking(rng, DEMO_CUSTOMER, venue, court, day, start, Some(status))
    };
    games.into_iter().filter_map(game).collect()
}

#[cfg(test)]
mod tests {
    use sideout_app::{
        accounts::login::{Login, LoginAttempt, login},
        platform::venues::list_venues,
    };
    use sideout_testkit::{NETWORK, TestApp, on_both_engines};

    use super::*;
    use crate::sample::add_load_players;

    on_both_engines!(another_operators_database_is_left_alone, async |store| {
        let app = TestApp::over(store);
        let own = Brand { name: "Somebody else".to_owned(), ..Brand::default() };
        let text = serde_json::to_string(&own).unwrap();
        app.store
            .write(text, |tx, text| {
                Box::pin(async move { Brands(tx).put(text, jiff::Timestamp::UNIX_EPOCH).await })
            })
            .await
            .unwrap();
        let refused = fill(&app).await.unwrap_err().to_string();
        assert!(refused.contains("an operator's data already"), "{refused}");
        assert!(list_venues(&app).await.unwrap().is_empty());
    });

    on_both_engines!(
        a_database_where_a_real_player_has_the_demo_players_number_is_not_filled,
        async |store| {
            let app = TestApp::over(store);
            app.player(DEMO_PHONE).await;
            let refused = fill(&app).await.unwrap_err().to_string();
            assert!(refused.contains("an operator's data already"), "{refused}");
            assert!(list_venues(&app).await.unwrap().is_empty());
        }
    );

    on_both_engines!(players_for_load_tests_are_added_once_and_more_when_asked, async |store| {
        let app = TestApp::over(store);
        for count in [3, 3, 1_200] {
            add_load_players(&app, count).await.unwrap();
        }
        for phone in ["9000000001", "9000001200"] {
            let attempt = LoginAttempt {
                phone: phone.parse().unwrap(),
                password: Password::attempt(DEMO_PASSWORD).unwrap(),
                device_id: String::new(),
            };
            assert!(matches!(login(&app, NETWORK, attempt).await.unwrap(), Login::SignedIn(_)));
        }
    });
}
