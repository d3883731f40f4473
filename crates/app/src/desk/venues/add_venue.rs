//! Adds a venue that can be booked at once.

use std::array;

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    SportId, VenueId,
    hours::{DatedWeek, Hours},
    money::Money,
    price::{HIGHEST_PRICE, PriceRule},
    slot::StartTime,
    staff::Permission,
    venue::{CourtType, LAST_VENUE_ID, MOST_COURTS, OpeningHours, Venue},
};
use sideout_providers::images::ImageStoreError;
use sideout_store::{
    Brands, ChangeEvent, Manager, Session, StoreError, VenueDays,
    import::{Imports, Sport},
};

use super::{
    default_picture::default_picture,
    draft::{BadDraft, CourtDraft, VenueFields, bad},
    facts::{NewVenueFacts, VenueFacts},
    order_venues::renumber,
};
use crate::{
    App,
    operator::put_prices,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// A venue to be added.
#[derive(Debug, Clone)]
pub struct AddVenue {
    /// The fields of the venue. If they name no picture, the venue gets a drawn one.
    pub fields: VenueFields,
    /// The first start of each day, as a minute of the day.
    pub first_minute: i64,
    /// The last start of each day, as a minute of the day.
    pub last_minute: i64,
    /// The price of each slot, whatever its length, in paise, from 0 to [`HIGHEST_PRICE`].
    pub price_paise: i64,
    /// The number of outdoor courts; they are numbered first. With the indoor courts from 1 to [`MOST_COURTS`].
    pub outdoor: i64,
    /// The number of indoor courts; they are numbered after the outdoor courts.
    pub indoor: i64,
}

/// A venue that was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddedVenue {
    /// Its id.
    pub id: VenueId,
}

/// Why a venue was not added.
#[derive(Debug, thiserror::Error)]
pub enum AddVenueError {
    /// A field is invalid.
    #[error(transparent)]
    Bad(#[from] BadDraft),
    /// The image store failed.
    #[error(transparent)]
    Images(#[from] ImageStoreError),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    request: AddVenue,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        format!("{:?}", self.request).serialize(serializer)
    }
}

/// Adds a venue in the name of `actor`: all days have the same hours and all hours the same price. It works in an empty database as well.
///
/// # Errors
/// [`AddVenueError`]; the drawn picture may be in the image store nevertheless.
pub async fn add_venue(
    app: &App,
    actor: &Actor,
    mut request: AddVenue,
    key: RequestKey,
) -> Result<AddedVenue, AddVenueError> {
    let permission = Permission::SetupEdit;
    actor.check(permission, app.clock.now())?;
    if request.fields.image.trim().is_empty() {
        request.fields.image = default_picture(app).await?;
    }
    for (field, picture) in request.fields.pictures() {
        if app.images.get(&picture).await?.is_none() {
            return Err(bad(field, "unknown").into());
        }
    }
    let command = Command { operation: "add_venue", permission, venue: None, key };
    let input = Input { request, now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(add(tx, input))).await
}

async fn add(tx: &mut dyn Session, input: &Input) -> Result<Audited<AddedVenue>, AddVenueError> {
    let Input { request, now } = input;
    // Before the turn of the brand, because other venues may get other places in lists.
    VenueDays(tx).take_all_turns().await?;
    // Two calls that add a venue, and an import, wait for each other here: a new id follows the highest id of all
    // venues.
    Brands(tx).set_manager(Manager::Desk, *now).await?;
    let stored = Imports(tx).read_operator_data().await?;
    let last = stored.venues.iter().map(|stored| stored.venue.id.0).max().unwrap_or(0);
    if last >= LAST_VENUE_ID {
        return Err(bad("name", "too_many").into());
    }
    let sport = stored.sports.first().map_or(SportId(1), |sport| sport.id);
    let venue = request.venue(VenueId(last + 1), sport)?;
    if stored.venues.iter().any(|stored| stored.active && stored.venue.name == venue.name) {
        return Err(bad("name", "taken").into());
    }
    if stored.sports.is_empty() {
        Imports(tx).put_sport(&Sport { id: sport, name: "Pickleball".to_owned() }).await?;
    }
    let active: Vec<VenueId> = stored
        .venues
        .iter()
        .filter(|stored| stored.active)
        .map(|stored| stored.venue.id)
        .chain([venue.id])
        .collect();
    renumber(tx, &stored.venues, &active).await?;
    let last_place = (1..).zip(&active).map(|(place, _)| place).last().unwrap_or(1);
    Imports(tx).put_venue(&venue, last_place).await?;
    Imports(tx).put_hours(venue.id, &venue.hours, *now).await?;
    for court in &venue.courts {
        Imports(tx).put_court(court).await?;
    }
    put_prices(tx, venue.id, &venue.prices, *now).await?;
    tx.announce(ChangeEvent::Everything);
    let facts = NewVenueFacts {
        venue: VenueFacts::of(&venue),
        courts: venue.courts.len(),
        price_paise: request.price_paise,
        first_minute: request.first_minute,
        last_minute: request.last_minute,
    };
    let entry = Entry::added("venue.added", "venue", venue.id, &facts).at(venue.id);
    Ok(Audited::new(AddedVenue { id: venue.id }, entry))
}

impl AddVenue {
    fn venue(&self, id: VenueId, sport: SportId) -> Result<Venue, BadDraft> {
        // `write_into` replaces the empty texts, the zone and the minutes.
        let mut venue = Venue {
            id,
            name: String::new(),
            location: String::new(),
            long_location: String::new(),
            map_url: None,
            upi_address: None,
            image: String::new(),
            facilities: Vec::new(),
            gallery: Vec::new(),
            zone: jiff::tz::TimeZone::UTC,
            slot_minutes: 60,
            play_minutes: 55,
            hours: Hours::default(),
            courts: Vec::new(),
            prices: Vec::new(),
        };
        self.fields.write_into(&mut venue)?;
        let start = |field, minute: i64| {
            u16::try_from(minute).ok().and_then(StartTime::from_minute).ok_or(bad(field, "range"))
        };
        let hours = OpeningHours {
            first_start: start("first_minute", self.first_minute)?,
            last_start: start("last_minute", self.last_minute)?,
        };
        if hours.last_start < hours.first_start {
            return Err(bad("last_minute", "before_first"));
        }
        venue.hours.weeks = vec![DatedWeek { valid_from: None, days: array::from_fn(|_| vec![hours]) }];
        if !(0..=HIGHEST_PRICE.paise()).contains(&self.price_paise) {
            return Err(bad("price_paise", "range"));
        }
        venue.prices =
            vec![PriceRule { price: Some(Money::from_paise(self.price_paise)), ..PriceRule::EVERYWHERE }];
        let most_courts = i64::from(MOST_COURTS);
        let count = |field, courts: i64| {
            if (0..=most_courts).contains(&courts) { Ok(courts) } else { Err(bad(field, "range")) }
        };
        let (outdoor, indoor) = (count("outdoor", self.outdoor)?, count("indoor", self.indoor)?);
        if outdoor + indoor == 0 {
            return Err(bad("outdoor", "required"));
        }
        if outdoor + indoor > most_courts {
            return Err(bad("outdoor", "range"));
        }
        for number in 1..=outdoor + indoor {
            let court_type = if number <= outdoor { CourtType::Outdoor } else { CourtType::Indoor };
            let draft = CourtDraft { number, name: String::new(), court_type, active: true };
            venue.courts.push(draft.court(id, None, sport)?);
        }
        Ok(venue)
    }
}
