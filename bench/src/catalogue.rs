//! What can be booked: free courts some days ahead, read from the server with the calls of a player.

use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use serde_json::Value;

use crate::{
    client::{Caller, Connection},
    failure::Failure,
};

/// One court at one hour, free when the run began.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Slot {
    pub(crate) venue: i64,
    pub(crate) court: i64,
    pub(crate) date: String,
    pub(crate) time: String,
}

impl Slot {
    /// The body of `add_times` for this slot.
    pub(crate) fn add_times_body(&self) -> String {
        let Self { venue, court, date, time } = self;
        format!(r#"{{"sport_id":1,"venue_id":{venue},"court_id":{court},"date":"{date}","time":"{time}"}}"#)
    }
}

/// Days ahead at which the list starts, so that every booking can still be cancelled, and days it covers.
const FIRST_DAY: usize = 2;
const DAYS: usize = 14;

/// The seed of the shuffle is the same in each run, so that two runs do the same work.
const SEED: u64 = 20_261_121;

/// Free slots over all venues in a random but repeatable order.
pub(crate) async fn free_slots(connection: &mut Connection, caller: &Caller) -> Result<Vec<Slot>, Failure> {
    let mut slots = Vec::new();
    let venues = connection.request_json(&caller.get("/api/getvenue")).await?;
    for venue in list(&venues, "venue") {
        let venue = number(venue, "venue_id")?;
        let days =
            connection.request_json(&caller.get(&format!("/api/gettimeslots?venue={venue}&sport=1"))).await?;
        for day in list(&days, "date").iter().skip(FIRST_DAY).take(DAYS) {
            let date = text(&day["date"], "date")?;
            for slot in list(day, "slots") {
                let time = text(slot, "time")?;
                let courts = connection.request_json(&caller.get(&court_path(venue, date, time))).await?;
                for court in list(&courts, "courts").iter().filter(|court| court["available"] == "yes") {
                    let (date, time) = (date.to_owned(), time.to_owned());
                    slots.push(Slot { venue, court: number(court, "court_id")?, date, time });
                }
            }
        }
    }
    slots.shuffle(&mut StdRng::seed_from_u64(SEED));
    Ok(slots)
}

/// The path of `getcourt` for an hour.
pub(crate) fn court_path(venue: i64, date: &str, time: &str) -> String {
    format!("/api/getcourt?venue={venue}&date={date}&time={}", time.replace(' ', "%20"))
}

/// The list under `key`, empty when there is none.
pub(crate) fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn text<'v>(value: &'v Value, key: &str) -> Result<&'v str, Failure> {
    value[key].as_str().ok_or_else(|| Failure::Answer(format!("no text '{key}' in {value}")))
}

fn number(value: &Value, key: &str) -> Result<i64, Failure> {
    value[key].as_i64().ok_or_else(|| Failure::Answer(format!("no number '{key}' in {value}")))
}
