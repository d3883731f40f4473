//! What can be booked: free courts some days ahead, read from the server with the calls of a player.

use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use serde_json::Value;

use crate::{
    client::{Caller, Connection},
    failure::Failure,
};

/// One court at one hour.
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

    /// The minute of the day at which it starts; `None` if the time is not written as `7:00 PM`.
    pub(crate) fn minute(&self) -> Option<u16> {
        let (clock, half) = self.time.split_once(' ')?;
        let (hour, minute) = clock.split_once(':')?;
        let hour: u16 = hour.parse().ok()?;
        let afternoon = if half.eq_ignore_ascii_case("pm") { 12 } else { 0 };
        Some((hour % 12 + afternoon) * 60 + minute.parse::<u16>().ok()?)
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
    value[key].as_str().ok_or_else(|| Failure::Unexpected(format!("no text '{key}' in {value}")))
}

pub(crate) fn number(value: &Value, key: &str) -> Result<i64, Failure> {
    value[key].as_i64().ok_or_else(|| Failure::Unexpected(format!("no number '{key}' in {value}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_as_a_minute_of_the_day() {
        let minute = |time: &str| {
            let time = time.to_owned();
            Slot { venue: 1, court: 1, date: "2026-12-02".to_owned(), time }.minute()
        };
        let read = ["12:00 AM", "6:30 AM", "12:00 PM", "7:00 PM", "later"].map(minute);
        assert_eq!(read, [Some(0), Some(390), Some(720), Some(1140), None]);
    }
}
