//! Searches bookings and players by what a clerk types: digits are the end of a phone number or of an order number, letters
//! the beginnings of the words of a name.

use std::collections::{BTreeMap, HashSet};

use jiff::{SignedDuration, Timestamp, civil::Date};
use sideout_domain::{
    CustomerId, VenueId,
    order::OrderNumber,
    person::{Phone, name_words},
    slot::LONGEST_SLOT_MINUTES,
    trust::Trust,
    venue::Venue,
};
use sideout_store::{
    Board, Session, StoreError,
    accounts::{Customers, FoundPlayer, Standing},
    board::DeskBooking,
    player_blocks::PlayerBlock,
};

use super::{find_booking::find_booking, find_booking_or_replacement::find_booking_or_replacement};
use crate::{
    App,
    platform::{
        policies::find_policies,
        venues::{VenueList, list_venues},
    },
};

/// The most bookings and the most players of a result.
pub const MOST_HITS: usize = 8;
/// The fewest digits by which all players are searched: an index has the last four digits of a phone number.
const FEWEST_DIGITS: usize = 4;
/// The most digits by which players are searched: a phone number of India has ten.
const MOST_DIGITS: usize = 10;
/// The fewest letters by which all players are searched: an index has each word of a name, and three letters narrow it down.
const FEWEST_LETTERS: usize = 3;
/// The most upcoming bookings that are read of each player who was found, for each day of [`VenuesByDay`].
const BOOKINGS_OF_PLAYER: u32 = 4;
/// If more than this many words of names begin with the longest word that was typed, guests are searched in the upcoming
/// bookings, because that is faster.
const COMMON_WORD: u32 = 2_000;

/// What a search has found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Bookings, at most [`MOST_HITS`]: those of today at the venue first, in a search by digits with those in place of bookings whose
    /// court was closed, which may be of another day or venue; then others. Of both by start, those that do not take place last.
    pub bookings: Vec<DeskBooking>,
    /// Players, at most [`MOST_HITS`]: found by digits in the order of their names, by letters in the order of the words that begin so.
    pub players: Vec<PlayerHit>,
    /// Whether there are more players than `players` has.
    pub has_more_players: bool,
}

/// A player who was found, and how well the venue knows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerHit {
    /// The player.
    pub player: FoundPlayer,
    /// How well the venue knows them.
    pub trust: Trust,
    /// Games missed that were not forgiven.
    pub strikes: i64,
    /// The block that counts now.
    pub block: Option<PlayerBlock>,
}

/// What is searched for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Query {
    /// The end of a phone number or of an order number.
    Digits(String),
    /// The beginnings of words of a name, as `name_words` writes them.
    Name(Vec<String>),
}

impl Query {
    /// Reads what was typed; `None` if there is nothing to search for.
    fn read(text: &str) -> Option<Self> {
        let text = text.trim().trim_start_matches('#');
        if let Ok(phone) = text.parse::<Phone>() {
            return Some(Query::Digits(phone.national().to_owned()));
        }
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '-' | '(' | ')' | '+');
        if text.chars().any(char::is_alphabetic) {
            let words = name_words(text);
            // A text of combining accents alone has no word, and a search for no word would find every booking.
            return (!words.is_empty()).then_some(Query::Name(words));
        }
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        (text.chars().all(is_number) && !digits.is_empty())
            .then(|| Query::Digits(without_dialling_prefix(&digits).to_owned()))
    }

    fn matches(&self, booking: &DeskBooking) -> bool {
        match self {
            Query::Digits(digits) => {
                booking.phone.as_ref().is_some_and(|phone| phone.national().ends_with(digits.as_str()))
                    || booking.number.to_string().ends_with(digits.as_str())
            }
            Query::Name(prefixes) => {
                let words = name_words(&booking.name);
                let begins = |prefix: &String| words.iter().any(|word| word.starts_with(prefix.as_str()));
                prefixes.iter().all(begins)
            }
        }
    }
}

/// The digits without `0091` or `091`, which [`Phone`] does not read, if those of a phone number follow.
fn without_dialling_prefix(digits: &str) -> &str {
    let number_after = |prefix: &str| digits.strip_prefix(prefix).filter(|rest| rest.len() == MOST_DIGITS);
    number_after("0091").or_else(|| number_after("091")).unwrap_or(digits)
}

/// Searches at `venue`, and in the bookings of `venues` (all venues of the member of staff). An empty result for a venue that is
/// unknown or none of these, and for a text that is neither a number nor a name.
///
/// # Errors
/// [`StoreError`] only.
pub async fn search(app: &App, venues: &[VenueId], venue: VenueId, text: &str) -> Result<Found, StoreError> {
    let all = list_venues(app).await?;
    let here = all.with_retired().find(|known| known.id == venue && venues.contains(&venue));
    let (Some(query), Some(here)) = (Query::read(text), here) else { return Ok(Found::default()) };
    let now = app.clock.now();
    let days = by_today(&all, venues, now);

    let of_today = app.store.read((here.clone(), now), |tx, (here, now)| {
        Box::pin(async move { list_of_today(tx, here, *now).await })
    });
    let mut bookings: Vec<DeskBooking> = of_today.await?;
    bookings.retain(|booking| query.matches(booking));

    let (mut players, guests) = find_players(app, &query, &days).await?;
    let has_more_players = players.len() > MOST_HITS;
    players.truncate(MOST_HITS);
    let customers = players.iter().map(|player| player.id).chain(guests).collect();
    let mut others = upcoming(app, customers, days).await?;
    if let Query::Digits(digits) = &query
        && let Ok(number) = digits.parse::<OrderNumber>()
    {
        others.extend(find_booking(app, venues, number).await?.map(|found| found.booking));
    }
    if matches!(query, Query::Digits(_)) {
        let lost = bookings.iter().chain(&others).filter(|booking| booking.closed_by.is_some());
        let lost: Vec<OrderNumber> = lost.map(|booking| booking.number).take(MOST_HITS).collect();
        // Also if it is on another day, it comes before the lost one of today.
        bookings.extend(list_replacements(app, lost, venues).await?);
    }
    bookings.sort_by_key(place);
    others.sort_by_key(place);
    bookings.extend(others);

    let mut seen = HashSet::new();
    let bookings = bookings
        .into_iter()
        .filter(|booking| venues.contains(&booking.venue) && seen.insert(booking.number))
        .take(MOST_HITS)
        .collect();
    Ok(Found { bookings, players: with_standings(app, players).await?, has_more_players })
}

/// Venues by the day that it is there: they may lie in different time zones.
type VenuesByDay = Vec<(Date, Vec<VenueId>)>;

/// These of all venues by the day that it is there at `now`.
fn by_today(all: &VenueList, venues: &[VenueId], now: Timestamp) -> VenuesByDay {
    let mut days: BTreeMap<Date, Vec<VenueId>> = BTreeMap::new();
    for venue in all.with_retired().filter(|venue| venues.contains(&venue.id)) {
        days.entry(venue.today(now)).or_default().push(venue.id);
    }
    days.into_iter().collect()
}

/// The bookings of today at a venue, and those of yesterday that are still on.
async fn list_of_today(
    tx: &mut dyn Session,
    here: &Venue,
    now: Timestamp,
) -> Result<Vec<DeskBooking>, StoreError> {
    let today = here.today(now);
    let mut bookings = Board(tx).list_of_day(here.id, today).await?;
    // The earliest day on which a game began that is still on.
    let first = here.today(now - SignedDuration::from_mins(LONGEST_SLOT_MINUTES.into()));
    if first != today {
        let of_yesterday = Board(tx).list_of_day(here.id, first).await?;
        bookings.extend(of_yesterday.into_iter().filter(|booking| booking.time.ends_at > now));
    }
    Ok(bookings)
}

/// The place of a booking among others: by start, and after all that take place if it was cancelled.
fn place(booking: &DeskBooking) -> (bool, Timestamp, OrderNumber) {
    (!booking.status.keeps_court(), booking.time.slot.starts_at, booking.number)
}

/// The bookings at `venues` in place of those with these numbers, whose courts were closed.
async fn list_replacements(
    app: &App,
    lost: Vec<OrderNumber>,
    venues: &[VenueId],
) -> Result<Vec<DeskBooking>, StoreError> {
    if lost.is_empty() {
        return Ok(Vec::new());
    }
    let read = app.store.read((lost, venues.to_vec(), app.clock.now()), |tx, (lost, venues, now)| {
        Box::pin(async move {
            let mut found = Vec::new();
            for number in lost {
                let current = find_booking_or_replacement(tx, *number, venues, *now).await?;
                let booking = current.map(|found| found.booking);
                found.extend(booking.filter(|booking| booking.number != *number));
            }
            Ok::<_, StoreError>(found)
        })
    });
    read.await
}

async fn with_standings(app: &App, players: Vec<FoundPlayer>) -> Result<Vec<PlayerHit>, StoreError> {
    if players.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<CustomerId> = players.iter().map(|player| player.id).collect();
    let standings: Vec<Standing> = app
        .store
        .read((ids, app.clock.now()), |tx, (ids, now)| {
            Box::pin(async move { Customers(tx).list_standings(ids, *now).await })
        })
        .await?;
    let max_no_shows = find_policies(app).await?.max_no_shows;
    let hit = |(player, Standing { played, strikes, block })| PlayerHit {
        player,
        trust: Trust::of(played, strikes, block.is_some(), max_no_shows),
        strikes,
        block,
    };
    Ok(players.into_iter().zip(standings).map(hit).collect())
}

/// At most one player more than a result shows, so that the caller knows whether there are more; and the guests without a number who
/// have a booking at one of the venues of `days` from its day on. A guest is not a player to book for.
async fn find_players(
    app: &App,
    query: &Query,
    days: &[(Date, Vec<VenueId>)],
) -> Result<(Vec<FoundPlayer>, Vec<CustomerId>), StoreError> {
    let is_long_enough = match query {
        Query::Digits(digits) => (FEWEST_DIGITS..=MOST_DIGITS).contains(&digits.len()),
        Query::Name(prefixes) => prefixes.iter().any(|prefix| prefix.chars().count() >= FEWEST_LETTERS),
    };
    if !is_long_enough {
        return Ok((Vec::new(), Vec::new()));
    }
    let most = u32::try_from(MOST_HITS).unwrap_or(u32::MAX);
    let input = (query.clone(), days.to_vec(), app.clock.now(), most);
    app.store
        .read(input, |tx, (query, days, now, most)| {
            Box::pin(async move {
                match query {
                    Query::Digits(digits) => {
                        Ok((Customers(tx).list_by_phone_end(digits, *now, most + 1).await?, Vec::new()))
                    }
                    Query::Name(prefixes) => {
                        let players = Customers(tx).list_by_name(prefixes, *now, most + 1).await?;
                        let mut guests = Vec::new();
                        for (today, venues) in days {
                            guests.extend(list_guests(tx, prefixes, venues, (*today, *most)).await?);
                        }
                        Ok((players, guests))
                    }
                }
            })
        })
        .await
}

/// At most `most` guests without a number who have a booking at one of `venues` from `today` on, by the faster of the two ways.
async fn list_guests(
    tx: &mut dyn Session,
    prefixes: &[String],
    venues: &[VenueId],
    (today, most): (Date, u32),
) -> Result<Vec<CustomerId>, StoreError> {
    let mut customers = Customers(tx);
    if customers.have_common_word(prefixes, COMMON_WORD).await? {
        customers.list_upcoming_guests_by_name(prefixes, venues, today, most).await
    } else {
        customers.list_guests_by_name(prefixes, venues, today, most).await
    }
}

/// The bookings of these customers at the venues of `days` from their day on.
async fn upcoming(
    app: &App,
    customers: Vec<CustomerId>,
    days: VenuesByDay,
) -> Result<Vec<DeskBooking>, StoreError> {
    if customers.is_empty() {
        return Ok(Vec::new());
    }
    app.store
        .read((customers, days), |tx, (customers, days)| {
            Box::pin(async move {
                let mut bookings = Vec::new();
                for (today, venues) in days {
                    let mut board = Board(tx);
                    let found = board.list_of_customers(customers, venues, *today, BOOKINGS_OF_PLAYER);
                    bookings.extend(found.await?);
                }
                Ok(bookings)
            })
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_numbers_and_letters_are_names() {
        let digits = |text: &str| Some(Query::Digits(text.to_owned()));
        let name = |words: &[&str]| Some(Query::Name(words.iter().map(|word| (*word).to_owned()).collect()));
        assert_eq!(Query::read(" 1736 "), digits("1736"));
        assert_eq!(Query::read("98250 41736"), digits("9825041736"));
        assert_eq!(Query::read("+91 98250 41736"), digits("9825041736"));
        for phone in ["0091 98250 41736", "091-98250-41736", "+98250 41736"] {
            assert_eq!(Query::read(phone), digits("9825041736"), "{phone}");
        }
        assert_eq!(Query::read("#4820193756"), digits("4820193756"));
        assert_eq!(Query::read("  Rohan   Me"), name(&["rohan", "me"]));
        assert_eq!(Query::read("રોહન"), name(&["રોહન"]));
        for nothing in ["", "   ", "#", "%", "--", "+", "!?", "\u{345}"] {
            assert_eq!(Query::read(nothing), None, "{nothing}");
        }
    }
}
