//! A venue for tests: twelve courts, ₹800, starts from 6 AM to 10 PM every day.

#![expect(clippy::expect_used, reason = "a test that cannot be set up fails by panicking")]

use jiff::Timestamp;
use sideout_app::platform::brand::Brand;
use sideout_domain::{
    CourtId, CustomerId, SportId, VenueId, hours::Hours, person::PasswordHash, slot::StartTime,
    venue::OpeningHours,
};
use sideout_store::{
    Brands, Statement, Store, StoreError,
    accounts::{Customers, NewCustomer},
    import::Imports,
    params,
};

use crate::{FixedClock, PriceRule, new_player};

/// The sport of [`VENUE`].
pub const PICKLEBALL: SportId = SportId(1);

/// The venue that [`open_venue`] opens.
pub const VENUE: VenueId = VenueId(1);

const SPORT: Statement =
    Statement { name: "testkit/sport", text: "insert into sport (sport_id, name) values (1, 'pickleball')" };
const ADD_VENUE: Statement = Statement {
    name: "testkit/venue",
    text: "insert into venue (venue_id, name, location, long_location, map_url, image, facilities, gallery, time_zone,
                              slot_minutes, play_minutes, position, active)
           values (1, 'Riverside Arena', 'Akota', '14 River Road, Akota, Vadodara', 'https://maps.example/1', '/r.svg',
                   '[\"parking\"]', '[]', 'Asia/Kolkata', 60, 55, 1, 1)",
};
const COURT: Statement = Statement {
    name: "testkit/court",
    text: "insert into court (court_id, venue_id, sport_id, number, name, court_type, active)
           values ($1, 1, 1, $1, $2, 'OUTDOOR', 1)",
};

/// Gives the operator this legal name and tax number.
pub async fn set_brand(store: &Store, legal_name: &'static str, gstin: Option<&'static str>) {
    let brand =
        Brand { legal_name: legal_name.to_owned(), gstin: gstin.map(str::to_owned), ..Brand::default() };
    let document = serde_json::to_string(&brand).expect("a brand is JSON");
    let done: Result<(), StoreError> = store
        .write(document, |tx, document| {
            Box::pin(async move { Brands(tx).put(document, Timestamp::UNIX_EPOCH).await.map(drop) })
        })
        .await;
    done.expect("a fresh database takes a brand");
}

/// Opens [`VENUE`] with courts 1 to 12 and returns them.
pub async fn open_venue(store: &Store) -> Vec<CourtId> {
    store
        .write((), |tx, ()| {
            Box::pin(async move {
                for statement in [SPORT, ADD_VENUE] {
                    tx.run(statement, params![]).await?;
                }
                PriceRule::rupees(800).insert(tx).await?;
                let hours = Hours::every_day(OpeningHours {
                    first_start: StartTime::from_minute(360).unwrap_or_default(),
                    last_start: StartTime::from_minute(1320).unwrap_or_default(),
                });
                Imports(tx).put_hours(VENUE, &hours, Timestamp::UNIX_EPOCH).await?;
                for number in 1..=12_i64 {
                    tx.run(COURT, params![number, format!("Court {number}")]).await?;
                }
                Ok::<_, StoreError>(())
            })
        })
        .await
        .expect("a fresh database takes a venue");
    (1..=12).map(CourtId).collect()
}

/// Adds this number of customers without a registration.
pub async fn add_customers(store: &Store, size: i64) -> Vec<CustomerId> {
    let customers: Vec<CustomerId> = (0..size).map(|n| CustomerId(100_000_000_000 + n)).collect();
    // A unit of work has seconds only, and the machine may be busy.
    for some in customers.chunks(250) {
        let added = store.write(some.to_vec(), |tx, customers| {
            Box::pin(async move {
                for customer in customers {
                    let form = new_player(&format!("9{:09}", customer.0 % 1_000_000_000));
                    let new = NewCustomer {
                        phone: form.phone,
                        full_name: form.full_name,
                        email: form.email,
                        birthdate: form.birthdate,
                        gender: form.gender,
                        password_hash: PasswordHash::new("unused"),
                    };
                    Customers(tx).add(*customer, &new, FixedClock::START).await?;
                }
                Ok::<_, StoreError>(())
            })
        });
        added.await.expect("customers can be added");
    }
    customers
}
